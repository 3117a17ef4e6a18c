//! `unosim dataset` from outside: what it leaves, that neither threads nor shards nor interruptions change a byte, and what it
//! says to wrong input.

mod dataset;

use predicates::prelude::*;
use predicates::str::contains;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

use dataset::{dataset, unosim};

/// The data files of a directory.
fn files(dir: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(dir).unwrap().map(|entry| entry.unwrap());
    entries
        .map(|entry| (entry.file_name().into_string().unwrap(), entry.path()))
        .filter(|(name, _)| name != "manifest.json")
        .map(|(name, path)| (name, fs::read(path).unwrap()))
        .collect()
}

fn same(a: &Path, b: &Path) {
    let (a, b) = (files(a), files(b));
    assert!(a.keys().eq(b.keys()), "{:?} {:?}", a.keys(), b.keys());
    for (name, content) in &a {
        assert!(*content == b[name], "{name}");
    }
}

fn manifest(dir: &Path) -> Value {
    serde_json::from_slice(&fs::read(dir.join("manifest.json")).unwrap()).unwrap()
}

#[test]
fn threads_shards_and_interruptions_change_no_byte() {
    let dir = TempDir::new().unwrap();
    let at = |name: &str| dir.path().join(name);
    for kind in [
        &["--level", "decisions", "--rules", "mattel,phone"][..],
        &["--level", "hands", "--format", "csv", "--compress", "zstd"],
        &["--format", "jsonl", "--sample", "0.5"],
    ] {
        let name = kind.join("");
        let all = at(&format!("{name}-all"));
        dataset(&all, &[kind, &["--threads", "1"]].concat()).success();
        let two = at(&format!("{name}-two"));
        dataset(&two, &[kind, &["--threads", "2"]].concat()).success();
        same(&all, &two);

        // As if the program had been killed: files are missing, a draft lies about, the manifest knows of none.
        let lost: Vec<String> = files(&two).into_keys().step_by(2).collect();
        lost.iter()
            .for_each(|name| fs::remove_file(two.join(name)).unwrap());
        let draft = two.join(format!(".{}.4711.part", lost[0]));
        fs::write(&draft, "half").unwrap();
        dataset(&two, &[kind, &["--resume"]].concat()).success();
        assert!(!draft.exists());
        same(&all, &two);
        let course = ["wall_seconds", "threads", "platform"];
        let told = |dir: &Path| {
            let mut told = manifest(dir);
            for key in course {
                told.as_object_mut().unwrap().remove(key);
            }
            told
        };
        assert_eq!(told(&all), told(&two));

        let told_again = unosim().args(["rerun", "--check"]).arg(&all).assert();
        let ok = files(&all).len();
        let ok = predicate::function(move |text: &str| text.matches("ok ").count() == ok);
        told_again.success().stdout(ok);
        let begun = at(&format!("{name}-begun"));
        dataset(&begun, &[kind, &["--resume"]].concat()).success();
        same(&all, &begun);

        let parts: Vec<String> = (1..=3)
            .map(|part| {
                let out = at(&format!("{name}-{part}"));
                let shard = format!("{part}/3");
                dataset(&out, &[kind, &["--shard", &shard]].concat()).success();
                out.display().to_string()
            })
            .collect();
        let joined = at(&format!("{name}-joined"));
        let join = || {
            let mut command = unosim();
            command.arg("merge").arg("--out").arg(&joined);
            command
        };
        join()
            .args(&parts[..2])
            .assert()
            .failure()
            .stderr(contains("part 3/3 is missing"));
        assert!(!joined.exists());
        // In any order; a part that comes twice does no harm.
        join()
            .args(parts.iter().rev())
            .arg(&parts[1])
            .assert()
            .success();
        same(&all, &joined);
        assert_eq!(told(&all), told(&joined));
    }
}

fn refused(args: &[&str], says: &[&str]) {
    let dir = TempDir::new().unwrap();
    let mut assert = unosim()
        .current_dir(&dir)
        .arg("dataset")
        .args(args)
        .assert()
        .failure();
    for text in says {
        assert = assert.stderr(contains(*text));
    }
    assert_eq!(
        fs::read_dir(&dir).unwrap().count(),
        0,
        "{args:?} left something behind"
    );
}

#[test]
fn wrong_input_is_named() {
    let game = ["--strategies", "random,greedy", "--out", "d"];
    let with = |more: &[&'static str]| [&game[..], more].concat();
    refused(&[], &["nothing to play"]);
    refused(&game[..2], &["--out DIR"]);
    refused(
        &with(&["--with-hidden"]),
        &["--with-hidden", "--level decisions"],
    );
    refused(&with(&["--sample", "0"]), &["--sample", "such as 0.01"]);
    refused(&with(&["--sample", "1.5"]), &["such as 0.01"]);
    refused(&with(&["--sample", "-1"]), &["such as 0.01"]);
    refused(&with(&["--shard", "3/2"]), &["3/2"]);
    refused(&with(&["--level", "moves"]), &["moves", "decisions"]);
    refused(&with(&["--format", "xlsx"]), &["xlsx", "parquet"]);
    refused(&with(&["--compress", "gzip"]), &["gzip", "zstd"]);
    refused(&with(&["--deals-per-file", "0"]), &["--deals-per-file"]);
    refused(
        &with(&["--deals", "1e6", "--deals-per-file", "1"]),
        &["--deals-per-file", "100000 files"],
    );
    refused(&with(&["--resume", "--force"]), &["cannot be used with"]);
    refused(
        &["--strategies", "cheat(random),greedy", "--out", "d"],
        &["--allow-cheats"],
    );
    refused(&["describe", "nowhere"], &["nowhere holds no dataset"]);
}

#[test]
fn experiments_that_stop_by_themselves_need_a_number_of_deals() {
    let dir = TempDir::new().unwrap();
    let file = dir.path().join("e.toml");
    fs::write(
        &file,
        "strategies = [\"random\", \"greedy\"]\nuntil = { ci = 0.01 }\n",
    )
    .unwrap();
    let out = dir.path().join("d");
    let command = |more: &[&str]| {
        let mut command = unosim();
        command
            .arg("dataset")
            .arg(&file)
            .arg("--out")
            .arg(&out)
            .args(more);
        command.assert()
    };
    command(&[])
        .failure()
        .stderr(contains("`until`").and(contains("--deals")));
    assert!(!out.exists());
    command(&["--deals", "5", "--quiet"])
        .success()
        .stdout("")
        .stderr("");
    assert_eq!(manifest(&out)["rows"], 10);
}

#[test]
fn what_is_there_is_kept_unless_force_is_used() {
    let dir = TempDir::new().unwrap();
    let out = dir.path().join("d");
    dataset(&out, &[]).success();
    fs::write(out.join("mine.txt"), "mine").unwrap();
    let before = files(&out);
    dataset(&out, &[]).failure().stderr(
        contains("already holds a dataset")
            .and(contains("--resume"))
            .and(contains("--force")),
    );
    for (other, says) in [
        (
            &["--resume", "--seed", "2"][..],
            "experiment.seed is 1 there and 2 here",
        ),
        (
            &["--resume", "--level", "hands"],
            "level is \"games\" there and \"hands\" here",
        ),
        (
            &["--resume", "--shard", "1/2"],
            "the part is all there and 1/2 here",
        ),
        (&["--resume", "--set", "uno.call=off"], "options"),
    ] {
        dataset(&out, other)
            .failure()
            .stderr(contains(says).and(contains("another dataset")));
    }
    assert_eq!(before, files(&out));
    // Files of the older one that the new one has not are gone, and nothing else.
    dataset(&out, &["--force", "--deals", "8", "--level", "hands"]).success();
    let left: Vec<String> = files(&out).into_keys().collect();
    assert_eq!(left, ["hands-00000.parquet", "mine.txt"]);

    // Results of another kind are never touched.
    let run = dir.path().join("run");
    let args = [
        "run",
        "--strategies",
        "random,greedy",
        "--deals",
        "5",
        "--quiet",
        "--out",
    ];
    unosim().args(args).arg(&run).assert().success();
    let before = files(&run);
    for more in [&[][..], &["--force"], &["--resume"]] {
        dataset(&run, more)
            .failure()
            .stderr(contains("results of `unosim run`"));
    }
    assert_eq!(before, files(&run));
    fs::write(dir.path().join("file"), "").unwrap();
    dataset(&dir.path().join("file"), &[])
        .failure()
        .stderr(contains("a file is in the way"));
}

#[test]
fn parts_that_do_not_belong_together_are_refused() {
    let dir = TempDir::new().unwrap();
    let at = |name: &str| dir.path().join(name);
    let part = |name: &str, more: &[&str]| dataset(&at(name), more).success();
    part("1", &["--shard", "1/2"]);
    part("2", &["--shard", "2/2"]);
    part("seed", &["--shard", "2/2", "--seed", "5"]);
    part("hands", &["--shard", "2/2", "--level", "hands"]);
    let out = at("out");
    let join = |dirs: &[&str]| {
        let dirs = dirs.iter().map(|name| at(name));
        unosim()
            .arg("merge")
            .args(dirs)
            .arg("--out")
            .arg(&out)
            .assert()
    };
    join(&["1", "seed"])
        .failure()
        .stderr(contains("experiment.seed is 1 there and 5 here"));
    join(&["1", "hands"])
        .failure()
        .stderr(contains("level is \"games\" there and \"hands\" here"));
    join(&["1", "nowhere"])
        .failure()
        .stderr(contains("nowhere holds no part of a dataset"));
    let name = files(&at("2")).into_keys().next().unwrap();
    let content = fs::read(at("2").join(&name)).unwrap();
    fs::write(at("2").join(&name), "other bytes").unwrap();
    join(&["1", "2"])
        .failure()
        .stderr(contains(name.as_str()).and(contains("it was changed since")));
    fs::write(at("2").join(&name), content).unwrap();
    assert!(!out.exists());
    join(&["1", "2"]).success();
    assert_eq!(manifest(&out)["complete"], true);
}

#[test]
fn a_damaged_file_is_named() {
    let dir = TempDir::new().unwrap();
    let out = dir.path().join("d");
    dataset(&out, &[]).success();
    let file = out.join("games-00002.parquet");
    let content = fs::read(&file).unwrap();
    fs::write(&file, &content[..content.len() / 2]).unwrap();
    unosim()
        .args(["dataset", "describe"])
        .arg(&out)
        .assert()
        .failure()
        .stderr(contains("games-00002.parquet"));
    dataset(&out, &["--resume"]).failure().stderr(contains(
        "games-00002.parquet is not what manifest.json says",
    ));
    fs::remove_file(&file).unwrap();
    dataset(&out, &["--resume"]).success();
    assert_eq!(fs::read(&file).unwrap(), content);
    fs::write(out.join("manifest.json"), "{").unwrap();
    dataset(&out, &["--force"])
        .failure()
        .stderr(contains("manifest.json is damaged"));
}

/// Ctrl-C drops the files under way; what is left is whole, and can be gone on with.
#[cfg(unix)]
#[test]
fn an_interrupted_dataset_can_be_resumed() {
    use std::process::{Command as Process, Stdio};
    let dir = TempDir::new().unwrap();
    let (out, all) = (dir.path().join("d"), dir.path().join("all"));
    let args = [
        "dataset",
        "--strategies",
        "expert,greedy",
        "--level",
        "decisions",
    ];
    let more = [
        "--deals",
        "4000",
        "--deals-per-file",
        "200",
        "--threads",
        "1",
        "--out",
    ];
    let mut process = Process::new(env!("CARGO_BIN_EXE_unosim"))
        .args(args)
        .args(more)
        .arg(&out)
        .stderr(Stdio::null())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    while !out.join("decisions-00000.parquet").exists() {
        assert!(process.try_wait().unwrap().is_none(), "it ended too early");
        std::thread::yield_now();
    }
    let id = process.id().to_string();
    assert!(
        Process::new("kill")
            .args(["-INT", &id])
            .status()
            .unwrap()
            .success()
    );
    assert_eq!(process.wait().unwrap().code(), Some(130));
    let left = files(&out);
    assert!((1..20).contains(&left.len()), "{} files", left.len());
    assert!(left.keys().all(|name| !name.starts_with('.')));
    assert_eq!(manifest(&out)["complete"], false);
    assert_eq!(
        manifest(&out)["files"].as_array().unwrap().len(),
        left.len()
    );
    let finish = |out: &Path, flag: &[&str]| {
        let mut command = unosim();
        command
            .args(args)
            .args(more)
            .arg(out)
            .arg("--quiet")
            .args(flag)
            .assert()
            .success();
    };
    finish(&out, &["--resume"]);
    finish(&all, &[]);
    same(&all, &out);
    assert_eq!(manifest(&out)["complete"], true);
}

/// A file that was cut, altered, or comes from elsewhere is not taken for the one that was written.
#[test]
fn files_that_were_changed_are_noticed() {
    let dir = TempDir::new().unwrap();
    let at = |name: &str| dir.path().join(name);
    let kind: &[&str] = &["--deals-per-file", "20", "--format", "csv"];
    let good = at("good");
    dataset(&good, kind).success();
    let all = files(&good);
    let names: Vec<&String> = all.keys().collect();
    let half = &all[names[1]][..all[names[1]].len() / 2];
    for (index, bytes) in [half, &all[names[0]], b""].into_iter().enumerate() {
        let out = at(&index.to_string());
        dataset(&out, kind).success();
        fs::write(out.join(names[1]), bytes).unwrap();
        let resumed = dataset(&out, &[kind, &["--resume"]].concat());
        resumed
            .failure()
            .stderr(contains(names[1].as_str()).and(contains("delete it")));
        fs::remove_file(out.join(names[1])).unwrap();
        dataset(&out, &[kind, &["--resume"]].concat()).success();
        same(&good, &out);
        // Of what the manifest does not list nobody knows: it is written again.
        let mut told = manifest(&out);
        told["files"].as_array_mut().unwrap().remove(1);
        fs::write(out.join("manifest.json"), told.to_string()).unwrap();
        fs::write(out.join(names[1]), bytes).unwrap();
        dataset(&out, &[kind, &["--resume"]].concat()).success();
        same(&good, &out);
    }
}

/// The names in a manifest lead nowhere else.
#[test]
fn a_manifest_names_only_files_of_its_own() {
    let dir = TempDir::new().unwrap();
    let out = dir.path().join("a/b");
    dataset(&out, &["--deals-per-file", "20"]).success();
    fs::write(dir.path().join("precious"), "mine").unwrap();
    let good = manifest(&out);
    for name in [
        "../../precious",
        "/etc/passwd",
        "games-00001.csv",
        "games-00000.parquet",
    ] {
        let mut told = good.clone();
        told["files"][1]["name"] = name.into();
        fs::write(out.join("manifest.json"), told.to_string()).unwrap();
        let joined = dir.path().join("joined");
        let merge = [
            "merge".as_ref(),
            out.as_os_str(),
            "--out".as_ref(),
            joined.as_os_str(),
        ];
        for command in [
            &merge[..],
            &["dataset".as_ref(), "describe".as_ref(), out.as_os_str()],
        ] {
            let refused = unosim().args(command).assert().code(1);
            refused.stderr(contains("file 1 is called games-00001.parquet"));
        }
        assert!(!joined.exists());
    }
}
