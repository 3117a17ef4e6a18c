//! The best bot without search is better than random play under every rule set.

use assert_cmd::Command;
use tempfile::TempDir;

#[test]
fn expert_wins_more_than_its_share_under_every_rule_set() {
    for table in ["expert,random", "expert,random,random,random"] {
        let dir = TempDir::new().unwrap();
        let mut run = Command::cargo_bin("unosim").unwrap();
        run.current_dir(&dir)
            .args(["run", "--quiet", "--strategies", table]);
        run.args(["--deals", "100"]);
        // Two players are no partners.
        let sets = unosim_engine::rule_sets().iter().map(|set| set.name);
        let sets: Vec<&str> = sets
            .filter(|set| *set != "partners" || table.len() > 20)
            .collect();
        run.args(["--rules", &sets.join(",")]).assert().success();
        let mut rows =
            csv::Reader::from_path(dir.path().join("results/run/win_rates.csv")).unwrap();
        let mut seen = 0;
        for row in rows.deserialize::<std::collections::BTreeMap<String, String>>() {
            let row = row.unwrap();
            let number = |column: &str| row[column].parse::<f64>().unwrap();
            if row["strategy"] == "expert" {
                assert!(number("win_rate") > number("baseline"), "{table}: {row:?}");
                seen += 1;
            }
        }
        assert_eq!(seen, sets.len());
    }
}
