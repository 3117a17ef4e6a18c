//! Commands as they are typed into a POSIX shell. It knows words and quotes, and nothing of what they do.

/// A word for a POSIX shell.
#[must_use]
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=,:+".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_string()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

/// A command: words, each quoted where it must be, with spaces between them.
#[derive(Debug, Clone)]
pub struct Line(String);

impl Line {
    /// A command of this program.
    #[must_use]
    pub fn of(command: &str) -> Line {
        Line(format!("unosim {command}"))
    }

    /// With a word more.
    #[must_use]
    pub fn word(mut self, word: &str) -> Line {
        self.0 += " ";
        self.0 += &quoted(word);
        self
    }

    /// With a flag and its value.
    #[must_use]
    pub fn flag(self, name: &str, value: impl std::fmt::Display) -> Line {
        self.word(name).word(&value.to_string())
    }

    /// With a flag for each of several values.
    #[must_use]
    pub fn flags(self, name: &str, values: &[String]) -> Line {
        values
            .iter()
            .fold(self, |line, value| line.flag(name, value))
    }

    /// The whole.
    #[must_use]
    pub fn text(self) -> String {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_survive_a_shell() {
        assert_eq!(quoted("random,greedy"), "random,greedy");
        assert_eq!(quoted("a(b=\"c d\")"), "'a(b=\"c d\")'");
        assert_eq!(quoted("it's"), "'it'\\''s'");
        assert_eq!(quoted(""), "''");
    }

    #[test]
    fn a_line_is_made_of_words() {
        let line = Line::of("duel")
            .word("human(expert)")
            .flag("--sprt", "-2,2")
            .flags("--set", &["a=1".into(), "b=c d".into()]);
        assert_eq!(
            line.text(),
            "unosim duel 'human(expert)' --sprt -2,2 --set a=1 --set 'b=c d'"
        );
    }
}
