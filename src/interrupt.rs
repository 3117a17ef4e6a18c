//! Ctrl-C: the first one asks for an end in good order, the second ends at once. It knows no work; who works looks at
//! [`STOP`] where stopping does no harm.

use anyhow::{Result, anyhow};
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Set by Ctrl-C: begin nothing more.
pub static STOP: AtomicBool = AtomicBool::new(false);

/// The exit code of what was interrupted.
pub const INTERRUPTED: u8 = 130;

/// How work ended that can be interrupted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// All of it was done.
    Complete,
    /// It was interrupted.
    Interrupted,
}

/// From now on Ctrl-C sets [`STOP`] and prints `note`, which says what is still finished and what once more would do.
///
/// # Errors
/// If the system does not let the program watch for it.
pub fn watch(note: &'static str) -> Result<()> {
    ctrlc::set_handler(move || {
        if STOP.swap(true, Relaxed) {
            std::process::exit(i32::from(INTERRUPTED));
        }
        let _ = writeln!(std::io::stderr(), "{note}");
    })
    .map_err(|e| anyhow!("cannot watch for Ctrl-C: {e}"))
}
