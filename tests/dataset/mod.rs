//! Small datasets for tests.

use assert_cmd::Command;
use std::path::Path;

pub fn unosim() -> Command {
    Command::cargo_bin("unosim").unwrap()
}

/// A dataset of a few files, with more flags.
pub fn dataset(out: &Path, more: &[&str]) -> assert_cmd::assert::Assert {
    let mut command = unosim();
    command.args(["dataset", "--strategies", "random,greedy,expert", "--quiet"]);
    if !more.contains(&"--deals") {
        command.args(["--deals", "50"]);
    }
    if !more.contains(&"--deals-per-file") {
        command.args(["--deals-per-file", "8"]);
    }
    command.arg("--out").arg(out).args(more).assert()
}
