//! Colors, where they are wanted: on a terminal, unless NO_COLOR says otherwise.

use owo_colors::OwoColorize;
use std::io::IsTerminal;

/// Whether standard output takes colors.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    on: bool,
}

impl Style {
    /// For standard output.
    #[must_use]
    pub fn stdout() -> Style {
        Style {
            on: allowed() && std::io::stdout().is_terminal(),
        }
    }

    /// For standard error.
    #[must_use]
    pub fn stderr() -> Style {
        Style {
            on: allowed() && std::io::stderr().is_terminal(),
        }
    }

    /// Whether it colors anything.
    #[must_use]
    pub fn is_on(self) -> bool {
        self.on
    }

    /// A heading or a name.
    #[must_use]
    pub fn bold(self, text: &str) -> String {
        match self.on {
            true => text.bold().to_string(),
            false => text.to_string(),
        }
    }

    /// Something that stands out: a change, an error.
    #[must_use]
    pub fn strong(self, text: &str) -> String {
        match self.on {
            true => text.yellow().bold().to_string(),
            false => text.to_string(),
        }
    }

    /// Something of less weight.
    #[must_use]
    pub fn dim(self, text: &str) -> String {
        match self.on {
            true => text.dimmed().to_string(),
            false => text.to_string(),
        }
    }
}

/// A text of a file, with no power over the terminal: control characters other than line breaks are made visible.
#[must_use]
pub fn shown(text: &str) -> String {
    text.replace(|c: char| c.is_control() && c != '\n', "\u{fffd}")
}

/// <https://no-color.org>: set and not empty means none.
fn allowed() -> bool {
    std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}
