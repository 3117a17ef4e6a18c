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

    /// The legal actions that were never tried here; notes that the others could have been.
    pub fn offer(&mut self, node: u32, legal: ActionSet) -> ActionSet {
        let mut untried = legal;
        let mut child = self.nodes[node as usize].first_child;
        while child != NONE {
            let at = &mut self.nodes[child as usize];
            if let Step::Act(action) = at.step
                && legal.contains(action)
            {
                at.available += 1;
                untried = untried - ActionSet::of(action);
            }
            child = at.next_sibling;
        }
        untried
    }

    /// The child to try next among the legal actions: upper confidence bounds with availability counts, and a bonus for
    /// the action that a heuristic prefers, which fades as the child is visited (progressive bias, Chaslot et al. 2008).
    #[must_use]
    pub fn select(&self, node: u32, legal: ActionSet, preferred: Action, c: f64, bias: f64) -> u32 {
        let score = |child: u32| {
            let at = &self.nodes[child as usize];
            let visits = f64::from(at.visits.max(1));
            let bonus = match at.step {
                Step::Act(action) if action == preferred => bias / (visits + 1.0),
                _ => 0.0,
            };
            let spread = (f64::from(at.available.max(1)).ln() / visits).sqrt();
            at.value / visits + c * spread + bonus
        };
        let possible = self.children(node).filter(|child| {
            matches!(self.nodes[*child as usize].step, Step::Act(action) if legal.contains(action))
        });
        possible
            .max_by(|a, b| score(*a).total_cmp(&score(*b)))
            .unwrap_or(node)
    }

    /// The action that leads to a node.
    #[must_use]
    pub fn action(&self, node: u32) -> Option<Action> {
        match self.nodes[node as usize].step {
            Step::Act(action) => Some(action),
            Step::Hold(_) => None,
        }
    }

    /// Enters what a visit was worth to the seat that chose it.
    pub fn enter(&mut self, node: u32, value: f64) {
        let node = &mut self.nodes[node as usize];
        node.visits += 1;
        node.value += value;
    }

    /// For each action tried at the root: visits, and mean value.
    pub fn root(&self) -> impl Iterator<Item = (Action, u32, f64)> + '_ {
        self.children(0).filter_map(|child| {
            let node = &self.nodes[child as usize];
            let mean = node.value / f64::from(node.visits.max(1));
            Some((self.action(child)?, node.visits, mean))
        })
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
    fn the_better_of_two_actions_is_tried_more() {
        let legal: ActionSet = [play("R1"), play("R2")].into_iter().collect();
        let mut tree = Tree::default();
        tree.clear();
        for round in 0..200 {
            let untried = tree.offer(0, legal);
            let child = match untried.first() {
                Some(action) => tree.child(0, Step::Act(action)),
                None => tree.select(0, legal, play("R9"), 0.7, 0.0),
            };
            let good = tree.action(child) == Some(play("R2"));
            let value = if good { round % 4 != 0 } else { round % 4 == 0 };
            tree.enter(child, f64::from(u8::from(value)));
        }
        let visits: Vec<(Action, u32)> = tree.root().map(|(a, v, _)| (a, v)).collect();
        let of = |wanted| visits.iter().find(|(a, _)| *a == wanted).unwrap().1;
        assert!(of(play("R2")) > 3 * of(play("R1")), "{visits:?}");
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
