//! What can be wrong with the text of a strategy, and the one sentence that says so.

use std::fmt;

/// Why a text names no strategy. `Display` says what is wrong and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpecError {
    /// No strategy has that name.
    #[error("unknown strategy `{name}`{}; known: {known}", Nearest(.nearest))]
    UnknownStrategy {
        /// What was written.
        name: String,
        /// The name most like it.
        nearest: Option<&'static str>,
        /// All names.
        known: String,
    },
    /// The strategy has no such parameter.
    #[error("strategy `{strategy}` has no parameter `{parameter}`{}{}", Nearest(.nearest), Known(.known))]
    UnknownParameter {
        /// The strategy.
        strategy: &'static str,
        /// What was written.
        parameter: String,
        /// The name most like it.
        nearest: Option<&'static str>,
        /// All its parameters.
        known: String,
    },
    /// A strategy that is put around another one was given none.
    #[error(
        "strategy `{strategy}` is put around another one, and `{inner}` is missing; write `{form}`"
    )]
    NoInner {
        /// The strategy.
        strategy: &'static str,
        /// What the missing one is called.
        inner: &'static str,
        /// An example of what would have been right.
        form: String,
    },
    /// Strategies around strategies, too many to be meant.
    #[error("strategies are put around each other more than {0} deep; leave some out")]
    TooDeep(u32),
    /// A parameter was set twice.
    #[error("strategy `{strategy}`: `{parameter}` is set twice; set it once")]
    Twice {
        /// The strategy.
        strategy: &'static str,
        /// The parameter.
        parameter: &'static str,
    },
    /// A parameter cannot have that value.
    #[error("strategy `{strategy}`: `{parameter}` cannot be `{value}`; it is {right}")]
    BadValue {
        /// The strategy.
        strategy: &'static str,
        /// The parameter.
        parameter: &'static str,
        /// What was written.
        value: String,
        /// What would have been right.
        right: String,
    },
    /// The text is not of the form `name(parameter=value, …)`.
    #[error("strategy `{text}`: {problem}; write `name` or `name(parameter=value, …)`")]
    Syntax {
        /// The whole text.
        text: String,
        /// What is wrong with it.
        problem: String,
    },
    /// A TOML value that is neither a string nor a table with a name.
    #[error("`{0}` is no strategy; write \"name\" or {{ name = \"…\", parameter = value }}")]
    NoSpec(String),
}

/// `, did you mean …?` or nothing.
struct Nearest<'a>(&'a Option<&'static str>);

impl fmt::Display for Nearest<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(name) => write!(f, ", did you mean `{name}`?"),
            None => Ok(()),
        }
    }
}

/// The list of parameters, or that there is none.
struct Known<'a>(&'a str);

impl fmt::Display for Known<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            "" => write!(f, "; it has none"),
            known => write!(f, "; known: {known}"),
        }
    }
}
