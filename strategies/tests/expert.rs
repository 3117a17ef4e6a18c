//! What `expert` plays in positions set up by hand. Weights that a test is not about are set, so that it outlives tuning.

use std::collections::BTreeSet;
use unosim_engine::rules::{MultiSame, SwapHands};
use unosim_engine::{Face, Game, Phase, Position, Rng, Role, Rules, rule_set};
use unosim_strategies::{Spec, Strategy};

fn faces(text: &str) -> Vec<Face> {
    text.split(' ')
        .map(|t| Face::parse(t).unwrap_or_else(|| panic!("no card {t}")))
        .collect()
}

/// A turn of seat 0 on a red 9; `hands` by seat.
fn at(rules: &Rules, hands: &[&str]) -> Game {
    let position = Position {
        hands: hands.iter().map(|hand| faces(hand)).collect(),
        discard: faces("R9"),
        under: true,
        ..Position::default()
    };
    Game::from_position(rules, &position).unwrap()
}

fn unoai() -> Rules {
    rule_set("unoai").unwrap()
}

/// The texts of all that a bot chooses there with fifty streams.
fn choose(bot: &mut dyn Strategy, game: &Game) -> String {
    let choices: BTreeSet<String> = (0..50)
        .map(|k| {
            let mut rng = Rng::new(3, k, Role::Other(0));
            let legal = game.legal() - game.errors();
            game.action_text(bot.choose(&game.observe(game.seat()), legal, &mut rng))
        })
        .collect();
    choices.into_iter().collect::<Vec<_>>().join(" ")
}

fn choices(spec: &str, game: &Game) -> String {
    choose(Spec::parse(spec).unwrap().build().as_mut(), game)
}

const MANY: &str = "Y1 Y1 Y2 Y2 Y3 Y3";

#[test]
fn wilds_are_held_until_few_other_cards_are_left_or_somebody_is_about_to_go_out() {
    let bot = "expert(hold_wilds=2,hold_fours=3,alarm=2)";
    let two = |hand, other| at(&unoai(), &[hand, other]);
    assert_eq!(choices(bot, &two("W B1 B2 B3", MANY)), "draw");
    assert_eq!(choices(bot, &two("W B1 B2", MANY)), "W:B");
    assert_eq!(choices(bot, &two("W W+4 B1 B2 B3", MANY)), "W+4:B");
    assert_eq!(choices(bot, &two("W B1 B2 B3", "Y1 Y2")), "W:B");
    // A card that is not held goes before drawing.
    assert_eq!(choices(bot, &two("W R1 B1 B2 B3", MANY)), "R1");
}

#[test]
fn a_hand_that_can_be_played_out_at_once_is() {
    // RR first would leave RS without a way back.
    let two = |hand| at(&unoai(), &[hand, MANY]);
    assert_eq!(choices("expert", &two("RS RR BR B7")), "RS");
    // Nothing is held then.
    let holds = "expert(hold_wilds=0,hold_fours=0,alarm=0)";
    assert_eq!(choices(holds, &two("BS B5 W+4")), "W+4:B");
    assert_eq!(choices(holds, &two("BS G5 W+4")), "draw");
    // Among more seats nothing gives another turn.
    let four = at(
        &unoai(),
        &["RS RR BR B7", MANY, "G1 G2 G3 G4", "Y4 Y5 Y6 Y7"],
    );
    assert_eq!(choices("expert(skip=0,reverse=500)", &four), "RR");
}

#[test]
fn a_seat_about_to_go_out_is_hit_and_a_partner_is_not() {
    let bot = "expert(color=0,symbol=0,links=0,scarce=0,block=0,draw_two=0,threat=0,hit=50,near=3)";
    let hands = ["R1 R+2 B4 B6 G3", "Y5", MANY, "G1 G1 G2 G2"];
    assert_eq!(choices(bot, &at(&unoai(), &hands)), "R+2");
}

#[test]
fn an_opponent_about_to_go_out_is_passed_over_and_a_partner_is_not() {
    let bot = "expert(color=0,symbol=0,links=0,last_color=0,block=0,skip=0,threat=-100,near=3)";
    let hands = ["R1 RS B4 B6 G3", MANY, "Y5", "G1 G1 G2 G2"];
    assert_eq!(choices(bot, &at(&unoai(), &hands)), "R1");
    let mut teams = unoai();
    teams.match_.teams = 2;
    assert_eq!(choices(bot, &at(&teams, &hands)), "RS");
}

#[test]
fn it_stays_on_a_color_that_the_other_could_not_answer() {
    let spec =
        "expert(color=70,symbol=500,last_color=0,links=0,scarce=0,block=0,threat=0,lacks=900)";
    let mut bot = Spec::parse(spec).unwrap().build();
    let mut game = at(&unoai(), &["R1 R2 B2 B3 B4", "Y5 G6 G7 Y8"]);
    assert_eq!(choose(bot.as_mut(), &game), "R2");
    for text in ["R2", "draw", "keep"] {
        // What is drawn may not fit, and then there is nothing to keep.
        if let Some(action) = game.parse_action(text) {
            game.try_apply(action).unwrap();
        }
    }
    assert_eq!(game.seat(), 0);
    // Blue is what it holds most of, but red was not answered.
    assert_eq!(choices(spec, &game), "B2");
    assert_eq!(choose(bot.as_mut(), &game), "R1");
    bot.reset();
    assert_eq!(choose(bot.as_mut(), &game), "B2");
}

#[test]
fn one_wild_a_turn_is_enough_while_other_cards_are_left() {
    let mut rules = unoai();
    rules.multi.same = MultiSame::Symbol;
    let after = |hand, first| {
        let mut game = at(&rules, &[hand, MANY]);
        game.try_apply(game.parse_action(first).unwrap()).unwrap();
        assert_eq!(game.phase(), Phase::Extend);
        choices("expert", &game)
    };
    assert_eq!(after("W W B1 B2", "W:B"), "done");
    assert_eq!(after("R1 B1 B2", "R1"), "B1");
    assert!(after("W W W+4", "W:B").starts_with("W"));
}

#[test]
fn a_seven_is_worth_the_cards_that_it_saves() {
    let mut rules = unoai();
    rules.swap.seven = SwapHands::Swap;
    let bot = "expert(color=0,symbol=0,links=0,scarce=0,last_color=0,block=0,threat=0)";
    assert_eq!(
        choices(bot, &at(&rules, &["R7 R1 B1 B2 B3", "Y1 Y2"])),
        "R7"
    );
    assert_eq!(choices(bot, &at(&rules, &["R7 R1 B1", MANY])), "R1");
}

/// Without parameters it plays as with the numbers it tells, written out.
#[test]
fn the_numbers_it_tells_are_those_it_plays_by() {
    for (live, color) in [(2, 47.0), (3, 82.0), (4, 82.0), (5, 48.0), (10, 48.0)] {
        let spec = Spec::parse("expert(symbol=7)").unwrap();
        let numbers = spec.build().numbers(live);
        let number = |name: &str| numbers.iter().find(|n| n.name == name).unwrap();
        assert_eq!(number("color").value, color);
        assert_eq!(number("symbol").value, 7.0);
        assert_eq!(numbers.len(), spec.entry().parameters.len());
        assert!(numbers.iter().all(|n| n.step >= 1.0));
    }
    assert!(Spec::parse("greedy").unwrap().build().numbers(2).is_empty());
}

/// Cards that lie face down are doubted, unless a hand as large as that holds a Wild Draw Four more often than not or a wrong
/// doubt costs far more than a right one saves.
#[test]
fn claims_are_doubted() {
    let claimed = |changes: &[&str], others: &str| {
        let mut rules = rule_set("true-or-false").unwrap();
        changes.iter().for_each(|c| rules.set_text(c).unwrap());
        let mut game = at(&rules, &[others, MANY]);
        for text in ["claim:G", "B1"] {
            let action = game.parse_action(text).unwrap();
            game.apply(action);
        }
        game
    };
    let usual = claimed(&[], "B1 B2 B3 B4 B5");
    let dear = claimed(&["wild_draw_four.innocent_extra=20"], "B1 B2 B3 B4 B5");
    let large = claimed(
        &[],
        "B1 B2 B3 B4 B5 B6 B7 B8 B9 G1 G2 G3 G4 G5 G6 G7 G8 G9 R1 R2 R3 R4 R5 R6 R7 R8 R9 B1 B2 B3 B4 B5",
    );
    for bot in ["expert", "greedy"] {
        assert_eq!(choices(bot, &usual), "challenge", "{bot}");
        assert_eq!(choices(bot, &dear), "take", "{bot}");
        assert_eq!(choices(bot, &large), "take", "{bot}");
    }
}
