//! `unosim league`: who is best of many? pairings → arena → standings → record → ratings → report. It knows the order of
//! things; each of them is done elsewhere.

mod args;
mod pairings;
mod ratings;
mod record;
mod report;
mod standings;

pub use args::LeagueArgs;

use anyhow::Result;
use std::io::Write as _;
use std::path::Path;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

use crate::arena::{Round, play_deals};
use crate::interrupt::{self, Ending, STOP};
use crate::ledger::{Counts, Ledger};
use crate::meter::Meter;
use crate::numbers::{grouped, plural};
use crate::progress;
use crate::report::Played;
use crate::report::files::Target;
use crate::report::manifest::Course;
use crate::rules::NamedRules;
use crate::run::{STOPPING, notes, pool};
use crate::style::Style;
use crate::until::End;
use args::League;
use ratings::Ratings;
use record::Record;
use standings::Standings;

/// What was found under one set of rules.
struct Found {
    rules: String,
    /// The strategies that played: all, unless the league was interrupted.
    names: Vec<String>,
    record: Record,
    ratings: Ratings,
}

/// Deals of a league's first round. Each round plays as many as all before it, and after each everyone has met everyone, so
/// an interrupted league is still one.
const FIRST_ROUND: u64 = 16;

/// Plays every table of a league, and rates its strategies.
///
/// # Errors
/// Whatever is wrong with the settings, the place of the results or a strategy.
pub fn run(args: &LeagueArgs) -> Result<Ending> {
    let league = League::load(args)?;
    let usual = || Path::new("results").join(&league.experiment.name);
    let target = Target::check(&args.out.clone().unwrap_or_else(usual), args.versus.force)?;
    let pool = pool(args.versus.threads)?;
    interrupt::watch(STOPPING)?;
    for note in notes(&league.experiment) {
        let _ = writeln!(std::io::stderr(), "note: {note}");
    }
    let start = Instant::now();
    let all = league.experiment.all_deals();
    let meter = Meter::of_games(all.saturating_mul(league.field.players as u64));
    let work = || play(&league, &pool, &meter);
    let (played, found) =
        progress::watch(&meter, &league.experiment.name, args.versus.quiet, work)?;
    let deals: u64 = played.iter().map(|p| p.tally.deals).sum();
    let course = Course {
        threads: pool.current_num_threads(),
        time: start.elapsed(),
        complete: deals == all,
    };
    if deals > 0 {
        target.write(&report::files(&league, &played, &found, course)?)?;
    }
    if !args.versus.quiet && deals > 0 {
        let mut out = std::io::stdout().lock();
        out.write_all(report::screen(&league, &found, Style::stdout()).as_bytes())?;
        let games: u64 = played.iter().map(|p| p.tally.games).sum();
        writeln!(
            out,
            "{} at {} in {:.2} s ({}); results in {}",
            plural(games, "game", "games"),
            plural(league.sides.len() as u64, "table", "tables"),
            course.time.as_secs_f64(),
            plural(course.threads as u64, "thread", "threads"),
            target.dir().display()
        )?;
    }
    if course.complete {
        return Ok(Ending::Complete);
    }
    let _ = writeln!(
        std::io::stderr(),
        "interrupted after {} of {} deals; {}",
        grouped(deals),
        grouped(all),
        match deals {
            0 => "nothing was written".to_string(),
            _ => format!("what was played is rated in {}", target.dir().display()),
        }
    );
    Ok(Ending::Interrupted)
}

fn play(
    league: &League,
    pool: &rayon::ThreadPool,
    meter: &Meter,
) -> Result<(Vec<Played>, Vec<Found>)> {
    let (mut played, mut found) = (Vec::new(), Vec::new());
    for rules in &league.experiment.rules {
        let counts = play_under(league, rules, pool, meter)?;
        let mut record = Record::new(league.names.len());
        let tables = league.experiment.tables.iter().zip(&league.sides);
        for ((table, sides), Counts { tally, besides }) in tables.zip(counts) {
            if tally.deals == 0 {
                continue;
            }
            record.add(sides, &besides, tally.deals, tally.games);
            let end = match tally.deals == league.experiment.deals {
                true => End::Deals,
                false => End::Interrupted,
            };
            let round = Round {
                experiment: &league.experiment,
                rules,
                table,
            };
            played.push(Played::of(round, tally, end));
        }
        let present = record.present();
        if present.is_empty() {
            break;
        }
        let record = record.of(&present);
        let anchor = league
            .anchor
            .and_then(|a| present.iter().position(|p| *p == a));
        found.push(Found {
            rules: rules.name.clone(),
            names: present.iter().map(|p| league.names[*p].clone()).collect(),
            ratings: Ratings::of(&record, anchor),
            record,
        });
    }
    Ok((played, found))
}

/// Plays every table under some rules, round by round; what was counted at each.
fn play_under(
    league: &League,
    rules: &NamedRules,
    pool: &rayon::ThreadPool,
    meter: &Meter,
) -> Result<Vec<Counts<Standings>>> {
    let experiment = &league.experiment;
    let lowest_wins = rules.rules.score.method.lowest_wins();
    let game = |table| Round {
        experiment,
        rules,
        table,
    };
    let empty = || Standings::new(league.field, lowest_wins);
    let tables = experiment.tables.iter();
    let ledgers: Vec<_> = tables.map(|table| game(table).ledger(empty())).collect();
    let (mut from, mut round) = (0, 1);
    while from < experiment.deals && !STOP.load(Relaxed) {
        let to = experiment.deals.min((2 * from).max(FIRST_ROUND));
        for (table, ledger) in experiment.tables.iter().zip(&ledgers) {
            meter.tell(format!("round {round}, {}", rules.name));
            play_deals(game(table), from..to, ledger, pool, meter, &STOP)?;
        }
        (from, round) = (to, round + 1);
    }
    let kept = ledgers.into_iter().map(Ledger::into_kept);
    Ok(kept.map(|kept| kept.counts).collect())
}
