//! Options by their full names (`uno.call`): reading, setting, and rule files with the line of every mistake.
//!
//! This file knows names, types and ranges of single options; which of them go together is `validate`'s business.

use serde::Deserialize;
use thiserror::Error;
use toml::de::{DeTable, DeValue, ValueDeserializer};
use toml::{Spanned, Table, Value};

use super::choices::choices;
use super::{Rules, rule_set};
use crate::spelling::nearest;

/// What is wrong with a rule, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RulesError {
    /// No option has that name.
    #[error("unknown option {option}: {hint}")]
    UnknownOption {
        /// The name as given.
        option: String,
        /// The name that was probably meant, or those there are.
        hint: String,
    },
    /// The name is that of a group.
    #[error("{group} is a group of options: name one of them, as in {example}")]
    Group {
        /// The name as given.
        group: String,
        /// An option of the group.
        example: String,
    },
    /// The option exists but does not take that value.
    #[error("{option} cannot be {value}: {reason}")]
    Value {
        /// The full name of the option.
        option: String,
        /// The value as given, as TOML.
        value: String,
        /// What it may be.
        reason: String,
    },
    /// No rule set has that name.
    #[error("unknown rule set {name:?}: {hint}")]
    UnknownRuleSet {
        /// The name as given.
        name: String,
        /// The name that was probably meant, or those there are.
        hint: String,
    },
    /// The text cannot be read at all.
    #[error("{0}")]
    Syntax(String),
    /// Options that do not go together, or not with the number of seats.
    #[error("{0}")]
    Refused(String),
    /// Something is wrong in a file.
    #[error("{file}:{line}: {problem}")]
    InFile {
        /// The file's name as given.
        file: String,
        /// The line, from 1.
        line: usize,
        /// What is wrong there.
        problem: Box<RulesError>,
    },
}

impl Rules {
    /// Sets one option by its full name.
    ///
    /// # Errors
    /// An unknown option or a value that it does not take, with what would be right. Nothing is changed then.
    pub fn set(&mut self, option: &str, value: &Value) -> Result<(), RulesError> {
        let mut tree = self.table();
        let slot = slot(&mut tree, option)?;
        check(option, slot, value)?;
        *slot = value.clone();
        *self = Rules::deserialize(tree).map_err(|e| wrong(option, value, e.message()))?;
        Ok(())
    }

    /// Sets one option from a text such as `uno.call=off`. The value is TOML; words need no quotes.
    ///
    /// # Errors
    /// As [`Rules::set`], or a text that is not of this form.
    pub fn set_text(&mut self, option_eq_value: &str) -> Result<(), RulesError> {
        let Some((option, value)) = option_eq_value.split_once('=') else {
            return Err(RulesError::Syntax(format!(
                "{option_eq_value:?} is no change to a rule: write OPTION=VALUE, as in uno.call=off"
            )));
        };
        self.set(option.trim(), &loose_value(value.trim()))
    }

    /// Every option by its full name, with its value.
    #[must_use]
    pub fn options(&self) -> Vec<(String, Value)> {
        let mut options = Vec::new();
        for (name, value) in self.table() {
            match value {
                Value::Table(group) => {
                    options.extend(group.into_iter().map(|(k, v)| (format!("{name}.{k}"), v)));
                }
                value => options.push((name, value)),
            }
        }
        options
    }

    /// The value of an option; it must exist.
    pub(super) fn value(&self, option: &str) -> Value {
        let found = slot(&mut self.table(), option).ok().cloned();
        debug_assert!(found.is_some(), "{option}");
        found.unwrap_or(Value::Boolean(false))
    }

    fn table(&self) -> Table {
        Table::try_from(self).expect("options are words, numbers and lists of words")
    }
}

/// A rule file: a rule set and changes to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleFile {
    /// The rule set that it changes, `mattel` if it names none.
    pub base: String,
    /// The rules that come of it.
    pub rules: Rules,
    /// The options that it sets, each with its line.
    pub set: Vec<(String, usize)>,
}

impl RuleFile {
    /// Reads a rule file: an optional `base = "NAME"` and changes to it, as tables or dotted keys.
    ///
    /// # Errors
    /// The first mistake, with `file` and its line.
    pub fn parse(text: &str, file: &str) -> Result<RuleFile, RulesError> {
        read(Rules::default(), text, file)
    }

    /// How many options differ from those of the base.
    ///
    /// # Errors
    /// If there is no such base, which a file that was read has.
    pub fn changes(&self) -> Result<usize, RulesError> {
        let base = rule_set(&self.base)?.options();
        let own = self.rules.options();
        Ok(own
            .iter()
            .zip(&base)
            .filter(|(own, base)| own != base)
            .count())
    }

    /// The line that made a refusal: the last one that sets an option which the refusal names. `None` if they are all
    /// those of the base.
    #[must_use]
    pub fn line_of(&self, refusal: &RulesError) -> Option<usize> {
        let text = refusal.to_string();
        let apart = |c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '.');
        let named = |option: &str| text.split(apart).any(|word| word == option);
        let lines = self.set.iter().filter(|(option, _)| named(option));
        lines.map(|(_, line)| *line).max()
    }
}

/// Makes the changes of a rule file to some rules; a `base` in the text takes their place.
pub(super) fn read(mut rules: Rules, text: &str, file: &str) -> Result<RuleFile, RulesError> {
    let line = |position: usize| 1 + text.bytes().take(position).filter(|b| *b == b'\n').count();
    let at = |position: usize, problem| RulesError::InFile {
        file: file.into(),
        line: line(position),
        problem: Box::new(problem),
    };
    let document = DeTable::parse(text)
        .map_err(|e| at(e.span().map_or(0, |span| span.start), syntax(&e)))?
        .into_inner();
    let mut base = String::from("mattel");
    if let Some(named) = document.get("base") {
        let found = match named.get_ref() {
            DeValue::String(name) => {
                base = name.to_string();
                rule_set(name)
            }
            _ => Err(RulesError::Syntax(
                "base is the name of a rule set, as in base = \"mattel\"".into(),
            )),
        };
        rules = found.map_err(|e| at(named.span().start, e))?;
    }
    let mut found = Vec::new();
    collect("", &document, &mut found);
    let mut set = Vec::new();
    for (option, position, value) in found {
        let value = Value::deserialize(ValueDeserializer::from(value))
            .map_err(|e| at(position, syntax(&e)))?;
        rules.set(&option, &value).map_err(|e| at(position, e))?;
        set.push((option, line(position)));
    }
    Ok(RuleFile { base, rules, set })
}

/// What a number may be, from the lowest to the highest.
pub(super) fn range(option: &str) -> (i64, i64) {
    match option {
        "setup.hand_size" => (1, 15),
        "deck.discard_all" => (0, 2),
        "deck.reflect" => (0, 4),
        "max_turns" | "match.target" => (1, 1_000_000_000),
        // As many hands as points can be added up without overflow.
        "match.hands" | "match.max_hands" => (1, 1_000_000),
        "match.teams" => (0, 5),
        "clock.limit_ms" => (0, 1_000_000_000),
        _ => (0, 255),
    }
}

/// The place of an option in the tree of all.
fn slot<'t>(tree: &'t mut Table, option: &str) -> Result<&'t mut Value, RulesError> {
    let (group, name) = option.split_once('.').unwrap_or(("", option));
    let table = if group.is_empty() {
        Some(tree)
    } else {
        tree.get_mut(group).and_then(Value::as_table_mut)
    };
    match table.and_then(|t| t.get_mut(name)) {
        Some(Value::Table(options)) => Err(RulesError::Group {
            group: option.into(),
            example: match options.keys().next() {
                Some(first) => format!("{option}.{first}"),
                None => option.into(),
            },
        }),
        Some(value) => Ok(value),
        None => Err(RulesError::UnknownOption {
            option: option.into(),
            hint: hint(option),
        }),
    }
}

/// What may have been meant by an option that does not exist: the nearest, or the names that stand where it does.
fn hint(option: &str) -> String {
    let options = Rules::default().options();
    if let Some(name) = nearest(option, options.iter().map(|(name, _)| name.as_str())) {
        return format!("did you mean {name}?");
    }
    let tree = Rules::default().table();
    let group = option.split_once('.').map_or("", |(group, _)| group);
    let list = |names: &Table| names.keys().cloned().collect::<Vec<_>>().join(", ");
    match tree.get(group) {
        Some(Value::Table(options)) => format!("the options of {group} are {}", list(options)),
        _ => format!(
            "the options and groups of options are {}; write GROUP.OPTION, as in uno.call",
            list(&tree)
        ),
    }
}

/// Whether an option takes a value, judged by the kind of its present one.
fn check(option: &str, present: &Value, value: &Value) -> Result<(), RulesError> {
    let (low, high) = range(option);
    let in_range = value.as_integer().is_some_and(|n| n >= low && n <= high);
    let words = choices(option);
    let strange = |word: &Value| word.as_str().is_none_or(|word| !words.contains(&word));
    let reason = match (present, value) {
        _ if option == "misplay" => {
            if in_range || value.as_str() == Some("error") {
                return Ok(());
            }
            format!("it must be \"error\" or a number of cards from {low} to {high}")
        }
        (Value::Boolean(_), Value::Boolean(_)) => return Ok(()),
        (Value::Boolean(_), _) => "it must be true or false".into(),
        (Value::Integer(_), _) if in_range => return Ok(()),
        (Value::Integer(_), _) => format!("it must be a whole number from {low} to {high}"),
        (Value::Array(_), Value::Array(entries)) => match entries.iter().find(|e| strange(e)) {
            None => return Ok(()),
            Some(entry) => format!("its entries must be {}", one_of(words, entry)),
        },
        (Value::Array(_), entry) => {
            format!("it must be a list [...] of {}", one_of(words, entry))
        }
        (_, word) if strange(word) => format!("it must be {}", one_of(words, word)),
        _ => return Ok(()),
    };
    Err(wrong(option, value, &reason))
}

/// The words that are known, and the nearest to the one that was given.
fn one_of(words: &[&str], given: &Value) -> String {
    let quoted: Vec<String> = words.iter().map(|w| format!("{w:?}")).collect();
    let list = match quoted.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => quoted.concat(),
    };
    let word = given.as_str().filter(|word| !words.contains(word));
    match word.and_then(|word| nearest(word, words.iter().copied())) {
        Some(near) => format!("{list}; did you mean {near:?}?"),
        None => list,
    }
}

fn wrong(option: &str, value: &Value, reason: &str) -> RulesError {
    const LONGEST: usize = 60;
    let text = value.to_string();
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut value: String = words.join(" ");
    if value.chars().count() > LONGEST {
        value = value.chars().take(LONGEST).chain("...".chars()).collect();
    }
    RulesError::Value {
        option: option.into(),
        value,
        reason: reason.into(),
    }
}

fn syntax(error: &toml::de::Error) -> RulesError {
    RulesError::Syntax(format!(
        "not valid TOML: {}",
        error.message().trim().replace('\n', ", ")
    ))
}

/// Flattens tables to full names, each with its place in the text. Tables without entries stay, so that they are judged too.
fn collect<'i>(
    prefix: &str,
    table: &DeTable<'i>,
    found: &mut Vec<(String, usize, Spanned<DeValue<'i>>)>,
) {
    for (key, value) in table {
        let name = format!("{prefix}{}", key.get_ref());
        match value.get_ref() {
            DeValue::Table(inner) if !inner.is_empty() => {
                collect(&format!("{name}."), inner, found);
            }
            DeValue::Table(_) if is_group(&name) => {}
            _ if name == "base" => {}
            _ => found.push((name, key.span().start, value.clone())),
        }
    }
}

fn is_group(name: &str) -> bool {
    matches!(Rules::default().table().get(name), Some(Value::Table(_)))
}

/// A TOML value, or words without quotes: `off`, `[slap, wild]`.
fn loose_value(text: &str) -> Value {
    if let Ok(value) = ValueDeserializer::parse(text).and_then(Value::deserialize) {
        return value;
    }
    match text.strip_prefix('[').and_then(|t| t.strip_suffix(']')) {
        Some(list) if !list.contains(['[', ']']) => list
            .split(',')
            .map(|entry| loose_value(entry.trim()))
            .collect::<Vec<Value>>()
            .into(),
        _ => Value::String(text.into()),
    }
}

#[cfg(test)]
#[path = "parse_tests.rs"]
mod tests;
