//! Files as a whole: read if they are there and of a sane size, put in place at one stroke. It knows nothing of what is in them.

use anyhow::{Context, Result, bail};
use std::fs::{self, File};
use std::io::{ErrorKind, Read, Write};
use std::path::Path;

/// Largest file that is read: more than any that is written, and less than would fill the memory.
const MOST_BYTES: u64 = 256 << 20;

/// How the name of a file ends that is not in place yet.
pub const DRAFT: &str = ".part";

/// The text of a file; none if there is no such file.
///
/// # Errors
/// If it cannot be read, or is larger than any that is written.
pub fn read(path: &Path) -> Result<Option<String>> {
    let name = path.display();
    let mut file = match File::open(path) {
        Ok(file) => file.take(MOST_BYTES + 1),
        Err(e) if e.kind() == ErrorKind::NotFound => return Ok(None),
        Err(e) => return Err(e).with_context(|| format!("cannot read {name}")),
    };
    let mut text = String::new();
    let read = file.read_to_string(&mut text);
    if file.limit() == 0 {
        bail!(
            "{name} is larger than {} MB, the most that is read",
            MOST_BYTES >> 20
        );
    }
    read.with_context(|| format!("cannot read {name}"))?;
    Ok(Some(text))
}

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
        assert_eq!(read(&sub.join("a")).unwrap(), None);
        for text in ["one", "two"] {
            replace(&sub, "a", text.as_bytes()).unwrap();
            assert_eq!(read(&sub.join("a")).unwrap().as_deref(), Some(text));
        }
        assert_eq!(fs::read_dir(&sub).unwrap().count(), 1);
        // A directory is in the way: the old state stays, and no draft.
        fs::create_dir(sub.join("b")).unwrap();
        let error = replace(&sub, "b", b"x").unwrap_err();
        assert!(format!("{error:#}").starts_with("cannot write "));
        assert_eq!(fs::read_dir(&sub).unwrap().count(), 2);
        assert!(read(&sub.join("b")).is_err());
    }

    #[test]
    fn what_is_too_large_is_named() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("large");
        File::create(&path)
            .unwrap()
            .set_len(MOST_BYTES + 1)
            .unwrap();
        let error = read(&path).unwrap_err().to_string();
        assert!(
            error.ends_with("is larger than 256 MB, the most that is read"),
            "{error}"
        );
    }
}
