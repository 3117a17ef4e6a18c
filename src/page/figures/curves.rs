//! Curves and bars over a scale: sweeps, and distributions.

use anyhow::{Result, anyhow};
use plotters::prelude::*;
use plotters::style::text_anchor::HPos;

use super::ink::Ink;
use super::{Caption, SMALL, Scale, TEXT, WIDTH, letters, sheet};
use crate::numbers::grouped;
use crate::page::read::Interval;
use crate::page::words::{Unit, clipped, fixed};

/// Where the points of a curve lie.
#[derive(Debug, Clone)]
pub enum Axis {
    /// On a scale of numbers.
    Linear,
    /// On a scale of numbers, each step so many times the one before.
    Logarithmic,
    /// Side by side, by name.
    Names(Vec<String>),
}

/// A curve.
#[derive(Debug, Clone)]
pub struct Curve {
    /// Its name.
    pub name: String,
    /// Places and values.
    pub points: Vec<(f64, Interval)>,
    /// Whether to draw dots and intervals, or only the line.
    pub dots: bool,
}

/// Curves in one frame.
#[derive(Debug, Clone)]
pub struct Frame {
    /// What the horizontal axis shows.
    pub x_name: String,
    /// The horizontal axis.
    pub axis: Axis,
    /// What the vertical one shows.
    pub y_name: String,
    /// How its numbers are written.
    pub unit: Unit,
    /// A value to compare with.
    pub reference: Option<f64>,
    /// Whether the vertical axis begins at 0.
    pub from_zero: bool,
}

const HEIGHT: i32 = 520;
const LEGEND: i32 = 40;

/// Draws curves, their names below.
///
/// # Errors
/// None that can happen in memory.
pub fn draw(caption: &Caption, frame: &Frame, curves: &[Curve]) -> Result<String> {
    let factor = frame.unit.scale();
    let all = || curves.iter().flat_map(|curve| &curve.points);
    let place = |x: f64| match frame.axis {
        Axis::Logarithmic => x.log10(),
        _ => x,
    };
    let x = Scale::around(all().map(|(x, _)| place(*x)), 5.0);
    let y_numbers = all().flat_map(|(_, value)| {
        let (low, high) = value.ends.unwrap_or((value.value, value.value));
        [low, high]
    });
    let zero = frame.from_zero.then_some(0.0);
    let y = Scale::around(
        y_numbers
            .chain(frame.reference)
            .chain(zero)
            .map(|v| v * factor),
        5.0,
    );
    let y = if frame.from_zero {
        Scale::between(0.0, y.high, 5.0)
    } else {
        y
    };
    let legend = if curves.len() > 1 {
        LEGEND * curves.len() as i32 + 12
    } else {
        0
    };
    let labels = x_labels(frame, &x, all().map(|(x, _)| *x));
    sheet(caption, HEIGHT + legend, |sheet| {
        let (upper, _) = sheet.area.split_vertically(HEIGHT);
        let failed = |e| anyhow!("a figure cannot be drawn: {e}");
        let mut chart = ChartBuilder::on(&upper)
            .margin_top(44)
            .margin_right(30)
            .x_label_area_size(86)
            .y_label_area_size(96)
            .build_cartesian_2d(x.low..x.high, y.low..y.high)
            .map_err(failed)?;
        let (left, right) = (96, WIDTH - 30);
        let bottom = HEIGHT - 86;
        for tick in &y.ticks {
            chart
                .draw_series(LineSeries::new(
                    [(x.low, *tick), (x.high, *tick)],
                    Ink::Grid.color().stroke_width(2),
                ))
                .map_err(failed)?;
            let at = bottom - (y.share(*tick) * f64::from(bottom - 44)).round() as i32;
            let text = format!("{}{}", fixed(*tick, y.digits), frame.unit.suffix());
            sheet.text(&text, (left - 12, at), HPos::Right, SMALL, Ink::Quiet)?;
        }
        if let Some(reference) = frame.reference {
            let line = [(x.low, reference * factor), (x.high, reference * factor)];
            chart
                .draw_series(LineSeries::new(
                    line,
                    Ink::Reference.color().stroke_width(3),
                ))
                .map_err(failed)?;
        }
        for (at, text) in &labels {
            let at = left + (x.share(*at) * f64::from(right - left)).round() as i32;
            sheet.line(vec![(at, bottom), (at, bottom + 8)], Ink::Reference, 2)?;
            let half = text.chars().count() as i32 * 6;
            sheet.text(
                text,
                (at.min(WIDTH - half), bottom + 26),
                HPos::Center,
                SMALL,
                Ink::Quiet,
            )?;
        }
        sheet.text(
            &clipped(&frame.x_name, 60),
            (right, bottom + 64),
            HPos::Right,
            SMALL,
            Ink::Text,
        )?;
        sheet.text(
            &clipped(&frame.y_name, 60),
            (8, 20),
            HPos::Left,
            SMALL,
            Ink::Text,
        )?;
        for (i, curve) in curves.iter().enumerate() {
            let ink = Ink::Series(i);
            // Nothing lies between two names.
            if !matches!(frame.axis, Axis::Names(_)) {
                let points = curve.points.iter();
                let points = points.map(|(x, value)| (place(*x), value.value * factor));
                let line = LineSeries::new(points, ink.color().stroke_width(5));
                chart.draw_series(line).map_err(failed)?;
            }
            if !curve.dots {
                continue;
            }
            for (x, value) in &curve.points {
                let (at, value, ends) = (place(*x), value.value * factor, value.ends);
                let (low, high) = ends.map_or((value, value), |(a, b)| (a * factor, b * factor));
                let style = ink.color().stroke_width(4);
                chart
                    .draw_series([ErrorBar::new_vertical(
                        at,
                        low,
                        value,
                        high,
                        style.filled(),
                        14,
                    )])
                    .map_err(failed)?;
                chart
                    .draw_series([Circle::new((at, value), 8, ink.color().filled())])
                    .map_err(failed)?;
            }
        }
        for (i, curve) in curves.iter().enumerate().filter(|_| legend > 0) {
            let y = HEIGHT + LEGEND * i as i32 + LEGEND / 2;
            sheet.line(vec![(left, y), (left + 64, y)], Ink::Series(i), 5)?;
            let name = clipped(&curve.name, letters(WIDTH - left - 90));
            sheet.text(&name, (left + 80, y), HPos::Left, TEXT, Ink::Text)?;
        }
        Ok(())
    })
}

/// Places and texts of the horizontal axis.
fn x_labels(frame: &Frame, scale: &Scale, places: impl Iterator<Item = f64>) -> Vec<(f64, String)> {
    match &frame.axis {
        Axis::Linear => {
            let text = |tick: &f64| (*tick, fixed(*tick, scale.digits));
            scale.ticks.iter().map(text).collect()
        }
        Axis::Logarithmic => {
            let mut places: Vec<f64> = places.collect();
            places.sort_by(f64::total_cmp);
            places.dedup();
            let mut labels: Vec<(f64, String)> = Vec::new();
            for place in places {
                let at = place.log10();
                let near = labels
                    .last()
                    .is_some_and(|(last, _)| scale.share(at) - scale.share(*last) < 0.11);
                if !near {
                    labels.push((at, round_number(place)));
                }
            }
            labels
        }
        Axis::Names(names) => {
            let room = letters((WIDTH - 126) / names.len().max(1) as i32);
            let every = (names.len() * 3).div_ceil(60).max(1);
            let names = names.iter().enumerate().filter(|(i, _)| i % every == 0);
            names
                .map(|(i, name)| (i as f64, clipped(name, room.max(3))))
                .collect()
        }
    }
}

/// `10,000`, or a fraction as it is.
fn round_number(number: f64) -> String {
    match number.fract() == 0.0 && (0.0..1e15).contains(&number) {
        true => grouped(number as u64),
        false => number.to_string(),
    }
}

/// Draws how often values came, as bars of equal width: the lower end of each and its share.
///
/// # Errors
/// None that can happen in memory.
pub fn histogram(
    caption: &Caption,
    x_name: &str,
    bars: &[(f64, f64)],
    width: f64,
    mean: f64,
) -> Result<String> {
    let x = Scale::between(
        bars.first().map_or(0.0, |b| b.0),
        bars.last().map_or(1.0, |b| b.0 + width),
        6.0,
    );
    let most = bars.iter().map(|b| b.1 * 100.0).fold(0.0, f64::max);
    let y = Scale::between(0.0, if most > 0.0 { most * 1.08 } else { 1.0 }, 4.0);
    sheet(caption, 440, |sheet| {
        let (left, right, top, bottom) = (96, WIDTH - 30, 48, 354);
        let at = |v: f64| left + (x.share(v) * f64::from(right - left)).round() as i32;
        let level = |v: f64| bottom - (y.share(v) * f64::from(bottom - top)).round() as i32;
        for tick in &y.ticks {
            sheet.line(
                vec![(left, level(*tick)), (right, level(*tick))],
                Ink::Grid,
                2,
            )?;
            let text = format!("{} %", fixed(*tick, y.digits));
            sheet.text(
                &text,
                (left - 12, level(*tick)),
                HPos::Right,
                SMALL,
                Ink::Quiet,
            )?;
        }
        for (from, share) in bars.iter().filter(|b| b.1 > 0.0) {
            let gap = if at(from + width) - at(*from) > 6 {
                2
            } else {
                0
            };
            sheet.fill(
                (at(*from) + gap, level(share * 100.0)),
                (at(from + width), bottom),
                Ink::Series(0),
            )?;
        }
        for tick in &x.ticks {
            sheet.line(
                vec![(at(*tick), bottom), (at(*tick), bottom + 8)],
                Ink::Reference,
                2,
            )?;
            let text = fixed(*tick, x.digits);
            sheet.text(
                &text,
                (at(*tick), bottom + 26),
                HPos::Center,
                SMALL,
                Ink::Quiet,
            )?;
        }
        sheet.line(vec![(at(mean), top), (at(mean), bottom)], Ink::Text, 3)?;
        let side = if x.share(mean) > 0.6 {
            (at(mean) - 12, HPos::Right)
        } else {
            (at(mean) + 12, HPos::Left)
        };
        sheet.text(
            &format!("mean {}", fixed(mean, 1)),
            (side.0, top + 10),
            side.1,
            SMALL,
            Ink::Text,
        )?;
        sheet.text("share of hands", (8, 18), HPos::Left, SMALL, Ink::Text)?;
        sheet.text(x_name, (right, bottom + 62), HPos::Right, SMALL, Ink::Text)
    })
}
