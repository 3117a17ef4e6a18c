//! The `unosim` command: what is typed goes to the module that does it, and its ending becomes an exit code.

use anyhow::Result;
use clap::Parser;
use std::io::{self, Write};
use std::process::ExitCode;
use unosim::cli::{Cli, Command, RulesCommand, ScenarioCommand, SchemaKind};
use unosim::interrupt::{Ending, INTERRUPTED};
use unosim::style::{Style, shown};
use unosim::{
    analyze, balance, dataset, diff, duel, experiment_file, fingerprint, league, list, merge, page,
    replay, rerun, rules, run, scenario, tune,
};

const FAILURE: u8 = 1;
/// Of `unosim diff`, to which 1 means that the results differ.
const DIFF_FAILURE: u8 = 2;

fn main() -> ExitCode {
    let command = Cli::parse().command;
    match carry_out(&command) {
        Ok(code) => code,
        // The reader of our output has read enough: `unosim rules | head`.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(
                io::stderr(),
                "{} {}",
                Style::stderr().strong("error:"),
                shown(&format!("{error:#}"))
            );
            ExitCode::from(match command {
                Command::Diff(_) => DIFF_FAILURE,
                _ => FAILURE,
            })
        }
    }
}

fn carry_out(command: &Command) -> Result<ExitCode> {
    match command {
        Command::Run(args) => return run::run(args).map(exit_code),
        Command::Balance(args) => return balance::run(args).map(exit_code),
        Command::Dataset(args) => return dataset::run(args).map(exit_code),
        Command::Duel(args) => return duel::run(args).map(exit_code),
        Command::League(args) => return league::run(args).map(exit_code),
        Command::Tune(args) => return tune::run(args).map(exit_code),
        Command::Merge(args) => merge::run(args)?,
        Command::Rerun(args) => {
            return rerun::run(args).map(|(ending, same)| match (ending, same) {
                (Ending::Complete, false) => ExitCode::from(FAILURE),
                (ending, _) => exit_code(ending),
            });
        }
        Command::Report(args) => page::run(args)?,
        Command::Diff(args) => {
            if !diff::run(args)? {
                return Ok(ExitCode::from(FAILURE));
            }
        }
        Command::Replay(args) => replay::run(args)?,
        Command::Scenario {
            command: ScenarioCommand::Check(args),
        } => {
            if !scenario::run(args)? {
                return Ok(ExitCode::from(FAILURE));
            }
        }
        Command::Analyze(args) => {
            if !analyze::run(args)? {
                return Ok(ExitCode::from(FAILURE));
            }
        }
        Command::Strategies => list::strategies()?,
        Command::Rules { command } => match command {
            None => rules::list()?,
            Some(RulesCommand::Show { rules, set }) => rules::show(rules, set)?,
            Some(RulesCommand::Diff { a, b }) => rules::diff(a, b)?,
            Some(RulesCommand::Check { files }) => {
                if !rules::check(files)? {
                    return Ok(ExitCode::from(FAILURE));
                }
            }
        },
        Command::Experiments { dir } => list::experiments(dir)?,
        Command::Schema {
            kind: SchemaKind::Experiment,
        } => list::print(&experiment_file::schema()?)?,
        Command::Fingerprint => fingerprint::run()?,
    }
    Ok(ExitCode::SUCCESS)
}

fn exit_code(ending: Ending) -> ExitCode {
    match ending {
        Ending::Complete => ExitCode::SUCCESS,
        Ending::Interrupted => ExitCode::from(INTERRUPTED),
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let io = error.chain().find_map(|e| e.downcast_ref::<io::Error>());
    io.is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe)
}
