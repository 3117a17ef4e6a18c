//! What is to be played: the flags of `unosim league`, checked before anything runs. It plays nothing.

use anyhow::{Result, bail, ensure};
use clap::Args;
use std::path::PathBuf;
use unosim_engine::spelling::nearest;
use unosim_strategies::Spec;

use super::pairings;
use crate::experiment::{Experiment, RULES, SEED, TableSpec, parse_strategies, refuse_cheats};
use crate::numbers::parse_count;
use crate::rules::load_several;
use crate::versus::{Field, VersusArgs};

const EXAMPLES: &str = "\
Examples:
  unosim league random greedy diversity ranking color-hoarding
  unosim league random greedy expert --anchor random --deals 1e4   ratings above random
  unosim league random greedy diversity expert --players 3         every table of three of these
  unosim league greedy diversity expert --rules mattel,unoai       ratings under each of these rules

At two seats everyone meets everyone; at more, every combination of strategies sits at a table
(if there are more than 200, random ones at which all sit equally often). With fewer strategies
than seats each pair shares a table. With teams, a side is a team.
All tables play the same deals, each in all seatings. Ratings are Elo points with 95 % intervals;
where strategies beat each other in a circle, which no rating shows, that is said. The formulas
are in docs/statistics.md.
Ctrl-C finishes the games under way and rates what has been played (exit code 130).";

/// Deals of a table that are not said.
const DEALS: u64 = 1_000;
/// More strategies than anybody compares.
const MOST: usize = 100;

/// `unosim league`
#[derive(Args, Debug, Clone)]
#[command(after_help = EXAMPLES)]
pub struct LeagueArgs {
    /// Strategies (see `unosim strategies`); lists with commas are lists
    #[arg(required = true, value_name = "STRATEGY")]
    pub strategies: Vec<String>,
    /// Rule set (see `unosim rules`) or rule file, or several with as many teams: mattel,phone,…
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = RULES)]
    pub rules: Vec<String>,
    /// Deals of each table, each played in all seatings [default: 1,000]
    #[arg(long, value_name = "N", value_parser = parse_count, allow_hyphen_values = true)]
    pub deals: Option<u64>,
    /// The strategy whose rating is 0 [default: the mean of all is 0]
    #[arg(long, value_name = "STRATEGY")]
    pub anchor: Option<String>,
    /// Directory of the results [default: results/league]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Flags that it shares with others
    #[command(flatten)]
    pub versus: VersusArgs,
}

/// Everything that determines a league.
#[derive(Debug, Clone)]
pub(super) struct League {
    /// Its tables under its rules.
    pub experiment: Experiment,
    /// How sides fill a table.
    pub field: Field,
    /// For each table the strategy of each side.
    pub sides: Vec<Vec<usize>>,
    /// The strategies, as they are written.
    pub names: Vec<String>,
    /// The one whose rating is 0.
    pub anchor: Option<usize>,
}

impl League {
    /// Checks everything.
    ///
    /// # Errors
    /// Says what is wrong and what would be right.
    pub fn load(args: &LeagueArgs) -> Result<League> {
        let lists = args.strategies.iter().map(|list| parse_strategies(list));
        let specs: Vec<Spec> = lists.collect::<Result<Vec<_>>>()?.concat();
        let names: Vec<String> = specs.iter().map(Spec::to_string).collect();
        for (i, name) in names.iter().enumerate() {
            ensure!(
                !names[..i].contains(name),
                "{name} is listed twice; a league compares different strategies (`unosim duel {name} {name}` plays one \
                 against itself)"
            );
        }
        ensure!(
            (2..=MOST).contains(&specs.len()),
            "a league has 2 to {MOST} strategies, not {}",
            specs.len()
        );
        let anchor = args.anchor.as_ref().map(|anchor| find(anchor, &names));
        let anchor = anchor.transpose()?;
        let VersusArgs { set, players, .. } = &args.versus;
        let rules = load_several(&args.rules, set)?;
        let field = Field::new(&rules, *players)?;
        let seed = args.versus.seed.unwrap_or(SEED);
        let sides = pairings::tables(specs.len(), field.sides, seed);
        let table = |(index, sides): (usize, &Vec<usize>)| -> TableSpec {
            let specs: Vec<Spec> = sides.iter().map(|side| specs[*side].clone()).collect();
            field.table((index + 1).to_string(), &specs)
        };
        let experiment = Experiment {
            name: "league".into(),
            rules,
            set: set.clone(),
            tables: sides.iter().enumerate().map(table).collect(),
            deals: args.deals.unwrap_or(DEALS),
            seed,
            seating: field.seating(),
            allow_cheats: args.versus.allow_cheats,
            ..Experiment::default()
        };
        refuse_cheats(&specs, experiment.allow_cheats)?;
        // The tables differ by who sits there only, so one stands for all.
        let one = Experiment {
            tables: experiment.tables[..1].to_vec(),
            ..experiment.clone()
        };
        one.check()?;
        Ok(League {
            experiment,
            field,
            sides,
            names,
            anchor,
        })
    }
}

/// The strategy of the list that is meant.
fn find(anchor: &str, names: &[String]) -> Result<usize> {
    // The list has the canonical text; a name that stands for no strategy is looked for as it is.
    let text = Spec::parse(anchor).map_or_else(|_| anchor.to_string(), |spec| spec.to_string());
    if let Some(found) = names.iter().position(|name| *name == text) {
        return Ok(found);
    }
    match nearest(anchor, names.iter().map(String::as_str)) {
        Some(name) => bail!("--anchor {anchor} is not in the league; did you mean `{name}`?"),
        None => bail!(
            "--anchor {anchor} is not in the league; it has {}",
            names.join(", ")
        ),
    }
}
