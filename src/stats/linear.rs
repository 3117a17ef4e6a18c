//! Linear equations. It knows numbers only.

/// Σ a·b
#[must_use]
pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Solves linear equations, each row being the coefficients and the right side: elimination with partial pivoting. Where
/// they have no one solution, not every number of it is finite.
#[must_use]
pub fn solve(mut rows: Vec<Vec<f64>>) -> Vec<f64> {
    let unknowns = rows.len();
    for column in 0..unknowns {
        let size = |row: &usize| rows[*row][column].abs();
        let pivot = (column..unknowns).max_by(|a, b| size(a).total_cmp(&size(b)));
        rows.swap(column, pivot.unwrap_or(column));
        let (above, below) = rows.split_at_mut(column + 1);
        let pivot = &above[column];
        for row in below {
            let factor = row[column] / pivot[column];
            for (cell, by) in row.iter_mut().zip(pivot).skip(column) {
                *cell -= factor * by;
            }
        }
    }
    let mut solution = vec![0.0; unknowns];
    for i in (0..unknowns).rev() {
        let known = dot(&rows[i][i + 1..unknowns], &solution[i + 1..]);
        solution[i] = (rows[i][unknowns] - known) / rows[i][i];
    }
    solution
}

#[cfg(test)]
mod tests {
    use super::solve;
    use proptest::prelude::*;

    /// x + y = 3, x - y = 1, with a zero where a pivot is wanted first: 0x + 2z = 8.
    #[test]
    fn a_pivot_is_looked_for() {
        let rows = vec![
            vec![0.0, 0.0, 2.0, 8.0],
            vec![1.0, 1.0, 0.0, 3.0],
            vec![1.0, -1.0, 0.0, 1.0],
        ];
        assert_eq!(solve(rows), [2.0, 1.0, 4.0]);
        assert!(solve(vec![vec![0.0, 1.0]])[0].is_infinite());
    }

    proptest! {
        #[test]
        fn solutions_solve(cells in prop::collection::vec(-1.0..1.0f64, 20)) {
            let mut rows: Vec<Vec<f64>> = cells.chunks(5).map(<[f64]>::to_vec).collect();
            rows.iter_mut().enumerate().for_each(|(i, row)| row[i] += 5.0);
            let solution = solve(rows.clone());
            for row in rows {
                prop_assert!((super::dot(&row[..4], &solution) - row[4]).abs() < 1e-12);
            }
        }
    }
}
