//! What two directories differ in, as text for a terminal. It knows words and columns.

use std::fmt::Write as _;

use super::compare::{Files, Found, Number};
use super::facts::Kind;
use super::names::Renamed;
use super::settings::Change;
use crate::balance::compare::LEVEL;
use crate::numbers::{grouped, plural};
use crate::report::table::align;
use crate::style::{Style, shown};

/// So many numbers are printed without `--all`.
const MOST: usize = 20;

/// The text of a comparison. Control characters, which only an edited file has, are made visible.
#[must_use]
pub fn screen(found: &Found, all: bool, style: Style) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "A is {}\nB is {}", shown(&found.a), shown(&found.b));
    for dir in &found.edited {
        let dir = shown(dir);
        let _ = writeln!(
            out,
            "note: the CSV files of {dir} are not all those that its manifest was written with"
        );
    }
    if !found.settings_known {
        out.push_str("note: without manifest.json on both sides their settings are not known\n");
    }
    changes(&mut out, "settings", &found.settings, style);
    changes(&mut out, "versions", &found.versions, style);
    if found.same {
        let settings = match (found.settings.is_empty(), found.settings_known) {
            (true, true) => "the same settings, and ",
            _ => "",
        };
        let _ = writeln!(
            out,
            "{settings}the same results: every CSV file, byte for byte"
        );
        return out;
    }
    files(&mut out, &found.files, style);
    for renamed in &found.renamed {
        let _ = writeln!(
            out,
            "compared with each other: {} {} → {}",
            renamed.column,
            shown(&renamed.a),
            shown(&renamed.b)
        );
    }
    for rows in &found.rows {
        let named: Vec<String> = rows.first.iter().map(|row| shown(row)).collect();
        let more = rows.count - named.len();
        let more = match more {
            0 => String::new(),
            more => format!("; and {} more", grouped(more as u64)),
        };
        let count = plural(rows.count as u64, "row", "rows");
        let _ = writeln!(
            out,
            "{}: {count} only in {}: {}{more}",
            rows.file,
            rows.only_in,
            named.join("; ")
        );
    }
    numbers(&mut out, found, all, style);
    out
}

fn changes(out: &mut String, heading: &str, changes: &[Change], style: Style) {
    if changes.is_empty() {
        return;
    }
    let _ = writeln!(out, "{}", style.bold(heading));
    for change in changes {
        let [a, b] = [&change.a, &change.b].map(|value| shown(value.as_deref().unwrap_or("–")));
        let _ = writeln!(out, "  {}: {a} → {b}", shown(&change.setting));
    }
}

fn files(out: &mut String, files: &Files, style: Style) {
    let _ = writeln!(out, "{}", style.bold("files"));
    for (what, names) in [
        ("differ", &files.differ),
        ("the same", &files.same),
        ("only in A", &files.only_a),
        ("only in B", &files.only_b),
    ] {
        if !names.is_empty() {
            let _ = writeln!(out, "  {what}: {}", names.join(", "));
        }
    }
}

fn numbers(out: &mut String, found: &Found, all: bool, style: Style) {
    let numbers = &found.numbers;
    let _ = writeln!(out, "{}", style.bold("numbers"));
    if numbers.is_empty() {
        out.push_str("  there are none of the same name on both sides\n");
        return;
    }
    let significant = numbers.iter().filter(|n| n.significant).count();
    let alike = numbers.iter().filter(|n| n.a == n.b).count();
    let count = |count: usize| match count {
        0 => "none".to_string(),
        many => grouped(many as u64),
    };
    let _ = writeln!(
        out,
        "  {} compared: {} alike, {} significant at {:.0} % for all together (Holm)",
        count(numbers.len()),
        count(alike),
        count(significant),
        LEVEL * 100.0
    );
    if let (Some(seed), true) = (found.same_seed, alike < numbers.len()) {
        let _ = writeln!(
            out,
            "  both played the deals of seed {seed}; what these have in common is not taken out, so most differences are known \
             better than told here"
        );
    }
    let differ = |number: &&Number| all || number.a != number.b;
    let listed: Vec<&Number> = numbers.iter().filter(differ).collect();
    let most = if all { listed.len() } else { MOST };
    let (told, left) = listed.split_at(most.min(listed.len()));
    if !told.is_empty() {
        let header = ["", "of", "A", "B", "B − A", "95 % interval", "p", ""];
        let mut lines = vec![header.map(String::from).to_vec()];
        lines.extend(told.iter().map(|number| line(number, &found.renamed)));
        let mut table = String::new();
        align(&lines, style, &mut table);
        for line in table.lines() {
            let _ = writeln!(out, "  {}", line.trim_end());
        }
    }
    if !left.is_empty() {
        let told = match left.iter().filter(|n| n.significant).count() {
            0 => "all without significance".to_string(),
            many => format!("{} of them significant", grouped(many as u64)),
        };
        let left = grouped(left.len() as u64);
        let _ = writeln!(out, "  … {left} more, {told} (--all)");
    }
}

/// The cells of a number.
fn line(number: &Number, renamed: &[Renamed]) -> Vec<String> {
    let scale = match number.kind {
        Kind::Share => 100.0,
        Kind::Plain => 1.0,
    };
    let half = number.ci_low.zip(number.ci_high);
    let half = half.map_or(0.0, |(low, high)| (high - low) / 2.0 * scale);
    let digits = digits(half);
    let plain = |value: Option<f64>| {
        value.map_or("?".to_string(), |value| {
            unsigned_zero(format!("{:.digits$}", value * scale))
        })
    };
    let signed = |value: f64| unsigned_zero(format!("{:+.digits$}", value * scale));
    let cells = number.of.iter().filter(|(column, _)| *column != "measure");
    let cells = cells.filter_map(|(column, cell)| {
        let cell = cell.as_str()?;
        let kind = if column == "opponent" {
            "strategy"
        } else {
            column
        };
        let found = renamed.iter().find(|r| r.column == kind && r.a == cell);
        Some(found.map_or(cell.to_string(), |both| format!("{cell} → {}", both.b)))
    });
    let cells: Vec<String> = cells.collect();
    let unit = match number.kind {
        Kind::Share => " %",
        Kind::Plain => "",
    };
    vec![
        shown(&format!("{}{unit}", number.measure)),
        shown(&cells.join(", ")),
        plain(number.a),
        plain(number.b),
        number.difference.map_or("?".into(), signed),
        match number.ci_low.zip(number.ci_high) {
            Some((low, high)) => format!("{} … {}", signed(low), signed(high)),
            None => "?".into(),
        },
        number.p.map_or("?".into(), chance),
        if number.significant {
            "significant"
        } else {
            ""
        }
        .into(),
    ]
}

/// `0.0312`, `4e-9`
fn chance(p: f64) -> String {
    match p {
        0.0 => "0".into(),
        p if p < 1e-4 => format!("{p:.0e}"),
        p => format!("{p:.4}"),
    }
}

/// Decimals that show two digits of an error.
fn digits(half: f64) -> usize {
    match half {
        tiny if tiny <= 0.0 => 4,
        half => (1.0 - half.log10().floor()).clamp(0.0, 6.0) as usize,
    }
}

/// Without the sign of a 0.
fn unsigned_zero(text: String) -> String {
    let zero = text.bytes().all(|b| matches!(b, b'0' | b'.' | b'-' | b'+'));
    match zero {
        true => text.trim_start_matches(['-', '+']).to_string(),
        false => text.replacen('-', "−", 1),
    }
}
