//! Who meets whom: the tables of a league, by number. It knows how many there are, not who they are.

use unosim_engine::{Rng, Role};

/// Most tables where more than two sides sit; of more combinations some are drawn.
pub(super) const MOST: usize = 200;
/// The stream of the draws.
const DRAWS: Role = Role::Other(0x6c65_6167);

/// For each table the strategy of each side.
///
/// Two sides: every pair. More: every combination, or, if there are more than [`MOST`], so many random tables at which
/// everyone sits equally often, give or take one. With fewer strategies than sides, every pair shares a table, sides by
/// turns; if their number is odd, each of the two is once the more numerous.
pub(super) fn tables(strategies: usize, sides: usize, seed: u64) -> Vec<Vec<usize>> {
    if strategies < sides || sides == 2 {
        let pairs = (0..strategies).flat_map(|a| (a + 1..strategies).map(move |b| [a, b]));
        let turns = |[a, b]: [usize; 2]| [a, b].into_iter().cycle().take(sides).collect();
        let both = |[a, b]: [usize; 2]| match sides.is_multiple_of(2) {
            true => vec![turns([a, b])],
            false => vec![turns([a, b]), turns([b, a])],
        };
        return pairs.flat_map(both).collect();
    }
    match combinations(strategies, sides) {
        count if count <= MOST as u128 => every(strategies, sides),
        _ => drawn(strategies, sides, seed),
    }
}

/// Whether tables are drawn because there are too many combinations.
pub(super) fn are_drawn(strategies: usize, sides: usize) -> bool {
    sides > 2 && combinations(strategies, sides) > MOST as u128
}

/// n over k; at most 100 over 10, so it fits.
fn combinations(n: usize, k: usize) -> u128 {
    if k > n {
        return 0;
    }
    (0..k).fold(1, |all, i| all * (n - i) as u128 / (i + 1) as u128)
}

/// Every combination, in ascending order.
fn every(strategies: usize, sides: usize) -> Vec<Vec<usize>> {
    let mut tables: Vec<Vec<usize>> = vec![Vec::new()];
    for side in 0..sides {
        let longer = |table: Vec<usize>| {
            let first = table.last().map_or(0, |last| last + 1);
            let last = strategies - (sides - side - 1);
            (first..last).map(move |next| {
                let mut table = table.clone();
                table.push(next);
                table
            })
        };
        tables = tables.into_iter().flat_map(longer).collect();
    }
    tables
}

/// Random tables: the strategies are shuffled and take their seats in this order, again and again.
fn drawn(strategies: usize, sides: usize, seed: u64) -> Vec<Vec<usize>> {
    let mut rng = Rng::new(seed, 0, DRAWS);
    let mut waiting: Vec<usize> = Vec::new();
    let table = |_| {
        let mut table: Vec<usize> = Vec::with_capacity(sides);
        while table.len() < sides {
            // Who sits already waits for the next table.
            match waiting.iter().position(|s| !table.contains(s)) {
                Some(next) => table.push(waiting.remove(next)),
                None => {
                    let mut more: Vec<usize> = (0..strategies).collect();
                    rng.shuffle(&mut more);
                    waiting.extend(more);
                }
            }
        }
        table.sort_unstable();
        table
    };
    (0..MOST).map(table).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn two_sides_are_every_pair() {
        assert_eq!(tables(3, 2, 1), [[0, 1], [0, 2], [1, 2]]);
        assert_eq!(tables(100, 2, 1).len(), 4950);
    }

    #[test]
    fn more_sides_are_every_combination() {
        let all = tables(5, 3, 1);
        assert_eq!(all.len(), 10);
        assert_eq!((&all[0], &all[9]), (&vec![0, 1, 2], &vec![2, 3, 4]));
        let different: HashSet<&Vec<usize>> = all.iter().collect();
        assert_eq!(different.len(), 10);
        assert!(all.iter().all(|t| t.is_sorted_by(|a, b| a < b)));
        assert_eq!(tables(4, 4, 1), [[0, 1, 2, 3]]);
    }

    #[test]
    fn a_few_share_tables() {
        assert_eq!(tables(2, 4, 1), [[0, 1, 0, 1]]);
        assert_eq!(tables(2, 3, 1), [[0, 1, 0], [1, 0, 1]]);
        assert_eq!(tables(3, 4, 1).len(), 3);
    }

    #[test]
    fn of_too_many_some_are_drawn_and_all_sit_equally_often() {
        let (strategies, sides) = (23, 4);
        assert!(are_drawn(strategies, sides) && !are_drawn(8, 4) && !are_drawn(50, 2));
        let drawn = tables(strategies, sides, 7);
        assert_eq!(drawn.len(), MOST);
        let mut sat = vec![0usize; strategies];
        for table in &drawn {
            assert!(table.is_sorted_by(|a, b| a < b), "{table:?}");
            table.iter().for_each(|s| sat[*s] += 1);
        }
        let (least, most) = (sat.iter().min().unwrap(), sat.iter().max().unwrap());
        assert!(most - least <= 1, "{sat:?}");
        assert_eq!(drawn, tables(strategies, sides, 7));
        assert_ne!(drawn, tables(strategies, sides, 8));
    }
}
