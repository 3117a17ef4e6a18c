//! The directory that a command writes into: made if it is not there, and taken, so that no other process writes into it at
//! the same time. It knows nothing of what is written.

use anyhow::{Context, Result, bail};
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

/// A directory that is taken; given back when it is dropped, by however the process ends too.
#[derive(Debug)]
pub struct Place {
    dir: PathBuf,
    /// Whether it was not there before.
    made: bool,
    _lock: Option<File>,
}

impl Place {
    /// Makes the directory, unless it is there, and takes it.
    ///
    /// # Errors
    /// If it cannot be made, or another process has taken it.
    pub fn take(dir: &Path) -> Result<Place> {
        let cannot = || format!("cannot write results to {}", dir.display());
        if dir.exists() && !dir.is_dir() {
            bail!("{}: a file is in the way", cannot());
        }
        let made = !dir.exists();
        fs::create_dir_all(dir).with_context(cannot)?;
        let mut place = Place {
            dir: dir.to_path_buf(),
            made,
            _lock: None,
        };
        // Where directories cannot be locked (other systems, some network disks), nobody is kept out.
        if let Ok(lock) = File::open(dir) {
            match lock.try_lock() {
                Err(TryLockError::WouldBlock) => {
                    place.made = false;
                    bail!(
                        "{}: another process is writing there; wait for it, or choose another directory with --out",
                        cannot()
                    );
                }
                Ok(()) => place._lock = Some(lock),
                Err(TryLockError::Error(_)) => {}
            }
        }
        Ok(place)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if self.made {
            // It stays if anything is in it.
            let _ = fs::remove_dir(&self.dir);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_taken_once_and_leaves_nothing_behind() {
        let dir = tempfile::tempdir().unwrap();
        let new = dir.path().join("a/b");
        let first = Place::take(&new).unwrap();
        let second = Place::take(&new).unwrap_err().to_string();
        assert!(
            second.contains("another process is writing there"),
            "{second}"
        );
        drop(first);
        assert!(!new.exists());
        let third = Place::take(&new).unwrap();
        fs::write(new.join("x"), "").unwrap();
        drop(third);
        assert!(new.join("x").exists());
        let error = Place::take(&new.join("x")).unwrap_err().to_string();
        assert!(error.ends_with("a file is in the way"), "{error}");
    }
}
