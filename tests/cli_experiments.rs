//! Experiment files from outside: sweeps, stopping when enough is known, differences, and their schema.

use assert_cmd::Command;
use predicates::str::contains;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

fn unosim(dir: &Path) -> Command {
    let mut command = Command::cargo_bin("unosim").unwrap();
    command.current_dir(dir);
    command
}

/// Plays an experiment into `out` and gives back the rows of one of its files, by column.
fn play(text: &str, file: &str) -> Vec<BTreeMap<String, String>> {
    let dir = TempDir::new().unwrap();
    fs::write(dir.path().join("x.toml"), text).unwrap();
    for threads in ["1", "2"] {
        unosim(dir.path())
            .args([
                "run",
                "x.toml",
                "--quiet",
                "--threads",
                threads,
                "--out",
                threads,
            ])
            .assert()
            .success();
    }
    let read = |threads: &str| fs::read_to_string(dir.path().join(threads).join(file)).unwrap();
    assert_eq!(read("1"), read("2"));
    let text = read("1");
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    reader.deserialize().map(|row| row.unwrap()).collect()
}

fn refused(text: &str, says: &[&str]) {
    let dir = TempDir::new().unwrap();
    fs::write(dir.path().join("x.toml"), text).unwrap();
    let mut assert = unosim(dir.path())
        .args(["run", "x.toml"])
        .assert()
        .failure();
    for says in says {
        assert = assert.stderr(contains(*says));
    }
    assert!(!dir.path().join("results").exists());
}

const SWEEP: &str = "strategies = [\"expert\", \"random\"]\ndeals = 40\n[sweep]\n";

#[test]
fn every_value_is_played_with_every_other() {
    let rows = play(
        &format!(
            "{SWEEP}\"expert.bluff\" = [1, 2]\n\"rules.setup.hand_size\" = [5, 7]\n\"first.color\" = [3]\n"
        ),
        "sweeps.csv",
    );
    let row = |r: &BTreeMap<String, String>| {
        format!(
            "{}|{}|{}={}",
            r["rules"], r["table"], r["parameter"], r["value"]
        )
    };
    let rows: Vec<String> = rows.iter().map(row).collect();
    assert_eq!(rows.len(), 2 * 2 * 3);
    let table = "expert.bluff=2, first.color=3";
    for (parameter, value) in [
        ("rules.setup.hand_size", 7),
        ("expert.bluff", 2),
        ("first.color", 3),
    ] {
        let expected = format!("mattel+setup.hand_size=7|{table}|{parameter}={value}");
        assert!(rows.contains(&expected), "{rows:#?}");
    }
}

#[test]
fn zipped_values_are_played_together() {
    let rows = play(
        &format!(
            "{SWEEP}zip = true\n\"expert.bluff\" = [1, 2]\n\"rules.setup.hand_size\" = [5, 7]\n"
        ),
        "win_rates.csv",
    );
    let rounds: Vec<_> = rows
        .iter()
        .step_by(2)
        .map(|r| (r["rules"].as_str(), r["table"].as_str()))
        .collect();
    assert_eq!(
        rounds,
        [
            ("mattel+setup.hand_size=5", "expert.bluff=1"),
            ("mattel+setup.hand_size=7", "expert.bluff=2")
        ]
    );
}

/// A round of a sweep is the game that its values say, and no other.
#[test]
fn a_swept_value_is_the_value_set() {
    let swept = play(
        &format!("{SWEEP}\"rules.setup.hand_size\" = [5, 7]\n\"first.bluff\" = [4]\n"),
        "win_rates.csv",
    );
    let set = play(
        "strategies = [\"expert(bluff=4)\", \"random\"]\ndeals = 40\nset = { \"setup.hand_size\" = 7 }\n",
        "win_rates.csv",
    );
    for (swept, set) in swept[2..].iter().zip(&set) {
        for column in [
            "rules",
            "strategy",
            "win_rate",
            "mean_score",
            "mean_turns",
            "hands",
        ] {
            assert_eq!(swept[column], set[column], "{column}");
        }
    }
}

#[test]
fn mistakes_in_a_sweep_are_told_with_their_line() {
    let sweep = |line: &str, says: &[&str]| refused(&format!("{SWEEP}{line}\n"), says);
    sweep(
        "\"exprt.bluff\" = [1]",
        &[
            "x.toml:4: ",
            "no `exprt` plays here; did you mean `expert`?",
        ],
    );
    sweep("\"expert.blff\" = [1]", &["x.toml:4: ", "blff", "bluff"]);
    sweep("\"expert.bluff\" = [\"much\"]", &["x.toml:4: ", "much"]);
    sweep(
        "\"rules.setup.hand_sise\" = [1]",
        &["x.toml:4: ", "setup.hand_size"],
    );
    sweep("\"bluff\" = [1]", &["x.toml:4: ", "STRATEGY.PARAMETER"]);
    sweep("\"expert.bluff\" = []", &["x.toml:3: ", "list of values"]);
    sweep(
        "zip = true\n\"expert.bluff\" = [1, 2]\n\"expert.color\" = [1, 2, 3]",
        &["x.toml:6: ", "3 values, the first 2"],
    );
    sweep(
        "\"rules\" = [\"mattel\", \"phone\"]",
        &["x.toml:4: ", "listed in `rules`"],
    );
    sweep("\"rules.\" = [1]", &["x.toml:4: ", "rules.OPTION"]);
    sweep("\"first\" = [1]", &["x.toml:4: ", "STRATEGY.PARAMETER"]);
    sweep(
        "\"expert.bluff\" = [1, 2, 1]",
        &["x.toml:4: ", "1 is listed twice"],
    );
    sweep(
        "\"first.bluff\" = [1, 2]\n\"expert.bluff\" = [3, 4]",
        &[
            "x.toml:5: ",
            "`bluff` of the expert on place 1 is swept twice",
        ],
    );
    let hundred: Vec<String> = (0..101).map(|n| n.to_string()).collect();
    let hundred = hundred.join(",");
    sweep(
        &format!("\"expert.bluff\" = [{hundred}]\n\"expert.color\" = [{hundred}]"),
        &["10201 combinations", "at most 10000"],
    );
}

#[test]
fn it_stops_when_enough_is_known() {
    let table = "strategies = [\"greedy\", \"random\"]\nrules = \"unoai\"\n";
    let rows = play(
        &format!("{table}until = {{ ci = 0.02 }}\n"),
        "win_rates.csv",
    );
    let number = |row: &BTreeMap<String, String>, column: &str| row[column].parse::<f64>().unwrap();
    let half = |row| (number(row, "ci_high") - number(row, "ci_low")) / 2.0;
    assert!(rows.iter().all(|row| half(row) <= 0.02));
    let deals = number(&rows[0], "deals");
    assert!((256.0..5_000.0).contains(&deals), "{deals}");
    // As many deals that are counted beforehand give the same results.
    let counted = play(&format!("{table}deals = {deals}\n"), "win_rates.csv");
    assert_eq!(rows, counted);
    // Before the most deals, unless they are fewer.
    let few = play(
        &format!("{table}until = {{ ci = 0.02 }}\ndeals = 300\n"),
        "win_rates.csv",
    );
    assert_eq!(few[0]["deals"], "300");
    let score = play(
        &format!("{table}until = {{ ci = 2, of = \"score\" }}\n"),
        "win_rates.csv",
    );
    let half = (number(&score[0], "score_ci_high") - number(&score[0], "score_ci_low")) / 2.0;
    assert!(half <= 2.0, "{half}");
    refused(
        &format!("{table}until = {{ ci = 0 }}\n"),
        &["x.toml:3: ", "above 0"],
    );
}

#[test]
fn the_file_may_say_what_is_written_and_where() {
    let dir = TempDir::new().unwrap();
    let text = format!(
        "out = \"there\"\noutputs = [\"win_rates\", \"sweeps\"]\n{SWEEP}\"expert.bluff\" = [1]\n"
    );
    fs::write(dir.path().join("x.toml"), &text).unwrap();
    unosim(dir.path())
        .args(["run", "x.toml", "--quiet"])
        .assert()
        .success();
    let files = fs::read_dir(dir.path().join("there")).unwrap();
    let mut files: Vec<_> = files
        .map(|f| f.unwrap().file_name().into_string().unwrap())
        .collect();
    files.sort();
    assert_eq!(files, ["manifest.json", "sweeps.csv", "win_rates.csv"]);
    refused(
        &text.replace("sweeps", "sweps"),
        &["x.toml:2: `outputs[1]`: ", "`sweeps`"],
    );
}

/// Where every block comes out alike, the interval that counts is the one that is written.
#[test]
fn what_never_varies_is_not_known_at_once() {
    for table in ["[\"random\", \"random\"]", "[\"expert\", \"random\"]"] {
        let rows = play(
            &format!(
                "strategies = {table}\nrules = \"phone\"\nuntil = {{ ci = 0.004 }}\ndeals = 3000\n"
            ),
            "win_rates.csv",
        );
        for row in rows {
            let number = |column: &str| row[column].parse::<f64>().unwrap();
            let half = (number("ci_high") - number("ci_low")) / 2.0;
            assert!(half <= 0.004 || number("deals") == 3000.0, "{row:?}");
        }
    }
}

#[test]
fn every_mistake_has_its_line_and_flags_override_the_file() {
    let table = "strategies = [\"random\", \"greedy\"]\ndeals = 2\n";
    refused(
        &format!("{table}rules = \"matel\"\n"),
        &["x.toml:3: ", "mattel"],
    );
    refused(&format!("{table}seats = 3\n"), &["x.toml:3: ", "seats = 3"]);
    refused(
        &format!("{table}rules = \"phone\"\nset = {{ \"uno.cal\" = \"off\" }}\n"),
        &["x.toml:4: ", "uno.call"],
    );
    for name in ["", " ", "a\\nb"] {
        let table =
            format!("[[table]]\nname = \"{name}\"\nstrategies = [\"random\", \"greedy\"]\n");
        refused(&table, &["x.toml:2: ", "in one line"]);
    }
    refused(
        &format!("{table}until = 0.1\n"),
        &["x.toml:3: ", "such as { ci = 0.002 }"],
    );
    let dir = TempDir::new().unwrap();
    fs::write(
        dir.path().join("x.toml"),
        format!("{table}[set]\n\"uno.penalty\" = 3\n"),
    )
    .unwrap();
    let run = ["run", "x.toml", "--quiet", "--set", "uno.penalty=4"];
    unosim(dir.path()).args(run).assert().success();
    let rows = fs::read_to_string(dir.path().join("results/x/win_rates.csv")).unwrap();
    assert!(rows.contains("mattel+uno.penalty=4,main"), "{rows}");
}

#[test]
fn differences_are_those_of_the_values() {
    let rows = play(
        "rules = [\"mattel\", \"phone\"]\ndeals = 200\n[[table]]\nname = \"a\"\nstrategies = [\"greedy\", \"random\"]\n\
         [[table]]\nname = \"b\"\nstrategies = [\"ranking\", \"random\"]\n",
        "differences.csv",
    );
    let number = |text: &str| text.parse::<f64>().unwrap();
    for row in &rows {
        let difference = number(&row["value"]) - number(&row["than_value"]);
        assert!(
            (difference - number(&row["difference"])).abs() < 2e-4,
            "{row:?}"
        );
        assert!(
            number(&row["ci_low"]) <= difference + 2e-4
                && number(&row["ci_high"]) >= difference - 2e-4
        );
    }
    let alike = play(
        "strategies = [\"expert\", \"random\"]\nrules = \"phone\"\ndeals = 300\n",
        "differences.csv",
    );
    let (low, high) = (number(&alike[0]["ci_low"]), number(&alike[0]["ci_high"]));
    assert!(
        (-1.0..=1.0).contains(&low) && high <= 1.0 && low < high,
        "{alike:?}"
    );
    let count = |measure: &str, than: (&str, &str)| {
        let alike = rows.iter().filter(|r| {
            r["measure"] == measure && r["than_rules"] == than.0 && r["than_table"] == than.1
        });
        alike.count()
    };
    // Within mattel's table a; phone's table a twice; mattel's table b.
    assert_eq!(count("win_rate", ("mattel", "a")), 1 + 2 + 1);
    assert_eq!(count("turns", ("mattel", "a")), 2);
    assert_eq!(count("score", ("phone", "b")), 1);
    let reduced = rows.iter().find(|r| r["measure"] == "turns").unwrap();
    assert!(number(&reduced["variance_reduction"]) > 0.5, "{reduced:?}");
}

#[test]
fn the_schema_is_that_of_the_files() {
    let printed = unosim(Path::new("."))
        .args(["schema", "experiment"])
        .assert()
        .success();
    let printed = String::from_utf8(printed.get_output().stdout.clone()).unwrap();
    let committed = fs::read_to_string("docs/experiment.schema.json").unwrap();
    assert!(
        printed == committed,
        "renew it: unosim schema experiment > docs/experiment.schema.json"
    );
    let schema = serde_json::from_str(&printed).unwrap();
    let schema = jsonschema::validator_for(&schema).unwrap();
    for file in unosim::experiment::list(Path::new("experiments")) {
        let text = fs::read_to_string(&file).unwrap();
        let value: serde_json::Value = toml::from_str(&text).unwrap();
        let errors: Vec<String> = schema.iter_errors(&value).map(|e| e.to_string()).collect();
        assert!(errors.is_empty(), "{}: {errors:?}", file.display());
    }
    // What the program refuses for its form, the schema refuses too.
    for wrong in [
        "delas = 5",
        "deals = 0",
        "deals = 1.5",
        "rules = \"matel\"",
        "seating = \"fixd\"",
        "until = { ic = 1 }",
        "until = { ci = 0 }",
        "[set]\n\"uno.cal\" = \"off\"",
        "[sweep]\n\"expert.bluff\" = 3",
        "[[table]]\nname = \"a\"",
        "[tune]\ngoal = \"fame\"",
    ] {
        let value: serde_json::Value = toml::from_str(wrong).unwrap();
        assert!(!schema.is_valid(&value), "{wrong}");
        refused(wrong, &["error"]);
    }
}
