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
    /// A hand that is not over after so many actions is left.
    pub longest: u32,
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

/// Options that belong together, by the start of their names.
pub type Group = &'static [&'static str];
/// Every option.
pub const ALL: Group = &[""];
/// The deal and what a first card leads to.
pub const OPENING: Group = &[
    "setup.",
    "two_player",
    "stacking.",
    "redirect.",
    "exhausted.pile",
    "deck.",
];
/// Penalties, and cards that are the last.
pub const PENALTIES: Group = &[
    "wild_draw_four.",
    "stacking.",
    "redirect.",
    "finish.",
    "uno.call",
    "exhausted.",
    "deck.reflect",
    "match.format",
];
/// House rules with cards.
pub const HOUSE: Group = &[
    "jump_in.",
    "multi.",
    "swap.",
    "wild.",
    "slap",
    "deck.",
    "uno.",
    "finish.",
    "match.format",
];

fn rules(group: Group, most: usize) -> impl Strategy<Value = Changes> {
    let mut space = changes();
    space.retain(|(name, _)| group.iter().any(|start| name.starts_with(start)));
    let one = (any::<prop::sample::Index>(), any::<prop::sample::Index>());
    let one = one.prop_filter_map("no option", move |(at, value)| {
        let (name, values) = space.get(at.index(space.len().max(1)))?;
        Some((name.clone(), values[value.index(values.len())].clone()))
    });
    prop::collection::vec(one, 0..=most)
}

fn case(
    rules: impl Strategy<Value = Changes>,
    longest: u32,
    start: impl Strategy<Value = Start>,
) -> impl Strategy<Value = Case> {
    let seats = prop_oneof![2 => Just(2usize), 3 => 3usize..=4, 2 => 5usize..=10];
    let policy =
        prop_oneof![1 => Just(0u8), 3 => Just(1), 1 => Just(2), 2 => Just(3), 2 => Just(4)];
    (rules, seats, any::<u64>(), policy, start).prop_map(
        move |(changes, seats, seed, policy, start)| Case {
            changes,
            seats,
            seed,
            policy,
            start,
            longest,
        },
    )
}

/// Dealt hands under rules with up to so many changes.
pub fn deals(group: Group, most: usize) -> impl Strategy<Value = Case> {
    case(rules(group, most), 250, Just(Start::Deal))
}

/// The first actions of dealt hands.
pub fn openings(most: usize) -> impl Strategy<Value = Case> {
    case(rules(OPENING, most), 4, Just(Start::Deal))
}

/// Small positions under rules with up to so many changes.
pub fn positions(group: Group, most: usize) -> impl Strategy<Value = Case> {
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
    case(rules(group, most), 250, start)
}
