//! Randomness: one stream for each (seed, deal, role), and the two things that are done with a stream.
//!
//! PCG streams that differ only in their increment are correlated, so a stream is seeded by a hash of its role. The
//! bounded integer and the hash are our own few lines, so that results outlive a dependency's minor release.

use rand_core::RngCore;
use rand_pcg::Pcg64Mcg;

/// A random stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng(Pcg64Mcg);

/// What a stream is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The order of the deck in the n-th hand of a game.
    Deck(u32),
    /// Whatever else the table leaves to chance in the n-th hand: races, slaps, colors.
    Table(u32),
    /// The dealer of the n-th hand of a game, where it is random.
    Dealer(u32),
    /// The strategies' circular order around the table.
    Seating,
    /// The choices of the strategy on a seat, in one rotation of the deal.
    Strategy {
        /// Which rotation of the deal block.
        rotation: u32,
        /// Which seat.
        seat: u32,
    },
    /// Determinized worlds and other things outside a game, numbered by their user.
    Other(u64),
}

/// A finalizer with full avalanche (Steele, Lea, Flood 2014, SplitMix64).
const fn mix(mut z: u64) -> u64 {
    z = z.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl Rng {
    /// The stream for a role of a deal.
    #[must_use]
    pub fn new(seed: u64, deal: u64, role: Role) -> Rng {
        let (tag, number) = match role {
            Role::Deck(hand) => (1, u64::from(hand)),
            Role::Table(hand) => (2, u64::from(hand)),
            Role::Seating => (3, 0),
            Role::Dealer(hand) => (6, u64::from(hand)),
            Role::Strategy { rotation, seat } => (4, u64::from(rotation) << 32 | u64::from(seat)),
            Role::Other(number) => (5, number),
        };
        let hash = [deal, tag, number]
            .into_iter()
            .fold(mix(seed), |h, word| mix(h ^ mix(word)));
        Rng(Pcg64Mcg::new(
            u128::from(hash) << 64 | u128::from(mix(hash ^ 0x5bf0_3635)),
        ))
    }

    /// A uniform integer below `bound`, which must not be 0. The bias is below `bound` / 2^64.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        debug_assert!(bound > 0);
        ((u128::from(self.0.next_u64()) * u128::from(bound)) >> 64) as u32
    }

    /// A uniform integer below `bound`; the stream moves on only if there is a choice, that is if `bound` is above 1.
    #[inline]
    pub fn choose(&mut self, bound: u32) -> u32 {
        // Whether there is one is a coin that branch prediction cannot guess, so both are done and one is kept.
        let mut next = self.clone();
        let chosen = next.below(bound);
        *self = std::hint::select_unpredictable(bound > 1, next, self.clone());
        chosen
    }

    /// 64 uniform bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A stream of its own, seeded by this one.
    pub fn fork(&mut self) -> Rng {
        let hash = mix(self.bits());
        Rng(Pcg64Mcg::new(
            u128::from(hash) << 64 | u128::from(mix(hash ^ self.bits())),
        ))
    }

    /// Shuffles in place (Fisher-Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i as u32 + 1) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_have_streams_of_their_own_and_seeds_repeat() {
        let roles = [
            Role::Deck(0),
            Role::Deck(1),
            Role::Table(0),
            Role::Seating,
            Role::Strategy {
                rotation: 0,
                seat: 1,
            },
            Role::Strategy {
                rotation: 1,
                seat: 0,
            },
            Role::Other(0),
        ];
        let first = |seed, deal, role| Rng::new(seed, deal, role).bits();
        let mut seen: Vec<u64> = roles.iter().map(|r| first(7, 3, *r)).collect();
        seen.extend([first(8, 3, Role::Deck(0)), first(7, 4, Role::Deck(0))]);
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), roles.len() + 2);
        assert_eq!(first(7, 3, Role::Deck(0)), first(7, 3, Role::Deck(0)));
    }

    /// All 24 orders of four items are equally likely: chi-square with 23 degrees of freedom, 0.1 % point 49.7.
    #[test]
    fn the_shuffle_is_uniform() {
        let mut counts = std::collections::HashMap::new();
        let mut rng = Rng::new(1, 0, Role::Other(0));
        let trials = 240_000;
        for _ in 0..trials {
            let mut items = [0, 1, 2, 3];
            rng.shuffle(&mut items);
            *counts.entry(items).or_insert(0u32) += 1;
        }
        let expected = f64::from(trials) / 24.0;
        let chi2: f64 = counts
            .values()
            .map(|n| (f64::from(*n) - expected).powi(2) / expected)
            .sum();
        assert_eq!(counts.len(), 24);
        assert!(chi2 < 49.7, "chi-square {chi2}");
    }
}
