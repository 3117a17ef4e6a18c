//! `expert`: the best that is found without search. It weighs what a card leaves in its hand, what it leaves on the table,
//! and to whom.
//!
//! It knows its own hand, the sizes of the others, the discards, and what it can infer from these between two of its
//! turns (`memory`). The play itself is one sum of weights for each legal action (`view`); how much everything weighs
//! is data (`weights`), found by measuring.

mod memory;
mod view;
mod weights;

use crate::{Entry, Number, Strategy, defaults};
use memory::Memory;
use unosim_engine::{Action, ActionSet, Cards, Face, Observation, Phase, Rng};
use weights::Weights;

/// What the registry says about this strategy.
pub const ENTRY: Entry = Entry {
    name: "expert",
    summary: "weighs what a card leaves in hand, what it leaves on the table, and to whom",
    inner: &[],
    parameters: weights::PARAMETERS,
    build: |arguments| {
        Box::new(Expert {
            weights: Weights::by_table(arguments),
            memory: Memory::NOTHING,
        })
    },
};

/// What is remembered where nothing is.
static NOTHING: Memory = Memory::NOTHING;

/// Plays the action that weighs most.
struct Expert {
    /// For two live seats, for three or four, and for more.
    weights: [Weights; 3],
    memory: Memory,
}

/// Which weights are in force with so many live seats.
fn table(live: usize) -> usize {
    match live {
        ..=2 => 0,
        3 | 4 => 1,
        _ => 2,
    }
}

impl Strategy for Expert {
    fn reset(&mut self) {
        self.memory = Memory::NOTHING;
    }

    fn numbers(&self, live: usize) -> Vec<Number> {
        self.weights[table(live)].numbers()
    }

    fn choose(&mut self, seen: &Observation<'_>, legal: ActionSet, rng: &mut Rng) -> Action {
        let live = seen.live().count_ones() as usize;
        let weights = &self.weights[table(live)];
        match seen.phase() {
            Phase::Turn | Phase::Drawn if live > 2 => {
                view::best(seen, weights, &NOTHING, legal, rng)
            }
            Phase::Turn | Phase::Drawn => {
                self.memory.update(seen);
                let action = view::best(seen, weights, &self.memory, legal, rng);
                let again = view::moves_again(seen, action);
                self.memory.note(seen, action, again);
                action
            }
            // A second wild does nothing now, and is an answer to everything later.
            Phase::Extend if keeps_wilds(seen, legal) => Action::PASS,
            // A penalty that no card answers.
            Phase::Penalty if (legal & ActionSet::PLAYS).is_empty() => {
                let bluffs = f64::from(weights.suspicion) / 100.0;
                let challenge =
                    legal.contains(Action::CHALLENGE) && defaults::challenge_pays(seen, bluffs);
                match challenge {
                    true => Action::CHALLENGE,
                    false => Action::DRAW,
                }
            }
            _ => defaults::answer(seen, legal, rng, |face| weights.kind(face.kind())),
        }
    }
}

/// Whether only wilds can be added to the cards of this turn, and other cards would stay in hand.
fn keeps_wilds(seen: &Observation<'_>, legal: ActionSet) -> bool {
    let wild = |action: Action| action.face().is_none_or(Face::is_wild);
    legal.contains(Action::PASS)
        && legal.iter().all(wild)
        && !(seen.hand() - Cards::WILDS).is_empty()
}
