//! `cheat`: another strategy that sees all hands. It is there to measure what that would be worth; it knows nothing of
//! the game, and what it sees is the table's to give.

use crate::wrapping::ask;
use crate::{Entry, Evaluation, Strategy};
use unosim_engine::{Action, ActionSet, Observation, Rng, Sight};

/// What the registry says about this strategy.
pub const ENTRY: Entry = Entry {
    name: "cheat",
    summary: "another strategy that sees all hands: cheat(monte-carlo)",
    inner: &["player"],
    parameters: &[],
    build: |arguments| Sighted::around(arguments.strategy("player"), Sight::HANDS),
};

/// Another strategy that sees more than it may.
pub(crate) struct Sighted {
    player: Box<dyn Strategy>,
    sight: Sight,
}

impl Sighted {
    /// A player that sees this besides what it sees already.
    pub(crate) fn around(player: Box<dyn Strategy>, sight: Sight) -> Box<dyn Strategy> {
        let sight = sight.and(player.sight());
        Box::new(Sighted { player, sight })
    }
}

impl Strategy for Sighted {
    fn reset(&mut self) {
        self.player.reset();
    }

    fn choose(&mut self, seen: &Observation<'_>, legal: ActionSet, rng: &mut Rng) -> Action {
        ask(self.player.as_mut(), seen, legal, rng)
    }

    fn analysis(&self) -> Vec<Evaluation> {
        self.player.analysis()
    }

    fn error_prone(&self) -> bool {
        self.player.error_prone()
    }

    fn sight(&self) -> Sight {
        self.sight
    }
}
