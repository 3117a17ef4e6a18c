//! What is counted: integers only, so that tallies add up to the same bytes in whatever order they are merged. It
//! counts finished hands and games; rates and errors are made of it elsewhere (`stats`, `report`).

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use unosim_engine::{Game, MAX_SEATS, Outcome};

use crate::play::Ended;
use crate::stats::{BlockSums, Groups};

/// A won game counts so many units; a win shared by k sides counts 1/k of it for each, whole for k up to 10.
pub const WIN: i64 = 2520;

/// How often each value came. Written as a list of pairs, value and count.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "Vec<(i64, u64)>", from = "Vec<(i64, u64)>")]
pub struct Histogram {
    dense: Vec<u64>,
    sparse: BTreeMap<i64, u64>,
}

impl Histogram {
    const DENSE: i64 = 2048;

    /// Counts a value.
    #[inline]
    pub fn add(&mut self, value: i64, count: u64) {
        if (0..Self::DENSE).contains(&value) {
            let index = value as usize;
            if index >= self.dense.len() {
                self.dense.resize(index + 1, 0);
            }
            self.dense[index] += count;
        } else {
            *self.sparse.entry(value).or_default() += count;
        }
    }

    /// Values and how often they came, ascending.
    pub fn iter(&self) -> impl Iterator<Item = (i64, u64)> {
        let below = self.sparse.range(..0).map(|(v, n)| (*v, *n));
        let above = self.sparse.range(0..).map(|(v, n)| (*v, *n));
        let dense = self.dense.iter().enumerate().map(|(v, n)| (v as i64, *n));
        below
            .chain(dense.filter(|(_, count)| *count > 0))
            .chain(above)
    }

    fn merge(&mut self, other: &Histogram) {
        other
            .iter()
            .for_each(|(value, count)| self.add(value, count));
    }
}

impl From<Histogram> for Vec<(i64, u64)> {
    fn from(histogram: Histogram) -> Self {
        histogram.iter().collect()
    }
}

impl From<Vec<(i64, u64)>> for Histogram {
    fn from(list: Vec<(i64, u64)>) -> Histogram {
        let mut histogram = Histogram::default();
        let values = list.into_iter();
        values.for_each(|(value, count)| histogram.add(value, count));
        histogram
    }
}

/// A mean in the making: by block for its interval, by group for differences from others on the same deals.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Measure {
    /// Σ and Σ² over blocks.
    pub sums: BlockSums,
    /// Σ by group of deals.
    pub groups: Groups,
}

impl Measure {
    /// Adds a block, unless nothing could be counted in it.
    fn end_block(&mut self, deal: u64, block: &mut (i64, i64)) {
        let (x, h) = std::mem::take(block);
        if h > 0 {
            self.sums.add(x, h);
            self.groups.add(deal, x, h);
        }
    }

    fn merge(&mut self, other: &Measure) {
        self.sums.merge(&other.sums);
        self.groups.merge(&other.groups);
    }
}

/// What one strategy did, all its seats together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// Games, once for each seat it had.
    pub games: u64,
    /// Games won alone (by its team alone, with teams).
    pub wins: u64,
    /// Games of which it had a share.
    pub shared_wins: u64,
    /// Win units a game.
    pub win: Measure,
    /// Win units a game on each seat, by block.
    pub seats: Vec<BlockSums>,
    /// Games won alone, on each seat.
    pub seat_wins: Vec<u64>,
    /// Score a hand.
    pub score: Measure,
    /// Squared win units, game by game.
    pub win_squares: i128,
    /// Squared scores, hand by hand.
    pub score_squares: i128,
    /// Card points left at the end of a hand.
    pub points_left: Measure,
    /// Cards left at the end of a hand.
    pub cards_left: Measure,
    /// What it scored in a hand.
    pub scores: Histogram,
}

/// Two strategies head to head.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pair {
    /// Meetings: games, once for each pair of their seats.
    pub games: u64,
    /// The first one did better.
    pub better: u64,
    /// Neither did.
    pub equal: u64,
    /// Better minus worse, by block.
    pub net: BlockSums,
}

/// Everything counted at one table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tally {
    /// One a strategy.
    pub rows: Vec<Row>,
    /// One for each two rows i < j, in the order (0, 1), (0, 2), …, (1, 2), …
    pub pairs: Vec<Pair>,
    /// Deals.
    pub deals: u64,
    /// Games.
    pub games: u64,
    /// Hands.
    pub hands: u64,
    /// Games that nobody won.
    pub undecided: u64,
    /// Hands by outcome: won, void, truncated, stalemate.
    pub outcomes: [u64; 4],
    /// Turns of a hand.
    pub turns: Histogram,
    /// Turns a hand.
    pub length: Measure,
    /// How many sides can win a game: everyone, or teams.
    pub sides: usize,
    lowest_wins: bool,
    #[serde(skip)]
    block: Block,
}

/// The block under way; all zero between blocks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Block {
    win: Vec<(i64, i64)>,
    seats: Vec<(i64, i64)>,
    score: Vec<(i64, i64)>,
    points_left: Vec<(i64, i64)>,
    cards_left: Vec<(i64, i64)>,
    net: Vec<(i64, i64)>,
    length: (i64, i64),
}

impl Tally {
    /// An empty tally for so many different strategies on so many seats, which make so many sides.
    #[must_use]
    pub fn new(rows: usize, seats: usize, sides: usize, lowest_wins: bool) -> Tally {
        let row = Row {
            seats: vec![BlockSums::default(); seats],
            seat_wins: vec![0; seats],
            ..Row::default()
        };
        let pairs = rows * (rows - 1) / 2;
        Tally {
            rows: vec![row; rows],
            pairs: vec![Pair::default(); pairs],
            deals: 0,
            games: 0,
            hands: 0,
            undecided: 0,
            outcomes: [0; 4],
            turns: Histogram::default(),
            length: Measure::default(),
            sides,
            lowest_wins,
            block: Block {
                win: vec![(0, 0); rows],
                seats: vec![(0, 0); rows * seats],
                score: vec![(0, 0); rows],
                points_left: vec![(0, 0); rows],
                cards_left: vec![(0, 0); rows],
                length: (0, 0),
                net: vec![(0, 0); pairs],
            },
        }
    }

    /// Counts a finished hand; `at[seat]` is the row of the strategy that sits there.
    pub fn hand(&mut self, game: &Game, scores: &[i32; MAX_SEATS], at: &[usize]) {
        self.hands += 1;
        self.outcomes[match game.outcome() {
            Some(Outcome::Won) | None => 0,
            Some(Outcome::Void) => 1,
            Some(Outcome::Truncated) => 2,
            Some(Outcome::Stalemate) => 3,
        }] += 1;
        let turns = i64::from(game.turns());
        self.turns.add(turns, 1);
        let add = |sum: &mut (i64, i64), x: i64| *sum = (sum.0 + x, sum.1 + 1);
        add(&mut self.block.length, turns);
        let points = game.points();
        for (seat, &row) in at.iter().enumerate() {
            let score = i64::from(scores[seat]);
            add(&mut self.block.score[row], score);
            add(&mut self.block.points_left[row], i64::from(points[seat]));
            add(
                &mut self.block.cards_left[row],
                i64::from(game.hand(seat).len()),
            );
            let row = &mut self.rows[row];
            row.score_squares += i128::from(score * score);
            row.scores.add(score, 1);
        }
    }

    /// Counts a finished game; `at[player]` is the row of the player's strategy.
    pub fn game(&mut self, game: &Ended, at: &[usize]) {
        let seats = at.len();
        let winners = game.winners;
        let members = (seats / self.sides) as u32;
        let sides = i64::from(winners.count_ones().div_ceil(members));
        self.games += 1;
        self.undecided += u64::from(sides == 0);
        for (seat, &row) in at.iter().enumerate() {
            let won = winners >> seat & 1 == 1;
            let units = if won { WIN / sides } else { 0 };
            let sum = &mut self.block.win[row];
            *sum = (sum.0 + units, sum.1 + 1);
            let sum = &mut self.block.seats[row * seats + seat];
            *sum = (sum.0 + units, sum.1 + 1);
            let row = &mut self.rows[row];
            row.games += 1;
            row.wins += u64::from(won && sides == 1);
            row.shared_wins += u64::from(won && sides > 1);
            row.seat_wins[seat] += u64::from(won && sides == 1);
            row.win_squares += i128::from(units * units);
        }
        let standing = |seat: usize| {
            let place = match game.places[seat] {
                0 => u8::MAX,
                place => place,
            };
            let total = i64::from(game.totals[seat]);
            let total = if self.lowest_wins { total } else { -total };
            (winners >> seat & 1 == 0, place, total)
        };
        let standings: [_; 10] = std::array::from_fn(|s| (s < seats).then(|| standing(s)));
        for a in 0..seats {
            for b in a + 1..seats {
                self.meet(at[a], at[b], standings[a].cmp(&standings[b]));
            }
        }
    }

    /// Counts a meeting of two rows; `Less` means that the first did better.
    fn meet(&mut self, a: usize, b: usize, order: std::cmp::Ordering) {
        if a == b {
            return;
        }
        let order = if a < b { order } else { order.reverse() };
        let index = self.pair_index(a.min(b), a.max(b));
        let pair = &mut self.pairs[index];
        pair.games += 1;
        pair.better += u64::from(order.is_lt());
        pair.equal += u64::from(order.is_eq());
        let sum = &mut self.block.net[index];
        *sum = (sum.0 - order as i64, sum.1 + 1);
    }

    /// Where the pair of rows a < b is kept.
    #[must_use]
    pub fn pair_index(&self, a: usize, b: usize) -> usize {
        let rows = self.rows.len();
        a * (2 * rows - a - 1) / 2 + b - a - 1
    }

    /// Ends the block of a deal.
    pub fn end_block(&mut self, deal: u64) {
        let take = |sum: &mut (i64, i64), into: &mut BlockSums| {
            let (x, h) = std::mem::take(sum);
            if h > 0 {
                into.add(x, h);
            }
        };
        self.deals += 1;
        self.length.end_block(deal, &mut self.block.length);
        let seats = self.rows[0].seats.len();
        for (r, row) in self.rows.iter_mut().enumerate() {
            let block = &mut self.block;
            row.win.end_block(deal, &mut block.win[r]);
            row.score.end_block(deal, &mut block.score[r]);
            row.points_left.end_block(deal, &mut block.points_left[r]);
            row.cards_left.end_block(deal, &mut block.cards_left[r]);
            let mine = &mut block.seats[r * seats..(r + 1) * seats];
            for (sum, into) in mine.iter_mut().zip(&mut row.seats) {
                take(sum, into);
            }
        }
        for (sum, pair) in self.block.net.iter_mut().zip(&mut self.pairs) {
            take(sum, &mut pair.net);
        }
    }

    /// Whether this can be a tally of the same table as another: as many strategies, seats and sides.
    #[must_use]
    pub fn fits(&self, other: &Tally) -> bool {
        let shape = |tally: &Tally| {
            let seats = |row: &Row| (row.seats.len(), row.seat_wins.len());
            let rows: Vec<_> = tally.rows.iter().map(seats).collect();
            (rows, tally.pairs.len(), tally.sides, tally.lowest_wins)
        };
        shape(self) == shape(other)
    }

    /// Adds the counts of another tally of the same table, both between blocks.
    pub fn merge(&mut self, other: &Tally) {
        for (row, more) in self.rows.iter_mut().zip(&other.rows) {
            row.merge(more);
        }
        for (pair, more) in self.pairs.iter_mut().zip(&other.pairs) {
            pair.games += more.games;
            pair.better += more.better;
            pair.equal += more.equal;
            pair.net.merge(&more.net);
        }
        self.deals += other.deals;
        self.games += other.games;
        self.hands += other.hands;
        self.undecided += other.undecided;
        for (count, more) in self.outcomes.iter_mut().zip(other.outcomes) {
            *count += more;
        }
        self.turns.merge(&other.turns);
        self.length.merge(&other.length);
    }
}

impl Row {
    fn merge(&mut self, other: &Row) {
        self.games += other.games;
        self.wins += other.wins;
        self.shared_wins += other.shared_wins;
        self.win.merge(&other.win);
        for (sums, more) in self.seats.iter_mut().zip(&other.seats) {
            sums.merge(more);
        }
        for (wins, more) in self.seat_wins.iter_mut().zip(&other.seat_wins) {
            *wins += more;
        }
        self.score.merge(&other.score);
        self.win_squares += other.win_squares;
        self.score_squares += other.score_squares;
        self.points_left.merge(&other.points_left);
        self.cards_left.merge(&other.cards_left);
        self.scores.merge(&other.scores);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn histograms_keep_every_value_in_order() {
        let mut a = Histogram::default();
        for value in [5, -3, 5_000, 0, 5] {
            a.add(value, 1);
        }
        let values: Vec<_> = a.iter().collect();
        assert_eq!(values, [(-3, 1), (0, 1), (5, 2), (5_000, 1)]);
        let mut b = Histogram::default();
        b.add(7, 2);
        b.merge(&a);
        a.add(7, 2);
        assert!(a.iter().eq(b.iter()));
    }

    #[test]
    fn pairs_have_places_of_their_own() {
        let tally = Tally::new(5, 5, 5, false);
        let mut places: Vec<usize> = (0..5)
            .flat_map(|a| (a + 1..5).map(move |b| (a, b)))
            .map(|(a, b)| tally.pair_index(a, b))
            .collect();
        places.dedup();
        assert_eq!(places, (0..10).collect::<Vec<_>>());
    }
}
