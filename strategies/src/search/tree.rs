//! A tree of information sets as one seat sees them, grown over determinized worlds (single-observer ISMCTS: Cowling,
//! Powley, Whitehouse 2012). A node is what happened: the actions of all seats, and the faces that the observer drew.
//!
//! In each world only some of a node's actions are possible, so an action is judged by how often it was tried among the
//! times it could have been.

use unosim_engine::{Action, ActionSet, Cards};

/// A node: a place in the tree and what was found there.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// The action that leads here, or the observer's hand after a draw.
    step: Step,
    first_child: u32,
    next_sibling: u32,
    visits: u32,
    /// Times it could have been tried.
    available: u32,
    /// Sum of what it was worth to the seat that chose it.
    value: f64,
}

/// How a node is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A seat's action.
    Act(Action),
    /// Chance: the observer's hand is now this, its faces hashed.
    Hold(u64),
}

const NONE: u32 = u32::MAX;

/// What an action is taken to be worth less than the preferred one before it is tried.
const WORSE: f64 = 0.02;

/// How actions are chosen in the tree.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Weight of the confidence bound against the mean value.
    pub explore: f64,
    /// Bonus of the preferred action, divided by its visits plus one.
    pub bias: f64,
    /// How often every other action is taken to have been tried before.
    pub prior: f64,
    /// What nothing is worth more than.
    pub most: f64,
}

impl Node {
    /// The action that leads here, if it is one of these.
    fn action_of(&self, legal: ActionSet) -> Option<Action> {
        match self.step {
            Step::Act(action) if legal.contains(action) => Some(action),
            _ => None,
        }
    }
}

/// The tree. Node 0 is the root.
#[derive(Debug, Default)]
pub struct Tree {
    nodes: Vec<Node>,
}

impl Tree {
    /// A tree with room for so many nodes, or for a million at once.
    #[must_use]
    pub fn new(nodes: usize) -> Tree {
        Tree {
            nodes: Vec::with_capacity(nodes.min(1_000_000)),
        }
    }

    /// Back to the root.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.add(Step::Hold(0));
    }

    fn add(&mut self, step: Step) -> u32 {
        self.nodes.push(Node {
            step,
            first_child: NONE,
            next_sibling: NONE,
            visits: 0,
            available: 0,
            value: 0.0,
        });
        (self.nodes.len() - 1) as u32
    }

    fn children(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        let next = |child: u32| (child != NONE).then_some(child);
        let first = next(self.nodes[node as usize].first_child);
        std::iter::successors(first, move |c| next(self.nodes[*c as usize].next_sibling))
    }

    /// The child at a step, made if there is none.
    pub fn child(&mut self, node: u32, step: Step) -> u32 {
        let found = self
            .children(node)
            .find(|c| self.nodes[*c as usize].step == step);
        found.unwrap_or_else(|| {
            let child = self.add(step);
            self.nodes[child as usize].next_sibling = self.nodes[node as usize].first_child;
            self.nodes[node as usize].first_child = child;
            child
        })
    }

    /// What to try next among the legal actions, and notes that the others could have been: upper confidence bounds with
    /// availability counts.
    ///
    /// The action that a heuristic prefers comes first and has a bonus that fades as it is tried (progressive bias, Chaslot
    /// and others 2008). Any other is taken to have been tried a few times already, being worth a little less: a single
    /// win or loss says next to nothing, and most nodes are seen a few times only.
    pub fn select(
        &mut self,
        node: u32,
        legal: ActionSet,
        preferred: Action,
        bounds: Bounds,
    ) -> Action {
        let mut untried = legal;
        let mut own = None;
        let first = self.nodes[node as usize].first_child;
        let mut child = first;
        while child != NONE {
            let at = &mut self.nodes[child as usize];
            if let Some(action) = at.action_of(legal) {
                at.available += 1;
                untried = untried - ActionSet::of(action);
                if action == preferred {
                    own = Some((
                        at.value / f64::from(at.visits.max(1)),
                        at.visits,
                        at.available,
                    ));
                }
            }
            child = at.next_sibling;
        }
        let Some((mean, visits, available)) = own else {
            return preferred;
        };
        // To look for what is better than always winning would only spoil the mean.
        if mean >= bounds.most {
            return preferred;
        }
        let spread = |visits: u32, available: u32| {
            let tried = f64::from(visits) + bounds.prior;
            bounds.explore * (f64::from(available).ln() / tried.max(1.0)).sqrt()
        };
        let worse = mean - WORSE;
        let bonus = bounds.bias / f64::from(visits + 1);
        let mut best = (mean + spread(visits, available) + bonus, preferred);
        let mut consider = |score: f64, action: Action| {
            if score > best.0 {
                best = (score, action);
            }
        };
        if let Some(action) = untried.iter().next() {
            consider(worse + spread(0, available), action);
        }
        child = first;
        while child != NONE {
            let at = &self.nodes[child as usize];
            if let Some(action) = at.action_of(legal).filter(|action| *action != preferred) {
                let sum = at.value + bounds.prior * worse;
                let mean = sum / (f64::from(at.visits) + bounds.prior).max(1.0);
                consider(mean + spread(at.visits, at.available), action);
            }
            child = at.next_sibling;
        }
        best.1
    }

    /// Times a node was visited.
    #[must_use]
    pub fn visits(&self, node: u32) -> u32 {
        self.nodes[node as usize].visits
    }

    /// Enters what a visit was worth to the seat that chose it.
    pub fn enter(&mut self, node: u32, value: f64) {
        let node = &mut self.nodes[node as usize];
        node.visits += 1;
        node.value += value;
    }
}

/// A hash of a hand's faces: what copies there are it does not tell apart.
#[must_use]
pub fn faces_hash(hand: Cards) -> u64 {
    hand.iter().fold(0, |sum: u64, card| {
        let face = u64::from(card.face().number()) + 1;
        sum.wrapping_add(
            face.wrapping_mul(0x9e37_79b9_7f4a_7c15)
                .rotate_left(face as u32),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use unosim_engine::Face;

    fn play(text: &str) -> Action {
        Action::play(Face::parse(text).unwrap())
    }

    #[test]
    fn the_better_of_two_actions_is_tried_more_whichever_is_preferred() {
        let legal: ActionSet = [play("R1"), play("R2")].into_iter().collect();
        let bounds = Bounds {
            explore: 0.3,
            bias: 1.0,
            prior: 20.0,
            most: 2.0,
        };
        for preferred in ["R1", "R2"] {
            let mut tree = Tree::default();
            tree.clear();
            let mut tried = [0; 2];
            for round in 0..2000 {
                let action = tree.select(0, legal, play(preferred), bounds);
                let good = action == play("R2");
                tried[usize::from(good)] += 1;
                let child = tree.child(0, Step::Act(action));
                let value = if good { round % 4 != 0 } else { round % 4 == 0 };
                tree.enter(child, f64::from(u8::from(value)));
            }
            assert!(tried[1] > 3 * tried[0], "{preferred}: {tried:?}");
        }
    }

    #[test]
    fn hands_are_told_apart_by_faces_only() {
        let cards = |faces: &[&str]| -> Cards {
            let faces: Vec<Face> = faces.iter().map(|f| Face::parse(f).unwrap()).collect();
            Cards::pick(&faces, Cards::NONE).unwrap()
        };
        let five = Face::parse("R5").unwrap();
        let mut copies = five.cards().iter();
        let (one, two) = (copies.next().unwrap(), copies.next().unwrap());
        assert_eq!(faces_hash(Cards::of(one)), faces_hash(Cards::of(two)));
        assert_ne!(faces_hash(cards(&["R5"])), faces_hash(cards(&["R6"])));
        assert_ne!(faces_hash(cards(&["R5"])), faces_hash(cards(&["R5", "R5"])));
    }
}
