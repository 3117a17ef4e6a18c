//! `random`: the baseline. Plays whenever it can, but does not care what.

use crate::defaults::{claims, one_per_face, pick};
use crate::{Entry, Strategy};
use unosim_engine::{Action, ActionSet, Color, Face, Observation, Phase, Rng};

/// What the registry says about this strategy.
pub const ENTRY: Entry = Entry {
    name: "random",
    summary: "plays any card that fits, all faces equally likely, and draws only if none does",
    inner: &[],
    parameters: &[],
    build: |_| Box::new(Random),
};

/// Uniform over faces, then over what can be named with a wild; draws only when nothing can be played.
struct Random;

impl Strategy for Random {
    fn choose(&mut self, seen: &Observation<'_>, legal: ActionSet, rng: &mut Rng) -> Action {
        let options = match seen.phase() {
            Phase::Turn => prefer(legal, ActionSet::PLAYS | claims()),
            Phase::Drawn => prefer(legal, ActionSet::PLAYS),
            _ => legal,
        };
        let action = pick(one_per_face(options), rng);
        // Colored cards, by far the most, have the lowest numbers and no variants.
        if action.number() < Action::wild(Face::WILD, Color::Red).number() {
            return action;
        }
        variant(action, legal, rng)
    }
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
