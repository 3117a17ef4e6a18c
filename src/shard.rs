//! One part of a run that is divided among machines: which deals are its own, which files of a dataset. It knows numbers
//! only.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// More parts than anybody has machines.
const MOST: u64 = 100_000;

/// Part `part` of `of`, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Shard {
    part: u64,
    of: u64,
}

impl Shard {
    /// All of a run that is not divided.
    pub const WHOLE: Shard = Shard { part: 1, of: 1 };

    /// Which part it is, counted from 1.
    #[must_use]
    pub fn part(self) -> u64 {
        self.part
    }

    /// How many parts there are.
    #[must_use]
    pub fn of(self) -> u64 {
        self.of
    }

    /// All parts of the run of which this is one.
    pub fn siblings(self) -> impl Iterator<Item = Shard> {
        (1..=self.of).map(move |part| Shard { part, ..self })
    }

    /// Its deals of so many: consecutive ones, nearly as many in each part.
    #[must_use]
    pub fn deals(self, deals: u64) -> Range<u64> {
        let end = |part: u64| (u128::from(deals) * u128::from(part) / u128::from(self.of)) as u64;
        end(self.part - 1)..end(self.part)
    }

    /// Whether a thing with this number, counted from 0, is its own, where things are dealt out one by one.
    #[must_use]
    pub fn has(self, index: u64) -> bool {
        index % self.of == self.part - 1
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let wrong = || {
            format!(
                "\"{text}\" is not a part of a whole, such as 3/16: the third of sixteen; at most {MOST}"
            )
        };
        let (part, of) = text.split_once('/').ok_or_else(wrong)?;
        let number = |text: &str| text.parse::<u64>().map_err(|_| wrong());
        let shard = Shard {
            part: number(part)?,
            of: number(of)?,
        };
        match (1..=MOST).contains(&shard.of) && (1..=shard.of).contains(&shard.part) {
            true => Ok(shard),
            false => Err(wrong()),
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.part, self.of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_deal_and_every_thing_belongs_to_one_part(of in 1u64..50, deals in prop_oneof![0u64..200, Just(u64::MAX)]) {
            let first: Shard = format!("1/{of}").parse().unwrap();
            let mut next = 0;
            for shard in first.siblings() {
                let own = shard.deals(deals);
                prop_assert_eq!(own.start, next);
                prop_assert!(own.end - own.start <= deals.div_ceil(of));
                next = own.end;
            }
            prop_assert_eq!(next, deals);
            for index in 0..100 {
                prop_assert_eq!(first.siblings().filter(|shard| shard.has(index)).count(), 1);
            }
        }
    }

    #[test]
    fn it_is_written_as_it_is_read() {
        for text in ["1/1", "3/16", "100000/100000"] {
            assert_eq!(text.parse::<Shard>().unwrap().to_string(), text);
        }
        for text in [
            "", "3", "0/4", "5/4", "1/0", "-1/4", "1/100001", "a/b", "1/2/3", "1.5/2",
        ] {
            assert!(
                text.parse::<Shard>().unwrap_err().contains("3/16"),
                "{text}"
            );
        }
    }
}
