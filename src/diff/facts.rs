//! The numbers of CSV files that have an interval, each with the columns that name it. It knows columns (docs/results.md) and
//! how an error is read from an interval.

use anyhow::{Result, anyhow, bail};
use csv::StringRecord;
use std::collections::HashSet;

use crate::balance::measures::{self, Unit};
use crate::page::cells::{LARGEST, at_line};
use crate::page::check::brief;
use crate::stats::{GROUPS, t_95};

/// The cells that name a row, with their columns.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Row(pub Vec<(&'static str, String)>);

impl Row {
    /// The cell of a column.
    #[must_use]
    pub fn cell(&self, column: &str) -> Option<&str> {
        let found = self.0.iter().find(|(name, _)| *name == column);
        found.map(|(_, cell)| cell.as_str())
    }

    /// The row seen from the other side: strategy and opponent change places.
    #[must_use]
    pub fn mirrored(&self) -> Row {
        let other = |(column, _): &(&'static str, String)| match *column {
            "strategy" => self.cell("opponent").unwrap_or_default().to_string(),
            "opponent" => self.cell("strategy").unwrap_or_default().to_string(),
            column => self.cell(column).unwrap_or_default().to_string(),
        };
        Row(self.0.iter().map(|pair| (pair.0, other(pair))).collect())
    }
}

/// What a number is counted in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A share, told in percent.
    Share,
    /// Anything else, told as it is.
    Plain,
}

/// A number of one side.
#[derive(Debug, Clone)]
pub struct Fact {
    /// Its file.
    pub file: &'static str,
    /// What it is.
    pub measure: String,
    /// Whose it is.
    pub row: Row,
    /// What it is counted in.
    pub kind: Kind,
    /// The number; `None` if the cell is empty.
    pub value: Option<f64>,
    /// Its standard error; `None` if there is no interval.
    pub error: Option<f64>,
    /// Degrees of freedom of the error.
    pub freedom: f64,
}

/// A column with those of its interval.
#[derive(Debug)]
struct Quantity {
    measure: &'static str,
    columns: [&'static str; 3],
    /// The columns on which it depends.
    of: &'static [&'static str],
    kind: Kind,
}

/// What is compared of a file.
#[derive(Debug)]
pub struct Layout {
    /// Its name.
    pub file: &'static str,
    /// The columns that name a row.
    key: &'static [&'static str],
    /// Whether each row has a twin, in which strategy and opponent change places, that says the same once more.
    mirrored: bool,
    /// Whether errors come from groups of deals, not from each of them.
    grouped: bool,
    quantities: &'static [Quantity],
}

const fn quantity(
    measure: &'static str,
    columns: [&'static str; 3],
    of: &'static [&'static str],
    kind: Kind,
) -> Quantity {
    Quantity {
        measure,
        columns,
        of,
        kind,
    }
}

const PLACE: &[&str] = &["rules", "table", "strategy"];
const SEAT: &[&str] = &["rules", "table", "strategy", "seat"];
const PAIR: &[&str] = &["rules", "table", "strategy", "opponent"];
const MEETING: &[&str] = &["rules", "strategy", "opponent"];
const DUEL: &[&str] = &["rules", "strategy", "opponent", "players"];
const WIN: [&str; 3] = ["win_rate", "ci_low", "ci_high"];

/// The files with numbers that have intervals.
pub static LAYOUTS: [Layout; 7] = [
    Layout {
        file: "win_rates.csv",
        key: PLACE,
        mirrored: false,
        grouped: false,
        quantities: &[
            quantity("win rate", WIN, PLACE, Kind::Share),
            quantity(
                "score a hand",
                ["mean_score", "score_ci_low", "score_ci_high"],
                PLACE,
                Kind::Plain,
            ),
            quantity(
                "points left",
                [
                    "mean_points_left",
                    "points_left_ci_low",
                    "points_left_ci_high",
                ],
                PLACE,
                Kind::Plain,
            ),
            quantity(
                "cards left",
                ["mean_cards_left", "cards_left_ci_low", "cards_left_ci_high"],
                PLACE,
                Kind::Plain,
            ),
            quantity(
                "turns a hand",
                ["mean_turns", "turns_ci_low", "turns_ci_high"],
                &["rules", "table"],
                Kind::Plain,
            ),
        ],
    },
    Layout {
        file: "seats.csv",
        key: SEAT,
        mirrored: false,
        grouped: false,
        quantities: &[quantity("win rate by seat", WIN, SEAT, Kind::Share)],
    },
    Layout {
        file: "pairs.csv",
        key: PAIR,
        mirrored: true,
        grouped: false,
        quantities: &[quantity(
            "net",
            ["net", "net_ci_low", "net_ci_high"],
            PAIR,
            Kind::Plain,
        )],
    },
    Layout {
        file: "balance.csv",
        key: &["rules", "measure"],
        mirrored: false,
        grouped: true,
        quantities: &[quantity(
            "",
            ["value", "ci_low", "ci_high"],
            &["rules", "measure"],
            Kind::Plain,
        )],
    },
    Layout {
        file: "duel.csv",
        key: DUEL,
        mirrored: false,
        grouped: false,
        quantities: &[quantity("win rate", WIN, DUEL, Kind::Share)],
    },
    Layout {
        file: "ratings.csv",
        key: &["rules", "strategy"],
        mirrored: false,
        grouped: true,
        quantities: &[quantity(
            "rating",
            ["rating", "ci_low", "ci_high"],
            &["rules", "strategy"],
            Kind::Plain,
        )],
    },
    Layout {
        file: "cross_table.csv",
        key: MEETING,
        mirrored: true,
        grouped: false,
        quantities: &[quantity(
            "score against",
            ["score", "ci_low", "ci_high"],
            MEETING,
            Kind::Share,
        )],
    },
];

/// Degrees of freedom where it is not known how many deals there were: as if there were many.
const MANY: u64 = 1_000_000;

impl Layout {
    /// The rows of a file and the numbers in them, each once. `deals` says how many were played for a row that does not.
    ///
    /// # Errors
    /// `FILE:LINE: what is wrong`.
    pub fn read(
        &'static self,
        bytes: &[u8],
        path: &str,
        deals: impl Fn(&Row) -> Option<u64>,
    ) -> Result<(Vec<Row>, Vec<Fact>)> {
        let mut reader = csv::Reader::from_reader(bytes);
        let header = reader.headers().map_err(|e| at_line(path, &e))?.clone();
        // Older results lack some of the intervals, but none has half of one.
        let has = |column: &&str| header.iter().any(|name| name == *column);
        let told = |at: &usize| *at == 0 || self.quantities[*at].columns[1..].iter().any(has);
        let quantities = (0..self.quantities.len()).filter(told);
        let quantities: Vec<&Quantity> = quantities.map(|at| &self.quantities[at]).collect();
        let needed = quantities.iter().flat_map(|q| q.columns);
        for column in self.key.iter().copied().chain(needed) {
            if !has(&column) {
                bail!("{path}:1: there is no column `{column}`");
            }
        }
        let (mut rows, mut facts) = (Vec::new(), Vec::new());
        let (mut known, mut seen) = (HashSet::new(), HashSet::new());
        for record in reader.records() {
            let record = record.map_err(|e| at_line(path, &e))?;
            let line = Line {
                path,
                header: &header,
                record: &record,
            };
            let row = line.row(self.key);
            if !known.insert(row.clone()) {
                return Err(line.wrong(
                    self.key[self.key.len() - 1],
                    "an earlier line has the same name",
                ));
            }
            let deals = match line.number("deals")? {
                Some(played) if played < 1.0 || played.fract() != 0.0 => {
                    return Err(line.wrong("deals", "not a number of deals"));
                }
                Some(played) => Some(played as u64),
                None => deals(&row),
            };
            let mut freedom = deals.unwrap_or(MANY);
            if self.grouped {
                freedom = freedom.min(GROUPS);
            }
            for quantity in &quantities {
                let fact = line.fact(self, quantity, freedom.saturating_sub(1))?;
                let twin = self.mirrored && seen.contains(&(quantity.measure, fact.row.mirrored()));
                // Its p-value has no interval, and a value that stands in every row of a table is one fact.
                let chance = measures::named(row.cell("measure").unwrap_or_default())
                    .is_some_and(|measure| measure.unit == Unit::Chance);
                let new = seen.insert((quantity.measure, fact.row.clone()));
                if new && !twin && !chance {
                    facts.push(fact);
                }
            }
            rows.push(row);
        }
        Ok((rows, facts))
    }
}

/// A line of a file.
struct Line<'a> {
    path: &'a str,
    header: &'a StringRecord,
    record: &'a StringRecord,
}

impl Line<'_> {
    fn cell(&self, column: &str) -> &str {
        let at = self.header.iter().position(|name| name == column);
        at.and_then(|at| self.record.get(at)).unwrap_or_default()
    }

    fn row(&self, columns: &[&'static str]) -> Row {
        let cell = |column: &&'static str| (*column, self.cell(column).to_string());
        Row(columns.iter().map(cell).collect())
    }

    fn wrong(&self, column: &str, why: &str) -> anyhow::Error {
        let line = self.record.position().map_or(0, csv::Position::line);
        let (path, cell) = (self.path, brief(self.cell(column)));
        anyhow!("{path}:{line}: column `{column}`: \"{cell}\": {why}")
    }

    /// The number in a column; `None` if the cell is empty or there is no such column.
    fn number(&self, column: &str) -> Result<Option<f64>> {
        let cell = self.cell(column);
        if cell.is_empty() {
            return Ok(None);
        }
        match cell.parse::<f64>() {
            Ok(number) if number.abs() <= LARGEST => Ok(Some(number)),
            Ok(_) => Err(self.wrong(
                column,
                "no number of a run: they lie within ±1e12, and an unknown one is left empty",
            )),
            Err(_) => Err(self.wrong(column, "not a number")),
        }
    }

    fn fact(&self, layout: &Layout, quantity: &Quantity, freedom: u64) -> Result<Fact> {
        let [column, low, high] = quantity.columns;
        let value = self.number(column)?;
        let ends = self.number(low)?.zip(self.number(high)?);
        let share = |number: f64| (0.0..=1.0).contains(&number);
        if quantity.kind == Kind::Share && !value.is_none_or(share) {
            return Err(self.wrong(column, "not between 0 and 1"));
        }
        let named = measures::named(self.cell("measure"));
        let percent = named.is_some_and(|m| matches!(m.unit, Unit::Share | Unit::Gap));
        let error = value.zip(ends).map(|(value, (low, high))| {
            // Where one end is cut off at 0 or 1, the other still tells the error.
            let half = (value - low).max(high - value);
            half.max(0.0) / t_95(freedom.max(1))
        });
        Ok(Fact {
            file: layout.file,
            measure: match quantity.measure {
                "" => self.cell("measure").replace('_', " "),
                measure => measure.to_string(),
            },
            row: self.row(quantity.of),
            kind: if percent { Kind::Share } else { quantity.kind },
            value,
            error,
            freedom: freedom.max(1) as f64,
        })
    }
}
