//! What a seat watched of a hand, and how likely that makes the cards it imagines in other hands.
//!
//! Others are taken to play like some strategy, the model, more or less: a hand is as likely as its owner would then have
//! done what it did. To tell that, a hand is followed back in time: cards that were played return to it, cards that were
//! drawn leave it, and at every choice on the way the model is asked in the owner's place.
//!
//! It holds what everybody at the table saw (plays, draws, sizes of hands), never a card that its seat may not know: the
//! table at a past choice is kept as a world imagined then, in which a hand can be put.

use crate::Strategy;
use crate::wrapping::{ask, chance};
use unosim_engine::rules::{DrawCount, DrawnCard};
use unosim_engine::{
    Action, ActionSet, Cards, Face, Game, MAX_SEATS, Observation, Phase, Rng, Role,
};

/// How many choices of a seat are remembered: beyond, what it held then says little about what it holds now.
const MOMENTS: usize = 12;
/// How many events of a seat are remembered: some more than choices.
const EVENTS: usize = 4 * MOMENTS;

/// How far a seat may play like the model: the chance that it does what the model would do, or else anything legal; and how
/// probable each of these was before anything was seen of it.
pub const TRUSTS: [(f64, f64); 3] = [(0.95, 0.5), (0.7, 0.3), (0.0, 0.2)];
/// What an action that was not possible in the imagined moment makes a hand less likely by. It does happen: what was drawn in
/// between is guessed.
const IMPOSSIBLE: f64 = 1e-3;

/// Something that everybody saw of a seat.
#[derive(Clone, Copy, Debug)]
enum Event {
    /// It chose an action; the number of the moment.
    Chose(Action, u8),
    /// A card left its hand, face up.
    Played(Face),
    /// So many cards came to its hand. Just before, it drew rather than play any of these; and in that moment, if it is
    /// given, it did not play the one card that came.
    Drew(u32, Cards, Option<u8>),
    /// What it holds since has nothing to do with what it held.
    Lost,
}

/// What was seen of one seat.
struct Record {
    events: Vec<Event>,
    /// Worlds imagined at its last choices, the oldest overwritten first.
    moments: Vec<Game>,
    /// How many choices there were.
    choices: usize,
    /// How many cards it holds after all that.
    size: u32,
    /// What it showed that it lacks, if it draws now, and the moment.
    lacked: Cards,
    asked: Option<u8>,
}

impl Record {
    fn new() -> Record {
        Record {
            events: Vec::with_capacity(EVENTS),
            moments: Vec::with_capacity(MOMENTS),
            choices: 0,
            size: 0,
            lacked: Cards::NONE,
            asked: None,
        }
    }

    fn begin(&mut self, size: u32) {
        self.events.clear();
        self.moments.clear();
        self.choices = 0;
        self.size = size;
        self.lacked = Cards::NONE;
        self.asked = None;
    }

    fn push(&mut self, event: Event) {
        if self.events.len() == EVENTS {
            self.events.drain(..EVENTS / 2);
        }
        self.events.push(event);
    }

    fn chose(&mut self, action: Action, moment: Game) -> u8 {
        let at = self.choices % MOMENTS;
        match self.moments.get_mut(at) {
            Some(old) => *old = moment,
            None => self.moments.push(moment),
        }
        self.choices += 1;
        self.push(Event::Chose(action, at as u8));
        at as u8
    }
}

/// What was seen of a hand so far.
pub struct History {
    seats: usize,
    turns: u32,
    records: [Record; MAX_SEATS],
    /// For the worlds of past choices. What is imagined elsewhere in them matters to no question asked.
    rng: Rng,
}

impl Default for History {
    fn default() -> History {
        History {
            seats: 0,
            turns: 0,
            records: std::array::from_fn(|_| Record::new()),
            rng: Rng::new(0, 0, Role::Other(0)),
        }
    }
}

impl History {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.seats = 0;
    }

    /// Notes what came to hands since the last look, or that this is another hand.
    pub fn look(&mut self, seen: &Observation<'_>) {
        let turns = seen.turns();
        if self.seats != seen.seats() || turns < self.turns || turns <= 1 {
            self.seats = seen.seats();
            self.rng = Rng::new(0, 0, Role::Other(0));
            for (seat, record) in self.records[..self.seats].iter_mut().enumerate() {
                record.begin(seen.hand_len(seat));
            }
        }
        self.turns = turns;
        for (seat, record) in self.records[..self.seats].iter_mut().enumerate() {
            let (before, now) = (record.size, seen.hand_len(seat));
            let lacked = std::mem::take(&mut record.lacked);
            let asked = record.asked.take().filter(|_| now == before + 1);
            record.size = now;
            if now > before {
                record.push(Event::Drew(now - before, lacked, asked));
            } else if now < before {
                record.push(Event::Lost);
            }
        }
    }

    /// An action that everybody sees is about to be taken.
    pub fn watch(&mut self, seen: &Observation<'_>, action: Action) {
        self.look(seen);
        let (actor, phase) = (seen.to_move(), seen.phase());
        if actor == seen.seat() || seen.rules().hands_move() {
            self.records[actor].size -= u32::from(action.face().is_some());
            return;
        }
        let record = &mut self.records[actor];
        if matches!(phase, Phase::Turn | Phase::Penalty) {
            let mut moment = seen.determinize(&mut self.rng);
            // Whatever it held: had it a choice?
            moment.suppose(actor, moment.cards());
            if offered(&moment).len() > 1 {
                let at = record.chose(action, moment);
                let rules = seen.rules();
                // Of one card drawn everybody sees that it was not played.
                if action == Action::DRAW
                    && phase == Phase::Turn
                    && rules.draw.count == DrawCount::One
                    && rules.draw.drawn_card != DrawnCard::Keep
                {
                    record.asked = Some(at);
                }
            }
        }
        if let Some(face) = action.face() {
            record.size -= 1;
            match (phase, record.events.last_mut()) {
                // The card that it just drew.
                (Phase::Drawn, Some(Event::Drew(count, _, asked))) if *count > 0 => {
                    *count -= 1;
                    *asked = None;
                }
                _ => record.push(Event::Played(face)),
            }
        } else if action == Action::DRAW && phase == Phase::Turn {
            record.lacked = seen.fitting() - Cards::WILDS;
        }
    }

    /// Whether a choice of that seat was seen.
    #[must_use]
    pub fn tells_of(&self, seat: usize) -> bool {
        seat < self.seats && self.records[seat].choices > 0
    }

    /// How likely it is, up to a factor, that a seat with that hand now would have done what it did, if it plays more or less
    /// like `model`. Draws are followed back by chance, so this is an estimate without bias. It may stop with 0 once it
    /// is sure to come out below `least`.
    pub fn likelihood(
        &mut self,
        seat: usize,
        mut hand: Cards,
        model: &mut dyn Strategy,
        least: f64,
        rng: &mut Rng,
    ) -> f64 {
        let record = &mut self.records[seat];
        let mut weights = TRUSTS.map(|(_, prior)| prior);
        let mut choices = 0;
        for event in record.events.iter().rev() {
            if weights.iter().sum::<f64>() < least {
                return 0.0;
            }
            match *event {
                Event::Lost => break,
                Event::Played(face) => hand |= (face.cards() - hand).lowest(),
                Event::Drew(count, lacked, asked) => {
                    let with = hand;
                    // Of a card that fitted and was not played nobody can say when it came.
                    let lacked = match asked {
                        Some(_) => Cards::NONE,
                        None => lacked,
                    };
                    let chance = take_drawn(&mut hand, count, lacked, rng);
                    weights.iter_mut().for_each(|weight| *weight *= chance);
                    let card = (with - hand).first();
                    // The moment is still there if its choice is yet to come.
                    if let (Some(at), Some(card)) = (asked, card)
                        && choices < record.moments.len()
                    {
                        let mut moment = record.moments[usize::from(at)].clone();
                        if moment.suppose_drawn(seat, with, card) {
                            let legal = offered(&moment);
                            model.reset();
                            let choice = ask(model, &moment.observe(seat), legal, rng);
                            weigh(&mut weights, choice.face().is_none(), chance_of_any(legal));
                        }
                    }
                }
                Event::Chose(action, at) => {
                    choices += 1;
                    let moment = &mut record.moments[usize::from(at)];
                    moment.suppose(seat, hand);
                    let legal = offered(moment);
                    if legal.contains(action) {
                        model.reset();
                        let choice = ask(model, &moment.observe(seat), legal, rng);
                        weigh(&mut weights, choice == action, chance_of_any(legal));
                    } else {
                        weigh(&mut weights, false, IMPOSSIBLE);
                    }
                    if choices == record.moments.len() {
                        break;
                    }
                }
            }
        }
        weights.iter().sum()
    }
}

/// Multiplies each degree of trust's weight by the chance of a choice: what the model would do or not, or else anything legal,
/// with the chance of that.
fn weigh(weights: &mut [f64; TRUSTS.len()], as_model: bool, any: f64) {
    for (weight, (trust, _)) in weights.iter_mut().zip(TRUSTS) {
        *weight *= trust * f64::from(u8::from(as_model)) + (1.0 - trust) * any;
    }
}

fn chance_of_any(legal: ActionSet) -> f64 {
    1.0 / f64::from(legal.len())
}

/// What a seat is offered that makes no errors.
fn offered(game: &Game) -> ActionSet {
    game.legal() - game.errors()
}

/// How often cards that fitted when they were drawn are taken back before others: they were hardly there before, or else they
/// would have been played.
const FITTING_FIRST: f64 = 0.75;

/// Takes back cards that were drawn, by chance, those which fitted before more often. Returns how much more probable the very
/// same ones are if each card is as likely.
fn take_drawn(hand: &mut Cards, count: u32, lacked: Cards, rng: &mut Rng) -> f64 {
    let count = count.min(hand.len());
    let fitting = (*hand & lacked).len();
    let before = *hand;
    let first = fitting > 0 && chance(rng, FITTING_FIRST);
    for _ in 0..count {
        let from = match first && hand.meets(lacked) {
            true => *hand & lacked,
            false => *hand,
        };
        *hand -= Cards::of(from.nth(rng.below(from.len())));
    }
    if fitting == 0 {
        return 1.0;
    }
    let most = fitting.min(count);
    match ((before - *hand) & lacked).len() == most {
        true => {
            // That random ones are as many of those that fitted.
            let share = hypergeometric(before.len(), fitting, count, most);
            1.0 / (FITTING_FIRST / share + (1.0 - FITTING_FIRST))
        }
        false => 1.0 / (1.0 - FITTING_FIRST),
    }
}

/// The chance that of some cards drawn from a few, `hits` are among the marked ones.
fn hypergeometric(all: u32, marked: u32, drawn: u32, hits: u32) -> f64 {
    let ways = |of: u32, some: u32| {
        (0..some).fold(1.0, |ways, n| ways * f64::from(of - n) / f64::from(n + 1))
    };
    ways(marked, hits) * ways(all - marked, drawn - hits) / ways(all, drawn)
}
