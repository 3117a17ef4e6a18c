//! What a strategy is worth: it plays the tables of a job. Games, seats and threads are the arena's; how candidates come
//! about is the search's.

use anyhow::Result;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use unosim_engine::{Rng, Role};
use unosim_strategies::Spec;

use super::{Goal, Job};
use crate::arena::{Round, play_deals};
use crate::interrupt::STOP;
use crate::meter::Meter;
use crate::rules::NamedRules;
use crate::stats::Estimate;
use crate::tally::{Tally, WIN};

/// Streams of the deals for candidates, by generation, and of the fresh deals, by batch: none is the other's.
const CANDIDATES: Role = Role::Other(0x7475_6e65);
const FRESH: Role = Role::Other(0x7475_6e66);

/// Most batches into which the fresh deals are divided; the interval of the gain comes from their scatter.
const BATCHES: u64 = 200;

/// The means of two strategies on the same fresh deals.
#[derive(Clone, Copy, Debug)]
pub struct Gain {
    /// The one as it was given.
    pub start: f64,
    /// The tuned one.
    pub tuned: f64,
    /// Tuned minus start: batch by batch, so what deals have in common is gone.
    pub gain: Estimate,
}

/// What each of the candidates of a generation is worth; all play the same deals.
///
/// # Errors
/// If a strategy breaks down.
pub fn candidates(
    job: &Job,
    generation: u64,
    specs: &[Spec],
    pool: &rayon::ThreadPool,
) -> Result<Vec<f64>> {
    let seed = Rng::new(job.experiment.seed, generation, CANDIDATES).bits();
    let worth = |spec| worth(job, spec, job.experiment.deals, seed, pool);
    specs.iter().map(worth).collect()
}

/// Compares two strategies on fresh deals; `None` if it is interrupted.
///
/// # Errors
/// If a strategy breaks down.
pub fn compare(
    job: &Job,
    start: &Spec,
    tuned: &Spec,
    pool: &rayon::ThreadPool,
) -> Result<Option<Gain>> {
    let batches = job.check_deals.min(BATCHES);
    let mut worths = [Vec::new(), Vec::new()];
    for batch in 0..batches {
        let deals = job.check_deals * (batch + 1) / batches - job.check_deals * batch / batches;
        let seed = Rng::new(job.experiment.seed, batch, FRESH).bits();
        for (spec, worths) in [start, tuned].into_iter().zip(&mut worths) {
            if STOP.load(Relaxed) {
                return Ok(None);
            }
            worths.push(worth(job, spec, deals, seed, pool)?);
        }
    }
    let [start, tuned] = worths;
    let gains: Vec<f64> = tuned.iter().zip(&start).map(|(t, s)| t - s).collect();
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    Ok(Estimate::of_values(&gains).map(|gain| Gain {
        start: mean(&start),
        tuned: mean(&tuned),
        gain,
    }))
}

/// What a strategy is worth in the first place of every table: the mean over all tables and rules.
fn worth(job: &Job, spec: &Spec, deals: u64, seed: u64, pool: &rayon::ThreadPool) -> Result<f64> {
    // A trial is finished once it is begun: half of one is worth nothing.
    static NEVER: AtomicBool = AtomicBool::new(false);
    let mut experiment = job.experiment.clone();
    (experiment.deals, experiment.seed) = (deals, seed);
    for table in &mut experiment.tables {
        table.strategies[0] = spec.clone();
    }
    let mut sum = 0.0;
    for rules in &experiment.rules {
        for table in &experiment.tables {
            let meter = Meter::new(&experiment, table, deals);
            let round = Round {
                experiment: &experiment,
                rules,
                table,
            };
            let ledger = round.ledger(());
            play_deals(round, 0..deals, &ledger, pool, &meter, &NEVER)?;
            sum += reached(job.goal, rules, &ledger.kept().counts.tally);
        }
    }
    Ok(sum / (experiment.rules.len() * experiment.tables.len()) as f64)
}

/// How far the first strategy of a table came.
fn reached(goal: Goal, rules: &NamedRules, tally: &Tally) -> f64 {
    let row = &tally.rows[0];
    let mean =
        |sums: &crate::stats::BlockSums, unit: f64| sums.x as f64 / sums.h.max(1) as f64 / unit;
    match goal {
        Goal::Win => mean(&row.win.sums, WIN as f64),
        Goal::Points if rules.rules.score.method.lowest_wins() => -mean(&row.score.sums, 1.0),
        Goal::Points => mean(&row.score.sums, 1.0),
    }
}
