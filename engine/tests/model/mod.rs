//! A slow, plain model of the game, written from the rule book alone.
//!
//! It shares no code with the engine: cards are texts, hands are lists, options are plain fields. Chance is not its own:
//! it is told which cards were drawn and which seats were picked, and checks that this was possible.

#![allow(dead_code)]

pub mod cards;
pub mod chance;
mod draw;
mod house;
mod legal;
pub mod options;
mod penalty;
mod play;
pub mod score;
mod start;
pub mod state;

#[allow(unused_imports)]
pub use chance::{Chance, Random};
pub use options::Options;
pub use state::Model;
