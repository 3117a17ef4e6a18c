//! Strengths from places: the Plackett-Luce model (Luce 1959, Plackett 1975), of which Bradley and Terry's (1952) is that
//! for two. It knows who was chosen from which sets, not what was played.
//!
//! A place is a choice: of those who are left, one is next with a probability in proportion to his strength γ. The
//! likelihood is concave in ln γ (Hunter, "MM algorithms for generalized Bradley-Terry models", 2004), so Newton's method
//! finds the most likely strengths; Hunter's own algorithm finds the same ones, slowly where somebody nearly always wins.

use std::collections::BTreeMap;

use super::elo::PER_E;
use super::linear::solve;

/// Who was chosen from which sets, how often.
#[derive(Clone, Debug, PartialEq)]
pub struct Choices {
    /// How often each was chosen.
    chosen: Vec<f64>,
    /// How often a choice was made from a set; one who stands in it twice had two places.
    sets: BTreeMap<Vec<usize>, f64>,
}

/// Steps of Newton's method; a few are enough.
const MOST_STEPS: usize = 100;
/// Steps shorter than this have arrived.
const ARRIVED: f64 = 1e-10;
/// The longest step: e² in strength. It keeps the method where its parabolas are near the likelihood.
const LONGEST: f64 = 2.0;

impl Choices {
    /// None yet, among so many.
    #[must_use]
    pub fn new(players: usize) -> Choices {
        Choices {
            chosen: vec![0.0; players],
            sets: BTreeMap::new(),
        }
    }

    /// Adds that one was chosen from a set, in ascending order, so many times.
    pub fn add(&mut self, chosen: usize, set: &[usize], times: f64) {
        self.chosen[chosen] += times;
        match self.sets.get_mut(set) {
            Some(sum) => *sum += times,
            None => drop(self.sets.insert(set.to_vec(), times)),
        }
    }

    /// The most likely ratings in Elo points, their mean 0.
    ///
    /// `prior` is a number of games, drawn, that everyone is taken to have played against a fictitious opponent of
    /// strength 1. It keeps one who only won, or only lost, at a finite distance; without it, all must be of one
    /// [group](Choices::groups). `start` are ratings near the result, if some are known.
    #[must_use]
    pub fn ratings(&self, prior: f64, start: Option<&[f64]>) -> Vec<f64> {
        let players = self.chosen.len();
        let mut logs = match start {
            Some(ratings) => ratings.iter().map(|r| r / PER_E).collect(),
            None => vec![0.0; players],
        };
        for _ in 0..MOST_STEPS {
            let step = solve(self.newton(prior, &logs));
            let longest = step.iter().fold(0.0f64, |m, s| m.max(s.abs()));
            if !longest.is_finite() {
                break;
            }
            let scale = (LONGEST / longest).min(1.0);
            logs.iter_mut()
                .zip(&step)
                .for_each(|(l, s)| *l += scale * s);
            if longest < ARRIVED {
                break;
            }
        }
        let mean = logs.iter().sum::<f64>() / players as f64;
        logs.iter().map(|log| (log - mean) * PER_E).collect()
    }

    /// The equations of a Newton step at these logarithms of strengths: minus the second derivatives of the log-likelihood,
    /// and the first ones on the right side.
    fn newton(&self, prior: f64, logs: &[f64]) -> Vec<Vec<f64>> {
        let players = logs.len();
        let strengths: Vec<f64> = logs.iter().map(|log| log.exp()).collect();
        // The likelihood alone says nothing of the mean: without a prior it stays where it is.
        let hold = if prior > 0.0 { 0.0 } else { 1.0 };
        let mut rows = vec![vec![hold; players + 1]; players];
        for (i, row) in rows.iter_mut().enumerate() {
            let share = strengths[i] / (strengths[i] + 1.0);
            row[i] += prior * share * (1.0 - share);
            row[players] = self.chosen[i] + prior * (0.5 - share);
        }
        for (set, times) in &self.sets {
            let whole: f64 = set.iter().map(|p| strengths[*p]).sum();
            for i in set {
                let share = strengths[*i] / whole;
                rows[*i][*i] += times * share;
                rows[*i][players] -= times * share;
                for j in set {
                    rows[*i][*j] -= times * share * strengths[*j] / whole;
                }
            }
        }
        rows
    }

    /// For each player a number of the group in which distances are bounded: everyone of a group was, directly or by way
    /// of others, chosen before everyone else of it (Ford 1957). More than one group: without a prior no ratings exist.
    #[must_use]
    pub fn groups(&self, beats: impl Fn(usize, usize) -> bool) -> Vec<usize> {
        let players = self.chosen.len();
        let mut reach: Vec<Vec<bool>> = (0..players)
            .map(|a| (0..players).map(|b| a == b || beats(a, b)).collect())
            .collect();
        for via in 0..players {
            let further = reach[via].clone();
            for row in reach.iter_mut().filter(|row| row[via]) {
                row.iter_mut().zip(&further).for_each(|(r, f)| *r |= f);
            }
        }
        let first = |a: usize| (0..players).find(|b| reach[a][*b] && reach[*b][a]);
        (0..players).map(|a| first(a).unwrap_or(a)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn close(a: f64, b: f64, by: f64) {
        assert!((a - b).abs() < by, "{a} is not {b}");
    }

    fn games(wins: &[&[u32]]) -> Choices {
        let mut choices = Choices::new(wins.len());
        for (a, row) in wins.iter().enumerate() {
            for (b, won) in row.iter().enumerate().filter(|(_, won)| **won > 0) {
                choices.add(a, &[a.min(b), a.max(b)], f64::from(*won));
            }
        }
        choices
    }

    #[test]
    fn three_of_four_games_are_a_strength_of_three() {
        let ratings = games(&[&[0, 3], &[1, 0]]).ratings(0.0, None);
        close(ratings[0] - ratings[1], 400.0 * 3f64.log10(), 1e-6);
        close(ratings[0] + ratings[1], 0.0, 1e-9);
    }

    /// The American League of 1987: wins, and strengths relative to Baltimore, of Agresti, Categorical Data Analysis
    /// (2002), section 10.6.
    #[test]
    fn it_fits_the_baseball_games_of_the_textbook() {
        let names = ["Mil", "Det", "Tor", "NY", "Bos", "Cle", "Bal"];
        let choices = games(&[
            &[0, 7, 9, 7, 7, 9, 11],
            &[6, 0, 7, 5, 11, 9, 9],
            &[4, 6, 0, 7, 7, 8, 12],
            &[6, 8, 6, 0, 6, 7, 10],
            &[6, 2, 6, 7, 0, 7, 12],
            &[4, 4, 5, 6, 6, 0, 6],
            &[2, 4, 1, 3, 1, 7, 0],
        ]);
        let ratings = choices.ratings(0.0, None);
        let known = [1.581, 1.436, 1.294, 1.248, 1.108, 0.684, 0.0];
        for ((name, rating), known) in names.iter().zip(&ratings).zip(known) {
            let found = (rating - ratings[6]) / PER_E;
            assert!((found - known).abs() < 6e-4, "{name}: {found}, not {known}");
        }
    }

    /// One winner of three each time: strengths are in proportion to wins (the first choice is a multinomial).
    #[test]
    fn first_places_alone_are_shares() {
        let mut choices = Choices::new(3);
        for (player, times) in [(0, 60.0), (1, 30.0), (2, 10.0)] {
            choices.add(player, &[0, 1, 2], times);
        }
        let ratings = choices.ratings(0.0, None);
        close(ratings[0] - ratings[1], 400.0 * 2f64.log10(), 1e-6);
        close(ratings[0] - ratings[2], 400.0 * 6f64.log10(), 1e-6);
    }

    /// Three seats with one strategy, one with another that wins half the games: three times as strong.
    #[test]
    fn several_seats_are_several_chances() {
        let mut choices = Choices::new(2);
        choices.add(0, &[0, 1, 1, 1], 50.0);
        choices.add(1, &[0, 1, 1, 1], 50.0);
        let ratings = choices.ratings(0.0, None);
        close(ratings[0] - ratings[1], 400.0 * 3f64.log10(), 1e-6);
    }

    /// By hand: 100 wins of 100 and one drawn game each against strength 1. With γ = g for the winner, 1/g for the other,
    /// 100.5 = 100 g² / (g² + 1) + g / (g + 1).
    #[test]
    fn who_always_wins_stays_at_a_distance() {
        let choices = games(&[&[0, 100], &[0, 0]]);
        let ratings = choices.ratings(1.0, None);
        let g = (ratings[0] / PER_E).exp();
        close(100.0 * g * g / (g * g + 1.0) + g / (g + 1.0), 100.5, 1e-6);
        assert!(ratings[0] > 0.0 && ratings[0] < 2000.0);
    }

    #[test]
    fn distances_are_bounded_where_wins_go_round() {
        let choices = Choices::new(5);
        // 0 > 1 > 2 > 0 go round; all beat 3; 4 met nobody.
        let beats = |a: usize, b: usize| [(0, 1), (1, 2), (2, 0), (0, 3), (2, 3)].contains(&(a, b));
        assert_eq!(choices.groups(beats), [0, 0, 0, 3, 4]);
    }

    proptest! {
        /// At the most likely strengths everyone is expected to be chosen as often as he was.
        #[test]
        fn expectations_are_met(wins in prop::collection::vec(1u32..50, 12)) {
            let mut choices = Choices::new(4);
            let mut wins = wins.into_iter().map(f64::from);
            for set in [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]] {
                for player in set {
                    choices.add(player, &set, wins.next().unwrap());
                }
            }
            let ratings = choices.ratings(0.0, None);
            let strength = |p: usize| (ratings[p] / PER_E).exp();
            for player in 0..4 {
                let share = |set: &Vec<usize>| strength(player) / set.iter().map(|p| strength(*p)).sum::<f64>();
                let met = choices.sets.iter().filter(|(set, _)| set.contains(&player));
                let expected: f64 = met.map(|(set, times)| times * share(set)).sum();
                prop_assert!((expected - choices.chosen[player]).abs() < 1e-5);
            }
        }

        #[test]
        fn a_near_start_changes_nothing(wins in prop::collection::vec(1u32..50, 6)) {
            let row = |i: usize| wins[i];
            let choices = games(&[&[0, row(0), row(1)], &[row(2), 0, row(3)], &[row(4), row(5), 0]]);
            let ratings = choices.ratings(1.0, None);
            let near: Vec<f64> = ratings.iter().map(|r| r + 3.0).collect();
            for (a, b) in ratings.iter().zip(choices.ratings(1.0, Some(&near))) {
                prop_assert!((a - b).abs() < 1e-5);
            }
        }
    }
}
