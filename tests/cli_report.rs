//! `unosim report` from outside: the page and the figures it leaves, and what it says to wrong files.

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::contains;
use scraper::{Html, Selector};
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

fn unosim() -> Command {
    Command::cargo_bin("unosim").unwrap()
}

/// A copy of a directory of the repository, without what lies deeper.
fn copy(of: &str) -> TempDir {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join(of);
    let dir = TempDir::new().unwrap();
    for entry in fs::read_dir(&from).unwrap() {
        let path = entry.unwrap().path();
        let made = path.extension().is_some_and(|e| e == "html");
        if path.is_file() && !made {
            fs::copy(&path, dir.path().join(path.file_name().unwrap())).unwrap();
        }
    }
    dir
}

fn report(dir: &Path) -> String {
    unosim().arg("report").arg(dir).assert().success();
    fs::read_to_string(dir.join("report.html")).unwrap()
}

fn figures(dir: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = fs::read_dir(dir.join("figures"))
        .unwrap()
        .map(|e| e.unwrap().path())
        .collect();
    paths.sort();
    paths
}

fn refused(dir: &Path, says: &[&str]) {
    let mut assert = unosim().arg("report").arg(dir).assert().failure().code(1);
    for text in says {
        assert = assert.stderr(contains(*text));
    }
    assert.stdout("").stderr(contains("panicked").not());
    assert!(!dir.join("report.html").exists());
    assert!(!dir.join("figures").exists());
}

fn all<'a>(page: &'a Html, selector: &str) -> Vec<scraper::ElementRef<'a>> {
    page.select(&Selector::parse(selector).unwrap()).collect()
}

/// What holds for every page.
fn holds(text: &str, dir: &Path) -> Html {
    let page = Html::parse_document(text);
    assert_eq!(page.errors, [] as [&str; 0], "not well-formed");
    for outside in [
        "http:",
        "https:",
        "url(",
        "src=",
        "<script",
        "<link",
        "@import",
        "javascript:",
    ] {
        assert!(!text.contains(outside), "{outside}");
    }
    let svgs = all(&page, "svg");
    assert!(!svgs.is_empty());
    for svg in &svgs {
        assert_eq!(svg.attr("role"), Some("img"));
        let name = Selector::parse("title").unwrap();
        let title: String = svg.select(&name).flat_map(|t| t.text()).collect();
        assert!(!title.is_empty());
        assert_eq!(svg.attr("aria-label"), Some(title.as_str()));
    }
    // A table behind every picture.
    for figure in all(&page, "figure") {
        let rows = Selector::parse("details table tbody tr").unwrap();
        assert!(figure.select(&rows).count() > 0, "{:?}", figure.attr("id"));
    }
    let ids: Vec<&str> = all(&page, "[id]")
        .iter()
        .filter_map(|e| e.attr("id"))
        .collect();
    let different: HashSet<&str> = ids.iter().copied().collect();
    assert_eq!(ids.len(), different.len(), "{ids:?}");
    for link in all(&page, "a[href]") {
        let target = link.attr("href").unwrap().strip_prefix('#').unwrap();
        assert!(different.contains(target), "{target}");
    }
    let mut level = 0;
    for heading in all(&page, "h1, h2, h3, h4") {
        let own: u32 = heading.value().name()[1..].parse().unwrap();
        assert!(own <= level + 1, "h{own} after h{level}");
        level = own;
    }
    assert_eq!(all(&page, "h1").len(), 1);
    // The figures of the page, each as a file of its own.
    let files = figures(dir);
    assert_eq!(files.len(), svgs.len());
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let tree = roxmltree::Document::parse(&text).unwrap();
        let root = tree.root_element();
        assert_eq!(
            root.tag_name().namespace(),
            Some("http://www.w3.org/2000/svg")
        );
        assert!(
            root.children().any(|n| n.has_tag_name("title")),
            "{}",
            file.display()
        );
    }
    page
}

fn texts(page: &Html, selector: &str) -> Vec<String> {
    let found = all(page, selector);
    found
        .iter()
        .map(|e| e.text().collect::<String>().replace('\u{a0}', " "))
        .collect()
}

#[test]
fn the_reference_results_become_a_page() {
    let dir = copy("results/reference");
    let text = report(dir.path());
    let page = holds(&text, dir.path());
    assert_eq!(texts(&page, "h1"), ["Reference results"]);
    assert_eq!(
        texts(&page, ".headline"),
        [
            "No clear leader: color-hoarding (30.78 ± 0.99 %) and diversity (29.80 ± 0.97 %) cannot be told apart."
        ]
    );
    assert_eq!(
        texts(&page, "main h2"),
        [
            "Win rates",
            "Differences",
            "Head to head",
            "Scores",
            "Lengths of hands",
            "Seats",
            "How it was made"
        ]
    );
    // From win_rates.csv: 0.307750 within 0.297877 and 0.317623.
    assert!(texts(&page, "#win-rates td").contains(&"30.78 ± 0.99 %".to_string()));
    // From lengths.csv: half of the 8,000 hands take at most 41 turns.
    assert!(text.contains("Half of all hands take 41 turns or fewer"));
    let manifest = fs::read_to_string("results/reference/manifest.json").unwrap();
    let manifest: serde_json::Value = serde_json::from_str(&manifest).unwrap();
    let fingerprint = manifest["fingerprint"].as_str().unwrap().to_string();
    assert!(texts(&page, "#made dd").contains(&fingerprint));
    assert!(
        texts(&page, "pre")[0]
            .contains("strategies = [\"random\", \"greedy\", \"color-hoarding\", \"diversity\"]")
    );
}

#[test]
fn the_same_files_give_the_same_bytes() {
    let (one, other) = (copy("tests/report"), TempDir::new().unwrap());
    let first = report(one.path());
    let svgs: Vec<Vec<u8>> = figures(one.path())
        .iter()
        .map(|f| fs::read(f).unwrap())
        .collect();
    let page = other.path().join("deep/page.html");
    unosim()
        .arg("report")
        .arg(one.path())
        .arg("--out")
        .arg(&page)
        .assert()
        .success();
    assert_eq!(fs::read_to_string(&page).unwrap(), first);
    // Once more over the older one.
    assert_eq!(report(one.path()), first);
    let again: Vec<Vec<u8>> = figures(&other.path().join("deep"))
        .iter()
        .map(|f| fs::read(f).unwrap())
        .collect();
    assert_eq!(svgs, again);
    assert!(!first.contains(one.path().to_str().unwrap()));
}

#[test]
fn every_file_has_a_section_and_names_stay_text() {
    let dir = copy("tests/report");
    let text = report(dir.path());
    let page = holds(&text, dir.path());
    assert_eq!(
        texts(&page, "main h2"),
        [
            "Win rates",
            "Sweeps",
            "Differences",
            "Ratings",
            "Balance of the rules",
            "Scores",
            "How it was made"
        ]
    );
    assert!(all(&page, "main b").is_empty(), "a name became markup");
    assert!(
        texts(&page, "td")
            .iter()
            .any(|cell| cell == "<b>&\"greedy\"")
    );
    let warnings = texts(&page, ".warning");
    assert_eq!(warnings.len(), 3);
    assert!(warnings[0].contains("cheat(expert) sees cards that no player may see"));
    assert!(warnings[1].starts_with("Not reproducible"));
    assert!(warnings[2].starts_with("Not complete"));
    let points = texts(&page, ".answer li");
    assert!(
        points.contains(&"Of 3 paired differences, 2 exclude 0.".to_string()),
        "{points:?}"
    );
    // The turns of a difference without an interval are shown all the same.
    assert!(texts(&page, "#differences td").contains(&"−4.50".to_string()));
    assert!(texts(&page, "#balance td").contains(&"baseline".to_string()));
}

/// The CSV files of a directory, by name.
fn csv_files(dir: &Path) -> Vec<(String, String)> {
    let entries = fs::read_dir(dir).unwrap().map(|e| e.unwrap().path());
    let csv = entries.filter(|path| path.extension().is_some_and(|e| e == "csv"));
    let read = |path: PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        (name, fs::read_to_string(path).unwrap())
    };
    let mut files: Vec<_> = csv.map(read).collect();
    files.sort();
    assert!(!files.is_empty());
    files
}

fn preformatted(text: &str) -> Option<String> {
    let page = Html::parse_document(text);
    let found = all(&page, "pre");
    found.first().map(|pre| pre.text().collect())
}

#[test]
fn the_experiment_of_a_page_plays_the_same_files_again() {
    let dir = TempDir::new().unwrap();
    let flags: &[&str] = &[
        "--strategies",
        "random,ranking(order=\"skip>number>draw_two>reverse>wild>wild_draw_four\")",
        "--rules",
        "mattel,phone",
        "--set",
        "uno.call=decide",
        "--set",
        "setup.hand_size=5",
        "--deals",
        "20",
        "--seed",
        "7",
    ];
    let table =
        "strategies = [\"slips\", \"greedy\"]\ndeals = 10\n".replace("slips", "human(expert)");
    let tables = "[[table]]\nname = \"a\"\nstrategies = [\"epsilon(greedy)\", \"random\"]\ndeals = 7\n\
                  [[table]]\nname = \"b\"\nstrategies = [\"epsilon(greedy)\", \"greedy\"]\n";
    let files = [
        // Options of the rules, and rules that have others.
        format!(
            "rules = [\"mattel\", \"phone\"]\n{table}[sweep]\n\"rules.setup.hand_size\" = [5, 7]\n"
        ),
        // Numbers of a strategy at several tables, in an order of their own.
        format!(
            "deals = 10\n{tables}[sweep]\n\"first.p\" = [0.5, 0, 0.25]\n\"rules.uno.call\" = [\"off\", \"decide\"]\n"
        ),
        format!(
            "deals = 10\n{tables}[sweep]\nzip = true\n\"rules.setup.hand_size\" = [9, 5]\n\"epsilon.p\" = [0.3, 0.1]\n"
        ),
        format!("{table}[set]\n\"uno.penalty\" = 3\n[until]\nci = 0.2\nof = \"win_rate\"\n")
            .replace("deals = 10", "deals = 900"),
        format!("outputs = [\"win_rates\", \"sweeps\"]\n{table}[sweep]\nfirst.seed = [1]\n")
            .replace("[sweep]\nfirst.seed = [1]\n", ""),
        format!("seating = \"fixed\"\nseed = 18446744073709551615\n{table}")
            .replace("18446744073709551615", "\"18446744073709551615\""),
    ];
    let again = |first: &Path, name: String| {
        let file = dir.path().join(format!("again-{name}.toml"));
        fs::write(&file, preformatted(&report(first)).unwrap()).unwrap();
        let second = dir.path().join(format!("{name}-again"));
        unosim()
            .arg("run")
            .arg(&file)
            .args(["--quiet", "--out"])
            .arg(&second)
            .assert()
            .success();
        assert_eq!(csv_files(first), csv_files(&second), "{name}");
    };
    let first = dir.path().join("flags");
    unosim()
        .arg("run")
        .args(flags)
        .args(["--quiet", "--out"])
        .arg(&first)
        .assert()
        .success();
    again(&first, "flags".into());
    for (i, text) in files.iter().enumerate() {
        let (file, first) = (dir.path().join("x.toml"), dir.path().join(i.to_string()));
        fs::write(&file, text).unwrap();
        unosim()
            .arg("run")
            .arg(&file)
            .args(["--quiet", "--out"])
            .arg(&first)
            .assert()
            .success();
        again(&first, i.to_string());
    }
}

#[test]
#[cfg(unix)]
fn the_command_of_a_page_writes_the_same_files_again() {
    let dir = TempDir::new().unwrap();
    let binary = PathBuf::from(env!("CARGO_BIN_EXE_unosim"));
    let path = std::env::var("PATH").unwrap();
    let path = format!("{}:{path}", binary.parent().unwrap().display());
    let shell = |line: &str, out: &str| {
        Command::new("sh")
            .current_dir(&dir)
            .env("PATH", &path)
            .args(["-c", &format!("{line} --quiet --out {out}")])
            .assert()
            .success();
    };
    for (name, line) in [
        (
            "test",
            "unosim duel 'epsilon(greedy, p=0.1)' random --sprt -5,25.5 --alpha 0.1 --rules unoai --set uno.penalty=3 --seed 5",
        ),
        (
            "duel",
            "unosim duel 'cheat(greedy)' greedy --players 3 --deals 40 --allow-cheats",
        ),
        (
            "league",
            "unosim league random greedy,diversity --rules mattel,phone --players 3 --deals 20 --anchor random --set uno.call=off",
        ),
        (
            "balance",
            "unosim balance --rules mattel,phone,partners --set setup.hand_size=5 --players 3 --strategy greedy \
             --ladder random,greedy --deals 20 --seed 3",
        ),
        (
            "alone",
            "unosim balance --rules phone --baseline phone --strategy random --ladder random,greedy --deals 20",
        ),
    ] {
        shell(line, name);
        let text = report(&dir.path().join(name));
        assert!(!text.contains("again.toml"), "{name}");
        let command = preformatted(&text).unwrap();
        let second = format!("{name}-again");
        shell(&command, &second);
        assert_eq!(
            csv_files(&dir.path().join(name)),
            csv_files(&dir.path().join(&second)),
            "{command}"
        );
    }
}

#[test]
fn no_more_is_promised_than_the_manifest_tells() {
    let dir = TempDir::new().unwrap();
    let (file, out) = (dir.path().join("x.toml"), dir.path().join("out"));
    fs::write(
        &file,
        "strategies = [\"greedy\", \"random\"]\ndeals = 5\n[sweep]\n\"rules.setup.hand_size\" = [5, 7]\n",
    )
    .unwrap();
    unosim()
        .arg("run")
        .arg(&file)
        .args(["--quiet", "--out"])
        .arg(&out)
        .assert()
        .success();
    let path = out.join("manifest.json");
    let manifest: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
    let with = |change: &dyn Fn(&mut serde_json::Value)| {
        let mut manifest = manifest.clone();
        change(&mut manifest);
        fs::write(&path, manifest.to_string()).unwrap();
        report(&out)
    };
    assert!(with(&|_| ()).contains("byte for byte"));
    let interrupted = with(&|m| m["complete"] = false.into());
    assert!(interrupted.contains("This run was interrupted; so the whole will be played"));
    assert!(!interrupted.contains("byte for byte"));
    let clock = with(&|m| m["reproducible"] = false.into());
    assert!(clock.contains("similar, not equal") && !clock.contains("byte for byte"));
    // As older versions wrote it: every value of the sweep as rules of its own, or as a table.
    for old in [
        with(&|m| {
            m["experiment"]["rules"] = serde_json::json!(["mattel", "mattel"]);
            m["experiment"]["sweep"] = serde_json::Value::Null;
        }),
        with(&|m| m["experiment"]["sweep"] = serde_json::Value::Null),
        with(&|m| m["kind"] = "league".into()),
    ] {
        assert!(!old.contains("To play it again") && !old.contains("<pre"));
    }
}

#[test]
fn a_league_is_answered_for_each_of_its_rules() {
    let dir = TempDir::new().unwrap();
    let out = dir.path().join("league");
    // So few deals of so unequal strategies leave some ratings without bounds under any rules.
    unosim()
        .args(["league", "first-legal", "expert", "--rules", "mattel,phone"])
        .args(["--deals", "1", "--quiet", "--out"])
        .arg(&out)
        .assert()
        .success();
    let ratings = fs::read_to_string(out.join("ratings.csv")).unwrap();
    let page = holds(&report(&out), &out);
    let points = texts(&page, ".answer li");
    for rules in ["mattel", "phone"] {
        let point = points.iter().find(|p| p.starts_with(&format!("{rules} ")));
        assert!(point.unwrap().contains(" is first ("), "{points:?}");
    }
    let unbounded = ratings.lines().any(|line| line.contains(",,"));
    assert!(unbounded, "{ratings}");
    assert!(points.iter().any(|p| p.contains("no interval")));
    assert!(
        points.iter().any(|p| p.contains("is not bounded")),
        "{points:?}"
    );
    assert!(texts(&page, ".headline")[0].starts_with("By rating, "));
}

#[test]
fn win_rates_alone_are_enough() {
    for of in ["results/order", "results/strength"] {
        let dir = copy(of);
        fs::remove_file(dir.path().join("manifest.json")).ok();
        let text = report(dir.path());
        let page = holds(&text, dir.path());
        assert!(text.contains("came without a manifest.json"));
        assert_eq!(texts(&page, ".headline").len(), 1);
    }
}

#[test]
fn many_rule_sets_and_long_names_are_cut_and_it_is_said() {
    let dir = TempDir::new().unwrap();
    let header = "rules,table,strategy,games,win_rate,ci_low,ci_high,baseline,mean_score,score_ci_low,score_ci_high,\
                  mean_points_left,mean_cards_left,deals,hands\n";
    let mut rows = header.to_string();
    for rules in 0..33 {
        for table in 0..4 {
            for strategy in 0..10 {
                let rate = 0.05 + f64::from((rules + 3 * strategy + table) % 10) / 100.0;
                rows += &format!(
                    "mattel+setup.hand_size={rules},table {table},\"ranking(order=\"\"skip>number>draw_two>reverse>wild\"\",n={strategy})\",\
                     100,{rate},{},{},0.1,5,4,6,1,1,10,100\n",
                    rate - 0.01,
                    rate + 0.01
                );
            }
        }
    }
    fs::write(dir.path().join("win_rates.csv"), rows).unwrap();
    let text = report(dir.path());
    let page = holds(&text, dir.path());
    let left = texts(&page, "#win-rates .left li").join("\n");
    assert!(left.contains("figures of"), "{left}");
    assert!(
        left.contains("more rows of “All numbers” are in win_rates.csv"),
        "{left}"
    );
    assert!(all(&page, "#win-rates figure").len() <= 24);
}

#[test]
fn odd_numbers_are_drawn_and_unknown_ones_are_not() {
    let dir = TempDir::new().unwrap();
    let write = |file: &str, text: &str| fs::write(dir.path().join(file), text).unwrap();
    write(
        "win_rates.csv",
        "rules,table,strategy,games,win_rate,ci_low,ci_high,baseline,mean_score,score_ci_low,score_ci_high,\
         mean_points_left,mean_cards_left,deals,hands\n\
         m,t,a,1,0.5,-1e12,1e12,0.5,,,,,,1,1\nm,t,b,1,,,,,,,,,,1,1\nm,u,a,1,1,1,1,,-1e12,-1e12,1e12,1e-12,,1,1\n,,,0,0,,,,,,,,,0,0\n",
    );
    write(
        "scores.csv",
        "rules,table,strategy,score,count\nm,t,a,-1000000000000,1\nm,t,a,1000000000000,1000000000000\nm,t,b,0,0\nm,u,a,5,1\n",
    );
    write(
        "lengths.csv",
        "rules,table,turns,count\nm,t,0,1\nm,t,1000000000000,5\nm,u,7,1\n",
    );
    write(
        "pairs.csv",
        "rules,strategy,opponent,games,better,equal,worse,net,net_ci_low,net_ci_high,table\n\
         m,a,b,1,1,0,0,1,-1e12,1e12,t\nm,b,c,1,1,0,0,,,,t\nm,c,a,1,1,0,0,0,0,0,t\n",
    );
    write(
        "seats.csv",
        "rules,table,strategy,seat,games,win_rate,ci_low,ci_high\nm,t,a,1000000,1,0.5,0.4,0.6\nm,t,a,0,1,,,\n",
    );
    write(
        "sweeps.csv",
        "rules,table,parameter,value\nm,t,p,1e12\nm,u,p,-4\n,,p,x\nm,z,q,1\n",
    );
    let text = report(dir.path());
    let page = holds(&text, dir.path());
    assert!(texts(&page, "#sweeps .left li")[0].contains("q"));
}

#[test]
fn wrong_files_are_told_by_line_and_column() {
    let dir = copy("results/reference");
    let path = dir.path().join("seats.csv");
    let good = fs::read_to_string(&path).unwrap();
    fs::write(&path, good.replacen("0.169000", "a sixth", 1)).unwrap();
    refused(dir.path(), &["seats.csv:2: column `win_rate`: \"a sixth\""]);
    fs::write(&path, good.replacen("win_rate", "win_rat", 1)).unwrap();
    refused(
        dir.path(),
        &["seats.csv:1: there is no column `win_rate`", "`win_rat`"],
    );
    fs::write(&path, good.replacen("0.169000", "NaN", 1)).unwrap();
    refused(
        dir.path(),
        &["seats.csv:2: column `win_rate`: \"NaN\" is no number of a run"],
    );
    fs::write(&path, good.replacen("0.169000", "1e300", 1)).unwrap();
    refused(dir.path(), &["\"1e300\" is no number of a run"]);
    fs::write(&path, good.replacen("0.169000", "1.169000", 1)).unwrap();
    refused(
        dir.path(),
        &["seats.csv:2: column `win_rate`: \"1.169000\" is not between 0 and 1"],
    );
    let second = good.lines().nth(1).unwrap();
    fs::write(&path, format!("{good}{second}\n")).unwrap();
    refused(
        dir.path(),
        &["column `seat`: \"0\" is told twice: line 2 has the same rules, table, strategy, seat"],
    );
    fs::write(&path, b"rules,table\n\xff,x\n").unwrap();
    refused(dir.path(), &["seats.csv:"]);
    fs::write(&path, &good).unwrap();
    fs::write(dir.path().join("manifest.json"), "{\n\"seed\": ,\n}").unwrap();
    refused(dir.path(), &["manifest.json:2:"]);
}

#[test]
fn a_directory_without_results_is_refused() {
    let dir = TempDir::new().unwrap();
    refused(
        dir.path(),
        &["holds no results", "win_rates.csv", "unosim run"],
    );
    fs::create_dir(dir.path().join("strategies")).unwrap();
    refused(
        &dir.path().join("strategeis"),
        &["there is no directory", "did you mean", "strategies"],
    );
    fs::write(dir.path().join("file"), "").unwrap();
    unosim()
        .arg("report")
        .arg(dir.path().join("file"))
        .assert()
        .failure()
        .stderr(contains("is a file"));
}

#[test]
fn only_reports_are_overwritten() {
    let dir = copy("results/reference");
    let before = fs::read(dir.path().join("win_rates.csv")).unwrap();
    let out = dir.path().join("win_rates.csv");
    unosim()
        .arg("report")
        .arg(dir.path())
        .arg("--out")
        .arg(&out)
        .assert()
        .failure()
        .stderr(contains("was not written by `unosim report`"));
    assert_eq!(fs::read(&out).unwrap(), before);
    fs::create_dir(dir.path().join("figures")).unwrap();
    let mine = dir.path().join("figures/scores-01.svg");
    fs::write(&mine, "<svg/>").unwrap();
    unosim()
        .arg("report")
        .arg(dir.path())
        .assert()
        .failure()
        .stderr(contains("scores-01.svg"));
    assert_eq!(fs::read_to_string(&mine).unwrap(), "<svg/>");
    assert!(!dir.path().join("report.html").exists());
    assert_eq!(figures(dir.path()), [mine]);
}

#[test]
#[cfg(unix)]
fn what_is_no_regular_file_is_refused_unread() {
    use std::os::unix::net::UnixListener;
    let dir = copy("tests/report");
    let socket = dir.path().join("socket");
    let _kept = UnixListener::bind(&socket).unwrap();
    let link = dir.path().join("link");
    std::os::unix::fs::symlink("/dev/zero", &link).unwrap();
    // /dev/zero has no end: whoever reads it whole does not come back.
    for out in [
        Path::new("/dev/full"),
        Path::new("/dev/zero"),
        &socket,
        &link,
    ] {
        unosim()
            .arg("report")
            .arg(dir.path())
            .arg("--out")
            .arg(out)
            .timeout(std::time::Duration::from_secs(60))
            .assert()
            .code(1)
            .stdout("")
            .stderr(contains("cannot write"))
            .stderr(contains("no regular file; choose another with --out"));
    }
    assert!(!dir.path().join("figures").exists());
    assert!(!Path::new("/dev/figures").exists());
}

#[test]
fn figures_that_the_new_report_lacks_go_and_others_stay() {
    let dir = copy("tests/report");
    report(dir.path());
    let has = |name: &str| dir.path().join("figures").join(name).exists();
    assert!(has("balance-01.svg") && has("win-rates-01.svg"));
    let put = |name: &str| fs::write(dir.path().join("figures").join(name), "<svg/>").unwrap();
    put("mine.svg");
    put("notes.txt");
    fs::remove_file(dir.path().join("balance.csv")).unwrap();
    let page = Html::parse_document(&report(dir.path()));
    assert!(!has("balance-01.svg"));
    assert!(has("mine.svg") && has("notes.txt"));
    // Nothing else went.
    assert_eq!(
        figures(dir.path()).len(),
        all(&page, "svg").len() + 2,
        "{:?}",
        figures(dir.path())
    );
}

#[test]
fn a_duel_and_a_comparison_have_an_answer() {
    let dir = TempDir::new().unwrap();
    let run = |args: &[&str]| {
        unosim().current_dir(&dir).args(args).assert().success();
    };
    let duel = "duel greedy random --rules unoai --sprt 0,20 --quiet --out duel";
    run(&duel.split(' ').collect::<Vec<_>>());
    let balance = "balance --rules phone --strategy random --ladder random,greedy --deals 300 --quiet --out balance";
    run(&balance.split(' ').collect::<Vec<_>>());
    for (out, question, answer) in [
        (
            "duel",
            "Is greedy better than random?",
            "H1 accepted: at least 20 Elo points better",
        ),
        (
            "balance",
            "What does each rule set do to a game of 4 random, compared with mattel?",
            "phone ",
        ),
    ] {
        let text = report(&dir.path().join(out));
        // A duel is a few numbers and needs no figure.
        let page = match out {
            "duel" => Html::parse_document(&text),
            _ => holds(&text, &dir.path().join(out)),
        };
        assert_eq!(texts(&page, ".question"), [question]);
        let headline = &texts(&page, ".headline")[0];
        assert!(headline.starts_with(answer), "{headline}");
    }
}

#[test]
fn every_measure_of_a_balance_is_drawn_and_its_making_told() {
    let dir = TempDir::new().unwrap();
    let out = dir.path().join("balance");
    let flags = "balance --rules phone,unoai --strategy greedy --ladder random,greedy --players 10 --deals 50 --seed 9";
    unosim()
        .args(flags.split(' '))
        .args(["--quiet", "--out"])
        .arg(&out)
        .assert()
        .success();
    let page = holds(&report(&out), &out);
    let csv = fs::read_to_string(out.join("balance.csv")).unwrap();
    let names = |line: &str| line.split(',').nth(1).unwrap().replace('_', " ");
    let measures: HashSet<String> = csv.lines().skip(1).map(names).collect();
    let titles = texts(&page, "#balance figcaption strong");
    let drawn: HashSet<String> = titles.iter().map(|t| t.to_lowercase()).collect();
    assert_eq!(drawn, measures);
    assert!(drawn.len() > 24 && drawn.contains("skill gap"));
    assert_eq!(texts(&page, "#balance .left"), [""; 0]);
    let names = texts(&page, "#made dt");
    let values = texts(&page, "#made dd");
    for (name, value) in [
        ("Seed", "9"),
        ("Baseline", "mattel"),
        ("Deals under each of the rules", "50"),
        ("Players", "10"),
        ("Strategy on every seat", "greedy"),
        ("Ladder", "random, greedy"),
    ] {
        let at = names.iter().position(|n| n == name).expect(name);
        assert_eq!(values[at], value);
    }
}
