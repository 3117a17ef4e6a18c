//! How far a search is, kept in `tune.json` after every generation. It knows files and settings; it neither plays nor
//! searches.

use anyhow::{Context, Result, bail, ensure};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::path::Path;
use unosim_strategies::Spec;

use super::cma::Cma;
use super::{Dimension, Job};
use crate::hash::Fnv;
use crate::input;
use crate::store;

/// The file of the state.
pub const FILE: &str = "tune.json";

/// A search under way.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// Everything on which its course depends.
    settings: Map<String, Value>,
    /// The search.
    pub optimizer: Cma,
    /// One entry a generation.
    pub history: Vec<Generation>,
}

/// How a generation went.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Generation {
    /// What its best candidate was worth, luck included.
    pub best: f64,
    /// What its candidates were worth on average.
    pub mean: f64,
    /// The step size after it, in steps.
    pub sigma: f64,
    /// The mean values of the parameters after it, not rounded.
    pub values: Vec<f64>,
}

impl State {
    /// The beginning of a search.
    #[must_use]
    pub fn new(job: &Job) -> State {
        let floor = job.space.dimensions.iter().map(Dimension::floor).collect();
        State {
            settings: settings(job),
            optimizer: Cma::new(floor, job.population),
            history: Vec::new(),
        }
    }

    /// The state that an earlier search left in the directory.
    ///
    /// # Errors
    /// If there is none, or it is damaged, or it belongs to other settings: then it says in what they differ.
    pub fn read(dir: &Path, job: &Job) -> Result<State> {
        let path = dir.join(FILE);
        let name = path.display();
        let text = input::results_text(&path)?;
        let Some(text) = text else {
            bail!("there is nothing to resume: {name} does not exist; leave out --resume");
        };
        let damaged = || format!("{name} is damaged; begin again with --force instead of --resume");
        let state: State = serde_json::from_str(&text).with_context(damaged)?;
        let differences = differences(&state.settings, &settings(job));
        ensure!(
            differences.is_empty(),
            "{name} belongs to a search with other settings: {}; resume with those, or choose another directory with --out",
            differences.join("; ")
        );
        let n = job.space.dimensions.len();
        let whole = state.optimizer.is_sound(n)
            && state.optimizer.population == job.population
            && state.optimizer.generation == state.history.len() as u64
            && state.history.iter().all(|g| g.values.len() == n);
        ensure!(whole, damaged());
        if state.optimizer.generation > job.generations {
            bail!(
                "{name} is {} generations old already, more than the {} asked for; ask for as many or more",
                state.optimizer.generation,
                job.generations
            );
        }
        Ok(state)
    }

    /// Writes the state into the directory, at one stroke: at any moment there is a whole one.
    ///
    /// # Errors
    /// If the disk refuses.
    pub fn write(&self, dir: &Path) -> Result<()> {
        let mut text = serde_json::to_string_pretty(self).context("the state cannot be written")?;
        text.push('\n');
        store::replace(dir, FILE, text.as_bytes())
    }
}

/// What the course of a search depends on. How many generations it has, and how it is judged in the end, are not among it.
fn settings(job: &Job) -> Map<String, Value> {
    let Job {
        experiment, space, ..
    } = job;
    let others = |table: &crate::experiment::TableSpec| -> Vec<String> {
        table.strategies[1..].iter().map(Spec::to_string).collect()
    };
    let against: Vec<Vec<String>> = experiment.tables.iter().map(others).collect();
    let rules: Vec<&str> = experiment.rules.iter().map(|r| r.name.as_str()).collect();
    let parameters: Vec<&str> = space.dimensions.iter().map(|d| d.name).collect();
    let start: Vec<f64> = space.dimensions.iter().map(|d| d.start).collect();
    let step: Vec<f64> = space.dimensions.iter().map(|d| d.step).collect();
    // A rule file may say something else under the same name.
    let mut options = Fnv::default();
    for (name, value) in experiment.rules.iter().flat_map(|r| r.rules.options()) {
        options.add(format!("{name}={value}\n").as_bytes());
    }
    let settings = json!({
        "strategy": space.spec.to_string(),
        "parameters": parameters,
        "start": start,
        "step": step,
        "against": against,
        "rules": rules,
        "options of the rules": options.hex(),
        "goal": job.goal.name(),
        "deals": experiment.deals,
        "population": job.population,
        "seed": experiment.seed,
        "seating": experiment.seating.name(),
        "version": env!("CARGO_PKG_VERSION"),
    });
    match settings {
        Value::Object(settings) => settings,
        _ => Map::new(),
    }
}

/// In what two settings differ: `seed is 1 there and 2 here`.
fn differences(there: &Map<String, Value>, here: &Map<String, Value>) -> Vec<String> {
    let text = |value: Option<&Value>| value.map_or("missing".to_string(), Value::to_string);
    let lost = there.keys().filter(|key| !here.contains_key(*key));
    here.keys()
        .chain(lost)
        .filter(|key| there.get(*key) != here.get(*key))
        .map(|key| {
            let (there, here) = (text(there.get(key)), text(here.get(key)));
            format!("{key} is {there} there and {here} here")
        })
        .collect()
}
