//! Plays one game of a run again and tells what happens, as a story or as events. It knows who sits where; how a game
//! is told belongs to `text` and `jsonl`, how it is played to `play`.

mod jsonl;
mod text;

use anyhow::{Result, anyhow, ensure};
use std::cell::RefCell;
use std::io::{BufWriter, Write};
use unosim_engine::{
    Action, Chance, Face, Game, MAX_SEATS, Match, Reason, Rules, Verdict, Witness,
};
use unosim_strategies::{Spec, Strategy};

use crate::cli::{Format, ReplayArgs};
use crate::experiment::{check_table, parse_strategies, refuse_cheats};
use crate::play::{Key, best, play_schedule};
use crate::rules::{load_rules, rules_name};
use crate::schedule::{self, Sitting};
use crate::style::Style;

/// A game to be told.
struct Subject<'a> {
    rules: &'a Rules,
    rules_name: String,
    /// The strategies by player: seat s is player s unless seats change during the game.
    players: Vec<String>,
    /// Who sits where, sitting after sitting.
    schedule: Vec<Sitting>,
    seed: u64,
    deal: u64,
}

impl Subject<'_> {
    /// Who sits where in a hand.
    fn sitting(&self, hand: u32) -> Sitting {
        let each = schedule::hands_each(self.rules);
        match self.schedule.as_slice() {
            [one] => *one,
            many => many[(hand / each) as usize % many.len()],
        }
    }

    /// Where a game stands after so many hands.
    fn verdict(&self, totals: &[i32], hands: u32, game: &Game) -> Verdict {
        let sittings = self.schedule.len() as u32;
        if sittings == 1 {
            return Match::verdict(self.rules, totals, hands, game);
        }
        let over = hands == sittings * schedule::hands_each(self.rules);
        Verdict {
            over,
            winners: if over { best(self.rules, totals) } else { 0 },
            truncated: false,
        }
    }
}

/// A witness that writes down what it sees.
trait Teller: Witness {
    /// What it tells of.
    fn subject(&self) -> &Subject<'_>;
    /// A hand is over; the totals, by player, are those after it.
    fn scored(&mut self, game: &Game, totals: &[i32], verdict: Verdict);
    /// The first failure to write, if there was one; ends the telling.
    fn finish(&mut self) -> std::io::Result<()>;
}

/// Plays the game and prints it.
///
/// # Errors
/// Says what is wrong with the rules, strategies or rotation, or what a strategy did wrong.
pub fn run(args: &ReplayArgs) -> Result<()> {
    let rules = load_rules(&args.rules, &args.set)?;
    let specs = parse_strategies(&args.strategies)?;
    refuse_cheats(&specs, args.allow_cheats)?;
    check_table(&rules, args.seating, specs.len())?;
    let players = seated(args, &specs)?;
    let mut bots: Vec<Box<dyn Strategy>> = players.iter().map(|spec| spec.build()).collect();
    let subject = Subject {
        rules: &rules,
        rules_name: rules_name(&args.rules, &args.set),
        players: players.iter().map(|spec| spec.to_string()).collect(),
        schedule: args.seating.schedule(specs.len()),
        seed: args.seed,
        deal: args.deal,
    };
    let schedule = subject.schedule.clone();
    let out = BufWriter::new(std::io::stdout().lock());
    match args.format {
        Format::Text => {
            let teller = text::Text::new(subject, out, Style::stdout().is_on());
            tell(args, &schedule, &mut bots, teller)
        }
        Format::Jsonl => {
            let teller = jsonl::Jsonl::new(subject, out);
            tell(args, &schedule, &mut bots, teller)
        }
    }
}

/// The strategies by seat, or by player of a schedule, as the run seated them.
fn seated<'s>(args: &ReplayArgs, specs: &'s [Spec]) -> Result<Vec<&'s Spec>> {
    let seats = specs.len();
    let rotations = args.seating.rotations(seats);
    ensure!(
        args.rotation < rotations,
        "--rotation {} does not exist: with {seats} strategies and seating = \"{}\" a deal has the rotations 0 to {}",
        args.rotation,
        args.seating.name(),
        rotations - 1
    );
    let slots = args
        .seating
        .slots(seats, args.seed, args.deal, args.rotation);
    Ok(slots.into_iter().map(|slot| &specs[slot]).collect())
}

fn tell(
    args: &ReplayArgs,
    schedule: &[Sitting],
    bots: &mut [Box<dyn Strategy>],
    teller: impl Teller,
) -> Result<()> {
    let rules = *teller.subject().rules;
    let teller = RefCell::new(teller);
    let mut totals = vec![0; bots.len()];
    let mut hands = 0;
    let scored = |game: &Game, scores: &[i32; MAX_SEATS], sitting: &Sitting| {
        for (player, score) in sitting.players().zip(scores) {
            totals[player] += score;
        }
        hands += 1;
        let mut teller = teller.borrow_mut();
        let verdict = teller.subject().verdict(&totals, hands, game);
        teller.scored(game, &totals, verdict);
    };
    let key = Key {
        seed: args.seed,
        deal: args.deal,
        rotation: args.rotation,
    };
    let mut witness = Shared(&teller);
    let played = play_schedule(&rules, schedule, bots, key, &mut witness, scored);
    teller.borrow_mut().finish()?;
    match played {
        Ok(_) => Ok(()),
        Err(misplayed) => Err(anyhow!(misplayed)),
    }
}

/// Lets the game and the count after each hand speak to one teller.
struct Shared<'a, T>(&'a RefCell<T>);

impl<T: Witness> Witness for Shared<'_, T> {
    fn dealt(&mut self, game: &Game) {
        self.0.borrow_mut().dealt(game);
    }
    fn drew(&mut self, seat: usize, cards: &[Face], reason: Reason) {
        self.0.borrow_mut().drew(seat, cards, reason);
    }
    fn reshuffled(&mut self, cards: usize) {
        self.0.borrow_mut().reshuffled(cards);
    }
    fn random(&mut self, what: Chance) {
        self.0.borrow_mut().random(what);
    }
    fn out(&mut self, seat: usize) {
        self.0.borrow_mut().out(seat);
    }
    fn exchanged(&mut self, seats: u16) {
        self.0.borrow_mut().exchanged(seats);
    }
    fn judged(&mut self, guilty: bool) {
        self.0.borrow_mut().judged(guilty);
    }
    fn ask(&mut self, game: &Game, action: Action, forced: bool) {
        self.0.borrow_mut().ask(game, action, forced);
    }
}

/// Writes lines and keeps the first failure, since a witness cannot return one.
struct Lines<W: Write> {
    out: W,
    failed: Option<std::io::Error>,
}

impl<W: Write> Lines<W> {
    fn new(out: W) -> Self {
        Lines { out, failed: None }
    }

    fn line(&mut self, text: &str) {
        if self.failed.is_none() {
            self.failed = writeln!(self.out, "{text}").err();
        }
    }

    fn finish(&mut self) -> std::io::Result<()> {
        match self.failed.take() {
            Some(error) => Err(error),
            None => self.out.flush(),
        }
    }
}

/// The seats of a mask.
fn seats_in(mask: u16) -> Vec<usize> {
    (0..16).filter(|seat| mask >> seat & 1 == 1).collect()
}
