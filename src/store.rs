//! Puts files in place whole, at one stroke. It knows nothing of what is in them.

use anyhow::{Context, Result};
use std::fs;
use std::io::Write;
use std::path::Path;
use tempfile::{Builder, NamedTempFile};

/// How the name of a file ends that is not in place yet.
const DRAFT: &str = ".part";

/// A file that will be called `name`, under a name that is not yet its own; dropped, it leaves nothing behind.
///
/// That name is random: processes on several machines may have the same number and write into one directory.
///
/// # Errors
/// If the disk refuses.
pub fn draft(dir: &Path, name: &str) -> std::io::Result<NamedTempFile> {
    let prefix = format!(".{name}.");
    let mut builder = Builder::new();
    builder.prefix(&prefix).suffix(DRAFT);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(dir)
}

/// The name that a draft will have, if a file of this name is one.
#[must_use]
pub fn drafted(name: &str) -> Option<&str> {
    let name = name.strip_prefix('.')?.strip_suffix(DRAFT)?;
    name.rsplit_once('.').map(|(name, _)| name)
}

/// Puts a draft in place when all of it is on the disk, over an older file.
///
/// # Errors
/// If the disk refuses.
pub fn place(draft: NamedTempFile, to: &Path) -> std::io::Result<()> {
    draft.as_file().sync_all()?;
    draft.persist(to)?;
    to.parent().map_or(Ok(()), sync)
}

/// Puts a file in place whole or not at all, over an older one.
///
/// # Errors
/// If the disk refuses.
pub fn replace(dir: &Path, name: &str, content: &[u8]) -> Result<()> {
    let write = || -> std::io::Result<()> {
        fs::create_dir_all(dir)?;
        let mut draft = draft(dir, name)?;
        draft.write_all(content)?;
        place(draft, &dir.join(name))
    };
    write().with_context(|| format!("cannot write {}", dir.join(name).display()))
}

/// Lets the names of a directory survive a loss of power, where the system can do that.
fn sync(dir: &Path) -> std::io::Result<()> {
    #[cfg(unix)]
    {
        let here = dir.as_os_str().is_empty();
        fs::File::open(if here { Path::new(".") } else { dir })?.sync_all()?;
    }
    #[cfg(not(unix))]
    let _ = dir;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_as_a_whole() {
        let dir = tempfile::tempdir().unwrap();
        let begun = draft(dir.path(), "a.csv.zst").unwrap();
        let name = begun.path().file_name().unwrap().to_str().unwrap();
        assert_eq!(drafted(name), Some("a.csv.zst"));
        assert_eq!(drafted("a.csv"), None);
        drop(begun);
        let sub = dir.path().join("sub");
        for text in ["one", "two"] {
            replace(&sub, "a", text.as_bytes()).unwrap();
            assert_eq!(fs::read(sub.join("a")).unwrap(), text.as_bytes());
        }
        assert_eq!(fs::read_dir(&sub).unwrap().count(), 1);
        // A directory is in the way: the old state stays, and no draft.
        fs::create_dir(sub.join("b")).unwrap();
        let error = replace(&sub, "b", b"x").unwrap_err();
        assert!(format!("{error:#}").starts_with("cannot write "));
        assert_eq!(fs::read_dir(&sub).unwrap().count(), 2);
    }
}
