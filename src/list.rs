//! The lists: strategies and experiments. They are printed from the registry and the files themselves.

use anyhow::Result;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use unosim_strategies::registry;

use crate::experiment;
use crate::experiment_file;
use crate::style::{Style, shown};

/// `unosim strategies`
///
/// # Errors
/// If standard output is closed.
pub fn strategies() -> Result<()> {
    let style = Style::stdout();
    let mut out = String::new();
    for entry in registry() {
        let _ = writeln!(out, "{}\n    {}", style.bold(entry.name), entry.summary);
        if entry.cheats() {
            let _ = writeln!(out, "    research only: refused without --allow-cheats");
        }
        for inner in entry.inner {
            let _ = writeln!(out, "    {} (a strategy)", style.strong(inner));
        }
        for p in entry.parameters {
            let _ = writeln!(out, "    {} = {}", style.strong(p.name), p.default);
            let _ = writeln!(out, "        {}", p.meaning);
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
        let asks = match experiment_file::read(&file) {
            Ok(draft) => draft
                .question()
                .unwrap_or_else(|| "(asks no question)".into()),
            Err(why) => format!("(cannot be played: {why:#})"),
        };
        let _ = writeln!(
            out,
            "{}\n    {}",
            style.bold(&shown(&file.display().to_string())),
            shown(&asks)
        );
    }
    print(&out)
}

/// Writes to standard output.
///
/// # Errors
/// If it is closed.
pub fn print(text: &str) -> Result<()> {
    Ok(std::io::stdout().lock().write_all(text.as_bytes())?)
}
