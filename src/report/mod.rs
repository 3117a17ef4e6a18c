//! What a run leaves behind: the table on the screen, the CSV files, the manifest, and the way they are put in place.

use crate::arena::{Roster, Round};
use crate::rules::NamedRules;
use crate::sweep::Point;
use crate::tally::Tally;
use crate::until::End;

pub mod csv;
pub mod differences;
pub mod files;
pub mod manifest;
pub mod table;

/// The played games of one table under one set of rules.
#[derive(Debug, Clone)]
pub struct Played {
    /// The rules.
    pub rules: NamedRules,
    /// The name of the table.
    pub table: String,
    /// The values of a sweep that the table has.
    pub point: Point,
    /// Its strategies.
    pub roster: Roster,
    /// What was counted.
    pub tally: Tally,
    /// Why no more was.
    pub end: End,
}

impl Played {
    /// What was counted in a round.
    #[must_use]
    pub fn of(round: Round, tally: Tally, end: End) -> Played {
        Played {
            rules: round.rules.clone(),
            table: round.table.name.clone(),
            point: round.table.point.clone(),
            roster: Roster::new(&round.table.strategies),
            tally,
            end,
        }
    }

    /// The win rate that a strategy would have if all were equal: 1 / seats, or 1 / teams.
    #[must_use]
    pub fn baseline(&self) -> f64 {
        1.0 / self.tally.sides as f64
    }
}
