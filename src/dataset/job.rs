//! What is to be written: flags and experiment, checked before anything is played. It plays nothing and writes nothing.

use anyhow::{Context, Result, ensure};
use serde_json::{Map, Value, json};
use std::path::PathBuf;

use super::args::{Level, WriteArgs};
use super::columns::Column;
use super::manifest::file_name;
use super::plan::Plan;
use super::sink::{Coding, Compress, Format};
use crate::arena::Round;
use crate::experiment::Experiment;
use crate::shard::Shard;

/// Everything that determines a dataset.
#[derive(Debug, Clone)]
pub struct Job {
    /// What is played.
    pub experiment: Experiment,
    /// What there is a row of.
    pub level: Level,
    /// The kind of files.
    pub coding: Coding,
    /// The share of rows that is kept.
    pub sample: f64,
    /// Whether the true hands are written too.
    pub with_hidden: bool,
    /// The files.
    pub plan: Plan,
    /// Which of them are to be written here.
    pub shard: Option<Shard>,
    /// Where.
    pub out: PathBuf,
}

impl Job {
    /// Checks everything.
    ///
    /// # Errors
    /// Says what is wrong and what would be right.
    pub fn load(args: &WriteArgs) -> Result<Job> {
        let mut experiment = Experiment::load(&args.play, None)?;
        ensure!(
            experiment.until.is_none() || args.play.deals.is_some(),
            "the experiment has `until`, but which deals stand in which file of a dataset is fixed before any is played; \
             give --deals, which plays so many instead"
        );
        experiment.until = None;
        let level = args.level;
        ensure!(
            !args.with_hidden || level == Level::Decisions,
            "--with-hidden adds the other hands to a row of --level decisions; there is none of {}",
            level.name()
        );
        let format = args.format;
        let usual = match format {
            Format::Parquet => Compress::Zstd,
            Format::Csv | Format::Jsonl => Compress::None,
        };
        let out = args
            .out
            .clone()
            .context("say where the dataset shall lie: --out DIR")?;
        Ok(Job {
            plan: Plan::new(&experiment, level, args.sample, args.deals_per_file)?,
            experiment,
            level,
            coding: Coding {
                format,
                compress: args.compress.unwrap_or(usual),
            },
            sample: args.sample,
            with_hidden: args.with_hidden,
            shard: args.shard,
            out,
        })
    }

    /// The rules and the table of a round.
    #[must_use]
    pub fn round(&self, index: usize) -> Round<'_> {
        let mut rounds = self.experiment.rounds();
        rounds.nth(index).expect("files are planned round by round")
    }

    /// The columns of its files.
    #[must_use]
    pub fn columns(&self) -> Vec<Column> {
        self.level.columns(self.with_hidden)
    }

    /// The name of a file.
    #[must_use]
    pub fn file_name(&self, index: usize) -> String {
        file_name(self.level.name(), index, self.coding)
    }

    /// The indices of the files that are to be written here.
    #[must_use]
    pub fn own(&self) -> Vec<usize> {
        let all = 0..self.plan.parts.len();
        all.filter(|index| self.shard.is_none_or(|shard| shard.has(*index as u64)))
            .collect()
    }

    /// What the bytes of the files depend on, as the manifest has it.
    #[must_use]
    pub fn settings(&self) -> Map<String, Value> {
        let settings = [
            ("level", json!(self.level.name())),
            ("format", json!(self.coding.format.name())),
            ("compress", json!(self.coding.compress.name())),
            ("sample", json!(self.sample)),
            ("with_hidden", json!(self.with_hidden)),
            ("deals_per_file", json!(self.plan.deals_a_file)),
            ("files", json!(self.plan.parts.len())),
        ];
        let owned = settings.into_iter().map(|(key, value)| (key.into(), value));
        owned.collect()
    }
}
