//! Counting a hand (rules section 10): points, scores, losers, places.

use super::{Game, MAX_SEATS, State};
use crate::rules::{ScoreMethod, TeamScoring};

/// How a hand ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// A seat won it.
    Won,
    /// Nobody won it: the pile ran out, or the lowest hands were equal.
    Void,
    /// It was longer than `max_turns`.
    Truncated,
    /// Nobody could move any more.
    Stalemate,
}

impl Outcome {
    /// Every outcome.
    pub const ALL: [Outcome; 4] = [
        Outcome::Won,
        Outcome::Void,
        Outcome::Truncated,
        Outcome::Stalemate,
    ];

    /// Its name in results and transcripts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Outcome::Won => "won",
            Outcome::Void => "void",
            Outcome::Truncated => "truncated",
            Outcome::Stalemate => "stalemate",
        }
    }
}

impl Game {
    /// How the hand ended, once it has.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        match self.state {
            State::Over(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// The seat that won the hand.
    #[must_use]
    pub fn winner(&self) -> Option<usize> {
        self.winner.map(usize::from)
    }

    /// Card points left in each hand.
    #[must_use]
    pub fn points(&self) -> [u32; MAX_SEATS] {
        let mut points = [0; MAX_SEATS];
        for (points, hand) in points.iter_mut().zip(&self.hands[..self.seats()]) {
            *points = hand.points();
        }
        points
    }

    /// What the hand adds to each total: zeros before it is won.
    #[must_use]
    pub fn scores(&self) -> [i32; MAX_SEATS] {
        let mut scores = [0; MAX_SEATS];
        let (Some(winner), Some(Outcome::Won)) = (self.winner(), self.outcome()) else {
            return scores;
        };
        let own = self.points().map(|points| points as i32);
        let of_side = |seat: usize| -> i32 {
            let members = (0..self.seats()).filter(|s| self.rules.partners(*s, seat));
            members.map(|s| own[s]).sum()
        };
        let method = self.rules.score.method;
        let charged_together = self.rules.match_.team_scoring == TeamScoring::Own;
        let others = own.iter().sum::<i32>() - of_side(winner);
        for (seat, score) in scores.iter_mut().enumerate().take(self.seats()) {
            let won = self.rules.partners(seat, winner);
            *score = match method {
                ScoreMethod::WinnerTakes if won => others,
                ScoreMethod::WinnerTakes => 0,
                ScoreMethod::Penalty if charged_together => of_side(seat),
                ScoreMethod::Penalty => own[seat],
                ScoreMethod::Chips if seat == winner => others,
                ScoreMethod::Chips => -own[seat],
                ScoreMethod::Cards => self.hands[seat].len() as i32,
            };
        }
        scores
    }

    /// By what hands are ranked, lowest best: points, then cards.
    pub(super) fn burden(&self, seat: usize) -> (u32, u32) {
        (self.hands[seat].points(), self.hands[seat].len())
    }

    /// The seats that lost a won hand, one bit each: most points, then most cards, then shared.
    #[must_use]
    pub fn losers(&self) -> u16 {
        if self.outcome() != Some(Outcome::Won) {
            return 0;
        }
        let rank = |seat| self.burden(seat);
        let live = || (0..self.seats()).filter(|s| self.is_live(*s));
        let worst = live().map(rank).max();
        live()
            .filter(|s| Some(rank(*s)) == worst)
            .fold(0, |mask, s| mask | 1 << s)
    }

    /// Places by seat: 1 = first out, 0 = none.
    #[must_use]
    pub fn places(&self) -> [u8; MAX_SEATS] {
        self.places
    }
}
