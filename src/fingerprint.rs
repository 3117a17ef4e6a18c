//! `unosim fingerprint`: a hash of every choice and every score in a fixed set of games over all playable rule sets.
//! Two builds that print the same text play the same game; a change of it is a decision, never an accident.

use anyhow::{Context, Result};
use std::io::Write;
use unosim_engine::{Action, Game, MAX_SEATS, Rules, Witness, rule_set, rule_sets};
use unosim_strategies::Spec;

use crate::hash::Fnv;
use crate::play::play_game;

const SEATS: [usize; 3] = [2, 4, 10];
const STRATEGIES: [&str; 2] = ["random", "greedy"];
const GAMES: u64 = 50;
const SEED: u64 = 1;

/// Prints one line for each rule set, number of seats and strategy, then one for all of them.
///
/// # Errors
/// If a strategy breaks down, or standard output is closed.
pub fn run() -> Result<()> {
    let mut text = String::new();
    for set in rule_sets() {
        let rules = rule_set(set.name)?;
        for seats in SEATS {
            if rules.validate(seats).is_err() {
                continue;
            }
            for strategy in STRATEGIES {
                let hash = games(&rules, seats, strategy)
                    .with_context(|| format!("rules {}, {seats} seats", set.name))?;
                text += &format!("{} {seats} {strategy} {hash}\n", set.name);
            }
        }
    }
    let mut all = Fnv::default();
    all.add(text.as_bytes());
    text += &format!("all {}\n", all.hex());
    Ok(std::io::stdout().lock().write_all(text.as_bytes())?)
}

/// The hash of the games of one strategy against itself.
fn games(rules: &Rules, seats: usize, strategy: &str) -> Result<String> {
    let spec = Spec::parse(strategy)?;
    let mut bots: Vec<_> = (0..seats).map(|_| spec.build()).collect();
    let mut choices = Choices::default();
    let mut results = Fnv::default();
    for deal in 0..GAMES {
        let count = |hand: &Game, scores: &[i32; MAX_SEATS]| {
            results.add(hand.outcome().map_or("", |o| o.name()).as_bytes());
            results.add(&hand.turns().to_le_bytes());
            for score in &scores[..seats] {
                results.add(&score.to_le_bytes());
            }
        };
        let game = play_game(rules, &mut bots, SEED, deal, 0, &mut choices, count)?;
        choices.hash.add(&game.winners.to_le_bytes());
    }
    choices.hash.add(results.hex().as_bytes());
    Ok(choices.hash.hex())
}

#[derive(Default)]
struct Choices {
    hash: Fnv,
}

impl Witness for Choices {
    fn ask(&mut self, game: &Game, action: Action, _forced: bool) {
        self.hash.add(&[game.seat() as u8, action.number()]);
    }
}
