//! One of two results directories: its manifest, the bytes of its CSV files, the numbers in them. It knows files; what two of
//! them have to do with each other is `compare`'s business.

use anyhow::{Result, anyhow, ensure};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

use super::facts::{Fact, LAYOUTS, Row};
use crate::input;
use crate::page::read;
use crate::report::files;
use crate::report::manifest::fingerprint;

/// What was found in a directory.
#[derive(Debug)]
pub struct Side {
    /// The directory as typed.
    pub dir: String,
    /// `manifest.json`, if it is there.
    pub manifest: Option<Value>,
    /// The CSV files that are there, by name.
    pub files: BTreeMap<&'static str, Vec<u8>>,
    /// The numbers in them.
    pub facts: Vec<Fact>,
    /// The rows that have numbers, by file.
    pub rows: BTreeMap<&'static str, Vec<Row>>,
    /// Whether the CSV files are those that the manifest was written with; `None` if it does not say.
    pub untouched: Option<bool>,
}

impl Side {
    /// Reads a directory.
    ///
    /// # Errors
    /// If it is none, holds no results, or a file is wrong: then `FILE:LINE: what is wrong`.
    pub fn read(dir: &Path) -> Result<Side> {
        // What a report reads is checked as for a report.
        read::all(dir)?;
        let files = files::csv(dir)?;
        ensure!(
            !files.is_empty(),
            "{} holds no results: none of {} is there; `unosim run EXPERIMENT --out {}` writes some",
            dir.display(),
            LAYOUTS.each_ref().map(|layout| layout.file).join(", "),
            dir.display()
        );
        let manifest = manifest(&dir.join("manifest.json"))?;
        let mut side = Side {
            dir: dir.display().to_string(),
            untouched: manifest.as_ref().and_then(|manifest| {
                let written = manifest.get("fingerprint")?.as_str()?;
                Some(written == fingerprint(&files))
            }),
            manifest,
            files: files.into_iter().collect(),
            facts: Vec::new(),
            rows: BTreeMap::new(),
        };
        for layout in &LAYOUTS {
            if let Some(bytes) = side.files.get(layout.file) {
                let path = dir.join(layout.file).display().to_string();
                let (rows, facts) = layout.read(bytes, &path, |row| side.deals(row))?;
                side.rows.insert(layout.file, rows);
                side.facts.extend(facts);
            }
        }
        Ok(side)
    }

    /// Seed of all randomness, if the manifest tells it.
    #[must_use]
    pub fn seed(&self) -> Option<u64> {
        let manifest = self.manifest.as_ref()?;
        ["/experiment/seed", "/comparison/seed"]
            .iter()
            .find_map(|place| manifest.pointer(place)?.as_u64())
    }

    /// Deals that were played at the table of a row, or under its rules.
    fn deals(&self, row: &Row) -> Option<u64> {
        let played = self.manifest.as_ref()?.get("played")?.as_array()?;
        let meets = |round: &&Value| {
            ["rules", "table"].iter().all(|column| {
                let (there, here) = (round.get(*column), row.cell(column));
                there.is_none() || here.is_none() || there.and_then(Value::as_str) == here
            })
        };
        played.iter().find(meets)?.get("deals_played")?.as_u64()
    }
}

fn manifest(path: &Path) -> Result<Option<Value>> {
    let Some(text) = input::results_text(path)? else {
        return Ok(None);
    };
    let read = serde_json::from_str(&text);
    Ok(Some(read.map_err(|e: serde_json::Error| {
        anyhow!("{}:{}: {e}", path.display(), e.line())
    })?))
}
