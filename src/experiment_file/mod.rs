//! How an experiment file is written (TOML): the types of this module say it, and both the reader and the schema for
//! editors are made of them. It finds the line of every mistake; what the values mean for a run is `experiment`'s business.

mod values;

use anyhow::{Context, Result, anyhow};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::path::Path;
use toml::Spanned;
use toml::de::{DeTable, DeValue};
use unosim_engine::spelling::nearest;

pub use values::{Against, Below, Options, RulesList, Strategy, Swept, Whole};

use crate::input;
use crate::seating::Seating;
use crate::tune::TuneFile;

/// An experiment of unosim: who plays, by which rules, how often. With a table `[tune]`, a search for the numbers with which a
/// strategy plays best.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct File {
    /// A heading.
    pub title: Option<String>,
    /// What it asks. Where it is left out, the file's first comment line is the question.
    pub question: Option<String>,
    /// Rule set or rule file, or several: every table is played under each. "all" is every rule set.
    pub rules: Option<RulesList>,
    /// Options that are changed in all the rules, by their full names: "uno.call" = "off".
    pub set: Option<Options>,
    /// Seats of every table, as a check.
    pub seats: Option<Whole<2>>,
    /// The only table: one strategy a seat.
    pub strategies: Option<Vec<Strategy>>,
    /// Several tables.
    pub table: Option<Vec<Table>>,
    /// Parameters to vary, each with its values: "expert.bluff", "first.playouts" (of whoever is listed first at a table) or
    /// "rules.setup.hand_size".
    pub sweep: Option<Swept>,
    /// Deals, each played once a rotation; with `until`, the most.
    pub deals: Option<Whole<1>>,
    /// Stop when it is known well enough.
    pub until: Option<Until>,
    /// Seed of all randomness.
    pub seed: Option<Whole<0>>,
    /// Directory of the results, below the one where the command is typed; without it, results/NAME, NAME being that of this file.
    #[schemars(with = "Option<String>")]
    pub out: Option<Below>,
    /// Which CSV files are written; without it, all.
    pub outputs: Option<Vec<Output>>,
    /// How strategies come to their seats.
    pub seating: Option<Seating>,
    /// Whether strategies may play that see what no player may.
    pub allow_cheats: Option<bool>,
    /// A search for the numbers with which a strategy plays best; then there are no tables.
    pub tune: Option<TuneFile>,
}

/// Who sits at a table.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// Its name in the results; without it, its number.
    pub name: Option<String>,
    /// One strategy a seat.
    pub strategies: Vec<Strategy>,
    /// Its deals, where it has a number of its own.
    pub deals: Option<Whole<1>>,
}

/// When a table has been played often enough.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table, such as { ci = 0.002 }")]
pub struct Until {
    /// Half the width that the 95 % intervals of all strategies shall have at most: 0.002 is ± 0.2 points of win rate.
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub ci: f64,
    /// Intervals of what.
    #[serde(default)]
    pub of: Aim,
}

/// What an interval is of.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Aim {
    /// The share of games won.
    #[default]
    WinRate,
    /// The score a hand.
    Score,
}

/// A CSV file of results.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Output {
    /// `win_rates.csv`
    WinRates,
    /// `seats.csv`
    Seats,
    /// `scores.csv`
    Scores,
    /// `lengths.csv`
    Lengths,
    /// `pairs.csv`
    Pairs,
    /// `differences.csv`
    Differences,
    /// `sweeps.csv`
    Sweeps,
}

impl Output {
    /// The name of the file.
    #[must_use]
    pub fn file(self) -> &'static str {
        match self {
            Output::WinRates => "win_rates.csv",
            Output::Seats => "seats.csv",
            Output::Scores => "scores.csv",
            Output::Lengths => "lengths.csv",
            Output::Pairs => "pairs.csv",
            Output::Differences => "differences.csv",
            Output::Sweeps => "sweeps.csv",
        }
    }
}

/// An experiment file, read.
#[derive(Debug, Default)]
pub struct Draft {
    /// Stem of the file; none if there is no file.
    pub name: Option<String>,
    /// What is written in it.
    pub file: File,
    source: Source,
}

/// The text of a file, to find the lines of it.
#[derive(Debug, Default)]
struct Source {
    path: String,
    text: String,
}

impl Draft {
    /// What the experiment asks.
    #[must_use]
    pub fn question(&self) -> Option<String> {
        let written = self.file.question.clone();
        written.or_else(|| question(&self.source.text))
    }

    /// The same mistake with the place where it is made: that of the keys, or the outermost of them that is written.
    #[must_use]
    pub fn at(&self, keys: &[&str], why: impl std::fmt::Display) -> anyhow::Error {
        match self.source.line(keys) {
            Some(line) => anyhow!("{}:{line}: {why:#}", self.source.path),
            None => anyhow!("{why:#}"),
        }
    }
}

/// Reads an experiment file.
///
/// # Errors
/// `FILE:LINE: what is wrong`, with the nearest key if one is unknown.
pub fn read(path: &Path) -> Result<Draft> {
    let text = input::written(path)
        .with_context(|| format!("cannot read the experiment file {}", path.display()))?;
    let mut draft = parse(&text, &path.display().to_string())?;
    let stem = path.file_stem().map(|s| s.to_string_lossy().into_owned());
    // Of `...toml` it would be the directory above.
    draft.name = stem.filter(|stem| stem != "." && stem != "..");
    // A rule file lies beside the experiment that names it, unless it lies where the command is typed.
    let rules = draft.file.rules.iter_mut().flat_map(|list| &mut list.0);
    for rules in rules.filter(|rules| rules.ends_with(".toml")) {
        let beside = path.with_file_name(&*rules);
        if !Path::new(rules).is_file() && beside.is_file() {
            *rules = beside.display().to_string();
        }
    }
    Ok(draft)
}

/// The question of an experiment file: its first line, if that is a comment.
#[must_use]
pub fn question(text: &str) -> Option<String> {
    let line = text.lines().next()?.strip_prefix('#')?;
    Some(line.trim().to_string()).filter(|q| !q.is_empty())
}

/// The JSON Schema of experiment files (2020-12), for editors.
///
/// # Errors
/// None that can happen.
pub fn schema() -> Result<String> {
    let schema = schemars::schema_for!(File);
    Ok(serde_json::to_string_pretty(&schema)? + "\n")
}

/// Reads the text of an experiment file, called `path` in messages.
///
/// # Errors
/// As [`read`].
pub fn parse(text: &str, path: &str) -> Result<Draft> {
    let source = Source {
        path: path.to_string(),
        text: text.to_string(),
    };
    let from = toml::Deserializer::parse(text).map_err(|e| source.mistake("", &e))?;
    let file: File = serde_path_to_error::deserialize(from)
        .map_err(|e| source.mistake(&e.path().to_string(), e.inner()))?;
    let draft = Draft {
        name: None,
        file,
        source,
    };
    let both = draft.file.table.is_some() && draft.file.strategies.is_some();
    match both {
        true => Err(draft.at(
            &["strategies"],
            "give either `strategies` (one table) or [[table]] entries, not both",
        )),
        false => Ok(draft),
    }
}

impl Source {
    /// A mistake that the reader found at a path such as `table[0].strategies[1]`.
    fn mistake(&self, path: &str, error: &toml::de::Error) -> anyhow::Error {
        let start = error.span().map_or(0, |span| span.start);
        let keys: Vec<&str> = path
            .split(['.', '[', ']'])
            .filter(|k| !k.is_empty())
            .collect();
        let (line, what) = match unknown_key(error.message()) {
            Some(what) => (None, what),
            None if keys.is_empty() => (None, error.message().to_string()),
            None => (self.line(&keys), format!("`{path}`: {}", error.message())),
        };
        let line = line.unwrap_or_else(|| self.line_of(start));
        anyhow!("{}:{line}: {what}", self.path)
    }

    /// The line of a path of keys, as far as it is written; of an array the key is the number of the element.
    fn line(&self, keys: &[&str]) -> Option<usize> {
        let root = DeTable::parse(&self.text).ok()?;
        let mut here: Option<&Spanned<DeValue<'_>>> = None;
        let mut start = None;
        for key in keys {
            let table = match here {
                None => Some(root.get_ref()),
                Some(value) => value.get_ref().as_table(),
            };
            let array = here.and_then(|value| value.get_ref().as_array());
            if let Some((name, value)) = table.and_then(|t| t.get_key_value(*key)) {
                (start, here) = (Some(name.span().start), Some(value));
            } else if let Some(value) = array.and_then(|a| a.get(key.parse::<usize>().ok()?)) {
                (start, here) = (Some(value.span().start), Some(value));
            } else {
                break;
            }
        }
        start.map(|start| self.line_of(start))
    }

    fn line_of(&self, byte: usize) -> usize {
        1 + self.text[..byte.min(self.text.len())].matches('\n').count()
    }
}

/// What is said to a key that does not exist, if that is the mistake.
fn unknown_key(message: &str) -> Option<String> {
    let rest = message.strip_prefix("unknown field `")?;
    let (key, rest) = rest.split_once('`')?;
    let known: Vec<&str> = rest.split('`').skip(1).step_by(2).collect();
    Some(match nearest(key, known.iter().copied()) {
        Some(name) => format!("unknown key `{key}`; did you mean `{name}`?"),
        None => format!("unknown key `{key}`; the keys are {}", known.join(", ")),
    })
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
             until = { ci = 0.01, of = \"score\" }\n\
             [set]\n\"uno.call\" = \"off\"\nfinish.ban = [\"skip\"]\nmax_turns = 50\n\
             [sweep]\nzip = true\n\"expert.bluff\" = [1, 2]\nrules.setup.hand_size = [5, 7]\n",
            "x.toml",
        )
        .unwrap();
        assert_eq!(draft.question().as_deref(), Some("Which is best?"));
        let file = draft.file;
        assert_eq!(file.rules, Some(RulesList(vec!["mattel".into()])));
        assert_eq!(file.deals, Some(Whole(1000)));
        let until = Until {
            ci: 0.01,
            of: Aim::Score,
        };
        assert_eq!(file.until, Some(until));
        assert_eq!(
            file.set.unwrap().0,
            ["uno.call=off", "finish.ban=[\"skip\"]", "max_turns=50"]
        );
        assert_eq!(file.strategies.unwrap().len(), 2);
        let sweep = file.sweep.unwrap();
        assert!(sweep.zip);
        assert_eq!(
            sweep.values,
            [
                ("expert.bluff".into(), vec!["1".into(), "2".into()]),
                ("rules.setup.hand_size".into(), vec!["5".into(), "7".into()])
            ]
        );
    }

    #[test]
    fn mistakes_are_found_with_their_line() {
        let cases: &[(&str, &str, &str)] = &[
            (
                "# q\n\ndelas = 5\n",
                "x.toml:3: unknown key `delas`",
                "did you mean `deals`?",
            ),
            ("rules = []", "x.toml:1: `rules`: lists none", "\"all\""),
            (
                "rules = [\"phone\", 1]",
                "x.toml:1: `rules`: ",
                "a text in quotes, not 1",
            ),
            (
                "deals = -1",
                "x.toml:1: `deals`: -1 is not a whole number",
                "1e6",
            ),
            ("\ndeals = 0", "x.toml:2: `deals`: must be at least 1", ""),
            ("a = 1\nb = = 2", "x.toml:2: ", ""),
            (
                "\nstrategies = [\"random\",\n\"gredy\"]",
                "x.toml:3: `strategies[1]`: ",
                "greedy",
            ),
            (
                "[[table]]\nname = \"a\"\nstrategies = []\n\n[[table]]\nnome = \"b\"\n",
                "x.toml:6: unknown key `nome`",
                "`name`",
            ),
            (
                "\n[[table]]\nname = \"a\"\n",
                "x.toml:2: `table[0]`: missing field `strategies`",
                "",
            ),
            (
                "strategies = []\n[[table]]\nstrategies = []",
                "x.toml:1: ",
                "not both",
            ),
            ("until = { ic = 1 }", "x.toml:1: unknown key `ic`", "ci, of"),
            ("\nuntil = 0.1", "x.toml:2: `until`: ", "expected"),
            (
                "[sweep]\n\"expert.bluff\" = 3",
                "x.toml:1: `sweep`: `expert.bluff` is a list of values",
                "not 3",
            ),
            (
                "seating = \"fixd\"",
                "x.toml:1: `seating`: unknown variant `fixd`",
                "`fixed`",
            ),
            ("title = 3", "x.toml:1: `title`: ", "string"),
            ("\nout = \"/tmp/x\"", "x.toml:2: `out`: \"/tmp/x\"", "--out"),
            ("out = \"a/../../x\"", "x.toml:1: `out`: ", "below"),
            ("out = \".\"", "x.toml:1: `out`: ", "below"),
            ("out = 3", "x.toml:1: `out`: ", "string"),
            (
                "[tune]\nagainst = [\"random\", [\"greedy\"]]",
                "x.toml:2: `tune.against`: ",
                "not both",
            ),
        ];
        for (text, begins, says) in cases {
            let error = error(text);
            assert!(
                error.starts_with(begins) && error.contains(says),
                "{text}\n{error}"
            );
        }
    }

    #[test]
    fn what_is_found_wrong_later_has_a_line_too() {
        let text = "seed = 1\n[sweep]\n\"expert.x\" = [1]\n[[table]]\nstrategies = []\n\n[[table]]\nstrategies = [\"random\"]\n";
        let draft = parse(text, "x.toml").unwrap();
        for (keys, line) in [
            (&["seed"][..], "x.toml:1: no"),
            (&["sweep", "expert.x"], "x.toml:3: no"),
            (&["table", "1"], "x.toml:7: no"),
            (&["table", "1", "deals"], "x.toml:7: no"),
            (&["deals"], "no"),
        ] {
            assert_eq!(draft.at(keys, "no").to_string(), line);
        }
    }
}
