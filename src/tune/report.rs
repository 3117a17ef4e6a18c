//! What a search leaves behind when it is done: the text on the screen, `tune.csv` and `tuned.toml`. It knows numbers and
//! how they are written; it plays nothing.

use anyhow::Result;
use std::fmt::Write as _;
use unosim_strategies::Spec;

use super::state::State;
use super::trial::Gain;
use super::{Goal, Job};
use crate::numbers::grouped;
use crate::style::Style;

/// The course of the search.
pub const COURSE: &str = "tune.csv";
/// Start and result, as an experiment that can be played.
pub const RESULT: &str = "tuned.toml";

/// The course: one line a generation.
///
/// # Errors
/// None that can happen in memory.
pub fn course(job: &Job, state: &State) -> Result<Vec<u8>> {
    let mut csv = csv::Writer::from_writer(Vec::new());
    let names = job.space.dimensions.iter().map(|d| d.name);
    csv.write_record(
        ["generation", "best", "mean", "sigma"]
            .into_iter()
            .chain(names),
    )?;
    for (index, generation) in state.history.iter().enumerate() {
        let worths = [generation.best, generation.mean, generation.sigma];
        let cells = worths.map(|v| format!("{v:.6}")).into_iter();
        let values = generation.values.iter().map(|v| format!("{v:.4}"));
        csv.write_record(
            std::iter::once((index + 1).to_string())
                .chain(cells)
                .chain(values),
        )?;
    }
    Ok(csv.into_inner()?)
}

/// The result as an experiment: every table with the strategy as it was given and as it was tuned.
#[must_use]
pub fn experiment(job: &Job, tuned: &Spec, gain: &Gain) -> Vec<u8> {
    let Job { experiment, .. } = job;
    let mut text = format!("# How much better is {tuned} than {}?\n#\n", job.space.spec);
    let _ = writeln!(
        text,
        "# {}\n# {}",
        effort(job),
        verdict(job, gain).join("\n# ")
    );
    let list = |items: &mut dyn Iterator<Item = String>| {
        let quoted: Vec<String> = items.map(|i| toml::Value::String(i).to_string()).collect();
        quoted.join(", ")
    };
    let rules = list(&mut experiment.rules.iter().map(|r| r.source.clone()));
    let title = toml::Value::String(format!("{}, tuned", job.space.spec.name()));
    let _ = writeln!(
        text,
        "title = {title}\nrules = [{rules}]\ndeals = {}",
        job.check_deals
    );
    let _ = writeln!(
        text,
        "seed = {}\nseating = \"{}\"",
        experiment.seed,
        experiment.seating.name()
    );
    let sections = [("tuned", tuned), ("start", &job.space.spec)];
    if !experiment.set.is_empty() {
        text += "\n[set]\n";
    }
    for change in &experiment.set {
        let (name, value) = change.split_once('=').unwrap_or((change, ""));
        let value = toml::Value::String(value.trim().to_string());
        let _ = writeln!(text, "\"{}\" = {value}", name.trim());
    }
    for (table, (name, spec)) in experiment
        .tables
        .iter()
        .flat_map(|t| sections.map(|s| (t, s)))
    {
        let name = match experiment.tables.len() {
            1 => name.to_string(),
            _ => format!("{}: {name}", table.name),
        };
        let name = toml::Value::String(name);
        let others = table.strategies[1..].iter().map(Spec::to_string);
        let list = list(&mut std::iter::once(spec.to_string()).chain(others));
        let _ = write!(text, "\n[[table]]\nname = {name}\nstrategies = [{list}]\n");
    }
    text.into_bytes()
}

/// What is printed.
#[must_use]
pub fn screen(job: &Job, state: &State, tuned: &Spec, gain: &Gain, style: Style) -> String {
    let mut text = format!("{}\n", effort(job));
    let dimensions = &job.space.dimensions;
    let rows = dimensions
        .iter()
        .zip(&state.optimizer.mean)
        .map(|(d, x)| [d.name.to_string(), d.text(0.0), d.text(*x)]);
    let head = ["parameter", "start", "tuned"].map(str::to_string);
    let rows: Vec<[String; 3]> = std::iter::once(head).chain(rows).collect();
    let width = |column: usize| rows.iter().map(|r| r[column].len()).max().unwrap_or(0);
    let widths = [0, 1, 2].map(width);
    for [name, start, value] in &rows {
        let [first, second, third] = widths;
        let _ = writeln!(text, "{name:first$}  {start:>second$}  {value:>third$}");
    }
    let _ = writeln!(text, "{}", style.bold(&tuned.to_string()));
    for line in verdict(job, gain) {
        let _ = writeln!(text, "{line}");
    }
    text
}

/// What was searched, and how long.
fn effort(job: &Job) -> String {
    let Job { experiment, .. } = job;
    let others = |table: &crate::experiment::TableSpec| {
        let names: Vec<String> = table.strategies[1..].iter().map(Spec::to_string).collect();
        names.join(",")
    };
    let tables: Vec<String> = experiment.tables.iter().map(others).collect();
    let rules: Vec<&str> = experiment.rules.iter().map(|r| r.name.as_str()).collect();
    format!(
        "{}, tuned for {} against {} under {}: {} generations of {} candidates, {} deals, seed {}",
        job.space.spec,
        match job.goal {
            Goal::Win => "wins",
            Goal::Points => "points",
        },
        tables.join(" and "),
        rules.join(", "),
        grouped(job.generations),
        job.population,
        grouped(experiment.deals),
        experiment.seed
    )
}

/// The means and the gain, and whether that is more than luck.
fn verdict(job: &Job, gain: &Gain) -> Vec<String> {
    let (what, unit, scale) = match job.goal {
        Goal::Win => ("win rate", " %", 100.0),
        Goal::Points => ("score a hand", "", 1.0),
    };
    let Gain { start, tuned, gain } = gain;
    let half = gain
        .half
        .map_or("unknown".into(), |half| format!("{:.2}", half * scale));
    let means = format!(
        "{what} on {} fresh deals: {:.2}{unit} at the start, {:.2}{unit} tuned; gain {:+.2} ± {half}{unit} (95 %)",
        grouped(job.check_deals),
        start * scale,
        tuned * scale,
        gain.mean * scale
    );
    let luck = match gain.interval() {
        Some((low, _)) if low > 0.0 => None,
        Some((_, high)) if high < 0.0 => Some("the tuned values are worse than the start values"),
        Some(_) => {
            Some("the interval contains 0: these deals do not show that anything was gained")
        }
        None => Some("one deal tells nothing about the gain"),
    };
    std::iter::once(means)
        .chain(luck.map(str::to_string))
        .collect()
}
