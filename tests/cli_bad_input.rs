//! Whatever is wrong with a file that is read: one clear error, nothing changed, and never a panic or a wait without end. Each test
//! takes good files and breaks them in every way of a list.

use assert_cmd::Command;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tempfile::TempDir;

/// Cells and values that no run writes where a number belongs.
const WRONG_NUMBERS: [&str; 7] = [
    "NaN",
    "-inf",
    "1e308",
    "-1e13",
    "99999999999999999999",
    "0x10",
    "1,5e",
];

/// Bytes that are no text of any kind of file.
fn garbage() -> Vec<Vec<u8>> {
    let noise = (0u32..4000).map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8);
    vec![
        Vec::new(),
        vec![0],
        vec![0xff; 100],
        b"\xef\xbb\xbf".to_vec(),
        b"\x1f\x8b\x08\x00".to_vec(),
        noise.collect(),
        b"\"".to_vec(),
        vec![b'\n'; 3000],
        vec![b','; 3000],
        vec![b'['; 100_000],
        b"{\"a\":".repeat(50_000),
        b"a={".repeat(50_000),
        [b"a", &b".a".repeat(50_000)[..], b" = 1"].concat(),
    ]
}

/// The text cut off at some places, and with single bytes that do not belong there.
fn broken(text: &[u8], places: usize) -> Vec<Vec<u8>> {
    let step = text.len().div_ceil(places).max(1);
    let cut = (0..text.len()).step_by(step).map(|at| text[..at].to_vec());
    let struck = (0..text.len()).step_by(step).flat_map(|at| {
        [0xff, 0, b'"', b'-', b'9'].map(|byte| {
            let mut text = text.to_vec();
            text[at] = byte;
            text
        })
    });
    cut.chain(struck).collect()
}

/// What lies in a directory and below.
fn snapshot(dir: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        let there = fs::symlink_metadata(&path).unwrap();
        let content = match () {
            () if there.is_dir() => {
                found.extend(snapshot(&path));
                b"a directory".to_vec()
            }
            // A link may lead to what has no end, and a large file is told by its size.
            () if !there.is_file() => b"a link".to_vec(),
            () if there.len() > 1_000_000 => there.len().to_string().into(),
            () => fs::read(&path).unwrap_or_default(),
        };
        found.insert(path, content);
    }
    found
}

/// Runs a command in a directory: it is right (or finds a difference), or it says in one line what is wrong and has changed
/// nothing. Returns what it said, if it found something wrong.
fn run(dir: &Path, args: &[&str], what: &str) -> Option<String> {
    let before = snapshot(dir);
    let mut command = Command::cargo_bin("unosim").unwrap();
    command.current_dir(dir).args(args).env("NO_COLOR", "1");
    let output = command.timeout(Duration::from_secs(60)).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let told = || format!("{args:?} with {what}: {:?}\n{said}", output.status);
    let wrong = match (args[0], output.status.code()) {
        ("diff", Some(2)) => true,
        ("diff", Some(1)) | (_, Some(0)) => false,
        (_, Some(1)) => true,
        _ => panic!("{}", told()),
    };
    if !wrong {
        return None;
    }
    assert_eq!(before, snapshot(dir), "{}", told());
    // These two judge files one by one, on standard output.
    if args[1] == "check" && said.is_empty() {
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(said.starts_with("not ok "), "{}", told());
        return Some(said);
    }
    let errors = said.lines().filter(|l| l.starts_with("error: ")).count();
    assert_eq!(errors, 1, "{}", told());
    assert!(said.len() < 4000, "{}", told());
    Some(said)
}

/// A directory with every CSV file that a report or a comparison reads.
fn results() -> TempDir {
    let dir = TempDir::new().unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for from in ["results/reference", "tests/report"] {
        for entry in fs::read_dir(root.join(from)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|e| e == "csv" || e == "json") {
                // Enough rows of the long ones.
                let text = fs::read_to_string(&path).unwrap();
                let kept = if path.ends_with("manifest.json") {
                    9999
                } else {
                    7
                };
                let lines: String = text.split_inclusive('\n').take(kept).collect();
                fs::write(dir.path().join(path.file_name().unwrap()), lines).unwrap();
            }
        }
    }
    dir
}

/// Both commands that read results; what they say of the wrong ones. The page of a report that came about goes again.
fn read(dir: &Path, what: &str) -> [Option<String>; 2] {
    let report = run(dir, &["report", "."], what);
    let _ = fs::remove_file(dir.join("report.html"));
    let _ = fs::remove_dir_all(dir.join("figures"));
    [report, run(dir, &["diff", ".", "."], what)]
}

fn files(dir: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = snapshot(dir).into_keys().collect();
    files.sort();
    files
}

#[test]
fn good_results_are_read() {
    assert_eq!(read(results().path(), "nothing wrong"), [None, None]);
}

#[test]
fn broken_result_files_are_refused_or_read() {
    let dir = results();
    let files = files(dir.path());
    assert!(files.len() >= 11, "{files:?}");
    for path in files {
        let good = fs::read(&path).unwrap();
        let mut refused = 0;
        let broken = broken(&good, 8);
        for (number, bytes) in garbage().into_iter().chain(broken).enumerate() {
            fs::write(&path, &bytes).unwrap();
            let said = read(
                dir.path(),
                &format!("{} broken, no. {number}", path.display()),
            );
            if let Some(said) = &said[0] {
                refused += 1;
                let name = path.file_name().unwrap().to_str().unwrap();
                assert!(said.contains(name), "{said}");
                assert!(said.contains(&format!("{name}:")), "{said}");
                assert!(said[..].lines().count() == 1, "{said}");
                assert!(
                    !said.contains('\u{0}') && !said.contains('\u{1b}'),
                    "{said:?}"
                );
            }
        }
        assert!(refused > 15, "{}: {refused}", path.display());
        fs::write(&path, good).unwrap();
    }
}

#[test]
fn wrong_cells_are_refused_by_line_and_column() {
    // Names, and values of any kind.
    let text = [
        "rules",
        "table",
        "strategy",
        "opponent",
        "measure",
        "parameter",
        "value",
        "than_rules",
        "than_table",
        "than_strategy",
        "baseline",
    ];
    // What a report reads of them.
    let counts = [
        "games", "count", "turns", "seat", "better", "equal", "worse",
    ];
    let dir = results();
    for path in files(dir.path()) {
        if path.extension().is_some_and(|e| e == "json") {
            continue;
        }
        let good = fs::read_to_string(&path).unwrap();
        let mut rows = csv::Reader::from_reader(good.as_bytes());
        let header = rows.headers().unwrap().clone();
        let Some(Ok(row)) = rows.records().next() else {
            continue;
        };
        for (at, column) in header.iter().enumerate() {
            for cell in WRONG_NUMBERS.iter().take(5).chain(&["", "-1", "\u{1b}[2J"]) {
                let mut out = csv::Writer::from_path(&path).unwrap();
                out.write_record(&header).unwrap();
                let cells = row
                    .iter()
                    .enumerate()
                    .map(|(i, c)| if i == at { cell } else { c });
                out.write_record(cells).unwrap();
                out.flush().unwrap();
                drop(out);
                let what = format!("{}, {column} = {cell:?}", path.display());
                let [report, diff] = read(dir.path(), &what);
                let negative = *cell == "-1" && counts.contains(&column);
                let number = WRONG_NUMBERS.contains(cell) && !text.contains(&column);
                let must = number || negative;
                if must {
                    let said = report.unwrap_or_else(|| panic!("{what} is accepted"));
                    let name = path.file_name().unwrap().to_str().unwrap();
                    assert!(
                        said.contains(&format!("{name}:2: column `{column}`")),
                        "{what}: {said}"
                    );
                    assert_eq!(diff, Some(said), "{what}");
                }
            }
        }
        fs::write(&path, good).unwrap();
    }
}

/// Every place of a JSON value.
fn places(value: &Value, at: &str, found: &mut Vec<String>) {
    found.push(at.to_string());
    match value {
        Value::Object(map) => map.iter().for_each(|(k, v)| {
            places(
                v,
                &format!("{at}/{}", k.replace('~', "~0").replace('/', "~1")),
                found,
            );
        }),
        Value::Array(list) => {
            list.iter()
                .enumerate()
                .take(2)
                .for_each(|(i, v)| places(v, &format!("{at}/{i}"), found));
        }
        _ => {}
    }
}

fn wrong_values() -> Vec<Value> {
    let deep = (0..100).fold(json!(1), |inner, _| json!([inner]));
    vec![
        json!(null),
        json!(-1),
        json!(1e308),
        json!(0),
        json!(u64::MAX),
        json!(0.5),
        json!("x\u{1b}[2J\u{0}"),
        json!([]),
        json!({}),
        json!([null, {"name": 3}]),
        deep,
    ]
}

#[test]
fn edited_manifests_are_refused_or_read() {
    let dir = results();
    let path = dir.path().join("manifest.json");
    for from in [
        "results/reference/manifest.json",
        "tests/report/manifest.json",
    ] {
        let text = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(from)).unwrap();
        let good: Value = serde_json::from_slice(&text).unwrap();
        let mut all = Vec::new();
        places(&good, "", &mut all);
        // Options are any text; a few of them stand for all.
        all.retain(|at| !at.starts_with("/options/mattel/") || at.ends_with(".call"));
        let mut refused = 0;
        for at in all {
            for wrong in wrong_values() {
                let mut edited = good.clone();
                *edited.pointer_mut(&at).unwrap() = wrong.clone();
                fs::write(&path, serde_json::to_vec_pretty(&edited).unwrap()).unwrap();
                let said = read(dir.path(), &format!("manifest.json, {at} = {wrong}"));
                refused += usize::from(said[0].is_some());
                for said in said.into_iter().flatten() {
                    assert!(said.contains("manifest.json:"), "{said}");
                }
            }
        }
        assert!(refused > 50, "{from}: {refused}");
    }
}

#[test]
fn what_is_no_file_is_not_read() {
    let dir = results();
    for path in files(dir.path()) {
        let good = fs::read(&path).unwrap();
        let name = path.file_name().unwrap().to_str().unwrap().to_string();
        fs::remove_file(&path).unwrap();
        let refused = |says: &str| {
            for said in read(dir.path(), &name) {
                let said = said.unwrap_or_else(|| panic!("{name} is accepted"));
                assert!(said.contains(&name) && said.contains(says), "{said}");
            }
        };
        fs::create_dir(&path).unwrap();
        refused("no regular file");
        fs::remove_dir(&path).unwrap();
        // Most of it is a hole and costs nothing.
        fs::File::create(&path)
            .unwrap()
            .set_len(64_000_001)
            .unwrap();
        refused("larger than 64 MB");
        fs::remove_file(&path).unwrap();
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink("/dev/zero", &path).unwrap();
            refused("no regular file");
            fs::remove_file(&path).unwrap();
            fs::write(&path, &good).unwrap();
            closed(&path, || refused("ermission denied"));
        }
        fs::write(&path, good).unwrap();
    }
}

/// With a file that may not be read; who may read everything has no such file.
#[cfg(unix)]
fn closed(path: &Path, then: impl Fn()) {
    use std::os::unix::fs::PermissionsExt;
    let set = |mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    set(0o000);
    if fs::read(path).is_err() {
        then();
    }
    set(0o644);
}

/// The commands that read a file which people write, with a good one of each kind.
fn commands() -> Vec<(Vec<&'static str>, &'static str)> {
    let experiment = "# Who?\nrules = [\"mattel\", \"phone\"]\ndeals = 2\nseed = 3\nseating = \"fixed\"\noutputs = [\"win_rates\"]\n\
        [set]\n\"uno.penalty\" = 4\n[sweep]\n\"expert.bluff\" = [1, 2]\n[until]\nci = 0.5\nof = \"score\"\n\
        [[table]]\nname = \"a\"\nstrategies = [\"random\", \"expert(skip=2)\"]\ndeals = 1\n";
    let tune = "rules = \"mattel\"\ndeals = 2\n[tune]\nstrategy = \"expert\"\nagainst = [\"random\"]\nparameters = [\"color\"]\n\
        generations = 1\npopulation = 4\n";
    let rules = "base = \"phone\"\nuno.penalty = 4\n[stacking]\nmax_cards = 3\n[finish]\nban = [\"skip\"]\n";
    let scenario = include_str!("scenarios/jump-in-and-out.toml");
    vec![
        (
            vec![
                "run", "x.toml", "--quiet", "--deals", "2", "--out", "out", "--force",
            ],
            experiment,
        ),
        (
            vec![
                "tune",
                "x.toml",
                "--quiet",
                "--check-deals",
                "2",
                "--out",
                "out",
                "--force",
            ],
            tune,
        ),
        (vec!["rules", "check", "x.toml"], rules),
        (vec!["rules", "show", "x.toml"], rules),
        (vec!["rules", "diff", "mattel", "x.toml"], rules),
        (
            vec![
                "run",
                "--strategies",
                "random,random",
                "--rules",
                "x.toml",
                "--quiet",
                "--deals",
                "1",
                "--out",
                "out",
                "--force",
            ],
            rules,
        ),
        (vec!["scenario", "check", "x.toml"], scenario),
        (
            vec!["analyze", "x.toml", "--strategy", "expert"],
            include_str!("positions/win-last-card.toml"),
        ),
    ]
}

#[test]
fn broken_files_that_people_write_are_refused_or_read() {
    for (args, good) in commands() {
        let dir = TempDir::new().unwrap();
        let path = dir.path().join("x.toml");
        fs::write(&path, good).unwrap();
        assert_eq!(run(dir.path(), &args, "nothing wrong"), None);
        let mut refused = 0;
        for (number, bytes) in garbage()
            .into_iter()
            .chain(broken(good.as_bytes(), 30))
            .enumerate()
        {
            fs::write(&path, &bytes).unwrap();
            let said = run(dir.path(), &args, &format!("broken, no. {number}"));
            refused += usize::from(said.is_some());
        }
        assert!(refused > 60, "{args:?}: {refused}");
        // Each value in turn is something else.
        for (at, line) in good.lines().enumerate() {
            let Some((key, _)) = line.split_once('=') else {
                continue;
            };
            let deep = format!("{}{}", "[".repeat(60), "]".repeat(60));
            let wrong = [
                "nan",
                "-1",
                "1e308",
                "9223372036854775807",
                "99999999999999999999",
                "[]",
                "{}",
                "\"\"",
                "true",
                "[[1]]",
                "\"\\u0000\\u001B[2J\"",
                "[nan]",
                "1979-05-27T07:32:00Z",
                &deep,
            ];
            for wrong in wrong {
                let lines = good.lines().enumerate();
                let edited: Vec<String> = lines
                    .map(|(i, l)| {
                        if i == at {
                            format!("{key}= {wrong}")
                        } else {
                            l.to_string()
                        }
                    })
                    .collect();
                fs::write(&path, edited.join("\n")).unwrap();
                let what = format!("{key}= {wrong}");
                // A run of so many deals is what was asked for.
                let endless = (key.trim() == "deals" && wrong.starts_with('9'))
                    || (key.trim() == "generations" && wrong.starts_with('9'));
                if !endless && let Some(said) = run(dir.path(), &args, &what) {
                    assert!(
                        said.contains("x.toml") || said.contains(key.trim()),
                        "{what}: {said}"
                    );
                    assert!(
                        !said.contains('\u{1b}') && !said.contains('\u{0}'),
                        "{what}: {said:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn large_files_directories_and_closed_ones_are_refused_by_name() {
    for (args, good) in commands() {
        let dir = TempDir::new().unwrap();
        let path = dir.path().join("x.toml");
        let refused = |says: &[&str]| {
            let said =
                run(dir.path(), &args, says[0]).unwrap_or_else(|| panic!("{args:?} {says:?}"));
            assert!(
                said.contains("x.toml") && says.iter().any(|s| said.contains(s)),
                "{said}"
            );
        };
        refused(&["o such file", "no experiment", "unknown"]);
        fs::create_dir(&path).unwrap();
        refused(&["directory", "no experiment"]);
        fs::remove_dir(&path).unwrap();
        fs::File::create(&path).unwrap().set_len(4_000_001).unwrap();
        refused(&["larger than 4 MB"]);
        fs::remove_file(&path).unwrap();
        fs::write(&path, good).unwrap();
        #[cfg(unix)]
        closed(&path, || refused(&["ermission denied"]));
    }
}

#[test]
fn a_damaged_search_is_not_resumed() {
    let dir = TempDir::new().unwrap();
    let begin = "tune expert --against random --parameters color,skip --deals 2 --check-deals 2 --population 4 --quiet --out out";
    let args = |more: &'static str| begin.split(' ').chain(more.split(' ')).collect::<Vec<_>>();
    assert_eq!(run(dir.path(), &args("--generations 2"), "begin"), None);
    let path = dir.path().join("out/tune.json");
    let text = fs::read(&path).unwrap();
    let good: Value = serde_json::from_slice(&text).unwrap();
    let resume = args("--generations 3 --resume");
    let mut refused = 0;
    let mut tried = |bytes: &[u8], what: &str| {
        fs::write(&path, bytes).unwrap();
        let said = run(dir.path(), &resume, what);
        refused += usize::from(said.is_some());
        if let Some(said) = said {
            assert!(said.contains("tune.json"), "{what}: {said}");
        }
    };
    for (number, bytes) in garbage().into_iter().chain(broken(&text, 25)).enumerate() {
        tried(&bytes, &format!("tune.json broken, no. {number}"));
    }
    let mut all = Vec::new();
    places(&good, "", &mut all);
    for at in all {
        for wrong in wrong_values() {
            let mut edited = good.clone();
            *edited.pointer_mut(&at).unwrap() = wrong.clone();
            tried(
                &serde_json::to_vec(&edited).unwrap(),
                &format!("tune.json, {at} = {wrong}"),
            );
        }
    }
    assert!(refused > 200, "{refused}");
}
