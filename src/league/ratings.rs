//! What the record of a league says: scores, ratings, the Nash mixture, and whether one number misleads. It plays and
//! writes nothing.

use super::record::Record;
use crate::stats::cycles::{self, Misfit};
use crate::stats::elo::{self, PER_E};
use crate::stats::jackknife::{PARTS, Replicates};
use crate::stats::nash;

/// Drawn games that everyone is taken to have played against a fictitious opponent of mean strength, so that one who only
/// won has a rating.
const PRIOR: f64 = 1.0;

/// A score against one opponent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Score {
    /// Meetings that say something.
    pub games: u64,
    /// What it scored; 1/2 is even.
    pub score: f64,
    /// Its 95 % interval.
    pub interval: Option<(f64, f64)>,
}

/// What was found, strategy by strategy in the order of the list.
#[derive(Clone, Debug)]
pub(super) struct Ratings {
    /// Ratings in Elo points; `None` for one that played no game.
    pub elo: Vec<Option<f64>>,
    /// Half of the 95 % interval of each; `None` if it is not known, or not bounded.
    pub half: Vec<Option<f64>>,
    /// The share of each in the Nash mixture.
    pub nash: Vec<f64>,
    /// What each wins from the Nash mixture, in Elo points.
    pub against_nash: Vec<f64>,
    /// Scores by strategy and opponent; `None` for those who did not meet.
    pub scores: Vec<Vec<Option<Score>>>,
    /// What ratings leave unexplained.
    pub misfit: Option<Misfit>,
    /// Strategies each of which is better than the next, and the last than the first, surely.
    pub cycle: Option<Vec<usize>>,
    /// Whether somebody only won, or only lost, so that distances are not bounded.
    pub unbounded: bool,
}

impl Ratings {
    /// Rates the strategies of a record; the rating of `anchor`, or else their mean, is 0.
    pub fn of(record: &Record, anchor: Option<usize>) -> Ratings {
        let players = record.strategies();
        let pairs = record.pairs();
        let choices = record.choices(None);
        let free = choices.ratings(PRIOR, None);
        let elo = anchored(&free, anchor);
        // Ratings, then the residuals of the scores that they expect, without each part in turn.
        let replicates = Replicates::new(record.deals(), |part| {
            let ratings = record.choices(Some(part)).ratings(PRIOR, Some(&free));
            let residual = |(a, b): &(usize, usize)| {
                let (net, meetings) = record.meeting(*a, *b).without(part, PARTS);
                (meetings > 0).then(|| score(net, meetings) - expected(&ratings, *a, *b))
            };
            // Where all meetings of two lie in one part, its residual is not known without it.
            let residuals: Vec<f64> = pairs.iter().map(|p| residual(p).unwrap_or(0.0)).collect();
            let mut quantities = anchored(&ratings, anchor);
            quantities.extend(residuals);
            quantities
        });
        let beat = record.beat();
        let groups = choices.groups(|a, b| beat[a][b]);
        let bounded = |player: usize| match anchor {
            Some(anchor) => groups[player] == groups[anchor],
            None => groups.iter().all(|group| *group == groups[0]),
        };
        let halves = replicates.as_ref().map(Replicates::halves);
        let half = |player: usize| Some(halves.as_ref()?[player]).filter(|_| bounded(player));
        let scores = scores(record);
        let means: Vec<f64> = pairs
            .iter()
            .map(|(a, b)| {
                let (net, meetings) = record.meeting(*a, *b).sums();
                score(net, meetings)
            })
            .collect();
        let expectations: Vec<f64> = pairs.iter().map(|(a, b)| expected(&free, *a, *b)).collect();
        // Two ratings explain the one score of two strategies whatever it is.
        let misfit = replicates.filter(|_| players > 2).and_then(|replicates| {
            let residuals = replicates.map(|quantities| quantities[players..].to_vec());
            cycles::misfit(&means, &expectations, &residuals)
        });
        let surely = |a: usize, b: usize| {
            let ends = scores[a][b].and_then(|s: Score| s.interval);
            ends.is_some_and(|(low, _)| low > 0.5)
        };
        let log_odds = log_odds(record, &free);
        let nash = nash::equilibrium(&log_odds);
        let gain = |row: &Vec<f64>| row.iter().zip(&nash).map(|(a, p)| a * p).sum::<f64>() * PER_E;
        Ratings {
            elo: (0..players)
                .map(|p| (record.games(p) > 0).then_some(elo[p]))
                .collect(),
            half: (0..players).map(half).collect(),
            against_nash: log_odds.iter().map(gain).collect(),
            cycle: cycles::shortest(players, surely),
            unbounded: !(0..players).all(bounded),
            nash,
            scores,
            misfit,
        }
    }

    /// The strategies from the best to the last; one that played no game comes last.
    pub fn ranking(&self) -> Vec<usize> {
        let mut ranking: Vec<usize> = (0..self.elo.len()).collect();
        let key = |p: &usize| self.elo[*p].unwrap_or(f64::NEG_INFINITY);
        ranking.sort_by(|a, b| key(b).total_cmp(&key(a)));
        ranking
    }

    /// Both ends of the interval of a rating.
    pub fn interval(&self, player: usize) -> Option<(f64, f64)> {
        let (elo, half) = (self.elo[player]?, self.half[player]?);
        Some((elo - half, elo + half))
    }
}

fn anchored(ratings: &[f64], anchor: Option<usize>) -> Vec<f64> {
    let zero = anchor.map_or(0.0, |anchor| ratings[anchor]);
    ratings.iter().map(|rating| rating - zero).collect()
}

/// Better minus worse as a score.
fn score(net: i64, meetings: i64) -> f64 {
    (net as f64 / meetings as f64).midpoint(1.0)
}

fn expected(ratings: &[f64], a: usize, b: usize) -> f64 {
    elo::score(ratings[a] - ratings[b], 2)
}

fn scores(record: &Record) -> Vec<Vec<Option<Score>>> {
    let players = record.strategies();
    let mut scores = vec![vec![None; players]; players];
    for (a, b) in record.pairs() {
        let meeting = record.meeting(a, b);
        let Some(net) = meeting.estimate(1.0) else {
            continue;
        };
        let interval = net.interval_within(record.deals(), (-1.0, 1.0));
        let half = |net: f64| net.midpoint(1.0);
        let games = meeting.sums().1 as u64;
        scores[a][b] = Some(Score {
            games,
            score: half(net.mean),
            interval: interval.map(|(low, high)| (half(low), half(high))),
        });
        scores[b][a] = Some(Score {
            games,
            score: half(-net.mean),
            interval: interval.map(|(low, high)| (half(-high), half(-low))),
        });
    }
    scores
}

/// The log-odds of each against each, half a win added on both sides (Haldane 1956) so that they are finite; those who did
/// not meet are taken to score as their ratings say.
fn log_odds(record: &Record, ratings: &[f64]) -> Vec<Vec<f64>> {
    let players = record.strategies();
    let mut table: Vec<Vec<f64>> = (0..players)
        .map(|a| {
            (0..players)
                .map(|b| (ratings[a] - ratings[b]) / PER_E)
                .collect()
        })
        .collect();
    for (a, b) in record.pairs() {
        let (net, meetings) = record.meeting(a, b).sums();
        let won = (meetings + net) as f64 / 2.0;
        let lost = (meetings - net) as f64 / 2.0;
        table[a][b] = ((won + 0.5) / (lost + 0.5)).ln();
        table[b][a] = -table[a][b];
    }
    table
}
