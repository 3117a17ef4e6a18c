//! The facts of a hand that `unosim balance` counts, in hands made and counted by hand.

use unosim::balance::census::{Census, Facts};
use unosim::balance::counts::{Count, Sums};
use unosim::balance::finish::Finish;
use unosim::balance::play::{count_hand, count_interaction};
use unosim_engine::{Action, Color, Face, Game, Outcome, Position, Rules, Witness};

fn faces(text: &str) -> Vec<Face> {
    let words = text.split_whitespace();
    words.map(|word| Face::parse(word).expect(word)).collect()
}

fn rules(changes: &[&str]) -> Rules {
    let mut rules = Rules::default();
    changes.iter().for_each(|c| rules.set_text(c).unwrap());
    rules
}

/// Plays these actions from a position with seat 0 to move before a census.
fn watch(changes: &[&str], hands: &[&str], top: &str, actions: &str) -> (Census, Game) {
    let position = Position {
        hands: hands.iter().map(|hand| faces(hand)).collect(),
        discard: faces(top),
        draw: faces("Y0 G0 B0 Y4 G4 B4 Y6 G6 B6"),
        ..Position::default()
    };
    let mut game = Game::from_position(&rules(changes), &position).unwrap();
    let mut census = Census::default();
    census.dealt(&game);
    for text in actions.split_whitespace() {
        let legal = game.legal();
        let action = game.parse_action(text).expect(text);
        assert!(legal.contains(action), "{text}");
        census.ask(&game, action, legal.single().is_some());
        game.apply_seen(action, &mut census);
    }
    (census, game)
}

fn facts(changes: &[&str], hands: &[&str], top: &str, actions: &str) -> Facts {
    let (mut census, game) = watch(changes, hands, top, actions);
    census.finish(&game)
}

/// Turn 1 offers R1, R2 and a draw, turn 2 nothing but a draw, turn 3 R2 and a draw.
#[test]
fn choices_are_counted_on_turns() {
    let hands = ["R1 R2", "B7 B8 B9 B3 Y7"];
    let (mut census, game) = watch(&[], &hands, "R5", "R1 draw R2");
    assert_eq!(game.outcome(), Some(Outcome::Won));
    let expected = Facts {
        decisions: 2,
        forced_turns: 1,
        choices: 6,
        blowout: true,
        first: Some((0, true)),
        ..Facts::default()
    };
    assert_eq!(census.finish(&game), expected);
}

/// Cards at the beginning of the turns: 3-1, 2-1, 2-2, 1-2, 1-3. Seat 1 leads, then seat 0, with nobody between them; at
/// half time, turn 2 of 5, the winner was behind.
#[test]
fn a_comeback_is_won_from_behind_at_half_time() {
    let facts = facts(&[], &["R1 R2 R3", "B7"], "R5", "R1 draw R2 draw R3");
    assert_eq!(
        (facts.lead_changes, facts.comeback, facts.blowout),
        (1, true, false)
    );
}

/// 4-2, 3-2, 3-3, 2-3, …: at half time, turn 3 of 7, both held three, and nobody was last alone.
#[test]
fn who_ties_for_the_most_cards_is_not_last() {
    let hands = ["R1 R2 R3 R4", "B7 B8"];
    let facts = facts(&[], &hands, "R5", "R1 draw R2 draw R3 draw R4");
    assert!(!facts.comeback);
    assert_eq!(facts.lead_changes, 1);
}

#[test]
fn a_hand_of_one_turn_has_no_half_time() {
    let facts = facts(&[], &["R1", "B7 B8 B9"], "R5", "R1");
    assert!(!facts.comeback && !facts.blowout);
}

/// A Skip passes over seat 1; a Draw Two makes seat 3 draw and lose its turn; a Reverse passes over nobody.
#[test]
fn seats_passed_over_are_skips() {
    let hands = ["RS RR R9 R8", "B7 B8", "R+2 Y7 Y8", "B1 B2 R7"];
    let facts = facts(&[], &hands, "R5", "RS R+2 RR R7");
    assert_eq!((facts.skips, facts.penalty_cards), (2, 2));
}

/// Of two, a Reverse is a Skip, and so is a penalty; a draw is none.
#[test]
fn of_two_the_other_one_is_skipped() {
    let hands = ["RR R+2 R9 R8", "B7 B8"];
    let facts = facts(&[], &hands, "R5", "RR R+2 R9 draw");
    assert_eq!((facts.skips, facts.penalty_cards), (2, 2));
}

/// A stacked penalty is one skip, that of the seat which draws.
#[test]
fn an_answered_penalty_skips_who_draws() {
    let hands = ["R+2 R9", "B+2 B8", "Y7 Y8", "B1 B2"];
    let changes = ["stacking.draw_two_on_draw_two=true"];
    let facts = facts(&changes, &hands, "R5", "R+2 B+2 B1");
    assert_eq!(
        (facts.skips, facts.penalty_cards, facts.decisions),
        (1, 4, 3)
    );
}

/// Seat 2 jumps in, and play goes on with seat 3: nobody was skipped, for seat 1 had no turn yet.
#[test]
fn a_jump_in_skips_nobody() {
    let hands = ["R1 R9", "B7 B8", "R1 Y8 Y9", "B2 R3"];
    let facts = facts(&["jump_in.cards=colored"], &hands, "R5", "R1 R1 R3");
    assert_eq!((facts.skips, facts.decisions), (0, 3));
}

/// A seat that tries what it may not draws two and loses its turn, which is no skip.
#[test]
fn a_misplay_costs_cards_and_skips_nobody() {
    let changes = ["misplay=2"];
    let (mut census, mut game) = watch(&changes, &["R1 R9", "R7 B8"], "R5", "");
    let wrong = Action::play(Face::colored(Color::Blue, 9));
    census.ask(&game, wrong, false);
    game.misplay(&mut census);
    let action = game.parse_action("R7").unwrap();
    census.ask(&game, action, false);
    game.apply_seen(action, &mut census);
    let facts = census.finish(&game);
    assert_eq!(
        (facts.penalty_cards, facts.skips, facts.decisions),
        (2, 0, 2)
    );
}

/// Under `last_standing` the hand is decided when the first seat goes out: what comes later moves no lead.
#[test]
fn the_race_ends_when_the_first_seat_is_out() {
    let hands = ["R1", "R2 R3", "Y7 Y8 Y9"];
    let changes = ["match.format=last_standing", "score.method=penalty"];
    let facts = facts(&changes, &hands, "R5", "R1 R2 draw R3");
    assert_eq!(
        (facts.lead_changes, facts.comeback, facts.blowout),
        (0, false, false)
    );
}

/// Partners are no opponents: seat 2 holds one card, seats 1 and 3 four.
#[test]
fn a_blowout_is_judged_by_the_opponents() {
    let hands = ["R1", "B1 B2 B3 B7", "Y7", "B1 B2 B3 B7"];
    let alone = facts(&[], &hands, "R5", "R1");
    let together = facts(&["match.teams=2"], &hands, "R5", "R1");
    assert_eq!((alone.blowout, together.blowout), (false, true));
}

/// Play turns round before the first turn of a hand that seat 3 begins: the order is 3, 2, 1, 0, and seat 1 wins.
#[test]
fn seats_are_counted_from_the_first_turn_on_in_the_direction_of_play() {
    let position = Position {
        hands: ["B7 B8", "R1", "B1 R9", "R2 B2"].map(faces).to_vec(),
        discard: faces("R5"),
        draw: faces("Y0 G0"),
        to_move: 3,
        clockwise: false,
        ..Position::default()
    };
    let mut game = Game::from_position(&Rules::default(), &position).unwrap();
    let mut census = Census::default();
    census.dealt(&game);
    for text in ["R2", "R9", "R1"] {
        let action = game.parse_action(text).unwrap();
        census.ask(&game, action, false);
        game.apply_seen(action, &mut census);
    }
    let mut sums = Sums::default();
    let finish = Finish::of(&game, &game.scores());
    count_hand(&mut sums, &game, &mut census, &finish);
    assert_eq!(sums.seat_wins[..4], [0, 0, 1, 0]);
    assert_eq!((sums.get(Count::Turns), sums.get(Count::Won)), (3, 1));
    assert_eq!(sums.lengths, [0, 0, 0, 1]);
}

/// Points left: seat 0 won, seat 1 holds 9, seat 2 holds 5 and seat 3 as much. Of the others than 0, seats 2 and 3 did best.
#[test]
fn the_best_of_the_others_has_the_fewest_points() {
    let (_, game) = watch(&[], &["R1", "B9", "B5", "Y5"], "R5", "R1");
    let usual = Finish::of(&game, &game.scores());
    assert!(usual.won(0) && !usual.won(1));
    assert_eq!(usual.best_but(0, 4), 0b1100);
    assert_eq!(usual.best_but(2, 4), 0b0001);
    // Now seat 3 wins, by seat 0's last card, 8 points.
    let (_, game) = watch(&[], &["R1 R8", "B9", "B5", "R5"], "R5", "R1 draw draw R5");
    let changed = Finish::of(&game, &game.scores());
    assert!(changed.won(3), "{changed:?}");
    let mut sums = Sums::default();
    count_interaction(&mut sums, &usual, &usual, 0, 4);
    count_interaction(&mut sums, &usual, &changed, 0, 4);
    assert_eq!(
        (sums.get(Count::Replaced), sums.get(Count::BestChanged)),
        (2, 1)
    );
    // Seats 1 and 2 scored nothing in both; seat 3 scores 8, 9 and 5, and the drawn 0s.
    assert_eq!(sums.get(Count::ScoreMoved), 22);
    assert_eq!(sums.get(Count::Others), 6);
}
