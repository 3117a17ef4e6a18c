//! The list of strategies. Adding one takes a line here, beside its file and its `mod`.
//!
//! This file knows what a strategy is called, what can be set about it and how it is built; not how it plays.

use crate::{Strategy, color_hoarding, diversity, first_legal, greedy, random, ranking};

/// Every strategy, in the order it is listed.
static REGISTRY: &[Entry] = &[
    random::ENTRY,
    greedy::ENTRY,
    color_hoarding::ENTRY,
    diversity::ENTRY,
    ranking::ENTRY,
    first_legal::ENTRY,
];

/// Every strategy there is, in the order to list them.
#[must_use]
pub fn registry() -> &'static [Entry] {
    REGISTRY
}

/// A strategy as the registry knows it.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Its name: lower case, words joined by hyphens.
    pub name: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
    /// What can be set, in the order it is written.
    pub parameters: &'static [Parameter],
    /// Makes one, from arguments that have passed their checks.
    pub build: fn(&Arguments<'_>) -> Box<dyn Strategy>,
}

impl Entry {
    /// The strategy with every parameter at its default.
    #[must_use]
    pub fn build_default(&self) -> Box<dyn Strategy> {
        let values: Vec<String> = self.defaults().collect();
        (self.build)(&Arguments::new(self.parameters, &values))
    }

    /// The defaults of its parameters, in their order.
    pub(crate) fn defaults(&self) -> impl Iterator<Item = String> {
        self.parameters.iter().map(|p| p.default.to_string())
    }
}

/// Something that can be set about a strategy.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// The text of its default value, in canonical form.
    pub default: &'static str,
    /// What it means, in one line.
    pub meaning: &'static str,
    /// The canonical text of a value, or what would have been right (see [`check`](crate::check)).
    pub check: fn(&str) -> Result<String, String>,
}

/// The checked values of a strategy's parameters.
#[derive(Clone, Copy, Debug)]
pub struct Arguments<'a> {
    parameters: &'static [Parameter],
    values: &'a [String],
}

impl<'a> Arguments<'a> {
    /// Values in the order of the parameters.
    pub(crate) fn new(parameters: &'static [Parameter], values: &'a [String]) -> Self {
        debug_assert_eq!(parameters.len(), values.len());
        Arguments { parameters, values }
    }

    /// The value of a parameter.
    ///
    /// # Panics
    /// If the strategy has no parameter of that name, which is a mistake in its file.
    #[must_use]
    pub fn text(&self, name: &str) -> &'a str {
        let index = self.parameters.iter().position(|p| p.name == name);
        &self.values[index.unwrap_or_else(|| panic!("the entry declares no parameter `{name}`"))]
    }

    /// The value of a parameter that is checked by [`check::integer`](crate::check::integer).
    ///
    /// # Panics
    /// If there is no such parameter, or its check lets other texts pass: mistakes in the strategy's file.
    #[must_use]
    pub fn integer(&self, name: &str) -> u32 {
        match self.text(name).parse() {
            Ok(number) => number,
            Err(_) => panic!("the check of `{name}` lets through what is no whole number"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_plain_and_defaults_canonical() {
        for (i, entry) in registry().iter().enumerate() {
            let plain = |c: char| c.is_ascii_lowercase() || c == '-' || c.is_ascii_digit();
            assert!(entry.name.chars().all(plain), "{}", entry.name);
            assert!(!entry.summary.is_empty() && !entry.summary.contains('\n'));
            assert!(registry()[..i].iter().all(|e| e.name != entry.name));
            for p in entry.parameters {
                assert_eq!((p.check)(p.default).as_deref(), Ok(p.default), "{}", p.name);
                assert!(!p.meaning.is_empty());
            }
            let _ = entry.build_default();
        }
    }
}
