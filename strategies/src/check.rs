//! Checks of parameter values, for [`Parameter::check`](crate::Parameter::check).
//!
//! Each takes the text of a value and returns its canonical text, or what would have been right. They know no
//! strategy and no syntax.

use unosim_engine::spelling::nearest;

/// A whole number from `MIN` to `MAX`.
///
/// # Errors
/// Anything else; the message says the range.
pub fn integer<const MIN: u32, const MAX: u32>(text: &str) -> Result<String, String> {
    match text.trim().parse::<u32>() {
        Ok(number) if (MIN..=MAX).contains(&number) => Ok(number.to_string()),
        _ => Err(format!("a whole number from {MIN} to {MAX}")),
    }
}

/// A whole number from `MIN` to `MAX`, or `auto`.
///
/// # Errors
/// Anything else; the message says the range.
pub fn integer_or_auto<const MIN: i32, const MAX: i32>(text: &str) -> Result<String, String> {
    match (text.trim(), text.trim().parse::<i32>()) {
        ("auto", _) => Ok("auto".to_string()),
        (_, Ok(number)) if (MIN..=MAX).contains(&number) => Ok(number.to_string()),
        _ => Err(format!("a whole number from {MIN} to {MAX}, or auto")),
    }
}

/// A probability, as a decimal number.
///
/// # Errors
/// Anything below 0 or above 1, and what is no number.
pub fn probability(text: &str) -> Result<String, String> {
    match text.trim().parse::<f64>() {
        // A negative zero is written as the other one.
        Ok(number) if (0.0..=1.0).contains(&number) => Ok((number + 0.0).to_string()),
        _ => Err("a probability from 0 to 1".to_string()),
    }
}

/// A decimal number from 0 to `MOST`.
///
/// # Errors
/// Anything else; the message says the range.
pub fn decimal<const MOST: u32>(text: &str) -> Result<String, String> {
    match text.trim().parse::<f64>() {
        Ok(number) if (0.0..=f64::from(MOST)).contains(&number) => Ok((number + 0.0).to_string()),
        _ => Err(format!("a number from 0 to {MOST}")),
    }
}

/// One of some words.
///
/// # Errors
/// Any other word; the message lists the words, the nearest one first if there is one.
pub fn word(text: &str, words: &[&'static str]) -> Result<String, String> {
    let text = text.trim();
    if words.contains(&text) {
        return Ok(text.to_string());
    }
    let list = words.join(", ");
    Err(match nearest(text, words.iter().copied()) {
        Some(near) => format!("one of {list} (nearest: {near})"),
        None => format!("one of {list}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_have_a_range_and_one_spelling() {
        assert_eq!(integer::<0, 9>(" 07 "), Ok("7".to_string()));
        for bad in ["10", "-1", "", "two", "1.5", "99999999999"] {
            assert_eq!(
                integer::<0, 9>(bad),
                Err("a whole number from 0 to 9".to_string()),
                "{bad}"
            );
        }
    }

    #[test]
    fn integers_may_be_left_open() {
        for (text, canonical) in [(" auto", "auto"), ("-07", "-7"), ("+9", "9")] {
            assert_eq!(integer_or_auto::<-9, 9>(text).as_deref(), Ok(canonical));
        }
        for bad in ["10", "", "any", "1.5"] {
            let right = "a whole number from -9 to 9, or auto".to_string();
            assert_eq!(integer_or_auto::<-9, 9>(bad), Err(right), "{bad}");
        }
    }

    #[test]
    fn probabilities_lie_between_0_and_1_and_have_one_spelling() {
        for (text, canonical) in [
            ("0.10", "0.1"),
            (" 1 ", "1"),
            ("-0", "0"),
            ("5e-3", "0.005"),
        ] {
            assert_eq!(probability(text).as_deref(), Ok(canonical));
            assert_eq!(probability(canonical).as_deref(), Ok(canonical));
        }
        for bad in ["1.01", "-0.1", "NaN", "inf", "", "half", "10%"] {
            let right = "a probability from 0 to 1".to_string();
            assert_eq!(probability(bad), Err(right), "{bad}");
        }
    }

    #[test]
    fn words_name_the_nearest() {
        assert_eq!(word("late", &["now", "late"]), Ok("late".to_string()));
        assert_eq!(
            word("lat", &["now", "late"]),
            Err("one of now, late (nearest: late)".to_string())
        );
    }
}
