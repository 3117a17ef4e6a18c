//! Paired differences on the same deals.

use anyhow::Result;

use super::{Section, Table, bar, grouped_by};
use crate::page::figures::Caption;
use crate::page::figures::rows::Row;
use crate::page::read::{Difference, Results};
use crate::page::words::{UNKNOWN, Unit, fixed};

/// `differences.csv`
///
/// # Errors
/// None that can happen in memory.
pub fn section(results: &Results) -> Result<Section> {
    let mut section = Section {
        id: "differences",
        title: "Differences",
        intro: vec!["Pairs that played the same deals, so their luck is shared: one value minus the other, with 95 % intervals. An interval \
                     without 0 (grey) tells them apart."
            .into()],
        ..Section::default()
    };
    for (measure, rows) in grouped_by(&results.differences, |d| d.measure.as_str()) {
        let (name, value_unit, unit) = match measure {
            "win_rate" => ("games won", Unit::Percent, Unit::Points),
            "score" => ("score a hand", Unit::Plain, Unit::Difference),
            "turns" => ("turns of a hand", Unit::Plain, Unit::Difference),
            other => (other, Unit::Plain, Unit::Difference),
        };
        let bars = rows
            .iter()
            .filter_map(|d| Some(bar(&label(d), d.difference()?, unit, Some(0.0), 0)));
        let groups: Vec<Vec<Row>> = bars.map(|row| vec![row]).collect();
        let caption = Caption {
            title: format!("Difference in {name}"),
            description: "A row for each pair: the first minus the second.".into(),
        };
        let short = |value: Option<f64>| value.map_or(UNKNOWN.into(), |v| value_unit.short(v));
        let line = |d: &&Difference| {
            vec![
                label(d),
                short(d.value),
                short(d.than_value),
                unit.with_error(d.difference()),
                unit.ends(d.difference()),
                d.variance_reduction.map_or(UNKNOWN.into(), |v| fixed(v, 2)),
            ]
        };
        let columns = vec![
            "pair",
            "first",
            "second",
            "difference",
            "95 % interval",
            "variance reduction",
        ];
        section.rows(&caption, groups, unit, |shown| {
            let labels: Vec<&str> = shown
                .iter()
                .filter_map(|row| match row {
                    Row::Bar(bar) => Some(bar.label.as_str()),
                    Row::Heading(_) => None,
                })
                .collect();
            Table {
                caption: caption.title.clone(),
                columns: columns.clone(),
                names: 1,
                rows: rows
                    .iter()
                    .filter(|d| labels.contains(&label(d).as_str()))
                    .map(line)
                    .collect(),
            }
        })?;
    }
    Ok(section)
}

/// `expert − greedy (mattel, main)`: what differs, and in brackets what does not.
fn label(d: &Difference) -> String {
    let parts = [
        (&d.strategy, &d.than_strategy),
        (&d.rules, &d.than_rules),
        (&d.table, &d.than_table),
    ];
    let (mut first, mut second, mut same) = (Vec::new(), Vec::new(), Vec::new());
    for (one, other) in parts {
        match one == other {
            true if one.is_empty() => {}
            true => same.push(one.as_str()),
            false => {
                first.push(one.as_str());
                second.push(other.as_str());
            }
        }
    }
    let same = if same.is_empty() {
        String::new()
    } else {
        format!(" ({})", same.join(", "))
    };
    format!("{} − {}{same}", first.join(", "), second.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_name_what_differs() {
        let d = Difference {
            measure: "win_rate".into(),
            rules: "mattel".into(),
            table: "main".into(),
            strategy: "expert".into(),
            than_rules: "phone".into(),
            than_table: "main".into(),
            than_strategy: "expert".into(),
            value: None,
            than_value: None,
            difference: None,
            ci_low: None,
            ci_high: None,
            variance_reduction: None,
        };
        assert_eq!(label(&d), "mattel − phone (expert, main)");
    }
}
