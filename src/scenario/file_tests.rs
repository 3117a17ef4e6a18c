use super::*;

fn parse(text: &str) -> Result<Scenario, String> {
    Scenario::parse(&format!("name = \"x\"\n{text}"))
}

fn error(text: &str) -> String {
    parse(text).expect_err(text)
}

#[test]
fn unknown_keys_are_errors_with_the_nearest_name_and_line() {
    assert_eq!(
        error("hand = []"),
        "line 2: unknown key `hand`: did you mean `hands`?"
    );
    assert_eq!(
        error("[expect]\nhand_size = [1]"),
        "line 3: unknown key `hand_size`: did you mean `hand_sizes`?"
    );
    assert!(error("deal = { ordre = [] }").contains("did you mean `order`?"));
    assert!(error("[[step]]\nseat = 0\nactoin = \"draw\"").contains("did you mean `action`?"));
    assert!(
        error("[expect]\nphase = \"trun\"").contains("unknown value `trun`: did you mean `turn`?")
    );
    assert_eq!(
        error("[expect]\noutcome = \"one\""),
        "line 3: unknown value `one`: the values are won, void, truncated, stalemate"
    );
    assert!(
        error("rest = \"below\"").ends_with("unknown value `below`: the values are gone, under")
    );
}

#[test]
fn values_that_make_no_sense_are_errors() {
    for (text, part) in [
        ("draw = [\"R10\"]", "\"R10\" is no card"),
        ("color = \"red\"", "\"red\" is no color"),
        ("direction = 2", "2 is no direction"),
        ("dealer = -1", "-1"),
        ("[expect]\nhands = [[\"R1\"], \"!\"]", "is no hand"),
        ("[expect]\nhands = [[\"R11\"]]", "\"R11\" is no card"),
        ("[expect]\nwinner = -2", "names no seats"),
        ("[expect]\nloser = [0, -1]", "names no seats"),
        ("x = = 1", "line 2"),
    ] {
        let message = error(text);
        assert!(message.contains(part), "{text}: {message}");
    }
    assert!(
        Scenario::parse("rules = \"mattel\"")
            .unwrap_err()
            .contains("name")
    );
}

#[test]
fn what_is_left_out_has_its_default() {
    let scenario = parse("").unwrap();
    assert_eq!((scenario.rules.as_str(), scenario.seed), ("mattel", 1));
    assert_eq!(scenario.rest, Rest::Gone);
    assert!(scenario.step.is_empty() && scenario.totals.is_empty() && scenario.set.is_empty());
}

#[test]
fn seats_are_one_several_or_nobody() {
    let winner = |text: &str| {
        parse(&format!("[expect]\nwinner = {text}"))
            .unwrap()
            .expect
            .winner
    };
    assert_eq!(winner("2"), Some(Seats(vec![2])));
    assert_eq!(winner("[3, 1]"), Some(Seats(vec![1, 3])));
    assert_eq!(winner("-1"), Some(Seats(vec![])));
}

#[test]
fn phases_and_outcomes_are_named_as_the_engine_names_them() {
    let expect = |key: &str, name: &str| {
        let scenario = parse(&format!("[expect]\n{key} = \"{name}\"")).unwrap();
        scenario.expect
    };
    for phase in Phase::ALL {
        assert_eq!(expect("phase", phase.name()).phase, Some(phase));
    }
    for outcome in Outcome::ALL {
        assert_eq!(expect("outcome", outcome.name()).outcome, Some(outcome));
    }
}

/// The document lists every key that a scenario may have.
#[test]
fn every_key_is_documented() {
    let document = include_str!("../../docs/scenarios.md");
    let unknown = |text: &str| {
        toml::from_str::<Scenario>(text)
            .unwrap_err()
            .message()
            .to_string()
    };
    let lists = [unknown("zz = 1"), unknown("name = \"x\"\n[expect]\nzz = 1")];
    for list in lists {
        let keys: Vec<&str> = list.split('`').skip(3).step_by(2).collect();
        assert!(keys.len() > 15, "{list}");
        for key in keys
            .into_iter()
            .filter(|key| !["step", "expect"].contains(key))
        {
            let documented = document.contains(&format!("| `{key}`"))
                || document.contains(&format!(", `{key}` |"));
            assert!(documented, "{key}");
        }
    }
}
