//! Nash averaging: how strategies fare against the mixture that nothing beats. It knows a table of log-odds and no game.
//!
//! The table of log-odds is a zero-sum game in which each side picks a strategy. Of its equilibria the one of greatest
//! entropy is unique, gives copies of a strategy equal shares of one, and does not change when losers are added (Balduzzi
//! et al., "Re-evaluating Evaluation", 2018).
//!
//! It is found as the limit of logit equilibria p ∝ exp(A p / τ) for τ → 0 (McKelvey and Palfrey 1995). Each of these has
//! at least the entropy of every equilibrium p* of the game, since p* has nothing to lose against it: p* A p ≥ 0, and p
//! maximizes q A p + τ H(q). So their limit is the equilibrium of greatest entropy.

use super::linear::{dot, solve};

/// The least τ, beside the largest entry of the table: shares are right to about as much.
const COLDEST: f64 = 1e-6;
/// Steps of Newton's method at one temperature, and how often a step is halved.
const MOST_STEPS: usize = 60;

/// The shares of the strategies in the equilibrium of greatest entropy of an antisymmetric table: entry `[i][j]` says how much
/// i wins from j.
#[must_use]
pub fn equilibrium(table: &[Vec<f64>]) -> Vec<f64> {
    let players = table.len();
    let largest = table.iter().flatten().fold(0.0f64, |m, a| m.max(a.abs()));
    let mut state = vec![-(players as f64).ln(); players];
    if largest > 0.0 {
        let scaled = table
            .iter()
            .map(|row| row.iter().map(|a| a / largest).collect());
        let table: Vec<Vec<f64>> = scaled.collect();
        let mut temperature = 2.0;
        state.push(temperature * (players as f64).ln());
        while temperature > COLDEST {
            temperature /= 2.0;
            settle(&table, temperature, &mut state);
        }
    }
    let shares: Vec<f64> = state[..players].iter().map(|log| log.exp()).collect();
    let whole: f64 = shares.iter().sum();
    shares.iter().map(|share| share / whole).collect()
}

/// Moves a state to the logit equilibrium of a temperature, by Newton's method with steps that are halved until they lead
/// nearer. A state is the logarithms x of the shares p, and v, with A p = τ x + v and Σ p = 1.
fn settle(table: &[Vec<f64>], temperature: f64, state: &mut Vec<f64>) {
    let players = table.len();
    let shares = |state: &[f64]| -> Vec<f64> { state[..players].iter().map(|x| x.exp()).collect() };
    let misses = |state: &[f64]| -> Vec<f64> {
        let shares = shares(state);
        let rows = table.iter().zip(state);
        let gains = rows.map(|(row, x)| dot(row, &shares) - temperature * x - state[players]);
        gains.chain([shares.iter().sum::<f64>() - 1.0]).collect()
    };
    let mut missed = misses(state);
    for _ in 0..MOST_STEPS {
        let distance = dot(&missed, &missed);
        if distance < 1e-26 {
            return;
        }
        let shares = shares(state);
        let mut system: Vec<Vec<f64>> = (0..players)
            .map(|i| {
                let mut row: Vec<f64> = (0..players).map(|j| -table[i][j] * shares[j]).collect();
                row[i] += temperature;
                row.extend([1.0, missed[i]]);
                row
            })
            .collect();
        let mut last: Vec<f64> = shares.iter().map(|share| -share).collect();
        last.extend([0.0, missed[players]]);
        system.push(last);
        let step = solve(system);
        let mut scale = 1.0;
        let nearer = (0..MOST_STEPS).find_map(|_| {
            let next: Vec<f64> = state
                .iter()
                .zip(&step)
                .map(|(x, s)| x + scale * s)
                .collect();
            let missed = misses(&next);
            scale /= 2.0;
            // NaN is not nearer.
            (dot(&missed, &missed) < distance).then_some((next, missed))
        });
        // As near as numbers can tell.
        let Some((next, now)) = nearer else {
            return;
        };
        (*state, missed) = (next, now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn shares(table: &[&[f64]], known: &[f64]) {
        let table: Vec<Vec<f64>> = table.iter().map(|row| row.to_vec()).collect();
        let found = equilibrium(&table);
        for (found_one, known_one) in found.iter().zip(known) {
            assert!(
                (found_one - known_one).abs() < 1e-4,
                "{found:?}, not {known:?}"
            );
        }
    }

    /// The example of Balduzzi et al. (2018) on invariance: rock, paper and scissors that win 99 of 100 (log-odds 4.6),
    /// then with a copy of scissors, which halves the share of each.
    #[test]
    fn copies_share() {
        let a = 4.6;
        let third = 1.0 / 3.0;
        shares(&[&[0.0, a, -a], &[-a, 0.0, a], &[a, -a, 0.0]], &[third; 3]);
        shares(
            &[
                &[0.0, a, -a, -a],
                &[-a, 0.0, a, a],
                &[a, -a, 0.0, 0.0],
                &[a, -a, 0.0, 0.0],
            ],
            &[third, third, third / 2.0, third / 2.0],
        );
    }

    /// Where ratings tell all, the best one is all there is; equals share.
    #[test]
    fn the_best_stands_alone() {
        shares(
            &[&[0.0, 1.0, 2.0], &[-1.0, 0.0, 1.0], &[-2.0, -1.0, 0.0]],
            &[1.0, 0.0, 0.0],
        );
        shares(&[&[0.0; 3], &[0.0; 3], &[0.0; 3]], &[1.0 / 3.0; 3]);
        shares(
            &[&[0.0, 0.0, 1.0], &[0.0, 0.0, 0.1], &[-1.0, -0.1, 0.0]],
            &[0.5, 0.5, 0.0],
        );
    }

    /// A weighted cycle: each share is in proportion to what the two others win from each other; and one who loses to all.
    #[test]
    fn a_cycle_weighs_its_edges() {
        shares(
            &[
                &[0.0, 1.0, -2.0, 0.5],
                &[-1.0, 0.0, 3.0, 0.5],
                &[2.0, -3.0, 0.0, 0.5],
                &[-0.5, -0.5, -0.5, 0.0],
            ],
            &[0.5, 1.0 / 3.0, 1.0 / 6.0, 0.0],
        );
    }

    proptest! {
        /// Nothing wins from an equilibrium.
        #[test]
        fn nothing_beats_it(entries in prop::collection::vec(-3.0..3.0f64, 45), players in 2usize..=10) {
            let mut table = vec![vec![0.0; players]; players];
            let pairs = (0..players).flat_map(|a| (0..a).map(move |b| (a, b)));
            for ((a, b), entry) in pairs.zip(entries) {
                (table[a][b], table[b][a]) = (entry, -entry);
            }
            let p = equilibrium(&table);
            prop_assert!((p.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            for row in &table {
                prop_assert!(dot(row, &p) < 1e-4, "{p:?}");
            }
        }
    }
}
