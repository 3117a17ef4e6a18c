//! Numbers as people write and read them: `1_000_000`, `1e6`, `1,000,000`.

use std::time::Duration;

/// The longest time that is waited for anything.
const LONGEST: Duration = Duration::from_secs(7 * 24 * 3600);

/// Parses a count of at least 1.
///
/// # Errors
/// A text that says what is wrong and what would be right.
pub fn parse_count(text: &str) -> Result<u64, String> {
    match parse_seed(text) {
        Ok(0) => Err("must be at least 1".into()),
        other => other,
    }
}

/// Parses a whole number that is not negative.
///
/// # Errors
/// A text that says what is wrong and what would be right.
pub fn parse_seed(text: &str) -> Result<u64, String> {
    let wrong = || "not a whole number of at least 0, such as 5000, 1_000_000 or 1e6".to_string();
    let plain: String = text.chars().filter(|c| !matches!(c, '_' | ',')).collect();
    if let Ok(number) = plain.parse() {
        return Ok(number);
    }
    if !plain.starts_with(|c: char| c.is_ascii_digit()) {
        return Err(wrong());
    }
    // Powers of ten are written with few digits, so the float is exact wherever it is whole and below 2^53.
    match plain.parse::<f64>() {
        Ok(number) if number.fract() == 0.0 && number <= 9_007_199_254_740_992.0 => {
            Ok(number as u64)
        }
        Ok(number) if number.fract() == 0.0 => {
            Err("too large: the most is 18446744073709551615, or 9e15 in powers of ten".to_string())
        }
        _ => Err(wrong()),
    }
}

/// Parses a length of time in seconds, more than none.
///
/// # Errors
/// A text that says what is wrong and what would be right.
pub fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds| *seconds > 0.0);
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.filter(|time| *time <= LONGEST && !time.is_zero())
        .ok_or_else(|| {
            "not a number of seconds above 0, such as 30 or 0.5, of a week at most".into()
        })
}

/// A whole number of a TOML value: an integer, a whole float such as `1e6`, or a text.
///
/// # Errors
/// As [`parse_seed`].
pub fn toml_number(value: &toml::Value) -> Result<u64, String> {
    match value {
        toml::Value::Integer(number) => parse_seed(&number.to_string()),
        toml::Value::Float(number) => parse_seed(&number.to_string()),
        toml::Value::String(text) => parse_seed(text),
        _ => parse_seed("?"),
    }
}

/// `1,234,567`
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// One of two words, with the number before it: `1 game`, `1,000 games`.
#[must_use]
pub fn plural(number: u64, one: &str, many: &str) -> String {
    format!(
        "{} {}",
        grouped(number),
        if number == 1 { one } else { many }
    )
}

/// The first lines of a list, with a line that says how many more there are.
#[must_use]
pub fn first_lines(mut lines: Vec<String>, most: usize) -> Vec<String> {
    if lines.len() > most {
        let more = format!("… and {} more", lines.len() - most);
        lines.truncate(most);
        lines.push(more);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_can_be_written_in_several_ways() {
        for text in ["1000000", "1_000_000", "1,000,000", "1e6", "1.0e6"] {
            assert_eq!(parse_count(text), Ok(1_000_000), "{text}");
        }
        assert_eq!(parse_seed("18446744073709551615"), Ok(u64::MAX));
        for text in ["-5", "0", "", "1.5", "many", "inf", "nan", "1e30"] {
            assert!(parse_count(text).is_err(), "{text}");
        }
    }

    #[test]
    fn seconds_are_above_zero() {
        assert_eq!(parse_seconds("0.5"), Ok(Duration::from_millis(500)));
        assert_eq!(parse_seconds("30"), Ok(Duration::from_secs(30)));
        for text in [
            "0", "-1", "nan", "inf", "1e300", "1e-300", "x", "", "604801",
        ] {
            assert!(parse_seconds(text).is_err(), "{text}");
        }
    }

    #[test]
    fn long_lists_are_cut() {
        let lines = |n: u64| (0..n).map(|n| n.to_string()).collect::<Vec<_>>();
        assert_eq!(first_lines(lines(2), 2), ["0", "1"]);
        assert_eq!(first_lines(lines(4), 2), ["0", "1", "… and 2 more"]);
    }

    #[test]
    fn thousands_are_grouped() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_234_567), "1,234,567");
    }
}
