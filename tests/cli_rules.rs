//! `unosim rules …`: what sets two rule sets apart, and whether rule files are right.

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::contains;
use std::fs;
use tempfile::TempDir;

fn unosim(dir: &TempDir) -> Command {
    let mut command = Command::cargo_bin("unosim").unwrap();
    command.current_dir(dir).arg("rules");
    command
}

/// A directory with one rule file, `house.toml`.
fn house(text: &str) -> TempDir {
    let dir = TempDir::new().unwrap();
    fs::write(dir.path().join("house.toml"), text).unwrap();
    dir
}

const HOUSE: &str = "base = \"phone\"\nuno.penalty = 4\n[stacking]\nmax_cards = 3\n";

#[test]
fn the_list_has_a_description_and_a_source_for_each() {
    let dir = TempDir::new().unwrap();
    let mut assert = unosim(&dir).assert().success();
    for set in unosim_engine::rule_sets() {
        assert = assert.stdout(
            contains(format!("{}  ", set.name))
                .and(contains(set.summary))
                .and(contains(format!("source: {}", set.source))),
        );
    }
}

#[test]
fn a_difference_is_one_line_an_option() {
    let dir = house(HOUSE);
    unosim(&dir)
        .args(["diff", "unoai", "go-wild"])
        .assert()
        .success()
        .stdout(
            "\
option                           unoai     go-wild
setup.first_wild                 \"free\"    \"starter_chooses\"
wild_draw_four.legality          \"always\"  \"no_color\"
wild_draw_four.bluff             false     true
wild_draw_four.challenge         false     true
stacking.draw_two_on_draw_two    false     true
stacking.wild_four_on_wild_four  false     true
stacking.wild_four_on_draw_two   false     true
stacking.draw_two_on_wild_four   \"never\"   \"any\"
uno.call                         \"off\"     \"decide\"
",
        );
    unosim(&dir)
        .args(["diff", "phone", "house.toml"])
        .assert()
        .success()
        .stdout(
            "\
option              phone  house.toml
stacking.max_cards  0      3
uno.penalty         2      4
",
        );
}

#[test]
fn equal_rules_are_said_to_be_equal() {
    let dir = house("base = \"mattel\"\nuno.penalty = 2\n");
    unosim(&dir)
        .args(["diff", "mattel", "house.toml"])
        .assert()
        .success()
        .stdout("mattel and house.toml are the same rules\n");
    unosim(&dir)
        .args(["diff", "mattel", "matel"])
        .assert()
        .code(1)
        .stderr(contains(
            "unknown rule set \"matel\": did you mean \"mattel\"?",
        ));
    unosim(&dir)
        .args(["diff", "mattel", "other.toml"])
        .assert()
        .code(1)
        .stderr(contains("cannot read the rule file other.toml"));
}

#[test]
fn a_file_of_ones_own_is_shown_with_its_base() {
    unosim(&house(HOUSE))
        .args(["show", "house.toml"])
        .assert()
        .success()
        .stdout(
            contains("# house.toml changes 2 options of phone\n")
                .and(contains("uno.penalty = 4  # changed from 2\n"))
                .and(contains("stacking.max_cards = 3  # changed from 0\n"))
                .and(contains("score.method = \"penalty\"  # changed from")),
        );
}

#[test]
fn a_file_of_ones_own_is_played() {
    let dir = house("base = \"unoai\"\nuno.penalty = 4\n");
    Command::cargo_bin("unosim")
        .unwrap()
        .current_dir(&dir)
        .args(["run", "--strategies", "random,greedy", "--deals", "5"])
        .args(["--rules", "house.toml", "--out", "out"])
        .assert()
        .success();
    let manifest = fs::read_to_string(dir.path().join("out/manifest.json")).unwrap();
    assert!(manifest.contains("\"uno.call\": \"off\"") && manifest.contains("\"uno.penalty\": 4"));
}

#[test]
fn right_files_are_checked_with_what_they_change() {
    let dir = house(HOUSE);
    fs::write(dir.path().join("teams.toml"), "match.teams = 2\n").unwrap();
    unosim(&dir)
        .args(["check", "house.toml", "teams.toml"])
        .assert()
        .success()
        .stdout(
            contains("ok house.toml (changes 2 options of phone; plays at 2 to 10 seats)\n")
                .and(contains(
                    "ok teams.toml (changes 1 option of mattel; plays at 4, 6, 8 and 10 seats)\n    \
                     not at 2, 3, 5, 7 and 9 seats: match.teams = 2 does not go with 2 seats",
                ))
                .and(contains("2 ok, 0 wrong\n")),
        );
}

#[test]
fn wrong_files_are_told_with_line_key_and_what_would_be_right() {
    for (text, says) in [
        (
            "base = \"phone\"\nuno.penalti = 4\n",
            "house.toml:2: unknown option uno.penalti: did you mean uno.penalty?",
        ),
        (
            "[uno]\ncall = \"of\"\n",
            "house.toml:2: uno.call cannot be \"of\": it must be \"auto\", \"off\" or \"decide\"; did you mean \"off\"?",
        ),
        (
            "base = \"phoen\"\n",
            "house.toml:1: unknown rule set \"phoen\": did you mean \"phone\"?",
        ),
        ("base = 3\n", "house.toml:1: base is the name of a rule set"),
        (
            "base = \"phone\"\n\nmatch.format = \"knockout\"\nscore.method = \"cards\"\n",
            "house.toml:4: match.format = \"knockout\" does not go with score.method = \"cards\": ",
        ),
        (
            "\nuno.false_call = 2\n",
            "house.toml:2: uno.false_call = 2 has no effect with uno.errors = false: set uno.errors = true",
        ),
        ("max_turns = = 1\n", "house.toml:1: not valid TOML: "),
    ] {
        let dir = house(text);
        fs::write(dir.path().join("good.toml"), "").unwrap();
        unosim(&dir)
            .args(["check", "house.toml", "good.toml"])
            .assert()
            .code(1)
            .stdout(
                contains(format!("not ok {says}"))
                    .and(contains("ok good.toml (changes 0 options of mattel; "))
                    .and(contains("1 ok, 1 wrong\n")),
            );
    }
    let dir = TempDir::new().unwrap();
    unosim(&dir)
        .args(["check", "none.toml"])
        .assert()
        .code(1)
        .stdout(contains("not ok none.toml: cannot be read: "));
}

#[test]
fn help_shows_examples() {
    let dir = TempDir::new().unwrap();
    for (args, example) in [
        (&["--help"][..], "unosim rules diff mattel phone"),
        (&["show", "--help"], "unosim rules show phone"),
        (&["diff", "--help"], "unosim rules diff phone my-rules.toml"),
        (&["check", "--help"], "base = \"phone\""),
    ] {
        unosim(&dir)
            .args(args)
            .assert()
            .success()
            .stdout(contains(example));
    }
}
