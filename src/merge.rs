//! `unosim merge`: the parts of a run that was divided become its results, the same bytes as if it had not been. It adds up
//! counts that belong together; it plays nothing.

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::arena::Round;
use crate::dataset;
use crate::experiment::Experiment;
use crate::numbers::{first_lines, grouped, plural};
use crate::part::{self, Part};
use crate::place::Place;
use crate::recipe;
use crate::report::Played;
use crate::report::files::Target;
use crate::report::manifest::Course;
use crate::run;
use crate::shard::Shard;
use crate::until::End;

const MERGE_EXAMPLES: &str = "\
Examples:
  unosim run experiments/strategies.toml --shard 1/2 --out parts/1
  unosim run experiments/strategies.toml --shard 2/2 --out parts/2
  unosim merge parts/* --out results/strategies

The parts may have been played anywhere, in any order, with any number of threads: the CSV files are the same bytes as those
of a run that was not divided. Parts of different experiments, seeds or versions are not joined, and what is missing is named.";

/// `unosim merge`
#[derive(Args, Debug, Clone)]
#[command(after_help = MERGE_EXAMPLES)]
pub struct MergeArgs {
    /// Directories of the parts
    #[arg(required = true, value_name = "DIR")]
    pub dirs: Vec<PathBuf>,
    /// Directory of the results [default: results/NAME, NAME being that of the experiment file, or `run`]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Write the results of what there is, though something is missing
    #[arg(long)]
    pub partial: bool,
    /// Overwrite results that are already there
    #[arg(long)]
    pub force: bool,
    /// Do not print the table
    #[arg(long, short)]
    pub quiet: bool,
}

impl MergeArgs {
    /// Where the results of an experiment of this name go.
    fn place(&self, name: &str) -> PathBuf {
        let usual = || Path::new("results").join(name);
        self.out.clone().unwrap_or_else(usual)
    }
}

/// Most parts and files that a message lists.
pub(crate) const LISTED: usize = 20;

/// Joins parts.
///
/// # Errors
/// If they do not belong together, something is missing or counted twice, or the results cannot be written.
pub fn run(args: &MergeArgs) -> Result<()> {
    if let Some(first) = args.dirs.first().filter(|dir| dataset::is_one(dir)) {
        ensure!(
            !args.partial,
            "--partial joins the counts of a run; the parts of a dataset can be read as they are"
        );
        let name = dataset::name(first)?;
        recipe::check_name(&name).with_context(|| first.display().to_string())?;
        let out = args.place(&name);
        let _place = Place::take(&out)?;
        dataset::merge(&args.dirs, &out, args.force)?;
        if !args.quiet {
            use std::io::Write as _;
            writeln!(std::io::stdout(), "dataset in {}", out.display())?;
        }
        return Ok(());
    }
    let parts = find(&args.dirs)?;
    let Some(first) = parts.first() else {
        bail!("nothing to join: name the directories of the parts");
    };
    let experiment = recipe::read(&first.recipe.clone().into(), &first.dir().join(part::FILE))?;
    let out = args.place(&experiment.name);
    let _place = Place::take(&out)?;
    let target = Target::check(&out, args.force)?;
    let (joined, seconds) = join(&experiment, &parts)?;
    let missing = missing(&experiment, &parts, &joined);
    if !args.partial && !missing.is_empty() {
        bail!(
            "not everything has been played:\n  {}\nplay it and join again, or write the results of what there is with --partial",
            missing.join("\n  ")
        );
    }
    let played = joined.into_iter().map(|joined| joined.played);
    let played: Vec<Played> = played.filter(|played| played.tally.deals > 0).collect();
    ensure!(
        !played.is_empty(),
        "no deal has been counted in these parts"
    );
    let course = Course {
        threads: parts.len(),
        time: Duration::from_secs_f64(seconds),
        complete: missing.is_empty(),
    };
    run::write(&experiment, &played, course, &target)?;
    if !args.quiet {
        run::print(&experiment, &played, course, &target)?;
    }
    Ok(())
}

/// The parts in these directories, which belong together.
fn find(dirs: &[PathBuf]) -> Result<Vec<Part>> {
    let mut parts: Vec<Part> = Vec::new();
    let mut seen: BTreeMap<Shard, PathBuf> = BTreeMap::new();
    for dir in dirs {
        let part = Part::find(dir)?.with_context(|| {
            format!(
                "{} holds no part of a run (it has no {}); `unosim run --shard K/N` makes them",
                dir.display(),
                part::FILE
            )
        })?;
        if let Some(first) = parts.first() {
            let differences = recipe::differences(&first.recipe, &part.recipe);
            ensure!(
                differences.is_empty(),
                "{} is a part of another run than {}: {}",
                dir.display(),
                first.dir().display(),
                differences.join("; ")
            );
        }
        if let Some(other) = seen.insert(part.shard, dir.clone()) {
            bail!(
                "part {} is in {} and in {}: leave one of them out",
                part.shard,
                other.display(),
                dir.display()
            );
        }
        parts.push(part);
    }
    parts.sort_by_key(|part| part.shard);
    Ok(parts)
}

/// What was counted in each round, all parts together, and the seconds that took.
fn join(experiment: &Experiment, parts: &[Part]) -> Result<(Vec<Joined>, f64)> {
    let mut seconds = 0.0;
    let mut joined = Vec::new();
    for (index, round) in experiment.rounds().enumerate() {
        let ledger = round.ledger(());
        let mut counted = vec![0; parts.len()];
        for (part, counted) in parts.iter().zip(&mut counted) {
            let Some(saved) = part.read(index, round)? else {
                continue;
            };
            let twice = saved
                .kept
                .deals
                .ranges()
                .find(|deals| ledger.kept().deals.meets(deals));
            if let Some(deals) = twice {
                bail!(
                    "deals {} to {} of {} are in {} and in another part: these parts were not divided alike",
                    deals.start,
                    deals.end - 1,
                    name(round),
                    part.dir().display()
                );
            }
            seconds += saved.seconds;
            *counted = saved.kept.deals.count();
            ledger.add(&saved.kept);
        }
        let kept = ledger.into_kept();
        let deals = experiment.deals_at(round.table);
        let missing = kept.deals.missing(0..deals);
        let end = match missing.is_empty() {
            true => End::Deals,
            false => End::Interrupted,
        };
        joined.push(Joined {
            played: Played::of(round, kept.counts.tally, end),
            counted,
            missing,
        });
    }
    Ok((joined, seconds))
}

/// A round of all parts.
struct Joined {
    played: Played,
    /// Deals counted in each part.
    counted: Vec<u64>,
    /// Deals that no part has.
    missing: Vec<Range<u64>>,
}

/// What has not been played, a line each: parts that are missing or not finished.
fn missing(experiment: &Experiment, parts: &[Part], joined: &[Joined]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let alike = parts
        .iter()
        .all(|part| part.shard.of() == parts[0].shard.of());
    if joined.iter().all(|joined| joined.missing.is_empty()) {
        return lines;
    }
    if alike {
        for shard in parts[0].shard.siblings() {
            let own = |round: Round| shard.deals(experiment.deals_at(round.table));
            let of_all = experiment
                .rounds()
                .map(|round| own(round).end - own(round).start);
            let of_all: u64 = of_all.sum();
            match parts.iter().position(|part| part.shard == shard) {
                None if of_all > 0 => lines.push(format!("part {shard} is missing")),
                None => {}
                Some(at) => {
                    let counted: u64 = joined.iter().map(|joined| joined.counted[at]).sum();
                    if counted < of_all {
                        lines.push(format!(
                            "part {shard} in {} has {} of {}; go on with --resume",
                            parts[at].dir().display(),
                            grouped(counted),
                            plural(of_all, "deal", "deals")
                        ));
                    }
                }
            }
        }
    } else {
        for (round, joined) in experiment.rounds().zip(joined) {
            for deals in &joined.missing {
                let (first, last) = (deals.start, deals.end - 1);
                lines.push(format!("deals {first} to {last} of {}", name(round)));
            }
        }
    }
    first_lines(lines, LISTED)
}

/// What a message calls a round.
fn name(round: Round) -> String {
    format!("table {} under {}", round.table.name, round.rules.name)
}
