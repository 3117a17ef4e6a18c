//! Numbers made of counts that are more than a ratio: seats against each other, skill, and the variance of scores. It knows
//! counts and textbooks.

use statrs::distribution::{ChiSquared, ContinuousCDF};

use super::counts::Count::*;
use super::counts::Sums;

/// How many play, and in how many sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Table {
    /// Players.
    pub players: usize,
    /// Teams, or players if there are none.
    pub sides: usize,
}

/// One number for each of another; `None` if there are none of these.
#[must_use]
pub fn share(of: i64, to: i64) -> Option<f64> {
    (to != 0).then(|| of as f64 / to as f64)
}

/// Win rate of the seat that has the first turn, minus the mean of all seats.
#[must_use]
pub fn first_seat_advantage(sums: &Sums, _: Table) -> Option<f64> {
    let mean = share(sums.seat_wins.iter().sum(), sums.get(Seats))?;
    Some(share(sums.seat_wins[0], sums.get(Hands))? - mean)
}

/// Highest win rate of a seat minus the lowest.
#[must_use]
pub fn seat_range(sums: &Sums, table: Table) -> Option<f64> {
    let wins = &sums.seat_wins[..table.players];
    share(wins.iter().max()? - wins.iter().min()?, sums.get(Hands))
}

/// Pearson's chi-square test (1900) of equal chances: won hands are independent, since each has a deal of its own.
#[must_use]
pub fn seat_chance(sums: &Sums, table: Table) -> Option<f64> {
    let wins = &sums.seat_wins[..table.sides];
    let expected = share(wins.iter().sum(), table.sides as i64).filter(|mean| *mean > 0.0)?;
    let squares = wins.iter().map(|won| (*won as f64 - expected).powi(2));
    let chi_square = ChiSquared::new((table.sides - 1) as f64).ok()?;
    Some(chi_square.sf(squares.sum::<f64>() / expected))
}

/// Win rate of the strongest minus that of the weakest.
#[must_use]
pub fn skill_gap(sums: &Sums, _: Table) -> Option<f64> {
    Some(sums.ratio(StrongWins, StrongSeats)? - sums.ratio(WeakWins, WeakSeats)?)
}

/// Elo's expected score (1978) read backwards: 400 log₁₀(s / (1 − s)).
#[must_use]
pub fn elo(sums: &Sums, _: Table) -> Option<f64> {
    let score = sums.ratio(HalfPoints, Meetings)? / 2.0;
    (score > 0.0 && score < 1.0).then(|| 400.0 * (score / (1.0 - score)).log10())
}

/// Shares of the variance of scores that come from who plays, and from deal and seat.
///
/// Each seat of each deal (a cell) is played once by each place of the ladder: a randomized complete block design (Fisher
/// 1935) with the mean squares MSC between cells, MSP between players and MSE of the rest. The components are
/// (MSP − MSE) / cells, (MSC − MSE) / players and MSE; the share of cells is the intraclass correlation ICC(2,1) of Shrout
/// and Fleiss (1979), that of players its counterpart. Unbiased components may be below 0.
#[must_use]
pub fn components(sums: &Sums, table: Table) -> Option<(f64, f64)> {
    let (cells, players) = (sums.get(Cells) as f64, table.players as f64);
    if sums.get(Cells) < 2 {
        return None;
    }
    let of_squares = |values: &[i64]| values.iter().map(|v| (*v as f64).powi(2)).sum::<f64>();
    let common = (sums.get(Score) as f64).powi(2) / (cells * players);
    let total = sums.get(ScoreSquares) as f64 - common;
    let between_cells = sums.get(CellSquares) as f64 / players - common;
    let between_players = of_squares(&sums.ladder_scores[..table.players]) / cells - common;
    let rest = total - between_cells - between_players;
    let error = rest / ((cells - 1.0) * (players - 1.0));
    let deal = (between_cells / (cells - 1.0) - error) / players;
    let who = (between_players / (players - 1.0) - error) / cells;
    let all = deal + who + error;
    (all > 0.0).then(|| (who / all, deal / all))
}

#[cfg(test)]
#[path = "formulas_tests.rs"]
mod tests;
