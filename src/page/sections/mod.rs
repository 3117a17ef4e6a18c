//! The sections of a report: which figures and tables there are for the rows of each file, and what is left out of them.

use anyhow::Result;
use std::collections::HashMap;

use super::figures::Caption;
use super::figures::rows::{self, Bar, Row};
use super::read::{Interval, Results};
use super::rounds::{Round, rounds};
use super::words::Unit;

mod balance;
mod differences;
mod pairs;
mod ratings;
mod spread;
mod sweeps;
mod win_rates;

/// So many figures has a section that does not say; what is left out is told.
const MOST_FIGURES: usize = 24;
/// So many rows has a figure.
const MOST_ROWS: usize = 24;
/// So many rows has a table of a page.
const MOST_LINES: usize = 600;

/// A part of the page with a heading.
#[derive(Debug, Default)]
pub struct Section {
    /// Anchor, and beginning of the names of its figures.
    pub id: &'static str,
    /// Heading.
    pub title: &'static str,
    /// How to read it.
    pub intro: Vec<String>,
    /// What it shows.
    pub items: Vec<Item>,
    /// What it leaves out.
    pub left_out: Vec<String>,
    /// So many figures it has at most, where it has a number of its own.
    most: Option<usize>,
}

/// What a section shows.
#[derive(Debug)]
pub enum Item {
    /// A heading below that of the section.
    Heading(String),
    /// Figures beside each other.
    Figures(Vec<Figure>),
    /// A table; the main one of a section is open, others are folded.
    Table(Table, bool),
}

/// A figure and the numbers behind it.
#[derive(Debug)]
pub struct Figure {
    /// Name of its file, without `.svg`.
    pub file: String,
    /// Title and description.
    pub caption: Caption,
    /// SVG, to be placed within a page.
    pub svg: String,
    /// The numbers.
    pub table: Table,
}

/// A table of texts.
#[derive(Debug, Default)]
pub struct Table {
    /// What it tells.
    pub caption: String,
    /// Names of the columns.
    pub columns: Vec<&'static str>,
    /// So many columns, from the first, hold names; the others hold numbers.
    pub names: usize,
    /// The cells.
    pub rows: Vec<Vec<String>>,
}

/// All sections for which there are rows.
///
/// # Errors
/// None that can happen in memory.
pub fn all(results: &Results) -> Result<Vec<Section>> {
    let rounds = rounds(&results.win_rates);
    let sections = [
        win_rates::section(results, &rounds)?,
        sweeps::section(results, &rounds)?,
        differences::section(results)?,
        ratings::section(results)?,
        balance::section(results)?,
        pairs::section(results)?,
        spread::scores(results, &rounds)?,
        spread::lengths(results)?,
        pairs::seats(results, &rounds)?,
    ];
    let shown = sections
        .into_iter()
        .filter(|s| !s.items.is_empty() || !s.left_out.is_empty());
    Ok(shown.collect())
}

impl Section {
    /// Adds a figure to the last group of figures.
    fn figure(
        &mut self,
        caption: Caption,
        table: Table,
        svg: impl FnOnce(&Caption) -> Result<String>,
    ) -> Result<()> {
        let count = self.figures() + 1;
        let figure = Figure {
            file: format!("{}-{count:02}", self.id),
            svg: svg(&caption)?,
            caption,
            table,
        };
        match self.items.last_mut() {
            Some(Item::Figures(figures)) => figures.push(figure),
            _ => self.items.push(Item::Figures(vec![figure])),
        }
        Ok(())
    }

    fn figures(&self) -> usize {
        let of = |item: &Item| match item {
            Item::Figures(figures) => figures.len(),
            _ => 0,
        };
        self.items.iter().map(of).sum()
    }

    fn is_full(&self) -> bool {
        self.figures() >= self.most.unwrap_or(MOST_FIGURES)
    }

    /// Adds a table, cut to what a page can bear.
    fn table(&mut self, mut table: Table, open: bool, file: &str) {
        let more = table.rows.len().saturating_sub(MOST_LINES);
        if more > 0 {
            table.rows.truncate(MOST_LINES);
            self.left_out.push(format!(
                "{more} more rows of “{}” are in {file}",
                table.caption
            ));
        }
        if !table.rows.is_empty() {
            self.items.push(Item::Table(table, open));
        }
    }

    /// Adds figures of rows, as many as it takes; a group of rows stays together where it fits into a figure.
    fn rows(
        &mut self,
        caption: &Caption,
        groups: Vec<Vec<Row>>,
        unit: Unit,
        table: impl Fn(&[Row]) -> Table,
    ) -> Result<()> {
        let span: Vec<f64> = groups.iter().flatten().flat_map(Row::numbers).collect();
        self.rows_within(caption, groups, unit, &span, table)
    }

    /// The same on a scale that also holds the numbers of `span`.
    fn rows_within(
        &mut self,
        caption: &Caption,
        groups: Vec<Vec<Row>>,
        unit: Unit,
        span: &[f64],
        table: impl Fn(&[Row]) -> Table,
    ) -> Result<()> {
        let all: usize = groups.iter().map(Vec::len).sum();
        // A few more rows are better than a figure of few rows.
        let most = match all <= MOST_ROWS + 10 {
            true => all,
            false => all.div_ceil(all.div_ceil(MOST_ROWS)),
        };
        let mut parts: Vec<Vec<Row>> = Vec::new();
        for group in groups {
            let heading = match group.first() {
                Some(Row::Heading(name)) => Some(name.clone()),
                _ => None,
            };
            // More of the group before the end of a figure than beyond it.
            let fits = |part: &Vec<Row>| part.len() + group.len() / 2 <= most;
            if !parts.last().is_some_and(fits) {
                parts.push(Vec::new());
            }
            for row in group {
                if parts.last().is_none_or(|part| part.len() >= MOST_ROWS + 10) {
                    let again = heading
                        .iter()
                        .map(|name| Row::Heading(format!("{name}, continued")));
                    parts.push(again.collect());
                }
                if let Some(part) = parts.last_mut() {
                    part.push(row);
                }
            }
        }
        let count = parts.len();
        for (i, part) in parts.into_iter().enumerate() {
            if self.is_full() {
                self.left_out.push(format!(
                    "{} of {count} figures of “{}”",
                    count - i,
                    caption.title
                ));
                break;
            }
            let mut caption = caption.clone();
            if count > 1 {
                caption.title = format!("{} ({} of {count})", caption.title, i + 1);
            }
            self.figure(caption, table(&part), |caption| {
                rows::draw(caption, &part, unit, span)
            })?;
        }
        Ok(())
    }
}

/// A table of the rows of a figure.
fn table_of(
    rows: &[Row],
    caption: &str,
    first: &'static str,
    value: &'static str,
    unit: Unit,
) -> Table {
    let mut group = None;
    let mut table = Table {
        caption: caption.into(),
        columns: vec![first, value, "95 % interval"],
        names: 1,
        rows: Vec::new(),
    };
    for row in rows {
        match row {
            Row::Heading(name) => group = Some(name),
            Row::Bar(bar) => {
                let name = match group {
                    Some(group) => format!("{group}: {}", bar.label),
                    None => bar.label.clone(),
                };
                table
                    .rows
                    .push(vec![name, bar.text.clone(), unit.ends(Some(bar.value))]);
            }
        }
    }
    table
}

/// A row of a value as it is usually written.
fn bar(label: &str, value: Interval, unit: Unit, reference: Option<f64>, series: usize) -> Row {
    Row::Bar(Bar {
        label: label.into(),
        value,
        middle: None,
        reference,
        text: unit.with_error(Some(value)),
        series,
    })
}

/// What a table under rule sets is called, where there are several tables, rule sets or both.
fn place(rules: &str, table: &str, several_rules: bool, several_tables: bool) -> String {
    match (several_rules, several_tables) {
        (true, true) => format!("{rules}, {table}"),
        (true, false) => rules.to_string(),
        (false, true) => table.to_string(),
        (false, false) => rules.to_string(),
    }
}

/// Rows that belong together, in the order in which they came.
fn grouped_by<'a, T, K: std::hash::Hash + Eq + Clone>(
    rows: &'a [T],
    key: impl Fn(&'a T) -> K,
) -> Vec<(K, Vec<&'a T>)> {
    let mut groups: Vec<(K, Vec<&T>)> = Vec::new();
    let mut at: HashMap<K, usize> = HashMap::new();
    for row in rows {
        let key = key(row);
        let index = *at.entry(key.clone()).or_insert_with(|| {
            groups.push((key, Vec::new()));
            groups.len() - 1
        });
        groups[index].1.push(row);
    }
    groups
}

/// Different texts in the order in which they came.
fn different<'a>(texts: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut list: Vec<&str> = Vec::new();
    for text in texts {
        if !list.contains(&text) {
            list.push(text);
        }
    }
    list
}

/// Whether there are several rule sets, and several tables.
fn several<'a>(places: impl Iterator<Item = (&'a str, &'a str)> + Clone) -> (bool, bool) {
    (
        different(places.clone().map(|p| p.0)).len() > 1,
        different(places.map(|p| p.1)).len() > 1,
    )
}

/// A round's mark among the others.
fn place_of(round: &Round, several: (bool, bool)) -> String {
    place(round.rules, round.table, several.0, several.1)
}
