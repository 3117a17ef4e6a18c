//! Scenario files: a position, what is played, what must hold (docs/scenarios.md).
//!
//! `file` reads one, `check` sets it up and plays it, `compare` holds the game against what is expected. This file prints
//! what came out; it knows no rule.

mod check;
mod compare;
mod file;

use anyhow::{Context, Result};
use serde::Serialize;
use std::io::Write;

use crate::cli::ScenarioCheckArgs;
use crate::input;
use crate::style::shown;

/// What became of a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Checked {
    /// Everything held.
    Ok,
    /// The first thing that did not hold.
    Differs(String),
    /// It is no scenario: the file cannot be read, or what it says makes no sense.
    Error(String),
}

impl Checked {
    /// Its name in JSON output.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Checked::Ok => "ok",
            Checked::Differs(_) => "differs",
            Checked::Error(_) => "error",
        }
    }

    /// What there is to say about it; empty if everything held.
    #[must_use]
    pub fn message(&self) -> &str {
        match self {
            Checked::Ok => "",
            Checked::Differs(message) | Checked::Error(message) => message,
        }
    }
}

/// Checks a scenario given as text.
#[must_use]
pub fn check_text(text: &str) -> Checked {
    match file::Scenario::parse(text) {
        Ok(scenario) => check::check(&scenario),
        Err(message) => Checked::Error(message),
    }
}

/// The position that a scenario ends in, and the actions that it says are best there.
///
/// # Errors
/// What is wrong with the file, or what does not hold on the way.
pub fn position(text: &str) -> Result<(unosim_engine::Game, Vec<String>), String> {
    let scenario = file::Scenario::parse(text)?;
    let game = check::reach(&scenario)?;
    Ok((game, scenario.best))
}

/// One line of JSON output.
#[derive(Serialize)]
struct Line<'a> {
    file: &'a str,
    result: &'static str,
    message: &'a str,
}

/// Checks the files and prints a line for each, then how many came out how; returns whether none of them failed.
///
/// # Errors
/// If the output cannot be written.
pub fn run(args: &ScenarioCheckArgs) -> Result<bool> {
    let mut out = std::io::stdout().lock();
    let (mut ok, mut failed) = (0, 0);
    for path in &args.files {
        let file = path.display().to_string();
        let checked = match input::written(path) {
            Ok(text) => check_text(&text),
            Err(error) => Checked::Error(format!("cannot be read: {error}")),
        };
        match checked {
            Checked::Ok => ok += 1,
            Checked::Differs(_) | Checked::Error(_) => failed += 1,
        }
        let message = checked.message();
        if args.json {
            let result = checked.name();
            let line = Line {
                file: &file,
                result,
                message,
            };
            writeln!(
                out,
                "{}",
                serde_json::to_string(&line).context("JSON output")?
            )?;
        } else {
            match checked {
                Checked::Ok => writeln!(out, "ok {file}")?,
                _ => writeln!(out, "not ok {file}: {}", shown(message))?,
            }
        }
    }
    if !args.json {
        let verb = if failed == 1 { "differs" } else { "differ" };
        writeln!(out, "{ok} ok, {failed} {verb}")?;
    }
    Ok(failed == 0)
}
