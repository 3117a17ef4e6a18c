//! Sums over groups of deals, from which differences follow between whatever was counted on the same deals: two
//! strategies, two rule sets, two values of a parameter. It knows integers that add, not what they count.
//!
//! Deal d belongs to group d mod 256, whoever plays it, so two groups of one number had the same luck. The difference of two
//! ratios of sums is judged by its scatter from group to group ("batch means"); memory does not grow with the deals.

use serde::{Deserialize, Serialize};

use super::{Estimate, t_95};

/// Groups of deals.
pub const GROUPS: u64 = 256;

/// Σx and Σh of each group.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<(i64, i64)>")]
pub struct Groups(Vec<(i64, i64)>);

/// A difference between two means that were found on the same deals.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Paired {
    /// The first mean minus the second.
    pub difference: Estimate,
    /// How much wider the squared error would be if they had been found on different deals; missing where it cannot be
    /// known.
    pub variance_reduction: Option<f64>,
}

impl Default for Groups {
    fn default() -> Groups {
        Groups(vec![(0, 0); GROUPS as usize])
    }
}

impl TryFrom<Vec<(i64, i64)>> for Groups {
    type Error = &'static str;

    fn try_from(sums: Vec<(i64, i64)>) -> Result<Groups, &'static str> {
        match sums.len() as u64 {
            GROUPS => Ok(Groups(sums)),
            _ => Err("there are 256 groups of deals"),
        }
    }
}

impl Groups {
    /// Adds what was counted in a deal.
    #[inline]
    pub fn add(&mut self, deal: u64, x: i64, h: i64) {
        let sum = &mut self.0[(deal % GROUPS) as usize];
        *sum = (sum.0 + x, sum.1 + h);
    }

    /// Adds the groups of another.
    pub fn merge(&mut self, other: &Groups) {
        for (sum, more) in self.0.iter_mut().zip(&other.0) {
            *sum = (sum.0 + more.0, sum.1 + more.1);
        }
    }

    /// Σx and Σh of all groups but every `parts`-th, from `part` on.
    ///
    /// # Panics
    /// Unless the groups can be divided into so many parts: then a deal would not belong to one of them.
    #[must_use]
    pub fn without(&self, part: usize, parts: usize) -> (i64, i64) {
        assert!((GROUPS as usize).is_multiple_of(parts), "{parts} parts");
        let kept = self.0.iter().enumerate();
        let kept = kept.filter(|(i, _)| i % parts != part);
        kept.fold((0, 0), |sum, (_, group)| (sum.0 + group.0, sum.1 + group.1))
    }

    /// Σx and Σh of all groups.
    #[must_use]
    pub fn sums(&self) -> (i64, i64) {
        let add = |sum: (i64, i64), group: &(i64, i64)| (sum.0 + group.0, sum.1 + group.1);
        self.0.iter().fold((0, 0), add)
    }

    /// The ratio Σx / Σh with its error, x being counted in `unit`ths. `None` if nothing was counted.
    #[must_use]
    pub fn estimate(&self, unit: f64) -> Option<Estimate> {
        let mut constant = Groups::default();
        for (zero, group) in constant.0.iter_mut().zip(&self.0) {
            zero.1 = group.1;
        }
        self.minus(&constant, unit).map(|paired| paired.difference)
    }

    /// The ratio Σx / Σh minus that of `other`, x being counted in `unit`ths. `None` if one of them counted nothing.
    #[must_use]
    pub fn minus(&self, other: &Groups, unit: f64) -> Option<Paired> {
        let (a, b) = (self.residuals(unit)?, other.residuals(unit)?);
        let used = |groups: &Groups, i: usize| groups.0[i].1 != 0;
        let groups = (0..self.0.len()).filter(|i| used(self, *i) || used(other, *i));
        let groups = groups.count() as f64;
        // The residuals of a ratio add up to 0, so their squares are their scatter.
        let variance = |values: &mut dyn Iterator<Item = f64>| {
            values.map(|v| v * v).sum::<f64>() * groups / (groups - 1.0)
        };
        let pairs = || a.1.iter().zip(&b.1);
        let paired = variance(&mut pairs().map(|(a, b)| a - b));
        let apart = variance(&mut a.1.iter().chain(&b.1).copied());
        let error = (groups > 1.0).then(|| paired.sqrt());
        Some(Paired {
            difference: Estimate {
                mean: a.0 - b.0,
                error,
                half: error.map(|e| e * t_95(groups as u64 - 1)),
            },
            variance_reduction: (groups > 1.0 && paired > 0.0).then(|| apart / paired),
        })
    }

    /// The ratio, and how far each group pulls it from where it is.
    fn residuals(&self, unit: f64) -> Option<(f64, Vec<f64>)> {
        let sum = |(x, h): (i128, i128), group: &(i64, i64)| {
            (x + i128::from(group.0), h + i128::from(group.1))
        };
        let (x, h) = self.0.iter().fold((0, 0), sum);
        if h == 0 {
            return None;
        }
        let (ratio, h) = (x as f64 / h as f64, h as f64);
        let residual = |(x, n): &(i64, i64)| (*x as f64 - ratio * *n as f64) / h / unit;
        Some((ratio / unit, self.0.iter().map(residual).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::BlockSums;
    use proptest::prelude::*;

    fn groups(values: &[i64]) -> Groups {
        let mut groups = Groups::default();
        for (deal, value) in values.iter().enumerate() {
            groups.add(deal as u64, *value, 1);
        }
        groups
    }

    /// Differences 1, 3, 2, 2 of four pairs: mean 2, standard deviation 0.81650, standard error 0.40825, t(3) = 3.1824.
    #[test]
    fn it_is_the_paired_t_interval_of_the_textbooks() {
        let paired = groups(&[5, 9, 4, 10]).minus(&groups(&[4, 6, 2, 8]), 1.0);
        let paired = paired.unwrap();
        assert!((paired.difference.mean - 2.0).abs() < 1e-12);
        assert!((paired.difference.error.unwrap() - 0.408_248).abs() < 1e-6);
        assert!((paired.difference.half.unwrap() - 0.408_248 * 3.1824).abs() < 1e-4);
        // Variances 8.6667 and 6.6667 of the two, 0.6667 of the differences.
        assert!((paired.variance_reduction.unwrap() - 23.0).abs() < 1e-9);
    }

    #[test]
    fn what_is_not_known_is_missing() {
        let none = Groups::default();
        assert_eq!(none.minus(&groups(&[1]), 1.0), None);
        assert_eq!(groups(&[1]).minus(&none, 1.0), None);
        let one = groups(&[3]).minus(&groups(&[1]), 2.0).unwrap();
        assert_eq!((one.difference.mean, one.difference.error), (1.0, None));
        let same = groups(&[1, 2, 3]);
        let nothing = same.minus(&same, 1.0).unwrap();
        assert_eq!(nothing.difference.interval(), Some((0.0, 0.0)));
        assert_eq!(nothing.variance_reduction, None);
    }

    proptest! {
        /// Against a constant, the error is that of the blocks, as long as every deal has a group of its own.
        #[test]
        fn alone_it_agrees_with_the_blocks(values in prop::collection::vec((-50i64..50, 1i64..5), 2..250)) {
            let (mut groups, mut zero, mut blocks) = (Groups::default(), Groups::default(), BlockSums::default());
            for (deal, (x, h)) in values.iter().enumerate() {
                groups.add(deal as u64, *x, *h);
                zero.add(deal as u64, 0, *h);
                blocks.add(*x, *h);
            }
            let paired = groups.minus(&zero, 1.0).unwrap().difference;
            let alone = blocks.estimate(1.0).unwrap();
            prop_assert!((paired.mean - alone.mean).abs() < 1e-9);
            prop_assert!((paired.error.unwrap() - alone.error.unwrap()).abs() < 1e-9);
        }

        #[test]
        fn merging_is_adding(deals in prop::collection::vec((0u64..1000, -9i64..9, 0i64..3, any::<bool>()), 0..50)) {
            let (mut parts, mut whole) = ([Groups::default(), Groups::default()], Groups::default());
            for (deal, x, h, which) in deals {
                parts[usize::from(which)].add(deal, x, h);
                whole.add(deal, x, h);
            }
            let [mut first, second] = parts;
            first.merge(&second);
            prop_assert_eq!(first, whole);
        }
    }
}
