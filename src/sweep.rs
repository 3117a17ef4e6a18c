//! Sweeps: every rule set and table with each value of the swept parameters in turn. It knows whose parameter a name is;
//! whether a value is right, the rules and the strategies say.

use anyhow::{Result, anyhow, ensure};
use unosim_engine::spelling::nearest;

use crate::experiment::TableSpec;
use crate::experiment_file::Swept;
use crate::rules::{Load, NamedRules, find_several};

/// Whose parameters stand after `rules.`
const RULES: &str = "rules";
/// Stands for whoever is listed first at a table.
const FIRST: &str = "first";

/// More tables and rules than anybody reads.
const MOST: usize = 10_000;

/// A value of a swept parameter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setting {
    /// The parameter, as written in the sweep.
    pub parameter: String,
    /// Its value.
    pub value: String,
}

/// What distinguishes a rule set or a table from the others that came of it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Point {
    /// The values it has.
    pub settings: Vec<Setting>,
    /// Which values these are, where rules and tables go through their values together.
    pub step: Option<usize>,
}

impl Point {
    /// Whether rules with this point are played at tables with that one.
    #[must_use]
    pub fn meets(&self, other: &Point) -> bool {
        match (self.step, other.step) {
            (Some(step), Some(other)) => step == other,
            _ => true,
        }
    }
}

/// A mistake in a sweep: the parameter, and what is wrong.
#[derive(Debug)]
pub struct Mistake {
    /// The parameter, as written.
    pub parameter: String,
    /// What is wrong with it.
    pub why: anyhow::Error,
}

/// Parameters with their values, all of the rules or all of strategies.
type Axes<'a> = Vec<(&'a str, &'a [String])>;

/// The rules of several sources, found by `load`, and the tables, with each value of the swept parameters.
///
/// # Errors
/// Which parameter does not exist or cannot have its value, or which rules cannot be loaded.
pub fn expand(
    swept: &Swept,
    sources: &[String],
    set: &[String],
    tables: &[TableSpec],
    load: Load,
) -> Result<(Vec<NamedRules>, Vec<TableSpec>), Mistake> {
    let fail = |parameter: &str, why| Mistake {
        parameter: parameter.to_string(),
        why,
    };
    for (parameter, values) in &swept.values {
        let twice = (1..values.len()).find(|i| values[..*i].contains(&values[*i]));
        if let Some(twice) = twice {
            let why = anyhow!(
                "{} is listed twice; results could not tell them apart",
                values[twice]
            );
            return Err(fail(parameter, why));
        }
        if parameter
            .split_once('.')
            .is_none_or(|(who, name)| who.is_empty() || name.is_empty())
        {
            let why = anyhow!(
                "a swept parameter is written STRATEGY.PARAMETER, first.PARAMETER or rules.OPTION; several rule sets are listed in \
                 `rules`, several strategies in [[table]]"
            );
            return Err(fail(parameter, why));
        }
    }
    let axes = swept.values.iter().map(|(p, v)| (p.as_str(), v.as_slice()));
    let of_rules = |parameter: &str| parameter.split('.').next() == Some(RULES);
    let (rules_axes, table_axes): (Axes, Axes) = axes.partition(|(p, _)| of_rules(p));
    if let (true, Some((_, first))) = (swept.zip, swept.values.first()) {
        let other = swept.values.iter().find(|(_, v)| v.len() != first.len());
        if let Some((parameter, values)) = other {
            let (n, m) = (values.len(), first.len());
            let why = anyhow!(
                "with zip = true all lists are of one length, but this one has {n} values, the first {m}"
            );
            return Err(fail(parameter, why));
        }
    }
    let mut rules: Vec<NamedRules> = Vec::new();
    for point in points(&rules_axes, swept.zip).map_err(|why| fail("", why))? {
        let option = |s: &Setting| format!("{}={}", &s.parameter[RULES.len() + 1..], s.value);
        let set: Vec<String> = set
            .iter()
            .cloned()
            .chain(point.settings.iter().map(option))
            .collect();
        let blamed = point.settings.last().map_or("", |s| &s.parameter);
        let more = find_several(sources, &set, load).map_err(|why| fail(blamed, why))?;
        rules.extend(more.into_iter().map(|r| NamedRules {
            point: point.clone(),
            ..r
        }));
    }
    // By rule set, then by value: what is to be compared stands together.
    let sources: Vec<String> = rules.iter().map(|r| r.source.clone()).collect();
    rules.sort_by_key(|r| sources.iter().position(|s| *s == r.source));
    let mut all = Vec::new();
    let points = points(&table_axes, swept.zip).map_err(|why| fail("", why))?;
    for table in tables {
        for point in &points {
            all.push(at_point(table, tables.len() == 1, point)?);
        }
    }
    for (parameter, _) in &table_axes {
        let (who, _) = parameter.split_once('.').unwrap_or((parameter, ""));
        if !tables.iter().any(|table| sits(table, who)) {
            return Err(fail(parameter, nobody(who, tables)));
        }
    }
    match rules.len().saturating_mul(all.len()) {
        0..=MOST => Ok((rules, all)),
        many => Err(fail(
            "",
            anyhow!("the sweep makes {many} tables; at most {MOST} are played"),
        )),
    }
}

/// The combinations of values: each with each, or all the first, all the second and so on.
fn points(axes: &Axes<'_>, zip: bool) -> Result<Vec<Point>> {
    let setting = |(parameter, values): &(&str, &[String]), i: usize| Setting {
        parameter: (*parameter).to_string(),
        value: values[i].clone(),
    };
    if axes.is_empty() {
        return Ok(vec![Point::default()]);
    }
    if zip {
        let step = |i| Point {
            settings: axes.iter().map(|axis| setting(axis, i)).collect(),
            step: Some(i),
        };
        return Ok((0..axes[0].1.len()).map(step).collect());
    }
    let count = axes
        .iter()
        .fold(1usize, |n, (_, values)| n.saturating_mul(values.len()));
    ensure!(
        count <= MOST,
        "the sweep has {count} combinations of values; at most {MOST} are played"
    );
    let point = |mut index: usize| {
        let mut settings: Vec<Setting> = Vec::new();
        for axis in axes.iter().rev() {
            settings.push(setting(axis, index % axis.1.len()));
            index /= axis.1.len();
        }
        settings.reverse();
        Point {
            settings,
            step: None,
        }
    };
    Ok((0..count).map(point).collect())
}

/// A table whose strategies have these values.
fn at_point(table: &TableSpec, only: bool, point: &Point) -> Result<TableSpec, Mistake> {
    let mut table = table.clone();
    let mut set: Vec<(usize, &str)> = Vec::new();
    for Setting { parameter, value } in &point.settings {
        let fail = |why| Mistake {
            parameter: parameter.clone(),
            why,
        };
        let (who, name) = parameter.split_once('.').unwrap_or((parameter, ""));
        for (place, spec) in table.strategies.iter_mut().enumerate() {
            if meant(who, place, spec.name()) {
                if set.contains(&(place, name)) {
                    let spec = spec.name();
                    return Err(fail(anyhow!(
                        "`{name}` of the {spec} on place {} is swept twice",
                        place + 1
                    )));
                }
                set.push((place, name));
                *spec = spec.with(name, value).map_err(|e| fail(e.into()))?;
            }
        }
    }
    if !point.settings.is_empty() {
        let values: Vec<String> = point
            .settings
            .iter()
            .map(|s| format!("{}={}", s.parameter, s.value))
            .collect();
        table.name = match only {
            true => values.join(", "),
            false => format!("{}: {}", table.name, values.join(", ")),
        };
    }
    table.point = point.clone();
    Ok(table)
}

fn meant(who: &str, place: usize, name: &str) -> bool {
    who == name || (who == FIRST && place == 0)
}

fn sits(table: &TableSpec, who: &str) -> bool {
    let mut names = table.strategies.iter().enumerate();
    names.any(|(place, spec)| meant(who, place, spec.name()))
}

fn nobody(who: &str, tables: &[TableSpec]) -> anyhow::Error {
    let names = tables
        .iter()
        .flat_map(|t| t.strategies.iter().map(|s| s.name()));
    let known: Vec<&str> = [RULES, FIRST].into_iter().chain(names).collect();
    match nearest(who, known.iter().copied()) {
        Some(name) => anyhow!("no `{who}` plays here; did you mean `{name}`?"),
        None => anyhow!(
            "no `{who}` plays here: a swept parameter is one of a strategy at a table, of `first`, or of `rules`"
        ),
    }
}
