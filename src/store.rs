//! Puts files in place whole, at one stroke. It knows nothing of what is in them.

use anyhow::{Context, Result};
use std::fs;
use std::io::Write;
use std::path::Path;
use tempfile::Builder;

/// How the name of a file ends that is not in place yet.
pub const DRAFT: &str = ".part";

/// Puts a file in place whole or not at all, over an older one, and only when all of it is on the disk.
///
/// # Errors
/// If the disk refuses.
pub fn replace(dir: &Path, name: &str, content: &[u8]) -> Result<()> {
    let placed = (|| -> std::io::Result<()> {
        fs::create_dir_all(dir)?;
        // Its name is random: processes on several machines may have the same number and write into one directory.
        let prefix = format!(".{name}.");
        let mut builder = Builder::new();
        builder.prefix(&prefix).suffix(DRAFT);
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let mut draft = builder.tempfile_in(dir)?;
        draft.write_all(content)?;
        draft.as_file().sync_all()?;
        draft.persist(dir.join(name))?;
        sync(dir)
    })();
    placed.with_context(|| format!("cannot write {}", dir.join(name).display()))
}

/// Lets the names of a directory survive a loss of power, where the system can do that.
fn sync(dir: &Path) -> std::io::Result<()> {
    #[cfg(unix)]
    fs::File::open(dir)?.sync_all()?;
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
