//! Results with anything wrong in them: `unosim report` and `unosim diff` say what and where, and change nothing.

mod broken;

#[cfg(unix)]
use broken::closed;
use broken::{broken, garbage, places, run, snapshot, wrong_values};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
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
