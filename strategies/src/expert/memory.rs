//! What `expert` remembers of its opponent within a hand between two: which color it could not answer.
//!
//! It follows from two observations, one after an own turn and one before the next: an opponent that was to answer and
//! then has as many cards as before, or one more, has drawn, so it had no card of the color in force. (It may hold
//! wilds back; that is its affair.) Whoever draws otherwise may have any color again. With more than two seats too much
//! happens from turn to turn for such conclusions to be worth their time: measured, they change nothing.

use unosim_engine::{Action, Cards, Color, Observation};

/// The table as it was after the last own action, and what is known of the opponent.
#[derive(Clone, Copy, Debug)]
pub(super) struct Memory {
    /// The colors that it is known to lack, one bit each.
    lacks: u8,
    /// Its cards.
    cards: u32,
    turns: u32,
    /// Own cards that must still be there, if it is the same hand.
    kept: Cards,
    /// Own cards, if no turn was missed: turns without a choice ask nobody.
    expected: u32,
    /// The color that the opponent had to answer, if it was its turn.
    question: Option<Color>,
}

impl Memory {
    /// Nothing is remembered.
    pub const NOTHING: Memory = Memory {
        lacks: 0,
        cards: 0,
        turns: 0,
        kept: Cards::NONE,
        expected: 0,
        question: None,
    };

    /// Whether the opponent is known to lack the color.
    #[inline]
    pub fn lacks(&self, color: Color) -> bool {
        self.lacks >> color as u8 & 1 == 1
    }

    /// Draws the conclusions before an own action.
    pub fn update(&mut self, seen: &Observation<'_>) {
        let hand = seen.hand();
        let same_hand = seen.turns() >= self.turns && (self.kept - hand).is_empty();
        if !same_hand || seen.rules().hands_move() {
            *self = Memory::NOTHING;
            return;
        }
        let question = self.question.filter(|_| hand.len() == self.expected);
        let cards = seen.hand_len(seen.next(1));
        match question {
            Some(color) if cards == self.cards || cards == self.cards + 1 => {
                self.lacks = 1 << color as u8;
            }
            _ if cards > self.cards => self.lacks = 0,
            _ => {}
        }
    }

    /// Notes the table as an action leaves it; `again`: with another turn of its own.
    pub fn note(&mut self, seen: &Observation<'_>, action: Action, again: bool) {
        let hand = seen.hand();
        let (played, color) = match action.face() {
            Some(face) => (
                (hand & face.cards()).lowest(),
                action.named_color().or(face.color()),
            ),
            None => (Cards::NONE, seen.color()),
        };
        self.kept = hand - played;
        self.expected = self.kept.len() + u32::from(action == Action::DRAW);
        self.question = color.filter(|_| !again);
        self.turns = seen.turns();
        self.cards = seen.hand_len(seen.next(1));
    }
}
