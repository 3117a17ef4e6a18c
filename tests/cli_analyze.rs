//! `unosim analyze` from the outside: positions with a known best action, and wrong input.

use assert_cmd::Command;
use predicates::str::contains;

fn analyze(args: &[&str]) -> assert_cmd::assert::Assert {
    let mut command = Command::cargo_bin("unosim").unwrap();
    command.arg("analyze").args(args).assert()
}

fn positions() -> Vec<String> {
    let mut files: Vec<String> = std::fs::read_dir("tests/positions")
        .unwrap()
        .map(|entry| entry.unwrap().path().display().to_string())
        .collect();
    files.sort();
    files
}

/// Forced wins, wilds kept for the end, blocking, stacking and other answers to penalties, challenges with exact odds, swaps,
/// partners.
#[test]
fn search_finds_the_best_action_in_every_position() {
    let files = positions();
    assert!(files.len() >= 30, "{} positions", files.len());
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    for strategy in [
        "monte-carlo(playouts=3000)",
        "ismcts(iterations=3000)",
        "monte-carlo(ranking, playouts=3000)",
    ] {
        analyze(&[&["--check", "--strategy", strategy], &files[..]].concat()).success();
    }
}

#[test]
fn a_choice_that_is_not_the_best_is_told() {
    let file = "tests/positions/win-skip-first.toml";
    analyze(&["--check", "--strategy", "first-legal", file])
        .code(1)
        .stdout(contains(format!("not ok {file}: R5, best: RS")));
    analyze(&["--strategy", "monte-carlo(ranking, playouts=100)", file])
        .success()
        .stdout(contains("seat 0 in phase turn: RS"))
        .stdout(contains("playouts"));
}

#[test]
fn wrong_input_is_one_message() {
    let dir = tempfile::TempDir::new().unwrap();
    let write = |name: &str, text: &str| {
        let path = dir.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let head = "name = \"a\"\nhands = [[\"R5\", \"R6\"], [\"B1\"]]\ndiscard = [\"R9\"]\n";
    let none = write("none.toml", head);
    analyze(&["--check", &none])
        .code(1)
        .stderr(contains("--check needs a list of the best actions"));
    let wrong = write("wrong.toml", &format!("{head}best = [\"G7\"]\n"));
    analyze(&["--check", &wrong])
        .code(1)
        .stderr(contains("best: G7 is not legal; legal are R5, R6"));
    analyze(&["missing.toml"])
        .code(1)
        .stderr(contains("missing.toml: cannot be read"));
    analyze(&["--strategy", "human", &none])
        .code(1)
        .stderr(contains("inner"));
}
