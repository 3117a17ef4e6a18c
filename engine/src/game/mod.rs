//! One hand of UNO as a state machine (rules sections 2 to 10).
//!
//! This file holds the state and what anyone at the table's side may ask of it. `deal` starts a hand, `legal` says what
//! may be done, `play` does it, `penalty` settles draw cards, `score` counts, `text` reads and writes actions, `check`
//! states the invariants. Nothing here knows strategies, threads or files. Bots never see a [`Game`] of their table:
//! they get an [`Observation`](crate::Observation).

mod calls;
mod check;
mod deal;
mod hands;
mod jump;
mod lay;
mod legal;
mod penalty;
mod pile;
mod play;
mod position;
mod score;
mod sums;
mod text;
mod witness;
mod world;

pub use deal::Deal;
pub use position::{Position, PositionError};
pub use score::Outcome;
pub use text::Illegal;
pub use witness::{Chance, Reason, Witness};
pub(crate) use world::{Hidden, Stock};

use crate::action::Action;
use crate::card::{Card, Cards, Color, Face};
use crate::rng::Rng;
use crate::rules::Rules;
use lay::Play;
use penalty::{Fours, Penalty};
use pile::Pile;

/// The most seats at a table.
pub const MAX_SEATS: usize = 10;

/// What the seat to move is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// Play, draw or pass.
    Turn,
    /// Play the card just drawn, draw on, or keep.
    Drawn,
    /// Take a penalty, answer it, or challenge.
    Penalty,
    /// Add a card to those played, or be done.
    Extend,
    /// Choose which of the played cards lies on top.
    Top,
    /// Choose whom to swap hands with.
    Swap,
    /// Choose whose hand to look at or trade with.
    Target,
    /// Name a color.
    Color,
    /// Choose the card that is laid face down.
    FaceDown,
    /// Call UNO or stay silent.
    Uno,
    /// Accuse a seat of a missing call.
    Catch,
    /// Play out of turn.
    JumpIn,
    /// The hand is over.
    Over,
}

impl Phase {
    /// Every phase.
    pub const ALL: [Phase; 13] = [
        Phase::Turn,
        Phase::Drawn,
        Phase::Penalty,
        Phase::Extend,
        Phase::Top,
        Phase::Swap,
        Phase::Target,
        Phase::Color,
        Phase::FaceDown,
        Phase::Uno,
        Phase::Catch,
        Phase::JumpIn,
        Phase::Over,
    ];

    /// Its name in scenarios and transcripts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Phase::Turn => "turn",
            Phase::Drawn => "drawn",
            Phase::Penalty => "penalty",
            Phase::Extend => "extend",
            Phase::Top => "top",
            Phase::Swap => "swap",
            Phase::Target => "target",
            Phase::Color => "color",
            Phase::FaceDown => "face_down",
            Phase::Uno => "uno",
            Phase::Catch => "catch",
            Phase::JumpIn => "jump_in",
            Phase::Over => "over",
        }
    }
}

/// A phase with what belongs to it. The tag is a byte of its own, so that telling phases apart costs one comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
enum State {
    Turn,
    /// The playable card just drawn, or none: then the seat may draw on.
    Drawn(Option<Card>),
    Penalty(Penalty),
    /// May another card be added to the play?
    Extend,
    /// Which card of the play lies on top?
    Top,
    /// With whom are hands exchanged?
    Swap,
    /// Whose hand is looked at, or traded with?
    Target,
    /// Which color?
    Color(Naming),
    /// Which card is laid face down under that color?
    FaceDown(Color),
    /// Does the seat in question call?
    Uno,
    /// Does this seat accuse the one in question?
    Catch,
    /// Does this seat play out of turn?
    JumpIn,
    Over(Outcome),
}

/// What a color is named for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Naming {
    /// The first card, a wild; a Wild Draw Four then hits the starter.
    First { starter: u8 },
    /// A play that shuffled all hands.
    Shuffle,
}

/// One hand in progress.
///
/// Copying one costs a few hundred bytes. Two games are equal if everything in them is, their randomness included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    rules: Rules,
    hands: [Cards; MAX_SEATS],
    /// Cards whose place each seat knows although they lie in another's hand.
    known: [Cards; MAX_SEATS],
    /// What each seat showed that it lacked.
    lacks: [Lack; MAX_SEATS],
    /// All of `known` together; spares the usual play the bookkeeping.
    exposed: Cards,
    /// Discards that lie face down and that nobody has turned up.
    facedown: Cards,
    /// Every card of this hand, wherever it lies.
    deck: Cards,
    /// The discards below the top.
    under: Cards,
    /// Cards that match the top: its color in force, its symbol, and wilds.
    fits: Cards,
    /// Cards of which nothing can come under these rules but their effect, played from a hand of more than `plain_above`.
    plain: Cards,
    /// Cards that may not be the last one.
    banned: Cards,
    pile: Pile,
    table: Rng,
    totals: [i32; MAX_SEATS],
    state: State,
    /// The play whose consequences are under way; the penalty it answers stands in it.
    play: Play,
    /// The Wild Draw Fours in it and in the penalty that it answers.
    fours: Fours,
    /// Who is still to be asked what about it.
    asking: Asking,
    /// Twins that their seat kept silent about, as a face and how many: they bind it while its hand is just them.
    silent: [Option<(Face, u8)>; MAX_SEATS],
    turns: u32,
    live: u16,
    /// The live seat after each, by direction: counter-clockwise, clockwise.
    after: [[u8; MAX_SEATS]; 2],
    seats: u8,
    seat: u8,
    dealer: u8,
    /// The seat that won the hand, or will have won it.
    winner: Option<u8>,
    places: [u8; MAX_SEATS],
    passes: u8,
    plain_above: u32,
    /// Whether a turn may offer more than cards and a draw.
    unusual: bool,
    top: Card,
    /// Whether the top lies face down, as a Wild Draw Four.
    covered: bool,
    color: Option<Color>,
    clockwise: bool,
    /// Whether the seat to move has called for nothing on this turn.
    erred: bool,
    /// A seat is out; jump-ins and the final draw are left.
    ending: bool,
    /// The hand is decided: what is still drawn cannot end it another way.
    closing: bool,
}

/// What a seat showed when it last drew on a turn: none of the cards it had then could be played, or it kept them back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Lack {
    /// The colored cards that would have matched.
    cards: Cards,
    /// Cards in its hand that it may have got since.
    since: u8,
}

impl Lack {
    const NOTHING: Lack = Lack {
        cards: Cards::NONE,
        since: 0,
    };
}

/// The questions that a play raises, as far as they are not yet asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Asking {
    /// Seats whose call is due, one bit each.
    due: u16,
    /// How many cards the seats held whose call became due.
    held: [u8; MAX_SEATS],
    /// The seat whose call is in question, and whether it called.
    caller: u8,
    called: bool,
    /// Seats that would jump in, one bit each, and with what.
    willing: u16,
    offers: [Action; MAX_SEATS],
}

impl Asking {
    const NOTHING: Asking = Asking {
        due: 0,
        held: [0; MAX_SEATS],
        caller: 0,
        called: false,
        willing: 0,
        offers: [Action::PASS; MAX_SEATS],
    };
}

impl Game {
    /// The seat that is asked.
    #[inline]
    #[must_use]
    pub fn seat(&self) -> usize {
        usize::from(self.seat)
    }

    /// What it is asked.
    #[inline]
    #[must_use]
    pub fn phase(&self) -> Phase {
        match self.state {
            State::Turn => Phase::Turn,
            State::Drawn(_) => Phase::Drawn,
            State::Penalty(_) => Phase::Penalty,
            State::Extend => Phase::Extend,
            State::Top => Phase::Top,
            State::Swap => Phase::Swap,
            State::Target => Phase::Target,
            State::Color(_) => Phase::Color,
            State::FaceDown(_) => Phase::FaceDown,
            State::Uno => Phase::Uno,
            State::Catch => Phase::Catch,
            State::JumpIn => Phase::JumpIn,
            State::Over(_) => Phase::Over,
        }
    }

    /// Whether the hand is over.
    #[inline]
    #[must_use]
    pub fn is_over(&self) -> bool {
        matches!(self.state, State::Over(_))
    }

    /// The rules in force.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Number of seats, live or not.
    #[inline]
    #[must_use]
    pub fn seats(&self) -> usize {
        usize::from(self.seats)
    }

    /// The live seats, one bit each.
    #[must_use]
    pub fn live(&self) -> u16 {
        self.live
    }

    /// Whether the seat is still in the hand.
    #[must_use]
    pub fn is_live(&self, seat: usize) -> bool {
        self.live >> seat & 1 == 1
    }

    /// The dealer's seat.
    #[must_use]
    pub fn dealer(&self) -> usize {
        usize::from(self.dealer)
    }

    /// The cards a seat holds.
    #[inline]
    #[must_use]
    pub fn hand(&self, seat: usize) -> Cards {
        self.hands[seat]
    }

    /// The card on top of the discards, as it is seen: face down it counts as a Wild Draw Four.
    #[must_use]
    pub fn top(&self) -> Face {
        if self.covered {
            Face::WILD_DRAW_FOUR
        } else {
            self.top.face()
        }
    }

    /// The color in force; none after a first Wild that leaves it free.
    #[must_use]
    pub fn color(&self) -> Option<Color> {
        self.color
    }

    /// Whether play goes clockwise, seat 0, 1, 2 ….
    #[must_use]
    pub fn clockwise(&self) -> bool {
        self.clockwise
    }

    /// Number of cards in the draw pile.
    #[must_use]
    pub fn pile(&self) -> usize {
        self.pile.len()
    }

    /// Number of discards, the top included.
    #[must_use]
    pub fn discards(&self) -> usize {
        self.discard_set().len() as usize
    }

    /// The discards as a set, the top included.
    #[must_use]
    pub fn discard_set(&self) -> Cards {
        self.under | Cards::of(self.top)
    }

    /// Cards in the standing penalty, 0 if none stands.
    #[must_use]
    pub fn pending(&self) -> u32 {
        match self.state {
            State::Penalty(penalty) => u32::from(penalty.amount),
            State::Uno | State::Catch => self.play.answers.map_or(0, |p| u32::from(p.amount)),
            _ => 0,
        }
    }

    /// Turns begun so far: every time a seat was asked in phase `turn`.
    #[must_use]
    pub fn turns(&self) -> u32 {
        self.turns
    }

    /// The match totals before this hand, by seat.
    #[must_use]
    pub fn totals(&self) -> &[i32] {
        &self.totals[..self.seats()]
    }

    /// The live seat so many steps on from a seat, in the direction of play.
    #[inline]
    pub(crate) fn next_from(&self, from: u8, steps: u32) -> u8 {
        let after = &self.after[usize::from(self.clockwise)];
        (0..steps).fold(from, |seat, _| after[usize::from(seat)])
    }

    /// Sets who is live.
    fn seat_live(&mut self, live: u16) {
        self.live = live;
        let mut after = [[0; MAX_SEATS]; 2];
        let seats = 0..self.seats;
        let live = |seat: &u8| live >> seat & 1 == 1;
        let (mut before, mut next) = (seats.clone().rev().find(live), seats.clone().find(live));
        for seat in seats.clone() {
            after[0][usize::from(seat)] = before.unwrap_or(seat);
            before = if live(&seat) { Some(seat) } else { before };
        }
        for seat in seats.rev() {
            after[1][usize::from(seat)] = next.unwrap_or(seat);
            next = if live(&seat) { Some(seat) } else { next };
        }
        self.after = after;
    }

    /// Number of live seats.
    #[inline]
    pub(crate) fn live_count(&self) -> u32 {
        self.live.count_ones()
    }

    /// The other live seats in order of play, from the one after that seat.
    fn others(&self, seat: u8) -> impl Iterator<Item = u8> + use<> {
        let after = self.after[usize::from(self.clockwise)];
        let others = self.live_count() - u32::from(self.is_live(usize::from(seat)));
        (0..others).scan(seat, move |last, _| {
            *last = after[usize::from(*last)];
            Some(*last)
        })
    }

    /// Puts a card on top, with the color now in force.
    #[inline]
    fn lay(&mut self, card: Card, face: Face, color: Option<Color>) {
        self.under |= Cards::of(self.top);
        self.top = card;
        self.covered = false;
        self.color = color;
        self.fits = face.fitting(color);
    }

    /// Makes a card the top that covers none.
    fn turn_up(&mut self, card: Card, color: Option<Color>) {
        self.top = card;
        self.color_top(color);
    }

    /// Sets the color in force on the card on top.
    fn color_top(&mut self, color: Option<Color>) {
        self.color = color;
        self.fits = self.top().fitting(color);
    }
}

impl Game {
    /// Brings `exposed` up to date with `known`.
    fn count_exposed(&mut self) {
        let known = self.known.iter();
        self.exposed = known.fold(Cards::NONE, |all, known| all | *known);
    }
}
