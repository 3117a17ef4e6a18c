//! `manifest.json` as far as a report tells of it. It knows how to write the run down again as an experiment file.

use anyhow::{Result, anyhow};
use serde::Deserialize;
use std::path::Path;

use crate::input;

/// What a report uses of a manifest; all of it may be missing.
#[derive(Debug, Default, Clone, Deserialize)]
#[serde(default)]
pub struct Manifest {
    /// Stem of the experiment file.
    pub name: Option<String>,
    /// Its title.
    pub title: Option<String>,
    /// Its question.
    pub question: Option<String>,
    /// What was found, in sentences.
    pub answer: Vec<String>,
    /// `run`, `duel`, `league`, …; not said by older runs.
    pub kind: Option<String>,
    /// The command that does it again, where no experiment file can.
    pub command: Option<String>,
    /// Whether all deals were played.
    pub complete: Option<bool>,
    /// Whether the same command gives the same files.
    pub reproducible: Option<bool>,
    /// Strategies that see what no player may.
    pub cheats: Vec<String>,
    /// Hash of the CSV files.
    pub fingerprint: Option<String>,
    /// What was asked for.
    pub experiment: Asked,
    /// What was asked for, of a comparison of rules.
    pub comparison: Compared,
    /// Games played.
    pub games: Option<u64>,
    /// Hands played.
    pub hands: Option<u64>,
    /// Threads.
    pub threads: Option<u64>,
    /// Wall time.
    pub wall_seconds: Option<f64>,
    /// Program, commit, compiler.
    pub versions: Versions,
    /// System and processor.
    pub platform: Platform,
}

/// The experiment as asked for.
#[derive(Debug, Default, Clone, Deserialize)]
#[serde(default)]
pub struct Asked {
    /// Rule sets or files.
    pub rules: Vec<String>,
    /// Changed options, `option=value`.
    pub set: Vec<String>,
    /// The tables.
    pub tables: Vec<AskedTable>,
    /// Parameters that were varied, each with its values; `zip`.
    pub sweep: Option<toml::Table>,
    /// When a table had been played often enough.
    pub until: Option<toml::Table>,
    /// The CSV files that were wanted, where not all were.
    pub outputs: Option<Vec<String>>,
    /// Deals.
    pub deals: Option<u64>,
    /// Seed.
    pub seed: Option<u64>,
    /// How strategies came to their seats.
    pub seating: Option<String>,
    /// Whether cheats were allowed.
    pub allow_cheats: Option<bool>,
}

/// A comparison of rules as asked for.
#[derive(Debug, Default, Clone, Deserialize)]
#[serde(default)]
pub struct Compared {
    /// The rule set with which the others are compared.
    pub baseline: Option<String>,
    /// Players.
    pub players: Option<u64>,
    /// Who sits on every seat.
    pub strategy: Option<String>,
    /// Strategies from the weakest to the strongest.
    pub ladder: Vec<String>,
    /// Deals under each of the rules.
    pub deals: Option<u64>,
    /// Seed.
    pub seed: Option<u64>,
}

/// A table as asked for.
#[derive(Debug, Default, Clone, Deserialize)]
#[serde(default)]
pub struct AskedTable {
    /// Its name.
    pub name: String,
    /// Its strategies.
    pub strategies: Vec<String>,
    /// Its deals, where they are its own.
    pub deals: Option<u64>,
}

/// What played.
#[derive(Debug, Default, Clone, Deserialize)]
#[serde(default)]
pub struct Versions {
    /// The program.
    pub unosim: Option<String>,
    /// Its git commit.
    pub commit: Option<String>,
    /// The compiler.
    pub rustc: Option<String>,
}

/// Where it played.
#[derive(Debug, Default, Clone, Deserialize)]
#[serde(default)]
pub struct Platform {
    /// Operating system.
    pub os: Option<String>,
    /// Processor family.
    pub arch: Option<String>,
    /// Processors.
    pub processors: Option<u64>,
}

impl Manifest {
    /// Reads it, if it is there.
    ///
    /// # Errors
    /// If it is not what a run writes.
    pub fn read(path: &Path) -> Result<Option<Manifest>> {
        let text = input::results_text(path)?;
        let Some(text) = text else {
            return Ok(None);
        };
        let manifest = serde_json::from_str(&text)
            .map_err(|e| anyhow!("{}:{}: {e}", path.display(), e.line()))?;
        Ok(Some(manifest))
    }

    /// Whether these are results of another command than `unosim run`.
    #[must_use]
    pub fn other_command(&self) -> bool {
        self.kind.as_deref().is_some_and(|kind| kind != "run")
    }

    /// An experiment file that plays this run again; `None` if it was no `run`, or the manifest does not tell enough: older
    /// ones list the rules and tables of a sweep, but not the sweep.
    #[must_use]
    pub fn experiment_file(&self) -> Option<String> {
        let asked = &self.experiment;
        if asked.rules.is_empty() || asked.tables.is_empty() || self.other_command() {
            return None;
        }
        let repeated = |(i, rules)| asked.rules[..i].contains(rules);
        if asked.rules.iter().enumerate().any(repeated) {
            return None;
        }
        let mut file = toml::Table::new();
        let list = |texts: &[String]| texts.iter().cloned().map(toml::Value::String).collect();
        let number = |n: u64| i64::try_from(n).map_or(n.to_string().into(), toml::Value::Integer);
        if let Some(title) = &self.title {
            file.insert("title".into(), title.clone().into());
        }
        file.insert("rules".into(), toml::Value::Array(list(&asked.rules)));
        if let Some(deals) = asked.deals {
            file.insert("deals".into(), number(deals));
        }
        if let Some(seed) = asked.seed {
            file.insert("seed".into(), number(seed));
        }
        if let Some(seating) = &asked.seating {
            file.insert("seating".into(), seating.clone().into());
        }
        if asked.allow_cheats == Some(true) {
            file.insert("allow_cheats".into(), true.into());
        }
        if let Some(outputs) = &asked.outputs {
            file.insert("outputs".into(), toml::Value::Array(list(outputs)));
        }
        if let Some(until) = &asked.until {
            file.insert("until".into(), until.clone().into());
        }
        if !asked.set.is_empty() {
            let mut set = toml::Table::new();
            for change in &asked.set {
                let (option, value) = change.split_once('=')?;
                set.insert(option.into(), plain(value));
            }
            file.insert("set".into(), set.into());
        }
        if let Some(sweep) = &asked.sweep {
            let value = |value: &toml::Value| match value {
                toml::Value::String(text) => plain(text),
                other => other.clone(),
            };
            let values = sweep.iter().map(|(parameter, values)| {
                let values = match values {
                    toml::Value::Array(values) => {
                        toml::Value::Array(values.iter().map(value).collect())
                    }
                    other => other.clone(),
                };
                (parameter.clone(), values)
            });
            file.insert("sweep".into(), toml::Value::Table(values.collect()));
        }
        let tables = asked.tables.iter().map(|table| {
            let mut out = toml::Table::new();
            out.insert("name".into(), table.name.clone().into());
            out.insert(
                "strategies".into(),
                toml::Value::Array(list(&table.strategies)),
            );
            if let Some(deals) = table.deals.filter(|deals| asked.deals != Some(*deals)) {
                out.insert("deals".into(), number(deals));
            }
            toml::Value::Table(out)
        });
        file.insert("table".into(), toml::Value::Array(tables.collect()));
        let text = toml::to_string(&file).ok()?;
        let question = self.question.as_deref().unwrap_or_default();
        let question = question.split_whitespace().collect::<Vec<_>>().join(" ");
        Some(match question.is_empty() {
            true => text,
            false => format!("# {question}\n{text}"),
        })
    }
}

/// An option's value as TOML writes it: `4`, `true`, `"off"`. What would be read as another text, such as `05`, stays a text.
fn plain(value: &str) -> toml::Value {
    let number = value.parse::<i64>().map(toml::Value::Integer);
    let truth = value.parse::<bool>().map(toml::Value::Boolean);
    number
        .or(truth)
        .ok()
        .filter(|read| read.to_string() == value)
        .unwrap_or_else(|| toml::Value::String(value.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_run_can_be_written_down_again() {
        let manifest: Manifest = serde_json::from_str(
            r#"{"question": "Who?", "experiment": {"rules": ["mattel"], "set": ["uno.call=off", "uno.penalty=4"],
                "tables": [{"name": "a", "strategies": ["greedy", "ranking(order=\"x>y\")"], "deals": 7},
                           {"name": "b", "strategies": ["random", "greedy"], "deals": 50}],
                "deals": 50, "seed": 3, "seating": "shuffled"}}"#,
        )
        .unwrap();
        let text = manifest.experiment_file().unwrap();
        assert!(
            text.starts_with("# Who?\nrules = [\"mattel\"]\ndeals = 50\nseed = 3\n"),
            "{text}"
        );
        let read: toml::Table = toml::from_str(&text).unwrap();
        assert_eq!(read["set"]["uno.call"].as_str(), Some("off"));
        assert_eq!(read["set"]["uno.penalty"].as_integer(), Some(4));
        let tables = read["table"].as_array().unwrap();
        assert_eq!(tables[0]["deals"].as_integer(), Some(7));
        assert_eq!(
            tables[0]["strategies"][1].as_str(),
            Some("ranking(order=\"x>y\")")
        );
        assert!(tables[1].get("deals").is_none());
        assert_eq!(Manifest::default().experiment_file(), None);
    }
}
