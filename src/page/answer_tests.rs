//! What answers say: clear leaders, and those that are none.

use super::{Answer, answer};
use crate::page::read::{Pair, Rating, Results, WinRate};

fn row(rules: &str, table: &str, strategy: &str, rate: f64, half: f64) -> WinRate {
    WinRate {
        rules: rules.into(),
        table: table.into(),
        strategy: strategy.into(),
        games: 1000,
        win_rate: Some(rate),
        ci_low: Some(rate - half),
        ci_high: Some(rate + half),
        baseline: Some(0.5),
        mean_score: None,
        score_ci_low: None,
        score_ci_high: None,
        mean_points_left: None,
        mean_cards_left: None,
        deals: 500,
        hands: 1000,
    }
}

fn pair(a: &str, b: &str, net: f64, half: f64) -> Pair {
    Pair {
        rules: "mattel".into(),
        table: "main".into(),
        strategy: a.into(),
        opponent: b.into(),
        games: 1000,
        better: 0,
        equal: 0,
        worse: 0,
        net: Some(net),
        net_ci_low: Some(net - half),
        net_ci_high: Some(net + half),
    }
}

fn results(win_rates: Vec<WinRate>, pairs: Vec<Pair>) -> Results {
    Results {
        win_rates,
        pairs,
        ..Results::default()
    }
}

/// With plain spaces, so that a test can be read.
fn plain(text: &str) -> String {
    text.replace('\u{a0}', " ")
}

fn texts(answer: &Answer) -> Vec<String> {
    let points = answer.points.iter();
    points
        .map(|point| {
            plain(&format!("{} {}", point.about, point.text))
                .trim()
                .to_string()
        })
        .collect()
}

#[test]
fn a_clear_leader_is_named_with_its_lead() {
    let rows = vec![
        row("mattel", "main", "random", 0.4, 0.02),
        row("mattel", "main", "greedy", 0.6, 0.02),
    ];
    let found = answer(&results(rows, vec![pair("greedy", "random", 0.2, 0.04)]));
    assert_eq!(
        plain(&found.headline),
        "greedy leads with 60.0 ± 2.0 % of the games, 20.0 points ahead of random."
    );
    assert_eq!(
        texts(&found),
        [
            "In the games that they share, greedy comes out ahead of random by +20.0 ± 4.0 pp net (0 is even).",
            "Equal strategies would each win 50.0 %: greedy wins more; random wins less.",
        ]
    );
}

#[test]
fn the_head_to_head_decides_not_the_overlap() {
    let rows = vec![
        row("mattel", "main", "a", 0.51, 0.02),
        row("mattel", "main", "b", 0.49, 0.02),
    ];
    let apart = answer(&results(rows.clone(), vec![pair("a", "b", 0.02, 0.01)]));
    assert!(apart.headline.starts_with("a leads with"), "{apart:?}");
    let open = answer(&results(rows.clone(), vec![pair("a", "b", 0.02, 0.03)]));
    assert_eq!(
        plain(&open.headline),
        "No clear leader: a (51.0 ± 2.0 %) and b (49.0 ± 2.0 %) cannot be told apart."
    );
    assert_eq!(
        texts(&open)[1],
        "Equal strategies would each win 50.0 %: a and b win about as much."
    );
    let without = answer(&results(rows, Vec::new()));
    assert!(
        without.headline.starts_with("No clear leader"),
        "{without:?}"
    );
    assert!(texts(&without)[0].contains("overlap; these files hold no head to head"));
}

#[test]
fn one_strategy_has_nobody_to_lead() {
    let found = answer(&results(
        vec![row("mattel", "main", "a", 0.5, 0.0)],
        Vec::new(),
    ));
    assert!(
        found.headline.starts_with("a plays only against itself"),
        "{found:?}"
    );
}

#[test]
fn rule_sets_are_grouped_by_who_leads() {
    let of = |rules: &str, a: f64, b: f64| {
        [
            row(rules, "main", "a", a, 0.01),
            row(rules, "main", "b", b, 0.01),
        ]
    };
    let rows = |more: [WinRate; 2]| [of("x", 0.6, 0.4), of("y", 0.7, 0.3), more].concat();
    let same = answer(&results(rows(of("z", 0.55, 0.45)), Vec::new()));
    assert_eq!(
        plain(&same.headline),
        "The order holds: a leads under all 3 rule sets, each time beyond chance."
    );
    assert_eq!(texts(&same), ["a leads under x, y and z."]);
    let open = answer(&results(rows(of("z", 0.501, 0.499)), Vec::new()));
    assert_eq!(
        plain(&open.headline),
        "a leads beyond chance under 2 of 3 rule sets; under the others the first two cannot be told apart."
    );
    let turned = answer(&results(rows(of("z", 0.4, 0.6)), Vec::new()));
    assert_eq!(
        plain(&turned.headline),
        "The rules decide who leads: of 3 rule sets, a under 2 and b under 1."
    );
}

#[test]
fn tables_are_answered_one_by_one() {
    let rows = vec![
        row("mattel", "one", "a", 0.6, 0.01),
        row("mattel", "one", "b", 0.4, 0.01),
        row("mattel", "two", "a", 0.501, 0.01),
        row("mattel", "two", "c", 0.499, 0.01),
    ];
    let found = answer(&results(rows, Vec::new()));
    assert_eq!(
        found.headline,
        "a leads beyond chance at 1 of 2 tables; at 1 the first two cannot be told apart."
    );
    assert_eq!(
        texts(&found),
        [
            "one a leads with 60.0 ± 1.0 % before b with 40.0 ± 1.0 %.",
            "two a (50.1 ± 1.0 %) and c cannot be told apart.",
        ]
    );
}

#[test]
fn a_leader_here_may_trail_there() {
    let of = |rules: &str, rates: [f64; 3]| {
        let names = ["a", "b", "c"].into_iter().zip(rates);
        let rows = names.map(|(name, rate)| row(rules, "main", name, rate, 0.01));
        rows.collect::<Vec<_>>()
    };
    // Under y nobody leads beyond chance, but a is behind both.
    let rows = [of("x", [0.5, 0.3, 0.2]), of("y", [0.2, 0.4, 0.401])].concat();
    assert_eq!(
        answer(&results(rows, Vec::new())).headline,
        "The rules decide who leads: of 2 rule sets, a leads under 1 and trails the first under 1, each time beyond \
         chance."
    );
}

#[test]
fn ratings_and_differences_answer_where_there_are_no_games() {
    let rating = |strategy: &str, value: f64| Rating {
        rules: "mattel".into(),
        strategy: strategy.into(),
        games: 10,
        rating: Some(value),
        ci_low: Some(value - 5.0),
        ci_high: Some(value + 5.0),
        nash: None,
    };
    let ratings = vec![rating("a", 100.0), rating("b", 120.0)];
    let found = answer(&Results {
        ratings,
        ..Results::default()
    });
    assert_eq!(
        plain(&found.headline),
        "Rated from all meetings under mattel, b is first (120.0 ± 5.0); its interval is above that of every other."
    );
    assert!(found.points.is_empty());
}
