//! What a league leaves behind: the table on the screen and the files. It counts nothing.

use anyhow::Result;
use serde_json::json;
use std::fmt::Write as _;

use super::Found;
use super::args::League;
use super::pairings::are_drawn;
use crate::numbers::grouped;
use crate::report::Played;
use crate::report::csv::{begin, cell, interval};
use crate::report::manifest::{self, Course, Kind};
use crate::report::table::{align, cheats_and_clocks};
use crate::shell::Line;
use crate::stats::cycles::Misfit;
use crate::style::Style;

/// A cross table of more strategies is wider than a screen.
const WIDEST: usize = 12;

/// If so much of the scores is not in the ratings, it is time to look at the scores.
const WORTH_A_LOOK: f64 = 0.01;

/// What was found, for people.
pub fn screen(league: &League, found: &[Found], style: Style) -> String {
    let mut out = String::new();
    for (i, found) in found.iter().enumerate() {
        if i > 0 {
            out.push('\n');
        }
        if league.experiment.rules.len() > 1 {
            let _ = writeln!(out, "{}", style.bold(&found.rules));
        }
        align(&lines(found), style, &mut out);
        for note in notes(found) {
            let _ = writeln!(out, "{note}");
        }
    }
    let rules: Vec<&str> = found.iter().map(|f| f.rules.as_str()).collect();
    let players = league.field.players;
    let mut summary = format!(
        "{}, {players} seats, {} deals a table, seed {}; {}; brackets and ± are 95 %",
        rules.join(", "),
        grouped(league.experiment.deals),
        league.experiment.seed,
        match league.anchor.map(|anchor| &league.names[anchor]) {
            // An interrupted league may not have come to the anchor.
            Some(anchor) if found.iter().all(|f| f.names.contains(anchor)) =>
                format!("Elo points above {anchor}"),
            _ => "Elo points, their mean 0".into(),
        }
    );
    if league.names.len() <= WIDEST {
        summary += "\ncolumns 1, 2, …: score in % against that strategy, of the games that one of the two did better in; 50 is even";
    }
    if are_drawn(league.names.len(), league.field.sides) {
        summary += "\ntables drawn at random, since there are too many combinations";
    }
    out += &cheats_and_clocks(&league.experiment);
    let _ = writeln!(out, "{}", style.dim(&summary));
    out
}

/// Ratings and cross table, the best first.
fn lines(found: &Found) -> Vec<Vec<String>> {
    let ratings = &found.ratings;
    let ranking = ratings.ranking();
    let crossed = if ranking.len() <= WIDEST {
        &ranking[..]
    } else {
        &[]
    };
    let header = ["strategy", "games", "rating", "Nash"].map(String::from);
    let mut lines = vec![header.to_vec()];
    lines[0].extend((1..=crossed.len()).map(|column| column.to_string()));
    for (place, &player) in ranking.iter().enumerate() {
        let rating = cell(Some(ratings.elo[player]), 0);
        let half = ratings.half[player].map_or_else(|| "?".into(), |half| format!("{half:.0}"));
        let mut line = vec![
            format!("{} {}", place + 1, found.names[player]),
            grouped(found.record.games(player)),
            format!("{rating} ± {half}"),
            format!("{:.0} %", ratings.nash[player] * 100.0),
        ];
        line.extend(
            crossed
                .iter()
                .map(|other| match ratings.scores[player][*other] {
                    Some(score) => format!("{:.1}", score.score * 100.0),
                    None => "–".into(),
                }),
        );
        lines.push(line);
    }
    lines
}

/// Where the ratings do not tell all.
fn notes(Found { names, ratings, .. }: &Found) -> Vec<String> {
    let mut notes = Vec::new();
    if let Some(cycle) = &ratings.cycle {
        let mut round: Vec<&str> = cycle.iter().map(|p| names[*p].as_str()).collect();
        round.push(round[0]);
        notes.push(format!(
            "cycle: {}; each of these scores is surely above even, so no rating can be right for all",
            round.join(" > ")
        ));
    }
    if let Some(Misfit { share, significant }) = ratings.misfit {
        let percent = match share {
            least if least < 0.001 => "less than 0.1".to_string(),
            share => format!("{:.1}", share * 100.0),
        };
        notes.push(match significant {
            true if share >= WORTH_A_LOOK => format!(
                "ratings do not tell all: {percent} % of what the scores say is not in them, more than chance makes of it; \
                 look at the scores"
            ),
            true => format!("ratings tell nearly all: {percent} % of what the scores say is not in them"),
            false => "ratings tell all that the scores say, as far as can be known".into(),
        });
    }
    if ratings.unbounded {
        notes.push(
            "a strategy won or lost every game against some others: how far apart they are is not bounded, and the ratings \
             hold only by the prior of one drawn game"
                .into(),
        );
    }
    notes
}

/// What the ratings do not show, in sentences, for each of the rules.
fn answer(found: &[Found]) -> Vec<String> {
    let mut sentences = Vec::new();
    for one in found {
        for note in notes(one) {
            let mut letters = note.chars();
            let first = letters.next().map(|c| c.to_uppercase().to_string());
            let note = first.unwrap_or_default() + letters.as_str();
            sentences.push(match found.len() {
                1 => format!("{note}."),
                _ => format!("{}: {note}.", one.rules),
            });
        }
    }
    sentences
}

/// The command that plays this league.
fn command(league: &League) -> String {
    let experiment = &league.experiment;
    let rules: Vec<&str> = experiment.rules.iter().map(|r| r.source.as_str()).collect();
    let names = league.names.iter();
    let mut line = names
        .fold(Line::of("league"), |line, name| line.word(name))
        .flag("--rules", rules.join(","))
        .flags("--set", &experiment.set)
        .flag("--players", league.field.players)
        .flag("--deals", experiment.deals)
        .flag("--seed", experiment.seed);
    if let Some(anchor) = league.anchor {
        line = line.flag("--anchor", &league.names[anchor]);
    }
    if experiment.allow_cheats {
        line = line.word("--allow-cheats");
    }
    line.text()
}

/// The CSV files and the manifest.
pub fn files(
    league: &League,
    played: &[Played],
    found: &[Found],
    course: Course,
) -> Result<Vec<(&'static str, Vec<u8>)>> {
    let mut files = vec![
        ("cross_table.csv", cross_table(found)?),
        ("ratings.csv", ratings(found)?),
    ];
    let kind = Kind {
        name: "league",
        question: Some("Who is best, and who beats whom?".into()),
        command: Some(command(league)),
        answer: answer(found),
        settings: json!({
            "strategies": league.names,
            "players": league.field.players,
            "anchor": league.anchor.map(|anchor| &league.names[anchor]),
        }),
    };
    let manifest = manifest::render(&league.experiment, &kind, played, &files, course);
    files.push(("manifest.json", manifest));
    Ok(files)
}

fn ratings(found: &[Found]) -> Result<Vec<u8>> {
    let mut csv = begin("rules,strategy,games,rating,ci_low,ci_high,nash,nash_rating")?;
    for found in found {
        let ratings = &found.ratings;
        for player in ratings.ranking() {
            let mut line = vec![
                found.rules.clone(),
                found.names[player].clone(),
                found.record.games(player).to_string(),
                cell(Some(ratings.elo[player]), 2),
            ];
            line.extend(interval(ratings.interval(player), 2));
            line.push(cell(Some(ratings.nash[player]), 4));
            line.push(cell(Some(ratings.against_nash[player]), 2));
            csv.write_record(&line)?;
        }
    }
    Ok(csv.into_inner()?)
}

fn cross_table(found: &[Found]) -> Result<Vec<u8>> {
    let mut csv = begin("rules,strategy,opponent,games,score,ci_low,ci_high")?;
    for found in found {
        let ranking = found.ratings.ranking();
        for &player in &ranking {
            for &other in ranking.iter().filter(|other| **other != player) {
                let score = found.ratings.scores[player][other];
                let mut line = vec![
                    found.rules.clone(),
                    found.names[player].clone(),
                    found.names[other].clone(),
                    score.map_or(0, |s| s.games).to_string(),
                    cell(score.map(|s| s.score), 6),
                ];
                line.extend(interval(score.and_then(|s| s.interval), 6));
                csv.write_record(&line)?;
            }
        }
    }
    Ok(csv.into_inner()?)
}
