//! Colors, and what makes a drawing of `plotters` follow light and dark. Figures are drawn in the light colors; each of
//! them becomes a class, so that a style sheet can give it another color in the dark.

use plotters::style::RGBColor;
use std::fmt::Write;

/// What a color is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ink {
    /// The ground.
    Paper,
    /// Names and numbers.
    Text,
    /// Axes and notes.
    Quiet,
    /// Lines of a grid.
    Grid,
    /// A line of reference, such as what equal strategies would win.
    Reference,
    /// One of several series; they repeat, dashed, from the seventh on.
    Series(usize),
    /// A cell below (−1, orange) to above (1, blue) the middle.
    Shade(i8),
}

/// Different hues of series.
pub const HUES: usize = 6;
/// Different looks of series.
pub const SERIES: usize = 2 * HUES;
/// Steps of shade to either side.
const SHADES: i8 = 4;

/// Light and dark, told apart also by people who see no red or no green (after Okabe and Ito, 2008, darkened or
/// lightened for a contrast of at least 4.5 to the ground).
const HUE: [(u32, u32); HUES] = [
    (0x0062A8, 0x5FB4F5),
    (0xB84A00, 0xFF9D5C),
    (0x007558, 0x3FCBA0),
    (0x983A80, 0xE594D0),
    (0x7A5A00, 0xE3BE4E),
    (0x555B66, 0xBCC3CF),
];

/// From `Shade(-4)` to `Shade(4)`; text in `Ink::Text` stays legible on all of them.
const SHADE: [(u32, u32); 9] = [
    (0xF2B07A, 0x8A4310),
    (0xF6C79F, 0x703A14),
    (0xF9DBC1, 0x553119),
    (0xFBEBDE, 0x3B291D),
    (0xF0F1F3, 0x24282F),
    (0xDFEAF5, 0x1C3045),
    (0xC3DAEE, 0x1B3F60),
    (0xA3C8E7, 0x194F7D),
    (0x82B6E0, 0x16609C),
];

impl Ink {
    fn all() -> Vec<Ink> {
        let mut all = vec![Ink::Paper, Ink::Text, Ink::Quiet, Ink::Grid, Ink::Reference];
        all.extend((0..SERIES).map(Ink::Series));
        all.extend((-SHADES..=SHADES).map(Ink::Shade));
        all
    }

    /// A shade for a number from −1 to 1.
    #[must_use]
    pub fn shade(share: f64) -> Ink {
        let step = (share.clamp(-1.0, 1.0) * f64::from(SHADES)).round();
        Ink::Shade(step as i8)
    }

    fn name(self) -> String {
        match self {
            Ink::Paper => "paper".into(),
            Ink::Text => "text".into(),
            Ink::Quiet => "quiet".into(),
            Ink::Grid => "grid".into(),
            Ink::Reference => "reference".into(),
            Ink::Series(i) => format!("s{}", i % SERIES),
            Ink::Shade(step) => format!("h{}", step + SHADES),
        }
    }

    fn colors(self) -> (u32, u32) {
        match self {
            Ink::Paper => (0xFFFFFF, 0x15181D),
            Ink::Text => (0x1B1F26, 0xE9ECF1),
            Ink::Quiet => (0x5C6470, 0xA3ABB8),
            Ink::Grid => (0xE1E4E9, 0x333943),
            Ink::Reference => (0x89919D, 0x78818F),
            Ink::Series(i) => {
                let (light, dark) = HUE[i % HUES];
                // A look of its own needs a color of its own; the dashes are what one sees.
                let own = u32::from(i % SERIES >= HUES);
                (light + own, dark + own)
            }
            Ink::Shade(step) => SHADE[(step + SHADES) as usize],
        }
    }

    /// The color to draw with.
    #[must_use]
    pub fn color(self) -> RGBColor {
        let [_, red, green, blue] = self.colors().0.to_be_bytes();
        RGBColor(red, green, blue)
    }

    fn dashed(self) -> bool {
        matches!(self, Ink::Series(i) if i % SERIES >= HUES)
    }
}

/// The style sheet of all colors, for a page or a figure of its own.
#[must_use]
pub fn style_sheet() -> String {
    let all = Ink::all();
    let list = |pick: fn((u32, u32)) -> u32| {
        all.iter().fold(String::new(), |mut text, ink| {
            let _ = write!(text, "--{}:#{:06x};", ink.name(), pick(ink.colors()));
            text
        })
    };
    let (light, dark) = (list(|c| c.0), list(|c| c.1));
    let mut text = format!(
        ":root{{{light}}}\n@media screen and (prefers-color-scheme:dark){{:root{{{dark}}}}}\n"
    );
    for ink in all {
        let name = ink.name();
        let _ = writeln!(
            text,
            ".f-{name}{{fill:var(--{name})}}.k-{name}{{stroke:var(--{name})}}"
        );
    }
    text
}

/// Gives every color of a drawing its class, and a line its dashes.
#[must_use]
pub fn classed(svg: &str) -> String {
    let mut svg = svg.to_string();
    for ink in Ink::all() {
        let name = ink.name();
        let hex = format!("#{:06X}", ink.colors().0);
        let dashes = if ink.dashed() {
            " stroke-dasharray=\"10 7\""
        } else {
            ""
        };
        svg = svg
            .replace(
                &format!("fill=\"{hex}\""),
                &format!("fill=\"{hex}\" class=\"f-{name}\""),
            )
            .replace(
                &format!("stroke=\"{hex}\""),
                &format!("stroke=\"{hex}\" class=\"k-{name}\"{dashes}"),
            );
    }
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative luminance (WCAG 2.1).
    fn luminance(color: u32) -> f64 {
        let [_, red, green, blue] = color.to_be_bytes();
        let linear = |channel: u8| {
            let c = f64::from(channel) / 255.0;
            if c <= 0.040_45 {
                c / 12.92
            } else {
                ((c + 0.055) / 1.055).powf(2.4)
            }
        };
        0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    fn contrast(a: u32, b: u32) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn everything_is_legible_in_light_and_dark() {
        assert!((contrast(0xFFFFFF, 0) - 21.0).abs() < 1e-9);
        let pick: [fn((u32, u32)) -> u32; 2] = [|c| c.0, |c| c.1];
        for pick in pick {
            let of = |ink: Ink| pick(ink.colors());
            let paper = of(Ink::Paper);
            for ink in [Ink::Text, Ink::Quiet]
                .into_iter()
                .chain((0..SERIES).map(Ink::Series))
            {
                assert!(contrast(of(ink), paper) >= 4.5, "{ink:?}");
            }
            assert!(contrast(of(Ink::Reference), paper) >= 3.0);
            for step in -SHADES..=SHADES {
                assert!(
                    contrast(of(Ink::Text), of(Ink::Shade(step))) >= 4.5,
                    "{step}"
                );
            }
        }
    }

    #[test]
    fn every_ink_has_a_color_of_its_own() {
        let mut colors: Vec<u32> = Ink::all().iter().map(|ink| ink.colors().0).collect();
        colors.sort_unstable();
        let all = colors.len();
        colors.dedup();
        assert_eq!(colors.len(), all);
    }

    #[test]
    fn colors_become_classes() {
        let text = classed("<line stroke=\"#0062A8\"/><rect fill=\"#FFFFFF\" stroke=\"none\"/>");
        assert!(text.contains("stroke=\"#0062A8\" class=\"k-s0\""), "{text}");
        assert!(text.contains("fill=\"#FFFFFF\" class=\"f-paper\" stroke=\"none\""));
        assert!(classed("<line stroke=\"#0062A9\"/>").contains("stroke-dasharray"));
    }
}
