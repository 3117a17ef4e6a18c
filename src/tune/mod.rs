//! `unosim tune`: searches for the numbers with which a strategy plays best. job → space → cma ⇄ trial → report.
//!
//! The search (`cma`) moves points, `space` makes strategies of them, `trial` lets them play in the arena, `state` keeps
//! how far it is. The random numbers of a generation come from (seed, generation), so nothing of a stream has to be kept.

pub mod cma;
mod draft;
mod eigen;
mod job;
mod manifest;
mod report;
mod space;
mod state;
mod trial;

pub use draft::TuneFile;
pub use job::{Goal, Job};
pub use space::{Dimension, Space};

use anyhow::{Result, bail};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;
use unosim_engine::{Rng, Role};
use unosim_strategies::Spec;

use crate::cli::TuneArgs;
use crate::interrupt::{self, Ending, STOP};
use crate::run::pool;
use crate::store;
use crate::style::Style;
use state::{Generation, State};

/// The files of a search that follow from its settings.
pub const FILES: [&str; 3] = [state::FILE, report::COURSE, report::RESULT];

/// What Ctrl-C says.
const STOPPING: &str =
    "finishing the generation under way; once more stops at once and leaves the one before";
/// The stream of a generation's candidates.
const CANDIDATES: Role = Role::Other(0x7475_6e67);

/// Searches, and compares what it found with the start.
///
/// # Errors
/// Whatever is wrong with the settings, an earlier state, the place of the results or a strategy.
pub fn run(args: &TuneArgs) -> Result<Ending> {
    let job = Job::load(args)?;
    let usual = || Path::new("results").join(&job.experiment.name);
    let out: PathBuf = args.out.clone().unwrap_or_else(usual);
    let mut state = if args.resume {
        State::read(&out, &job)?
    } else {
        begin(&out, &job, args.force)?
    };
    let pool = pool(args.threads)?;
    interrupt::watch(STOPPING)?;

    let begun = (Instant::now(), state.optimizer.generation);
    while state.optimizer.generation < job.generations {
        if STOP.load(Relaxed) {
            return Ok(interrupted(&job, &state, &out));
        }
        advance(&job, &mut state, &pool)?;
        state.write(&out)?;
        if !args.quiet {
            progress(&job, &state, begun);
        }
    }
    let tuned = job.space.at(&state.optimizer.mean)?;
    let Some(gain) = trial::compare(&job, &job.space.spec, &tuned, &pool)? else {
        return Ok(interrupted(&job, &state, &out));
    };
    let files = [
        (report::COURSE, report::course(&job, &state)?),
        (report::RESULT, report::experiment(&job, &tuned, &gain)),
    ];
    for (name, content) in &files {
        store::replace(&out, name, content)?;
    }
    // Last: it says that all is there.
    let manifest = manifest::manifest(&job, &files, pool.current_num_threads());
    store::replace(&out, manifest::FILE, &manifest)?;
    if !args.quiet {
        let text = report::screen(&job, &state, &tuned, &gain, Style::stdout());
        let mut stdout = std::io::stdout().lock();
        writeln!(stdout, "{text}results in {}", out.display())?;
    }
    Ok(Ending::Complete)
}

/// A new search in a directory that holds none, or one that may be overwritten.
fn begin(out: &Path, job: &Job, force: bool) -> Result<State> {
    if let (Some(old), false) = (FILES.iter().find(|name| out.join(name).exists()), force) {
        bail!(
            "{} already holds a search ({old}); go on with it with --resume, choose another directory with --out, or \
             overwrite it with --force",
            out.display()
        );
    }
    let state = State::new(job);
    state.write(out)?;
    // The result of an older search does not belong to the new one.
    let old = [report::COURSE, report::RESULT, manifest::FILE];
    for old in old.map(|name| out.join(name)) {
        if old.exists() {
            std::fs::remove_file(old)?;
        }
    }
    Ok(state)
}

/// Plays one generation and learns from it.
fn advance(job: &Job, state: &mut State, pool: &rayon::ThreadPool) -> Result<()> {
    let generation = state.optimizer.generation;
    let mut rng = Rng::new(job.experiment.seed, generation, CANDIDATES);
    let mut points = state.optimizer.ask(&mut rng);
    points.iter_mut().for_each(|point| job.space.confine(point));
    let specs: Vec<Spec> = points
        .iter()
        .map(|point| job.space.at(point))
        .collect::<Result<_>>()?;
    let worths = trial::candidates(job, generation, &specs, pool)?;
    let mean = worths.iter().sum::<f64>() / worths.len() as f64;
    let mut ranked: Vec<(f64, Vec<f64>)> = worths.into_iter().zip(points).collect();
    // Stable: of equal candidates the one that was asked for first stands first.
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
    let best = ranked[0].0;
    let points: Vec<Vec<f64>> = ranked.into_iter().map(|(_, point)| point).collect();
    state.optimizer.tell(&points);
    let coordinates = job.space.dimensions.iter().zip(&state.optimizer.mean);
    state.history.push(Generation {
        best,
        mean,
        sigma: state.optimizer.sigma,
        values: coordinates.map(|(d, x)| d.value(*x)).collect(),
    });
    Ok(())
}

/// Tells of the last generation on standard error. A closed one stops no search.
fn progress(job: &Job, state: &State, (start, from): (Instant, u64)) {
    let Some(last) = state.history.last() else {
        return;
    };
    let scale = match job.goal {
        Goal::Win => 100.0,
        Goal::Points => 1.0,
    };
    let done = state.optimizer.generation;
    let each = start.elapsed().as_secs_f64() / (done - from).max(1) as f64;
    let _ = writeln!(
        std::io::stderr(),
        "generation {done} of {}: best {:.2}, mean {:.2}, sigma {:.2}, {:.0} s left",
        job.generations,
        last.best * scale,
        last.mean * scale,
        last.sigma,
        each * (job.generations - done) as f64
    );
}

fn interrupted(job: &Job, state: &State, out: &Path) -> Ending {
    let _ = writeln!(
        std::io::stderr(),
        "interrupted after {} of {} generations; the same command with --resume goes on (state in {})",
        state.optimizer.generation,
        job.generations,
        out.join(state::FILE).display()
    );
    Ending::Interrupted
}
