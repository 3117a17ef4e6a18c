//! Win rates: who wins how much, at each table and under each rule set.

use anyhow::Result;

use super::{Section, Table, bar, different, several, table_of};
use crate::numbers::grouped;
use crate::page::figures::Caption;
use crate::page::figures::rows::Row;
use crate::page::read::{Results, WinRate};
use crate::page::rounds::Round;
use crate::page::words::{UNKNOWN, Unit, fixed};

/// `win_rates.csv`
///
/// # Errors
/// None that can happen in memory.
pub fn section(results: &Results, rounds: &[Round]) -> Result<Section> {
    let mut section = Section {
        id: "win-rates",
        title: "Win rates",
        intro: vec![
            "Share of games won, with 95 % intervals from deal blocks; the grey line is what equal strategies would win.".into(),
        ],
        ..Section::default()
    };
    let places = several(rounds.iter().map(|r| (r.rules, r.table)));
    match places.0 {
        false => by_table(&mut section, rounds)?,
        true => by_rules(&mut section, results, rounds, places.1)?,
    }
    section.table(
        numbers(&results.win_rates, places),
        !places.0,
        "win_rates.csv",
    );
    Ok(section)
}

/// One rule set: the strategies of each table, best first.
fn by_table(section: &mut Section, rounds: &[Round]) -> Result<()> {
    let mut groups = Vec::new();
    for round in rounds {
        let mut rows = Vec::new();
        if rounds.len() > 1 {
            rows.push(Row::Heading(round.table.to_string()));
        }
        for row in round.ranked() {
            let series = round.rows.iter().position(|r| r.strategy == row.strategy);
            if let Some(win) = row.win() {
                rows.push(bar(
                    &row.strategy,
                    win,
                    Unit::Percent,
                    row.baseline,
                    series.unwrap_or(0),
                ));
            }
        }
        groups.push(rows);
    }
    let caption = Caption {
        title: "Games won".into(),
        description:
            "A row for each strategy, best first: its share of games won with its 95 % interval."
                .into(),
    };
    section.rows(&caption, groups, Unit::Percent, |rows| {
        table_of(rows, "Games won", "strategy", "games won", Unit::Percent)
    })
}

/// Several rule sets: for each strategy, the rule sets by how much it wins; and who leads where.
fn by_rules(
    section: &mut Section,
    results: &Results,
    rounds: &[Round],
    several_tables: bool,
) -> Result<()> {
    let all: Vec<&WinRate> = rounds
        .iter()
        .flat_map(|round| round.rows.iter().copied())
        .collect();
    for table in different(rounds.iter().map(|r| r.table)) {
        let of_table: Vec<&WinRate> = all
            .iter()
            .copied()
            .filter(|row| row.table == table)
            .collect();
        let span = of_table.iter().filter_map(|row| row.win());
        let span = span.flat_map(|win| win.ends.map_or([win.value; 2], |(low, high)| [low, high]));
        let span: Vec<f64> = span.collect();
        if several_tables && !section.is_full() {
            section.items.push(super::Item::Heading(table.to_string()));
        }
        for (series, strategy) in different(of_table.iter().map(|r| r.strategy.as_str()))
            .into_iter()
            .enumerate()
        {
            let mut rows: Vec<&WinRate> = of_table
                .iter()
                .copied()
                .filter(|r| r.strategy == strategy && r.win_rate.is_some())
                .collect();
            rows.sort_by(|a, b| {
                b.win_rate
                    .unwrap_or_default()
                    .total_cmp(&a.win_rate.unwrap_or_default())
            });
            let bars = rows.iter().filter_map(|row| {
                Some(bar(
                    &row.rules,
                    row.win()?,
                    Unit::Percent,
                    row.baseline,
                    series,
                ))
            });
            let groups: Vec<Vec<Row>> = vec![bars.collect()];
            let at = if several_tables {
                format!(" ({table})")
            } else {
                String::new()
            };
            let caption = Caption {
                title: format!("{strategy}: games won by rule set{at}"),
                description: format!(
                    "A row for each rule set, that under which {strategy} wins most first."
                ),
            };
            let title = caption.title.clone();
            if groups[0].is_empty() {
                continue;
            }
            section.rows_within(&caption, groups, Unit::Percent, &span, |rows| {
                table_of(rows, &title, "rules", "games won", Unit::Percent)
            })?;
        }
    }
    section.table(
        leaders(results, rounds, several_tables),
        true,
        "win_rates.csv",
    );
    Ok(())
}

fn leaders(results: &Results, rounds: &[Round], several_tables: bool) -> Table {
    let mut columns = vec![
        "rules",
        "table",
        "first",
        "second",
        "wins of the first",
        "of the second",
        "beyond chance",
    ];
    if !several_tables {
        columns.remove(1);
    }
    let rows = rounds.iter().filter_map(|round| {
        let verdict = round.verdict(&results.pairs)?;
        let next = verdict.next?;
        let mut row = vec![round.rules.to_string()];
        if several_tables {
            row.push(round.table.to_string());
        }
        row.extend([
            verdict.leader.strategy.clone(),
            next.strategy.clone(),
            Unit::Percent.with_error(verdict.leader.win()),
            Unit::Percent.with_error(next.win()),
            if verdict.clear { "yes" } else { "no" }.into(),
        ]);
        Some(row)
    });
    Table {
        caption: "Who leads where".into(),
        rows: rows.collect(),
        names: if several_tables { 4 } else { 3 },
        columns,
    }
}

fn numbers(rows: &[WinRate], places: (bool, bool)) -> Table {
    let mut columns = vec![
        "strategy",
        "games",
        "games won",
        "if equal",
        "score a hand",
        "points left",
        "cards left",
    ];
    if places.0 || places.1 {
        columns.push("deals");
    }
    if places.1 {
        columns.insert(0, "table");
    }
    if places.0 {
        columns.insert(0, "rules");
    }
    let number = |value: Option<f64>, digits| value.map_or(UNKNOWN.into(), |v| fixed(v, digits));
    let cells = |row: &WinRate| {
        let mut cells = Vec::new();
        if places.0 {
            cells.push(row.rules.clone());
        }
        if places.1 {
            cells.push(row.table.clone());
        }
        cells.extend([
            row.strategy.clone(),
            grouped(row.games),
            Unit::Percent.with_error(row.win()),
            row.baseline
                .map_or(UNKNOWN.into(), |b| format!("{} %", fixed(b * 100.0, 1))),
            Unit::Plain.with_error(row.score()),
            number(row.mean_points_left, 1),
            number(row.mean_cards_left, 2),
        ]);
        if places.0 || places.1 {
            cells.push(grouped(row.deals));
        }
        cells
    };
    Table {
        caption: "All numbers".into(),
        names: 1 + usize::from(places.0) + usize::from(places.1),
        columns,
        rows: rows.iter().map(cells).collect(),
    }
}
