//! The rows of a run by table and rule set, and who leads each: the same question wherever a page asks it.

use std::cmp::Ordering;

use super::read::{Interval, Pair, WinRate};

/// The rows of one table under one rule set.
#[derive(Debug, Clone)]
pub struct Round<'a> {
    /// The rule set.
    pub rules: &'a str,
    /// The table.
    pub table: &'a str,
    /// A row a strategy, as listed.
    pub rows: Vec<&'a WinRate>,
}

/// The rounds of a run in the order of the file.
#[must_use]
pub fn rounds(rows: &[WinRate]) -> Vec<Round<'_>> {
    let mut rounds: Vec<Round> = Vec::new();
    for row in rows {
        let same = |round: &&mut Round| round.rules == row.rules && round.table == row.table;
        match rounds.iter_mut().find(same) {
            Some(round) => round.rows.push(row),
            None => rounds.push(Round {
                rules: &row.rules,
                table: &row.table,
                rows: vec![row],
            }),
        }
    }
    rounds
}

/// Who leads a round.
#[derive(Debug, Clone, Copy)]
pub struct Verdict<'a> {
    /// The best.
    pub leader: &'a WinRate,
    /// The next.
    pub next: Option<&'a WinRate>,
    /// Their head to head, if the run counted it.
    pub net: Option<Interval>,
    /// Whether chance is ruled out, at 95 %.
    pub clear: bool,
}

impl<'a> Round<'a> {
    /// Strategies from best to worst; equal ones stay as listed.
    #[must_use]
    pub fn ranked(&self) -> Vec<&'a WinRate> {
        let mut rows: Vec<&WinRate> = self
            .rows
            .iter()
            .copied()
            .filter(|r| r.win_rate.is_some())
            .collect();
        let rate = |row: &WinRate| row.win_rate.unwrap_or_default();
        rows.sort_by(|a, b| rate(b).total_cmp(&rate(a)));
        rows
    }

    /// The head to head of two strategies, if it was counted, and whether the first is better beyond chance.
    #[must_use]
    pub fn ahead(
        &self,
        first: &WinRate,
        second: &WinRate,
        pairs: &[Pair],
    ) -> (Option<Interval>, bool) {
        let pair = pairs.iter().find(|pair| {
            pair.rules == self.rules
                && pair.table == self.table
                && pair.strategy == first.strategy
                && pair.opponent == second.strategy
        });
        let ends = |row: &WinRate| row.win().and_then(|win| win.ends);
        match pair.and_then(Pair::net) {
            Some(net) => (Some(net), net.beside(0.0) == Some(Ordering::Greater)),
            None => (
                None,
                ends(first)
                    .zip(ends(second))
                    .is_some_and(|(a, b)| a.0 > b.1),
            ),
        }
    }

    /// Who leads. Two strategies of one table play the same games, so their head to head decides, where there is one;
    /// otherwise their intervals must not meet.
    #[must_use]
    pub fn verdict(&self, pairs: &[Pair]) -> Option<Verdict<'a>> {
        let ranked = self.ranked();
        let (leader, next) = (*ranked.first()?, ranked.get(1).copied());
        let (net, clear) = next.map_or((None, false), |next| self.ahead(leader, next, pairs));
        Some(Verdict {
            leader,
            next,
            net,
            clear,
        })
    }
}
