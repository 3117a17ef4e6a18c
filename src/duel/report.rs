//! What a duel leaves behind: the text on the screen and the files. It counts nothing.

use anyhow::Result;
use serde_json::json;
use std::fmt::Write as _;

use super::args::Duel;
use super::blocks::Blocks;
use super::{Found, Verdict};
use crate::numbers::{grouped, plural};
use crate::report::csv::{begin, cell, interval};
use crate::report::manifest::{self, Course, Kind};
use crate::report::table::cheats_and_clocks;
use crate::shell::Line;
use crate::stats::sprt::Sprt;
use crate::style::Style;
use crate::tally::WIN;

const ENDS: &str = "numbers in brackets are the ends of 95 % intervals";
const STOPPED_EARLY: &str = "\
numbers in brackets are the ends of 95 % intervals; since the test stops on a streak more often than not, estimates are slightly
too far from the middle between LOW and HIGH. What alpha and beta promise is the answer of the test.";

/// What is known so far, in a few words.
pub fn news(duel: &Duel, blocks: &Blocks) -> String {
    let mut text = match blocks.difference() {
        Some(found) => format!("Elo {}", with_ends(found.elo, found.interval, 1)),
        None => "nothing yet".into(),
    };
    if let Some(sprt) = &duel.sprt {
        let (low, high) = sprt.bounds();
        let _ = write!(
            text,
            ", LLR {:.2} ({low:.2} to {high:.2})",
            blocks.llr(sprt)
        );
    }
    text
}

/// What was found, for people.
pub fn screen(duel: &Duel, found: &Found, course: Course, style: Style) -> String {
    let mut out = String::new();
    let blocks = &found.blocks;
    let mut line = |name: &str, text: &str| {
        let _ = writeln!(out, "{}  {text}", style.dim(&format!("{name:<14}")));
    };
    let others = match duel.field.sides {
        2 => duel.b.clone(),
        sides => format!("{} of {}", sides - 1, duel.b),
    };
    line("duel", &format!("{} against {others}", style.bold(&duel.a)));
    if let Some(sprt) = &duel.sprt {
        line("test", &style.strong(&verdict(sprt, found)));
        let (lowest, highest) = sprt.bounds();
        line(
            "LLR",
            &format!(
                "{:.2}; H0 from {lowest:.2} down, H1 from {highest:.2} up (alpha {}, beta {})",
                blocks.llr(sprt),
                sprt.alpha,
                sprt.beta
            ),
        );
    }
    if let Some(found) = blocks.difference() {
        line("Elo difference", &with_ends(found.elo, found.interval, 1));
    }
    if let Some(rate) = win_rate(duel, blocks) {
        line("win rate", &rate);
    }
    let tally = &found.tally;
    let mut games = format!(
        "{} of {} under {}, seed {}",
        plural(tally.games, "game", "games"),
        plural(tally.deals, "deal", "deals"),
        duel.rules().name,
        duel.experiment.seed
    );
    if tally.undecided > 0 {
        let _ = write!(
            games,
            "; nobody won {}, which count for all alike",
            grouped(tally.undecided)
        );
    }
    line("played", &games);
    let outcomes = blocks
        .outcomes()
        .into_iter()
        .filter(|(_, count)| *count > 0);
    let outcomes: Vec<String> = outcomes
        .map(|(won, count)| format!("{}: {}", trimmed(won), grouped(count)))
        .collect();
    line("won in a deal", &outcomes.join(", "));
    let seconds = course.time.as_secs_f64();
    line(
        "time",
        &format!(
            "{seconds:.2} s, {}",
            plural(course.threads as u64, "thread", "threads")
        ),
    );
    out += &cheats_and_clocks(&duel.experiment);
    let note = match found.verdict {
        Some(_) => STOPPED_EARLY,
        None => ENDS,
    };
    let _ = writeln!(out, "{}", style.dim(note));
    out
}

/// What the test says.
fn verdict(sprt: &Sprt, found: &Found) -> String {
    let Sprt { low, high, .. } = sprt;
    match found.verdict {
        Some(Verdict::H0) => {
            format!("H0 accepted: at most {low} Elo points better, rather than at least {high}")
        }
        Some(Verdict::H1) => {
            format!("H1 accepted: at least {high} Elo points better, rather than at most {low}")
        }
        None => {
            format!(
                "nothing accepted: at most {low} Elo points better (H0) or at least {high} (H1)"
            )
        }
    }
}

/// A's share of the games with its interval, and what it would be if both were equal.
fn win_rate(duel: &Duel, blocks: &Blocks) -> Option<String> {
    let score = blocks.score().estimate(WIN as f64)?;
    let percent = |rate: f64| rate * 100.0;
    let ends = score.rate_interval(blocks.score().blocks);
    let ends = ends.map(|(low, high)| (percent(low), percent(high)));
    Some(format!(
        "{} %; {:.1} % if equal",
        with_ends(percent(score.mean), ends, 2),
        100.0 / duel.field.sides as f64
    ))
}

/// What was found, in sentences.
fn answer(duel: &Duel, found: &Found) -> Vec<String> {
    let test = duel
        .sprt
        .as_ref()
        .map(|sprt| format!("{}.", verdict(sprt, found)));
    let elo = found.blocks.difference().map(|found| {
        let elo = with_ends(found.elo, found.interval, 1);
        format!("{} against {}: Elo difference {elo}.", duel.a, duel.b)
    });
    let rate = win_rate(duel, &found.blocks).map(|rate| format!("Win rate {rate}."));
    [test, elo, rate].into_iter().flatten().collect()
}

/// The command that plays this duel.
fn command(duel: &Duel) -> String {
    let experiment = &duel.experiment;
    let mut line = Line::of("duel").word(&duel.a).word(&duel.b);
    if let Some(Sprt {
        low,
        high,
        alpha,
        beta,
    }) = duel.sprt
    {
        line = line
            .flag("--sprt", format!("{low},{high}"))
            .flag("--alpha", alpha)
            .flag("--beta", beta);
    }
    line = line
        .flag("--rules", &duel.rules().source)
        .flags("--set", &experiment.set)
        .flag("--players", duel.field.players)
        .flag("--deals", experiment.deals)
        .flag("--seed", experiment.seed);
    if experiment.allow_cheats {
        line = line.word("--allow-cheats");
    }
    line.text()
}

/// The CSV files and the manifest.
pub fn files(duel: &Duel, found: &Found, course: Course) -> Result<Vec<(&'static str, Vec<u8>)>> {
    let mut files = vec![
        ("blocks.csv", outcomes_csv(duel, found)?),
        ("duel.csv", duel_csv(duel, found)?),
    ];
    let sprt = duel.sprt.map(
        |sprt| json!({"low": sprt.low, "high": sprt.high, "alpha": sprt.alpha, "beta": sprt.beta}),
    );
    let kind = Kind {
        name: "duel",
        settings: json!({"a": duel.a, "b": duel.b, "players": duel.field.players, "sprt": sprt}),
        question: Some(format!("Is {} better than {}?", duel.a, duel.b)),
        command: Some(command(duel)),
        answer: answer(duel, found),
    };
    let manifest = manifest::render(&duel.experiment, &kind, &duel.played(found), &files, course);
    files.push(("manifest.json", manifest));
    Ok(files)
}

const DUEL: &str = "rules,strategy,opponent,players,deals,games,undecided,win_rate,ci_low,ci_high,baseline,elo,elo_ci_low,\
    elo_ci_high,sprt_low,sprt_high,alpha,beta,llr,llr_low,llr_high,accepted";

fn duel_csv(duel: &Duel, found: &Found) -> Result<Vec<u8>> {
    let mut csv = begin(DUEL)?;
    let blocks = &found.blocks;
    let score = blocks.score().estimate(WIN as f64);
    let difference = blocks.difference();
    let sprt = duel.sprt;
    let mut record = vec![duel.rules().name.clone(), duel.a.clone(), duel.b.clone()];
    let counts = [
        duel.field.players as u64,
        found.tally.deals,
        found.tally.games,
        found.tally.undecided,
    ];
    record.extend(counts.map(|count| count.to_string()));
    record.push(cell(score.map(|s| s.mean), 6));
    record.extend(interval(
        score.and_then(|s| s.rate_interval(blocks.score().blocks)),
        6,
    ));
    record.push(cell(Some(1.0 / duel.field.sides as f64), 6));
    let finite = |value: f64| Some(value).filter(|v| v.is_finite());
    record.push(cell(difference.and_then(|d| finite(d.elo)), 2));
    let ends = difference.and_then(|d| d.interval);
    record.push(cell(ends.and_then(|(low, _)| finite(low)), 2));
    record.push(cell(ends.and_then(|(_, high)| finite(high)), 2));
    let text = |of: fn(&crate::stats::sprt::Sprt) -> f64| {
        sprt.map_or_else(String::new, |s| of(&s).to_string())
    };
    record.extend([
        text(|s| s.low),
        text(|s| s.high),
        text(|s| s.alpha),
        text(|s| s.beta),
    ]);
    record.push(cell(sprt.map(|s| blocks.llr(&s)), 4));
    record.extend(interval(sprt.map(|s| s.bounds()), 4));
    record.push(match found.verdict {
        Some(Verdict::H0) => "H0".into(),
        Some(Verdict::H1) => "H1".into(),
        None => String::new(),
    });
    csv.write_record(&record)?;
    Ok(csv.into_inner()?)
}

fn outcomes_csv(duel: &Duel, found: &Found) -> Result<Vec<u8>> {
    let mut csv = begin("rules,won,count")?;
    for (won, count) in found.blocks.outcomes() {
        csv.write_record([
            duel.rules().name.clone(),
            cell(Some(won), 6),
            count.to_string(),
        ])?;
    }
    Ok(csv.into_inner()?)
}

/// `12.3 [4.5, 20.1]`
fn with_ends(value: f64, ends: Option<(f64, f64)>, digits: usize) -> String {
    let number = |value: f64| match value.is_finite() {
        true => cell(Some(value), digits),
        false => if value > 0.0 { "∞" } else { "-∞" }.into(),
    };
    let ends = match ends {
        Some((low, high)) => format!("[{}, {}]", number(low), number(high)),
        None => "[?]".into(),
    };
    format!("{} {ends}", number(value))
}

/// Up to two decimals: `1`, `0.5`, `0.33`.
fn trimmed(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}
