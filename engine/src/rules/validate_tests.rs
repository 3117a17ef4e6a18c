//! Tests of `validate`: every refusal names its options, and nothing else is refused.

use super::super::*;
use super::*;
use crate::card::{Cards, Face};

fn rules(changes: &str) -> Rules {
    let mut rules = Rules::default();
    for change in changes.split_terminator("; ") {
        rules.set_text(change).unwrap();
    }
    rules
}

#[test]
fn refused_combinations_name_both_sides() {
    for (seats, changes, named) in [
        (1, "", ["1 seat", "2 to 10"]),
        (11, "", ["11 seats", "2 to 10"]),
        (usize::MAX, "", ["seats", "2 to 10"]),
        (8, "setup.hand_size=15", ["setup.hand_size = 15", "8 seats"]),
        (
            8,
            "setup.hand_size=15",
            ["121 cards", "deal 13 at the most"],
        ),
        (5, "match.teams=2", ["match.teams = 2", "5 seats"]),
        (
            4,
            "match.teams=1",
            ["match.teams = 1", "0 (everyone for himself) or 2"],
        ),
        (4, "match.teams=4", ["match.teams = 4", "4 seats"]),
        (
            4,
            "match.format=knockout",
            [
                "match.format = \"knockout\"",
                "score.method = \"winner_takes\"",
            ],
        ),
        (
            4,
            "match.format=knockout; score.method=penalty; match.teams=2",
            ["match.format", "match.teams"],
        ),
        (
            4,
            "match.format=last_standing; match.teams=2",
            ["match.format", "match.teams"],
        ),
        (
            4,
            "match.teams=2; score.method=penalty",
            ["match.team_scoring", "score.method"],
        ),
        (
            4,
            "match.teams=2; match.team_scoring=own",
            ["match.team_scoring", "score.method"],
        ),
        (
            4,
            "jump_in.sum_same_color=false",
            ["jump_in.sum_same_color", "jump_in.sum ="],
        ),
        (
            4,
            "jump_in.sum_only_to_win=true",
            ["jump_in.sum_only_to_win", "jump_in.sum ="],
        ),
        (4, "uno.false_call=2", ["uno.false_call", "uno.errors"]),
        (4, "uno.false_catch=2", ["uno.false_catch", "uno.errors"]),
        (
            4,
            "jump_in.after_out=true",
            ["jump_in.after_out", "jump_in.cards"],
        ),
        (4, "wild.functions=[look]", ["wild.functions", "\"color\""]),
    ] {
        let message = rules(changes)
            .validate(seats)
            .expect_err(changes)
            .to_string();
        for name in named {
            assert!(message.contains(name), "{name}: {message}");
        }
        assert!(!message.contains('\n'), "{message}");
    }
}

#[test]
fn challenge_settings_need_a_challenge() {
    for change in [
        "guilty_draws=6",
        "innocent_extra=0",
        "challenger_turn=skipped",
        "challenge_on_stack=each",
        "challenge_reveals=all",
    ] {
        let with = format!("wild_draw_four.{change}");
        rules(&with).validate(4).unwrap();
        let without = format!("{with}; wild_draw_four.challenge=false");
        let message = rules(&without).validate(4).unwrap_err().to_string();
        assert!(
            message.contains("wild_draw_four.challenge = true"),
            "{message}"
        );
        assert!(
            message.contains(&with.replace('=', " = ")[..20]),
            "{message}"
        );
    }
}

#[test]
fn sound_combinations_are_accepted() {
    for (seats, changes) in [
        (2, ""),
        (10, "setup.hand_size=10"),
        (7, "setup.hand_size=15"),
        (
            8,
            "setup.hand_size=15; deck.discard_all=2; deck.reflect=4; deck.blanks=[wild]",
        ),
        (6, "match.teams=3"),
        (
            4,
            "match.teams=2; score.method=penalty; match.team_scoring=own",
        ),
        (4, "score.method=penalty; match.team_scoring=own"),
        (4, "match.format=knockout; score.method=penalty"),
        (
            4,
            "jump_in.sum=true; jump_in.sum_same_color=false; jump_in.after_out=true",
        ),
        (4, "uno.errors=true; uno.false_call=2"),
    ] {
        rules(changes).validate(seats).unwrap();
    }
}

#[test]
fn numbers_that_were_never_read_are_checked_too() {
    let mut odd = Rules::default();
    odd.deck.reflect = 200;
    assert!(odd.deck().len() <= 128);
    assert!(
        odd.validate(4)
            .unwrap_err()
            .to_string()
            .contains("deck.reflect")
    );
    let mut odd = Rules::default();
    odd.setup.hand_size = 0;
    assert!(
        odd.validate(4)
            .unwrap_err()
            .to_string()
            .contains("setup.hand_size")
    );
    let mut odd = Rules::default();
    odd.match_.target = -5;
    assert!(
        odd.validate(4)
            .unwrap_err()
            .to_string()
            .contains("match.target")
    );
}

#[test]
fn the_deck_grows_with_its_optional_cards() {
    assert_eq!(Rules::default().deck(), Cards::STANDARD);
    assert_eq!(rules("deck.discard_all=1").deck().len(), 112);
    assert_eq!(rules("deck.reflect=3").deck().count(Face::REFLECT), 3);
    let blanks = rules("deck.blanks=[slap, draw_8]").deck();
    assert!(
        blanks.has(Face::blank(0)) && blanks.has(Face::blank(1)) && !blanks.has(Face::blank(2))
    );
    let all = rules("deck.discard_all=2; deck.reflect=4; deck.blanks=[wild,wild,wild,wild]").deck();
    assert_eq!(all.len(), 124);
}

#[test]
fn the_tables_name_options_that_exist() {
    let options = Rules::default().options();
    let exists = |name: &str| options.iter().any(|(o, _)| o == name);
    for (option, switch) in NEEDS_SWITCH {
        assert!(exists(option) && exists(switch), "{option} {switch}");
    }
}
