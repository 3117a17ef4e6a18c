//! The rows of datasets: the same in every format and on every level, those of `unosim run`, and documented.

mod dataset;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

use dataset::{dataset, unosim};

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
