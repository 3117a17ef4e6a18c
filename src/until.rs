//! Plays a table until enough is known about it. It knows when to look, and what is enough; games are the arena's.

use std::sync::atomic::AtomicBool;

use crate::arena::{Breakdown, Round, play_deals};
use crate::experiment_file::{Aim, Until};
use crate::ledger::Ledger;
use crate::meter::Meter;
use crate::shard::Shard;
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

/// Plays those deals of a round that belong to a part of it and are not in the ledger yet, or as many as are enough.
///
/// It looks after numbers of deals that are fixed beforehand, so where it ends depends on neither threads nor time, nor on
/// what was in the ledger.
///
/// # Errors
/// As [`play_deals`].
pub fn play_round(
    round: Round,
    shard: Shard,
    ledger: &Ledger,
    pool: &rayon::ThreadPool,
    meter: &Meter,
    stop: &AtomicBool,
) -> Result<End, Box<Breakdown>> {
    let until = round.experiment.until;
    let own = shard.deals(round.experiment.deals_at(round.table));
    let mut look = own.start;
    loop {
        look = match until {
            Some(_) => own.end.min(look_after(look, FIRST_LOOK)),
            None => own.end,
        };
        // Bound here, since the ledger must not stay locked while threads play.
        let missing = ledger.kept().deals.missing(own.start..look);
        for deals in missing {
            play_deals(round, deals, ledger, pool, meter, stop)?;
        }
        let kept = ledger.kept();
        let (played, needed) = (kept.deals.count(), look - own.start);
        if played < needed {
            return Ok(End::Interrupted);
        }
        // An earlier run that went on beyond this point did not know enough here.
        let known = |until| played == needed && known(until, &kept.counts.tally);
        if until.is_some_and(known) {
            return Ok(End::Known);
        }
        if look == own.end {
            return Ok(End::Deals);
        }
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
