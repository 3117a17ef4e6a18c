//! Which strategy sits where: the circular order of a deal, its rotations, and whether seats change during a game. It
//! knows no game and no strategy, only how many there are.

use clap::ValueEnum;
use schemars::JsonSchema;
use serde::Deserialize;
use unosim_engine::{Rng, Role};

use crate::schedule::{self, Sitting};

/// How the strategies of a table come to their seats.
#[derive(ValueEnum, Deserialize, JsonSchema, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Seating {
    /// A new random circular order for each deal
    #[default]
    Shuffled,
    /// The order in which they are listed
    Fixed,
    /// Every circular order, one after the other; up to six seats
    Permutations,
    /// Everyone plays with every partner in turn: four at one table, or eight at two, totals kept for each
    Partners,
}

impl Seating {
    /// Most seats for which all circular orders are played: 120 orders, 720 games a deal.
    pub const MOST_PERMUTED: usize = 6;

    /// Its name, as typed.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Seating::Shuffled => "shuffled",
            Seating::Fixed => "fixed",
            Seating::Permutations => "permutations",
            Seating::Partners => "partners",
        }
    }

    /// How often a deal is played: once a rotation of each circular order.
    #[must_use]
    pub fn rotations(self, seats: usize) -> u32 {
        match self {
            Seating::Permutations => (1..=seats as u32).product(),
            _ => seats as u32,
        }
    }

    /// Seats of a table, where so many play.
    #[must_use]
    pub fn table(self, players: usize) -> usize {
        match self {
            Seating::Partners => schedule::SEATS,
            _ => players,
        }
    }

    /// How many sides can win a game: everyone, or the teams of the rules.
    #[must_use]
    pub fn sides(self, players: usize, teams: u8) -> usize {
        match (self, teams) {
            (Seating::Partners, _) | (_, 0) => players,
            (_, teams) => usize::from(teams),
        }
    }

    /// The sittings of a game, in the order in which they are played.
    #[must_use]
    pub fn schedule(self, players: usize) -> Vec<Sitting> {
        match self {
            Seating::Partners => schedule::partners(players),
            _ => vec![Sitting::in_order(players)],
        }
    }

    /// For each seat, or each player of a schedule, the place of its strategy in the list.
    #[must_use]
    pub fn slots(self, seats: usize, seed: u64, deal: u64, rotation: u32) -> Vec<usize> {
        let turn = rotation as usize % seats;
        let mut order: Vec<usize> = (0..seats).collect();
        match self {
            Seating::Fixed => {}
            Seating::Shuffled | Seating::Partners => {
                Rng::new(seed, deal, Role::Seating).shuffle(&mut order);
            }
            Seating::Permutations => permute(&mut order[1..], rotation as usize / seats),
        }
        order.rotate_left(turn);
        order
    }
}

/// The `index`-th arrangement of the items, counted from the one they are in.
fn permute(items: &mut [usize], mut index: usize) {
    for i in 0..items.len() {
        let left = items.len() - i;
        items[i..].rotate_right(index % left);
        items[i + 1..].sort_unstable();
        index /= left;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn permutations_are_all_seatings_once() {
        for seats in 2..=5 {
            let count = Seating::Permutations.rotations(seats);
            let all: HashSet<Vec<usize>> = (0..count)
                .map(|r| Seating::Permutations.slots(seats, 1, 0, r))
                .collect();
            assert_eq!(all.len(), count as usize);
        }
    }

    #[test]
    fn every_strategy_has_every_seat_once_in_a_block() {
        for seating in [Seating::Shuffled, Seating::Fixed, Seating::Partners] {
            for seat in 0..4 {
                let mut slots: Vec<usize> =
                    (0..4).map(|r| seating.slots(4, 9, 5, r)[seat]).collect();
                slots.sort_unstable();
                assert_eq!(slots, [0, 1, 2, 3]);
            }
        }
        assert_eq!(Seating::Fixed.slots(4, 9, 5, 1), [1, 2, 3, 0]);
    }
}
