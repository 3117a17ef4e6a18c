//! What a run found, in a sentence: who leads, and whether that can be told from chance. It knows rates and intervals,
//! and nothing of pages.

use std::cmp::Ordering;

use super::read::{Interval, Pair, Results, WinRate};
use super::words::{Unit, listed, listed_briefly, signed};
use crate::numbers::plural;

/// So many names stand in a sentence.
const MOST_NAMES: usize = 6;

/// The rows of one table under one rule set.
#[derive(Debug, Clone)]
pub struct Round<'a> {
    /// The rule set.
    pub rules: &'a str,
    /// The table.
    pub table: &'a str,
    /// A row a strategy, as listed.
    pub rows: Vec<&'a WinRate>,
}

/// The rounds of a run in the order of the file.
#[must_use]
pub fn rounds(rows: &[WinRate]) -> Vec<Round<'_>> {
    let mut rounds: Vec<Round> = Vec::new();
    for row in rows {
        let same = |round: &&mut Round| round.rules == row.rules && round.table == row.table;
        match rounds.iter_mut().find(same) {
            Some(round) => round.rows.push(row),
            None => rounds.push(Round {
                rules: &row.rules,
                table: &row.table,
                rows: vec![row],
            }),
        }
    }
    rounds
}

/// Who leads a round.
#[derive(Debug, Clone, Copy)]
pub struct Verdict<'a> {
    /// The best.
    pub leader: &'a WinRate,
    /// The next.
    pub next: Option<&'a WinRate>,
    /// Their head to head, if the run counted it.
    pub net: Option<Interval>,
    /// Whether chance is ruled out, at 95 %.
    pub clear: bool,
}

impl<'a> Round<'a> {
    /// Strategies from best to worst; equal ones stay as listed.
    #[must_use]
    pub fn ranked(&self) -> Vec<&'a WinRate> {
        let mut rows: Vec<&WinRate> = self
            .rows
            .iter()
            .copied()
            .filter(|r| r.win_rate.is_some())
            .collect();
        let rate = |row: &WinRate| row.win_rate.unwrap_or_default();
        rows.sort_by(|a, b| rate(b).total_cmp(&rate(a)));
        rows
    }

    /// Who leads. Two strategies of one table play the same games, so their head to head decides, where there is one;
    /// otherwise their intervals must not meet.
    #[must_use]
    pub fn verdict(&self, pairs: &[Pair]) -> Option<Verdict<'a>> {
        let ranked = self.ranked();
        let (leader, next) = (*ranked.first()?, ranked.get(1).copied());
        let pair = next.and_then(|next| {
            pairs.iter().find(|pair| {
                pair.rules == self.rules
                    && pair.table == self.table
                    && pair.strategy == leader.strategy
                    && pair.opponent == next.strategy
            })
        });
        let net = pair.and_then(Pair::net);
        let ends = |row: &WinRate| row.win().and_then(|win| win.ends);
        let clear = match (net, next) {
            (Some(net), _) => net.beside(0.0) == Some(Ordering::Greater),
            (None, Some(next)) => ends(leader).zip(ends(next)).is_some_and(|(a, b)| a.0 > b.1),
            (None, None) => false,
        };
        Some(Verdict {
            leader,
            next,
            net,
            clear,
        })
    }
}

/// The answer of a run.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Answer {
    /// One sentence.
    pub headline: String,
    /// What belongs to it.
    pub points: Vec<String>,
}

/// What the files say.
#[must_use]
pub fn answer(results: &Results) -> Answer {
    let rounds = rounds(&results.win_rates);
    let mut answer = match rounds.as_slice() {
        [] => Answer::default(),
        [round] => of_one(round, &results.pairs),
        _ => of_many(&rounds, &results.pairs),
    };
    answer.points.extend(ratings(results));
    answer.points.extend(differences(results));
    if answer.headline.is_empty() && !answer.points.is_empty() {
        answer.headline = answer.points.remove(0);
    }
    answer
}

fn of_one(round: &Round, pairs: &[Pair]) -> Answer {
    let Some(verdict) = round.verdict(pairs) else {
        return Answer::default();
    };
    let leader = verdict.leader;
    let rate = Unit::Percent.with_error(leader.win());
    let Some(next) = verdict.next else {
        return Answer {
            headline: format!(
                "{} plays only against itself: it wins {rate} of its games.",
                leader.strategy
            ),
            points: Vec::new(),
        };
    };
    let gap = leader.win_rate.unwrap_or_default() - next.win_rate.unwrap_or_default();
    let headline = match verdict.clear {
        true => format!(
            "{} leads with {rate} of the games, {} points ahead of {}.",
            leader.strategy,
            signed(gap * 100.0, 1).trim_start_matches('+'),
            next.strategy
        ),
        false => format!(
            "No clear leader: {} ({rate}) and {} ({}) cannot be told apart.",
            leader.strategy,
            next.strategy,
            Unit::Percent.with_error(next.win())
        ),
    };
    let mut points = Vec::new();
    if let Some(net) = verdict.net {
        points.push(format!(
            "Head to head, {} against {}: net {} (better minus worse, 95 % interval {}; 0 is even).",
            leader.strategy,
            next.strategy,
            signed(net.value, 4),
            Unit::Difference.ends(Some(net)),
        ));
    } else {
        let meet = if verdict.clear {
            "do not overlap"
        } else {
            "overlap"
        };
        points.push(format!(
            "The 95 % intervals of the two {meet}; these files hold no head to head of them."
        ));
    }
    points.extend(against_baseline(round));
    Answer { headline, points }
}

/// Who wins more than equal strategies would, and who less.
fn against_baseline(round: &Round) -> Option<String> {
    let baseline = round.rows.first()?.baseline?;
    let side = |order: Option<Ordering>| -> Vec<String> {
        let rows = round.ranked().into_iter();
        let rows = rows.filter(|row| row.win().is_some_and(|win| win.beside(baseline) == order));
        rows.map(|row| row.strategy.clone()).collect()
    };
    let mut parts = Vec::new();
    for (order, does) in [
        (Some(Ordering::Greater), "more"),
        (Some(Ordering::Less), "less"),
        (None, "about as much"),
    ] {
        let names = side(order);
        if !names.is_empty() {
            let wins = if names.len() == 1 { "wins" } else { "win" };
            parts.push(format!(
                "{} {wins} {does}",
                listed_briefly(&names, MOST_NAMES)
            ));
        }
    }
    let equal = Unit::Percent.short(baseline);
    (!parts.is_empty()).then(|| {
        format!(
            "Equal strategies would each win {equal}: {}.",
            parts.join("; ")
        )
    })
}

/// Several tables, rule sets or both: who leads where.
fn of_many(rounds: &[Round], pairs: &[Pair]) -> Answer {
    let mut tables: Vec<&str> = Vec::new();
    for round in rounds {
        if !tables.contains(&round.table) {
            tables.push(round.table);
        }
    }
    let parts: Vec<(&str, Answer)> = tables
        .iter()
        .map(|table| {
            let of_table: Vec<&Round> = rounds.iter().filter(|r| r.table == *table).collect();
            (*table, of_table)
        })
        .filter_map(|(table, of_table)| Some((table, of_rules(&of_table, pairs)?)))
        .collect();
    match parts.as_slice() {
        [] => Answer::default(),
        [(_, only)] => only.clone(),
        _ => of_tables(rounds, pairs, parts),
    }
}

/// One table under several rule sets, or under one.
fn of_rules(rounds: &[&Round], pairs: &[Pair]) -> Option<Answer> {
    if let [round] = rounds {
        let verdict = round.verdict(pairs)?;
        let rate = Unit::Percent.with_error(verdict.leader.win());
        let headline = match (verdict.next, verdict.clear) {
            (None, _) => format!("only {} plays", verdict.leader.strategy),
            (Some(next), true) => {
                let next_rate = Unit::Percent.with_error(next.win());
                format!(
                    "{} leads, {rate} before {} with {next_rate}",
                    verdict.leader.strategy, next.strategy
                )
            }
            (Some(next), false) => {
                format!(
                    "{} ({rate}) and {} cannot be told apart",
                    verdict.leader.strategy, next.strategy
                )
            }
        };
        return Some(Answer {
            headline,
            points: Vec::new(),
        });
    }
    let verdicts: Vec<(&str, Verdict)> = rounds
        .iter()
        .filter_map(|round| Some((round.rules, round.verdict(pairs)?)))
        .collect();
    let leaders = Leaders::of(&verdicts);
    let sets = plural(verdicts.len() as u64, "rule set", "rule sets");
    let headline = match leaders.clear.as_slice() {
        [] => format!("Under none of {sets} does one strategy lead beyond chance."),
        [(one, names)] if names.len() == verdicts.len() => {
            format!("The order holds: {one} leads under all {sets}, each time beyond chance.")
        }
        [(one, names)] => format!(
            "No rule set turns the order beyond chance: {one} leads under {} of {sets}, and under the others the first two \
             cannot be told apart.",
            names.len()
        ),
        several => {
            let parts: Vec<String> = several
                .iter()
                .map(|(name, rules)| format!("{name} under {}", rules.len()))
                .collect();
            let open = match leaders.open.len() {
                0 => String::new(),
                n => format!("; under {n} the first two cannot be told apart"),
            };
            format!(
                "The rules decide who leads: of {sets}, {}{open}.",
                listed(&parts)
            )
        }
    };
    Some(Answer {
        headline,
        points: leaders.points(),
    })
}

/// Rule sets by who leads beyond chance.
struct Leaders {
    clear: Vec<(String, Vec<String>)>,
    open: Vec<String>,
}

impl Leaders {
    fn of(verdicts: &[(&str, Verdict)]) -> Leaders {
        let mut leaders = Leaders {
            clear: Vec::new(),
            open: Vec::new(),
        };
        for (rules, verdict) in verdicts {
            if !verdict.clear {
                leaders.open.push((*rules).to_string());
                continue;
            }
            let name = &verdict.leader.strategy;
            match leaders.clear.iter_mut().find(|(leader, _)| leader == name) {
                Some((_, under)) => under.push((*rules).to_string()),
                None => leaders
                    .clear
                    .push((name.clone(), vec![(*rules).to_string()])),
            }
        }
        leaders
            .clear
            .sort_by_key(|(_, under)| std::cmp::Reverse(under.len()));
        leaders
    }

    fn points(&self) -> Vec<String> {
        let clear = self.clear.iter();
        let mut points: Vec<String> = clear
            .map(|(name, under)| format!("{name} leads under {}.", listed(under)))
            .collect();
        if !self.open.is_empty() {
            points.push(format!(
                "Not to be told apart: the first two under {}.",
                listed(&self.open)
            ));
        }
        points
    }
}

fn of_tables(rounds: &[Round], pairs: &[Pair], parts: Vec<(&str, Answer)>) -> Answer {
    let verdicts: Vec<Verdict> = rounds
        .iter()
        .filter_map(|r| r.verdict(pairs))
        .filter(|v| v.next.is_some())
        .collect();
    let clear = verdicts.iter().filter(|v| v.clear).count();
    let what = match parts.len() == rounds.len() {
        true => plural(verdicts.len() as u64, "table", "tables"),
        false => format!(
            "{} of a table and a rule set",
            plural(verdicts.len() as u64, "pairing", "pairings")
        ),
    };
    let headline = match clear {
        0 => format!("At none of {what} does one strategy lead beyond chance."),
        all if all == verdicts.len() => {
            format!("At each of {what} one strategy leads beyond chance.")
        }
        some => format!(
            "At {some} of {what} one strategy leads beyond chance; at the others the first two cannot be told apart."
        ),
    };
    let points = parts.into_iter().map(|(table, part)| {
        let end = if part.headline.ends_with('.') {
            ""
        } else {
            "."
        };
        format!("{table} — {}{end}", part.headline)
    });
    Answer {
        headline,
        points: points.collect(),
    }
}

fn ratings(results: &Results) -> Option<String> {
    let first = results.ratings.first()?;
    let mut rows: Vec<_> = results
        .ratings
        .iter()
        .filter(|r| r.rules == first.rules)
        .collect();
    rows.retain(|row| row.rating.is_some());
    rows.sort_by(|a, b| {
        b.rating
            .unwrap_or_default()
            .total_cmp(&a.rating.unwrap_or_default())
    });
    let best = rows.first()?;
    let clear = rows
        .get(1)
        .and_then(|next| Some(best.ci_low? > next.ci_high?));
    let how = match clear {
        Some(true) => "its interval is above that of every other",
        _ => "its interval meets that of the next",
    };
    let rating = Unit::Plain.with_error(best.rating());
    let under = &best.rules;
    (rows.len() > 1).then(|| {
        format!(
            "Rated from all meetings under {under}, {} is first ({rating}); {how}.",
            best.strategy
        )
    })
}

fn differences(results: &Results) -> Option<String> {
    let known = results.differences.iter().filter_map(|d| d.difference());
    let known: Vec<Interval> = known.filter(|d| d.ends.is_some()).collect();
    let apart = known.iter().filter(|d| d.beside(0.0).is_some()).count();
    let all = plural(
        known.len() as u64,
        "paired difference",
        "paired differences",
    );
    (!known.is_empty()).then(|| {
        format!(
            "Of {all}, {apart} {} 0.",
            if apart == 1 { "excludes" } else { "exclude" }
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn a_clear_leader_is_named_with_its_lead() {
        let rows = vec![
            row("mattel", "main", "random", 0.4, 0.02),
            row("mattel", "main", "greedy", 0.6, 0.02),
        ];
        let found = answer(&results(rows, vec![pair("greedy", "random", 0.2, 0.04)]));
        assert_eq!(
            found.headline,
            "greedy leads with 60.0 ± 2.0 % of the games, 20.0 points ahead of random."
        );
        assert_eq!(
            found.points,
            [
                "Head to head, greedy against random: net +0.2000 (better minus worse, 95 % interval +0.160 to +0.240; 0 is even).",
                "Equal strategies would each win 50.0 %: greedy wins more; random wins less."
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
            open.headline,
            "No clear leader: a (51.0 ± 2.0 %) and b (49.0 ± 2.0 %) cannot be told apart."
        );
        assert!(
            open.points[1].ends_with("a, b win about as much.")
                || open.points[1].ends_with("a and b win about as much.")
        );
        let without = answer(&results(rows, Vec::new()));
        assert!(
            without.headline.starts_with("No clear leader"),
            "{without:?}"
        );
        assert!(without.points[0].contains("overlap; these files hold no head to head"));
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
            same.headline,
            "The order holds: a leads under all 3 rule sets, each time beyond chance."
        );
        assert_eq!(same.points, ["a leads under x, y and z."]);
        let open = answer(&results(rows(of("z", 0.501, 0.499)), Vec::new()));
        assert!(
            open.headline
                .starts_with("No rule set turns the order beyond chance: a leads under 2 of 3")
        );
        let turned = answer(&results(rows(of("z", 0.4, 0.6)), Vec::new()));
        assert_eq!(
            turned.headline,
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
        assert!(
            found
                .headline
                .starts_with("At 1 of 2 tables one strategy leads beyond chance"),
            "{found:?}"
        );
        assert_eq!(
            found.points[0],
            "one — a leads, 60.0 ± 1.0 % before b with 40.0 ± 1.0 %."
        );
        assert_eq!(
            found.points[1],
            "two — a (50.1 ± 1.0 %) and c cannot be told apart."
        );
    }
}
