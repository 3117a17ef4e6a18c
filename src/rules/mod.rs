//! Rules by name or file, and `unosim rules`, which shows them. It knows where rules come from and what they are called;
//! what an option means, and which go together, the engine knows.

mod check;
mod show;

pub use check::check;
pub use show::{diff, list, show};

use crate::input;
use crate::sweep::Point;
use anyhow::{Context, Result, bail, ensure};
use std::path::Path;
use unosim_engine::{RuleFile, Rules, rule_set, rule_sets};

/// What stands for every rule set in a list of them.
pub const ALL: &str = "all";

/// Rules with the name by which results tell them apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedRules {
    /// Rule set, or stem of the file, with the changes: `mattel+uno.call=off`.
    pub name: String,
    /// Rule set or file before the changes.
    pub source: String,
    /// The changes, `option=value`.
    pub changes: Vec<String>,
    /// The rules with the changes.
    pub rules: Rules,
    /// The values of a sweep that it has.
    pub point: Point,
}

/// How the rules of a name or file are found, with changes: [`load_rules`], or what was written down of an earlier run.
pub type Load<'a> = &'a dyn Fn(&str, &[String]) -> Result<Rules>;

/// The rules of several names and files, each with the same changes; `all` is every rule set.
///
/// # Errors
/// As [`load_rules`], and if none or two of one name are listed.
pub fn load_several(sources: &[String], set: &[String]) -> Result<Vec<NamedRules>> {
    find_several(sources, set, &load_rules)
}

/// The same, each found by `load`.
///
/// # Errors
/// As [`load_rules`], and if none or two of one name are listed.
pub fn find_several(sources: &[String], set: &[String], load: Load) -> Result<Vec<NamedRules>> {
    let every = || rule_sets().iter().map(|set| set.name.to_string());
    let mut several: Vec<NamedRules> = Vec::new();
    for listed in sources {
        let sources: Vec<String> = match listed.trim() {
            ALL => every().collect(),
            one => vec![one.to_string()],
        };
        for source in sources {
            let name = rules_name(&source, set);
            if several.iter().any(|rules| rules.name == name) {
                bail!("two rule sets are named {name}; results could not tell them apart");
            }
            let rules = load(&source, set)?;
            several.push(NamedRules {
                name,
                source,
                changes: set.to_vec(),
                rules,
                point: Point::default(),
            });
        }
    }
    ensure!(
        !several.is_empty(),
        "no rules are listed; `unosim rules` shows them"
    );
    Ok(several)
}

/// Changes of a file, without those that flags make otherwise, and then those of the flags.
#[must_use]
pub fn overridden(file: &[String], flags: &[String]) -> Vec<String> {
    let option = |change: &str| change.split('=').next().unwrap_or("").trim().to_string();
    let flagged: Vec<String> = flags.iter().map(|change| option(change)).collect();
    let kept = file
        .iter()
        .filter(|change| !flagged.contains(&option(change)));
    kept.chain(flags).cloned().collect()
}

/// The rules of a name or file, with changes.
///
/// A text that ends in `.toml`, or names a file that exists and no rule set, is a file.
///
/// # Errors
/// Names the rule set, option or value that does not exist, and the nearest one that does.
pub fn load_rules(source: &str, set: &[String]) -> Result<Rules> {
    let mut rules = match is_file(source) {
        true => read_file(source)?.rules,
        false => rule_set(source)?,
    };
    let option = |change: &str| change.split('=').next().unwrap_or("").trim().to_string();
    for (index, change) in set.iter().enumerate() {
        let name = option(change);
        ensure!(
            !set[..index].iter().any(|earlier| option(earlier) == name),
            "{name} is set twice; leave one of them out"
        );
        rules.set_text(change)?;
    }
    Ok(rules)
}

/// What rules are called in results: the rule set, or the stem of the file, and the changes.
#[must_use]
pub fn rules_name(source: &str, set: &[String]) -> String {
    let path = Path::new(source);
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let base = match path.extension() {
        // A file that is named like a rule set is not that rule set.
        Some(ext) if ext == "toml" && rule_sets().iter().any(|set| set.name == stem) => {
            format!("{stem}.toml").into()
        }
        Some(ext) if ext == "toml" => stem,
        _ => source.into(),
    };
    let changes = set.iter().map(|c| format!("+{}", c.trim()));
    std::iter::once(base.into_owned()).chain(changes).collect()
}

fn is_file(source: &str) -> bool {
    let named = rule_sets().iter().any(|s| s.name == source);
    !named && (source.ends_with(".toml") || Path::new(source).is_file())
}

fn read_file(file: &str) -> Result<RuleFile> {
    let text = input::written(Path::new(file))
        .with_context(|| format!("cannot read the rule file {file}"))?;
    Ok(RuleFile::parse(&text, file)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_named_by_source_and_changes() {
        assert_eq!(rules_name("mattel", &[]), "mattel");
        assert_eq!(rules_name("my/house.toml", &[]), "house");
        assert_eq!(rules_name("my/mattel.toml", &[]), "mattel.toml");
        assert_eq!(
            rules_name("mattel", &["uno.call=off".into()]),
            "mattel+uno.call=off"
        );
    }

    #[test]
    fn several_rules_are_listed_once_each() {
        let names = |list: &[&str]| {
            let list: Vec<String> = list.iter().map(|name| name.to_string()).collect();
            let several = load_several(&list, &["uno.penalty=3".into()])?;
            Ok::<_, anyhow::Error>(several.into_iter().map(|r| r.name).collect::<Vec<_>>())
        };
        assert_eq!(
            names(&["phone", " mattel"]).unwrap(),
            ["phone+uno.penalty=3", "mattel+uno.penalty=3"]
        );
        assert_eq!(names(&["all"]).unwrap().len(), rule_sets().len());
        for (list, says) in [
            (&["phone", "phone"][..], "two rule sets are named phone+"),
            (&["mattel", "all"], "two rule sets are named mattel+"),
            (&["phone", ""], "unknown rule set"),
            (&[], "no rules are listed"),
        ] {
            let error = names(list).unwrap_err().to_string();
            assert!(error.starts_with(says), "{error}");
        }
    }
}
