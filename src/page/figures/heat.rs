//! A table of cells in shades: blue above the middle, orange below.

use anyhow::Result;
use plotters::style::text_anchor::HPos;

use super::ink::Ink;
use super::{Caption, SMALL, TEXT, WIDTH, letters, sheet};
use crate::page::words::clipped;

/// A cell.
#[derive(Debug, Clone)]
pub struct Cell {
    /// What stands in it.
    pub text: String,
    /// Its shade, from −1 to 1.
    pub share: f64,
    /// Whether chance is ruled out; then it is framed.
    pub clear: bool,
}

/// Rows and columns of cells.
#[derive(Debug, Clone)]
pub struct Heat {
    /// What stands above the columns.
    pub columns: Vec<String>,
    /// The rows: a name, and a cell for each column, where there is one.
    pub rows: Vec<(String, Vec<Option<Cell>>)>,
}

const MARGIN: i32 = 14;
/// Names so long stand beside their cells, longer ones above.
const BESIDE: usize = 19;
const LABELS: i32 = 344;

/// Draws it.
///
/// # Errors
/// None that can happen in memory.
pub fn draw(caption: &Caption, heat: &Heat) -> Result<String> {
    let above = heat
        .rows
        .iter()
        .any(|(name, _)| name.chars().count() > BESIDE)
        || heat.columns.len() > 9;
    let (left, label, cell) = match above {
        true => (MARGIN, 42, 50),
        false => (LABELS, 0, 56),
    };
    let columns = heat.columns.len().max(1) as i32;
    let width = ((WIDTH - MARGIN - left) / columns).min(150);
    let row = label + cell;
    let head = 50;
    let height = head + row * heat.rows.len() as i32 + 10;
    let size = if width < 70 { 20 } else { SMALL };
    sheet(caption, height, |sheet| {
        let middle = |column: usize| left + width * column as i32 + width / 2;
        for (i, column) in heat.columns.iter().enumerate() {
            let text = clipped(column, letters(width));
            sheet.text(
                &text,
                (middle(i), head / 2),
                HPos::Center,
                SMALL,
                Ink::Quiet,
            )?;
        }
        for (r, (name, cells)) in heat.rows.iter().enumerate() {
            let top = head + row * r as i32;
            let (name_at, room) = match above {
                true => (top + label / 2 + 4, WIDTH - 2 * MARGIN),
                false => (top + cell / 2, LABELS - MARGIN),
            };
            sheet.text(
                &clipped(name, letters(room)),
                (MARGIN, name_at),
                HPos::Left,
                TEXT,
                Ink::Text,
            )?;
            for (c, content) in cells.iter().enumerate() {
                let (from, to) = (left + width * c as i32, top + label);
                let (a, b) = ((from + 2, to + 2), (from + width - 2, to + cell - 2));
                let Some(content) = content else {
                    sheet.line(
                        vec![
                            (middle(c) - 8, to + cell / 2),
                            (middle(c) + 8, to + cell / 2),
                        ],
                        Ink::Grid,
                        4,
                    )?;
                    continue;
                };
                sheet.fill(a, b, Ink::shade(content.share))?;
                if content.clear {
                    let corners = vec![a, (b.0, a.1), b, (a.0, b.1), a];
                    sheet.line(corners, Ink::Quiet, 2)?;
                }
                sheet.text(
                    &content.text,
                    (middle(c), to + cell / 2),
                    HPos::Center,
                    size,
                    Ink::Text,
                )?;
            }
        }
        Ok(())
    })
}
