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
        ("human( greedy , forget = 0.10 )", "human(greedy)"),
        ("human(notice=1, inner=greedy)", "human(greedy,notice=1)"),
        (
            "epsilon(ranking(order='skip>number>draw_two>reverse>wild>wild_draw_four'), p=5e-2)",
            "epsilon(ranking(order=\"skip>number>draw_two>reverse>wild>wild_draw_four\"),p=0.05)",
        ),
        (
            "mixture(b=human(color-hoarding(hold_wilds=2),misplay=0), a=\"epsilon(greedy, p=0)\")",
            "mixture(epsilon(greedy,p=0),human(color-hoarding(hold_wilds=2),misplay=0))",
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
        typo = { name = 'color-hoarding', hold_wild = 4 }\n\
        around = { name = 'human', inner = 'greedy', forget = 0.2 }\n\
        nested = { name = 'mixture', a = 'human(greedy)', b = { name = 'color-hoarding', hold_wilds = 4 }, p = 1 }\n\
        lacking = { name = 'mixture', a = 'greedy' }\n\
        wrong = { name = 'human', inner = 3 }"
        .parse()
        .unwrap();
    let read = |key: &str| Spec::from_toml(&table[key]);
    assert_eq!(read("text"), Spec::parse("greedy"));
    assert_eq!(read("bare"), Spec::parse("greedy"));
    assert_eq!(read("set"), Spec::parse("color-hoarding(hold_wilds=4)"));
    assert_eq!(read("around"), Spec::parse("human(greedy, forget=0.2)"));
    assert_eq!(
        read("nested"),
        Spec::parse("mixture(human(greedy), color-hoarding(hold_wilds=4), p=1)")
    );
    let lacking = read("lacking").unwrap_err().to_string();
    assert!(lacking.contains("`b` is missing"), "{lacking}");
    let wrong = read("wrong").unwrap_err().to_string();
    assert!(wrong.contains("unknown strategy `3`"), "{wrong}");
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
        ("human", "`inner` is missing; write `human(random)`"),
        ("human(forget=0.1)", "`inner` is missing"),
        (
            "mixture(greedy)",
            "`b` is missing; write `mixture(random,random)`",
        ),
        ("human(gredy)", "did you mean `greedy`?"),
        (
            "human(mixture(greedy, divresity))",
            "did you mean `diversity`?",
        ),
        ("human(greedy, inner=random)", "`inner` is set twice"),
        (
            "human(inner=random, greedy)",
            "`greedy` is not `parameter=value`",
        ),
        ("human(greedy, random)", "`random` is not `parameter=value`"),
        ("human(greedy, 0.1)", "`0.1` is not `parameter=value`"),
        ("human(greedy, forgot=0.1)", "did you mean `forget`?"),
        ("human(greedy, forget=1.1)", "a probability from 0 to 1"),
        ("epsilon(greedy, p=-0.1)", "a probability from 0 to 1"),
        ("epsilon(greedy, p=often)", "a probability from 0 to 1"),
        ("human(greedy()", "not closed"),
        ("human(greedy)x", "follows the last `)`"),
        ("human(greedy(x=1))", "`greedy` has no parameter `x`"),
        ("color-hoarding(hold_wilds=greedy())", "a whole number"),
    ] {
        let said = refusal(text);
        assert!(said.contains(part), "`{text}` got: {said}");
        assert!(!said.contains('\n'));
    }
}

#[test]
fn strategies_are_not_nested_without_end() {
    let nested = |depth: usize| format!("{}greedy{}", "epsilon(".repeat(depth), ")".repeat(depth));
    assert_eq!(Spec::parse(&nested(16)).unwrap().to_string(), nested(16));
    for depth in [17, 1_000] {
        let said = refusal(&nested(depth));
        assert!(said.contains("more than 16 deep"), "{said}");
    }
}

/// Whatever is typed, the answer is a spec or a message.
#[test]
fn no_text_panics() {
    let pieces = [
        "ranking",
        "human",
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

#[test]
fn values_can_be_read_and_changed() {
    let spec = Spec::parse("human(greedy, forget=0.2)").unwrap();
    assert_eq!(spec.value("forget"), Some("0.2"));
    assert_eq!(spec.value("inner"), None);
    let other = spec.with("notice", "1.0").unwrap();
    assert_eq!(other.to_string(), "human(greedy,forget=0.2,notice=1)");
    let error = |name: &str, value: &str| spec.with(name, value).unwrap_err().to_string();
    assert!(error("notise", "1").contains("did you mean `notice`?"));
    assert!(error("notice", "2").contains("a probability from 0 to 1"));
}
