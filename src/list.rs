//! The lists: strategies, rule sets, experiments. They are printed from the registries themselves.

use anyhow::Result;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use unosim_engine::{Rules, rule_set, rule_sets};
use unosim_strategies::registry;

use crate::experiment::{self, load_rules};
use crate::experiment_file::question;
use crate::style::Style;

/// `unosim strategies`
///
/// # Errors
/// If standard output is closed.
pub fn strategies() -> Result<()> {
    let style = Style::stdout();
    let mut out = String::new();
    for entry in registry() {
        let _ = writeln!(out, "{}\n    {}", style.bold(entry.name), entry.summary);
        for p in entry.parameters {
            let _ = writeln!(out, "    {} = {}", style.strong(p.name), p.default);
            let _ = writeln!(out, "        {}", p.meaning);
        }
    }
    print(&out)
}

/// `unosim rules`
///
/// # Errors
/// If standard output is closed.
pub fn rules() -> Result<()> {
    let style = Style::stdout();
    let width = rule_sets().iter().map(|s| s.name.len()).max().unwrap_or(0);
    let mut out = String::new();
    for set in rule_sets() {
        let name = style.bold(&format!("{:width$}", set.name));
        let _ = writeln!(out, "{name}  {}", set.summary);
        if let Some(why) = rule_set(set.name)?.unsupported() {
            let note = format!("not playable yet: {why}");
            let _ = writeln!(out, "{:width$}  {}", "", style.dim(&note));
        }
    }
    print(&out)
}

/// `unosim rules show NAME`
///
/// # Errors
/// If there are no such rules, or standard output is closed.
pub fn show_rules(source: &str, set: &[String]) -> Result<()> {
    let style = Style::stdout();
    let rules = load_rules(source, set)?;
    let defaults = Rules::default().options();
    let mut out = String::new();
    if let Some(set) = rule_sets().iter().find(|s| s.name == source) {
        let _ = writeln!(
            out,
            "# {}: {}\n# Source: {}",
            set.name, set.summary, set.source
        );
    }
    if let Some(why) = rules.unsupported() {
        let _ = writeln!(out, "# Not playable yet: {why}");
    }
    for ((name, value), (_, default)) in rules.options().iter().zip(&defaults) {
        let line = format!("{name} = {value}");
        if value == default {
            let _ = writeln!(out, "{line}");
        } else {
            let note = style.dim(&format!("# changed from {default}"));
            let _ = writeln!(out, "{}  {note}", style.strong(&line));
        }
    }
    print(&out)
}

/// `unosim experiments`
///
/// # Errors
/// If the directory cannot be read, or standard output is closed.
pub fn experiments(dir: &Path) -> Result<()> {
    let style = Style::stdout();
    let files = experiment::list(dir);
    anyhow::ensure!(
        !files.is_empty(),
        "there are no experiment files (*.toml) in {}; name their directory with --dir",
        dir.display()
    );
    let mut out = String::new();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        let question =
            question(&text).unwrap_or_else(|| "(asks no question in its first line)".into());
        let _ = writeln!(
            out,
            "{}\n    {question}",
            style.bold(&file.display().to_string())
        );
    }
    print(&out)
}

fn print(text: &str) -> Result<()> {
    Ok(std::io::stdout().lock().write_all(text.as_bytes())?)
}
