//! A directory of counts: what a run has counted so far, to go on from there, or one part of a run that is divided among
//! machines. It knows files and their checks; it plays nothing.
//!
//! `part.json` says what is played and which part this is. `counts-00000.json` holds the deals and counts of the first
//! round (a table under one of the rules), and so on; its first line has the checksum of the second. Every file is put in place
//! whole or not at all, and is on the disk before it is.

use anyhow::{Context, Result, bail, ensure};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::arena::Round;
use crate::deals::Deals;
use crate::experiment::Experiment;
use crate::hash::Fnv;
use crate::input;
use crate::ledger::{Counts, Kept};
use crate::recipe;
use crate::shard::Shard;
use crate::store;
use crate::tally::Tally;

/// What tells a directory of counts from others.
pub const FILE: &str = "part.json";
/// The version of these files.
const FORMAT: u64 = 1;

/// A directory of counts.
#[derive(Debug)]
pub struct Part {
    dir: PathBuf,
    /// Which part it is.
    pub shard: Shard,
    /// What is played, as [`recipe::write`] has it.
    pub recipe: Map<String, Value>,
    /// Hash of all that.
    mark: String,
}

/// What has been counted in a round, and how long that took.
#[derive(Debug, Clone, PartialEq)]
pub struct Saved {
    /// Counts and their deals.
    pub kept: Kept,
    /// Wall time, in seconds.
    pub seconds: f64,
}

/// A file of counts, after its checksum.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Body {
    /// The part to which it belongs.
    part: String,
    rules: String,
    table: String,
    seconds: f64,
    deals: Deals,
    tally: Tally,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    format: u64,
    checksum: String,
}

/// `part.json`
#[derive(Serialize, Deserialize)]
struct Front {
    kind: String,
    format: u64,
    part: u64,
    of: u64,
    #[serde(flatten)]
    recipe: Map<String, Value>,
}

impl Part {
    /// A directory for what will be counted; nothing is written yet.
    #[must_use]
    pub fn new(dir: &Path, experiment: &Experiment, shard: Shard) -> Part {
        Part::of(dir, shard, recipe::write(experiment))
    }

    fn of(dir: &Path, shard: Shard, recipe: Map<String, Value>) -> Part {
        let mut mark = Fnv::default();
        mark.add(format!("{FORMAT} {shard} {}", Value::Object(recipe.clone())).as_bytes());
        Part {
            dir: dir.to_path_buf(),
            shard,
            recipe,
            mark: mark.hex(),
        }
    }

    /// Where it lies.
    #[must_use]
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// What lies in a directory, if these are counts.
    ///
    /// # Errors
    /// If they cannot be read, or another version of the program wrote them.
    pub fn find(dir: &Path) -> Result<Option<Part>> {
        let path = dir.join(FILE);
        let Some(text) = input::results_text(&path)? else {
            return Ok(None);
        };
        let name = path.display();
        let front: Front = serde_json::from_str(&text)
            .with_context(|| format!("{name} is damaged: it does not say what was counted"))?;
        ensure!(
            front.kind == "part" && front.format == FORMAT,
            "{name} has format {} of kind \"{}\", which this version does not know; it writes format {FORMAT} of kind \"part\"",
            front.format,
            front.kind
        );
        let shard = format!("{}/{}", front.part, front.of).parse();
        let shard = shard.map_err(|why: String| anyhow::anyhow!("{name}: {why}"))?;
        Ok(Some(Part::of(dir, shard, front.recipe)))
    }

    /// Whether these are counts of the same part of the same experiment, by the same program.
    ///
    /// # Errors
    /// In what they differ.
    pub fn same_as(&self, other: &Part) -> Result<()> {
        let mut differences = recipe::differences(&self.recipe, &other.recipe);
        if self.shard != other.shard {
            differences.push(format!(
                "the part is {} there and {} here",
                self.shard, other.shard
            ));
        }
        if differences.is_empty() {
            return Ok(());
        }
        bail!(
            "the counts in {} are of another run: {}",
            self.dir.display(),
            differences.join("; ")
        )
    }

    /// Makes the directory, unless it is there.
    ///
    /// # Errors
    /// If the disk refuses.
    pub fn begin(&self) -> Result<()> {
        let front = Front {
            kind: "part".into(),
            format: FORMAT,
            part: self.shard.part(),
            of: self.shard.of(),
            recipe: self.recipe.clone(),
        };
        let mut text = serde_json::to_string_pretty(&front)?;
        text.push('\n');
        store::replace(&self.dir, FILE, text.as_bytes())
    }

    /// Writes down what has been counted in a round, the `index`-th of the experiment.
    ///
    /// # Errors
    /// If the disk refuses; then what was written before is still there.
    pub fn write(&self, index: usize, round: Round, saved: &Saved) -> Result<()> {
        let body = Body {
            part: self.mark.clone(),
            rules: round.rules.name.clone(),
            table: round.table.name.clone(),
            seconds: saved.seconds,
            deals: saved.kept.deals.clone(),
            tally: saved.kept.counts.tally.clone(),
        };
        let body = serde_json::to_string(&body)?;
        let head = Head {
            format: FORMAT,
            checksum: checksum(&body),
        };
        let text = format!("{}\n{body}\n", serde_json::to_string(&head)?);
        store::replace(&self.dir, &file(index), text.as_bytes())
    }

    /// What has been counted in a round; nothing, if nothing was written down.
    ///
    /// # Errors
    /// If the file is damaged or does not belong here.
    pub fn read(&self, index: usize, round: Round) -> Result<Option<Saved>> {
        let path = self.dir.join(file(index));
        let Some(text) = input::results_text(&path)? else {
            return Ok(None);
        };
        let name = path.display();
        let (head, body) = text.split_once('\n').unwrap_or((&text, ""));
        let body = body.strip_suffix('\n').unwrap_or(body);
        let whole = serde_json::from_str::<Head>(head)
            .is_ok_and(|head| head.format == FORMAT && head.checksum == checksum(body));
        ensure!(
            whole,
            "{name} is damaged: its checksum does not fit; remove it, and its round is played again"
        );
        let body: Body = serde_json::from_str(body)
            .with_context(|| format!("{name} was written by another version"))?;
        let ledger = round.ledger(());
        let experiment = round.experiment;
        let own = self.shard.deals(experiment.deals_at(round.table));
        let belongs = body.part == self.mark
            && (&body.rules, &body.table) == (&round.rules.name, &round.table.name)
            && body
                .deals
                .ranges()
                .all(|deals| own.start <= deals.start && deals.end <= own.end)
            && body.tally.deals == body.deals.count()
            && body.tally.fits(&ledger.empty().tally)
            && Duration::try_from_secs_f64(body.seconds).is_ok();
        ensure!(
            belongs,
            "{name} does not belong to {}: it was counted in another run",
            self.dir.join(FILE).display()
        );
        ledger.add(&Kept {
            deals: body.deals,
            counts: Counts {
                tally: body.tally,
                besides: (),
            },
        });
        Ok(Some(Saved {
            kept: ledger.into_kept(),
            seconds: body.seconds,
        }))
    }
}

/// Removes the counts of a directory, and the directory if nothing else is in it.
///
/// # Errors
/// If the disk refuses.
pub fn clear(dir: &Path) -> Result<()> {
    let cannot = || format!("cannot remove the counts in {}", dir.display());
    let entries = match fs::read_dir(dir) {
        Ok(entries) => entries,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(()),
        Err(e) => return Err(e).with_context(cannot),
    };
    let mut counts = Vec::new();
    for entry in entries {
        let name = entry.with_context(cannot)?.file_name();
        let name = name.to_string_lossy();
        // A killed run may have left a draft.
        let own = match store::drafted(&name) {
            Some(name) => name == FILE || is_counts(name),
            None => is_counts(&name),
        };
        if own {
            counts.push(dir.join(&*name));
        }
    }
    // What says that these are counts goes last.
    for path in counts.into_iter().chain([dir.join(FILE)]) {
        match fs::remove_file(&path) {
            Err(e) if e.kind() != std::io::ErrorKind::NotFound => {
                return Err(e).with_context(cannot);
            }
            _ => {}
        }
    }
    // It stays where other files are in it.
    let _ = fs::remove_dir(dir);
    Ok(())
}

fn is_counts(name: &str) -> bool {
    name.starts_with("counts-") && name.ends_with(".json")
}

fn file(index: usize) -> String {
    format!("counts-{index:05}.json")
}

fn checksum(text: &str) -> String {
    let mut hash = Fnv::default();
    hash.add(text.as_bytes());
    hash.hex()
}
