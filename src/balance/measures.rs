//! The measures: one list from which the CSV file, the sentences and the table in docs/balance.md come. It knows how a
//! number is made of counts; errors belong to `compare`.

use unosim_engine::MAX_SEATS;

use super::counts::Count::{self, *};
use super::counts::{Sample, Sums, quantile};
use super::formulas::{
    Table, components, elo, first_seat_advantage, seat_chance, seat_range, share, skill_gap,
};
use crate::stats::Jackknife;

/// Something that is measured under every rule set.
#[derive(Clone, Copy, Debug)]
pub struct Measure {
    /// Its name in the CSV file.
    pub key: &'static str,
    /// What it means, for the documentation.
    pub meaning: &'static str,
    /// What it is counted in.
    pub unit: Unit,
    /// How it is made of counts.
    pub formula: Formula,
    /// How a change is told, with `{}` for its size: if there is more of it, and if there is less. Not told if missing.
    pub told: Option<(&'static str, &'static str)>,
}

/// What a measure is counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// So many of something: the word for them, if a sentence needs one.
    Of(&'static str),
    /// A share, from 0 to 1.
    Share,
    /// A difference of two shares, from -1 to 1.
    Gap,
    /// A probability of chance alone; it has no interval.
    Chance,
}

/// How a measure is made of counts.
#[derive(Clone, Copy, Debug)]
pub enum Formula {
    /// One count for each of another.
    Ratio(Count, Count),
    /// Hands won by the seat so many places after the one that has the first turn.
    Seat(usize),
    /// A quantile of the turns of a hand.
    Quantile(f64),
    /// Share of the hands that have more turns.
    Longer(usize),
    /// Something of its own, for so many sides.
    Own(fn(&Sums, Table) -> Option<f64>),
}

impl Measure {
    /// What it comes to in a sample, with what it needs for its error. `None` if nothing was counted of which it could be
    /// made.
    #[must_use]
    pub fn of(&self, sample: &Sample, table: Table) -> Option<Jackknife> {
        match self.formula {
            Formula::Quantile(p) => sample.quantile(p),
            _ => sample.jackknife(|sums| self.value(sums, table)),
        }
    }

    /// Its value.
    fn value(&self, sums: &Sums, table: Table) -> Option<f64> {
        match self.formula {
            Formula::Ratio(of, to) => sums.ratio(of, to),
            Formula::Seat(place) => share(sums.seat_wins[place], sums.get(Hands)),
            Formula::Quantile(p) => quantile(&sums.lengths, p),
            Formula::Longer(turns) => {
                share(sums.lengths.iter().skip(turns + 1).sum(), sums.get(Hands))
            }
            Formula::Own(value) => value(sums, table),
        }
    }

    /// Between which numbers it lies.
    #[must_use]
    pub fn limits(&self) -> Option<(f64, f64)> {
        match self.unit {
            Unit::Share => Some((0.0, 1.0)),
            Unit::Gap => Some((-1.0, 1.0)),
            Unit::Of(_) | Unit::Chance => None,
        }
    }
}

/// The measure of that name.
#[must_use]
pub fn named(key: &str) -> Option<&'static Measure> {
    measures(MAX_SEATS).find(|measure| measure.key == key)
}

/// The measures of a table of so many players.
pub fn measures(players: usize) -> impl Iterator<Item = &'static Measure> {
    SEATS[..players].iter().chain(MEASURES)
}

const fn measure(
    key: &'static str,
    unit: Unit,
    formula: Formula,
    meaning: &'static str,
) -> Measure {
    Measure {
        key,
        meaning,
        unit,
        formula,
        told: None,
    }
}

const fn told(measure: Measure, more: &'static str, less: &'static str) -> Measure {
    Measure {
        told: Some((more, less)),
        ..measure
    }
}

const SEAT_NAMES: [&str; MAX_SEATS] = [
    "seat_1", "seat_2", "seat_3", "seat_4", "seat_5", "seat_6", "seat_7", "seat_8", "seat_9",
    "seat_10",
];

const SEATS: [Measure; MAX_SEATS] = {
    let mut seats = [measure("", Unit::Share, Formula::Seat(0), ""); MAX_SEATS];
    let mut place = 0;
    while place < MAX_SEATS {
        seats[place] = measure(
            SEAT_NAMES[place],
            Unit::Share,
            Formula::Seat(place),
            "win rate of the seat that has the first turn (1), of the next in the direction of play (2), …",
        );
        place += 1;
    }
    seats
};

const MEASURES: &[Measure] = &[
    told(
        measure(
            "first_seat_advantage",
            Unit::Gap,
            Formula::Own(first_seat_advantage),
            "win rate of the seat that has the first turn, minus the mean of all seats",
        ),
        "raises the first seat's advantage by {}",
        "lowers the first seat's advantage by {}",
    ),
    measure(
        "seat_range",
        Unit::Share,
        Formula::Own(seat_range),
        "highest win rate of a seat minus the lowest",
    ),
    measure(
        "seat_chance",
        Unit::Chance,
        Formula::Own(seat_chance),
        "p value of the seats' wins if all seats were equal",
    ),
    told(
        measure(
            "turns",
            Unit::Of("turns"),
            Formula::Ratio(Turns, Hands),
            "turns a hand",
        ),
        "lengthens a hand by {}",
        "shortens a hand by {}",
    ),
    measure(
        "rounds",
        Unit::Of("rounds"),
        Formula::Ratio(Turns, Seats),
        "turns a hand and player: rounds of the table",
    ),
    measure(
        "turns_median",
        Unit::Of("turns"),
        Formula::Quantile(0.5),
        "median of the turns of a hand",
    ),
    measure(
        "turns_90",
        Unit::Of("turns"),
        Formula::Quantile(0.9),
        "90 % quantile of the turns of a hand",
    ),
    told(
        measure(
            "turns_99",
            Unit::Of("turns"),
            Formula::Quantile(0.99),
            "99 % quantile of the turns of a hand",
        ),
        "lengthens the longest hand in a hundred by {}",
        "shortens the longest hand in a hundred by {}",
    ),
    measure(
        "over_100_turns",
        Unit::Share,
        Formula::Longer(100),
        "share of the hands with more than 100 turns",
    ),
    measure(
        "over_200_turns",
        Unit::Share,
        Formula::Longer(200),
        "share of the hands with more than 200 turns",
    ),
    told(
        measure(
            "decisions",
            Unit::Of("decisions"),
            Formula::Ratio(Decisions, Hands),
            "decisions a hand: questions with more than one answer, on turns and between them",
        ),
        "adds {} to a hand",
        "takes {} from a hand",
    ),
    told(
        measure(
            "forced_turns",
            Unit::Share,
            Formula::Ratio(ForcedTurns, Turns),
            "share of the turns that offer one action only",
        ),
        "raises the share of turns without a choice by {}",
        "lowers the share of turns without a choice by {}",
    ),
    told(
        measure(
            "choices",
            Unit::Of("actions"),
            Formula::Ratio(Choices, Turns),
            "actions offered on a turn",
        ),
        "widens the choice on a turn by {}",
        "narrows the choice on a turn by {}",
    ),
    told(
        measure(
            "penalty_cards",
            Unit::Of("penalty cards"),
            Formula::Ratio(PenaltyCards, Hands),
            "cards a hand drawn for any reason but one's own turn",
        ),
        "adds {} to a hand",
        "takes {} from a hand",
    ),
    told(
        measure(
            "skips",
            Unit::Of("skips"),
            Formula::Ratio(Skips, Hands),
            "seats a hand that are passed over between a play and the next turn",
        ),
        "adds {} to a hand",
        "takes {} from a hand",
    ),
    told(
        measure(
            "lead_changes",
            Unit::Of("lead changes"),
            Formula::Ratio(LeadChanges, Hands),
            "changes a hand of who holds the fewest cards alone",
        ),
        "adds {} to a hand",
        "takes {} from a hand",
    ),
    told(
        measure(
            "comebacks",
            Unit::Share,
            Formula::Ratio(Comebacks, Won),
            "share of the won hands whose winner held the most cards alone at half time",
        ),
        "raises the share of comebacks by {}",
        "lowers the share of comebacks by {}",
    ),
    told(
        measure(
            "blowouts",
            Unit::Share,
            Formula::Ratio(Blowouts, Won),
            "share of the won hands in which every opponent still held 4 cards or more",
        ),
        "raises the share of blow-outs by {}",
        "lowers the share of blow-outs by {}",
    ),
    told(
        measure(
            "void",
            Unit::Share,
            Formula::Ratio(Void, Hands),
            "share of the hands that end void",
        ),
        "raises the share of void hands by {}",
        "lowers the share of void hands by {}",
    ),
    told(
        measure(
            "stalemate",
            Unit::Share,
            Formula::Ratio(Stalemate, Hands),
            "share of the hands in which nobody can move any more",
        ),
        "raises the share of stalemates by {}",
        "lowers the share of stalemates by {}",
    ),
    told(
        measure(
            "truncated",
            Unit::Share,
            Formula::Ratio(Truncated, Hands),
            "share of the hands that reach `max_turns`",
        ),
        "raises the share of endless hands by {}",
        "lowers the share of endless hands by {}",
    ),
    told(
        measure(
            "skill_gap",
            Unit::Gap,
            Formula::Own(skill_gap),
            "win rate of the strongest of the ladder minus that of the weakest",
        ),
        "widens the gap between the strongest and the weakest by {}",
        "narrows the gap between the strongest and the weakest by {}",
    ),
    measure(
        "elo",
        Unit::Of("Elo points"),
        Formula::Own(elo),
        "Elo points between the strongest and the weakest of the ladder, head to head",
    ),
    told(
        measure(
            "skill_share",
            Unit::Gap,
            Formula::Own(|sums, table| components(sums, table).map(|(who, _)| who)),
            "share of the variance of a hand's scores that comes from who plays",
        ),
        "raises the part of skill in a score by {}",
        "lowers the part of skill in a score by {}",
    ),
    measure(
        "deal_share",
        Unit::Gap,
        Formula::Own(|sums, table| components(sums, table).map(|(_, deal)| deal)),
        "share of the variance of a hand's scores that comes from deal and seat",
    ),
    told(
        measure(
            "interaction",
            Unit::Share,
            Formula::Ratio(BestChanged, Replaced),
            "share of the deals in which another of the other seats does best if one seat is played by the weakest of the ladder",
        ),
        "raises how often one player decides which of the others does best by {}",
        "lowers how often one player decides which of the others does best by {}",
    ),
    measure(
        "score_moved",
        Unit::Of("points"),
        Formula::Ratio(ScoreMoved, Others),
        "by how much the score of another seat then changes",
    ),
];

#[cfg(test)]
#[path = "measures_tests.rs"]
mod tests;
