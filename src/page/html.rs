//! The page: headings, sections and tables as HTML. It knows where things stand, and nothing of what they mean.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::SIGNATURE;
use super::answer::Answer;
use super::figures::ink::style_sheet;
use super::manifest::Manifest;
use super::read::Results;
use super::sections::{Figure, Item, Section, Table};
use crate::numbers::grouped;

const CSS: &str = include_str!("page.css");
/// Nothing may be loaded from anywhere, and nothing runs.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

/// The whole page.
#[must_use]
pub fn page(results: &Results, answer: &Answer, sections: &[Section]) -> String {
    let manifest = results.manifest.as_ref();
    let title = manifest
        .and_then(|m| m.title.clone().or_else(|| m.name.clone()))
        .unwrap_or_else(|| results.name.clone());
    let question = manifest.and_then(|m| m.question.as_deref());
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="generator" content=(SIGNATURE);
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                title { (title) " – unosim" }
                style { (PreEscaped(style_sheet())) (PreEscaped(CSS)) }
            }
            body {
                div class="cards" {}
                header {
                    p class="kind" { "unosim, results of a run" }
                    h1 { (title) }
                    @if let Some(question) = question { p class="question" { (question) } }
                    (answer_box(answer))
                    @for warning in manifest.iter().flat_map(|m| warnings(m)) { p class="warning" { (warning) } }
                    (facts(results))
                }
                nav aria-label="Sections" {
                    ul {
                        @for section in sections { li { a href={ "#" (section.id) } { (section.title) } } }
                        li { a href="#made" { "How it was made" } }
                    }
                }
                main {
                    @for part in sections { (section(part)) }
                    (made(manifest, !results.sweeps.is_empty()))
                }
                footer { "Intervals hold 95 %. A unit of every interval is the deal block: one deal, played once for each rotation of the strategies \
                          over the seats." }
            }
        }
    };
    page.into_string()
}

fn answer_box(answer: &Answer) -> Markup {
    html! {
        @if !answer.headline.is_empty() {
            div class="answer" {
                h2 { "Answer" }
                p class="headline" { (answer.headline) }
                @if !answer.points.is_empty() {
                    ul { @for point in &answer.points { li { @if !point.about.is_empty() { strong { (point.about) } " " } (point.text) } } }
                }
            }
        }
    }
}

/// What must be known before anybody relies on the numbers.
fn warnings(manifest: &Manifest) -> Vec<String> {
    let mut warnings: Vec<String> = manifest
        .cheats
        .iter()
        .map(|cheat| format!("Research only: {cheat} sees cards that no player may see."))
        .collect();
    if manifest.reproducible == Some(false) {
        warnings.push(
            "Not reproducible: a clock of the rules or a time budget of a strategy let the speed of the machine decide.".into(),
        );
    }
    if manifest.complete == Some(false) {
        warnings.push("Not complete: the run was stopped before all deals were played.".into());
    }
    warnings
}

fn facts(results: &Results) -> Markup {
    let manifest = results.manifest.as_ref();
    let count = |name: &'static str, number: Option<u64>| number.map(|n| (name, grouped(n)));
    let distinct = |pick: fn(&super::read::WinRate) -> &str| {
        let mut names: Vec<&str> = results.win_rates.iter().map(pick).collect();
        names.sort_unstable();
        names.dedup();
        (!names.is_empty()).then_some(names)
    };
    let named = |name: &'static str, plural: &'static str, names: Option<Vec<&str>>| {
        let names = names?;
        match names.as_slice() {
            [one] => Some((name, (*one).to_string())),
            several => Some((plural, several.len().to_string())),
        }
    };
    let seed = manifest.and_then(|m| m.experiment.seed.or(m.comparison.seed));
    let mut deals = results.win_rates.iter().map(|row| row.deals);
    // One number only where all tables played as many.
    let first = deals.next();
    let deals = first.filter(|first| deals.all(|other| other == *first));
    let deals = deals.or(manifest.and_then(|m| m.comparison.deals));
    let facts = [
        named("Rules", "Rule sets", distinct(|row| &row.rules)),
        named("Table", "Tables", distinct(|row| &row.table)).filter(|t| t.1 != "main"),
        named("Strategy", "Strategies", distinct(|row| &row.strategy)),
        deals.map(|n| ("Deals", grouped(n))),
        count("Games", manifest.and_then(|m| m.games)),
        count("Hands", manifest.and_then(|m| m.hands)),
        seed.map(|seed| ("Seed", seed.to_string())),
    ];
    html! {
        @if facts.iter().any(Option::is_some) {
            dl class="facts" {
                @for (name, value) in facts.iter().flatten() { div { dt { (name) } dd { (value) } } }
            }
        }
    }
}

fn section(section: &Section) -> Markup {
    html! {
        section id=(section.id) class=(shape(section)) aria-labelledby={ (section.id) "-title" } {
            h2 id={ (section.id) "-title" } { (section.title) }
            @for text in &section.intro { p { (text) } }
            @for item in &section.items {
                @match item {
                    Item::Heading(text) => h3 { (text) },
                    Item::Figures(figures) => div class={ "figures" @if figures.len() == 1 { " few" } } {
                        @for one in figures { (figure(one)) }
                    },
                    Item::Table(one, true) => (table(one)),
                    Item::Table(one, false) => details { summary { (one.caption) } (table(one)) },
                }
            }
            @if !section.left_out.is_empty() {
                div class="left" {
                    strong { "Not drawn here" }
                    ul { @for text in &section.left_out { li { (text) } } }
                }
            }
        }
    }
}

/// Two sections of one figure stand beside each other where there is room; one of a figure and an open table takes a
/// row of its own.
fn shape(section: &Section) -> &'static str {
    let single = |item: &Item| matches!(item, Item::Figures(figures) if figures.len() == 1);
    match section.items.as_slice() {
        [one] if single(one) => "half",
        [one, Item::Table(..)] if single(one) => "wide beside",
        _ => "wide",
    }
}

fn figure(figure: &Figure) -> Markup {
    html! {
        figure id=(figure.file) {
            figcaption { strong { (figure.caption.title) } span { (figure.caption.description) } }
            (PreEscaped(&figure.svg))
            details { summary { "The numbers" } (table(&figure.table)) }
        }
    }
}

fn table(table: &Table) -> Markup {
    let class = |column: usize| {
        if column < table.names {
            "name"
        } else {
            "number"
        }
    };
    html! {
        div class="scroll" tabindex="0" role="region" aria-label=(table.caption) {
            table {
                caption { (table.caption) }
                thead { tr { @for (i, name) in table.columns.iter().enumerate() { th scope="col" class=(class(i)) { (name) } } } }
                tbody {
                    @for row in &table.rows {
                        tr {
                            @for (i, cell) in row.iter().enumerate() {
                                @if i == 0 { th scope="row" class=(class(i)) { (cell) } }
                                @else { td class=(class(i)) { (cell) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn made(manifest: Option<&Manifest>, varied: bool) -> Markup {
    html! {
        section id="made" class="wide" aria-labelledby="made-title" {
            h2 id="made-title" { "How it was made" }
            @match manifest {
                None => p { "These results came without a manifest.json, so what made them is not known here." },
                Some(manifest) => {
                    dl class="made" {
                        @for (name, value) in origins(manifest) { dt { (name) } dd { (value) } }
                    }
                    (again(manifest, varied))
                }
            }
        }
    }
}

/// How to get the same files once more, where the manifest tells it.
fn again(manifest: &Manifest, varied: bool) -> Markup {
    let file = manifest.experiment_file();
    // Older manifests do not say of which sweep the tables came.
    let file = file.filter(|_| !varied || manifest.experiment.sweep.is_some());
    let command = manifest.command.as_ref().filter(|_| file.is_none());
    let how = match (manifest.complete, manifest.reproducible) {
        (Some(false), _) => {
            "This run was interrupted; so the whole will be played, and the files will hold more than these."
        }
        (_, Some(false)) => "The files will be similar, not equal.",
        _ => "The same version of the program writes the same CSV files, byte for byte.",
    };
    html! {
        @if let Some(text) = file.as_ref().or(command) {
            h3 { "To play it again" }
            @if file.is_some() {
                p { "Save this as " code { "again.toml" } " and type " code { "unosim run again.toml" } ". " (how) }
            } @else {
                p { "Type this, with " code { "--out" } " and a new directory for the files. " (how) }
            }
            @if text.contains(".toml") { p { "Rule files are looked for where the command is typed." } }
            pre { code { (text.trim_end()) } }
        }
    }
}

fn origins(manifest: &Manifest) -> Vec<(&'static str, String)> {
    let yes = |value: bool| if value { "yes" } else { "no" }.to_string();
    let versions = &manifest.versions;
    let version = versions.unosim.as_ref().map(|v| match &versions.commit {
        Some(commit) => format!("unosim {v}, commit {commit}"),
        None => format!("unosim {v}"),
    });
    let platform = &manifest.platform;
    let machine: Vec<String> = [
        platform.os.clone(),
        platform.arch.clone(),
        platform.processors.map(|n| format!("{n} processors")),
    ]
    .into_iter()
    .flatten()
    .collect();
    let time = manifest.wall_seconds.map(|seconds| match manifest.threads {
        Some(threads) => format!("{seconds} s, {threads} threads"),
        None => format!("{seconds} s"),
    });
    let (asked, compared) = (&manifest.experiment, &manifest.comparison);
    let ladder = (!compared.ladder.is_empty()).then(|| compared.ladder.join(", "));
    let cheats = match manifest.cheats.is_empty() {
        true => "none".to_string(),
        false => manifest.cheats.join(", "),
    };
    [
        ("Program", version),
        ("Compiler", versions.rustc.clone()),
        ("Machine", (!machine.is_empty()).then(|| machine.join(", "))),
        ("Time", time),
        ("Seating", asked.seating.clone()),
        ("Seed", asked.seed.or(compared.seed).map(|s| s.to_string())),
        ("Baseline", compared.baseline.clone()),
        ("Deals under each of the rules", compared.deals.map(grouped)),
        ("Players", compared.players.map(|n| n.to_string())),
        ("Strategy on every seat", compared.strategy.clone()),
        ("Ladder", ladder),
        ("Complete", manifest.complete.map(yes)),
        ("Reproducible", manifest.reproducible.map(yes)),
        ("Cheats", Some(cheats)),
        ("Fingerprint", manifest.fingerprint.clone()),
    ]
    .into_iter()
    .filter_map(|(name, value)| Some((name, value?)))
    .collect()
}
