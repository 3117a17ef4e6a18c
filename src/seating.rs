//! Which strategy sits where: the circular order of a deal and its rotations. It knows no game and no strategy, only
//! how many seats there are.

use clap::ValueEnum;
use unosim_engine::{Rng, Role};

/// How the strategies of a table come to their seats.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Seating {
    /// A new random circular order for each deal
    #[default]
    Shuffled,
    /// The order in which they are listed
    Fixed,
    /// Every circular order, one after the other; up to six seats
    Permutations,
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

    /// For each seat, the place of its strategy in the list.
    #[must_use]
    pub fn slots(self, seats: usize, seed: u64, deal: u64, rotation: u32) -> Vec<usize> {
        let turn = rotation as usize % seats;
        let mut order: Vec<usize> = (0..seats).collect();
        match self {
            Seating::Fixed => {}
            Seating::Shuffled => Rng::new(seed, deal, Role::Seating).shuffle(&mut order),
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
        for seating in [Seating::Shuffled, Seating::Fixed] {
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
