//! `unosim report`: files of a run → rows → answer and sections → one page. It writes a page and its figures, and never
//! touches a file that it did not write.

use anyhow::{Context, Result, anyhow, bail};
use std::fs;
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use crate::cli::ReportArgs;
use crate::numbers::plural;

pub mod answer;
pub mod cells;
pub mod check;
pub mod figures;
pub mod html;
pub mod manifest;
pub mod rated;
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
/// The signature stands in so many bytes from the beginning of a file.
const HEAD: u64 = 65_536;

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
    if beside.is_symlink() {
        bail!(
            "cannot write to {}: it is a link to somewhere else; remove it, or choose another place with --out",
            beside.display()
        );
    }
    for (path, content) in &mut files {
        *content = legible(content);
        check(path)?;
    }
    for (path, content) in &files {
        write(path, content)?;
    }
    remove_older(&beside, &files)?;
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

/// A file that is not ours stays, and what is no regular file (a device, a pipe) is not even read.
fn check(path: &Path) -> Result<()> {
    let cannot = || format!("cannot write {}", path.display());
    let there = match fs::metadata(path) {
        Ok(there) => there,
        Err(e) if e.kind() == ErrorKind::NotFound => return Ok(()),
        Err(e) => return Err(e).with_context(cannot),
    };
    if there.is_dir() {
        bail!("{}: it is a directory", cannot());
    }
    if !there.is_file() {
        bail!(
            "{}: it is no regular file; choose another with --out",
            cannot()
        );
    }
    match is_ours(path).with_context(cannot)? {
        true => Ok(()),
        false => bail!(
            "{}: the file that is there was not written by `{SIGNATURE}`; choose another with --out",
            cannot()
        ),
    }
}

/// Whether a regular file has the signature at its beginning.
fn is_ours(path: &Path) -> std::io::Result<bool> {
    let mut start = Vec::new();
    fs::File::open(path)?.take(HEAD).read_to_end(&mut start)?;
    Ok(String::from_utf8_lossy(&start).contains(SIGNATURE))
}

/// Removes the figures of an older report that this one does not have.
fn remove_older(dir: &Path, written: &[(PathBuf, String)]) -> Result<()> {
    let cannot = || format!("cannot look for older figures in {}", dir.display());
    let entries = match fs::read_dir(dir) {
        Ok(entries) => entries,
        Err(e) if e.kind() == ErrorKind::NotFound => return Ok(()),
        Err(e) => return Err(e).with_context(cannot),
    };
    for entry in entries {
        let entry = entry.with_context(cannot)?;
        let path = entry.path();
        let figure = path.extension().is_some_and(|e| e == "svg")
            && entry.file_type().with_context(cannot)?.is_file();
        let kept = written.iter().any(|(new, _)| *new == path);
        // What cannot be read cannot be known to be ours.
        if figure && !kept && is_ours(&path).unwrap_or(false) {
            fs::remove_file(&path)
                .with_context(|| format!("cannot remove the older figure {}", path.display()))?;
        }
    }
    Ok(())
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
