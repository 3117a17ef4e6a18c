//! One random case: rules, table, and how it is played.

use super::space::{Changes, changes};
use proptest::prelude::*;

/// Where the play starts.
#[derive(Clone, Debug)]
pub enum Start {
    /// A match of dealt hands.
    Deal,
    /// A position of few cards: hand sizes up to this, discards under the top, draw pile, and whether the rest of
    /// the deck lies under it.
    Position {
        most: usize,
        discards: usize,
        pile: usize,
        under: bool,
    },
}

/// A case.
#[derive(Clone, Debug)]
pub struct Case {
    pub changes: Changes,
    pub seats: usize,
    pub seed: u64,
    /// How actions are chosen: 0 uniformly, 1 cards first, 2 no cards if possible, 3 answers and catches, 4 mixed.
    pub policy: u8,
    pub start: Start,
}

impl Case {
    /// As a person would write it.
    pub fn describe(&self) -> String {
        let (changes, _) = super::space::rules(&self.changes, self.seats);
        let set: Vec<String> = changes
            .iter()
            .map(|(n, v)| format!("\"{n}\" = {v}"))
            .collect();
        format!(
            "set = {{ {} }}\n{} seats, seed {}, policy {}, {:?}",
            set.join(", "),
            self.seats,
            self.seed,
            self.policy,
            self.start
        )
    }
}

fn rules(most: usize) -> impl Strategy<Value = Changes> {
    let space = changes();
    let one = (0..space.len(), any::<prop::sample::Index>()).prop_map(move |(at, value)| {
        let (name, values) = &space[at];
        (name.clone(), values[value.index(values.len())].clone())
    });
    prop::collection::vec(one, 0..=most)
}

fn case(most: usize, start: impl Strategy<Value = Start>) -> impl Strategy<Value = Case> {
    let seats = prop_oneof![2 => Just(2usize), 3 => 3usize..=4, 2 => 5usize..=10];
    let policy =
        prop_oneof![1 => Just(0u8), 3 => Just(1), 1 => Just(2), 2 => Just(3), 2 => Just(4)];
    (rules(most), seats, any::<u64>(), policy, start).prop_map(
        |(changes, seats, seed, policy, start)| Case {
            changes,
            seats,
            seed,
            policy,
            start,
        },
    )
}

/// Dealt hands under rules with up to so many changes.
pub fn deals(most: usize) -> impl Strategy<Value = Case> {
    case(most, Just(Start::Deal))
}

/// Small positions under rules with up to so many changes.
pub fn positions(most: usize) -> impl Strategy<Value = Case> {
    let start = (
        1usize..=6,
        0usize..=6,
        0usize..=12,
        prop::bool::weighted(0.3),
    )
        .prop_map(|(most, discards, pile, under)| Start::Position {
            most,
            discards,
            pile,
            under,
        });
    case(most, start)
}
