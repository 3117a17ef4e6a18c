//! `unosim run`: experiment → arena → tally → report.

use anyhow::{Context, Result, ensure};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::arena::Round;
use crate::checkpoint::Keeper;
use crate::cli::RunArgs;
use crate::experiment::{Experiment, TableSpec};
use crate::interrupt::{self, Ending, STOP};
use crate::meter::Meter;
use crate::numbers::{grouped, plural};
use crate::part::{self, Part};
use crate::place::Place;
use crate::progress::watch;
use crate::report::files::Target;
use crate::report::manifest::{self, Course, Kind};
use crate::report::{Played, csv, table};
use crate::resume::{Start, begin};
use crate::shard::Shard;
use crate::style::Style;
use crate::until::{End, play_round};

/// More threads than any machine has.
const MOST_THREADS: u64 = 1024;

/// What Ctrl-C says.
pub(crate) const STOPPING: &str =
    "finishing the games under way; once more stops at once and writes nothing";

/// Where the counts of a run that is not divided lie, in the directory of its results.
const CHECKPOINT: &str = "checkpoint";

/// Between two checkpoints.
pub(crate) const CHECKPOINT_EVERY: Duration = Duration::from_secs(5);

/// Plays an experiment, or a part of it, and writes its results or counts.
///
/// # Errors
/// Whatever is wrong with the experiment, the place of the results or a strategy.
pub fn run(args: &RunArgs) -> Result<Ending> {
    let experiment = Experiment::load(&args.play, args.until)?;
    let out: PathBuf = args
        .out
        .clone()
        .or_else(|| experiment.out.clone())
        .unwrap_or_else(|| Path::new("results").join(&experiment.name));
    carry_out(&experiment, &out, args)
}

/// Plays an experiment, or the part of it that the flags say, and writes results or counts into a directory.
///
/// # Errors
/// As [`run`].
pub fn carry_out(experiment: &Experiment, out: &Path, args: &RunArgs) -> Result<Ending> {
    ensure!(
        args.shard.is_none() || experiment.until.is_none(),
        "--shard does not go with `until`: whether enough is known can only be seen from all deals together; say how many with --deals"
    );
    let dir = match args.shard {
        Some(_) => out.to_path_buf(),
        None => out.join(CHECKPOINT),
    };
    let _place = Place::take(out)?;
    let part = Part::new(&dir, experiment, args.shard.unwrap_or(Shard::WHOLE));
    let (part, overwrite) = match begin(part, args, out)? {
        Start::Nothing => return Ok(Ending::Complete),
        Start::Play { part, overwrite } => (part, overwrite),
    };
    let sharded = args.shard.is_some();
    let other = match sharded {
        true => (
            out.join(CHECKPOINT),
            "the counts of a run that was not divided",
        ),
        false => (out.join(part::FILE), "a part of a run that was divided"),
    };
    ensure!(
        !other.0.exists(),
        "{} holds {}; choose another directory with --out",
        out.display(),
        other.1
    );
    ensure!(
        !dir.exists() || dir.is_dir(),
        "cannot write counts to {}: a file is in the way",
        dir.display()
    );
    let job = Job {
        // A part is never written beside results, which would belong to something else.
        target: Target::check(out, overwrite && !sharded)?,
        sharded,
        every: args.checkpoint_every.unwrap_or(CHECKPOINT_EVERY),
        quiet: args.quiet,
        experiment,
        part,
    };
    let pool = pool(args.threads)?;
    interrupt::watch(STOPPING)?;
    if args.force {
        part::clear(&dir)?;
    }
    for note in notes(experiment) {
        let _ = writeln!(std::io::stderr(), "note: {note}");
    }
    job.play_and_write(&pool)
}

/// A run whose settings and place are known to be right.
struct Job<'a> {
    experiment: &'a Experiment,
    part: Part,
    sharded: bool,
    every: Duration,
    target: Target,
    quiet: bool,
}

impl Job<'_> {
    fn play_and_write(&self, pool: &rayon::ThreadPool) -> Result<Ending> {
        let keeper = Keeper::new(&self.part, self.every);
        let outcome = keeper.watch(|| self.play(&keeper, pool))?;
        let counted = outcome.sum(|p| p.tally.deals) > 0;
        let results = counted && !self.sharded && !outcome.gaps;
        let saved = match outcome.course.complete && !self.sharded {
            true => Ok(()),
            false if counted || self.sharded => keeper.save(),
            false => Ok(()),
        };
        if results {
            let Outcome { played, course, .. } = &outcome;
            let written = write(self.experiment, played, *course, &self.target);
            written.map_err(|error| match keeper.save() {
                Ok(()) => error.context(format!(
                    "what was counted is kept in {}; make room and go on with --resume",
                    self.part.dir().display()
                )),
                Err(_) => error,
            })?;
        }
        saved?;
        if outcome.course.complete && !self.sharded {
            part::clear(self.part.dir())?;
        }
        self.tell(&outcome, results)
    }

    /// Says what came of it.
    fn tell(&self, outcome: &Outcome, results: bool) -> Result<Ending> {
        let Outcome { played, course, .. } = outcome;
        let games = plural(outcome.sum(|p| p.tally.games), "game", "games");
        let counts = self.part.dir().display();
        if results && !self.quiet {
            print(self.experiment, played, *course, &self.target)?;
        }
        if course.complete {
            if self.sharded && !self.quiet {
                println!(
                    "part {} with {games} is complete; its counts are in {counts}. Join all parts with unosim merge",
                    self.part.shard
                );
            }
            return Ok(Ending::Complete);
        }
        let rounds = self.experiment.rounds();
        let all: u64 = rounds.map(|round| self.own(round.table)).sum();
        let deals = outcome.sum(|p| p.tally.deals);
        // A closed standard error is no reason to fail now.
        let _ = writeln!(
            std::io::stderr(),
            "interrupted after {} of {} deals; {}",
            grouped(deals),
            grouped(all),
            match (deals, results) {
                (0, _) => "nothing was written".to_string(),
                (_, false) => format!("the counts of {games} are in {counts}; go on with --resume"),
                (_, true) => format!(
                    "the results of {games} are in {}; go on with --resume",
                    self.target.dir().display()
                ),
            }
        );
        Ok(Ending::Interrupted)
    }

    /// How many deals of a table are played here.
    fn own(&self, table: &TableSpec) -> u64 {
        let own = self.part.shard.deals(self.experiment.deals_at(table));
        own.end - own.start
    }

    /// Plays round after round; what was counted, and how that went, earlier runs included.
    fn play<'a>(&'a self, keeper: &Keeper<'a>, pool: &rayon::ThreadPool) -> Result<Outcome> {
        let experiment = self.experiment;
        let rounds: Vec<Round> = experiment.rounds().collect();
        // A damaged file is found before anything is played.
        for (index, round) in rounds.iter().enumerate() {
            self.part.read(index, *round)?;
        }
        let mut outcome = Outcome {
            played: Vec::new(),
            course: Course {
                threads: pool.current_num_threads(),
                time: Duration::ZERO,
                complete: true,
            },
            gaps: false,
        };
        for (index, round) in rounds.iter().enumerate() {
            let (rules, table) = (round.rules, round.table);
            let saved = self.part.read(index, *round)?;
            let ledger = keeper.open(index, *round, saved.as_ref());
            let meter = Meter::new(experiment, table, self.own(table));
            meter.resume(&ledger);
            let what = match (experiment.rules.len(), experiment.tables.len()) {
                (1, 1) => experiment.name.clone(),
                (1, _) => table.name.clone(),
                (_, 1) => rules.name.clone(),
                _ => format!("{}, {}", rules.name, table.name),
            };
            let label = match rounds.len() {
                1 => what,
                many => format!("{what} ({}/{many})", index + 1),
            };
            let end = watch(&meter, &label, self.quiet, || {
                play_round(*round, self.part.shard, &ledger, pool, &meter, &STOP)
            })?;
            if let Some(saved) = keeper.close() {
                outcome.course.time += Duration::from_secs_f64(saved.seconds);
                let own = self.part.shard.deals(experiment.deals_at(table));
                outcome.gaps |= !saved.kept.deals.follow(own.start);
                let tally = saved.kept.counts.tally;
                let played = (tally.deals > 0).then(|| Played::of(*round, tally, end));
                outcome.played.extend(played);
            }
            outcome.course.complete = end != End::Interrupted;
            if !outcome.course.complete {
                break;
            }
        }
        Ok(outcome)
    }
}

/// What came of a run.
struct Outcome {
    played: Vec<Played>,
    course: Course,
    /// Whether deals are missing before others that were played: an interrupted run that went on with what a killed one had
    /// counted may not have come to fill them.
    gaps: bool,
}

impl Outcome {
    fn sum(&self, of: fn(&Played) -> u64) -> u64 {
        self.played.iter().map(of).sum()
    }
}

/// Writes the results of what was played.
///
/// # Errors
/// If the disk refuses.
pub(crate) fn write(
    experiment: &Experiment,
    played: &[Played],
    course: Course,
    target: &Target,
) -> Result<()> {
    let mut files = csv::all(played)?;
    if let Some(outputs) = &experiment.outputs {
        files.retain(|(name, _)| outputs.iter().any(|output| output.file() == *name));
    }
    let manifest = manifest::render(experiment, &Kind::run(), played, &files, course);
    files.push(("manifest.json", manifest));
    target.write(&files)
}

/// What must be known about the results of an experiment before anybody relies on them.
pub(crate) fn notes(experiment: &Experiment) -> Vec<String> {
    let mut notes = Vec::new();
    if experiment.rules.iter().any(|r| !r.rules.reproducible()) {
        notes.push(
            "clock.limit_ms is set, so this machine's speed decides about penalties: \
             these results cannot be reproduced"
                .into(),
        );
    }
    for timed in experiment.timed() {
        notes.push(format!(
            "{timed} has a time budget, so this machine's speed decides about its choices: \
             these results cannot be reproduced"
        ));
    }
    for cheat in experiment.cheats() {
        notes.push(format!(
            "{cheat} sees cards that no player may see: these results are for research only"
        ));
    }
    notes
}

/// So many threads; all processors if it is not said.
///
/// # Errors
/// If there are too many, or the system gives none.
pub fn pool(threads: Option<u64>) -> Result<rayon::ThreadPool> {
    let threads = threads.unwrap_or(0);
    ensure!(
        threads <= MOST_THREADS,
        "--threads {threads}: at most {MOST_THREADS}, and no more than there are processors is of use"
    );
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads as usize)
        .build()
        .context("cannot start the threads")
}

/// Prints the table of results, and how fast they were made.
///
/// # Errors
/// If standard output is closed.
pub(crate) fn print(
    experiment: &Experiment,
    played: &[Played],
    course: Course,
    to: &Target,
) -> Result<()> {
    let games: u64 = played.iter().map(|p| p.tally.games).sum();
    let hands: u64 = played.iter().map(|p| p.tally.hands).sum();
    if games == 0 {
        return Ok(());
    }
    let seconds = course.time.as_secs_f64();
    let mut out = std::io::stdout().lock();
    let style = Style::stdout();
    out.write_all(table::render(experiment, played, style).as_bytes())?;
    let what = match games == hands {
        true => plural(hands, "hand", "hands"),
        false => format!(
            "{}, {}",
            plural(games, "game", "games"),
            plural(hands, "hand", "hands")
        ),
    };
    writeln!(
        out,
        "{what} in {seconds:.2} s ({} hands/s, {}); results in {}",
        grouped((hands as f64 / seconds.max(1e-9)) as u64),
        plural(course.threads as u64, "thread", "threads"),
        to.dir().display()
    )?;
    Ok(())
}
