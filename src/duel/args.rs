//! What is to be played: the flags of `unosim duel`, checked before anything runs. It plays nothing.

use anyhow::{Result, ensure};
use clap::Args;
use std::path::PathBuf;
use unosim_strategies::Spec;

use crate::experiment::{DEALS, Experiment, RULES, SEED, TABLE, TableSpec};
use crate::numbers::parse_count;
use crate::rules::{ALL, NamedRules, load_several};
use crate::stats::sprt::Sprt;
use crate::versus::{Field, VersusArgs};

const EXAMPLES: &str = "\
Examples:
  unosim duel expert greedy --sprt 0,5               is expert better by 5 Elo points, or by none?
  unosim duel 'expert(bluff=1)' expert --sprt -2,2   a change that should do no harm
  unosim duel diversity ranking --deals 1e5          no test: so many deals, and what they say
  unosim duel expert greedy --players 4 --sprt 0,10  one expert among three greedy
  unosim duel expert greedy --rules partners         a team of experts against one of greedy

Every deal is played in all seatings. After 32 deals, and then again and again, the test looks at
the outcomes of all deals so far; it accepts H0 (the Elo difference is at most LOW) or H1 (at
least HIGH) as soon as the evidence is enough. Where it looks is fixed, so the same command stops
at the same deal with any number of threads. The formulas are in docs/statistics.md.
Ctrl-C prints what is known so far (exit code 130).";

/// Most deals of a test that does not say.
const MOST: u64 = 1_000_000;
/// Chances of a wrong answer that are not said.
const ERROR: f64 = 0.05;
/// Farther apart nothing can be measured.
const FARTHEST: f64 = 2000.0;

/// `unosim duel`
#[derive(Args, Debug, Clone)]
#[command(after_help = EXAMPLES)]
pub struct DuelArgs {
    /// The strategy in question (see `unosim strategies`)
    #[arg(value_name = "A")]
    pub a: String,
    /// The one it is compared with
    #[arg(value_name = "B")]
    pub b: String,
    /// Stop as soon as it is known whether A is at most LOW or at least HIGH Elo points better than B
    #[arg(long, value_name = "LOW,HIGH", value_parser = parse_bounds, allow_hyphen_values = true)]
    pub sprt: Option<(f64, f64)>,
    /// How often H1 may be accepted though the difference is LOW [default: 0.05]
    #[arg(long, value_name = "P", value_parser = parse_chance, requires = "sprt", allow_hyphen_values = true)]
    pub alpha: Option<f64>,
    /// How often H0 may be accepted though the difference is HIGH [default: 0.05]
    #[arg(long, value_name = "P", value_parser = parse_chance, requires = "sprt", allow_hyphen_values = true)]
    pub beta: Option<f64>,
    /// Rule set (see `unosim rules`) or rule file
    #[arg(long, value_name = "NAME|FILE", default_value = RULES)]
    pub rules: String,
    /// Deals, each played in all seatings; with --sprt at most so many [default: 10,000; with --sprt 1,000,000]
    #[arg(long, value_name = "N", value_parser = parse_count, allow_hyphen_values = true)]
    pub deals: Option<u64>,
    /// Directory of the results; without it nothing is written
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Flags that it shares with others
    #[command(flatten)]
    pub versus: VersusArgs,
}

fn parse_bounds(text: &str) -> Result<(f64, f64), String> {
    let wrong = || "not two Elo differences such as 0,2".to_string();
    let (low, high) = text.split_once(',').ok_or_else(wrong)?;
    let number = |text: &str| text.trim().parse::<f64>().map_err(|_| wrong());
    let (low, high) = (number(low)?, number(high)?);
    // Also refuses what is not a number.
    if !(low.abs() <= FARTHEST && high.abs() <= FARTHEST) {
        return Err(format!(
            "Elo differences lie between -{FARTHEST} and {FARTHEST}"
        ));
    }
    if low >= high {
        return Err(format!(
            "LOW must be below HIGH, as in {},{}",
            high.min(low),
            high.max(low) + f64::from(u8::from(low == high))
        ));
    }
    Ok((low, high))
}

fn parse_chance(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(chance) if chance > 0.0 && chance < 0.5 => Ok(chance),
        _ => Err("not a chance above 0 and below 0.5, such as 0.05".into()),
    }
}

/// Everything that determines a duel.
#[derive(Debug, Clone)]
pub(super) struct Duel {
    /// One table under one set of rules.
    pub experiment: Experiment,
    /// How A and B fill it.
    pub field: Field,
    /// A, as it is written.
    pub a: String,
    /// B, as it is written.
    pub b: String,
    /// When to stop, if not after a number of deals.
    pub sprt: Option<Sprt>,
}

impl Duel {
    /// Checks everything.
    ///
    /// # Errors
    /// Says what is wrong and what would be right.
    pub fn load(args: &DuelArgs) -> Result<Duel> {
        let (a, b) = (Spec::parse(&args.a)?, Spec::parse(&args.b)?);
        let VersusArgs { set, players, .. } = &args.versus;
        ensure!(
            !args.rules.contains(',') && args.rules != ALL,
            "--rules {}: a duel is played under one rule set; compare several with `unosim league`",
            args.rules
        );
        let rules = load_several(std::slice::from_ref(&args.rules), set)?;
        let field = Field::new(&rules, *players)?;
        let mut sides = vec![a.clone()];
        sides.resize(field.sides, b.clone());
        let usual = if args.sprt.is_some() { MOST } else { DEALS };
        let experiment = Experiment {
            name: "duel".into(),
            rules,
            set: set.clone(),
            tables: vec![field.table(TABLE.into(), &sides)],
            deals: args.deals.unwrap_or(usual),
            seed: args.versus.seed.unwrap_or(SEED),
            seating: field.seating(),
            allow_cheats: args.versus.allow_cheats,
            ..Experiment::default()
        };
        experiment.check()?;
        Ok(Duel {
            experiment,
            field,
            a: a.to_string(),
            b: b.to_string(),
            sprt: args.sprt.map(|(low, high)| Sprt {
                low,
                high,
                alpha: args.alpha.unwrap_or(ERROR),
                beta: args.beta.unwrap_or(ERROR),
            }),
        })
    }

    /// The only table.
    pub fn table(&self) -> &TableSpec {
        &self.experiment.tables[0]
    }

    /// The only rules.
    pub fn rules(&self) -> &NamedRules {
        &self.experiment.rules[0]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_read() {
        assert_eq!(parse_bounds("0,2"), Ok((0.0, 2.0)));
        assert_eq!(parse_bounds("-1.75, 0.25"), Ok((-1.75, 0.25)));
        for (text, says) in [
            ("2", "such as 0,2"),
            ("0,x", "such as 0,2"),
            ("2,0", "as in 0,2"),
            ("1,1", "as in 1,2"),
            ("0,nan", "between"),
            ("0,1e9", "between"),
        ] {
            assert!(parse_bounds(text).unwrap_err().contains(says), "{text}");
        }
        assert!(parse_chance("0.5").is_err() && parse_chance("0").is_err());
        assert_eq!(parse_chance("0.01"), Ok(0.01));
    }
}
