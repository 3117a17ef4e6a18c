//! `unosim dataset describe`: what is in a dataset, in the terminal. It reads files and counts; it knows no game.

use anyhow::{Context, Result, ensure};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

use super::columns::{Cells, Column};
use super::manifest::{FILE, Manifest};
use super::read;
use super::spread::Spread;
use crate::numbers::{grouped, plural};
use crate::style::Style;

/// Different texts of a column that are counted; beyond that they are many.
const MOST_TEXTS: usize = 1000;

/// Prints what is in a dataset.
///
/// # Errors
/// If there is none, or a file cannot be read.
pub fn run(dir: &Path) -> Result<()> {
    let manifest = Manifest::find(dir)?
        .with_context(|| format!("{} holds no dataset: it has no {FILE}", dir.display()))?;
    let of = || format!("{}", dir.join(FILE).display());
    let (coding, columns) = (
        manifest.coding().with_context(of)?,
        manifest.columns().with_context(of)?,
    );
    let mut ranges = vec![Range::default(); columns.len()];
    let mut spread = Spread::new(&columns);
    let mut rows = 0;
    for file in &manifest.files {
        let path = dir.join(&file.name);
        let mut here = 0;
        read::groups(&path, coding, &columns, |cells| {
            here += cells.first().map_or(0, Cells::len) as u64;
            for (range, cells) in ranges.iter_mut().zip(cells) {
                range.add(cells);
            }
            spread.add(cells);
        })
        .with_context(|| format!("cannot read {}", path.display()))?;
        ensure!(
            here == file.rows,
            "{} has {here} rows, but {FILE} says {}",
            path.display(),
            file.rows
        );
        rows += here;
    }
    let style = Style::stdout();
    let mut text = head(dir, &manifest, rows);
    text += &style.bold(&line(
        "column",
        "type",
        "lowest",
        "highest",
        "missing",
        "different",
    ));
    for (group, ranges) in groups(&columns).zip(grouped_ranges(&columns, &ranges)) {
        text += &table_line(group, &ranges);
    }
    text += &spread.render(style);
    std::io::stdout().lock().write_all(text.as_bytes())?;
    Ok(())
}

fn head(dir: &Path, manifest: &Manifest, rows: u64) -> String {
    let bytes: u64 = manifest.files.iter().map(|file| file.bytes).sum();
    let mut text = format!(
        "{}: {} of {} in {} ({}, {}), {} bytes\n",
        dir.display(),
        plural(rows, "row", "rows"),
        manifest.setting("level"),
        plural(manifest.files.len() as u64, "file", "files"),
        manifest.setting("format"),
        manifest.setting("compress"),
        grouped(bytes),
    );
    let mut rounds: BTreeMap<(&str, &str), (u64, u64)> = BTreeMap::new();
    for file in &manifest.files {
        let (deals, rows) = rounds.entry((&file.rules, &file.table)).or_default();
        (*deals, *rows) = (*deals + file.deals, *rows + file.rows);
    }
    for ((rules, table), (deals, rows)) in rounds {
        let _ = writeln!(
            text,
            "  {rules}, table {table}: {}, {}",
            plural(deals, "deal", "deals"),
            plural(rows, "row", "rows")
        );
    }
    if let Some(shard) = &manifest.shard {
        let _ = writeln!(text, "  part {shard}");
    }
    if !manifest.complete {
        text += "  not complete: --resume goes on\n";
    }
    text.push('\n');
    text
}

/// Columns that stand together because they mean the same.
fn groups(columns: &[Column]) -> impl Iterator<Item = &[Column]> {
    columns.chunk_by(|a, b| a.meaning == b.meaning)
}

/// The range of each group, all its columns together.
fn grouped_ranges(columns: &[Column], ranges: &[Range]) -> Vec<Range> {
    let mut at = 0;
    groups(columns)
        .map(|group| {
            let mut whole = ranges[at].clone();
            for range in &ranges[at + 1..at + group.len()] {
                whole.join(range);
            }
            at += group.len();
            whole
        })
        .collect()
}

fn table_line(group: &[Column], range: &Range) -> String {
    let name = match group {
        [only] => only.name.clone(),
        [first, .., last] => format!("{} … {} ({})", first.name, last.name, group.len()),
        [] => String::new(),
    };
    let kind = group.first().map_or("", |column| column.kind.name());
    let different = match &range.texts {
        Some(texts) if range.is_text => grouped(texts.len() as u64),
        None => format!("over {}", grouped(MOST_TEXTS as u64)),
        _ => String::new(),
    };
    let (low, high) = range.ends();
    line(
        &name,
        kind,
        &low,
        &high,
        &grouped(range.missing),
        &different,
    )
}

fn line(name: &str, kind: &str, low: &str, high: &str, missing: &str, different: &str) -> String {
    format!("{name:<34} {kind:<7} {low:>20} {high:>20} {missing:>12} {different:>10}\n")
}

/// What values a column has.
#[derive(Clone, Debug)]
struct Range {
    low: Option<Number>,
    high: Option<Number>,
    /// Texts that are empty, and -1 where it stands for nothing.
    missing: u64,
    is_text: bool,
    /// The different texts, unless they are too many.
    texts: Option<BTreeMap<String, u64>>,
}

impl Default for Range {
    fn default() -> Range {
        Range {
            low: None,
            high: None,
            missing: 0,
            is_text: false,
            texts: Some(BTreeMap::new()),
        }
    }
}

/// A number of any type.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
enum Number {
    Whole(i128),
    Real(f64),
}

impl Range {
    fn add(&mut self, cells: &Cells) {
        match cells {
            Cells::Bool(cells) => self.whole(cells.iter().map(|c| i128::from(*c))),
            Cells::UInt8(cells) => self.whole(cells.iter().map(|c| i128::from(*c))),
            Cells::UInt16(cells) => self.whole(cells.iter().map(|c| i128::from(*c))),
            Cells::UInt32(cells) => self.whole(cells.iter().map(|c| i128::from(*c))),
            Cells::UInt64(cells) => self.whole(cells.iter().map(|c| i128::from(*c))),
            Cells::Int32(cells) => self.whole(cells.iter().map(|c| i128::from(*c))),
            Cells::Int8(cells) => {
                self.missing += cells.iter().filter(|c| **c == -1).count() as u64;
                self.whole(cells.iter().map(|c| i128::from(*c)));
            }
            Cells::Double(cells) => cells.iter().for_each(|c| self.number(Number::Real(*c))),
            Cells::Text(texts) => {
                self.is_text = true;
                for span in texts.spans() {
                    self.text(&String::from_utf8_lossy(&texts.bytes[span]));
                }
            }
            // Words are only written.
            Cells::Word(_) => {}
        }
    }

    fn whole(&mut self, numbers: impl Iterator<Item = i128>) {
        numbers.for_each(|number| self.number(Number::Whole(number)));
    }

    fn number(&mut self, number: Number) {
        if self.low.is_none_or(|low| number < low) {
            self.low = Some(number);
        }
        if self.high.is_none_or(|high| number > high) {
            self.high = Some(number);
        }
    }

    fn text(&mut self, text: &str) {
        self.missing += u64::from(text.is_empty());
        let Some(texts) = self.texts.as_mut().filter(|_| !text.is_empty()) else {
            return;
        };
        match texts.get_mut(text) {
            Some(count) => *count += 1,
            None => {
                texts.insert(text.into(), 1);
            }
        }
        if texts.len() > MOST_TEXTS {
            self.texts = None;
        }
    }

    fn join(&mut self, other: &Range) {
        self.missing += other.missing;
        other.low.into_iter().for_each(|low| self.number(low));
        other.high.into_iter().for_each(|high| self.number(high));
        match (&mut self.texts, &other.texts) {
            (Some(mine), Some(theirs)) => {
                for (text, count) in theirs {
                    *mine.entry(text.clone()).or_default() += count;
                }
            }
            _ => self.texts = None,
        }
    }

    /// The lowest and the highest value, or the first and the last text; of too many texts none.
    fn ends(&self) -> (String, String) {
        let number = |number: Option<Number>| match number {
            Some(Number::Whole(number)) => number.to_string(),
            Some(Number::Real(number)) => format!("{number}"),
            None => String::new(),
        };
        let texts = self.texts.as_ref().filter(|_| self.is_text);
        let short = |text: Option<(&String, &u64)>| -> String {
            text.map_or(String::new(), |(text, _)| text.chars().take(20).collect())
        };
        match texts {
            Some(texts) => (
                short(texts.first_key_value()),
                short(texts.last_key_value()),
            ),
            None => (number(self.low), number(self.high)),
        }
    }
}
