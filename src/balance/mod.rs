//! `unosim balance`: what house rules do to the game. job → play ⇄ census → counts → measures → compare → words, report.
//!
//! `play` lets strategies play and `census` looks on, both add to `counts`; `measures` is the list of what is made of them (by
//! `formulas`), `compare` judges it against the baseline, `words` and `report` tell of it.

pub mod census;
pub mod compare;
pub mod counts;
pub mod finish;
pub mod formulas;
mod job;
pub mod measures;
pub mod play;
mod report;
mod words;

pub use job::{Candidate, Job, Skipped};

use anyhow::Result;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

use crate::cli::BalanceArgs;
use crate::interrupt::{self, Ending, STOP};
use crate::numbers::grouped;
use crate::report::files::Target;
use crate::report::manifest::Course;
use crate::run::pool;
use crate::style::Style;
use counts::Sample;

/// What Ctrl-C says.
const STOPPING: &str = "finishing the hands under way; once more stops at once and writes nothing";

/// Plays every rule set, compares them and writes the results.
///
/// # Errors
/// Whatever is wrong with the flags, the place of the results or a strategy.
pub fn run(args: &BalanceArgs) -> Result<Ending> {
    let job = Job::load(args)?;
    let usual = || Path::new("results").join("balance");
    let out: PathBuf = args.out.clone().unwrap_or_else(usual);
    let target = Target::check(&out, args.force)?;
    let pool = pool(args.threads)?;
    interrupt::watch(STOPPING)?;
    for Skipped { rules, why } in &job.skipped {
        note(&format!("note: {rules} is left out: {why}"));
    }
    let start = Instant::now();
    let mut samples: Vec<(&str, &unosim_engine::Rules, Sample)> = Vec::new();
    for (index, candidate) in job.candidates.iter().enumerate() {
        let sample = play::play(&job, candidate, &pool, &STOP)?;
        // Half a rule set cannot be compared deal by deal.
        if sample.deals < job.deals {
            break;
        }
        samples.push((&candidate.rules.name, &candidate.played, sample));
        if !args.quiet {
            let (done, all) = (index + 1, job.candidates.len());
            let left = start.elapsed().as_secs_f64() / done as f64 * (all - done) as f64;
            let name = &candidate.rules.name;
            note(&format!("{name} ({done}/{all}), about {left:.0} s left"));
        }
        if STOP.load(Relaxed) {
            break;
        }
    }
    let course = Course {
        threads: pool.current_num_threads(),
        time: start.elapsed(),
        complete: samples.len() == job.candidates.len(),
    };
    let measured = compare::compare(&samples, job.players);
    if !measured.is_empty() {
        let csv = vec![("balance.csv", report::csv(&measured)?)];
        let manifest = report::manifest(&job, &measured, &csv, course);
        let files = [csv, vec![("manifest.json", manifest)]].concat();
        target.write(&files)?;
        if !args.quiet {
            let text = words::screen(&job, &measured, Style::stdout());
            let mut stdout = std::io::stdout().lock();
            let hands = grouped(measured.len() as u64 * job.deals * job.hands_a_deal());
            let (seconds, dir) = (course.time.as_secs_f64(), target.dir().display());
            writeln!(
                stdout,
                "{text}{hands} hands in {seconds:.1} s; results in {dir}"
            )?;
        }
    }
    if course.complete {
        return Ok(Ending::Complete);
    }
    note(&format!(
        "interrupted after {} of {} rule sets; {}",
        measured.len(),
        job.candidates.len(),
        match measured.is_empty() {
            true => "nothing was written".to_string(),
            false => format!("their results are in {}", target.dir().display()),
        }
    ));
    Ok(Ending::Interrupted)
}

/// A line on standard error. A closed one stops nothing.
fn note(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}
