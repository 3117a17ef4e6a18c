//! The lists, the fingerprint and the help, from outside.

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::contains;

fn unosim() -> Command {
    Command::cargo_bin("unosim").unwrap()
}

#[test]
fn everything_there_is_can_be_listed() {
    let lists = |args: &[&str], names: &[&str]| {
        let mut assert = unosim().args(args).assert().success();
        for name in names {
            assert = assert.stdout(contains(*name));
        }
    };
    lists(
        &["strategies"],
        &["random", "greedy", "color-hoarding", "diversity"],
    );
    lists(&["rules"], &["mattel", "unoai"]);
    lists(&["rules", "show", "mattel"], &["setup.hand_size = 7"]);
    lists(
        &["rules", "show", "unoai"],
        &["wild_draw_four.legality = \"always\"  # changed from \"no_color\""],
    );
    lists(
        &["experiments"],
        &["strategies.toml", "Which simple strategy"],
    );
}

#[test]
fn every_experiment_asks_a_question_and_can_be_played() {
    for file in unosim::experiment::list(std::path::Path::new("experiments")) {
        let text = std::fs::read_to_string(&file).unwrap();
        let draft = unosim::experiment_file::read(&file).unwrap();
        let question = draft.question().unwrap_or_default();
        assert!(question.ends_with('?'), "{}", file.display());
        let dir = tempfile::TempDir::new().unwrap();
        let short = dir.path().join(file.file_name().unwrap());
        std::fs::write(&short, hasty(&text)).unwrap();
        std::fs::create_dir(dir.path().join("rules")).unwrap();
        for file in unosim::experiment::list(std::path::Path::new("experiments/rules")) {
            let name = file.file_name().unwrap();
            std::fs::copy(&file, dir.path().join("rules").join(name)).unwrap();
        }
        let searches = text.contains("\n[tune]");
        let command: &[&str] = match searches {
            true => &["tune", "--generations", "1", "--check-deals", "2"],
            false => &["run"],
        };
        unosim()
            .args(command)
            .args(["--quiet", "--deals", "2", "--out"])
            .arg(dir.path().join("out"))
            .arg(&short)
            .assert()
            .success();
    }
}

/// The same experiment with searches that spend next to nothing.
fn hasty(text: &str) -> String {
    let budgets = ["playouts=", "iterations="];
    budgets.iter().fold(text.to_string(), |text, budget| {
        let mut parts = text.split(budget);
        let first = parts.next().unwrap_or_default().to_string();
        let digits = |c: char| c.is_ascii_digit();
        parts.fold(first, |so_far, part| {
            so_far + budget + "5" + part.trim_start_matches(digits)
        })
    })
}

#[test]
fn an_unknown_rule_set_is_answered_with_the_nearest() {
    unosim()
        .args(["rules", "show", "matel"])
        .assert()
        .failure()
        .stderr(contains("did you mean \"mattel\"?"));
    // A word that is no slip for any of them is answered with all of them.
    unosim()
        .args(["rules", "show", "nosuch"])
        .assert()
        .failure()
        .stderr(contains("there are mattel, ").and(contains("did you mean").not()));
}

#[test]
fn the_fingerprint_is_the_committed_one() {
    let committed = std::fs::read_to_string("results/reference/fingerprint.txt").unwrap();
    unosim()
        .arg("fingerprint")
        .assert()
        .success()
        .stdout(committed);
}

#[test]
fn help_shows_examples() {
    for args in [&["--help"][..], &["run", "--help"], &["replay", "--help"]] {
        unosim()
            .args(args)
            .assert()
            .success()
            .stdout(contains("Examples:").and(contains("--strategies random,greedy")));
    }
}

/// `unosim rules | head -1` must end quietly.
#[cfg(unix)]
#[test]
fn a_closed_pipe_is_no_panic() {
    use std::process::{Command as Process, Stdio};
    let program = assert_cmd::cargo::cargo_bin("unosim");
    for command in ["rules", "strategies", "experiments", "fingerprint"] {
        let mut child = Process::new(&program)
            .arg(command)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(
            output.status.success() && said.is_empty(),
            "{command}: {said}"
        );
    }
}
