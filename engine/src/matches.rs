//! Games of several hands (rules section 11): who deals next, when it is over, who has won.

use crate::game::{Deal, Game, MAX_SEATS};
use crate::rng::{Rng, Role};
use crate::rules::{Dealer, MatchFormat, NextDealer, Rules};

/// A game as users count it: one hand, or a match of several.
#[derive(Clone, Debug)]
pub struct Match {
    rules: Rules,
    next: Deal,
    verdict: Verdict,
}

/// Where a match stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// Whether it is over.
    pub over: bool,
    /// The winning seats, one bit each; several if they share the win, none if nobody won.
    pub winners: u16,
    /// Whether it ended at `match.max_hands`.
    pub truncated: bool,
}

impl Match {
    /// A match about to begin.
    #[must_use]
    pub fn new(rules: &Rules, seats: usize, seed: u64, deal: u64) -> Match {
        let dealer = match rules.setup.dealer {
            Dealer::Random | Dealer::DrawHigh => {
                Rng::new(seed, deal, Role::Dealer(0)).below(seats as u32) as usize
            }
            Dealer::Fixed => seats - 1,
        };
        Match {
            rules: *rules,
            next: Deal::first(seats, dealer, seed, deal),
            verdict: Verdict::default(),
        }
    }

    /// The next hand's deal; none once the match is over.
    #[must_use]
    pub fn next_deal(&self) -> Option<Deal> {
        (!self.verdict.over).then_some(self.next)
    }

    /// Enters a finished hand with its [scores](Game::scores).
    pub fn record(&mut self, game: &Game, scores: &[i32; MAX_SEATS]) {
        for (total, score) in self.next.totals.iter_mut().zip(scores) {
            *total += score;
        }
        self.next.hand += 1;
        self.verdict = Match::verdict(&self.rules, &self.next.totals, self.next.hand, game);
        self.next.live = still_in(&self.rules, game.live(), &self.next.totals);
        self.next.dealer = self.next_dealer(game);
    }

    fn next_dealer(&self, game: &Game) -> u8 {
        let live = |seat: &usize| self.next.live >> seat & 1 == 1;
        let seats = game.seats();
        let from = |start: usize| {
            (start..start + seats)
                .map(|s| s % seats)
                .find(live)
                .unwrap_or(start % seats)
        };
        let dealer = match self.rules.setup.next_dealer {
            NextDealer::Rotate => from(game.dealer() + 1),
            NextDealer::Winner => from(game.winner().unwrap_or(game.dealer())),
            NextDealer::Random => {
                let mut rng =
                    Rng::new(self.next.seed, self.next.deal, Role::Dealer(self.next.hand));
                let seats: Vec<usize> = (0..seats).filter(live).collect();
                if seats.is_empty() {
                    0
                } else {
                    seats[rng.below(seats.len() as u32) as usize]
                }
            }
        };
        dealer as u8
    }

    /// Hands played.
    #[must_use]
    pub fn hands(&self) -> u32 {
        self.next.hand
    }

    /// Totals by seat.
    #[must_use]
    pub fn totals(&self) -> &[i32] {
        &self.next.totals[..usize::from(self.next.seats)]
    }

    /// Whether the match is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.verdict.over
    }

    /// The winning seats, one bit each; several if they share the win, none if nobody won.
    #[must_use]
    pub fn winners(&self) -> u16 {
        self.verdict.winners
    }

    /// Whether it ended at `match.max_hands`.
    #[must_use]
    pub fn truncated(&self) -> bool {
        self.verdict.truncated
    }

    /// Where a match stands after a hand, with the totals that include it.
    #[must_use]
    pub fn verdict(rules: &Rules, totals: &[i32], hands_played: u32, game: &Game) -> Verdict {
        let options = &rules.match_;
        let against = rules.score.method.lowest_wins();
        let live = still_in(rules, game.live(), totals);
        let someone_there = (0..game.seats()).any(|s| totals[s] >= options.target);
        let over = match options.format {
            MatchFormat::Hand | MatchFormat::LastStanding => {
                let winners = game.winner().map_or(0, |w| side(rules, game.seats(), w));
                return Verdict {
                    over: true,
                    winners,
                    truncated: false,
                };
            }
            MatchFormat::Hands => hands_played >= options.hands,
            MatchFormat::Race => someone_there,
            MatchFormat::Knockout => live.count_ones() <= 1,
        };
        if !over {
            let truncated = hands_played >= options.max_hands;
            return Verdict {
                over: truncated,
                winners: 0,
                truncated,
            };
        }
        // If the last ones leave a knockout together, the lowest of them has won.
        let field = match (options.format, live) {
            (MatchFormat::Knockout, 0) => game.live(),
            (MatchFormat::Knockout, live) => live,
            _ => (1 << game.seats()) - 1,
        };
        let rank = |seat: usize| if against { -totals[seat] } else { totals[seat] };
        let seats = || (0..game.seats()).filter(|s| field >> s & 1 == 1);
        let best = seats().map(rank).max();
        let winners = seats()
            .filter(|s| Some(rank(*s)) == best)
            .fold(0, |mask, s| mask | 1 << s);
        Verdict {
            over: true,
            winners,
            truncated: false,
        }
    }
}

/// The seats still in a match.
fn still_in(rules: &Rules, live: u16, totals: &[i32]) -> u16 {
    match rules.match_.format {
        MatchFormat::Knockout => {
            let out = (0..MAX_SEATS)
                .filter(|s| totals.get(*s).is_some_and(|t| *t >= rules.match_.target));
            out.fold(live, |mask, s| mask & !(1 << s))
        }
        _ => live,
    }
}

/// A seat and its partners.
fn side(rules: &Rules, seats: usize, seat: usize) -> u16 {
    (0..seats)
        .filter(|s| rules.partners(*s, seat))
        .fold(0, |mask, s| mask | 1 << s)
}
