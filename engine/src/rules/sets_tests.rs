//! Tests of `sets`: every rule set reads, is valid and says something.

use super::super::*;
use super::*;

#[test]
fn every_rule_set_is_read_and_valid() {
    assert_eq!(RULE_SETS.len(), 33);
    for set in rule_sets() {
        let rules = rule_set(set.name).unwrap_or_else(|e| panic!("{e}"));
        rules
            .validate(4)
            .unwrap_or_else(|e| panic!("{}: {e}", set.name));
        if rules.match_.teams == 0 {
            (2..=10).for_each(|seats| rules.validate(seats).unwrap());
        }
    }
}

#[test]
fn names_differ_and_texts_are_one_line() {
    for (i, set) in RULE_SETS.iter().enumerate() {
        assert!(
            RULE_SETS[..i].iter().all(|s| s.name != set.name),
            "{}",
            set.name
        );
        for text in [set.name, set.summary, set.source] {
            assert!(!text.is_empty() && !text.contains('\n'), "{}", set.name);
        }
    }
}

#[test]
fn only_mattel_is_the_default() {
    for set in RULE_SETS {
        let same = rule_set(set.name).unwrap() == Rules::default();
        assert_eq!(same, set.name == "mattel", "{}", set.name);
    }
}

#[test]
fn every_change_changes_something() {
    for set in RULE_SETS {
        let base = set.base.map_or(Rules::default(), |b| rule_set(b).unwrap());
        for line in set.changes.lines().filter(|line| !line.is_empty()) {
            let mut rules = base;
            rules.set_text(line).unwrap();
            // Said although it is the default, because the source says so.
            let spelled_out = ["jump_in.effect = \"replace\"", "match.target = 500"];
            assert_eq!(rules == base, spelled_out.contains(&line), "{}", set.name);
        }
    }
}

#[test]
fn bases_are_inherited() {
    let full = rule_set("reference-full").unwrap();
    assert_eq!(full.misplay, Misplay::Draw(1));
    assert!(full.redirect.skip && full.stacking.draw_two_on_draw_two);
    assert_eq!(full.setup.next_dealer, NextDealer::Winner);
    assert_eq!(rule_set("dorm-stack").unwrap().uno.call, UnoCall::Decide);
    assert_eq!(rule_set("video-game").unwrap().swap.seven, SwapHands::Swap);
}

#[test]
fn unknown_names_get_the_nearest() {
    for (name, nearest) in [
        ("refrence", "reference"),
        ("Mattel", "mattel"),
        ("knockout", "knockout-500"),
    ] {
        let error = rule_set(name).unwrap_err().to_string();
        assert!(
            error.ends_with(&format!("did you mean {nearest:?}?")),
            "{error}"
        );
    }
    for name in ["nosuch", "", "é\0\n"] {
        let error = rule_set(name).unwrap_err().to_string();
        assert!(
            error.contains("there are mattel, ") && error.ends_with(", partners"),
            "{error}"
        );
    }
}
