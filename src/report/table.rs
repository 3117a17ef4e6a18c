//! The table that a run prints at its end: every rate with its error, beside what equal strategies would have.

use std::fmt::Write;

use super::{Played, csv};
use crate::experiment::Experiment;
use crate::numbers::{grouped, plural};
use crate::stats::{BlockSums, Estimate};
use crate::style::Style;
use crate::tally::WIN;
use crate::until::End;

/// What a run found: a row a strategy for each table; or, if it was played under several rules, a row for each of them.
#[must_use]
pub fn render(experiment: &Experiment, played: &[Played], style: Style) -> String {
    let several = experiment.rules.len() > 1;
    let mut out = String::new();
    for (i, table) in experiment.tables.iter().enumerate() {
        let rounds: Vec<&Played> = played.iter().filter(|p| p.table == table.name).collect();
        let Some(first) = rounds.first() else {
            continue;
        };
        if i > 0 {
            out.push('\n');
        }
        if experiment.tables.len() > 1 {
            let _ = writeln!(out, "{}", style.bold(&table.name));
        }
        let (lines, summary) = match several {
            true => (by_rules(&rounds), rules_summary(experiment, &rounds)),
            false => (by_strategy(first), summary(experiment, first)),
        };
        align(&lines, style, &mut out);
        let _ = writeln!(out, "{}", style.dim(&summary));
    }
    out + &cheats_and_clocks(experiment)
}

/// Lines on what nobody should overlook in the results of an experiment.
#[must_use]
pub(crate) fn cheats_and_clocks(experiment: &Experiment) -> String {
    let cheats = experiment.cheats().into_iter();
    let cheats =
        cheats.map(|cheat| format!("research only: {cheat} sees cards that no player may see\n"));
    let timed = experiment.timed().into_iter();
    let timed = timed.map(|timed| format!("not reproducible: {timed} has a time budget\n"));
    cheats.chain(timed).collect()
}

fn by_strategy(table: &Played) -> Vec<Vec<String>> {
    let header = [
        "strategy",
        "games",
        "win rate",
        "score a hand",
        "cards left",
    ];
    let mut lines = vec![header.map(String::from).to_vec()];
    for (name, row) in table.roster.names.iter().zip(&table.tally.rows) {
        let cards = row.cards_left.sums.estimate(1.0).map_or(0.0, |e| e.mean);
        lines.push(vec![
            name.clone(),
            grouped(row.games),
            rate(&row.win.sums),
            with_error(row.score.sums.estimate(1.0)),
            format!("{cards:.2}"),
        ]);
    }
    lines
}

/// Win rates, a row for each of the rules.
fn by_rules(rounds: &[&Played]) -> Vec<Vec<String>> {
    let names = rounds.first().map_or(&[][..], |round| &round.roster.names);
    let mut header = vec!["rules".to_string(), "games".into()];
    header.extend(names.iter().cloned());
    header.extend(["if equal".into(), "turns a hand".into()]);
    let mut lines = vec![header];
    for round in rounds {
        let mut line = vec![round.rules.name.clone(), grouped(round.tally.games)];
        line.extend(round.tally.rows.iter().map(|row| rate(&row.win.sums)));
        line.push(format!("{:.1} %", round.baseline() * 100.0));
        line.push(format!("{:.1}", turns_a_hand(round)));
        lines.push(line);
    }
    lines
}

/// Columns as wide as their widest cell: the first to the left, the others to the right.
pub(crate) fn align(lines: &[Vec<String>], style: Style, out: &mut String) {
    let columns = lines.first().map_or(0, Vec::len);
    let width = |column: usize| {
        let cells = lines.iter().map(|line| line[column].chars().count());
        cells.max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    for (i, line) in lines.iter().enumerate() {
        let mut text = format!("{:<w$}", line[0], w = widths[0]);
        for (cell, width) in line.iter().zip(&widths).skip(1) {
            let _ = write!(text, "  {cell:>width$}");
        }
        let _ = writeln!(out, "{}", if i == 0 { style.dim(&text) } else { text });
    }
}

fn summary(experiment: &Experiment, table: &Played) -> String {
    let tally = &table.tally;
    let mut text = format!(
        "{}, {} of {}, seed {}; {:.1} turns a hand; equal strategies would win {:.1} %; ± is 95 %",
        table.rules.name,
        plural(tally.deals, "deal", "deals"),
        plural(tally.games / tally.deals.max(1), "game", "games"),
        experiment.seed,
        turns_a_hand(table),
        table.baseline() * 100.0
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
    for note in unwon(table) {
        let _ = write!(text, "; {note}");
    }
    if let (Some(until), End::Deals) = (experiment.until, table.end) {
        let _ = write!(
            text,
            "\nall deals were played before it was known to ± {}",
            until.ci
        );
    }
    text
}

fn rules_summary(experiment: &Experiment, rounds: &[&Played]) -> String {
    let mut text = format!("win rates, seed {}; ± is 95 %", experiment.seed);
    for round in rounds {
        let notes = unwon(round);
        if !notes.is_empty() {
            let _ = write!(text, "\n{}: {}", round.rules.name, notes.join(", "));
        }
    }
    text
}

fn turns_a_hand(table: &Played) -> f64 {
    let turns = table.tally.turns.iter();
    let turns: u128 = turns.map(|(t, count)| t as u128 * u128::from(count)).sum();
    turns as f64 / table.tally.hands.max(1) as f64
}

/// Hands and games that nobody won, as far as there are any.
fn unwon(table: &Played) -> Vec<String> {
    let tally = &table.tally;
    let names = ["void", "truncated", "stalemate"];
    let hands = names.iter().zip(&tally.outcomes[1..]);
    let mut notes: Vec<String> = hands
        .filter(|(_, count)| **count > 0)
        .map(|(name, count)| format!("{} {name}", plural(*count, "hand", "hands")))
        .collect();
    if tally.undecided > 0 {
        let games = plural(tally.undecided, "game", "games");
        notes.push(format!("{games} without a winner"));
    }
    notes
}

fn with_error(estimate: Option<Estimate>) -> String {
    let Some(Estimate { mean, half, .. }) = estimate else {
        return "–".into();
    };
    let error = half.map_or_else(|| "?".into(), |half| format!("{half:.2}"));
    format!("{mean:.2} ± {error}")
}

/// A win rate in percent, with the farther end of its interval.
fn rate(win: &BlockSums) -> String {
    let Some(estimate) = win.estimate(WIN as f64) else {
        return "–".into();
    };
    let ends = estimate.rate_interval(win.blocks);
    let farther = ends.map(|(low, high)| (estimate.mean - low).max(high - estimate.mean));
    let error = farther.map_or_else(|| "?".into(), |half| format!("{:.2}", half * 100.0));
    format!("{:.2} ± {error} %", estimate.mean * 100.0)
}
