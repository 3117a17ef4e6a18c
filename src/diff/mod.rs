//! `unosim diff`: two results directories → settings, files and numbers in which they differ. side → settings, compare →
//! words. It reads what is there and writes nothing but to standard output.

mod compare;
mod facts;
mod names;
mod settings;
mod side;
mod words;

use anyhow::{Context, Result};
use clap::Args;
use std::path::PathBuf;

use crate::list::print;
use crate::style::Style;
use side::Side;

const EXAMPLES: &str = "\
Examples:
  unosim diff results/before results/after          what differs, the most surprising numbers first
  unosim diff results/before results/after --all    every number that was compared
  unosim diff results/reference /tmp/again > /dev/null && echo the same results
  unosim diff results/a results/b --json | jq '.numbers[] | select(.significant)'

Exit code: 0 if the CSV files are the same byte for byte, 1 if they differ, 2 if something is wrong.
A number is significant if so large a difference is unlikely to be luck, at 5 % for all numbers together (Holm); both
directories are taken as independent (docs/results.md tells more). Where each has one rule set, table or strategy that
the other has not, these two are compared with each other.";

/// `unosim diff`
#[derive(Args, Debug, Clone)]
#[command(after_help = EXAMPLES)]
pub struct DiffArgs {
    /// Directory of results: of a run, a duel, a league or a comparison of rules
    #[arg(value_name = "A")]
    pub a: PathBuf,
    /// The one to compare it with
    #[arg(value_name = "B")]
    pub b: PathBuf,
    /// Print every number that was compared, not only the most surprising ones
    #[arg(long)]
    pub all: bool,
    /// Print one JSON object, with every number
    #[arg(long)]
    pub json: bool,
}

/// Compares two results directories and prints what was found; returns whether their CSV files are the same.
///
/// # Errors
/// `FILE:LINE: what is wrong` with one of them.
pub fn run(args: &DiffArgs) -> Result<bool> {
    let (a, b) = (Side::read(&args.a)?, Side::read(&args.b)?);
    let found = compare::compare(&a, &b);
    if args.json {
        let text = serde_json::to_string_pretty(&found).context("JSON output")?;
        print(&(text + "\n"))?;
    } else {
        let text = words::screen(&found, args.all, Style::stdout());
        print(&text)?;
    }
    Ok(found.same)
}
