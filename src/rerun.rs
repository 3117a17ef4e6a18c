//! `unosim rerun`: results are made again from their manifest alone and, if that is asked for, compared byte for byte with
//! what lies there. It knows which command made them; each command plays as it always does.

use anyhow::{Context, Result, anyhow, bail, ensure};
use clap::{Args, Parser};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use crate::cli::{Cli, Command, RunArgs};
use crate::dataset::{How, Manifest, is_file_of_a_dataset};
use crate::interrupt::Ending;
use crate::numbers::parse_count;
use crate::report::files::NAMES;
use crate::report::manifest::versions;
use crate::{balance, dataset, duel, input, league, recipe, run, tune};

const RERUN_EXAMPLES: &str = "\
Examples:
  unosim rerun results/reference --check     does this build make the same bytes?
  unosim rerun results/strategies            play it again into results/strategies-again

Everything that is needed is in manifest.json, every option of the rules too: no experiment file and, for `run`, no rule file.
With --check nothing is written, each file is named with ok or its first difference, and the exit code is 1 if one differs.";

/// `unosim rerun`
#[derive(Args, Debug, Clone)]
#[command(after_help = RERUN_EXAMPLES)]
pub struct RerunArgs {
    /// Directory of the results
    #[arg(value_name = "DIR")]
    pub dir: PathBuf,
    /// Compare the new files with those there; write nothing
    #[arg(long, conflicts_with_all = ["out", "force"])]
    pub check: bool,
    /// Directory of the new results [default: DIR-again]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Threads [default: all processors]
    #[arg(long, value_name = "N", value_parser = parse_count, allow_hyphen_values = true)]
    pub threads: Option<u64>,
    /// Overwrite results that are already there
    #[arg(long)]
    pub force: bool,
    /// Print neither progress nor the table
    #[arg(long, short)]
    pub quiet: bool,
}

/// Makes results again; without `--check` the answer is whether everything was played, with it whether all files are the same.
///
/// # Errors
/// If there is no manifest, it does not tell enough, or the results cannot be made or written.
pub fn run(args: &RerunArgs) -> Result<(Ending, bool)> {
    let path = args.dir.join("manifest.json");
    let name = path.display();
    let text = input::results_text(&path)?.with_context(|| {
        format!(
            "{} holds no results: there is no {name}",
            args.dir.display()
        )
    })?;
    let manifest: Value = serde_json::from_str(&text)
        .map_err(|e| anyhow!("{name}:{}: this is no manifest: {e}", e.line()))?;
    for warning in warnings(&manifest) {
        let _ = writeln!(std::io::stderr(), "note: {warning}");
    }
    ensure!(
        manifest["complete"] != false,
        "{} is not complete: what was interrupted, or joined with --partial, cannot be made again as such",
        args.dir.display()
    );
    if !args.check {
        let out = args.out.clone().unwrap_or_else(|| beside(&args.dir));
        return Ok((make(&manifest, &path, &out, args)?, true));
    }
    let scratch = tempfile::tempdir().context("cannot make a directory for the new results")?;
    let out = scratch.path().join("results");
    let ending = make(&manifest, &path, &out, args)?;
    let same = ending == Ending::Complete && compare(&args.dir, &out)?;
    Ok((ending, same))
}

/// What should be known before results are compared.
fn warnings(manifest: &Value) -> Vec<String> {
    let mut warnings = Vec::new();
    let here = versions();
    for (what, key) in [("version", "unosim"), ("commit", "commit")] {
        let there = &manifest["versions"][key];
        if there.is_string() && *there != here[key] {
            let text = |value: &Value| value.as_str().unwrap_or("unknown").to_string();
            warnings.push(format!(
                "made by {what} {}, this is {}; between them results may have changed (see CHANGELOG.md)",
                text(there),
                text(&here[key])
            ));
            break;
        }
    }
    if manifest["reproducible"] == false {
        warnings.push("a clock decided about these results: they cannot come again exactly".into());
    }
    warnings
}

/// `results/NAME-again`
fn beside(dir: &Path) -> PathBuf {
    // `.` has no name of its own.
    let named = match dir.file_name() {
        Some(_) => dir.to_path_buf(),
        None => dir.canonicalize().unwrap_or_else(|_| dir.to_path_buf()),
    };
    let name = named.file_name().unwrap_or_default().to_string_lossy();
    named.with_file_name(format!("{name}-again"))
}

/// Plays what the manifest tells, into another directory.
fn make(manifest: &Value, path: &Path, out: &Path, args: &RerunArgs) -> Result<Ending> {
    let name = path.display();
    let (threads, force) = (args.threads, args.force);
    let quiet = args.quiet || args.check;
    let kind = manifest["kind"].as_str().unwrap_or("run");
    if kind == "run" {
        let experiment = recipe::read(manifest, path)?;
        let args = RunArgs {
            threads,
            force,
            quiet,
            ..RunArgs::default()
        };
        return run::carry_out(&experiment, out, &args);
    }
    if kind == "dataset" {
        let dataset = Manifest::deserialize(manifest).map_err(|e| anyhow!("{name}: {e}"))?;
        let job = dataset.job(path, out).with_context(|| format!("{name}"))?;
        let how = How {
            threads,
            force,
            quiet,
            ..How::default()
        };
        return dataset::carry_out(&job, how);
    }
    let command = manifest["command"].as_str();
    let command = command.with_context(|| {
        format!("{name} does not tell the command that makes results of kind \"{kind}\"")
    })?;
    let words = shell_words::split(command)
        .map_err(|e| anyhow!("{name}: `command` is no command line: {e}"))?;
    let cli = Cli::try_parse_from(words)
        .map_err(|e| anyhow!("{name}: `command` cannot be carried out: {}", e.render()))?;
    let out = Some(out.to_path_buf());
    match cli.command {
        Command::Duel(mut args) => {
            args.out = out;
            (args.versus.threads, args.versus.force, args.versus.quiet) = (threads, force, quiet);
            duel::run(&args)
        }
        Command::League(mut args) => {
            args.out = out;
            (args.versus.threads, args.versus.force, args.versus.quiet) = (threads, force, quiet);
            league::run(&args)
        }
        Command::Balance(mut args) => {
            (args.out, args.threads, args.force, args.quiet) = (out, threads, force, quiet);
            balance::run(&args)
        }
        Command::Tune(mut args) => {
            (args.out, args.threads, args.force, args.quiet) = (out, threads, force, quiet);
            tune::run(&args)
        }
        _ => bail!("{name}: `command` is {command}, which makes no results of kind \"{kind}\""),
    }
}

/// Whether two directories hold the same result files; prints a line for each. Manifests tell of time and place, so they
/// are not compared.
fn compare(there: &Path, here: &Path) -> Result<bool> {
    let mut all = true;
    let mut out = std::io::stdout().lock();
    let of = |dir: &Path, name: &str| match fs::read(dir.join(name)) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(e) => Err(e).with_context(|| format!("cannot read {}", dir.join(name).display())),
    };
    for name in names(there)?.union(&names(here)?) {
        let verdict = match (of(there, name)?, of(here, name)?) {
            (None, None) => continue,
            (Some(a), Some(b)) if a == b => format!("ok {name}"),
            (Some(a), Some(b)) => format!("differs {name}: {}", first_difference(&a, &b)),
            (None, Some(_)) => format!("missing {name}"),
            // Files that later versions write no more, or that another program left.
            (Some(_), None) => format!("unexpected {name}: this version does not write it"),
        };
        all &= verdict.starts_with("ok ");
        writeln!(out, "{verdict}")?;
    }
    Ok(all)
}

/// The files of a directory that follow from its manifest.
fn names(dir: &Path) -> Result<BTreeSet<String>> {
    let cannot = || format!("cannot read {}", dir.display());
    let mut names = BTreeSet::new();
    for entry in fs::read_dir(dir).with_context(cannot)? {
        let name = entry.with_context(cannot)?.file_name();
        let name = name.to_string_lossy();
        let csv = NAMES.contains(&&*name) && name.ends_with(".csv");
        if csv || tune::FILES.contains(&&*name) || is_file_of_a_dataset(&name) {
            names.insert(name.into_owned());
        }
    }
    Ok(names)
}

/// The first line in which two files differ.
fn first_difference(there: &[u8], here: &[u8]) -> String {
    if std::str::from_utf8(there).is_err() || std::str::from_utf8(here).is_err() {
        let at = there.iter().zip(here).position(|(a, b)| a != b);
        let at = at.unwrap_or(there.len().min(here.len()));
        return format!(
            "byte {at} of {}, made again {} bytes",
            there.len(),
            here.len()
        );
    }
    let (mut a, mut b) = (there.split(newline), here.split(newline));
    for number in 1.. {
        let (a, b) = (a.next(), b.next());
        if a != b {
            let text = |line: Option<&[u8]>| match line {
                Some(line) => format!("`{}`", String::from_utf8_lossy(line)),
                None => "missing".into(),
            };
            return format!("line {number} is {}, made again it is {}", text(a), text(b));
        }
        if a.is_none() {
            break;
        }
    }
    "nothing".into()
}

fn newline(byte: &u8) -> bool {
    *byte == b'\n'
}
