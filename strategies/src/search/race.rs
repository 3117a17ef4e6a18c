//! A race of actions: all are tried in the same worlds, those clearly worse drop out, and the favourite loses only to one
//! that is better by more than chance.
//!
//! Actions differ by a few percent while a single playout is a coin: only differences within one world, where both
//! meet the same cards and the same play, are small enough to see. This file knows numbers, not cards.

/// Sum and sum of squares of some numbers.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    sum: f64,
    squares: f64,
}

impl Sums {
    fn add(&mut self, value: f64) {
        self.sum += value;
        self.squares += value * value;
    }

    /// The mean of `n` numbers and its standard error, which is infinite where fewer than two leave it unknown.
    fn mean_and_error(self, n: u32) -> (f64, f64) {
        let n = f64::from(n);
        if n < 2.0 {
            return (self.sum, f64::INFINITY);
        }
        let mean = self.sum / n;
        let variance = (self.squares - n * mean * mean).max(0.0) / (n - 1.0);
        (mean, (variance / n).sqrt())
    }
}

/// A candidate.
#[derive(Clone, Copy, Debug)]
struct Runner {
    alive: bool,
    /// Worlds in which it was tried, all before those of whoever is still in the race.
    tries: u32,
    values: Sums,
    /// Its value in the present world.
    now: f64,
}

/// The candidates and what was found out about them. It allocates when it is made, not in a race.
#[derive(Clone, Debug)]
pub struct Race {
    runners: Vec<Runner>,
    /// By pair of candidates, the second's place within the first's row: what the first was worth more.
    ahead: Vec<Sums>,
}

impl Race {
    /// A race of at most so many.
    #[must_use]
    pub fn new(most: usize) -> Race {
        Race {
            runners: Vec::with_capacity(most),
            ahead: Vec::with_capacity(most * most),
        }
    }

    /// Begins again with so many candidates.
    pub fn start(&mut self, candidates: usize) {
        let fresh = Runner {
            alive: true,
            tries: 0,
            values: Sums::default(),
            now: 0.0,
        };
        self.runners.clear();
        self.runners.resize(candidates, fresh);
        self.ahead.clear();
        self.ahead.resize(candidates * candidates, Sums::default());
    }

    /// The candidates still in the race.
    pub fn alive(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.runners.len()).filter(|c| self.runners[*c].alive)
    }

    /// Whether a candidate is still in the race.
    #[must_use]
    pub fn is_alive(&self, candidate: usize) -> bool {
        self.runners[candidate].alive
    }

    /// How many are still in the race.
    #[must_use]
    pub fn count(&self) -> usize {
        self.alive().count()
    }

    /// Enters what a candidate was worth in the present world.
    pub fn enter(&mut self, candidate: usize, value: f64) {
        self.runners[candidate].now = value;
    }

    /// All who are still in the race have been tried in the present world; a new one begins.
    pub fn end_world(&mut self) {
        let count = self.runners.len();
        for a in 0..count {
            if !self.runners[a].alive {
                continue;
            }
            let value = self.runners[a].now;
            self.runners[a].tries += 1;
            self.runners[a].values.add(value);
            for b in (0..count).filter(|b| *b != a && self.runners[*b].alive) {
                self.ahead[a * count + b].add(value - self.runners[b].now);
            }
        }
    }

    /// Worlds tried.
    #[must_use]
    pub fn worlds(&self) -> u32 {
        self.alive().map(|c| self.tries(c)).max().unwrap_or(0)
    }

    /// Worlds in which a candidate was tried.
    #[must_use]
    pub fn tries(&self, candidate: usize) -> u32 {
        self.runners[candidate].tries
    }

    /// Mean value of a candidate, and its standard error.
    #[must_use]
    pub fn value(&self, candidate: usize) -> (f64, f64) {
        let runner = &self.runners[candidate];
        runner.values.mean_and_error(runner.tries)
    }

    /// The best of those still in the race; of equals the first.
    #[must_use]
    pub fn leader(&self) -> usize {
        let mean = |c: usize| self.value(c).0;
        let better = |best: usize, c: usize| if mean(c) > mean(best) { c } else { best };
        self.alive().reduce(better).unwrap_or(0)
    }

    /// By how much one is better than another in the worlds that both met, and the standard error of that.
    #[must_use]
    pub fn difference(&self, a: usize, b: usize) -> (f64, f64) {
        let both = self.tries(a).min(self.tries(b));
        self.ahead[a * self.runners.len() + b].mean_and_error(both)
    }

    /// Drops whoever is behind the leader by more than so many standard errors.
    pub fn drop_behind(&mut self, errors: f64) {
        let leader = self.leader();
        for c in 0..self.runners.len() {
            if c != leader && self.runners[c].alive {
                let (behind, error) = self.difference(leader, c);
                self.runners[c].alive = behind <= errors * error.max(1e-9);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clearly_worse_candidates_drop_out_and_small_leads_do_not_count() {
        let mut race = Race::new(3);
        race.start(3);
        for world in 0..40 {
            race.enter(0, f64::from(world % 2));
            race.enter(1, 0.0);
            race.enter(2, f64::from((world / 2) % 2));
            race.end_world();
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
        let mut race = Race::new(2);
        race.start(2);
        for world in 0..10 {
            race.enter(0, f64::from(world) + 1.0);
            race.enter(1, f64::from(world));
            race.end_world();
        }
        assert_eq!(race.difference(0, 1), (1.0, 0.0));
        assert_eq!(race.value(1).0, 4.5);
    }
}
