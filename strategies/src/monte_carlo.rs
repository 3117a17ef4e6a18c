//! `monte-carlo`: flat search over determinized worlds. Every action is played in the same worlds with the same
//! randomness, and a strategy plays them to their end; what is better by more than chance is done.

use crate::search::{
    BELIEFS, Beliefs, DROP, GOAL, Goal, MARGIN, Playouts, Root, TIME, Worlds, is_settled,
};
use crate::{Entry, Evaluation, Parameter, Strategy, check};
use unosim_engine::{Action, ActionSet, Game, Observation, Rng};

/// What the registry says about this strategy.
pub const ENTRY: Entry = Entry {
    name: "monte-carlo",
    summary: "tries every action in imagined worlds, played out by another strategy: monte-carlo(playouts=300)",
    inner: &["playout"],
    parameters: &[
        Parameter {
            name: "playouts",
            default: "300",
            meaning: "most playouts a decision",
            check: check::integer::<1, 10_000_000>,
        },
        TIME,
        GOAL,
        BELIEFS,
        MARGIN,
        DROP,
    ],
    build: |arguments| {
        let playouts = arguments.integer("playouts");
        let beliefs = Beliefs::of(arguments.text("beliefs"));
        Box::new(MonteCarlo {
            root: Root::new(playouts, arguments),
            worlds: Worlds::new(beliefs, playouts, arguments.strategy("playout")),
            playouts: Playouts::new(|| arguments.strategy("playout")),
            goal: Goal::of(arguments.text("goal")),
        })
    },
};

/// Flat search over determinized worlds.
struct MonteCarlo {
    root: Root,
    worlds: Worlds,
    playouts: Playouts,
    goal: Goal,
}

impl Strategy for MonteCarlo {
    fn reset(&mut self) {
        self.worlds.reset();
    }

    fn watch(&mut self, seen: &Observation<'_>, action: Action) {
        self.worlds.watch(seen, action);
    }

    fn watches(&self) -> bool {
        true
    }

    fn choose(&mut self, seen: &Observation<'_>, legal: ActionSet, rng: &mut Rng) -> Action {
        let mut dice = rng.fork();
        let own = self.playouts.own_choice(seen, legal, &mut dice);
        if is_settled(seen) {
            self.root.clear();
            return own;
        }
        let (playouts, goal) = (&mut self.playouts, self.goal);
        let value = |mut world: Game, action, stream| {
            playouts.play(&mut world, action, stream);
            goal.value(&world, seen.seat())
        };
        let worlds = &mut self.worlds;
        self.root
            .decide(seen, (legal, own), worlds, &mut dice, value)
    }

    fn analysis(&self) -> Vec<Evaluation> {
        self.root.analysis()
    }
}
