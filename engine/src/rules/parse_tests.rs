//! Tests of `parse`: names, values, files and garbage.

use super::super::*;
use super::*;
use toml::Value;

fn set(text: &str) -> Result<Rules, String> {
    let mut rules = Rules::default();
    match rules.set_text(text) {
        Ok(()) => Ok(rules),
        Err(error) => {
            assert_eq!(rules, Rules::default(), "a refused change changes nothing");
            Err(error.to_string())
        }
    }
}

fn refusal(text: &str) -> String {
    set(text).expect_err(text)
}

#[test]
fn every_option_can_be_read_and_written_back() {
    let options = Rules::default().options();
    assert_eq!(options.len(), 73);
    for (name, value) in options {
        let mut rules = Rules::default();
        rules.set(&name, &value).unwrap();
        assert_eq!(rules, Rules::default(), "{name}");
        assert_eq!(rules.value(&name), value);
    }
}

#[test]
fn every_word_of_every_option_is_taken() {
    for (name, present) in Rules::default().options() {
        for word in choices(&name) {
            let word = Value::from(*word);
            let value = match present {
                Value::Array(_) => Value::Array(vec![word]),
                _ => word,
            };
            let mut rules = Rules::default();
            rules.set(&name, &value).unwrap();
            assert_eq!(rules.value(&name), value, "{name}");
        }
    }
}

#[test]
fn texts_set_options() {
    assert_eq!(set("uno.call=off").unwrap().uno.call, UnoCall::Off);
    assert_eq!(
        set(" uno.call = \"decide\" ").unwrap().uno.call,
        UnoCall::Decide
    );
    assert!(set("slap_zero=true").unwrap().slap_zero);
    assert_eq!(set("misplay=2").unwrap().misplay, Misplay::Draw(2));
    assert_eq!(set("misplay=error").unwrap().misplay, Misplay::Error);
    assert_eq!(set("setup.hand_size=5").unwrap().setup.hand_size, 5);
    assert_eq!(
        set("deck.blanks=[slap, \"wild\"]").unwrap().deck.blanks,
        Blanks::try_from(vec![BlankEffect::Slap, BlankEffect::Wild]).unwrap()
    );
    assert!(set("finish.ban=[wild]").unwrap().finish.ban.has(Ban::Wild));
    assert!(set("deck.blanks=[]").unwrap().deck.blanks.is_empty());
}

#[test]
fn a_misplay_may_become_a_word_again() {
    let mut rules = set("misplay=3").unwrap();
    rules.set_text("misplay=error").unwrap();
    assert_eq!(rules, Rules::default());
}

#[test]
fn unknown_options_name_the_nearest() {
    for (text, nearest) in [
        (
            "stacking.draw_two_on_draw_too=true",
            "stacking.draw_two_on_draw_two",
        ),
        ("uno.cal=off", "uno.call"),
        ("legality=always", "wild_draw_four.legality"),
        ("stackng.max_cards=1", "stacking.max_cards"),
        ("max_turn=1", "max_turns"),
        ("uno.call.x=1", "uno.call"),
    ] {
        let option = text.split('=').next().unwrap();
        assert_eq!(
            refusal(text),
            format!("unknown option {option}: did you mean {nearest}?")
        );
    }
    assert_eq!(
        refusal("stacking=true"),
        "stacking is a group of options: name one of them, as in stacking.draw_two_on_draw_two"
    );
}

#[test]
fn unknown_values_name_the_option_the_value_and_what_is_known() {
    assert_eq!(
        refusal("jump_in.cards=coloured"),
        "jump_in.cards cannot be \"coloured\": it must be \"off\", \"numbers\", \"colored\" or \"all\"; did you mean \"colored\"?"
    );
    assert!(
        refusal("finish.ban=[wilt]")
            .ends_with("\"wild\" or \"wild_draw_four\"; did you mean \"wild\"?")
    );
    assert!(refusal("deck.blanks=slap").contains("it must be a list [...] of \"wild\""));
    assert!(refusal("misplay=never").contains("it must be \"error\" or a number of cards"));
    assert_eq!(
        refusal("slap_zero=yes"),
        "slap_zero cannot be \"yes\": it must be true or false"
    );
}

#[test]
fn wrong_types_ranges_and_lists_are_refused() {
    for text in [
        "setup.hand_size=0",
        "setup.hand_size=16",
        "setup.hand_size=7.0",
        "setup.hand_size=seven",
        "deck.discard_all=3",
        "deck.reflect=5",
        "deck.reflect=-1",
        "max_turns=0",
        "match.hands=0",
        "match.target=0",
        "match.max_hands=0",
        "match.teams=6",
        "uno.penalty=256",
        "uno.call=true",
        "uno.call=[off]",
        "misplay=-1",
        "misplay=300",
        "misplay=true",
        "draw.may_decline=1",
        "wild.functions=1",
        "wild.functions=[1]",
        "uno.call=1979-05-27",
        "uno.call={ a = 1 }",
    ] {
        let option = text.split('=').next().unwrap();
        assert!(
            refusal(text).starts_with(&format!("{option} cannot be ")),
            "{text}"
        );
    }
    assert!(
        refusal("deck.blanks=[wild,wild,wild,wild,wild]")
            .ends_with("there are at most four blanks, not 5")
    );
    assert!(refusal("wild.functions=[look,look]").ends_with("a value stands in the list twice"));
}

#[test]
fn a_file_is_a_base_and_changes() {
    let text = "base = \"unoai\"\nuno.penalty = 3\n\"draw.may_decline\" = false\n[match]\nformat = \"race\"\n[stacking]\n";
    let file = RuleFile::parse(text, "my.toml").unwrap();
    assert_eq!((file.base.as_str(), file.changes()), ("unoai", Ok(3)));
    let lines = [
        ("uno.penalty", 2),
        ("draw.may_decline", 3),
        ("match.format", 5),
    ];
    assert_eq!(file.set, lines.map(|(option, line)| (option.into(), line)));
    let rules = file.rules;
    assert_eq!(rules.uno.call, UnoCall::Off);
    assert_eq!(rules.uno.penalty, 3);
    assert!(!rules.draw.may_decline);
    assert_eq!(rules.match_.format, MatchFormat::Race);
    let empty = RuleFile::parse("", "empty").unwrap();
    assert_eq!(
        (empty.base.as_str(), empty.changes(), empty.rules),
        ("mattel", Ok(0), Rules::default())
    );
}

#[test]
fn a_refusal_is_found_in_the_file_that_makes_it() {
    let line = |text: &str| {
        let file = RuleFile::parse(text, "my.toml").unwrap();
        file.line_of(&file.rules.validate(4).unwrap_err())
    };
    assert_eq!(
        line("max_turns = 9\n\nuno.false_call = 1\n"),
        Some(3),
        "the other option is the base's"
    );
    assert_eq!(
        line("jump_in.sum_same_color = false\njump_in.sum = false\njump_in.race = \"random\""),
        Some(2)
    );
    let teams = RuleFile::parse("base = \"partners\"", "my.toml").unwrap();
    assert_eq!(teams.line_of(&teams.rules.validate(5).unwrap_err()), None);
}

#[test]
fn a_file_says_where_it_is_wrong() {
    for (text, message) in [
        (
            "\n[stacking]\nmax_card = 3\n",
            "my.toml:3: unknown option stacking.max_card: did you mean stacking.max_cards?",
        ),
        (
            "base = \"matel\"",
            "my.toml:1: unknown rule set \"matel\": did you mean \"mattel\"?",
        ),
        (
            "# x\nbase = 3",
            "my.toml:2: base is the name of a rule set, as in base = \"mattel\"",
        ),
        (
            "uno.penalty = 1\nuno.call = \"of\"",
            "my.toml:2: uno.call cannot be \"of\": it must be \"auto\", \"off\" or \"decide\"; did you mean \"off\"?",
        ),
        (
            "\n[stackin]",
            "my.toml:2: unknown option stackin: did you mean ",
        ),
        (
            "uno.penalty = 1\n\nuno = = 2",
            "my.toml:3: not valid TOML: ",
        ),
        (
            "[uno]\ncall = { call = 1 }",
            "my.toml:2: unknown option uno.call.call: did you mean uno.call?",
        ),
    ] {
        let error = RuleFile::parse(text, "my.toml").unwrap_err().to_string();
        assert!(error.starts_with(message), "{error}");
        assert!(!error.contains('\n'), "{error}");
    }
}

#[test]
fn garbage_is_refused_without_a_panic() {
    let deep = format!("uno.call={}", "[".repeat(5000));
    let long = format!("uno.call={}", "é".repeat(5000));
    for text in [
        "",
        "=",
        "==",
        " = ",
        ".=.",
        "..=1",
        "uno.=1",
        ".call=1",
        "uno.call=",
        "uno.call",
        "é=ü",
        "a\nb=1",
        "uno.call=1\nuno.penalty=2",
        "uno.call=\"",
        "uno.call='''",
        "deck.blanks=[",
        "deck.blanks=[,]",
        "deck.blanks=[[wild]]",
        "max_turns=99999999999999999999",
        "max_turns=nan",
        "\0=\0",
        "[=]",
        &deep,
        &long,
    ] {
        let error = refusal(text);
        assert!(!error.is_empty() && error.len() < 6000, "{error}");
        assert!(
            RuleFile::parse(text, "f").is_err() || text.is_empty(),
            "{text}"
        );
    }
}
