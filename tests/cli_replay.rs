//! `unosim replay`: transcripts hold what is documented, and the story is for people. Whether a transcript is enough to
//! referee the game without the program is the business of `every_transcript`.

use assert_cmd::Command;
use predicates::str::contains;
use serde_json::Value;

fn replay(arguments: &[&str]) -> String {
    let mut command = Command::cargo_bin("unosim").unwrap();
    let output = command.arg("replay").args(arguments).assert().success();
    String::from_utf8(output.get_output().stdout.clone()).unwrap()
}

fn events(arguments: &[&str]) -> Vec<Value> {
    let text = replay(&[&["--format", "jsonl"], arguments].concat());
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn a_transcript_holds_what_is_documented() {
    let events = events(&[
        "--strategies",
        "random,greedy",
        "--seed",
        "7",
        "--deal",
        "12",
    ]);
    let document = include_str!("../docs/transcripts.md");
    for event in &events {
        let kind = event["event"].as_str().unwrap();
        let section = document
            .split("\n## ")
            .find(|s| s.starts_with(&format!("`{kind}`")))
            .expect(kind);
        for key in event
            .as_object()
            .unwrap()
            .keys()
            .filter(|key| *key != "event")
        {
            assert!(section.contains(&format!("`{key}`")), "{kind}: {key}");
        }
    }
    let deal = &events[0];
    assert_eq!(
        (&deal["event"], &deal["seed"], &deal["deal"]),
        (&"deal".into(), &7.into(), &12.into())
    );
    assert_eq!(deal["rules"]["uno"]["call"], "auto");
    assert_eq!(deal["rules"]["match"]["format"], "hand");
    let options: usize = deal["rules"]
        .as_object()
        .unwrap()
        .values()
        .map(|v| v.as_object().map_or(1, |g| g.len()))
        .sum();
    assert_eq!(options, unosim_engine::Rules::default().options().len());
    let last = events.last().unwrap();
    assert_eq!(
        (&last["event"], &last["match_over"]),
        (&"scored".into(), &true.into())
    );
}

#[test]
fn a_match_is_told_hand_after_hand() {
    let events = events(&[
        "--strategies",
        "random,greedy",
        "--set",
        "match.format=hands",
        "--set",
        "match.hands=3",
    ]);
    let of = |kind: &'static str| events.iter().filter(move |event| event["event"] == kind);
    let hands: Vec<u64> = of("deal")
        .map(|deal| deal["hand"].as_u64().unwrap())
        .collect();
    assert_eq!(hands, [0, 1, 2]);
    let over: Vec<&Value> = of("scored").map(|scored| &scored["match_over"]).collect();
    assert_eq!(over, [false, false, true]);
    let totals: Vec<&Value> = of("scored").map(|scored| &scored["totals"]).collect();
    let before: Vec<&Value> = of("deal").map(|deal| &deal["totals"]).collect();
    assert_eq!(before[1..], totals[..2]);
    let winner = of("scored").next_back().unwrap()["match_winner"][0]
        .as_u64()
        .unwrap() as usize;
    let best = totals[2]
        .as_array()
        .unwrap()
        .iter()
        .map(|t| t.as_i64().unwrap())
        .max();
    assert_eq!(totals[2][winner].as_i64(), best);
}

#[test]
fn seats_change_with_the_rotation_and_the_deal_does_not() {
    let seated = |rotation: &str| {
        let events = events(&[
            "--strategies",
            "random,greedy",
            "--seating",
            "fixed",
            "--rotation",
            rotation,
        ]);
        (events[0]["players"].clone(), events[0]["hands"].clone())
    };
    let (first, second) = (seated("0"), seated("1"));
    assert_eq!(first.0, Value::from(vec!["random", "greedy"]));
    assert_eq!(second.0, Value::from(vec!["greedy", "random"]));
    assert_eq!(first.1, second.1);
}

#[test]
fn the_story_is_the_same_every_time_and_plain_in_a_pipe() {
    let arguments = [
        "--strategies",
        "random,greedy",
        "--seed",
        "3",
        "--deal",
        "5",
    ];
    let story = replay(&arguments);
    assert_eq!(story, replay(&arguments));
    assert!(!story.contains('\x1b'), "{story}");
    assert!(
        story.starts_with("mattel, seed 3, deal 5, hand 0\n"),
        "{story}"
    );
    for part in [
        "first card ",
        "turn 1 ",
        " plays ",
        "cards left)",
        " is out\n",
        " wins the hand\n",
        "(dealer)",
    ] {
        assert!(story.contains(part), "{part}: {story}");
    }
    let other = replay(&[
        "--strategies",
        "random,greedy",
        "--seed",
        "3",
        "--deal",
        "6",
    ]);
    assert_ne!(story, other);
}

#[test]
fn mistakes_are_told_with_what_would_be_right() {
    for (arguments, part) in [
        (&["--strategies", "random,gredy"][..], "greedy"),
        (
            &["--strategies", "random,greedy", "--rotation", "2"],
            "the rotations 0 to 1",
        ),
        (
            &["--strategies", "random,greedy", "--rules", "matel"],
            "mattel",
        ),
        (
            &["--strategies", "random,greedy", "--set", "uno.cal=off"],
            "uno.call",
        ),
        (&["--strategies", "random"], "2 to 10 seats"),
    ] {
        let mut command = Command::cargo_bin("unosim").unwrap();
        command
            .arg("replay")
            .args(arguments)
            .assert()
            .code(1)
            .stderr(contains(part));
    }
}

/// The story tells what no card tells by itself.
#[test]
fn the_story_tells_of_hands_verdicts_slips_and_places() {
    let told = |args: &[&str]| -> String {
        let mut story = String::new();
        for deal in 0..12 {
            let mut command = Command::cargo_bin("unosim").unwrap();
            command.args(["replay", "--seed", "1", "--deal", &deal.to_string()]);
            let output = command.args(args).output().unwrap();
            story += &String::from_utf8(output.stdout).unwrap();
        }
        story
    };
    let slips = "human(greedy,false_catch=1,false_call=0.2),human(greedy,false_catch=1),random";
    let guide = told(&["--rules", "guide", "--strategies", slips]);
    assert!(
        guide.contains("accuses a seat that did call") && guide.contains("calls UNO for nothing")
    );
    let house = told(&[
        "--rules",
        "mattel-house",
        "--strategies",
        "random,greedy,random",
    ]);
    assert!(house.contains("every hand moves on") && house.contains("exchange hands"));
    assert!(house.contains("it was a bluff") && house.contains("it was honest"));
    let happy = told(&["--rules", "together-happy", "--strategies", "random,greedy"]);
    assert!(happy.contains("of its color"));
    let party = told(&[
        "--rules",
        "guide-party",
        "--strategies",
        "random,greedy,random",
    ]);
    assert!(party.contains("out in this order: seat "));
    let down = told(&["--rules", "true-or-false", "--strategies", "random,random"]);
    assert!(
        down.lines()
            .filter(|l| l.contains("lays face down"))
            .all(|l| !l.contains("naming"))
    );
}
