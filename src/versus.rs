//! What `duel` and `league` have in common: the flags, and how strategies that are to be compared fill a table. It plays
//! and counts nothing.

use anyhow::{Result, bail, ensure};
use clap::Args;
use unosim_strategies::Spec;

use crate::experiment::TableSpec;
use crate::numbers::{parse_count, parse_seed};
use crate::rules::NamedRules;
use crate::seating::Seating;

/// Flags of both.
#[derive(Args, Debug, Clone)]
pub struct VersusArgs {
    /// Change one option of the rules; may be repeated
    #[arg(long, value_name = "OPTION=VALUE")]
    pub set: Vec<String>,
    /// Seats of a table [default: 2; with teams, two for each]
    #[arg(long, value_name = "N", value_parser = parse_count, allow_hyphen_values = true)]
    pub players: Option<u64>,
    /// Seed of all randomness [default: 1]
    #[arg(long, value_name = "N", value_parser = parse_seed, allow_hyphen_values = true)]
    pub seed: Option<u64>,
    /// Threads [default: all processors]
    #[arg(long, value_name = "N", value_parser = parse_count, allow_hyphen_values = true)]
    pub threads: Option<u64>,
    /// Let strategies play that see what no player may, such as cheat(…): for research only
    #[arg(long)]
    pub allow_cheats: bool,
    /// Overwrite results that are already there
    #[arg(long)]
    pub force: bool,
    /// Print neither progress nor the result
    #[arg(long, short)]
    pub quiet: bool,
}

/// How sides fill a table: everyone is a side, or a team is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// Seats.
    pub players: usize,
    /// Sides, each played by one strategy on all of its seats.
    pub sides: usize,
}

impl Field {
    /// The field of some rules, with so many seats if that is said.
    ///
    /// # Errors
    /// If rules with different teams are listed, or the seats cannot be divided among the teams.
    pub fn new(rules: &[NamedRules], players: Option<u64>) -> Result<Field> {
        let first = rules.first().map_or(0, |r| r.rules.match_.teams);
        if let Some(other) = rules.iter().find(|r| r.rules.match_.teams != first) {
            bail!(
                "{} has not as many teams (match.teams) as {}, so their tables are not the same; play them one after the other",
                other.name,
                rules[0].name
            );
        }
        let usual = if first == 0 { 2 } else { 2 * u64::from(first) };
        let players = players.unwrap_or(usual);
        ensure!(
            (2..=10).contains(&players),
            "--players {players}: a table has 2 to 10 seats"
        );
        let players = players as usize;
        let sides = Seating::default().sides(players, first);
        ensure!(
            players.is_multiple_of(sides),
            "--players {players} cannot be divided into {sides} teams (match.teams) of one size; \
             use a multiple of {sides}"
        );
        Ok(Field { players, sides })
    }

    /// A table at which each side is played by one strategy. Members of a team sit on every `sides`-th seat.
    #[must_use]
    pub fn table(&self, name: String, sides: &[Spec]) -> TableSpec {
        debug_assert_eq!(sides.len(), self.sides);
        TableSpec {
            name,
            strategies: sides.iter().cycle().take(self.players).cloned().collect(),
            ..TableSpec::default()
        }
    }

    /// How strategies come to their seats: partners must stay opposite each other.
    #[must_use]
    pub fn seating(&self) -> Seating {
        match self.sides == self.players {
            true => Seating::Shuffled,
            false => Seating::Fixed,
        }
    }

    /// The side of a place in the list of a table.
    #[must_use]
    pub fn side(&self, slot: usize) -> usize {
        slot % self.sides
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::load_several;

    fn field(rules: &[&str], players: Option<u64>) -> Result<Field, String> {
        let names: Vec<String> = rules.iter().map(|r| r.to_string()).collect();
        Field::new(&load_several(&names, &[]).unwrap(), players).map_err(|e| e.to_string())
    }

    #[test]
    fn a_team_is_one_side() {
        let two = field(&["mattel", "phone"], None).unwrap();
        assert_eq!((two.players, two.sides), (2, 2));
        let teams = field(&["partners"], None).unwrap();
        assert_eq!((teams.players, teams.sides), (4, 2));
        assert_eq!(teams.seating(), Seating::Fixed);
        let specs = ["greedy", "random"].map(|s| Spec::parse(s).unwrap());
        let names = teams.table("t".into(), &specs).strategies;
        let names: Vec<String> = names.iter().map(Spec::to_string).collect();
        assert_eq!(names, ["greedy", "random", "greedy", "random"]);
        // Whatever the rotation, seats 0 and 2 are one side.
        for rotation in 0..4 {
            let slots = teams.seating().slots(4, 1, 0, rotation);
            let sides: Vec<usize> = slots.iter().map(|s| teams.side(*s)).collect();
            assert!(sides[0] == sides[2] && sides[1] == sides[3] && sides[0] != sides[1]);
        }
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        assert!(
            field(&["mattel"], Some(11))
                .unwrap_err()
                .contains("2 to 10")
        );
        assert!(
            field(&["partners"], Some(5))
                .unwrap_err()
                .contains("multiple of 2")
        );
        let mixed = field(&["mattel", "partners"], None).unwrap_err();
        assert!(mixed.contains("match.teams"), "{mixed}");
    }
}
