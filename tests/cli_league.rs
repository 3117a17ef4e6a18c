//! `unosim league` from outside: ratings, the cross table, and what it says to wrong input.

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::contains;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

const FOUR: [&str; 4] = ["random", "greedy", "diversity", "color-hoarding"];

fn league(dir: &TempDir, args: &[&str]) -> assert_cmd::assert::Assert {
    let mut command = Command::cargo_bin("unosim").unwrap();
    command.current_dir(dir).arg("league").args(args).assert()
}

fn played(dir: &TempDir, out: &str, args: &[&str]) -> PathBuf {
    let place = ["--quiet", "--out", out];
    league(dir, &[args, &place].concat())
        .success()
        .stdout("")
        .stderr("");
    dir.path().join(out)
}

/// The rows of a CSV file, header first.
fn rows(dir: &Path, file: &str) -> Vec<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new();
    let reader = reader.has_headers(false).from_path(dir.join(file));
    let rows = reader.unwrap().into_records().map(|r| r.unwrap());
    rows.map(|r| r.iter().map(String::from).collect()).collect()
}

fn number(cell: &str) -> f64 {
    cell.parse().unwrap()
}

#[test]
fn ratings_do_not_depend_on_threads() {
    let dir = TempDir::new().unwrap();
    for (players, deals) in [("2", "400"), ("3", "150")] {
        let args = ["--players", players, "--deals", deals, "--threads"];
        let args = |threads| [&FOUR[..], &args[..], &[threads]].concat();
        let one = played(&dir, &format!("one{players}"), &args("1"));
        let two = played(&dir, &format!("two{players}"), &args("2"));
        for file in ["ratings.csv", "cross_table.csv"] {
            let read = |dir: &Path| fs::read_to_string(dir.join(file)).unwrap();
            assert_eq!(read(&one), read(&two), "{file}, {players} players");
        }
        let ratings = rows(&one, "ratings.csv");
        assert_eq!(
            ratings[0].join(","),
            "rules,strategy,games,rating,ci_low,ci_high,nash,nash_rating"
        );
        // Hoarding colors is best and random worst, everywhere.
        assert_eq!(
            (ratings[1][1].as_str(), ratings[4][1].as_str()),
            ("color-hoarding", "random")
        );
        let sum: f64 = ratings[1..].iter().map(|r| number(&r[3])).sum();
        assert!(sum.abs() < 0.03, "{ratings:?}");
        let shares: f64 = ratings[1..].iter().map(|r| number(&r[6])).sum();
        assert!((shares - 1.0).abs() < 1e-3);
        for row in &ratings[1..] {
            assert!(number(&row[4]) < number(&row[3]) && number(&row[3]) < number(&row[5]));
        }
    }
}

#[test]
fn the_cross_table_is_the_same_from_both_sides() {
    let dir = TempDir::new().unwrap();
    let out = played(&dir, "out", &[&FOUR[..], &["--deals", "200"]].concat());
    let cross = rows(&out, "cross_table.csv");
    assert_eq!(
        cross[0].join(","),
        "rules,strategy,opponent,games,score,ci_low,ci_high"
    );
    assert_eq!(cross.len(), 1 + 4 * 3);
    for row in &cross[1..] {
        let back = cross
            .iter()
            .find(|r| r[1] == row[2] && r[2] == row[1])
            .unwrap();
        assert_eq!((row[3].as_str(), back[3].as_str()), ("400", "400"));
        assert!((number(&row[4]) + number(&back[4]) - 1.0).abs() < 2e-6);
        assert!((number(&row[5]) + number(&back[6]) - 1.0).abs() < 2e-6);
    }
    let manifest = fs::read_to_string(out.join("manifest.json")).unwrap();
    let manifest: serde_json::Value = serde_json::from_str(&manifest).unwrap();
    assert_eq!(manifest["kind"], "league");
    assert_eq!(manifest["settings"]["strategies"][3], "color-hoarding");
    assert_eq!(manifest["played"].as_array().unwrap().len(), 6);
    assert_eq!(manifest["games"], 2400);
}

/// A league of two plays the games of a duel.
#[test]
fn a_league_of_two_is_a_duel() {
    let dir = TempDir::new().unwrap();
    let out = played(
        &dir,
        "league",
        &["greedy", "random", "--deals", "500", "--anchor", "random"],
    );
    let ratings = rows(&out, "ratings.csv");
    assert_eq!(
        &ratings[2][1..6],
        ["random", "1000", "0.00", "0.00", "0.00"]
    );
    let duel = [
        "duel", "greedy", "random", "--deals", "500", "--quiet", "--out", "duel",
    ];
    let mut command = Command::cargo_bin("unosim").unwrap();
    command.current_dir(&dir).args(duel).assert().success();
    let duel = rows(&dir.path().join("duel"), "duel.csv");
    let column = |name: &str| &duel[1][duel[0].iter().position(|c| c == name).unwrap()];
    assert_eq!(&rows(&out, "cross_table.csv")[1][4], column("win_rate"));
    // The prior pulls by a thousandth; the intervals come from 32 parts here and from all blocks there.
    assert!((number(&ratings[1][3]) - number(column("elo"))).abs() < 0.3);
    let width = |low: &str, high: &str| number(high) - number(low);
    let widths = (
        width(&ratings[1][4], &ratings[1][5]),
        width(column("elo_ci_low"), column("elo_ci_high")),
    );
    assert!((0.6..1.6).contains(&(widths.0 / widths.1)), "{widths:?}");
}

#[test]
fn it_says_what_it_found() {
    let dir = TempDir::new().unwrap();
    league(
        &dir,
        &[&FOUR[..], &["--deals", "100", "--rules", "mattel,unoai"]].concat(),
    )
    .success()
    .stdout(contains("1 color-hoarding"))
    .stdout(contains(
        "mattel, unoai, 2 seats, 100 deals a table, seed 1; Elo points, their mean 0",
    ))
    .stdout(contains("2,400 games at 6 tables"))
    .stdout(contains("results in results/league"));
    let rules: Vec<String> = rows(&dir.path().join("results/league"), "ratings.csv")
        .iter()
        .map(|r| r[0].clone())
        .collect();
    assert_eq!(
        rules,
        [
            "rules", "mattel", "mattel", "mattel", "mattel", "unoai", "unoai", "unoai", "unoai"
        ]
    );
    league(&dir, &FOUR)
        .failure()
        .stderr(contains("already holds results").and(contains("--force")));
    // Of one deal nothing is known but who won it.
    let one = ["color-hoarding", "random", "--deals", "1", "--force"];
    league(&dir, &one).success().stdout(contains("± ?"));
}

/// Fewer strategies than seats share tables; with teams a side is a team.
#[test]
fn every_number_of_seats_can_be_played() {
    let dir = TempDir::new().unwrap();
    let out = played(
        &dir,
        "shared",
        &["greedy", "random", "--players", "5", "--deals", "40"],
    );
    let ratings = rows(&out, "ratings.csv");
    // Two tables of five games a deal.
    assert_eq!(
        (ratings[1][1].as_str(), ratings[1][2].as_str()),
        ("greedy", "400")
    );
    let teams = [
        "greedy", "random", "expert", "--rules", "partners", "--deals", "40",
    ];
    let out = played(&dir, "teams", &teams);
    let ratings = rows(&out, "ratings.csv");
    assert_eq!(
        (ratings[3][1].as_str(), ratings[3][2].as_str()),
        ("random", "320")
    );
}

#[test]
fn wrong_input_is_answered() {
    let dir = TempDir::new().unwrap();
    for (args, says) in [
        (&["random", "gredy"][..], "did you mean `greedy`?"),
        (&["random", "random"], "random is listed twice"),
        (&["random"], "2 to 100 strategies, not 1"),
        (
            &["random", "greedy", "--anchor", "greed"],
            "did you mean `greedy`?",
        ),
        (
            &["random", "greedy", "--rules", "mattel,partners"],
            "match.teams",
        ),
        (&["random", "greedy", "--players", "1"], "2 to 10 seats"),
        (&["random", "greedy", "cheat"], "--allow-cheats"),
        (
            &[
                "random",
                "greedy",
                "--players",
                "10",
                "--set",
                "setup.hand_size=15",
            ],
            "error: mattel+setup.hand_size=15: ",
        ),
        (&["random", "greedy", "--set", "uno.cal=off"], "uno.call"),
    ] {
        league(&dir, args)
            .failure()
            .stdout("")
            .stderr(contains(says));
    }
    assert!(!dir.path().join("results").exists());
}

#[cfg(unix)]
#[test]
fn an_interrupted_league_rates_what_was_played() {
    use std::process::{Command as Process, Stdio};
    let dir = TempDir::new().unwrap();
    let mut child = Process::new(assert_cmd::cargo::cargo_bin("unosim"))
        .current_dir(&dir)
        .arg("league")
        .args(FOUR)
        .args(["--deals", "1e9", "--anchor", "color-hoarding"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(1500));
    let id = child.id().to_string();
    Process::new("kill").args(["-INT", &id]).status().unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let out = dir.path().join("results/league");
    let manifest = fs::read_to_string(out.join("manifest.json")).unwrap();
    let manifest: serde_json::Value = serde_json::from_str(&manifest).unwrap();
    assert_eq!(manifest["complete"], false);
    // Rounds begin small: everyone has met everyone, and is rated.
    let names: Vec<String> = rows(&out, "ratings.csv")
        .into_iter()
        .skip(1)
        .map(|row| row[1].clone())
        .collect();
    assert!(
        names.len() == 4 && FOUR.iter().all(|name| names.contains(&(*name).to_string())),
        "{names:?}"
    );
}
