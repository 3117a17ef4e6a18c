//! Hands that must add up: where a sum may only win, few hands in millions are one, so they are counted instead of tried.

use super::lay::Mode;
use super::{Game, State};
use crate::card::{Card, Cards};
use crate::rng::Rng;

/// A sum is at most a 9.
const SUMS: usize = 10;

impl Game {
    /// Where a seat is asked about a sum that must win and could not be asked for anything else: the unseen cards that
    /// count for it, and what those in its hand must add up to beside the known ones.
    pub(super) fn sum_that_wins(&self, known: Cards, unseen: Cards) -> Option<(Cards, u8)> {
        if !self.rules.jump_in.sum || !self.rules.jump_in.sum_only_to_win {
            return None;
        }
        let (on, laid) = match self.state {
            State::Extend if self.play.mode == Mode::Sum => (self.play.before.top, self.play.laid),
            State::JumpIn if !self.could_jump(known | unseen) => (self.top(), Cards::NONE),
            _ => return None,
        };
        let there = value_of(known | laid);
        let usable = unseen & self.sum_cards(on.color());
        Some((usable, on.value()?.checked_sub(there)?))
    }
}

fn value(card: Card) -> u8 {
    card.face().value().unwrap_or(0)
}

fn value_of(cards: Cards) -> u8 {
    cards.iter().map(value).fold(0, u8::saturating_add)
}

/// So many number cards, uniformly random among all choices that add up to a total; none if there is no choice.
pub(super) fn adding_up(cards: Cards, count: u32, total: u8, rng: &mut Rng) -> Cards {
    let cards: Vec<Card> = cards.iter().filter(|c| value(*c) <= total).collect();
    let (most, total) = (count as usize, usize::from(total));
    // By how many cards are looked at, from the last: in how many ways so many of them have that sum.
    let mut ways = vec![vec![[0u64; SUMS]; most + 1]; cards.len() + 1];
    ways[0][0][0] = 1;
    for (at, card) in cards.iter().rev().enumerate() {
        let own = usize::from(value(*card));
        for taken in 0..=most {
            for sum in 0..=total {
                let without = ways[at][taken][sum];
                let with = match (taken.checked_sub(1), sum.checked_sub(own)) {
                    (Some(taken), Some(sum)) => ways[at][taken][sum],
                    _ => 0,
                };
                ways[at + 1][taken][sum] = without + with;
            }
        }
    }
    let (mut taken, mut sum, mut picked) = (most, total, Cards::NONE);
    for (at, card) in cards.iter().enumerate() {
        let left = cards.len() - at;
        let all = ways[left][taken][sum];
        let without = ways[left - 1][taken][sum];
        if all == 0 {
            return Cards::NONE;
        }
        if rng.bits() % all >= without {
            picked |= Cards::of(*card);
            taken -= 1;
            sum -= usize::from(value(*card));
        }
    }
    picked
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Role;

    /// Three cards that add up to 4 out of red and yellow 0 to 4: every choice comes, equally often.
    #[test]
    fn every_choice_that_adds_up_is_equally_likely() {
        let low = |card: &Card| value(*card) <= 4 && card.face().number() < 26;
        let cards: Cards = Cards::NUMBERS.iter().filter(low).collect();
        let list: Vec<Card> = cards.iter().collect();
        let mut expected = 0;
        for a in 0..list.len() {
            for b in 0..a {
                expected += (0..b)
                    .filter(|c| value(list[a]) + value(list[b]) + value(list[*c]) == 4)
                    .count();
            }
        }
        let mut rng = Rng::new(1, 0, Role::Other(0));
        let mut counts = std::collections::HashMap::new();
        let trials = 400 * expected;
        for _ in 0..trials {
            let picked = adding_up(cards, 3, 4, &mut rng);
            assert_eq!((picked.len(), value_of(picked)), (3, 4));
            *counts.entry(picked).or_insert(0u32) += 1;
        }
        assert_eq!(counts.len(), expected);
        assert!(
            counts.values().all(|n| (300..500).contains(n)),
            "{counts:?}"
        );
    }
}
