//! The UNO game: cards, rules, one state machine for all rule sets, observations and determinized worlds.
//!
//! The engine knows nothing of strategies' insides, threads, files or terminals.

pub mod action;
pub mod card;
pub mod rng;
pub mod rules;

pub use action::{Action, ActionSet};
pub use card::{Card, Cards, Color, Face, Kind};
pub use rng::{Rng, Role};
pub use rules::Rules;
