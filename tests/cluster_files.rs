//! The files of `experiments/cluster/`: what they do with the program, told without a cluster. What Slurm and Kubernetes would
//! call or set is put in their place; GNU parallel is used where it is installed.
#![cfg(unix)]

use assert_cmd::cargo::cargo_bin;
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use tempfile::TempDir;

const FILES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/experiments/cluster");

/// Parentheses, quotes, commas and angle brackets, which a careless script would give to a shell.
const EXPERIMENT: &str = r#"
# Two tables, the second with fewer deals than there are parts.
[[table]]
name = "long"
strategies = ["expert", "greedy", "random"]
deals = 100
[[table]]
name = "short"
strategies = ["matching", "random"]
deals = 2
"#;
const STRATEGIES: &str =
    r#"ranking(order="skip>number>draw_two>reverse>wild>wild_draw_four"),epsilon(expert, p=0.1)"#;

/// As `sbatch` would, but at once and here: all tasks of an array, or the one job.
const SBATCH: &str = r#"#!/usr/bin/env bash
set -euo pipefail
tasks="" output=/dev/null
while [ $# -gt 0 ]; do
    case "$1" in
        --parsable | --requeue) shift ;;
        --array) tasks=${2#1-}; tasks=${tasks%\%*}; shift 2 ;;
        --cpus-per-task) export SLURM_CPUS_PER_TASK=$2; shift 2 ;;
        --dependency) [ "$2" = afterok:7 ]; shift 2 ;;
        --output) output=$2; shift 2 ;;
        --*) shift 2 ;;
        *) break ;;
    esac
done
if [ -z "$tasks" ]; then
    "$@" > "$output" 2>&1
    echo 8
else
    export SLURM_ARRAY_JOB_ID=7
    # The last first: in what order they come does not matter.
    for task in $(seq "$tasks" -1 1); do
        SLURM_ARRAY_TASK_ID=$task "$@" > "${output/\%a/$task}" 2>&1
    done
    echo "7;cluster"
fi
"#;

/// Notes what it is asked.
const SCONTROL: &str = "#!/bin/sh\necho \"$@\" >> scontrol.txt\n";

struct Place {
    dir: TempDir,
}

impl Place {
    fn new() -> Place {
        let place = Place {
            dir: TempDir::new().unwrap(),
        };
        fs::write(place.path("e.toml"), EXPERIMENT).unwrap();
        fs::create_dir(place.path("bin")).unwrap();
        for (name, text) in [("sbatch", SBATCH), ("scontrol", SCONTROL)] {
            let path = place.path("bin").join(name);
            fs::write(&path, text).unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        }
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// A program in this place that finds the stand-ins, and `unosim`, before all others.
    fn command(&self, program: &str) -> Command {
        let unosim = cargo_bin("unosim");
        let before = [self.path("bin"), unosim.parent().unwrap().to_path_buf()];
        let after = std::env::var_os("PATH").unwrap();
        let path = before.into_iter().chain(std::env::split_paths(&after));
        let mut command = Command::new(program);
        command
            .current_dir(&self.dir)
            .env("PATH", std::env::join_paths(path).unwrap());
        for name in [
            "UNOSIM", "SHARDS", "THREADS", "CPUS", "JOBS", "OUT", "PARTS", "HOSTS", "FETCH",
            "WORKDIR", "AT_ONCE", "MEMORY", "TIME",
        ] {
            command.env_remove(name);
        }
        command
    }

    fn script(&self, name: &str, args: &[&str], variables: &[(&str, &str)]) -> Output {
        let mut command = self.command(&format!("{FILES}/{name}"));
        command.args(args).envs(variables.iter().copied());
        command.output().unwrap()
    }

    fn unosim(&self, args: &[&str]) {
        let output = self.command("unosim").args(args).output().unwrap();
        ok(&output);
    }

    /// What is played by the scripts: each command with a name for its undivided results, which are made here.
    fn plays(&self) -> Vec<(Vec<&'static str>, String)> {
        let mut plays = vec![
            vec!["run", "e.toml"],
            vec!["run", "--strategies", STRATEGIES, "--deals", "50"],
        ];
        // Where the program can record games, that is divided by the same flags.
        let help = self.command("unosim").arg("--help").output().unwrap();
        if String::from_utf8(help.stdout)
            .unwrap()
            .contains("\n  dataset ")
        {
            plays.push(vec![
                "dataset",
                "e.toml",
                "--format",
                "csv",
                "--deals-per-file",
                "9",
            ]);
        }
        let whole = |(index, args): (usize, Vec<&'static str>)| {
            let out = format!("whole-{index}");
            self.unosim(&[&args[..], &["--quiet", "--out", &out]].concat());
            (args, out)
        };
        plays.into_iter().enumerate().map(whole).collect()
    }

    fn same(&self, whole: &str, out: &str) {
        let (whole, out) = (csv(&self.path(whole)), csv(&self.path(out)));
        assert!(whole.len() > 2);
        assert!(whole == out);
    }
}

fn ok(output: &Output) {
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
}

/// The CSV files of a directory, by name.
fn csv(dir: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let paths = fs::read_dir(dir)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let csv = paths.filter(|path| path.extension().is_some_and(|e| e == "csv"));
    csv.map(|path| (path.file_name().unwrap().into(), fs::read(&path).unwrap()))
        .collect()
}

fn text(name: &str) -> String {
    fs::read_to_string(Path::new(FILES).join(name)).unwrap()
}

/// A text in the ConfigMap: the lines below `name: |`, without their indentation.
fn in_config_map(name: &str) -> String {
    let text = text("kubernetes.yaml");
    let (_, after) = text.split_once(&format!("\n  {name}: |\n")).unwrap();
    let lines = after.lines().map_while(|line| line.strip_prefix("    "));
    lines.map(|line| format!("{line}\n")).collect()
}

/// The only value of a key in kubernetes.yaml.
fn value(key: &str) -> String {
    let text = text("kubernetes.yaml");
    let mut values = text
        .lines()
        .filter_map(|line| line.trim().strip_prefix(key)?.strip_prefix(": "));
    let value = values.next().unwrap().trim_matches('"').to_string();
    assert_eq!(values.next(), None, "{key}");
    value
}

#[test]
fn an_array_becomes_the_results_of_the_whole() {
    let place = Place::new();
    for (args, whole) in place.plays() {
        let out = format!("{whole}-array");
        let variables = [
            ("SHARDS", "3"),
            ("CPUS", "2"),
            ("AT_ONCE", "2"),
            ("OUT", &out),
        ];
        let output = place.script("slurm.sh", &args, &variables);
        ok(&output);
        let said = String::from_utf8(output.stdout).unwrap();
        let jobs = format!("3 parts are job 7, joined by job 8 into {out}; ");
        assert!(said.starts_with(&jobs), "{said}");
        place.same(&whole, &out);
        // Results are not put at risk, and nothing is played in vain.
        let again = place.script("slurm.sh", &args, &variables);
        assert_eq!(again.status.code(), Some(2));
        let said = String::from_utf8(again.stderr).unwrap();
        assert!(said.contains("already holds results"), "{said}");
    }
}

/// A task whose time is up writes its counts and queues again; one that is cancelled writes them only.
#[test]
fn a_task_that_is_stopped_goes_on_in_its_next_turn() {
    let place = Place::new();
    let play = [
        "run",
        "--strategies",
        "expert,monte-carlo(playouts=20)",
        "--deals",
        "200",
    ];
    place.unosim(&[&play[..], &["--quiet", "--out", "whole"]].concat());
    let script = format!("{FILES}/slurm.sh");
    let task = |number: &str| {
        let mut command = place.command(&script);
        command
            .args(["--part", "unosim", "2", "parts"])
            .args(play)
            .args(["--checkpoint-every", "0.05"])
            .env("SLURM_ARRAY_JOB_ID", "7")
            .env("SLURM_ARRAY_TASK_ID", number);
        command
    };
    for (number, signal) in [("1", "-USR1"), ("2", "-TERM")] {
        let mut command = task(number);
        command.stderr(Stdio::null()).process_group(0);
        let mut child = command.spawn().unwrap();
        let counts = place.path("parts").join(number).join("counts-00000.json");
        let patience = Instant::now() + Duration::from_secs(60);
        while !counts.exists() && Instant::now() < patience {
            sleep(Duration::from_millis(5));
        }
        // USR1 goes to the shell of the task, TERM to all of its processes.
        let id = match signal {
            "-USR1" => child.id().to_string(),
            _ => format!("-{}", child.id()),
        };
        let mut kill = Command::new("kill");
        assert!(kill.args([signal, "--", &id]).status().unwrap().success());
        assert_eq!(child.wait().unwrap().code(), Some(130));
    }
    let asked = fs::read_to_string(place.path("scontrol.txt")).unwrap();
    assert_eq!(asked, "requeue 7_1\n");
    // Not all is there yet.
    let merge = ["--merge", "unosim", "2", "parts", "joined"];
    assert!(!place.script("slurm.sh", &merge, &[]).status.success());
    assert!(!place.path("joined").exists());
    for number in ["1", "2"] {
        ok(&task(number).output().unwrap());
    }
    ok(&place.script("slurm.sh", &merge, &[]));
    place.same("whole", "joined");
}

#[test]
fn pods_become_the_results_of_the_whole() {
    let place = Place::new();
    assert_eq!(value("completions"), value("SHARDS"));
    let example = in_config_map("experiment.toml");
    fs::write(place.path("example.toml"), example).unwrap();
    place.unosim(&[
        "run",
        "example.toml",
        "--deals",
        "2",
        "--quiet",
        "--out",
        "example",
    ]);
    for (args, whole) in place.plays() {
        let data = place.path(&format!("data-{whole}"));
        let pod = |script: &str, args: &[&str], index: u32| {
            let script = in_config_map(script).replace("/data/", &format!("{}/", data.display()));
            assert!(script.contains("exec unosim "));
            let mut command = place.command("sh");
            command.args(["-euc", &script, "sh"]).args(args).envs([
                ("SHARDS", "3"),
                ("THREADS", "2"),
                ("JOB_COMPLETION_INDEX", &index.to_string()),
            ]);
            ok(&command.output().unwrap());
        };
        for index in [2, 0, 1, 1] {
            pod("part.sh", &args, index);
        }
        pod("merge.sh", &[], 0);
        place.same(&whole, &format!("data-{whole}/results"));
    }
}

#[test]
fn parallel_processes_become_the_results_of_the_whole() {
    let place = Place::new();
    if place.command("parallel").arg("--version").output().is_err() {
        eprintln!("GNU parallel is not installed: not tried");
        return;
    }
    for (args, whole) in place.plays() {
        let out = format!("{whole}-parallel");
        let variables = [("SHARDS", "3"), ("JOBS", "2"), ("OUT", &out)];
        ok(&place.script("parallel.sh", &args, &variables));
        place.same(&whole, &out);
        // Once more from the parts that are there.
        fs::remove_dir_all(place.path(&out)).unwrap();
        ok(&place.script("parallel.sh", &args, &variables));
        place.same(&whole, &out);
    }
    // What is wrong for all parts ends soon, and joins nothing.
    let variables = [("SHARDS", "3"), ("JOBS", "1"), ("OUT", "none")];
    let wrong = place.script("parallel.sh", &["run", "nowhere.toml"], &variables);
    assert!(!wrong.status.success());
    let said = String::from_utf8(wrong.stderr).unwrap();
    assert!(said.contains("nowhere.toml"), "{said}");
    assert!(!place.path("none").exists());
}

#[test]
fn scripts_say_what_they_need() {
    let place = Place::new();
    for name in ["slurm.sh", "parallel.sh"] {
        let nothing = place.script(name, &[], &[]);
        assert_eq!(nothing.status.code(), Some(2));
        let said = String::from_utf8(nothing.stderr).unwrap();
        assert!(said.contains("what is to be played?"), "{said}");
        for shards in ["0", "x", "-1", "1e3"] {
            let wrong = place.script(name, &["run", "e.toml"], &[("SHARDS", shards)]);
            assert_eq!(wrong.status.code(), Some(2));
            let said = String::from_utf8(wrong.stderr).unwrap();
            assert!(said.contains(&format!("SHARDS is \"{shards}\"")), "{said}");
        }
    }
    assert!(!place.path("results").exists());
}
