//! The scenario checker finds what does not hold: every expectation is tested to fail, and nonsense is told from it.

use unosim::scenario::{Checked, check_text};

/// A Wild Draw Four waits to be answered.
const PENALTY: &str = r#"
name = "x"
hands = [["W+4", "R1", "R2"], ["B1", "B2"], ["G1", "G4"]]
discard = ["B5", "B7"]
draw = ["Y1", "Y3", "Y4", "Y5", "Y6"]
[[step]]
seat = 0
action = "W+4:G"
"#;

/// A hand is won.
const WON: &str = r#"
name = "x"
hands = [["R1"], ["R9", "B8"], ["W"]]
discard = ["R5"]
draw = ["Y8"]
totals = [10, 20, 30]
[[step]]
seat = 0
action = "R1"
"#;

/// The expectation holds with the first value and is found wrong with each of the others.
fn holds_and_fails(scenario: &str, key: &str, right: &str, wrong: &[&str]) {
    let with = |value: &str| check_text(&format!("{scenario}expect = {{ {key} = {value} }}\n"));
    assert_eq!(with(right), Checked::Ok, "{key} = {right}");
    for value in wrong {
        let checked = with(value);
        assert!(
            matches!(checked, Checked::Differs(_)),
            "{key} = {value}: {checked:?}"
        );
        let message = checked.message();
        assert!(message.starts_with("step 1 (seat 0, "), "{message}");
        assert!(
            message.contains(&format!("): {key}: expected ")),
            "{message}"
        );
        assert!(message.contains(", got "), "{message}");
    }
}

/// What can be expected of a hand under way: key, right value, wrong values.
const UNDER_WAY: &[(&str, &str, &[&str])] = &[
    ("to_move", "1", &["0", "2", "9"]),
    ("phase", "\"penalty\"", &["\"turn\"", "\"over\""]),
    (
        "legal",
        "[\"take\", \"challenge\"]",
        &["[]", "[\"take\"]", "[\"take\", \"challenge\", \"B1\"]"],
    ),
    ("legal_has", "[\"take\"]", &["[\"take\", \"B1\"]"]),
    ("legal_not", "[\"B1\", \"draw\"]", &["[\"draw\", \"take\"]"]),
    (
        "hands",
        "[[\"R2\", \"R1\"], \"?\", [\"G4\", \"G1\"]]",
        &[
            "[[\"R1\"], \"?\", \"?\"]",
            "[[\"R1\", \"R1\"], \"?\", \"?\"]",
            "[\"?\", \"?\"]",
            "[\"?\", [], \"?\"]",
            "[\"?\", \"?\", \"?\", \"?\"]",
        ],
    ),
    (
        "hand_sizes",
        "[2, 2, 2]",
        &["[3, 2, 2]", "[2, 2]", "[2, 2, 2, 0]"],
    ),
    ("top", "\"W+4\"", &["\"W\"", "\"B5\""]),
    ("color", "\"G\"", &["\"B\"", "\"-\""]),
    ("direction", "1", &["-1"]),
    ("pile", "5", &["4"]),
    ("discards", "3", &["2"]),
    ("pending", "4", &["0", "2"]),
    ("winner", "-1", &["0"]),
    ("loser", "-1", &["0", "[0, 1]"]),
    ("live", "[0, 1, 2]", &["[0, 1]", "[]"]),
    ("match_over", "false", &["true"]),
    ("match_winner", "-1", &["0"]),
    ("scores", "[0, 0, 0]", &["[1, 0, 0]"]),
    ("totals", "[0, 0, 0]", &["[0, 0, 4]"]),
];

/// What can be expected of a hand that is over.
const OVER: &[(&str, &str, &[&str])] = &[
    ("phase", "\"over\"", &["\"turn\""]),
    (
        "outcome",
        "\"won\"",
        &["\"void\"", "\"truncated\"", "\"stalemate\""],
    ),
    ("winner", "0", &["1", "-1", "[0, 1]"]),
    ("loser", "2", &["0", "[1, 2]", "-1"]),
    ("points", "[0, 17, 50]", &["[0, 17, 40]", "[0, 17]"]),
    ("scores", "[67, 0, 0]", &["[0, 0, 0]", "[67, 0]"]),
    ("totals", "[77, 20, 30]", &["[10, 20, 30]", "[67, 0, 0]"]),
    ("match_over", "true", &["false"]),
    ("match_winner", "0", &["-1", "1", "[0, 1]"]),
    ("places", "[1, 0, 0]", &["[0, 0, 0]", "[1, 2, 3]"]),
    ("legal", "[]", &["[\"draw\"]"]),
];

#[test]
fn every_expectation_can_hold_and_fail() {
    for (key, right, wrong) in UNDER_WAY {
        holds_and_fails(PENALTY, key, right, wrong);
    }
    for (key, right, wrong) in OVER {
        holds_and_fails(WON, key, right, wrong);
    }
    let unfinished = check_text(&format!("{PENALTY}expect = {{ outcome = \"won\" }}"));
    assert!(
        unfinished
            .message()
            .contains("outcome: expected won, got none"),
        "{unfinished:?}"
    );
}

#[test]
fn every_documented_expectation_is_tested_to_fail() {
    let document = include_str!("../docs/scenarios.md");
    let rows = document
        .split("## What can be expected")
        .nth(1)
        .unwrap()
        .lines();
    let cells = rows.filter_map(|row| row.strip_prefix("| `")?.split(" |").next());
    let keys: Vec<&str> = cells
        .flat_map(|cell| cell.split("`, `"))
        .map(|key| key.trim_end_matches('`'))
        .collect();
    assert_eq!(keys.len(), 24);
    for key in keys.into_iter().filter(|key| *key != "error") {
        let tested = UNDER_WAY
            .iter()
            .chain(OVER)
            .any(|(k, _, wrong)| *k == key && !wrong.is_empty());
        assert!(tested, "{key}");
    }
}

#[test]
fn an_expected_refusal_can_hold_and_fail() {
    let config = |set: &str, error: &str| {
        check_text(&format!(
            "name = \"x\"\nplayers = 4\nset = {{ {set} }}\n[expect]\nerror = \"{error}\"\n"
        ))
    };
    assert_eq!(config("\"match.teams\" = 1", "match.teams"), Checked::Ok);
    assert!(matches!(
        config("\"match.teams\" = 1", "uno.call"),
        Checked::Differs(_)
    ));
    let accepted = config("\"uno.call\" = \"off\"", "uno.call");
    assert!(
        accepted.message().contains("the rules are accepted"),
        "{accepted:?}"
    );
}

/// A red 1 on top; seat 0 may play R5, draw, and not play G9.
fn steps(steps: &str) -> Checked {
    check_text(&format!(
        "name = \"x\"\nhands = [[\"R5\", \"G9\"], [\"Y1\", \"Y3\"]]\ndiscard = [\"R1\"]\ndraw = [\"B4\", \"B6\"]\n{steps}"
    ))
}

fn step(seat: usize, action: &str, more: &str) -> String {
    format!("[[step]]\nseat = {seat}\naction = \"{action}\"\n{more}\n")
}

#[test]
fn an_illegal_step_must_be_refused() {
    let illegal = "illegal = true";
    assert_eq!(steps(&step(0, "G9", illegal)), Checked::Ok);
    assert_eq!(
        steps(&step(0, "B9", illegal)),
        Checked::Ok,
        "a card that is not in hand"
    );
    assert_eq!(
        steps(&step(0, "take", illegal)),
        Checked::Ok,
        "an action of another phase"
    );
    assert_eq!(
        steps(&step(1, "Y1", illegal)),
        Checked::Ok,
        "a seat that is not asked"
    );
    assert_eq!(steps(&step(1, "R5", illegal)), Checked::Ok);
    let legal = steps(&step(0, "R5", illegal));
    assert_eq!(
        legal,
        Checked::Differs("step 1 (seat 0, R5): expected a refusal, but it is legal".into())
    );
    for typo in ["R55", "W:P", "tkae", "color:", "seat:12", "R5:R", "*"] {
        assert!(
            matches!(steps(&step(0, typo, illegal)), Checked::Error(_)),
            "{typo}"
        );
    }
    let after = format!(
        "{}{}",
        step(0, "G9", illegal),
        step(0, "R5", "expect = { top = \"R5\", to_move = 1 }")
    );
    assert_eq!(
        steps(&after),
        Checked::Ok,
        "the refusal has changed nothing"
    );
}

#[test]
fn a_legal_step_must_be_accepted() {
    assert_eq!(steps(&step(0, "R5", "")), Checked::Ok);
    for (seat, action, part) in [
        (0, "G9", "refused: "),
        (0, "take", "refused: no such action in phase turn"),
        (1, "Y1", "seat 0 is asked, in phase turn"),
        (0, "*", "expected one legal action, got [R5, draw]"),
    ] {
        let checked = steps(&step(seat, action, ""));
        assert!(
            matches!(&checked, Checked::Differs(m) if m.contains(part)),
            "{action}: {checked:?}"
        );
    }
    let only = format!(
        "{}{}",
        step(0, "R5", ""),
        step(1, "*", "expect = { hand_sizes = [1, 3] }")
    );
    assert_eq!(steps(&only), Checked::Ok);
    let over = format!(
        "{}{}{}{}",
        step(0, "R5", ""),
        step(1, "draw", ""),
        step(0, "draw", "expect = { to_move = 1 }"),
        step(7, "draw", "")
    );
    assert!(
        steps(&over)
            .message()
            .contains("step 4 (seat 7, draw): the seats are 0 to 1")
    );
}

#[test]
fn nonsense_is_an_error_and_not_a_difference() {
    let base = "name = \"x\"\n";
    let hands = "hands = [[\"R5\"], [\"Y1\"]]\n";
    let top = "discard = [\"R1\"]\n";
    let deal = "players = 2\ndeal = { order = [\"R1\", \"R2\", \"R3\"] }\nset = { \"setup.hand_size\" = 1 }\n";
    for (text, part) in [
        (String::new(), "players is missing"),
        ("players = 2".into(), "from hands or from a deal"),
        (format!("{hands}{top}{deal}"), "give one of them"),
        (
            format!("{hands}{top}players = 3"),
            "players = 3, but hands lists 2",
        ),
        (hands.to_string(), "top card"),
        (
            format!("{hands}{top}dealer = 2"),
            "dealer = 2, but the seats are 0 to 1",
        ),
        (format!("{hands}{top}to_move = 5"), "seat 5"),
        (
            format!("{hands}{top}totals = [1, 2, 3]"),
            "totals lists 3 seats of 2",
        ),
        (
            format!("{hands}discard = [\"W\"]"),
            "the color in force must be given",
        ),
        (format!("{hands}{top}draw = [\"R5\", \"R5\"]"), "R5"),
        (format!("{hands}{top}draw = [\"WR\"]"), "WR"),
        (
            "hands = [[\"R5\"], []]\ndiscard = [\"R1\"]".into(),
            "at least two seats need cards",
        ),
        ("hands = [[\"R5\"]]\ndiscard = [\"R1\"]".into(), "1 seat"),
        (format!("{deal}to_move = 1"), "to_move goes with hands"),
        (format!("{deal}dealer = 2"), "dealer = 2"),
        (deal.replace("= 1 }", "= 3 }"), "the deal needs 7 cards"),
        (
            format!("{hands}{top}rules = \"mattle\""),
            "did you mean \"mattel\"?",
        ),
        (
            format!("{hands}{top}set = {{ \"uno.cal\" = 1 }}"),
            "did you mean uno.call?",
        ),
        (
            format!("{hands}{top}stpe = 1"),
            "line 4: unknown key `stpe`: did you mean `step`?",
        ),
        (
            format!(
                "{hands}{top}[[step]]\nseat = 0\naction = \"R5\"\nexpect = {{ error = \"x\" }}"
            ),
            "error belongs to [expect]",
        ),
    ] {
        let checked = check_text(&format!("{base}{text}"));
        let found = matches!(&checked, Checked::Error(message) if message.contains(part));
        assert!(found, "{text}\nexpected: {part}\ngot: {checked:?}");
    }
}

#[test]
fn a_deal_gives_the_hands_and_the_first_card() {
    let deal = "name = \"x\"\nplayers = 2\ndealer = 0\nset = { \"setup.hand_size\" = 1 }\n\
                deal = { order = [\"R1\", \"Y1\", \"G7\", \"B2\"] }\n";
    let right = "hands = [[\"Y1\"], [\"R1\"]]\ntop = \"G7\"\nto_move = 1\n";
    assert_eq!(
        check_text(&format!("{deal}[expect]\n{right}pile = 1")),
        Checked::Ok
    );
    let under = check_text(&format!(
        "{deal}rest = \"under\"\n[expect]\n{right}pile = 105"
    ));
    assert_eq!(under, Checked::Ok);
    let wrong = check_text(&format!("{deal}[expect]\npile = 2"));
    assert_eq!(
        wrong,
        Checked::Differs("at the start: pile: expected 2, got 1".into())
    );
}
