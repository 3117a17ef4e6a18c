//! What each strategy plays in positions set up by hand.

use std::collections::BTreeSet;
use unosim_engine::{Color, Face, Game, Phase, Position, Rng, Role, Rules, rule_set};
use unosim_strategies::Spec;

fn faces(text: &str) -> Vec<Face> {
    let face = |t| Face::parse(t).unwrap_or_else(|| panic!("no card {t}"));
    text.split_whitespace().map(face).collect()
}

/// A turn of seat 0 with that hand; the others hold two cards each.
fn position(rules: &Rules, seats: usize, hand: &str, top: &str, color: Option<Color>) -> Game {
    let mut hands = vec![faces(hand)];
    hands.extend(
        ["Y1 Y1", "Y2 Y2", "Y3 Y3"]
            .map(faces)
            .into_iter()
            .take(seats - 1),
    );
    let position = Position {
        hands,
        discard: faces(top),
        under: true,
        color: color.map(Some),
        ..Position::default()
    };
    Game::from_position(rules, &position).unwrap()
}

/// The texts of all that a strategy chooses there with a hundred streams.
fn choices(spec: &str, game: &Game) -> String {
    let mut bot = Spec::parse(spec).unwrap().build();
    let all: BTreeSet<String> = (0..100)
        .map(|k| {
            let mut rng = Rng::new(3, k, Role::Other(0));
            let seen = game.observe(game.seat());
            game.action_text(bot.choose(&seen, game.legal() - game.errors(), &mut rng))
        })
        .collect();
    all.into_iter().collect::<Vec<_>>().join(" ")
}

fn unoai() -> Rules {
    rule_set("unoai").unwrap()
}

const HAND: &str = "R5 RS RR R+2 W W+4 B1 B2 Y7";

#[test]
fn ranking_follows_its_order() {
    let rules = unoai();
    let four = |hand| position(&rules, 4, hand, "R9", None);
    assert_eq!(choices("ranking", &four(HAND)), "R+2");
    assert_eq!(choices("ranking", &four("R5 R7 RS RR W B1")), "RS");
    assert_eq!(choices("ranking", &four("R5 R7 RR W B1")), "R5 R7");
    assert_eq!(choices("ranking", &four("RR W W+4 B1")), "RR");
    assert_eq!(choices("ranking", &four("W W+4 B1 G1 G2")), "W+4:G");
    assert_eq!(choices("ranking", &four("W B1 G1")), "W:B W:G");
    let points = "ranking(order=\"skip>number>draw_two>reverse>wild>wild_draw_four\")";
    assert_eq!(choices(points, &four(HAND)), "RS");
    assert_eq!(choices(points, &four("R5 RR R+2 B1")), "R5");
    assert_eq!(choices(points, &four("W W+4 B1")), "W:B");
}

#[test]
fn ranking_takes_a_reverse_for_a_skip_at_a_table_of_two() {
    let rules = unoai();
    let two = |hand| position(&rules, 2, hand, "R9", None);
    assert_eq!(choices("ranking", &two("R5 RS RR B1")), "RR RS");
    assert_eq!(choices("ranking", &two("R5 RR B1")), "RR");
    let mut plain = rules;
    plain.two_player_reverse = unosim_engine::rules::TwoPlayerReverse::Plain;
    assert_eq!(
        choices("ranking", &position(&plain, 2, "R5 RR B1", "R9", None)),
        "R5"
    );
}

#[test]
fn greedy_sheds_points_and_breaks_ties_by_face() {
    let rules = unoai();
    let at = |hand| position(&rules, 4, hand, "R9", None);
    assert_eq!(choices("greedy", &at(HAND)), "W+4:R W:R");
    assert_eq!(choices("greedy", &at("R5 R5 R3 RS RR B1")), "RR RS");
    assert_eq!(choices("greedy", &at("R5 R3 G9 B1")), "G9");
}

#[test]
fn wilds_are_no_bluff_while_another_card_fits() {
    let at = |hand| position(&Rules::default(), 4, hand, "R9", None);
    assert_eq!(choices("greedy", &at("R5 RS W+4 B1")), "RS");
    assert_eq!(choices("greedy", &at("G9 W+4 B1 B2")), "W+4:B");
}

#[test]
fn diversity_keeps_its_wilds_and_counts_matches() {
    let rules = unoai();
    let at = |hand| position(&rules, 4, hand, "R9", None);
    // R5 matches R7 and B5, G9 matches nothing; B5 and B2 do not fit.
    assert_eq!(choices("diversity", &at("R5 R7 G9 B5 B2 W W+4")), "R5");
    assert_eq!(choices("diversity", &at("W W+4 B1")), "W+4:B W:B");
}

#[test]
fn random_gives_every_face_and_color_a_chance() {
    let rules = unoai();
    let at = |hand| position(&rules, 4, hand, "R9", None);
    let colors = |wild: &str| {
        ["B", "G", "R", "Y"]
            .map(|c| format!("{wild}:{c}"))
            .join(" ")
    };
    assert_eq!(
        choices("random", &at("R5 R5 RS W B1")),
        format!("R5 RS {}", colors("W"))
    );
    assert_eq!(choices("random", &at("W")), "W");
    // One face in two is the wild, whatever its colors and copies.
    let game = at("R5 W W W B1");
    let mut bot = Spec::parse("random").unwrap().build();
    let wilds = (0..10_000)
        .filter(|k| {
            let mut rng = Rng::new(4, *k, Role::Other(0));
            let action = bot.choose(&game.observe(0), game.legal(), &mut rng);
            action.face() == Some(Face::WILD)
        })
        .count();
    assert!((4_800..5_200).contains(&wilds), "{wilds} of 10,000");
}

#[test]
fn first_legal_takes_the_lowest_number() {
    let rules = unoai();
    let at = |hand| position(&rules, 4, hand, "R9", None);
    assert_eq!(choices("first-legal", &at("RS R5 W G9")), "R5");
    assert_eq!(choices("first-legal", &at("W+4 W B1")), "W:R");
    assert_eq!(choices("first-legal", &at("B1 G2")), "draw");
}

#[test]
fn color_hoarding_stays_on_its_color_and_saves_its_wilds() {
    let rules = unoai();
    let at = |seats, hand| position(&rules, seats, hand, "R9", None);
    let bot = "color-hoarding";
    // The hoard is red and in force.
    assert_eq!(choices(bot, &at(4, "R1 R2 R3 G9 W B1")), "R1 R2 R3");
    // The hoard is blue: many seats return to it at once, two seats shed the strays first.
    assert_eq!(choices(bot, &at(4, "R1 B9 B2 B3 W")), "B9");
    assert_eq!(choices(bot, &at(2, "R1 B9 B2 B3 W")), "R1");
    // A wild goes only if it must, unless few cards are left or it need not be held.
    assert_eq!(choices(bot, &at(4, "R1 B1 B2 B3 W")), "R1");
    assert_eq!(
        choices("color-hoarding(hold_wilds=108)", &at(4, "R1 B1 B2 B3 W")),
        "W:B"
    );
    assert_eq!(choices(bot, &at(4, "B1 B2 G3 W")), "W:B");
}

#[test]
fn calls_are_made_and_missed_ones_caught() {
    let rules = rule_set("mattel").map(|mut r| {
        r.uno.call = unosim_engine::rules::UnoCall::Decide;
        r
    });
    let mut game = position(&rules.unwrap(), 3, "R1 B1", "R9", None);
    let play = game.parse_action("R1").unwrap();
    game.try_apply(play).unwrap();
    assert_eq!((game.phase(), game.seat()), (Phase::Uno, 0));
    assert_eq!(choices("greedy", &game), "uno");
    let silent = game.parse_action("silent").unwrap();
    game.try_apply(silent).unwrap();
    assert_eq!((game.phase(), game.seat()), (Phase::Catch, 1));
    assert_eq!(choices("greedy", &game), "catch");
    assert_eq!(choices("random", &game), "catch pass");
}

/// The smaller the accused hand, the less likely it hid a card of the color.
#[test]
fn a_challenge_depends_on_how_much_a_hand_could_hide() {
    let after_four = |rest: &str| {
        let mut game = position(&Rules::default(), 2, &format!("W+4 {rest}"), "R9", None);
        let play = game.parse_action("W+4:B").unwrap();
        game.try_apply(play).unwrap();
        assert_eq!(game.phase(), Phase::Penalty);
        choices("greedy", &game)
    };
    assert_eq!(after_four("B1"), "take");
    assert_eq!(after_four("B1 B2 B3 B4 B5 B6 G1 G2"), "challenge");
}
