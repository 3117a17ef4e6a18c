//! `unosim run` from outside: the files it leaves, and what it says to wrong input.

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::contains;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

const FILES: [&str; 6] = [
    "win_rates.csv",
    "seats.csv",
    "scores.csv",
    "lengths.csv",
    "pairs.csv",
    "differences.csv",
];

fn unosim() -> Command {
    Command::cargo_bin("unosim").unwrap()
}

fn play(out: &Path, more: &[&str]) {
    unosim()
        .args([
            "run",
            "--strategies",
            "random,greedy,random",
            "--deals",
            "300",
        ])
        .args(["--quiet", "--out"])
        .arg(out)
        .args(more)
        .assert()
        .success()
        .stdout("")
        .stderr("");
}

fn read(dir: &Path, file: &str) -> String {
    fs::read_to_string(dir.join(file)).unwrap()
}

/// The cells of a CSV file, header first.
fn cells(dir: &Path, file: &str) -> Vec<Vec<String>> {
    let text = read(dir, file);
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .from_reader(text.as_bytes());
    let rows = reader.records().map(|r| r.unwrap());
    rows.map(|r| r.iter().map(String::from).collect()).collect()
}

fn refused(args: &[&str], says: &[&str]) {
    let dir = TempDir::new().unwrap();
    let mut assert = unosim()
        .current_dir(&dir)
        .arg("run")
        .args(args)
        .assert()
        .failure();
    for text in says {
        assert = assert.stderr(contains(*text));
    }
    assert!(!dir.path().join("results/run").exists(), "{args:?}");
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let dir = TempDir::new().unwrap();
    let outs: Vec<PathBuf> = ["1", "2", "3"]
        .map(|threads| {
            let out = dir.path().join(threads);
            play(&out, &["--threads", threads]);
            out
        })
        .into();
    for file in FILES {
        assert_eq!(read(&outs[0], file), read(&outs[1], file), "{file}");
        assert_eq!(read(&outs[0], file), read(&outs[2], file), "{file}");
    }
    let other = dir.path().join("other");
    play(&other, &["--seed", "2"]);
    assert_ne!(read(&outs[0], "scores.csv"), read(&other, "scores.csv"));
}

#[test]
fn the_counts_agree_with_each_other() {
    let dir = TempDir::new().unwrap();
    let out = dir.path().join("out");
    play(&out, &[]);
    let rates = cells(&out, "win_rates.csv");
    let header = "rules,table,strategy,games,wins,win_rate,ci_low,ci_high,baseline,mean_score,score_ci_low,\
                  score_ci_high,mean_points_left";
    assert!(rates[0].join(",").starts_with(header));
    let column = |name: &str| rates[0].iter().position(|c| c == name).unwrap();
    let number = |row: usize, name: &str| rates[row][column(name)].parse::<f64>().unwrap();
    assert_eq!(rates.len(), 3);
    assert_eq!((number(1, "games"), number(2, "games")), (1800.0, 900.0));
    let wins = number(1, "wins") + number(2, "wins");
    assert_eq!(wins + number(1, "undecided"), 900.0);
    assert!(number(1, "ci_low") < number(1, "win_rate"));
    assert!(number(1, "win_rate") < number(1, "ci_high"));

    let count = |file: &str, of: Option<&str>| -> u64 {
        cells(&out, file)[1..]
            .iter()
            .filter(|row| of.is_none_or(|name| row[2] == name))
            .map(|row| row.last().unwrap().parse::<u64>().unwrap())
            .sum()
    };
    assert_eq!(count("lengths.csv", None), 900);
    assert_eq!(count("scores.csv", Some("random")), 1800);
    assert_eq!(count("scores.csv", Some("greedy")), 900);

    let pairs = cells(&out, "pairs.csv");
    let pair = |row: usize| -> Vec<u64> {
        pairs[row][3..7]
            .iter()
            .map(|c| c.parse().unwrap())
            .collect()
    };
    let (there, back) = (pair(1), pair(2));
    assert_eq!(there[0], 1800);
    assert_eq!(there[1] + there[2] + there[3], 1800);
    assert_eq!([there[1], there[2], there[3]], [back[3], back[2], back[1]]);
    assert_eq!(cells(&out, "seats.csv").len(), 1 + 2 * 3);
}

#[test]
fn the_manifest_says_how_to_play_it_again() {
    let dir = TempDir::new().unwrap();
    let out = dir.path().join("out");
    play(&out, &["--seed", "1_000", "--set", "uno.call=off"]);
    let manifest: serde_json::Value = serde_json::from_str(&read(&out, "manifest.json")).unwrap();
    assert_eq!(manifest["complete"], true);
    assert_eq!(manifest["experiment"]["seed"], 1000);
    assert_eq!(manifest["experiment"]["set"][0], "uno.call=off");
    assert_eq!(
        manifest["options"]["mattel+uno.call=off"]["uno.call"],
        "off"
    );
    assert_eq!(manifest["games"], 900);
    assert!(manifest["hands_per_second"].as_u64().unwrap() > 0);
    assert_eq!(manifest["fingerprint"].as_str().unwrap().len(), 16);
    assert!(read(&out, "win_rates.csv").contains("mattel+uno.call=off,main,random,"));
}

#[test]
fn flags_override_the_file() {
    let dir = TempDir::new().unwrap();
    let file = dir.path().join("mine.toml");
    fs::write(
        &file,
        "# Is it so?\nstrategies = [\"random\", \"random\"]\ndeals = 1e9\nseed = 5\n",
    )
    .unwrap();
    unosim()
        .current_dir(&dir)
        .args(["run", "mine.toml", "--deals", "1e2"])
        .assert()
        .success()
        .stdout(contains("random").and(contains("seed 5")));
    let out = dir.path().join("results/mine");
    assert!(read(&out, "win_rates.csv").contains("mattel,main,random,400,"));
    assert!(read(&out, "manifest.json").contains("Is it so?"));
}

#[test]
fn a_table_may_play_a_number_of_deals_of_its_own() {
    let dir = TempDir::new().unwrap();
    let file = dir.path().join("two.toml");
    let text = "deals = 20\n[[table]]\nname = \"a\"\nstrategies = [\"random\", \"greedy\"]\n\
         [[table]]\nname = \"b\"\nstrategies = [\"greedy\", \"random\"]\ndeals = 3\n";
    fs::write(&file, text).unwrap();
    let deals = |out: &str, more: &[&str]| -> Vec<String> {
        let out = dir.path().join(out);
        let mut run = unosim();
        run.arg("run")
            .arg(&file)
            .arg("--quiet")
            .arg("--out")
            .arg(&out);
        run.args(more).assert().success();
        assert!(read(&out, "manifest.json").contains("\"complete\": true"));
        let rows = cells(&out, "win_rates.csv");
        let column = rows[0].iter().position(|name| name == "deals").unwrap();
        rows[1..].iter().map(|row| row[column].clone()).collect()
    };
    assert_eq!(deals("own", &[]), ["20", "20", "3", "3"]);
    assert_eq!(deals("flag", &["--deals", "5"]), ["5", "5", "5", "5"]);
    fs::write(&file, text.replace("deals = 3", "deals = 0")).unwrap();
    let path = file.to_str().unwrap();
    refused(
        &[path],
        &["two.toml:8: `table[1].deals`: must be at least 1"],
    );
}

#[test]
fn old_results_are_overwritten_only_by_force() {
    let dir = TempDir::new().unwrap();
    let out = dir.path().join("out");
    play(&out, &[]);
    let before = read(&out, "win_rates.csv");
    fs::write(out.join("notes.txt"), "mine").unwrap();
    unosim()
        .args([
            "run",
            "--strategies",
            "random,greedy",
            "--deals",
            "10",
            "--out",
        ])
        .arg(&out)
        .assert()
        .failure()
        .stderr(contains("--force"));
    assert_eq!(read(&out, "win_rates.csv"), before);
    play(&out, &["--seed", "9", "--force"]);
    assert_ne!(read(&out, "win_rates.csv"), before);
    assert_eq!(read(&out, "notes.txt"), "mine");
    let left: Vec<_> = fs::read_dir(&dir)
        .unwrap()
        .map(|e| e.unwrap().file_name())
        .collect();
    assert_eq!(left, ["out"]);
}

#[test]
fn wrong_names_are_answered_with_the_right_ones() {
    refused(&["--strategies", "random,gredy"], &["gredy", "greedy"]);
    refused(
        &["--strategies", "random,random", "--rules", "matel"],
        &["matel", "mattel"],
    );
    refused(
        &["--strategies", "random,random", "--set", "uno.cal=off"],
        &["uno.cal", "uno.call"],
    );
    refused(
        &["--strategies", "random,random", "--seating", "shufled"],
        &["shufled", "shuffled"],
    );
}

#[test]
fn wrong_numbers_are_refused() {
    refused(
        &["--strategies", "random,random", "--deals", "-5"],
        &["-5", "whole number"],
    );
    refused(
        &["--strategies", "random,random", "--deals", "0"],
        &["at least 1"],
    );
    refused(
        &["--strategies", "random,random", "--threads", "0"],
        &["at least 1"],
    );
    refused(&["--strategies", ""], &["2 to 10", "not 0"]);
    refused(&["--strategies", "random"], &["2 to 10", "not 1"]);
    let eleven = ["random"; 11].join(",");
    refused(&["--strategies", &eleven], &["2 to 10", "not 11"]);
    let seven = ["random"; 7].join(",");
    refused(
        &["--strategies", &seven, "--seating", "permutations"],
        &["up to 6 seats", "not 7"],
    );
    refused(&[], &["nothing to play", "--strategies"]);
}

#[test]
fn mistakes_in_a_file_are_found_with_their_line() {
    let dir = TempDir::new().unwrap();
    let file = dir.path().join("x.toml");
    let says = |text: &str, says: &str| {
        fs::write(&file, text).unwrap();
        unosim()
            .current_dir(&dir)
            .args(["run", "x.toml"])
            .assert()
            .failure()
            .stderr(contains(says));
    };
    says(
        "# q\ndelas = 5\n",
        "x.toml:2: unknown key `delas`; did you mean `deals`?",
    );
    says(
        "seats = 4\nstrategies = [\"random\", \"greedy\"]\n",
        "seats = 4, but 2 strategies",
    );
    says("strategies = [\"random\", \"gredy\"]\n", "x.toml:1: ");
    unosim()
        .current_dir(&dir)
        .args(["run", "y.toml"])
        .assert()
        .failure()
        .stderr(contains("no experiment file y.toml"));
}

#[test]
fn a_file_in_the_way_is_noticed_before_playing() {
    let dir = TempDir::new().unwrap();
    fs::write(dir.path().join("file"), "").unwrap();
    for out in ["file", "file/below"] {
        unosim()
            .current_dir(&dir)
            .args([
                "run",
                "--strategies",
                "random,random",
                "--deals",
                "1e15",
                "--out",
                out,
            ])
            .assert()
            .failure()
            .stderr(contains("cannot write results to"));
    }
}

#[test]
fn a_race_counts_matches_and_hands() {
    let dir = TempDir::new().unwrap();
    let out = dir.path().join("out");
    play(&out, &["--set", "match.format=race"]);
    let rates = cells(&out, "win_rates.csv");
    let hands = rates[0].iter().position(|c| c == "hands").unwrap();
    assert_eq!(rates[1][3], "1800");
    assert!(rates[1][hands].parse::<u64>().unwrap() > 2 * 900);
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_keeps_what_was_played() {
    use std::process::{Command as Process, Stdio};
    let dir = TempDir::new().unwrap();
    let mut child = Process::new(assert_cmd::cargo::cargo_bin("unosim"))
        .current_dir(&dir)
        .args(["run", "--strategies", "random,greedy", "--deals", "1e12"])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(1500));
    let id = child.id().to_string();
    Process::new("kill").args(["-INT", &id]).status().unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let out = dir.path().join("results/run");
    let manifest: serde_json::Value = serde_json::from_str(&read(&out, "manifest.json")).unwrap();
    assert_eq!(manifest["complete"], false);
    let deals = manifest["played"][0]["deals_played"].as_u64().unwrap();
    assert!(deals > 0);

    // What was played is what a run of just so many deals plays.
    let again = dir.path().join("again");
    unosim()
        .args([
            "run",
            "--strategies",
            "random,greedy",
            "--quiet",
            "--deals",
            &deals.to_string(),
        ])
        .arg("--out")
        .arg(&again)
        .assert()
        .success();
    for file in FILES {
        assert_eq!(read(&out, file), read(&again, file), "{file}");
    }
}

/// The files of an earlier run of another kind do not stay under the new manifest.
#[test]
fn a_directory_holds_the_results_of_one_run() {
    let dir = TempDir::new().unwrap();
    let out = dir.path().join("out");
    play(&out, &[]);
    fs::write(out.join("notes.txt"), "mine").unwrap();
    let out = out.to_str().unwrap();
    unosim()
        .args([
            "duel", "greedy", "random", "--deals", "50", "--quiet", "--force", "--out", out,
        ])
        .assert()
        .success();
    let files = fs::read_dir(out).unwrap();
    let mut files: Vec<_> = files
        .map(|f| f.unwrap().file_name().into_string().unwrap())
        .collect();
    files.sort();
    assert_eq!(
        files,
        ["blocks.csv", "duel.csv", "manifest.json", "notes.txt"]
    );
    // What cannot be replaced is noticed before anything is played.
    fs::create_dir(Path::new(out).join("pairs.csv")).unwrap();
    unosim()
        .args([
            "run",
            "--strategies",
            "random,greedy",
            "--deals",
            "1e7",
            "--force",
            "--out",
            out,
        ])
        .assert()
        .failure()
        .stderr(contains("pairs.csv is a directory there"));
}
