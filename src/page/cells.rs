//! CSV files of results, read cell by cell: what is no number of a run is told with its line and column. It knows files and
//! numbers; which columns there are is `read`'s business.

use anyhow::{Result, anyhow, bail};
use serde::de::DeserializeOwned;
use std::path::Path;
use unosim_engine::spelling::nearest;

use crate::input;

use super::check::{Checker, Laws, Mistake, brief};

/// No run has a larger number, and no figure could show it beside others.
pub const LARGEST: f64 = 1e12;

/// Columns that hold text.
const TEXT: &[&str] = &[
    "rules",
    "table",
    "strategy",
    "opponent",
    "measure",
    "parameter",
    "than_rules",
    "than_table",
    "than_strategy",
];

/// Columns of numbers that a run writes and no report reads; of others than these nothing is known.
const UNREAD: &[&str] = &[
    "baseline",
    "wins",
    "shared_wins",
    "variance_reduction",
    "score_variance_reduction",
    "void",
    "truncated",
    "stalemate",
    "undecided",
    "points_left_ci_low",
    "points_left_ci_high",
    "cards_left_ci_low",
    "cards_left_ci_high",
    "mean_turns",
    "turns_ci_low",
    "turns_ci_high",
    "nash_rating",
];

/// A row that knows its file.
pub trait Columns {
    /// The columns that have to be there.
    const COLUMNS: &'static [&'static str];
    /// What holds for its cells.
    const LAWS: &'static Laws;
}

/// The rows of a file; none if it is not there.
///
/// # Errors
/// `FILE:LINE: what is wrong`.
pub fn rows<R: DeserializeOwned + Columns>(dir: &Path, file: &str) -> Result<Vec<R>> {
    let path = dir.join(file);
    let bytes = input::results(&path)?;
    match bytes {
        Some(bytes) => parse(&bytes, &path.display().to_string()),
        None => Ok(Vec::new()),
    }
}

/// The rows of a text.
///
/// # Errors
/// `FILE:LINE: what is wrong`.
pub fn parse<R: DeserializeOwned + Columns>(bytes: &[u8], file: &str) -> Result<Vec<R>> {
    let mut reader = csv::Reader::from_reader(bytes);
    let plain = |e: csv::Error| at_line(file, &e);
    let header = reader.headers().map_err(plain)?.clone();
    for column in R::COLUMNS {
        if !header.iter().any(|name| name == *column) {
            let meant = nearest(column, header.iter())
                .map(|near| format!("; `{}` comes nearest to it", brief(near)))
                .unwrap_or_default();
            bail!("{file}:1: there is no column `{column}`{meant}");
        }
    }
    let mut checker = Checker::new(&header, R::LAWS);
    let mut rows = Vec::new();
    for record in reader.records() {
        let record = record.map_err(plain)?;
        let line = record.position().map_or(0, csv::Position::line);
        let at = |index: usize| {
            let (name, cell) = (header.get(index), record.get(index));
            (name.unwrap_or("?").to_string(), brief(cell.unwrap_or("")))
        };
        let row: R = record.deserialize(Some(&header)).map_err(|e| {
            let field = match e.kind() {
                csv::ErrorKind::Deserialize { err, .. } => err.field(),
                _ => None,
            };
            match field {
                Some(index) => {
                    let (name, cell) = at(index as usize);
                    anyhow!("{file}:{line}: column `{name}`: \"{cell}\" is not a number as it would be there")
                }
                None => anyhow!("{file}:{line}: {e}"),
            }
        })?;
        for (index, (name, cell)) in header.iter().zip(&record).enumerate() {
            let number = cell.parse::<f64>();
            let beyond = number.is_ok_and(|number| number.is_nan() || number.abs() > LARGEST);
            let ours = R::COLUMNS.contains(&name) || UNREAD.contains(&name);
            if beyond && ours && !TEXT.contains(&name) {
                let (name, cell) = at(index);
                bail!(
                    "{file}:{line}: column `{name}`: \"{cell}\" is no number of a run: they lie within ±1e12, and an \
                     unknown one is left empty"
                );
            }
        }
        checker
            .row(&record, line)
            .map_err(|Mistake { column, why }| {
                anyhow!("{file}:{line}: column `{column}`: {why}")
            })?;
        rows.push(row);
    }
    Ok(rows)
}

/// What is wrong with the form of a CSV file, with the line.
#[must_use]
pub fn at_line(file: &str, e: &csv::Error) -> anyhow::Error {
    let line = e.position().map_or(1, csv::Position::line);
    match e.kind() {
        csv::ErrorKind::UnequalLengths {
            expected_len, len, ..
        } => {
            anyhow!("{file}:{line}: {len} cells where the header has {expected_len}")
        }
        csv::ErrorKind::Utf8 { .. } => anyhow!("{file}:{line}: not UTF-8"),
        _ => anyhow!("{file}:{line}: {e}"),
    }
}
