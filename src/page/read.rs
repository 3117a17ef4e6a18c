//! The files of a results directory as rows. It knows their columns (docs/results.md) and what can be wrong with them;
//! what the numbers mean is the other files' business. A file that is not there has no rows.

use anyhow::{Result, bail};
use serde::Deserialize;
use std::fs;
use std::path::Path;
use unosim_engine::spelling::nearest;

use super::cells::{Columns, rows};
use super::check::Laws;
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

/// Reads what there is in a results directory, be it nothing.
///
/// # Errors
/// If there is no such directory; for a wrong file its name, line and column.
pub fn all(dir: &Path) -> Result<Results> {
    if !dir.is_dir() {
        bail!("{}", no_directory(dir));
    }
    let full = dir.canonicalize().unwrap_or_else(|_| dir.to_path_buf());
    let name = full.file_name().map(|n| n.to_string_lossy().into_owned());
    Ok(Results {
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
    })
}

/// Reads what there is in a results directory; something has to be.
///
/// # Errors
/// If there is no such directory or nothing in it; for a wrong file its name, line and column.
pub fn read(dir: &Path) -> Result<Results> {
    let results = all(dir)?;
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
            "{} is a file; results are a directory, such as results/run",
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

#[cfg(test)]
#[path = "read_tests.rs"]
mod tests;
