//! Sweeps: how the win rate of the strategy in the first place goes with a swept parameter.

use anyhow::Result;

use super::{Section, Table, different};
use crate::page::figures::Caption;
use crate::page::figures::curves::{self, Axis, Curve, Frame};
use crate::page::figures::ink::SERIES;
use crate::page::read::{Interval, Results};
use crate::page::rounds::Round;
use crate::page::words::{Unit, listed_briefly};

/// From so many times the smallest value on, a scale is logarithmic.
const LOGARITHMIC: f64 = 40.0;

/// A point of a sweep.
struct Point<'a> {
    /// Of which curve.
    series: String,
    /// Value of the parameter.
    value: &'a str,
    strategy: &'a str,
    win: Interval,
    baseline: Option<f64>,
}

/// `sweeps.csv`, with the rates of `win_rates.csv`
///
/// # Errors
/// None that can happen in memory.
pub fn section(results: &Results, rounds: &[Round]) -> Result<Section> {
    let mut section = Section {
        id: "sweeps",
        title: "Sweeps",
        intro: vec!["How the win rate of the strategy in the first place goes with a parameter, with 95 % intervals; the grey line is what equal \
                     strategies would win."
            .into()],
        ..Section::default()
    };
    for parameter in different(results.sweeps.iter().map(|s| s.parameter.as_str())) {
        let points = points(results, rounds, parameter);
        if points.is_empty() {
            section.left_out.push(format!(
                "the curve over {parameter}: win_rates.csv has no win rates for it"
            ));
            continue;
        }
        if section.is_full() {
            section.left_out.push(format!("the curve over {parameter}"));
            continue;
        }
        one(&mut section, parameter, &points)?;
    }
    Ok(section)
}

fn points<'a>(results: &'a Results, rounds: &'a [Round], parameter: &str) -> Vec<Point<'a>> {
    let mut points = Vec::new();
    for round in rounds {
        let own = || {
            results
                .sweeps
                .iter()
                .filter(|s| s.rules == round.rules && s.table == round.table)
        };
        let Some(sweep) = own().find(|s| s.parameter == parameter) else {
            continue;
        };
        let Some(row) = round.rows.first() else {
            continue;
        };
        let Some(win) = row.win() else {
            continue;
        };
        let change = format!("{parameter}={}", sweep.value);
        let others = own().filter(|s| s.parameter != parameter);
        let others: Vec<String> = others
            .map(|s| format!("{} {}", s.parameter, s.value))
            .collect();
        let changes: Vec<String> = own()
            .map(|s| format!("{}={}", s.parameter, s.value))
            .chain([change])
            .collect();
        let mut parts = vec![
            without(round.rules, &changes),
            without(round.table, &changes),
        ];
        parts.extend(others);
        parts.retain(|part| !part.is_empty() && part != "main");
        points.push(Point {
            series: parts.join(", "),
            value: &sweep.value,
            strategy: &row.strategy,
            win,
            baseline: row.baseline,
        });
    }
    // Names that were made for the values tell nothing apart: then it is one curve.
    if different(points.iter().map(|p| p.series.as_str())).len() == points.len() {
        points
            .iter_mut()
            .for_each(|point| point.series = parameter.to_string());
    }
    points
}

/// A name without the changes that a sweep made.
fn without(name: &str, changes: &[String]) -> String {
    let mut name = name.to_string();
    for change in changes {
        name = name.replace(&format!("+{change}"), "").replace(change, "");
    }
    name.trim_matches(|c: char| c.is_whitespace() || ",+:;".contains(c))
        .to_string()
}

fn one(section: &mut Section, parameter: &str, points: &[Point]) -> Result<()> {
    let names = different(points.iter().map(|p| p.value));
    let numbers: Option<Vec<f64>> = names
        .iter()
        .map(|n| n.parse().ok().filter(|v: &f64| v.is_finite()))
        .collect();
    let axis = match &numbers {
        None => Axis::Names(names.iter().map(|n| (*n).to_string()).collect()),
        Some(numbers) => {
            let (low, high) = numbers
                .iter()
                .fold((f64::MAX, f64::MIN), |(l, h), v| (l.min(*v), h.max(*v)));
            match low > 0.0 && high / low >= LOGARITHMIC {
                true => Axis::Logarithmic,
                false => Axis::Linear,
            }
        }
    };
    let place = |value: &str| {
        let index = names.iter().position(|n| *n == value).unwrap_or(0);
        numbers
            .as_ref()
            .map_or(index as f64, |numbers| numbers[index])
    };
    let series = different(points.iter().map(|p| p.series.as_str()));
    if series.len() > SERIES {
        let rest: Vec<String> = series[SERIES..].iter().map(|s| (*s).to_string()).collect();
        section.left_out.push(format!(
            "{parameter}: the curves of {}",
            listed_briefly(&rest, 8)
        ));
    }
    let curve = |name: &&str| {
        let own = points.iter().filter(|p| p.series == *name);
        let mut points: Vec<(f64, Interval)> = own.map(|p| (place(p.value), p.win)).collect();
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        Curve {
            name: (*name).to_string(),
            points,
            dots: true,
        }
    };
    let list: Vec<Curve> = series.iter().take(SERIES).map(curve).collect();
    let mut baselines: Vec<f64> = points.iter().filter_map(|p| p.baseline).collect();
    baselines.dedup();
    let frame = Frame {
        x_name: parameter.to_string(),
        axis,
        y_name: "games won".into(),
        unit: Unit::Percent,
        reference: if let [one] = baselines.as_slice() {
            Some(*one)
        } else {
            None
        },
        from_zero: false,
    };
    let caption = Caption {
        title: format!("Games won by {parameter}"),
        description:
            "A point for each value: the share of games won by the strategy in the first place."
                .into(),
    };
    let rows = points.iter().map(|p| {
        vec![
            p.value.to_string(),
            p.series.clone(),
            p.strategy.to_string(),
            Unit::Percent.with_error(Some(p.win)),
            Unit::Percent.ends(Some(p.win)),
        ]
    });
    let table = Table {
        caption: caption.title.clone(),
        columns: vec!["value", "curve", "strategy", "games won", "95 % interval"],
        names: 3,
        rows: rows.collect(),
    };
    section.figure(caption, table, |caption| {
        curves::draw(caption, &frame, &list)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lose_what_a_sweep_changed() {
        let changes = ["setup.hand_size=5".to_string(), "playouts=100".to_string()];
        assert_eq!(without("mattel+setup.hand_size=5", &changes), "mattel");
        assert_eq!(without("two: playouts=100", &changes), "two");
        assert_eq!(without("playouts=100", &changes), "");
    }
}
