//! What is to be compared: flags, checked before anything is played. It plays nothing.

use anyhow::{Context, Result, ensure};
use unosim_engine::Rules;
use unosim_engine::rules::MatchFormat;
use unosim_strategies::Spec;

use crate::cli::BalanceArgs;
use crate::experiment::{Experiment, RULES, SEED, TableSpec, check_table, parse_strategies};
use crate::rules::{ALL, NamedRules, load_several};
use crate::seating::Seating;

/// Deals under each of the rules where it is not said.
pub const DEALS: u64 = 50_000;
/// Players where it is not said.
const PLAYERS: u64 = 4;
/// Who sits on every seat where it is not said.
const STRATEGY: &str = "expert";
/// Who is stronger than whom where it is not said.
const LADDER: &str = "random,greedy,ranking,expert";

/// Everything that determines a comparison.
#[derive(Debug, Clone)]
pub struct Job {
    /// The rule sets that can be played, the baseline first.
    pub candidates: Vec<Candidate>,
    /// Those that cannot, and why.
    pub skipped: Vec<Skipped>,
    /// Players.
    pub players: usize,
    /// Who sits on every seat.
    pub strategy: Spec,
    /// Strategies from the weakest to the strongest, as listed.
    pub listed: Vec<Spec>,
    /// … and as they sit together, one a player.
    pub ladder: Vec<Spec>,
    /// Deals under each of the rules.
    pub deals: u64,
    /// Seed of all randomness.
    pub seed: u64,
}

/// A rule set of a comparison.
#[derive(Debug, Clone)]
pub struct Candidate {
    /// The rules as they were asked for.
    pub rules: NamedRules,
    /// The same for a single hand: matches are hands under the same rules.
    pub played: Rules,
}

/// A rule set that so many cannot play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Skipped {
    /// Its name.
    pub rules: String,
    /// What is in the way.
    pub why: String,
}

impl Job {
    /// Checks the flags.
    ///
    /// # Errors
    /// Says what is wrong and what would be right.
    pub fn load(args: &BalanceArgs) -> Result<Job> {
        let players = args.players.unwrap_or(PLAYERS);
        ensure!(
            (2..=10).contains(&players),
            "--players {players}: a table has 2 to 10 seats"
        );
        let players = players as usize;
        let strategy = args.strategy.as_deref().unwrap_or(STRATEGY);
        let strategy = Spec::parse(strategy).context("--strategy")?;
        let listed =
            parse_strategies(args.ladder.as_deref().unwrap_or(LADDER)).context("--ladder")?;
        ensure!(
            listed.len() >= 2 && listed.first() != listed.last(),
            "--ladder lists strategies from the weakest to the strongest, at least two, such as random,expert"
        );
        for spec in listed.iter().chain([&strategy]) {
            ensure!(
                !spec.cheats(),
                "{spec} sees cards that no player may see; rules are compared with fair players only"
            );
            ensure!(
                spec.reproducible(),
                "{spec} has a time budget, so this machine's speed would decide; give it a number of playouts"
            );
        }
        let (candidates, skipped) = candidates(args, players)?;
        Ok(Job {
            candidates,
            skipped,
            players,
            strategy,
            ladder: seated(&listed, players),
            listed,
            deals: args.deals.unwrap_or(DEALS),
            seed: args.seed.unwrap_or(SEED),
        })
    }

    /// The strategies of the table of equals.
    #[must_use]
    pub fn equals(&self) -> Vec<Spec> {
        vec![self.strategy.clone(); self.players]
    }

    /// Hands of a deal under each of the rules: of equals, with one replaced, and of the ladder.
    #[must_use]
    pub fn hands_a_deal(&self) -> u64 {
        2 + self.players as u64
    }

    /// The first of the ladder.
    #[must_use]
    pub fn weakest(&self) -> &Spec {
        &self.listed[0]
    }

    /// The last of the ladder.
    #[must_use]
    pub fn strongest(&self) -> &Spec {
        &self.listed[self.listed.len() - 1]
    }

    /// The command that replays a game.
    #[must_use]
    pub fn replay_command(
        &self,
        candidate: &Candidate,
        table: &TableSpec,
        seating: Seating,
        (deal, rotation): (u64, u32),
    ) -> String {
        let mut rules = candidate.rules.clone();
        if candidate.played != rules.rules {
            let format = |change: &String| change.trim().starts_with("match.format");
            rules.changes.retain(|change| !format(change));
            rules.changes.push("match.format=hand".into());
        }
        let experiment = Experiment {
            name: "balance".into(),
            deals: self.deals,
            seed: self.seed,
            seating,
            ..Experiment::default()
        };
        experiment.replay_command(&rules, table, deal, rotation)
    }
}

/// The baseline and, without a second time the baseline, the rule sets; and those of them that so many cannot play.
fn candidates(args: &BalanceArgs, players: usize) -> Result<(Vec<Candidate>, Vec<Skipped>)> {
    let baseline = args.baseline.clone().unwrap_or_else(|| RULES.into());
    ensure!(
        baseline != ALL,
        "--baseline is one rule set, with which the others are compared, not `{ALL}`"
    );
    let baseline = load_several(&[baseline], &[])?.remove(0);
    let fits = |rules: &Rules| check_table(rules, Seating::Fixed, players);
    fits(&baseline.rules).with_context(|| format!("--baseline {}", baseline.name))?;
    let listed = args.rules.clone().unwrap_or_else(|| vec![ALL.into()]);
    let compared = load_several(&listed, &args.set)?;
    let twin = compared.iter().find(|r| r.name == baseline.name);
    ensure!(
        twin.is_none_or(|twin| twin.rules == baseline.rules),
        "two rule sets are named {}; results could not tell them apart",
        baseline.name
    );
    let (mut candidates, mut skipped) = (vec![Candidate::new(baseline)?], Vec::new());
    for rules in compared {
        if rules.name == candidates[0].rules.name {
            continue;
        }
        match fits(&rules.rules) {
            Ok(()) => candidates.push(Candidate::new(rules)?),
            Err(why) => skipped.push(Skipped {
                rules: rules.name,
                why: why.to_string(),
            }),
        }
    }
    Ok((candidates, skipped))
}

impl Candidate {
    fn new(rules: NamedRules) -> Result<Candidate> {
        ensure!(
            rules.rules.reproducible(),
            "{}: clock.limit_ms is set, so this machine's speed would decide about penalties; set it to 0",
            rules.name
        );
        let mut played = rules.rules;
        if played.match_.format != MatchFormat::LastStanding {
            played.match_.format = MatchFormat::Hand;
        }
        Ok(Candidate { rules, played })
    }
}

/// As many strategies as players: both ends of the ladder and what lies evenly between them, or the ladder over and over.
fn seated(listed: &[Spec], players: usize) -> Vec<Spec> {
    let last = listed.len() - 1;
    let place = |player: usize| match players > listed.len() {
        true => player % listed.len(),
        // Rounded to the nearest place.
        false => (2 * player * last + players - 1) / (2 * (players - 1)),
    };
    (0..players)
        .map(|player| listed[place(player)].clone())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use unosim_engine::rule_sets;

    #[test]
    fn a_ladder_keeps_both_ends() {
        let listed = parse_strategies(LADDER).unwrap();
        let names = |players| -> Vec<String> {
            let seated = seated(&listed, players);
            seated.iter().map(Spec::to_string).collect()
        };
        assert_eq!(names(2), ["random", "expert"]);
        assert_eq!(names(3), ["random", "ranking", "expert"]);
        assert_eq!(names(4), ["random", "greedy", "ranking", "expert"]);
        assert_eq!(
            names(6),
            ["random", "greedy", "ranking", "expert", "random", "greedy"]
        );
    }

    /// A hand of every rule set can be played for itself at as many seats as the match.
    #[test]
    fn single_hands_are_valid_wherever_matches_are() {
        let every = load_several(&[ALL.into()], &[]).unwrap();
        assert_eq!(every.len(), rule_sets().len());
        for rules in every {
            for seats in (2..=10).filter(|seats| rules.rules.validate(*seats).is_ok()) {
                let candidate = Candidate::new(rules.clone()).unwrap();
                candidate.played.validate(seats).unwrap();
            }
        }
    }
}
