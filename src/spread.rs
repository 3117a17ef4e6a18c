//! Spreads deals over threads. It knows when to take deals and when to stop; what is done with one is the worker's business.
//!
//! Threads take small batches of deals in ascending order and finish each batch they take, so whatever has been played
//! at any stop is a prefix of the deals. Each thread counts for itself; counts are integers and add up to the same
//! result in any order.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Most deals that a thread takes at once: enough to make taking them cheap.
const BATCH: u64 = 8;

/// A thread whose deals take longer takes them one by one, so that it soon tells of them and soon stops.
const SLOW: Duration = Duration::from_millis(20);

/// What one thread does with deals.
pub trait Worker: Send {
    /// What went wrong.
    type Broken: Send;

    /// Plays a deal.
    ///
    /// # Errors
    /// What ends the whole run.
    fn play(&mut self, deal: u64) -> Result<(), Self::Broken>;

    /// Called after each batch, with its deals.
    fn tell(&mut self, _deals: Range<u64>) {}
}

/// Lets a worker on each thread of `pool` play these deals, or those that are begun before `stop` is set.
///
/// # Errors
/// All failures, at least one. The earliest of them is the same at any number of threads: every deal before it was played.
pub fn spread<W: Worker>(
    pool: &rayon::ThreadPool,
    deals: Range<u64>,
    stop: &AtomicBool,
    make: impl Fn() -> W + Sync,
) -> Result<Vec<W>, Vec<W::Broken>> {
    let next = AtomicU64::new(deals.start);
    let broken = AtomicBool::new(false);
    let work = || {
        let mut worker = make();
        let mut batch = 1;
        while !stop.load(Relaxed) && !broken.load(Relaxed) {
            let begun = Instant::now();
            let first = next.fetch_add(batch, Relaxed);
            if first >= deals.end {
                break;
            }
            let taken = first..first.saturating_add(batch).min(deals.end);
            for deal in taken.clone() {
                let played = worker.play(deal);
                played.inspect_err(|_| broken.store(true, Relaxed))?;
            }
            worker.tell(taken);
            batch = if begun.elapsed() < SLOW { BATCH } else { 1 };
        }
        Ok(worker)
    };
    let (mut workers, mut failures) = (Vec::new(), Vec::new());
    for result in pool.broadcast(|_| work()) {
        match result {
            Ok(worker) => workers.push(worker),
            Err(failure) => failures.push(failure),
        }
    }
    if failures.is_empty() {
        Ok(workers)
    } else {
        Err(failures)
    }
}
