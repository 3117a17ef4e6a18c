//! `diversity`: plays the card that leaves most follow-ups in its own hand.

use crate::{Entry, Strategy, defaults};
use unosim_engine::{Action, ActionSet, Cards, Face, Observation, Rng};

/// What the registry says about this strategy.
pub const ENTRY: Entry = Entry {
    name: "diversity",
    summary: "plays the card that matches most other cards of its hand; wilds only if nothing else fits",
    inner: &[],
    parameters: &[],
    build: |_| Box::new(Diversity),
};

/// Plays the card that shares its color or symbol with most other cards of the hand, wilds aside.
struct Diversity;

impl Strategy for Diversity {
    fn choose(&mut self, seen: &Observation<'_>, legal: ActionSet, rng: &mut Rng) -> Action {
        let hand = seen.hand();
        defaults::answer(seen, legal, rng, |face| matches(hand, face))
    }
}

/// How many other cards of the hand match this one, a second copy included; -1 for a wild.
fn matches(hand: Cards, face: Face) -> i32 {
    match face.color() {
        Some(color) => (hand & (Cards::of_color(color) | face.same_symbol())).len() as i32 - 1,
        None => -1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_shares_color_or_symbol_and_counts_once() {
        let faces = ["R5", "R5", "R7", "B5", "B2", "W", "W+4"].map(|t| Face::parse(t).unwrap());
        let hand = Cards::pick(&faces, Cards::NONE).unwrap();
        let count = |text| matches(hand, Face::parse(text).unwrap());
        assert_eq!(count("R5"), 3, "the other R5, R7, B5");
        assert_eq!(count("R7"), 2, "both R5");
        assert_eq!(count("B5"), 3, "both R5, B2");
        assert_eq!(count("B2"), 1, "B5");
        assert_eq!((count("W"), count("W+4")), (-1, -1));
    }
}
