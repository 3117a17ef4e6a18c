//! Plays a table until enough is known about it. It knows when to look, and what is enough; games are the arena's.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::arena::{Breakdown, play_table};
use crate::experiment::{Experiment, TableSpec};
use crate::experiment_file::{Aim, Until};
use crate::meter::Meter;
use crate::rules::NamedRules;
use crate::tally::{Row, Tally, WIN};

/// Fewer deals say too little of their own scatter.
const FIRST_LOOK: u64 = 256;

/// Why a round ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// All its deals were played.
    Deals,
    /// Its intervals are narrow enough.
    Known,
    /// It was interrupted.
    Interrupted,
}

impl End {
    /// Its name in the manifest.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            End::Deals => "deals",
            End::Known => "until",
            End::Interrupted => "interrupted",
        }
    }
}

/// Plays the deals of a table, or as many as are enough.
///
/// It looks after numbers of deals that are fixed beforehand, so where it ends depends on neither threads nor time.
///
/// # Errors
/// As [`play_table`].
pub fn play_round(
    experiment: &Experiment,
    rules: &NamedRules,
    table: &TableSpec,
    pool: &rayon::ThreadPool,
    meter: &Meter,
    stop: &AtomicBool,
) -> Result<(Tally, End), Box<Breakdown>> {
    let most = experiment.deals_at(table);
    let play =
        |from: u64, to: u64| play_table(experiment, rules, table, from..to, pool, meter, stop);
    let next = |played: u64| match experiment.until {
        Some(_) => most.min(look_after(played, FIRST_LOOK)),
        None => most,
    };
    let mut tally = play(0, next(0))?;
    loop {
        let played = tally.deals;
        if stop.load(Relaxed) && played < most {
            return Ok((tally, End::Interrupted));
        }
        if experiment.until.is_some_and(|until| known(until, &tally)) {
            return Ok((tally, End::Known));
        }
        if played >= most {
            return Ok((tally, End::Deals));
        }
        tally.merge(&play(played, next(played))?);
    }
}

/// After how many deals to look again: `least` more at first, then some 6 %, so that few are played in vain and few looks
/// are taken.
#[must_use]
pub fn look_after(played: u64, least: u64) -> u64 {
    played.saturating_add(least.max(played / 16))
}

/// Whether all intervals, as they are written in the results, are as narrow as they shall be.
fn known(until: Until, tally: &Tally) -> bool {
    let narrow =
        |row| interval(until.of, row).is_some_and(|(low, high)| high - low <= 2.0 * until.ci);
    tally.rows.iter().all(narrow)
}

fn interval(of: Aim, row: &Row) -> Option<(f64, f64)> {
    match of {
        Aim::WinRate => {
            let sums = &row.win.sums;
            sums.estimate(WIN as f64)?.rate_interval(sums.blocks)
        }
        Aim::Score => row.score.sums.estimate(1.0)?.interval(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_grow_with_what_was_played() {
        let looks: Vec<u64> = std::iter::successors(Some(0), |n| Some(look_after(*n, FIRST_LOOK)))
            .take_while(|n| *n < 1_000_000)
            .collect();
        assert_eq!(looks[..3], [0, 256, 512]);
        assert!(looks.len() < 120);
        let steps = looks.windows(2).skip(20).map(|w| w[1] as f64 / w[0] as f64);
        assert!(steps.into_iter().all(|step| step < 1.07));
    }
}
