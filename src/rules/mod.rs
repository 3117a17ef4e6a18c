//! Rules by name or file, and `unosim rules`, which shows them. It knows where rules come from and what they are called;
//! what an option means, and which go together, the engine knows.

mod check;
mod show;

pub use check::check;
pub use show::{diff, list, show};

use anyhow::{Context, Result};
use std::path::Path;
use unosim_engine::{RuleFile, Rules, rule_set, rule_sets};

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
    for change in set {
        rules.set_text(change)?;
    }
    Ok(rules)
}

/// What rules are called in results: the rule set, or the stem of the file, and the changes.
#[must_use]
pub fn rules_name(source: &str, set: &[String]) -> String {
    let path = Path::new(source);
    let base = match path.extension() {
        Some(ext) if ext == "toml" => path.file_stem().unwrap_or_default().to_string_lossy(),
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
    let text = std::fs::read_to_string(file)
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
        assert_eq!(
            rules_name("mattel", &["uno.call=off".into()]),
            "mattel+uno.call=off"
        );
    }
}
