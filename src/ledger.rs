//! What was counted in which deals. Threads count on pages of their own and hand them in now and then, or when they are
//! asked to, so that at any moment somebody can read counts and the deals they are of, and no thread waits for another.
//! It knows neither games nor files.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::arena::Count;
use crate::deals::Deals;
use crate::tally::Tally;

/// Most ranges of deals that a thread keeps: memory must not grow with the deals.
const MOST_RANGES: usize = 4096;

/// What is counted at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counts<C = ()> {
    /// What always is.
    pub tally: Tally,
    /// What a command counts besides.
    pub besides: C,
}

impl<C: Count> Counts<C> {
    /// Adds other counts of the same table, both between blocks.
    pub fn merge(&mut self, other: &Counts<C>) {
        self.tally.merge(&other.tally);
        self.besides.merge(&other.besides);
    }
}

/// Counts, and the deals in which they were counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept<C = ()> {
    /// The deals.
    pub deals: Deals,
    /// The counts.
    pub counts: Counts<C>,
}

/// Where the threads of a round hand in what they have counted.
#[derive(Debug)]
pub struct Ledger<C = ()> {
    empty: Counts<C>,
    kept: Mutex<Kept<C>>,
    /// How often all have been asked.
    asked: AtomicU64,
}

impl<C: Count> Ledger<C> {
    /// A ledger without deals; these are counts of nothing.
    #[must_use]
    pub fn new(empty: Counts<C>) -> Ledger<C> {
        Ledger {
            kept: Mutex::new(Kept {
                deals: Deals::default(),
                counts: empty.clone(),
            }),
            empty,
            asked: AtomicU64::new(0),
        }
    }

    /// Counts of nothing.
    #[must_use]
    pub fn empty(&self) -> &Counts<C> {
        &self.empty
    }

    /// Adds what was counted in deals of which none is in it yet.
    pub fn add(&self, more: &Kept<C>) {
        let mut kept = self.kept();
        kept.counts.merge(&more.counts);
        more.deals.ranges().for_each(|deals| kept.deals.add(deals));
    }

    /// What has been handed in.
    pub fn kept(&self) -> MutexGuard<'_, Kept<C>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What has been handed in, when nothing more will be.
    #[must_use]
    pub fn into_kept(self) -> Kept<C> {
        let kept = self.kept.into_inner();
        kept.unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks every thread to hand in its page after the deals under way.
    pub fn ask(&self) {
        self.asked.fetch_add(1, Relaxed);
    }

    /// An empty page for a thread.
    #[must_use]
    pub fn page(&self) -> Page<'_, C> {
        Page {
            counts: self.empty.clone(),
            deals: Vec::new(),
            ledger: self,
            asked: self.asked.load(Relaxed),
        }
    }
}

/// What one thread has counted since it last handed something in.
#[derive(Debug)]
pub struct Page<'a, C> {
    /// The counts.
    pub counts: Counts<C>,
    deals: Vec<Range<u64>>,
    ledger: &'a Ledger<C>,
    asked: u64,
}

impl<C: Count> Page<'_, C> {
    /// These deals are played and counted. Hands the page in, and says so, if that is asked for or it is full; then the counts
    /// are those of nothing.
    pub fn turn(&mut self, deals: Range<u64>) -> bool {
        match self.deals.last_mut() {
            Some(last) if last.end == deals.start => last.end = deals.end,
            _ => self.deals.push(deals),
        }
        let asked = self.ledger.asked.load(Relaxed);
        let full = self.deals.len() == MOST_RANGES;
        if asked == self.asked && !full {
            return false;
        }
        self.asked = asked;
        self.hand_in();
        true
    }

    /// Hands in the page for good.
    pub fn close(mut self) {
        self.hand_in();
    }

    fn hand_in(&mut self) {
        let empty = self.ledger.empty.clone();
        let counts = std::mem::replace(&mut self.counts, empty);
        let mut kept = self.ledger.kept();
        kept.counts.merge(&counts);
        self.deals.drain(..).for_each(|deals| kept.deals.add(deals));
    }
}

#[cfg(test)]
#[path = "ledger_tests.rs"]
mod tests;
