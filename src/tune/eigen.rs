//! The eigenvalues and eigenvectors of a small symmetric matrix, by Jacobi's rotations. It knows numbers only.

/// Rotations stop once what is left beside the diagonal is this small against the whole matrix.
const SMALL: f64 = 1e-30;
/// Convergence is quadratic: ten rounds are plenty, and an end is sure.
const ROUNDS: usize = 50;

/// The eigenvalues of the symmetric matrix `rows`, and as the columns of another matrix their eigenvectors, which are
/// orthonormal. The order is that in which the rotations leave them.
#[must_use]
pub fn symmetric(rows: &[Vec<f64>]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let n = rows.len();
    let mut a = rows.to_vec();
    let mut vectors: Vec<Vec<f64>> = (0..n)
        .map(|i| (0..n).map(|j| f64::from(u8::from(i == j))).collect())
        .collect();
    let whole: f64 = a.iter().flatten().map(|x| x * x).sum();
    for _ in 0..ROUNDS {
        let beside = |(i, row): (usize, &Vec<f64>)| row[i + 1..].iter().map(|x| x * x).sum::<f64>();
        if a.iter().enumerate().map(beside).sum::<f64>() <= SMALL * whole {
            break;
        }
        for p in 0..n {
            for q in p + 1..n {
                rotate(&mut a, &mut vectors, p, q);
            }
        }
    }
    ((0..n).map(|i| a[i][i]).collect(), vectors)
}

/// Makes the element (p, q) zero by a rotation in the plane of both axes.
fn rotate(a: &mut [Vec<f64>], vectors: &mut [Vec<f64>], p: usize, q: usize) {
    if a[p][q] == 0.0 {
        return;
    }
    let theta = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
    let t = theta.signum() / (theta.abs() + theta.hypot(1.0));
    let cos = 1.0 / t.hypot(1.0);
    let sin = t * cos;
    let turn = |x: &mut f64, y: &mut f64| (*x, *y) = (cos * *x - sin * *y, sin * *x + cos * *y);
    for row in a.iter_mut().chain(vectors) {
        let (left, right) = row.split_at_mut(q);
        turn(&mut left[p], &mut right[0]);
    }
    let (above, below) = a.split_at_mut(q);
    for (x, y) in above[p].iter_mut().zip(&mut below[0]) {
        turn(x, y);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A · v = λ · v for every pair, and the vectors are orthonormal.
    #[test]
    fn pairs_are_those_of_the_matrix() {
        let n = 7;
        let entry = |i: usize, j: usize| {
            ((i * j + i + j) as f64 * 0.7).sin() + if i == j { 3.0 } else { 0.0 }
        };
        let a: Vec<Vec<f64>> = (0..n)
            .map(|i| (0..n).map(|j| entry(i, j)).collect())
            .collect();
        let (values, vectors) = symmetric(&a);
        for k in 0..n {
            for i in 0..n {
                let product: f64 = (0..n).map(|j| a[i][j] * vectors[j][k]).sum();
                assert!((product - values[k] * vectors[i][k]).abs() < 1e-12);
            }
            for l in 0..n {
                let product: f64 = (0..n).map(|i| vectors[i][k] * vectors[i][l]).sum();
                assert!((product - f64::from(u8::from(k == l))).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn what_is_diagonal_stays() {
        let (values, vectors) = symmetric(&[vec![2.0, 0.0], vec![0.0, 2.0]]);
        assert_eq!(values, [2.0, 2.0]);
        assert_eq!(vectors, [[1.0, 0.0], [0.0, 1.0]]);
        assert_eq!(symmetric(&[vec![5.0]]).0, [5.0]);
        let (mut swapped, _) = symmetric(&[vec![0.0, 1.0], vec![1.0, 0.0]]);
        swapped.sort_by(f64::total_cmp);
        assert!((swapped[0] + 1.0).abs() < 1e-15 && (swapped[1] - 1.0).abs() < 1e-15);
    }
}
