//! Values with intervals, differences from the baseline, and which of them are more than luck. It knows samples and
//! measures; it plays nothing and writes nothing.

use unosim_engine::Rules;

use super::counts::Sample;
use super::formulas::Table;
use super::measures::{Measure, Unit, measures};
use crate::stats::{Estimate, Jackknife, chance, holm};

/// Level of all told differences together: how likely one of them is told although there is none.
pub const LEVEL: f64 = 0.05;

/// What was measured under a rule set.
#[derive(Clone, Debug)]
pub struct Measured {
    /// The rule set.
    pub rules: String,
    /// Its measures, in their order.
    pub values: Vec<Value>,
    /// Deals.
    pub deals: u64,
}

/// One measure under one rule set.
#[derive(Clone, Debug)]
pub struct Value {
    /// The measure.
    pub measure: &'static Measure,
    /// What it came to; missing where nothing was counted.
    pub estimate: Option<Estimate>,
    /// Both ends of its 95 % interval.
    pub interval: Option<(f64, f64)>,
    /// Its difference from the baseline.
    pub difference: Option<Estimate>,
    /// The difference in standard deviations of the measure from deal to deal (Cohen's d, pooled over both).
    pub effect: f64,
    /// How likely so large a difference is by luck.
    pub chance: f64,
    /// Whether it is told: after Holm (1979) over all differences that could be.
    pub told: bool,
}

/// Measures the samples; the first is the baseline.
#[must_use]
pub fn compare(samples: &[(&str, &Rules, Sample)], players: usize) -> Vec<Measured> {
    let mut baseline: Vec<Option<Jackknife>> = Vec::new();
    let mut measured = Vec::new();
    for (name, rules, sample) in samples {
        let table = Table {
            players,
            sides: match rules.match_.teams {
                0 => players,
                teams => usize::from(teams),
            },
        };
        let found = measures(players).map(|m| m.of(sample, table));
        let found: Vec<Option<Jackknife>> = found.collect();
        if baseline.is_empty() {
            baseline.clone_from(&found);
        }
        let values = measures(players).zip(found.iter().zip(&baseline));
        let values =
            values.map(|(m, (found, base))| value(m, found.as_ref(), base.as_ref(), sample.deals));
        measured.push(Measured {
            rules: (*name).to_string(),
            values: values.collect(),
            deals: sample.deals,
        });
    }
    let others = measured.iter_mut().skip(1).flat_map(|m| &mut m.values);
    decide(
        others
            .filter(|value| value.measure.told.is_some())
            .collect(),
    );
    measured
}

fn value(
    measure: &'static Measure,
    found: Option<&Jackknife>,
    base: Option<&Jackknife>,
    deals: u64,
) -> Value {
    let mut value = Value {
        measure,
        estimate: found.map(Jackknife::estimate),
        interval: None,
        difference: None,
        effect: 0.0,
        chance: 1.0,
        told: false,
    };
    if measure.unit == Unit::Chance {
        return value;
    }
    value.interval = value.estimate.and_then(|e| match measure.limits() {
        Some(limits) => e.interval_within(deals, limits),
        None => e.interval(),
    });
    if let (Some(found), Some(base)) = (found, base) {
        let difference = found.minus(base);
        value.difference = Some(difference);
        if let Some(error) = difference.error {
            value.chance = chance(difference.mean, error, found.without.len() as f64 - 1.0);
            let errors = [found, base].map(|j| j.estimate().error.unwrap_or(0.0).powi(2));
            let deviation = (errors.iter().sum::<f64>() / 2.0 * deals as f64).sqrt();
            value.effect = if deviation > 0.0 {
                difference.mean / deviation
            } else {
                0.0
            };
        }
    }
    value
}

/// Which of the differences are told.
fn decide(values: Vec<&mut Value>) {
    let chances: Vec<f64> = values.iter().map(|value| value.chance).collect();
    for (value, told) in values.into_iter().zip(holm(&chances, LEVEL)) {
        value.told = told;
    }
}
