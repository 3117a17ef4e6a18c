//! Intervals hold what they promise: each small experiment is repeated 1,000 times with a known truth.

use unosim_engine::{Rng, Role};

use super::elo::{self, Difference};
use super::jackknife::{PARTS, Replicates};
use super::ratings::Choices;
use super::{BlockSums, Groups};

const EXPERIMENTS: u64 = 1_000;

fn uniform(rng: &mut Rng) -> f64 {
    f64::from(rng.below(1 << 30)) / f64::from(1u32 << 30)
}

/// Both games of a block: won with probability `p` each, and with one luck in two of five blocks.
fn block(rng: &mut Rng, p: f64) -> i64 {
    let (first, second) = (uniform(rng), uniform(rng));
    let second = if uniform(rng) < 0.4 { first } else { second };
    i64::from(first < p) + i64::from(second < p)
}

/// The share of the experiments whose interval holds the truth.
fn coverage(role: u64, holds: impl Fn(&mut Rng) -> bool) -> f64 {
    let experiments = (0..EXPERIMENTS).map(|e| Rng::new(1, e, Role::Other(role)));
    let held = experiments.filter_map(|mut rng| holds(&mut rng).then_some(()));
    held.count() as f64 / EXPERIMENTS as f64
}

fn promised(coverage: f64) {
    assert!((0.93..=0.97).contains(&coverage), "{coverage}");
}

fn holds(interval: Option<(f64, f64)>, truth: f64) -> bool {
    interval.is_some_and(|(low, high)| low <= truth && truth <= high)
}

#[test]
fn of_blocks_that_share_their_luck() {
    promised(coverage(1, |rng| {
        let mut sums = BlockSums::default();
        (0..80).for_each(|_| sums.add(block(rng, 0.3), 2));
        holds(sums.estimate(1.0).unwrap().rate_interval(80), 0.3)
    }));
}

/// A ratio: blocks of one to three games, more of them where more is won.
#[test]
fn of_blocks_of_different_lengths() {
    promised(coverage(2, |rng| {
        let mut sums = BlockSums::default();
        for _ in 0..120 {
            let luck = uniform(rng);
            let games = 1 + (luck * 3.0) as i64;
            sums.add((luck * 100.0) as i64 * games, games);
        }
        // E[xh] / E[h] with 100 luck rounded down: (33·1 + 50·2 + 67·3 thirds …) by sums over the hundred values.
        let (mut x, mut h) = (0.0, 0.0);
        for luck in (0..30_000).map(|i| (f64::from(i) + 0.5) / 30_000.0) {
            let games = 1.0 + (luck * 3.0f64).floor();
            x += (luck * 100.0).floor() * games;
            h += games;
        }
        holds(sums.estimate(1.0).unwrap().interval(), x / h)
    }));
}

/// Two strategies on the same 600 deals: what a deal gives to both is gone from their difference.
#[test]
fn of_differences_on_the_same_deals() {
    promised(coverage(3, |rng| {
        let (mut a, mut b) = (Groups::default(), Groups::default());
        for deal in 0..600 {
            let luck = uniform(rng) * 40.0;
            a.add(deal, (luck + uniform(rng) * 20.0) as i64 + 1, 1);
            b.add(deal, (luck + uniform(rng) * 20.0) as i64, 1);
        }
        holds(a.minus(&b, 1.0).unwrap().difference.interval(), 1.0)
    }));
}

#[test]
fn of_elo_differences() {
    promised(coverage(4, |rng| {
        let mut sums = BlockSums::default();
        let p = elo::score(60.0, 2);
        (0..100).for_each(|_| sums.add(block(rng, p), 2));
        let found = Difference::of(&sums.estimate(1.0).unwrap(), 100, 2);
        holds(found.interval, 60.0)
    }));
}

/// Three strategies, all pairs on the same 256 deals, both games of a deal often with the same luck: the ratings' intervals
/// come from the deals left out.
#[test]
fn of_ratings() {
    let truth = [30.0, 0.0, -30.0];
    let pairs = [(0, 1), (0, 2), (1, 2)];
    promised(coverage(5, |rng| {
        let mut won = [[[0u32; 2]; PARTS]; 3];
        for deal in 0..256 {
            let shared = uniform(rng);
            for (won, (a, b)) in won.iter_mut().zip(pairs) {
                let p = elo::score(truth[a] - truth[b], 2);
                for _ in 0..2 {
                    let luck = if uniform(rng) < 0.4 {
                        shared
                    } else {
                        uniform(rng)
                    };
                    won[deal % PARTS][usize::from(luck >= p)] += 1;
                }
            }
        }
        let ratings = |without: Option<usize>| {
            let mut choices = Choices::new(3);
            for (won, (a, b)) in won.iter().zip(pairs) {
                let kept = won
                    .iter()
                    .enumerate()
                    .filter(|(part, _)| Some(*part) != without);
                for (_, [first, second]) in kept {
                    choices.add(a, &[a, b], f64::from(*first));
                    choices.add(b, &[a, b], f64::from(*second));
                }
            }
            choices.ratings(1.0, None)
        };
        let half = Replicates::new(256, |part| ratings(Some(part)))
            .unwrap()
            .halves()[0];
        (ratings(None)[0] - truth[0]).abs() <= half
    }));
}
