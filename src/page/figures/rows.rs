//! Rows of values with their intervals on one scale: who lies where, and how sure that is.

use anyhow::Result;
use plotters::style::text_anchor::HPos;

use super::ink::Ink;
use super::{Caption, SMALL, Scale, TEXT, WIDTH, letters, sheet};
use crate::page::read::Interval;
use crate::page::words::{Unit, clipped, fixed, signed};

/// A row.
#[derive(Debug, Clone)]
pub enum Row {
    /// The name of the rows that follow.
    Heading(String),
    /// A value.
    Bar(Bar),
}

impl Row {
    /// The numbers that its scale must hold.
    pub fn numbers(&self) -> impl Iterator<Item = f64> + use<> {
        let of = |bar: &Bar| {
            let (low, high) = bar.value.ends.unwrap_or((bar.value.value, bar.value.value));
            [Some(low), Some(high), Some(bar.value.value), bar.reference]
        };
        let numbers = match self {
            Row::Bar(bar) => of(bar),
            Row::Heading(_) => [None; 4],
        };
        numbers.into_iter().flatten()
    }
}

/// A value on the scale.
#[derive(Debug, Clone)]
pub struct Bar {
    /// Its name.
    pub label: String,
    /// The value and its interval.
    pub value: Interval,
    /// A thick part within the interval: the middle half of a distribution.
    pub middle: Option<(f64, f64)>,
    /// What it is to be compared with.
    pub reference: Option<f64>,
    /// What stands at its end.
    pub text: String,
    /// Which color.
    pub series: usize,
}

/// Such a label stands beside its bar, longer ones above it.
const BESIDE: usize = 18;
const LABELS: i32 = 324;
const NUMBERS: i32 = 264;
const MARGIN: i32 = 14;
const AXIS: i32 = 56;

/// Draws the rows; the scale also holds the numbers of `span`, so that several figures can share one.
///
/// # Errors
/// None that can happen in memory.
pub fn draw(caption: &Caption, rows: &[Row], unit: Unit, span: &[f64]) -> Result<String> {
    let bars = || {
        rows.iter().filter_map(|row| match row {
            Row::Bar(bar) => Some(bar),
            Row::Heading(_) => None,
        })
    };
    let above =
        bars().any(|bar| bar.label.chars().count() > BESIDE || bar.text.chars().count() > 16);
    let (bar_height, left, right) = match above {
        true => (72, MARGIN, WIDTH - MARGIN),
        false => (46, LABELS, WIDTH - NUMBERS),
    };
    let factor = unit.scale();
    let numbers = rows
        .iter()
        .flat_map(Row::numbers)
        .chain(span.iter().copied());
    let scale = Scale::around(numbers.map(|n| n * factor), if above { 6.0 } else { 4.0 });
    let x = |number: f64| {
        left + (scale.share(number * factor) * f64::from(right - left)).round() as i32
    };
    let height_of = |row: &Row| match row {
        Row::Heading(_) => 62,
        Row::Bar(_) => bar_height,
    };
    let bottom: i32 = 8 + rows.iter().map(height_of).sum::<i32>();
    let signs = matches!(unit, Unit::Points | Unit::Difference);

    sheet(caption, bottom + AXIS, |sheet| {
        for tick in &scale.ticks {
            let at = x(tick / factor);
            sheet.line(vec![(at, 4), (at, bottom)], Ink::Grid, 2)?;
            let text = match signs {
                true => signed(*tick, scale.digits),
                false => fixed(*tick, scale.digits),
            };
            let text = format!("{text}{}", unit.suffix());
            let half = (text.chars().count() as f64 * 8.0) as i32;
            let at = at.clamp(half, WIDTH - half);
            sheet.text(&text, (at, bottom + 26), HPos::Center, SMALL, Ink::Quiet)?;
        }
        let mut top = 8;
        for row in rows {
            let height = height_of(row);
            match row {
                Row::Heading(name) => {
                    let name = clipped(name, letters(WIDTH - 2 * MARGIN));
                    sheet.fill((0, top + 10), (WIDTH, top + height - 6), Ink::Paper)?;
                    sheet.text(&name, (MARGIN, top + 38), HPos::Left, TEXT, Ink::Quiet)?;
                    sheet.line(
                        vec![(MARGIN, top + 56), (WIDTH - MARGIN, top + 56)],
                        Ink::Grid,
                        2,
                    )?;
                }
                Row::Bar(bar) => {
                    let middle = if above { top + 52 } else { top + height / 2 };
                    let name_at = if above { top + 22 } else { middle };
                    let taken = bar.text.chars().count() as i32 * 17 + 24;
                    let room = if above {
                        WIDTH - taken - 2 * MARGIN
                    } else {
                        LABELS - MARGIN
                    };
                    if above {
                        sheet.fill((0, top + 6), (WIDTH, top + 38), Ink::Paper)?;
                    }
                    sheet.text(
                        &clipped(&bar.label, letters(room)),
                        (MARGIN, name_at),
                        HPos::Left,
                        TEXT,
                        Ink::Text,
                    )?;
                    let end = (WIDTH - MARGIN, name_at);
                    sheet.text(&bar.text, end, HPos::Right, TEXT, Ink::Text)?;
                    if let Some(reference) = bar.reference {
                        let (from, to) = if above {
                            (middle - 15, middle + 15)
                        } else {
                            (top, top + height)
                        };
                        sheet.line(
                            vec![(x(reference), from), (x(reference), to)],
                            Ink::Reference,
                            4,
                        )?;
                    }
                    one(sheet, bar, middle, &x)?;
                }
            }
            top += height;
        }
        Ok(())
    })
}

fn one(sheet: &super::Sheet, bar: &Bar, y: i32, x: &impl Fn(f64) -> i32) -> Result<()> {
    let ink = Ink::Series(bar.series);
    if let Some((low, high)) = bar.value.ends {
        sheet.line(vec![(x(low), y), (x(high), y)], ink, 5)?;
        for end in [low, high] {
            sheet.line(vec![(x(end), y - 8), (x(end), y + 8)], ink, 4)?;
        }
    }
    match bar.middle {
        Some((low, high)) => {
            sheet.fill((x(low), y - 9), (x(high).max(x(low) + 2), y + 9), ink)?;
            let at = x(bar.value.value);
            sheet.fill((at - 3, y - 9), (at + 3, y + 9), Ink::Paper)
        }
        None => {
            sheet.dot((x(bar.value.value), y), 11, Ink::Paper)?;
            sheet.dot((x(bar.value.value), y), 9, ink)
        }
    }
}
