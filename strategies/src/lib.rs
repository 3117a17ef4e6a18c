//! The bots of unosim: one file a strategy, and the registry that names them.
//!
//! A strategy sees a game through [`Observation`], which holds what its seat may know and nothing else: this crate has
//! no way to another hand, to the draw pile or to the deck's randomness. (Two wrappers for research are shown more by the
//! table, which says so wherever they play.) It knows nothing of arenas, files or threads.
//!
//! # Adding a strategy
//!
//! A strategy is a type that implements [`Strategy`] and an [`Entry`] that tells the registry about it. Most need only
//! say how they rank cards; [`defaults`] answers every other question of every rule set. This is a whole strategy file
//! (inside this crate, `crate::` stands where the example says `unosim_strategies::`):
//!
//! ```
//! use unosim_engine::{ActionSet, Action, Face, Observation, Rng};
//! use unosim_strategies::{Arguments, Entry, Parameter, Strategy, check, defaults};
//!
//! /// What the registry says about this strategy.
//! pub const ENTRY: Entry = Entry {
//!     name: "low-first",
//!     summary: "plays the card with the fewest points, but wilds only from `wilds` cards on down",
//!     inner: &[],
//!     parameters: &[Parameter {
//!         name: "wilds",
//!         default: "3",
//!         meaning: "a wild counts as worth 0 points once the hand has this many cards or fewer",
//!         check: check::integer::<0, 108>,
//!     }],
//!     build: |arguments| {
//!         Box::new(LowFirst {
//!             wilds: arguments.integer("wilds"),
//!         })
//!     },
//! };
//!
//! /// Plays the card with the fewest points.
//! struct LowFirst {
//!     wilds: u32,
//! }
//!
//! impl Strategy for LowFirst {
//!     fn choose(&mut self, seen: &Observation<'_>, legal: ActionSet, rng: &mut Rng) -> Action {
//!         let few = seen.hand().len() <= self.wilds;
//!         defaults::answer(seen, legal, rng, |face: Face| match face.is_wild() && few {
//!             true => 0,
//!             false => -(face.points() as i32),
//!         })
//!     }
//! }
//!
//! // The registry would hold `ENTRY`; by hand, one decision goes like this.
//! use unosim_engine::{Deal, Game, Role, Rules};
//!
//! let rules = Rules::default();
//! let deal = Deal { seats: 2, dealer: 1, live: 0b11, totals: [0; 10], seed: 7, deal: 0, hand: 0 };
//! let mut game = Game::deal(&rules, &deal);
//! let mut rng = Rng::new(7, 0, Role::Strategy { rotation: 0, seat: 0 });
//! let mut bot = ENTRY.build_default();
//! let seat = game.seat();
//! let action = bot.choose(&game.observe(seat), game.legal() - game.errors(), &mut rng);
//! assert!(game.try_apply(action).is_ok());
//! ```
//!
//! The steps around it are in `docs/adding-a-strategy.md`.

use unosim_engine::{Action, ActionSet, Observation, Rng, Sight};

pub mod cheat;
pub mod check;
pub mod color_hoarding;
pub mod defaults;
pub mod diversity;
pub mod epsilon;
pub mod expert;
pub mod first_legal;
pub mod greedy;
pub mod human;
pub mod ismcts;
pub mod matching;
mod mixture;
pub mod monte_carlo;
pub mod oracle_draws;
pub mod random;
pub mod ranking;
mod registry;
pub mod search;
mod spec;
pub mod wrapping;

pub use registry::{Arguments, Entry, Parameter, registry};
pub use spec::{Spec, SpecError, split_list};

/// What a strategy found out about an action.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evaluation {
    /// The action.
    pub action: Action,
    /// Playouts spent on it.
    pub playouts: u32,
    /// Its mean value: the chance to win, or points, as the strategy's goal is.
    pub value: f64,
    /// Standard error of the mean.
    pub error: f64,
}

/// A number that a strategy plays by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Number {
    /// The parameter that sets it.
    pub name: &'static str,
    /// Its value, in the parameter's unit.
    pub value: f64,
    /// A change that is worth a trial, in the same unit: large enough to matter, small enough not to break the play.
    pub step: f64,
}

/// Something that plays a seat.
///
/// The same strategy, given the same observations, the same legal actions and the same random stream, must choose the
/// same actions: all its randomness comes from `rng`, and it keeps nothing over from one game to the next.
pub trait Strategy: Send {
    /// A new game begins (a match, if matches are played). Forget the last one.
    fn reset(&mut self) {}

    /// The action this seat takes, one of `legal`, which is never empty.
    ///
    /// `seen` is what the seat may know, `rng` the seat's own random stream. Called once for every decision, millions
    /// of times: it should not allocate.
    fn choose(&mut self, seen: &Observation<'_>, legal: ActionSet, rng: &mut Rng) -> Action;

    /// A seat, this one or another, is about to take an action that everybody at the table sees
    /// ([`Game::shows`](unosim_engine::Game::shows)), whether it had a choice or not; `seen` is the table before it, from
    /// this seat. Called only if it [`watches`](Self::watches).
    fn watch(&mut self, _seen: &Observation<'_>, _action: Action) {}

    /// Whether it wants to see what happens between its own decisions.
    fn watches(&self) -> bool {
        false
    }

    /// What the actions were weighed at for the last choice, best first; nothing where a strategy weighs no actions.
    fn analysis(&self) -> Vec<Evaluation> {
        Vec::new()
    }

    /// The numbers it plays by with so many live seats, where the values of its parameters do not tell: those that a
    /// strategy chooses itself if they are left at `auto`.
    fn numbers(&self, live: usize) -> Vec<Number> {
        let _ = live;
        Vec::new()
    }

    /// Whether error actions (a call when nothing is due, an accusation of a seat that did call) stand among `legal`.
    fn error_prone(&self) -> bool {
        false
    }

    /// What the table shows it beyond what its seat may know: nothing, unless it is there to measure what cheating would
    /// be worth.
    fn sight(&self) -> Sight {
        Sight::FAIR
    }
}
