//! Ratings and the table of everyone against everyone.

use anyhow::Result;

use super::pairs::numbered;
use super::{Item, Section, Table, bar, different, grouped_by};
use crate::numbers::grouped;
use crate::page::figures::Caption;
use crate::page::figures::heat::{self, Cell};
use crate::page::figures::rows::Row;
use crate::page::read::{Cross, Results};
use crate::page::words::{UNKNOWN, Unit, fixed, listed_briefly};

/// So many strategies are legible in a square.
const MOST_COLUMNS: usize = 14;

/// `ratings.csv` and `cross_table.csv`
///
/// # Errors
/// None that can happen in memory.
pub fn section(results: &Results) -> Result<Section> {
    let mut section = Section {
        id: "ratings",
        title: "Ratings",
        intro: vec!["One number for the strength of each strategy, from all of its meetings, with 95 % intervals; and the score to be \
                     expected of each against each (0.5 is even)."
            .into()],
        ..Section::default()
    };
    let rules = results.ratings.iter().map(|r| r.rules.as_str());
    let rules = different(rules.chain(results.cross_table.iter().map(|c| c.rules.as_str())));
    let ratings = grouped_by(&results.ratings, |r| r.rules.as_str());
    let crosses = grouped_by(&results.cross_table, |c| c.rules.as_str());
    let mut left = Vec::new();
    for under in &rules {
        if section.is_full() {
            left.push((*under).to_string());
            continue;
        }
        if rules.len() > 1 {
            section.items.push(Item::Heading((*under).to_string()));
        }
        if let Some((_, rows)) = ratings.iter().find(|(rules, _)| rules == under) {
            let mut rows = rows.clone();
            rows.sort_by(|a, b| {
                b.rating
                    .unwrap_or(f64::MIN)
                    .total_cmp(&a.rating.unwrap_or(f64::MIN))
            });
            let bars = rows
                .iter()
                .filter_map(|r| Some(bar(&r.strategy, r.rating()?, Unit::Plain, None, 0)));
            let groups = vec![bars.collect::<Vec<Row>>()];
            let caption = Caption {
                title: format!("Ratings: {under}"),
                description: "A row for each strategy, the highest rating first.".into(),
            };
            let lines = rows.iter().map(|r| {
                vec![
                    r.strategy.clone(),
                    grouped(r.games),
                    Unit::Plain.with_error(r.rating()),
                    Unit::Plain.ends(r.rating()),
                    r.nash.map_or(UNKNOWN.into(), |n| fixed(n, 3)),
                ]
            });
            let lines: Vec<Vec<String>> = lines.collect();
            section.rows(&caption, groups, Unit::Plain, |_| Table {
                caption: caption.title.clone(),
                columns: vec![
                    "strategy",
                    "games",
                    "rating",
                    "95 % interval",
                    "weight in equilibrium",
                ],
                names: 1,
                rows: lines.clone(),
            })?;
        }
        if let Some((_, rows)) = crosses.iter().find(|(rules, _)| rules == under) {
            let names = different(rows.iter().map(|c| c.strategy.as_str()));
            match names.len() <= MOST_COLUMNS {
                true => square(&mut section, under, &names, rows)?,
                false => section.left_out.push(format!(
                    "the square of {} strategies under {under}; its numbers are in cross_table.csv",
                    names.len()
                )),
            }
        }
    }
    if !left.is_empty() {
        section.left_out.push(format!(
            "figures of {}; their numbers are in ratings.csv",
            listed_briefly(&left, 8)
        ));
    }
    Ok(section)
}

fn square(section: &mut Section, rules: &str, names: &[&str], rows: &[&Cross]) -> Result<()> {
    let widest = rows
        .iter()
        .filter_map(|c| c.score)
        .fold(0.05f64, |most, s| most.max((s - 0.5).abs()));
    let heat = numbered(names, |one, other| {
        let cross = rows
            .iter()
            .find(|c| c.strategy == one && c.opponent == other && one != other)?;
        let score = cross.score()?;
        Some(Cell {
            text: fixed(score.value, 2),
            share: (score.value - 0.5) / widest,
            clear: score.beside(0.5).is_some(),
        })
    });
    let caption = Caption {
        title: format!("Everyone against everyone: {rules}"),
        description: "Expected score of the strategy of the row against that of the column; framed where the 95 % interval excludes 0.5."
            .into(),
    };
    let lines = rows.iter().map(|c| {
        vec![
            c.strategy.clone(),
            c.opponent.clone(),
            grouped(c.games),
            Unit::Plain.with_error(c.score()),
        ]
    });
    let table = Table {
        caption: caption.title.clone(),
        columns: vec!["strategy", "opponent", "games", "score"],
        names: 2,
        rows: lines.collect(),
    };
    section.figure(caption, table, |caption| heat::draw(caption, &heat))
}
