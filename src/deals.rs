//! A set of deals, kept as ranges: what has been played, and what is missing. It knows numbers only.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::Range;

/// A set of deals. Written as a list of pairs: the first deal of a range and the one after its last.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "Vec<(u64, u64)>", try_from = "Vec<(u64, u64)>")]
pub struct Deals {
    /// Ends by starts; ranges neither touch nor are empty.
    ranges: BTreeMap<u64, u64>,
}

impl Deals {
    /// Adds deals of which none is in it yet.
    pub fn add(&mut self, deals: Range<u64>) {
        if deals.is_empty() {
            return;
        }
        debug_assert!(!self.meets(&deals), "{deals:?} were played twice");
        let (mut start, mut end) = (deals.start, deals.end);
        if let Some((&before, &touching)) = self.ranges.range(..start).next_back()
            && touching == start
        {
            start = before;
        }
        if let Some(after) = self.ranges.remove(&end) {
            end = after;
        }
        self.ranges.insert(start, end);
    }

    /// The ranges, ascending.
    pub fn ranges(&self) -> impl Iterator<Item = Range<u64>> {
        self.ranges.iter().map(|(start, end)| *start..*end)
    }

    /// How many deals there are.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.ranges().map(|range| range.end - range.start).sum()
    }

    /// Whether these are all deals from this one up to their last.
    #[must_use]
    pub fn follow(&self, start: u64) -> bool {
        self.ranges.len() < 2 && self.ranges().all(|range| range.start == start)
    }

    /// Whether one of these deals is in it.
    #[must_use]
    pub fn meets(&self, deals: &Range<u64>) -> bool {
        let before = self.ranges.range(..deals.end).next_back();
        !deals.is_empty() && before.is_some_and(|(_, end)| *end > deals.start)
    }

    /// Those of some deals that are not in it, ascending.
    #[must_use]
    pub fn missing(&self, deals: Range<u64>) -> Vec<Range<u64>> {
        let mut missing = Vec::new();
        let mut next = deals.start;
        for range in self.ranges() {
            if range.end <= next {
                continue;
            }
            if range.start >= deals.end {
                break;
            }
            if range.start > next {
                missing.push(next..range.start);
            }
            next = range.end;
        }
        if next < deals.end {
            missing.push(next..deals.end);
        }
        missing
    }
}

impl From<Deals> for Vec<(u64, u64)> {
    fn from(deals: Deals) -> Self {
        deals.ranges.into_iter().collect()
    }
}

impl TryFrom<Vec<(u64, u64)>> for Deals {
    type Error = &'static str;

    fn try_from(list: Vec<(u64, u64)>) -> Result<Deals, &'static str> {
        let mut deals = Deals::default();
        for (start, end) in list {
            if start >= end || deals.meets(&(start..end)) {
                return Err("ranges of deals are pairs [first, end] that do not overlap");
            }
            deals.add(start..end);
        }
        Ok(deals)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Ranges of a permuted line, some left out: what is missing is what was left out, and no two ranges touch.
        #[test]
        fn it_is_a_set(cuts in prop::collection::btree_set(1u64..200, 1..40), keys in prop::collection::vec(any::<u32>(), 40)) {
            let ends: Vec<u64> = [0].into_iter().chain(cuts).collect();
            let mut pieces: Vec<(u32, Range<u64>)> = ends.windows(2).zip(keys).map(|(w, key)| (key, w[0]..w[1])).collect();
            pieces.sort_by_key(|(key, _)| *key);
            let mut deals = Deals::default();
            let mut inside = vec![false; 210];
            for (key, piece) in pieces {
                if key % 3 != 0 {
                    inside[piece.start as usize..piece.end as usize].fill(true);
                    deals.add(piece);
                }
            }
            prop_assert_eq!(deals.count(), inside.iter().filter(|i| **i).count() as u64);
            let missing = deals.missing(5..205);
            for deal in 5..205u64 {
                prop_assert_eq!(missing.iter().any(|range| range.contains(&deal)), !inside[deal as usize]);
                prop_assert_eq!(deals.meets(&(deal..deal + 1)), inside[deal as usize]);
            }
            let ranges: Vec<_> = deals.ranges().collect();
            prop_assert!(ranges.windows(2).all(|w| w[0].end < w[1].start));
            let first = inside.iter().position(|i| *i).unwrap_or(0);
            let gap = inside[first..].windows(2).any(|w| !w[0] && w[1]);
            prop_assert_eq!(deals.follow(first as u64), !gap);
            let text = serde_json::to_string(&deals).unwrap();
            prop_assert_eq!(serde_json::from_str::<Deals>(&text).unwrap(), deals);
        }
    }

    #[test]
    fn what_overlaps_is_refused() {
        for text in [
            "[[5,5]]",
            "[[5,3]]",
            "[[0,5],[4,6]]",
            "[[0,5],[0,5]]",
            "[[4,6],[0,5]]",
        ] {
            assert!(serde_json::from_str::<Deals>(text).is_err(), "{text}");
        }
    }
}
