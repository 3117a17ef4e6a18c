//! Plays the deals of a table over threads. It knows seats, rotations, schedules and when to stop; what a game is belongs to
//! `play`, what is counted to `tally`.
//!
//! Threads take small batches of deals in ascending order and finish each batch they take, so whatever has been played
//! at any stop is a prefix of the deals. Each thread counts for itself; counts are integers and add up to the same
//! result in any order.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};
use thiserror::Error;
use unosim_engine::{Game, MAX_SEATS};
use unosim_strategies::{Spec, Strategy};

use crate::experiment::{Experiment, TableSpec};
use crate::play::{Key, Misplayed, play_schedule};
use crate::rules::NamedRules;
use crate::schedule::Sitting;
use crate::tally::{Tally, WIN};

/// Most deals that a thread takes at once: enough to make taking them cheap.
const BATCH: u64 = 8;

/// A thread whose deals take longer takes them one by one, so that it soon tells of them and soon stops.
const SLOW: Duration = Duration::from_millis(20);

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
    /// Games to play.
    pub total: u64,
    /// Games played.
    pub games: AtomicU64,
    /// Hands played.
    pub hands: AtomicU64,
    /// Names of the strategies.
    pub names: Vec<String>,
    /// Win units and games of each.
    wins: Vec<(AtomicU64, AtomicU64)>,
}

impl Meter {
    /// A meter at zero.
    #[must_use]
    pub fn new(experiment: &Experiment, table: &TableSpec) -> Meter {
        let names = Roster::new(&table.strategies).names;
        let rotations = experiment.seating.rotations(table.strategies.len());
        Meter {
            total: experiment
                .deals_at(table)
                .saturating_mul(u64::from(rotations)),
            games: AtomicU64::new(0),
            hands: AtomicU64::new(0),
            wins: names.iter().map(|_| Default::default()).collect(),
            names,
        }
    }

    /// The strategy with the highest win rate so far, and that rate.
    #[must_use]
    pub fn leader(&self) -> Option<(&str, f64)> {
        let rates = self.wins.iter().map(|(units, games)| {
            units.load(Relaxed) as f64 / games.load(Relaxed) as f64 / WIN as f64
        });
        let rates = self.names.iter().map(String::as_str).zip(rates);
        rates
            .filter(|(_, rate)| rate.is_finite())
            .max_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// Adds what `tally` counted since `before`, which becomes what it counts now.
    fn update(&self, tally: &Tally, before: &mut Counted) {
        let now = Counted::of(tally);
        self.games.fetch_add(now.games - before.games, Relaxed);
        self.hands.fetch_add(now.hands - before.hands, Relaxed);
        for ((units, games), (now, before)) in
            self.wins.iter().zip(now.wins.iter().zip(&before.wins))
        {
            units.fetch_add(now.0 - before.0, Relaxed);
            games.fetch_add(now.1 - before.1, Relaxed);
        }
        *before = now;
    }
}

#[derive(Default)]
struct Counted {
    games: u64,
    hands: u64,
    wins: Vec<(u64, u64)>,
}

impl Counted {
    fn of(tally: &Tally) -> Counted {
        Counted {
            games: tally.games,
            hands: tally.hands,
            wins: tally
                .rows
                .iter()
                .map(|row| (row.win.x as u64, row.games))
                .collect(),
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

/// Plays all deals of a table under some rules, or those that are begun before `stop` is set, on the threads of `pool`.
///
/// # Errors
/// The breakdown of a strategy: the one in the earliest game, whatever the number of threads.
pub fn play_table(
    experiment: &Experiment,
    rules: &NamedRules,
    table: &TableSpec,
    pool: &rayon::ThreadPool,
    meter: &Meter,
    stop: &AtomicBool,
) -> Result<Tally, Box<Breakdown>> {
    let arena = Arena {
        experiment,
        rules,
        table,
        roster: Roster::new(&table.strategies),
        schedule: experiment.seating.schedule(table.strategies.len()),
        meter,
        stop,
        broken: AtomicBool::new(false),
        next: AtomicU64::new(0),
    };
    let mut total = arena.empty_tally();
    let mut first: Option<Box<Breakdown>> = None;
    for part in pool.broadcast(|_| arena.work()) {
        match part {
            Ok(tally) => total.merge(&tally),
            Err(found) => {
                let at = (found.deal, found.rotation);
                first = first.filter(|f| (f.deal, f.rotation) < at).or(Some(found));
            }
        }
    }
    match first {
        Some(breakdown) => Err(breakdown),
        None => Ok(total),
    }
}

struct Arena<'a> {
    experiment: &'a Experiment,
    rules: &'a NamedRules,
    table: &'a TableSpec,
    roster: Roster,
    schedule: Vec<Sitting>,
    meter: &'a Meter,
    stop: &'a AtomicBool,
    broken: AtomicBool,
    next: AtomicU64,
}

impl Arena<'_> {
    fn empty_tally(&self) -> Tally {
        let rows = self.roster.names.len();
        let players = self.table.strategies.len();
        let rules = &self.rules.rules;
        let sides = self.experiment.seating.sides(players, rules.match_.teams);
        Tally::new(rows, players, sides, rules.score.method.lowest_wins())
    }

    /// What one thread does.
    fn work(&self) -> Result<Tally, Box<Breakdown>> {
        let mut bench = Bench::new(&self.table.strategies);
        let mut tally = self.empty_tally();
        let mut counted = Counted::of(&tally);
        let mut batch = 1;
        let deals = self.experiment.deals_at(self.table);
        while !self.stop.load(Relaxed) && !self.broken.load(Relaxed) {
            let begun = Instant::now();
            let first = self.next.fetch_add(batch, Relaxed);
            if first >= deals {
                break;
            }
            for deal in first..first.saturating_add(batch).min(deals) {
                self.play_block(deal, &mut bench, &mut tally)
                    .inspect_err(|_| self.broken.store(true, Relaxed))?;
            }
            self.meter.update(&tally, &mut counted);
            batch = if begun.elapsed() < SLOW { BATCH } else { 1 };
        }
        Ok(tally)
    }

    /// Plays one deal in all its rotations.
    fn play_block(
        &self,
        deal: u64,
        bench: &mut Bench,
        tally: &mut Tally,
    ) -> Result<(), Box<Breakdown>> {
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
            bench.sit(&slots);
            for (row, slot) in at.iter_mut().zip(&slots) {
                *row = self.roster.rows[*slot];
            }
            let at = &at[..seats];
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
            let bots = &mut bench.bots;
            let game = play_schedule(rules, &self.schedule, bots, key, &mut (), count_hand)
                .map_err(|misplayed| self.breakdown(misplayed, at, deal, rotation))?;
            tally.game(&game, at);
        }
        tally.end_block();
        Ok(())
    }

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
struct Bench {
    bots: Vec<Box<dyn Strategy>>,
    slots: Vec<usize>,
}

impl Bench {
    fn new(strategies: &[Spec]) -> Bench {
        Bench {
            bots: strategies.iter().map(Spec::build).collect(),
            slots: (0..strategies.len()).collect(),
        }
    }

    /// Moves each bot to its seat.
    fn sit(&mut self, slots: &[usize]) {
        for (seat, slot) in slots.iter().enumerate() {
            let now = self.slots[seat..].iter().position(|s| s == slot);
            let now = seat + now.unwrap_or(0);
            self.slots.swap(seat, now);
            self.bots.swap(seat, now);
        }
    }
}
