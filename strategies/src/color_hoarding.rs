//! `color-hoarding`: builds up one color and keeps the table on it.
//!
//! Tuned by win rate against `random` under the rule set `unoai`, at two and at four seats.

use crate::{Entry, Parameter, Strategy, check, defaults};
use unosim_engine::rules::TwoPlayerReverse;
use unosim_engine::{Action, ActionSet, Cards, Color, Face, Kind, Observation, Rng};

/// What the registry says about this strategy.
pub const ENTRY: Entry = Entry {
    name: "color-hoarding",
    summary: "keeps play on the color it holds most of, and saves wilds to get back to it",
    inner: &[],
    parameters: &[Parameter {
        name: "hold_wilds",
        default: "1",
        meaning: "wilds are held back, if another card fits, while more than this many cards that are not wild are in hand; 108: never held",
        check: check::integer::<0, 108>,
    }],
    build: |arguments| {
        Box::new(ColorHoarding {
            hold_wilds: arguments.integer("hold_wilds"),
        })
    },
};

/// Keeps play on one color.
struct ColorHoarding {
    hold_wilds: u32,
}

impl Strategy for ColorHoarding {
    fn choose(&mut self, seen: &Observation<'_>, legal: ActionSet, rng: &mut Rng) -> Action {
        let hand = seen.hand();
        let hoard = hoard(hand, seen.color());
        let away = seen.color() != hoard;
        let pair = seen.live().count_ones() == 2;
        let skips = pair && seen.rules().two_player_reverse == TwoPlayerReverse::Skip;
        let worth = |face: Face| match face.kind() {
            Kind::Reverse if skips => worth(Face::colored(Color::Red, 10)),
            _ => worth(face),
        };
        let few = (hand - Cards::WILDS).len() <= self.hold_wilds;
        // Against a single opponent a hoard keeps: what one shed elsewhere is gone, and the hoard can still be run off at
        // the end. With more seats the color wanders too fast for that, and the way back is taken as soon as it opens.
        let spare_hoard = away && pair;
        defaults::answer(seen, legal, rng, |face| match face.color() {
            Some(color) if Some(color) == hoard && !spare_hoard => RETURN + worth(face),
            Some(color) if Some(color) == hoard => worth(face) - RETURN,
            // A stray is the better, the more cards can follow it.
            Some(color) => 100 * (hand & Cards::of_color(color)).len() as i32 + worth(face),
            // Late in the hand a wild is the way back; otherwise it is the last resort.
            None if few && away => RETURN - 100 + worth(face),
            None => worth(face) - 2 * RETURN,
        })
    }
}

/// More than any stray is worth: 100 for each card of its color, of which there are 27 at the most.
const RETURN: i32 = 3_000;

/// The color most held, the one in force if it ties; none without colored cards.
fn hoard(hand: Cards, in_force: Option<Color>) -> Option<Color> {
    let mut best = (0, None);
    for color in Color::ALL {
        let held = 2 * (hand & Cards::of_color(color)).len();
        let bonus = u32::from(held > 0 && in_force == Some(color));
        if held + bonus > best.0 {
            best = (held + bonus, Some(color));
        }
    }
    best.1
}

/// How much a card hinders others; below 100. Numbers tie: which of them goes first matters less than chance.
fn worth(face: Face) -> i32 {
    match face.kind() {
        Kind::DrawTwo => 30,
        Kind::Skip | Kind::DiscardAll => 20,
        Kind::Number(_) => 10,
        Kind::Reverse => 9,
        Kind::WildDrawFour | Kind::Reflect => 2,
        Kind::Wild | Kind::Blank(_) => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hoard_is_the_color_most_held() {
        let hand = |texts: &[&str]| {
            let faces: Vec<Face> = texts.iter().map(|t| Face::parse(t).unwrap()).collect();
            Cards::pick(&faces, Cards::NONE).unwrap()
        };
        assert_eq!(
            hoard(hand(&["R1", "B1", "B2", "W"]), Some(Color::Red)),
            Some(Color::Blue)
        );
        assert_eq!(
            hoard(hand(&["R1", "B1"]), Some(Color::Blue)),
            Some(Color::Blue)
        );
        assert_eq!(hoard(hand(&["R1", "B1"]), None), Some(Color::Red));
        assert_eq!(hoard(hand(&["W", "W+4"]), Some(Color::Red)), None);
    }
}
