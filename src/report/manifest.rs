//! The manifest: everything that is needed to play a run again, and how it went.

use serde_json::{Value, json};
use std::time::Duration;

use super::Played;
use crate::experiment::Experiment;
use crate::hash::Fnv;
use crate::recipe;

/// How a run went.
#[derive(Debug, Clone, Copy)]
pub struct Course {
    /// Threads.
    pub threads: usize,
    /// Wall time.
    pub time: Duration,
    /// Whether every deal of every table was played, under all rules.
    pub complete: bool,
}

/// What kind of results these are.
#[derive(Debug, Clone)]
pub struct Kind {
    /// The command: `run`, `duel`, `league`.
    pub name: &'static str,
    /// Its settings beyond those of the experiment.
    pub settings: Value,
    /// What it asks, where the experiment does not say.
    pub question: Option<String>,
    /// The command that does it again, where no experiment file can.
    pub command: Option<String>,
    /// What was found, in sentences, where it cannot be seen from the CSV files alone.
    pub answer: Vec<String>,
}

impl Kind {
    /// Of `unosim run`, whose settings are those of the experiment.
    #[must_use]
    pub fn run() -> Kind {
        Kind {
            name: "run",
            settings: json!({}),
            question: None,
            command: None,
            answer: Vec::new(),
        }
    }
}

/// The manifest of a run whose CSV files are these.
#[must_use]
pub fn render(
    experiment: &Experiment,
    kind: &Kind,
    played: &[Played],
    csv: &[(&str, Vec<u8>)],
    course: Course,
) -> Vec<u8> {
    let hands: u64 = played.iter().map(|p| p.tally.hands).sum();
    let games: u64 = played.iter().map(|p| p.tally.games).sum();
    let seconds = course.time.as_secs_f64();
    let rate = |count: u64| (count as f64 / seconds.max(1e-9)).round() as u64;
    let rounds: Vec<Value> = played
        .iter()
        .map(|round| {
            json!({
                "rules": round.rules.name,
                "table": round.table,
                "deals_played": round.tally.deals,
                "ended_by": round.end.name(),
                "games": round.tally.games,
                "hands": round.tally.hands,
            })
        })
        .collect();
    let manifest = json!({
        "name": experiment.name,
        "kind": kind.name,
        "settings": kind.settings,
        "command": kind.command,
        "title": experiment.title,
        "question": experiment.question.as_ref().or(kind.question.as_ref()),
        "answer": kind.answer,
        "complete": course.complete,
        "reproducible": experiment.reproducible(),
        "cheats": experiment.cheats(),
        "fingerprint": fingerprint(csv),
        "experiment": recipe::asked(experiment),
        "options": recipe::options(&experiment.rules),
        "played": rounds,
        "games": games,
        "hands": hands,
        "threads": course.threads,
        "wall_seconds": (seconds * 1000.0).round() / 1000.0,
        "games_per_second": rate(games),
        "hands_per_second": rate(hands),
        "versions": versions(),
        "platform": platform(),
    });
    bytes(&manifest)
}

/// A manifest as it is written.
#[must_use]
pub fn bytes(manifest: &Value) -> Vec<u8> {
    let mut text = serde_json::to_string_pretty(manifest).unwrap_or_default();
    text.push('\n');
    text.into_bytes()
}

/// What was built from what.
#[must_use]
pub fn versions() -> Value {
    json!({
        "unosim": env!("CARGO_PKG_VERSION"),
        "commit": option_env!("UNOSIM_COMMIT"),
        "rustc": option_env!("UNOSIM_RUSTC"),
    })
}

/// The machine.
#[must_use]
pub fn platform() -> Value {
    json!({
        "os": std::env::consts::OS,
        "arch": std::env::consts::ARCH,
        "processors": std::thread::available_parallelism().map_or(0, usize::from),
    })
}

/// The hash of the CSV files with their names, in order.
#[must_use]
pub fn fingerprint(csv: &[(&str, Vec<u8>)]) -> String {
    let mut hash = Fnv::default();
    for (name, content) in csv {
        hash.add(name.as_bytes());
        hash.add(&[0]);
        hash.add(content);
    }
    hash.hex()
}
