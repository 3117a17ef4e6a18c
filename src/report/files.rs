//! Puts the files of a run in place, whole or not at all. It knows their names, so that it never touches another file.

use anyhow::{Context, Result, bail};
use std::fs;
use std::path::{Path, PathBuf};

use crate::dataset;
use crate::input;

/// Every file that a run may leave in its directory.
pub const NAMES: &[&str] = &[
    "balance.csv",
    "blocks.csv",
    "cross_table.csv",
    "differences.csv",
    "duel.csv",
    "lengths.csv",
    "manifest.json",
    "pairs.csv",
    "ratings.csv",
    "scores.csv",
    "seats.csv",
    "sweeps.csv",
    "win_rates.csv",
];

/// The CSV files of a directory of results, by name.
///
/// # Errors
/// If one is there and cannot be read.
pub fn csv(dir: &Path) -> Result<Vec<(&'static str, Vec<u8>)>> {
    let mut files = Vec::new();
    for name in NAMES.iter().filter(|name| name.ends_with(".csv")) {
        let bytes = input::results(&dir.join(name))?;
        files.extend(bytes.map(|bytes| (*name, bytes)));
    }
    Ok(files)
}

/// The directory of a run's results, checked before a game is played.
#[derive(Debug)]
pub struct Target {
    dir: PathBuf,
}

impl Target {
    /// Checks that results can be written there, and that none are there already unless `force`.
    ///
    /// # Errors
    /// Says what is in the way.
    pub fn check(dir: &Path, force: bool) -> Result<Target> {
        let target = Target {
            dir: dir.to_path_buf(),
        };
        if dir.exists() && !dir.is_dir() {
            bail!(
                "cannot write results to {}: a file is in the way",
                dir.display()
            );
        }
        if dataset::is_one(dir) {
            bail!(
                "{} holds a dataset; choose another directory with --out",
                dir.display()
            );
        }
        if let Some(blocked) = NAMES.iter().find(|name| dir.join(name).is_dir()) {
            bail!(
                "cannot write results to {}: {blocked} is a directory there",
                dir.display()
            );
        }
        let old = NAMES.iter().find(|name| dir.join(name).exists());
        if let (Some(old), false) = (old, force) {
            bail!(
                "{} already holds results ({old}); choose another directory with --out, or overwrite them with --force",
                dir.display()
            );
        }
        let draft = target.draft()?;
        fs::remove_dir(&draft).with_context(|| target.cannot())?;
        Ok(target)
    }

    /// Where the results will lie.
    #[must_use]
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Writes the files into a directory beside, then puts them in place: a new directory at one stroke, in an old one
    /// file by file.
    ///
    /// # Errors
    /// If the disk refuses; then no half-written file is left under a result's name.
    pub fn write(&self, files: &[(&str, Vec<u8>)]) -> Result<()> {
        let draft = self.draft()?;
        let placed = self.place(&draft, files);
        // After a failure, or beside an old directory, the draft is left over.
        let _ = fs::remove_dir_all(&draft);
        placed.with_context(|| self.cannot())
    }

    fn place(&self, draft: &Path, files: &[(&str, Vec<u8>)]) -> std::io::Result<()> {
        for (name, content) in files {
            debug_assert!(NAMES.contains(name));
            fs::write(draft.join(name), content)?;
        }
        // An empty directory is replaced as one that is not there, where the system does that.
        let empty = fs::read_dir(&self.dir).map_or(true, |mut entries| entries.next().is_none());
        if empty && fs::rename(draft, &self.dir).is_ok() {
            return Ok(());
        }
        fs::create_dir_all(&self.dir)?;
        for (name, _) in files {
            fs::rename(draft.join(name), self.dir.join(name))?;
        }
        // What an earlier run left there does not belong to this one.
        let new = |name: &str| files.iter().any(|(written, _)| *written == name);
        for old in NAMES.iter().filter(|name| !new(name)) {
            match fs::remove_file(self.dir.join(old)) {
                Err(e) if e.kind() != std::io::ErrorKind::NotFound => return Err(e),
                _ => {}
            }
        }
        Ok(())
    }

    /// A new empty directory beside the target.
    fn draft(&self) -> Result<PathBuf> {
        let name = self.dir.file_name().unwrap_or_default().to_string_lossy();
        let parent = match self.dir.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        // A directory without a name of its own (`.`, `/`) has no beside; its draft lies in it.
        let parent = if name.is_empty() { &self.dir } else { parent };
        let draft = parent.join(format!(".{name}.{}.part", std::process::id()));
        fs::create_dir_all(parent)
            .and_then(|()| fs::create_dir(&draft))
            .with_context(|| self.cannot())?;
        Ok(draft)
    }

    fn cannot(&self) -> String {
        format!("cannot write results to {}", self.dir.display())
    }
}
