//! Likely worlds against the exact posterior: in small games every hand that another seat may hold is counted, with every
//! order of the draw pile, and weighed by going forward through what was seen. The walk of the searches goes backward
//! and by chance, and must come to the same.

mod endgame;

use endgame::Endgame;
use std::collections::BTreeMap;
use unosim_engine::{Action, Face, Game, Phase, Rng, Role};
use unosim_strategies::search::{Beliefs, TRUSTS, Worlds};
use unosim_strategies::{Spec, Strategy};

/// A game from that position: seat 0 plays like `first-legal`, seat 1 like the model or, if `free`, as it likes. It is
/// looked at before the `decision`-th choice of seat 0.
struct Case {
    start: Endgame,
    model: &'static str,
    other: &'static str,
    decision: usize,
}

/// What happened up to the decision that is looked at.
fn history(case: &Case) -> (Game, Vec<Action>) {
    let mut game = case.start.game();
    let mut bots = ["first-legal", case.other].map(|name| Spec::parse(name).unwrap().build());
    let mut rng = Rng::new(3, 0, Role::Other(0));
    let mut actions = Vec::new();
    let mut decisions = 0;
    loop {
        assert!(!game.is_over(), "{}: over too soon", case.start.name);
        let seat = game.seat();
        let legal = game.legal() - game.errors();
        let action = match legal.single() {
            Some(only) => only,
            None if seat == 0 && decisions == case.decision => return (game, actions),
            None => {
                decisions += usize::from(seat == 0);
                bots[seat].choose(&game.observe(seat), legal, &mut rng)
            }
        };
        // That a card drawn is kept is not seen: it may as well not fit.
        if seat == 0 || game.phase() != Phase::Drawn || action != Action::PASS {
            actions.push(action);
        }
        game.apply(action);
    }
}

/// Keeps a card drawn by seat 1 unless it is played; the chances of that.
fn keep(model: &mut dyn Strategy, game: &mut Game, next: Option<Action>) -> [f64; TRUSTS.len()] {
    let plays = next.is_some_and(|action| action.face().is_some());
    if game.seat() != 1 || game.phase() != Phase::Drawn || plays {
        return [1.0; TRUSTS.len()];
    }
    let chances = chances(model, game, Action::PASS);
    game.apply(Action::PASS);
    chances
}

/// The chance of an action by how far the seat plays like the model: nothing is said of what is no choice.
fn chances(model: &mut dyn Strategy, game: &Game, action: Action) -> [f64; TRUSTS.len()] {
    let legal = game.legal() - game.errors();
    if legal.len() == 1 {
        return [1.0; TRUSTS.len()];
    }
    model.reset();
    // The models here draw no random numbers.
    let mut rng = Rng::new(0, 0, Role::Other(0));
    let same = model.choose(&game.observe(game.seat()), legal, &mut rng) == action;
    TRUSTS.map(|(trust, _)| {
        trust * f64::from(u8::from(same)) + (1.0 - trust) / f64::from(legal.len())
    })
}

/// How likely each hand of seat 1 is, as text.
fn exact(case: &Case, end: &Game, actions: &[Action]) -> BTreeMap<String, f64> {
    let mut model = Spec::parse(case.model).unwrap().build();
    let mut weights: BTreeMap<String, f64> = BTreeMap::new();
    'worlds: for mut world in case.start.worlds() {
        let mut game = case.start.game();
        let mut likely = TRUSTS.map(|(_, prior)| prior);
        let mut weigh = |chances: [f64; TRUSTS.len()]| {
            for (likely, chance) in likely.iter_mut().zip(chances) {
                *likely *= chance;
            }
        };
        let after = |n: usize| actions.get(n + 1).copied();
        for (n, action) in actions.iter().enumerate() {
            if open(&game) != open(&world) || !world.legal().contains(*action) {
                continue 'worlds;
            }
            if world.seat() == 1 {
                weigh(chances(model.as_mut(), &world, *action));
            }
            game.apply(*action);
            world.apply(*action);
            keep(model.as_mut(), &mut game, after(n));
            weigh(keep(model.as_mut(), &mut world, after(n)));
        }
        if open(&world) == open(end) {
            *weights.entry(text(&world)).or_default() += likely.iter().sum::<f64>();
        }
    }
    let total: f64 = weights.values().sum();
    weights.values_mut().for_each(|weight| *weight /= total);
    weights
}

/// What seat 0 sees.
fn open(game: &Game) -> (usize, Phase, Vec<Face>, u32) {
    (
        game.seat(),
        game.phase(),
        game.hand(0).faces(),
        game.hand(1).len(),
    )
}

fn text(game: &Game) -> String {
    let faces = game.hand(1).faces();
    faces.iter().map(|face| format!("{face} ")).collect()
}

/// How often each hand is imagined.
fn imagined(case: &Case, beliefs: Beliefs, actions: &[Action]) -> BTreeMap<String, f64> {
    let mut model = Spec::parse(case.model).unwrap().build();
    let mut worlds = Worlds::new(beliefs, 8192, Spec::parse(case.model).unwrap().build());
    let mut rng = Rng::new(4, 0, Role::Other(0));
    let mut game = case.start.game();
    for (n, action) in actions.iter().enumerate() {
        if game.shows(*action) {
            worlds.watch(&game.observe(0), *action);
        }
        game.apply(*action);
        keep(model.as_mut(), &mut game, actions.get(n + 1).copied());
    }
    let mut counts: BTreeMap<String, f64> = BTreeMap::new();
    let (rounds, deals) = (20, 1024);
    for _ in 0..rounds {
        let seen = game.observe(0);
        worlds.begin(&seen, &mut rng);
        for _ in 0..deals {
            *counts
                .entry(text(&worlds.next(&seen, &mut rng)))
                .or_default() += 1.0;
        }
    }
    counts
        .values_mut()
        .for_each(|count| *count /= f64::from(rounds * deals));
    counts
}

/// Half the sum of all differences: 0 = the same distribution, 1 = nothing in common.
fn distance(a: &BTreeMap<String, f64>, b: &BTreeMap<String, f64>) -> f64 {
    let at = |map: &BTreeMap<String, f64>, key: &str| map.get(key).copied().unwrap_or(0.0);
    let only_b = b.keys().filter(|key| !a.contains_key(*key));
    let keys = a.keys().chain(only_b);
    keys.map(|key| (at(a, key) - at(b, key)).abs()).sum::<f64>() / 2.0
}

const fn case(
    name: &'static str,
    [hand, top, unseen]: [&'static str; 3],
    cards: usize,
    [model, other]: [&'static str; 2],
    decision: usize,
) -> Case {
    Case {
        start: Endgame {
            name,
            set: &[],
            hand,
            top,
            other: cards,
            unseen,
        },
        model,
        other,
        decision,
    }
}

const CASES: [Case; 5] = [
    case(
        "a color kept",
        ["R1 R2 B3 G4 Y7", "R9", "R5 B5 Y6 G8 Y2 B9 R7"],
        4,
        ["first-legal", "first-legal"],
        1,
    ),
    case(
        "a draw",
        ["R1 B1 B3 Y4 G7", "R9", "Y5 G5 Y6 G8 Y2 R6 B9 B2"],
        3,
        ["first-legal", "first-legal"],
        2,
    ),
    case(
        "two draws",
        ["R1 B1 B3 B4 B7", "B9", "Y5 G5 Y6 G8 Y2 R6 B2 G3"],
        3,
        ["first-legal", "first-legal"],
        3,
    ),
    case(
        "a wild laid",
        ["R1 R2 B3 G4 Y7", "R9", "W G5 B6 Y6 G8 Y2 R3"],
        4,
        ["first-legal", "first-legal"],
        1,
    ),
    case(
        "another player than thought",
        ["R1 R2 B3 G4 Y7", "R9", "R5 B5 Y6 R8 Y2 B9 R7"],
        4,
        ["first-legal", "greedy"],
        2,
    ),
];

#[test]
fn likely_worlds_are_as_likely_as_counting_says() {
    let mut moved = 0;
    for case in &CASES {
        let (end, actions) = history(case);
        assert_eq!(end.phase(), Phase::Turn);
        let exact = exact(case, &end, &actions);
        let likely = distance(&exact, &imagined(case, Beliefs::Likely, &actions));
        let uniform = distance(&exact, &imagined(case, Beliefs::Uniform, &actions));
        let name = case.start.name;
        assert!(likely < 0.05, "{name}: {likely}");
        moved += usize::from(uniform > 0.15);
    }
    assert!(moved >= 3, "what was seen must matter");
}
