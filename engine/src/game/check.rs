//! The invariants of a hand, stated once and asserted in debug builds after every action.

use super::{Game, State};
use crate::card::Cards;

impl Game {
    /// Whether everything about the hand is sound.
    ///
    /// # Errors
    /// The first invariant that is broken, in words.
    pub fn check(&self) -> Result<(), String> {
        let mut seen = Cards::NONE;
        let places = self
            .hands
            .iter()
            .copied()
            .chain([self.pile.set(), self.discard_set()]);
        for cards in places {
            if seen.meets(cards) {
                return Err(format!("cards lie in two places: {}", seen & cards));
            }
            seen |= cards;
        }
        if seen != self.deck {
            return Err(format!(
                "cards are missing or new: {} / {}",
                self.deck - seen,
                seen - self.deck
            ));
        }
        if self.pile.set().len() as usize != self.pile() {
            return Err("a card lies in the pile twice".into());
        }
        if !(self.facedown - self.discard_set()).is_empty() {
            return Err("a card lies face down that is no discard".into());
        }
        if self.is_over() {
            return Ok(());
        }
        if !self.is_live(self.seat()) {
            return Err(format!("seat {} is asked but is not live", self.seat));
        }
        if self.legal().is_empty() {
            return Err(format!(
                "seat {} has no legal action in phase {}",
                self.seat,
                self.phase().name()
            ));
        }
        if self.asks_only_for_choices() && self.legal().len() == 1 {
            return Err(format!(
                "phase {} asks without a choice",
                self.phase().name()
            ));
        }
        let laying = matches!(self.state, State::Extend | State::Top);
        if self.color.is_none() && !self.top().is_wild() && !laying {
            return Err(format!("no color is in force on {}", self.top()));
        }
        if let State::Penalty(penalty) = self.state
            && penalty.amount == 0
        {
            return Err("an empty penalty stands".into());
        }
        let open = self.discard_set() - self.facedown;
        for seat in 0..self.seats() {
            if self.known[seat].meets(self.pile.set() | open | self.hands[seat]) {
                return Err(format!(
                    "seat {seat} believes to know cards that lie elsewhere"
                ));
            }
        }
        Ok(())
    }

    #[inline]
    pub(super) fn assert_sound(&self) {
        debug_assert_eq!(self.check(), Ok(()));
    }
}
