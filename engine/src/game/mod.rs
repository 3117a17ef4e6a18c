//! One hand of UNO as a state machine (rules sections 2 to 10).
//!
//! This file holds the state and what anyone at the table's side may ask of it. `deal` starts a hand, `legal` says what
//! may be done, `play` does it, `penalty` settles draw cards, `score` counts, `text` reads and writes actions, `check`
//! states the invariants. Nothing here knows strategies, threads or files. Bots never see a [`Game`] of their table:
//! they get an [`Observation`](crate::Observation).

mod check;
mod deal;
mod legal;
mod penalty;
mod pile;
mod play;
mod position;
mod score;
mod text;
mod witness;

pub use deal::Deal;
pub use position::{Position, PositionError};
pub use score::Outcome;
pub use text::Illegal;
pub use witness::{Chance, Reason, Witness};

use crate::card::{Card, Cards, Color, Face};
use crate::rng::Rng;
use crate::rules::Rules;
use penalty::Penalty;
use pile::Pile;
use play::Play;

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
    /// The color of a first wild; a Wild Draw Four then hits the starter.
    Color {
        starter: u8,
    },
    /// The player of the last play is asked to call.
    Uno,
    /// `seat` is asked whether it accuses the player of the last play.
    Catch,
    Over(Outcome),
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
    /// All of `known` together; spares the usual play the bookkeeping.
    exposed: Cards,
    /// Every card of this hand, wherever it lies.
    deck: Cards,
    /// The discards below the top.
    under: Cards,
    /// Cards that match the top: its color in force, its symbol, and wilds.
    fits: Cards,
    /// Cards that set nothing in motion under these rules: the turn just passes on.
    plain: Cards,
    /// Cards that may not be the last one.
    banned: Cards,
    pile: Pile,
    table: Rng,
    totals: [i32; MAX_SEATS],
    state: State,
    /// The play whose consequences are under way; the penalty it answers stands in it.
    play: Play,
    turns: u32,
    live: u16,
    /// The live seat after each, by direction: counter-clockwise, clockwise.
    after: [[u8; MAX_SEATS]; 2],
    seats: u8,
    seat: u8,
    dealer: u8,
    /// The seat that won the hand, if any.
    winner: Option<u8>,
    passes: u8,
    top: Card,
    color: Option<Color>,
    clockwise: bool,
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
            State::Color { .. } => Phase::Color,
            State::Uno => Phase::Uno,
            State::Catch => Phase::Catch,
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

    /// The card on top of the discards.
    #[must_use]
    pub fn top(&self) -> Face {
        self.top.face()
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

    /// Puts a card on top, with the color now in force.
    #[inline]
    fn lay(&mut self, card: Card, face: Face, color: Option<Color>) {
        self.under |= Cards::of(self.top);
        self.top = card;
        self.color = color;
        self.fits = face.fitting(color);
    }

    /// Makes the card the top without covering another.
    fn show(&mut self, card: Card, color: Option<Color>) {
        self.top = card;
        self.color = color;
        self.fits = card.face().fitting(color);
    }
}

impl Game {
    /// Brings `exposed` up to date with `known`.
    fn count_exposed(&mut self) {
        let known = self.known.iter();
        self.exposed = known.fold(Cards::NONE, |all, known| all | *known);
    }
}

/// What observations and determinized worlds are made of.
impl Game {
    pub(crate) fn cards(&self) -> Cards {
        self.deck
    }

    pub(crate) fn fits(&self) -> Cards {
        self.fits
    }

    pub(crate) fn known_by(&self, seat: usize) -> Cards {
        self.known[seat]
    }

    pub(crate) fn drawn(&self) -> Option<Face> {
        match self.state {
            State::Drawn(Some(card)) => Some(card.face()),
            _ => None,
        }
    }

    pub(crate) fn cause(&self) -> Option<usize> {
        match self.state {
            State::Penalty(penalty) => Some(usize::from(penalty.by)),
            State::Uno | State::Catch => Some(usize::from(self.play.by)),
            _ => None,
        }
    }

    /// The same table with other hidden cards, as `seat` could imagine it: what other seats have seen is kept where the
    /// seat knows the cards they saw, and everything still to be drawn is random. None if another seat is asked what it
    /// would not be asked with these cards.
    pub(crate) fn resampled(
        &self,
        seat: usize,
        hands: [Cards; MAX_SEATS],
        pile: Cards,
        rng: &mut Rng,
    ) -> Option<Game> {
        let mut world = self.clone();
        world.hands = hands;
        world.pile.reseed(pile, rng.fork());
        world.table = rng.fork();
        let sure = self.hands[seat] | self.known[seat];
        for (other, known) in world.known.iter_mut().enumerate() {
            *known &= if other == seat {
                self.known[seat]
            } else {
                sure - hands[other]
            };
        }
        world.count_exposed();
        let by = usize::from(self.play.by);
        if by != seat {
            self.rejudge(&mut world.play.judgement, hands[by], rng);
        }
        if let State::Penalty(penalty) = &mut world.state
            && usize::from(penalty.by) != seat
        {
            self.rejudge(&mut penalty.judgement, hands[usize::from(penalty.by)], rng);
        }
        if self.seat() != seat {
            if let State::Drawn(Some(_)) = self.state {
                let hand = world.hands[self.seat()];
                let drawn = hand.iter().nth(rng.below(hand.len()) as usize);
                if !drawn.is_some_and(|card| world.playable(self.seat()).contains(card)) {
                    return None;
                }
                world.state = State::Drawn(drawn);
            }
            if world.asks_only_for_choices() && world.legal().single().is_some() {
                return None;
            }
        }
        world.assert_sound();
        Some(world)
    }
}
