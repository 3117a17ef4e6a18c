//! Known answers for what is made of counts.

use super::*;

const FOUR: Table = Table {
    players: 4,
    sides: 4,
};

fn close(a: f64, b: f64, by: f64) {
    assert!((a - b).abs() < by, "{a} is not {b}");
}

/// A die of six that fell 5, 8, 9, 8, 10, 20 times: chi-square 13.4 with 5 degrees of freedom, p = 0.0199.
#[test]
fn unequal_seats_are_tested_by_pearson() {
    let mut sums = Sums::default();
    sums.seat_wins[..6].copy_from_slice(&[5, 8, 9, 8, 10, 20]);
    let six = Table {
        players: 6,
        sides: 6,
    };
    close(seat_chance(&sums, six).unwrap(), 0.0199, 5e-5);
    // Of two teams that won 60 and 40 hands: chi-square 4 with 1 degree of freedom.
    sums.seat_wins[..4].copy_from_slice(&[60, 40, 60, 40]);
    let teams = Table {
        players: 4,
        sides: 2,
    };
    close(seat_chance(&sums, teams).unwrap(), 0.0455, 5e-5);
    assert_eq!(seat_chance(&Sums::default(), FOUR), None);
}

/// If all seats are equal, every p value is as likely as any other: a tenth of them in each tenth.
#[test]
fn the_chance_of_equal_seats_is_uniform() {
    use unosim_engine::{Rng, Role};
    let mut tenths = [0u32; 10];
    let trials = 4_000;
    for trial in 0..trials {
        let mut rng = Rng::new(3, trial, Role::Other(1));
        let mut sums = Sums::default();
        (0..400).for_each(|_| sums.seat_wins[rng.below(4) as usize] += 1);
        let chance = seat_chance(&sums, FOUR).unwrap();
        tenths[((chance * 10.0) as usize).min(9)] += 1;
    }
    // 400 in each, standard deviation 19.
    for count in tenths {
        assert!((325..=475).contains(&count), "{tenths:?}");
    }
}

/// The ratings of four judges on six targets of Shrout and Fleiss (1979, table 2): mean squares 11.24 between targets,
/// 32.49 between judges and 1.02 of the rest, ICC(2,1) = .29.
#[test]
fn components_are_those_of_shrout_and_fleiss() {
    let ratings = [
        [9, 2, 5, 8],
        [6, 1, 3, 2],
        [8, 4, 6, 8],
        [7, 1, 2, 6],
        [10, 5, 6, 9],
        [6, 2, 4, 7],
    ];
    let mut sums = Sums::default();
    for target in ratings {
        let sum: i64 = target.iter().sum();
        sums.add(Cells, 1);
        sums.add(Score, sum);
        sums.add(CellSquares, sum * sum);
        for (judge, rating) in target.iter().enumerate() {
            sums.add(ScoreSquares, rating * rating);
            sums.ladder_scores[judge] += rating;
        }
    }
    let (judges, targets) = components(&sums, FOUR).unwrap();
    close(targets, 0.29, 0.005);
    let error = 1.02;
    let expected = [(32.49 - error) / 6.0, (11.24 - error) / 4.0, error];
    close(judges, expected[0] / expected.iter().sum::<f64>(), 0.002);
}

/// Three wins of four are 191 Elo points, none can be told of all or nothing.
#[test]
fn elo_is_the_logistic() {
    let mut sums = Sums::default();
    sums.add(Meetings, 4);
    sums.add(HalfPoints, 6);
    close(elo(&sums, FOUR).unwrap(), 190.85, 0.01);
    sums.add(HalfPoints, 2);
    assert_eq!(elo(&sums, FOUR), None);
}
