//! The draw pile: an array with a lazy Fisher-Yates shuffle, on top of which a known order may lie.
//!
//! Each draw takes a uniformly random one of the cards left, so the pile needs no shuffling and the k-th card drawn
//! depends on the stream alone. Drawing in a given order is what scenarios and tests need.

use crate::card::{Card, Cards};
use crate::rng::Rng;

/// 108 cards, 8 Discard All, 4 Reflect, 4 blanks.
const MOST: usize = 124;

#[derive(Clone, Debug)]
pub(super) struct Pile {
    cards: [Card; MOST],
    len: u8,
    /// So many cards at the end of the array lie on top in this order, the last one first.
    ordered: u8,
    rng: Rng,
}

const fn listed(set: u128) -> ([Card; MOST], u8) {
    let mut cards = [Card::from_bit(0); MOST];
    let (mut rest, mut len) = (set, 0);
    while rest != 0 {
        cards[len as usize] = Card::from_bit(rest.trailing_zeros() as u8);
        rest &= rest - 1;
        len += 1;
    }
    (cards, len)
}

const STANDARD: ([Card; MOST], u8) = listed(Cards::STANDARD.0);

impl Pile {
    /// A shuffled pile of these cards.
    pub(super) fn shuffled(cards: Cards, rng: Rng) -> Pile {
        let (cards, len) = if cards == Cards::STANDARD {
            STANDARD
        } else {
            listed(cards.0)
        };
        Pile {
            cards,
            len,
            ordered: 0,
            rng,
        }
    }

    /// These cards in this order, next drawn first, above a shuffled rest.
    pub(super) fn ordered(order: &[Card], rest: Cards, rng: Rng) -> Pile {
        let mut pile = Pile::shuffled(rest, rng);
        for card in order.iter().rev() {
            pile.cards[usize::from(pile.len)] = *card;
            pile.len += 1;
        }
        pile.ordered = order.len() as u8;
        pile
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        usize::from(self.len)
    }

    pub(super) fn set(&self) -> Cards {
        self.cards[..self.len()].iter().copied().collect()
    }

    /// Takes the next card.
    #[inline]
    pub(super) fn draw(&mut self) -> Option<Card> {
        let len = self.len();
        let last = len.checked_sub(1)?;
        self.len -= 1;
        if self.ordered > 0 {
            self.ordered -= 1;
            return Some(self.cards[last]);
        }
        let at = self.rng.below(len as u32) as usize;
        let card = self.cards[at];
        self.cards[at] = self.cards[last];
        Some(card)
    }

    /// Puts a card back at a random place.
    pub(super) fn put_back(&mut self, card: Card) {
        let len = self.len();
        // Among cards in no order any place is as good as the last.
        let at = if self.ordered == 0 {
            len
        } else {
            self.rng.below(len as u32 + 1) as usize
        };
        self.cards.copy_within(at..len, at + 1);
        self.cards[at] = card;
        self.len += 1;
        if at > len - usize::from(self.ordered) {
            self.ordered += 1;
        }
    }

    /// Refills the empty pile.
    pub(super) fn refill(&mut self, cards: Cards) {
        debug_assert_eq!(self.len, 0);
        (self.cards, self.len) = listed(cards.0);
        self.ordered = 0;
    }

    /// The same cards in another random order.
    pub(super) fn reseed(&mut self, cards: Cards, rng: Rng) {
        *self = Pile::shuffled(cards, rng);
    }

    /// The same cards in the same order, and another stream for whatever comes after them.
    pub(super) fn foresee(&mut self, rng: Rng) {
        let mut rest = self.clone();
        while let Some(card) = rest.draw() {
            self.cards[rest.len()] = card;
        }
        self.ordered = self.len;
        self.rng = rng;
    }
}

/// Equal if the same cards will come in the same order.
impl PartialEq for Pile {
    fn eq(&self, other: &Pile) -> bool {
        self.cards[..self.len()] == other.cards[..other.len()]
            && self.ordered == other.ordered
            && self.rng == other.rng
    }
}

impl Eq for Pile {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Role;

    /// The order of a whole pile is uniform: each of 24 orders of four cards, chi-square with 23 degrees of freedom.
    #[test]
    fn lazy_drawing_is_a_uniform_shuffle() {
        let four: Cards = (0..4).map(Card::from_bit).collect();
        let mut counts = std::collections::HashMap::new();
        let trials = 120_000;
        for deal in 0..trials {
            let mut pile = Pile::shuffled(four, Rng::new(1, deal, Role::Deck(0)));
            let order: Vec<Card> = std::iter::from_fn(|| pile.draw()).collect();
            *counts.entry(order).or_insert(0u32) += 1;
        }
        let expected = trials as f64 / 24.0;
        let chi2: f64 = counts
            .values()
            .map(|n| (f64::from(*n) - expected).powi(2) / expected)
            .sum();
        assert_eq!(counts.len(), 24);
        assert!(chi2 < 49.7, "chi-square {chi2}");
    }

    #[test]
    fn a_pile_foreseen_keeps_its_order_and_nothing_else() {
        let drawn = |pile: &Pile| {
            let mut pile = pile.clone();
            std::iter::from_fn(|| pile.draw()).collect::<Vec<Card>>()
        };
        let order: Vec<Card> = (100..104).map(Card::from_bit).collect();
        let rest: Cards = (0..20).map(Card::from_bit).collect();
        for deal in 0..50 {
            let pile = Pile::ordered(&order, rest, Rng::new(1, deal, Role::Deck(0)));
            let mut foreseen = pile.clone();
            foreseen.foresee(Rng::new(1, deal, Role::Other(0)));
            assert_eq!(drawn(&pile), drawn(&foreseen));
            assert_eq!(foreseen.set(), pile.set());
            assert_ne!(foreseen.rng, pile.rng);
        }
    }

    #[test]
    fn a_card_put_back_under_an_order_lands_everywhere() {
        let order: Vec<Card> = (1..4).map(Card::from_bit).collect();
        let mut places = [0u32; 5];
        for deal in 0..50_000 {
            let rest = Cards::of(Card::from_bit(9));
            let mut pile = Pile::ordered(&order, rest, Rng::new(3, deal, Role::Deck(0)));
            pile.put_back(Card::from_bit(0));
            let drawn: Vec<Card> = std::iter::from_fn(|| pile.draw()).collect();
            places[drawn.iter().position(|c| c.bit() == 0).unwrap()] += 1;
            let others: Vec<u8> = drawn.iter().map(|c| c.bit()).filter(|b| *b != 0).collect();
            assert_eq!(others, [1, 2, 3, 9]);
        }
        assert!(
            places.iter().all(|n| (9_500..10_500).contains(n)),
            "{places:?}"
        );
    }
}
