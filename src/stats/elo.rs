//! The logistic Elo scale: a score becomes a difference of ratings, and back. It knows no games, only scores.
//!
//! On a table of k sides of which one is A and the others are alike, A scores γ / (γ + k - 1) with γ = 10^(d / 400) (Luce
//! 1959, Plackett 1975); with two sides this is the curve of Elo (1978), and d = 0 is always an even score, 1 / k.

use super::Estimate;

/// Elo points of a factor e of strength.
pub const PER_E: f64 = 400.0 / std::f64::consts::LN_10;

/// What a strategy scores among `sides` sides, if it is `elo` points better than the others.
#[must_use]
pub fn score(elo: f64, sides: usize) -> f64 {
    let others = (sides - 1) as f64;
    1.0 / (1.0 + others * (-elo / PER_E).exp())
}

/// How many points better a strategy is that scores so much among `sides` sides; infinite for 0 and 1.
#[must_use]
pub fn difference(score: f64, sides: usize) -> f64 {
    let others = (sides - 1) as f64;
    PER_E * (others * score / (1.0 - score)).ln()
}

/// A difference of ratings that was measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// In Elo points; infinite if everything or nothing was won.
    pub elo: f64,
    /// Its standard error by the delta method: the error of the score times the slope of the curve.
    pub error: Option<f64>,
    /// The 95 % interval: the ends of that of the score, so the two never contradict each other.
    pub interval: Option<(f64, f64)>,
}

impl Difference {
    /// What a score among `sides` sides says that was found in so many blocks.
    #[must_use]
    pub fn of(estimate: &Estimate, blocks: u64, sides: usize) -> Difference {
        let slope = PER_E / (estimate.mean * (1.0 - estimate.mean));
        let ends = estimate.rate_interval(blocks);
        Difference {
            elo: difference(estimate.mean, sides),
            error: estimate.error.map(|e| e * slope).filter(|e| e.is_finite()),
            interval: ends.map(|(low, high)| (difference(low, sides), difference(high, sides))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::BlockSums;
    use proptest::prelude::*;

    /// Elo's table: 200 points are 76 %, 400 points ten to one; a point near 0 is 0.144 %.
    #[test]
    fn it_is_the_curve_of_the_tables() {
        assert!((score(200.0, 2) - 0.759_747).abs() < 1e-6);
        assert!((score(400.0, 2) - 10.0 / 11.0).abs() < 1e-12);
        assert!((difference(0.75, 2) - 190.848_5).abs() < 1e-4);
        assert!((score(1.0, 2) - 0.501_439).abs() < 1e-6);
        assert_eq!(difference(1.0, 2), f64::INFINITY);
        assert_eq!(difference(0.0, 4), f64::NEG_INFINITY);
    }

    /// Ten times as strong as each of three others: 10 of 13.
    #[test]
    fn among_several_the_others_are_counted() {
        assert!((score(400.0, 4) - 10.0 / 13.0).abs() < 1e-12);
        assert!((score(0.0, 4) - 0.25).abs() < 1e-12);
        assert!(difference(0.25, 4).abs() < 1e-12);
    }

    /// Score 0.6 with error 0.01: slope 173.7178 / 0.24, so 7.2382 points.
    #[test]
    fn the_error_is_that_of_the_delta_method() {
        let estimate = Estimate {
            mean: 0.6,
            error: Some(0.01),
            half: Some(0.02),
        };
        let found = Difference::of(&estimate, 100, 2);
        assert!((found.elo - 70.436_5).abs() < 1e-4);
        assert!((found.error.unwrap() - 7.238_2).abs() < 1e-4);
        let (low, high) = found.interval.unwrap();
        assert!((low - difference(0.58, 2)).abs() < 1e-9);
        assert!((high - difference(0.62, 2)).abs() < 1e-9);
    }

    #[test]
    fn who_always_wins_has_a_lower_bound_only() {
        let mut sums = BlockSums::default();
        (0..100).for_each(|_| sums.add(2, 2));
        let found = Difference::of(&sums.estimate(1.0).unwrap(), 100, 2);
        assert_eq!((found.elo, found.error), (f64::INFINITY, None));
        let (low, high) = found.interval.unwrap();
        assert!(
            low > 400.0 && low.is_finite() && high == f64::INFINITY,
            "{low}"
        );
    }

    proptest! {
        #[test]
        fn there_and_back(elo in -900.0..900.0f64, sides in 2usize..=10) {
            prop_assert!((difference(score(elo, sides), sides) - elo).abs() < 1e-6);
        }
    }
}
