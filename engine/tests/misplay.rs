//! Misplays and the clock: what an action outside the legal list, or a late one, costs in every phase.

mod table;

use proptest::prelude::*;
use table::view::view;
use table::{faces, tables};
use unosim_engine::rules::{Misplay, MisplayTurn};
use unosim_engine::{
    Action, Chance, Face, Game, Outcome, Position, Reason, Rng, Role, Rules, Witness,
};

/// What is told, a line for each event.
#[derive(Default)]
struct Events(Vec<String>);

impl Witness for Events {
    fn drew(&mut self, seat: usize, cards: &[Face], reason: Reason) {
        let reason = reason.name();
        self.0.push(format!("{seat} drew {} {reason}", cards.len()));
    }
    fn random(&mut self, what: Chance) {
        self.0.push(format!("{what:?}"));
    }
    fn out(&mut self, seat: usize) {
        self.0.push(format!("{seat} out"));
    }
    fn ask(&mut self, game: &Game, action: Action, forced: bool) {
        assert!(forced, "only whoever asks the seats tells of a choice");
        let text = game.action_text(action);
        self.0.push(format!("{} {text}", game.seat()));
    }
}

/// Mattel's rules with a price of so many cards.
fn priced(cards: u8) -> Rules {
    Rules {
        misplay: Misplay::Draw(cards),
        ..Rules::default()
    }
}

/// A hand under these rules with a price of one card, and what was played of it.
fn played(set: &[&str], hands: &[&[&str]], actions: &[&str]) -> Game {
    let mut rules = priced(1);
    for change in set {
        rules.set_text(change).unwrap();
    }
    let position = Position {
        hands: hands.iter().map(|hand| faces(hand)).collect(),
        discard: faces(&["R4"]),
        draw: faces(&["R9", "Y9", "Y9", "G9", "G9", "B9", "B9", "Y8", "G8", "B8"]),
        ..Position::default()
    };
    let mut game = Game::from_position(&rules, &position).unwrap();
    for text in actions {
        game.try_apply(game.parse_action(text).unwrap()).unwrap();
    }
    game
}

/// Options, hands and play that lead to a phase, and what is told of a misplay there that loses the turn.
type Row = (
    &'static str,
    &'static [&'static str],
    &'static [&'static [&'static str]],
    &'static [&'static str],
    &'static [&'static str],
);

const ROWS: &[Row] = &[
    (
        "turn",
        &[],
        &[&["R1", "Y2"], &["B1", "B2"], &["G1", "G2"]],
        &[],
        &["0 drew 1 misplay"],
    ),
    (
        "drawn",
        &[],
        &[&["Y1", "Y2"], &["B1", "B2"], &["G1", "G2"]],
        &["draw"],
        &["0 drew 1 misplay"],
    ),
    (
        "penalty",
        &["stacking.draw_two_on_draw_two=true"],
        &[&["R+2", "Y2"], &["B+2", "B2"], &["G1", "G2"]],
        &["R+2"],
        &["1 drew 1 misplay", "1 take", "1 drew 2 penalty"],
    ),
    (
        "extend",
        &["multi.same=symbol"],
        &[&["R1", "Y1", "Y2"], &["B1", "B2"], &["G1", "G2"]],
        &["R1"],
        &["0 drew 1 misplay", "0 done"],
    ),
    (
        "top",
        &["multi.same=symbol"],
        &[&["R1", "Y1", "Y2"], &["B1", "B2"], &["G1", "G2"]],
        &["R1", "Y1"],
        &["0 drew 1 misplay", "0 top:R1"],
    ),
    (
        "swap",
        &["swap.seven=swap"],
        &[&["R7", "Y2"], &["B1", "B2"], &["G1", "G2"]],
        &["R7"],
        &["0 drew 1 misplay", "0 seat:1"],
    ),
    (
        "swap",
        &["swap.seven=swap", "swap.optional=true"],
        &[&["R7", "Y2"], &["B1", "B2"], &["G1", "G2"]],
        &["R7"],
        &["0 drew 1 misplay", "0 decline"],
    ),
    (
        "target",
        &["wild.functions=[color, look]"],
        &[&["W", "Y2"], &["B1", "B2"], &["G1", "G2"]],
        &["W:look"],
        &["0 drew 1 misplay", "0 seat:1"],
    ),
    (
        "color",
        &["deck.blanks=[shuffle_hands]"],
        &[&["W1", "Y2"], &["B1", "B2"], &["G1", "G2"]],
        &["W1:-"],
        &["0 drew 1 misplay", "0 color:R"],
    ),
    (
        "face_down",
        &["wild_draw_four.face_down=true"],
        &[&["R1", "Y2", "Y3"], &["B1", "B2"], &["G1", "G2"]],
        &["claim:G"],
        &["0 drew 1 misplay", "0 R1"],
    ),
    (
        "uno",
        &["uno.call=decide"],
        &[&["R1", "Y2"], &["B1", "B2"], &["G1", "G2"]],
        &["R1"],
        &["0 drew 1 misplay", "0 silent"],
    ),
    (
        "catch",
        &["uno.call=decide"],
        &[&["R1", "Y2"], &["B1", "B2"], &["G1", "G2"]],
        &["R1", "silent"],
        &["1 drew 1 misplay", "1 pass"],
    ),
    (
        "jump_in",
        &["jump_in.cards=numbers"],
        &[&["R1", "Y2"], &["R1", "B2"], &["G1", "G2"]],
        &["R1"],
        &["1 drew 1 misplay", "1 pass"],
    ),
];

/// `lost`: on a turn or after a draw the turn ends; elsewhere what declines is done, or else the lowest legal action.
#[test]
fn a_misplay_that_loses_the_turn_does_what_declining_does() {
    for (phase, set, hands, actions, told) in ROWS {
        let game = played(set, hands, actions);
        assert_eq!(game.phase().name(), *phase);
        let (mut lost, mut events) = (game.clone(), Events::default());
        lost.misplay(&mut events);
        assert_eq!(events.0, *told, "{phase}");
        // The same as drawing, and then doing that.
        let mut unseen = game.clone();
        unseen.misplay(&mut ());
        assert_eq!(unseen, lost, "{phase}");
        if matches!(*phase, "turn" | "drawn") {
            let state = (lost.seat(), lost.phase().name(), lost.turns());
            assert_eq!(state, (1, "turn", game.turns() + 1), "{phase}");
        }
    }
}

/// `kept`: the same question again, which counts as a turn.
#[test]
fn a_misplay_that_keeps_the_turn_asks_again() {
    for (phase, set, hands, actions, told) in ROWS {
        let kept = [*set, &["misplay_turn=kept"]].concat();
        let mut game = played(&kept, hands, actions);
        let before = (game.seat(), game.phase(), game.turns() + 1);
        let legal = game.legal();
        let mut events = Events::default();
        game.misplay(&mut events);
        assert_eq!(events.0, told[..1], "{phase}");
        assert_eq!((game.seat(), game.phase(), game.turns()), before, "{phase}");
        assert!((legal - game.legal()).is_empty(), "{phase}");
    }
}

/// A price of no cards is one too: the action is void, and the turn lost.
#[test]
fn a_misplay_may_cost_nothing_but_the_turn() {
    let mut game = played(&["misplay=0"], ROWS[0].2, &[]);
    let mut events = Events::default();
    game.misplay(&mut events);
    assert_eq!((events.0.len(), game.seat(), game.hand(0).len()), (0, 1, 2));
}

/// A misplay neither is a pass nor breaks a run of passes.
#[test]
fn a_misplay_is_no_pass() {
    let rules = priced(1);
    let position = Position {
        hands: vec![faces(&["Y1"]), faces(&["B1"])],
        discard: faces(&["R4"]),
        ..Position::default()
    };
    let mut game = Game::from_position(&rules, &position).unwrap();
    game.apply(Action::PASS);
    game.misplay(&mut ());
    assert!(!game.is_over());
    game.apply(Action::PASS);
    assert_eq!(game.outcome(), Some(Outcome::Stalemate));
}

/// The cards of a misplay can make a sum impossible that must win: it is done with the cards laid.
#[test]
fn a_sum_that_can_no_longer_win_is_done() {
    let win = [
        "jump_in.sum=true",
        "jump_in.sum_only_to_win=true",
        "misplay_turn=kept",
    ];
    let hands: &[&[&str]] = &[&["R9", "Y5"], &["R2", "R3", "R4"], &["G1", "G2"]];
    let begun = || played(&win, hands, &["R9", "R2"]);
    let (mut game, mut events) = (begun(), Events::default());
    assert_eq!(game.action_texts(game.legal()), ["R3", "R4"]);
    game.misplay(&mut events);
    assert_eq!(events.0, ["1 drew 1 misplay", "1 done"]);
    let state = (game.seat(), game.phase().name(), game.top().name());
    assert_eq!(state, (2, "turn", "R2"));

    let (mut game, mut events) = (begun(), Events::default());
    game.late(1, &mut events);
    assert_eq!(events.0, ["1 drew 1 clock", "1 done"]);
    assert_eq!((game.seat(), game.phase().name()), (2, "turn"));
}

/// Cards of a play under way are not shuffled into a new draw pile: any of them may yet come to lie on top.
#[test]
fn a_play_under_way_is_not_reshuffled() {
    let mut rules = priced(3);
    rules.misplay_turn = MisplayTurn::Kept;
    rules.set_text("multi.same=symbol").unwrap();
    let position = Position {
        hands: vec![faces(&["R1", "Y1", "G1", "Y2"]), faces(&["B1", "B2"])],
        discard: faces(&["R4", "R9"]),
        ..Position::default()
    };
    let mut game = Game::from_position(&rules, &position).unwrap();
    for text in ["R1", "Y1"] {
        game.apply(game.parse_action(text).unwrap());
        game.misplay(&mut ());
    }
    // The two old discards are drawn, and no more.
    assert_eq!((game.hand(0).len(), game.discards()), (4, 2));
    game.apply(game.parse_action("done").unwrap());
    game.apply(game.parse_action("top:R1").unwrap());
    assert_eq!((game.top().name(), game.discards()), ("R1", 2));
}

/// Cards reshuffled while a penalty stands may answer it again, more often than the deck has Wild Draw Fours.
#[test]
fn a_penalty_may_hold_the_same_card_twice() {
    let mut rules = priced(4);
    rules.misplay_turn = MisplayTurn::Kept;
    for change in [
        "stacking.wild_four_on_wild_four=true",
        "wild_draw_four.challenge_on_stack=each",
    ] {
        rules.set_text(change).unwrap();
    }
    let position = Position {
        hands: vec![faces(&["W+4", "W+4", "Y1"]), faces(&["W+4", "W+4", "Y2"])],
        discard: faces(&["R4"]),
        ..Position::default()
    };
    let mut game = Game::from_position(&rules, &position).unwrap();
    game.apply(game.parse_action("W+4:G").unwrap());
    let four = game.parse_action("W+4:G").unwrap();
    for _ in 0..9 {
        if !game.legal().contains(four) {
            game.misplay(&mut ());
        }
        game.apply(four);
    }
    assert_eq!(game.pending(), 40);
    game.apply(Action::CHALLENGE);
    assert_eq!(game.check(), Ok(()));
}

/// The clock takes cards and nothing else: whoever is asked stays so.
#[test]
fn a_late_decision_stands_and_costs_cards() {
    for (phase, set, hands, actions, _) in ROWS {
        let timed = [*set, &["clock.limit_ms=5", "clock.penalty=2"]].concat();
        let mut game = played(&timed, hands, actions);
        let before = (game.seat(), game.phase(), game.turns(), game.hand(2).len());
        let mut events = Events::default();
        game.late(2, &mut events);
        assert_eq!(events.0, ["2 drew 2 clock"], "{phase}");
        let after = (
            game.seat(),
            game.phase(),
            game.turns(),
            game.hand(2).len() - 2,
        );
        assert_eq!(after, before, "{phase}");
    }
}

/// Whoever is out draws no more, however late the last card came.
#[test]
fn a_seat_that_is_out_pays_no_clock() {
    let after_out = [
        "jump_in.cards=numbers",
        "jump_in.after_out=true",
        "clock.limit_ms=5",
    ];
    let ladder = ["match.format=last_standing", "clock.limit_ms=5"];
    let plain = ["clock.limit_ms=5"];
    for set in [&after_out[..], &ladder, &plain] {
        let hands: &[&[&str]] = &[&["R1"], &["R1", "B2"], &["G1", "G2"]];
        let mut game = played(set, hands, &["R1"]);
        let before = game.clone();
        game.late(0, &mut Events::default());
        assert_eq!(game, before, "{set:?}");
    }
}

/// A hand that a seat has won cannot be lost to an empty draw pile any more, whoever draws for what.
#[test]
fn a_misplay_after_the_last_card_does_not_void_the_hand() {
    let mut rules = Rules::default();
    for change in [
        "jump_in.cards=numbers",
        "jump_in.after_out=true",
        "exhausted.pile=void",
        "misplay=2",
    ] {
        rules.set_text(change).unwrap();
    }
    let position = Position {
        hands: vec![faces(&["R1"]), faces(&["R1", "B2"])],
        discard: faces(&["R4"]),
        draw: faces(&["Y1"]),
        ..Position::default()
    };
    let mut game = Game::from_position(&rules, &position).unwrap();
    game.apply(Action::play(Face::parse("R1").unwrap()));
    assert_eq!(game.phase().name(), "jump_in");
    game.misplay(&mut ());
    assert_eq!(
        (game.outcome(), game.winner()),
        (Some(Outcome::Won), Some(0))
    );
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) })]

    /// Misplays and late decisions at any moment of any hand leave it sound, and worlds can be imagined after them.
    #[test]
    fn a_hand_survives_misplays_and_a_slow_table(
        mut table in tables(20),
        price in 0..4u8,
        kept: bool,
    ) {
        table.rules.misplay = Misplay::Draw(price);
        table.rules.misplay_turn = if kept { MisplayTurn::Kept } else { MisplayTurn::Lost };
        table.rules.clock.limit_ms = 1;
        let mut game = table.game();
        let mut rng = Rng::new(table.seed, 3, Role::Other(0));
        while !game.is_over() {
            let seat = game.seat();
            match rng.below(5) {
                0 => game.misplay(&mut ()),
                _ => game.try_apply(table.policy.choose(game.legal(), &mut rng)).unwrap(),
            }
            if rng.below(5) == 0 {
                game.late(seat, &mut ());
            }
            prop_assert_eq!(game.check(), Ok(()));
            if rng.below(4) == 0 {
                let seen = game.observe(rng.below(table.seats as u32) as usize);
                let world = seen.determinize(&mut rng);
                prop_assert_eq!(view(&seen).differs(&view(&world.observe(seen.seat()))), None);
            }
        }
        prop_assert!(game.turns() <= table.rules.max_turns);
    }

    /// Seats that never answer rightly cannot keep a hand from ending.
    #[test]
    fn whoever_always_misplays_holds_up_nobody(
        mut table in tables(20),
        price in 0..3u8,
        kept: bool,
        fools: u16,
    ) {
        table.rules.misplay = Misplay::Draw(price);
        table.rules.misplay_turn = if kept { MisplayTurn::Kept } else { MisplayTurn::Lost };
        let mut game = table.game();
        let mut rng = Rng::new(table.seed, 4, Role::Other(0));
        let mut asked = 0;
        while !game.is_over() {
            asked += 1;
            prop_assert!(asked < 60 * table.rules.max_turns);
            match fools >> game.seat() & 1 {
                1 => game.misplay(&mut ()),
                _ => game.apply(table.policy.choose(game.legal(), &mut rng)),
            }
        }
        prop_assert!(game.turns() <= table.rules.max_turns);
    }
}
