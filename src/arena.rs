//! Plays the deals of a table. It knows seats, rotations and schedules; what a game is belongs to `play`, what is counted to
//! `tally`, how deals come to threads to `spread`.

use std::ops::Range;
use std::sync::atomic::AtomicBool;
use thiserror::Error;
use unosim_engine::{Game, MAX_SEATS};
use unosim_strategies::{Spec, Strategy};

use crate::experiment::{Experiment, TableSpec};
use crate::meter::{Counted, Meter};
use crate::play::{Ended, Key, Misplayed, play_schedule};
use crate::rules::NamedRules;
use crate::schedule::Sitting;
use crate::spread::{Worker, spread};
use crate::tally::Tally;

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

impl Round<'_> {
    /// That a strategy broke down in a game of this round.
    pub(crate) fn breakdown(&self, what: Misplayed, strategy: &str, key: Key) -> Box<Breakdown> {
        Box::new(Breakdown {
            strategy: strategy.into(),
            rules: self.rules.name.clone(),
            table: self.table.name.clone(),
            seed: key.seed,
            replay: self
                .experiment
                .replay_command(self.rules, self.table, key.deal, key.rotation),
            misplayed: what,
            deal: key.deal,
            rotation: key.rotation,
        })
    }
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
                .map_err(|misplayed| {
                    let round = Round {
                        experiment: self.experiment,
                        rules: self.rules,
                        table: self.table,
                    };
                    let strategy = &self.roster.names[at[misplayed.player]];
                    round.breakdown(misplayed, strategy, key)
                })?;
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
