//! Tells the program which commit and which compiler it is made of, for the manifests of its results.

use std::path::Path;
use std::process::Command;

fn main() {
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    tell("UNOSIM_RUSTC", output(&rustc, &["--version"]));
    tell("UNOSIM_COMMIT", output("git", &["rev-parse", "HEAD"]));
    println!("cargo:rerun-if-changed=build.rs");
    // HEAD names the branch, its log grows with every commit.
    for file in [".git/HEAD", ".git/logs/HEAD"] {
        if Path::new(file).exists() {
            println!("cargo:rerun-if-changed={file}");
        }
    }
}

fn tell(name: &str, value: Option<String>) {
    if let Some(value) = value {
        println!("cargo:rustc-env={name}={value}");
    }
}

fn output(program: &str, args: &[&str]) -> Option<String> {
    let output = Command::new(program).args(args).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    Some(text.trim().to_string()).filter(|t| output.status.success() && !t.is_empty())
}
