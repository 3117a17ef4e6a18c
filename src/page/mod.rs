//! `unosim report`: files of a run → rows → answer and sections → one page. It writes a page and its figures, and never
//! touches a file that it did not write.

use anyhow::{Context, Result, anyhow, bail};
use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::cli::ReportArgs;
use crate::numbers::plural;

pub mod answer;
pub mod figures;
pub mod html;
pub mod manifest;
pub mod read;
pub mod rounds;
pub mod sections;
pub mod words;

/// What every written file says of its origin; only a file that says it is overwritten.
pub const SIGNATURE: &str = "unosim report";

/// Name of the page.
const PAGE: &str = "report.html";
/// Name of the directory of figures, beside the page.
const FIGURES: &str = "figures";

/// Writes the report of a results directory.
///
/// # Errors
/// What is wrong with the results, or in the way of the page.
pub fn run(args: &ReportArgs) -> Result<()> {
    let results = read::read(&args.dir)?;
    let page = args.out.clone().unwrap_or_else(|| args.dir.join(PAGE));
    let answer = answer::answer(&results);
    let sections = sections::all(&results)?;
    let beside = match page.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.join(FIGURES),
        _ => PathBuf::from(FIGURES),
    };
    let mut files: Vec<(PathBuf, String)> = Vec::new();
    for section in &sections {
        let items = section.items.iter();
        let shown = items.filter_map(|item| match item {
            sections::Item::Figures(figures) => Some(figures),
            _ => None,
        });
        for figure in shown.flatten() {
            let path = beside.join(format!("{}.svg", figure.file));
            files.push((path, figures::alone(&figure.svg)));
        }
    }
    let count = files.len() as u64;
    // The page comes last: where it is, its figures are.
    files.push((page.clone(), html::page(&results, &answer, &sections)));
    for (path, content) in &mut files {
        *content = legible(content);
        check(path)?;
    }
    for (path, content) in &files {
        write(path, content)?;
    }
    let said = format!(
        "{}, {} in {}",
        page.display(),
        plural(count, "figure", "figures"),
        beside.display()
    );
    let headline = if answer.headline.is_empty() {
        String::new()
    } else {
        format!("{}\n", answer.headline)
    };
    writeln!(std::io::stdout(), "{headline}{said}")?;
    Ok(())
}

/// Without control characters, which neither HTML nor SVG allows.
fn legible(text: &str) -> String {
    let wrong = |c: char| {
        (c.is_control() && !matches!(c, '\n' | '\t')) || matches!(c, '\u{fffe}' | '\u{ffff}')
    };
    text.replace(wrong, "\u{fffd}")
}

/// A file that is not ours stays.
fn check(path: &Path) -> Result<()> {
    if path.is_dir() {
        bail!("cannot write {}: it is a directory", path.display());
    }
    match fs::read(path) {
        Ok(old) if !String::from_utf8_lossy(&old).contains(SIGNATURE) => bail!(
            "cannot write {}: the file that is there was not written by `{SIGNATURE}`; choose another with --out",
            path.display()
        ),
        Ok(_) => Ok(()),
        Err(e) if e.kind() == ErrorKind::NotFound => Ok(()),
        Err(e) => Err(e).with_context(|| format!("cannot write {}", path.display())),
    }
}

/// Writes a file whole or not at all.
fn write(path: &Path, content: &str) -> Result<()> {
    let cannot = || format!("cannot write {}", path.display());
    let name = path
        .file_name()
        .ok_or_else(|| anyhow!("{}: that is no name of a file", cannot()))?;
    let draft = path.with_file_name(format!(
        ".{}.{}.part",
        name.to_string_lossy(),
        std::process::id()
    ));
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent).with_context(cannot)?;
    }
    let placed = fs::write(&draft, content).and_then(|()| fs::rename(&draft, path));
    if placed.is_err() {
        let _ = fs::remove_file(&draft);
    }
    placed.with_context(cannot)
}
