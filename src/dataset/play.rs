//! Plays the deals of a file and has them recorded. It knows seats, rotations and when to stop; what a row is, the recorder
//! knows, and what a file is, the sink.

use anyhow::Result;
use std::path::Path;
use std::sync::atomic::Ordering::Relaxed;
use unosim_engine::MAX_SEATS;

use super::args::Level;
use super::columns::{Row, Table, described};
use super::decide::Decisions;
use super::games::{Records, Unit};
use super::job::Job;
use super::parquet::Parquet;
use super::plain::Plain;
use super::plan::Part;
use super::record::{Game, Recorder, Sample};
use super::sink::{Draft, Format, Sink, Written};
use super::words::{NONE, Word, Words};
use crate::arena::{Bench, Breakdown, Roster, Round};
use crate::interrupt::STOP;
use crate::meter::Meter;
use crate::play::{Key, play_listened};
use crate::recipe;

/// Rows that are made into columns at once: few enough to lie in the cache nearest to the processor.
const BATCH: usize = 128;
/// Rows of a group, the unit that is written and read at once. A thread holds one group, and the rows of one game more.
pub const GROUP: usize = 1 << 16;

/// What ends the writing of a dataset.
#[derive(Debug)]
pub enum Broken {
    /// A strategy broke down, in a game of that round.
    Play(usize, Box<Breakdown>),
    /// A file could not be written.
    File(anyhow::Error),
}

impl From<anyhow::Error> for Broken {
    fn from(error: anyhow::Error) -> Broken {
        Broken::File(error)
    }
}

/// Writes a file, or leaves none behind if it is interrupted; its rows, if it is there.
///
/// # Errors
/// A strategy that breaks down, or a disk that refuses.
pub fn write_file(
    job: &Job,
    part: &Part,
    dir: &Path,
    name: &str,
    meter: &Meter,
) -> Result<Option<(u64, Written)>, Broken> {
    let words = Words::default();
    match job.level {
        Level::Games => recorded(
            job,
            part,
            (dir, name),
            Records::new(words, Unit::Game),
            meter,
        ),
        Level::Hands => recorded(
            job,
            part,
            (dir, name),
            Records::new(words, Unit::Hand),
            meter,
        ),
        Level::Decisions => {
            let recorder = Decisions::new(words, job.with_hidden);
            recorded(job, part, (dir, name), recorder, meter)
        }
    }
}

fn recorded<R: Recorder>(
    job: &Job,
    part: &Part,
    (dir, name): (&Path, &str),
    mut recorder: R,
    meter: &Meter,
) -> Result<Option<(u64, Written)>, Broken>
where
    R::Row: Row,
{
    let mut table = Table::<R::Row>::new(job.with_hidden);
    let mut sink = sink(job, part, Draft::create(dir, name)?, &table)?;
    let mut rows = 0;
    let mut player = Player::new(job, part, recorder.rows().1);
    for deal in part.deals.clone() {
        if STOP.load(Relaxed) {
            return Ok(None);
        }
        for rotation in 0..player.rotations {
            player.play(deal, rotation, &mut recorder)?;
            let (made, words) = recorder.rows();
            if made.len() >= BATCH {
                table.add(made, words);
                made.clear();
            }
            if table.rows >= GROUP {
                rows += table.rows as u64;
                sink.group(&table.columns, &table.cells, words)?;
                table.clear();
            }
        }
        meter.games.fetch_add(u64::from(player.rotations), Relaxed);
    }
    let (made, words) = recorder.rows();
    table.add(made, words);
    if table.rows > 0 {
        rows += table.rows as u64;
        sink.group(&table.columns, &table.cells, words)?;
    }
    let written = sink.finish()?.place()?;
    Ok(Some((rows, written)))
}

fn sink<R: Row>(job: &Job, part: &Part, out: Draft, table: &Table<R>) -> Result<Box<dyn Sink>> {
    let coding = job.coding;
    if coding.format != Format::Parquet {
        return Ok(Box::new(Plain::new(
            out,
            &table.columns,
            coding.format,
            coding.compress,
        )?));
    }
    let round = job.round(part.round);
    let metadata = [
        ("version", env!("CARGO_PKG_VERSION").into()),
        ("level", job.level.name().into()),
        ("seed", job.experiment.seed.into()),
        ("rules", recipe::options([round.rules])),
        ("columns", described(&table.columns)),
    ];
    Ok(Box::new(Parquet::new(
        out,
        &table.columns,
        coding.compress,
        &metadata,
    )?))
}

/// The players of a round, who play one game after the other.
struct Player<'a> {
    job: &'a Job,
    index: usize,
    round: Round<'a>,
    bench: Bench,
    schedule: Vec<crate::schedule::Sitting>,
    rotations: u32,
    sides: usize,
    rules: Word,
    table: Word,
    /// The names of the strategies, as listed.
    strategies: Vec<Word>,
}

impl<'a> Player<'a> {
    fn new(job: &'a Job, part: &Part, words: &mut Words) -> Player<'a> {
        let round = job.round(part.round);
        let listed = &round.table.strategies;
        let seating = job.experiment.seating;
        Player {
            job,
            index: part.round,
            round,
            bench: Bench::new(listed),
            schedule: seating.schedule(listed.len()),
            rotations: seating.rotations(listed.len()),
            sides: seating.sides(listed.len(), round.rules.rules.match_.teams),
            rules: words.of(&round.rules.name),
            table: words.of(&round.table.name),
            strategies: listed.iter().map(|s| words.of(&s.to_string())).collect(),
        }
    }

    fn play<R: Recorder>(
        &mut self,
        deal: u64,
        rotation: u32,
        recorder: &mut R,
    ) -> Result<(), Broken> {
        let experiment = self.round.experiment;
        let players = self.strategies.len();
        let slots = experiment
            .seating
            .slots(players, experiment.seed, deal, rotation);
        self.bench.sit(&slots);
        let mut strategies = [NONE; MAX_SEATS];
        for (word, slot) in strategies.iter_mut().zip(&slots) {
            *word = self.strategies[*slot];
        }
        let key = Key {
            seed: experiment.seed,
            deal,
            rotation,
        };
        let game = Game {
            rules: self.rules,
            table: self.table,
            seed: key.seed,
            deal,
            rotation,
        };
        recorder.begin(game, strategies, Sample::new(self.job.sample, key));
        let ended = play_listened(
            &self.round.rules.rules,
            &self.schedule,
            &mut self.bench.bots,
            key,
            recorder,
            |recorder, hand, scores, sitting| recorder.hand(hand, scores, sitting),
            |recorder, choice| recorder.choice(choice),
        );
        let ended = ended.map_err(|misplayed| {
            let roster = Roster::new(&self.round.table.strategies);
            let at: Vec<usize> = slots.iter().map(|slot| roster.rows[*slot]).collect();
            let broken = self
                .round
                .breakdown(&roster, misplayed, &at, deal, rotation);
            Broken::Play(self.index, broken)
        })?;
        recorder.end(&ended, self.sides, players);
        Ok(())
    }
}
