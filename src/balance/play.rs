//! Plays the deals of one rule set: at a table of equals, there again with one seat replaced, and with the ladder. It knows who
//! sits where and which counts a hand adds to; what is made of the counts belongs to `measures`.

use std::cmp::Reverse;
use std::sync::atomic::AtomicBool;
use unosim_engine::{Game, MAX_SEATS, Outcome, Rules};
use unosim_strategies::{Spec, Strategy};

use super::census::Census;
use super::counts::{Count, Sample, Sums};
use super::finish::Finish;
use super::job::{Candidate, Job};
use crate::arena::{Bench, Breakdown};
use crate::experiment::TableSpec;
use crate::play::{Misplayed, play_game};
use crate::seating::Seating;
use crate::spread::{Worker, spread};

/// Plays all deals under some rules, or those that are begun before `stop` is set, on the threads of `pool`.
///
/// # Errors
/// The breakdown of a strategy: that of the earliest deal, whatever the number of threads.
pub fn play(
    job: &Job,
    candidate: &Candidate,
    pool: &rayon::ThreadPool,
    stop: &AtomicBool,
) -> Result<Sample, Box<Breakdown>> {
    let workers = spread(pool, 0..job.deals, stop, || Tables::new(job, candidate));
    let workers = workers.map_err(|broken| {
        let earliest = broken.into_iter().min_by_key(|b| b.deal);
        earliest.expect("there is no failure without a breakdown")
    })?;
    let mut sample = Sample::default();
    workers.iter().for_each(|w| sample.merge(&w.sample));
    Ok(sample)
}

/// One thread with its tables.
struct Tables<'a> {
    job: &'a Job,
    candidate: &'a Candidate,
    equals: Vec<Box<dyn Strategy>>,
    stranger: Box<dyn Strategy>,
    ladder: Bench,
    census: Census,
    sample: Sample,
}

impl<'a> Tables<'a> {
    fn new(job: &'a Job, candidate: &'a Candidate) -> Tables<'a> {
        Tables {
            job,
            candidate,
            equals: (0..job.players).map(|_| job.strategy.build()).collect(),
            stranger: job.weakest().build(),
            ladder: Bench::new(&job.ladder),
            census: Census::default(),
            sample: Sample::default(),
        }
    }
}

impl Worker for Tables<'_> {
    type Broken = Box<Breakdown>;

    fn play(&mut self, deal: u64) -> Result<(), Box<Breakdown>> {
        let Job { players, seed, .. } = *self.job;
        let rules = &self.candidate.played;
        let sums = self.sample.deal(deal);
        let broken = |strategies: &[Spec], seating, slots: &[usize], rotation, what: Misplayed| {
            let who = strategies[slots[what.player]].to_string();
            breakdown(
                self.job,
                self.candidate,
                strategies,
                seating,
                who,
                (deal, rotation),
                what,
            )
        };
        let in_order: Vec<usize> = (0..players).collect();

        let (bots, census) = (&mut self.equals, &mut self.census);
        let mut usual = Finish::default();
        let mut over = None;
        let note = |game: &Game, scores: &[i32; MAX_SEATS]| {
            usual = Finish::of(game, scores);
            over = Some(game.clone());
        };
        play_game(rules, bots, seed, deal, 0, census, note)
            .map_err(|what| broken(&self.job.equals(), Seating::Fixed, &in_order, 0, what))?;
        if let Some(game) = over {
            count_hand(sums, &game, census, &usual);
        }

        let seat = (deal % players as u64) as usize;
        std::mem::swap(&mut bots[seat], &mut self.stranger);
        let mut changed = Finish::default();
        let note = |game: &Game, scores: &[i32; MAX_SEATS]| changed = Finish::of(game, scores);
        let played = play_game(rules, bots, seed, deal, 0, &mut (), note);
        std::mem::swap(&mut bots[seat], &mut self.stranger);
        played.map_err(|what| {
            let mut strategies = self.job.equals();
            strategies[seat] = self.job.weakest().clone();
            broken(&strategies, Seating::Fixed, &in_order, 0, what)
        })?;
        count_interaction(sums, &usual, &changed, seat, players);

        let mut block = LadderBlock::new(self.job, rules);
        for rotation in 0..players as u32 {
            let slots = Seating::Shuffled.slots(players, seed, deal, rotation);
            self.ladder.sit(&slots);
            let note = |game: &Game, scores: &[i32; MAX_SEATS]| {
                block.count(sums, &Finish::of(game, scores), &slots);
            };
            play_game(
                rules,
                &mut self.ladder.bots,
                seed,
                deal,
                rotation,
                &mut (),
                note,
            )
            .map_err(|what| broken(&self.job.ladder, Seating::Shuffled, &slots, rotation, what))?;
        }
        block.end(sums);
        Ok(())
    }
}

/// Counts a hand of equals.
pub fn count_hand(sums: &mut Sums, game: &Game, census: &mut Census, finish: &Finish) {
    let seats = game.seats();
    let facts = census.finish(game);
    let outcome = |which| i64::from(game.outcome() == Some(which));
    for (count, amount) in [
        (Count::Hands, 1),
        (Count::Seats, seats as i64),
        (Count::Turns, i64::from(game.turns())),
        (Count::Decisions, facts.decisions),
        (Count::ForcedTurns, facts.forced_turns),
        (Count::Choices, facts.choices),
        (Count::PenaltyCards, facts.penalty_cards),
        (Count::Skips, facts.skips),
        (Count::LeadChanges, facts.lead_changes),
        (Count::Won, outcome(Outcome::Won)),
        (Count::Comebacks, i64::from(facts.comeback)),
        (Count::Blowouts, i64::from(facts.blowout)),
        (Count::Void, outcome(Outcome::Void)),
        (Count::Stalemate, outcome(Outcome::Stalemate)),
        (Count::Truncated, outcome(Outcome::Truncated)),
    ] {
        sums.add(count, amount);
    }
    sums.add_length(game.turns() as usize);
    let Some((first, clockwise)) = facts.first else {
        return;
    };
    for (place, wins) in sums.seat_wins.iter_mut().enumerate().take(seats) {
        let seat = match clockwise {
            true => (first + place) % seats,
            false => (first + seats - place) % seats,
        };
        *wins += i64::from(finish.won(seat));
    }
}

/// Counts what became of the other seats when one was played by another strategy.
pub fn count_interaction(
    sums: &mut Sums,
    usual: &Finish,
    changed: &Finish,
    seat: usize,
    seats: usize,
) {
    let others = (0..seats).filter(|other| *other != seat);
    let moved = others.map(|other| i64::from((usual.scores[other] - changed.scores[other]).abs()));
    let best = usual.best_but(seat, seats) != changed.best_but(seat, seats);
    sums.add(Count::Replaced, 1);
    sums.add(Count::BestChanged, i64::from(best));
    sums.add(Count::Others, seats as i64 - 1);
    sums.add(Count::ScoreMoved, moved.sum());
}

/// The hands of one deal with the ladder: each place of it has had each seat once.
pub struct LadderBlock {
    players: usize,
    teams: usize,
    strongest: [bool; MAX_SEATS],
    weakest: [bool; MAX_SEATS],
    cells: [i64; MAX_SEATS],
}

impl LadderBlock {
    /// An empty block.
    #[must_use]
    pub fn new(job: &Job, rules: &Rules) -> LadderBlock {
        let is = |spec: &Spec| {
            std::array::from_fn(|place| job.ladder.get(place).is_some_and(|other| other == spec))
        };
        LadderBlock {
            players: job.players,
            teams: usize::from(rules.match_.teams),
            strongest: is(job.strongest()),
            weakest: is(job.weakest()),
            cells: [0; MAX_SEATS],
        }
    }

    /// Counts a hand; `slots[seat]` is the place in the ladder of who sat there.
    pub fn count(&mut self, sums: &mut Sums, finish: &Finish, slots: &[usize]) {
        let seats = || (0..self.players).zip(slots);
        for (seat, place) in seats() {
            let score = i64::from(finish.scores[seat]);
            sums.add(Count::Score, score);
            sums.add(Count::ScoreSquares, score * score);
            sums.ladder_scores[*place] += score;
            let won = i64::from(finish.won(seat));
            if self.strongest[*place] {
                sums.add(Count::StrongSeats, 1);
                sums.add(Count::StrongWins, won);
            }
            if self.weakest[*place] {
                sums.add(Count::WeakSeats, 1);
                sums.add(Count::WeakWins, won);
            }
        }
        for (strong, _) in seats().filter(|(_, place)| self.strongest[**place]) {
            for (weak, _) in seats().filter(|(_, place)| self.weakest[**place]) {
                if self.teams > 0 && strong % self.teams == weak % self.teams {
                    continue;
                }
                let better = Reverse(finish.ranks[strong]).cmp(&Reverse(finish.ranks[weak]));
                sums.add(Count::Meetings, 1);
                sums.add(Count::HalfPoints, 1 + better as i64);
            }
        }
        for (cell, score) in self.cells.iter_mut().zip(&finish.scores) {
            *cell += i64::from(*score);
        }
    }

    /// Ends the block.
    pub fn end(self, sums: &mut Sums) {
        let squares = self.cells[..self.players].iter().map(|cell| cell * cell);
        sums.add(Count::Cells, self.players as i64);
        sums.add(Count::CellSquares, squares.sum());
    }
}

/// A strategy that broke down, with the command that shows it.
fn breakdown(
    job: &Job,
    candidate: &Candidate,
    strategies: &[Spec],
    seating: Seating,
    who: String,
    (deal, rotation): (u64, u32),
    misplayed: Misplayed,
) -> Box<Breakdown> {
    let table = TableSpec {
        name: "balance".into(),
        strategies: strategies.to_vec(),
        ..TableSpec::default()
    };
    let replay = job.replay_command(candidate, &table, seating, (deal, rotation));
    Box::new(Breakdown {
        strategy: who,
        misplayed,
        rules: candidate.rules.name.clone(),
        table: table.name,
        seed: job.seed,
        deal,
        rotation,
        replay,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    fn job(flags: &str) -> Job {
        let typed = format!("unosim balance {flags}");
        let cli = crate::cli::Cli::parse_from(typed.split(' '));
        let crate::cli::Command::Balance(args) = cli.command else {
            panic!("{typed}");
        };
        Job::load(&args).unwrap()
    }

    /// The hand of a match is replayed as a hand, under the changes that go for it but not for the baseline.
    #[test]
    fn a_breakdown_says_how_to_see_it() {
        let job = job("--rules phone,guide-party --set uno.penalty=3 --seed 7");
        let replay = |candidate: usize| {
            let misplayed = Misplayed {
                seat: 1,
                player: 1,
                turn: 3,
                hand: 0,
                text: "fell asleep".into(),
            };
            let candidate = &job.candidates[candidate];
            let seating = Seating::Shuffled;
            let who = "greedy".to_string();
            breakdown(
                &job,
                candidate,
                &job.ladder,
                seating,
                who,
                (5, 2),
                misplayed,
            )
            .replay
        };
        let strategies = "--strategies random,greedy,ranking,expert --seed 7 --deal 5 --rotation 2";
        for (candidate, rules) in [
            "mattel",
            "phone --set uno.penalty=3 --set match.format=hand",
            "guide-party --set uno.penalty=3",
        ]
        .into_iter()
        .enumerate()
        {
            assert_eq!(
                replay(candidate),
                format!("unosim replay --rules {rules} {strategies}")
            );
        }
    }

    /// Two of four cells, all won by the strongest: it beats the weakest each time, and the sums are those of the scores.
    #[test]
    fn a_ladder_is_counted_by_place() {
        let job = job("--players 2 --rules mattel");
        let mut sums = Sums::default();
        let mut block = LadderBlock::new(&job, &Rules::default());
        for slots in [[0, 1], [1, 0]] {
            let strong = slots.iter().position(|place| *place == 1).unwrap();
            let mut finish = Finish::default();
            finish.scores[strong] = 30 + strong as i32;
            finish.ranks[1 - strong] = (true, u8::MAX, 30, 3);
            block.count(&mut sums, &finish, &slots);
        }
        block.end(&mut sums);
        for (count, expected) in [
            (Count::StrongSeats, 2),
            (Count::StrongWins, 2),
            (Count::WeakSeats, 2),
            (Count::WeakWins, 0),
            (Count::Meetings, 2),
            (Count::HalfPoints, 4),
            (Count::Cells, 2),
            (Count::Score, 61),
            (Count::ScoreSquares, 30 * 30 + 31 * 31),
            (Count::CellSquares, 30 * 30 + 31 * 31),
        ] {
            assert_eq!(sums.get(count), expected, "{count:?}");
        }
        assert_eq!(sums.ladder_scores[..2], [0, 61]);
    }
}
