//! What a comparison comes to, in sentences: each rule set with what it changes, most changed first. It knows measures and
//! how numbers are read aloud.

use std::fmt::Write as _;

use super::Job;
use super::compare::{LEVEL, Measured, Value};
use super::measures::Unit;
use crate::numbers::grouped;
use crate::style::Style;

/// Most changes of a rule set that are told; the others are counted.
const MOST: usize = 5;

/// What is printed.
#[must_use]
pub fn screen(job: &Job, measured: &[Measured], style: Style) -> String {
    let mut text = String::new();
    let Some((baseline, others)) = measured.split_first() else {
        return text;
    };
    if others.is_empty() {
        let _ = writeln!(text, "nothing was compared with {}", baseline.rules);
        return text;
    }
    let count = others.iter().flat_map(|m| &m.values);
    let count = count.filter(|v| v.measure.told.is_some()).count();
    let _ = writeln!(
        text,
        "what the rules change, compared with {}; {} players, {}, {} deals, seed {}\n\
         ± is 95 %; told is what of {count} differences holds at {:.0} % for all together (Holm)",
        baseline.rules,
        job.players,
        job.strategy,
        grouped(job.deals),
        job.seed,
        LEVEL * 100.0
    );
    for (rules, told) in changed(others) {
        let _ = writeln!(text, "{} {told}", style.bold(rules));
    }
    if let Some(unchanged) = unchanged(others) {
        let _ = writeln!(text, "{unchanged}");
    }
    text
}

/// The same sentences, for the manifest.
#[must_use]
pub fn answer(measured: &[Measured]) -> Vec<String> {
    let others = measured.get(1..).unwrap_or_default();
    let told = changed(others).into_iter();
    let told = told.map(|(rules, told)| format!("{rules} {told}"));
    told.chain(unchanged(others)).collect()
}

/// The rule sets that change something with what they change, most changed first.
fn changed(others: &[Measured]) -> Vec<(&str, String)> {
    let mut ranked: Vec<(f64, &str, String)> = Vec::new();
    for rules in others {
        let mut told: Vec<&Value> = rules.values.iter().filter(|v| v.told).collect();
        if told.is_empty() {
            continue;
        }
        // Stable: of equal changes the one that is listed first stands first.
        told.sort_by(|a, b| b.effect.abs().total_cmp(&a.effect.abs()));
        let together = told.iter().map(|v| v.effect.abs()).sum();
        ranked.push((together, &rules.rules, sentence(&told)));
    }
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
    ranked
        .into_iter()
        .map(|(_, rules, told)| (rules, told))
        .collect()
}

/// Those that change nothing that could be shown.
fn unchanged(others: &[Measured]) -> Option<String> {
    let none = others.iter().filter(|m| m.values.iter().all(|v| !v.told));
    let none: Vec<&str> = none.map(|m| m.rules.as_str()).collect();
    let listed = (!none.is_empty()).then(|| listed(&none, "or"))?;
    Some(format!("These deals show no change under {listed}."))
}

/// `lengthens a hand by 2.1 ± 0.1 turns and lowers …`
fn sentence(told: &[&Value]) -> String {
    let mut parts: Vec<String> = told.iter().take(MOST).map(|v| change(v)).collect();
    if told.len() > MOST {
        parts.push(format!("changes {} more (balance.csv)", told.len() - MOST));
    }
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    listed(&parts, "and") + "."
}

/// One change: `lengthens a hand by 2.1 ± 0.1 turns`.
fn change(value: &Value) -> String {
    let (Some(difference), Some((more, less))) = (value.difference, value.measure.told) else {
        return String::new();
    };
    let (scale, unit) = match value.measure.unit {
        Unit::Of(unit) => (1.0, unit),
        Unit::Share | Unit::Gap | Unit::Chance => (100.0, "points"),
    };
    let words = if difference.mean > 0.0 { more } else { less };
    let half = difference.half.unwrap_or(0.0) * scale;
    let size = difference.mean.abs() * scale;
    let digits = digits(half);
    words.replace("{}", &format!("{size:.digits$} ± {half:.digits$} {unit}"))
}

/// Decimals that show the first digit of an error, and one of larger ones.
fn digits(half: f64) -> usize {
    match half {
        tiny if tiny <= 0.0 => 1,
        half => (-half.log10().floor()).clamp(1.0, 6.0) as usize,
    }
}

/// `a, b and c`
fn listed(items: &[&str], last: &str) -> String {
    match items {
        [] => String::new(),
        [one] => (*one).to_string(),
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::super::measures::measures;
    use super::*;
    use crate::stats::Estimate;

    fn changed(key: &str, mean: f64, half: f64) -> Value {
        let measure = measures(4).find(|m| m.key == key).unwrap();
        Value {
            measure,
            estimate: None,
            interval: None,
            difference: Some(Estimate {
                mean,
                error: Some(half / 2.0),
                half: Some(half),
            }),
            effect: mean,
            chance: 0.0,
            told: true,
        }
    }

    #[test]
    fn changes_are_told_in_words() {
        let (turns, seat) = (
            changed("turns", -2.13, 0.12),
            changed("first_seat_advantage", -0.0061, 0.0018),
        );
        assert_eq!(
            sentence(&[&turns, &seat]),
            "shortens a hand by 2.1 ± 0.1 turns and lowers the first seat's advantage by 0.6 ± 0.2 points."
        );
        let many = changed("turns", 103.4, 1.26);
        assert_eq!(
            sentence(&[&many; 7]),
            format!(
                "{}and changes 2 more (balance.csv).",
                "lengthens a hand by 103.4 ± 1.3 turns, ".repeat(5)
            )
            .replace(", and", " and")
        );
    }

    #[test]
    fn small_errors_show_their_first_digit() {
        assert_eq!([12.0, 0.4, 0.04, 0.002, 0.0].map(digits), [1, 1, 2, 3, 1]);
    }
}
