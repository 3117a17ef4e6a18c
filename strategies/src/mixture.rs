//! `mixture`: two strategies in turn, by chance. It knows nothing of the game.

use crate::wrapping::{ask, chance};
use crate::{Entry, Parameter, Strategy, check};
use unosim_engine::{Action, ActionSet, Observation, Rng, Sight};

/// What the registry says about this strategy.
pub const ENTRY: Entry = Entry {
    name: "mixture",
    summary: "either of two strategies, drawn anew at every decision: mixture(greedy, diversity, p=0.3)",
    inner: &["a", "b"],
    parameters: &[Parameter {
        name: "p",
        default: "0.5",
        meaning: "probability, at every decision, that the first of the two makes it",
        check: check::probability,
    }],
    build: |arguments| {
        Box::new(Mixture {
            a: arguments.strategy("a"),
            b: arguments.strategy("b"),
            p: arguments.probability("p"),
        })
    },
};

/// Either of two strategies at every decision.
struct Mixture {
    a: Box<dyn Strategy>,
    b: Box<dyn Strategy>,
    p: f64,
}

impl Strategy for Mixture {
    fn reset(&mut self) {
        self.a.reset();
        self.b.reset();
    }

    fn choose(&mut self, seen: &Observation<'_>, legal: ActionSet, rng: &mut Rng) -> Action {
        let (one, other) = match chance(rng, self.p) {
            true => (&mut self.a, &self.b),
            false => (&mut self.b, &self.a),
        };
        // Neither sees with the other's eyes.
        let seen = seen.without(other.sight().less(one.sight()));
        ask(one.as_mut(), &seen, legal, rng)
    }

    fn watch(&mut self, seen: &Observation<'_>, action: Action) {
        self.a.watch(seen, action);
        self.b.watch(seen, action);
    }

    fn watches(&self) -> bool {
        self.a.watches() || self.b.watches()
    }

    fn error_prone(&self) -> bool {
        self.a.error_prone() || self.b.error_prone()
    }

    fn sight(&self) -> Sight {
        self.a.sight().and(self.b.sight())
    }
}
