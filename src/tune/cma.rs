//! CMA-ES, the evolution strategy that adapts the covariance matrix of its trials (N. Hansen, *The CMA Evolution
//! Strategy: A Tutorial*, 2016, arXiv:1604.00772), with positive weights. It knows points and their order from best to
//! worst; what makes a point good, and what its coordinates mean, it does not.
//!
//! Names are those of the tutorial. All that lasts from one generation to the next is in [`Cma`], so a search can be
//! stopped, stored and taken up again.

use serde::{Deserialize, Serialize};
use unosim_engine::Rng;

use super::eigen;

/// A search under way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cma {
    /// Generations that have been told.
    pub generation: u64,
    /// The mean of the next candidates: the best estimate of the optimum where values are noisy.
    pub mean: Vec<f64>,
    /// The step size, the unit of all standard deviations.
    pub sigma: f64,
    /// Candidates of a generation (λ).
    pub population: usize,
    /// The least standard deviation of each coordinate. Where values are rounded, a smaller one would let all candidates
    /// fall together.
    floor: Vec<f64>,
    covariance: Vec<Vec<f64>>,
    path_sigma: Vec<f64>,
    path_c: Vec<f64>,
}

/// Strategy parameters (table 1 of the tutorial).
struct Rates {
    /// Of the better half, best first; they add up to 1.
    weights: Vec<f64>,
    mu_eff: f64,
    c_sigma: f64,
    d_sigma: f64,
    c_c: f64,
    c_1: f64,
    c_mu: f64,
    /// The expected length of a standard normal vector.
    chi: f64,
}

impl Rates {
    fn new(dimensions: usize, population: usize) -> Rates {
        let n = dimensions as f64;
        let half = (population as f64 + 1.0) / 2.0;
        let raw = |i: usize| half.ln() - (i as f64).ln();
        let raw: Vec<f64> = (1..=population / 2).map(raw).collect();
        let sum: f64 = raw.iter().sum();
        let weights: Vec<f64> = raw.iter().map(|w| w / sum).collect();
        let mu_eff = 1.0 / weights.iter().map(|w| w * w).sum::<f64>();
        let c_sigma = (mu_eff + 2.0) / (n + mu_eff + 5.0);
        let c_1 = 2.0 / ((n + 1.3).powi(2) + mu_eff);
        let c_mu = 2.0 * (0.25 + mu_eff + 1.0 / mu_eff - 2.0) / ((n + 2.0).powi(2) + mu_eff);
        Rates {
            d_sigma: 1.0 + 2.0 * (((mu_eff - 1.0) / (n + 1.0)).sqrt() - 1.0).max(0.0) + c_sigma,
            c_c: (4.0 + mu_eff / n) / (n + 4.0 + 2.0 * mu_eff / n),
            c_mu: c_mu.min(1.0 - c_1),
            chi: n.sqrt() * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n)),
            weights,
            mu_eff,
            c_sigma,
            c_1,
        }
    }
}

impl Cma {
    /// The population that the tutorial proposes for so many coordinates: 4 + ⌊3 ln n⌋.
    #[must_use]
    pub fn usual_population(dimensions: usize) -> usize {
        4 + (3.0 * (dimensions as f64).ln()) as usize
    }

    /// A search from the origin with standard deviation 1 in every coordinate; `floor` as in [`Cma`], one a coordinate.
    /// A population has at least two candidates.
    #[must_use]
    pub fn new(floor: Vec<f64>, population: usize) -> Cma {
        let n = floor.len();
        let row = |i: usize| (0..n).map(|j| f64::from(u8::from(i == j))).collect();
        Cma {
            generation: 0,
            mean: vec![0.0; n],
            sigma: 1.0,
            population: population.max(2),
            covariance: (0..n).map(row).collect(),
            path_sigma: vec![0.0; n],
            path_c: vec![0.0; n],
            floor,
        }
    }

    /// Whether everything has a place for `dimensions` coordinates and is a number: a state that was read may be broken.
    #[must_use]
    pub fn is_sound(&self, dimensions: usize) -> bool {
        let vectors = [&self.mean, &self.floor, &self.path_sigma, &self.path_c];
        let mut vectors = vectors.into_iter().chain(&self.covariance);
        self.covariance.len() == dimensions
            && vectors.all(|v| v.len() == dimensions && v.iter().all(|x| x.is_finite()))
            && self.sigma.is_finite()
            && self.sigma > 0.0
            && self.population >= 2
    }

    /// The candidates of the next generation.
    #[must_use]
    pub fn ask(&self, rng: &mut Rng) -> Vec<Vec<f64>> {
        let (axes, vectors) = self.axes();
        let candidate = |_| {
            let z: Vec<f64> = axes.iter().map(|axis| axis * normal(rng)).collect();
            let along = |row: &Vec<f64>| dot(row, &z);
            let y = vectors.iter().map(along);
            self.mean
                .iter()
                .zip(y)
                .map(|(m, y)| m + self.sigma * y)
                .collect()
        };
        (0..self.population).map(candidate).collect()
    }

    /// Learns from a generation: its candidates, best first. They may have been moved since they were asked for, into
    /// bounds for instance; there have to be at least half as many as were asked for.
    pub fn tell(&mut self, best_first: &[Vec<f64>]) {
        let n = self.mean.len();
        let rates = Rates::new(n, self.population);
        let (axes, vectors) = self.axes();
        let away = |x: &Vec<f64>| -> Vec<f64> {
            let pairs = x.iter().zip(&self.mean);
            pairs.map(|(x, m)| (x - m) / self.sigma).collect()
        };
        let steps: Vec<(f64, Vec<f64>)> = rates
            .weights
            .iter()
            .copied()
            .zip(best_first.iter().map(away))
            .collect();
        let step: Vec<f64> = (0..n)
            .map(|i| steps.iter().map(|(w, y)| w * y[i]).sum())
            .collect();
        for (m, y) in self.mean.iter_mut().zip(&step) {
            *m += self.sigma * y;
        }

        // C^(-1/2) · step
        let turned = |k: usize| (0..n).map(|i| vectors[i][k] * step[i]).sum::<f64>() / axes[k];
        let turned: Vec<f64> = (0..n).map(turned).collect();
        let keep = (rates.c_sigma * (2.0 - rates.c_sigma) * rates.mu_eff).sqrt();
        for (path, row) in self.path_sigma.iter_mut().zip(&vectors) {
            *path = (1.0 - rates.c_sigma) * *path + keep * dot(row, &turned);
        }
        self.generation += 1;
        let length = dot(&self.path_sigma, &self.path_sigma).sqrt();
        let begun = 1.0 - (1.0 - rates.c_sigma).powf(2.0 * self.generation as f64);
        let calm = length / begun.sqrt() < (1.4 + 2.0 / (n as f64 + 1.0)) * rates.chi;

        let keep = match calm {
            true => (rates.c_c * (2.0 - rates.c_c) * rates.mu_eff).sqrt(),
            false => 0.0,
        };
        for (path, y) in self.path_c.iter_mut().zip(&step) {
            *path = (1.0 - rates.c_c) * *path + keep * y;
        }
        let missing = if calm {
            0.0
        } else {
            rates.c_c * (2.0 - rates.c_c)
        };
        let old = 1.0 - rates.c_1 - rates.c_mu + rates.c_1 * missing;
        for (i, row) in self.covariance.iter_mut().enumerate() {
            for (j, c) in row.iter_mut().enumerate() {
                let spread: f64 = steps.iter().map(|(w, y)| w * y[i] * y[j]).sum();
                *c = old * *c + rates.c_1 * self.path_c[i] * self.path_c[j] + rates.c_mu * spread;
            }
        }
        let change = rates.c_sigma / rates.d_sigma * (length / rates.chi - 1.0);
        self.sigma *= change.min(1.0).exp();
        for (i, floor) in self.floor.iter().enumerate() {
            let c = &mut self.covariance[i][i];
            *c = c.max((floor / self.sigma).powi(2));
        }
    }

    /// The standard deviations along the axes of the distribution, in steps, and the axes as columns.
    fn axes(&self) -> (Vec<f64>, Vec<Vec<f64>>) {
        let (values, vectors) = eigen::symmetric(&self.covariance);
        // Rounding may leave an axis without length; it must not stay so.
        let axes = values.into_iter().map(|v| v.max(1e-20).sqrt());
        (axes.collect(), vectors)
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// A standard normal number (Box and Muller).
fn normal(rng: &mut Rng) -> f64 {
    // 53 bits; the first is above 0, as its logarithm is taken.
    let mut uniform = || (rng.bits() >> 11) as f64 / (1u64 << 53) as f64;
    let (u, v) = (1.0 - uniform(), uniform());
    (-2.0 * u.ln()).sqrt() * (std::f64::consts::TAU * v).cos()
}

#[cfg(test)]
mod tests {
    use super::*;
    use unosim_engine::Role;

    fn rng(generation: u64) -> Rng {
        Rng::new(7, generation, Role::Other(0))
    }

    /// What is left of the function after so many generations from the origin.
    fn minimum(n: usize, generations: u64, f: impl Fn(&[f64]) -> f64) -> f64 {
        let mut cma = Cma::new(vec![0.0; n], Cma::usual_population(n));
        for generation in 0..generations {
            let mut candidates = cma.ask(&mut rng(generation));
            candidates.sort_by(|a, b| f(a).total_cmp(&f(b)));
            cma.tell(&candidates);
        }
        f(&cma.mean)
    }

    fn shifted(x: &[f64]) -> impl Iterator<Item = (usize, f64)> {
        x.iter().map(|x| x - 3.0).enumerate()
    }

    #[test]
    fn a_sphere_is_descended() {
        let sphere = |x: &[f64]| shifted(x).map(|(_, x)| x * x).sum::<f64>();
        assert!(minimum(10, 250, sphere) < 1e-10);
        assert!(minimum(1, 100, sphere) < 1e-10);
    }

    /// Axes differ a thousandfold in length: only an adapted covariance gets there.
    #[test]
    fn an_ellipsoid_is_descended() {
        let scale = |i: usize| 1e6f64.powf(i as f64 / 7.0);
        let left = minimum(8, 500, |x| shifted(x).map(|(i, x)| scale(i) * x * x).sum());
        assert!(left < 1e-10, "{left}");
    }

    #[test]
    fn a_curved_valley_is_followed() {
        let valley = |w: &[f64]| 100.0 * (w[1] - w[0] * w[0]).powi(2) + (1.0 - w[0]).powi(2);
        let left = minimum(5, 700, |x| x.windows(2).map(valley).sum());
        assert!(left < 1e-10, "{left}");
    }

    #[test]
    fn a_stored_search_goes_on_as_if_it_had_not_been_stopped() {
        let worth = |x: &Vec<f64>| (x[0] - 1.5).abs() + (x[1] * x[0]).abs() + x[2].powi(2);
        let generation = |cma: &mut Cma| {
            let mut candidates = cma.ask(&mut rng(cma.generation));
            candidates.sort_by(|a, b| worth(a).total_cmp(&worth(b)));
            cma.tell(&candidates);
        };
        let mut through = Cma::new(vec![0.01; 3], 7);
        let mut stored = through.clone();
        for _ in 0..40 {
            generation(&mut through);
            let text = serde_json::to_string(&stored).unwrap();
            stored = serde_json::from_str(&text).unwrap();
            generation(&mut stored);
        }
        assert_eq!(stored, through);
        assert!(stored.is_sound(3) && !stored.is_sound(2));
    }

    #[test]
    fn no_coordinate_freezes_below_its_floor() {
        let mut cma = Cma::new(vec![0.5, 0.0], 8);
        for generation in 0..200 {
            let mut candidates = cma.ask(&mut rng(generation));
            candidates.sort_by(|a, b| dot(a, a).total_cmp(&dot(b, b)));
            cma.tell(&candidates);
        }
        let deviation = |i: usize| cma.sigma * cma.covariance[i][i].sqrt();
        assert!(deviation(0) >= 0.499, "{}", deviation(0));
        assert!(deviation(1) < 0.1, "{}", deviation(1));
    }

    #[test]
    fn normal_numbers_have_mean_0_and_variance_1() {
        let mut rng = rng(0);
        let numbers: Vec<f64> = (0..100_000).map(|_| normal(&mut rng)).collect();
        let mean = numbers.iter().sum::<f64>() / 1e5;
        let square = dot(&numbers, &numbers) / 1e5;
        assert!(
            mean.abs() < 0.015 && (square - 1.0).abs() < 0.02,
            "{mean} {square}"
        );
    }
}
