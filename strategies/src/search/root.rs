//! The decision itself: all actions are tried in the same worlds with the same randomness, those clearly behind drop out, and
//! what the playout strategy would do is done unless another action is better by more than chance. What trying out is, is
//! left to the search.

use super::{Race, Timer, Worlds};
use crate::{Arguments, Evaluation, Parameter, check};
use unosim_engine::{Action, ActionSet, Game, Observation, Rng};

/// The parameter for how sure a search must be.
pub const MARGIN: Parameter = Parameter {
    name: "margin",
    default: "1",
    meaning: "standard errors by which an action must be better than what the playout strategy would do",
    check: check::decimal::<10>,
};

/// The parameter for when an action is given up.
pub const DROP: Parameter = Parameter {
    name: "drop",
    default: "2.5",
    meaning: "standard errors behind the best at which an action is tried no further",
    check: check::decimal::<10>,
};

/// The most actions there are.
const MOST: usize = Action::COUNT as usize;
/// Worlds between two looks at who is behind.
const ROUND: u32 = 8;

/// The actions of a decision and what was found out about them.
pub struct Root {
    race: Race,
    candidates: Vec<Action>,
    playouts: u32,
    /// Milliseconds a decision; 0 = no limit.
    time: u32,
    margin: f64,
    drop: f64,
}

impl Root {
    /// For decisions of at most so many playouts; the rest as the parameters say.
    #[must_use]
    pub fn new(playouts: u32, arguments: &Arguments<'_>) -> Root {
        Root {
            race: Race::new(MOST),
            candidates: Vec::with_capacity(MOST),
            playouts,
            time: arguments.integer("time_ms"),
            margin: arguments.decimal(MARGIN.name),
            drop: arguments.decimal(DROP.name),
        }
    }

    /// Nothing was weighed.
    pub fn clear(&mut self) {
        self.candidates.clear();
    }

    /// The action to take: `favourite`, unless another one is better. `value` is what an action comes to in a world; the
    /// last number fixes what is left to chance there.
    pub fn decide(
        &mut self,
        seen: &Observation<'_>,
        (legal, favourite): (ActionSet, Action),
        worlds: &mut Worlds,
        dice: &mut Rng,
        mut value: impl FnMut(Game, Action, u64) -> f64,
    ) -> Action {
        self.candidates.clear();
        self.candidates.extend(legal.iter());
        self.race.start(self.candidates.len());
        worlds.begin(seen, dice);
        let mut timer = Timer::start(self.time);
        let mut left = self.playouts as usize;
        while self.race.count() > 1 && left >= self.race.count() {
            let world = worlds.next(seen, dice);
            let stream = dice.bits();
            let tried = self.race.count();
            for (index, action) in self.candidates.iter().enumerate() {
                if self.race.is_alive(index) {
                    let value = value(world.clone(), *action, stream);
                    self.race.enter(index, value);
                }
            }
            left -= tried;
            self.race.end_world();
            if self.race.worlds().is_multiple_of(ROUND) && self.race.worlds() >= 2 * ROUND {
                self.race.drop_behind(self.drop);
            }
            if timer.is_up(tried as u32) {
                break;
            }
        }
        let own = self.candidates.iter().position(|c| *c == favourite);
        self.candidates[self.race.winner(own.unwrap_or(0), self.margin)]
    }

    /// What was found out at the last decision, best first.
    #[must_use]
    pub fn analysis(&self) -> Vec<Evaluation> {
        let weigh = |(index, action): (usize, &Action)| {
            let (value, error) = self.race.value(index);
            Evaluation {
                action: *action,
                playouts: self.race.tries(index),
                value,
                error,
            }
        };
        let mut found: Vec<Evaluation> = self.candidates.iter().enumerate().map(weigh).collect();
        found.sort_by(|a, b| b.value.total_cmp(&a.value));
        found
    }
}
