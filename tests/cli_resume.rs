//! Runs that are interrupted, divided among machines, joined and made again: `run --resume`, `run --shard`, `merge`, `rerun`,
//! and what they say to counts that are damaged or belong to something else.

use assert_cmd::Command;
use assert_cmd::assert::Assert;
use predicates::prelude::*;
use predicates::str::contains;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command as Process, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Several rules, one of them a file, several tables of different length, a sweep.
const EXPERIMENT: &str = r#"
rules = ["mattel", "mine.toml"]
deals = 60
[sweep]
"first.order" = ["number>skip>reverse>draw_two>wild>wild_draw_four", "skip>number>reverse>draw_two>wild_draw_four>wild"]
[[table]]
name = "two"
strategies = ["ranking", "random"]
[[table]]
name = "three"
strategies = ["ranking", "greedy", "random"]
deals = 7
"#;

/// Long enough to be interrupted.
const LONG: &[&str] = &[
    "--strategies",
    "expert,monte-carlo(playouts=20)",
    "--deals",
    "400",
    "--threads",
    "2",
];

struct Place {
    dir: TempDir,
}

impl Place {
    fn new() -> Place {
        let dir = TempDir::new().unwrap();
        fs::write(dir.path().join("e.toml"), EXPERIMENT).unwrap();
        fs::write(
            dir.path().join("mine.toml"),
            "base = \"phone\"\nuno.penalty = 3\n",
        )
        .unwrap();
        Place { dir }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn unosim(&self, args: &[&str]) -> Command {
        let mut command = Command::cargo_bin("unosim").unwrap();
        command.current_dir(&self.dir).args(args);
        command
    }

    fn ok(&self, args: &[&str]) -> Assert {
        self.unosim(args).assert().success()
    }

    /// It fails with these words and changes no file.
    fn refused(&self, args: &[&str], says: &[&str]) {
        let before = files(self.dir.path());
        let mut assert = self.unosim(args).assert().code(1);
        for text in says {
            assert = assert.stderr(contains(*text));
        }
        assert.stderr(contains("panicked").not());
        assert!(files(self.dir.path()) == before, "{args:?} changed files");
    }

    /// Runs `LONG` until something has been counted, then sends it a signal; its exit code.
    fn ended_by(&self, signal: &str, out: &str) -> Option<i32> {
        let mut child = Process::new(assert_cmd::cargo::cargo_bin("unosim"))
            .current_dir(&self.dir)
            .arg("run")
            .args(LONG)
            .args(["--quiet", "--checkpoint-every", "0.05", "--out", out])
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let counts = self.path(out).join("checkpoint/counts-00000.json");
        let patience = Instant::now() + Duration::from_secs(60);
        while !counts.exists() && Instant::now() < patience {
            sleep(Duration::from_millis(5));
        }
        let id = child.id().to_string();
        Process::new("kill").args([signal, &id]).status().unwrap();
        child.wait().unwrap().code()
    }

    fn long(&self, more: &[&str]) -> Command {
        let mut command = self.unosim(&["run"]);
        command.args(LONG).arg("--quiet").args(more);
        command
    }
}

/// All files below a directory, with what is in them.
fn files(dir: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => all.extend(files(&path)),
            false => {
                let content = fs::read(&path).unwrap();
                all.insert(path, content);
            }
        }
    }
    all
}

/// The CSV files of a directory, by name.
fn csv(dir: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let files = files(dir).into_iter();
    let csv = files.filter(|(path, _)| path.extension().is_some_and(|e| e == "csv"));
    csv.map(|(path, content)| (path.strip_prefix(dir).unwrap().into(), content))
        .collect()
}

fn same(a: &Path, b: &Path) {
    let (a, b) = (csv(a), csv(b));
    assert!(a.len() > 5);
    assert!(a == b);
}

#[test]
fn a_killed_run_goes_on_and_ends_in_the_same_bytes() {
    let place = Place::new();
    place.long(&["--out", "whole"]).assert().success();
    for (signal, code) in [("-KILL", None), ("-TERM", Some(130)), ("-INT", Some(130))] {
        let out = format!("out{signal}");
        assert_eq!(place.ended_by(signal, &out), code);
        let kept = place.path(&out).join("checkpoint/counts-00000.json");
        assert!(kept.exists(), "it ended before anything was counted");
        // What is there is not overwritten by accident.
        place.refused(
            &["run", LONG[0], LONG[1], "--out", &out],
            &["holds what an earlier run has counted", "--resume"],
        );
        place.long(&["--out", &out, "--resume"]).assert().success();
        same(&place.path("whole"), &place.path(&out));
        let manifest = fs::read_to_string(place.path(&out).join("manifest.json")).unwrap();
        assert!(manifest.contains("\"complete\": true"));
        assert!(!place.path(&out).join("checkpoint").exists());
        // Once more changes nothing.
        let before = files(&place.path(&out));
        place.long(&["--out", &out, "--resume"]).assert().success();
        assert!(files(&place.path(&out)) == before);
    }
    // There is nothing to go on with: it begins.
    place.long(&["--out", "new", "--resume"]).assert().success();
    same(&place.path("whole"), &place.path("new"));
}

/// Whoever comes second is told, and disturbs nothing.
#[test]
fn two_runs_never_share_a_directory() {
    let place = Place::new();
    let mut first = Process::new(assert_cmd::cargo::cargo_bin("unosim"))
        .current_dir(&place.dir)
        .arg("run")
        .args(LONG)
        .args(["--quiet", "--checkpoint-every", "0.05", "--out", "out"])
        .spawn()
        .unwrap();
    let counts = place.path("out/checkpoint/counts-00000.json");
    while !counts.exists() {
        sleep(Duration::from_millis(5));
    }
    let begun = [
        "--strategies",
        "random,greedy",
        "--deals",
        "5",
        "--out",
        "out",
    ];
    for command in [&["run", "--resume"][..], &["run", "--force"], &["dataset"]] {
        let second = place.unosim(&[command, &begun].concat()).assert().code(1);
        second.stderr(contains("another process is writing there"));
    }
    assert!(first.wait().unwrap().success());
    place.long(&["--out", "whole"]).assert().success();
    same(&place.path("whole"), &place.path("out"));
}

#[test]
fn what_is_complete_is_not_taken_on_trust() {
    let place = Place::new();
    let run = ["run", "e.toml", "--out", "r", "--quiet"];
    let resumed = [&run[..], &["--resume"]].concat();
    place.ok(&run);
    place.ok(&resumed);
    place.refused(
        &[&run[..], &["--resume", "--shard", "1/2"]].concat(),
        &["r already holds results"],
    );
    let both = place
        .unosim(&[&resumed[..], &["--force"]].concat())
        .assert();
    both.code(2).stderr(contains("cannot be used with"));
    let seats = place.path("r/seats.csv");
    let good = fs::read(&seats).unwrap();
    fs::write(&seats, b"rules\n").unwrap();
    place.refused(&resumed, &["holds other CSV files than", "--force"]);
    fs::remove_file(&seats).unwrap();
    place.refused(&resumed, &["holds other CSV files than", "--force"]);
    fs::write(&seats, good).unwrap();
    place.ok(&resumed);
    place.ok(&["run", "e.toml", "--shard", "1/2", "--out", "p", "--quiet"]);
    place.refused(
        &["run", "e.toml", "--out", "p"],
        &["p holds a part of a run"],
    );
    place.refused(
        &["dataset", "e.toml", "--out", "p"],
        &["p holds a part of a run"],
    );
    fs::write(place.path("r/checkpoint"), "").unwrap();
    place.refused(
        &["run", "e.toml", "--out", "r", "--force"],
        &["r/checkpoint: a file is in the way"],
    );
}

#[test]
fn counts_of_another_run_are_refused() {
    let place = Place::new();
    assert_eq!(place.ended_by("-KILL", "out"), None);
    let resumed = |args: &[&str], says: &str| {
        let args = [&["run", "--out", "out", "--resume"], args].concat();
        place.refused(&args, &["are of another run: ", says]);
    };
    let strategies = [LONG[0], LONG[1]];
    let with = |more: &[&'static str]| [&strategies[..], more].concat();
    resumed(
        &with(&["--deals", "400", "--seed", "2"]),
        "experiment.seed is 1 there and 2 here",
    );
    resumed(
        &with(&["--deals", "401"]),
        "experiment.deals is 400 there and 401 here",
    );
    resumed(
        &with(&["--deals", "400", "--set", "uno.penalty=4"]),
        "uno.penalty=4",
    );
    resumed(
        &with(&["--deals", "400", "--rules", "phone"]),
        "experiment.rules is [\"mattel\"] there and [\"phone\"] here",
    );
    resumed(
        &["--strategies", "expert,random", "--deals", "400"],
        "experiment.tables",
    );
    let part = place.path("out/checkpoint/part.json");
    let text = fs::read_to_string(&part).unwrap();
    let version = format!("\"unosim\": \"{}\"", env!("CARGO_PKG_VERSION"));
    assert!(text.contains(&version));
    fs::write(&part, text.replace(&version, "\"unosim\": \"0.0.9\"")).unwrap();
    resumed(&LONG[..4], "versions.unosim is \"0.0.9\" there and");
    // --force begins anew.
    place.long(&["--out", "out", "--force"]).assert().success();
    place.long(&["--out", "whole"]).assert().success();
    same(&place.path("whole"), &place.path("out"));
}

/// Every byte that is lost, added or changed is noticed.
#[test]
fn damaged_counts_are_refused() {
    let place = Place::new();
    let sharded = ["run", "e.toml", "--shard", "1/2", "--out", "p"];
    place.ok(&[&sharded[..], &["--quiet"]].concat());
    place.ok(&["run", "e.toml", "--shard", "2/2", "--out", "q", "--quiet"]);
    let counts = place.path("p/counts-00001.json");
    let good = fs::read(&counts).unwrap();
    let mut broken: Vec<Vec<u8>> = Vec::new();
    for length in [0, 1, 30, good.len() / 2, good.len() - 2] {
        broken.push(good[..length].to_vec());
    }
    for at in [2, 20, 45, 60, good.len() / 2, good.len() - 3] {
        let mut flipped = good.clone();
        flipped[at] ^= 1;
        broken.push(flipped);
    }
    broken.push([&good[..], b"x"].concat());
    broken.push(vec![0xff; 100]);
    broken.push([b"[", &good[..]].concat());
    for bytes in broken {
        fs::write(&counts, &bytes).unwrap();
        place.refused(&["merge", "p", "q", "--out", "m"], &["counts-00001.json"]);
        let resumed = [&sharded[..], &["--resume"]].concat();
        place.refused(&resumed, &["counts-00001.json"]);
    }
    // Counts of another round, with a good checksum.
    fs::copy(place.path("p/counts-00000.json"), &counts).unwrap();
    place.refused(&["merge", "p", "q", "--out", "m"], &["does not belong to"]);
    // What is damaged is removed, and played again.
    fs::remove_file(&counts).unwrap();
    place.refused(
        &["merge", "p", "q", "--out", "m"],
        &["part 1/2 in p has ", "--resume"],
    );
    place.ok(&[&sharded[..], &["--resume", "--quiet"]].concat());
    assert!(csv(&place.path("p")).is_empty());
    let again = fs::read_to_string(&counts).unwrap();
    let body = |text: &str| text[text.find("\"deals\"").unwrap()..].to_string();
    assert_eq!(body(&again), body(std::str::from_utf8(&good).unwrap()));
    for text in [
        "",
        "{",
        "{}",
        "[]",
        "{\"kind\":\"part\",\"format\":1,\"part\":3,\"of\":2}",
        "\u{0}",
    ] {
        fs::write(place.path("p/part.json"), text).unwrap();
        place.refused(&["merge", "p", "q", "--out", "m"], &["part.json"]);
    }
    place.ok(&[&sharded[..], &["--force", "--quiet"]].concat());
    let part = fs::read_to_string(place.path("p/part.json")).unwrap();
    let outside = part.replace("\"name\": \"e\"", "\"name\": \"../e\"");
    assert!(outside != part);
    fs::write(place.path("p/part.json"), outside).unwrap();
    place.refused(&["merge", "p"], &["part.json", "not the stem of a file"]);
    let future = "{\"kind\":\"part\",\"format\":9,\"part\":1,\"of\":2}";
    fs::write(place.path("p/part.json"), future).unwrap();
    place.refused(
        &["merge", "p", "q", "--out", "m"],
        &["format 9", "does not know"],
    );
}

#[test]
fn parts_become_the_results_of_the_whole() {
    let place = Place::new();
    place.ok(&["run", "e.toml", "--out", "whole", "--quiet"]);
    // More parts than the second table has deals.
    for of in [1, 2, 9] {
        let mut parts: Vec<String> = Vec::new();
        for part in 1..=of {
            let (shard, out) = (format!("{part}/{of}"), format!("parts-{of}/{part}"));
            place.ok(&[
                "run",
                "e.toml",
                "--shard",
                &shard,
                "--out",
                &out,
                "--threads",
                "1",
                "--quiet",
            ]);
            parts.push(out);
        }
        parts.reverse();
        let merged = format!("merged-{of}");
        let mut args = vec!["merge", "--quiet", "--out", &merged];
        args.extend(parts.iter().map(String::as_str));
        place.ok(&args);
        same(&place.path("whole"), &place.path(&merged));
    }
    let manifest = |dir: &str| {
        let text = fs::read_to_string(place.path(dir).join("manifest.json")).unwrap();
        let mut manifest: serde_json::Value = serde_json::from_str(&text).unwrap();
        for key in [
            "threads",
            "wall_seconds",
            "games_per_second",
            "hands_per_second",
        ] {
            manifest.as_object_mut().unwrap().remove(key);
        }
        manifest
    };
    assert_eq!(manifest("whole"), manifest("merged-9"));
    // Parts of different divisions go together where no deal is in two of them.
    place.ok(&["run", "e.toml", "--shard", "3/4", "--out", "c", "--quiet"]);
    place.ok(&["run", "e.toml", "--shard", "4/4", "--out", "d", "--quiet"]);
    place.ok(&["merge", "parts-2/1", "c", "d", "--out", "mixed", "--quiet"]);
    same(&place.path("whole"), &place.path("mixed"));
    // The rule file and the experiment are not needed any more.
    fs::remove_file(place.path("mine.toml")).unwrap();
    fs::remove_file(place.path("e.toml")).unwrap();
    place.ok(&[
        "merge",
        "parts-2/1",
        "parts-2/2",
        "--out",
        "later",
        "--quiet",
    ]);
    same(&place.path("whole"), &place.path("later"));
}

#[test]
fn what_does_not_make_a_whole_is_named() {
    let place = Place::new();
    let part = |shard: &str, out: &str, more: &[&str]| {
        let args = ["run", "e.toml", "--shard", shard, "--out", out, "--quiet"];
        place.ok(&[&args, more].concat());
    };
    part("1/3", "a", &[]);
    part("3/3", "c", &[]);
    part("2/2", "half", &[]);
    part("2/3", "other", &["--seed", "5"]);
    place.ok(&["run", "e.toml", "--out", "whole", "--quiet"]);
    let merge = |dirs: &[&str], says: &[&str]| {
        place.refused(&[&["merge", "--out", "m"], dirs].concat(), says);
    };
    merge(&["a", "c"], &["part 2/3 is missing", "--partial"]);
    merge(&["a", "a"], &["part 1/3 is in a and in a"]);
    merge(&["a", "other"], &["experiment.seed is 1 there and 5 here"]);
    merge(&["a", "half", "c"], &["were not divided alike"]);
    merge(&["a", "half"], &["deals 20 to 29 of table two"]);
    merge(&["a", "whole"], &["whole holds no part", "--shard"]);
    merge(&["a", "nowhere"], &["nowhere holds no part"]);
    merge(&["a", "e.toml"], &["e.toml"]);
    // What there is can be had all the same, and says that it is not all.
    place.ok(&["merge", "a", "c", "--out", "m", "--partial", "--quiet"]);
    let manifest = fs::read_to_string(place.path("m/manifest.json")).unwrap();
    assert!(manifest.contains("\"complete\": false"));
    place.refused(
        &["merge", "a", "c", "--out", "m", "--partial"],
        &["--force"],
    );
    place.refused(
        &["run", "e.toml", "--shard", "2/3", "--out", "a"],
        &["holds what an earlier run has counted"],
    );
    place.refused(
        &["run", "e.toml", "--shard", "2/3", "--out", "a", "--resume"],
        &["the part is 1/3 there and 2/3 here"],
    );
    place.refused(
        &[
            "run", "e.toml", "--shard", "2/3", "--out", "x", "--until", "0.1",
        ],
        &["--shard does not go with `until`"],
    );
    place.refused(
        &["run", "e.toml", "--out", "a", "--force"],
        &["a holds a part of a run"],
    );
    place.refused(
        &[
            "run", "e.toml", "--shard", "1/3", "--out", "whole", "--force",
        ],
        &["whole already holds results"],
    );
    for shard in ["0/3", "4/3", "x", "1/0"] {
        let args = ["run", "e.toml", "--shard", shard, "--out", "x"];
        place
            .unosim(&args)
            .assert()
            .code(2)
            .stderr(contains("3/16"));
    }
    for seconds in ["0", "-1", "nan", "1e999"] {
        let args = ["run", "e.toml", "--checkpoint-every", seconds, "--out", "x"];
        place
            .unosim(&args)
            .assert()
            .code(2)
            .stderr(contains("above 0"));
    }
}

#[test]
fn results_are_made_again_from_their_manifest() {
    let place = Place::new();
    place.ok(&["run", "e.toml", "--out", "r", "--quiet"]);
    place.ok(&[
        "duel", "greedy", "random", "--deals", "40", "--out", "d", "--quiet",
    ]);
    place.ok(&[
        "league", "greedy", "random", "ranking", "--deals", "40", "--out", "l", "--quiet",
    ]);
    let balance = [
        "balance", "--rules", "phone", "--deals", "40", "--out", "b", "--quiet",
    ];
    place.ok(&balance);
    let tune = "tune expert --against random,greedy --parameters color,bluff --rules unoai --set uno.call=off \
                --generations 2 --deals 10 --check-deals 20 --goal points --out t --quiet";
    place.ok(&tune.split_whitespace().collect::<Vec<_>>());
    fs::remove_file(place.path("mine.toml")).unwrap();
    for dir in ["r", "d", "l", "b", "t"] {
        let before = files(place.dir.path());
        let checked = place.ok(&["rerun", dir, "--check"]);
        checked
            .stdout(contains("ok ").and(contains("differs").not()))
            .stderr("");
        assert!(files(place.dir.path()) == before);
        place.ok(&["rerun", dir, "--quiet"]);
        let again = format!("{dir}-again");
        assert!(csv(&place.path(dir)) == csv(&place.path(&again)));
        assert!(!csv(&place.path(&again)).is_empty());
    }
    place.refused(
        &["rerun", "r"],
        &["r-again already holds results", "--force"],
    );
    place.ok(&["rerun", "r", "--force", "--threads", "1", "--quiet"]);

    let pairs = place.path("r/pairs.csv");
    let text = fs::read_to_string(&pairs).unwrap();
    fs::write(
        &pairs,
        text.replacen(",main", ",mian", 1)
            .replacen("random", "rendom", 1),
    )
    .unwrap();
    fs::remove_file(place.path("r/seats.csv")).unwrap();
    let checked = place.unosim(&["rerun", "r", "--check"]).assert().code(1);
    checked.stdout(
        contains("ok win_rates.csv\n")
            .and(contains("differs pairs.csv: line 2 is `"))
            .and(contains("missing seats.csv\n")),
    );
}

#[test]
fn a_manifest_that_tells_too_little_is_refused() {
    let place = Place::new();
    place.ok(&["run", "e.toml", "--out", "r", "--quiet"]);
    place.refused(&["rerun", "nowhere"], &["nowhere holds no results"]);
    let path = place.path("r/manifest.json");
    let good: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
    let edited = |edit: &dyn Fn(&mut serde_json::Value), says: &str| {
        let mut manifest = good.clone();
        edit(&mut manifest);
        fs::write(&path, manifest.to_string()).unwrap();
        place.refused(&["rerun", "r", "--check"], &["manifest.json", says]);
    };
    edited(
        &|m| m["experiment"] = serde_json::json!({}),
        "does not tell enough",
    );
    edited(&|m| m["experiment"]["seed"] = (-1).into(), "invalid value");
    edited(&|m| m["experiment"]["deals"] = 1e300.into(), "invalid type");
    edited(
        &|m| m["experiment"]["tables"][0]["strategies"][0] = "gredy".into(),
        "greedy",
    );
    edited(
        &|m| m["options"] = serde_json::json!({}),
        "`options` lacks the rules mattel",
    );
    edited(
        &|m| m["options"]["mattel"]["uno.penalty"] = "many".into(),
        "uno.penalty",
    );
    edited(
        &|m| m["options"]["mattel"]["uno.penaltie"] = 3.into(),
        "uno.penalty",
    );
    edited(
        &|m| m["kind"] = "league".into(),
        "does not tell the command",
    );
    edited(
        &|m| {
            m["kind"] = "league".into();
            m["command"] = "unosim run --strategies random,greedy".into();
        },
        "makes no results of kind",
    );
    edited(
        &|m| {
            m["kind"] = "league".into();
            m["command"] = "rm -rf 'x".into();
        },
        "is no command line",
    );
    fs::write(&path, "{\"kind\": ").unwrap();
    place.refused(&["rerun", "r"], &["manifest.json:1: this is no manifest"]);
    let mut manifest = good.clone();
    manifest["complete"] = false.into();
    fs::write(&path, manifest.to_string()).unwrap();
    place.refused(&["rerun", "r"], &["interrupted"]);
}
