//! Garbage in: rule files of arbitrary text, options of the wrong kind, and arbitrary actions on arbitrary tables.
//!
//! Nothing panics, every mistake is one line that names its place, and a hand stays sound whatever is tried on it.

mod table;

use proptest::prelude::*;
use table::space;
use unosim_engine::rules::Misplay;
use unosim_engine::{Action, Deal, Game, RuleFile, Rules, rule_sets};

/// A refusal fits on a line and says where it is.
fn is_one_line(message: &str) -> bool {
    !message.is_empty() && !message.contains('\n') && message.starts_with("f.toml:")
}

/// Reads a text as a rule file. If it can be read, the rules can be judged and written back.
fn read(text: &str) -> Result<(), String> {
    match RuleFile::parse(text, "f.toml") {
        Ok(file) => {
            for seats in [0, 1, 2, 5, 10, 11, usize::MAX] {
                if let Err(refusal) = file.rules.validate(seats) {
                    assert!(!refusal.to_string().contains('\n'), "{refusal}");
                }
            }
            let mut again = Rules::default();
            for (option, value) in file.rules.options() {
                again.set(&option, &value).unwrap();
            }
            assert_eq!(again, file.rules);
            Ok(())
        }
        Err(error) => {
            let message = error.to_string();
            assert!(is_one_line(&message), "{message:?}");
            Err(message)
        }
    }
}

/// Values of every kind, most of them wrong for any option.
fn values() -> impl Strategy<Value = String> {
    let odd = prop::sample::select(vec![
        "true",
        "false",
        "\"\"",
        "\"off\"",
        "[]",
        "[1]",
        "[[]]",
        "{}",
        "{ a = 1 }",
        "-1",
        "256",
        "1e300",
        "nan",
        "inf",
        "-0.0",
        "9223372036854775807",
        "-9223372036854775808",
        "99999999999999999999",
        "1979-05-27T07:32:00Z",
        "\"é\\n\\u0000\"",
        "'''\na\nb'''",
        "",
        "\"error\"",
        "[\"wild\", \"wild\", \"wild\", \"wild\", \"wild\"]",
        "[\"color\", 3]",
        "0x10",
    ]);
    prop_oneof![
        3 => odd.prop_map(String::from),
        1 => any::<i64>().prop_map(|n| n.to_string()),
        1 => "[a-z_]{0,12}".prop_map(|word| format!("\"{word}\"")),
    ]
}

/// Names of options, groups, and what looks like them.
fn names() -> impl Strategy<Value = String> {
    let options = Rules::default().options().into_iter().map(|(name, _)| name);
    let mut known: Vec<String> = options.collect();
    let groups = known
        .iter()
        .filter_map(|name| Some(name.split_once('.')?.0.to_string()));
    known.extend(groups.collect::<Vec<_>>());
    known.push("base".into());
    let known = prop::sample::select(known);
    prop_oneof![
        8 => known.clone(),
        1 => (known, "[a-z.]{0,3}").prop_map(|(name, tail)| name + &tail),
        1 => "[a-z_.\"' ]{0,12}",
    ]
}

/// Bytes that look like TOML more often than not.
fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let pieces = prop::sample::select(vec![
        "uno",
        ".",
        "call",
        "=",
        "\"",
        "off",
        "\n",
        "[",
        "]",
        "{",
        "}",
        "#",
        "base",
        "'",
        ",",
        "\\",
        "deck.blanks",
        "\r",
        "\u{feff}",
        "1",
        "-",
        " ",
        "\t",
        "match",
        "é",
    ]);
    let piece = prop_oneof![
        6 => pieces.prop_map(|piece| piece.as_bytes().to_vec()),
        1 => prop::collection::vec(any::<u8>(), 1..4),
    ];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1500) })]

    #[test]
    fn any_text_is_read_or_refused_in_one_line(bytes in bytes()) {
        let _ = read(&String::from_utf8_lossy(&bytes));
    }

    /// A single wrong value is refused under the name of its option.
    #[test]
    fn a_wrong_value_is_refused_with_its_key(name in names(), value in values()) {
        let text = format!("\n# a comment\n{name} = {value}\n");
        if let Err(message) = read(&text) {
            let known = Rules::default().options().iter().any(|(option, _)| *option == name);
            if known && !value.is_empty() && !message.contains("not valid TOML") {
                prop_assert!(message.starts_with("f.toml:3: "), "{}", message);
                prop_assert!(message.contains(&name), "{}", message);
            }
        }
    }

    #[test]
    fn any_list_of_changes_is_read_or_refused(
        changes in prop::collection::vec((names(), values()), 0..12),
        base in 0..40usize,
    ) {
        let mut text = String::new();
        if let Some(set) = rule_sets().get(base) {
            text = format!("base = \"{}\"\n", set.name);
        }
        for (name, value) in changes {
            text += &format!("{name} = {value}\n");
        }
        let _ = read(&text);
    }

    #[test]
    fn any_change_by_text_is_made_or_refused(name in names(), value in "\\PC{0,24}") {
        let mut rules = Rules::default();
        let before = rules;
        if let Err(error) = rules.set_text(&format!("{name}={value}")) {
            prop_assert!(!error.to_string().contains('\n'), "{}", error);
            prop_assert_eq!(rules, before, "a refused change changes nothing");
        }
    }
}

/// A table and what is tried on it, all from bytes: which options are changed and how, who sits there, and numbers of
/// actions, legal or not; above them a misplay, a late decision and the legal action with that rank.
fn torture(bytes: &[u8]) {
    let mut bytes = bytes.iter().copied();
    let mut next = || bytes.next().unwrap_or(0);
    let options = space::changes();
    let seats = 2 + usize::from(next()) % 9;
    let count = next() % 24;
    let changes = (0..count).map(|_| {
        let (name, values) = &options[usize::from(next()) % options.len()];
        (
            name.clone(),
            values[usize::from(next()) % values.len()].clone(),
        )
    });
    let (_, mut rules) = space::rules(&changes.collect(), seats);
    rules.misplay = Misplay::Draw(next() % 4);
    let deal = Deal::first(seats, usize::from(next()) % seats, u64::from(next()), 0);
    let mut game = Game::deal(&rules, &deal);
    for _ in 0..400 {
        if game.is_over() {
            break;
        }
        let byte = next();
        match byte {
            0..=127 => {
                let legal = Action::from_number(byte).is_some_and(|a| game.legal().contains(a));
                let before = game.clone();
                let done = Action::from_number(byte).is_some_and(|a| game.try_apply(a).is_ok());
                assert_eq!(done, legal);
                assert!(done || before == game);
            }
            128..=131 => game.misplay(&mut ()),
            132..=135 => game.late(usize::from(byte) % seats, &mut ()),
            _ => {
                let legal = game.legal();
                game.try_apply(legal.nth(u32::from(byte) % legal.len()))
                    .unwrap();
            }
        }
        assert_eq!(game.check(), Ok(()));
        assert!(game.turns() <= rules.max_turns);
        assert!(game.is_over() || !game.legal().is_empty());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1500) })]

    #[test]
    fn any_bytes_played_leave_every_hand_sound(bytes in prop::collection::vec(any::<u8>(), 0..500)) {
        torture(&bytes);
    }
}
