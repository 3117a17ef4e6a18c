//! `unosim duel`: is A better than B? It plays deals in rounds until a sequential test has seen enough. It knows when to look and
//! when to stop; the test is `stats::sprt`'s, the games are the arena's.
//!
//! The test looks after numbers of deals that are fixed beforehand, so threads and time decide nothing.

mod args;
mod blocks;
mod report;

pub use args::DuelArgs;

use anyhow::Result;
use std::io::Write as _;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

use crate::arena::{Round, play_deals};
use crate::interrupt::{self, Ending, STOP};
use crate::ledger::Counts;
use crate::meter::Meter;
use crate::progress;
use crate::report::Played;
use crate::report::files::Target;
use crate::report::manifest::Course;
use crate::run::{STOPPING, notes, pool};
use crate::stats::sprt::Verdict;
use crate::style::Style;
use crate::tally::Tally;
use crate::until::{End, look_after};
use args::Duel;
use blocks::Blocks;

/// Deals before the test looks for the first time, and between two looks at least.
const FEWEST: u64 = 32;

/// Everything that was found.
struct Found {
    blocks: Blocks,
    tally: Tally,
    verdict: Option<Verdict>,
}

/// Plays until it is known who is better, or no deals are left, and tells.
///
/// # Errors
/// Whatever is wrong with the settings, the place of the results or a strategy.
pub fn run(args: &DuelArgs) -> Result<Ending> {
    let duel = Duel::load(args)?;
    let target = args
        .out
        .as_ref()
        .map(|out| Target::check(out, args.versus.force));
    let target = target.transpose()?;
    let pool = pool(args.versus.threads)?;
    interrupt::watch(STOPPING)?;
    for note in notes(&duel.experiment) {
        let _ = writeln!(std::io::stderr(), "note: {note}");
    }
    let start = Instant::now();
    let meter = Meter::new(&duel.experiment, duel.table(), duel.experiment.deals);
    let label = format!("{} : {}", duel.a, duel.b);
    let found = progress::watch(&meter, &label, args.versus.quiet, || {
        play(&duel, &pool, &meter)
    })?;
    let complete = found.verdict.is_some() || found.tally.deals == duel.experiment.deals;
    let course = Course {
        threads: pool.current_num_threads(),
        time: start.elapsed(),
        complete,
    };
    let deals = found.tally.deals;
    if let (Some(target), true) = (&target, deals > 0) {
        target.write(&report::files(&duel, &found, course)?)?;
    }
    if !args.versus.quiet && deals > 0 {
        let text = report::screen(&duel, &found, course, Style::stdout());
        let mut out = std::io::stdout().lock();
        out.write_all(text.as_bytes())?;
        if let Some(target) = &target {
            writeln!(out, "results in {}", target.dir().display())?;
        }
    }
    if complete {
        return Ok(Ending::Complete);
    }
    let _ = writeln!(
        std::io::stderr(),
        "interrupted; {}",
        match deals {
            0 => "nothing was played",
            _ => "this is what was known by then",
        }
    );
    Ok(Ending::Interrupted)
}

fn play(duel: &Duel, pool: &rayon::ThreadPool, meter: &Meter) -> Result<Found> {
    let round = duel.round();
    let ledger = round.ledger(Blocks::new(duel.field));
    let most = duel.experiment.deals;
    let (mut deals, mut verdict) = (0, None);
    // What an interrupted round holds is told, but it is no place to look.
    while verdict.is_none() && deals < most && !STOP.load(Relaxed) {
        let next = look_after(deals, FEWEST).min(most);
        play_deals(round, deals..next, &ledger, pool, meter, &STOP)?;
        deals = next;
        if STOP.load(Relaxed) {
            break;
        }
        let blocks = &ledger.kept().counts.besides;
        meter.tell(report::news(duel, blocks));
        let llr = duel.sprt.map(|sprt| (sprt, blocks.llr(&sprt)));
        verdict = llr.and_then(|(sprt, llr)| sprt.verdict(llr));
    }
    let Counts { tally, besides } = ledger.into_kept().counts;
    Ok(Found {
        blocks: besides,
        tally,
        verdict,
    })
}

impl Duel {
    /// The only round.
    fn round(&self) -> Round<'_> {
        Round {
            experiment: &self.experiment,
            rules: self.rules(),
            table: self.table(),
        }
    }

    /// What is left of the only table of the only rules for the reports.
    fn played(&self, found: &Found) -> Vec<Played> {
        let end = match found.verdict {
            Some(_) => End::Known,
            None if found.tally.deals == self.experiment.deals => End::Deals,
            None => End::Interrupted,
        };
        vec![Played::of(self.round(), found.tally.clone(), end)]
    }
}
