//! `random`: the baseline. Plays whenever it can, but does not care what.

use crate::defaults::{claims, one_per_face, pick};
use crate::{Entry, Parameter, Strategy, check};
use unosim_engine::{Action, ActionSet, Cards, Color, Face, Observation, Phase, Rng};

/// What the registry says about this strategy.
pub const ENTRY: Entry = Entry {
    name: "random",
    summary: "plays any card that fits, all faces equally likely, and draws only if none does",
    inner: &[],
    parameters: &[Parameter {
        name: "over",
        default: "faces",
        meaning: "what is equally likely: faces, or cards, so that a face held twice is played twice as often",
        check: |text| check::word(text, &["faces", "cards"]),
    }],
    build: |arguments| match arguments.text("over") {
        "cards" => Box::new(Random::<true>),
        _ => Box::new(Random::<false>),
    },
};

/// Uniform over faces, or over cards, then over what can be named with a wild; draws only when nothing can be played.
struct Random<const CARDS: bool>;

impl<const CARDS: bool> Strategy for Random<CARDS> {
    fn choose(&mut self, seen: &Observation<'_>, legal: ActionSet, rng: &mut Rng) -> Action {
        let options = match seen.phase() {
            Phase::Turn => prefer(legal, ActionSet::PLAYS | claims()),
            Phase::Drawn => prefer(legal, ActionSet::PLAYS),
            _ => legal,
        };
        let options = one_per_face(options);
        let action = match CARDS {
            true => pick_card(seen.hand(), options, rng),
            false => pick(options, rng),
        };
        // Colored cards, by far the most, have the lowest numbers and no variants.
        if action.number() < Action::wild(Face::WILD, Color::Red).number() {
            return action;
        }
        variant(action, legal, rng)
    }
}

/// One of the actions, each as likely as there are cards in hand that it plays; one that plays none counts once.
fn pick_card(hand: Cards, options: ActionSet, rng: &mut Rng) -> Action {
    let copies = |action: Action| action.face().map_or(1, |face| hand.count(face).max(1));
    let all: u32 = options.iter().map(copies).sum();
    let mut left = rng.choose(all.max(1));
    for action in options.iter() {
        match left.checked_sub(copies(action)) {
            Some(rest) => left = rest,
            None => return action,
        }
    }
    pick(options, rng)
}

/// The preferred actions, or all if none is legal.
#[inline]
fn prefer(legal: ActionSet, preferred: ActionSet) -> ActionSet {
    let some = legal & preferred;
    if some.is_empty() { legal } else { some }
}

/// One of the legal ways to take that action: a color for a wild, a claim or a first wild, `look`, `trade`.
fn variant(action: Action, legal: ActionSet, rng: &mut Rng) -> Action {
    let Some(face) = action.face() else {
        return match action.named_color() {
            Some(_) => pick(legal & claims(), rng),
            None => action,
        };
    };
    if !face.is_wild() {
        return action;
    }
    let functions = ActionSet::of(Action::LOOK) | ActionSet::of(Action::TRADE);
    if face == Face::WILD && !(legal & functions).is_empty() {
        let colors: ActionSet = Color::ALL
            .map(|c| Action::wild(face, c))
            .into_iter()
            .collect();
        return pick(legal & (colors | functions), rng);
    }
    // Either all four colors are legal or, for a last card, only the first number, which names none.
    if legal.contains(Action::wild(face, Color::Blue)) && action.named_color().is_some() {
        Action::wild(face, Color::from_index(rng.below(4) as u8))
    } else {
        action
    }
}

#[cfg(test)]
mod tests {
    use crate::Spec;
    use unosim_engine::{Face, Game, Position, Rng, Role, Rules};

    /// A red 3 held twice and a red 7: the 3 is played in half of the cases by faces, in two thirds by cards.
    #[test]
    fn faces_or_cards_are_equally_likely() {
        let card = |text: &str| Face::parse(text).unwrap();
        let position = Position {
            hands: vec![
                ["R3", "R3", "R7"].map(card).to_vec(),
                ["B1"].map(card).to_vec(),
            ],
            discard: vec![card("R8")],
            ..Position::default()
        };
        let game = Game::from_position(&Rules::default(), &position).unwrap();
        for (name, share) in [("random", 0.5), ("random(over=cards)", 2.0 / 3.0)] {
            let mut bot = Spec::parse(name).unwrap().build();
            let mut rng = Rng::new(3, 0, Role::Other(1));
            let threes = (0..6_000).filter(|_| {
                let action = bot.choose(&game.observe(0), game.legal(), &mut rng);
                game.action_text(action) == "R3"
            });
            let found = threes.count() as f64 / 6_000.0;
            // Five standard errors.
            assert!((found - share).abs() < 0.033, "{name}: {found}");
        }
    }
}
