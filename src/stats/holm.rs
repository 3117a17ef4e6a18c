//! How likely a difference is by luck, and which of many are more than that.

use statrs::distribution::{ContinuousCDF, StudentsT};

/// How likely a difference so many errors from 0 is by luck, on either side.
#[must_use]
pub fn chance(difference: f64, error: f64, freedom: f64) -> f64 {
    match StudentsT::new(0.0, 1.0, freedom) {
        Ok(_) if difference == 0.0 => 1.0,
        Ok(_) if error == 0.0 => 0.0,
        Ok(t) => 2.0 * t.sf((difference / error).abs()),
        Err(_) => 1.0,
    }
}

/// Holm's step-down procedure (1979): the least likely of m at level/m, the next at level/(m − 1), until one is likely enough.
/// Says of each of the chances whether it is among those before; one of them is so wrongly with at most that level, all together.
#[must_use]
pub fn holm(chances: &[f64], level: f64) -> Vec<bool> {
    let mut order: Vec<usize> = (0..chances.len()).collect();
    order.sort_by(|a, b| chances[*a].total_cmp(&chances[*b]));
    let mut told = vec![false; chances.len()];
    for (index, which) in order.into_iter().enumerate() {
        if chances[which] * (chances.len() - index) as f64 > level {
            break;
        }
        told[which] = true;
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Four p values at 5 %: 0.005 ≤ 0.05/4 and 0.01 ≤ 0.05/3, but 0.03 > 0.05/2, and then 0.04 is not asked any more.
    #[test]
    fn holm_steps_down() {
        let told = holm(&[0.01, 0.04, 0.03, 0.005], 0.05);
        assert_eq!(told, [true, false, false, true]);
    }

    /// 2.0860 is the 97.5 % point of t with 20 degrees of freedom.
    #[test]
    fn chances_are_those_of_the_tables() {
        assert!((chance(2.0860, 1.0, 20.0) - 0.05).abs() < 1e-5);
        assert!((chance(-4.172, 2.0, 20.0) - 0.05).abs() < 1e-5);
        assert_eq!(chance(0.0, 0.0, 20.0), 1.0);
        assert_eq!(chance(1.0, 0.0, 20.0), 0.0);
    }
}
