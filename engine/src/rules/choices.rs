//! Which words an option takes, asked of the option's type itself so that no second list can disagree with it.
//!
//! This file knows how the types are read; it does not know what an option means.

use serde::Deserialize;
use serde::de::value::{MapDeserializer, SeqDeserializer};
use serde::de::{self, Deserializer, IntoDeserializer, Visitor};
use serde::forward_to_deserialize_any;
use std::fmt;

use super::Rules;

/// The words of an option, or of the entries of its list; empty if it takes none or does not exist.
pub(super) fn choices(option: &str) -> &'static [&'static str] {
    let path: Vec<&str> = option.split('.').collect();
    match Rules::deserialize(Probe { path: &path }) {
        Err(Found(Some(words))) => words,
        _ => &[],
    }
}

/// Walks down to one option and stops there with the words that its type offers.
#[derive(Clone, Copy)]
struct Probe<'de> {
    path: &'de [&'de str],
}

impl<'de> IntoDeserializer<'de, Found> for Probe<'de> {
    type Deserializer = Self;
    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for Probe<'de> {
    type Error = Found;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Found> {
        Err(Found(None))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Found> {
        let Some((first, path)) = self.path.split_first() else {
            return Err(Found(None));
        };
        let step = std::iter::once((*first, Probe { path }));
        visitor.visit_map(MapDeserializer::new(step))
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Found> {
        visitor.visit_seq(SeqDeserializer::new(std::iter::once(self)))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        words: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Found> {
        Err(Found(self.path.is_empty().then_some(words)))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct tuple tuple_struct map identifier ignored_any
    }
}

/// How a probe ends: with the words, or with nothing.
#[derive(Debug)]
struct Found(Option<&'static [&'static str]>);

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the end of a probe")
    }
}

impl std::error::Error for Found {}

impl de::Error for Found {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Found(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_come_from_the_types() {
        assert_eq!(
            choices("jump_in.cards"),
            ["off", "numbers", "colored", "all"]
        );
        assert_eq!(choices("two_player_reverse"), ["skip", "plain"]);
        assert_eq!(choices("wild.functions"), ["color", "look", "trade"]);
        assert_eq!(choices("deck.blanks").len(), 6);
        assert_eq!(choices("match.format").len(), 5);
    }

    #[test]
    fn other_options_and_garbage_have_no_words() {
        for option in [
            "",
            ".",
            "uno",
            "uno.penalty",
            "uno.call.x",
            "draw.may_decline",
            "misplay",
            "é.ü",
        ] {
            assert!(choices(option).is_empty(), "{option}");
        }
    }
}
