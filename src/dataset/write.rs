//! Writes the files of a dataset, each on one thread, and lists them. It knows what is there already and when to stop; what
//! is in a file is the business of `play`.

use anyhow::{Result, ensure};
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::io::Write as _;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::Job;
use super::args::WriteArgs;
use super::manifest::{FILE, Listed, Manifest, prepare};
use super::play::{Broken, write_file};
use super::sink::Written;
use crate::interrupt::{self, Ending, STOP};
use crate::meter::Meter;
use crate::numbers::{grouped, plural};
use crate::place::Place;
use crate::progress::watch;
use crate::run::{CHECKPOINT_EVERY, notes, pool};
use crate::spread::{Worker, spread};

/// What Ctrl-C says.
const STOPPING: &str = "stopping; the files under way are dropped, and --resume goes on";

/// Writes what was asked for.
///
/// # Errors
/// Whatever is wrong with the experiment, the place of the dataset or a strategy.
pub fn run(args: &WriteArgs) -> Result<Ending> {
    let job = Job::load(args)?;
    let how = How {
        threads: args.threads,
        force: args.force,
        resume: args.resume,
        quiet: args.quiet,
        checkpoint_every: args.checkpoint_every,
    };
    carry_out(&job, how)
}

/// How files are written; no byte of them depends on it.
#[derive(Debug, Clone, Copy, Default)]
pub struct How {
    /// Threads; all processors if it is not said.
    pub threads: Option<u64>,
    /// Overwrite a dataset that is already there.
    pub force: bool,
    /// Keep the files that are there.
    pub resume: bool,
    /// Print neither progress nor the summary.
    pub quiet: bool,
    /// Between two lists of what is there.
    pub checkpoint_every: Option<Duration>,
}

/// Writes the files of a job.
///
/// # Errors
/// A strategy that breaks down, or something in the way.
pub fn carry_out(job: &Job, how: How) -> Result<Ending> {
    let _place = Place::take(&job.out)?;
    let pool = pool(how.threads)?;
    let threads = pool.current_num_threads();
    let start = Instant::now();
    let nothing = Manifest::new(job, Vec::new(), threads, 0.0);
    prepare(&job.out, &nothing, how.force, how.resume)?;
    interrupt::watch(STOPPING)?;
    for note in notes(&job.experiment) {
        let _ = writeln!(std::io::stderr(), "note: {note}");
    }
    let (files, todo) = there(job, &pool)?;
    let kept = files.len();
    let list = List {
        job,
        threads,
        start,
        every: how.checkpoint_every.unwrap_or(CHECKPOINT_EVERY),
        state: Mutex::new((files, Instant::now())),
    };
    let meter = Meter::of_games(todo.iter().map(|file| games(job, *file)).sum());
    let written = watch(&meter, &job.experiment.name, how.quiet, || {
        spread(&pool, 0..todo.len() as u64, &STOP, || Writer {
            job,
            todo: &todo,
            list: &list,
            meter: &meter,
        })
    });
    // What has been written is kept, whatever went wrong with the rest.
    let seconds = start.elapsed().as_secs_f64();
    let manifest = list.manifest();
    manifest.write(&job.out)?;
    written.map_err(worst)?;
    if !manifest.complete {
        let _ = writeln!(
            std::io::stderr(),
            "interrupted: {} of {} files are in {}; go on with --resume",
            grouped(manifest.files.len() as u64),
            grouped(job.own().len() as u64),
            job.out.display()
        );
        return Ok(Ending::Interrupted);
    }
    if !how.quiet {
        summary(job, &manifest, kept, seconds)?;
    }
    Ok(Ending::Complete)
}

/// Writes all files of a job on this thread, whatever is there; rows and bytes of each.
///
/// # Errors
/// A strategy that breaks down, or a disk that refuses.
pub fn write_files(job: &Job, meter: &Meter) -> Result<Vec<(u64, u64)>> {
    let mut files = Vec::new();
    for number in job.own() {
        let part = &job.plan.parts[number];
        let written = write_file(job, part, &job.out, &job.file_name(number), meter);
        if let Some((rows, written)) = written.map_err(|broken| worst(vec![broken]))? {
            files.push((rows, written.bytes));
        }
    }
    Ok(files)
}

/// The files that are there already, and the numbers of those that are not. Only what the manifest lists is taken for a file
/// of this dataset: whatever else has such a name is written again.
fn there(job: &Job, pool: &rayon::ThreadPool) -> Result<(Vec<Listed>, Vec<usize>)> {
    let own: BTreeSet<usize> = job.own().into_iter().collect();
    let mut listed = Manifest::find(&job.out)?.map_or_else(Vec::new, |there| there.files);
    listed.retain(|file| own.contains(&file.number));
    let whole = |file: Listed| -> Result<Option<Listed>> {
        let path = job.out.join(&file.name);
        if !path.exists() {
            return Ok(None);
        }
        let found = Written::of(&path)?;
        ensure!(
            (found.bytes, &found.hash) == (file.bytes, &file.hash),
            "{} is not what {FILE} says ({} bytes, hash {}): it was changed since; delete it, and it is written again",
            path.display(),
            file.bytes,
            file.hash
        );
        Ok(Some(file))
    };
    let looked: Vec<_> =
        pool.install(|| listed.into_par_iter().map(whole).collect::<Result<_>>())?;
    let kept: Vec<Listed> = looked.into_iter().flatten().collect();
    let there: BTreeSet<usize> = kept.iter().map(|file| file.number).collect();
    Ok((kept, own.difference(&there).copied().collect()))
}

fn listed(job: &Job, number: usize, rows: u64, written: Written) -> Listed {
    let part = &job.plan.parts[number];
    let round = job.round(part.round);
    Listed {
        name: job.file_name(number),
        number,
        rules: round.rules.name.clone(),
        table: round.table.name.clone(),
        first_deal: part.deals.start,
        deals: part.deals.end - part.deals.start,
        rows,
        bytes: written.bytes,
        hash: written.hash,
    }
}

/// Games of a file.
fn games(job: &Job, file: usize) -> u64 {
    let part = &job.plan.parts[file];
    let players = job.round(part.round).table.strategies.len();
    let rotations = job.experiment.seating.rotations(players);
    (part.deals.end - part.deals.start).saturating_mul(u64::from(rotations))
}

/// The files that are whole. The manifest lists them every few seconds: of those that it does not list nobody knows, after a
/// crash, whether they are what they should be.
struct List<'a> {
    job: &'a Job,
    threads: usize,
    start: Instant,
    every: Duration,
    /// The files, and when they were last listed.
    state: Mutex<(Vec<Listed>, Instant)>,
}

impl List<'_> {
    /// A file is whole.
    fn add(&self, file: Listed) -> Result<()> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.0.push(file);
        if state.1.elapsed() < self.every {
            return Ok(());
        }
        state.1 = Instant::now();
        self.listing(&state.0).write(&self.job.out)
    }

    fn manifest(&self) -> Manifest {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        self.listing(&state.0)
    }

    fn listing(&self, files: &[Listed]) -> Manifest {
        let mut files = files.to_vec();
        files.sort_by_key(|file| file.number);
        let seconds = self.start.elapsed().as_secs_f64();
        Manifest::new(self.job, files, self.threads, seconds)
    }
}

/// A thread that writes files.
struct Writer<'a> {
    job: &'a Job,
    todo: &'a [usize],
    list: &'a List<'a>,
    meter: &'a Meter,
}

impl Worker for Writer<'_> {
    type Broken = Broken;

    /// Writes a file; here the deals of `spread` are files.
    fn play(&mut self, at: u64) -> Result<(), Broken> {
        // A file that is begun after the stop would be dropped at once.
        if STOP.load(Relaxed) {
            return Ok(());
        }
        let number = self.todo[at as usize];
        let name = self.job.file_name(number);
        let part = &self.job.plan.parts[number];
        let written = write_file(self.job, part, &self.job.out, &name, self.meter)?;
        if let Some((rows, written)) = written {
            let file = listed(self.job, number, rows, written);
            self.list.add(file).map_err(Broken::File)?;
        }
        Ok(())
    }
}

/// Of several failures a file that cannot be written, or the breakdown in the earliest game.
fn worst(mut broken: Vec<Broken>) -> anyhow::Error {
    broken.sort_by_key(|broken| match broken {
        Broken::File(_) => None,
        Broken::Play(round, at) => Some((*round, at.deal, at.rotation)),
    });
    match broken.into_iter().next() {
        Some(Broken::File(error)) => error,
        Some(Broken::Play(_, breakdown)) => breakdown.into(),
        None => anyhow::anyhow!("a file could not be written"),
    }
}

fn summary(job: &Job, manifest: &Manifest, kept: usize, seconds: f64) -> Result<()> {
    let bytes: u64 = manifest.files.iter().map(|file| file.bytes).sum();
    let rows = manifest.rows;
    let mut out = std::io::stdout().lock();
    write!(
        out,
        "{} in {}",
        plural(rows, "row", "rows"),
        plural(manifest.files.len() as u64, "file", "files"),
    )?;
    if kept > 0 {
        write!(out, " ({} of them kept)", grouped(kept as u64))?;
    }
    write!(out, ", {} bytes", grouped(bytes))?;
    if rows > 0 {
        write!(out, ", {:.1} a row", bytes as f64 / rows as f64)?;
    }
    if kept == 0 {
        let rate = (rows as f64 / seconds.max(1e-9)) as u64;
        write!(out, ", in {seconds:.2} s ({} rows/s)", grouped(rate))?;
    }
    writeln!(out, "; dataset in {}", job.out.display())?;
    Ok(())
}
