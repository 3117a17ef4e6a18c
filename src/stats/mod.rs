//! Means with error bars, differences of what was counted on the same deals, and what follows from them: tests that stop
//! early, ratings, cycles. What the numbers mean stands in docs/statistics.md.

mod blocks;
#[cfg(test)]
mod coverage_tests;
pub mod cycles;
pub mod elo;
mod groups;
mod holm;
mod jackknife;
mod linear;
pub mod nash;
pub mod ratings;
pub mod replicates;
pub mod sprt;

pub use blocks::BlockSums;
pub use groups::{GROUPS, Groups, Paired};
pub use holm::{chance, holm};
pub use jackknife::Jackknife;

/// A mean and its 95 % interval; the interval is missing where it cannot be known (fewer than two blocks).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// Its standard error.
    pub error: Option<f64>,
    /// Half the width of the interval.
    pub half: Option<f64>,
}

impl Estimate {
    /// The mean of values that each count alike, such as differences between two strategies on one batch of deals after
    /// the other. `None` if there are none.
    #[must_use]
    pub fn of_values(values: &[f64]) -> Option<Estimate> {
        if values.is_empty() {
            return None;
        }
        let count = values.len() as f64;
        let mean = values.iter().sum::<f64>() / count;
        let squares: f64 = values.iter().map(|v| (v - mean).powi(2)).sum();
        let error = (values.len() > 1).then(|| (squares / (count - 1.0) / count).sqrt());
        Some(Estimate {
            mean,
            error,
            half: error.map(|e| e * t_95(values.len() as u64 - 1)),
        })
    }

    /// Both ends of the interval.
    #[must_use]
    pub fn interval(&self) -> Option<(f64, f64)> {
        self.half.map(|half| (self.mean - half, self.mean + half))
    }

    /// Both ends of the interval of a mean of numbers between `least` and `most`. Where all blocks came out alike there is
    /// no scatter to measure; then it reaches as far as blocks that never came can move the mean, which they do with
    /// at most the exact (Clopper-Pearson) probability of what was not seen in so many.
    #[must_use]
    pub fn interval_within(&self, blocks: u64, (least, most): (f64, f64)) -> Option<(f64, f64)> {
        let (low, high) = self.interval()?;
        let unseen = 1.0 - 0.025f64.powf(1.0 / blocks as f64);
        let (low, high) = if high > low {
            (low, high)
        } else {
            (
                self.mean - unseen * (self.mean - least),
                self.mean + unseen * (most - self.mean),
            )
        };
        Some((low.max(least), high.min(most)))
    }

    /// Both ends of the interval of a rate.
    #[must_use]
    pub fn rate_interval(&self, blocks: u64) -> Option<(f64, f64)> {
        self.interval_within(blocks, (0.0, 1.0))
    }
}

/// The 97.5 % point of Student's t distribution: a table for few degrees of freedom, then the Cornish-Fisher expansion,
/// which is right to four decimals from there on.
#[must_use]
pub fn t_95(freedom: u64) -> f64 {
    const FEW: [f64; 10] = [
        12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281,
    ];
    const Z: f64 = 1.959_963_984_540_054;
    match freedom {
        0 => f64::INFINITY,
        1..=10 => FEW[freedom as usize - 1],
        _ => {
            let v = freedom as f64;
            let first = (Z.powi(3) + Z) / 4.0;
            let second = (5.0 * Z.powi(5) + 16.0 * Z.powi(3) + 3.0 * Z) / 96.0;
            let third = (3.0 * Z.powi(7) + 19.0 * Z.powi(5) + 17.0 * Z.powi(3) - 15.0 * Z) / 384.0;
            let fourth = (79.0 * Z.powi(9) + 776.0 * Z.powi(7) + 1482.0 * Z.powi(5)
                - 1920.0 * Z.powi(3)
                - 945.0 * Z)
                / 92_160.0;
            Z + first / v + second / v.powi(2) + third / v.powi(3) + fourth / v.powi(4)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64) {
        assert!((a - b).abs() < 1e-4, "{a} is not {b}");
    }

    #[test]
    fn t_points_are_those_of_the_tables() {
        for (freedom, point) in [(1, 12.7062), (10, 2.2281), (11, 2.2010), (20, 2.0860)] {
            close(t_95(freedom), point);
        }
        close(t_95(30), 2.0423);
        close(t_95(120), 1.9799);
        close(t_95(1_000_000), 1.95997);
    }

    /// Values 1, 2, 3, 4: mean 2.5, standard deviation 1.29099, standard error 0.64550, t(3) = 3.1824.
    #[test]
    fn with_equal_blocks_it_is_the_textbook_interval() {
        let mut sums = BlockSums::default();
        (1..=4).for_each(|x| sums.add(x, 1));
        let estimate = sums.estimate(1.0).unwrap();
        close(estimate.mean, 2.5);
        close(estimate.error.unwrap(), 0.645_497);
        close(estimate.interval().unwrap().0, 2.5 - 0.645_497 * 3.1824);
        let values = Estimate::of_values(&[1.0, 2.0, 3.0, 4.0]).unwrap();
        close(values.mean, estimate.mean);
        close(values.half.unwrap(), estimate.half.unwrap());
        let halves = sums.estimate(2.0).unwrap();
        close(halves.mean, 1.25);
        close(halves.error.unwrap(), 0.322_749);
    }

    /// Three blocks alike say little, a thousand nearly all.
    #[test]
    fn without_scatter_the_interval_tells_what_may_be_unseen() {
        for (blocks, most) in [(3, 0.71), (1_000, 0.004)] {
            let mut sums = BlockSums::default();
            (0..blocks).for_each(|_| sums.add(1, 2));
            let half = sums.estimate(1.0).unwrap();
            let (low, high) = half.interval_within(blocks, (0.0, 1.0)).unwrap();
            assert!(
                (0.5 - low) <= most / 2.0 && (high - 0.5) <= most / 2.0,
                "{low} {high}"
            );
            assert!(low < 0.5 && high > 0.5);
        }
    }

    #[test]
    fn what_is_not_known_is_missing() {
        let mut sums = BlockSums::default();
        assert_eq!(sums.estimate(1.0), None);
        sums.add(3, 4);
        assert_eq!(sums.estimate(1.0).unwrap().interval(), None);
        assert_eq!(Estimate::of_values(&[]), None);
        assert_eq!(Estimate::of_values(&[3.0]).unwrap().interval(), None);
    }

    #[test]
    fn a_rate_of_zero_has_an_upper_bound() {
        let mut sums = BlockSums::default();
        (0..20).for_each(|_| sums.add(0, 1));
        let (low, high) = sums.estimate(1.0).unwrap().rate_interval(20).unwrap();
        close(low, 0.0);
        close(high, 0.168_43);
    }
}
