//! Figures: what is to be seen as SVG, drawn by `plotters`. They know numbers, names and places on a sheet, and nothing
//! of strategies or rules.

use anyhow::{Result, anyhow};
use plotters::coord::Shift;
use plotters::element::{Drawable, PointCollection};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

pub mod curves;
pub mod heat;
pub mod ink;
pub mod rows;

use super::SIGNATURE;
use ink::Ink;

/// Width of a figure in its own pixels. It is shown at half of that, so that whole pixels are fine enough.
pub const WIDTH: i32 = 920;
/// Size of names and numbers, in the same pixels.
pub const TEXT: i32 = 28;
/// Size of the text of axes.
pub const SMALL: i32 = 25;
/// Width of an average letter of the size `TEXT`, in the widest of the usual fonts.
const LETTER: f64 = 17.0;

/// What a figure is called, and what it shows to one who does not see it.
#[derive(Debug, Clone)]
pub struct Caption {
    /// Title.
    pub title: String,
    /// One or two sentences.
    pub description: String,
}

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// A sheet under way: shapes and text at places counted from its upper left corner.
pub struct Sheet<'a> {
    area: Area<'a>,
}

impl Sheet<'_> {
    fn put<E>(&self, element: &E) -> Result<()>
    where
        for<'b> &'b E: PointCollection<'b, (i32, i32)>,
        for<'b> E: Drawable<SVGBackend<'b>>,
    {
        self.area
            .draw(element)
            .map_err(|e| anyhow!("a figure cannot be drawn: {e}"))
    }

    /// A straight or broken line.
    fn line(&self, points: Vec<(i32, i32)>, ink: Ink, width: u32) -> Result<()> {
        self.put(&PathElement::new(points, ink.color().stroke_width(width)))
    }

    /// A filled box.
    fn fill(&self, from: (i32, i32), to: (i32, i32), ink: Ink) -> Result<()> {
        self.put(&Rectangle::new([from, to], ink.color().filled()))
    }

    /// A dot.
    fn dot(&self, at: (i32, i32), radius: i32, ink: Ink) -> Result<()> {
        self.put(&Circle::new(at, radius, ink.color().filled()))
    }

    /// Text that begins, ends or is centered at a place, at half of its height.
    fn text(&self, text: &str, at: (i32, i32), side: HPos, size: i32, ink: Ink) -> Result<()> {
        // `plotters` writes a font smaller than it is asked for.
        let font = TextStyle::from(("sans-serif", f64::from(size) * 1.24));
        let color = ink.color();
        let style = font.color(&color).pos(Pos::new(side, VPos::Center));
        self.put(&Text::new(text.to_string(), at, style))
    }
}

/// So many letters of names fit into so many pixels.
fn letters(pixels: i32) -> usize {
    (f64::from(pixels) / LETTER) as usize
}

/// Draws a sheet of that height and makes it a figure: with title and description, in colors that follow the page.
fn sheet(
    caption: &Caption,
    height: i32,
    draw: impl FnOnce(&Sheet) -> Result<()>,
) -> Result<String> {
    let mut svg = String::new();
    {
        let size = (WIDTH as u32, height.max(1) as u32);
        let area = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        let sheet = Sheet { area };
        draw(&sheet)?;
        sheet
            .area
            .present()
            .map_err(|e| anyhow!("a figure cannot be drawn: {e}"))?;
    }
    Ok(named(&ink::classed(&svg), caption, height))
}

/// Replaces the opening tag: half the size, a role, a title and a description.
fn named(svg: &str, caption: &Caption, height: i32) -> String {
    let body = svg.split_once('>').map_or("", |(_, body)| body);
    let [title, description] = [&caption.title, &caption.description].map(|text| escaped(text));
    format!(
        "<svg role=\"img\" width=\"{}\" height=\"{}\" viewBox=\"0 0 {WIDTH} {height}\" font-family=\"sans-serif\" \
         aria-label=\"{title}\">\n<title>{title}</title>\n<desc>{description}</desc>{body}",
        WIDTH / 2,
        height / 2
    )
}

/// The same figure as a file of its own.
#[must_use]
pub fn alone(svg: &str) -> String {
    let style = ink::style_sheet();
    let opening = "<svg xmlns=\"http://www.w3.org/2000/svg\" ";
    let svg = svg.replacen("<svg ", opening, 1);
    let ground = format!(
        "</desc>\n<metadata>{SIGNATURE}</metadata>\n<style>{style}svg{{background:var(--paper)}}</style>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#FFFFFF\" class=\"f-paper\"/>"
    );
    svg.replacen("</desc>", &ground, 1)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// A stretch of numbers and round numbers on it.
#[derive(Debug, Clone)]
pub struct Scale {
    /// Its lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
    /// Round numbers between them.
    pub ticks: Vec<f64>,
    /// Decimals that tell them apart.
    pub digits: usize,
}

impl Scale {
    /// A stretch that holds all of the numbers, with a little room; about so many steps.
    #[must_use]
    pub fn around(numbers: impl Iterator<Item = f64>, steps: f64) -> Scale {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for number in numbers.filter(|n| n.abs() < 1e15) {
            low = low.min(number);
            high = high.max(number);
        }
        if low > high {
            (low, high) = (0.0, 1.0);
        }
        let room = match high - low {
            // As wide as can be told apart from a single number.
            width if width <= low.abs().max(high.abs()) * 1e-9 => low.abs().max(1.0) * 0.05,
            width => width * 0.06,
        };
        Scale::between(low - room, high + room, steps)
    }

    /// The stretch between two numbers.
    #[must_use]
    pub fn between(low: f64, high: f64, steps: f64) -> Scale {
        let rough = (high - low) / steps;
        let power = 10f64.powf(rough.log10().floor());
        let factors = [1.0, 2.0, 5.0, 10.0];
        let factor = factors
            .into_iter()
            .find(|f| f * power >= rough * 0.999)
            .unwrap_or(10.0);
        let step = factor * power;
        let first = (low / step).ceil() as i64;
        let last = (high / step).floor() as i64;
        let ticks = (first..=last).take(100).map(|i| i as f64 * step).collect();
        let digits = (-step.log10().floor()).clamp(0.0, 9.0) as usize;
        Scale {
            low,
            high,
            ticks,
            digits,
        }
    }

    /// Where a number lies, from 0 to 1; what lies outside is put at the end.
    #[must_use]
    pub fn share(&self, number: f64) -> f64 {
        ((number - self.low) / (self.high - self.low)).clamp(0.0, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_have_round_ticks() {
        let scale = Scale::between(14.2, 33.0, 4.0);
        assert_eq!(scale.ticks, [15.0, 20.0, 25.0, 30.0]);
        assert_eq!(scale.digits, 0);
        let scale = Scale::between(0.0, 0.05, 5.0);
        assert_eq!(scale.digits, 2);
        assert_eq!(scale.ticks.len(), 6);
        assert_eq!(scale.share(0.025), 0.5);
        assert_eq!(scale.share(1.0), 1.0);
        for numbers in [
            vec![],
            vec![3.0],
            vec![0.0],
            vec![1e14, 1e14],
            vec![f64::MAX],
            vec![-1e300, 1e300],
        ] {
            let scale = Scale::around(numbers.iter().copied(), 5.0);
            assert!(
                scale.low < scale.high && scale.ticks.len() < 100,
                "{numbers:?}"
            );
        }
    }

    #[test]
    fn names_cannot_break_a_figure() {
        let caption = Caption {
            title: "a<b & \"c\"".into(),
            description: "</desc><script>".into(),
        };
        let svg = sheet(&caption, 40, |sheet| {
            sheet.text("<&\">'", (5, 20), HPos::Left, TEXT, Ink::Text)
        })
        .unwrap();
        let alone = alone(&svg);
        let tree = roxmltree::Document::parse(&alone).unwrap();
        let title = tree
            .descendants()
            .find(|n| n.has_tag_name("title"))
            .unwrap();
        assert_eq!(title.text(), Some("a<b & \"c\""));
        let text = tree.descendants().find(|n| n.has_tag_name("text")).unwrap();
        assert_eq!(text.text().map(str::trim), Some("<&\">'"));
        assert!(!svg.contains("http"));
    }
}
