//! Endgames of two seats solved by counting: every hand that the other seat may hold, with every order of the draw pile, each
//! as likely. Nothing here draws a random number.
//!
//! So that there is none to draw, the hand is over once the pile is empty and a card is needed: the lowest hand wins.

use std::collections::BTreeMap;
use unosim_engine::{Action, ActionSet, Face, Game, Position, Rules};

/// An endgame: a turn of seat 0, who sees one hand and the discards.
pub struct Endgame {
    pub name: &'static str,
    /// Changes to the rules.
    pub set: &'static [&'static str],
    pub hand: &'static str,
    pub top: &'static str,
    /// Cards in the other hand.
    pub other: usize,
    /// Everything that is out of sight.
    pub unseen: &'static str,
}

pub fn faces(text: &str) -> Vec<Face> {
    text.split_whitespace()
        .map(|t| Face::parse(t).unwrap_or_else(|| panic!("no card {t}")))
        .collect()
}

impl Endgame {
    pub fn rules(&self) -> Rules {
        let mut rules = Rules::default();
        let no_chance = [
            "exhausted.pile=lowest_points",
            "exhausted.stalemate=lowest_points",
        ];
        for change in no_chance.iter().chain(self.set) {
            rules.set_text(change).unwrap();
        }
        rules
    }

    /// The game if the other hand and the draw pile are these.
    pub fn world(&self, other: &[Face], draw: &[Face]) -> Game {
        let position = Position {
            hands: vec![faces(self.hand), other.to_vec()],
            discard: faces(self.top),
            draw: draw.to_vec(),
            ..Position::default()
        };
        Game::from_position(&self.rules(), &position).unwrap()
    }

    /// Any one of the worlds: seat 0 cannot tell which.
    pub fn game(&self) -> Game {
        let unseen = faces(self.unseen);
        let (other, draw) = unseen.split_at(self.other);
        self.world(other, draw)
    }

    /// All worlds that agree with what seat 0 sees.
    pub fn worlds(&self) -> Vec<Game> {
        let unseen = faces(self.unseen);
        let mut worlds = Vec::new();
        let hands =
            (0u32..1 << unseen.len()).filter(|mask| mask.count_ones() as usize == self.other);
        for mask in hands {
            let part = |held: bool| -> Vec<Face> {
                let of = |i: &usize| (mask >> i & 1 == 1) == held;
                (0..unseen.len()).filter(of).map(|i| unseen[i]).collect()
            };
            let other = part(true);
            permute(&mut part(false), 0, &mut |draw| {
                worlds.push(self.world(&other, draw))
            });
        }
        worlds
    }
}

fn permute(cards: &mut Vec<Face>, from: usize, see: &mut impl FnMut(&[Face])) {
    if from == cards.len() {
        return see(cards);
    }
    for i in from..cards.len() {
        cards.swap(from, i);
        permute(cards, from + 1, see);
        cards.swap(from, i);
    }
}

/// What `first-legal` does.
fn first_legal(legal: ActionSet) -> Action {
    let play = (legal & ActionSet::PLAYS).first();
    play.or_else(|| legal.first()).expect("somebody can act")
}

fn won(world: &Game) -> f64 {
    f64::from(u8::from(world.winner() == Some(0)))
}

/// For each action of seat 0 its chance to win if both seats go on as `first-legal` does.
pub fn flat(endgame: &Endgame) -> Vec<(Action, f64)> {
    let worlds = endgame.worlds();
    let value = |action: Action| {
        let wins = worlds.iter().map(|world| {
            let mut world = world.clone();
            world.apply(action);
            while !world.is_over() {
                world.apply(first_legal(world.legal()));
            }
            won(&world)
        });
        wins.sum::<f64>() / worlds.len() as f64
    };
    let legal = worlds[0].legal();
    legal.iter().map(|action| (action, value(action))).collect()
}

/// For each action of seat 0 its chance to win if the seat makes the most of all it sees from then on, the other seat going
/// on as `first-legal` does.
pub fn best(endgame: &Endgame) -> Vec<(Action, f64)> {
    let worlds = endgame.worlds();
    let count = worlds.len() as f64;
    let legal = worlds[0].legal();
    legal
        .iter()
        .map(|action| (action, after(&worlds, action) / count))
        .collect()
}

/// In how many of the worlds seat 0 wins after that action. It cannot tell the worlds apart, nor, later, those in which it
/// saw the same.
fn after(worlds: &[Game], action: Action) -> f64 {
    let mut wins = 0.0;
    let mut alike: BTreeMap<Vec<u8>, Vec<Game>> = BTreeMap::new();
    for world in worlds {
        let mut world = world.clone();
        let mut seen = Vec::new();
        let mut next = action;
        loop {
            world.apply(next);
            if world.is_over() {
                wins += won(&world);
                break;
            }
            // What both seats do is seen, and what seat 0 draws; hand sizes and the top follow from that.
            seen.extend([
                world.seat() as u8,
                world.phase() as u8,
                world.hand(1).len() as u8,
            ]);
            seen.push(world.top().number());
            seen.extend(world.hand(0).faces().iter().map(|face| face.number()));
            seen.push(u8::MAX);
            next = match (world.legal().single(), world.seat()) {
                (Some(only), _) => only,
                (None, 0) => {
                    alike.entry(seen).or_default().push(world);
                    break;
                }
                _ => first_legal(world.legal()),
            };
        }
    }
    let best = |worlds: &Vec<Game>| {
        let choices = worlds[0].legal();
        choices
            .iter()
            .map(|action| after(worlds, action))
            .fold(0.0, f64::max)
    };
    wins + alike.values().map(best).sum::<f64>()
}

/// The action worth most, and by how much more than the next.
pub fn first(values: &[(Action, f64)]) -> (Action, f64) {
    let mut sorted = values.to_vec();
    sorted.sort_by(|a, b| b.1.total_cmp(&a.1));
    (
        sorted[0].0,
        sorted[0].1 - sorted.get(1).map_or(0.0, |second| second.1),
    )
}
