//! How a scenario is written (TOML): its keys and their types, and the line of every mistake. It knows how cards,
//! colors and seats are written, and nothing of what they mean in a game.

use serde::Deserialize;
use serde::de::{Deserializer, Error as _};
use unosim_engine::spelling::nearest;
use unosim_engine::{Color, Face, Outcome, Phase};

/// A scenario as it is written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Scenario {
    /// The rule that it shows. Documentation only, as `why` is.
    #[serde(rename = "name")]
    _name: String,
    #[serde(rename = "why")]
    _why: Option<String>,
    #[serde(default = "mattel")]
    pub(super) rules: String,
    #[serde(default)]
    pub(super) set: toml::Table,
    pub(super) players: Option<usize>,
    pub(super) hands: Option<Vec<Vec<Card>>>,
    pub(super) discard: Option<Vec<Card>>,
    pub(super) draw: Option<Vec<Card>>,
    pub(super) deal: Option<Order>,
    #[serde(default)]
    pub(super) rest: Rest,
    pub(super) color: Option<InForce>,
    pub(super) to_move: Option<usize>,
    pub(super) direction: Option<Direction>,
    pub(super) dealer: Option<usize>,
    #[serde(default)]
    pub(super) totals: Vec<i32>,
    #[serde(default = "one")]
    pub(super) seed: u64,
    #[serde(default)]
    pub(super) expect: Expect,
    #[serde(default)]
    pub(super) step: Vec<Step>,
    /// The actions that are best after the last step.
    #[serde(default)]
    pub(super) best: Vec<String>,
}

/// The top of a deck, next dealt first.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Order {
    pub(super) order: Vec<Card>,
}

/// Where the cards are that nothing lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Rest {
    #[default]
    Gone,
    Under,
}

/// One action and what holds after it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Step {
    pub(super) seat: usize,
    pub(super) action: String,
    #[serde(default)]
    pub(super) illegal: bool,
    #[serde(default)]
    pub(super) expect: Expect,
}

/// What must hold; what is left out may be anything.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Expect {
    pub(super) to_move: Option<usize>,
    #[serde(deserialize_with = "phase")]
    pub(super) phase: Option<Phase>,
    pub(super) legal: Option<Vec<String>>,
    pub(super) legal_has: Option<Vec<String>>,
    pub(super) legal_not: Option<Vec<String>>,
    pub(super) hands: Option<Vec<Hand>>,
    pub(super) hand_sizes: Option<Vec<usize>>,
    pub(super) top: Option<Card>,
    pub(super) color: Option<InForce>,
    pub(super) direction: Option<Direction>,
    pub(super) pile: Option<usize>,
    pub(super) discards: Option<usize>,
    pub(super) pending: Option<u32>,
    pub(super) winner: Option<Seats>,
    #[serde(deserialize_with = "outcome")]
    pub(super) outcome: Option<Outcome>,
    pub(super) points: Option<Vec<u32>>,
    pub(super) scores: Option<Vec<i32>>,
    pub(super) totals: Option<Vec<i32>>,
    pub(super) match_over: Option<bool>,
    pub(super) match_winner: Option<Seats>,
    pub(super) places: Option<Vec<u8>>,
    pub(super) loser: Option<Seats>,
    pub(super) live: Option<Vec<usize>>,
    pub(super) error: Option<String>,
}

/// A card, as in `R5` or `W+4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(super) struct Card(pub(super) Face);

impl TryFrom<String> for Card {
    type Error = String;
    fn try_from(text: String) -> Result<Card, String> {
        let unknown =
            || format!("{text:?} is no card: cards are written as in R5, GS, B+2, W, W+4");
        Face::parse(&text).map(Card).ok_or_else(unknown)
    }
}

/// The color in force; `-` is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(super) struct InForce(pub(super) Option<Color>);

impl TryFrom<String> for InForce {
    type Error = String;
    fn try_from(text: String) -> Result<InForce, String> {
        match text.as_str() {
            "R" | "Y" | "G" | "B" => Ok(InForce(text.chars().next().and_then(Color::from_letter))),
            "-" => Ok(InForce(None)),
            _ => Err(format!(
                "{text:?} is no color: it is R, Y, G, B, or - for none"
            )),
        }
    }
}

/// 1 or -1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "i64")]
pub(super) struct Direction {
    pub(super) clockwise: bool,
}

impl TryFrom<i64> for Direction {
    type Error = String;
    fn try_from(number: i64) -> Result<Direction, String> {
        match number {
            1 | -1 => Ok(Direction {
                clockwise: number == 1,
            }),
            _ => Err(format!(
                "{number} is no direction: it is 1 (clockwise) or -1"
            )),
        }
    }
}

/// The cards of a seat in any order, or `"?"`: any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Hand {
    Any,
    Cards(Vec<Face>),
}

impl<'de> Deserialize<'de> for Hand {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Hand, D::Error> {
        match toml::Value::deserialize(from)? {
            toml::Value::String(text) if text == "?" => Ok(Hand::Any),
            toml::Value::Array(cards) => {
                let cards = cards.into_iter().map(Card::deserialize);
                let mut faces = cards
                    .map(|card| Ok(card.map_err(|e| D::Error::custom(e.message()))?.0))
                    .collect::<Result<Vec<Face>, D::Error>>()?;
                faces.sort_unstable();
                Ok(Hand::Cards(faces))
            }
            other => Err(D::Error::custom(format!(
                "{other} is no hand: it is a list of cards, or \"?\" for any"
            ))),
        }
    }
}

/// A seat, a list of seats, or -1: nobody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Seats(pub(super) Vec<usize>);

impl<'de> Deserialize<'de> for Seats {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Seats, D::Error> {
        let value = toml::Value::deserialize(from)?;
        let seat = |value: &toml::Value| value.as_integer().and_then(|s| usize::try_from(s).ok());
        let seats = match &value {
            toml::Value::Integer(-1) => Some(Vec::new()),
            toml::Value::Array(list) => list.iter().map(seat).collect(),
            one => seat(one).map(|s| vec![s]),
        };
        let wrong =
            || format!("{value} names no seats: it is a seat, a list of seats, or -1 for nobody");
        let mut seats: Vec<usize> = seats.ok_or_else(|| D::Error::custom(wrong()))?;
        seats.sort_unstable();
        Ok(Seats(seats))
    }
}

fn phase<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Phase>, D::Error> {
    named(from, &Phase::ALL, Phase::name)
}

fn outcome<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Outcome>, D::Error> {
    named(from, &Outcome::ALL, Outcome::name)
}

/// The one of a closed set whose name is written.
fn named<'de, D: Deserializer<'de>, T: Copy>(
    from: D,
    all: &[T],
    name: fn(T) -> &'static str,
) -> Result<Option<T>, D::Error> {
    let text = String::deserialize(from)?;
    let names: Vec<&str> = all.iter().map(|one| name(*one)).collect();
    match names.iter().position(|name| *name == text) {
        Some(index) => Ok(Some(all[index])),
        None => Err(D::Error::custom(unknown("value", &text, &names))),
    }
}

fn mattel() -> String {
    "mattel".into()
}

fn one() -> u64 {
    1
}

impl Scenario {
    /// Reads a scenario.
    pub(super) fn parse(text: &str) -> Result<Scenario, String> {
        toml::from_str(text).map_err(|error| {
            let message = with_nearest(error.message().trim());
            match error.span() {
                Some(span) => {
                    let before = text.bytes().take(span.start);
                    let line = 1 + before.filter(|byte| *byte == b'\n').count();
                    format!("line {line}: {message}")
                }
                None => message,
            }
        })
    }
}

/// "unknown field `a`, expected one of `b`, `c`" with the name that was probably meant in place of the list.
fn with_nearest(message: &str) -> String {
    let mut words = message.split('`').skip(1).step_by(2);
    let kind = ["field", "variant"]
        .into_iter()
        .find(|k| message.starts_with(&format!("unknown {k} ")));
    let (Some(kind), Some(word)) = (kind, words.next()) else {
        return in_words(&message.replace('\n', ", "));
    };
    let noun = if kind == "field" { "key" } else { "value" };
    unknown(noun, word, &words.collect::<Vec<_>>())
}

/// A message about types without the names that only the program knows them by.
fn in_words(message: &str) -> String {
    let types = ["usize", "u64", "u32", "u8"];
    let whole = |text: String, name: &&str| {
        text.replace(
            &format!("expected {name}"),
            "expected a whole number of at least 0",
        )
    };
    types
        .iter()
        .fold(message.to_string(), whole)
        .replace("expected i32", "expected a whole number")
}

fn unknown(noun: &str, word: &str, known: &[&str]) -> String {
    match nearest(word, known.iter().copied()) {
        Some(near) => format!("unknown {noun} `{word}`: did you mean `{near}`?"),
        None => format!(
            "unknown {noun} `{word}`: the {noun}s are {}",
            known.join(", ")
        ),
    }
}

#[cfg(test)]
#[path = "file_tests.rs"]
mod tests;
