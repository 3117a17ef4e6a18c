//! An experiment as data: what a manifest, or a part of a run, says of it, and how it is made again from that, without the
//! files it came from. It plays nothing.

use anyhow::{Context, Result, anyhow, ensure};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::path::{Component, Path};
use unosim_engine::Rules;
use unosim_strategies::Spec;

use crate::cli::PlayArgs;
use crate::experiment::Experiment;
use crate::experiment_file::{self, Swept};
use crate::page::manifest::Manifest;
use crate::report::manifest::versions;
use crate::rules::{NamedRules, rules_name};

/// What was asked for, as `manifest.json` has it under `experiment`.
#[must_use]
pub fn asked(experiment: &Experiment) -> Value {
    // A sweep lists each of them once for every value.
    let mut sources: Vec<&str> = Vec::new();
    for rules in &experiment.rules {
        if !sources.contains(&rules.source.as_str()) {
            sources.push(&rules.source);
        }
    }
    let sweep = experiment.sweep.as_ref();
    let tables: Vec<Value> = sweep
        .map_or(&experiment.tables, |sweep| &sweep.tables)
        .iter()
        .map(|table| {
            let strategies: Vec<String> = table.strategies.iter().map(Spec::to_string).collect();
            json!({
                "name": table.name,
                "strategies": strategies,
                "deals": experiment.deals_at(table),
            })
        })
        .collect();
    json!({
        "rules": sources,
        "set": experiment.set,
        "tables": tables,
        "sweep": sweep.map(|sweep| written(&sweep.swept)),
        "deals": experiment.deals,
        "until": experiment.until.map(|until| json!({ "ci": until.ci, "of": until.of })),
        "seed": experiment.seed,
        "seating": experiment.seating.name(),
        "allow_cheats": experiment.allow_cheats,
        "outputs": experiment.outputs,
    })
}

/// Every option of each of the rules, by their names in the results.
#[must_use]
pub fn options<'r>(rules: impl IntoIterator<Item = &'r NamedRules>) -> Value {
    let of_one = |rules: &NamedRules| {
        let options = rules.rules.options().into_iter();
        let options: Map<_, _> = options.map(|(name, value)| (name, json!(value))).collect();
        (rules.name.clone(), options.into())
    };
    rules.into_iter().map(of_one).collect::<Map<_, _>>().into()
}

/// A sweep as an experiment file has it.
fn written(swept: &Swept) -> Value {
    let values = swept.values.iter();
    let mut sweep: Map<String, Value> = values
        .map(|(parameter, values)| (parameter.clone(), json!(values)))
        .collect();
    if swept.zip {
        sweep.insert("zip".into(), true.into());
    }
    sweep.into()
}

/// Everything that tells an experiment: enough to make it again, and to know another one from it.
#[must_use]
pub fn write(experiment: &Experiment) -> Map<String, Value> {
    let recipe = json!({
        "name": experiment.name,
        "title": experiment.title,
        "question": experiment.question,
        "experiment": asked(experiment),
        "options": options(&experiment.rules),
        "versions": versions(),
    });
    match recipe {
        Value::Object(recipe) => recipe,
        _ => Map::new(),
    }
}

/// The experiment of a manifest or part. Its rules are made of the options that are written there, so no rule file is
/// needed, and none that has changed since does harm.
///
/// # Errors
/// Says what is missing or wrong; `path` is where it was read.
pub fn read(recipe: &Value, path: &Path) -> Result<Experiment> {
    let path = path.display();
    let manifest = Manifest::deserialize(recipe).map_err(|e| anyhow!("{path}: {e}"))?;
    let file = manifest.experiment_file().with_context(|| {
        format!("{path} does not tell enough of the experiment to play it again")
    })?;
    let options = recipe["options"].as_object();
    let load = |source: &str, set: &[String]| {
        let name = rules_name(source, set);
        let of_these = options.and_then(|all| all.get(&name)?.as_object());
        let of_these = of_these.with_context(|| format!("`options` lacks the rules {name}"))?;
        rules(of_these).with_context(|| format!("the options of {name}"))
    };
    let mut draft = experiment_file::parse(&file, "experiment")
        .with_context(|| format!("{path} holds an experiment that cannot be read"))?;
    check_name(manifest.name.as_deref().unwrap_or("run")).with_context(|| path.to_string())?;
    draft.name = manifest.name;
    draft.file.question = manifest.question;
    Experiment::of(&draft, &PlayArgs::default(), None, &load)
        .with_context(|| format!("{path} holds an experiment that cannot be played"))
}

/// Whether the name of an experiment can be that of a directory: results go there where no other is named.
///
/// # Errors
/// If it would lead elsewhere.
pub fn check_name(name: &str) -> Result<()> {
    let mut parts = Path::new(name).components();
    let first = parts.next();
    let plain = first == Some(Component::Normal(name.as_ref())) && parts.next().is_none();
    ensure!(plain, "`name` is {name:?}, which is not the stem of a file");
    Ok(())
}

/// The rules of which these are all the options.
fn rules(options: &Map<String, Value>) -> Result<Rules> {
    let mut rules = Rules::default();
    for (name, value) in options {
        let value = toml::Value::try_from(value).with_context(|| format!("{name} = {value}"))?;
        rules.set(name, &value)?;
    }
    Ok(rules)
}

/// In what two recipes differ, as far as it can move results: `experiment.seed is 1 there and 2 here`.
#[must_use]
pub fn differences(there: &Map<String, Value>, here: &Map<String, Value>) -> Vec<String> {
    let mut found = Vec::new();
    for key in ["experiment", "options", "versions"] {
        let of = |recipe: &Map<String, Value>| recipe.get(key).cloned().unwrap_or_default();
        differ(key, &of(there), &of(here), &mut found);
    }
    if found.len() > TOLD {
        let more = format!("and {} differences more", found.len() - TOLD);
        found.truncate(TOLD);
        found.push(more);
    }
    found
}

/// Most differences that are told.
const TOLD: usize = 8;
/// Most characters of a value that are told.
const SHORT: usize = 80;

/// A value as far as it can be told in a line.
fn short(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(SHORT) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text,
    }
}

/// Which files are written, and by which compiler, moves no results.
const HARMLESS: [&str; 2] = ["experiment.outputs", "versions.rustc"];

fn differ(key: &str, there: &Value, here: &Value, found: &mut Vec<String>) {
    if there == here || HARMLESS.contains(&key) {
        return;
    }
    if let (Value::Object(a), Value::Object(b)) = (there, here) {
        let lost = a.keys().filter(|name| !b.contains_key(*name));
        for name in b.keys().chain(lost) {
            let of = |map: &Map<String, Value>| map.get(name).cloned().unwrap_or_default();
            differ(&format!("{key}.{name}"), &of(a), &of(b), found);
        }
        return;
    }
    let (there, here) = (short(there), short(here));
    found.push(format!("{key} is {there} there and {here} here"));
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;
    use unosim_engine::rule_sets;

    fn load(args: PlayArgs) -> Experiment {
        Experiment::load(&args, None).unwrap()
    }

    fn again(experiment: &Experiment) -> Experiment {
        read(&write(experiment).into(), Path::new("x")).unwrap()
    }

    /// Every experiment file of the project, and flags that no file has.
    #[test]
    fn an_experiment_is_made_again_without_its_files() {
        let mut all: Vec<Experiment> = crate::experiment::list(Path::new("experiments"))
            .into_iter()
            .filter(|path| !path.to_string_lossy().contains("tune-"))
            .map(|path| {
                load(PlayArgs {
                    experiment: Some(path),
                    ..PlayArgs::default()
                })
            })
            .collect();
        assert!(all.len() > 10);
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("mine.toml");
        std::fs::write(&file, "base = \"phone\"\nuno.penalty = 4\n").unwrap();
        let text = dir.path().join("e.toml");
        let swept = "strategies = [\"expert\", 'ranking(order=\"number>skip>reverse>draw_two>wild>wild_draw_four\")']\nrules = [\"mine.toml\", \"mattel\"]\n\
            seed = \"18446744073709551615\"\n[sweep]\nzip = true\n\"rules.setup.hand_size\" = [5, 9]\n\"first.bluff\" = [1, 2]\n";
        std::fs::write(&text, swept).unwrap();
        all.push(load(PlayArgs {
            experiment: Some(text),
            ..PlayArgs::default()
        }));
        let flags = PlayArgs {
            strategies: Some("random,cheat(random)".into()),
            allow_cheats: true,
            rules: Some(vec![file.display().to_string(), "go-wild".into()]),
            set: vec!["uno.call=off".into(), "finish.ban=[\"skip\"]".into()],
            ..PlayArgs::default()
        };
        all.push(Experiment::load(&flags, Some(0.01)).unwrap());
        drop(dir);
        for experiment in all {
            let blind = |experiment: Experiment| {
                let out: Option<PathBuf> = None;
                format!("{:#?}", Experiment { out, ..experiment })
            };
            assert_eq!(blind(again(&experiment)), blind(experiment));
        }
    }

    #[test]
    fn rules_are_their_options() {
        for set in rule_sets() {
            let rules = unosim_engine::rule_set(set.name).unwrap();
            let options = rules.options().into_iter();
            let options = options.map(|(name, value)| (name, json!(value))).collect();
            assert_eq!(super::rules(&options).unwrap(), rules, "{}", set.name);
        }
    }

    #[test]
    fn differences_are_named() {
        let one = write(&load(PlayArgs {
            strategies: Some("random,greedy".into()),
            ..PlayArgs::default()
        }));
        let other = write(&load(PlayArgs {
            strategies: Some("random,greedy".into()),
            seed: Some(2),
            set: vec!["uno.penalty=3".into()],
            ..PlayArgs::default()
        }));
        assert_eq!(differences(&one, &one), [""; 0]);
        let found = differences(&one, &other).join("\n");
        assert!(
            found.contains("experiment.seed is 1 there and 2 here"),
            "{found}"
        );
        assert!(
            found.contains("experiment.set is [] there and [\"uno.penalty=3\"] here"),
            "{found}"
        );
    }
}
