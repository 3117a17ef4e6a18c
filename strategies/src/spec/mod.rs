//! What a user writes to name a strategy: `greedy`, `ranking(order="skip>…")`, `epsilon(greedy)`, or a TOML table.
//!
//! This file knows the registry and turns a text into a checked [`Spec`]; `syntax` only takes a text apart.

mod error;
mod syntax;

pub use error::SpecError;
pub use syntax::split_list;

use crate::search::TIME;
use crate::{Arguments, Entry, Strategy, random, registry};
use std::fmt;
use syntax::Argument;
use unosim_engine::Sight;
use unosim_engine::spelling::nearest;

/// A strategy and a value for each of its parameters: what was meant by a text, ready to be built any number of times.
///
/// Two specs are equal if they mean the same: parameters left out are at their defaults, and values have one spelling.
/// `Display` gives the canonical text, which parses back to an equal spec.
#[derive(Clone, Debug)]
pub struct Spec {
    entry: &'static Entry,
    /// The strategies it is put around, in the order of the entry.
    inner: Vec<Spec>,
    /// The canonical text of each parameter's value, in the order of the entry.
    values: Vec<String>,
}

/// Inner strategies that may be left out, and what is then meant.
const INNER: &[(&str, &str)] = &[("playout", "expert"), ("player", "monte-carlo")];

/// How deep strategies may be put around each other: far more than can be meant, far less than a stack can hold.
const DEEPEST: u32 = 16;

impl Spec {
    /// Reads `name`, `name(parameter=value, …)` or, of a strategy around others, `name(inner, parameter=value, …)`. A value
    /// is a word, a number or a quoted text.
    ///
    /// # Errors
    /// Names what is wrong and what would be right: unknown names with the nearest one, bad values, broken syntax.
    pub fn parse(text: &str) -> Result<Spec, SpecError> {
        Spec::parse_at(text, 0)
    }

    fn parse_at(text: &str, depth: u32) -> Result<Spec, SpecError> {
        if depth > DEEPEST {
            return Err(SpecError::TooDeep(DEEPEST));
        }
        let parts = syntax::parts(text)?;
        Spec::new(text, &parts.name, parts.arguments, depth)
    }

    /// Reads a string as [`parse`](Spec::parse) does, or a table: `{ name = "ranking", order = "…" }`. An inner strategy
    /// is a string or a table again: `{ name = "human", inner = "greedy", forget = 0.1 }`.
    ///
    /// # Errors
    /// As `parse`; also for any other kind of value and for a table without a `name`.
    pub fn from_toml(value: &toml::Value) -> Result<Spec, SpecError> {
        let table = match value {
            toml::Value::String(text) => return Spec::parse(text),
            toml::Value::Table(table) => table,
            other => return Err(SpecError::NoSpec(other.to_string())),
        };
        let written = value.to_string();
        let Some(toml::Value::String(name)) = table.get("name") else {
            return Err(SpecError::NoSpec(written.trim().to_string()));
        };
        let mut arguments = Vec::new();
        for (key, value) in table.iter().filter(|(key, _)| *key != "name") {
            arguments.push(Argument {
                key: Some(key.clone()),
                value: match value {
                    toml::Value::String(text) => text.clone(),
                    toml::Value::Table(_) => Spec::from_toml(value)?.to_string(),
                    other => other.to_string(),
                },
            });
        }
        Spec::new(written.trim(), name.trim(), arguments, 0)
    }

    /// The strategy with every parameter at its default, around `random` if it is put around another.
    pub(crate) fn example(entry: &'static Entry) -> Spec {
        let inner = entry.inner.iter().map(|_| Spec::example(&random::ENTRY));
        Spec {
            entry,
            inner: inner.collect(),
            values: entry.defaults().collect(),
        }
    }

    fn new(
        text: &str,
        name: &str,
        arguments: Vec<Argument>,
        depth: u32,
    ) -> Result<Spec, SpecError> {
        let names = || registry().iter().map(|e| e.name);
        let Some(entry) = registry().iter().find(|e| e.name == name) else {
            return Err(SpecError::UnknownStrategy {
                name: name.to_string(),
                nearest: nearest(name, names()),
                known: names().collect::<Vec<_>>().join(", "),
            });
        };
        let mut inner: Vec<Option<Spec>> = vec![None; entry.inner.len()];
        let mut values: Vec<Option<String>> = vec![None; entry.parameters.len()];
        for (place, Argument { key, value }) in arguments.into_iter().enumerate() {
            let parameters = entry.parameters.iter().map(|p| p.name);
            let keys = || entry.inner.iter().copied().chain(parameters.clone());
            let index = match &key {
                Some(key) => keys().position(|k| k == key),
                // What stands without a name is an inner strategy, each in its place.
                None if place < inner.len() => Some(place),
                None => {
                    return Err(SpecError::Syntax {
                        text: text.trim().to_string(),
                        problem: format!("`{value}` is not `parameter=value`"),
                    });
                }
            };
            let Some(index) = index else {
                let parameter = key.unwrap_or_default();
                return Err(SpecError::UnknownParameter {
                    strategy: entry.name,
                    nearest: nearest(&parameter, keys()),
                    known: keys().collect::<Vec<_>>().join(", "),
                    parameter,
                });
            };
            let twice = match index.checked_sub(inner.len()) {
                None => inner[index]
                    .replace(Spec::parse_at(&value, depth + 1)?)
                    .is_some(),
                Some(index) => values[index]
                    .replace(checked(entry, index, value)?)
                    .is_some(),
            };
            if twice {
                return Err(SpecError::Twice {
                    strategy: entry.name,
                    parameter: keys().nth(index).unwrap_or_default(),
                });
            }
        }
        for (spec, name) in inner.iter_mut().zip(entry.inner) {
            let default = INNER.iter().find(|(inner, _)| inner == name);
            if let (None, Some((_, default))) = (&spec, default) {
                *spec = Some(Spec::parse(default)?);
            }
        }
        if let Some(missing) = inner.iter().position(Option::is_none) {
            return Err(SpecError::NoInner {
                strategy: entry.name,
                inner: entry.inner[missing],
                form: Spec::example(entry).to_string(),
            });
        }
        let values = values.into_iter().zip(entry.defaults());
        Ok(Spec {
            entry,
            inner: inner.into_iter().flatten().collect(),
            values: values
                .map(|(value, default)| value.unwrap_or(default))
                .collect(),
        })
    }

    /// The strategy's name, without parameters.
    #[must_use]
    pub fn name(&self) -> &str {
        self.entry.name
    }

    /// The strategy's entry in the registry.
    #[must_use]
    pub fn entry(&self) -> &'static Entry {
        self.entry
    }

    /// The canonical text of a parameter's value; none if the strategy has no such parameter.
    #[must_use]
    pub fn value(&self, parameter: &str) -> Option<&str> {
        let mut parameters = self.entry.parameters.iter();
        let index = parameters.position(|p| p.name == parameter)?;
        Some(&self.values[index])
    }

    /// The same strategy with another value of a parameter.
    ///
    /// # Errors
    /// If there is no such parameter, or it cannot have that value.
    pub fn with(&self, parameter: &str, value: &str) -> Result<Spec, SpecError> {
        let names = || self.entry.parameters.iter().map(|p| p.name);
        let Some(index) = names().position(|name| name == parameter) else {
            return Err(SpecError::UnknownParameter {
                strategy: self.entry.name,
                nearest: nearest(parameter, names()),
                known: names().collect::<Vec<_>>().join(", "),
                parameter: parameter.to_string(),
            });
        };
        let mut spec = self.clone();
        spec.values[index] = checked(self.entry, index, value.to_string())?;
        Ok(spec)
    }

    /// Whether it, or a strategy inside it, sees what no player may: then it is for research only.
    #[must_use]
    pub fn cheats(&self) -> bool {
        self.build().sight() != Sight::FAIR || self.inner.iter().any(Spec::cheats)
    }

    /// Whether the same games can be played again: not if it, or a strategy inside it, has a time budget.
    #[must_use]
    pub fn reproducible(&self) -> bool {
        let mut set = self.entry.parameters.iter().zip(&self.values);
        let timed =
            |(p, value): (&crate::Parameter, &String)| p.name == TIME.name && value != TIME.default;
        !set.any(timed) && self.inner.iter().all(Spec::reproducible)
    }

    /// A new player of this strategy.
    #[must_use]
    pub fn build(&self) -> Box<dyn Strategy> {
        (self.entry.build)(&Arguments::new(self.entry, &self.inner, &self.values))
    }
}

/// The canonical text of a parameter's value.
fn checked(entry: &'static Entry, index: usize, value: String) -> Result<String, SpecError> {
    let parameter = &entry.parameters[index];
    (parameter.check)(&value).map_err(|right| SpecError::BadValue {
        strategy: entry.name,
        parameter: parameter.name,
        value,
        right,
    })
}

impl PartialEq for Spec {
    fn eq(&self, other: &Spec) -> bool {
        self.entry.name == other.entry.name
            && self.inner == other.inner
            && self.values == other.values
    }
}

impl Eq for Spec {}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let inner = self.inner.iter().map(Spec::to_string);
        let parameters = self.entry.parameters.iter().zip(&self.values);
        let set = parameters
            .filter(|(parameter, value)| *value != parameter.default)
            .map(|(parameter, value)| format!("{}={}", parameter.name, syntax::quoted(value)));
        let arguments: Vec<String> = inner.chain(set).collect();
        let mut text = self.entry.name.to_string();
        if !arguments.is_empty() {
            text += &format!("({})", arguments.join(","));
        }
        f.pad(&text)
    }
}

impl std::str::FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Spec, SpecError> {
        Spec::parse(text)
    }
}
