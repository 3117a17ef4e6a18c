//! How far a run is, and what is known by now. Threads that play add to it; whoever shows it reads it.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use crate::arena::Roster;
use crate::experiment::{Experiment, TableSpec};
use crate::experiment_file::Aim;
use crate::ledger::Ledger;
use crate::stats::{BlockSums, Estimate};
use crate::tally::{Tally, WIN};

/// How far the games of a table are, readable while they are played.
#[derive(Debug)]
pub struct Meter {
    /// Games to play, at most.
    pub total: u64,
    /// Games played.
    pub games: AtomicU64,
    /// Games that an earlier run played.
    pub earlier: AtomicU64,
    /// Hands played.
    pub hands: AtomicU64,
    /// Names of the strategies.
    pub names: Vec<String>,
    /// Half the width that the intervals of the win rates shall have at most.
    until: Option<f64>,
    /// Win units of each strategy.
    wins: Mutex<Vec<BlockSums>>,
    note: Mutex<String>,
}

impl Meter {
    /// A meter at zero for so many deals of a table, at most.
    #[must_use]
    pub fn new(experiment: &Experiment, table: &TableSpec, deals: u64) -> Meter {
        let names = Roster::new(&table.strategies).names;
        let rotations = experiment.seating.rotations(table.strategies.len());
        let aim = experiment.until.filter(|until| until.of == Aim::WinRate);
        Meter {
            total: deals.saturating_mul(u64::from(rotations)),
            games: AtomicU64::new(0),
            earlier: AtomicU64::new(0),
            hands: AtomicU64::new(0),
            until: aim.map(|until| until.ci),
            wins: Mutex::new(vec![BlockSums::default(); names.len()]),
            names,
            note: Mutex::default(),
        }
    }

    /// A meter at zero for games of several tables, where nobody leads.
    #[must_use]
    pub fn of_games(total: u64) -> Meter {
        Meter {
            total,
            games: AtomicU64::new(0),
            earlier: AtomicU64::new(0),
            hands: AtomicU64::new(0),
            names: Vec::new(),
            until: None,
            wins: Mutex::default(),
            note: Mutex::default(),
        }
    }

    /// From now on this is told instead of who leads.
    pub fn tell(&self, note: String) {
        *self.note.lock().unwrap_or_else(PoisonError::into_inner) = note;
    }

    /// What is to be told of the games so far: the note, or who leads. `None` if nothing is known.
    #[must_use]
    pub fn news(&self) -> Option<String> {
        let note = self.note.lock().unwrap_or_else(PoisonError::into_inner);
        if !note.is_empty() {
            return Some(note.clone());
        }
        let (name, rate) = self.leader()?;
        let half = rate.half.map(|half| format!("{:.2}", half * 100.0));
        let half = half.unwrap_or_else(|| "?".into());
        Some(format!(
            "leading: {name} {:.2} ± {half} %",
            rate.mean * 100.0
        ))
    }

    /// The strategy with the highest win rate so far, and that rate.
    fn leader(&self) -> Option<(&str, Estimate)> {
        let rates = self.rates();
        let named = self.names.iter().map(String::as_str).zip(rates);
        let rated = named.filter_map(|(name, rate)| Some((name, rate?)));
        rated.max_by(|a, b| a.1.mean.total_cmp(&b.1.mean))
    }

    /// How many games it will take, as far as can be seen by now.
    #[must_use]
    pub fn expected(&self) -> u64 {
        let games = self.games.load(Relaxed);
        let mut widest = self.rates().into_iter().map(|rate| rate?.half);
        let widest = widest.try_fold(0.0, |most: f64, half| Some(most.max(half?)));
        match (self.until, widest) {
            // Half the width shrinks with the root of the number of games.
            (Some(ci), Some(half)) => {
                let needed = games as f64 * (half / ci).powi(2);
                self.total.min(needed as u64).max(games)
            }
            _ => self.total,
        }
    }

    fn rates(&self) -> Vec<Option<Estimate>> {
        let wins = self.wins.lock().unwrap_or_else(PoisonError::into_inner);
        wins.iter().map(|sums| sums.estimate(WIN as f64)).collect()
    }

    /// Adds what an earlier run counted.
    pub fn resume(&self, ledger: &Ledger) {
        let mut before = Counted::of(&ledger.empty().tally);
        let tally = &ledger.kept().counts.tally;
        self.update(tally, &mut before);
        self.earlier.store(tally.games, Relaxed);
    }

    /// Adds what `tally` counted since `before`, which becomes what it counts now.
    pub(crate) fn update(&self, tally: &Tally, before: &mut Counted) {
        let now = Counted::of(tally);
        self.games.fetch_add(now.games - before.games, Relaxed);
        self.hands.fetch_add(now.hands - before.hands, Relaxed);
        let mut wins = self.wins.lock().unwrap_or_else(PoisonError::into_inner);
        for (sums, (now, before)) in wins.iter_mut().zip(now.wins.iter().zip(&before.wins)) {
            sums.merge(&now.since(before));
        }
        *before = now;
    }
}

/// What a thread has told the meter.
pub(crate) struct Counted {
    games: u64,
    hands: u64,
    wins: Vec<BlockSums>,
}

impl Counted {
    pub(crate) fn of(tally: &Tally) -> Counted {
        Counted {
            games: tally.games,
            hands: tally.hands,
            wins: tally.rows.iter().map(|row| row.win.sums).collect(),
        }
    }
}
