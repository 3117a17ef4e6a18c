//! The table that a run prints at its end: every rate with its error, beside what equal strategies would have.

use std::fmt::Write;

use super::{Played, csv};
use crate::experiment::Experiment;
use crate::numbers::{grouped, plural};
use crate::stats::Estimate;
use crate::style::Style;
use crate::tally::WIN;

/// The tables of a run.
#[must_use]
pub fn render(experiment: &Experiment, played: &[Played], style: Style) -> String {
    let mut out = String::new();
    for (i, table) in played.iter().enumerate() {
        if i > 0 {
            out.push('\n');
        }
        if played.len() > 1 {
            let _ = writeln!(out, "{}", style.bold(&table.table));
        }
        one(experiment, table, style, &mut out);
    }
    out
}

fn one(experiment: &Experiment, table: &Played, style: Style, out: &mut String) {
    let tally = &table.tally;
    let header = [
        "strategy",
        "games",
        "win rate",
        "score a hand",
        "cards left",
    ]
    .map(String::from);
    let mut lines = vec![header];
    for (name, row) in table.roster.names.iter().zip(&tally.rows) {
        let cards = row.cards_left as f64 / (row.score.h as f64);
        lines.push([
            name.clone(),
            grouped(row.games),
            with_error(row.win.estimate(WIN as f64), 100.0, " %"),
            with_error(row.score.estimate(1.0), 1.0, ""),
            format!("{cards:.2}"),
        ]);
    }
    let width = |c: usize| {
        lines
            .iter()
            .map(|l| l[c].chars().count())
            .max()
            .unwrap_or(0)
    };
    let widths: [usize; 5] = std::array::from_fn(width);
    for (i, line) in lines.iter().enumerate() {
        let mut text = format!("{:<w$}", line[0], w = widths[0]);
        for (cell, width) in line.iter().zip(widths).skip(1) {
            let _ = write!(text, "  {cell:>width$}");
        }
        let _ = writeln!(out, "{}", if i == 0 { style.dim(&text) } else { text });
    }
    let _ = writeln!(out, "{}", style.dim(&summary(experiment, table)));
}

fn summary(experiment: &Experiment, table: &Played) -> String {
    let tally = &table.tally;
    let turns: u128 = tally
        .turns
        .iter()
        .map(|(turns, count)| turns as u128 * u128::from(count))
        .sum();
    let mut text = format!(
        "{}, {} of {}, seed {}; {:.1} turns a hand; equal strategies would win {:.1} %; ± is 95 %",
        experiment.rules_name,
        plural(tally.deals, "deal", "deals"),
        plural(tally.games / tally.deals.max(1), "game", "games"),
        experiment.seed,
        turns as f64 / tally.hands.max(1) as f64,
        table.baseline(experiment) * 100.0
    );
    let factors = tally
        .rows
        .iter()
        .filter_map(|r| csv::variance_reductions(r)[0]);
    if let Some(least) = factors.min_by(f64::total_cmp) {
        let _ = write!(
            text,
            "\nduplicate deals are worth {least:.2} times as many independent games or more"
        );
    }
    let names = ["void", "truncated", "stalemate"];
    for (name, count) in names.iter().zip(&tally.outcomes[1..]) {
        if *count > 0 {
            let _ = write!(text, "; {} {name}", plural(*count, "hand", "hands"));
        }
    }
    if tally.undecided > 0 {
        let _ = write!(
            text,
            "; {} without a winner",
            plural(tally.undecided, "game", "games")
        );
    }
    text
}

fn with_error(estimate: Option<Estimate>, scale: f64, unit: &str) -> String {
    let Some(Estimate { mean, half, .. }) = estimate else {
        return "–".into();
    };
    let error = half.map_or_else(|| "?".into(), |half| format!("{:.2}", half * scale));
    format!("{:.2} ± {error}{unit}", mean * scale)
}
