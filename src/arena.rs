//! Plays the deals of a table. It knows seats, rotations and schedules; what a game is belongs to `play`, what is counted to
//! `tally`, how deals come to threads to `spread`.

use std::ops::Range;
use std::sync::atomic::AtomicBool;
use thiserror::Error;
use unosim_engine::{Game, MAX_SEATS};
use unosim_strategies::{Spec, Strategy};

use crate::experiment::{Experiment, TableSpec};
use crate::ledger::{Counts, Ledger, Page};
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
pub trait Count: Clone + Send + Sync {
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
    /// A ledger without deals, for the tally and a count besides.
    #[must_use]
    pub fn ledger<C: Count>(&self, empty: C) -> Ledger<C> {
        let players = self.table.strategies.len();
        let rules = &self.rules.rules;
        let sides = self.experiment.seating.sides(players, rules.match_.teams);
        let rows = Roster::new(&self.table.strategies).names.len();
        let lowest_wins = rules.score.method.lowest_wins();
        Ledger::new(Counts {
            tally: Tally::new(rows, players, sides, lowest_wins),
            besides: empty,
        })
    }
}

/// Plays these deals of a round, or those that are begun before `stop` is set, on the threads of `pool`, and counts them in
/// the ledger.
///
/// # Errors
/// The breakdown of a strategy: the one in the earliest game, whatever the number of threads.
pub fn play_deals<C: Count>(
    round: Round,
    deals: Range<u64>,
    ledger: &Ledger<C>,
    pool: &rayon::ThreadPool,
    meter: &Meter,
    stop: &AtomicBool,
) -> Result<(), Box<Breakdown>> {
    let Round {
        experiment, table, ..
    } = round;
    let roster = Roster::new(&table.strategies);
    let workers = spread(pool, deals, stop, || Arena {
        round,
        roster: &roster,
        schedule: experiment.seating.schedule(table.strategies.len()),
        bench: Bench::new(&table.strategies),
        meter,
        told: Counted::of(&ledger.empty().tally),
        page: ledger.page(),
    });
    let workers = workers.map_err(|broken| {
        let earliest = broken.into_iter().min_by_key(|b| (b.deal, b.rotation));
        earliest.expect("there is no failure without a breakdown")
    })?;
    workers.into_iter().for_each(|worker| worker.page.close());
    Ok(())
}

/// One thread at a table.
struct Arena<'a, C: Count> {
    round: Round<'a>,
    roster: &'a Roster,
    schedule: Vec<Sitting>,
    bench: Bench,
    meter: &'a Meter,
    told: Counted,
    page: Page<'a, C>,
}

impl<C: Count> Worker for Arena<'_, C> {
    type Broken = Box<Breakdown>;

    /// Plays one deal in all its rotations.
    fn play(&mut self, deal: u64) -> Result<(), Box<Breakdown>> {
        let Experiment { seed, seating, .. } = self.round.experiment;
        let rules = &self.round.rules.rules;
        let Counts { tally, besides } = &mut self.page.counts;
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
                    self.round
                        .breakdown(self.roster, misplayed, at, deal, rotation)
                })?;
            tally.game(&game, at);
            besides.game(deal, &game, &slots);
        }
        tally.end_block(deal);
        besides.end_block();
        Ok(())
    }

    fn tell(&mut self, deals: Range<u64>) {
        self.meter.update(&self.page.counts.tally, &mut self.told);
        if self.page.turn(deals) {
            self.told = Counted::of(&self.page.counts.tally);
        }
    }
}

impl Round<'_> {
    /// That a strategy broke down in a game of this round; `at[player]` is the row of the player's strategy.
    pub(crate) fn breakdown(
        &self,
        roster: &Roster,
        what: Misplayed,
        at: &[usize],
        deal: u64,
        rotation: u32,
    ) -> Box<Breakdown> {
        Box::new(Breakdown {
            strategy: roster.names[at[what.player]].clone(),
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
