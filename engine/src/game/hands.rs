//! Step 4 of a play: hands change seats, cards change hands, seats are slapped (rules section 8), and who knows what of
//! it afterwards.

use super::lay::Function;
use super::{Chance, Game, Lack, MAX_SEATS, Naming, Reason, State, Witness};
use crate::action::{Action, ActionSet};
use crate::card::{Card, Cards};
use crate::rules::{BlankEffect, SwapHands};

/// Cards that a slapped seat draws.
const SLAP: u32 = 2;
/// The most cards that each side gives in a trade.
const TRADE: u32 = 3;

impl Game {
    /// What the cards laid do to hands.
    pub(super) fn move_hands<W: Witness>(&mut self, w: &mut W) {
        self.seat = self.play.by;
        if !self.play.mode.is_free() {
            return self.after_swaps(w);
        }
        if self.play.function != Function::Color {
            self.state = State::Target;
            return;
        }
        match self.blank_effect(self.play.first) {
            Some(BlankEffect::SwapHands) => {
                self.state = State::Swap;
                return;
            }
            Some(BlankEffect::ShuffleHands) => return self.shuffle_hands(w),
            _ => {}
        }
        self.play.swap = self.swap_of_numbers();
        match self.play.swap {
            SwapHands::Off => self.after_swaps(w),
            SwapHands::Next | SwapHands::Rotate if !self.rules.swap.optional => {
                self.exchange(self.next_from(self.seat, 1), w);
            }
            _ => self.state = State::Swap,
        }
    }

    /// What a 0 or a 7 among the cards laid brings; if both were laid, the one on top, or else the 0.
    fn swap_of_numbers(&self) -> SwapHands {
        if self.rules.swap.zero == SwapHands::Off && self.rules.swap.seven == SwapHands::Off {
            return SwapHands::Off;
        }
        match (self.play.laid_number(0), self.play.laid_number(7)) {
            (true, true) if self.top().value() == Some(7) => self.rules.swap.seven,
            (true, _) => self.rules.swap.zero,
            (_, true) => self.rules.swap.seven,
            _ => SwapHands::Off,
        }
    }

    /// Phases `swap` and `target`: the seats that may be chosen, and whether nobody may.
    pub(super) fn partner_actions(&self) -> ActionSet {
        let seat = self.seat;
        let only_next = matches!(self.play.swap, SwapHands::Next | SwapHands::Rotate);
        let partners = self.others(seat).take(if only_next { 1 } else { 10 });
        let chosen = partners.map(|other| Action::seat((other + self.seats - seat) % self.seats));
        let mut actions: ActionSet = chosen.collect();
        let declinable = self.play.swap != SwapHands::Off && self.rules.swap.optional;
        if declinable && matches!(self.state, State::Swap) {
            actions |= ActionSet::of(Action::PASS);
        }
        actions
    }

    /// The exchange, or the look, with the seat that was chosen.
    pub(super) fn exchange<W: Witness>(&mut self, other: u8, w: &mut W) {
        let seat = self.play.by;
        match (self.play.function, self.play.swap) {
            (Function::Look, _) => {
                self.known[usize::from(seat)] |= self.hands[usize::from(other)];
                self.count_exposed();
            }
            (Function::Trade, _) => self.trade(seat, other, w),
            (Function::Color, SwapHands::Rotate) => {
                let before = self.hands;
                for from in 0..self.seats {
                    if self.live >> from & 1 == 1 {
                        let to = self.next_from(from, 1);
                        self.hands[usize::from(to)] = before[usize::from(from)];
                    }
                }
                self.play.swapped = self.live;
                w.exchanged(self.live);
                self.remember_hands(&before);
            }
            (Function::Color, _) => {
                let before = self.hands;
                self.hands.swap(usize::from(seat), usize::from(other));
                self.play.swapped = 1 << seat | 1 << other;
                w.exchanged(self.play.swapped);
                self.remember_hands(&before);
            }
        }
        self.after_swaps(w);
    }

    /// Whole hands moved in the open: who held one knows where it is, and what was known of a hand goes with it.
    fn remember_hands(&mut self, before: &[Cards; MAX_SEATS]) {
        self.lacks = [Lack::NOTHING; MAX_SEATS];
        let seats = self.known.iter_mut().zip(&self.hands).zip(before);
        for ((known, hand), given) in seats {
            *known = (*known | *given) - *hand;
        }
        self.count_exposed();
    }

    /// Up to three random cards of each side change hands. Both sides see what they give and get; of what others knew
    /// about either hand only what cannot have moved, or must have, stays known.
    fn trade<W: Witness>(&mut self, seat: u8, other: u8, w: &mut W) {
        let (a, b) = (usize::from(seat), usize::from(other));
        let (mine, theirs) = (self.hands[a], self.hands[b]);
        let count = TRADE.min(mine.len()).min(theirs.len());
        let (gives, gets) = (self.some_of(mine, count), self.some_of(theirs, count));
        self.lacks = [Lack::NOTHING; MAX_SEATS];
        self.hands[a] = (mine - gives) | gets;
        self.hands[b] = (theirs - gets) | gives;
        for (index, known) in self.known[..usize::from(self.seats)].iter_mut().enumerate() {
            if index != a && index != b {
                for (hand, moved) in [(mine, gives), (theirs, gets)] {
                    if hand != moved {
                        *known -= hand;
                    }
                }
            }
        }
        self.received(a, theirs, gets);
        self.received(b, mine, gives);
        self.known[a] |= gives;
        self.known[b] |= gets;
        self.known[a] -= self.hands[a];
        self.known[b] -= self.hands[b];
        self.count_exposed();
        w.random(Chance::Trade {
            seat: b,
            gives: gives.faces(),
            gets: gets.faces(),
        });
    }

    /// A seat gets cards out of a hand of which it knew some: it cannot tell whether a card it gets is the copy it knew.
    fn received(&mut self, seat: usize, hand: Cards, cards: Cards) {
        for card in cards.iter() {
            let alike = self.known[seat] & hand & card.face().cards();
            self.known[seat] -= alike.one_like(card);
        }
    }

    /// So many random cards of a hand.
    fn some_of(&mut self, hand: Cards, count: u32) -> Cards {
        let mut cards = by_face(hand);
        let taken = (0..count).map(|_| {
            let at = self.table.below(cards.len() as u32) as usize;
            cards.remove(at)
        });
        taken.collect()
    }

    /// All hands are pooled and dealt out again from the next seat; then the color is named.
    fn shuffle_hands<W: Witness>(&mut self, w: &mut W) {
        let seats = 0..self.seats();
        let pool = seats
            .clone()
            .fold(Cards::NONE, |all, s| all | self.hands[s]);
        let mut cards = by_face(pool);
        self.table.shuffle(&mut cards);
        self.hands = [Cards::NONE; MAX_SEATS];
        self.lacks = [Lack::NOTHING; MAX_SEATS];
        let mut to = self.play.by;
        for card in cards {
            to = self.next_from(to, 1);
            self.hands[usize::from(to)] |= Cards::of(card);
        }
        for known in &mut self.known {
            *known -= pool;
        }
        self.count_exposed();
        w.random(Chance::ShuffleHands {
            hands: seats.map(|s| self.hands[s].faces()).collect(),
        });
        self.play.swapped = self.live;
        self.state = State::Color(Naming::Shuffle);
    }

    /// Slaps, then step 5.
    pub(super) fn after_swaps<W: Witness>(&mut self, w: &mut W) {
        let zero = self.rules.slap_zero && self.play.laid_number(0);
        let blank = self.blank_effect(self.play.first) == Some(BlankEffect::Slap);
        if self.play.mode.is_free() && (zero || blank) {
            self.slap(w);
            if self.is_over() {
                return;
            }
        }
        self.ask_calls(w);
    }

    /// The slowest hand, a random other live seat, draws two.
    fn slap<W: Witness>(&mut self, w: &mut W) {
        let by = self.play.by;
        let others = self.others(by).count() as u32;
        let at = self.table.choose(others) as usize;
        let Some(seat) = self.others(by).nth(at) else {
            return;
        };
        w.random(Chance::Slap {
            seat: usize::from(seat),
        });
        self.draw_cards(seat, SLAP, Reason::Slap, w);
    }
}

/// The cards in the order of their faces: what chance does to them must not depend on which of two equal cards is which.
fn by_face(cards: Cards) -> Vec<Card> {
    let mut cards: Vec<Card> = cards.iter().collect();
    cards.sort_by_key(|card| card.face());
    cards
}
