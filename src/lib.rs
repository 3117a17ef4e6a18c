//! The program: cli → experiment → arena → tally → report. The game is `unosim_engine`, the bots `unosim_strategies`.

pub mod analyze;
pub mod arena;
pub mod balance;
pub mod cli;
pub mod experiment;
pub mod experiment_file;
pub mod fingerprint;
pub mod hash;
pub mod interrupt;
pub mod list;
pub mod numbers;
pub mod play;
pub mod progress;
pub mod replay;
pub mod report;
pub mod rules;
pub mod run;
pub mod scenario;
pub mod schedule;
pub mod seating;
pub mod spread;
pub mod stats;
pub mod style;
pub mod tally;
pub mod tune;
