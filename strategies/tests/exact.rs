//! Searches against endgames solved by counting. `monte-carlo` must find the very chances of the model that it plays out, and
//! `ismcts` the action of a seat that makes the most of what it sees from then on; in most of these positions neither is
//! what `expert` does.

mod endgame;
#[path = "endgame/solve.rs"]
mod solve;

use endgame::Endgame;
use solve::{best, first, flat};
use unosim_engine::{Game, Rng, Role};
use unosim_strategies::{Spec, Strategy};

/// Seats draw only what they must, and play it if they can.
const NO_CHOICE: &[&str] = &["draw.may_decline=false", "draw.drawn_card=must_play"];

const fn endgame(
    name: &'static str,
    set: &'static [&'static str],
    [hand, top]: [&'static str; 2],
    other: usize,
    unseen: &'static str,
) -> Endgame {
    Endgame {
        name,
        set,
        hand,
        top,
        other,
        unseen,
    }
}

/// A strategy, and what it does there.
fn ask(spec: &str, game: &Game) -> (Box<dyn Strategy>, String) {
    let mut bot = Spec::parse(spec).unwrap().build();
    let mut rng = Rng::new(1, 0, Role::Other(0));
    let action = bot.choose(&game.observe(0), game.legal(), &mut rng);
    let text = game.action_text(action);
    (bot, text)
}

const FLAT: [Endgame; 7] = [
    endgame(
        "skip first",
        &[],
        ["Y2 YS R5", "Y5"],
        1,
        "RR BS G5 R5 R1 BR",
    ),
    endgame("name red", &[], ["W R5 YS", "B5"], 1, "Y5 BR RS Y5 RR"),
    endgame(
        "a Skip of two",
        &[],
        ["G5 GS R1", "G1"],
        2,
        "Y5 BR R+2 Y1 Y5",
    ),
    endgame(
        "a bluff may come",
        &[],
        ["G2 Y5 W", "G5"],
        1,
        "W+4 R2 RR R1 B5",
    ),
    endgame(
        "a number or a wild",
        &[],
        ["W R5 B5", "G5"],
        1,
        "R1 Y2 BR R2 RR",
    ),
    endgame("draw instead", &[], ["Y5 RS R+2", "R1"], 1, "R2 Y1 W B1 Y5"),
    endgame(
        "blue",
        NO_CHOICE,
        ["Y5 W B5 R1", "R5"],
        2,
        "RS G1 Y1 G5 R+2 W",
    ),
];

/// The value of every action is that of the model, within four standard errors, and the best one is done.
#[test]
fn monte_carlo_finds_the_chances_that_counting_gives() {
    let search = "monte-carlo(first-legal,beliefs=uniform,playouts=60000,drop=10)";
    let mut other_than_expert = 0;
    for endgame in &FLAT {
        let (name, game) = (endgame.name, endgame.game());
        let exact = flat(endgame);
        let (right, lead) = first(&exact);
        assert!(lead > 0.04, "{name}: {exact:?}");
        let (bot, chosen) = ask(search, &game);
        assert_eq!(chosen, game.action_text(right), "{name}: {exact:?}");
        let found = bot.analysis();
        let most = found.iter().map(|f| f.playouts).max().unwrap();
        assert_eq!(found.len(), exact.len());
        let kept = found.iter().filter(|f| f.playouts == most);
        let mut compared = 0;
        for weighed in kept {
            let (_, chance) = exact.iter().find(|(a, _)| *a == weighed.action).unwrap();
            let error = (chance * (1.0 - chance) / f64::from(most)).sqrt();
            let off = (weighed.value - chance).abs();
            let text = game.action_text(weighed.action);
            assert!(
                off <= 4.0 * error + 1e-9,
                "{name}, {text}: {weighed:?}, exactly {chance}"
            );
            compared += 1;
        }
        assert!(compared >= 1, "{name}");
        other_than_expert += u32::from(ask("expert", &game).1 != chosen);
    }
    assert!(other_than_expert >= 5, "{other_than_expert}");
}

const PLANNED: [Endgame; 8] = [
    endgame(
        "a chain to the end",
        NO_CHOICE,
        ["W RR GS", "R5"],
        2,
        "G1 R+2 B+2 B2 B1 BR",
    ),
    endgame(
        "a Skip, then the wild",
        NO_CHOICE,
        ["W Y1 RS", "BS"],
        1,
        "G5 G1 B2 BR R2 RR",
    ),
    endgame(
        "turn by turn",
        NO_CHOICE,
        ["RR B+2 W B5", "R1"],
        1,
        "G5 RS BR B5 G1",
    ),
    endgame(
        "the wild is kept",
        NO_CHOICE,
        ["YS R1 G5 W", "R5"],
        1,
        "Y2 G5 R+2 B1 Y5 BS",
    ),
    endgame(
        "what the other seat lacks",
        NO_CHOICE,
        ["R1 YS Y2", "R2"],
        1,
        "Y1 B2 R5 B5 W Y5",
    ),
    endgame(
        "wait for the other color",
        &[],
        ["RR B2", "R1"],
        2,
        "Y5 B+2 B5 BR G5",
    ),
    endgame(
        "what fits the symbol",
        &[],
        ["B2 G5 BS", "B5"],
        2,
        "G2 B+2 R+2 RS RR R2",
    ),
    endgame(
        "a wild for the last card",
        NO_CHOICE,
        ["Y2 BR W", "Y1"],
        2,
        "R1 RS B5 G1 B1",
    ),
];

/// Where a flat search goes wrong, because its playouts do, the tree finds what the best later choices are worth.
#[test]
fn ismcts_chooses_as_a_seat_that_plans() {
    // Nothing is dropped: before the tree has grown an action may look worse than it is.
    let search = "ismcts(first-legal,beliefs=uniform,iterations=40000,explore=2,bias=1,drop=10)";
    let mut other_than_flat = 0;
    for endgame in &PLANNED {
        let (name, game) = (endgame.name, endgame.game());
        let exact = best(endgame);
        let (right, lead) = first(&exact);
        assert!(lead > 0.04, "{name}: {exact:?}");
        let (bot, chosen) = ask(search, &game);
        let found = bot.analysis();
        assert_eq!(
            chosen,
            game.action_text(right),
            "{name}: {exact:?}, found {found:?}"
        );
        other_than_flat += u32::from(first(&flat(endgame)).0 != right);
    }
    assert!(other_than_flat >= 5, "{other_than_flat}");
}

/// Looking ahead is worth something and never costs anything.
#[test]
fn planning_is_worth_at_least_what_playing_on_is() {
    for endgame in FLAT.iter().chain(&PLANNED) {
        for ((action, planned), (same, played)) in best(endgame).iter().zip(flat(endgame)) {
            assert_eq!(*action, same);
            assert!(*planned >= played - 1e-12, "{}: {action:?}", endgame.name);
        }
    }
}
