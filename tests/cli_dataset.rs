//! `unosim dataset` from outside: what it leaves, that neither threads nor shards nor interruptions change a byte, and what it
//! says to wrong input.

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::contains;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

fn unosim() -> Command {
    Command::cargo_bin("unosim").unwrap()
}

/// A dataset of a few files, with more flags.
fn dataset(out: &Path, more: &[&str]) -> assert_cmd::assert::Assert {
    let mut command = unosim();
    command.args(["dataset", "--strategies", "random,greedy,expert", "--quiet"]);
    if !more.contains(&"--deals") {
        command.args(["--deals", "50"]);
    }
    if !more.contains(&"--deals-per-file") {
        command.args(["--deals-per-file", "8"]);
    }
    command.arg("--out").arg(out).args(more).assert()
}

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

/// The rows of a CSV file by column.
fn csv(path: &Path) -> Vec<BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_path(path).unwrap();
    let names: Vec<String> = reader.headers().unwrap().iter().map(String::from).collect();
    let rows = reader.records().map(|record| {
        let record = record.unwrap();
        let cells = record.iter().map(String::from);
        names.iter().cloned().zip(cells).collect()
    });
    rows.collect()
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
            course.map(|key| told.as_object_mut().unwrap().remove(key));
            told
        };
        assert_eq!(told(&all), told(&two));

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

#[test]
fn every_format_has_the_same_rows_and_describe_reads_them() {
    let dir = TempDir::new().unwrap();
    for level in ["games", "hands", "decisions"] {
        let described: Vec<String> = [
            &["--format", "parquet"][..],
            &["--format", "parquet", "--compress", "none"],
            &["--format", "csv"],
            &["--format", "jsonl", "--compress", "zstd"],
        ]
        .iter()
        .map(|kind| {
            let out = dir.path().join(format!("{level}{}", kind.concat()));
            dataset(
                &out,
                &[kind, &["--level", level, "--rules", "mattel,phone"][..]].concat(),
            )
            .success();
            let output = unosim()
                .args(["dataset", "describe"])
                .arg(&out)
                .output()
                .unwrap();
            assert!(output.status.success());
            let text = String::from_utf8(output.stdout).unwrap();
            assert!(
                text.contains(&format!("rows of {level} in 14 files")),
                "{text}"
            );
            // The first line names directory, format and bytes.
            text.split_once('\n').unwrap().1.to_string()
        })
        .collect();
        assert!(described[0].contains("mattel, table main: 50 deals"));
        assert!(described[0].contains("greedy"));
        for other in &described[1..] {
            assert_eq!(&described[0], other);
        }
    }
}

/// What `win_rates.csv` says, made of the rows of games.
#[test]
fn win_rates_come_out_again() {
    let dir = TempDir::new().unwrap();
    let at = |name: &str| dir.path().join(name);
    for rules in ["mattel", "partners", "race-500"] {
        let rules = match rules {
            "race-500" => &[
                "--rules",
                "mattel",
                "--set",
                "match.format=race",
                "--set",
                "match.target=200",
            ][..],
            "partners" => &["--rules", "partners"],
            _ => &["--rules", "mattel"],
        };
        let args = [
            &[
                "--strategies",
                "random,greedy,expert,random",
                "--deals",
                "40",
            ][..],
            rules,
        ]
        .concat();
        let (run, games) = (
            at(&rules.concat()),
            at(&format!("{}-games", rules.concat())),
        );
        unosim()
            .arg("run")
            .args(&args)
            .arg("--out")
            .arg(&run)
            .arg("--quiet")
            .assert()
            .success();
        unosim()
            .arg("dataset")
            .args(&args)
            .args(["--format", "csv", "--quiet", "--out"])
            .arg(&games)
            .assert()
            .success();
        let rows = csv(&games.join("games-00000.csv"));
        for rate in csv(&run.join("win_rates.csv")) {
            let (mut played, mut units, mut hands, mut turns) = (0u32, 0u32, 0u32, 0u32);
            let (mut score, mut points, mut cards, mut seat_hands) = (0i64, 0u32, 0u32, 0u32);
            for row in &rows {
                let number = |column: String| row[&column].parse::<i64>().unwrap();
                hands += number("hands".into()) as u32;
                turns += number("turns".into()) as u32;
                for seat in (0..4).filter(|s| row[&format!("strategy_{s}")] == rate["strategy"]) {
                    played += 1;
                    units += (row[&format!("share_{seat}")].parse::<f64>().unwrap() * 2520.0)
                        .round() as u32;
                    score += number(format!("score_{seat}"));
                    points += number(format!("points_{seat}")) as u32;
                    cards += number(format!("cards_{seat}")) as u32;
                    seat_hands += number("hands".into()) as u32;
                }
            }
            let mean =
                |sum: f64, of: u32, digits: usize| format!("{:.digits$}", sum / f64::from(of));
            assert_eq!(rate["games"], played.to_string());
            assert_eq!(rate["hands"], hands.to_string());
            assert_eq!(rate["win_rate"], mean(f64::from(units) / 2520.0, played, 6));
            assert_eq!(rate["mean_score"], mean(score as f64, seat_hands, 4));
            assert_eq!(
                rate["mean_points_left"],
                mean(f64::from(points), seat_hands, 4)
            );
            assert_eq!(
                rate["mean_cards_left"],
                mean(f64::from(cards), seat_hands, 4)
            );
            assert_eq!(rate["mean_turns"], mean(f64::from(turns), hands, 4));
        }
    }
}

/// Hands add up to games, and decisions know how the same games end; in a partner schedule too.
#[test]
fn levels_tell_of_the_same_games() {
    let dir = TempDir::new().unwrap();
    for (name, game) in [
        (
            "race",
            "--strategies random,greedy,expert --set match.format=race --set match.target=150",
        ),
        (
            "partners",
            "--strategies random,greedy,expert,random --seating partners --rules partners --set match.format=hands --set match.hands=2",
        ),
    ] {
        let rows = |level: &str| {
            let out = dir.path().join(format!("{name}-{level}"));
            unosim()
                .arg("dataset")
                .args(game.split(' '))
                .args([
                    "--deals", "5", "--level", level, "--format", "csv", "--quiet", "--out",
                ])
                .arg(&out)
                .assert()
                .success();
            csv(&out.join(format!("{level}-00000.csv")))
        };
        let (games, hands, decisions) = (rows("games"), rows("hands"), rows("decisions"));
        let key = |row: &BTreeMap<String, String>| (row["deal"].clone(), row["rotation"].clone());
        for game in &games {
            let number =
                |row: &BTreeMap<String, String>, column: &str| row[column].parse::<i64>().unwrap();
            let own: Vec<_> = hands.iter().filter(|hand| key(hand) == key(game)).collect();
            assert_eq!(number(game, "hands"), own.len() as i64);
            for column in [
                "turns",
                "draws",
                "penalties",
                "skips",
                "reshuffles",
                "decisions",
            ] {
                let sum: i64 = own.iter().map(|hand| number(hand, column)).sum();
                assert_eq!(sum, number(game, column), "{name} {column}");
            }
            let choices: Vec<_> = decisions
                .iter()
                .filter(|row| key(row) == key(game))
                .collect();
            let chosen = choices
                .iter()
                .filter(|row| row["forced"] == "false")
                .count();
            assert_eq!(chosen as i64, number(game, "decisions"));
            for player in 0..number(game, "seats") {
                let mut score = 0;
                for hand in &own {
                    let players: Vec<i64> = hand["players"]
                        .split(' ')
                        .map(|p| p.parse().unwrap())
                        .collect();
                    let seat = players.iter().position(|p| *p == player).unwrap();
                    assert_eq!(
                        hand[&format!("strategy_{seat}")],
                        game[&format!("strategy_{player}")]
                    );
                    score += number(hand, &format!("score_{seat}"));
                    assert_eq!(number(hand, &format!("total_{seat}")), score);
                }
                assert_eq!(number(game, &format!("total_{player}")), score);
                assert_eq!(number(game, &format!("score_{player}")), score);
                for row in choices.iter().filter(|row| number(row, "player") == player) {
                    assert_eq!(row["strategy"], game[&format!("strategy_{player}")]);
                    assert_eq!(row["share"], game[&format!("share_{player}")]);
                    assert_eq!(number(row, "final_total"), score);
                    assert_eq!(row["won"] == "true", row["share"] != "0");
                }
            }
        }
    }
}

#[test]
fn a_sample_is_some_rows_of_the_same_play() {
    let dir = TempDir::new().unwrap();
    let read = |name: &str, more: &[&str]| {
        let out = dir.path().join(name);
        let whole = ["--format", "csv", "--deals-per-file", "50"];
        dataset(&out, &[&whole, more].concat()).success();
        let level = more[1];
        fs::read_to_string(out.join(format!("{level}-00000.csv"))).unwrap()
    };
    for (level, low, high) in [("games", 5, 60), ("decisions", 1200, 1800)] {
        let all = read(&format!("{level}-all"), &["--level", level]);
        let some = read(
            &format!("{level}-some"),
            &["--level", level, "--sample", "0.2"],
        );
        let more = read(
            &format!("{level}-more"),
            &["--level", level, "--sample", "0.4"],
        );
        let all: Vec<&str> = all.lines().collect();
        let mut at = all.iter();
        // Each line of the sample is one of all, in the same order.
        assert!(
            some.lines().all(|line| at.any(|other| *other == line)),
            "{level}"
        );
        let rows = some.lines().count();
        assert!(
            (low..high).contains(&rows),
            "{level}: {rows} of {}",
            all.len()
        );
        assert!(more.lines().count() > rows);
    }
}

#[test]
fn searches_tell_what_they_found() {
    let dir = TempDir::new().unwrap();
    let out = dir.path().join("d");
    unosim()
        .args([
            "dataset",
            "--strategies",
            "monte-carlo(playouts=40),greedy",
            "--deals",
            "2",
            "--level",
            "decisions",
        ])
        .args(["--format", "csv", "--quiet", "--out"])
        .arg(&out)
        .assert()
        .success();
    let rows = csv(&out.join("decisions-00000.csv"));
    let mut searched = 0;
    for row in &rows {
        let (values, playouts) = (&row["search_values"], &row["search_playouts"]);
        if row["forced"] == "true" || row["strategy"] == "greedy" {
            assert!(values.is_empty() && playouts.is_empty());
        } else if !values.is_empty() {
            let count: usize = row["legal_count"].parse().unwrap();
            assert_eq!(values.split(' ').count(), count);
            let spent: Vec<u32> = playouts.split(' ').map(|n| n.parse().unwrap()).collect();
            assert_eq!(spent.len(), count);
            assert!(spent.iter().sum::<u32>() <= 40);
            let best = values.split(' ').filter_map(|v| v.parse::<f64>().ok());
            assert!(best.into_iter().all(|value| (0.0..=1.0).contains(&value)));
            searched += 1;
        }
    }
    assert!(searched > 10, "{searched} of {}", rows.len());
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
        &with(&["--resume"]),
        &["nothing to resume", "leave out --resume"],
    );
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
    // What was left half joined is no dataset yet, and may be overwritten.
    let joined = unosim()
        .arg("merge")
        .args([at("1"), at("2")])
        .arg("--out")
        .arg(&out)
        .arg("--force")
        .assert();
    joined.success();
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
    dataset(&out, &["--resume"])
        .failure()
        .stderr(contains("games-00002.parquet is damaged; delete it"));
    fs::remove_file(&file).unwrap();
    dataset(&out, &["--resume"]).success();
    assert_eq!(fs::read(&file).unwrap(), content);
    fs::write(out.join("manifest.json"), "{").unwrap();
    dataset(&out, &["--force"])
        .failure()
        .stderr(contains("manifest.json is damaged"));
}

/// docs/datasets.md lists the columns as the program has them.
#[test]
fn the_columns_are_documented() {
    use unosim::dataset::columns::{Family, Row};
    fn table<R: Row>(families: Vec<Family<R>>) -> String {
        let mut text = "| column | type | meaning |\n|---|---|---|\n".to_string();
        for family in families {
            let (title, kind) = (family.title(), family.kind().name());
            text += &format!("| {title} | {kind} | {} |\n", family.meaning);
        }
        text
    }
    let docs = fs::read_to_string("docs/datasets.md").unwrap();
    for (name, expected) in [
        (
            "games",
            table(unosim::dataset::games::Record::families(false)),
        ),
        (
            "decisions",
            table(unosim::dataset::decisions::Decision::families(true)),
        ),
    ] {
        let begin = format!("<!-- {name}: begin -->\n");
        let end = format!("<!-- {name}: end -->");
        let (_, rest) = docs.split_once(&begin).unwrap();
        let (found, _) = rest.split_once(&end).unwrap();
        assert!(
            found == expected,
            "between the marks of {name} belongs:\n{expected}"
        );
    }
}
