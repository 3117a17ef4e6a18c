//! The delete-a-group jackknife: errors of whatever is computed from deals, by leaving out one part of them after the other
//! (Quenouille 1956; Kott, "The delete-a-group jackknife", 2001). It knows the results, not how they are computed.
//!
//! Deal d belongs to part d mod 32, whoever plays it, so what games of one deal have in common is counted once.

use super::t_95;

/// Parts of the deals.
pub const PARTS: usize = 32;

/// What was computed without each part in turn: for each part the same quantities in the same order.
#[derive(Clone, Debug, PartialEq)]
pub struct Replicates(Vec<Vec<f64>>);

impl Replicates {
    /// Computes without each of the parts that hold a deal, there being `deals` of them. `None` if fewer than two do.
    #[must_use]
    pub fn new(deals: u64, without: impl Fn(usize) -> Vec<f64>) -> Option<Replicates> {
        let parts = (PARTS as u64).min(deals) as usize;
        (parts > 1).then(|| Replicates((0..parts).map(without).collect()))
    }

    /// The same for other quantities that follow from these.
    #[must_use]
    pub fn map(&self, then: impl Fn(&[f64]) -> Vec<f64>) -> Replicates {
        Replicates(self.0.iter().map(|values| then(values)).collect())
    }

    /// The deviations of each part from their mean, such that their products, summed over the parts, are the covariances.
    fn deviations(&self) -> Vec<Vec<f64>> {
        let parts = self.0.len() as f64;
        let scale = ((parts - 1.0) / parts).sqrt();
        let mut deviations = self.0.clone();
        for i in 0..self.0.first().map_or(0, Vec::len) {
            let mean = self.0.iter().map(|values| values[i]).sum::<f64>() / parts;
            for values in &mut deviations {
                values[i] = scale * (values[i] - mean);
            }
        }
        deviations
    }

    /// Half the width of the 95 % interval of each quantity.
    #[must_use]
    pub fn halves(&self) -> Vec<f64> {
        let deviations = self.deviations();
        let variance = |i: usize| deviations.iter().map(|d| d[i] * d[i]).sum::<f64>();
        let t = t_95(self.0.len() as u64 - 1);
        let quantities = deviations.first().map_or(0, Vec::len);
        (0..quantities).map(|i| t * variance(i).sqrt()).collect()
    }

    /// What noise alone makes of the sum of the squares of all quantities: its mean and its degrees of freedom, if it is
    /// taken for a multiple of a χ² (Satterthwaite 1946).
    #[must_use]
    pub fn noise(&self) -> (f64, f64) {
        let deviations = self.deviations();
        let product = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let trace: f64 = deviations.iter().map(|d| product(d, d)).sum();
        let each = |a: &Vec<f64>| {
            deviations
                .iter()
                .map(move |b| product(a, b).powi(2))
                .sum::<f64>()
        };
        let squares: f64 = deviations.iter().map(each).sum();
        // The covariances are estimates themselves; without the correction their squares would be too large.
        let freedom = self.0.len() as f64 - 1.0;
        let corrected = (squares - trace * trace / freedom) * freedom * freedom
            / ((freedom - 1.0).max(1.0) * (freedom + 2.0));
        let least = trace * trace / deviations.first().map_or(1, Vec::len).max(1) as f64;
        (trace, trace * trace / corrected.max(least))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of a mean, the jackknife error is the textbook one: 1, 2, 3, 4 have standard error 0.645 497 and t(3) = 3.1824.
    #[test]
    fn of_a_mean_it_is_the_usual_interval() {
        let values = [1.0, 2.0, 3.0, 4.0];
        let without = |part: usize| vec![(10.0 - values[part]) / 3.0, 7.0];
        let halves = Replicates::new(4, without).unwrap().halves();
        assert!((halves[0] - 0.645_497 * 3.1824).abs() < 1e-4, "{halves:?}");
        assert_eq!(halves[1], 0.0);
    }

    #[test]
    fn one_deal_says_nothing_of_its_error() {
        assert_eq!(Replicates::new(1, |_| vec![0.0]), None);
        assert_eq!(Replicates::new(1000, |_| vec![0.0]).unwrap().0.len(), PARTS);
    }

    /// Two quantities that are the same have one degree of freedom, and together twice the noise of one.
    #[test]
    fn noise_knows_what_goes_together() {
        let values: Vec<f64> = (0..32).map(|i| f64::from((i * 7) % 32)).collect();
        let both = |part: usize| vec![values[part], values[part]];
        let twice = Replicates::new(32, both).unwrap();
        let once = twice.map(|v| vec![v[0]]);
        assert!((twice.noise().0 - 2.0 * once.noise().0).abs() < 1e-9);
        assert!((twice.noise().1 - 1.0).abs() < 0.1, "{:?}", twice.noise());
    }
}
