//! `unosim dataset`: the same seeded play, recorded. args → job → plan → play ⇄ recorder → columns → sink.
//!
//! `decisions` and `games` say what a row is, once, as data (`columns`); the files (`parquet`, `plain`), their metadata and
//! the documentation follow from it.

pub mod args;
pub mod columns;
pub mod decisions;
pub mod games;
mod job;
mod parquet;
mod plain;
mod plan;
pub mod play;
mod record;
pub mod shard;
pub mod sink;
pub mod words;

pub use args::{DatasetArgs, DatasetCommand};
pub use job::Job;

use anyhow::Result;

use crate::interrupt::Ending;

/// Writes a dataset, or describes one.
///
/// # Errors
/// Whatever is wrong with the experiment, the place of the dataset or a strategy.
pub fn run(args: &DatasetArgs) -> Result<Ending> {
    let job = Job::load(&args.write)?;
    std::fs::create_dir_all(&job.out)?;
    let meter = crate::meter::Meter::of_games(1);
    let mut rows = 0;
    for index in job.own() {
        let part = &job.plan.parts[index];
        let name = job.file_name(index);
        match play::write_file(&job, part, &job.out, &name, &meter) {
            Ok(n) => rows += n.unwrap_or(0),
            Err(play::Broken::File(e)) => return Err(e),
            Err(play::Broken::Play(_, e)) => return Err(e.into()),
        }
    }
    println!("{rows} rows");
    Ok(Ending::Complete)
}
