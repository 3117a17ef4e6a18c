//! What is counted under a rule set: integers that add, by group of deals. It knows names of counts, not how they come
//! about (`census`, `play`) or what is made of them (`measures`).

use unosim_engine::MAX_SEATS;

use crate::stats::{GROUPS, Jackknife};

/// Something counted. Everything up to [`Truncated`](Count::Truncated) is of the table of equals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// Hands.
    Hands,
    /// Hands, once a seat.
    Seats,
    /// Turns.
    Turns,
    /// Questions with more than one answer.
    Decisions,
    /// Turns that offer one action only.
    ForcedTurns,
    /// Actions offered on turns.
    Choices,
    /// Cards drawn for any reason but one's own turn.
    PenaltyCards,
    /// Seats passed over.
    Skips,
    /// Changes of the leader.
    LeadChanges,
    /// Hands that somebody won.
    Won,
    /// Hands won by who was last at half time.
    Comebacks,
    /// Hands won while every opponent held many cards.
    Blowouts,
    /// Hands that ended void.
    Void,
    /// Hands in which nobody could move any more.
    Stalemate,
    /// Hands that were too long.
    Truncated,
    /// Hands of which one seat was played by the weakest of the ladder.
    Replaced,
    /// … in which another of the other seats did best.
    BestChanged,
    /// … other seats.
    Others,
    /// … how far their scores moved.
    ScoreMoved,
    /// Hands of the ladder, once for each seat of the strongest.
    StrongSeats,
    /// Those that it won.
    StrongWins,
    /// Hands of the ladder, once for each seat of the weakest.
    WeakSeats,
    /// Those that it won.
    WeakWins,
    /// Meetings of the strongest with the weakest.
    Meetings,
    /// Half points of the strongest in them: 2 for each that it won, 1 for each that nobody did.
    HalfPoints,
    /// Cells of the ladder: a seat in a deal, played once by each.
    Cells,
    /// Σ score.
    Score,
    /// Σ score².
    ScoreSquares,
    /// Σ over cells of (Σ score)².
    CellSquares,
}

/// How many there are.
const COUNTS: usize = Count::CellSquares as usize + 1;

/// What was counted in some deals; sums of sums are sums.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    counts: [i64; COUNTS],
    /// Hands won, by order of the seats from the one that has the first turn; with teams a seat wins if its team does.
    pub seat_wins: [i64; MAX_SEATS],
    /// Σ score of each place of the ladder.
    pub ladder_scores: [i64; MAX_SEATS],
    /// Hands by their turns.
    pub lengths: Vec<i64>,
}

impl Sums {
    /// A count.
    #[inline]
    #[must_use]
    pub fn get(&self, count: Count) -> i64 {
        self.counts[count as usize]
    }

    /// Adds to a count.
    #[inline]
    pub fn add(&mut self, count: Count, amount: i64) {
        self.counts[count as usize] += amount;
    }

    /// Counts a hand of so many turns.
    pub fn add_length(&mut self, turns: usize) {
        if turns >= self.lengths.len() {
            self.lengths.resize(turns + 1, 0);
        }
        self.lengths[turns] += 1;
    }

    /// One count for each of another; `None` if there are none of these.
    #[must_use]
    pub fn ratio(&self, of: Count, to: Count) -> Option<f64> {
        (self.get(to) != 0).then(|| self.get(of) as f64 / self.get(to) as f64)
    }

    /// Adds `sign` times the counts of another.
    fn combine(&mut self, other: &Sums, sign: i64) {
        if self.lengths.len() < other.lengths.len() {
            self.lengths.resize(other.lengths.len(), 0);
        }
        let mine = [
            &mut self.counts[..],
            &mut self.seat_wins,
            &mut self.ladder_scores,
            &mut self.lengths,
        ];
        let theirs = [
            &other.counts[..],
            &other.seat_wins,
            &other.ladder_scores,
            &other.lengths,
        ];
        for (mine, theirs) in mine.into_iter().zip(theirs) {
            for (sum, more) in mine.iter_mut().zip(theirs) {
                *sum += sign * more;
            }
        }
    }
}

/// The counts of a rule set, by group of deals: deal d belongs to group d mod 256.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    groups: Vec<Sums>,
    /// Deals.
    pub deals: u64,
}

impl Default for Sample {
    fn default() -> Sample {
        Sample {
            groups: vec![Sums::default(); GROUPS as usize],
            deals: 0,
        }
    }
}

impl Sample {
    /// The counts to which those of a deal are added; counts the deal.
    pub fn deal(&mut self, deal: u64) -> &mut Sums {
        self.deals += 1;
        &mut self.groups[(deal % GROUPS) as usize]
    }

    /// Adds the counts of another.
    pub fn merge(&mut self, other: &Sample) {
        self.deals += other.deals;
        for (sums, more) in self.groups.iter_mut().zip(&other.groups) {
            sums.combine(more, 1);
        }
    }

    /// All groups together.
    #[must_use]
    pub fn whole(&self) -> Sums {
        let mut whole = Sums::default();
        self.groups.iter().for_each(|sums| whole.combine(sums, 1));
        whole
    }

    /// A quantile of the turns of a hand, with what it needs for its error.
    ///
    /// Hands at one length more or less say little about how dense lengths are around a quantile. So each group moves the
    /// share of hands below it, and the slope by which that moves the quantile is taken over the interval of this share
    /// (Woodruff 1952).
    #[must_use]
    pub fn quantile(&self, p: f64) -> Option<Jackknife> {
        let all = self.whole().lengths;
        let whole = quantile(&all, p)?;
        let below = self.jackknife(|sums| below(&sums.lengths, whole))?;
        let half = below.estimate().half.unwrap_or(1.0);
        let (low, high) = (p - half, p + half);
        let mut found = Jackknife {
            whole,
            without: Vec::new(),
        };
        // So few hands lie beyond it that its interval has no end.
        if low <= 0.0 || high >= 1.0 {
            return Some(found);
        }
        let rise = quantile(&all, high)? - quantile(&all, low)?;
        let slope = if half > 0.0 { rise / (high - low) } else { 0.0 };
        let without = below.without.iter();
        found.without = without.map(|share| whole - slope * (share - p)).collect();
        Some(found)
    }

    /// A number made of the counts, with what it needs for its error. `None` if it cannot be known.
    #[must_use]
    pub fn jackknife(&self, value: impl Fn(&Sums) -> Option<f64>) -> Option<Jackknife> {
        let mut rest = self.whole();
        let whole = value(&rest)?;
        let groups = self.groups.iter().filter(|sums| sums.get(Count::Hands) > 0);
        let without = groups.map(|sums| {
            rest.combine(sums, -1);
            let without = value(&rest);
            rest.combine(sums, 1);
            without
        });
        Some(Jackknife {
            whole,
            without: without.collect::<Option<_>>().unwrap_or_default(),
        })
    }
}

/// The value below which a share `p` of the hands lies, a hand of t turns being spread evenly from t − ½ to t + ½ (the
/// quantile of grouped data).
#[must_use]
pub fn quantile(lengths: &[i64], p: f64) -> Option<f64> {
    let target = p * lengths.iter().sum::<i64>() as f64;
    let mut below = 0.0;
    for (turns, hands) in lengths.iter().enumerate().filter(|(_, hands)| **hands > 0) {
        let hands = *hands as f64;
        if below + hands >= target {
            return Some(turns as f64 - 0.5 + (target - below) / hands);
        }
        below += hands;
    }
    None
}

/// The share of the hands that lies below a value, spread likewise.
fn below(lengths: &[i64], value: f64) -> Option<f64> {
    let part = |turns: usize| (value - (turns as f64 - 0.5)).clamp(0.0, 1.0);
    let hands = lengths.iter().sum::<i64>() as f64;
    let lengths = lengths.iter().enumerate();
    let sum: f64 = lengths
        .map(|(turns, hands)| part(turns) * *hands as f64)
        .sum();
    (hands > 0.0).then(|| sum / hands)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_add_up_in_any_order() {
        let [mut even, mut odd, mut all] = [(); 3].map(|()| Sample::default());
        for deal in 0..1_000u64 {
            for sample in [if deal % 2 == 0 { &mut even } else { &mut odd }, &mut all] {
                let sums = sample.deal(deal);
                sums.add(Count::Hands, 1);
                sums.add(Count::Turns, deal as i64 % 37);
                sums.add_length(deal as usize % 37);
                sums.seat_wins[deal as usize % 3] += 1;
            }
        }
        odd.merge(&even);
        assert_eq!(odd, all);
        assert_eq!(all.whole().get(Count::Hands), 1_000);
        assert_eq!(all.whole().lengths.iter().sum::<i64>(), 1_000);
    }

    /// Deals 0, 1, 2 with 1, 2, 6 turns: without each of them 4, 3.5 and 1.5 turns a hand.
    #[test]
    fn each_group_is_left_out_in_turn() {
        let mut sample = Sample::default();
        for (deal, turns) in [(0, 1), (1, 2), (2, 6)] {
            let sums = sample.deal(deal);
            sums.add(Count::Hands, 1);
            sums.add(Count::Turns, turns);
        }
        let turns = sample
            .jackknife(|s| s.ratio(Count::Turns, Count::Hands))
            .unwrap();
        assert_eq!((turns.whole, turns.without), (3.0, vec![4.0, 3.5, 1.5]));
        assert_eq!(
            sample.jackknife(|s| s.ratio(Count::Turns, Count::Won)),
            None
        );
    }

    /// Hands of 1, 2, 2, 3 turns: half of them lie below 2, a quarter below 1½, and 3¼ quarters below 2.75.
    #[test]
    fn quantiles_are_those_of_grouped_data() {
        let lengths = [0, 1, 2, 1];
        for (p, value) in [(0.5, 2.0), (0.25, 1.5), (0.8125, 2.75)] {
            assert_eq!(quantile(&lengths, p), Some(value));
            assert_eq!(below(&lengths, value), Some(p));
        }
        assert_eq!(quantile(&[], 0.5), None);
    }

    /// Lengths uniform from 0 to 99: the error of the p quantile of n hands is 100 √(p (1 − p) / n).
    #[test]
    fn the_error_of_a_quantile_is_that_of_its_share() {
        use unosim_engine::{Rng, Role};
        let mut sample = Sample::default();
        let deals = 10_000;
        for deal in 0..deals {
            let sums = sample.deal(deal);
            sums.add(Count::Hands, 1);
            sums.add_length(Rng::new(1, deal, Role::Other(2)).below(100) as usize);
        }
        for p in [0.5, 0.9, 0.99] {
            let found = sample.quantile(p).unwrap().estimate();
            let error = 100.0 * (p * (1.0 - p) / deals as f64).sqrt();
            assert!(
                (found.mean - (100.0 * p - 0.5)).abs() < 4.0 * error,
                "{found:?}"
            );
            let ratio = found.error.unwrap() / error;
            assert!((0.8..1.25).contains(&ratio), "{p}: {ratio}");
        }
        // Of two hundred hands two lie beyond, by luck none.
        let mut few = Sample::default();
        for deal in 0..200 {
            let sums = few.deal(deal);
            sums.add(Count::Hands, 1);
            sums.add_length(deal as usize);
        }
        assert_eq!(few.quantile(0.99).unwrap().estimate().error, None);
        assert!(few.quantile(0.9).unwrap().estimate().error.is_some());
    }
}
