//! `unosim dataset`: the same seeded play, recorded. args → job → plan → play ⇄ recorder → columns → sink.
//!
//! `decisions` and `games` say what a row is, once, as data (`columns`); the files (`parquet`, `plain`), their metadata and
//! the documentation follow from it.

pub mod args;
pub mod columns;
mod decide;
pub mod decisions;
mod describe;
pub mod games;
mod job;
mod manifest;
mod merge;
mod parquet;
mod plain;
mod plan;
mod play;
mod read;
mod record;
pub mod seen;
mod sink;
mod spread;
pub mod words;
mod write;

pub use args::{DatasetArgs, DatasetCommand};
pub use job::Job;
pub use manifest::{Manifest, is_file_of_a_dataset};
pub use merge::{is_one, merge, name};
pub use write::{How, carry_out, write_files};

use anyhow::Result;

use crate::interrupt::Ending;

/// Writes a dataset, or describes one.
///
/// # Errors
/// Whatever is wrong with the experiment, the place of the dataset or a strategy.
pub fn run(args: &DatasetArgs) -> Result<Ending> {
    match &args.command {
        None => write::run(&args.write),
        Some(DatasetCommand::Describe { dir }) => {
            describe::run(dir)?;
            Ok(Ending::Complete)
        }
    }
}
