//! Writes down now and then what a run has counted, and hands it to the run that goes on. It knows rounds, ledgers and the
//! directory of counts; it plays nothing and stops nothing: a disk that is full costs a warning, not the run.

use anyhow::Result;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::arena::Round;
use crate::ledger::Ledger;
use crate::part::{Part, Saved};

/// How long threads are given to hand in what they have.
const PATIENCE: Duration = Duration::from_millis(200);

/// Keeps the counts of a run.
pub struct Keeper<'a> {
    part: &'a Part,
    every: Duration,
    books: Mutex<Books<'a>>,
}

/// What is to be written down.
#[derive(Default)]
struct Books<'a> {
    /// The round that is played.
    open: Option<Book<'a>>,
    /// Rounds that have ended since they were last written down.
    ended: Vec<(usize, Round<'a>, Saved)>,
    /// Whether the directory has been made.
    begun: bool,
    /// Whether a failure has been told of.
    warned: bool,
}

/// A round that is played.
#[derive(Clone)]
struct Book<'a> {
    index: usize,
    round: Round<'a>,
    ledger: Arc<Ledger>,
    /// Seconds of earlier runs.
    before: f64,
    start: Instant,
    /// Deals that have been written down.
    saved: u64,
}

impl Book<'_> {
    fn seconds(&self) -> f64 {
        self.before + self.start.elapsed().as_secs_f64()
    }
}

impl<'a> Keeper<'a> {
    /// Keeps counts in that directory.
    #[must_use]
    pub fn new(part: &'a Part, every: Duration) -> Keeper<'a> {
        Keeper {
            part,
            every,
            books: Mutex::default(),
        }
    }

    /// The ledger of a round that now begins, with `saved` of an earlier run.
    #[must_use]
    pub fn open(&self, index: usize, round: Round<'a>, saved: Option<&Saved>) -> Arc<Ledger> {
        let ledger = Arc::new(round.ledger(()));
        if let Some(saved) = saved {
            ledger.add(&saved.kept);
        }
        self.books().open = Some(Book {
            index,
            round,
            ledger: Arc::clone(&ledger),
            before: saved.map_or(0.0, |saved| saved.seconds),
            start: Instant::now(),
            saved: ledger.kept().deals.count(),
        });
        ledger
    }

    /// The round has ended: its counts, and how long they took.
    #[must_use]
    pub fn close(&self) -> Option<Saved> {
        let mut books = self.books();
        let book = books.open.take()?;
        let saved = Saved {
            kept: book.ledger.kept().clone(),
            seconds: book.seconds(),
        };
        if saved.kept.deals.count() > book.saved {
            books.ended.push((book.index, book.round, saved.clone()));
        }
        Some(saved)
    }

    /// Writes down what has changed.
    ///
    /// # Errors
    /// If the disk refuses; then what was written before is still there.
    pub fn save(&self) -> Result<()> {
        let mut books = self.books();
        if !books.begun {
            self.part.begin()?;
            books.begun = true;
        }
        while let Some((index, round, saved)) = books.ended.last() {
            self.part.write(*index, *round, saved)?;
            books.ended.pop();
        }
        if let Some(book) = &mut books.open {
            let kept = book.ledger.kept().clone();
            let deals = kept.deals.count();
            if deals > book.saved {
                let seconds = book.seconds();
                self.part
                    .write(book.index, book.round, &Saved { kept, seconds })?;
                book.saved = deals;
            }
        }
        Ok(())
    }

    /// Does the work and meanwhile writes down every few seconds what has been counted.
    pub fn watch<T>(&self, work: impl FnOnce() -> T) -> T {
        let done = AtomicBool::new(false);
        thread::scope(|scope| {
            let saver = scope.spawn(|| {
                let mut next = Instant::now() + self.every;
                while !done.load(Relaxed) {
                    thread::park_timeout(next.saturating_duration_since(Instant::now()));
                    if Instant::now() >= next && !done.load(Relaxed) {
                        self.save_or_warn();
                        next = Instant::now() + self.every;
                    }
                }
            });
            let result = work();
            done.store(true, Relaxed);
            saver.thread().unpark();
            result
        })
    }

    fn save_or_warn(&self) {
        let open = self.books().open.clone();
        if let Some(book) = open {
            book.ledger.ask();
            thread::park_timeout(PATIENCE);
        }
        if let Err(error) = self.save() {
            let mut books = self.books();
            if !books.warned {
                // A closed standard error stops no run.
                let _ = writeln!(
                    std::io::stderr(),
                    "warning: {error:#}; the run goes on, and what it counts is written down as soon as that is possible"
                );
            }
            books.warned = true;
        } else {
            self.books().warned = false;
        }
    }

    fn books(&self) -> MutexGuard<'_, Books<'a>> {
        self.books.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
