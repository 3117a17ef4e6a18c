//! One of several parts of the same work.

use std::str::FromStr;

/// The Kth of N parts, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// K.
    pub number: u32,
    /// N.
    pub of: u32,
}

impl Shard {
    /// Whether the piece of work with this index is its own.
    #[must_use]
    pub fn has(self, index: usize) -> bool {
        index % self.of as usize == self.number as usize - 1
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let wrong = || "not K/N with K from 1 to N, such as 2/8".to_string();
        let (number, of) = text.split_once('/').ok_or_else(wrong)?;
        let read = |text: &str| text.parse::<u32>().map_err(|_| wrong());
        let (number, of) = (read(number)?, read(of)?);
        match number >= 1 && number <= of {
            true => Ok(Shard { number, of }),
            false => Err(wrong()),
        }
    }
}

impl std::fmt::Display for Shard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}
