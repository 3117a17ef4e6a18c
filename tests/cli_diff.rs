//! `unosim diff` from outside: what it says of two directories, how it judges numbers, and what it says to wrong files.

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::contains;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::OnceLock;
use tempfile::TempDir;

fn unosim() -> Command {
    Command::cargo_bin("unosim").unwrap()
}

fn play(dir: &Path, typed: &str) {
    let words = typed.split(' ');
    unosim()
        .current_dir(dir)
        .args(words)
        .arg("--quiet")
        .assert()
        .success();
}

/// Runs that several tests look at: `first`, `again` (the same), `second` (another seed), `other` (another strategy).
fn runs() -> &'static Path {
    static RUNS: OnceLock<TempDir> = OnceLock::new();
    let made = RUNS.get_or_init(|| {
        let dir = TempDir::new().unwrap();
        let bots = "run --deals 1000 --strategies random,greedy,ranking";
        play(dir.path(), &format!("{bots} --out first"));
        play(dir.path(), &format!("{bots} --threads 1 --out again"));
        play(dir.path(), &format!("{bots} --seed 2 --out second"));
        let other = "run --deals 1000 --seed 3 --strategies random,greedy,first-legal --out other";
        play(dir.path(), other);
        dir
    });
    made.path()
}

/// A copy of one of the runs.
fn copy(run: &str) -> TempDir {
    let dir = TempDir::new().unwrap();
    for entry in fs::read_dir(runs().join(run)).unwrap() {
        let path = entry.unwrap().path();
        fs::copy(&path, dir.path().join(path.file_name().unwrap())).unwrap();
    }
    dir
}

fn diff(a: impl AsRef<Path>, b: impl AsRef<Path>) -> assert_cmd::assert::Assert {
    let mut command = unosim();
    command.current_dir(runs()).arg("diff");
    command.arg(a.as_ref()).arg(b.as_ref()).assert()
}

fn json(dir: &Path, a: &str, b: &str) -> Value {
    let mut command = unosim();
    let output = command
        .current_dir(dir)
        .args(["diff", a, b, "--json"])
        .output()
        .unwrap();
    serde_json::from_slice(&output.stdout).unwrap()
}

fn snapshot(dir: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(dir).unwrap().map(|entry| entry.unwrap());
    let bytes = |path: &Path| {
        if path.is_file() {
            fs::read(path).unwrap()
        } else {
            Vec::new()
        }
    };
    entries
        .map(|e| {
            (
                e.file_name().to_string_lossy().into_owned(),
                bytes(&e.path()),
            )
        })
        .collect()
}

fn numbers(found: &Value) -> &Vec<Value> {
    found["numbers"].as_array().unwrap()
}

#[test]
fn equal_results_are_the_same_at_any_number_of_threads() {
    diff("first", "again")
        .code(0)
        .stdout("A is first\nB is again\nthe same settings, and the same results: every CSV file, byte for byte\n")
        .stderr("");
}

#[test]
fn another_seed_is_a_setting_and_moves_no_number_beyond_luck() {
    diff("first", "second")
        .code(1)
        .stdout(contains(
            "settings\n  seed: 1 → 2\nfiles\n  differ: differences.csv, ",
        ))
        .stdout(contains("  the same: sweeps.csv\n"))
        .stdout(contains(
            "numbers\n  25 compared: 1 alike, none significant at 5 %",
        ))
        .stdout(contains("versions").not())
        .stdout(contains("deals of seed").not())
        .stdout(contains("… 4 more, all without significance (--all)\n"));
    let mut all = unosim();
    all.current_dir(runs())
        .args(["diff", "first", "second", "--all"]);
    all.assert().code(1).stdout(contains("more, all").not());
}

/// Welch's interval from the cells of both files: with as many deals on both sides, the half width is the root of the sum of
/// squares of both.
#[test]
fn a_difference_has_the_errors_of_both_sides() {
    let found = json(runs(), "first", "second");
    let cells = |run: &str| {
        let text = fs::read_to_string(runs().join(run).join("win_rates.csv")).unwrap();
        let row = text
            .lines()
            .find(|line| line.starts_with("mattel,main,greedy,"))
            .unwrap();
        let cells: Vec<f64> = row
            .split(',')
            .skip(5)
            .take(3)
            .map(|c| c.parse().unwrap())
            .collect();
        (cells[0], (cells[2] - cells[1]) / 2.0)
    };
    let ((a, half_a), (b, half_b)) = (cells("first"), cells("second"));
    let is = |n: &&Value| n["measure"] == "win rate" && n["of"]["strategy"] == "greedy";
    let number = numbers(&found).iter().find(is).unwrap();
    let of = |key: &str| number[key].as_f64().unwrap();
    assert_eq!([of("a"), of("b")], [a, b]);
    assert!((of("difference") - (b - a)).abs() < 1e-9);
    let half = (half_a * half_a + half_b * half_b).sqrt();
    assert!(
        (of("ci_high") - (b - a) - half).abs() < half * 2e-3,
        "{number}"
    );
    assert!(
        (b - a - of("ci_low") - half).abs() < half * 2e-3,
        "{number}"
    );
    // The interval holds 0 exactly if p is above 5 %.
    for number in numbers(&found) {
        let of = |key: &str| number[key].as_f64().unwrap();
        assert_eq!(
            of("ci_low") < 0.0 && of("ci_high") > 0.0,
            of("p") > 0.05,
            "{number}"
        );
    }
}

#[test]
fn what_is_no_luck_comes_first_and_one_name_may_stand_for_another() {
    diff("first", "other")
        .code(1)
        .stdout(contains(
            "table main, strategies: random, greedy, ranking → random, greedy, first-legal\n",
        ))
        .stdout(contains(
            "compared with each other: strategy ranking → first-legal\n",
        ))
        .stdout(contains("only in").not())
        .stdout(contains("mattel, main, ranking → first-legal"));
    let found = json(runs(), "first", "other");
    let numbers = numbers(&found);
    let p: Vec<f64> = numbers.iter().map(|n| n["p"].as_f64().unwrap()).collect();
    assert!(p.is_sorted(), "{p:?}");
    // Holm: all before the first that is not told are told, and none after it.
    let told = numbers
        .iter()
        .take_while(|n| n["significant"] == true)
        .count();
    assert!(told > 0 && numbers[told..].iter().all(|n| n["significant"] == false));
    let m = p.len();
    assert!((0..told).all(|i| p[i] * (m - i) as f64 <= 0.05), "{p:?}");
    assert!(p[told] * (m - told) as f64 > 0.05, "{p:?}");
    // Each pair is one number, and so is the length of a table, whose rows repeat it.
    let count = |measure: &str| numbers.iter().filter(|n| n["measure"] == measure).count();
    assert_eq!(
        [
            count("net"),
            count("turns a hand"),
            count("win rate by seat")
        ],
        [3, 1, 9]
    );
}

#[test]
fn rows_and_files_that_one_side_lacks_are_told() {
    let dir = TempDir::new().unwrap();
    play(
        dir.path(),
        "run --deals 20 --strategies random,greedy --rules mattel,phone,unoai --out a",
    );
    play(
        dir.path(),
        "run --deals 20 --strategies random,greedy --rules mattel --set uno.penalty=3 --out b",
    );
    fs::remove_file(dir.path().join("a/pairs.csv")).unwrap();
    fs::remove_file(dir.path().join("b/seats.csv")).unwrap();
    let said = unosim()
        .current_dir(&dir)
        .args(["diff", "a", "b"])
        .assert()
        .code(1);
    said.stdout(contains("rules: mattel, phone, unoai → mattel\n"))
        .stdout(contains("  only in A: seats.csv\n  only in B: pairs.csv\n"))
        .stdout(contains(
            "win_rates.csv: 6 rows only in A: mattel, main, random; ",
        ))
        .stdout(contains(
            "phone, main, random; phone, main, greedy; unoai, main, random; and 1 more\n",
        ))
        .stdout(contains(
            "win_rates.csv: 2 rows only in B: mattel+uno.penalty=3, main, random; ",
        ))
        .stdout(contains(
            "note: the CSV files of a are not all those that its manifest was written with\n",
        ))
        .stdout(contains("note: the CSV files of b are not all those"))
        .stdout(contains(
            "numbers\n  there are none of the same name on both sides\n",
        ));
}

#[test]
fn an_option_that_changed_is_told_and_its_rules_are_compared() {
    let dir = TempDir::new().unwrap();
    play(
        dir.path(),
        "run --deals 300 --strategies greedy,greedy --out a",
    );
    play(
        dir.path(),
        "run --deals 300 --strategies greedy,greedy --set setup.hand_size=15 --out b",
    );
    let said = unosim()
        .current_dir(&dir)
        .args(["diff", "a", "b"])
        .assert()
        .code(1);
    said.stdout(contains("  setup.hand_size: 7 → 15\n"))
        .stdout(contains(
            "compared with each other: rules mattel → mattel+setup.hand_size=15\n",
        ))
        .stdout(contains("both played the deals of seed 1"));
    let found = json(dir.path(), "a", "b");
    let first = &numbers(&found)[..2];
    assert!(first.iter().all(|n| n["significant"] == true));
    assert!(
        first.iter().any(|n| n["measure"] == "turns a hand"),
        "{first:?}"
    );
}

#[test]
fn duels_leagues_and_comparisons_of_rules_can_be_compared() {
    let dir = TempDir::new().unwrap();
    let settings: [(&str, &str, &[&str]); 3] = [
        ("duel", "duel greedy random --deals 400", &["win rate"]),
        (
            "league",
            "league random greedy ranking --deals 60",
            &["rating", "score against"],
        ),
        (
            "balance",
            "balance --rules phone --strategy random --ladder random,greedy --deals 200",
            &["turns", "skill gap"],
        ),
    ];
    for (kind, typed, measures) in settings {
        for seed in [1, 2] {
            play(
                dir.path(),
                &format!("{typed} --seed {seed} --out {kind}-{seed}"),
            );
        }
        let (a, b) = (format!("{kind}-1"), format!("{kind}-2"));
        let said = unosim()
            .current_dir(&dir)
            .args(["diff", &a, &b])
            .assert()
            .code(1);
        said.stdout(contains("  seed: 1 → 2\n"))
            .stdout(contains("are not all those").not());
        let found = json(dir.path(), &a, &b);
        assert_eq!(found["rows"].as_array().unwrap().len(), 0, "{kind}");
        assert_eq!(found["edited"].as_array().unwrap().len(), 0, "{kind}");
        for measure in measures {
            let is = |n: &&Value| n["measure"] == *measure && n["p"].is_f64();
            assert!(
                numbers(&found).iter().any(|n| is(&n)),
                "{kind}: {measure}\n{found:#}"
            );
        }
        let told = numbers(&found)
            .iter()
            .filter(|n| n["significant"] == true)
            .count();
        assert_eq!(told, 0, "{kind}: two seeds are alike");
    }
}

#[test]
fn without_a_manifest_the_numbers_are_compared_all_the_same() {
    let dir = copy("second");
    fs::remove_file(dir.path().join("manifest.json")).unwrap();
    diff("first", dir.path())
        .code(1)
        .stdout(contains(
            "without manifest.json on both sides their settings are not known",
        ))
        .stdout(contains("25 compared"));
}

/// A name from a file has no power over the terminal.
#[test]
fn names_are_printed_without_control_characters() {
    let dir = copy("second");
    let path = dir.path().join("win_rates.csv");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace("greedy", "\u{1b}[2Jgreedy")).unwrap();
    let said = diff("first", dir.path()).code(1);
    said.stdout(contains("\u{1b}").not())
        .stdout(contains("\u{fffd}[2Jgreedy"));
}

#[test]
fn wrong_files_are_told_by_line_and_change_nothing() {
    let edits: &[(&str, &str, &str, &[&str])] = &[
        (
            "win_rates.csv",
            "mean_turns",
            "mean_turn",
            &["win_rates.csv:1: there is no column `mean_turns`"],
        ),
        (
            "win_rates.csv",
            "win_rate,",
            "win_rat,",
            &["win_rates.csv:1: there is no column `win_rate`"],
        ),
        (
            "win_rates.csv",
            "mattel,main,greedy,3000",
            "mattel,main,greedy,-3000",
            &["win_rates.csv:3: column `games`: \"-3000\""],
        ),
        (
            "win_rates.csv",
            "mattel,main,greedy",
            "mattel,main,random",
            &["win_rates.csv:3: column `strategy`", "told twice"],
        ),
        (
            "manifest.json",
            "\"seed\": 1",
            "\"seed\": ",
            &["manifest.json:"],
        ),
        (
            "manifest.json",
            "\"seed\": 1",
            "\"seed\": \"one\"",
            &["manifest.json:"],
        ),
    ];
    for (file, old, new, says) in edits {
        let dir = copy("first");
        let path = dir.path().join(file);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(old), "{old}");
        fs::write(&path, text.replacen(old, new, 1)).unwrap();
        refused(dir.path(), says);
    }
    // The last column is one that only this command reads.
    for (cell, says) in [
        ("NaN", "no number of a run"),
        ("inf", "no number of a run"),
        ("1e300", "no number of a run"),
        ("many", "not a number"),
    ] {
        let dir = copy("first");
        let path = dir.path().join("win_rates.csv");
        let text = fs::read_to_string(&path).unwrap();
        let row = text.lines().nth(1).unwrap();
        let (kept, _) = row.rsplit_once(',').unwrap();
        fs::write(&path, text.replacen(row, &format!("{kept},{cell}"), 1)).unwrap();
        let place = format!("win_rates.csv:2: column `turns_ci_high`: \"{cell}\"");
        refused(dir.path(), &[&place, says]);
    }
    // A file that no report reads.
    for (at, cell, says) in [
        (4, "-5", "column `deals`: \"-5\""),
        (4, "0.5", "not a number of deals"),
        (7, "1.5", "not between 0 and 1"),
        (9, "NaN", "column `ci_high`: \"NaN\""),
        (8, "a\nb", "column `ci_low`: \"a…\": not a number"),
    ] {
        let dir = TempDir::new().unwrap();
        play(dir.path(), "duel greedy random --deals 50 --out .");
        let path = dir.path().join("duel.csv");
        let mut duel = csv::Reader::from_path(&path).unwrap();
        let (header, row) = (
            duel.headers().unwrap().clone(),
            duel.records().next().unwrap().unwrap(),
        );
        let mut out = csv::Writer::from_path(&path).unwrap();
        out.write_record(&header).unwrap();
        out.write_record(
            row.iter()
                .enumerate()
                .map(|(i, c)| if i == at { cell } else { c }),
        )
        .unwrap();
        drop(out);
        refused(dir.path(), &["duel.csv:2: ", says]);
    }
    let dir = TempDir::new().unwrap();
    refused(dir.path(), &["holds no results"]);
    refused(&dir.path().join("nowhere"), &["there is no directory"]);
}

fn refused(dir: &Path, says: &[&str]) {
    let before = dir.exists().then(|| snapshot(dir));
    for (a, b) in [(dir, Path::new("second")), (Path::new("second"), dir)] {
        let mut said = diff(a, b).code(2).stdout("").stderr(contains("error: "));
        for text in says {
            said = said.stderr(contains(*text));
        }
        said.stderr(contains("panicked").not());
    }
    assert_eq!(before, dir.exists().then(|| snapshot(dir)));
}
