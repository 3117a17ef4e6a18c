//! `greedy`: sheds the most points first.

use crate::{Entry, Strategy, defaults};
use unosim_engine::{Action, ActionSet, Face, Observation, Rng};

/// What the registry says about this strategy.
pub const ENTRY: Entry = Entry {
    name: "greedy",
    summary: "plays the card with the most points, and names the color it holds most of",
    inner: &[],
    parameters: &[],
    build: |_| Box::new(Greedy),
};

/// Plays the card with the most points (0-9, 20, 50), ties at random among faces.
struct Greedy;

impl Strategy for Greedy {
    fn choose(&mut self, seen: &Observation<'_>, legal: ActionSet, rng: &mut Rng) -> Action {
        defaults::answer(seen, legal, rng, |face: Face| face.points() as i32)
    }
}
