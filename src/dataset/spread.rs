//! How actions and outcomes are spread over the rows of a dataset. It knows columns by name and counts.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::columns::{Cells, Column, Texts};
use crate::numbers::grouped;
use crate::style::Style;

/// Actions by the first of their numbers that is theirs no more (docs/actions.md).
const ACTIONS: &[(u8, &str)] = &[
    (52, "colored card"),
    (56, "Wild"),
    (60, "Wild Draw Four"),
    (61, "draw or take"),
    (62, "pass, keep, done, decline, silent"),
    (63, "challenge"),
    (64, "uno, catch"),
    (68, "color or claim"),
    (72, "Discard All"),
    (98, "another wild, or one used otherwise"),
    (107, "seat"),
];

/// What is counted, by label.
type Counts = BTreeMap<String, Line>;

#[derive(Clone, Copy, Debug, Default)]
struct Line {
    rows: u64,
    /// Rows in which the strategy was asked.
    chosen: u64,
    won: f64,
    score: i64,
}

/// Counts over all rows.
#[derive(Debug)]
pub struct Spread {
    /// The places of columns by name.
    at: BTreeMap<String, usize>,
    actions: Counts,
    phases: Counts,
    outcomes: Counts,
    strategies: Counts,
}

impl Spread {
    /// Nothing counted yet.
    #[must_use]
    pub fn new(columns: &[Column]) -> Spread {
        let names = columns.iter().map(|column| column.name.clone());
        Spread {
            at: names.zip(0..).collect(),
            actions: Counts::new(),
            phases: Counts::new(),
            outcomes: Counts::new(),
            strategies: Counts::new(),
        }
    }

    fn column<'c>(&self, cells: &'c [Cells], name: &str) -> Option<&'c Cells> {
        cells.get(*self.at.get(name)?)
    }

    fn texts<'c>(&self, cells: &'c [Cells], name: &str) -> Vec<&'c str> {
        match self.column(cells, name) {
            Some(Cells::Text(texts)) => strings(texts),
            _ => Vec::new(),
        }
    }

    /// Counts rows.
    pub fn add(&mut self, cells: &[Cells]) {
        match self.at.contains_key("action_number") {
            true => self.decisions(cells),
            false => self.games(cells),
        }
    }

    fn decisions(&mut self, cells: &[Cells]) {
        let (phases, outcomes) = (
            self.texts(cells, "phase"),
            self.texts(cells, "hand_outcome"),
        );
        let strategies = self.texts(cells, "strategy");
        let column = |name| self.column(cells, name);
        let (
            Some(Cells::UInt8(actions)),
            Some(Cells::Bool(forced)),
            Some(Cells::Double(shares)),
            Some(Cells::Int32(scores)),
        ) = (
            column("action_number"),
            column("forced"),
            column("share"),
            column("hand_score"),
        )
        else {
            return;
        };
        for row in 0..actions.len() {
            let line = Line {
                rows: 1,
                chosen: u64::from(!forced[row]),
                won: shares[row],
                score: i64::from(scores[row]),
            };
            let name = ACTIONS.iter().find(|(end, _)| actions[row] < *end);
            add(&mut self.actions, name.map_or("?", |(_, name)| name), line);
            add(&mut self.phases, phases[row], line);
            add(&mut self.outcomes, outcomes[row], line);
            add(&mut self.strategies, strategies[row], line);
        }
    }

    fn games(&mut self, cells: &[Cells]) {
        for outcome in self.texts(cells, "outcome") {
            let line = Line {
                rows: 1,
                ..Line::default()
            };
            add(&mut self.outcomes, outcome, line);
        }
        for seat in 0..10 {
            let names = self.texts(cells, &format!("strategy_{seat}"));
            let (share, score) = (format!("share_{seat}"), format!("score_{seat}"));
            let (Some(Cells::Double(shares)), Some(Cells::Int32(scores))) =
                (self.column(cells, &share), self.column(cells, &score))
            else {
                continue;
            };
            let rows = names.iter().zip(shares.iter().zip(scores));
            for (name, (share, score)) in rows.filter(|(name, _)| !name.is_empty()) {
                let line = Line {
                    rows: 1,
                    chosen: 0,
                    won: *share,
                    score: i64::from(*score),
                };
                add(&mut self.strategies, name, line);
            }
        }
    }

    /// The counts as text.
    #[must_use]
    pub fn render(&self, style: Style) -> String {
        let mut text = String::new();
        if self.actions.is_empty() {
            outcomes(&mut text, &self.outcomes, style);
            won(&mut text, "strategy", &self.strategies, style, false);
        } else {
            won(&mut text, "action", &self.actions, style, true);
            won(&mut text, "phase", &self.phases, style, true);
            outcomes(&mut text, &self.outcomes, style);
            won(&mut text, "strategy", &self.strategies, style, true);
        }
        text
    }
}

fn add(counts: &mut Counts, name: &str, line: Line) {
    let sum = match counts.get_mut(name) {
        Some(sum) => sum,
        None => counts.entry(name.into()).or_default(),
    };
    sum.rows += line.rows;
    sum.chosen += line.chosen;
    sum.won += line.won;
    sum.score += line.score;
}

fn strings(texts: &Texts) -> Vec<&str> {
    let text = |span| std::str::from_utf8(&texts.bytes[span]).unwrap_or_default();
    texts.spans().map(text).collect()
}

/// The names, the most frequent first, with their share of all.
fn by_rows(counts: &Counts) -> Vec<(&str, Line, f64)> {
    let all: u64 = counts.values().map(|line| line.rows).sum();
    let share = |line: &Line| line.rows as f64 / (all as f64).max(1.0);
    let lines = counts.iter();
    let mut lines: Vec<_> = lines
        .map(|(n, line)| (n.as_str(), *line, share(line)))
        .collect();
    lines.sort_by_key(|(_, line, _)| std::cmp::Reverse(line.rows));
    lines
}

fn outcomes(text: &mut String, counts: &Counts, style: Style) {
    let head = format!("\n{:<36} {:>12} {:>8}\n", "outcome", "rows", "share");
    *text += &style.bold(&head);
    for (name, line, share) in by_rows(counts) {
        let rows = grouped(line.rows);
        let _ = writeln!(text, "{name:<36} {rows:>12} {:>7.2}%", share * 100.0);
    }
}

/// With what comes of them: the share won, and the mean score.
fn won(text: &mut String, what: &str, counts: &Counts, style: Style, asked: bool) {
    let chosen = if asked { "chosen" } else { "" };
    let head = format!(
        "\n{what:<36} {:>12} {:>8} {:>8} {:>8} {chosen:>8}\n",
        "rows", "share", "won", "score"
    );
    *text += &style.bold(&head);
    for (name, line, share) in by_rows(counts) {
        let rows = line.rows as f64;
        let name: String = name.chars().take(36).collect();
        let _ = write!(
            text,
            "{name:<36} {:>12} {:>7.2}% {:>7.2}% {:>8.2}",
            grouped(line.rows),
            share * 100.0,
            line.won / rows * 100.0,
            line.score as f64 / rows,
        );
        let _ = match asked {
            true => writeln!(text, " {:>7.2}%", line.chosen as f64 / rows * 100.0),
            false => writeln!(text),
        };
    }
}
