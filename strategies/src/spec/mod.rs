//! What a user writes to name a strategy: `greedy`, `ranking(order="skip>…")`, or a TOML table.
//!
//! This file knows the registry and turns a text into a checked [`Spec`]; `syntax` only takes a text apart.

mod error;
mod syntax;

pub use error::SpecError;
pub use syntax::split_list;

use crate::{Arguments, Entry, Strategy, registry};
use std::fmt;
use unosim_engine::spelling::nearest;

/// A strategy and a value for each of its parameters: what was meant by a text, ready to be built any number of times.
///
/// Two specs are equal if they mean the same: parameters left out are at their defaults, and values have one spelling.
/// `Display` gives the canonical text, which parses back to an equal spec.
#[derive(Clone, Debug)]
pub struct Spec {
    entry: &'static Entry,
    /// The canonical text of each parameter's value, in the order of the entry.
    values: Vec<String>,
}

impl Spec {
    /// Reads `name` or `name(parameter=value, …)`. A value is a word, a number or a quoted text.
    ///
    /// # Errors
    /// Names what is wrong and what would be right: unknown names with the nearest one, bad values, broken syntax.
    pub fn parse(text: &str) -> Result<Spec, SpecError> {
        let parts = syntax::parts(text)?;
        Spec::new(&parts.name, parts.arguments)
    }

    /// Reads a string as [`parse`](Spec::parse) does, or a table: `{ name = "ranking", order = "…" }`.
    ///
    /// # Errors
    /// As `parse`; also for any other kind of value and for a table without a `name`.
    pub fn from_toml(value: &toml::Value) -> Result<Spec, SpecError> {
        let table = match value {
            toml::Value::String(text) => return Spec::parse(text),
            toml::Value::Table(table) => table,
            other => return Err(SpecError::NoSpec(other.to_string())),
        };
        let Some(toml::Value::String(name)) = table.get("name") else {
            return Err(SpecError::NoSpec(value.to_string().trim().to_string()));
        };
        let mut arguments = Vec::new();
        for (key, value) in table.iter().filter(|(key, _)| *key != "name") {
            let text = match value {
                toml::Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            arguments.push((key.clone(), text));
        }
        Spec::new(name.trim(), arguments)
    }

    fn new(name: &str, arguments: Vec<(String, String)>) -> Result<Spec, SpecError> {
        let names = || registry().iter().map(|e| e.name);
        let Some(entry) = registry().iter().find(|e| e.name == name) else {
            return Err(SpecError::UnknownStrategy {
                name: name.to_string(),
                nearest: nearest(name, names()),
                known: names().collect::<Vec<_>>().join(", "),
            });
        };
        let mut values: Vec<Option<String>> = vec![None; entry.parameters.len()];
        for (key, text) in arguments {
            let keys = || entry.parameters.iter().map(|p| p.name);
            let Some(index) = keys().position(|k| k == key) else {
                return Err(SpecError::UnknownParameter {
                    strategy: entry.name,
                    nearest: nearest(&key, keys()),
                    known: keys().collect::<Vec<_>>().join(", "),
                    parameter: key,
                });
            };
            let parameter = entry.parameters[index].name;
            if values[index].is_some() {
                return Err(SpecError::Twice {
                    strategy: entry.name,
                    parameter,
                });
            }
            match (entry.parameters[index].check)(&text) {
                Ok(canonical) => values[index] = Some(canonical),
                Err(right) => {
                    return Err(SpecError::BadValue {
                        strategy: entry.name,
                        parameter,
                        value: text,
                        right,
                    });
                }
            }
        }
        let values = values.into_iter().zip(entry.defaults());
        Ok(Spec {
            entry,
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

    /// A new player of this strategy.
    #[must_use]
    pub fn build(&self) -> Box<dyn Strategy> {
        (self.entry.build)(&Arguments::new(self.entry.parameters, &self.values))
    }
}

impl PartialEq for Spec {
    fn eq(&self, other: &Spec) -> bool {
        self.entry.name == other.entry.name && self.values == other.values
    }
}

impl Eq for Spec {}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = self.entry.name.to_string();
        let mut open = false;
        for (parameter, value) in self.entry.parameters.iter().zip(&self.values) {
            if value != parameter.default {
                text.push(if open { ',' } else { '(' });
                open = true;
                text += &format!("{}={}", parameter.name, syntax::quoted(value));
            }
        }
        if open {
            text.push(')');
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
