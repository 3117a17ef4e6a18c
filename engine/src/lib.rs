//! The UNO game: cards, rules, one state machine for all rule sets, observations and determinized worlds.
//!
//! The engine knows nothing of strategies' insides, threads, files or terminals.

pub mod action;
pub mod card;
pub mod game;
pub mod matches;
pub mod observation;
pub mod rng;
pub mod rules;
pub mod sight;
pub mod spelling;

pub use action::{Action, ActionSet};
pub use card::{Card, Cards, Color, Face, Kind};
pub use game::{
    Chance, Deal, Game, Illegal, MAX_SEATS, Outcome, Phase, Position, PositionError, Reason,
    Witness,
};
pub use matches::{Match, Verdict};
pub use observation::Observation;
pub use rng::{Rng, Role};
pub use rules::{RuleFile, RuleSet, Rules, RulesError, rule_set, rule_sets};
pub use sight::Sight;
