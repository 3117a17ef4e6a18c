//! Step 5 of a play, first half: UNO calls and who catches a silent seat (rules section 7).

use super::lay::Mode;
use super::{Game, Reason, State, Witness};
use crate::action::Action;
use crate::rules::{AfterSwap, UnoCall};

impl Game {
    /// Asks whose call is due: the player, then the others whose hands were exchanged, in order of play.
    pub(super) fn ask_calls<W: Witness>(&mut self, w: &mut W) {
        self.asking.due = 0;
        if self.rules.uno.call == UnoCall::Decide && self.play.mode != Mode::Sum {
            let must = self.rules.uno.after_swap == AfterSwap::MustCall;
            let (by, moved) = (1 << self.play.by, self.play.swapped);
            let asked = match must {
                true => (by | moved) & self.live,
                false => by & !moved,
            };
            for seat in (0..self.seats).filter(|s| asked >> s & 1 == 1) {
                if self.holds_a_call(seat) {
                    self.asking.due |= 1 << seat;
                    self.asking.held[usize::from(seat)] = self.hands[usize::from(seat)].len() as u8;
                }
            }
        }
        self.ask_next_call(w);
    }

    /// Whether a seat's hand asks for a call: one card, or twins.
    fn holds_a_call(&self, seat: u8) -> bool {
        let hand = self.hands[usize::from(seat)];
        hand.is_single() || self.rules.uno.twins && self.twins(seat).is_some()
    }

    /// The face of a hand of several cards all alike.
    pub(super) fn twins(&self, seat: u8) -> Option<(crate::card::Face, u8)> {
        let hand = self.hands[usize::from(seat)];
        let face = hand.first()?.face();
        let alike = hand.len() > 1 && (hand - face.cards()).is_empty();
        alike.then_some((face, hand.len() as u8))
    }

    fn ask_next_call<W: Witness>(&mut self, w: &mut W) {
        let by = self.play.by;
        let mut order = std::iter::once(by).chain(self.others(by));
        match order.find(|s| self.asking.due >> s & 1 == 1) {
            Some(seat) => {
                self.asking.due &= !(1 << seat);
                self.asking.caller = seat;
                self.seat = seat;
                self.state = State::Uno;
            }
            None => self.ask_jumpers(w),
        }
    }

    /// The seat in question calls, or not.
    pub(super) fn call<W: Witness>(&mut self, called: bool, w: &mut W) {
        let caller = self.asking.caller;
        self.asking.called = called;
        if !called {
            self.silent[usize::from(caller)] = self.twins(caller);
        }
        if called && !self.rules.uno.errors {
            self.ask_next_call(w);
        } else {
            self.ask_to_catch(caller, w);
        }
    }

    /// The next seat after `last` is asked to accuse the one in question, until all were.
    fn ask_to_catch<W: Witness>(&mut self, last: u8, w: &mut W) {
        self.seat = self.next_from(last, 1);
        if self.seat == self.asking.caller {
            self.ask_next_call(w);
        } else {
            self.state = State::Catch;
        }
    }

    /// The seat asked accuses the one in question, or not; the first accuser ends it.
    pub(super) fn catch<W: Witness>(&mut self, action: Action, w: &mut W) {
        if action != Action::UNO {
            return self.ask_to_catch(self.seat, w);
        }
        let uno = &self.rules.uno;
        let (seat, cards) = match self.asking.called {
            true => (self.seat, uno.false_catch),
            false => (self.asking.caller, uno.penalty),
        };
        self.draw_cards(seat, u32::from(cards), Reason::Uno, w);
        if !self.is_over() {
            self.ask_next_call(w);
        }
    }

    /// A call on a turn, when nothing is due: it has its price, and the seat still has its turn.
    pub(super) fn call_for_nothing<W: Witness>(&mut self, w: &mut W) {
        let cards = u32::from(self.rules.uno.false_call);
        self.draw_cards(self.seat, cards, Reason::Uno, w);
        if !self.is_over() {
            self.begin_turn(self.seat);
            self.erred = true;
        }
    }
}
