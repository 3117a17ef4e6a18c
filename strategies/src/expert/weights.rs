//! The numbers that `expert` plays by: what each means, and its default by the number of live seats.

use crate::{Arguments, Number, Parameter, check};
use unosim_engine::Kind;

/// Declares the numbers once: a field of [`Weights`], a parameter, and a default for two, three or four, and more seats.
macro_rules! weights {
    ($($name:ident: $two:literal, $few:literal, $many:literal, $meaning:literal;)*) => {
        /// The numbers in force at a table.
        #[derive(Clone, Copy, Debug)]
        pub(super) struct Weights {
            $(#[doc = $meaning] pub $name: i32,)*
        }

        /// What can be set.
        pub(super) const PARAMETERS: &[Parameter] = &[$(Parameter {
            name: stringify!($name),
            default: "auto",
            meaning: $meaning,
            check: check::integer_or_auto::<-999, 999>,
        },)*];

        /// All of it, for the tests.
        #[cfg(test)]
        const DECLARED: &[(&str, [i32; 3], &str)] =
            &[$((stringify!($name), [$two, $few, $many], $meaning),)*];

        impl Weights {
            /// The numbers for two live seats, for three or four, and for more.
            pub(super) fn by_table(arguments: &Arguments<'_>) -> [Weights; 3] {
                [0, 1, 2].map(|table| Weights {
                    $($name: arguments
                        .integer_or_auto(stringify!($name))
                        .unwrap_or([$two, $few, $many][table]),)*
                })
            }

            /// All of them, with steps for their search.
            pub(super) fn numbers(&self) -> Vec<Number> {
                vec![$(Number {
                    name: stringify!($name),
                    value: f64::from(self.$name),
                    step: step([$two, $few, $many]),
                },)*]
            }
        }
    };
}

weights! {
    hold_wilds: 3, 2, 3, "a Wild is held, drawing rather than playing it, while more than this many cards that are not wild are in hand";
    hold_fours: 1, 3, 3, "the same for a Wild Draw Four";
    alarm: 3, 2, 2, "nothing is held once an opponent has this many cards or fewer";
    color: 47, 82, 48, "for each card left in hand of the color that is left in force";
    symbol: -86, 3, 39, "for each card left in hand of another color with the symbol that is left on top";
    links: -1, -2, -1, "for each unseen card with the symbol that is left on top";
    last_color: 257, 26, -86, "for a card that leaves none of its color in hand";
    draw_two: 73, 3, 0, "for a Draw Two";
    skip: 17, 5, -4, "for a Skip, or a Reverse that counts as one";
    reverse: 0, 0, -9, "for a Reverse";
    wild: -574, -441, -434, "for a Wild, or any optional card without a color";
    wild_four: -477, -404, -472, "for a Wild Draw Four";
    lacks: 24, 0, 0, "for a color that the opponent is known to lack; it is only known with two live seats";
    scarce: -11, -12, -10, "for each tenth of the unseen cards that has the color left in force";
    block: 5, -4, 55, "for leaving what the next to move cannot answer, times the chance of that";
    near: 3, 3, 4, "an opponent is a threat who has fewer cards than this, by the number he has less";
    threat: -44, -117, -67, "for a threat who moves next, times its size and the chance that he can answer";
    hit: 83, 41, 29, "for each card that a threat must draw, times its size";
    points: 90, 90, 90, "for ten points of a card, once the alarm sounds, where points left count against their holder (penalty, chips)";
    shed: 100, 100, 100, "for each card by which Discard All or an exchange of hands makes the hand smaller";
    bluff: 0, 0, 0, "a Wild Draw Four is played as a bluff from a hand of at most this many cards";
    suspicion: 5, 5, 5, "how often, in percent, somebody is taken to have bluffed who could: decides challenges";
}

/// A quarter of the largest default, and at least 1: weights that are 0 at one table have their scale from the others.
fn step(defaults: [i32; 3]) -> f64 {
    let largest = defaults.map(i32::abs).into_iter().max().unwrap_or(0);
    f64::from((largest / 4).max(1))
}

impl Weights {
    /// What a card of that kind weighs.
    pub(super) fn kind(&self, kind: Kind) -> i32 {
        match kind {
            Kind::Number(_) => 0,
            Kind::Skip | Kind::DiscardAll => self.skip,
            Kind::Reverse => self.reverse,
            Kind::DrawTwo => self.draw_two,
            Kind::WildDrawFour => self.wild_four,
            Kind::Wild | Kind::Reflect | Kind::Blank(_) => self.wild,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documented_weights_are_those_in_force() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/strategies.md");
        let text = std::fs::read_to_string(path).expect("docs/strategies.md is there");
        for (name, [two, few, many], meaning) in DECLARED {
            let row = format!("\n| `{name}` | {two} | {few} | {many} | {meaning} |\n");
            assert!(text.contains(&row), "docs/strategies.md lacks {row}");
        }
    }
}
