//! What search strategies share: candidates for an action, playouts, and what the end of a hand is worth.
//!
//! It sees what its seat may know and the worlds that agree with it; the real game it never sees.

mod budget;
mod history;
mod race;
mod root;
mod tree;
mod worlds;

pub use budget::{TIME, Timer};
pub use history::{History, TRUSTS};
pub use race::Race;
pub use root::{DROP, MARGIN, Root};
pub use tree::{Bounds, Step, Tree, faces_hash};
pub use worlds::{BELIEFS, Beliefs, Worlds};

use crate::wrapping::ask;
use crate::{Parameter, Strategy, check};
use unosim_engine::rules::MatchFormat;
use unosim_engine::{Action, ActionSet, Game, Observation, Phase, Rng, Role};

/// The parameter for what a search wants.
pub const GOAL: Parameter = Parameter {
    name: "goal",
    default: "win",
    meaning: "what a playout is worth: `win` (the hand is won) or `points` (own score against the others')",
    check: |text| check::word(text, &Goal::WORDS),
};

/// Whether there is nothing to find out: calling is free, and accusing a silent seat costs nothing.
#[must_use]
pub fn is_settled(seen: &Observation<'_>) -> bool {
    matches!(seen.phase(), Phase::Uno | Phase::Catch)
}

/// What a search wants from a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// To win it.
    Win,
    /// To score more than the others.
    Points,
}

impl Goal {
    /// The words for it.
    pub const WORDS: [&'static str; 2] = ["win", "points"];

    /// The goal of a word.
    #[must_use]
    pub fn of(word: &str) -> Goal {
        match word {
            "points" => Goal::Points,
            _ => Goal::Win,
        }
    }

    /// What no hand is worth more than.
    #[must_use]
    pub fn most(self) -> f64 {
        match self {
            Goal::Win => 1.0,
            Goal::Points => f64::INFINITY,
        }
    }

    /// What a finished hand is worth to a seat; more is better. A hand that nobody won is worth nothing.
    #[must_use]
    pub fn value(self, game: &Game, seat: usize) -> f64 {
        match self {
            Goal::Win => won(game, seat),
            Goal::Points => {
                let scores = &game.scores()[..game.seats()];
                let own = f64::from(scores[seat]);
                let all = scores.iter().map(|s| f64::from(*s)).sum::<f64>();
                let others = (all - own) / (scores.len() - 1) as f64;
                match game.rules().score.method.lowest_wins() {
                    true => others - own,
                    false => own - others,
                }
            }
        }
    }
}

/// 1 for the winner and its partners; where places count, the share of the other seats that are behind.
fn won(game: &Game, seat: usize) -> f64 {
    let Some(winner) = game.winner() else {
        return 0.0;
    };
    if game.rules().match_.format == MatchFormat::LastStanding {
        let places = &game.places()[..game.seats()];
        let behind = |place: &&u8| **place == 0 || **place > places[seat];
        let behind = places.iter().filter(behind).count();
        return match places[seat] {
            0 => 0.0,
            _ => behind as f64 / (places.len() - 1) as f64,
        };
    }
    if game.rules().partners(seat, winner) {
        1.0
    } else {
        0.0
    }
}

/// A hand that is not over after so many decisions is worth what nobody's win is: it leads nowhere.
const LONGEST: u32 = 2_000;

/// Plays worlds to their end with one strategy on every seat.
pub struct Playouts {
    bots: Vec<Box<dyn Strategy>>,
}

impl Playouts {
    /// With one of these a seat; more are made as tables need them.
    #[must_use]
    pub fn new(make: impl Fn() -> Box<dyn Strategy>) -> Playouts {
        Playouts {
            bots: (0..unosim_engine::MAX_SEATS).map(|_| make()).collect(),
        }
    }

    /// What the strategy of the observer's seat would do.
    pub fn own_choice(
        &mut self,
        seen: &Observation<'_>,
        legal: ActionSet,
        rng: &mut Rng,
    ) -> Action {
        ask(self.bots[seen.seat()].as_mut(), seen, legal, rng)
    }

    /// Plays the action in the world, and the world to its end; `stream` fixes all further randomness of the players.
    pub fn play(&mut self, world: &mut Game, action: Action, stream: u64) {
        world.apply(action);
        self.finish(world, &mut Rng::new(stream, 0, Role::Other(1)));
    }

    /// Plays a world to its end.
    pub fn finish(&mut self, world: &mut Game, rng: &mut Rng) {
        for bot in &mut self.bots[..world.seats()] {
            bot.reset();
        }
        for _ in 0..LONGEST {
            if world.is_over() {
                return;
            }
            let seat = world.seat();
            let legal = world.legal() - world.errors();
            let action = match legal.single() {
                Some(only) => only,
                None => self.bots[seat].choose(&world.observe(seat), legal, rng),
            };
            world.apply(action);
        }
    }
}
