//! The table `[tune]` of an experiment file, as far as it is written down. It knows keys and their forms; the file around
//! it, and the lines of mistakes, are `experiment_file`'s business.

use clap::ValueEnum;
use toml::Value;
use unosim_strategies::Spec;

use super::Goal;
use crate::experiment_file::{at_least, strategies, string, unknown};

/// What is written about a search.
#[derive(Debug, Default)]
pub struct TuneDraft {
    /// `strategy`
    pub strategy: Option<Spec>,
    /// `parameters`
    pub parameters: Option<Vec<String>>,
    /// `against`: the other strategies of each table
    pub against: Vec<Vec<Spec>>,
    /// `goal`
    pub goal: Option<Goal>,
    /// `generations`
    pub generations: Option<u64>,
    /// `population`
    pub population: Option<u64>,
    /// `check_deals`
    pub check_deals: Option<u64>,
}

const KEYS: &[&str] = &[
    "strategy",
    "parameters",
    "against",
    "goal",
    "generations",
    "population",
    "check_deals",
];

impl TuneDraft {
    /// Takes a key.
    ///
    /// # Errors
    /// Says what is wrong with its name or its value.
    pub fn take(&mut self, key: &str, value: &Value) -> Result<(), String> {
        match key {
            "strategy" => {
                self.strategy = Some(Spec::from_toml(value).map_err(|e| e.to_string())?);
            }
            "parameters" => self.parameters = Some(parameters(value)?),
            "against" => self.against = against(value)?,
            "goal" => {
                let text = string(key, value)?;
                let goal = Goal::from_str(&text, false);
                let wrong =
                    |_| format!("`goal` = \"{text}\" is unknown: use \"win\" or \"points\"");
                self.goal = Some(goal.map_err(wrong)?);
            }
            "generations" => self.generations = Some(at_least(1, key, value)?),
            "population" => self.population = Some(at_least(2, key, value)?),
            "check_deals" => self.check_deals = Some(at_least(1, key, value)?),
            _ => return Err(unknown(key, KEYS)),
        }
        Ok(())
    }
}

fn parameters(value: &Value) -> Result<Vec<String>, String> {
    let wrong =
        || format!("`parameters` is a list of names, such as [\"color\", \"symbol\"], not {value}");
    let list = value.as_array().ok_or_else(wrong)?;
    list.iter().map(|one| string("parameters", one)).collect()
}

/// The others of one table, or a list of such lists.
fn against(value: &Value) -> Result<Vec<Vec<Spec>>, String> {
    let list = value.as_array().map(Vec::as_slice).unwrap_or_default();
    match list.iter().filter(|one| one.is_array()).count() {
        0 => Ok(vec![strategies("against", value)?]),
        tables if tables == list.len() => {
            list.iter().map(|one| strategies("against", one)).collect()
        }
        _ => Err("`against` lists strategies, or lists of them, one a table; not both".into()),
    }
}
