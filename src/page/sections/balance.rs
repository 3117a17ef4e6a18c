//! Balance: what each rule set is like, one small figure a measure.

use anyhow::Result;

use unosim_engine::MAX_SEATS;

use crate::balance::measures;

use super::{MOST_ROWS, Section, Table, bar, different, grouped_by};
use crate::page::figures::Caption;
use crate::page::figures::rows::Row;
use crate::page::read::{Balance, Results};
use crate::page::words::{Unit, listed_briefly};

/// `balance.csv`
///
/// # Errors
/// None that can happen in memory.
pub fn section(results: &Results) -> Result<Section> {
    // Every measure has its place, with each rule set of the program; more of either is cut.
    let sets = different(results.balance.iter().map(|b| b.rules.as_str())).len();
    let most = measures::measures(MAX_SEATS).count() * sets.div_ceil(MOST_ROWS).clamp(1, 2);
    let mut section = Section {
        id: "balance",
        most: Some(most),
        title: "Balance of the rules",
        intro: vec!["A figure for each measure: the rule sets by its value, with 95 % intervals; the grey line and the second color mark the \
                     baseline."
            .into()],
        ..Section::default()
    };
    let mut left = Vec::new();
    for (measure, rows) in grouped_by(&results.balance, |b| b.measure.as_str()) {
        let name = measure.replace('_', " ");
        if section.is_full() {
            left.push(name);
            continue;
        }
        let known = measures::named(measure);
        let (unit, difference) = match known.map(|m| m.unit) {
            Some(measures::Unit::Share) => (Unit::Percent, Unit::Points),
            Some(measures::Unit::Gap) => (Unit::Points, Unit::Points),
            _ => (Unit::Plain, Unit::Difference),
        };
        let mut rows = rows;
        rows.sort_by(|a, b| {
            b.value
                .unwrap_or(f64::MIN)
                .total_cmp(&a.value.unwrap_or(f64::MIN))
        });
        let baseline = rows.iter().find(|b| is_baseline(b)).and_then(|b| b.value);
        let bars = rows.iter().filter_map(|b| {
            Some(bar(
                &b.rules,
                b.value()?,
                unit,
                baseline,
                usize::from(is_baseline(b)),
            ))
        });
        let groups = vec![bars.collect::<Vec<Row>>()];
        if groups[0].is_empty() {
            continue;
        }
        let caption = Caption {
            title: capital(&name),
            description: match known {
                Some(measure) => capital(&plain(measure.meaning)) + ".",
                None => "A row for each rule set, the highest value first.".into(),
            },
        };
        let lines: Vec<Vec<String>> = rows
            .iter()
            .map(|b| {
                let told = if is_baseline(b) {
                    "baseline".into()
                } else {
                    difference.with_error(b.difference())
                };
                vec![
                    b.rules.clone(),
                    unit.with_error(b.value()),
                    told,
                    difference.ends(b.difference()),
                ]
            })
            .collect();
        section.rows(&caption, groups, unit, |_| Table {
            caption: caption.title.clone(),
            columns: vec![
                "rules",
                "value",
                "difference to the baseline",
                "95 % interval of it",
            ],
            names: 1,
            rows: lines.clone(),
        })?;
    }
    if !left.is_empty() {
        section.left_out.push(format!(
            "the figures of {}; their numbers are in balance.csv",
            listed_briefly(&left, 8)
        ));
    }
    Ok(section)
}

fn is_baseline(row: &Balance) -> bool {
    row.rules == row.baseline
}

/// Without the marks of Markdown.
fn plain(text: &str) -> String {
    text.replace('`', "")
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|c| c.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}
