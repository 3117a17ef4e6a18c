//! `manifest.json` of a dataset: what was played and recorded, and which files hold it. It knows no game.

use anyhow::{Context, Result, bail, ensure};
use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::Job;
use super::args::Level;
use super::columns::{Column, described};
use super::plan::Plan;
use super::sink::{Coding, Compress, Format};
use crate::input;
use crate::part;
use crate::recipe;
use crate::report::manifest::platform;
use crate::shard::Shard;
use crate::store;

/// The file.
pub const FILE: &str = "manifest.json";
/// What tells a dataset from other results.
pub const KIND: &str = "dataset";

/// What is known of a dataset.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Manifest {
    kind: String,
    /// Whether every file is there that shall be there.
    pub complete: bool,
    /// The part that was to be written here, where the work was divided.
    pub shard: Option<String>,
    /// What the bytes of the files depend on, the experiment aside.
    pub settings: Map<String, Value>,
    /// Rows of all files.
    pub rows: u64,
    reproducible: bool,
    cheats: Vec<String>,
    /// The experiment, its rules, and the program, as [`recipe::write`] has them.
    #[serde(flatten)]
    recipe: Map<String, Value>,
    columns: Value,
    /// The files that are there.
    pub files: Vec<Listed>,
    threads: usize,
    /// Seconds.
    pub wall_seconds: f64,
    platform: Value,
}

/// A file, as it is listed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Listed {
    /// Its name.
    pub name: String,
    /// Its number.
    pub number: usize,
    /// The rules.
    pub rules: String,
    /// The table.
    pub table: String,
    /// Its first deal.
    pub first_deal: u64,
    /// How many deals.
    pub deals: u64,
    /// Rows.
    pub rows: u64,
    /// Bytes.
    pub bytes: u64,
    /// Their hash.
    pub hash: String,
}

impl Manifest {
    /// Of a dataset of which these files are there.
    #[must_use]
    pub fn new(job: &Job, files: Vec<Listed>, threads: usize, wall_seconds: f64) -> Manifest {
        Manifest {
            kind: KIND.into(),
            complete: files.len() == job.own().len(),
            shard: job.shard.map(|shard| shard.to_string()),
            settings: job.settings(),
            rows: files.iter().map(|file| file.rows).sum(),
            reproducible: job.experiment.reproducible(),
            cheats: job.experiment.cheats(),
            recipe: recipe::write(&job.experiment),
            columns: described(&job.columns()),
            files,
            threads,
            wall_seconds: rounded(wall_seconds),
            platform: platform(),
        }
    }

    /// What lies in a directory; none if it has no manifest.
    ///
    /// # Errors
    /// If there is one of something else, or it cannot be read.
    pub fn find(dir: &Path) -> Result<Option<Manifest>> {
        let path = dir.join(FILE);
        let Some(text) = input::results_text(&path)? else {
            return Ok(None);
        };
        let name = path.display();
        let value: Value = serde_json::from_str(&text)
            .with_context(|| format!("{name} is damaged: it is no JSON"))?;
        match value["kind"].as_str() {
            Some(KIND) => {}
            Some(kind) => bail!(
                "{} holds results of `unosim {kind}`, not a dataset; name another directory",
                dir.display()
            ),
            None => bail!("{name} is no manifest of a dataset: it has no `kind`"),
        }
        let manifest: Result<Manifest, _> = serde_json::from_value(value);
        let manifest = manifest.with_context(|| format!("{name} is damaged"))?;
        manifest.check_names().with_context(|| format!("{name}"))?;
        Ok(Some(manifest))
    }

    /// Names of files follow from their numbers, so that none leads to another place.
    fn check_names(&self) -> Result<()> {
        let coding = self.coding()?;
        let mut numbers = BTreeSet::new();
        for file in &self.files {
            let name = file_name(self.setting("level"), file.number, coding);
            ensure!(
                file.name == name && is_file_of_a_dataset(&name) && numbers.insert(file.number),
                "it is damaged: file {} is called {name}, not {:?}, and is listed once",
                file.number,
                file.name
            );
        }
        Ok(())
    }

    /// Puts it in place.
    ///
    /// # Errors
    /// If the disk refuses.
    pub fn write(&self, dir: &Path) -> Result<()> {
        let mut text = serde_json::to_string_pretty(self)?;
        text.push('\n');
        store::replace(dir, FILE, text.as_bytes())
    }

    /// In what another dataset is not the same, parts and course aside: `settings.level is games there and hands here`.
    #[must_use]
    pub fn differences(&self, here: &Manifest) -> Vec<String> {
        let mut found = recipe::differences(&self.recipe, &here.recipe);
        let keys = here.settings.keys();
        let text = |value: Option<&Value>| value.map_or("missing".into(), Value::to_string);
        for key in keys.filter(|key| self.settings.get(*key) != here.settings.get(*key)) {
            let (there, here) = (self.settings.get(key), here.settings.get(key));
            found.push(format!(
                "{key} is {} there and {} here",
                text(there),
                text(here)
            ));
        }
        found
    }

    /// The part that was to be written here.
    ///
    /// # Errors
    /// If the manifest is damaged.
    pub fn part(&self) -> Result<Shard> {
        let part = self.shard.as_ref().map_or(Ok(Shard::WHOLE), |s| s.parse());
        part.map_err(|why: String| anyhow::anyhow!("{FILE} is damaged: {why}"))
    }

    /// How many files the whole dataset has.
    ///
    /// # Errors
    /// If the manifest is damaged.
    pub fn all_files(&self) -> Result<usize> {
        let files = self.settings.get("files").and_then(Value::as_u64);
        Ok(
            files.with_context(|| format!("{FILE} is damaged: settings.files is missing"))?
                as usize,
        )
    }

    /// The name of the experiment.
    #[must_use]
    pub fn name(&self) -> &str {
        self.recipe
            .get("name")
            .and_then(Value::as_str)
            .unwrap_or("dataset")
    }

    /// A setting that is a text.
    #[must_use]
    pub fn setting(&self, key: &str) -> &str {
        self.settings
            .get(key)
            .and_then(Value::as_str)
            .unwrap_or_default()
    }

    /// The kind of its files.
    ///
    /// # Errors
    /// If the manifest is damaged.
    pub fn coding(&self) -> Result<Coding> {
        let read = |key: &str| {
            let text = self.setting(key);
            (
                text,
                format!("{FILE} is damaged: settings.{key} is \"{text}\""),
            )
        };
        let ((format, no_format), (compress, no_compress)) = (read("format"), read("compress"));
        Ok(Coding {
            format: Format::from_str(format, false).ok().context(no_format)?,
            compress: Compress::from_str(compress, false)
                .ok()
                .context(no_compress)?,
        })
    }

    /// The columns of its files.
    ///
    /// # Errors
    /// If another version wrote it, which had other columns.
    pub fn columns(&self) -> Result<Vec<Column>> {
        let hidden = self.settings.get("with_hidden") == Some(&true.into());
        let columns = match Level::from_str(self.setting("level"), false) {
            Ok(level) => level.columns(hidden),
            Err(_) => bail!(
                "{FILE} is damaged: settings.level is \"{}\"",
                self.setting("level")
            ),
        };
        ensure!(
            described(&columns) == self.columns,
            "another version of the program wrote it, with other columns"
        );
        Ok(columns)
    }

    /// What was played and recorded, into another directory.
    ///
    /// # Errors
    /// If the manifest is damaged, or another version of the program wrote it.
    pub fn job(&self, path: &Path, out: &Path) -> Result<Job> {
        self.columns()?;
        let setting = |key: &str| {
            let value = self.settings.get(key);
            value.with_context(|| format!("{FILE} is damaged: settings.{key} is missing"))
        };
        let level = Level::from_str(self.setting("level"), false);
        let level =
            level.map_err(|why| anyhow::anyhow!("{FILE} is damaged: settings.level: {why}"))?;
        let sample = setting("sample")?.as_f64();
        let sample = sample.filter(|sample| *sample > 0.0 && *sample <= 1.0);
        let sample = sample.with_context(|| {
            format!("{FILE} is damaged: settings.sample is a share above 0 and up to 1")
        })?;
        let deals: Vec<u64> = serde_json::from_value(setting("deals_per_file")?.clone())
            .with_context(|| format!("{FILE} is damaged: settings.deals_per_file"))?;
        let experiment = recipe::read(&Value::Object(self.recipe.clone()), path)?;
        // Where the number was not chosen, each round may have its own.
        let usual = Plan::new(&experiment, level, sample, None);
        let plan = match usual {
            Ok(plan) if plan.deals_a_file == deals => plan,
            _ => Plan::new(
                &experiment,
                level,
                sample,
                deals.first().copied().filter(|n| *n > 0),
            )?,
        };
        ensure!(
            plan.deals_a_file == deals,
            "{FILE} is damaged, or another version wrote it: settings.deals_per_file is {deals:?}, which would be {:?}",
            plan.deals_a_file
        );
        let hidden = self.settings.get("with_hidden") == Some(&true.into());
        Ok(Job {
            plan,
            experiment,
            level,
            coding: self.coding()?,
            sample,
            with_hidden: hidden,
            shard: self.shard.as_ref().map(|_| self.part()).transpose()?,
            out: out.to_path_buf(),
        })
    }

    /// The same dataset with these files and no others, of all parts.
    #[must_use]
    pub fn joined(self, files: Vec<Listed>, complete: bool, wall_seconds: f64) -> Manifest {
        Manifest {
            complete,
            shard: None,
            rows: files.iter().map(|file| file.rows).sum(),
            files,
            wall_seconds: rounded(wall_seconds),
            ..self
        }
    }
}

fn rounded(seconds: f64) -> f64 {
    (seconds * 1000.0).round() / 1000.0
}

/// Checks that a dataset may be written into a directory, and makes it ready: what is left of an older one is taken away if
/// `force` allows that, and kept if `resume` asks for it and there is something to go on with.
///
/// # Errors
/// Says what is in the way.
pub fn prepare(dir: &Path, new: &Manifest, force: bool, resume: bool) -> Result<()> {
    let name = dir.display();
    ensure!(
        !dir.exists() || dir.is_dir(),
        "cannot write a dataset to {name}: a file is in the way"
    );
    ensure!(
        !dir.join(part::FILE).exists(),
        "{name} holds a part of a run that was divided; choose another directory with --out"
    );
    let old = Manifest::find(dir)?;
    let left = leftovers(dir)?;
    let first = left.iter().find(|name| !name.starts_with('.'));
    let begins = !resume || (old.is_none() && first.is_none());
    if !begins {
        let Some(old) = old else {
            bail!(
                "{name} holds files of a dataset ({}) but no {FILE}, so it is not known whether they belong to this one; \
                 choose another directory with --out, or begin anew with --force",
                first.map_or("", String::as_str)
            );
        };
        let mut differences = old.differences(new);
        if old.shard != new.shard {
            let text = |shard: &Option<String>| shard.clone().unwrap_or_else(|| "all".into());
            differences.push(format!(
                "the part is {} there and {} here",
                text(&old.shard),
                text(&new.shard)
            ));
        }
        ensure!(
            differences.is_empty(),
            "{name} holds another dataset: {}; resume with the same, or choose another directory with --out",
            differences.join("; ")
        );
    } else if !force && (old.is_some() || first.is_some()) {
        let go_on = match old {
            Some(_) => "go on with it with --resume, ",
            None => "",
        };
        bail!(
            "{name} already holds a dataset ({}); {go_on}choose another directory with --out, or overwrite it with --force",
            first.map_or(FILE, String::as_str)
        );
    }
    // Nobody will finish what another process left half done.
    for old in left.iter().filter(|name| force || name.starts_with('.')) {
        let path = dir.join(old);
        fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))?;
    }
    if begins {
        new.write(dir)?;
    }
    Ok(())
}

/// The files in a directory that only a dataset writes, drafts included, by name.
fn leftovers(dir: &Path) -> Result<Vec<String>> {
    if !dir.exists() {
        return Ok(Vec::new());
    }
    let cannot = || format!("cannot read {}", dir.display());
    let mut found = Vec::new();
    for entry in fs::read_dir(dir).with_context(cannot)? {
        let name = entry.with_context(cannot)?.file_name();
        let name = name.to_string_lossy();
        let own = match store::drafted(&name) {
            Some(name) => name == FILE || is_file_of_a_dataset(name),
            None => is_file_of_a_dataset(&name),
        };
        if own {
            found.push(name.into_owned());
        }
    }
    found.sort();
    Ok(found)
}

/// The name of a file.
#[must_use]
pub fn file_name(level: &str, number: usize, coding: Coding) -> String {
    format!("{level}-{number:05}.{}", coding.extension())
}

/// Whether a file is called `games-00000.parquet` or the like.
#[must_use]
pub fn is_file_of_a_dataset(name: &str) -> bool {
    let Some((stem, extension)) = name.split_once('.') else {
        return false;
    };
    let Some((level, number)) = stem.split_once('-') else {
        return false;
    };
    ["games", "hands", "decisions"].contains(&level)
        && number.len() == 5
        && number.bytes().all(|b| b.is_ascii_digit())
        && Coding::ALL
            .iter()
            .any(|coding| coding.extension() == extension)
}

#[cfg(test)]
mod tests {
    use super::is_file_of_a_dataset;

    #[test]
    fn only_files_of_a_dataset_are_known() {
        for name in [
            "games-00000.parquet",
            "hands-00012.csv.zst",
            "decisions-99999.jsonl",
        ] {
            assert!(is_file_of_a_dataset(name), "{name}");
        }
        for name in [
            "games-0.parquet",
            "games-00000.txt",
            "games.parquet",
            "mine-00000.csv",
            "games-00000.csv.bak",
            "win_rates.csv",
        ] {
            assert!(!is_file_of_a_dataset(name), "{name}");
        }
    }
}
