//! Strategies that see what no player may, and those with a time budget, from outside: the ones are refused unless they are
//! allowed, and both are marked in everything that they leave.

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::contains;
use std::fs;
use tempfile::TempDir;

fn unosim() -> Command {
    Command::cargo_bin("unosim").unwrap()
}

const CHEAT: &str = "random,epsilon(cheat(greedy))";

#[test]
fn cheats_are_refused_unless_they_are_allowed() {
    let dir = TempDir::new().unwrap();
    let experiment = dir.path().join("cheats.toml");
    let text = "# What is it worth?\nstrategies = [\"random\", \"cheat(greedy)\"]\ndeals = 2\n";
    fs::write(&experiment, text).unwrap();
    let experiment = experiment.to_str().unwrap();
    let position = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/positions/wild-last.toml"
    );
    for args in [
        &["run", "--deals", "2", "--strategies", CHEAT][..],
        &["run", experiment],
        &["replay", "--strategies", CHEAT],
        &[
            "analyze",
            "--strategy",
            "monte-carlo(cheat(greedy))",
            position,
        ],
    ] {
        let why = contains("sees cards that no player may see and is for research only")
            .and(contains("--allow-cheats"))
            .and(contains("allow_cheats = true"));
        unosim()
            .current_dir(&dir)
            .args(args)
            .assert()
            .code(1)
            .stdout("")
            .stderr(why);
        unosim()
            .current_dir(&dir)
            .args(args)
            .arg("--allow-cheats")
            .assert()
            .success();
    }
    fs::write(experiment, format!("{text}allow_cheats = true\n")).unwrap();
    let run = |args: &[&str]| {
        let mut command = unosim();
        command
            .current_dir(&dir)
            .args(["run", experiment, "--force"]);
        command.args(args).assert()
    };
    run(&[]).success();
    fs::write(experiment, format!("{text}allow_cheats = 1\n")).unwrap();
    run(&[]).failure().stderr(contains(
        "cheats.toml:4: `allow_cheats`: invalid type: integer `1`, expected a boolean",
    ));
}

#[test]
fn cheats_are_marked_in_everything_they_leave() {
    let dir = TempDir::new().unwrap();
    unosim()
        .current_dir(&dir)
        .args([
            "run",
            "--allow-cheats",
            "--deals",
            "5",
            "--out",
            "out",
            "--strategies",
            CHEAT,
        ])
        .assert()
        .success()
        .stdout(contains(
            "research only: epsilon(cheat(greedy)) sees cards that no player may see",
        ))
        .stderr(contains("these results are for research only"));
    for file in ["win_rates", "seats", "scores", "pairs"] {
        let text = fs::read_to_string(dir.path().join(format!("out/{file}.csv"))).unwrap();
        assert!(text.contains("epsilon(cheat(greedy))"), "{file}");
    }
    let manifest = fs::read_to_string(dir.path().join("out/manifest.json")).unwrap();
    let manifest: serde_json::Value = serde_json::from_str(&manifest).unwrap();
    assert_eq!(
        manifest["cheats"],
        serde_json::json!(["epsilon(cheat(greedy))"])
    );
    assert_eq!(manifest["experiment"]["allow_cheats"], true);
    for format in ["text", "jsonl"] {
        unosim()
            .args([
                "replay",
                "--allow-cheats",
                "--format",
                format,
                "--strategies",
                CHEAT,
            ])
            .assert()
            .success()
            .stdout(contains("epsilon(cheat(greedy))"));
    }
    unosim()
        .arg("strategies")
        .assert()
        .success()
        .stdout(contains("research only: refused without --allow-cheats").count(2));
}

/// A manifest says that nobody cheated, and whether a clock decided anything.
#[test]
fn fair_runs_and_time_budgets_are_told_apart() {
    let dir = TempDir::new().unwrap();
    let run = |strategies: &str| {
        let mut command = unosim();
        command
            .current_dir(&dir)
            .args(["run", "--deals", "2", "--force", "--out", "out"]);
        command
            .args(["--strategies", strategies])
            .assert()
            .success()
    };
    let manifest = || -> serde_json::Value {
        let text = fs::read_to_string(dir.path().join("out/manifest.json")).unwrap();
        serde_json::from_str(&text).unwrap()
    };
    run("random,greedy")
        .stdout(contains("research").not())
        .stderr(contains("note").not());
    assert_eq!(manifest()["cheats"], serde_json::json!([]));
    assert_eq!(manifest()["reproducible"], true);
    run("random,human(monte-carlo(random,playouts=4,time_ms=50))")
        .stdout(contains(
            "not reproducible: human(monte-carlo(random,playouts=4,time_ms=50)) has a time budget",
        ))
        .stderr(contains("cannot be reproduced"));
    assert_eq!(manifest()["reproducible"], false);
}
