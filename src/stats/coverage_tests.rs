//! Intervals hold what they promise: each small experiment is repeated 1,000 times with a known truth.

use unosim_engine::{Rng, Role};

use super::cycles::misfit;
use super::elo::{self, Difference};
use super::ratings::Choices;
use super::replicates::{PARTS, Replicates};
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

/// Strategies of known ratings, all pairs on the same 256 deals, both games of a deal often with the same luck.
struct Games {
    pairs: Vec<(usize, usize)>,
    won: Vec<[[u32; 2]; PARTS]>,
    players: usize,
}

impl Games {
    fn play(truth: &[f64], rng: &mut Rng) -> Games {
        let all = 0..truth.len();
        let pairs: Vec<(usize, usize)> = all
            .clone()
            .flat_map(|a| (a + 1..all.end).map(move |b| (a, b)))
            .collect();
        let mut won = vec![[[0u32; 2]; PARTS]; pairs.len()];
        for deal in 0..256 {
            let shared = uniform(rng);
            for (won, (a, b)) in won.iter_mut().zip(&pairs) {
                let p = elo::score(truth[*a] - truth[*b], 2);
                for _ in 0..2 {
                    let often = uniform(rng) < 0.4;
                    let luck = if often { shared } else { uniform(rng) };
                    won[deal % PARTS][usize::from(luck >= p)] += 1;
                }
            }
        }
        Games {
            pairs,
            won,
            players: truth.len(),
        }
    }

    /// Games won and lost by the first of each pair, without one part if that is said.
    fn sums(&self, without: Option<usize>) -> Vec<[f64; 2]> {
        let sum = |won: &[[u32; 2]; PARTS]| {
            let kept = won.iter().enumerate();
            let kept = kept.filter(|(part, _)| Some(*part) != without);
            kept.fold([0.0; 2], |sum, (_, won)| {
                [0, 1].map(|i| sum[i] + f64::from(won[i]))
            })
        };
        self.won.iter().map(sum).collect()
    }

    fn ratings(&self, without: Option<usize>) -> Vec<f64> {
        let mut choices = Choices::new(self.players);
        for ((a, b), [first, second]) in self.pairs.iter().zip(self.sums(without)) {
            choices.add(*a, &[*a, *b], first);
            choices.add(*b, &[*a, *b], second);
        }
        choices.ratings(1.0, None)
    }

    /// Scores of the first of each pair, and what its rating expects.
    fn scores(&self, without: Option<usize>) -> (Vec<f64>, Vec<f64>) {
        let ratings = self.ratings(without);
        let scores = self.sums(without).into_iter();
        let expected = self.pairs.iter();
        (
            scores.map(|[won, lost]| won / (won + lost)).collect(),
            expected
                .map(|(a, b)| elo::score(ratings[*a] - ratings[*b], 2))
                .collect(),
        )
    }
}

#[test]
fn of_ratings() {
    promised(coverage(5, |rng| {
        let games = Games::play(&[30.0, 0.0, -30.0], rng);
        let without = |part| games.ratings(Some(part));
        let half = Replicates::new(256, without).unwrap().halves()[0];
        (games.ratings(None)[0] - 30.0).abs() <= half
    }));
}

/// Where ratings explain all but noise, a misfit is found in about one league of twenty.
#[test]
fn of_what_ratings_leave_unexplained() {
    let quiet = coverage(6, |rng| {
        let games = Games::play(&[45.0, 15.0, -10.0, -50.0], rng);
        let residuals = |part| {
            let (scores, expected) = games.scores(Some(part));
            scores.iter().zip(expected).map(|(s, e)| s - e).collect()
        };
        let residuals = Replicates::new(256, residuals).unwrap();
        let (scores, expected) = games.scores(None);
        !misfit(&scores, &expected, &residuals).unwrap().significant
    });
    assert!((0.92..=0.98).contains(&quiet), "{quiet}");
}
