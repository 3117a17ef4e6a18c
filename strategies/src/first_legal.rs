//! `first-legal`: no choice at all, the bot to measure the rest of the program with.

use crate::{Entry, Strategy};
use unosim_engine::{Action, ActionSet, Observation, Rng};

/// What the registry says about this strategy.
pub const ENTRY: Entry = Entry {
    name: "first-legal",
    summary: "takes the play with the lowest action number, or else the first legal action",
    inner: &[],
    parameters: &[],
    build: |_| Box::new(FirstLegal),
};

/// Takes the play with the lowest number, or else the action with the lowest number.
struct FirstLegal;

impl Strategy for FirstLegal {
    fn choose(&mut self, _: &Observation<'_>, legal: ActionSet, _: &mut Rng) -> Action {
        let play = (legal & ActionSet::PLAYS).first();
        play.or_else(|| legal.first()).unwrap_or(Action::PASS)
    }
}
