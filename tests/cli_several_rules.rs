//! `unosim run` under several rule sets: a row for each of them, and nothing is played if one cannot be.

use assert_cmd::Command;
use predicates::str::contains;
use std::fs;
use std::path::Path;
use tempfile::TempDir;
use unosim_engine::{rule_set, rule_sets};

const FILES: [&str; 5] = [
    "win_rates.csv",
    "seats.csv",
    "scores.csv",
    "lengths.csv",
    "pairs.csv",
];

fn run(dir: &TempDir, args: &[&str]) -> assert_cmd::assert::Assert {
    let mut command = Command::cargo_bin("unosim").unwrap();
    command.current_dir(dir).arg("run").args(args).assert()
}

fn read(dir: &TempDir, file: &str) -> String {
    fs::read_to_string(dir.path().join(file)).unwrap()
}

const TWO: [&str; 4] = ["--strategies", "random,greedy", "--deals", "60"];

#[test]
fn every_rule_set_has_the_rows_it_would_have_alone() {
    let dir = TempDir::new().unwrap();
    let list = "mattel,go-wild,unoai,breakfast-league,together";
    run(
        &dir,
        &[&TWO[..], &["--rules", list, "--out", "all"]].concat(),
    )
    .success();
    for file in FILES {
        let mut rows = read(&dir, &format!("all/{file}"));
        for set in list.split(',') {
            let out = format!("{set}-{file}");
            run(
                &dir,
                &[&TWO[..], &["--rules", set, "--out", &out, "--quiet"]].concat(),
            )
            .success();
            let alone = read(&dir, &format!("{out}/{file}"));
            let (header, alone) = alone.split_once('\n').unwrap();
            rows = rows
                .strip_prefix(&format!("{header}\n"))
                .unwrap_or(&rows)
                .into();
            assert!(alone.starts_with(&format!("{set},")), "{alone}");
            rows = rows.strip_prefix(alone).expect(set).into();
        }
        assert_eq!(rows, "");
    }
    let manifest: serde_json::Value =
        serde_json::from_str(&read(&dir, "all/manifest.json")).unwrap();
    assert_eq!(manifest["experiment"]["rules"][4], "together");
    for set in list.split(',') {
        for (option, value) in rule_set(set).unwrap().options() {
            assert_eq!(manifest["options"][set][&option], serde_json::json!(value));
        }
    }
    assert_eq!(manifest["played"][3]["rules"], "breakfast-league");
    assert_eq!(manifest["played"][3]["hands"], 60 * 2 * 10);
    assert_eq!(manifest["complete"], true);
}

#[test]
fn an_experiment_lists_rules_and_tables() {
    let dir = TempDir::new().unwrap();
    fs::write(
        dir.path().join("both.toml"),
        "# Which?\nrules = [\"mattel\", \"house.toml\"]\ndeals = 40\n[set]\n\"uno.penalty\" = 4\n\
         [[table]]\nname = \"a\"\nstrategies = [\"random\", \"greedy\"]\n\
         [[table]]\nname = \"b\"\nstrategies = [\"random\", \"random\", \"greedy\"]\n",
    )
    .unwrap();
    fs::write(dir.path().join("house.toml"), "base = \"unoai\"\n").unwrap();
    let assert = run(&dir, &["both.toml", "--threads", "1", "--out", "1"]).success();
    let table = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines[0], "a");
    let cells = |line: usize| -> Vec<&str> { lines[line].split_whitespace().take(2).collect() };
    assert_eq!(cells(1), ["rules", "games"]);
    assert_eq!(cells(2), ["mattel+uno.penalty=4", "80"]);
    assert_eq!(cells(3), ["house+uno.penalty=4", "80"]);
    assert!(
        table.contains("\nb\n") && table.contains("  33.3 %"),
        "{table}"
    );
    let rates = read(&dir, "1/win_rates.csv");
    let begin: Vec<String> = rates
        .lines()
        .skip(1)
        .map(|line| line.split(',').take(3).collect::<Vec<_>>().join(","))
        .collect();
    let rounds = [
        ("mattel", "a"),
        ("mattel", "b"),
        ("house", "a"),
        ("house", "b"),
    ];
    let expected = rounds.iter().flat_map(|(rules, table)| {
        ["random", "greedy"].map(|name| format!("{rules}+uno.penalty=4,{table},{name}"))
    });
    assert_eq!(begin, expected.collect::<Vec<_>>());

    run(
        &dir,
        &["both.toml", "--threads", "3", "--out", "3", "--quiet"],
    )
    .success();
    for file in FILES {
        assert_eq!(
            read(&dir, &format!("1/{file}")),
            read(&dir, &format!("3/{file}")),
            "{file}"
        );
    }
    // Flags override the list of the file.
    run(&dir, &["both.toml", "--rules", "together", "--out", "one"]).success();
    assert!(!read(&dir, "one/win_rates.csv").contains("mattel"));
}

#[test]
fn nothing_is_played_if_something_cannot_be() {
    let refused = |args: &[&str], says: &[&str]| {
        let dir = TempDir::new().unwrap();
        let mut assert = run(&dir, &[args, &["--deals", "1e12"]].concat()).code(1);
        for text in says {
            assert = assert.stderr(contains(*text));
        }
        assert!(!Path::new(&dir.path().join("results")).exists(), "{args:?}");
    };
    let two = ["--strategies", "random,greedy", "--rules"];
    refused(
        &[&two[..], &["mattel,matel"]].concat(),
        &["unknown rule set \"matel\": did you mean \"mattel\"?"],
    );
    refused(
        &[&two[..], &["mattel,unoai,mattel"]].concat(),
        &["two rule sets are named mattel"],
    );
    refused(&[&two[..], &[""]].concat(), &["unknown rule set \"\""]);
    // Two teams need four seats at least, whether they can be played yet or not.
    refused(
        &[&two[..], &["unoai,partners"]].concat(),
        &["partners: match.teams = 2 does not go with 2 seats"],
    );
    let hand = ["--set", "setup.hand_size=15"];
    let ten = ["random"; 10].join(",");
    refused(
        &[
            &["--strategies", &ten, "--rules", "unoai,together"][..],
            &hand,
        ]
        .concat(),
        &[
            "not everything can be played:\n",
            "  unoai+setup.hand_size=15: setup.hand_size = 15 does not go with 10 seats",
            "  together+setup.hand_size=15: setup.hand_size = 15 does not go with 10 seats",
        ],
    );
}

#[test]
fn all_is_every_rule_set() {
    let dir = TempDir::new().unwrap();
    let four = [
        "--strategies",
        "random,greedy,random,greedy",
        "--deals",
        "2",
    ];
    let assert = run(
        &dir,
        &[&four[..], &["--rules", "all", "--out", "out"]].concat(),
    );
    let names = || rule_sets().iter().map(|set| set.name);
    assert.success();
    let rates = read(&dir, "out/win_rates.csv");
    for name in names() {
        assert!(rates.contains(&format!("\n{name},main,greedy,")), "{name}");
    }
}
