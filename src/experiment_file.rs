//! How an experiment file is written (TOML; its first comment line is the question it asks). It finds the line of every
//! mistake; what the values mean for a run is `experiment`'s business.

use anyhow::{Context, Result, anyhow};
use clap::ValueEnum;
use std::path::Path;
use toml::Value;
use toml::de::DeTable;
use unosim_engine::spelling::nearest;
use unosim_strategies::Spec;

use crate::experiment::{TABLE, TableSpec};
use crate::numbers::toml_number;
use crate::seating::Seating;
use crate::tune::TuneDraft;

/// An experiment as far as it is written down.
#[derive(Debug, Default)]
pub struct Draft {
    /// Stem of the file.
    pub name: Option<String>,
    /// Its first comment line.
    pub question: Option<String>,
    /// `title`
    pub title: Option<String>,
    /// `rules`
    pub rules: Option<Vec<String>>,
    /// `set`, as `option=value`
    pub set: Vec<String>,
    /// `strategies`, or each `[[table]]`
    pub tables: Vec<TableSpec>,
    /// `seats`
    pub seats: Option<u64>,
    /// `deals`
    pub deals: Option<u64>,
    /// `seed`
    pub seed: Option<u64>,
    /// `seating`
    pub seating: Option<Seating>,
    /// `[tune]`
    pub tune: Option<TuneDraft>,
    /// `allow_cheats`
    pub allow_cheats: Option<bool>,
}

const KEYS: &[&str] = &[
    "title",
    "rules",
    "set",
    "seats",
    "strategies",
    "table",
    "deals",
    "seed",
    "seating",
    "tune",
    "allow_cheats",
];
const TABLE_KEYS: &[&str] = &["name", "strategies", "deals"];

/// Reads an experiment file.
///
/// # Errors
/// `FILE:LINE: what is wrong`, with the nearest key if one is unknown.
pub fn read(path: &Path) -> Result<Draft> {
    let text = std::fs::read_to_string(path)
        .with_context(|| format!("cannot read the experiment file {}", path.display()))?;
    let mut draft = parse(&text, &path.display().to_string())?;
    draft.name = path.file_stem().map(|s| s.to_string_lossy().into_owned());
    // A rule file lies beside the experiment that names it, unless it lies where the command is typed.
    let rules = draft.rules.iter_mut().flatten();
    for rules in rules.filter(|rules| rules.ends_with(".toml")) {
        let beside = path.with_file_name(&*rules);
        if !Path::new(rules).exists() && beside.exists() {
            *rules = beside.display().to_string();
        }
    }
    Ok(draft)
}

/// The question of an experiment: its first line, if that is a comment.
#[must_use]
pub fn question(text: &str) -> Option<String> {
    let line = text.lines().next()?.trim().strip_prefix('#')?;
    Some(line.trim().to_string()).filter(|q| !q.is_empty())
}

fn parse(text: &str, file: &str) -> Result<Draft> {
    let broken = |e: toml::de::Error| {
        let line = line_of(text, e.span().map_or(0, |s| s.start));
        anyhow!("{file}:{line}: {}", e.message())
    };
    let marked = DeTable::parse(text).map_err(broken)?;
    let values: toml::Table = toml::from_str(text).map_err(broken)?;
    let mut draft = Draft {
        question: question(text),
        ..Draft::default()
    };
    for (key, marked) in marked.get_ref() {
        let (name, at) = (key.get_ref().as_ref(), key.span().start);
        let fail = |why: String| anyhow!("{file}:{}: {why}", line_of(text, at));
        let value = &values[name];
        match name {
            "table" => {
                let list = value.as_array().map(Vec::as_slice);
                let lines = marked.get_ref().as_array();
                let wrong = || fail("`table` is written [[table]], once for each table".into());
                for (i, one) in list.ok_or_else(wrong)?.iter().enumerate() {
                    let at = lines.and_then(|l| l.get(i)).map_or(at, |v| v.span().start);
                    let table = one.as_table().ok_or_else(wrong)?;
                    let spec = read_table(table, i, &draft.tables)
                        .map_err(|why| anyhow!("{file}:{}: {why}", line_of(text, at)))?;
                    draft.tables.push(spec);
                }
            }
            "tune" => {
                let wrong = || fail("`tune` is written as a table, [tune]".into());
                let lines = marked.get_ref().as_table().ok_or_else(wrong)?;
                let table = value.as_table().ok_or_else(wrong)?;
                let tune = draft.tune.insert(TuneDraft::default());
                for key in lines.keys() {
                    let (name, at) = (key.get_ref().as_ref(), key.span().start);
                    tune.take(name, &table[name])
                        .map_err(|why| anyhow!("{file}:{}: {why}", line_of(text, at)))?;
                }
            }
            _ => draft.take(name, value).map_err(fail)?,
        }
        if values.contains_key("table") && values.contains_key("strategies") {
            return Err(fail(
                "give either `strategies` (one table) or [[table]] entries, not both".into(),
            ));
        }
    }
    Ok(draft)
}

impl Draft {
    fn take(&mut self, name: &str, value: &Value) -> Result<(), String> {
        let number = |least: u64| at_least(least, name, value).map(Some);
        match name {
            "title" => self.title = Some(string(name, value)?),
            "rules" => self.rules = Some(rules(value)?),
            "set" => {
                let table = value.as_table().ok_or(
                    "`set` is a table of options by their full names, such as \"uno.call\" = \"off\"",
                )?;
                flatten("", table, &mut self.set);
            }
            "seats" => self.seats = number(2)?,
            "deals" => self.deals = number(1)?,
            "seed" => self.seed = number(0)?,
            "seating" => {
                let text = string(name, value)?;
                self.seating = Some(Seating::from_str(&text, false).map_err(|_| {
                    format!(
                        "`seating` = \"{text}\" is unknown: use \"shuffled\", \"fixed\", \"permutations\" or \"partners\""
                    )
                })?);
            }
            "allow_cheats" => {
                let wrong = || format!("`allow_cheats` is true or false, not {value}");
                self.allow_cheats = Some(value.as_bool().ok_or_else(wrong)?);
            }
            "strategies" => self.tables.push(TableSpec {
                name: TABLE.into(),
                strategies: strategies(name, value)?,
                deals: None,
            }),
            _ => return Err(unknown(name, KEYS)),
        }
        Ok(())
    }
}

fn read_table(
    table: &toml::Table,
    index: usize,
    before: &[TableSpec],
) -> Result<TableSpec, String> {
    if let Some(key) = table.keys().find(|k| !TABLE_KEYS.contains(&k.as_str())) {
        return Err(unknown(key, TABLE_KEYS));
    }
    let name = match table.get("name") {
        Some(name) => string("name", name)?,
        None => (index + 1).to_string(),
    };
    if before.iter().any(|t| t.name == name) {
        return Err(format!("two tables are named \"{name}\""));
    }
    let list = table
        .get("strategies")
        .ok_or(format!("table \"{name}\" lists no `strategies`"))?;
    let of_table = |why| format!("table \"{name}\": {why}");
    let deals = table.get("deals").map(|value| at_least(1, "deals", value));
    Ok(TableSpec {
        deals: deals.transpose().map_err(of_table)?,
        strategies: strategies("strategies", list).map_err(of_table)?,
        name,
    })
}

/// One rule set, or a list of them.
fn rules(value: &Value) -> Result<Vec<String>, String> {
    match value {
        Value::Array(list) if list.is_empty() => {
            Err("`rules` lists none; \"all\" is every rule set".into())
        }
        Value::Array(list) => list.iter().map(|one| string("rules", one)).collect(),
        one => Ok(vec![string("rules", one)?]),
    }
}

/// A list of strategies, each a text or a table.
pub(crate) fn strategies(key: &str, value: &Value) -> Result<Vec<Spec>, String> {
    let list = value
        .as_array()
        .ok_or_else(|| format!("`{key}` is a list, such as [\"random\", \"greedy\"]"))?;
    list.iter()
        .map(|one| Spec::from_toml(one).map_err(|e| e.to_string()))
        .collect()
}

/// A whole number, not below `least`.
pub(crate) fn at_least(least: u64, key: &str, value: &Value) -> Result<u64, String> {
    match toml_number(value) {
        Ok(number) if number >= least => Ok(number),
        Ok(_) => Err(format!("`{key}` must be at least {least}")),
        Err(why) => Err(format!("`{key}` = {value}: {why}")),
    }
}

/// A text.
pub(crate) fn string(key: &str, value: &Value) -> Result<String, String> {
    let wrong = || format!("`{key}` is a text in quotes, not {value}");
    Ok(value.as_str().ok_or_else(wrong)?.to_string())
}

/// Options as they are typed after `--set`, whether their names are quoted or dotted.
fn flatten(prefix: &str, table: &toml::Table, into: &mut Vec<String>) {
    for (key, value) in table {
        let name = format!("{prefix}{key}");
        match value {
            Value::Table(inner) => flatten(&format!("{name}."), inner, into),
            Value::String(text) => into.push(format!("{name}={text}")),
            other => into.push(format!("{name}={other}")),
        }
    }
}

/// What is said to a key that does not exist.
pub(crate) fn unknown(key: &str, known: &[&str]) -> String {
    match nearest(key, known.iter().copied()) {
        Some(name) => format!("unknown key `{key}`; did you mean `{name}`?"),
        None => format!("unknown key `{key}`; the keys are {}", known.join(", ")),
    }
}

fn line_of(text: &str, byte: usize) -> usize {
    1 + text[..byte.min(text.len())].matches('\n').count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        parse(text, "x.toml").unwrap_err().to_string()
    }

    #[test]
    fn a_file_is_read_as_written() {
        let draft = parse(
            "# Which is best?\nrules = \"mattel\"\nstrategies = [\"random\", \"greedy\"]\ndeals = 1e3\n\
             [set]\n\"uno.call\" = \"off\"\nfinish.ban = [\"skip\"]\nmax_turns = 50\n",
            "x.toml",
        )
        .unwrap();
        assert_eq!(draft.question.as_deref(), Some("Which is best?"));
        assert_eq!(draft.rules, Some(vec!["mattel".into()]));
        assert_eq!(draft.deals, Some(1000));
        assert_eq!(
            draft.set,
            ["uno.call=off", "finish.ban=[\"skip\"]", "max_turns=50"]
        );
        assert_eq!(draft.tables[0].strategies.len(), 2);
    }

    #[test]
    fn mistakes_are_found_with_their_line() {
        let unknown = error("# q\n\ndelas = 5\n");
        assert!(
            unknown.starts_with("x.toml:3: unknown key `delas`"),
            "{unknown}"
        );
        assert!(unknown.contains("did you mean `deals`?"));
        assert!(error("rules = []").contains("x.toml:1: `rules` lists none"));
        assert!(error("rules = [\"phone\", 1]").contains("`rules` is a text in quotes, not 1"));
        assert!(error("deals = -1").contains("x.toml:1: `deals` = -1"));
        assert!(error("a = 1\nb = = 2").starts_with("x.toml:2: "));
        let strategy = error("\nstrategies = [\"random\", \"gredy\"]");
        assert!(
            strategy.starts_with("x.toml:2: ") && strategy.contains("greedy"),
            "{strategy}"
        );
        let table = error("[[table]]\nname = \"a\"\nstrategies = []\n\n[[table]]\nnome = \"b\"\n");
        assert!(table.starts_with("x.toml:5: unknown key `nome`"), "{table}");
        assert!(error("strategies = []\n[[table]]\nstrategies = []").contains("not both"));
    }
}
