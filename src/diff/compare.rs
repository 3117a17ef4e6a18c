//! What two directories have in common and in what they differ. It knows numbers with errors; how they are printed is
//! `words`' business.

use serde::Serialize;
use serde_json::Map;
use std::collections::{BTreeMap, HashMap, HashSet};

use super::facts::{Fact, Kind, Row};
use super::names::{Names, Renamed};
use super::settings::{Change, asked, versions};
use super::side::Side;
use crate::balance::compare::LEVEL;
use crate::stats::{chance, holm, t_95};

/// Everything that was found.
#[derive(Debug, Serialize)]
pub struct Found {
    /// The directories as typed.
    pub a: String,
    /// The other.
    pub b: String,
    /// Whether the CSV files are the same, byte for byte.
    pub same: bool,
    /// Whether both say what was asked for; without a manifest that is not known.
    pub settings_known: bool,
    /// The sides whose CSV files are not those that the manifest was written with.
    pub edited: Vec<String>,
    /// The seed, if both have the same.
    pub same_seed: Option<u64>,
    /// What was asked for.
    pub settings: Vec<Change>,
    /// Program, compiler, system.
    pub versions: Vec<Change>,
    /// Names that are compared with each other.
    pub renamed: Vec<Renamed>,
    /// The files.
    pub files: Files,
    /// Rows that only one of the directories has, of files that both have.
    pub rows: Vec<Unmatched>,
    /// The numbers, most surprising first.
    pub numbers: Vec<Number>,
}

/// CSV files by what became of them.
#[derive(Debug, Default, Serialize)]
pub struct Files {
    /// The same bytes.
    pub same: Vec<&'static str>,
    /// Other bytes.
    pub differ: Vec<&'static str>,
    /// Only in A.
    pub only_a: Vec<&'static str>,
    /// Only in B.
    pub only_b: Vec<&'static str>,
}

/// Rows of a file that only one directory has.
#[derive(Debug, Serialize)]
pub struct Unmatched {
    /// The file.
    pub file: &'static str,
    /// In which: `A` or `B`.
    pub only_in: &'static str,
    /// How many.
    pub count: usize,
    /// The first of them.
    pub first: Vec<String>,
}

/// A number of both.
#[derive(Debug, Serialize)]
pub struct Number {
    /// Its file.
    pub file: &'static str,
    /// What it is.
    pub measure: String,
    /// Whose it is: the cells that name the row, as A has them.
    pub of: Map<String, serde_json::Value>,
    /// The number in A.
    pub a: Option<f64>,
    /// The number in B.
    pub b: Option<f64>,
    /// B minus A.
    pub difference: Option<f64>,
    /// Both ends of the 95 % interval of the difference.
    pub ci_low: Option<f64>,
    /// The upper one.
    pub ci_high: Option<f64>,
    /// How likely so large a difference is by luck; `null` if an error is not known.
    pub p: Option<f64>,
    /// Whether it is told as more than luck, after Holm (1979) over all numbers.
    pub significant: bool,
    /// How many errors it is.
    #[serde(skip)]
    pub errors: f64,
    /// What it is counted in.
    #[serde(skip)]
    pub kind: Kind,
}

/// Unmatched rows that are named.
const NAMED: usize = 5;

/// Compares two directories.
#[must_use]
pub fn compare(a: &Side, b: &Side) -> Found {
    let names = Names::of(a, b);
    let files = files(a, b);
    let (settings, versions) = match (&a.manifest, &b.manifest) {
        (Some(a), Some(b)) => (asked(a, b, &names), versions(a, b)),
        _ => Default::default(),
    };
    let edited = [a, b].into_iter().filter(|s| s.untouched == Some(false));
    Found {
        a: a.dir.clone(),
        b: b.dir.clone(),
        same: files.differ.is_empty() && files.only_a.is_empty() && files.only_b.is_empty(),
        settings_known: a.manifest.is_some() && b.manifest.is_some(),
        edited: edited.map(|side| side.dir.clone()).collect(),
        same_seed: a.seed().filter(|seed| b.seed() == Some(*seed)),
        settings,
        versions,
        files,
        rows: unmatched(a, b, &names),
        numbers: numbers(&a.facts, &b.facts, &names),
        renamed: names.renamed,
    }
}

fn files(a: &Side, b: &Side) -> Files {
    let mut files = Files::default();
    for (name, bytes) in &a.files {
        match b.files.get(name) {
            Some(other) if other == bytes => files.same.push(name),
            Some(_) => files.differ.push(name),
            None => files.only_a.push(name),
        }
    }
    let lost = b.files.keys().filter(|name| !a.files.contains_key(*name));
    files.only_b = lost.copied().collect();
    files
}

fn unmatched(a: &Side, b: &Side, names: &Names) -> Vec<Unmatched> {
    let named: BTreeMap<&str, Vec<Row>> = b
        .rows
        .iter()
        .map(|(file, rows)| (*file, rows.iter().map(|row| names.in_a(row)).collect()))
        .collect();
    let mut unmatched = Vec::new();
    for (file, in_a) in &a.rows {
        let Some(in_b) = named.get(file) else {
            continue;
        };
        for (only_in, rows, others) in [("A", in_a, in_b), ("B", in_b, in_a)] {
            let others: HashSet<&Row> = others.iter().collect();
            let only: Vec<&Row> = rows.iter().filter(|row| !others.contains(row)).collect();
            if !only.is_empty() {
                unmatched.push(Unmatched {
                    file,
                    only_in,
                    count: only.len(),
                    first: only.iter().take(NAMED).map(|row| whose(row)).collect(),
                });
            }
        }
    }
    unmatched
}

/// `mattel, main, greedy`
fn whose(row: &Row) -> String {
    let cells: Vec<&str> = row.0.iter().map(|(_, cell)| cell.as_str()).collect();
    cells.join(", ")
}

fn numbers(a: &[Fact], b: &[Fact], names: &Names) -> Vec<Number> {
    let key = |fact: &Fact, row: Row| (fact.file, fact.measure.clone(), row);
    let theirs: HashMap<_, &Fact> = b
        .iter()
        .map(|fact| (key(fact, names.in_a(&fact.row)), fact))
        .collect();
    let both = a.iter().filter_map(|fact| {
        let theirs = theirs.get(&key(fact, fact.row.clone()))?;
        Some(number(fact, theirs))
    });
    let mut numbers: Vec<Number> = both.collect();
    let known: Vec<usize> = (0..numbers.len())
        .filter(|at| numbers[*at].p.is_some())
        .collect();
    let chances: Vec<f64> = known.iter().filter_map(|at| numbers[*at].p).collect();
    for (at, told) in known.iter().zip(holm(&chances, LEVEL)) {
        numbers[*at].significant = told;
    }
    // Stable: what is equally surprising stays in the order of the files.
    numbers.sort_by(|a, b| {
        let p = |number: &Number| number.p.unwrap_or(2.0);
        let by_chance = p(a).total_cmp(&p(b));
        by_chance.then(b.errors.total_cmp(&a.errors))
    });
    numbers
}

/// Welch's comparison (1947) of two independent numbers, each with its own error.
fn number(a: &Fact, b: &Fact) -> Number {
    let difference = a.value.zip(b.value).map(|(a, b)| b - a);
    let judged = difference
        .zip(a.error.zip(b.error))
        .map(|(difference, (of_a, of_b))| {
            let squares = [of_a.powi(2), of_b.powi(2)];
            let error = squares.iter().sum::<f64>().sqrt();
            let parts = squares[0].powi(2) / a.freedom + squares[1].powi(2) / b.freedom;
            let freedom = match parts > 0.0 {
                true => error.powi(4) / parts,
                false => a.freedom.min(b.freedom),
            };
            let half = error * t_95(freedom.max(1.0) as u64);
            let (low, high) = match a.kind {
                Kind::Share => ((difference - half).max(-1.0), (difference + half).min(1.0)),
                Kind::Plain => (difference - half, difference + half),
            };
            (
                low,
                high,
                chance(difference, error, freedom.max(1.0)),
                error,
            )
        });
    let cells = a.row.0.iter();
    Number {
        file: a.file,
        measure: a.measure.clone(),
        of: cells
            .map(|(column, cell)| ((*column).to_string(), cell.clone().into()))
            .collect(),
        a: a.value,
        b: b.value,
        difference,
        ci_low: judged.map(|j| j.0),
        ci_high: judged.map(|j| j.1),
        p: judged.map(|j| j.2),
        significant: false,
        errors: judged.map_or(0.0, |(.., error)| match difference.unwrap_or(0.0).abs() {
            0.0 => 0.0,
            size => size / error,
        }),
        kind: a.kind,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fact(value: f64, error: f64, freedom: f64) -> Fact {
        Fact {
            file: "win_rates.csv",
            measure: "x".into(),
            row: Row(vec![("rules", "m".into())]),
            kind: Kind::Plain,
            value: Some(value),
            error: Some(error),
            freedom,
        }
    }

    /// Welch (1947) by hand: errors 3 and 4 with 10 and 20 degrees make an error of 5 with 625 / (81/10 + 256/20) = 29.9.
    #[test]
    fn two_errors_are_one() {
        let found = number(&fact(0.0, 3.0, 10.0), &fact(10.226, 4.0, 20.0));
        // 2.0452 is the point of t with 29 degrees.
        assert!((found.ci_low.unwrap()).abs() < 1e-3, "{found:?}");
        assert!((found.p.unwrap() - 0.0498).abs() < 2e-4, "{found:?}");
        assert!(!found.significant);
    }

    #[test]
    fn the_most_surprising_comes_first() {
        let at = |name: &str, fact: Fact| Fact {
            row: Row(vec![("rules", name.into())]),
            ..fact
        };
        let one = fact(0.0, 1.0, 1000.0);
        let unknown = Fact {
            error: None,
            ..fact(9.0, 0.0, 1.0)
        };
        let a = ["u", "q", "p", "r"].map(|name| at(name, one.clone()));
        let b = [
            at("u", unknown),
            at("q", fact(0.5, 1.0, 1000.0)),
            at("p", fact(-9.0, 1.0, 1000.0)),
            at("s", one.clone()),
        ];
        let found = numbers(&a, &b, &Names::default());
        let names: Vec<&str> = found
            .iter()
            .map(|n| n.of["rules"].as_str().unwrap())
            .collect();
        assert_eq!(names, ["p", "q", "u"]);
        assert_eq!(
            [true, false, false],
            [0, 1, 2].map(|i| found[i].significant)
        );
        assert_eq!(found[2].p, None);
    }
}
