//! The values of an experiment file that are more than TOML has: counts, strategies, options. Each knows how it is read and how
//! it is described to an editor.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserialize, Deserializer, Error};
use serde_json::{Map, Value as Json, json};
use std::borrow::Cow;
use std::path::{Component, PathBuf};
use toml::Value;
use unosim_engine::Rules;
use unosim_strategies::{Spec, registry};

use crate::numbers::toml_number;

/// A whole number of at least `LEAST`, written `100000`, `100_000` or `1e5`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Whole<const LEAST: u64>(pub u64);

/// Rule sets or rule files: one, or a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RulesList(pub Vec<String>);

/// A directory below the one where the command is typed: a file says where results lie, but nowhere else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Below(pub PathBuf);

/// A strategy, as a text or as a table.
#[derive(Debug, Clone, PartialEq)]
pub struct Strategy(pub Spec);

/// The other strategies of one table, or a list of such lists.
#[derive(Debug, Clone, PartialEq)]
pub struct Against(pub Vec<Vec<Spec>>);

/// Options of the rules by their full names, whether these are quoted or dotted, as `option=value`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Options(pub Vec<String>);

/// What is swept, as (parameter, values), in the order written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Swept {
    /// Whether the first values go together, and the second, and so on; else every value goes with every other.
    pub zip: bool,
    /// Parameters and their values, as texts.
    pub values: Vec<(String, Vec<String>)>,
}

impl<'de, const LEAST: u64> Deserialize<'de> for Whole<LEAST> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(from)?;
        match toml_number(&value) {
            Ok(number) if number >= LEAST => Ok(Whole(number)),
            Ok(_) => Err(D::Error::custom(format!("must be at least {LEAST}"))),
            Err(why) => Err(D::Error::custom(format!("{value} is {why}"))),
        }
    }
}

impl<'de> Deserialize<'de> for RulesList {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = |value: &Value| match value.as_str() {
            Some(text) => Ok(text.to_string()),
            None => Err(D::Error::custom(format!(
                "a rule set is a text in quotes, not {value}"
            ))),
        };
        match Value::deserialize(from)? {
            Value::Array(list) if list.is_empty() => {
                Err(D::Error::custom("lists none; \"all\" is every rule set"))
            }
            Value::Array(list) => Ok(RulesList(list.iter().map(text).collect::<Result<_, _>>()?)),
            one => Ok(RulesList(vec![text(&one)?])),
        }
    }
}

impl<'de> Deserialize<'de> for Below {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        let path = PathBuf::from(&text);
        let inside = |part| matches!(part, Component::Normal(_) | Component::CurDir);
        let named = path
            .components()
            .any(|part| matches!(part, Component::Normal(_)));
        match named && path.components().all(inside) {
            true => Ok(Below(path)),
            false => Err(D::Error::custom(format!(
                "{text:?} is not below the directory where the command is typed, such as \"results/mine\"; \
                 another place is named with --out"
            ))),
        }
    }
}

impl<'de> Deserialize<'de> for Strategy {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(from)?;
        Spec::from_toml(&value)
            .map(Strategy)
            .map_err(D::Error::custom)
    }
}

impl<'de> Deserialize<'de> for Against {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let lists = Vec::<Value>::deserialize(from)?;
        let table = |list: &[Value]| -> Result<Vec<Spec>, D::Error> {
            let specs = list.iter().map(Spec::from_toml);
            specs.collect::<Result<_, _>>().map_err(D::Error::custom)
        };
        let inner: Vec<&[Value]> = lists
            .iter()
            .filter_map(|one| one.as_array().map(Vec::as_slice))
            .collect();
        match inner.len() {
            0 => Ok(Against(vec![table(&lists)?])),
            all if all == lists.len() => Ok(Against(
                inner.into_iter().map(table).collect::<Result<_, _>>()?,
            )),
            _ => Err(D::Error::custom(
                "lists strategies, or lists of them, one a table; not both",
            )),
        }
    }
}

impl<'de> Deserialize<'de> for Options {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let mut leaves = Vec::new();
        flatten("", &toml::Table::deserialize(from)?, &mut leaves);
        let option = |(name, value): (String, Value)| format!("{name}={}", plain(&value));
        Ok(Options(leaves.into_iter().map(option).collect()))
    }
}

impl<'de> Deserialize<'de> for Swept {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let mut leaves = Vec::new();
        flatten("", &toml::Table::deserialize(from)?, &mut leaves);
        let mut swept = Swept::default();
        for (name, value) in leaves {
            match (name.as_str(), value) {
                ("zip", Value::Boolean(zip)) => swept.zip = zip,
                ("zip", other) => {
                    let wrong = format!("`zip` is true or false, not {other}");
                    return Err(D::Error::custom(wrong));
                }
                (_, Value::Array(values)) if !values.is_empty() => {
                    let values = values.iter().map(plain).collect();
                    swept.values.push((name, values));
                }
                (_, other) => {
                    let wrong =
                        format!("`{name}` is a list of values, such as [1, 2], not {other}");
                    return Err(D::Error::custom(wrong));
                }
            }
        }
        Ok(swept)
    }
}

/// The leaves of a table of tables, by their dotted names.
fn flatten(prefix: &str, table: &toml::Table, into: &mut Vec<(String, Value)>) {
    for (key, value) in table {
        let name = format!("{prefix}{key}");
        match value {
            Value::Table(inner) => flatten(&format!("{name}."), inner, into),
            leaf => into.push((name, leaf.clone())),
        }
    }
}

/// A value as it is typed after `--set`: a text without quotes.
fn plain(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_string)
}

impl<const LEAST: u64> JsonSchema for Whole<LEAST> {
    fn schema_name() -> Cow<'static, str> {
        format!("whole_{LEAST}").into()
    }
    fn inline_schema() -> bool {
        true
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "anyOf": [
            { "type": "number", "minimum": LEAST, "multipleOf": 1 },
            { "type": "string", "pattern": "^[0-9][0-9_,]*([.][0-9]+)?(e[0-9]+)?$", "description": "the same as a text: beyond 2^63, or 1e6" },
        ] })
    }
}

impl JsonSchema for RulesList {
    fn schema_name() -> Cow<'static, str> {
        "rules".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let names = unosim_engine::rule_sets().iter().map(|set| json!(set.name));
        let names: Vec<Json> = names.chain([json!(crate::rules::ALL)]).collect();
        let one = json!({ "anyOf": [
            { "enum": names },
            { "type": "string", "pattern": "\\.toml$", "description": "a rule file" },
        ]});
        json_schema!({ "anyOf": [one, { "type": "array", "items": one, "minItems": 1 }] })
    }
}

impl JsonSchema for Strategy {
    fn schema_name() -> Cow<'static, str> {
        "strategy".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let names: Vec<&str> = registry().iter().map(|entry| entry.name).collect();
        json_schema!({ "anyOf": [
            { "type": "string", "examples": names, "description": "NAME or NAME(parameter=value, …)" },
            { "type": "object", "required": ["name"], "properties": { "name": { "enum": names } } },
        ]})
    }
}

impl JsonSchema for Against {
    fn schema_name() -> Cow<'static, str> {
        "against".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let one = generator.subschema_for::<Vec<Strategy>>();
        json_schema!({ "anyOf": [one, { "type": "array", "items": one }] })
    }
}

impl JsonSchema for Options {
    fn schema_name() -> Cow<'static, str> {
        "options".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let closed = |properties: Map<String, Json>| json!({ "type": "object", "properties": properties, "additionalProperties": false });
        let mut properties = Map::new();
        let mut groups: Vec<(String, Map<String, Json>)> = Vec::new();
        for (name, value) in Rules::default().options() {
            let described = json!({ "default": value });
            if let Some((group, option)) = name.split_once('.') {
                if groups.last().is_none_or(|(last, _)| last != group) {
                    groups.push((group.to_string(), Map::new()));
                }
                if let Some((_, options)) = groups.last_mut() {
                    options.insert(option.to_string(), described.clone());
                }
            }
            properties.insert(name, described);
        }
        for (group, options) in groups {
            properties.insert(group, closed(options));
        }
        Schema::try_from(closed(properties)).unwrap_or_default()
    }
}

impl JsonSchema for Swept {
    fn schema_name() -> Cow<'static, str> {
        "sweep".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "object",
            "properties": { "zip": {
                "type": "boolean",
                "default": false,
                "description": "Whether the first values go together, and the second, and so on; else every value goes with every other",
            } },
            "additionalProperties": { "anyOf": [
                { "type": "array", "minItems": 1 },
                { "type": "object" },
            ] },
        })
    }
}
