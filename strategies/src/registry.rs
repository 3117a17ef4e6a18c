//! The list of strategies. Adding one takes a line here, beside its file and its `mod`.
//!
//! This file knows what a strategy is called, what can be set about it and how it is built; not how it plays.

use crate::{
    Spec, Strategy, cheat, color_hoarding, diversity, epsilon, expert, first_legal, greedy, human,
    ismcts, matching, mixture, monte_carlo, oracle_draws, random, ranking,
};

/// Every strategy, in the order it is listed.
static REGISTRY: &[Entry] = &[
    random::ENTRY,
    greedy::ENTRY,
    color_hoarding::ENTRY,
    diversity::ENTRY,
    ranking::ENTRY,
    matching::ENTRY,
    expert::ENTRY,
    first_legal::ENTRY,
    monte_carlo::ENTRY,
    ismcts::ENTRY,
    human::ENTRY,
    epsilon::ENTRY,
    mixture::ENTRY,
    cheat::ENTRY,
    oracle_draws::ENTRY,
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
    /// What the strategies are called that it is put around, in the order they are written; none for most.
    pub inner: &'static [&'static str],
    /// What can be set, in the order it is written.
    pub parameters: &'static [Parameter],
    /// Makes one, from arguments that have passed their checks.
    pub build: fn(&Arguments<'_>) -> Box<dyn Strategy>,
}

impl Entry {
    /// The strategy with every parameter at its default; a wrapper is put around `random`.
    #[must_use]
    pub fn build_default(&'static self) -> Box<dyn Strategy> {
        self.example().build()
    }

    /// Whether it sees what no player may: then it is for research only.
    #[must_use]
    pub fn cheats(&'static self) -> bool {
        self.example().cheats()
    }

    /// What [`build_default`](Entry::build_default) builds.
    #[must_use]
    pub fn example(&'static self) -> Spec {
        Spec::example(self)
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

/// The checked values of a strategy's parameters, and the strategies it is put around.
#[derive(Clone, Copy, Debug)]
pub struct Arguments<'a> {
    entry: &'static Entry,
    inner: &'a [Spec],
    values: &'a [String],
}

impl<'a> Arguments<'a> {
    /// What was meant by the entry's inner strategies and parameters, in their order.
    pub(crate) fn new(entry: &'static Entry, inner: &'a [Spec], values: &'a [String]) -> Self {
        debug_assert_eq!(entry.inner.len(), inner.len());
        debug_assert_eq!(entry.parameters.len(), values.len());
        Arguments {
            entry,
            inner,
            values,
        }
    }

    /// A new player of an inner strategy.
    ///
    /// # Panics
    /// If the strategy has no inner one of that name, which is a mistake in its file.
    #[must_use]
    pub fn strategy(&self, name: &str) -> Box<dyn Strategy> {
        let index = self.entry.inner.iter().position(|i| *i == name);
        self.inner[index.unwrap_or_else(|| panic!("the entry declares no strategy `{name}`"))]
            .build()
    }

    /// The value of a parameter.
    ///
    /// # Panics
    /// If the strategy has no parameter of that name, which is a mistake in its file.
    #[must_use]
    pub fn text(&self, name: &str) -> &'a str {
        let index = self.entry.parameters.iter().position(|p| p.name == name);
        &self.values[index.unwrap_or_else(|| panic!("the entry declares no parameter `{name}`"))]
    }

    /// The value of a parameter that is checked by [`check::decimal`](crate::check::decimal).
    ///
    /// # Panics
    /// If there is no such parameter, or its check lets other texts pass: mistakes in the strategy's file.
    #[must_use]
    pub fn decimal(&self, name: &str) -> f64 {
        match self.text(name).parse() {
            Ok(number) => number,
            Err(_) => panic!("the check of `{name}` lets through what is no number"),
        }
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

    /// The value of a parameter that is checked by [`check::integer_or_auto`](crate::check::integer_or_auto); none if it
    /// is `auto`.
    ///
    /// # Panics
    /// As [`integer`](Arguments::integer).
    #[must_use]
    pub fn integer_or_auto(&self, name: &str) -> Option<i32> {
        match self.text(name) {
            "auto" => None,
            text => Some(text.parse().unwrap_or_else(|_| {
                panic!("the check of `{name}` lets through what is no whole number")
            })),
        }
    }

    /// The value of a parameter that is checked by [`check::probability`](crate::check::probability).
    ///
    /// # Panics
    /// As [`integer`](Arguments::integer).
    #[must_use]
    pub fn probability(&self, name: &str) -> f64 {
        match self.text(name).parse() {
            Ok(number) => number,
            Err(_) => panic!("the check of `{name}` lets through what is no number"),
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
            let parameters = entry.parameters.iter().map(|p| p.name);
            let mut names: Vec<&str> = entry.inner.iter().copied().chain(parameters).collect();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), entry.inner.len() + entry.parameters.len());
            for p in entry.parameters {
                assert_eq!((p.check)(p.default).as_deref(), Ok(p.default), "{}", p.name);
                assert!(!p.meaning.is_empty());
            }
            let _ = entry.build_default();
        }
    }
}
