//! Strategies that see what no player may: they do see it, they are known for what they are, and nobody else sees it.

use unosim_engine::{Face, Game, Position, Rng, Role, Rules, Sight};
use unosim_strategies::{Spec, registry};

fn faces(text: &str) -> Vec<Face> {
    text.split(' ').map(|t| Face::parse(t).unwrap()).collect()
}

/// A turn of seat 0 of two.
fn turn(hands: [&str; 2], top: &str, draw: &str) -> Game {
    let position = Position {
        hands: hands.iter().map(|hand| faces(hand)).collect(),
        discard: faces(top),
        draw: faces(draw),
        ..Position::default()
    };
    Game::from_position(&Rules::default(), &position).unwrap()
}

/// What a strategy does there, shown what the table lets it see.
fn choice(spec: &str, game: &Game) -> String {
    let mut bot = Spec::parse(spec).unwrap().build();
    let mut rng = Rng::new(3, 0, Role::Other(0));
    let seen = game.observe_with(game.seat(), bot.sight());
    game.action_text(bot.choose(&seen, game.legal() - game.errors(), &mut rng))
}

const SEARCH: &str = "monte-carlo(first-legal,playouts=600)";

/// A draw pile, next drawn first.
const PILE: &str = "R+2 Y1 Y2 Y3 Y4 G1 G2 G3 G4 Y6";

/// The other seat has one card, red or blue; only who sees it knows which color must not be left in force.
#[test]
fn who_sees_the_last_card_of_another_seat_leaves_the_other_color() {
    let hand = "R5 B5 R6 B6";
    for (last, draw, right) in [
        ("R1", "B1 Y7 G7 Y8 G8 Y9 G9 Y6 G6", "B5"),
        ("B1", "R1 Y7 G7 Y8 G8 Y9 G9 Y6 G6", "R5"),
    ] {
        let game = turn([hand, last], "Y5", draw);
        let chosen = choice(&format!("cheat({SEARCH})"), &game);
        assert_eq!(chosen, right, "{last}");
    }
    // At a fair table both look the same.
    let fair = |last, draw| choice(SEARCH, &turn([hand, last], "Y5", draw));
    let reds = fair("R1", "B1 Y7 G7 Y8 G8 Y9 G9 Y6 G6");
    assert_eq!(reds, fair("B1", "R1 Y7 G7 Y8 G8 Y9 G9 Y6 G6"));
}

/// The other seat goes out on whatever red card is laid, unless it is hit by the Draw Two that comes next: a seat that sees
/// the pile draws. (Between two it also sees the other hand: no other place is left for its cards.)
#[test]
fn who_sees_the_pile_draws_the_card_that_wins() {
    let comes = turn(["R5 R6", "R1"], "R9", PILE);
    let later = turn(["R5 R6", "Y4"], "R9", "Y6 Y1 Y2 Y3 R1 G1 G2 G3 G4 R+2");
    assert_eq!(choice(&format!("oracle-draws({SEARCH})"), &comes), "draw");
    // At a fair table both look the same, and most cards do not fit on red.
    assert_eq!(choice(SEARCH, &comes), "R5");
    assert_eq!(choice(SEARCH, &later), "R5");
}

#[test]
fn cheats_are_known_wherever_they_stand() {
    let cheats: Vec<&str> = registry()
        .iter()
        .filter(|entry| entry.cheats())
        .map(|entry| entry.name)
        .collect();
    assert_eq!(
        cheats,
        ["cheat", "oracle-draws"],
        "whatever asks to see more is a cheat"
    );
    for (text, sight, cheats) in [
        ("monte-carlo", Sight::FAIR, false),
        ("cheat", Sight::HANDS, true),
        ("oracle-draws", Sight::PILE, true),
        ("cheat(oracle-draws)", Sight::HANDS.and(Sight::PILE), true),
        ("epsilon(cheat(greedy))", Sight::HANDS, true),
        ("human(oracle-draws(greedy))", Sight::PILE, true),
        (
            "mixture(cheat(greedy), oracle-draws(greedy))",
            Sight::HANDS.and(Sight::PILE),
            true,
        ),
        ("mixture(greedy, random)", Sight::FAIR, false),
        // What plays imagined worlds sees nothing there but what is imagined; it is refused all the same.
        ("monte-carlo(cheat(greedy))", Sight::FAIR, true),
    ] {
        let spec = Spec::parse(text).unwrap();
        assert_eq!(spec.build().sight(), sight, "{text}");
        assert_eq!(spec.cheats(), cheats, "{text}");
    }
    assert_eq!(
        Spec::parse("cheat").unwrap().to_string(),
        "cheat(monte-carlo(expert))"
    );
}

/// Of two strategies of which one cheats the other one does not profit.
#[test]
fn nobody_sees_with_the_eyes_of_another() {
    let game = turn(["R5 R6", "R1"], "R9", PILE);
    let mixed = |p| format!("mixture(oracle-draws({SEARCH}), {SEARCH}, p={p})");
    assert_eq!(choice(&mixed("1"), &game), "draw");
    assert_eq!(choice(&mixed("0"), &game), "R5");
}

#[test]
fn a_time_budget_is_known_wherever_it_stands() {
    for (text, reproducible) in [
        ("monte-carlo", true),
        ("monte-carlo(time_ms=0)", true),
        ("monte-carlo(time_ms=5)", false),
        ("epsilon(ismcts(time_ms=5))", false),
        ("mixture(greedy, human(ismcts(time_ms=5)))", false),
        ("mixture(greedy, ismcts)", true),
    ] {
        assert_eq!(
            Spec::parse(text).unwrap().reproducible(),
            reproducible,
            "{text}"
        );
    }
}

/// With millions of playouts to spend, a decision ends when its time is up.
#[test]
fn time_ends_a_decision() {
    let game = turn(["R5 B9 B3 R2", "R1 Y1"], "R9", "Y1 Y2 Y3 Y4 G1 G2 G3 G4 Y6");
    for search in [
        "monte-carlo(random,playouts=10000000,drop=10,time_ms=30)",
        "ismcts(random,iterations=10000000,drop=10,time_ms=30)",
    ] {
        let mut bot = Spec::parse(search).unwrap().build();
        let mut rng = Rng::new(3, 0, Role::Other(0));
        bot.choose(&game.observe(game.seat()), game.legal(), &mut rng);
        let spent: u32 = bot.analysis().iter().map(|found| found.playouts).sum();
        assert!(
            (1..10_000_000).contains(&spent),
            "{search}: {spent} playouts"
        );
    }
}
