//! What no run can write into a cell: rates beyond 0 and 1, values outside of their own intervals, a row told twice. It knows
//! columns by their names, and nothing of types.

use std::collections::HashMap;

use csv::StringRecord;

use crate::balance::measures::{self, Unit};

/// A value and the two ends of its interval, by their columns.
type Ends = (&'static str, &'static str, &'static str);

/// What holds for the rows of a file.
#[derive(Debug)]
pub struct Laws {
    /// The columns that together name a row.
    pub key: &'static [&'static str],
    /// Columns with the least of their values; the most is 1.
    pub limits: &'static [(&'static str, f64)],
    /// Values that lie within their intervals.
    pub ends: &'static [Ends],
}

/// What is wrong with a row.
#[derive(Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The column.
    pub column: &'static str,
    /// What is wrong in it.
    pub why: String,
}

/// Characters of a cell that a message shows.
const MOST_SHOWN: usize = 60;

/// Looks at the rows of one file.
#[derive(Debug)]
pub struct Checker<'a> {
    header: &'a StringRecord,
    laws: &'static Laws,
    /// The lines of the names so far.
    lines: HashMap<Vec<String>, u64>,
}

impl<'a> Checker<'a> {
    /// Of a file with that header.
    #[must_use]
    pub fn new(header: &'a StringRecord, laws: &'static Laws) -> Checker<'a> {
        Checker {
            header,
            laws,
            lines: HashMap::new(),
        }
    }

    /// Looks at the next row.
    ///
    /// # Errors
    /// The first thing that is wrong with it.
    pub fn row(&mut self, row: &StringRecord, line: u64) -> Result<(), Mistake> {
        let cell = |column: &str| {
            let at = self.header.iter().position(|name| name == column);
            at.and_then(|at| row.get(at)).unwrap_or("")
        };
        let number = |column: &str| cell(column).parse::<f64>().ok();
        let measure = measures::named(cell("measure")).map(|measure| measure.unit);
        let share = (measure == Some(Unit::Share)).then_some(("value", 0.0));
        for (column, least) in self.laws.limits.iter().copied().chain(share) {
            if number(column).is_some_and(|n| !(least..=1.0).contains(&n)) {
                let why = format!("\"{}\" is not between {least} and 1", brief(cell(column)));
                return Err(Mistake { column, why });
            }
        }
        for (value, low, high) in self.laws.ends {
            // An unbiased share of a variance may lie beyond the limits at which its interval is cut.
            if measure == Some(Unit::Gap) && *value == "value" {
                continue;
            }
            let Some(of) = number(value) else { continue };
            for (column, wrong, side) in [
                (*low, number(low).is_some_and(|low| low > of), "above"),
                (*high, number(high).is_some_and(|high| high < of), "below"),
            ] {
                if wrong {
                    let (end, of) = (brief(cell(column)), brief(cell(value)));
                    let why = format!(
                        "\"{end}\" is {side} `{value}`, \"{of}\", which lies within its interval"
                    );
                    return Err(Mistake { column, why });
                }
            }
        }
        let name: Vec<String> = self.laws.key.iter().map(|key| cell(key).into()).collect();
        let Some(column) = self.laws.key.last() else {
            return Ok(());
        };
        match self.lines.insert(name, line) {
            Some(earlier) => Err(Mistake {
                column,
                why: format!(
                    "\"{}\" is told twice: line {earlier} has the same {}",
                    brief(cell(column)),
                    self.laws.key.join(", ")
                ),
            }),
            None => Ok(()),
        }
    }
}

/// A cell as a message shows it: its first line, and not too much of that.
#[must_use]
pub fn brief(cell: &str) -> String {
    let line = cell.trim_start_matches(['\r', '\n']).lines().next();
    let line = line.unwrap_or_default();
    let short: String = line.chars().take(MOST_SHOWN).collect();
    match short.len() < cell.len() {
        true => short + "…",
        false => short,
    }
}
