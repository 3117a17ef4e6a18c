//! Who came before whom at one table, side by side and by place. It counts; what follows is said elsewhere (`ratings`).
//!
//! First come the winners; the others follow by place, where the rules record places, then by total. Sides that share a
//! place count as all of their orders in equal parts, so two that draw count half a win each. Losers that nothing tells
//! apart are no draw: nothing is known of their order, and nothing is counted (Hunter 2004, partial rankings). A game
//! that nobody wins is a draw of all.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use crate::arena::Count;
use crate::play::Ended;
use crate::stats::Groups;
use crate::stats::replicates::PARTS;
use crate::tally::WIN;
use crate::versus::Field;

/// A choice: of the sides of a set (bits), this one came next.
type Choice = (u16, u8);

/// What was counted at one table.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Standings {
    field: Field,
    lowest_wins: bool,
    /// How often each choice was made, in win units, by part of the deals.
    pub choices: BTreeMap<Choice, [i64; PARTS]>,
    /// For each two sides a and b (at a · sides + b): better minus worse, of meetings that say something.
    pub meetings: Vec<Groups>,
}

/// The sides by place, best first; sides of one place lie together.
#[derive(Debug, PartialEq)]
struct Order {
    places: Vec<Vec<usize>>,
    /// Whether the order within the last place is unknown rather than even.
    open: bool,
}

impl Standings {
    /// None yet.
    pub fn new(field: Field, lowest_wins: bool) -> Standings {
        Standings {
            field,
            lowest_wins,
            choices: BTreeMap::new(),
            meetings: vec![Groups::default(); field.sides * field.sides],
        }
    }

    /// The meetings of two sides, seen from the first.
    pub fn meeting(&self, a: usize, b: usize) -> &Groups {
        &self.meetings[a * self.field.sides + b]
    }

    fn order(&self, game: &Ended, slots: &[usize]) -> Order {
        let sides = self.field.sides;
        // Loser, place, total: the least comes first. Partners share a place, and their totals add up.
        let mut standing = [(true, u8::MAX, 0i64); 10];
        for (seat, slot) in slots.iter().enumerate() {
            let (loser, place, total) = &mut standing[self.field.side(*slot)];
            *loser &= game.winners >> seat & 1 == 0;
            *place = (*place).min(game.places[seat].wrapping_sub(1));
            *total += match self.lowest_wins {
                true => i64::from(game.totals[seat]),
                false => -i64::from(game.totals[seat]),
            };
        }
        let compare = |a: &usize, b: &usize| match (standing[*a].0, standing[*b].0) {
            (true, true) if game.winners != 0 => standing[*a].cmp(&standing[*b]),
            (a, b) => a.cmp(&b),
        };
        let mut order: Vec<usize> = (0..sides).collect();
        order.sort_by(compare);
        let alike = order.chunk_by(|a, b| compare(a, b) == Ordering::Equal);
        let places: Vec<Vec<usize>> = alike.map(<[usize]>::to_vec).collect();
        let open = places.len() > 1 && places[places.len() - 1].len() > 1;
        Order { places, open }
    }

    /// Counts the choices of a place that `shared` share, made from those of `left`. If t share it, s of them are already
    /// gone in s!(t - s)! / t! of their orders, and then each of the rest is next in 1 / (t - s) of these; both are whole
    /// numbers of win units for t up to 10.
    fn choose(&mut self, part: usize, left: u16, shared: &[usize]) {
        let all: u16 = shared.iter().map(|side| 1 << side).sum();
        let t = shared.len() as u32;
        let mut gone = 0u16;
        loop {
            let set = left & !gone;
            let s = gone.count_ones();
            if gone != all && set.count_ones() > 1 {
                let ways = i64::from(t - s)
                    * (1..=i64::from(s)).fold(1, |c, i| c * (i64::from(t) - i + 1) / i);
                for side in shared.iter().filter(|side| set >> *side & 1 == 1) {
                    let times = self.choices.entry((set, *side as u8)).or_insert([0; PARTS]);
                    times[part] += WIN / ways;
                }
            }
            if gone == all {
                return;
            }
            // The next subset of `all`.
            gone = gone.wrapping_sub(all) & all;
        }
    }
}

impl Count for Standings {
    fn game(&mut self, deal: u64, game: &Ended, slots: &[usize]) {
        let Order { places, open } = self.order(game, slots);
        let sides = self.field.sides;
        let mut left: u16 = (1 << sides) - 1;
        for (i, place) in places.iter().enumerate() {
            let unknown = open && i + 1 == places.len();
            for (j, a) in place.iter().enumerate() {
                let later = places[i + 1..].iter().flatten().map(|b| (b, 1));
                let equal = place[j + 1..].iter().filter(|_| !unknown).map(|b| (b, 0));
                for (b, net) in later.chain(equal) {
                    self.meetings[a * sides + b].add(deal, net, 1);
                    self.meetings[b * sides + a].add(deal, -net, 1);
                }
            }
            if !unknown {
                self.choose((deal % PARTS as u64) as usize, left, place);
            }
            left &= !place.iter().map(|side| 1 << side).sum::<u16>();
        }
    }

    fn merge(&mut self, other: &Standings) {
        for (choice, more) in &other.choices {
            let times = self.choices.entry(*choice).or_insert([0; PARTS]);
            times.iter_mut().zip(more).for_each(|(t, m)| *t += m);
        }
        for (meeting, more) in self.meetings.iter_mut().zip(&other.meetings) {
            meeting.merge(more);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standings(players: usize, sides: usize) -> Standings {
        Standings::new(Field { players, sides }, false)
    }

    fn game(winners: u16, totals: &[i32], places: &[u8]) -> Ended {
        let mut ended = Ended {
            winners,
            ..Ended::default()
        };
        ended.totals[..totals.len()].copy_from_slice(totals);
        ended.places[..places.len()].copy_from_slice(places);
        ended
    }

    /// Choices of part 0, in games.
    fn choices(standings: &Standings) -> Vec<(u16, u8, f64)> {
        let each = standings.choices.iter();
        each.map(|((set, side), times)| (*set, *side, times[0] as f64 / WIN as f64))
            .collect()
    }

    #[test]
    fn losers_that_nothing_tells_apart_are_left_open() {
        let mut table = standings(3, 3);
        // Seat 1, with slot 2, wins; the others have 0 points each.
        table.game(0, &game(0b010, &[0, 20, 0], &[]), &[0, 2, 1]);
        assert_eq!(choices(&table), [(0b111, 2, 1.0)]);
        assert_eq!(table.meeting(2, 0).sums(), (1, 1));
        assert_eq!(table.meeting(0, 2).sums(), (-1, 1));
        assert_eq!(table.meeting(0, 1).sums(), (0, 0));
    }

    #[test]
    fn places_come_before_totals() {
        let order = |table: &Standings, ended: &Ended| table.order(ended, &[0, 1, 2]).places;
        let mut table = standings(3, 3);
        assert_eq!(
            order(&table, &game(0b001, &[5, 1, 9], &[1, 2, 0])),
            [[0], [1], [2]]
        );
        assert_eq!(
            order(&table, &game(0b001, &[5, 1, 9], &[])),
            [[0], [2], [1]]
        );
        table.lowest_wins = true;
        assert_eq!(
            order(&table, &game(0b001, &[5, 1, 9], &[])),
            [[0], [1], [2]]
        );
    }

    /// A draw of two is half a win each; a draw of three is every order in equal parts: first 1/3 each, then of each pair
    /// that is left (1/3) 1/2 each.
    #[test]
    fn who_share_a_place_share_its_orders() {
        let mut two = standings(2, 2);
        two.game(0, &game(0, &[3, 9], &[]), &[0, 1]);
        assert_eq!(choices(&two), [(0b11, 0, 0.5), (0b11, 1, 0.5)]);
        assert_eq!(two.meeting(0, 1).sums(), (0, 1));
        let mut three = standings(3, 3);
        three.game(0, &game(0b111, &[], &[]), &[0, 1, 2]);
        let found = choices(&three);
        assert_eq!(found.len(), 9);
        for (set, _, times) in found {
            let expected = if set == 0b111 { 1.0 / 3.0 } else { 1.0 / 6.0 };
            assert!((times - expected).abs() < 1e-12, "{set:b}: {times}");
        }
    }

    /// However places are shared, all choices from all sets of a size together are one game.
    #[test]
    fn every_stage_is_one_game() {
        let mut table = standings(10, 10);
        let slots: Vec<usize> = (0..10).collect();
        table.game(0, &game(0b11_1111_1111, &[], &[]), &slots);
        for size in 2..=10 {
            let of_size = table
                .choices
                .iter()
                .filter(|((set, _), _)| set.count_ones() == size);
            assert_eq!(
                of_size.map(|(_, times)| times[0]).sum::<i64>(),
                WIN,
                "{size}"
            );
        }
    }

    #[test]
    fn a_team_has_one_place() {
        let mut table = standings(4, 2);
        table.game(33, &game(0b1010, &[0, 7, 0, 7], &[]), &[1, 2, 3, 0]);
        assert_eq!(table.choices.len(), 1);
        assert_eq!(table.choices[&(0b11, 0)][1], WIN);
        let mut twice = table.clone();
        twice.merge(&table);
        assert_eq!(twice.meeting(0, 1).sums(), (2, 2));
        assert_eq!(twice.choices[&(0b11, 0)][1], 2 * WIN);
    }
}
