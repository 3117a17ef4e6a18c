//! `unosim tune` from outside: what it leaves, how it is taken up again, and what it says to wrong input.

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::contains;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

const FILES: [&str; 3] = ["tune.json", "tune.csv", "tuned.toml"];

fn unosim() -> Command {
    Command::cargo_bin("unosim").unwrap()
}

/// A small search, with more flags, in a directory of its own.
fn tune(out: &Path, more: &[&str]) -> assert_cmd::assert::Assert {
    let small =
        "--against random --rules unoai --parameters color,last_color --deals 20 --check-deals 40";
    unosim()
        .args(["tune", "expert"])
        .args(small.split(' '))
        .arg("--out")
        .arg(out)
        .args(more)
        .assert()
}

fn same(a: &Path, b: &Path) {
    for file in FILES {
        let read = |dir: &Path| fs::read_to_string(dir.join(file)).unwrap();
        assert_eq!(read(a), read(b), "{file}");
    }
}

fn refused(args: &[&str], says: &[&str]) {
    let dir = TempDir::new().unwrap();
    let mut assert = unosim()
        .current_dir(&dir)
        .arg("tune")
        .args(args)
        .assert()
        .failure();
    for text in says {
        assert = assert.stderr(contains(*text));
    }
    assert!(!dir.path().join("results").exists(), "{args:?}");
}

#[test]
fn a_search_that_is_taken_up_again_ends_as_if_undisturbed_at_any_number_of_threads() {
    let dir = TempDir::new().unwrap();
    let (through, parts) = (dir.path().join("a/through"), dir.path().join("parts"));
    tune(
        &through,
        &["--generations", "5", "--threads", "1", "--quiet"],
    )
    .success()
    .stdout("")
    .stderr("");
    tune(&parts, &["--generations", "2", "--threads", "2"])
        .success()
        .stderr(contains("generation 2 of 2: best "));
    tune(&parts, &["--generations", "5"])
        .failure()
        .stderr(contains("already holds a search (tune.json)"));
    tune(
        &parts,
        &["--generations", "5", "--threads", "2", "--resume"],
    )
    .success()
    .stderr(contains("generation 3 of 5").and(contains("generation 2 of").not()));
    same(&through, &parts);
    // And the manifest.
    let left: Vec<_> = fs::read_dir(&parts).unwrap().collect();
    assert_eq!(left.len(), FILES.len() + 1, "{left:?}");

    // What is done needs no more than the comparison; what is done twice ends in the same.
    tune(&parts, &["--generations", "5", "--resume", "--quiet"]).success();
    same(&through, &parts);
    tune(&parts, &["--generations", "4", "--resume"])
        .failure()
        .stderr(contains("is 5 generations old already, more than the 4"));
    tune(&parts, &["--generations", "5", "--seed", "2", "--resume"])
        .failure()
        .stderr(contains("other settings: seed is 1 there and 2 here;"));
    tune(&parts, &["--generations", "5", "--force", "--quiet"]).success();
    same(&through, &parts);
    fs::write(parts.join("tune.json"), "{}").unwrap();
    tune(&parts, &["--resume"])
        .failure()
        .stderr(contains("tune.json is damaged"));
}

#[test]
fn the_result_can_be_read_pasted_and_played() {
    let dir = TempDir::new().unwrap();
    let out = dir.path().join("out");
    let more = [
        "--goal",
        "points",
        "--generations",
        "2",
        "--against",
        "greedy,ranking",
        "--set",
        "uno.call=off",
    ];
    let assert = tune(&out, &more).success();
    let screen = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
    let says = "expert, tuned for points against random and greedy,ranking under unoai+uno.call=off: \
                2 generations of 6 candidates, 20 deals, seed 1\n";
    assert!(screen.starts_with(says), "{screen}");
    assert!(
        screen.contains("score a hand on 40 fresh deals: "),
        "{screen}"
    );
    let spec = screen
        .lines()
        .find(|line| line.starts_with("expert(color="))
        .unwrap();
    unosim_strategies::Spec::parse(spec).unwrap();
    let course = fs::read_to_string(out.join("tune.csv")).unwrap();
    assert!(
        course.starts_with("generation,best,mean,sigma,color,last_color\n1,"),
        "{course}"
    );
    assert_eq!(course.lines().count(), 3);
    let tuned = out.join("tuned.toml");
    assert!(
        fs::read_to_string(&tuned)
            .unwrap()
            .starts_with("# How much better is expert(color=")
    );
    unosim()
        .args(["run", "--quiet", "--out"])
        .arg(dir.path().join("run"))
        .arg(&tuned)
        .assert()
        .success();
}

#[test]
fn an_experiment_file_says_it_all_and_flags_override_it() {
    let dir = TempDir::new().unwrap();
    let text = "# What is best?\nrules = [\"unoai\", \"mattel\"]\ndeals = 10\n[tune]\nstrategy = \"color-hoarding\"\n\
                against = [\"random\"]\ngoal = \"win\"\ngenerations = 3\npopulation = 4\ncheck_deals = 20\n";
    fs::write(dir.path().join("x.toml"), text).unwrap();
    let run = |args: &[&str]| unosim().current_dir(&dir).args(args).assert();
    run(&["tune", "x.toml", "--generations", "1"])
        .success()
        .stdout(contains(
            "under unoai, mattel: 1 generations of 4 candidates, 10 deals, seed 1",
        ));
    assert!(dir.path().join("results/x/tuned.toml").exists());
    run(&["run", "x.toml"])
        .failure()
        .stderr(contains("type unosim tune x.toml"));
    for (from, to, says) in [
        (
            "against",
            "agianst",
            "x.toml:6: unknown key `agianst`; did you mean `against`?",
        ),
        (
            "= \"win\"",
            "= \"won\"",
            "x.toml:7: `tune.goal`: unknown variant `won`, expected `win` or `points`",
        ),
        (
            "= 3",
            "= 0",
            "x.toml:8: `tune.generations`: must be at least 1",
        ),
        (
            "[\"random\"]",
            "[\"random\", [\"greedy\"]]",
            "x.toml:6: `tune.against`: lists strategies, or lists",
        ),
        (
            "[tune]",
            "strategies = [\"random\"]\n[tune]",
            "not by `strategies`",
        ),
        (
            "[tune]",
            "until = { ci = 0.1 }\n[tune]",
            "x.toml:4: `until` means nothing to a search",
        ),
        (
            "[tune]",
            "[tone]",
            "x.toml:4: unknown key `tone`; did you mean `tune`?",
        ),
        (
            "strategy = \"color-hoarding\"\n",
            "",
            "[tune] names no `strategy`",
        ),
    ] {
        fs::write(dir.path().join("x.toml"), text.replace(from, to)).unwrap();
        run(&["tune", "x.toml", "--force"])
            .failure()
            .stderr(contains(says));
    }
}

#[test]
fn what_cannot_be_tuned_is_refused_before_anything_is_played() {
    let random = ["--against", "random"];
    let with = |what: &'static str, more: &[&'static str]| [&[what][..], &random, more].concat();
    refused(&["expert"], &["nobody to play against", "--against random"]);
    refused(
        &["exprt", "--against", "random"],
        &["did you mean `expert`?"],
    );
    refused(
        &["expert", "--against", "random", "--against", ""],
        &["nobody to play against"],
    );
    refused(
        &with("expert", &["--parameters", "colour"]),
        &["did you mean `color`?"],
    );
    refused(
        &with("ranking", &["--parameters", "order"]),
        &["nothing to tune"],
    );
    refused(
        &with("ismcts", &["--parameters", "goal"]),
        &["`goal` of `ismcts` is not a number"],
    );
    refused(
        &with("random", &[]),
        &["nothing to tune: no parameter of `random` is a number"],
    );
    refused(
        &with("expert", &["--population", "1"]),
        &["2 to 10000 candidates"],
    );
    refused(
        &with("expert", &["--resume"]),
        &["nothing to resume", "tune.json does not exist"],
    );
    refused(
        &["nosuch.toml"],
        &["there is no experiment file nosuch.toml"],
    );
}
