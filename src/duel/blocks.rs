//! How A fared, block by block. It counts; what the counts say is said elsewhere (`stats`).

use std::collections::BTreeMap;

use crate::arena::Count;
use crate::play::Ended;
use crate::stats::BlockSums;
use crate::stats::elo::Difference;
use crate::stats::sprt::Sprt;
use crate::tally::WIN;
use crate::versus::Field;

/// What A won in each block: a game is one, shared by k sides 1/k of it, and one that nobody wins counts for each
/// side alike.
#[derive(Clone, Debug)]
pub(super) struct Blocks {
    field: Field,
    /// How often a block brought so many win units.
    outcomes: BTreeMap<i64, u64>,
    sums: BlockSums,
    block: (i64, i64),
}

impl Blocks {
    /// None yet.
    pub fn new(field: Field) -> Blocks {
        Blocks {
            field,
            outcomes: BTreeMap::new(),
            sums: BlockSums::default(),
            block: (0, 0),
        }
    }

    /// All outcomes that can come, halves of games and whatever else came, in games, with how often they came.
    pub fn outcomes(&self) -> Vec<(f64, u64)> {
        let mut all: BTreeMap<i64, u64> = (0..=2 * self.games())
            .map(|half| (half * WIN / 2, 0))
            .collect();
        all.extend(&self.outcomes);
        let games = |units: i64| units as f64 / WIN as f64;
        all.into_iter()
            .map(|(units, count)| (games(units), count))
            .collect()
    }

    /// Games of a block.
    fn games(&self) -> i64 {
        self.field.players as i64
    }

    /// The log-likelihood ratio of a test.
    pub fn llr(&self, sprt: &Sprt) -> f64 {
        let mut outcomes = self.outcomes();
        outcomes
            .iter_mut()
            .for_each(|(score, _)| *score /= self.games() as f64);
        sprt.llr(&outcomes, self.field.sides)
    }

    /// What A scored a game, in win units, by block.
    pub fn score(&self) -> &BlockSums {
        &self.sums
    }

    /// By how much A is better; `None` if nothing was played.
    pub fn difference(&self) -> Option<Difference> {
        let score = self.sums.estimate(WIN as f64)?;
        Some(Difference::of(&score, self.sums.blocks, self.field.sides))
    }
}

impl Count for Blocks {
    fn game(&mut self, _: u64, game: &Ended, slots: &[usize]) {
        let Field { players, sides } = self.field;
        let members = (players / sides) as u32;
        let winners = i64::from(game.winners.count_ones().div_ceil(members));
        let seat = slots.iter().position(|slot| *slot == 0).unwrap_or(0);
        let units = match winners {
            0 => WIN / sides as i64,
            winners if game.winners >> seat & 1 == 1 => WIN / winners,
            _ => 0,
        };
        self.block = (self.block.0 + units, self.block.1 + 1);
    }

    fn end_block(&mut self) {
        let (units, games) = std::mem::take(&mut self.block);
        *self.outcomes.entry(units).or_default() += 1;
        self.sums.add(units, games);
    }

    fn merge(&mut self, other: &Blocks) {
        for (units, count) in &other.outcomes {
            *self.outcomes.entry(*units).or_default() += count;
        }
        self.sums.merge(&other.sums);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ended(winners: u16) -> Ended {
        Ended {
            winners,
            ..Ended::default()
        }
    }

    fn outcomes(blocks: &Blocks) -> Vec<(f64, u64)> {
        let came = blocks.outcomes().into_iter();
        came.filter(|(_, count)| *count > 0).collect()
    }

    #[test]
    fn a_game_that_nobody_wins_is_half_a_game() {
        let mut blocks = Blocks::new(Field {
            players: 2,
            sides: 2,
        });
        // A on seat 0 wins, on seat 1 nobody does; then A loses and shares.
        blocks.game(0, &ended(0b01), &[0, 1]);
        blocks.game(0, &ended(0b00), &[1, 0]);
        blocks.end_block();
        blocks.game(1, &ended(0b10), &[0, 1]);
        blocks.game(1, &ended(0b11), &[1, 0]);
        blocks.end_block();
        assert_eq!(outcomes(&blocks), [(0.5, 1), (1.5, 1)]);
        assert_eq!(blocks.outcomes().len(), 5);
        assert_eq!(blocks.score().estimate(WIN as f64).unwrap().mean, 0.5);
    }

    #[test]
    fn a_team_wins_as_one() {
        let mut blocks = Blocks::new(Field {
            players: 4,
            sides: 2,
        });
        // A's are places 0 and 2 of the list.
        for (winners, slots) in [
            (0b0101, [0, 1, 2, 3]),
            (0b0101, [1, 2, 3, 0]),
            (0b1111, [2, 3, 0, 1]),
            (0, [3, 0, 1, 2]),
        ] {
            blocks.game(0, &ended(winners), &slots);
        }
        blocks.end_block();
        assert_eq!(outcomes(&blocks), [(2.0, 1)]);
    }

    /// One among three: a third of the games is even.
    #[test]
    fn one_of_several_is_measured_by_his_share() {
        let mut blocks = Blocks::new(Field {
            players: 3,
            sides: 3,
        });
        for winners in [0b001, 0b100, 0b000] {
            blocks.game(0, &ended(winners), &[0, 1, 2]);
        }
        blocks.end_block();
        let score = blocks.score().estimate(WIN as f64).unwrap().mean;
        assert!((score - 4.0 / 9.0).abs() < 1e-12);
        // γ / (γ + 2) = 4/9: γ = 1.6.
        let elo = blocks.difference().unwrap().elo;
        assert!((elo - 400.0 * 1.6f64.log10()).abs() < 1e-9);
    }
}
