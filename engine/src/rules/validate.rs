//! Which options go together, which of them can be played yet, and the deck that they make.
//!
//! This file knows combinations (rules section 12); names, types and ranges of single options are `parse`'s business.

use super::parse::range;
use super::{
    JumpInCards, MatchFormat, Rules, RulesError, ScoreMethod, SwapHands, TeamScoring, WildFunction,
};
use crate::card::{Cards, Color, Face};
use toml::Value;

/// The fewest and the most seats at a table.
const SEATS: std::ops::RangeInclusive<usize> = 2..=10;

/// Options that do nothing unless a switch is on.
const NEEDS_SWITCH: &[(&str, &str)] = &[
    ("wild_draw_four.guilty_draws", "wild_draw_four.challenge"),
    ("wild_draw_four.innocent_extra", "wild_draw_four.challenge"),
    ("wild_draw_four.challenger_turn", "wild_draw_four.challenge"),
    (
        "wild_draw_four.challenge_on_stack",
        "wild_draw_four.challenge",
    ),
    (
        "wild_draw_four.challenge_reveals",
        "wild_draw_four.challenge",
    ),
    ("jump_in.sum_same_color", "jump_in.sum"),
    ("jump_in.sum_only_to_win", "jump_in.sum"),
    ("uno.false_call", "uno.errors"),
    ("uno.false_catch", "uno.errors"),
];

impl Rules {
    /// Whether the options go together and fit that number of seats.
    ///
    /// # Errors
    /// The first refusal, naming the options concerned and what to do.
    pub fn validate(&self, seats: usize) -> Result<(), RulesError> {
        let refusal = seats_refusal(seats)
            .or_else(|| self.range_refusal())
            .or_else(|| self.deal_refusal(seats))
            .or_else(|| self.match_refusal(seats))
            .or_else(|| self.idle_refusal());
        match refusal {
            Some(message) => Err(RulesError::Refused(message)),
            None => Ok(()),
        }
    }

    /// Whether two seats are one or of one team (rules section 11).
    #[inline]
    #[must_use]
    pub fn partners(&self, a: usize, b: usize) -> bool {
        let teams = usize::from(self.match_.teams);
        a == b || teams > 0 && a % teams == b % teams
    }

    /// Whether hands or cards may change their owners, so that what a seat held says little about what it holds.
    #[must_use]
    pub fn hands_move(&self) -> bool {
        self.swap.zero != SwapHands::Off
            || self.swap.seven != SwapHands::Off
            || self.wild.functions.has(WildFunction::Trade)
            || !self.deck.blanks.is_empty()
    }

    /// Whether hands can be played again to the same end: not if the clock of this machine decides about penalties.
    #[must_use]
    pub fn reproducible(&self) -> bool {
        self.clock.limit_ms == 0
    }

    /// Every card of the deck.
    #[must_use]
    pub fn deck(&self) -> Cards {
        let copies = |face: Face, copies: u8| -> Cards {
            face.cards().iter().take(usize::from(copies)).collect()
        };
        let mut deck = Cards::STANDARD | copies(Face::REFLECT, self.deck.reflect);
        for color in Color::ALL {
            deck |= copies(Face::colored(color, 13), self.deck.discard_all);
        }
        for index in (0..4).filter(|i| self.deck.blanks.effect(*i).is_some()) {
            deck |= Face::blank(index).cards();
        }
        deck
    }

    /// Rules that were not read from a text have not had their numbers checked.
    fn range_refusal(&self) -> Option<String> {
        if !self.wild.functions.has(WildFunction::Color) {
            return Some(format!(
                "{} leaves a Wild without a color to name: put \"color\" among the functions",
                self.said("wild.functions")
            ));
        }
        self.options().into_iter().find_map(|(option, value)| {
            let (low, high) = range(&option);
            let number = value.as_integer()?;
            (number < low || number > high).then(|| {
                format!(
                    "{option} cannot be {number}: it must be a whole number from {low} to {high}"
                )
            })
        })
    }

    fn deal_refusal(&self, seats: usize) -> Option<String> {
        let deck = self.deck().len() as usize;
        let needed = seats * usize::from(self.setup.hand_size) + 1;
        (needed > deck).then(|| {
            format!(
                "{} does not go with {seats} seats: the hands and the first card need {needed} cards and the deck has {deck}, so deal {} at the most",
                self.said("setup.hand_size"),
                (deck - 1) / seats
            )
        })
    }

    fn match_refusal(&self, seats: usize) -> Option<String> {
        let format = self.match_.format;
        let method = self.score.method;
        if format == MatchFormat::Knockout && method != ScoreMethod::Penalty {
            return Some(format!(
                "{} does not go with {}: seats are knocked out by points against themselves, so set score.method = \"penalty\"",
                self.said("match.format"),
                self.said("score.method")
            ));
        }
        let teams = usize::from(self.match_.teams);
        if teams == 0 {
            return None;
        }
        if teams < 2 || teams > seats / 2 || !seats.is_multiple_of(teams) {
            let mut possible = String::from("0 (everyone for himself)");
            for teams in (2..=seats / 2).filter(|t| seats.is_multiple_of(*t)) {
                possible += &format!(" or {teams}");
            }
            return Some(format!(
                "{} does not go with {seats} seats: teams are equal and have two members or more, so set match.teams = {possible}",
                self.said("match.teams")
            ));
        }
        if matches!(format, MatchFormat::Knockout | MatchFormat::LastStanding) {
            return Some(format!(
                "{} does not go with {}: seats leave this match one by one, so set match.teams = 0 or another match.format",
                self.said("match.format"),
                self.said("match.teams")
            ));
        }
        let (needed, text) = match self.match_.team_scoring {
            TeamScoring::Opponents => (ScoreMethod::WinnerTakes, "winner_takes"),
            TeamScoring::Own => (ScoreMethod::Penalty, "penalty"),
        };
        (method != needed).then(|| {
            format!(
                "{} does not go with {}: set score.method = \"{text}\" or another match.team_scoring",
                self.said("match.team_scoring"),
                self.said("score.method")
            )
        })
    }

    /// A setting without any effect is a mistake.
    fn idle_refusal(&self) -> Option<String> {
        let jump_in = &self.jump_in;
        if jump_in.after_out && jump_in.cards == JumpInCards::Off && !jump_in.sum {
            return Some(
                "jump_in.after_out = true has no effect with jump_in.cards = \"off\": choose cards to jump in with, or set jump_in.after_out = false".into(),
            );
        }
        let default = Rules::default();
        NEEDS_SWITCH.iter().find_map(|(option, switch)| {
            let usual = default.value(option);
            let idle = self.value(switch) == Value::Boolean(false) && self.value(option) != usual;
            idle.then(|| {
                format!(
                    "{} has no effect with {switch} = false: set {switch} = true or leave {option} at {usual}",
                    self.said(option)
                )
            })
        })
    }

    /// `option = value`.
    fn said(&self, option: &str) -> String {
        format!("{option} = {}", self.value(option))
    }
}

fn seats_refusal(seats: usize) -> Option<String> {
    let (low, high) = (SEATS.start(), SEATS.end());
    (!SEATS.contains(&seats)).then(|| {
        let unit = if seats == 1 { "seat is" } else { "seats are" };
        format!("{seats} {unit} not a table: choose {low} to {high} seats")
    })
}

#[cfg(test)]
#[path = "validate_tests.rs"]
mod tests;
