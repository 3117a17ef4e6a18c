//! The texts that name strategies: what they mean, how they are written back, and what is said about bad ones.

use unosim_strategies::{Spec, registry, split_list};

fn refusal(text: &str) -> String {
    match Spec::parse(text) {
        Err(error) => error.to_string(),
        Ok(spec) => panic!("`{text}` was taken as `{spec}`"),
    }
}

#[test]
fn texts_come_back() {
    for (text, canonical) in [
        ("greedy", "greedy"),
        (" greedy ( ) ", "greedy"),
        (
            "color-hoarding(hold_wilds=5)",
            "color-hoarding(hold_wilds=5)",
        ),
        (
            "color-hoarding( hold_wilds = \"05\" )",
            "color-hoarding(hold_wilds=5)",
        ),
        (
            "ranking(order='skip > number>draw_two>reverse>wild>wild_draw_four')",
            "ranking(order=\"skip>number>draw_two>reverse>wild>wild_draw_four\")",
        ),
        (
            "ranking(order=draw_two>skip>number>reverse>wild_draw_four>wild)",
            "ranking",
        ),
    ] {
        let spec = Spec::parse(text).unwrap();
        assert_eq!(spec.to_string(), canonical);
        assert_eq!(Spec::parse(canonical).unwrap(), spec);
        let _ = spec.build();
    }
}

#[test]
fn tables_mean_what_texts_mean() {
    let table: toml::Table = "\
        text = 'greedy'\n\
        bare = { name = 'greedy' }\n\
        set = { name = 'color-hoarding', hold_wilds = 4 }\n\
        number = 3\n\
        nameless = { hold_wilds = 4 }\n\
        typo = { name = 'color-hoarding', hold_wild = 4 }"
        .parse()
        .unwrap();
    let read = |key: &str| Spec::from_toml(&table[key]);
    assert_eq!(read("text"), Spec::parse("greedy"));
    assert_eq!(read("bare"), Spec::parse("greedy"));
    assert_eq!(read("set"), Spec::parse("color-hoarding(hold_wilds=4)"));
    assert!(
        read("number")
            .unwrap_err()
            .to_string()
            .contains("`3` is no strategy")
    );
    assert!(read("nameless").unwrap_err().to_string().contains("name ="));
    assert!(
        read("typo")
            .unwrap_err()
            .to_string()
            .contains("did you mean `hold_wilds`?")
    );
}

#[test]
fn errors_say_what_would_be_right() {
    let unknown = refusal("gredy");
    assert!(
        unknown.contains("`gredy`") && unknown.contains("did you mean `greedy`?"),
        "{unknown}"
    );
    for entry in registry() {
        assert!(unknown.contains(entry.name), "{unknown}");
    }
    for (text, part) in [
        ("greedy(x=1)", "no parameter `x`; it has none"),
        ("ranking(ordr=1)", "did you mean `order`?"),
        ("ranking(order=skip)", "`number` is missing"),
        ("ranking(order=\"skp>number\")", "nearest: skip"),
        (
            "color-hoarding(hold_wilds=-1)",
            "a whole number from 0 to 108",
        ),
        ("color-hoarding(hold_wilds=1,hold_wilds=2)", "set twice"),
        ("", "the name is missing"),
        ("(x=1)", "the name is missing"),
        ("greedy(", "not closed"),
        ("greedy)", "`)` without `(`"),
        ("greedy()x", "follows the last `)`"),
        ("ranking(order)", "`order` is not `parameter=value`"),
        ("ranking(order=)", "is missing"),
        ("ranking(=1)", "is missing"),
        ("ranking(order=\"skip)", "no closing \""),
        ("ranking(order=\"a\"b)", "goes on after its closing quote"),
        ("ranking(order=a b)", "must be quoted"),
        ("gree dy", "cannot stand in a name"),
    ] {
        let said = refusal(text);
        assert!(said.contains(part), "`{text}` got: {said}");
        assert!(!said.contains('\n'));
    }
}

/// Whatever is typed, the answer is a spec or a message.
#[test]
fn no_text_panics() {
    let pieces = [
        "ranking",
        "(",
        ")",
        "order",
        "=",
        "\"",
        "'",
        "\\",
        ",",
        "é",
        " ",
        ">",
        "1",
        "\u{1F0CF}",
    ];
    let mut state = 1u64;
    for _ in 0..20_000 {
        let mut text = String::new();
        for _ in 0..8 {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            text += pieces[(state >> 33) as usize % pieces.len()];
        }
        for piece in split_list(&text) {
            let _ = Spec::parse(&piece).map(|s| s.to_string());
        }
        let _ = Spec::parse(&text).map(|s| s.to_string());
    }
}
