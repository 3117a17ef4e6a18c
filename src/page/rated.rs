//! What ratings say, in sentences: who is first under each of the rules, how sure that is, and who holds most of the
//! equilibrium. It knows rows of `ratings.csv`, and nothing of games.

use super::answer::{Answer, Point};
use super::read::Rating;
use super::words::{Unit, listed, listed_briefly};
use crate::numbers::plural;

/// So many names stand in a sentence.
const MOST_NAMES: usize = 6;

/// The answer of a league: one for each of its rules. Empty where nobody is rated.
#[must_use]
pub fn answer(ratings: &[Rating]) -> Answer {
    let mut fields: Vec<(&str, Vec<&Rating>)> = Vec::new();
    for row in ratings.iter().filter(|row| row.rating.is_some()) {
        match fields.iter_mut().find(|(rules, _)| *rules == row.rules) {
            Some((_, rows)) => rows.push(row),
            None => fields.push((&row.rules, vec![row])),
        }
    }
    // One alone is first of nobody.
    fields.retain(|(_, rows)| rows.len() > 1);
    for (_, rows) in &mut fields {
        let rating = |row: &Rating| row.rating.unwrap_or_default();
        rows.sort_by(|a, b| rating(b).total_cmp(&rating(a)));
    }
    match fields.as_slice() {
        [] => Answer::default(),
        [(rules, rows)] => Answer {
            headline: format!("Rated from all meetings under {rules}, {}", first(rows)),
            points: equilibrium(rows).map(Point::from).into_iter().collect(),
        },
        several => Answer {
            headline: headline(several),
            points: several
                .iter()
                .map(|(rules, rows)| {
                    let sentences = [Some(first(rows)), equilibrium(rows)];
                    Point {
                        about: (*rules).to_string(),
                        text: sentences
                            .into_iter()
                            .flatten()
                            .collect::<Vec<_>>()
                            .join(" "),
                    }
                })
                .collect(),
        },
    }
}

/// Who is first under how many of the rules.
fn headline(fields: &[(&str, Vec<&Rating>)]) -> String {
    let mut firsts: Vec<(&str, usize)> = Vec::new();
    for name in fields.iter().map(|(_, rows)| rows[0].strategy.as_str()) {
        match firsts.iter_mut().find(|(first, _)| *first == name) {
            Some((_, count)) => *count += 1,
            None => firsts.push((name, 1)),
        }
    }
    firsts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let sets = plural(fields.len() as u64, "rule set", "rule sets");
    match firsts.as_slice() {
        [(one, _)] => format!("By rating, {one} is first under all {sets}."),
        several => {
            let parts = several
                .iter()
                .map(|(name, count)| format!("{name} is first under {count}"));
            format!(
                "By rating, of {sets}, {}.",
                listed(&parts.collect::<Vec<_>>())
            )
        }
    }
}

/// Who is first, and whether its interval keeps it apart from the others.
fn first(rows: &[&Rating]) -> String {
    let (best, others) = (rows[0], &rows[1..]);
    let ends = |row: &Rating| row.ci_low.zip(row.ci_high);
    let unknown: Vec<String> = rows
        .iter()
        .filter(|row| ends(row).is_none())
        .map(|row| row.strategy.clone())
        .collect();
    let meets = |other: &&&Rating| {
        let both = ends(best).zip(ends(other));
        both.is_some_and(|(own, of)| of.1 >= own.0)
    };
    let how = match others.iter().find(meets) {
        Some(other) => format!("its interval meets that of {}", other.strategy),
        None if unknown.is_empty() => "its interval is above that of every other".into(),
        None if unknown.len() == rows.len() => {
            "these ratings have no intervals, so how sure that is is not known".into()
        }
        None => format!(
            "how sure that is is not known, since there is no interval for {}",
            listed_briefly(&unknown, MOST_NAMES)
        ),
    };
    let rating = Unit::Plain.with_error(best.rating());
    format!("{} is first ({rating}); {how}.", best.strategy)
}

/// Who holds most of the equilibrium, where it is not the first: then a rating does not tell whom to choose.
fn equilibrium(rows: &[&Rating]) -> Option<String> {
    let share = |row: &Rating| row.nash.unwrap_or_default();
    let best = rows[0];
    let most = rows.iter().max_by(|a, b| share(a).total_cmp(&share(b)))?;
    let percent = |row: &Rating| Unit::Percent.short(share(row));
    (best.nash.is_some() && share(most) > share(best)).then(|| {
        format!(
            "The rating does not tell all: in the equilibrium, the mixture that nothing beats, {} has the largest share, {}, \
             and {} has {}.",
            most.strategy,
            percent(most),
            best.strategy,
            percent(best)
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rating(rules: &str, strategy: &str, value: f64, half: Option<f64>, nash: f64) -> Rating {
        Rating {
            rules: rules.into(),
            strategy: strategy.into(),
            games: 10,
            rating: Some(value),
            ci_low: half.map(|half| value - half),
            ci_high: half.map(|half| value + half),
            nash: Some(nash),
        }
    }

    fn said(rows: &[Rating]) -> Vec<String> {
        let Answer { headline, points } = answer(rows);
        let points = points
            .iter()
            .map(|p| format!("{} {}", p.about, p.text).trim().to_string());
        let all = std::iter::once(headline).chain(points);
        all.map(|text| text.replace('\u{a0}', " ")).collect()
    }

    #[test]
    fn an_interval_is_told_only_where_there_is_one() {
        let of = |a, b, c| {
            said(&[
                rating("m", "a", 30.0, a, 1.0),
                rating("m", "b", 20.0, b, 0.0),
                rating("m", "c", 0.0, c, 0.0),
            ])
        };
        let (some, wide) = (Some(4.0), Some(28.0));
        for (halves, says) in [
            (
                [some, some, some],
                "its interval is above that of every other.",
            ),
            // Not the next, but one behind it.
            ([some, some, wide], "its interval meets that of c."),
            (
                [None, None, None],
                "these ratings have no intervals, so how sure that is is not known.",
            ),
            (
                [some, None, some],
                "how sure that is is not known, since there is no interval for b.",
            ),
            (
                [None, some, some],
                "how sure that is is not known, since there is no interval for a.",
            ),
        ] {
            let [a, b, c] = halves;
            let said = of(a, b, c);
            assert_eq!(said.len(), 1, "{said:?}");
            assert!(said[0].starts_with("Rated from all meetings under m, a is first (30"));
            assert!(said[0].ends_with(says), "{said:?}");
        }
    }

    #[test]
    fn every_rule_set_has_its_answer() {
        let half = Some(1.0);
        let mut rows = vec![
            rating("x", "a", 30.0, half, 1.0),
            rating("x", "b", 20.0, half, 0.0),
            rating("y", "b", 10.0, half, 1.0),
            rating("y", "a", 5.0, half, 0.0),
        ];
        assert_eq!(
            said(&rows),
            [
                "By rating, of 2 rule sets, a is first under 1 and b is first under 1.",
                "x a is first (30.0 ± 1.0); its interval is above that of every other.",
                "y b is first (10.0 ± 1.0); its interval is above that of every other.",
            ]
        );
        rows.truncate(2);
        rows.extend([
            rating("y", "a", 7.0, half, 1.0),
            rating("y", "b", 5.0, half, 0.0),
        ]);
        assert_eq!(
            said(&rows)[0],
            "By rating, a is first under all 2 rule sets."
        );
        assert_eq!(answer(&rows[..1]), Answer::default());
    }

    #[test]
    fn the_largest_share_is_told_where_the_first_does_not_have_it() {
        let of = |a, b| {
            said(&[
                rating("m", "a", 30.0, Some(1.0), a),
                rating("m", "b", 20.0, Some(1.0), b),
            ])
        };
        assert_eq!(
            of(0.1, 0.9)[1],
            "The rating does not tell all: in the equilibrium, the mixture that nothing beats, b has the largest share, 90.0 %, \
             and a has 10.0 %."
        );
        assert_eq!(of(0.9, 0.1).len(), 1);
        assert_eq!(of(0.5, 0.5).len(), 1);
    }
}
