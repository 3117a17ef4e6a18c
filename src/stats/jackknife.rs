//! Errors of whatever can be computed from sums over groups of deals, also of what is no mean: quantiles, ranges, ratios of
//! variances. It knows a number and what the number would be without each group, not what it means.
//!
//! The delete-one-group jackknife (Miller 1974, "The jackknife: a review", Biometrika 61): with θ₍ᵢ₎ what comes out without
//! group i, the squared error is (g − 1)/g Σ(θ₍ᵢ₎ − θ̄)². With g groups, Student's t has g − 1 degrees of freedom. For
//! ratios of sums it agrees with the scatter of residuals that the other intervals come from.

use super::{Estimate, t_95};

/// A number found in groups of deals, and what it would be without each of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Jackknife {
    /// The number, from all groups.
    pub whole: f64,
    /// Without each group, in their order; empty if it cannot be known without one of them.
    pub without: Vec<f64>,
}

impl Jackknife {
    /// The number with its error. It is missing where there are fewer than two groups or one is indispensable.
    #[must_use]
    pub fn estimate(&self) -> Estimate {
        judged(self.whole, &self.without)
    }

    /// The difference from a number found on the same deals, group by group. Without an error if the groups are not the same.
    #[must_use]
    pub fn minus(&self, other: &Jackknife) -> Estimate {
        let pairs = self.without.iter().zip(&other.without);
        let without: Vec<f64> = match self.without.len() == other.without.len() {
            true => pairs.map(|(a, b)| a - b).collect(),
            false => Vec::new(),
        };
        judged(self.whole - other.whole, &without)
    }
}

fn judged(whole: f64, without: &[f64]) -> Estimate {
    let groups = without.len() as f64;
    let mean = without.iter().sum::<f64>() / groups;
    let scatter = || {
        without
            .iter()
            .map(|value| (value - mean).powi(2))
            .sum::<f64>()
    };
    let error = (without.len() > 1).then(|| (scatter() * (groups - 1.0) / groups).sqrt());
    Estimate {
        mean: whole,
        error,
        half: error.map(|e| e * t_95(without.len() as u64 - 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Groups;
    use proptest::prelude::*;

    /// The ratio Σx / Σh of pairs, and without each of them.
    fn ratio(pairs: &[(i64, i64)]) -> Jackknife {
        let of = |skip: Option<usize>| {
            let kept = pairs.iter().enumerate().filter(|(i, _)| Some(*i) != skip);
            let (x, h) = kept.fold((0, 0), |(x, h), (_, pair)| (x + pair.0, h + pair.1));
            x as f64 / h as f64
        };
        Jackknife {
            whole: of(None),
            without: (0..pairs.len()).map(|i| of(Some(i))).collect(),
        }
    }

    /// Of a mean it is the textbook error: values 1, 2, 3, 4 have the standard error 0.64550, and t(3) = 3.1824.
    #[test]
    fn of_a_mean_it_is_the_textbook_interval() {
        let estimate = ratio(&[(1, 1), (2, 1), (3, 1), (4, 1)]).estimate();
        assert_eq!(estimate.mean, 2.5);
        assert!((estimate.error.unwrap() - 0.645_497).abs() < 1e-6);
        assert!((estimate.half.unwrap() - 0.645_497 * 3.1824).abs() < 1e-4);
    }

    /// Differences 1, 3, 2, 2 of four pairs: standard error 0.40825.
    #[test]
    fn of_a_difference_it_is_the_paired_interval() {
        let values = |list: [i64; 4]| ratio(&list.map(|x| (x, 1)));
        let paired = values([5, 9, 4, 10]).minus(&values([4, 6, 2, 8]));
        assert!((paired.mean - 2.0).abs() < 1e-12);
        assert!((paired.error.unwrap() - 0.408_248).abs() < 1e-6);
    }

    #[test]
    fn what_is_not_known_is_missing() {
        let (one, two) = (ratio(&[(3, 1)]), ratio(&[(3, 1), (4, 1)]));
        assert_eq!(one.estimate().mean, 3.0);
        for estimate in [one.estimate(), one.minus(&two), two.minus(&one)] {
            assert_eq!((estimate.error, estimate.half), (None, None));
        }
        let nothing = two.minus(&two);
        assert_eq!(nothing.interval(), Some((0.0, 0.0)));
    }

    proptest! {
        /// For a ratio of many sums it agrees with the scatter of residuals.
        #[test]
        fn of_a_ratio_it_agrees_with_the_groups(
            pairs in prop::collection::vec((-50i64..50, 10i64..20, -50i64..50, 10i64..20), 100..256)
        ) {
            let (mut a, mut b) = (Groups::default(), Groups::default());
            for (deal, (x, h, y, k)) in pairs.iter().enumerate() {
                a.add(deal as u64, *x, *h);
                b.add(deal as u64, *y, *k);
            }
            let first: Vec<_> = pairs.iter().map(|p| (p.0, p.1)).collect();
            let second: Vec<_> = pairs.iter().map(|p| (p.2, p.3)).collect();
            let found = ratio(&first).minus(&ratio(&second));
            let expected = a.minus(&b, 1.0).unwrap().difference;
            prop_assert!((found.mean - expected.mean).abs() < 1e-9);
            let (found, expected) = (found.error.unwrap(), expected.error.unwrap());
            prop_assert!((found / expected - 1.0).abs() < 0.02, "{} {}", found, expected);
        }
    }
}
