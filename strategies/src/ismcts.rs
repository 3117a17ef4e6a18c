//! `ismcts`: information-set Monte Carlo tree search for a single observer (Cowling, Powley, Whitehouse 2012). One tree,
//! a fresh world each iteration; below the tree another strategy plays on, and inside it points to what to try first.

use crate::search::{
    BELIEFS, Beliefs, GOAL, Goal, Playouts, Step, TIME, Timer, Tree, Worlds, faces_hash,
    is_settled, ranked,
};
use crate::{Entry, Evaluation, Parameter, Strategy, check};
use unosim_engine::{Action, ActionSet, Game, Observation, Rng};

/// What the registry says about this strategy.
pub const ENTRY: Entry = Entry {
    name: "ismcts",
    summary: "grows a tree of what may happen over imagined worlds: ismcts(iterations=1000)",
    inner: &["playout"],
    parameters: &[
        Parameter {
            name: "iterations",
            default: "1000",
            meaning: "worlds tried a decision",
            check: check::integer::<1, 10_000_000>,
        },
        TIME,
        Parameter {
            name: "explore",
            default: "0.12",
            meaning: "weight of the confidence bound against the mean value",
            check: check::decimal::<10>,
        },
        Parameter {
            name: "bias",
            default: "5",
            meaning: "bonus of the action that the playout strategy would choose; it fades as the action is tried",
            check: check::decimal::<100>,
        },
        GOAL,
        BELIEFS,
    ],
    build: |arguments| {
        Box::new(Ismcts {
            playouts: Playouts::new(|| arguments.strategy("playout")),
            tree: Tree::new(4 * arguments.integer("iterations") as usize),
            path: Vec::with_capacity(4096),
            iterations: arguments.integer("iterations"),
            time: arguments.integer("time_ms"),
            explore: arguments.decimal("explore"),
            bias: arguments.decimal("bias"),
            goal: Goal::of(arguments.text("goal")),
            worlds: Worlds::new(
                Beliefs::of(arguments.text("beliefs")),
                arguments.integer("iterations"),
                arguments.strategy("playout"),
            ),
        })
    },
};

/// Information-set search.
struct Ismcts {
    playouts: Playouts,
    tree: Tree,
    /// The nodes of this iteration, with the seat that chose each.
    path: Vec<(u32, usize)>,
    iterations: u32,
    /// Milliseconds a decision; 0 = no limit.
    time: u32,
    explore: f64,
    bias: f64,
    goal: Goal,
    worlds: Worlds,
}

impl Strategy for Ismcts {
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
        self.tree.clear();
        if is_settled(seen) {
            return own;
        }
        self.worlds.begin(seen, &mut dice);
        let mut timer = Timer::start(self.time);
        for _ in 0..self.iterations {
            let mut world = self.worlds.next(seen, &mut dice);
            self.descend(&mut world, seen.seat(), (legal, own), &mut dice);
            self.playouts.finish(&mut world, &mut dice);
            for (node, seat) in self.path.drain(..) {
                self.tree.enter(node, self.goal.value(&world, seat));
            }
            if timer.is_up(1) {
                break;
            }
        }
        let best = self.tree.root().max_by(|a, b| {
            let key = |&(action, visits, _): &(Action, u32, f64)| (visits, action == own);
            key(a).cmp(&key(b))
        });
        best.map_or(own, |(action, _, _)| action)
    }

    fn analysis(&self) -> Vec<Evaluation> {
        let weighed = self.tree.root();
        ranked(weighed.map(|(action, playouts, value)| {
            Evaluation {
                action,
                playouts,
                value,
                // Of wins and losses: what a mean of so many of them varies by.
                error: (value * (1.0 - value) / f64::from(playouts.max(1)))
                    .max(0.0)
                    .sqrt(),
            }
        }))
    }
}

impl Ismcts {
    /// Plays the world down the tree, up to the first action that was never tried.
    fn descend(&mut self, world: &mut Game, me: usize, root: (ActionSet, Action), dice: &mut Rng) {
        let mut node = 0;
        while !world.is_over() {
            let seat = world.seat();
            let (legal, preferred) = if node == 0 {
                root
            } else {
                let legal = world.legal() - world.errors();
                match legal.single() {
                    // What is forced is no choice, and no node.
                    Some(only) => {
                        world.apply(only);
                        continue;
                    }
                    None => {
                        let seen = world.observe(seat);
                        (legal, self.playouts.own_choice(&seen, legal, dice))
                    }
                }
            };
            let untried = self.tree.offer(node, legal);
            let action = if untried.contains(preferred) {
                preferred
            } else if !untried.is_empty() {
                untried.nth(dice.below(untried.len()))
            } else {
                let child = self
                    .tree
                    .select(node, legal, preferred, self.explore, self.bias);
                self.tree.action(child).unwrap_or(preferred)
            };
            node = self.tree.child(node, Step::Act(action));
            self.path.push((node, seat));
            let before = world.hand(me);
            world.apply(action);
            if !untried.is_empty() {
                return;
            }
            let after = world.hand(me);
            if !(after - before).is_empty() {
                node = self.tree.child(node, Step::Hold(faces_hash(after)));
            }
        }
    }
}
