//! Numbers and names as a report writes them.

use super::read::Interval;

/// An unknown number.
pub const UNKNOWN: &str = "–";

/// A number with so many decimals and a true minus sign.
#[must_use]
pub fn fixed(value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$}");
    match text.strip_prefix('-') {
        Some(zero) if zero.bytes().all(|b| b == b'0' || b == b'.') => zero.to_string(),
        Some(rest) => format!("−{rest}"),
        None => text,
    }
}

/// The same, with a plus sign above 0.
#[must_use]
pub fn signed(value: f64, digits: usize) -> String {
    let text = fixed(value, digits);
    match text.starts_with('−') || text.bytes().all(|b| b == b'0' || b == b'.') {
        true => text,
        false => format!("+{text}"),
    }
}

/// So many decimals show two digits of an error; at most 4.
#[must_use]
pub fn digits_of(error: f64) -> usize {
    match error {
        e if e >= 10.0 || e.is_nan() => 0,
        e if e >= 1.0 || e == 0.0 => 1,
        e if e >= 0.1 => 2,
        e if e >= 0.01 => 3,
        _ => 4,
    }
}

/// How a measure is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// A rate, written in percent.
    Percent,
    /// Percentage points: a difference of rates.
    Points,
    /// A plain number.
    Plain,
    /// A plain difference.
    Difference,
}

impl Unit {
    /// By how much the number is multiplied.
    #[must_use]
    pub fn scale(self) -> f64 {
        match self {
            Unit::Percent | Unit::Points => 100.0,
            Unit::Plain | Unit::Difference => 1.0,
        }
    }

    /// What stands after the number.
    #[must_use]
    pub fn suffix(self) -> &'static str {
        match self {
            Unit::Percent => "\u{a0}%",
            Unit::Points => "\u{a0}pp",
            Unit::Plain | Unit::Difference => "",
        }
    }

    fn write(self, value: f64, digits: usize) -> String {
        match self {
            Unit::Percent | Unit::Plain => fixed(value, digits),
            Unit::Points | Unit::Difference => signed(value, digits),
        }
    }

    /// `30.8 ± 1.0 %`: the value with the farther end of its interval.
    #[must_use]
    pub fn with_error(self, interval: Option<Interval>) -> String {
        let Some(Interval { value, ends }) = interval else {
            return UNKNOWN.into();
        };
        let scale = self.scale();
        let half = ends.map(|(low, high)| (value - low).max(high - value) * scale);
        let digits = digits_of(half.unwrap_or(0.5));
        let value = self.write(value * scale, digits);
        match half {
            Some(half) => format!(
                "{value}\u{a0}±\u{a0}{}{}",
                fixed(half, digits),
                self.suffix()
            ),
            None => format!("{value}{}", self.suffix()),
        }
    }

    /// `29.8 to 31.8 %`
    #[must_use]
    pub fn ends(self, interval: Option<Interval>) -> String {
        let Some((value, (low, high))) = interval.and_then(|i| Some((i.value, i.ends?))) else {
            return UNKNOWN.into();
        };
        let scale = self.scale();
        let digits = digits_of((value - low).max(high - value) * scale);
        let [low, high] = [low, high].map(|end| self.write(end * scale, digits));
        format!("{low} to {high}{}", self.suffix())
    }

    /// One number, with three digits or so.
    #[must_use]
    pub fn short(self, value: f64) -> String {
        let value = value * self.scale();
        let digits = match value.abs() {
            v if v >= 100.0 => 0,
            v if v >= 10.0 => 1,
            v if v >= 1.0 || matches!(self, Unit::Percent | Unit::Points) => 2,
            _ => 3,
        };
        format!("{}{}", self.write(value, digits), self.suffix())
    }
}

/// `a, b and c`
#[must_use]
pub fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [all @ .., last] => format!("{} and {last}", all.join(", ")),
    }
}

/// The first few, and how many others there are.
#[must_use]
pub fn listed_briefly(names: &[String], most: usize) -> String {
    if names.len() <= most + 1 {
        return listed(names);
    }
    format!(
        "{} and {} more",
        names[..most].join(", "),
        names.len() - most
    )
}

/// A name cut to so many characters, with `…` in its middle where it was longer: names that go on for long mostly begin
/// alike.
#[must_use]
pub fn clipped(name: &str, most: usize) -> String {
    let count = name.chars().count();
    if count <= most {
        return name.to_string();
    }
    let kept = most.saturating_sub(1);
    let (head, tail) = (kept.div_ceil(2), kept / 2);
    let start: String = name.chars().take(head).collect();
    let end: String = name.chars().skip(count - tail).collect();
    format!("{}…{}", start.trim_end(), end.trim_start())
}

/// A name as part of a file name or an anchor: letters and digits, joined by `-`.
#[must_use]
pub fn slug(name: &str) -> String {
    let mut text = String::new();
    for c in name.chars() {
        match c.is_ascii_alphanumeric() {
            true => text.push(c.to_ascii_lowercase()),
            false if text.ends_with('-') || text.is_empty() => {}
            false => text.push('-'),
        }
    }
    text.truncate(40);
    text.trim_end_matches('-').to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With plain spaces, so that a test can be read.
    fn plain(text: String) -> String {
        text.replace('\u{a0}', " ")
    }

    #[test]
    fn numbers_have_as_many_digits_as_their_errors_allow() {
        let interval = |value, low, high| {
            let ends = Some((low, high));
            Some(Interval { value, ends })
        };
        let rate = interval(0.307_7, 0.297_877, 0.317_623);
        assert_eq!(plain(Unit::Percent.with_error(rate)), "30.77 ± 0.99 %");
        assert_eq!(plain(Unit::Percent.ends(rate)), "29.79 to 31.76 %");
        assert_eq!(
            plain(Unit::Points.with_error(interval(-0.02, -0.05, 0.01))),
            "−2.0 ± 3.0 pp"
        );
        assert_eq!(
            plain(Unit::Difference.with_error(interval(12.0, 1.0, 23.0))),
            "+12 ± 11"
        );
        assert_eq!(plain(Unit::Plain.with_error(None)), "–");
        assert_eq!(signed(0.0001, 2), "0.00");
        assert_eq!(fixed(-0.0001, 2), "0.00");
    }

    #[test]
    fn names_are_kept_short() {
        assert_eq!(clipped("monte-carlo", 11), "monte-carlo");
        assert_eq!(clipped("monte-carlo(x)", 11), "monte…lo(x)");
        assert_eq!(
            slug("monte-carlo(expert,playouts=2000)"),
            "monte-carlo-expert-playouts-2000"
        );
        let names = ["a", "b", "c", "d"].map(String::from);
        assert_eq!(listed(&names[..3]), "a, b and c");
        assert_eq!(listed_briefly(&names, 2), "a, b and 2 more");
        assert_eq!(listed_briefly(&names[..3], 2), "a, b and c");
    }
}
