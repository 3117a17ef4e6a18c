//! Prints rules: the list of all sets, one of them, or where two differ. It knows columns, not what stands in them.

use anyhow::Result;
use std::fmt::Write;
use unosim_engine::{Rules, rule_sets};

use super::{is_file, load_rules, read_file};
use crate::list::print;
use crate::numbers::plural;
use crate::style::Style;

/// `unosim rules`
///
/// # Errors
/// If standard output is closed.
pub fn list() -> Result<()> {
    let style = Style::stdout();
    let width = rule_sets().iter().map(|s| s.name.len()).max().unwrap_or(0);
    let mut out = String::new();
    for set in rule_sets() {
        let name = style.bold(&format!("{:width$}", set.name));
        let _ = writeln!(out, "{name}  {}", set.summary);
        let source = style.dim(&format!("source: {}", set.source));
        let _ = writeln!(out, "{:width$}  {source}", "");
    }
    print(&out)
}

/// `unosim rules show NAME`
///
/// # Errors
/// If there are no such rules, or standard output is closed.
pub fn show(source: &str, set: &[String]) -> Result<()> {
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
    if is_file(source) {
        let file = read_file(source)?;
        let changes = plural(file.changes()? as u64, "option", "options");
        let _ = writeln!(out, "# {source} changes {changes} of {}", file.base);
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

/// `unosim rules diff A B`
///
/// # Errors
/// If there are no such rules, or standard output is closed.
pub fn diff(a: &str, b: &str) -> Result<()> {
    let [ours, theirs] = [load_rules(a, &[])?.options(), load_rules(b, &[])?.options()];
    let pairs = ours.into_iter().zip(theirs);
    let differing = pairs.filter(|((_, ours), (_, theirs))| ours != theirs);
    let mut lines = vec![["option".to_string(), a.into(), b.into()]];
    lines.extend(differing.map(|((option, a), (_, b))| [option, a.to_string(), b.to_string()]));
    if lines.len() == 1 {
        return print(&format!("{a} and {b} are the same rules\n"));
    }
    let style = Style::stdout();
    let width = |column: usize| {
        let cells = lines.iter().map(|line| line[column].chars().count());
        cells.max().unwrap_or(0)
    };
    let (first, second) = (width(0), width(1));
    let mut out = String::new();
    for (i, [option, a, b]) in lines.iter().enumerate() {
        let line = format!("{option:first$}  {a:second$}  {b}");
        let _ = writeln!(out, "{}", if i == 0 { style.dim(&line) } else { line });
    }
    print(&out)
}
