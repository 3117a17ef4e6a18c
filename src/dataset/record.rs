//! What records a game while it is played: who it is, what is kept of it, and how it ended. It knows neither files nor
//! columns.

use unosim_engine::{Game as Hand, MAX_SEATS, Rng, Role, Witness};

use super::words::{Word, Words};
use crate::play::{Choice, Ended, Key};
use crate::schedule::Sitting;
use crate::tally::WIN;

/// Which game it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Game {
    /// The rules.
    pub rules: Word,
    /// The table.
    pub table: Word,
    /// The seed of the run.
    pub seed: u64,
    /// The deal.
    pub deal: u64,
    /// Its rotation.
    pub rotation: u32,
}

/// Looks on and makes rows of what it saw.
pub trait Recorder: Witness {
    /// What is recorded.
    type Row;

    /// A game begins, played by these strategies.
    fn begin(&mut self, game: Game, strategies: [Word; MAX_SEATS], sample: Sample);

    /// An action is about to be taken.
    fn choice(&mut self, _: &Choice<'_>) {}

    /// A hand is over.
    fn hand(&mut self, game: &Hand, scores: &[i32; MAX_SEATS], sitting: &Sitting);

    /// The game is over, which so many sides could win.
    fn end(&mut self, ended: &Ended, sides: usize, players: usize);

    /// The rows of all games that are over, to be taken away, and the words in them.
    fn rows(&mut self) -> (&mut Vec<Self::Row>, &mut Words);
}

/// The player's share of the win, in units of [`WIN`].
#[must_use]
pub fn share(ended: &Ended, player: usize, sides: usize, players: usize) -> u16 {
    let members = (players / sides) as u32;
    let winning = i64::from(ended.winners.count_ones().div_ceil(members));
    match ended.winners >> player & 1 {
        1 => (WIN / winning) as u16,
        _ => 0,
    }
}

/// The stream of a game that decides which of its rows are kept: "data", then the rotation.
const KEPT: u64 = 0x6461_7461 << 32;

/// Which rows of a game are kept: each with the same chance, by a stream that no play depends on.
#[derive(Clone, Debug, Default)]
pub struct Sample(Option<(Rng, u64)>);

impl Sample {
    /// Of a game, with that chance for each row.
    #[must_use]
    pub fn new(chance: f64, key: Key) -> Sample {
        let rng = || {
            let role = Role::Other(KEPT | u64::from(key.rotation));
            Rng::new(key.seed, key.deal, role)
        };
        // 2^64; a chance below 1 stays below it.
        let bound = (chance * 18_446_744_073_709_551_616.0) as u64;
        Sample((chance < 1.0).then(|| (rng(), bound)))
    }

    /// Whether the next row is kept.
    #[inline]
    pub fn keeps(&mut self) -> bool {
        self.0
            .as_mut()
            .is_none_or(|(rng, bound)| rng.bits() < *bound)
    }
}
