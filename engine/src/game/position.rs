//! Positions set up by hand: a table that need not come from a deal, and the gate that turns it into a game.

use super::pile::Pile;
use super::{Deal, Game, MAX_SEATS, State};
use crate::card::{Card, Cards, Color, Face};
use crate::rng::{Rng, Role};
use crate::rules::Rules;

/// A hand in its middle (docs/scenarios.md).
#[derive(Clone, Debug)]
pub struct Position {
    /// The cards of each seat; a seat without cards is out.
    pub hands: Vec<Vec<Face>>,
    /// The discards, top first.
    pub discard: Vec<Face>,
    /// The draw pile, next drawn first.
    pub draw: Vec<Face>,
    /// Whether cards not listed lie shuffled under the draw pile; otherwise they do not exist.
    pub under: bool,
    /// The color in force, if it is not that of the top; `Some(None)`: none.
    pub color: Option<Option<Color>>,
    /// The seat that begins.
    pub to_move: usize,
    /// The direction of play.
    pub clockwise: bool,
    /// The dealer; by default the last seat.
    pub dealer: Option<usize>,
    /// Match totals so far; missing ones are 0.
    pub totals: Vec<i32>,
    /// Seed of whatever is still random.
    pub seed: u64,
}

impl Default for Position {
    fn default() -> Self {
        Position {
            hands: Vec::new(),
            discard: Vec::new(),
            draw: Vec::new(),
            under: false,
            color: None,
            to_move: 0,
            clockwise: true,
            dealer: None,
            totals: Vec::new(),
            seed: 0,
        }
    }
}

/// Why a position is none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// A card that the deck does not hold, or not so often.
    #[error("there are not so many {0} in this deck")]
    NoSuchCard(Face),
    /// Too few cards are listed for the deal.
    #[error("the deal needs {needed} cards; list more, or let the rest lie under them")]
    DealTooSmall {
        /// Cards dealt and turned.
        needed: usize,
    },
    /// A number of hands outside 2-10.
    #[error("a table has 2 to 10 seats, not {0}")]
    Seats(usize),
    /// No top card.
    #[error("the discards need at least a top card")]
    NoTop,
    /// A wild on top with no color named.
    #[error("{0} is on top, so the color in force must be given")]
    NoColor(Face),
    /// A seat that is not at the table or has no cards.
    #[error("seat {0} cannot act: it has no cards or is not at the table")]
    NoSuchSeat(usize),
}

impl Game {
    /// A hand in its middle: the seat to move is asked in phase `turn`.
    ///
    /// # Errors
    /// If the position is not one of this deck and table.
    pub fn from_position(rules: &Rules, position: &Position) -> Result<Game, PositionError> {
        let seats = position.hands.len();
        if !(2..=MAX_SEATS).contains(&seats) {
            return Err(PositionError::Seats(seats));
        }
        let whole = rules.deck();
        let mut taken = Cards::NONE;
        let mut take = |face: &Face| -> Result<Card, PositionError> {
            let card = (face.cards() & (whole - taken))
                .first()
                .ok_or(PositionError::NoSuchCard(*face))?;
            taken |= Cards::of(card);
            Ok(card)
        };
        let mut take_all = |faces: &[Face]| {
            faces
                .iter()
                .map(&mut take)
                .collect::<Result<Vec<Card>, _>>()
        };
        let mut hands = [Cards::NONE; MAX_SEATS];
        for (hand, faces) in hands.iter_mut().zip(&position.hands) {
            *hand = take_all(faces)?.into_iter().collect();
        }
        let discards = take_all(&position.discard)?;
        let draw = take_all(&position.draw)?;
        let top = *discards.first().ok_or(PositionError::NoTop)?;
        let color = match (position.color, top.face().color()) {
            (Some(color), _) => color,
            (None, None) => return Err(PositionError::NoColor(top.face())),
            (None, own) => own,
        };
        let live = (0..seats)
            .filter(|s| !hands[*s].is_empty())
            .fold(0, |mask, s| mask | 1 << s);
        let dealer = position.dealer.unwrap_or(seats - 1);
        let mut deal = Deal {
            live,
            ..Deal::first(seats, dealer, position.seed, 0)
        };
        for (total, given) in deal.totals.iter_mut().zip(&position.totals) {
            *total = *given;
        }
        for seat in [position.to_move, dealer] {
            if seat >= seats || (seat == position.to_move && live >> seat & 1 == 0) {
                return Err(PositionError::NoSuchSeat(seat));
            }
        }
        let rest = if position.under {
            whole - taken
        } else {
            Cards::NONE
        };
        let pile = Pile::ordered(&draw, rest, Rng::new(position.seed, 0, Role::Deck(0)));
        let mut game = Game::blank(rules, &deal, taken | rest, pile);
        game.hands = hands;
        game.under = discards[1..].iter().copied().collect();
        game.turn_up(top, color);
        game.clockwise = position.clockwise;
        game.seat = position.to_move as u8;
        game.turns = 1;
        game.state = State::Turn;
        game.assert_sound();
        Ok(game)
    }
}
