//! Checks rule files: what is wrong and where, or what they change and at how many seats they can be played. What goes
//! together the engine knows; this file finds the line of it.

use anyhow::Result;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use unosim_engine::{MAX_SEATS, RuleFile, RulesError};

use crate::input;
use crate::list::print;
use crate::numbers::plural;
use crate::style::shown;

/// `unosim rules check FILE…`: a line for each file, then how many came out how; returns whether all are right.
///
/// # Errors
/// If standard output is closed.
pub fn check(files: &[PathBuf]) -> Result<bool> {
    let mut out = String::new();
    let mut wrong = 0;
    for path in files {
        let file = path.display().to_string();
        match judge(&file) {
            Ok(said) => {
                let _ = writeln!(out, "ok {file} {said}");
            }
            Err(why) => {
                wrong += 1;
                let _ = writeln!(out, "not ok {}", shown(&why));
            }
        }
    }
    let _ = writeln!(out, "{} ok, {wrong} wrong", files.len() - wrong);
    print(&out)?;
    Ok(wrong == 0)
}

/// What a right file changes and where it can be played, or what is wrong with it, beginning with its name.
fn judge(name: &str) -> Result<String, String> {
    let text =
        input::written(Path::new(name)).map_err(|e| format!("{name}: cannot be read: {e}"))?;
    let file = RuleFile::parse(&text, name).map_err(|e| e.to_string())?;
    let changes = file.changes().map_err(|e| e.to_string())? as u64;
    let judged = (2..=MAX_SEATS).map(|seats| (seats, file.rules.validate(seats)));
    let (fits, refused): (Vec<_>, Vec<_>) = judged.partition(|(_, verdict)| verdict.is_ok());
    let refusals: Vec<&RulesError> = refused
        .iter()
        .filter_map(|(_, v)| v.as_ref().err())
        .collect();
    // One that many numbers of seats share is not about the seats.
    let shared = |why: &&&RulesError| refusals.iter().filter(|other| other == why).count();
    if let (true, Some(why)) = (fits.is_empty(), refusals.iter().max_by_key(shared)) {
        return Err(match file.line_of(why) {
            Some(line) => format!("{name}:{line}: {why}"),
            None => format!("{name}: {why}"),
        });
    }
    let mut said = format!(
        "(changes {} of {}; plays at {})",
        plural(changes, "option", "options"),
        file.base,
        seats(&fits)
    );
    if let Some(why) = refusals.first() {
        let _ = write!(said, "\n    not at {}: {why}", seats(&refused));
    }
    Ok(said)
}

/// `2 to 10 seats`, `4, 6 and 8 seats`
fn seats<T>(numbers: &[(usize, T)]) -> String {
    let numbers: Vec<usize> = numbers.iter().map(|(number, _)| *number).collect();
    match numbers.as_slice() {
        [first, .., last] if numbers.len() > 2 && last - first < numbers.len() => {
            format!("{first} to {last} seats")
        }
        [before @ .., last] if !before.is_empty() => {
            let before: Vec<String> = before.iter().map(usize::to_string).collect();
            format!("{} and {last} seats", before.join(", "))
        }
        rest => rest
            .iter()
            .map(|number| format!("{number} seats"))
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::seats;

    #[test]
    fn seats_are_counted_in_words() {
        let text = |numbers: &[usize]| seats(&numbers.iter().map(|n| (*n, ())).collect::<Vec<_>>());
        assert_eq!(text(&[2, 3, 4, 5]), "2 to 5 seats");
        assert_eq!(text(&[4, 6, 8, 10]), "4, 6, 8 and 10 seats");
        assert_eq!(text(&[9, 10]), "9 and 10 seats");
        assert_eq!(text(&[10]), "10 seats");
    }
}
