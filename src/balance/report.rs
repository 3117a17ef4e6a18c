//! The files of a comparison: `balance.csv` and `manifest.json` (docs/balance.md). It knows numbers and how they are written.

use ::csv::Writer;
use anyhow::Result;
use serde_json::{Value, json};
use unosim_strategies::Spec;

use super::Job;
use super::compare::Measured;
use super::measures::Unit;
use super::words;
use crate::recipe::options;
use crate::report::csv::{cell, interval};
use crate::report::manifest::{Course, bytes, fingerprint, platform, versions};
use crate::shell::Line;

const COLUMNS: &str =
    "rules,measure,value,ci_low,ci_high,baseline,difference,difference_ci_low,difference_ci_high";
const DIGITS: usize = 6;

/// A line a rule set and measure.
///
/// # Errors
/// None that can happen in memory.
pub fn csv(measured: &[Measured]) -> Result<Vec<u8>> {
    let mut csv = Writer::from_writer(Vec::new());
    csv.write_record(COLUMNS.split(','))?;
    let baseline = measured.first().map_or("", |m| &m.rules);
    for rules in measured {
        for value in &rules.values {
            let [low, high] = interval(value.interval, DIGITS);
            let difference = value.difference;
            let [least, most] = interval(difference.and_then(|d| d.interval()), DIGITS);
            csv.write_record([
                rules.rules.clone(),
                value.measure.key.to_string(),
                match value.measure.unit {
                    Unit::Chance => value
                        .estimate
                        .map_or(String::new(), |p| format!("{:.3e}", p.mean)),
                    _ => cell(value.estimate.map(|e| e.mean), DIGITS),
                },
                low,
                high,
                baseline.to_string(),
                cell(difference.map(|d| d.mean), DIGITS),
                least,
                most,
            ])?;
        }
    }
    Ok(csv.into_inner()?)
}

/// The command that makes this comparison.
fn command(job: &Job) -> String {
    let listed = |specs: &[Spec]| {
        let texts: Vec<String> = specs.iter().map(Spec::to_string).collect();
        texts.join(",")
    };
    let baseline = &job.candidates[0].rules.source;
    // What cannot be played by so many makes no difference. The baseline, listed again, is not played again.
    let compared = &job.candidates[1..];
    let sources: Vec<&str> = compared.iter().map(|c| c.rules.source.as_str()).collect();
    let (sources, set) = match compared.first() {
        Some(first) => (sources.join(","), first.rules.changes.as_slice()),
        None => (baseline.clone(), &[][..]),
    };
    Line::of("balance")
        .flag("--rules", sources)
        .flags("--set", set)
        .flag("--baseline", baseline)
        .flag("--players", job.players)
        .flag("--strategy", &job.strategy)
        .flag("--ladder", listed(&job.listed))
        .flag("--deals", job.deals)
        .flag("--seed", job.seed)
        .text()
}

/// Everything that is needed to play the comparison again, and how it went.
#[must_use]
pub fn manifest(
    job: &Job,
    measured: &[Measured],
    csv: &[(&str, Vec<u8>)],
    course: Course,
) -> Vec<u8> {
    let seconds = course.time.as_secs_f64();
    let texts = |specs: &[Spec]| -> Vec<String> { specs.iter().map(Spec::to_string).collect() };
    let rules: Vec<Value> = job
        .candidates
        .iter()
        .map(|c| json!({ "name": c.rules.name, "source": c.rules.source, "set": c.rules.changes }))
        .collect();
    let skipped: Vec<Value> = job
        .skipped
        .iter()
        .map(|s| json!({ "rules": s.rules, "why": s.why }))
        .collect();
    let played: Vec<Value> = measured
        .iter()
        .map(|m| json!({ "rules": m.rules, "deals_played": m.deals, "hands": m.deals * job.hands_a_deal() }))
        .collect();
    let manifest = json!({
        "name": "balance",
        "kind": "balance",
        "title": "What house rules change",
        "question": format!(
            "What does each rule set do to a game of {} {}, compared with {}?",
            job.players, job.strategy, job.candidates[0].rules.name
        ),
        "answer": words::answer(measured),
        "command": command(job),
        "complete": course.complete,
        "fingerprint": fingerprint(csv),
        "comparison": {
            "baseline": job.candidates[0].rules.name,
            "rules": rules,
            "skipped": skipped,
            "players": job.players,
            "strategy": job.strategy.to_string(),
            "ladder": texts(&job.listed),
            "seated": texts(&job.ladder),
            "deals": job.deals,
            "seed": job.seed,
        },
        "options": options(job.candidates.iter().map(|c| &c.rules)),
        "played": played,
        "threads": course.threads,
        "wall_seconds": (seconds * 1000.0).round() / 1000.0,
        "versions": versions(),
        "platform": platform(),
    });
    bytes(&manifest)
}
