//! Distributions: what a hand scored, and how long it took.

use anyhow::Result;

use super::{Section, Table, bar, different, grouped_by, place, place_of, several, table_of};
use crate::numbers::grouped;
use crate::page::figures::Caption;
use crate::page::figures::curves::{self, Axis, Curve, Frame};
use crate::page::figures::ink::SERIES;
use crate::page::figures::rows::{Bar, Row};
use crate::page::read::{Interval, Results};
use crate::page::rounds::Round;
use crate::page::words::{Unit, fixed, listed_briefly};

/// Up to so many tables and rule sets, each has a figure of its own.
const MOST_SHAPES: usize = 12;
/// So many points has a curve.
const POINTS: usize = 160;
/// So many bars has a histogram.
const BARS: f64 = 36.0;

/// Values and how often each came, ascending.
#[derive(Debug, Default)]
struct Counts(Vec<(f64, u64)>);

impl Counts {
    fn new(values: impl Iterator<Item = (f64, u64)>) -> Counts {
        let mut counts: Vec<(f64, u64)> = values.filter(|v| v.1 > 0).collect();
        counts.sort_by(|a, b| a.0.total_cmp(&b.0));
        Counts(counts)
    }

    fn all(&self) -> f64 {
        self.0.iter().map(|v| v.1 as f64).sum()
    }

    fn mean(&self) -> f64 {
        self.0.iter().map(|v| v.0 * v.1 as f64).sum::<f64>() / self.all()
    }

    /// The smallest value that at least this share of all do not exceed.
    fn quantile(&self, share: f64) -> f64 {
        let wanted = self.all() * share;
        let mut sum = 0.0;
        for (value, count) in &self.0 {
            sum += *count as f64;
            if sum >= wanted {
                return *value;
            }
        }
        self.0.last().map_or(0.0, |v| v.0)
    }

    /// The share of values that reach so much.
    fn reaching(&self, value: f64) -> f64 {
        let from = self.0.partition_point(|v| v.0 < value);
        self.0[from..].iter().map(|v| v.1 as f64).sum::<f64>() / self.all()
    }
}

/// `scores.csv`; with many rule sets, the mean scores of `win_rates.csv`.
///
/// # Errors
/// None that can happen in memory.
pub fn scores(results: &Results, rounds: &[Round]) -> Result<Section> {
    let mut section = Section {
        id: "scores",
        title: "Scores",
        ..Section::default()
    };
    let places = several(
        results
            .scores
            .iter()
            .map(|s| (s.rules.as_str(), s.table.as_str())),
    );
    let groups = grouped_by(&results.scores, |s| (s.rules.as_str(), s.table.as_str()));
    if groups.len() > MOST_SHAPES || groups.is_empty() {
        if !groups.is_empty() {
            section.left_out.push(format!(
                "the distributions of {} tables and rule sets; they are in scores.csv",
                groups.len()
            ));
        }
        means(&mut section, rounds)?;
        return Ok(section);
    }
    section.intro.push(
        "How often a hand scored at least so much: the exact distribution, read from the right. Where the winner takes all, a curve \
         starts at the share of hands won."
            .into(),
    );
    for ((rules, table), scores) in groups {
        let at = place(rules, table, places.0, places.1);
        let names = different(scores.iter().map(|s| s.strategy.as_str()));
        let counts: Vec<(&str, Counts)> = names
            .iter()
            .map(|name| {
                let own = scores.iter().filter(|s| s.strategy == *name);
                (*name, Counts::new(own.map(|s| (s.score as f64, s.count))))
            })
            .filter(|(_, counts)| counts.all() > 0.0)
            .collect();
        if counts.is_empty() {
            continue;
        }
        if counts.len() > SERIES {
            let rest: Vec<String> = counts[SERIES..].iter().map(|c| c.0.to_string()).collect();
            section
                .left_out
                .push(format!("{at}: the curves of {}", listed_briefly(&rest, 8)));
        }
        let lowest = counts
            .iter()
            .map(|c| c.1.quantile(0.0))
            .fold(f64::INFINITY, f64::min)
            .min(1.0);
        let highest = counts
            .iter()
            .map(|c| c.1.quantile(0.998))
            .fold(lowest + 1.0, f64::max);
        // A curve over what is never negative says more from 1 on: 0 is reached always.
        let from = if lowest >= 0.0 { 1.0 } else { lowest };
        let step = ((highest - from) / POINTS as f64).max(1.0).ceil();
        let curve = |(name, counts): &(&str, Counts)| Curve {
            name: (*name).to_string(),
            dots: false,
            points: (0..=POINTS)
                .map(|i| from + step * i as f64)
                .take_while(|x| *x <= highest + step)
                .map(|x| {
                    (
                        x,
                        Interval {
                            value: counts.reaching(x),
                            ends: None,
                        },
                    )
                })
                .collect(),
        };
        let list: Vec<Curve> = counts.iter().take(SERIES).map(curve).collect();
        let frame = Frame {
            x_name: "score of a hand, at least".into(),
            axis: Axis::Linear,
            y_name: "share of hands".into(),
            unit: Unit::Percent,
            reference: None,
            from_zero: true,
        };
        let caption = Caption {
            title: format!("Scores: {at}"),
            description:
                "A curve for each strategy: the share of its hands that scored at least so much."
                    .into(),
        };
        let table = Table {
            caption: caption.title.clone(),
            columns: vec![
                "strategy", "hands", "mean", "5 %", "25 %", "median", "75 %", "95 %", "most",
            ],
            names: 1,
            rows: counts
                .iter()
                .map(|(name, counts)| {
                    let mut row = vec![
                        (*name).to_string(),
                        grouped(counts.all() as u64),
                        fixed(counts.mean(), 2),
                    ];
                    row.extend(
                        [0.05, 0.25, 0.5, 0.75, 0.95, 1.0]
                            .map(|share| fixed(counts.quantile(share), 0)),
                    );
                    row
                })
                .collect(),
        };
        section.figure(caption, table, |caption| {
            curves::draw(caption, &frame, &list)
        })?;
    }
    Ok(section)
}

/// Mean scores: for each strategy of a table, the rule sets by how much it scores.
fn means(section: &mut Section, rounds: &[Round]) -> Result<()> {
    section.intro.push(
        "What a hand added to the total of a strategy in the mean, with 95 % intervals.".into(),
    );
    let several = several(rounds.iter().map(|r| (r.rules, r.table)));
    let rows: Vec<_> = rounds
        .iter()
        .flat_map(|round| round.rows.iter().map(move |row| (round, *row)))
        .collect();
    for (series, strategy) in different(rows.iter().map(|(_, row)| row.strategy.as_str()))
        .into_iter()
        .enumerate()
    {
        let mut own: Vec<_> = rows
            .iter()
            .filter(|(_, row)| row.strategy == strategy && row.mean_score.is_some())
            .collect();
        own.sort_by(|a, b| {
            b.1.mean_score
                .unwrap_or_default()
                .total_cmp(&a.1.mean_score.unwrap_or_default())
        });
        let bars = own.iter().filter_map(|(round, row)| {
            Some(bar(
                &place_of(round, several),
                row.score()?,
                Unit::Plain,
                None,
                series,
            ))
        });
        let groups = vec![bars.collect::<Vec<Row>>()];
        if groups[0].is_empty() {
            continue;
        }
        let caption = Caption {
            title: format!("{strategy}: score a hand"),
            description: "A row for each rule set or table, the highest mean first.".into(),
        };
        let title = caption.title.clone();
        section.rows(&caption, groups, Unit::Plain, |rows| {
            table_of(rows, &title, "where", "score a hand", Unit::Plain)
        })?;
    }
    Ok(())
}

/// `lengths.csv`
///
/// # Errors
/// None that can happen in memory.
pub fn lengths(results: &Results) -> Result<Section> {
    let mut section = Section {
        id: "lengths",
        title: "Lengths of hands",
        ..Section::default()
    };
    let places = several(
        results
            .lengths
            .iter()
            .map(|l| (l.rules.as_str(), l.table.as_str())),
    );
    let mut all: Vec<(String, Counts)> =
        grouped_by(&results.lengths, |l| (l.rules.as_str(), l.table.as_str()))
            .into_iter()
            .map(|((rules, table), rows)| {
                let counts = Counts::new(rows.iter().map(|l| (l.turns as f64, l.count)));
                (place(rules, table, places.0, places.1), counts)
            })
            .filter(|(_, counts)| counts.all() > 0.0)
            .collect();
    if all.len() > MOST_SHAPES {
        section.intro.push(
            "Turns of a hand: the box holds the middle half of all hands, the gap in it is the median, and the line holds 90 % of \
             them (5 % are shorter, 5 % longer)."
                .into(),
        );
        all.sort_by(|a, b| b.1.quantile(0.5).total_cmp(&a.1.quantile(0.5)));
        let row = |(at, counts): &(String, Counts)| {
            Row::Bar(Bar {
                label: at.clone(),
                value: Interval {
                    value: counts.quantile(0.5),
                    ends: Some((counts.quantile(0.05), counts.quantile(0.95))),
                },
                middle: Some((counts.quantile(0.25), counts.quantile(0.75))),
                reference: None,
                text: fixed(counts.quantile(0.5), 0),
                series: 0,
            })
        };
        let caption = Caption {
            title: "Turns of a hand".into(),
            description:
                "A row for each rule set or table, the longest first; the number is the median."
                    .into(),
        };
        section.rows(
            &caption,
            vec![all.iter().map(row).collect()],
            Unit::Plain,
            |rows| {
                let mut table = table_of(rows, "Turns of a hand", "where", "median", Unit::Plain);
                table.columns[2] = "90 % of all hands";
                table
            },
        )?;
        return Ok(section);
    }
    section.intro.push(
        "How many turns a hand took: the exact distribution, drawn in bars of equal width.".into(),
    );
    for (at, counts) in &all {
        shape(&mut section, at, counts)?;
    }
    Ok(section)
}

fn shape(section: &mut Section, at: &str, counts: &Counts) -> Result<()> {
    let (low, most) = (counts.quantile(0.0), counts.quantile(1.0));
    // The last thousandth is a long tail.
    let high = counts.quantile(0.999);
    let width = ((high - low + 1.0) / BARS).ceil();
    let beyond = counts.reaching(high + 1.0) * counts.all();
    if beyond > 0.0 {
        section.left_out.push(format!(
            "{at}: {} longer hands, up to {most:.0} turns",
            beyond.round()
        ));
    }
    let mut bars: Vec<(f64, u64)> = Vec::new();
    for (value, count) in counts.0.iter().filter(|v| v.0 <= high) {
        let from = low + ((value - low) / width).floor() * width;
        match bars.last_mut() {
            Some(bar) if bar.0 == from => bar.1 += count,
            _ => bars.push((from, *count)),
        }
    }
    let all = counts.all();
    let shares: Vec<(f64, f64)> = bars
        .iter()
        .map(|(from, count)| (*from, *count as f64 / all))
        .collect();
    let caption = Caption {
        title: format!("Turns of a hand: {at}"),
        description: format!(
            "Half of all hands take {:.0} turns or fewer; nine of ten take {:.0} to {:.0}.",
            counts.quantile(0.5),
            counts.quantile(0.05),
            counts.quantile(0.95)
        ),
    };
    let table = Table {
        caption: caption.title.clone(),
        columns: vec!["turns", "hands", "share"],
        names: 1,
        rows: bars
            .iter()
            .map(|(from, count)| {
                let last = from + width - 1.0;
                let range = if width > 1.0 {
                    format!("{from:.0}–{last:.0}")
                } else {
                    format!("{from:.0}")
                };
                vec![
                    range,
                    grouped(*count),
                    Unit::Percent.short(*count as f64 / all),
                ]
            })
            .collect(),
    };
    section.figure(caption, table, |caption| {
        curves::histogram(caption, "turns", &shares, width, counts.mean())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_values_that_came() {
        // 0 six times, 10 three times, 20 once.
        let counts = Counts::new([(20.0, 1), (0.0, 6), (10.0, 3)].into_iter());
        assert_eq!(counts.mean(), 5.0);
        assert_eq!(
            [0.0, 0.6, 0.61, 0.9, 1.0].map(|q| counts.quantile(q)),
            [0.0, 0.0, 10.0, 10.0, 20.0]
        );
        assert_eq!(
            [0.0, 1.0, 10.0, 11.0, 21.0].map(|v| counts.reaching(v)),
            [1.0, 0.4, 0.4, 0.1, 0.0]
        );
    }
}
