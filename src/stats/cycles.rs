//! When one number misleads: cycles, and how much of a table of scores ratings leave unexplained. It knows numbers and
//! arrows, not who is behind them.

use std::collections::VecDeque;

use super::replicates::Replicates;

/// What ratings leave unexplained of a table of scores.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Misfit {
    /// The share of the squared scores (from even) that ratings do not explain, noise taken off.
    pub share: f64,
    /// Whether so much is rarer than 1 in 20 where ratings explain all but noise.
    pub significant: bool,
}

/// Compares scores with those that ratings expect. `residuals` are the differences of the two with each part of the deals
/// left out, so that what noise does is known with all that the scores have in common. `None` if nothing can be said.
#[must_use]
pub fn misfit(scores: &[f64], expected: &[f64], residuals: &Replicates) -> Option<Misfit> {
    let squares = |values: &mut dyn Iterator<Item = f64>| values.map(|v| v * v).sum::<f64>();
    let left = squares(&mut scores.iter().zip(expected).map(|(s, e)| s - e));
    let whole = squares(&mut scores.iter().map(|s| s - 0.5));
    let (noise, freedom) = residuals.noise();
    let known = whole > 0.0 && noise > 0.0 && freedom.is_finite();
    known.then(|| Misfit {
        share: ((left - noise) / whole).clamp(0.0, 1.0),
        significant: left > noise / freedom * chi_squared_95(freedom),
    })
}

/// The 95 % point of the χ² distribution (Wilson and Hilferty 1931); right to 1 % from one degree of freedom on.
fn chi_squared_95(freedom: f64) -> f64 {
    const Z: f64 = 1.644_853_626_951_472_2;
    let ninth = 2.0 / (9.0 * freedom);
    freedom * (1.0 - ninth + Z * ninth.sqrt()).powi(3)
}

/// A shortest way from a player over others, each beaten by the one before, back to where it began; the first one there
/// is, by number. `None` if nothing goes round.
#[must_use]
pub fn shortest(players: usize, beats: impl Fn(usize, usize) -> bool) -> Option<Vec<usize>> {
    let round = |start: usize| {
        let mut from: Vec<Option<usize>> = vec![None; players];
        let mut queue = VecDeque::from([start]);
        while let Some(at) = queue.pop_front() {
            if at != start && beats(at, start) {
                let mut way = vec![at];
                while let Some(before) = from[way[way.len() - 1]] {
                    way.push(before);
                }
                way.reverse();
                return Some(way);
            }
            for next in (0..players).filter(|next| beats(at, *next)) {
                if next != start && from[next].is_none() {
                    from[next] = Some(at);
                    queue.push_back(next);
                }
            }
        }
        None
    };
    (0..players).filter_map(round).min_by_key(Vec::len)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_of_chi_squared_are_those_of_the_tables() {
        for (freedom, point) in [(1.0, 3.841), (2.0, 5.991), (10.0, 18.307), (30.0, 43.773)] {
            let found = chi_squared_95(freedom);
            assert!((found / point - 1.0).abs() < 0.03, "{freedom}: {found}");
        }
    }

    #[test]
    fn the_shortest_cycle_is_found() {
        // 0 > 1 > 2 > 3 > 0 goes round, and so does 1 > 2 > 4 > 1.
        let arrows = [(0, 1), (1, 2), (2, 3), (3, 0), (2, 4), (4, 1)];
        let beats = |a, b| arrows.contains(&(a, b));
        assert_eq!(shortest(5, beats), Some(vec![1, 2, 4]));
        let beats = |a, b| arrows[..4].contains(&(a, b));
        assert_eq!(shortest(5, beats), Some(vec![0, 1, 2, 3]));
        assert_eq!(shortest(5, |a, b| a < b), None);
    }

    /// Rock, paper, scissors at 60 %: equal ratings, of which all is left unexplained.
    #[test]
    fn ratings_explain_nothing_of_a_cycle() {
        let noise = |part: usize| {
            let wiggle = |k: usize| 0.001 * ((part * k) % 7) as f64;
            vec![0.1 + wiggle(1), -0.1 + wiggle(2), 0.1 + wiggle(3)]
        };
        let replicates = Replicates::new(100, noise).unwrap();
        let found = misfit(&[0.6, 0.4, 0.6], &[0.5; 3], &replicates).unwrap();
        assert!(found.significant && found.share > 0.95, "{found:?}");
        let found = misfit(&[0.6, 0.4, 0.6], &[0.601, 0.399, 0.601], &replicates).unwrap();
        assert!(!found.significant && found.share == 0.0, "{found:?}");
    }
}
