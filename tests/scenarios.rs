//! Every scenario of the project holds, so do the documented ones, and the command says so.

use assert_cmd::Command;
use std::fs;
use std::path::{Path, PathBuf};
use unosim::scenario::{Checked, check_text};

fn files() -> Vec<PathBuf> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios");
    let entries = fs::read_dir(dir)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = entries
        .filter(|p| p.extension().is_some_and(|e| e == "toml"))
        .collect();
    files.sort();
    files
}

#[test]
fn no_scenario_differs() {
    let files = files();
    assert!(files.len() >= 251, "{} files", files.len());
    let mut failures = Vec::new();
    for file in &files {
        match check_text(&fs::read_to_string(file).unwrap()) {
            Checked::Ok => {}
            other => failures.push(format!("{}: {}", file.display(), other.message())),
        }
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

#[test]
fn the_readme_counts_the_files() {
    let readme = include_str!("scenarios/README.md");
    let files = files();
    for row in readme.lines().filter(|line| line.starts_with("| ")) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let Ok(count) = cells[2].trim_matches('*').parse::<usize>() else {
            continue;
        };
        let all = cells[1] == "**all**";
        let of_group = files.iter().filter(|file| {
            let name = file.file_name().unwrap().to_str().unwrap();
            all || name.starts_with(&format!("{}-", cells[1]))
        });
        assert_eq!(of_group.count(), count, "{}", cells[1]);
    }
}

#[test]
fn the_documented_examples_hold() {
    let document = include_str!("../docs/scenarios.md");
    let examples: Vec<&str> = document
        .split("```toml\n")
        .skip(1)
        .map(|rest| rest.split("```").next().unwrap())
        .collect();
    assert_eq!(examples.len(), 3);
    for example in examples {
        assert_eq!(check_text(example), Checked::Ok, "{example}");
    }
}

/// A hand is won.
const WON: &str = r#"
name = "x"
hands = [["R1"], ["R9", "B8"], ["W"]]
discard = ["R5"]
draw = ["Y8"]
totals = [10, 20, 30]
[[step]]
seat = 0
action = "R1"
"#;

fn unosim() -> Command {
    Command::cargo_bin("unosim").unwrap()
}

#[test]
fn the_command_prints_a_line_a_file_and_exits_1_if_any_differs() {
    let dir = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = dir.path().join(name);
        fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let good = write("good.toml", WON);
    let bad = write("bad.toml", &format!("{WON}expect = {{ winner = 1 }}"));
    let missing = dir.path().join("missing.toml").display().to_string();

    let output = unosim()
        .args(["scenario", "check", &good])
        .assert()
        .success();
    let text = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    assert_eq!(text, format!("ok {good}\n1 ok, 0 differ\n"));

    let output = unosim()
        .args(["scenario", "check", &good, &bad])
        .assert()
        .code(1);
    let text = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    let difference = "step 1 (seat 0, R1): winner: expected 1, got 0";
    assert_eq!(
        text,
        format!("ok {good}\nnot ok {bad}: {difference}\n1 ok, 1 differs\n")
    );

    let output = unosim()
        .args(["scenario", "check", "--json", &bad, &missing, &good])
        .assert()
        .code(1);
    let text = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    let lines: Vec<serde_json::Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let expected = [(&bad, "differs"), (&missing, "error"), (&good, "ok")];
    assert_eq!(lines.len(), expected.len());
    for (line, (file, result)) in lines.iter().zip(expected) {
        assert_eq!(
            (line["file"].as_str(), line["result"].as_str()),
            (Some(file.as_str()), Some(result))
        );
        assert_eq!(line["message"].as_str().unwrap().is_empty(), result == "ok");
    }
    assert_eq!(lines[0]["message"], difference);
}
