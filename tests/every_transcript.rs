//! Transcripts of every rule set, and of mixes that no rule set has, before an outsider who knows the rule book alone:
//! they carry all that it takes to referee the game, and the games are played by the book.

#[path = "../engine/tests/model/mod.rs"]
mod model;
mod referee;
#[path = "../engine/tests/table/space.rs"]
mod space;

use assert_cmd::Command;
use referee::Seen;
use serde_json::Value;
use std::ops::Range;
use unosim_engine::{Rng, Role, Rules, rule_set, rule_sets};

/// Somebody whose slips show within a hand or two.
const CARELESS: &str = "human(random, forget=0.4, misplay=0.1, false_call=0.05, false_catch=0.2)";

/// So many strategies, another one first for each deal.
fn table(seats: usize, deal: u64) -> String {
    let all = ["random", "greedy", CARELESS];
    let strategies = (0..seats).map(|seat| all[(seat + deal as usize) % all.len()]);
    strategies.collect::<Vec<_>>().join(",")
}

fn transcript(arguments: &[&str]) -> Vec<Value> {
    let mut command = Command::cargo_bin("unosim").unwrap();
    command
        .args(["replay", "--format", "jsonl"])
        .args(arguments);
    let output = command.assert().success();
    let text = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    let event = |line| serde_json::from_str(line).unwrap();
    text.lines().map(event).collect()
}

/// Replays deals and has them refereed.
fn check(rules: &str, set: &[&str], seats: usize, deals: Range<u64>, seen: &mut Seen) {
    for deal in deals {
        let (strategies, deal) = (table(seats, deal), deal.to_string());
        let mut arguments = vec![
            "--strategies",
            &strategies,
            "--rules",
            rules,
            "--deal",
            &deal,
        ];
        set.iter()
            .for_each(|change| arguments.extend(["--set", change]));
        let checked = referee::check(&transcript(&arguments), None, seen);
        checked.unwrap_or_else(|wrong| panic!("{arguments:?}\n{wrong}"));
    }
}

/// Changes to Mattel's rules, seats, deals, and what these hands must show.
type Mix = (
    &'static [&'static str],
    &'static [usize],
    Range<u64>,
    &'static [&'static str],
);

const MIXES: &[Mix] = &[
    // Jump-ins after the last card, one of the willing seats at random.
    (
        &[
            "jump_in.cards=all",
            "jump_in.after_out=true",
            "jump_in.race=random",
            "multi.same=symbol",
            "setup.hand_size=9",
        ],
        &[4, 10],
        0..8,
        &["random jump_in", "ask top"],
    ),
    (
        &[
            "match.format=last_standing",
            "jump_in.cards=colored",
            "jump_in.after_out=true",
            "jump_in.effect=add",
            "stacking.draw_two_on_draw_two=true",
            "setup.hand_size=4",
        ],
        &[2, 4, 7],
        0..8,
        &["ask jump_in", "out"],
    ),
    // Any card laid face down, in piles that grow and move.
    (
        &[
            "wild_draw_four.face_down=true",
            "stacking.wild_four_on_wild_four=true",
            "stacking.draw_two_on_draw_two=true",
            "stacking.draw_two_on_wild_four=any",
            "stacking.wild_four_on_draw_two=true",
            "redirect.skip=true",
            "redirect.reverse=true",
            "redirect.on_wild_four=true",
            "redirect.match=any",
            "uno.call=decide",
            "setup.hand_size=5",
        ],
        &[2, 4, 7],
        0..5,
        &["ask face_down", "drew challenge", "ask uno"],
    ),
    (
        &[
            "stacking.wild_four_on_wild_four=true",
            "stacking.draw_two_pair_on_wild_four=true",
            "stacking.max_cards=4",
            "wild_draw_four.challenge_on_stack=each",
            "wild_draw_four.challenger_turn=skipped",
            "setup.first_wild_four=apply",
            "deck.reflect=4",
            "deck.discard_all=2",
        ],
        &[2, 4],
        0..8,
        &["ask penalty", "drew challenge"],
    ),
    // Sums out of turn, of any color, that must win; and the other kind.
    (
        &[
            "jump_in.sum=true",
            "jump_in.sum_only_to_win=true",
            "jump_in.sum_same_color=false",
            "jump_in.effect=add",
            "jump_in.after_out=true",
            "setup.hand_size=3",
        ],
        &[4, 10],
        0..10,
        &["ask jump_in"],
    ),
    (
        &[
            "jump_in.sum=true",
            "jump_in.cards=numbers",
            "jump_in.race=random",
            "multi.sum_to_ten=true",
            "multi.same=symbol",
            "multi.max=2",
            "multi.skips=one",
            "slap_zero=true",
        ],
        &[4, 7],
        0..5,
        &["ask extend", "ask top", "random slap"],
    ),
    // One may draw on until a card fits, but may not play it.
    (
        &[
            "draw.count=until_playable_optional",
            "draw.may_decline=false",
            "draw.drawn_card=keep",
        ],
        &[2, 4],
        0..4,
        &["ask drawn"],
    ),
    (
        &[
            "draw.count=until_playable_optional",
            "draw.drawn_card=must_play",
            "two_player_reverse=plain",
            "setup.first_wild=free",
            "setup.starter=dealer",
        ],
        &[2, 4],
        0..4,
        &["ask drawn"],
    ),
    // Few cards are left to draw.
    (
        &[
            "setup.hand_size=10",
            "wild_draw_four.bluff=false",
            "uno.call=decide",
        ],
        &[10],
        0..4,
        &["reshuffled"],
    ),
    (
        &[
            "setup.hand_size=10",
            "exhausted.pile=void",
            "match.format=hands",
            "match.hands=3",
            "setup.next_dealer=winner",
        ],
        &[10],
        0..4,
        &["scored void"],
    ),
    (
        &[
            "setup.hand_size=10",
            "exhausted.pile=lowest_points",
            "score.method=cards",
            "match.format=race",
            "match.target=30",
        ],
        &[10],
        0..4,
        &["scored won"],
    ),
    // Only wilds are left to be turned up, and none may start.
    (
        &[
            "setup.hand_size=15",
            "setup.first_action=redraw",
            "setup.first_wild=redraw",
        ],
        &[7],
        167..168,
        &["random color"],
    ),
    (
        &[
            "setup.first_wild_four=discard",
            "setup.first_wild=dealer_chooses",
            "setup.first_reverse=right_of_dealer_first",
            "setup.dealer=fixed",
            "setup.hand_size=1",
            "match.format=hands",
            "match.hands=20",
        ],
        &[2, 4, 10],
        0..2,
        &["ask color", "drew first_card"],
    ),
    // Teams charged with their own cards.
    (
        &[
            "match.teams=2",
            "match.team_scoring=own",
            "score.method=penalty",
            "match.format=race",
            "match.target=200",
        ],
        &[4, 6],
        0..3,
        &["scored won"],
    ),
    (
        &[
            "match.teams=3",
            "swap.zero=rotate",
            "swap.seven=swap",
            "swap.optional=true",
            "uno.call=decide",
            "uno.twins=true",
        ],
        &[6],
        0..5,
        &["ask swap"],
    ),
    // Hands that are pooled, change seats, or are slapped, and Wilds that look and trade.
    (
        &[
            "deck.blanks=[shuffle_hands, swap_hands, slap, draw_8]",
            "wild.functions=[color, look, trade]",
            "swap.zero=next",
            "uno.call=decide",
            "uno.after_swap=auto",
            "uno.errors=true",
            "uno.false_call=1",
            "uno.false_catch=3",
            "setup.hand_size=4",
        ],
        &[2, 4, 7],
        0..8,
        &[
            "random shuffle_hands",
            "random slap",
            "random trade",
            "ask swap",
            "ask target",
            "ask color",
        ],
    ),
    (
        &[
            "uno.call=decide",
            "uno.twins=true",
            "multi.same=identical",
            "swap.zero=swap",
            "swap.seven=next",
            "setup.hand_size=2",
            "uno.penalty=4",
        ],
        &[2, 4, 7],
        0..10,
        &["ask uno", "ask catch", "drew uno", "ask swap"],
    ),
    // Seats leave the match.
    (
        &[
            "match.format=knockout",
            "score.method=penalty",
            "match.target=100",
            "setup.next_dealer=winner",
            "setup.hand_size=5",
        ],
        &[2, 4, 7],
        0..3,
        &["scored won"],
    ),
    (
        &[
            "match.format=knockout",
            "score.method=penalty",
            "match.target=255",
            "match.max_hands=4",
            "setup.next_dealer=random",
            "finish.ban=[skip, reverse, wild]",
            "finish.final_draw=false",
        ],
        &[4, 10],
        0..3,
        &["scored won"],
    ),
    // Wrong cards that cost the turn or do not, and hands that are cut off.
    (
        &[
            "misplay=3",
            "misplay_turn=kept",
            "max_turns=40",
            "score.method=chips",
            "match.format=hands",
            "match.hands=4",
        ],
        &[3, 10],
        0..4,
        &["drew misplay", "scored truncated"],
    ),
    (
        &[
            "misplay=0",
            "max_turns=60",
            "exhausted.stalemate=lowest_points",
            "draw.may_decline=false",
        ],
        &[2, 4],
        0..5,
        &["misplay"],
    ),
];

/// Every second rule set: two tests run side by side.
fn check_rule_sets(part: usize) {
    let mut seen = Seen::new();
    for set in rule_sets().iter().skip(part).step_by(2) {
        let rules: Rules = rule_set(set.name).unwrap();
        let fits = |seats: &usize| rules.validate(*seats).is_ok();
        let large = [7, 10].into_iter().find(fits);
        for seats in [2, 4].into_iter().filter(fits).chain(large) {
            check(set.name, &[], seats, 0..3, &mut seen);
        }
    }
    println!("{seen:#?}");
    assert!(seen["deal"] > 400, "{seen:?}");
}

#[test]
fn rule_sets_are_played_by_the_book() {
    check_rule_sets(0);
}

#[test]
fn the_other_rule_sets_are_played_by_the_book() {
    check_rule_sets(1);
}

#[test]
fn what_no_rule_set_has_is_played_by_the_book() {
    let mut all = Seen::new();
    for (set, seats, deals, shown) in MIXES {
        let mut seen = Seen::new();
        for seats in *seats {
            check("mattel", set, *seats, deals.clone(), &mut seen);
        }
        for what in *shown {
            assert!(seen.contains_key(*what), "{what} under {set:?}: {seen:?}");
        }
        for (what, times) in seen {
            *all.entry(what).or_default() += times;
        }
    }
    println!("{all:#?}");
    assert!(all["deal"] > 400, "{all:?}");
}

/// So many matches under rules of up to a dozen random changes.
fn check_random_mixes(matches: u64, seed: u64) {
    let text = |text: &str| format!("v = {text}").parse::<toml::Table>().unwrap()["v"].clone();
    let mut changes = space::changes();
    changes.extend([
        ("misplay".into(), vec![text("0"), text("1"), text("3")]),
        ("misplay_turn".into(), vec![text("'kept'")]),
    ]);
    let mut seen = Seen::new();
    for number in 0..matches {
        let mut rng = Rng::new(seed, number, Role::Other(0));
        let mut below = |bound: usize| rng.below(bound as u32) as usize;
        let seats = [2, 3, 4, 5, 7, 10][below(6)];
        // Where hands are cut off early a race might never end.
        let mut mix = vec![("match.max_hands".into(), text("8"))];
        for _ in 0..below(13) {
            let (name, values) = &changes[below(changes.len())];
            mix.push((name.clone(), values[below(values.len())].clone()));
        }
        let (mix, _) = space::rules(&mix, seats);
        let set: Vec<String> = mix.iter().map(|(name, v)| format!("{name}={v}")).collect();
        let set: Vec<&str> = set.iter().map(String::as_str).collect();
        check("mattel", &set, seats, number..number + 1, &mut seen);
    }
    println!("{seen:#?}");
    assert!(seen["deal"] as u64 > matches, "{seen:?}");
}

#[test]
fn random_mixes_are_played_by_the_book() {
    check_random_mixes(600, 1);
}

#[test]
#[ignore = "takes minutes"]
fn many_random_mixes_are_played_by_the_book() {
    let seed = u64::from(std::process::id());
    println!("seed {seed}");
    check_random_mixes(20_000, seed);
}

#[test]
fn partner_schedules_are_played_by_the_book() {
    let mut seen = Seen::new();
    for (players, sittings) in [(4, 3), (8, 14)] {
        let strategies = table(players, 0);
        let arguments = [
            "--strategies",
            &strategies,
            "--seating",
            "partners",
            "--rules",
            "partners",
            "--set",
            "match.format=hands",
            "--set",
            "match.hands=2",
        ];
        let checked = referee::check(&transcript(&arguments), Some(2 * sittings), &mut seen);
        checked.unwrap_or_else(|wrong| panic!("{arguments:?}\n{wrong}"));
    }
    assert_eq!(seen["deal"], 34);
}

/// Whatever is left out, told twice, or told wrongly is noticed: the transcript holds nothing that the referee passes over.
#[test]
fn nothing_in_a_transcript_can_be_changed_unnoticed() {
    let mix = [
        "--strategies",
        "random,greedy,random",
        "--deal",
        "21",
        "--set",
        "uno.call=decide",
        "--set",
        "deck.blanks=[shuffle_hands, slap]",
        "--set",
        "setup.hand_size=5",
    ];
    let mut events = transcript(&mix);
    let mut seen = Seen::new();
    referee::check(&events, None, &mut seen).unwrap();
    for what in [
        "reshuffled",
        "random shuffle_hands",
        "random slap",
        "drew uno",
        "drew challenge",
        "forced",
    ] {
        assert!(seen.contains_key(what), "{what}: {seen:?}");
    }
    let is_fair = |events: &[Value]| referee::check(events, None, &mut Seen::new()).is_ok();
    for at in 0..events.len() {
        let event = events[at].clone();
        let line = at + 1;
        events.insert(at, event.clone());
        assert!(!is_fair(&events), "line {line} twice: {event}");
        events.drain(at..=line);
        assert!(!is_fair(&events), "without line {line}: {event}");
        events.insert(at, event.clone());
        for path in leaves(&event, "") {
            // Names, and what fixes the shuffle, are not for a referee to judge, and not every option comes to matter.
            let part = path.split('/').nth(1).unwrap();
            if ["players", "seed", "deal", "rules"].contains(&part) {
                continue;
            }
            let leaf = events[at].pointer_mut(&path).unwrap();
            *leaf = match leaf {
                Value::Number(number) => (number.as_i64().unwrap() + 1).into(),
                Value::Bool(mark) => (!*mark).into(),
                Value::String(card) if card == "R1" => "B8".into(),
                _ => "R1".into(),
            };
            assert!(!is_fair(&events), "{path} in line {line}: {}", events[at]);
            events[at] = event.clone();
        }
    }
}

/// The paths of all single values in it.
fn leaves(value: &Value, path: &str) -> Vec<String> {
    let inner: Vec<(String, &Value)> = match value {
        Value::Array(items) => items
            .iter()
            .enumerate()
            .map(|(i, v)| (i.to_string(), v))
            .collect(),
        Value::Object(items) => items.iter().map(|(name, v)| (name.clone(), v)).collect(),
        _ => return vec![path.to_string()],
    };
    inner
        .into_iter()
        .flat_map(|(name, v)| leaves(v, &format!("{path}/{name}")))
        .collect()
}
