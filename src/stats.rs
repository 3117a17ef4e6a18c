//! Means with error bars from sums over deal blocks. It knows integers that add, not what they count.
//!
//! The games of one deal share their luck, so the block is the unit: the mean is a ratio of sums, Σx / Σh (x what was
//! won in a block, h how often it could be), and its error comes from the scatter of the blocks around that ratio.

/// Sums over blocks of a pair (x, h); adding two of them is exact and order does not matter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BlockSums {
    /// Number of blocks.
    pub blocks: u64,
    /// Σx
    pub x: i128,
    /// Σh
    pub h: i128,
    xx: i128,
    xh: i128,
    hh: i128,
}

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

impl BlockSums {
    /// Adds a block.
    #[inline]
    pub fn add(&mut self, x: i64, h: i64) {
        let (x, h) = (i128::from(x), i128::from(h));
        self.blocks += 1;
        self.x += x;
        self.h += h;
        self.xx += x * x;
        self.xh += x * h;
        self.hh += h * h;
    }

    /// Adds the blocks of another.
    pub fn merge(&mut self, other: &BlockSums) {
        self.blocks += other.blocks;
        self.x += other.x;
        self.h += other.h;
        self.xx += other.xx;
        self.xh += other.xh;
        self.hh += other.hh;
    }

    /// Σx / Σh with its error, x being counted in `unit`ths. `None` if nothing was counted.
    #[must_use]
    pub fn estimate(&self, unit: f64) -> Option<Estimate> {
        if self.h == 0 {
            return None;
        }
        let h = self.h as f64;
        let error = self.squares().map(|squares| {
            let blocks = self.blocks as f64;
            (squares * blocks / (blocks - 1.0)).sqrt() / h / unit
        });
        Some(Estimate {
            mean: self.x as f64 / h / unit,
            error,
            half: error.map(|e| e * t_95(self.blocks - 1)),
        })
    }

    /// Σ(x - r·h)² with r = Σx / Σh, exact until the last step: the differences are small beside the sums.
    fn squares(&self) -> Option<f64> {
        if self.blocks < 2 {
            return None;
        }
        let exact = |a: i128, b: i128| a.checked_mul(b);
        let whole = || {
            let first = exact(exact(self.xx, self.h)?, self.h)?;
            let second = exact(exact(self.xh, self.x)?, self.h)?.checked_mul(2)?;
            let third = exact(exact(self.hh, self.x)?, self.x)?;
            first.checked_sub(second)?.checked_add(third)
        };
        let h = self.h as f64;
        let squares = whole().map_or_else(
            || {
                let ratio = self.x as f64 / h;
                self.xx as f64 - 2.0 * ratio * self.xh as f64 + ratio * ratio * self.hh as f64
            },
            |whole| whole as f64 / h / h,
        );
        Some(squares.max(0.0))
    }

    /// How much wider the squared error would be if all the games had been independent: the sample variance of single
    /// games over that of blocks. `sum_of_squares` is Σx² over single games. `None` where either is 0 or unknown.
    #[must_use]
    pub fn variance_reduction(&self, sum_of_squares: i128) -> Option<f64> {
        let h = self.h as f64;
        let blocks = self.estimate(1.0)?.error?.powi(2);
        if self.h < 2 || blocks <= 0.0 {
            return None;
        }
        let mean = self.x as f64 / h;
        let single = (sum_of_squares as f64 / h - mean * mean) / (h - 1.0);
        (single > 0.0).then(|| single / blocks)
    }
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

    /// Blocks (1, 2), (4, 3), (5, 5): r = 1, residuals -1, 1, 0, so the error is √(2 · 3/2) / 10.
    #[test]
    fn a_ratio_is_judged_by_its_residuals() {
        let mut sums = BlockSums::default();
        for (x, h) in [(1, 2), (4, 3), (5, 5)] {
            sums.add(x, h);
        }
        let estimate = sums.estimate(1.0).unwrap();
        close(estimate.mean, 1.0);
        close(estimate.error.unwrap(), 3f64.sqrt() / 10.0);
    }

    #[test]
    fn merging_is_adding() {
        let [mut a, mut b, mut all] = [BlockSums::default(); 3];
        for x in 0..10 {
            if x % 3 == 0 { &mut a } else { &mut b }.add(x * x, 1 + x % 2);
            all.add(x * x, 1 + x % 2);
        }
        b.merge(&a);
        assert_eq!(b, all);
    }

    /// Pairs that always share one win: single games have variance 1/4, blocks none at all or, if both games of a
    /// block are the same game twice, twice as much as independent ones.
    #[test]
    fn shared_luck_is_measured() {
        let mut paired = BlockSums::default();
        (0..100).for_each(|_| paired.add(1, 2));
        assert_eq!(paired.variance_reduction(100), None);
        let mut doubled = BlockSums::default();
        (0..1000).for_each(|i| doubled.add(if i % 2 == 0 { 2 } else { 0 }, 2));
        assert!((doubled.variance_reduction(1000).unwrap() - 0.5).abs() < 1e-3);
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
