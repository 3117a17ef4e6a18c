//! What is to be played: an experiment file and the flags that override it, checked before anything runs. It knows how
//! experiments are written; it plays nothing.

use anyhow::{Result, bail, ensure};
use std::path::{Path, PathBuf};
use unosim_engine::Rules;
use unosim_engine::spelling::nearest;
use unosim_strategies::{Spec, split_list};

use crate::arena::Round;
use crate::cli::PlayArgs;
use crate::experiment_file::{self as file, Aim, Draft, Output, Strategy, Swept, Until};
use crate::numbers::{grouped, plural};
use crate::rules::{Load, NamedRules, load_rules, load_several, overridden};
use crate::schedule;
use crate::seating::Seating;
use crate::shell::quoted;
use crate::sweep::{self, Point};

/// Deals of an experiment that does not say.
pub const DEALS: u64 = 10_000;
/// Most deals of an experiment that stops when it knows enough, and does not say.
pub const MOST_DEALS: u64 = 10_000_000;
/// Most seats of all tables under all rules.
const MOST_SEATS: usize = 40_000;
/// Seed of an experiment that does not say.
pub const SEED: u64 = 1;
/// Rules of an experiment that does not say.
pub const RULES: &str = "mattel";
/// Name of the table of an experiment that has only one.
pub const TABLE: &str = "main";

/// Everything that determines the results.
#[derive(Debug, Clone, Default)]
pub struct Experiment {
    /// Stem of its file, or `run`.
    pub name: String,
    /// What it asks.
    pub question: Option<String>,
    /// Its title.
    pub title: Option<String>,
    /// The rules with the changes; every table is played under each of them.
    pub rules: Vec<NamedRules>,
    /// The changes that all the rules have, `option=value`.
    pub set: Vec<String>,
    /// The tables, played one after the other.
    pub tables: Vec<TableSpec>,
    /// The sweep of which they came, as written.
    pub sweep: Option<Sweep>,
    /// Deals for each table under each of the rules; with `until`, the most.
    pub deals: u64,
    /// When a table has been played often enough.
    pub until: Option<Until>,
    /// Seed of all randomness.
    pub seed: u64,
    /// How strategies come to their seats.
    pub seating: Seating,
    /// Whether strategies may play that see what no player may.
    pub allow_cheats: bool,
    /// Directory of the results, where the file says it.
    pub out: Option<PathBuf>,
    /// The CSV files to write, where not all are wanted.
    pub outputs: Option<Vec<Output>>,
}

/// A sweep as it was written.
#[derive(Debug, Clone, PartialEq)]
pub struct Sweep {
    /// The parameters and their values.
    pub swept: Swept,
    /// The tables before it.
    pub tables: Vec<TableSpec>,
}

/// Who sits at a table.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TableSpec {
    /// Its name in the results.
    pub name: String,
    /// One strategy a seat.
    pub strategies: Vec<Spec>,
    /// Its deals, where it has a number of its own.
    pub deals: Option<u64>,
    /// The values of a sweep that it has.
    pub point: Point,
}

impl Experiment {
    /// Reads the file, if one is named, lets the flags override it, and checks everything; `until` is half the width of intervals, where a flag says it.
    ///
    /// # Errors
    /// Says what is wrong and, where a name is, which one was probably meant.
    pub fn load(args: &PlayArgs, until: Option<f64>) -> Result<Experiment> {
        let draft = match &args.experiment {
            Some(path) => file::read(&find(path)?)?,
            None => Draft::default(),
        };
        if let (Some(path), Some(_)) = (&args.experiment, &draft.file.tune) {
            let file = path.display();
            bail!("{file} searches for numbers and has no table to play; type unosim tune {file}");
        }
        Experiment::of(&draft, args, until, &load_rules)
    }

    /// The experiment of a file that has been read, with the flags that override it; `load` finds the rules of a source, with
    /// changes.
    ///
    /// # Errors
    /// As [`load`](Self::load).
    pub(crate) fn of(
        draft: &Draft,
        args: &PlayArgs,
        until: Option<f64>,
        load: Load,
    ) -> Result<Experiment> {
        let file = &draft.file;
        let mut tables = match &args.strategies {
            Some(list) => vec![TableSpec {
                name: TABLE.into(),
                strategies: parse_strategies(list)?,
                ..TableSpec::default()
            }],
            None => tables(draft)?,
        };
        if args.deals.is_some() {
            tables.iter_mut().for_each(|table| table.deals = None);
        }
        let set = file.set.as_ref().map_or(&[][..], |options| &options.0);
        let set = overridden(set, &args.set);
        let rules = args.rules.as_ref().or(file.rules.as_ref().map(|r| &r.0));
        let rules = rules.cloned().unwrap_or_else(|| vec![RULES.into()]);
        let swept = file.sweep.clone().unwrap_or_default();
        let sweep = (!swept.values.is_empty()).then(|| Sweep {
            swept: swept.clone(),
            tables: tables.clone(),
        });
        let (rules, tables) =
            sweep::expand(&swept, &rules, &set, &tables, load).map_err(|mistake| match mistake
                .parameter
                .as_str()
            {
                "" => at_rules(draft, args, &rules, mistake.why),
                parameter => draft.at(
                    &["sweep", parameter],
                    format!("`{parameter}`: {}", mistake.why),
                ),
            })?;
        let until = until
            .map(|ci| Until {
                ci,
                of: Aim::default(),
            })
            .or(file.until);
        if let Some(Until { ci, .. }) = until {
            let wrong = "`until`: ci is half the width of an interval, such as 0.002, and above 0";
            ensure!(ci > 0.0 && ci.is_finite(), draft.at(&["until"], wrong));
        }
        let usual = until.map_or(DEALS, |_| MOST_DEALS);
        let experiment = Experiment {
            rules,
            question: draft.question(),
            title: file.title.clone(),
            set,
            tables,
            sweep,
            deals: args.deals.or(file.deals.map(|n| n.0)).unwrap_or(usual),
            until,
            seed: args.seed.or(file.seed.map(|n| n.0)).unwrap_or(SEED),
            seating: args.seating.or(file.seating).unwrap_or_default(),
            allow_cheats: args.allow_cheats || file.allow_cheats.unwrap_or(false),
            out: file.out.as_ref().map(|out| out.0.clone()),
            outputs: file.outputs.clone(),
            name: draft.name.clone().unwrap_or_else(|| "run".into()),
        };
        experiment.check()?;
        experiment.check_size()?;
        let seated = experiment.check_seats(file.seats.map(|n| n.0));
        seated.map_err(|why| draft.at(&["seats"], why))?;
        Ok(experiment)
    }

    /// Whether what is counted fits into memory: about 25 kB for a strategy at a table.
    fn check_size(&self) -> Result<()> {
        let seats: usize = self
            .rounds()
            .map(|round| round.table.strategies.len())
            .sum();
        ensure!(
            seats <= MOST_SEATS,
            "{} under {} have {} seats, all together; at most {} are counted in one run",
            plural(self.tables.len() as u64, "table", "tables"),
            plural(self.rules.len() as u64, "rule set", "rule sets"),
            grouped(seats as u64),
            grouped(MOST_SEATS as u64)
        );
        Ok(())
    }

    /// Whether every table has so many seats, where that is said.
    ///
    /// # Errors
    /// Says which table has not.
    pub(crate) fn check_seats(&self, seats: Option<u64>) -> Result<()> {
        for table in &self.tables {
            let count = table.strategies.len();
            if let Some(seats) = seats.filter(|s| *s != count as u64) {
                bail!(
                    "{}the experiment has seats = {seats}, but {count} strategies are listed; \
                     list {seats}, or change seats",
                    self.which(table)
                );
            }
        }
        Ok(())
    }

    /// Which table a message is about, where there are several.
    fn which(&self, table: &TableSpec) -> String {
        match self.tables.len() {
            1 => String::new(),
            _ => format!("table \"{}\": ", table.name),
        }
    }

    /// Whether every table can be played under all the rules.
    ///
    /// # Errors
    /// Says which table, and what is wrong with it.
    pub(crate) fn check(&self) -> Result<()> {
        ensure!(
            !self.tables.is_empty(),
            "nothing to play: name an experiment file (`unosim experiments` lists them) or give --strategies, \
             for instance --strategies random,greedy"
        );
        refuse_cheats(self.specs(), self.allow_cheats)?;
        let mut refused = Vec::new();
        for table in &self.tables {
            for rules in &self.rules {
                if let Err(why) = check_table(&rules.rules, self.seating, table.strategies.len()) {
                    refused.push(format!("{}{}: {why}", self.which(table), rules.name));
                }
            }
        }
        match refused.as_slice() {
            [] => Ok(()),
            [one] => bail!("{one}"),
            several => bail!("not everything can be played:\n  {}", several.join("\n  ")),
        }
    }

    /// What is played, one after the other: each table under each of the rules, except where a sweep pairs them.
    pub fn rounds(&self) -> impl Iterator<Item = Round<'_>> {
        let round = |rules, table| Round {
            experiment: self,
            rules,
            table,
        };
        let each = move |rules| self.tables.iter().map(move |table| round(rules, table));
        let all = self.rules.iter().flat_map(each);
        all.filter(|round| round.rules.point.meets(&round.table.point))
    }

    /// Deals of all rounds; with `until`, the most.
    #[must_use]
    pub fn all_deals(&self) -> u64 {
        let deals = self.rounds().map(|round| self.deals_at(round.table));
        deals.fold(0, u64::saturating_add)
    }

    /// Deals of a table.
    #[must_use]
    pub fn deals_at(&self, table: &TableSpec) -> u64 {
        table.deals.unwrap_or(self.deals)
    }

    /// The strategies of all tables, seat by seat.
    fn specs(&self) -> impl Iterator<Item = &Spec> {
        self.tables.iter().flat_map(|table| &table.strategies)
    }

    /// The strategies that see what no player may, each once.
    #[must_use]
    pub fn cheats(&self) -> Vec<String> {
        distinct(self.specs().filter(|spec| spec.cheats()))
    }

    /// The strategies whose choices depend on how fast this machine is, each once.
    #[must_use]
    pub fn timed(&self) -> Vec<String> {
        distinct(self.specs().filter(|spec| !spec.reproducible()))
    }

    /// Whether the same command plays the same games: not if a clock decides about penalties or choices.
    #[must_use]
    pub fn reproducible(&self) -> bool {
        let mut rules = self.rules.iter();
        rules.all(|rules| rules.rules.reproducible()) && self.specs().all(Spec::reproducible)
    }

    /// The command that replays a game of a table.
    #[must_use]
    pub fn replay_command(
        &self,
        rules: &NamedRules,
        table: &TableSpec,
        deal: u64,
        rotation: u32,
    ) -> String {
        let strategies: Vec<String> = table.strategies.iter().map(Spec::to_string).collect();
        let mut command = format!("unosim replay --rules {}", quoted(&rules.source));
        for change in &rules.changes {
            command += &format!(" --set {}", quoted(change));
        }
        command += &format!(
            " --strategies {} --seed {} --deal {deal} --rotation {rotation}",
            quoted(&strategies.join(",")),
            self.seed
        );
        if self.seating != Seating::default() {
            command += &format!(" --seating {}", self.seating.name());
        }
        if table.strategies.iter().any(Spec::cheats) {
            command += " --allow-cheats";
        }
        command
    }
}

/// A mistake in rules or their changes, with the line of the file if it is made there.
fn at_rules(draft: &Draft, args: &PlayArgs, rules: &[String], why: anyhow::Error) -> anyhow::Error {
    let key = match load_several(rules, &[]) {
        Ok(_) if args.set.is_empty() => "set",
        Err(_) if args.rules.is_none() => "rules",
        _ => return why,
    };
    draft.at(&[key], why)
}

/// The tables of an experiment file.
fn tables(draft: &Draft) -> Result<Vec<TableSpec>> {
    let specs = |list: &[Strategy]| list.iter().map(|s| s.0.clone()).collect();
    if let Some(list) = &draft.file.strategies {
        return Ok(vec![TableSpec {
            name: TABLE.into(),
            strategies: specs(list),
            ..TableSpec::default()
        }]);
    }
    let mut tables: Vec<TableSpec> = Vec::new();
    for (index, table) in draft.file.table.iter().flatten().enumerate() {
        let number = (index + 1).to_string();
        let name = table.name.clone().unwrap_or(number);
        let place = ["table", &index.to_string(), "name"];
        if tables.iter().any(|earlier| earlier.name == name) {
            return Err(draft.at(&place, format!("two tables are named \"{name}\"")));
        }
        if name.trim().is_empty() || name.contains(char::is_control) {
            let why = "the name of a table is a text in one line that is not empty";
            return Err(draft.at(&place, why));
        }
        tables.push(TableSpec {
            name,
            strategies: specs(&table.strategies),
            deals: table.deals.map(|n| n.0),
            point: Point::default(),
        });
    }
    Ok(tables)
}

/// Whether these rules can be played by so many players, seated so.
///
/// # Errors
/// Says which options, or which number of players, are wrong.
pub fn check_table(rules: &Rules, seating: Seating, players: usize) -> Result<()> {
    ensure!(
        (2..=10).contains(&players),
        "a table has 2 to 10 seats, one strategy each, not {players}"
    );
    ensure!(
        seating != Seating::Permutations || players <= Seating::MOST_PERMUTED,
        "seating = \"permutations\" plays every circular order, which is done for up to {} seats, not {players}; \
         use \"shuffled\"",
        Seating::MOST_PERMUTED
    );
    if seating == Seating::Partners {
        schedule::check(rules, players)?;
    }
    rules.validate(seating.table(players))?;
    Ok(())
}

/// Lets no strategy play that sees what no player may, unless that is allowed.
///
/// # Errors
/// Names the first one, and says how to allow it.
pub fn refuse_cheats<'s>(specs: impl IntoIterator<Item = &'s Spec>, allowed: bool) -> Result<()> {
    match specs.into_iter().find(|spec| spec.cheats()) {
        Some(cheat) if !allowed => bail!(
            "{cheat} sees cards that no player may see and is for research only; allow it with --allow-cheats, \
             or with allow_cheats = true in the experiment file"
        ),
        _ => Ok(()),
    }
}

/// The texts of strategies, each once, in their order.
fn distinct<'s>(specs: impl Iterator<Item = &'s Spec>) -> Vec<String> {
    let mut texts: Vec<String> = Vec::new();
    for text in specs.map(Spec::to_string) {
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    texts
}

/// Strategies as typed: `random,ranking(order="…")`.
///
/// # Errors
/// Names the strategy or parameter that does not exist, and the nearest one that does.
pub fn parse_strategies(list: &str) -> Result<Vec<Spec>> {
    if list.trim().is_empty() {
        return Ok(Vec::new());
    }
    let specs = split_list(list).into_iter();
    Ok(specs.map(|s| Spec::parse(&s)).collect::<Result<_, _>>()?)
}

/// The file of an experiment: the path itself, or the one of that name in `experiments/`.
pub(crate) fn find(path: &Path) -> Result<PathBuf> {
    if path.is_file() {
        return Ok(path.to_path_buf());
    }
    let known = list(Path::new("experiments"));
    if path.components().count() == 1 && path.extension().is_none() {
        let found = known
            .iter()
            .find(|p| p.file_stem() == Some(path.as_os_str()));
        if let Some(found) = found {
            return Ok(found.clone());
        }
    }
    let stem = |p: &Path| {
        p.file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned()
    };
    let names: Vec<String> = known.iter().map(|p| stem(p)).collect();
    let hint = match nearest(&stem(path), names.iter().map(String::as_str)) {
        Some(name) => format!("did you mean experiments/{name}.toml?"),
        None => "`unosim experiments` lists those there are".into(),
    };
    bail!("there is no experiment file {}; {hint}", path.display())
}

/// The experiment files of a directory, by name.
#[must_use]
pub fn list(dir: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(dir).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = entries
        .map(|e| e.path())
        .filter(|p| p.extension().is_some_and(|e| e == "toml"))
        .collect();
    files.sort();
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_replayed_under_the_rules_it_was_played_by() {
        use clap::Parser;
        let typed =
            "unosim run --strategies random,greedy --rules mattel,go-wild --set uno.call=off";
        let crate::cli::Command::Run(args) = crate::cli::Cli::parse_from(typed.split(' ')).command
        else {
            panic!("{typed}");
        };
        let experiment = Experiment::load(&args.play, None).unwrap();
        let command = experiment.replay_command(&experiment.rules[1], &experiment.tables[0], 5, 1);
        assert_eq!(
            command,
            "unosim replay --rules go-wild --set uno.call=off --strategies random,greedy --seed 1 --deal 5 --rotation 1"
        );
    }
}
