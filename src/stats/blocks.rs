//! Sums over deal blocks, from which a mean and its error follow. It knows integers that add, not what they count.
//!
//! The games of one deal share their luck, so the block is the unit: the mean is a ratio of sums, Σx / Σh (x what was
//! won in a block, h how often it could be), and its error comes from the scatter of the blocks around that ratio.

use serde::{Deserialize, Serialize};

use super::{Estimate, t_95};

/// Sums over blocks of a pair (x, h); adding two of them is exact and order does not matter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
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

    /// The blocks that were added since these sums were like `before`.
    #[must_use]
    pub fn since(&self, before: &BlockSums) -> BlockSums {
        BlockSums {
            blocks: self.blocks - before.blocks,
            x: self.x - before.x,
            h: self.h - before.h,
            xx: self.xx - before.xx,
            xh: self.xh - before.xh,
            hh: self.hh - before.hh,
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64) {
        assert!((a - b).abs() < 1e-4, "{a} is not {b}");
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
        assert_eq!(all.since(&b), a);
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
}
