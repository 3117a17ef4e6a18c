//! What may be typed after `unosim dataset`, and its help. It checks single values; what they come to, `job` knows.

use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

use super::columns::{Column, columns};
use super::decisions::Decision;
use super::games::Record;
use super::sink::{Compress, Format};
use crate::cli::PlayArgs;
use crate::numbers::{parse_count, parse_seconds};
use crate::shard::Shard;

const EXAMPLES: &str = "\
Examples:
  unosim dataset --strategies random,greedy --out data/games           a row a game
  unosim dataset experiments/strategies.toml --level decisions --deals 1e4 --out data/decisions
  unosim dataset --strategies expert,expert --level decisions --sample 0.01 --deals 1e6 --out data/few
  unosim dataset --strategies random,greedy --format csv --compress zstd --out data/csv
  unosim dataset --strategies expert,greedy --deals 1e6 --out data/a --shard 1/2     on one machine
  unosim dataset --strategies expert,greedy --deals 1e6 --out data/b --shard 2/2     on another
  unosim dataset describe data/decisions                               what is in it

The games are those that `unosim run` plays with the same flags. A file holds a fixed number of deals and is there whole or
not at all; the same command writes the same files, byte for byte, with any number of threads or shards. Columns, types and
meanings are in docs/datasets.md and in the Parquet files. What a row of `decisions` tells of the game is what the seat that
was asked may know; with --with-hidden the true hands stand beside it, in columns of that name.
Ctrl-C drops the files under way (exit code 130); --resume goes on.";

const DESCRIBE_EXAMPLES: &str = "\
Examples:
  unosim dataset describe data/decisions
  unosim dataset describe data/decisions | less";

/// `unosim dataset`
#[derive(Args, Debug, Clone)]
#[command(after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
pub struct DatasetArgs {
    /// What to do with one that is there
    #[command(subcommand)]
    pub command: Option<DatasetCommand>,
    /// What to write
    #[command(flatten)]
    pub write: WriteArgs,
}

/// What can be done with a dataset.
#[derive(Subcommand, Debug, Clone)]
pub enum DatasetCommand {
    /// Print what is in a dataset: rows, columns, ranges, missing values, how actions and outcomes are spread
    #[command(after_help = DESCRIBE_EXAMPLES)]
    Describe {
        /// Directory of the dataset
        #[arg(value_name = "DIR")]
        dir: PathBuf,
    },
}

/// What there is a row of.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Level {
    /// A row a game: a hand, or a match
    #[default]
    Games,
    /// A row a hand
    Hands,
    /// A row a choice, with what the seat knew and how it ended
    Decisions,
}

impl Level {
    /// Its name, with which the names of its files begin.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Level::Games => "games",
            Level::Hands => "hands",
            Level::Decisions => "decisions",
        }
    }

    /// Its columns; those of `hidden` cards only if they are asked for.
    #[must_use]
    pub fn columns(self, hidden: bool) -> Vec<Column> {
        match self {
            Level::Games | Level::Hands => columns::<Record>(hidden),
            Level::Decisions => columns::<Decision>(hidden),
        }
    }
}

/// A dataset to be written.
#[derive(Args, Debug, Clone)]
pub struct WriteArgs {
    /// What is played.
    #[command(flatten)]
    pub play: PlayArgs,
    /// What there is a row of
    #[arg(long, value_name = "WHAT", default_value = "games")]
    pub level: Level,
    /// Kind of files
    #[arg(long, value_name = "KIND", default_value = "parquet")]
    pub format: Format,
    /// Compression [default: zstd for Parquet, none for CSV and JSONL]
    #[arg(long, value_name = "HOW")]
    pub compress: Option<Compress>,
    /// Keep each row with this chance; of games and hands, each game
    #[arg(long, value_name = "P", value_parser = parse_share, default_value = "1", allow_hyphen_values = true)]
    pub sample: f64,
    /// Write the true hands of the other seats too, into columns named hidden_…: for learning what can be inferred
    #[arg(long)]
    pub with_hidden: bool,
    /// Deals of a file [default: as many as make roughly 50,000 to 500,000 rows]
    #[arg(long, value_name = "N", value_parser = parse_count, allow_hyphen_values = true)]
    pub deals_per_file: Option<u64>,
    /// Write only every Nth file, from the Kth: as one of N machines
    #[arg(long, value_name = "K/N")]
    pub shard: Option<Shard>,
    /// Threads [default: all processors]
    #[arg(long, value_name = "N", value_parser = parse_count, allow_hyphen_values = true)]
    pub threads: Option<u64>,
    /// Directory of the dataset
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Go on where the same command stopped: files that are there are kept
    #[arg(long)]
    pub resume: bool,
    /// Seconds after which manifest.json lists again what is there [default: 5]
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds, allow_hyphen_values = true)]
    pub checkpoint_every: Option<Duration>,
    /// Overwrite a dataset that is already there
    #[arg(long, conflicts_with = "resume")]
    pub force: bool,
    /// Print neither progress nor the summary
    #[arg(long, short)]
    pub quiet: bool,
}

fn parse_share(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(share) if share > 0.0 && share <= 1.0 => Ok(share),
        _ => Err("not a share above 0 and up to 1, such as 0.01".into()),
    }
}
