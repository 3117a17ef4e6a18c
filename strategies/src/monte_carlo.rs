//! `monte-carlo`: flat search over determinized worlds. Every action is played in the same worlds with the same
//! randomness, and a strategy plays them to their end; what is better by more than chance is done.

use crate::search::{
    BELIEFS, Beliefs, GOAL, Goal, Playouts, Race, TIME, Timer, Worlds, is_settled, ranked,
};
use crate::{Entry, Evaluation, Parameter, Strategy, check};
use unosim_engine::{Action, ActionSet, Observation, Rng};

/// What the registry says about this strategy.
pub const ENTRY: Entry = Entry {
    name: "monte-carlo",
    summary: "tries every action in imagined worlds, played out by another strategy: monte-carlo(playouts=300)",
    inner: &["playout"],
    parameters: &[
        Parameter {
            name: "playouts",
            default: "300",
            meaning: "most playouts a decision",
            check: check::integer::<1, 10_000_000>,
        },
        TIME,
        GOAL,
        BELIEFS,
        Parameter {
            name: "margin",
            default: "1",
            meaning: "standard errors by which an action must be better than what the playout strategy would do",
            check: check::decimal::<10>,
        },
        Parameter {
            name: "drop",
            default: "2.5",
            meaning: "standard errors behind the best at which an action is tried no further",
            check: check::decimal::<10>,
        },
    ],
    build: |arguments| {
        Box::new(MonteCarlo {
            playouts: Playouts::new(|| arguments.strategy("playout")),
            race: Race::new(MOST),
            candidates: Vec::with_capacity(MOST),
            budget: arguments.integer("playouts"),
            time: arguments.integer("time_ms"),
            goal: Goal::of(arguments.text("goal")),
            worlds: Worlds::new(
                Beliefs::of(arguments.text("beliefs")),
                arguments.integer("playouts"),
                arguments.strategy("playout"),
            ),
            margin: arguments.decimal("margin"),
            drop: arguments.decimal("drop"),
        })
    },
};

/// The most actions there are.
const MOST: usize = Action::COUNT as usize;

/// Worlds between two looks at who is behind.
const ROUND: u32 = 8;

/// Flat search over determinized worlds.
struct MonteCarlo {
    playouts: Playouts,
    race: Race,
    candidates: Vec<Action>,
    budget: u32,
    /// Milliseconds a decision; 0 = no limit.
    time: u32,
    goal: Goal,
    worlds: Worlds,
    margin: f64,
    drop: f64,
}

impl Strategy for MonteCarlo {
    fn reset(&mut self) {
        self.worlds.reset();
    }

    fn watch(&mut self, seen: &Observation<'_>, action: Action) {
        self.worlds.watch(seen, action);
    }

    fn watches(&self) -> bool {
        true
    }

    fn choose(&mut self, seen: &Observation<'_>, legal: ActionSet, rng: &mut Rng) -> Action {
        let mut dice = rng.fork();
        let own = self.playouts.own_choice(seen, legal, &mut dice);
        self.candidates.clear();
        if is_settled(seen) {
            return own;
        }
        self.candidates.extend(legal.iter());
        self.worlds.begin(seen, &mut dice);
        self.race.start(self.candidates.len());
        let seat = seen.seat();
        let mut left = self.budget as usize;
        let mut timer = Timer::start(self.time);
        while self.race.count() > 1 && left >= self.race.count() {
            let world = self.worlds.next(seen, &mut dice);
            let stream = dice.bits();
            for index in 0..self.candidates.len() {
                if !self.race.is_alive(index) {
                    continue;
                }
                let mut played = world.clone();
                self.playouts
                    .play(&mut played, self.candidates[index], stream);
                self.race.enter(index, self.goal.value(&played, seat));
                left -= 1;
            }
            let tried = self.race.count() as u32;
            self.race.end_world();
            if self.race.worlds().is_multiple_of(ROUND) && self.race.worlds() >= 2 * ROUND {
                self.race.drop_behind(self.drop);
            }
            if timer.is_up(tried) {
                break;
            }
        }
        let own = self.candidates.iter().position(|action| *action == own);
        self.candidates[self.race.winner(own.unwrap_or(0), self.margin)]
    }

    fn analysis(&self) -> Vec<Evaluation> {
        let weighed = self.candidates.iter().enumerate();
        ranked(weighed.map(|(index, action)| {
            let (value, error) = self.race.value(index);
            Evaluation {
                action: *action,
                playouts: self.race.tries(index),
                value,
                error,
            }
        }))
    }
}
