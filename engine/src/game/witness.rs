//! What can be told of a hand while it is played: the events of a transcript (docs/transcripts.md).

use super::Game;
use crate::action::Action;
use crate::card::{Color, Face};

/// Why cards were drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A voluntary draw.
    Turn,
    /// A penalty was taken, or drawn for a last card.
    Penalty,
    /// A challenge was decided.
    Challenge,
    /// A missing or wrong call, or a wrong accusation.
    Uno,
    /// A misplay.
    Misplay,
    /// The first card of the hand.
    FirstCard,
    /// A slap.
    Slap,
    /// A late decision.
    Clock,
}

impl Reason {
    /// Its name in transcripts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Reason::Turn => "turn",
            Reason::Penalty => "penalty",
            Reason::Challenge => "challenge",
            Reason::Uno => "uno",
            Reason::Misplay => "misplay",
            Reason::FirstCard => "first_card",
            Reason::Slap => "slap",
            Reason::Clock => "clock",
        }
    }
}

/// Something left to chance that no draw tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chance {
    /// Of several willing seats this one jumps in.
    JumpIn {
        /// The seat.
        seat: usize,
    },
    /// This seat is slapped.
    Slap {
        /// The seat.
        seat: usize,
    },
    /// The color of a first wild that stands without effect.
    Color {
        /// The color.
        color: Color,
    },
    /// Cards change hands in a trade.
    Trade {
        /// The partner.
        seat: usize,
        /// What the player gives.
        gives: Vec<Face>,
        /// What the player gets.
        gets: Vec<Face>,
    },
    /// All hands were dealt out again.
    ShuffleHands {
        /// The new hands by seat.
        hands: Vec<Vec<Face>>,
    },
}

/// An onlooker who sees everything as it happens. `()` looks away and costs nothing.
pub trait Witness {
    /// Whether events are wanted; what is needed only for them is left out otherwise.
    const WATCHING: bool = true;
    /// The hands are dealt and the first card stands; nothing has happened yet.
    fn dealt(&mut self, _game: &Game) {}
    /// A seat drew cards, in this order. Cards drawn together are told together, after the reshuffle they may have needed.
    fn drew(&mut self, _seat: usize, _cards: &[Face], _reason: Reason) {}
    /// So many discards became the new draw pile.
    fn reshuffled(&mut self, _cards: usize) {}
    /// Chance decided something.
    fn random(&mut self, _what: Chance) {}
    /// A seat laid its last card.
    fn out(&mut self, _seat: usize) {}
    /// The hands of these seats, one bit each, changed owners: two were exchanged, or all went on to the next seat.
    fn exchanged(&mut self, _seats: u16) {}
    /// A challenge was decided: whether somebody had bluffed.
    fn judged(&mut self, _guilty: bool) {}
    /// A seat is about to act; told by whoever asks the seats, and by the game for choices that it takes itself.
    /// `forced`: the seat had no choice and was not asked.
    fn ask(&mut self, _game: &Game, _action: Action, _forced: bool) {}
}

impl Witness for () {
    const WATCHING: bool = false;
}
