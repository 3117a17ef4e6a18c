//! Files that are read: whole, as text or bytes, and never more than fits. It knows sizes and kinds of files, and nothing of what
//! stands in them.

use anyhow::Context;
use std::fs::File;
use std::io::{Error, ErrorKind, Read as _, Result};
use std::path::Path;

/// Most megabytes of a file that people write: an experiment, rules, a scenario.
const WRITTEN: u64 = 4;
/// Most megabytes of a file of results.
const RESULTS: u64 = 64;

/// The text of a file that was named: an experiment, rules, a scenario. It may be a pipe.
///
/// # Errors
/// If it cannot be read, is larger than 4 MB or not UTF-8.
pub fn written(path: &Path) -> Result<String> {
    text(whole(path, WRITTEN)?)
}

/// The bytes of a file of results; `None` if it is not there.
///
/// # Errors
/// If it cannot be read, is no regular file or larger than 64 MB; the message names it.
pub fn results(path: &Path) -> anyhow::Result<Option<Vec<u8>>> {
    regular(path).with_context(|| cannot(path))
}

/// The same as text.
///
/// # Errors
/// As [`results`]; or if it is not UTF-8.
pub fn results_text(path: &Path) -> anyhow::Result<Option<String>> {
    let bytes = results(path)?;
    bytes.map(text).transpose().with_context(|| cannot(path))
}

fn cannot(path: &Path) -> String {
    format!("cannot read {}", path.display())
}

fn regular(path: &Path) -> Result<Option<Vec<u8>>> {
    // Looked at before it is opened: a pipe would wait for a writer.
    match path.metadata() {
        Err(e) if matches!(e.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => Ok(None),
        Err(e) => Err(e),
        Ok(there) if !there.is_file() => Err(Error::other("it is no regular file")),
        Ok(_) => whole(path, RESULTS).map(Some),
    }
}

fn whole(path: &Path, megabytes: u64) -> Result<Vec<u8>> {
    let most = megabytes * 1_000_000;
    let mut bytes = Vec::new();
    File::open(path)?.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(Error::other(format!(
            "it is larger than {megabytes} MB, the most that is read of such a file"
        )));
    }
    Ok(bytes)
}

fn text(bytes: Vec<u8>) -> Result<String> {
    String::from_utf8(bytes).map_err(|e| {
        let valid = e.utf8_error().valid_up_to();
        let line = 1 + e.as_bytes()[..valid]
            .iter()
            .filter(|b| **b == b'\n')
            .count();
        Error::new(ErrorKind::InvalidData, format!("line {line} is not UTF-8"))
    })
}
