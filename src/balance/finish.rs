//! How a hand ended, and who did better than whom. It knows one hand that is over.

use unosim_engine::{Game, MAX_SEATS, Outcome};

/// How a hand ended, by seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Finish {
    /// What the hand counted.
    pub scores: [i32; MAX_SEATS],
    /// How well each did, the lower the better: winners first, then by the place where the rules record one, card points
    /// left, and cards left.
    pub ranks: [(bool, u8, u32, u32); MAX_SEATS],
}

impl Finish {
    /// That of a hand that is over.
    #[must_use]
    pub fn of(game: &Game, scores: &[i32; MAX_SEATS]) -> Finish {
        let points = game.points();
        let places = game.places();
        let winner = game
            .winner()
            .filter(|_| game.outcome() == Some(Outcome::Won));
        let mut finish = Finish {
            scores: *scores,
            ..Finish::default()
        };
        for (seat, rank) in finish.ranks.iter_mut().enumerate().take(game.seats()) {
            let won = winner.is_some_and(|winner| game.rules().partners(seat, winner));
            let place = match places[seat] {
                0 => u8::MAX,
                place => place,
            };
            *rank = (!won, place, points[seat], game.hand(seat).len());
        }
        finish
    }

    /// Whether the seat won.
    #[must_use]
    pub fn won(&self, seat: usize) -> bool {
        !self.ranks[seat].0
    }

    /// The seats other than `but` that did best, one bit each.
    #[must_use]
    pub fn best_but(&self, but: usize, seats: usize) -> u16 {
        let others = || (0..seats).filter(|seat| *seat != but);
        let best = others().map(|seat| self.ranks[seat]).min();
        let best = others().filter(|seat| Some(self.ranks[*seat]) == best);
        best.fold(0, |mask, seat| mask | 1 << seat)
    }
}
