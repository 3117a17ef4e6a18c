//! What files may not do: write outside of where results belong, or ask for more than fits.

use assert_cmd::Command;
use predicates::str::contains;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

fn unosim(dir: &Path) -> Command {
    let mut command = Command::cargo_bin("unosim").unwrap();
    command.current_dir(dir);
    command
}

/// A directory in a directory, so that what is written beside it is seen.
fn inner() -> (TempDir, std::path::PathBuf) {
    let outer = TempDir::new().unwrap();
    let inner = outer.path().join("inner");
    fs::create_dir(&inner).unwrap();
    (outer, inner)
}

fn names(dir: &Path) -> Vec<String> {
    let entries = fs::read_dir(dir)
        .unwrap()
        .map(|entry| entry.unwrap().file_name());
    let mut names: Vec<String> = entries
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn an_experiment_file_directs_its_results_only_downward() {
    let (outer, inner) = inner();
    let file = |out: &str| {
        let text =
            format!("# ?\nout = {out:?}\nstrategies = [\"random\", \"random\"]\ndeals = 1\n");
        fs::write(inner.join("x.toml"), text).unwrap();
        unosim(&inner).args(["run", "x.toml", "--quiet"]).assert()
    };
    let absolute = outer.path().join("there").display().to_string();
    for out in ["../there", "a/../../there", &absolute, "..", ".", "", "/"] {
        file(out)
            .code(1)
            .stderr(contains("error: x.toml:2: `out`: "))
            .stderr(contains("another place is named with --out"));
        assert_eq!(names(outer.path()), ["inner"], "{out}");
        assert_eq!(names(&inner), ["x.toml"], "{out}");
    }
    file("./a/b").success();
    assert!(inner.join("a/b/win_rates.csv").exists());
    // Who types the command may name any place.
    let typed = ["run", "x.toml", "--quiet", "--out", "../there"];
    unosim(&inner).args(typed).assert().success();
    assert_eq!(names(outer.path()), ["inner", "there"]);
}

#[test]
fn the_name_of_a_file_is_no_way_up() {
    let (outer, inner) = inner();
    let text = "strategies = [\"random\", \"random\"]\ndeals = 1\n";
    for name in ["...toml", "..toml"] {
        fs::write(inner.join(name), text).unwrap();
        unosim(&inner)
            .args(["run", name, "--quiet", "--force"])
            .assert()
            .success();
        assert_eq!(names(&inner.join("results")), ["run"], "{name}");
    }
    assert_eq!(names(outer.path()), ["inner"]);
}

/// Tables, strategies and rules become cells, never names of files.
#[test]
fn names_in_a_file_become_no_paths() {
    let (outer, inner) = inner();
    fs::write(inner.join("a b.toml"), "base = \"mattel\"\n").unwrap();
    let text = "rules = [\"a b.toml\", \"phone\"]\ndeals = 2\n\
        [[table]]\nname = \"../../../up\"\nstrategies = [\"random\", 'ranking(order=\"wild>wild_draw_four>number>skip>reverse>draw_two\")']\n\
        [[table]]\nname = \"/tmp/x\"\nstrategies = [\"random\", \"random\"]\n";
    fs::write(inner.join("x.toml"), text).unwrap();
    unosim(&inner)
        .args(["run", "x.toml", "--quiet"])
        .assert()
        .success();
    unosim(&inner)
        .args(["report", "results/x"])
        .assert()
        .success();
    assert_eq!(names(outer.path()), ["inner"]);
    assert_eq!(names(&inner), ["a b.toml", "results", "x.toml"]);
    assert_eq!(names(&inner.join("results")), ["x"]);
    let figures = names(&inner.join("results/x/figures"));
    let plain = |name: &String| {
        name.strip_suffix(".svg").is_some_and(|stem| {
            stem.chars()
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
        })
    };
    assert!(
        !figures.is_empty() && figures.iter().all(plain),
        "{figures:?}"
    );
}

#[test]
#[cfg(unix)]
fn figures_do_not_follow_a_link() {
    let (outer, inner) = inner();
    for entry in fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/report")).unwrap() {
        let path = entry.unwrap().path();
        fs::copy(&path, inner.join(path.file_name().unwrap())).unwrap();
    }
    let elsewhere = outer.path().join("elsewhere");
    fs::create_dir(&elsewhere).unwrap();
    std::os::unix::fs::symlink(&elsewhere, inner.join("figures")).unwrap();
    let before = names(&inner);
    unosim(&inner)
        .args(["report", "."])
        .assert()
        .code(1)
        .stderr(contains("figures: it is a link to somewhere else"));
    assert_eq!(names(&elsewhere), [""; 0]);
    assert_eq!(names(&inner), before);
}

#[test]
fn more_than_fits_is_refused_by_number() {
    let (_outer, inner) = inner();
    let refused = |text: &str, says: &str| {
        fs::write(inner.join("x.toml"), text).unwrap();
        let run = ["run", "x.toml", "--quiet"];
        unosim(&inner)
            .args(run)
            .assert()
            .code(1)
            .stderr(contains(says));
        assert_eq!(names(&inner), ["x.toml"]);
    };
    let bots = "\"random\",".repeat(10);
    let tables = |count: usize| -> String {
        let table = |i| format!("[[table]]\nname = \"{i}\"\nstrategies = [{bots}]\n");
        (0..count).map(table).collect()
    };
    refused(
        &format!("rules = \"mattel\"\ndeals = 1\n{}", tables(4_001)),
        "4,001 tables under 1 rule set have 40,010 seats, all together; at most 40,000 are counted in one run",
    );
    let values = |n: usize| format!("{:?}", (1..=n).collect::<Vec<_>>());
    refused(
        &format!(
            "strategies = [\"expert\", \"random\"]\n[sweep]\n\"expert.skip\" = {}\n\"expert.wild\" = {0}\n",
            values(101)
        ),
        "10201 combinations of values; at most 10000",
    );
    for (option, most) in [
        ("max_turns", "1000000000"),
        ("match.hands", "1000000"),
        ("match.max_hands", "1000000"),
        ("deck.discard_all", "2"),
        ("uno.penalty", "255"),
    ] {
        let text =
            format!("strategies = [\"random\", \"random\"]\n[set]\n\"{option}\" = 9999999999\n");
        refused(&text, &format!("to {most}"));
    }
    for (strategy, most) in [
        ("monte-carlo(playouts=1e15)", "10000000"),
        ("ismcts(iterations=99999999999)", "10000000"),
    ] {
        refused(
            &format!("strategies = [\"random\", \"{strategy}\"]\n"),
            &format!("to {most}"),
        );
    }
    let tune = "[tune]\nstrategy = \"expert\"\nagainst = [\"random\"]\npopulation = 1e9\n";
    fs::write(inner.join("x.toml"), tune).unwrap();
    let tune = ["tune", "x.toml", "--quiet"];
    unosim(&inner)
        .args(tune)
        .assert()
        .code(1)
        .stderr(contains("2 to 10000 candidates"));
}
