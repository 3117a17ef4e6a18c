//! Files that people write, and the state of a search, with anything wrong in them: whoever reads one says what, and changes nothing.

mod broken;

#[cfg(unix)]
use broken::closed;
use broken::{broken, garbage, places, run, wrong_values};
use serde_json::Value;
use std::fs;
use tempfile::TempDir;

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
