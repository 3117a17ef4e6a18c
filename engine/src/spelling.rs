//! Which known name a misspelled one was probably meant to be. It knows letters, not what the names stand for.

/// The name that `text` was probably meant to be, if it is a plausible slip for one: the beginning of a name, a name
/// with something after it, or a name with about one wrong letter in three.
///
/// Capitals do not matter, nor does `_` for `-`. A text without a `.` is also held against the last part of a name such
/// as `uno.call`.
#[must_use]
pub fn nearest<'n>(text: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let text = plain(text);
    let near = |name: &'n str| {
        let whole = plain(name);
        let own = whole
            .rsplit('.')
            .next()
            .filter(|own| !text.contains('.') && *own != whole);
        let forms = [Some(whole.as_str()), own].into_iter().flatten();
        let slip = forms.filter_map(|form| slip(&text, form)).min()?;
        Some((slip, name))
    };
    let near = names.into_iter().filter_map(near);
    near.min_by_key(|(slip, _)| *slip).map(|(_, name)| name)
}

/// The ways to miss a name, the likeliest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Way {
    Beginning,
    Misspelled,
    Continued,
}

/// In which way a text misses a name, and by how much; `None`: too far to be meant.
fn slip(text: &str, name: &str) -> Option<(Way, usize)> {
    const FEWEST_BEGIN: usize = 2;
    const MOST_WRONG: usize = 3;
    let length = text.chars().count();
    if length >= FEWEST_BEGIN && name.starts_with(text) {
        return Some((Way::Beginning, name.len() - text.len()));
    }
    // A much longer text is no misspelling, and its distance would take long to find.
    if length <= name.len() + MOST_WRONG {
        let wrong = strsim::damerau_levenshtein(text, name);
        if wrong <= (length / 3).min(MOST_WRONG) {
            return Some((Way::Misspelled, wrong));
        }
    }
    let more = |rest: &&str| rest.starts_with(|c: char| !c.is_alphanumeric());
    let continued = text.strip_prefix(name).filter(more)?;
    Some((Way::Continued, continued.len()))
}

fn plain(text: &str) -> String {
    text.trim().to_lowercase().replace('_', "-")
}

#[cfg(test)]
mod tests {
    use super::nearest;

    const NAMES: [&str; 9] = [
        "mattel",
        "go-wild",
        "dorm-stack",
        "knockout-500",
        "reference",
        "reference-race",
        "uno.call",
        "stacking.max_cards",
        "wild_draw_four.legality",
    ];

    #[test]
    fn slips_find_their_name() {
        for (text, name) in [
            ("matel", "mattel"),
            ("Mattel", "mattel"),
            ("mattle", "mattel"),
            ("go_wild", "go-wild"),
            ("go", "go-wild"),
            ("knockout", "knockout-500"),
            ("refrence", "reference"),
            ("reference-rase", "reference-race"),
            ("mattel-2018", "mattel"),
            ("uno.cal", "uno.call"),
            ("uno.call.x", "uno.call"),
            ("max_card", "stacking.max_cards"),
            ("legality", "wild_draw_four.legality"),
            ("stackng.max_cards", "stacking.max_cards"),
        ] {
            assert_eq!(nearest(text, NAMES), Some(name), "{text}");
        }
    }

    #[test]
    fn other_words_find_none() {
        let long = "é".repeat(100_000);
        for text in [
            "",
            "x",
            "nosuch",
            "poker",
            "mattelish-rules",
            "wilderness",
            ".",
            &long,
        ] {
            assert_eq!(nearest(text, NAMES), None, "{text}");
        }
    }
}
