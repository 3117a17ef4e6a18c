//! What the record of a league says: scores, ratings, the Nash mixture, and whether one number misleads. It plays and
//! writes nothing.

use super::record::Record;
use crate::stats::cycles::{self, Misfit};
use crate::stats::elo::{self, PER_E};
use crate::stats::nash;
use crate::stats::replicates::{PARTS, Replicates};

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
    /// Ratings in Elo points.
    pub elo: Vec<f64>,
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
    /// Rates the strategies of a record, each of which played; the rating of `anchor`, or else their mean, is 0.
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
        // With no more pairs than ratings that can be chosen, these explain every score.
        let misfit = replicates
            .filter(|_| pairs.len() >= players)
            .and_then(|replicates| {
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
            half: (0..players).map(half).collect(),
            against_nash: log_odds.iter().map(gain).collect(),
            cycle: cycles::shortest(players, surely),
            unbounded: !(0..players).all(bounded),
            elo,
            nash,
            scores,
            misfit,
        }
    }

    /// The strategies from the best to the last.
    pub fn ranking(&self) -> Vec<usize> {
        let mut ranking: Vec<usize> = (0..self.elo.len()).collect();
        ranking.sort_by(|a, b| self.elo[*b].total_cmp(&self.elo[*a]));
        ranking
    }

    /// Both ends of the interval of a rating.
    pub fn interval(&self, player: usize) -> Option<(f64, f64)> {
        let (elo, half) = (self.elo[player], self.half[player]?);
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

#[cfg(test)]
mod tests {
    use super::super::standings::Standings;
    use super::*;
    use crate::arena::Count as _;
    use crate::play::Ended;
    use crate::versus::Field;

    const DEALS: u64 = 60 * 67;

    /// A record of games of two in which `wins(a, b)` of 60 are won by a, on the same deals for all pairs.
    fn record(players: usize, wins: impl Fn(usize, usize) -> u64) -> Record {
        let mut record = Record::new(players);
        for a in 0..players {
            for b in a + 1..players {
                let field = Field {
                    players: 2,
                    sides: 2,
                };
                let mut table = Standings::new(field, false);
                for game in 0..DEALS {
                    // 37 and 60 have no common divisor: each sixty games have every remainder once.
                    let won = game * 37 % 60 < wins(a, b);
                    let ended = Ended {
                        winners: if won { 0b01 } else { 0b10 },
                        ..Ended::default()
                    };
                    table.game(game, &ended, &[0, 1]);
                }
                record.add(&[a, b], &table, DEALS, DEALS);
            }
        }
        record
    }

    #[test]
    fn rock_paper_scissors_has_no_rating_but_a_cycle() {
        // 0 beats 1 beats 2 beats 0, 60 : 40; 3 loses to all, 25 : 75.
        let wins = |a, b| match (a, b) {
            (0, 2) => 24,
            (_, 3) => 45,
            _ => 36,
        };
        let found = Ratings::of(&record(4, wins), None);
        assert_eq!(found.cycle, Some(vec![0, 1, 2]));
        let elo = &found.elo;
        assert!((elo[0] - elo[1]).abs() < 0.1 && (elo[1] - elo[2]).abs() < 0.1);
        assert!((elo[0] - elo[3] - 190.8).abs() < 1.0, "{elo:?}");
        let misfit = found.misfit.unwrap();
        // 3 · 0.1² of 3 · 0.1² + 3 · 0.25².
        assert!(
            misfit.significant && (misfit.share - 0.138).abs() < 0.01,
            "{misfit:?}"
        );
        for (share, known) in found
            .nash
            .iter()
            .zip([1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0, 0.0])
        {
            assert!((share - known).abs() < 1e-3, "{:?}", found.nash);
        }
        assert!(found.against_nash[0].abs() < 0.1);
        assert!((found.against_nash[3] + 190.8).abs() < 1.0);
    }

    /// Strengths 3 : 2 : 1 win 36, 45 and 40 of 60: the ratings are these, and nothing is left.
    #[test]
    fn where_ratings_tell_all_nothing_else_is_said() {
        let wins = |a, b| match (a, b) {
            (0, 1) => 36,
            (0, 2) => 45,
            _ => 40,
        };
        let found = Ratings::of(&record(3, wins), Some(2));
        let elo = &found.elo;
        assert!((elo[0] - 400.0 * 3f64.log10()).abs() < 2.0, "{elo:?}");
        assert!((elo[1] - 400.0 * 2f64.log10()).abs() < 2.0, "{elo:?}");
        assert_eq!(found.interval(2), Some((0.0, 0.0)));
        let (low, high) = found.interval(0).unwrap();
        assert!(low < elo[0] && elo[0] < high && high - low < 60.0);
        assert_eq!((found.cycle.clone(), found.unbounded), (None, false));
        assert!(!found.misfit.unwrap().significant);
        assert_eq!(found.ranking(), [0, 1, 2]);
        assert!((found.nash[0] - 1.0).abs() < 1e-3);
    }

    #[test]
    fn who_always_wins_is_rated_without_bounds() {
        let wins = |a, _| if a == 0 { 60 } else { 36 };
        let found = Ratings::of(&record(3, wins), None);
        assert!(found.unbounded && found.half.iter().all(Option::is_none));
        assert!(found.elo.iter().all(|r| r.is_finite()));
        assert_eq!(found.ranking(), [0, 1, 2]);
        // Between those who beat each other the distance is known.
        let found = Ratings::of(&record(3, wins), Some(1));
        assert!(found.half[0].is_none() && found.half[2].is_some());
    }

    #[test]
    fn the_order_of_the_list_does_not_matter() {
        let strengths = [1.0, 4.0, 2.0, 3.0];
        let turned = [4.0, 2.0, 3.0, 1.0];
        let rated = |s: [f64; 4]| {
            let wins = move |a: usize, b: usize| (60.0 * s[a] / (s[a] + s[b])) as u64;
            Ratings::of(&record(4, wins), None).elo
        };
        let (first, second) = (rated(strengths), rated(turned));
        for i in 0..4 {
            let other = turned.iter().position(|s| *s == strengths[i]).unwrap();
            assert!(
                (first[i] - second[other]).abs() < 4.0,
                "{first:?} {second:?}"
            );
        }
    }

    #[test]
    fn who_did_not_play_is_left_out() {
        let mut all = Record::new(3);
        let field = Field {
            players: 2,
            sides: 2,
        };
        let mut table = Standings::new(field, false);
        let ended = Ended {
            winners: 1,
            ..Ended::default()
        };
        table.game(0, &ended, &[0, 1]);
        all.add(&[0, 2], &table, 1, 1);
        assert_eq!(all.present(), [0, 2]);
        let found = Ratings::of(&all.of(&[0, 2]), None);
        assert_eq!(found.half, [None, None]);
        assert_eq!((found.ranking(), found.misfit), (vec![0, 1], None));
        let score = found.scores[1][0].unwrap();
        assert_eq!((score.games, score.score, score.interval), (1, 0.0, None));
    }
}
