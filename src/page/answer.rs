//! What a run found, in a sentence: who leads, and whether that can be told from chance. It knows rates and intervals,
//! and nothing of pages.

use std::cmp::Ordering;

use super::rated;
use super::read::{Interval, Pair, Results};
use super::rounds::{Round, Verdict, rounds};
use super::words::{Unit, listed, listed_briefly, signed};
use crate::numbers::plural;

/// So many names stand in a sentence.
const MOST_NAMES: usize = 6;

/// So many leaders are named in the headline.
const MOST_LEADERS: usize = 3;

/// So many rule sets are named.
const MOST_RULES: usize = 12;

/// The answer of a run.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Answer {
    /// One sentence.
    pub headline: String,
    /// What belongs to it.
    pub points: Vec<Point>,
}

/// Something that belongs to an answer.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Point {
    /// What it is about: the name of a table; empty where it is about everything.
    pub about: String,
    /// A sentence.
    pub text: String,
}

impl From<String> for Point {
    fn from(text: String) -> Point {
        Point {
            about: String::new(),
            text,
        }
    }
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
    let Answer { headline, points } = rated::answer(&results.ratings);
    if !headline.is_empty() {
        answer.points.push(headline.into());
    }
    answer.points.extend(points);
    let said = results
        .manifest
        .iter()
        .flat_map(|m| m.answer.iter().cloned());
    answer.points.extend(said.map(Point::from));
    answer.points.extend(differences(results).map(Point::from));
    if answer.headline.is_empty() && !answer.points.is_empty() {
        answer.headline = answer.points.remove(0).text;
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
    let first = match verdict.net {
        Some(net) => format!(
            "In the games that they share, {} comes out ahead of {} by {} net (0 is even).",
            leader.strategy,
            next.strategy,
            Unit::Points.with_error(Some(net)),
        ),
        None => format!(
            "The 95 % intervals of the two {}; these files hold no head to head of them.",
            if verdict.clear {
                "do not overlap"
            } else {
                "overlap"
            }
        ),
    };
    let points = [Some(first), against_baseline(round)].into_iter().flatten();
    Answer {
        headline,
        points: points.map(Point::from).collect(),
    }
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
            (None, _) => format!("{} plays only against itself.", verdict.leader.strategy),
            (Some(next), true) => {
                let next_rate = Unit::Percent.with_error(next.win());
                format!(
                    "{} leads with {rate} before {} with {next_rate}.",
                    verdict.leader.strategy, next.strategy
                )
            }
            (Some(next), false) => {
                format!(
                    "{} ({rate}) and {} cannot be told apart.",
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
        [(one, names)] => {
            let under = names.len();
            match behind(rounds, one, pairs) {
                0 => format!(
                    "{one} leads beyond chance under {under} of {sets}; under the others the first two cannot be told \
                     apart."
                ),
                trails => format!(
                    "The rules decide who leads: of {sets}, {one} leads under {under} and trails the first under \
                     {trails}, each time beyond chance."
                ),
            }
        }
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

/// Under how many rule sets a strategy is behind the first beyond chance.
fn behind(rounds: &[&Round], name: &str, pairs: &[Pair]) -> usize {
    let beaten = |round: &&&Round| {
        let ranked = round.ranked();
        let (Some(first), Some(own)) = (
            ranked.first(),
            ranked.iter().find(|row| row.strategy == name),
        ) else {
            return false;
        };
        first.strategy != name && round.ahead(first, own, pairs).1
    };
    rounds.iter().filter(beaten).count()
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

    fn points(&self) -> Vec<Point> {
        let clear = self.clear.iter();
        let clear = clear.map(|(name, under)| {
            format!("{name} leads under {}.", listed_briefly(under, MOST_RULES))
        });
        let open = (!self.open.is_empty()).then(|| {
            format!(
                "The first two cannot be told apart under {}.",
                listed_briefly(&self.open, MOST_RULES)
            )
        });
        clear.chain(open).map(Point::from).collect()
    }
}

fn of_tables(rounds: &[Round], pairs: &[Pair], parts: Vec<(&str, Answer)>) -> Answer {
    let verdicts: Vec<Verdict> = rounds
        .iter()
        .filter_map(|r| r.verdict(pairs))
        .filter(|v| v.next.is_some())
        .collect();
    let clear = verdicts.iter().filter(|v| v.clear).count();
    let count = verdicts.len() as u64;
    let what = match parts.len() == rounds.len() {
        true => plural(count, "table", "tables"),
        false => plural(
            count,
            "pairing of a table and a rule set",
            "pairings of a table and a rule set",
        ),
    };
    // A strategy that plays only against itself leads nowhere.
    let meet = if count as usize == rounds.len() {
        ""
    } else {
        " where strategies meet"
    };
    let what = format!("{what}{meet}");
    let open = match verdicts.len() - clear {
        0 => String::new(),
        n => format!("; at {n} the first two cannot be told apart"),
    };
    let leaders = Leaders::of(&verdicts.iter().map(|v| ("", *v)).collect::<Vec<_>>());
    let headline = match leaders.clear.as_slice() {
        [] if count == 0 => "At every table a strategy plays only against itself.".to_string(),
        [] => format!("At none of {what} does one strategy lead beyond chance."),
        [(one, _)] if open.is_empty() => format!("{one} leads beyond chance at each of {what}."),
        [(one, _)] => format!("{one} leads beyond chance at {clear} of {what}{open}."),
        several if several.len() <= MOST_LEADERS => {
            let parts = several
                .iter()
                .map(|(name, at)| format!("{name} at {}", at.len()));
            let parts: Vec<String> = parts.collect();
            format!("Of {what}, {} lead beyond chance{open}.", listed(&parts))
        }
        _ if open.is_empty() => format!("At each of {what} one strategy leads beyond chance."),
        _ => format!("At {clear} of {what} one strategy leads beyond chance{open}."),
    };
    let points = parts.into_iter().map(|(table, part)| Point {
        about: table.to_string(),
        text: part.headline,
    });
    Answer {
        headline,
        points: points.collect(),
    }
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
#[path = "answer_tests.rs"]
mod tests;
