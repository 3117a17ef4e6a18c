//! `epsilon`: another strategy, now and then at random. It knows nothing of the game but what is legal.

use crate::wrapping::{ask, chance, errors};
use crate::{Entry, Parameter, Strategy, check, defaults};
use unosim_engine::{Action, ActionSet, Observation, Rng, Sight};

/// What the registry says about this strategy.
pub const ENTRY: Entry = Entry {
    name: "epsilon",
    summary: "another strategy, with a random action now and then: epsilon(greedy, p=0.05)",
    inner: &["inner"],
    parameters: &[Parameter {
        name: "p",
        default: "0.1",
        meaning: "probability, at every decision, of an action drawn uniformly from all legal ones",
        check: check::probability,
    }],
    build: |arguments| {
        Box::new(Epsilon {
            inner: arguments.strategy("inner"),
            p: arguments.probability("p"),
        })
    },
};

/// Another strategy, with a random legal action now and then.
struct Epsilon {
    inner: Box<dyn Strategy>,
    p: f64,
}

impl Strategy for Epsilon {
    fn reset(&mut self) {
        self.inner.reset();
    }

    fn choose(&mut self, seen: &Observation<'_>, legal: ActionSet, rng: &mut Rng) -> Action {
        if chance(rng, self.p) {
            return defaults::pick(legal - errors(seen), rng);
        }
        ask(self.inner.as_mut(), seen, legal, rng)
    }

    fn watch(&mut self, seen: &Observation<'_>, action: Action) {
        self.inner.watch(seen, action);
    }

    fn watches(&self) -> bool {
        self.inner.watches()
    }

    fn error_prone(&self) -> bool {
        self.inner.error_prone()
    }

    fn sight(&self) -> Sight {
        self.inner.sight()
    }
}
