//! What actions are worth in an endgame, counted over all of its worlds.

use super::endgame::Endgame;
use std::collections::BTreeMap;
use unosim_engine::{Action, ActionSet, Game};

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
