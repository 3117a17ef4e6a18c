//! What observations and determinized worlds are made of: the parts of a hand that one seat may know, and the same table
//! with other hidden cards.

use super::{Game, MAX_SEATS, State};
use crate::card::{Cards, Face};
use crate::rng::Rng;

/// What observations and determinized worlds are made of.
impl Game {
    pub(crate) fn cards(&self) -> Cards {
        self.deck
    }

    pub(crate) fn fits(&self) -> Cards {
        self.fits
    }

    pub(crate) fn known_by(&self, seat: usize) -> Cards {
        self.known[seat]
    }

    pub(crate) fn drawn(&self) -> Option<Face> {
        match self.state {
            State::Drawn(Some(card)) => Some(card.face()),
            _ => None,
        }
    }

    pub(crate) fn cause(&self) -> Option<usize> {
        match self.state {
            State::Penalty(penalty) => Some(usize::from(penalty.by)),
            State::Uno | State::Catch => Some(usize::from(self.asking.caller)),
            State::JumpIn => Some(usize::from(self.play.by)),
            _ => None,
        }
    }

    /// In phase `catch`, whether the seat in question did call.
    pub(crate) fn called(&self) -> bool {
        matches!(self.state, State::Catch) && self.asking.called
    }

    /// The discards whose faces a seat has not seen.
    pub(crate) fn face_down_to(&self, seat: usize) -> Cards {
        self.facedown - self.known[seat]
    }

    /// The same table with other hidden cards, as `seat` could imagine it: what other seats have seen is kept where the
    /// seat knows the cards they saw, and everything still to be drawn is random. `face_down` are the cards that lie
    /// where the seat sees only their backs. None if another seat is asked what it would not be asked with these cards.
    pub(crate) fn resampled(
        &self,
        seat: usize,
        hands: [Cards; MAX_SEATS],
        face_down: Cards,
        pile: Cards,
        rng: &mut Rng,
    ) -> Option<Game> {
        let mut world = self.clone();
        world.hands = hands;
        world.lay_face_down(self.face_down_to(seat), face_down, rng);
        world.pile.reseed(pile, rng.fork());
        world.table = rng.fork();
        let sure = self.hands[seat] | self.known[seat];
        for (other, known) in world.known.iter_mut().enumerate() {
            *known &= if other == seat {
                self.known[seat]
            } else {
                sure - hands[other]
            };
        }
        world.count_exposed();
        // Whether other seats would jump in is not known before all were asked.
        world.asking.willing &= 1 << seat;
        self.judge_again(seat, &mut world, rng);
        if self.seat() != seat {
            if let State::Drawn(Some(_)) = self.state {
                let hand = world.hands[self.seat()];
                let drawn = hand.iter().nth(rng.below(hand.len()) as usize);
                if !drawn.is_some_and(|card| world.playable(self.seat()).contains(card)) {
                    return None;
                }
                world.state = State::Drawn(drawn);
            }
            if world.asks_only_for_choices() && world.legal().single().is_some() {
                return None;
            }
        }
        let caller = self.asking.caller;
        let questioned = matches!(self.state, State::Uno | State::Catch);
        if questioned && usize::from(caller) != seat && !world.holds_a_call(caller) {
            return None;
        }
        world.assert_sound();
        Some(world)
    }

    /// Other cards lie where `hidden` did, face down.
    fn lay_face_down(&mut self, hidden: Cards, cards: Cards, rng: &mut Rng) {
        if hidden.is_empty() {
            return;
        }
        self.facedown = (self.facedown - hidden) | cards;
        if hidden.contains(self.top) {
            let top = cards.iter().nth(rng.below(cards.len()) as usize);
            self.under = (self.under - hidden) | (cards - top.map_or(Cards::NONE, Cards::of));
            self.top = top.unwrap_or(self.top);
        } else {
            self.under = (self.under - hidden) | cards;
        }
    }

    /// Wild Draw Fours of other seats are judged by the hands that these have in a world.
    fn judge_again(&self, seat: usize, world: &mut Game, rng: &mut Rng) {
        let hands = world.hands;
        let hand = |by: u8| hands[usize::from(by)];
        let others = |by: u8| usize::from(by) != seat;
        if others(self.play.by) {
            self.rejudge(&mut world.play.judgement, hand(self.play.by), rng);
        }
        for four in world.fours.iter_mut().filter(|four| others(four.by)) {
            self.rejudge(&mut four.judgement, hand(four.by), rng);
        }
    }
}
