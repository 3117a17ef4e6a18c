//! What the table left to chance, as it was recorded: the model takes it from here and checks that it was possible.

use super::cards::Card;
use std::collections::VecDeque;

/// A random choice beside the order of cards.
#[derive(Clone, Debug, PartialEq)]
pub enum Random {
    /// The willing seat that jumps in.
    JumpIn(usize),
    /// The slowest hand.
    Slap(usize),
    /// The color of a first wild that stands without effect.
    Color(char),
    /// Cards exchanged with a seat: that seat, what the player gives, what it gets.
    Trade(usize, Vec<Card>, Vec<Card>),
    /// The hands after a shuffle of all hands.
    ShuffleHands(Vec<Vec<Card>>),
}

/// Everything that was recorded during one action.
#[derive(Clone, Debug, Default)]
pub struct Chance {
    /// Cards drawn, in order: seat, card, reason.
    pub drawn: VecDeque<(usize, Card, String)>,
    /// How many discards went into each new pile.
    pub reshuffled: VecDeque<usize>,
    /// Other random choices.
    pub random: VecDeque<Random>,
}

impl Chance {
    /// Nothing must be left when the action is over.
    pub fn used_up(&self) -> Result<(), String> {
        if self.drawn.is_empty() && self.reshuffled.is_empty() && self.random.is_empty() {
            Ok(())
        } else {
            Err(format!("the engine also recorded {self:?}"))
        }
    }
}
