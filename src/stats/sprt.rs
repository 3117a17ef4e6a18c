//! The generalized sequential probability ratio test: after each batch of blocks it says whether enough is known to accept
//! one of two hypotheses on a mean. It knows how often each outcome of a block came, not what a block is.
//!
//! The likelihoods are those of a multinomial whose mean is held to what a hypothesis says and that is otherwise fitted
//! (Van den Bergh, "A practical introduction to the GSPRT", 2020; Owen, Empirical Likelihood, 2001), as in fishtest, where
//! chess engines are tested; the bounds are Wald's (1945). Unlike fishtest, nothing is corrected for overshoot, so
//! errors are a little rarer than asked for.

use super::elo;

/// Two hypotheses on an Elo difference, and how often each may be accepted wrongly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// H0: the difference is at most this.
    pub low: f64,
    /// H1: it is at least this.
    pub high: f64,
    /// How often H1 is accepted where the difference is `low`, at most.
    pub alpha: f64,
    /// How often H0 is accepted where the difference is `high`, at most.
    pub beta: f64,
}

/// What a test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The difference is at most the lower one.
    H0,
    /// The difference is at least the higher one.
    H1,
}

impl Sprt {
    /// The log-likelihood ratios at which H0 and H1 are accepted.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        let low = self.beta / (1.0 - self.alpha);
        let high = (1.0 - self.beta) / self.alpha;
        (low.ln(), high.ln())
    }

    /// The log-likelihood ratio of H1 to H0, given how often blocks had each mean score; `sides` sides sit at the table.
    #[must_use]
    pub fn llr(&self, outcomes: &[(f64, u64)], sides: usize) -> f64 {
        let score = |elo| elo::score(elo, sides);
        llr(outcomes, score(self.low), score(self.high))
    }

    /// What is accepted at such a ratio.
    #[must_use]
    pub fn verdict(&self, llr: f64) -> Option<Verdict> {
        let (low, high) = self.bounds();
        match llr {
            llr if llr <= low => Some(Verdict::H0),
            llr if llr >= high => Some(Verdict::H1),
            _ => None,
        }
    }
}

/// How often an outcome is taken to have come that never came, as in fishtest: else a mean beyond all that was seen would
/// be impossible.
const UNSEEN: f64 = 1e-3;

/// The log-likelihood ratio of a mean `s1` to a mean `s0`. `outcomes` are all values that can come, with how often they
/// came; both means lie between the least and the greatest of them.
#[must_use]
pub fn llr(outcomes: &[(f64, u64)], s0: f64, s1: f64) -> f64 {
    if outcomes.iter().all(|(_, count)| *count == 0) {
        return 0.0;
    }
    let seen = |(value, count): &(f64, u64)| match count {
        0 => (*value, UNSEEN),
        count => (*value, *count as f64),
    };
    let counts: Vec<(f64, f64)> = outcomes.iter().map(seen).collect();
    let (t0, t1) = (tilt(&counts, s0), tilt(&counts, s1));
    let term = |(value, count): &(f64, f64)| {
        let likelihood = |s: f64, t: f64| (1.0 + t * (value - s)).ln();
        count * (likelihood(s0, t0) - likelihood(s1, t1))
    };
    counts.iter().map(term).sum()
}

/// The most likely multinomial of mean `s` gives the value a the probability p̂ / (1 + t(a - s)); this is its t, at
/// which Σ p̂(a - s) / (1 + t(a - s)) = 0. The sum falls with t, so halving the interval finds it.
fn tilt(counts: &[(f64, f64)], s: f64) -> f64 {
    let values = || counts.iter().map(|(value, _)| *value);
    let least = values().fold(f64::INFINITY, f64::min);
    let most = values().fold(f64::NEG_INFINITY, f64::max);
    let (mut low, mut high) = (-1.0 / (most - s), 1.0 / (s - least));
    loop {
        let middle = f64::midpoint(low, high);
        if high - low < 1e-14 {
            return middle;
        }
        let pull = |(value, count): &(f64, f64)| count * (value - s) / (1.0 + middle * (value - s));
        match counts.iter().map(pull).sum::<f64>() > 0.0 {
            true => low = middle,
            false => high = middle,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use unosim_engine::{Rng, Role};

    const TEST: Sprt = Sprt {
        low: 0.0,
        high: 2.0,
        alpha: 0.05,
        beta: 0.05,
    };

    fn outcomes(counts: &[u64]) -> Vec<(f64, u64)> {
        let most = (counts.len() - 1) as f64;
        let value = |(i, count): (usize, &u64)| (i as f64 / most, *count);
        counts.iter().enumerate().map(value).collect()
    }

    /// Tests of chess engines whose ratios are published: losses, draws, wins; or pairs of games by points.
    #[test]
    fn it_agrees_with_fishtest() {
        let known: [(&[u64], f64, f64, f64); 4] = [
            (&[21_184, 40_708, 21_404], 0.5, 2.5, -1.57),
            (&[57_030, 106_593, 57_433], 0.0, 2.0, -2.59),
            (&[223, 9_863, 21_279, 10_037, 246], 0.5, 2.5, -3.07),
            (&[871, 26_175, 55_983, 26_678, 821], 0.0, 2.0, -4.98),
        ];
        for (counts, low, high, llr) in known {
            let test = Sprt { low, high, ..TEST };
            let found = test.llr(&outcomes(counts), 2);
            assert!((found - llr).abs() < 0.006, "{counts:?}: {found}");
        }
    }

    /// Only wins and losses: the fitted probabilities are the means themselves, and the ratio is the binomial one.
    #[test]
    fn with_two_outcomes_it_is_walds_test() {
        let found = llr(&[(0.0, 40), (1.0, 60)], 0.5, 0.6);
        let wald = 40.0 * (0.4f64 / 0.5).ln() + 60.0 * (0.6f64 / 0.5).ln();
        assert!((found - wald).abs() < 1e-9, "{found} {wald}");
    }

    /// 500 blocks that all came out even speak for H0, by as much as what never came allows (by hand: -2.878).
    #[test]
    fn what_never_came_is_unlikely_but_possible() {
        let even = TEST.llr(&outcomes(&[0, 0, 500, 0, 0]), 2);
        assert!((even + 2.877_97).abs() < 1e-4, "{even}");
        assert_eq!(TEST.llr(&outcomes(&[0; 5]), 2), 0.0);
    }

    #[test]
    fn bounds_are_walds() {
        let (low, high) = TEST.bounds();
        assert!((low + 2.944_44).abs() < 1e-5 && (high - 2.944_44).abs() < 1e-5);
        assert_eq!(TEST.verdict(2.9), None);
        assert_eq!(TEST.verdict(2.95), Some(Verdict::H1));
        assert_eq!(TEST.verdict(-2.95), Some(Verdict::H0));
    }

    proptest! {
        /// Seen from the other side, the same games speak for the opposite.
        #[test]
        fn sides_are_alike(counts in prop::collection::vec(0u64..200, 5)) {
            prop_assume!(counts.iter().any(|c| *c > 0));
            let mirrored: Vec<u64> = counts.iter().rev().copied().collect();
            let there = llr(&outcomes(&counts), 0.5, 0.52);
            let back = llr(&outcomes(&mirrored), 0.5, 0.48);
            prop_assert!((there - back).abs() < 1e-6 * (1.0 + there.abs()), "{there} {back}");
        }
    }

    /// How often H1 is accepted in 2,000 tests whose blocks have the mean of an Elo difference; the test looks every 16.
    fn accepts(test: Sprt, elo: f64, role: u64) -> f64 {
        // The two games of a deal share its luck: both to one side more rarely than by chance.
        // A share s moved from 0 to 1 and from ¼ to ¾ raises the mean by 3/2 s.
        let s = (elo::score(elo, 2) - 0.5) / 1.5;
        let chances = [0.15 - s, 0.05 - s, 0.6, 0.05 + s, 0.15 + s];
        let mut rng = Rng::new(1, 0, Role::Other(role));
        let mut accepted = 0;
        for _ in 0..2_000 {
            let mut counts = [0u64; 5];
            let verdict = loop {
                for _ in 0..16 {
                    let mut left = rng.below(1 << 30) as f64 / (1u64 << 30) as f64;
                    let class = chances.iter().position(|chance| {
                        left -= chance;
                        left < 0.0
                    });
                    counts[class.unwrap_or(4)] += 1;
                }
                if let Some(verdict) = test.verdict(test.llr(&outcomes(&counts), 2)) {
                    break verdict;
                }
            };
            accepted += u32::from(verdict == Verdict::H1);
        }
        f64::from(accepted) / 2_000.0
    }

    #[test]
    fn wrong_hypotheses_are_accepted_as_rarely_as_promised() {
        let test = Sprt {
            low: 0.0,
            high: 20.0,
            alpha: 0.05,
            beta: 0.1,
        };
        let (at_low, at_high) = (accepts(test, test.low, 1), accepts(test, test.high, 2));
        // Three standard errors of 2,000 tests: 0.015 and 0.02.
        assert!(at_low <= 0.065, "{at_low}");
        assert!(at_high >= 0.88, "{at_high}");
        // A test that accepts nothing wrongly would be one that is not sharp.
        assert!(at_low >= 0.01 && at_high <= 0.985, "{at_low} {at_high}");
    }
}
