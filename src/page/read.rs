//! The files of a results directory as rows. It knows their columns (docs/results.md) and what can be wrong with them;
//! what the numbers mean is the other files' business. A file that is not there has no rows.

use anyhow::{Context, Result, anyhow, bail};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use unosim_engine::spelling::nearest;

use super::check::{Checker, Laws, Mistake};
use super::manifest::Manifest;

/// Everything that was found in a results directory.
#[derive(Debug, Default)]
pub struct Results {
    /// Name of the directory.
    pub name: String,
    /// How it was made.
    pub manifest: Option<Manifest>,
    /// `win_rates.csv`
    pub win_rates: Vec<WinRate>,
    /// `seats.csv`
    pub seats: Vec<Seat>,
    /// `scores.csv`
    pub scores: Vec<Score>,
    /// `lengths.csv`
    pub lengths: Vec<Length>,
    /// `pairs.csv`
    pub pairs: Vec<Pair>,
    /// `sweeps.csv`
    pub sweeps: Vec<Sweep>,
    /// `differences.csv`
    pub differences: Vec<Difference>,
    /// `balance.csv`
    pub balance: Vec<Balance>,
    /// `ratings.csv`
    pub ratings: Vec<Rating>,
    /// `cross_table.csv`
    pub cross_table: Vec<Cross>,
}

/// A value and the ends of its 95 % interval, as far as they are known.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// The estimate.
    pub value: f64,
    /// Lower and upper end.
    pub ends: Option<(f64, f64)>,
}

impl Interval {
    fn new(value: Option<f64>, low: Option<f64>, high: Option<f64>) -> Option<Interval> {
        let ends = low.zip(high);
        value.map(|value| Interval { value, ends })
    }

    /// Whether the whole interval lies above (`Greater`) or below (`Less`) a value; `None` if it holds it, or is unknown.
    #[must_use]
    pub fn beside(self, value: f64) -> Option<std::cmp::Ordering> {
        let (low, high) = self.ends?;
        match () {
            () if low > value => Some(std::cmp::Ordering::Greater),
            () if high < value => Some(std::cmp::Ordering::Less),
            () => None,
        }
    }
}

macro_rules! rows {
    ($($(#[$doc:meta])* $name:ident { $($field:ident: $type:ty,)* } $laws:expr;)*) => {$(
        $(#[$doc])*
        #[allow(missing_docs)] // the columns are told in docs/results.md
        #[derive(Debug, Clone, Deserialize)]
        pub struct $name { $(pub $field: $type,)* }

        impl Columns for $name {
            const COLUMNS: &'static [&'static str] = &[$(stringify!($field)),*];
            const LAWS: &'static Laws = &$laws;
        }
    )*};
}

trait Columns {
    const COLUMNS: &'static [&'static str];
    const LAWS: &'static Laws;
}

rows! {
    /// A row of `win_rates.csv`, as far as a report needs it.
    WinRate {
        rules: String, table: String, strategy: String, games: u64,
        win_rate: Option<f64>, ci_low: Option<f64>, ci_high: Option<f64>, baseline: Option<f64>,
        mean_score: Option<f64>, score_ci_low: Option<f64>, score_ci_high: Option<f64>,
        mean_points_left: Option<f64>, mean_cards_left: Option<f64>, deals: u64, hands: u64,
    } Laws {
        key: &["rules", "table", "strategy"],
        limits: &[("win_rate", 0.0), ("baseline", 0.0)],
        ends: &[("win_rate", "ci_low", "ci_high"), ("mean_score", "score_ci_low", "score_ci_high")],
    };
    /// A row of `seats.csv`.
    Seat {
        rules: String, table: String, strategy: String, seat: u64, games: u64,
        win_rate: Option<f64>, ci_low: Option<f64>, ci_high: Option<f64>,
    } Laws {
        key: &["rules", "table", "strategy", "seat"],
        limits: &[("win_rate", 0.0)],
        ends: &[("win_rate", "ci_low", "ci_high")],
    };
    /// A row of `scores.csv`.
    Score { rules: String, table: String, strategy: String, score: i64, count: u64, } Laws {
        key: &["rules", "table", "strategy", "score"],
        limits: &[],
        ends: &[],
    };
    /// A row of `lengths.csv`.
    Length { rules: String, table: String, turns: u64, count: u64, } Laws {
        key: &["rules", "table", "turns"],
        limits: &[],
        ends: &[],
    };
    /// A row of `pairs.csv`.
    Pair {
        rules: String, strategy: String, opponent: String, games: u64, better: u64, equal: u64, worse: u64,
        net: Option<f64>, net_ci_low: Option<f64>, net_ci_high: Option<f64>, table: String,
    } Laws {
        key: &["rules", "table", "strategy", "opponent"],
        limits: &[("net", -1.0)],
        ends: &[("net", "net_ci_low", "net_ci_high")],
    };
    /// A row of `sweeps.csv`.
    Sweep { rules: String, table: String, parameter: String, value: String, } Laws {
        key: &["rules", "table", "parameter"],
        limits: &[],
        ends: &[],
    };
    /// A row of `differences.csv`.
    Difference {
        measure: String, rules: String, table: String, strategy: String,
        than_rules: String, than_table: String, than_strategy: String,
        value: Option<f64>, than_value: Option<f64>,
        difference: Option<f64>, ci_low: Option<f64>, ci_high: Option<f64>, variance_reduction: Option<f64>,
    } Laws {
        key: &["measure", "rules", "table", "strategy", "than_rules", "than_table", "than_strategy"],
        limits: &[],
        ends: &[("difference", "ci_low", "ci_high")],
    };
    /// A row of `balance.csv`.
    Balance {
        rules: String, measure: String, value: Option<f64>, ci_low: Option<f64>, ci_high: Option<f64>,
        baseline: String, difference: Option<f64>,
        difference_ci_low: Option<f64>, difference_ci_high: Option<f64>,
    } Laws {
        key: &["rules", "measure"],
        limits: &[],
        ends: &[("value", "ci_low", "ci_high"), ("difference", "difference_ci_low", "difference_ci_high")],
    };
    /// A row of `ratings.csv`.
    Rating {
        rules: String, strategy: String, games: u64,
        rating: Option<f64>, ci_low: Option<f64>, ci_high: Option<f64>, nash: Option<f64>,
    } Laws {
        key: &["rules", "strategy"],
        limits: &[("nash", 0.0)],
        ends: &[("rating", "ci_low", "ci_high")],
    };
    /// A row of `cross_table.csv`.
    Cross {
        rules: String, strategy: String, opponent: String, games: u64,
        score: Option<f64>, ci_low: Option<f64>, ci_high: Option<f64>,
    } Laws {
        key: &["rules", "strategy", "opponent"],
        limits: &[("score", 0.0)],
        ends: &[("score", "ci_low", "ci_high")],
    };
}

macro_rules! intervals {
    ($($name:ident.$method:ident($value:ident, $low:ident, $high:ident): $doc:literal;)*) => {$(
        impl $name {
            #[doc = $doc]
            #[must_use]
            pub fn $method(&self) -> Option<Interval> {
                Interval::new(self.$value, self.$low, self.$high)
            }
        }
    )*};
}

intervals! {
    WinRate.win(win_rate, ci_low, ci_high): "Share of games won.";
    WinRate.score(mean_score, score_ci_low, score_ci_high): "Score a hand.";
    Seat.win(win_rate, ci_low, ci_high): "Share of games won from the seat.";
    Pair.net(net, net_ci_low, net_ci_high): "(better − worse) ÷ games.";
    Difference.difference(difference, ci_low, ci_high): "Value minus the other value.";
    Balance.value(value, ci_low, ci_high): "The measure.";
    Balance.difference(difference, difference_ci_low, difference_ci_high): "The measure minus that of the baseline.";
    Rating.rating(rating, ci_low, ci_high): "The rating.";
    Cross.score(score, ci_low, ci_high): "Expected score against the opponent.";
}

/// The files that hold numbers; without any of them there is nothing to report.
pub const FILES: &[&str] = &[
    "win_rates.csv",
    "seats.csv",
    "scores.csv",
    "lengths.csv",
    "pairs.csv",
    "sweeps.csv",
    "differences.csv",
    "balance.csv",
    "ratings.csv",
    "cross_table.csv",
];

/// No run has a larger number, and no figure could show it beside others.
const LARGEST: f64 = 1e12;

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

/// Reads what there is in a results directory.
///
/// # Errors
/// If there is no such directory or nothing in it; for a wrong file its name, line and column.
pub fn read(dir: &Path) -> Result<Results> {
    if !dir.is_dir() {
        bail!("{}", no_directory(dir));
    }
    let full = dir.canonicalize().unwrap_or_else(|_| dir.to_path_buf());
    let name = full.file_name().map(|n| n.to_string_lossy().into_owned());
    let results = Results {
        name: name.unwrap_or_else(|| "results".into()),
        manifest: Manifest::read(&dir.join("manifest.json"))?,
        win_rates: rows(dir, "win_rates.csv")?,
        seats: rows(dir, "seats.csv")?,
        scores: rows(dir, "scores.csv")?,
        lengths: rows(dir, "lengths.csv")?,
        pairs: rows(dir, "pairs.csv")?,
        sweeps: rows(dir, "sweeps.csv")?,
        differences: rows(dir, "differences.csv")?,
        balance: rows(dir, "balance.csv")?,
        ratings: rows(dir, "ratings.csv")?,
        cross_table: rows(dir, "cross_table.csv")?,
    };
    let answered = results
        .manifest
        .as_ref()
        .is_some_and(|m| !m.answer.is_empty());
    if results.is_empty() && !answered {
        bail!(
            "{} holds no results: none of {} has a row; `unosim run EXPERIMENT --out {}` writes some",
            dir.display(),
            FILES.join(", "),
            dir.display()
        );
    }
    Ok(results)
}

impl Results {
    fn is_empty(&self) -> bool {
        self.win_rates.is_empty()
            && self.seats.is_empty()
            && self.scores.is_empty()
            && self.lengths.is_empty()
            && self.pairs.is_empty()
            && self.sweeps.is_empty()
            && self.differences.is_empty()
            && self.balance.is_empty()
            && self.ratings.is_empty()
            && self.cross_table.is_empty()
    }
}

fn no_directory(dir: &Path) -> String {
    if dir.exists() {
        return format!(
            "{} is a file; a report is made of a directory of results, such as results/run",
            dir.display()
        );
    }
    let parent = match dir.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let beside = fs::read_dir(parent).into_iter().flatten().flatten();
    let mut names: Vec<String> = beside
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|name| !name.starts_with('.'))
        .collect();
    names.sort();
    let name = dir.file_name().unwrap_or_default().to_string_lossy();
    let meant = nearest(&name, names.iter().map(String::as_str))
        .map(|near| format!("; did you mean {}?", parent.join(near).display()));
    format!(
        "there is no directory {}{}",
        dir.display(),
        meant.unwrap_or_default()
    )
}

/// The rows of a file; none if it is not there.
fn rows<R: DeserializeOwned + Columns>(dir: &Path, file: &str) -> Result<Vec<R>> {
    let path = dir.join(file);
    let bytes = match fs::read(&path) {
        Ok(bytes) => bytes,
        Err(e) if e.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(e) => return Err(e).with_context(|| format!("cannot read {}", path.display())),
    };
    parse(&bytes, &path.display().to_string())
}

fn parse<R: DeserializeOwned + Columns>(bytes: &[u8], file: &str) -> Result<Vec<R>> {
    let mut reader = csv::Reader::from_reader(bytes);
    let plain = |e: csv::Error| {
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
    };
    let header = reader.headers().map_err(plain)?.clone();
    for column in R::COLUMNS {
        if !header.iter().any(|name| name == *column) {
            let meant = nearest(column, header.iter())
                .map(|near| format!("; `{near}` comes nearest to it"))
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
            (
                name.unwrap_or("?").to_string(),
                cell.unwrap_or("").to_string(),
            )
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
            let text = TEXT.contains(&name) || !R::COLUMNS.contains(&name);
            if beyond && !text {
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

#[cfg(test)]
#[path = "read_tests.rs"]
mod tests;
