//! `ranking`: plays by a fixed order of card kinds.

use crate::{Entry, Parameter, Strategy, defaults};
use unosim_engine::rules::TwoPlayerReverse;
use unosim_engine::spelling::nearest;
use unosim_engine::{Action, ActionSet, Face, Kind, Observation, Rng};

/// What the registry says about this strategy.
pub const ENTRY: Entry = Entry {
    name: "ranking",
    summary: "plays the card whose kind comes first in a fixed order",
    inner: &[],
    parameters: &[Parameter {
        name: "order",
        default: "draw_two>skip>number>reverse>wild_draw_four>wild",
        meaning: "the six kinds of card, first choice first, joined by `>`",
        check: |text| parse(text).map(|order| write(&order)),
    }],
    build: |arguments| {
        // The check has passed; an order that did not parse would rank all kinds alike.
        let order = parse(arguments.text("order")).unwrap_or_default();
        Box::new(Ranking {
            worth: order.map(|place| -i32::from(place)),
        })
    },
};

/// The kinds that an order names, in the order of the places in [`Ranking::worth`].
const KINDS: [&str; 6] = [
    "number",
    "skip",
    "reverse",
    "draw_two",
    "wild",
    "wild_draw_four",
];
const SKIP: usize = 1;
const REVERSE: usize = 2;

/// Plays the kind of card that is worth most, ties at random among faces.
struct Ranking {
    /// How much each of the kinds is worth.
    worth: [i32; 6],
}

impl Strategy for Ranking {
    fn choose(&mut self, seen: &Observation<'_>, legal: ActionSet, rng: &mut Rng) -> Action {
        let mut worth = self.worth;
        let pair = seen.live().count_ones() == 2;
        if pair && seen.rules().two_player_reverse == TwoPlayerReverse::Skip {
            worth[REVERSE] = worth[SKIP];
        }
        defaults::answer(seen, legal, rng, |face| worth[place(face)])
    }
}

/// The place of a card's kind in [`KINDS`]. Optional cards rank as what they are most like: Discard All as a Skip (20
/// points, a color), Reflect and blanks as a Wild.
fn place(face: Face) -> usize {
    match face.kind() {
        Kind::Number(_) => 0,
        Kind::Skip | Kind::DiscardAll => SKIP,
        Kind::Reverse => REVERSE,
        Kind::DrawTwo => 3,
        Kind::Wild | Kind::Reflect | Kind::Blank(_) => 4,
        Kind::WildDrawFour => 5,
    }
}

/// The place in the order (0 first) of each of the kinds.
fn parse(text: &str) -> Result<[u8; 6], String> {
    let mut order = [u8::MAX; 6];
    let right = "each of number, skip, reverse, draw_two, wild, wild_draw_four once, joined by `>`";
    for (i, word) in text.split('>').map(str::trim).enumerate() {
        let Some(kind) = KINDS.iter().position(|k| *k == word) else {
            return Err(match nearest(word, KINDS) {
                Some(near) => format!("{right} (`{word}` is no kind; nearest: {near})"),
                None => format!("{right} (`{word}` is no kind)"),
            });
        };
        if order[kind] != u8::MAX {
            return Err(format!("{right} (`{word}` is named twice)"));
        }
        order[kind] = i as u8;
    }
    match order.iter().position(|place| *place == u8::MAX) {
        Some(missing) => Err(format!("{right} (`{}` is missing)", KINDS[missing])),
        None => Ok(order),
    }
}

/// The canonical text of an order.
fn write(order: &[u8; 6]) -> String {
    let mut kinds: Vec<usize> = (0..KINDS.len()).collect();
    kinds.sort_by_key(|kind| order[*kind]);
    kinds
        .iter()
        .map(|kind| KINDS[*kind])
        .collect::<Vec<_>>()
        .join(">")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_names_each_kind_once() {
        let text = "skip > number>draw_two>reverse>wild>wild_draw_four";
        assert_eq!(write(&parse(text).unwrap()), text.replace(' ', ""));
        for (bad, why) in [
            ("skip>number", "`reverse` is missing"),
            ("skip>skip", "`skip` is named twice"),
            ("skp>number", "`skp` is no kind; nearest: skip"),
            ("", "`` is no kind"),
        ] {
            assert!(parse(bad).unwrap_err().contains(why), "{bad}");
        }
    }
}
