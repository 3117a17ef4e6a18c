//! Points, scores, losers and matches (sections 10 and 11).

use super::cards;
use super::options::Options;
use super::state::Model;

impl Model {
    /// Card points left in each hand.
    pub fn points(&self) -> Vec<i32> {
        self.hands
            .iter()
            .map(|hand| hand.iter().map(|c| cards::points(c)).sum())
            .collect()
    }

    fn partners(&self, a: usize, b: usize) -> bool {
        let teams = self.o.teams as usize;
        a == b || (teams > 0 && a % teams == b % teams)
    }

    /// What the hand adds to each total.
    pub fn scores(&self) -> Vec<i32> {
        let Some(winner) = self.winner.filter(|_| self.outcome == Some("won")) else {
            return vec![0; self.seats];
        };
        let points = self.points();
        let all = 0..self.seats;
        let others: i32 = all
            .clone()
            .filter(|s| !self.partners(*s, winner))
            .map(|s| points[s])
            .sum();
        let own = |seat: usize| -> i32 {
            all.clone()
                .filter(|s| self.partners(*s, seat))
                .map(|s| points[s])
                .sum()
        };
        all.clone()
            .map(|seat| match self.o.score_method.as_str() {
                "winner_takes" if self.partners(seat, winner) => others,
                "winner_takes" => 0,
                "penalty" => own(seat),
                "cards" => self.hands[seat].len() as i32,
                _ if seat == winner => others,
                _ => -points[seat],
            })
            .collect()
    }

    /// The seats with the most points; if tied, the most cards. Of a hand that is played to the last seat, the last.
    pub fn losers(&self) -> Vec<usize> {
        if self.outcome != Some("won") {
            return Vec::new();
        }
        let points = self.points();
        let last_standing = self.o.match_format == "last_standing";
        let left = |s: &usize| self.in_match[*s] && (self.live[*s] || !last_standing);
        let seats: Vec<usize> = (0..self.seats).filter(left).collect();
        let count = |s: &usize| (points[*s], self.hands[*s].len());
        let most = seats.iter().map(count).max().unwrap();
        seats.into_iter().filter(|s| count(s) == most).collect()
    }
}

/// Where a match stands after a hand.
#[derive(Debug, PartialEq)]
pub struct Standing {
    pub over: bool,
    pub truncated: bool,
    pub winners: Vec<usize>,
}

/// The match after so many hands, the last of which is `hand`; `totals` include it.
pub fn standing(o: &Options, totals: &[i32], hands: u32, hand: &Model) -> Standing {
    let seats = 0..totals.len();
    let low = matches!(o.score_method.as_str(), "penalty" | "cards");
    let best = if low {
        *totals.iter().min().unwrap()
    } else {
        *totals.iter().max().unwrap()
    };
    let leaders: Vec<usize> = seats.clone().filter(|s| totals[*s] == best).collect();
    let reached = |seat: &usize| totals[*seat] >= o.match_target as i32;
    let with_partners = |winner: usize| -> Vec<usize> {
        seats
            .clone()
            .filter(|s| hand.partners(*s, winner))
            .collect()
    };
    let (over, winners) = match o.match_format.as_str() {
        "hands" => (hands >= o.match_hands, leaders),
        "race" => (seats.clone().any(|s| reached(&s)), leaders),
        "knockout" => {
            let left: Vec<usize> = seats.clone().filter(|s| !reached(s)).collect();
            // The last ones left together: the lowest total among them has won.
            let last = seats.clone().filter(|s| hand.in_match[*s]);
            let lowest = last.clone().map(|s| totals[s]).min();
            let last = last.filter(|s| Some(totals[*s]) == lowest).collect();
            (left.len() <= 1, if left.is_empty() { last } else { left })
        }
        _ => (true, hand.winner.map(with_partners).unwrap_or_default()),
    };
    let truncated = !over && hands >= o.match_max_hands;
    let winners = if over { winners } else { Vec::new() };
    Standing {
        over: over || truncated,
        truncated,
        winners,
    }
}
