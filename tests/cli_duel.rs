//! `unosim duel` from outside: what it decides, where it stops, and what it says to wrong input.

use assert_cmd::Command;
use predicates::str::contains;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

fn duel(args: &[&str]) -> assert_cmd::assert::Assert {
    let mut command = Command::cargo_bin("unosim").unwrap();
    command.arg("duel").args(args).assert()
}

/// The cells of the only row of `duel.csv`, by column.
fn row(dir: &Path) -> impl Fn(&str) -> String + use<> {
    let mut reader = csv::Reader::from_path(dir.join("duel.csv")).unwrap();
    let header = reader.headers().unwrap().clone();
    let row = reader.records().next().unwrap().unwrap();
    move |column| row[header.iter().position(|c| c == column).unwrap()].to_string()
}

fn played(dir: &TempDir, name: &str, args: &[&str]) -> std::path::PathBuf {
    let out = dir.path().join(name);
    let place = ["--quiet", "--out", out.to_str().unwrap()];
    duel(&[args, &place].concat())
        .success()
        .stdout("")
        .stderr("");
    out
}

#[test]
fn the_better_one_is_found() {
    let dir = TempDir::new().unwrap();
    let out = played(
        &dir,
        "better",
        &["greedy", "random", "--rules", "unoai", "--sprt", "0,10"],
    );
    let better = row(&out);
    assert_eq!(better("accepted"), "H1");
    let llr: f64 = better("llr").parse().unwrap();
    assert!(llr >= 2.9444 && better("llr_high") == "2.9444");
    // From the other side it is the worse one, and H0 says so.
    let out = played(
        &dir,
        "worse",
        &["random", "greedy", "--rules", "unoai", "--sprt", "0,10"],
    );
    assert_eq!(row(&out)("accepted"), "H0");
}

#[test]
fn equals_are_not_told_apart() {
    duel(&["random", "random", "--sprt", "0,30"])
        .success()
        .stdout(contains(
            "H0 accepted: at most 0 Elo points better, rather than at least 30",
        ))
        .stdout(contains("estimates are slightly\ntoo far from the middle"));
    duel(&["random", "random", "--sprt", "0,1", "--deals", "50"])
        .success()
        .stdout(contains("nothing accepted"))
        .stdout(contains("100 games of 50 deals under mattel, seed 1"));
}

#[test]
fn it_stops_at_the_same_deal_whatever_the_threads() {
    let dir = TempDir::new().unwrap();
    let args = [
        "diversity",
        "random",
        "--sprt",
        "20,40",
        "--alpha",
        "0.1",
        "--beta",
        "0.2",
    ];
    let one = played(&dir, "one", &[&args[..], &["--threads", "1"]].concat());
    let two = played(&dir, "two", &[&args[..], &["--threads", "2"]].concat());
    for file in ["duel.csv", "blocks.csv"] {
        let read = |dir: &Path| fs::read_to_string(dir.join(file)).unwrap();
        assert_eq!(read(&one), read(&two), "{file}");
    }
    let other = played(&dir, "other", &[&args[..], &["--seed", "2"]].concat());
    assert_ne!(
        fs::read(one.join("blocks.csv")).unwrap(),
        fs::read(other.join("blocks.csv")).unwrap()
    );
    let manifest = fs::read_to_string(one.join("manifest.json")).unwrap();
    let manifest: serde_json::Value = serde_json::from_str(&manifest).unwrap();
    assert_eq!(manifest["kind"], "duel");
    assert_eq!(manifest["complete"], true);
    assert_eq!(manifest["settings"]["sprt"]["beta"], 0.2);
    assert_eq!(manifest["fingerprint"].as_str().unwrap().len(), 16);
}

#[test]
fn the_numbers_agree_with_each_other_and_with_a_run() {
    let dir = TempDir::new().unwrap();
    let out = played(&dir, "duel", &["greedy", "random", "--deals", "400"]);
    let row = row(&out);
    let number = |column: &str| row(column).parse::<f64>().unwrap();
    assert_eq!((number("deals"), number("games")), (400.0, 800.0));
    assert_eq!([row("llr"), row("accepted"), row("sprt_low")], ["", "", ""]);
    let mut blocks = csv::Reader::from_path(out.join("blocks.csv")).unwrap();
    let blocks = blocks.records().map(|r| r.unwrap());
    let blocks: Vec<[f64; 2]> = blocks
        .map(|r| [1, 2].map(|i| r[i].parse().unwrap()))
        .collect();
    assert_eq!(blocks.iter().map(|b| b[1]).sum::<f64>(), 400.0);
    let won: f64 = blocks.iter().map(|b| b[0] * b[1]).sum();
    assert!((won / 800.0 - number("win_rate")).abs() < 1e-6);
    let elo = 400.0 * (number("win_rate") / (1.0 - number("win_rate"))).log10();
    assert!((elo - number("elo")).abs() < 0.01);
    assert!(number("elo_ci_low") < elo && elo < number("elo_ci_high"));
    // The same deals, so the same games: nobody failed to win one.
    let run = dir.path().join("run");
    let list = [
        "run",
        "--strategies",
        "greedy,random",
        "--deals",
        "400",
        "--quiet",
        "--out",
    ];
    let mut command = Command::cargo_bin("unosim").unwrap();
    command.args(list).arg(&run).assert().success();
    let rates = fs::read_to_string(run.join("win_rates.csv")).unwrap();
    assert_eq!(number("undecided"), 0.0);
    assert!(
        rates.contains(&format!("greedy,800,{won},{},", row("win_rate"))),
        "{rates}"
    );
}

#[test]
fn one_among_several_and_teams() {
    let dir = TempDir::new().unwrap();
    let out = played(
        &dir,
        "four",
        &["diversity", "random", "--players", "4", "--deals", "300"],
    );
    let four = row(&out);
    assert_eq!(
        (four("games").as_str(), four("baseline").as_str()),
        ("1200", "0.250000")
    );
    let rate: f64 = four("win_rate").parse().unwrap();
    let elo: f64 = four("elo").parse().unwrap();
    assert!((elo - 400.0 * (3.0 * rate / (1.0 - rate)).log10()).abs() < 0.01);
    assert!(elo > 0.0);
    let out = played(
        &dir,
        "teams",
        &["greedy", "random", "--rules", "partners", "--deals", "100"],
    );
    let teams = row(&out);
    assert_eq!(
        (teams("players").as_str(), teams("baseline").as_str()),
        ("4", "0.500000")
    );
    assert!(teams("elo_ci_low").parse::<f64>().unwrap() > 0.0);
}

#[cfg(unix)]
#[test]
fn an_interrupted_duel_tells_what_it_knows() {
    use std::process::{Command as Process, Stdio};
    let child = Process::new(assert_cmd::cargo::cargo_bin("unosim"))
        .args(["duel", "random", "random", "--deals", "1e9"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(1500));
    let id = child.id().to_string();
    Process::new("kill").args(["-INT", &id]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(
        stderr.contains("interrupted; this is what was known by then"),
        "{stderr}"
    );
    assert!(
        String::from_utf8(output.stdout)
            .unwrap()
            .contains("Elo difference")
    );
}

#[test]
fn wrong_input_is_answered() {
    for (args, says) in [
        (&["randm", "greedy"][..], "did you mean `random`?"),
        (&["random"], "<B>"),
        (
            &["random", "greedy", "--sprt", "2"],
            "not two Elo differences such as 0,2",
        ),
        (
            &["random", "greedy", "--sprt", "5,2"],
            "LOW must be below HIGH, as in 2,5",
        ),
        (
            &["random", "greedy", "--sprt", "0,2", "--alpha", "0.7"],
            "such as 0.05",
        ),
        (&["random", "greedy", "--beta", "0.1"], "--sprt <LOW,HIGH>"),
        (
            &["random", "greedy", "--rules", "mattel,phone"],
            "under one rule set",
        ),
        (&["random", "greedy", "--rules", "matel"], "mattel"),
        (&["random", "greedy", "--players", "11"], "2 to 10 seats"),
        (
            &["random", "greedy", "--rules", "partners", "--players", "5"],
            "multiple of 2",
        ),
        (&["random", "cheat"], "--allow-cheats"),
        (&["random", "greedy", "--deals", "0"], "at least 1"),
    ] {
        duel(args).failure().stdout("").stderr(contains(says));
    }
}
