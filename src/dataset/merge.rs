//! Joins the parts of a dataset that was divided: the same files, in one directory. It reads no row.

use anyhow::{Context, Result, bail, ensure};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::manifest::{FILE, KIND, Listed, Manifest, prepare};
use super::sink::Written;
use crate::input;
use crate::merge::LISTED;
use crate::numbers::first_lines;
use crate::shard::Shard;
use crate::store;

/// Whether a directory holds a dataset, or a part of one.
#[must_use]
pub fn is_one(dir: &Path) -> bool {
    // A damaged one is one too.
    let text = input::results_text(&dir.join(FILE)).ok().flatten();
    let manifest = text.and_then(|text| serde_json::from_str::<serde_json::Value>(&text).ok());
    manifest.is_some_and(|manifest| manifest["kind"] == KIND)
}

/// The name of the experiment of a dataset.
///
/// # Errors
/// If there is none.
pub fn name(dir: &Path) -> Result<String> {
    Ok(find(dir)?.name().to_string())
}

fn find(dir: &Path) -> Result<Manifest> {
    Manifest::find(dir)?.with_context(|| {
        format!(
            "{} holds no part of a dataset (it has no {FILE}); `unosim dataset --shard K/N` makes them",
            dir.display()
        )
    })
}

/// Puts the files of these parts into one directory, the same bytes as if the work had not been divided.
///
/// # Errors
/// If the parts do not belong together, a file is missing or damaged, or two parts have different files of one name.
pub fn merge(dirs: &[PathBuf], out: &Path, force: bool) -> Result<()> {
    let parts: Vec<(&PathBuf, Manifest)> = dirs
        .iter()
        .map(|dir| Ok((dir, find(dir)?)))
        .collect::<Result<_>>()?;
    let Some((first, manifest)) = parts.first() else {
        bail!("nothing to join: name the directories of the parts");
    };
    for (dir, other) in &parts {
        let differences = manifest.differences(other);
        ensure!(
            differences.is_empty(),
            "{} is a part of another dataset than {}: {}",
            dir.display(),
            first.display(),
            differences.join("; ")
        );
        let same = |a: &Path, b: &Path| fs::canonicalize(a).ok() == fs::canonicalize(b).ok();
        ensure!(
            !out.exists() || !same(dir, out),
            "{} is one of the parts; choose another directory with --out",
            out.display()
        );
    }
    let files = gather(&parts)?;
    let missing = missing(&parts, &files)?;
    ensure!(
        missing.is_empty(),
        "not everything is there:\n  {}",
        missing.join("\n  ")
    );
    let seconds = parts.iter().map(|(_, part)| part.wall_seconds).sum();
    let listed = files.values().map(|(_, file)| (*file).clone()).collect();
    let whole = manifest.clone().joined(listed, true, seconds);
    let begun = manifest.clone().joined(Vec::new(), false, 0.0);
    for (dir, file) in files.values() {
        check(&dir.join(&file.name), file)?;
    }
    prepare(out, &begun, force, false)?;
    for (dir, file) in files.values() {
        place(&dir.join(&file.name), file, out)?;
    }
    whole.write(out)
}

/// Each file once, by number, and where it lies.
fn gather<'a>(
    parts: &'a [(&'a PathBuf, Manifest)],
) -> Result<BTreeMap<usize, (&'a Path, &'a Listed)>> {
    let mut files: BTreeMap<usize, (&Path, &Listed)> = BTreeMap::new();
    for (dir, part) in parts {
        for file in &part.files {
            match files.get(&file.number) {
                Some((other, twin)) if *twin != file => bail!(
                    "{} is in {} and in {}, and they are not the same; leave one of the parts out",
                    file.name,
                    other.display(),
                    dir.display()
                ),
                Some(_) => {}
                None => {
                    files.insert(file.number, (dir, file));
                }
            }
        }
    }
    Ok(files)
}

/// What is missing, a line each: by part if all were divided alike, or else by file.
fn missing(
    parts: &[(&PathBuf, Manifest)],
    files: &BTreeMap<usize, (&Path, &Listed)>,
) -> Result<Vec<String>> {
    let (_, first) = &parts[0];
    let lost: Vec<usize> = (0..first.all_files()?)
        .filter(|number| !files.contains_key(number))
        .collect();
    let shards: Vec<Shard> = parts
        .iter()
        .map(|(_, part)| part.part())
        .collect::<Result<_>>()?;
    let mut lines = Vec::new();
    if shards.iter().any(|shard| shard.of() != shards[0].of()) {
        lines.extend(lost.iter().map(|number| format!("file {number}")));
    } else {
        for shard in shards[0].siblings() {
            let own = lost.iter().filter(|n| shard.has(**n as u64)).count();
            match shards.iter().position(|other| *other == shard) {
                _ if own == 0 => {}
                None => lines.push(format!("part {shard} is missing")),
                Some(at) => lines.push(format!(
                    "part {shard} in {} lacks {own} of its files; go on with --resume",
                    parts[at].0.display()
                )),
            }
        }
    }
    Ok(first_lines(lines, LISTED))
}

/// Whether a file has the bytes that were written.
fn check(path: &Path, file: &Listed) -> Result<()> {
    let found = Written::of(path)?;
    ensure!(
        found.bytes == file.bytes && found.hash == file.hash,
        "{} is not what its {FILE} says ({} bytes, hash {}): it was changed since; write that part again",
        path.display(),
        file.bytes,
        file.hash
    );
    Ok(())
}

/// Links a file into a directory, or copies it where that cannot be done.
fn place(from: &Path, file: &Listed, out: &Path) -> Result<()> {
    let to = out.join(&file.name);
    if fs::hard_link(from, &to).is_ok() {
        return Ok(());
    }
    let copy = || -> std::io::Result<()> {
        let draft = store::draft(out, &file.name)?;
        fs::copy(from, draft.path())?;
        store::place(draft, &to)
    };
    copy().with_context(|| format!("cannot write {}", to.display()))
}
