//! What observations and determinized worlds are made of: the parts of a hand that one seat may know, and the same table
//! with other hidden cards.

use super::sums::adding_up;
use super::{Game, MAX_SEATS, State};
use crate::action::Action;
use crate::card::{Card, Cards, Face};
use crate::rng::Rng;
use crate::sight::Sight;

/// What observations and determinized worlds are made of.
impl Game {
    /// Every card of this hand, wherever it lies.
    #[must_use]
    pub fn cards(&self) -> Cards {
        self.deck
    }

    pub(crate) fn pile_set(&self) -> Cards {
        self.pile.set()
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

    /// Whether everybody at the table sees this action as it is taken: a card laid open, a draw on a turn, a penalty taken
    /// or challenged. Others are seen, if at all, by what they change.
    #[must_use]
    pub fn shows(&self, action: Action) -> bool {
        match self.state {
            State::Turn | State::Penalty(_) => true,
            State::Drawn(_) | State::Extend => action.face().is_some(),
            _ => false,
        }
    }

    /// The same table if a seat held that hand: for asking what it would do. Not a world to be played on, as the cards may
    /// lie elsewhere too.
    pub fn suppose(&mut self, seat: usize, hand: Cards) {
        self.hands[seat] = hand;
    }

    /// The same table if a seat that is to move had just drawn that card of that hand; whether it may then play it. As
    /// [`suppose`](Self::suppose), this is for asking what it would do.
    pub fn suppose_drawn(&mut self, seat: usize, hand: Cards, card: Card) -> bool {
        self.hands[seat] = hand;
        self.state = State::Drawn(Some(card));
        self.playable(seat).contains(card)
    }

    /// The cards that a seat showed that it lacked, and how many of its cards it may have got since.
    pub(crate) fn lack(&self, seat: usize) -> (Cards, u32) {
        (self.lacks[seat].cards, u32::from(self.lacks[seat].since))
    }

    /// Whether the top lies face down.
    pub(crate) fn top_is_claimed(&self) -> bool {
        self.facedown.contains(self.top)
    }

    /// The discards whose faces a seat has not seen.
    pub(crate) fn face_down_to(&self, seat: usize) -> Cards {
        self.facedown - self.known[seat]
    }

    /// The seat, other than the observer, of whose hand it tells something that it is asked, or that its call is.
    pub(crate) fn asked_by_hand(&self, observer: usize) -> Option<usize> {
        let asked = match self.state {
            State::Drawn(Some(_))
            | State::Penalty(_)
            | State::Extend
            | State::FaceDown(_)
            | State::JumpIn => self.seat(),
            State::Uno | State::Catch if self.twins_held() > 1 => usize::from(self.asking.caller),
            _ => return None,
        };
        (asked != observer).then_some(asked)
    }

    /// How many cards, all alike if several, the seat in question held when its call became due.
    fn twins_held(&self) -> u32 {
        u32::from(self.asking.held[usize::from(self.asking.caller)])
    }

    /// A uniformly random hand, with these known cards and as many unseen ones as it has, of which the question can be
    /// asked; and the card just drawn, if there is one.
    pub(crate) fn hand_that_is_asked(
        &self,
        asked: usize,
        known: Cards,
        unseen: Cards,
        rng: &mut Rng,
    ) -> (Cards, Option<Card>) {
        let more = self.hands[asked].len() - known.len();
        if matches!(self.state, State::Uno | State::Catch) {
            return (self.hand_of_twins(known, unseen, more, rng), None);
        }
        let sum = self.sum_that_wins(known, unseen);
        let mut world = self.clone();
        loop {
            let cards = match sum {
                Some((usable, total)) => adding_up(usable, more, total, rng),
                None => Stock::of(unseen).some(more, rng),
            };
            world.hands[asked] = known | cards;
            let mut drawn = None;
            if let State::Drawn(_) = self.state {
                // What was drawn cannot have been known before.
                drawn = Stock::of(cards).some(1, rng).first();
                world.state = State::Drawn(drawn);
                if !drawn.is_some_and(|card| world.playable(asked).contains(card)) {
                    continue;
                }
            }
            // The real hand is one of which it is asked, so this ends.
            if world.legal().len() > 1 {
                return (world.hands[asked], drawn);
            }
        }
    }

    /// A hand of several cards whose call is due: cards all alike, and whatever was drawn since.
    fn hand_of_twins(&self, known: Cards, unseen: Cards, more: u32, rng: &mut Rng) -> Cards {
        let alike = self.twins_held().saturating_sub(known.len()).min(more);
        let ways = |face: Face| match known.first() {
            Some(card) if card.face() != face => 0,
            _ => choices(unseen.count(face), alike),
        };
        let total = Face::all().map(ways).sum();
        let mut at = if alike == 0 { 0 } else { rng.below(total) };
        let face = Face::all().find(|face| {
            let here = at < ways(*face);
            at = at.saturating_sub(ways(*face));
            here
        });
        let of_face = face.map_or(Cards::NONE, Face::cards) & unseen;
        let twins = Stock::of(of_face).some(alike, rng);
        known | twins | Stock::of(unseen - twins).some(more - alike, rng)
    }

    /// The same table with other hidden cards, as `seat` could imagine it: what other seats have seen is kept where the
    /// seat knows the cards they saw, and everything still to be drawn is random, but for what the seat sees.
    pub(crate) fn resampled(&self, seat: usize, hidden: &Hidden, rng: &mut Rng) -> Game {
        let hands = hidden.hands;
        let mut world = self.clone();
        world.hands = hands;
        if hidden.drawn.is_some() {
            world.state = State::Drawn(hidden.drawn);
        }
        world.lay_face_down(self.face_down_to(seat), hidden.face_down, rng);
        let later = rng.fork();
        match hidden.sight.pile {
            true => world.pile.foresee(later),
            false => world.pile.reseed(hidden.pile, later),
        }
        world.table = rng.fork();
        let mut sure = self.hands[seat] | self.known[seat];
        if hidden.sight.hands {
            sure = hands.iter().fold(sure, |all, hand| all | *hand);
        }
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
        if hidden.sight.hands {
            // Who sees the hands saw those that the cards were laid from.
            world.assert_sound();
            return world;
        }
        for other in (0..self.seats).filter(|s| usize::from(*s) != seat) {
            if self.silent[usize::from(other)].is_some() {
                world.silent[usize::from(other)] = world.twins(other);
            }
        }
        self.judge_again(seat, &mut world, rng);
        world.assert_sound();
        world
    }

    /// Other cards lie where `hidden` did, face down.
    fn lay_face_down(&mut self, hidden: Cards, cards: Cards, rng: &mut Rng) {
        if hidden.is_empty() {
            return;
        }
        let (top, before) = (self.top, self.play.before.card);
        let mut rest = Stock::of(cards);
        let mut other = |card: Card| match hidden.contains(card) {
            true => rest.some(1, rng).first().unwrap_or(card),
            false => card,
        };
        self.top = other(top);
        self.play.before.card = if before == top {
            self.top
        } else {
            other(before)
        };
        self.facedown = (self.facedown - hidden) | cards;
        self.under = (self.under - hidden) | (cards - Cards::of(self.top));
        if self.play.laid.meets(hidden) {
            self.play.laid = Cards::of(self.top);
            self.play.first = self.top.face();
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

/// Where one seat imagines the cards that it does not see.
pub(crate) struct Hidden {
    /// All hands, its own among them.
    pub(crate) hands: [Cards; MAX_SEATS],
    /// The card just drawn by another seat.
    pub(crate) drawn: Option<Card>,
    /// The discards of which it sees only the backs.
    pub(crate) face_down: Cards,
    /// The draw pile, unless it sees that.
    pub(crate) pile: Cards,
    /// What it sees beyond what it may know.
    pub(crate) sight: Sight,
}

/// Cards to be taken at random.
pub(crate) struct Stock {
    cards: [Card; 128],
    count: u32,
}

impl Stock {
    pub(crate) fn of(cards: Cards) -> Stock {
        let mut stock = Stock {
            cards: [Card::from_bit(0); 128],
            count: 0,
        };
        for card in cards.iter() {
            stock.cards[stock.count as usize] = card;
            stock.count += 1;
        }
        stock
    }

    /// So many of them.
    pub(crate) fn some(&mut self, count: u32, rng: &mut Rng) -> Cards {
        let mut taken = Cards::NONE;
        for _ in 0..count {
            let at = rng.below(self.count) as usize;
            self.count -= 1;
            taken |= Cards::of(self.cards[at]);
            self.cards[at] = self.cards[self.count as usize];
        }
        taken
    }

    /// So many of those that are not among some others, or as many as there are.
    pub(crate) fn some_but(&mut self, others: Cards, count: u32, rng: &mut Rng) -> Cards {
        // Those wanted come to the front, where the draw takes them from.
        let mut wanted = 0;
        for at in 0..self.count {
            if !others.contains(self.cards[at as usize]) {
                self.cards.swap(at as usize, wanted as usize);
                wanted += 1;
            }
        }
        let mut taken = Cards::NONE;
        for _ in 0..count.min(wanted) {
            let at = rng.below(wanted) as usize;
            wanted -= 1;
            self.count -= 1;
            taken |= Cards::of(self.cards[at]);
            self.cards[at] = self.cards[wanted as usize];
            self.cards[wanted as usize] = self.cards[self.count as usize];
        }
        taken
    }

    pub(crate) fn left(&self) -> Cards {
        self.cards[..self.count as usize].iter().copied().collect()
    }
}

/// In how many ways some of a few cards can be chosen.
fn choices(of: u32, some: u32) -> u32 {
    if some > of {
        return 0;
    }
    (0..some).fold(1, |ways, n| ways * (of - n) / (n + 1))
}
