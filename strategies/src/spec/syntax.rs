//! The syntax of a strategy's text, `name(inner, parameter=value, …)`, and of lists of them. Knows no strategy.

use super::SpecError;

/// A text taken apart.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Parts {
    pub name: String,
    pub arguments: Vec<Argument>,
}

/// What stands between two commas.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Argument {
    /// What is set; none if a value stands alone.
    pub key: Option<String>,
    /// The text of the value, quotes removed.
    pub value: String,
}

/// Splits a list at its commas, but not at those inside brackets or quotes: `a,ranking(order="x"),b`.
///
/// The pieces are trimmed; an empty text has none. A piece that is no good is left for [`Spec::parse`](super::Spec::parse) to refuse.
#[must_use]
pub fn split_list(text: &str) -> Vec<String> {
    if text.trim().is_empty() {
        return Vec::new();
    }
    let mut depth = 0u32;
    let mut scan = Scan::default();
    let mut pieces = vec![String::new()];
    for c in text.chars() {
        if scan.plain(c) {
            match c {
                '(' => depth += 1,
                ')' => depth = depth.saturating_sub(1),
                _ => {}
            }
            if c == ',' && depth == 0 {
                pieces.push(String::new());
                continue;
            }
        }
        if let Some(last) = pieces.last_mut() {
            last.push(c);
        }
    }
    pieces.iter().map(|p| p.trim().to_string()).collect()
}

/// Takes a strategy's text apart.
pub(super) fn parts(text: &str) -> Result<Parts, SpecError> {
    let text = text.trim();
    let wrong = |problem: &str| SpecError::Syntax {
        text: text.to_string(),
        problem: problem.to_string(),
    };
    let (name, inside) = match text.split_once('(') {
        None if text.contains(')') => return Err(wrong("`)` without `(`")),
        None => (text, ""),
        Some((name, rest)) => match rest.strip_suffix(')') {
            Some(inside) => (name, inside),
            None if Scan::closed(rest) => return Err(wrong("something follows the last `)`")),
            None => return Err(wrong("`(` is not closed by `)`")),
        },
    };
    let name = name.trim();
    if name.is_empty() {
        return Err(wrong("the name is missing"));
    }
    if let Some(odd) = name.chars().find(|c| !is_bare(*c)) {
        return Err(wrong(&format!("`{odd}` cannot stand in a name")));
    }
    let mut arguments = Vec::new();
    for piece in split_list(inside) {
        // In `human(ranking(order=x))` the `=` belongs to the value.
        let (key, value) = match piece.split_once(['=', '(', '"', '\'']) {
            Some((key, value)) if piece[key.len()..].starts_with('=') => (Some(key.trim()), value),
            _ => (None, piece.as_str()),
        };
        if key == Some("") {
            return Err(wrong(&format!(
                "the parameter before `={value}` is missing"
            )));
        }
        match unquoted(value.trim()) {
            Ok(value) => arguments.push(Argument {
                key: key.map(str::to_string),
                value,
            }),
            Err(problem) => {
                let what = key.map_or("a value".to_string(), |k| format!("the value of `{k}`"));
                return Err(wrong(&format!("{what} {problem}")));
            }
        }
    }
    Ok(Parts {
        name: name.to_string(),
        arguments,
    })
}

/// The text of a value without its quotes; or what is wrong with it. What stands in brackets after a word is left as it
/// is: it belongs to a strategy, which is taken apart in its turn.
fn unquoted(value: &str) -> Result<String, String> {
    let Some(quote) = value.chars().next().filter(|c| matches!(c, '"' | '\'')) else {
        let word = value.split_once('(').map_or(value, |(word, _)| word.trim());
        return match word.chars().find(|c| !is_bare(*c) && *c != '>') {
            _ if value.is_empty() => Err("is missing".to_string()),
            Some(odd) => Err(format!("has `{odd}` in it and must be quoted")),
            None => Ok(value.to_string()),
        };
    };
    let mut text = String::new();
    let mut rest = value[1..].chars();
    while let Some(c) = rest.next() {
        match c {
            '\\' => match rest.next() {
                Some(escaped @ ('\\' | '"' | '\'')) => text.push(escaped),
                _ => return Err("has a `\\` that escapes nothing".to_string()),
            },
            c if c == quote => {
                return match rest.as_str().trim() {
                    "" => Ok(text),
                    more => Err(format!("goes on after its closing quote with `{more}`")),
                };
            }
            c => text.push(c),
        }
    }
    Err(format!("has no closing {quote}"))
}

/// A value as it is written: bare if it is a plain word, quoted otherwise.
pub(super) fn quoted(value: &str) -> String {
    if !value.is_empty() && value.chars().all(is_bare) {
        return value.to_string();
    }
    let escaped = value.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{escaped}\"")
}

fn is_bare(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '+')
}

/// Tells what stands inside quotes from what does not.
#[derive(Default)]
struct Scan {
    quote: Option<char>,
    escaped: bool,
}

impl Scan {
    /// Reads a character: whether it stands outside quotes (quotes themselves do not).
    fn plain(&mut self, c: char) -> bool {
        match self.quote {
            Some(_) if self.escaped => self.escaped = false,
            Some(_) if c == '\\' => self.escaped = true,
            Some(quote) if c == quote => self.quote = None,
            Some(_) => {}
            None if matches!(c, '"' | '\'') => self.quote = Some(c),
            None => return true,
        }
        false
    }

    /// Whether a `)` stands outside quotes.
    fn closed(text: &str) -> bool {
        let mut scan = Scan::default();
        text.chars().any(|c| scan.plain(c) && c == ')')
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_split_at_top_level_commas_only() {
        assert_eq!(
            split_list(r#" a, ranking(order="x,)y",z='(') ,b"#),
            ["a", r#"ranking(order="x,)y",z='(')"#, "b"]
        );
        assert_eq!(split_list("  "), Vec::<String>::new());
        assert_eq!(split_list("a,,"), ["a", "", ""]);
        assert_eq!(split_list("a),(b,c"), ["a)", "(b,c"]);
    }

    #[test]
    fn values_lose_their_quotes_and_get_them_back() {
        let parts = parts(r#"x ( a = 1 , b="p \" \\ q", c='"', d=)e"#);
        assert!(parts.is_err());
        let parts = super::parts(r#"x ( a = 1 , b="p \" \\ q", c='"')"#).unwrap();
        assert_eq!(parts.name, "x");
        let texts: Vec<&str> = parts.arguments.iter().map(|a| a.value.as_str()).collect();
        assert_eq!(texts, ["1", "p \" \\ q", "\""]);
        for text in texts {
            assert_eq!(unquoted(&quoted(text)).as_deref(), Ok(text));
        }
    }
}
