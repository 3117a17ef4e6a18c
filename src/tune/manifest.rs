//! What a search says of itself: the command that makes it again, and what it was made with. It knows settings; it plays nothing.

use serde_json::json;
use unosim_strategies::Spec;

use super::Job;
use crate::recipe;
use crate::report::manifest::{bytes, fingerprint, platform};
use crate::shell::Line;

/// The manifest.
pub const FILE: &str = "manifest.json";

/// The manifest of a search that is done, whose files are these.
#[must_use]
pub fn manifest(job: &Job, files: &[(&str, Vec<u8>)], threads: usize) -> Vec<u8> {
    let mut manifest = recipe::write(&job.experiment);
    let more = json!({
        "kind": "tune",
        "command": command(job),
        "complete": true,
        "reproducible": true,
        "fingerprint": fingerprint(files),
        "threads": threads,
        "platform": platform(),
    });
    if let serde_json::Value::Object(more) = more {
        manifest.extend(more);
    }
    bytes(&manifest.into())
}

/// The command that does it again; none if only an experiment file can allow what it does.
fn command(job: &Job) -> Option<String> {
    let experiment = &job.experiment;
    if experiment.allow_cheats {
        return None;
    }
    let others = |table: &crate::experiment::TableSpec| {
        let others: Vec<String> = table.strategies[1..].iter().map(Spec::to_string).collect();
        others.join(",")
    };
    let against: Vec<String> = experiment.tables.iter().map(others).collect();
    let rules: Vec<&str> = experiment.rules.iter().map(|r| r.source.as_str()).collect();
    let parameters: Vec<&str> = job.space.dimensions.iter().map(|d| d.name).collect();
    let line = Line::of("tune")
        .word(&job.space.spec.to_string())
        .flags("--against", &against)
        .flag("--parameters", parameters.join(","))
        .flag("--rules", rules.join(","))
        .flags("--set", &experiment.set)
        .flag("--goal", job.goal.name())
        .flag("--deals", experiment.deals)
        .flag("--generations", job.generations)
        .flag("--population", job.population)
        .flag("--check-deals", job.check_deals)
        .flag("--seed", experiment.seed)
        .flag("--seating", experiment.seating.name());
    Some(line.text())
}
