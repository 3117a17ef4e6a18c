//! Puts files in place whole, at one stroke. It knows nothing of what is in them.

use anyhow::{Context, Result};
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

/// How the name of a file ends that is not in place yet.
pub const DRAFT: &str = ".part";

/// Puts a file in place whole or not at all, over an older one, and only when all of it is on the disk.
///
/// # Errors
/// If the disk refuses.
pub fn replace(dir: &Path, name: &str, content: &[u8]) -> Result<()> {
    let draft = dir.join(format!(".{name}.{}{DRAFT}", std::process::id()));
    let placed = (|| {
        fs::create_dir_all(dir)?;
        let mut file = File::create(&draft)?;
        file.write_all(content)?;
        file.sync_all()?;
        fs::rename(&draft, dir.join(name))?;
        sync(dir)
    })();
    if placed.is_err() {
        let _ = fs::remove_file(&draft);
    }
    placed.with_context(|| format!("cannot write {}", dir.join(name).display()))
}

/// Lets the names of a directory survive a loss of power, where the system can do that.
fn sync(dir: &Path) -> std::io::Result<()> {
    #[cfg(unix)]
    File::open(dir)?.sync_all()?;
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
