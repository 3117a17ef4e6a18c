//! Which deals stand in which file: fixed by the experiment alone, so that threads, shards and interruptions change no byte.
//! It plays nothing and touches no file.

use anyhow::{Result, ensure};
use std::ops::Range;
use unosim_engine::Rules;
use unosim_engine::rules::MatchFormat;

use super::args::Level;
use crate::arena::Round;
use crate::experiment::Experiment;
use crate::schedule;
use crate::seating::Seating;

/// Rows that a file shall have at most, roughly.
const MOST_ROWS: f64 = 500_000.0;
/// Fewer are not worth a file.
const FEWEST_ROWS: f64 = 50_000.0;
/// Files that a round shall have, so that threads have something to share.
const FILES: u64 = 32;
/// More files than anybody can want.
const MOST_FILES: u64 = 100_000;
/// Hands of a match that is played until somebody has so many points.
const HANDS_OF_A_RACE: u32 = 12;

/// A file: some consecutive deals of one round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The round, counted from 0.
    pub round: usize,
    /// Its deals.
    pub deals: Range<u64>,
}

/// All files, numbered over all rounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Deals of a file, by round; its last file may have fewer.
    pub deals_a_file: Vec<u64>,
    /// The files.
    pub parts: Vec<Part>,
}

impl Plan {
    /// The files of an experiment; of each row, the share `sample` is kept.
    ///
    /// # Errors
    /// If they are too many.
    pub fn new(
        experiment: &Experiment,
        level: Level,
        sample: f64,
        deals_a_file: Option<u64>,
    ) -> Result<Plan> {
        let mut plan = Plan {
            deals_a_file: Vec::new(),
            parts: Vec::new(),
        };
        for (round, of) in experiment.rounds().enumerate() {
            let Round { rules, table, .. } = of;
            let deals = experiment.deals_at(table);
            let players = table.strategies.len();
            let a_deal = sample * rows_a_deal(&rules.rules, experiment.seating, players, level);
            let each = deals_a_file.unwrap_or_else(|| usual(deals, a_deal)).max(1);
            let files = deals.div_ceil(each);
            ensure!(
                plan.parts.len() as u64 + files <= MOST_FILES,
                "with {each} deals a file there are more than {MOST_FILES} files; put more into each with --deals-per-file"
            );
            plan.deals_a_file.push(each);
            let parts = (0..files).map(|file| Part {
                round,
                deals: file * each..deals.min((file + 1) * each),
            });
            plan.parts.extend(parts);
        }
        Ok(plan)
    }
}

/// Deals of a file where nobody says.
fn usual(deals: u64, rows_a_deal: f64) -> u64 {
    let of_rows = |rows: f64| ((rows / rows_a_deal) as u64).max(1);
    let shared = deals.div_ceil(FILES);
    shared.clamp(of_rows(FEWEST_ROWS), of_rows(MOST_ROWS))
}

/// Rows of a deal, roughly.
fn rows_a_deal(rules: &Rules, seating: Seating, players: usize, level: Level) -> f64 {
    let games = f64::from(seating.rotations(players));
    let hands = match rules.match_.format {
        MatchFormat::Hand | MatchFormat::LastStanding => 1,
        MatchFormat::Hands => schedule::hands_each(rules),
        MatchFormat::Race | MatchFormat::Knockout => HANDS_OF_A_RACE.min(rules.match_.max_hands),
    };
    let sittings = match seating {
        Seating::Partners => schedule::partners(players).len() as u32,
        _ => 1,
    };
    let hands = f64::from(hands * sittings);
    match level {
        Level::Games => games,
        Level::Hands => games * hands,
        // Some twelve turns a player, and questions between them.
        Level::Decisions => games * hands * 16.0 * seating.table(players) as f64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_neither_tiny_nor_huge_and_enough_for_many_threads() {
        // A row a deal.
        assert_eq!(usual(10_000, 1.0), 50_000);
        assert_eq!(usual(3_200_000, 1.0), 100_000);
        assert_eq!(usual(1_000_000_000, 1.0), 500_000);
        // Many rows a deal.
        assert_eq!(usual(10_000, 256.0), 313);
        assert_eq!(usual(10, 1e9), 1);
    }
}
