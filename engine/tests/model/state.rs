//! The state of a hand, and the questions about seats that every part asks (rule book, section 2).

use super::cards::{self, Card};
use super::chance::Chance;
use super::options::Options;

/// Whatever goes wrong is told in words.
pub type Res<T = ()> = Result<T, String>;

/// How the cards of a play come onto the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// On a turn.
    Turn,
    /// The card just drawn.
    Drawn,
    /// Out of turn, an identical card.
    Jump,
    /// Out of turn, cards that add up.
    JumpSum,
    /// As an answer to a penalty.
    Answer,
    /// Face down.
    Claim,
}

/// One play, from its first card until its effect is done.
#[derive(Clone, Debug)]
pub struct Play {
    pub seat: usize,
    pub mode: Mode,
    /// Cards laid, the last one on top; cards swept by Discard All are not among them.
    pub laid: Vec<Card>,
    /// Color named with a wild.
    pub named: Option<char>,
    /// `look`, `trade` or `-`.
    pub function: Option<String>,
    /// Whether a Wild Draw Four of this play was illegal.
    pub guilty: bool,
    /// The number to add up to, in a sum jump-in.
    pub sum: Option<u32>,
    /// Cards in the hand before the play were identical twins that nobody called.
    pub uncalled_twins: bool,
    /// How hands are exchanged: `swap`, `next`, `rotate`, `blank`.
    pub swap: String,
    /// Seats whose hands were exchanged.
    pub swapped: Vec<usize>,
    /// What lay before the play: the top as it was seen, whether it was face down, and the color in force.
    pub before: (Card, bool, Option<char>),
}

/// What a play does to others.
#[derive(Clone, Debug, Default)]
pub struct Effect {
    pub draw: u32,
    pub skips: u32,
    pub turns: u32,
    /// Draw cards in it.
    pub draw_cards: u32,
    /// Each Wild Draw Four: who laid it, and whether that was illegal.
    pub fours: Vec<(usize, bool)>,
    /// It is by a blank, so it cannot be answered.
    pub blank: bool,
}

/// A penalty that stands.
#[derive(Clone, Debug)]
pub struct Penalty {
    pub amount: u32,
    pub victim: usize,
    pub cause: usize,
    pub draw_cards: u32,
    pub fours: Vec<(usize, bool)>,
    /// The last draw card: `+2`, `W+4`, `pair`.
    pub last: String,
    pub blank: bool,
    /// The Wild Draw Four on top was played by a seat, not turned up.
    pub played: bool,
    /// It is that of the first card.
    pub first: bool,
    /// A face-down card is on top: whether it is real, whether the card before was face down too, and the color before.
    pub claim: Option<(bool, bool, Option<char>)>,
}

/// One hand.
#[derive(Clone, Debug)]
pub struct Model {
    pub o: Options,
    pub seats: usize,
    pub live: Vec<bool>,
    pub in_match: Vec<bool>,
    pub dealer: usize,
    pub hands: Vec<Vec<Card>>,
    /// The draw pile, in no order.
    pub pile: Vec<Card>,
    /// The last one is on top.
    pub discards: Vec<Card>,
    /// The top was laid face down and is shown as `W+4`.
    pub covered: bool,
    pub color: Option<char>,
    pub direction: i32,
    pub phase: &'static str,
    pub seat: usize,
    pub turns: u32,
    pub passes: usize,
    /// A wrong call was made on this turn.
    pub erred: bool,
    pub drawn: Option<Card>,
    pub play: Option<Play>,
    pub effect: Effect,
    pub penalty: Option<Penalty>,
    /// Seats whose call is due, and then those that may still catch the first of them.
    pub due: Vec<usize>,
    pub catchers: Vec<usize>,
    pub called: bool,
    /// Seats still to be asked whether they jump in, and those that are willing.
    pub jumpers: Vec<usize>,
    pub willing: Vec<(usize, String)>,
    /// Each seat's hand of twins that nobody called.
    pub silent_twins: Vec<Option<Vec<Card>>>,
    pub claimed: Option<char>,
    /// The hand is decided and only jump-ins and the final draw are left.
    pub ending: bool,
    /// Why a color is asked for: `wild`, `wild_four`, `shuffle`.
    pub color_for: &'static str,
    pub outcome: Option<&'static str>,
    pub winner: Option<usize>,
    pub places: Vec<usize>,
    pub chance: Chance,
    /// Nobody tells what chance decided: the pile is in order, next card first, and choices take the first there is.
    pub alone: bool,
}

impl Model {
    /// A hand of these cards in the middle of play.
    pub fn new(o: Options, hands: Vec<Vec<Card>>, pile: Vec<Card>, discards: Vec<Card>) -> Model {
        let seats = hands.len();
        Model {
            o,
            seats,
            live: vec![true; seats],
            in_match: vec![true; seats],
            dealer: seats - 1,
            color: discards.last().and_then(|top| cards::color(top)),
            hands,
            pile,
            discards,
            covered: false,
            direction: 1,
            phase: "turn",
            seat: 0,
            turns: 0,
            passes: 0,
            erred: false,
            drawn: None,
            play: None,
            effect: Effect::default(),
            penalty: None,
            due: Vec::new(),
            catchers: Vec::new(),
            called: false,
            jumpers: Vec::new(),
            willing: Vec::new(),
            silent_twins: vec![None; seats],
            claimed: None,
            ending: false,
            color_for: "wild",
            outcome: None,
            winner: None,
            places: vec![0; seats],
            chance: Chance::default(),
            alone: false,
        }
    }

    /// The seats still in.
    pub fn live_seats(&self) -> Vec<usize> {
        (0..self.seats).filter(|s| self.live[*s]).collect()
    }

    /// The next live seat after that one in a direction.
    pub fn next_towards(&self, seat: usize, direction: i32) -> usize {
        let n = self.seats as i32;
        let mut at = seat as i32;
        loop {
            at = (at + direction + n) % n;
            if self.live[at as usize] {
                return at as usize;
            }
        }
    }

    /// The next live seat in the direction of play.
    pub fn next(&self, seat: usize) -> usize {
        self.next_towards(seat, self.direction)
    }

    /// The other live seats in order of play, from the one after that seat.
    pub fn others(&self, seat: usize) -> Vec<usize> {
        let n = self.seats as i32;
        (1..n)
            .map(|step| (seat as i32 + step * self.direction).rem_euclid(n) as usize)
            .filter(|s| self.live[*s])
            .collect()
    }

    /// The card on top, as it is seen.
    pub fn top(&self) -> Card {
        if self.covered {
            "W+4"
        } else {
            self.discards.last().unwrap()
        }
    }

    /// Cards in the standing penalty.
    pub fn pending(&self) -> u32 {
        self.penalty.as_ref().map_or(0, |p| p.amount)
    }

    /// Whether the hand goes on when so many of the live seats are out.
    pub fn goes_on_without(&self, out: usize) -> bool {
        self.o.match_format == "last_standing" && self.live_seats().len() >= out + 2
    }

    /// What a blank does.
    pub fn blank_effect(&self, card: &str) -> Option<&str> {
        cards::blank(card).map(|i| self.o.blanks[i].as_str())
    }

    /// A new turn begins, unless the hand is too long (section 9).
    pub fn begin_turn(&mut self, seat: usize) {
        if self.turns >= self.o.max_turns {
            self.end("truncated", None);
            return;
        }
        self.turns += 1;
        self.seat = seat;
        self.phase = "turn";
        self.erred = false;
        self.drawn = None;
        self.play = None;
        self.effect = Effect::default();
    }

    /// The hand is over.
    pub fn end(&mut self, outcome: &'static str, winner: Option<usize>) {
        self.phase = "over";
        self.outcome = Some(outcome);
        self.winner = winner;
        self.penalty = None;
    }
}
