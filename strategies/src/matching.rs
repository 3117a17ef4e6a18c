//! `matching`: one habit and nothing else, so that the habit can be measured.

use crate::{Entry, Parameter, Strategy, check, defaults};
use unosim_engine::{Action, ActionSet, Face, Observation, Rng};

/// What the registry says about this strategy.
pub const ENTRY: Entry = Entry {
    name: "matching",
    summary: "follows the color before the symbol, or the symbol before the color, and wilds last",
    inner: &[],
    parameters: &[Parameter {
        name: "first",
        default: "color",
        meaning: "what is followed first: color, or symbol",
        check: |text| check::word(text, &["color", "symbol"]),
    }],
    build: |arguments| {
        Box::new(Matching {
            color_first: arguments.text("first") == "color",
        })
    },
};

/// Prefers cards that match in one way to cards that match in the other.
struct Matching {
    color_first: bool,
}

impl Strategy for Matching {
    fn choose(&mut self, seen: &Observation<'_>, legal: ActionSet, rng: &mut Rng) -> Action {
        let color = seen.color();
        defaults::answer(seen, legal, rng, |face: Face| match face.color() {
            None => 0,
            this => 1 + i32::from((this == color) == self.color_first),
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::Spec;
    use unosim_engine::{Game, Position, Rng, Role, Rules};

    #[test]
    fn it_follows_what_it_is_told_to() {
        let card = |text: &str| unosim_engine::Face::parse(text).unwrap();
        let position = Position {
            hands: vec![
                ["W", "R3", "G8"].map(card).to_vec(),
                ["B1"].map(card).to_vec(),
            ],
            discard: vec![card("R8")],
            ..Position::default()
        };
        let game = Game::from_position(&Rules::default(), &position).unwrap();
        for (first, played) in [("color", "R3"), ("symbol", "G8")] {
            let mut bot = Spec::parse(&format!("matching(first={first})"))
                .unwrap()
                .build();
            for seed in 0..20 {
                let mut rng = Rng::new(seed, 0, Role::Other(1));
                let action = bot.choose(&game.observe(0), game.legal(), &mut rng);
                assert_eq!(game.action_text(action), played);
            }
        }
    }
}
