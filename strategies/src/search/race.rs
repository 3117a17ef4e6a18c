//! A race of actions: all are tried in the same worlds, those clearly worse drop out, and the favourite loses only to one
//! that is better by more than chance.
//!
//! Actions differ by a few percent while a single playout is a coin: only differences within one world, where both
//! meet the same cards and the same play, are small enough to see. This file knows numbers, not cards.

/// The values of candidates, world by world.
#[derive(Clone, Debug, Default)]
pub struct Race {
    /// By candidate: its values, in the order of the worlds. Those who dropped out have fewer.
    values: Vec<Vec<f32>>,
    alive: Vec<bool>,
}

impl Race {
    /// A new race of so many candidates.
    pub fn start(&mut self, candidates: usize) {
        self.values.iter_mut().for_each(Vec::clear);
        if self.values.len() < candidates {
            self.values.resize_with(candidates, Vec::new);
        }
        self.alive.clear();
        self.alive.resize(candidates, true);
    }

    /// The candidates still in the race.
    pub fn alive(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.alive.len()).filter(|c| self.alive[*c])
    }

    /// Whether a candidate is still in the race.
    #[must_use]
    pub fn is_alive(&self, candidate: usize) -> bool {
        self.alive[candidate]
    }

    /// How many are still in the race.
    #[must_use]
    pub fn count(&self) -> usize {
        self.alive().count()
    }

    /// Enters what a candidate was worth in the next world.
    pub fn enter(&mut self, candidate: usize, value: f64) {
        self.values[candidate].push(value as f32);
    }

    /// Worlds tried.
    #[must_use]
    pub fn worlds(&self) -> usize {
        self.alive()
            .map(|c| self.values[c].len())
            .max()
            .unwrap_or(0)
    }

    /// Mean value of a candidate.
    #[must_use]
    pub fn mean(&self, candidate: usize) -> f64 {
        let values = &self.values[candidate];
        let sum: f64 = values.iter().map(|v| f64::from(*v)).sum();
        sum / values.len().max(1) as f64
    }

    /// Worlds in which a candidate was tried.
    #[must_use]
    pub fn tries(&self, candidate: usize) -> u32 {
        self.values[candidate].len() as u32
    }

    /// Standard error of a candidate's mean value.
    #[must_use]
    pub fn error(&self, candidate: usize) -> f64 {
        let values = self.values[candidate].iter().map(|v| f64::from(*v));
        mean_and_error(values).1
    }

    /// The best of those still in the race; of equals the first.
    #[must_use]
    pub fn leader(&self) -> usize {
        let better = |best: usize, c: usize| {
            if self.mean(c) > self.mean(best) {
                c
            } else {
                best
            }
        };
        self.alive().reduce(better).unwrap_or(0)
    }

    /// By how much one is better than another in the worlds that both met, and the standard error of that.
    #[must_use]
    pub fn difference(&self, a: usize, b: usize) -> (f64, f64) {
        let pairs = self.values[a].iter().zip(&self.values[b]);
        mean_and_error(pairs.map(|(x, y)| f64::from(x - y)))
    }

    /// Drops whoever is behind the leader by more than so many standard errors.
    pub fn drop_behind(&mut self, errors: f64) {
        let leader = self.leader();
        for c in 0..self.alive.len() {
            if c != leader && self.alive[c] {
                let (behind, error) = self.difference(leader, c);
                self.alive[c] = behind <= errors * error.max(1e-9);
            }
        }
    }

    /// The winner: the leader, if it is better than the favourite by more than so many standard errors, or else the
    /// favourite.
    #[must_use]
    pub fn winner(&self, favourite: usize, errors: f64) -> usize {
        let leader = self.leader();
        let (ahead, error) = self.difference(leader, favourite);
        if leader != favourite && ahead > errors * error {
            leader
        } else {
            favourite
        }
    }
}

/// Mean of some values, and its standard error: infinite where fewer than two leave it unknown.
fn mean_and_error(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let (mut n, mut sum, mut squares) = (0.0, 0.0, 0.0);
    for value in values {
        n += 1.0;
        sum += value;
        squares += value * value;
    }
    if n < 2.0 {
        return (sum, f64::INFINITY);
    }
    let mean = sum / n;
    let variance = (squares - n * mean * mean).max(0.0) / (n - 1.0);
    (mean, (variance / n).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clearly_worse_candidates_drop_out_and_small_leads_do_not_count() {
        let mut race = Race::default();
        race.start(3);
        for world in 0..40 {
            race.enter(0, f64::from(world % 2));
            race.enter(1, 0.0);
            race.enter(2, f64::from((world / 2) % 2));
        }
        race.drop_behind(2.0);
        assert_eq!(race.alive().collect::<Vec<_>>(), [0, 2]);
        assert_eq!(race.winner(2, 1.0), 2, "equal on average");
        assert_eq!(race.winner(1, 1.0), 0);
        assert_eq!((race.count(), race.worlds()), (2, 40));
        race.start(2);
        assert_eq!((race.count(), race.worlds()), (2, 0));
    }

    #[test]
    fn differences_are_taken_world_by_world() {
        let mut race = Race::default();
        race.start(2);
        for world in 0..10 {
            race.enter(0, f64::from(world) + 1.0);
            race.enter(1, f64::from(world));
        }
        assert_eq!(race.difference(0, 1), (1.0, 0.0));
    }
}
