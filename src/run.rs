//! `unosim run`: experiment → arena → tally → report.

use anyhow::{Context, Result, ensure};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

use crate::arena::{Roster, Round};
use crate::cli::RunArgs;
use crate::experiment::Experiment;
use crate::interrupt::{self, Ending, STOP};
use crate::meter::Meter;
use crate::numbers::{grouped, plural};
use crate::progress::watch;
use crate::report::files::Target;
use crate::report::manifest::{self, Course, Kind};
use crate::report::{Played, csv, table};
use crate::shard::Shard;
use crate::style::Style;
use crate::until::{End, play_round};

/// More threads than any machine has.
const MOST_THREADS: u64 = 1024;

/// What Ctrl-C says.
pub(crate) const STOPPING: &str =
    "finishing the games under way; once more stops at once and writes nothing";

/// Plays an experiment and writes its results.
///
/// # Errors
/// Whatever is wrong with the experiment, the place of the results or a strategy.
pub fn run(args: &RunArgs) -> Result<Ending> {
    let experiment = Experiment::load(args)?;
    let out: PathBuf = args
        .out
        .clone()
        .or_else(|| experiment.out.clone())
        .unwrap_or_else(|| Path::new("results").join(&experiment.name));
    let target = Target::check(&out, args.force)?;
    let pool = pool(args.threads)?;
    interrupt::watch(STOPPING)?;

    for note in notes(&experiment) {
        let _ = writeln!(std::io::stderr(), "note: {note}");
    }
    let start = Instant::now();
    let played = play(&experiment, &pool, args.quiet)?;
    let deals: u64 = played.iter().map(|p| p.tally.deals).sum();
    let course = Course {
        threads: pool.current_num_threads(),
        time: start.elapsed(),
        complete: played.len() == experiment.rounds().count()
            && played.iter().all(|p| p.end != End::Interrupted),
    };
    if deals > 0 {
        let mut files = csv::all(&played)?;
        if let Some(outputs) = &experiment.outputs {
            files.retain(|(name, _)| outputs.iter().any(|output| output.file() == *name));
        }
        let manifest = manifest::render(&experiment, &Kind::run(), &played, &files, course);
        files.push(("manifest.json", manifest));
        target.write(&files)?;
    }
    if !args.quiet {
        print(&experiment, &played, course, &target)?;
    }
    if course.complete {
        return Ok(Ending::Complete);
    }
    let games: u64 = played.iter().map(|p| p.tally.games).sum();
    // A closed standard error is no reason to fail now.
    let _ = writeln!(
        std::io::stderr(),
        "interrupted after {} of {} deals; {}",
        grouped(deals),
        grouped(experiment.all_deals()),
        match deals {
            0 => "nothing was written".to_string(),
            _ => format!(
                "the results of {} are in {}",
                plural(games, "game", "games"),
                target.dir().display()
            ),
        }
    );
    Ok(Ending::Interrupted)
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

fn play(experiment: &Experiment, pool: &rayon::ThreadPool, quiet: bool) -> Result<Vec<Played>> {
    let mut played = Vec::new();
    let rounds: Vec<_> = experiment.rounds().collect();
    for (i, (rules, table)) in rounds.iter().enumerate() {
        let meter = Meter::new(experiment, table);
        let what = match (experiment.rules.len(), experiment.tables.len()) {
            (1, 1) => experiment.name.clone(),
            (1, _) => table.name.clone(),
            (_, 1) => rules.name.clone(),
            _ => format!("{}, {}", rules.name, table.name),
        };
        let label = match rounds.len() {
            1 => what,
            many => format!("{what} ({}/{many})", i + 1),
        };
        let round = Round {
            experiment,
            rules,
            table,
        };
        let ledger = round.ledger(());
        let end = watch(&meter, &label, quiet, || {
            play_round(round, Shard::WHOLE, &ledger, pool, &meter, &STOP)
        })?;
        let tally = ledger.into_kept().counts.tally;
        if tally.deals > 0 {
            played.push(Played {
                rules: (*rules).clone(),
                table: table.name.clone(),
                point: table.point.clone(),
                roster: Roster::new(&table.strategies),
                tally,
                end,
            });
        }
        if STOP.load(Relaxed) {
            break;
        }
    }
    Ok(played)
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

fn print(experiment: &Experiment, played: &[Played], course: Course, to: &Target) -> Result<()> {
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
