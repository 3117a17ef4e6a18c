//! `ismcts`: information-set Monte Carlo tree search for a single observer (Cowling, Powley, Whitehouse 2012), over paired
//! worlds: at the root all actions are tried in the same worlds, and below each grows a tree of what may follow.

use crate::search::{
    BELIEFS, Beliefs, Bounds, DROP, GOAL, Goal, MARGIN, Playouts, Root, Step, TIME, Tree, Worlds,
    faces_hash, is_settled,
};
use crate::{Entry, Evaluation, Parameter, Strategy, check};
use unosim_engine::{Action, ActionSet, Game, Observation, Rng, Role};

/// What the registry says about this strategy.
pub const ENTRY: Entry = Entry {
    name: "ismcts",
    summary: "grows a tree of what may happen over imagined worlds: ismcts(iterations=1000)",
    inner: &["playout"],
    parameters: &[
        Parameter {
            name: "iterations",
            default: "1000",
            meaning: "most playouts a decision, each of which may add a node to the tree",
            check: check::integer::<1, 10_000_000>,
        },
        TIME,
        Parameter {
            name: "others",
            default: "playout",
            meaning: "how the others choose in the tree: as the playout strategy (`playout`), or what turns out best for them (`tree`)",
            check: |text| check::word(text, &["playout", "tree"]),
        },
        Parameter {
            name: "explore",
            default: "0.3",
            meaning: "weight of the confidence bound against the mean value",
            check: check::decimal::<10>,
        },
        Parameter {
            name: "bias",
            default: "1",
            meaning: "bonus of the action that the playout strategy would choose; it fades as the action is tried",
            check: check::decimal::<100>,
        },
        Parameter {
            name: "prior",
            default: "20",
            meaning: "times that every other action is taken to have been tried already, with a slightly worse result",
            check: check::decimal::<1000>,
        },
        GOAL,
        BELIEFS,
        MARGIN,
        DROP,
    ],
    build: |arguments| {
        let iterations = arguments.integer("iterations");
        let beliefs = Beliefs::of(arguments.text("beliefs"));
        let goal = Goal::of(arguments.text("goal"));
        Box::new(Ismcts {
            root: Root::new(iterations, arguments),
            worlds: Worlds::new(beliefs, iterations, arguments.strategy("playout")),
            grower: Grower {
                playouts: Playouts::new(|| arguments.strategy("playout")),
                tree: Tree::new(16 * iterations as usize),
                path: Vec::with_capacity(4096),
                others_in_tree: arguments.text("others") == "tree",
                bounds: Bounds {
                    explore: arguments.decimal("explore"),
                    bias: arguments.decimal("bias"),
                    prior: arguments.decimal("prior"),
                    most: goal.most(),
                },
                goal,
            },
        })
    },
};

/// Information-set search.
struct Ismcts {
    root: Root,
    worlds: Worlds,
    grower: Grower,
}

/// Grows the tree, playout by playout.
struct Grower {
    playouts: Playouts,
    tree: Tree,
    /// The nodes of this playout, with the seat that chose each.
    path: Vec<(u32, usize)>,
    others_in_tree: bool,
    bounds: Bounds,
    goal: Goal,
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
        let own = self.grower.playouts.own_choice(seen, legal, &mut dice);
        if is_settled(seen) {
            self.root.clear();
            return own;
        }
        self.grower.tree.clear();
        let grower = &mut self.grower;
        let value = |world, action, stream| grower.value(world, seen.seat(), action, stream);
        let worlds = &mut self.worlds;
        self.root
            .decide(seen, (legal, own), worlds, &mut dice, value)
    }

    fn analysis(&self) -> Vec<Evaluation> {
        self.root.analysis()
    }
}

impl Grower {
    /// Plays an action in a world, on down the tree, and to the end; what that is worth. `stream` fixes what is left to
    /// chance.
    fn value(&mut self, mut world: Game, me: usize, action: Action, stream: u64) -> f64 {
        let mut dice = Rng::new(stream, 0, Role::Other(1));
        let node = self.go(&mut world, me, 0, action);
        self.descend(&mut world, me, node, &mut dice);
        self.playouts.finish(&mut world, &mut dice);
        for (node, seat) in self.path.drain(..) {
            self.tree.enter(node, self.goal.value(&world, seat));
        }
        self.goal.value(&world, me)
    }

    /// Takes an action; the node it leads to. What the observer draws is a step of its own.
    fn go(&mut self, world: &mut Game, me: usize, node: u32, action: Action) -> u32 {
        let before = world.hand(me);
        world.apply(action);
        let node = self.tree.child(node, Step::Act(action));
        let after = world.hand(me);
        match (after - before).is_empty() {
            true => node,
            false => self.tree.child(node, Step::Hold(faces_hash(after))),
        }
    }

    /// Plays the world down the tree, up to the first choice that was never made.
    fn descend(&mut self, world: &mut Game, me: usize, mut node: u32, dice: &mut Rng) {
        while !world.is_over() {
            let seat = world.seat();
            let legal = world.legal() - world.errors();
            if let Some(only) = legal.single() {
                // What is forced is no choice, and no node.
                world.apply(only);
                continue;
            }
            let preferred = self.playouts.own_choice(&world.observe(seat), legal, dice);
            if seat != me && !self.others_in_tree {
                node = self.go(world, me, node, preferred);
                continue;
            }
            let action = self.tree.select(node, legal, preferred, self.bounds);
            let chosen = self.tree.child(node, Step::Act(action));
            let is_new = self.tree.visits(chosen) == 0;
            self.path.push((chosen, seat));
            node = self.go(world, me, node, action);
            if is_new {
                return;
            }
        }
    }
}
