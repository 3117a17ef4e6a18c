//! Plays the deals of a table. It knows seats, rotations and schedules; what a game is belongs to `play`, what is counted to
//! `tally`, how deals come to threads to `spread`.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use thiserror::Error;
use unosim_engine::{Game, MAX_SEATS};
use unosim_strategies::{Spec, Strategy};

use crate::experiment::{Experiment, TableSpec};
use crate::experiment_file::Aim;
use crate::play::{Ended, Key, Misplayed, play_schedule};
use crate::rules::NamedRules;
use crate::schedule::Sitting;
use crate::spread::{Worker, spread};
use crate::stats::{BlockSums, Estimate};
use crate::tally::{Tally, WIN};

/// The different strategies of a table: one that sits twice is one row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Roster {
    /// Their names, in the order in which they are first listed.
    pub names: Vec<String>,
    /// For each place in the list, the row of its strategy.
    pub rows: Vec<usize>,
}

impl Roster {
    /// The roster of a table.
    #[must_use]
    pub fn new(strategies: &[Spec]) -> Roster {
        let mut names: Vec<String> = Vec::new();
        let row_of = |spec: &Spec| {
            let name = spec.to_string();
            names.iter().position(|n| *n == name).unwrap_or_else(|| {
                names.push(name);
                names.len() - 1
            })
        };
        let rows = strategies.iter().map(row_of).collect();
        Roster { names, rows }
    }
}

/// How far the games of a table are, readable while they are played.
#[derive(Debug)]
pub struct Meter {
    /// Games to play, at most.
    pub total: u64,
    /// Games played.
    pub games: AtomicU64,
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
    /// A meter at zero.
    #[must_use]
    pub fn new(experiment: &Experiment, table: &TableSpec) -> Meter {
        let names = Roster::new(&table.strategies).names;
        let rotations = experiment.seating.rotations(table.strategies.len());
        let aim = experiment.until.filter(|until| until.of == Aim::WinRate);
        Meter {
            total: experiment
                .deals_at(table)
                .saturating_mul(u64::from(rotations)),
            games: AtomicU64::new(0),
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

    /// Adds what `tally` counted since `before`, which becomes what it counts now.
    fn update(&self, tally: &Tally, before: &mut Counted) {
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

struct Counted {
    games: u64,
    hands: u64,
    wins: Vec<BlockSums>,
}

impl Counted {
    fn of(tally: &Tally) -> Counted {
        Counted {
            games: tally.games,
            hands: tally.hands,
            wins: tally.rows.iter().map(|row| row.win.sums).collect(),
        }
    }
}

/// A strategy that broke down, and where.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "strategy `{strategy}` broke down: {misplayed}\n  rules {rules}, table {table}, seed {seed}, deal {deal}, rotation {rotation}\n  \
     to see it: {replay}"
)]
pub struct Breakdown {
    /// The strategy.
    pub strategy: String,
    /// What it did.
    pub misplayed: Misplayed,
    /// The rules.
    pub rules: String,
    /// The table.
    pub table: String,
    /// The seed of the run.
    pub seed: u64,
    /// The deal.
    pub deal: u64,
    /// Its rotation.
    pub rotation: u32,
    /// The command that replays the game.
    pub replay: String,
}

/// What is counted besides the tally: integers, so that counts add up to the same in whatever order they are merged.
pub trait Count: Send {
    /// Counts a finished game; `slots[seat]` is the place in the table's list of the strategy that sat there.
    fn game(&mut self, deal: u64, game: &Ended, slots: &[usize]);

    /// Ends the block of a deal.
    fn end_block(&mut self) {}

    /// Adds the counts of another, both between blocks.
    fn merge(&mut self, other: &Self);
}

impl Count for () {
    fn game(&mut self, _: u64, _: &Ended, _: &[usize]) {}

    fn merge(&mut self, (): &()) {}
}

/// A table of an experiment under one of its rules.
#[derive(Clone, Copy, Debug)]
pub struct Round<'a> {
    /// The experiment.
    pub experiment: &'a Experiment,
    /// The rules.
    pub rules: &'a NamedRules,
    /// The table.
    pub table: &'a TableSpec,
}

/// Plays these deals of a table under some rules, or those that are begun before `stop` is set, on the threads of `pool`.
///
/// # Errors
/// The breakdown of a strategy: the one in the earliest game, whatever the number of threads.
pub fn play_table(
    experiment: &Experiment,
    rules: &NamedRules,
    table: &TableSpec,
    deals: Range<u64>,
    pool: &rayon::ThreadPool,
    meter: &Meter,
    stop: &AtomicBool,
) -> Result<Tally, Box<Breakdown>> {
    let round = Round {
        experiment,
        rules,
        table,
    };
    play_counted(round, deals, pool, meter, stop, || ()).map(|(tally, ())| tally)
}

/// The same, and counts besides what `make` makes an empty count of.
///
/// # Errors
/// As [`play_table`].
pub fn play_counted<C: Count>(
    round: Round,
    deals: Range<u64>,
    pool: &rayon::ThreadPool,
    meter: &Meter,
    stop: &AtomicBool,
    make: impl Fn() -> C + Sync,
) -> Result<(Tally, C), Box<Breakdown>> {
    let Round {
        experiment,
        rules,
        table,
    } = round;
    let players = table.strategies.len();
    let roster = Roster::new(&table.strategies);
    let empty = || {
        let sides = experiment.seating.sides(players, rules.rules.match_.teams);
        let lowest_wins = rules.rules.score.method.lowest_wins();
        Tally::new(roster.names.len(), players, sides, lowest_wins)
    };
    let workers = spread(pool, deals, stop, || Arena {
        experiment,
        rules,
        table,
        roster: &roster,
        schedule: experiment.seating.schedule(players),
        meter,
        bench: Bench::new(&table.strategies),
        tally: empty(),
        count: make(),
        told: Counted::of(&empty()),
    });
    let workers = workers.map_err(|broken| {
        let earliest = broken.into_iter().min_by_key(|b| (b.deal, b.rotation));
        earliest.expect("there is no failure without a breakdown")
    })?;
    let (mut tally, mut count) = (empty(), make());
    for worker in &workers {
        tally.merge(&worker.tally);
        count.merge(&worker.count);
    }
    Ok((tally, count))
}

/// One thread at a table.
struct Arena<'a, C> {
    experiment: &'a Experiment,
    rules: &'a NamedRules,
    table: &'a TableSpec,
    roster: &'a Roster,
    schedule: Vec<Sitting>,
    meter: &'a Meter,
    bench: Bench,
    tally: Tally,
    count: C,
    told: Counted,
}

impl<C: Count> Worker for Arena<'_, C> {
    type Broken = Box<Breakdown>;

    /// Plays one deal in all its rotations.
    fn play(&mut self, deal: u64) -> Result<(), Box<Breakdown>> {
        let Experiment { seed, seating, .. } = self.experiment;
        let rules = &self.rules.rules;
        let seats = self.roster.rows.len();
        let mut slots = Vec::new();
        let mut at = [0; 10];
        for rotation in 0..seating.rotations(seats) {
            if (rotation as usize).is_multiple_of(seats) {
                slots = seating.slots(seats, *seed, deal, rotation);
            } else {
                slots.rotate_left(1);
            }
            self.bench.sit(&slots);
            for (row, slot) in at.iter_mut().zip(&slots) {
                *row = self.roster.rows[*slot];
            }
            let at = &at[..seats];
            let tally = &mut self.tally;
            let count_hand = |hand: &Game, scores: &[i32; MAX_SEATS], sitting: &Sitting| {
                let mut rows = [0; 10];
                for (row, player) in rows.iter_mut().zip(sitting.players()) {
                    *row = at[player];
                }
                tally.hand(hand, scores, &rows[..sitting.seats()]);
            };
            let key = Key {
                seed: *seed,
                deal,
                rotation,
            };
            let bots = &mut self.bench.bots;
            let game = play_schedule(rules, &self.schedule, bots, key, &mut (), count_hand)
                .map_err(|misplayed| self.breakdown(misplayed, at, deal, rotation))?;
            self.tally.game(&game, at);
            self.count.game(deal, &game, &slots);
        }
        self.tally.end_block(deal);
        self.count.end_block();
        Ok(())
    }

    fn tell(&mut self) {
        self.meter.update(&self.tally, &mut self.told);
    }
}

impl<C> Arena<'_, C> {
    fn breakdown(&self, what: Misplayed, at: &[usize], deal: u64, rotation: u32) -> Box<Breakdown> {
        Box::new(Breakdown {
            strategy: self.roster.names[at[what.player]].clone(),
            rules: self.rules.name.clone(),
            table: self.table.name.clone(),
            seed: self.experiment.seed,
            replay: self
                .experiment
                .replay_command(self.rules, self.table, deal, rotation),
            misplayed: what,
            deal,
            rotation,
        })
    }
}

/// The bots of one thread, in the order in which they sit.
pub(crate) struct Bench {
    pub(crate) bots: Vec<Box<dyn Strategy>>,
    slots: Vec<usize>,
}

impl Bench {
    pub(crate) fn new(strategies: &[Spec]) -> Bench {
        Bench {
            bots: strategies.iter().map(Spec::build).collect(),
            slots: (0..strategies.len()).collect(),
        }
    }

    /// Moves each bot to its seat.
    pub(crate) fn sit(&mut self, slots: &[usize]) {
        for (seat, slot) in slots.iter().enumerate() {
            let now = self.slots[seat..].iter().position(|s| s == slot);
            let now = seat + now.unwrap_or(0);
            self.slots.swap(seat, now);
            self.bots.swap(seat, now);
        }
    }
}
