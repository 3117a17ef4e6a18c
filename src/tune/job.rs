//! What is to be tuned: flags and file, checked before anything is played. It plays nothing.

use anyhow::{Context, Result, bail, ensure};
use clap::ValueEnum;
use schemars::JsonSchema;
use serde::Deserialize;
use std::path::Path;
use unosim_strategies::Spec;

use super::cma::Cma;
use super::{Space, TuneFile};
use crate::cli::TuneArgs;
use crate::experiment::{self, Experiment, RULES, SEED, TABLE, TableSpec, parse_strategies};
use crate::experiment_file::{self, Draft, Strategy};
use crate::rules::{load_several, overridden};

/// Deals of a candidate where it is not said.
const DEALS: u64 = 2_000;
/// Generations where it is not said.
const GENERATIONS: u64 = 30;
/// Fresh deals for the comparison in the end where it is not said.
const CHECK_DEALS: u64 = 50_000;
/// More candidates than any search needs.
const MOST_CANDIDATES: u64 = 10_000;

/// What shall be as high as possible.
#[derive(ValueEnum, Deserialize, JsonSchema, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Goal {
    /// The share of games won
    #[default]
    Win,
    /// The mean score a hand; the lowest where the lowest score wins
    Points,
}

impl Goal {
    /// Its name, as typed.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Goal::Win => "win",
            Goal::Points => "points",
        }
    }
}

/// Everything that determines a search.
#[derive(Debug, Clone)]
pub struct Job {
    /// Rules, seed, seating, and tables at which the strategy as given sits first; its deals are those of a candidate.
    pub experiment: Experiment,
    /// The numbers that are tuned.
    pub space: Space,
    /// What shall be high.
    pub goal: Goal,
    /// Generations.
    pub generations: u64,
    /// Candidates of a generation.
    pub population: usize,
    /// Fresh deals in the end.
    pub check_deals: u64,
}

impl Job {
    /// Reads the file, if one is named, lets the flags override it, and checks everything.
    ///
    /// # Errors
    /// Says what is wrong and what would be right.
    pub fn load(args: &TuneArgs) -> Result<Job> {
        let (draft, tune) = read(&args.what)?;
        match draft.name {
            Some(_) => Job::of(draft, tune, args).with_context(|| args.what.clone()),
            None => Job::of(draft, tune, args),
        }
    }

    fn of(draft: Draft, tune: TuneFile, args: &TuneArgs) -> Result<Job> {
        let against: Vec<Vec<Spec>> = match args.against.is_empty() {
            true => tune.against.map(|tables| tables.0).unwrap_or_default(),
            false => {
                let tables = args.against.iter().map(|list| parse_strategies(list));
                tables.collect::<Result<_>>()?
            }
        };
        let Strategy(strategy) = tune
            .strategy
            .context("[tune] names no `strategy`, such as strategy = \"expert\"")?;
        ensure!(
            !against.is_empty() && against.iter().all(|list| !list.is_empty()),
            "nobody to play against: list the other strategies, one a seat, for instance --against random"
        );
        let several = against.len() > 1;
        let table = |(index, others): (usize, Vec<Spec>)| TableSpec {
            name: match several {
                true => (index + 1).to_string(),
                false => TABLE.into(),
            },
            strategies: std::iter::once(strategy.clone()).chain(others).collect(),
            ..TableSpec::default()
        };
        let question = draft.question();
        let (name, file) = (draft.name, draft.file);
        let set = file.set.map(|options| options.0).unwrap_or_default();
        let set = overridden(&set, &args.set);
        let rules = args.rules.clone().or(file.rules.map(|list| list.0));
        let experiment = Experiment {
            rules: load_several(&rules.unwrap_or_else(|| vec![RULES.into()]), &set)?,
            name: name.unwrap_or_else(|| format!("tune-{}", strategy.name())),
            question,
            title: file.title,
            set,
            tables: against.into_iter().enumerate().map(table).collect(),
            deals: args.deals.or(file.deals.map(|n| n.0)).unwrap_or(DEALS),
            seed: args.seed.or(file.seed.map(|n| n.0)).unwrap_or(SEED),
            seating: args.seating.or(file.seating).unwrap_or_default(),
            allow_cheats: file.allow_cheats.unwrap_or_default(),
            ..Experiment::default()
        };
        experiment.check()?;
        experiment.check_seats(file.seats.map(|n| n.0))?;
        ensure!(
            experiment.reproducible(),
            "clock.limit_ms or a time budget is set, so this machine's speed decides: no search can be trusted then"
        );
        let names = args.parameters.clone().or(tune.parameters);
        let seats = experiment
            .seating
            .table(experiment.tables[0].strategies.len());
        let space = Space::new(&strategy, names.as_deref(), seats)?;
        let usual = Cma::usual_population(space.dimensions.len()) as u64;
        let population = args
            .population
            .or(tune.population.map(|n| n.0))
            .unwrap_or(usual);
        ensure!(
            (2..=MOST_CANDIDATES).contains(&population),
            "a generation has 2 to {MOST_CANDIDATES} candidates, not {population} (--population)"
        );
        Ok(Job {
            experiment,
            space,
            goal: args.goal.or(tune.goal).unwrap_or_default(),
            generations: args
                .generations
                .or(tune.generations.map(|n| n.0))
                .unwrap_or(GENERATIONS),
            population: population as usize,
            check_deals: args
                .check_deals
                .or(tune.check_deals.map(|n| n.0))
                .unwrap_or(CHECK_DEALS),
        })
    }
}

/// What is written in the file, or an empty draft for the strategy.
fn read(what: &str) -> Result<(Draft, TuneFile)> {
    if !what.ends_with(".toml") {
        let tune = TuneFile {
            strategy: Some(Strategy(Spec::parse(what)?)),
            ..TuneFile::default()
        };
        return Ok((Draft::default(), tune));
    }
    let mut draft = experiment_file::read(&experiment::find(Path::new(what))?)?;
    let Some(tune) = draft.file.tune.take() else {
        bail!("{what} has no table [tune] that says what to tune; `unosim run` plays it");
    };
    let file = &draft.file;
    for (key, said) in [
        ("sweep", file.sweep.is_some()),
        ("until", file.until.is_some()),
        ("outputs", file.outputs.is_some()),
        ("out", file.out.is_some()),
    ] {
        if said {
            return Err(draft.at(
                &[key],
                format!("`{key}` means nothing to a search; leave it out"),
            ));
        }
    }
    ensure!(
        draft.file.strategies.is_none() && draft.file.table.is_none(),
        "{what}: who plays is said by `strategy` and `against` in [tune], not by `strategies` or [[table]]"
    );
    Ok((draft, tune))
}
