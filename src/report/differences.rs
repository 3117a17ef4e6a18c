//! Differences between what was found on the same deals, with intervals of their own: two strategies at a table, a table
//! under two rule sets, two tables. It knows which pairs are worth comparing.

use ::csv::Writer;
use anyhow::Result;

use super::Played;
use super::csv::{begin, cell, interval};
use crate::tally::{Measure, Tally, WIN};

const DIFFERENCES: &str = "measure,rules,table,strategy,than_rules,than_table,than_strategy,value,than_value,difference,\
    ci_low,ci_high,variance_reduction";
const SWEEPS: &str = "rules,table,parameter,value";

/// What is compared: its name, its unit, decimals, and where it is counted.
struct What {
    name: &'static str,
    unit: f64,
    digits: usize,
    /// Between which numbers a difference lies.
    limits: Option<(f64, f64)>,
    of: fn(&Tally, usize) -> &Measure,
}

/// The share of games won.
const WIN_RATE: What = What {
    name: "win_rate",
    unit: WIN as f64,
    digits: 6,
    limits: Some((-1.0, 1.0)),
    of: |tally, row| &tally.rows[row].win,
};
/// The score a hand.
const SCORE: What = What {
    name: "score",
    unit: 1.0,
    digits: 4,
    limits: None,
    of: |tally, row| &tally.rows[row].score,
};
/// Turns a hand, whoever plays.
const TURNS: What = What {
    name: "turns",
    unit: 1.0,
    digits: 4,
    limits: None,
    of: |tally, _| &tally.length,
};

/// One strategy of a table under some rules, or the table as a whole.
#[derive(Clone, Copy)]
struct Side<'a> {
    round: &'a Played,
    row: Option<usize>,
}

impl<'a> Side<'a> {
    fn measure(self, what: &What) -> &'a Measure {
        (what.of)(&self.round.tally, self.row.unwrap_or(0))
    }
}

/// `differences.csv`
///
/// # Errors
/// None that can happen in memory.
pub fn differences(played: &[Played]) -> Result<Vec<u8>> {
    let mut csv = begin(DIFFERENCES)?;
    for round in played {
        let rows = round.tally.rows.len();
        let side = |row| Side {
            round,
            row: Some(row),
        };
        for (a, b) in (0..rows).flat_map(|a| (a + 1..rows).map(move |b| (a, b))) {
            compare(&mut csv, &[WIN_RATE, SCORE], side(a), side(b))?;
        }
    }
    for round in played {
        let first = played.iter().find(|p| p.table == round.table);
        if let Some(first) = first.filter(|first| first.rules.name != round.rules.name) {
            for row in 0..round.tally.rows.len() {
                let side = |round| Side {
                    round,
                    row: Some(row),
                };
                compare(&mut csv, &[WIN_RATE, SCORE], side(round), side(first))?;
            }
            let side = |round| Side { round, row: None };
            compare(&mut csv, &[TURNS], side(round), side(first))?;
        }
    }
    for round in played {
        let seats = |p: &Played| p.roster.rows.len();
        let alike = |p: &&Played| p.rules.name == round.rules.name && seats(p) == seats(round);
        let first = played.iter().find(alike);
        if let Some(first) = first.filter(|first| first.table != round.table) {
            let side = |round, row| Side { round, row };
            compare(
                &mut csv,
                &[WIN_RATE, SCORE],
                side(round, Some(0)),
                side(first, Some(0)),
            )?;
            compare(&mut csv, &[TURNS], side(round, None), side(first, None))?;
        }
    }
    Ok(csv.into_inner()?)
}

/// A row for each measure.
fn compare(csv: &mut Writer<Vec<u8>>, whats: &[What], a: Side, b: Side) -> Result<()> {
    for what in whats {
        let [this, than] = [a, b].map(|side| side.measure(what));
        let value = |measure: &Measure| {
            let mean = measure.sums.estimate(what.unit).map(|e| e.mean);
            cell(mean, what.digits)
        };
        let paired = this.groups.minus(&than.groups, what.unit);
        let ends = paired.and_then(|p| match what.limits {
            // The fewer deals know less of what they did not see.
            Some(limits) => {
                let deals = a.round.tally.deals.min(b.round.tally.deals);
                p.difference.interval_within(deals, limits)
            }
            None => p.difference.interval(),
        });
        let [low, high] = interval(ends, what.digits);
        let mut record = vec![what.name.to_string()];
        for Side { round, row } in [a, b] {
            let name = row.map(|row| round.roster.names[row].clone());
            record.extend([
                round.rules.name.clone(),
                round.table.clone(),
                name.unwrap_or_default(),
            ]);
        }
        record.extend([value(this), value(than)]);
        record.push(cell(paired.map(|p| p.difference.mean), what.digits));
        record.extend([low, high]);
        record.push(cell(paired.and_then(|p| p.variance_reduction), 3));
        csv.write_record(&record)?;
    }
    Ok(())
}

/// `sweeps.csv`: the values of the swept parameters at each table under each of the rules.
///
/// # Errors
/// None that can happen in memory.
pub fn sweeps(played: &[Played]) -> Result<Vec<u8>> {
    let mut csv = begin(SWEEPS)?;
    for round in played {
        for setting in round
            .rules
            .point
            .settings
            .iter()
            .chain(&round.point.settings)
        {
            csv.write_record([
                &round.rules.name,
                &round.table,
                &setting.parameter,
                &setting.value,
            ])?;
        }
    }
    Ok(csv.into_inner()?)
}
