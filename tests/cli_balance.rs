//! `unosim balance` from outside: its files, its laws, its words, and what it says to wrong input.

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::contains;
use std::collections::HashMap;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

fn balance(dir: &TempDir, args: &str) -> assert_cmd::assert::Assert {
    let mut command = Command::cargo_bin("unosim").unwrap();
    let args = args.split_whitespace();
    command.current_dir(dir).arg("balance").args(args).assert()
}

fn read(dir: &TempDir, file: &str) -> String {
    fs::read_to_string(dir.path().join(file)).unwrap()
}

/// The cells after `rules,measure`, by these two.
fn rows(csv: &str) -> HashMap<(String, String), Vec<String>> {
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let records = reader.records().map(Result::unwrap);
    records
        .map(|record| {
            let cells = record.iter().skip(2).map(str::to_string).collect();
            ((record[0].to_string(), record[1].to_string()), cells)
        })
        .collect()
}

/// Value, ends of its interval, difference, and ends of that.
fn numbers(
    rows: &HashMap<(String, String), Vec<String>>,
    rules: &str,
    measure: &str,
) -> [Option<f64>; 6] {
    let cells = &rows[&(rules.to_string(), measure.to_string())];
    let number = |index: usize| cells[index].parse().ok();
    [0, 1, 2, 4, 5, 6].map(number)
}

#[test]
fn the_laws_hold_and_threads_change_nothing() {
    let dir = TempDir::new().unwrap();
    let small = "--rules mattel,unoai,guide-party,phone --deals 300 --strategy ranking --seed 5";
    balance(&dir, &format!("{small} --threads 1 --out 1"))
        .success()
        .stderr(contains("unoai (2/4), about"))
        .stdout(contains(
            "compared with mattel; 4 players, ranking, 300 deals, seed 5",
        ))
        .stdout(contains("\nguide-party ").and(contains(" decisions to a hand")))
        .stdout(contains("7,200 hands in"));
    balance(&dir, &format!("{small} --threads 3 --out 3 --quiet"))
        .success()
        .stdout("")
        .stderr("");
    let csv = read(&dir, "1/balance.csv");
    assert_eq!(csv, read(&dir, "3/balance.csv"));
    assert!(csv.starts_with(
        "rules,measure,value,ci_low,ci_high,baseline,difference,difference_ci_low,difference_ci_high\nmattel,seat_1,"
    ));

    let rows = rows(&csv);
    for rules in ["mattel", "unoai", "guide-party", "phone"] {
        let value = |measure: &str| numbers(&rows, rules, measure)[0].unwrap();
        let seats: f64 = (1..=4).map(|seat| value(&format!("seat_{seat}"))).sum();
        let nobody = value("void") + value("stalemate") + value("truncated");
        assert!(
            (seats + nobody - 1.0).abs() < 1e-5,
            "{rules} {seats} {nobody}"
        );
        assert!((value("turns") / 4.0 - value("rounds")).abs() < 1e-5);
        assert!(value("turns_median") < value("turns_90") && value("turns_90") < value("turns_99"));
        assert!(value("over_200_turns") <= value("over_100_turns"));
        assert!((0.0..=1.0).contains(&value("seat_chance")));
        for ((_, measure), cells) in rows.iter().filter(|(key, _)| key.0 == rules) {
            assert_eq!(cells[3], "mattel");
            let [value, low, high, difference, least, most] = numbers(&rows, rules, measure);
            if let (Some(low), Some(high)) = (low, high) {
                let value = value.unwrap();
                assert!(low <= value && value <= high, "{rules} {measure}");
            }
            if let (Some(least), Some(most)) = (least, most) {
                let difference = difference.unwrap();
                assert!(
                    least <= difference && difference <= most,
                    "{rules} {measure}"
                );
            }
            // Three of 300 hands are too few to tell where their quantile ends.
            let known = (measure != "turns_99").then_some(0.0);
            if rules == "mattel" && measure != "seat_chance" {
                assert_eq!(
                    [difference, least, most],
                    [Some(0.0), known, known],
                    "{measure}"
                );
            }
        }
    }
    let [_, _, _, longer, least, _] = numbers(&rows, "guide-party", "turns");
    assert!(longer > Some(10.0) && least > Some(5.0));
}

/// What a hand counts in a match changes nothing in the hand itself, if the strategy does not care.
#[test]
fn rules_that_change_no_hand_change_nothing() {
    let dir = TempDir::new().unwrap();
    balance(
        &dir,
        "--rules breakfast-league --deals 60 --strategy greedy --ladder greedy,ranking --players 3 --out out",
    )
    .success()
    .stdout(contains("These deals show no change under breakfast-league.\n"));
    let rows = rows(&read(&dir, "out/balance.csv"));
    for measure in [
        "turns",
        "decisions",
        "skips",
        "seat_1",
        "comebacks",
        "turns_median",
        "skill_gap",
    ] {
        let [.., difference, least, most] = numbers(&rows, "breakfast-league", measure);
        assert_eq!([difference, least, most], [Some(0.0); 3], "{measure}");
    }
    assert!(!rows.contains_key(&("mattel".into(), "seat_4".into())));
}

/// Strategies that play alike have no skill between them, and whoever is replaced by its like changes nothing.
#[test]
fn equals_have_no_skill_and_no_influence() {
    let dir = TempDir::new().unwrap();
    // The same bot under two names.
    balance(
        &dir,
        "--rules mattel --deals 400 --strategy random --ladder random,epsilon(random,p=0) --out out",
    )
    .success();
    let rows = rows(&read(&dir, "out/balance.csv"));
    // Of 1,600 cells, so the mean square of places is F(3, 4797) times that of the rest, minus 1, above 6 once in 10,000 times.
    let share = numbers(&rows, "mattel", "skill_share")[0].unwrap();
    assert!((share * 1_600.0).abs() < 6.0, "{share}");
    for measure in ["skill_gap", "elo"] {
        let [_, low, high, ..] = numbers(&rows, "mattel", measure);
        assert!(
            low < Some(0.0) && high > Some(0.0),
            "{measure}: {low:?} {high:?}"
        );
    }
    for measure in ["interaction", "score_moved"] {
        assert_eq!(numbers(&rows, "mattel", measure)[0], Some(0.0), "{measure}");
    }
}

#[test]
fn one_option_is_compared_with_the_rules_without_it() {
    let dir = TempDir::new().unwrap();
    balance(
        &dir,
        "--rules mattel --set setup.hand_size=3 --deals 50 --strategy random --out out",
    )
    .success()
    .stdout(contains("\nmattel+setup.hand_size=3 ").and(contains(" decisions from a hand")));
    let manifest: serde_json::Value =
        serde_json::from_str(&read(&dir, "out/manifest.json")).unwrap();
    assert_eq!(manifest["comparison"]["baseline"], "mattel");
    assert_eq!(
        manifest["comparison"]["rules"][0]["set"],
        serde_json::json!([])
    );
    assert_eq!(
        manifest["comparison"]["rules"][1]["set"][0],
        "setup.hand_size=3"
    );
    assert_eq!(manifest["options"]["mattel"]["setup.hand_size"], 7);
    assert_eq!(manifest["played"][1]["hands"], 300);
    assert_eq!(manifest["complete"], true);
    balance(&dir, "--deals 5 --out out")
        .code(1)
        .stderr(contains("already holds results (balance.csv)"));
}

/// Partners need four seats, or six, but not three; the others are compared all the same, at every number of players.
#[test]
fn what_so_many_cannot_play_is_left_out_and_said() {
    let dir = TempDir::new().unwrap();
    balance(&dir, "--players 3 --deals 3 --strategy random --out three")
        .success()
        .stderr(contains(
            "note: partners is left out: match.teams = 2 does not go with 3 seats",
        ));
    let manifest: serde_json::Value =
        serde_json::from_str(&read(&dir, "three/manifest.json")).unwrap();
    assert_eq!(manifest["comparison"]["skipped"][0]["rules"], "partners");
    balance(
        &dir,
        "--players 4 --deals 40 --rules partners --strategy random --out four",
    )
    .success();
    let rows = rows(&read(&dir, "four/balance.csv"));
    let value = |measure: &str| numbers(&rows, "partners", measure)[0].unwrap();
    assert_eq!(value("seat_1"), value("seat_3"));
    assert!((value("seat_1") + value("seat_2") - 1.0).abs() < 1e-6);
}

#[test]
fn wrong_input_is_refused_before_anything_is_played() {
    let dir = TempDir::new().unwrap();
    for (args, says) in [
        (
            "--rules matel",
            "unknown rule set \"matel\": did you mean \"mattel\"?",
        ),
        ("--baseline all", "--baseline is one rule set"),
        ("--players 11", "--players 11: a table has 2 to 10 seats"),
        (
            "--players 3 --baseline partners",
            "--baseline partners: match.teams = 2 does not go with 3 seats",
        ),
        ("--strategy exprt", "--strategy: unknown strategy"),
        (
            "--ladder random",
            "--ladder lists strategies from the weakest to the strongest",
        ),
        (
            "--ladder greedy,greedy",
            "--ladder lists strategies from the weakest to the strongest",
        ),
        (
            "--ladder random,monte-carlo(time_ms=5)",
            "has a time budget",
        ),
        (
            "--strategy cheat(random)",
            "sees cards that no player may see",
        ),
        (
            "--rules mattel --set clock.limit_ms=5",
            "mattel+clock.limit_ms=5: clock.limit_ms is set",
        ),
        ("--set no.such=1", "no.such"),
    ] {
        let args = format!("{args} --deals 1e12");
        balance(&dir, &args).code(1).stderr(contains(says));
    }
    assert!(!Path::new(&dir.path().join("results")).exists());
    balance(&dir, "--deals 0").code(2);
    balance(&dir, "--help")
        .success()
        .stdout(contains(
            "unosim balance --rules mattel --set jump_in.cards=colored",
        ))
        .stdout(contains("Holm").and(contains("docs/balance.md")));
}

#[cfg(unix)]
#[test]
fn an_interrupted_comparison_keeps_the_rule_sets_that_are_complete() {
    use std::io::{BufRead, BufReader};
    use std::process::{Command as Process, Stdio};
    let dir = TempDir::new().unwrap();
    let mut child = Process::new(assert_cmd::cargo::cargo_bin("unosim"))
        .current_dir(&dir)
        .args("balance --strategy random --deals 1000 --out out".split(' '))
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let first = lines.next().unwrap().unwrap();
    assert!(first.starts_with("mattel (1/33)"), "{first}");
    let id = child.id().to_string();
    Process::new("kill").args(["-INT", &id]).status().unwrap();
    let said: Vec<String> = lines.map(Result::unwrap).collect();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(
        said.last().unwrap().ends_with("their results are in out"),
        "{said:?}"
    );
    let manifest: serde_json::Value =
        serde_json::from_str(&read(&dir, "out/manifest.json")).unwrap();
    assert_eq!(manifest["complete"], false);
    let played = manifest["played"].as_array().unwrap();
    assert!((1..33).contains(&played.len()));
    assert!(played.iter().all(|p| p["deals_played"] == 1000));
    let rows = rows(&read(&dir, "out/balance.csv"));
    let last = played.last().unwrap()["rules"].as_str().unwrap();
    assert!(numbers(&rows, last, "turns")[0].is_some());
}
