//! In what two manifests differ: what was asked for, the options of the rules, the versions. It knows the keys of
//! `manifest.json` (docs/results.md) and nothing of results.

use serde::Serialize;
use serde_json::{Map, Value};

use super::names::Names;

/// A setting that differs.
#[derive(Debug, Clone, Serialize, PartialEq, Eq)]
pub struct Change {
    /// Its name.
    pub setting: String,
    /// What it is in A; `None` if A does not have it.
    pub a: Option<String>,
    /// What it is in B.
    pub b: Option<String>,
}

/// Settings by name, in their order.
type Settings = Vec<(String, String)>;

/// What was asked for and differs, with the options of the rules.
#[must_use]
pub fn asked(a: &Value, b: &Value, names: &Names) -> Vec<Change> {
    let mut changes = changes(
        &experiment(a, |name| name),
        &experiment(b, |name| names.name("table", name)),
    );
    changes.extend(options(a, b, names));
    changes
}

/// Versions and system, as far as they differ.
#[must_use]
pub fn versions(a: &Value, b: &Value) -> Vec<Change> {
    let of = |manifest: &Value| {
        let mut settings = Settings::new();
        all(&mut settings, "", manifest.get("versions"));
        for key in ["os", "arch"] {
            let value = manifest.get("platform").and_then(|p| p.get(key));
            settings.extend(value.map(|value| (key.to_string(), text(value))));
        }
        settings
    };
    changes(&of(a), &of(b))
}

/// What was asked for, and whether it was done.
fn experiment<'m>(manifest: &'m Value, table: impl Fn(&'m str) -> &'m str) -> Settings {
    let mut settings = Settings::new();
    for key in ["kind", "complete", "reproducible", "cheats"] {
        let value = manifest.get(key);
        settings.extend(value.map(|value| (key.to_string(), text(value))));
    }
    let asked = manifest.get("experiment").and_then(Value::as_object);
    for (key, value) in asked.into_iter().flatten() {
        match (key.as_str(), value) {
            ("tables", Value::Array(tables)) => {
                for entry in tables {
                    let name = entry.get("name").and_then(Value::as_str);
                    let prefix = format!("table {}, ", table(name.unwrap_or_default()));
                    let mut entry = entry.clone();
                    if let Value::Object(map) = &mut entry {
                        map.shift_remove("name");
                    }
                    all(&mut settings, &prefix, Some(&entry));
                }
            }
            ("sweep" | "until", value) => all(&mut settings, &format!("{key} "), Some(value)),
            (key, value) => settings.push((key.to_string(), text(value))),
        }
    }
    all(&mut settings, "", manifest.get("settings"));
    all(&mut settings, "", manifest.get("comparison"));
    settings
}

/// The options of the rules that both have; one that changed alike in several is told once.
fn options(a: &Value, b: &Value, names: &Names) -> Vec<Change> {
    let empty = Map::new();
    let of = |manifest: &'_ Value| {
        let options = manifest.get("options").and_then(Value::as_object);
        options.unwrap_or(&empty).clone()
    };
    let (in_a, in_b) = (of(a), of(b));
    let mut found: Vec<(Change, Vec<&str>)> = Vec::new();
    for (name, theirs) in &in_b {
        let name = names.name("rules", name);
        let Some((name, ours)) = in_a.get_key_value(name) else {
            continue;
        };
        let [mut ours_listed, mut theirs_listed] = [Settings::new(), Settings::new()];
        all(&mut ours_listed, "", Some(ours));
        all(&mut theirs_listed, "", Some(theirs));
        for change in changes(&ours_listed, &theirs_listed) {
            match found.iter_mut().find(|(known, _)| *known == change) {
                Some((_, rules)) => rules.push(name),
                None => found.push((change, vec![name])),
            }
        }
    }
    let several = in_a.len() > 1;
    let told = found.into_iter().map(|(change, rules)| Change {
        setting: match several {
            true => format!("{} ({})", change.setting, rules.join(", ")),
            false => change.setting,
        },
        ..change
    });
    told.collect()
}

/// Every entry of a table.
fn all(settings: &mut Settings, prefix: &str, value: Option<&Value>) {
    let entries = value.and_then(Value::as_object).into_iter().flatten();
    settings.extend(entries.map(|(key, value)| (format!("{prefix}{key}"), text(value))));
}

/// A value as people write it.
fn text(value: &Value) -> String {
    match value {
        Value::Null => "none".to_string(),
        Value::String(text) => text.clone(),
        Value::Array(list) if list.is_empty() => "none".to_string(),
        Value::Array(list) => {
            let name = |item: &Value| text(item.get("name").unwrap_or(item));
            list.iter().map(name).collect::<Vec<_>>().join(", ")
        }
        other => other.to_string(),
    }
}

fn changes(a: &Settings, b: &Settings) -> Vec<Change> {
    let get = |settings: &Settings, key: &str| {
        let found = settings.iter().find(|(name, _)| name == key);
        found.map(|(_, value)| value.clone())
    };
    let lost = a.iter().filter(|(key, _)| get(b, key).is_none());
    let keys = b.iter().chain(lost);
    let changes = keys.map(|(key, _)| Change {
        setting: key.clone(),
        a: get(a, key),
        b: get(b, key),
    });
    changes.filter(|change| change.a != change.b).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn each_change_is_told_once() {
        let manifest = |seed: u64, call: &str, strategy: &str| {
            json!({
                "experiment": { "seed": seed, "tables": [{ "name": "main", "strategies": ["random", strategy], "deals": 5 }] },
                "options": { "mattel": { "uno.call": call, "x": 1 }, "phone": { "uno.call": call, "x": 1 } },
                "versions": { "unosim": "0.1.0" },
            })
        };
        let (a, b) = (manifest(1, "auto", "greedy"), manifest(2, "off", "ranking"));
        let told = |change: Change| {
            format!(
                "{}: {} → {}",
                change.setting,
                change.a.unwrap(),
                change.b.unwrap()
            )
        };
        let told: Vec<String> = asked(&a, &b, &Names::default())
            .into_iter()
            .map(told)
            .collect();
        assert_eq!(
            told,
            [
                "seed: 1 → 2",
                "table main, strategies: random, greedy → random, ranking",
                "uno.call (mattel, phone): auto → off",
            ]
        );
        assert_eq!(versions(&a, &b), []);
        assert_eq!(asked(&a, &a, &Names::default()), []);
    }
}
