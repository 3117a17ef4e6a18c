//! Step 5 of a play, second half: playing out of turn (rules section 8, jump-in and sum jump-in).

use super::lay::Mode;
use super::{Chance, Game, State, Witness};
use crate::action::{Action, ActionSet};
use crate::card::{Cards, Color, Face};
use crate::rules::{JumpInCards, Race};

impl Game {
    /// Asks the other seats, in order of play, whether they jump in; then the play goes on.
    pub(super) fn ask_jumpers<W: Witness>(&mut self, w: &mut W) {
        let off = self.rules.jump_in.cards == JumpInCards::Off && !self.rules.jump_in.sum;
        // A hand that is played to the last seat is over when that seat is left, whatever it holds.
        if off || !self.play.mode.is_free() || self.live_count() <= 1 {
            return self.go_on(w);
        }
        self.asking.willing = 0;
        self.ask_jumper_after(None, w);
    }

    fn ask_jumper_after<W: Witness>(&mut self, last: Option<u8>, w: &mut W) {
        let order = self.others(self.play.by);
        let asked = last.map_or(0, |l| {
            self.others(self.play.by).take_while(|s| *s != l).count() + 1
        });
        for seat in order.skip(asked) {
            if !self.jumps(usize::from(seat)).is_empty() {
                self.seat = seat;
                self.state = State::JumpIn;
                return;
            }
        }
        let willing = self.asking.willing;
        if willing == 0 {
            return self.go_on(w);
        }
        let mut index = 0;
        if willing.count_ones() > 1 {
            index = self.table.below(willing.count_ones());
        }
        let seats = (0..self.seats).filter(|s| willing >> s & 1 == 1);
        let Some(seat) = seats.clone().nth(index as usize) else {
            return;
        };
        if willing.count_ones() > 1 {
            w.random(Chance::JumpIn {
                seat: usize::from(seat),
            });
        }
        self.jump(seat, self.asking.offers[usize::from(seat)], w);
    }

    /// A seat that was asked plays out of turn, or passes.
    pub(super) fn answer_to_jump<W: Witness>(&mut self, action: Action, w: &mut W) {
        let seat = self.seat;
        if action != Action::PASS {
            if self.rules.jump_in.race == Race::Nearest {
                return self.jump(seat, action, w);
            }
            self.asking.willing |= 1 << seat;
            self.asking.offers[usize::from(seat)] = action;
        }
        self.ask_jumper_after(Some(seat), w);
    }

    fn jump<W: Witness>(&mut self, seat: u8, action: Action, w: &mut W) {
        let Some(face) = action.face() else { return };
        self.seat = seat;
        let identical = face == self.top() && self.may_be_jumped_on(face);
        let mode = if identical { Mode::Jump } else { Mode::Sum };
        self.lay_first(face, action.named_color(), action, mode, None, w);
    }

    /// Whether an identical card may be laid on that one out of turn.
    fn may_be_jumped_on(&self, top: Face) -> bool {
        let cards = top.cards();
        match self.rules.jump_in.cards {
            JumpInCards::Off => false,
            JumpInCards::Numbers => cards.meets(Cards::NUMBERS),
            JumpInCards::Colored => !top.is_wild(),
            JumpInCards::All => !top.is_wild() || top == Face::WILD || top == Face::WILD_DRAW_FOUR,
        }
    }

    /// Whether a card of a hand is identical to the top and may be laid on it out of turn.
    pub(super) fn could_jump(&self, hand: Cards) -> bool {
        hand.has(self.top()) && self.may_be_jumped_on(self.top())
    }

    /// What a seat may play out of turn on the card on top.
    pub(super) fn jumps(&self, seat: usize) -> ActionSet {
        if self.covered {
            return ActionSet::NONE;
        }
        let (hand, top) = (self.hands[seat], self.top());
        let mut cards = Cards::NONE;
        let legal = top != Face::WILD_DRAW_FOUR || self.may_lay_four(hand);
        if self.could_jump(hand) && legal {
            cards = self.but_banned(hand, hand & top.cards());
        }
        if self.rules.jump_in.sum
            && let Some(sum) = top.value()
        {
            cards |= self.first_of_sum(hand, sum, top.color());
        }
        self.plays(seat, cards)
    }

    /// The cards with which a sum jump-in on that number can begin.
    fn first_of_sum(&self, hand: Cards, sum: u8, color: Option<Color>) -> Cards {
        // Most hands have too few cards for any sum, and that is soon seen.
        let usable = hand & self.sum_cards(color) & Cards::numbers_up_to(sum);
        if usable.len() < 2 || self.rules.jump_in.sum_only_to_win && usable != hand {
            return Cards::NONE;
        }
        self.carry_on(hand, usable, sum, color, true)
    }

    /// Those of some cards of a hand after which others, at least one of them if `one`, can add up to the rest of a sum.
    fn carry_on(
        &self,
        hand: Cards,
        cards: Cards,
        sum: u8,
        color: Option<Color>,
        one: bool,
    ) -> Cards {
        let carries = |face: Face| {
            let others = hand - (hand & face.cards()).lowest();
            let value = face.value().unwrap_or(u8::MAX);
            value <= sum && self.completes(others, sum - value, color, one)
        };
        cards.iter().filter(|c| carries(c.face())).collect()
    }

    /// The cards that carry a begun sum on, and `done` once it is reached.
    pub(super) fn sum_actions(&self) -> ActionSet {
        let seat = usize::from(self.play.by);
        let (hand, laid) = (self.hands[seat], self.play.laid);
        let color = self.play.before.top.color();
        let so_far: u8 = laid.iter().filter_map(|c| c.face().value()).sum();
        let rest = self.play.before.top.value().unwrap_or(0) - so_far;
        let complete = rest == 0 && laid.len() >= 2;
        let usable = hand & self.sum_cards(color);
        let mut actions = self.plays(seat, self.carry_on(hand, usable, rest, color, false));
        // Cards drawn since (a misplay, the clock) can make a sum impossible that must win.
        let stuck = actions.is_empty();
        if stuck || complete && (hand.is_empty() || !self.rules.jump_in.sum_only_to_win) {
            actions |= ActionSet::of(Action::PASS);
        }
        actions
    }

    /// The number cards that count for a sum on a card of that color.
    pub(super) fn sum_cards(&self, color: Option<Color>) -> Cards {
        match color {
            Some(color) if self.rules.jump_in.sum_same_color => {
                Cards::of_color(color) & Cards::NUMBERS
            }
            _ => Cards::NUMBERS,
        }
    }

    /// Whether cards of a hand, and at least one of them if `one`, can add up to the rest of a sum; where a sum may only
    /// win, it takes all of them.
    fn completes(&self, hand: Cards, rest: u8, color: Option<Color>, one: bool) -> bool {
        let usable = hand & self.sum_cards(color);
        if self.rules.jump_in.sum_only_to_win {
            let total: u32 = usable
                .iter()
                .filter_map(|c| c.face().value())
                .map(u32::from)
                .sum();
            return usable == hand && total == u32::from(rest) && (!one || !hand.is_empty());
        }
        // Sums that some of the cards have, one bit each: of any cards, and of at least one card.
        let (mut any, mut some) = (1u32, 0u32);
        for value in usable.iter().filter_map(|c| c.face().value()) {
            some |= any << value;
            any |= some;
        }
        (if one { some } else { any }) >> rest & 1 == 1
    }
}
