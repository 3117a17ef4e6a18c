//! Partner schedules: everyone plays with every partner in turn, and totals are kept for each player.

use assert_cmd::Command;
use predicates::str::contains;
use serde_json::Value;
use std::collections::HashMap;
use tempfile::TempDir;
use unosim::play::{Key, play_schedule};
use unosim::schedule::{Sitting, partners};
use unosim_engine::{Rules, rule_set};
use unosim_strategies::{Spec, Strategy};

const RULES: [&str; 6] = [
    "--rules",
    "partners",
    "--set",
    "match.format=hands",
    "--set",
    "match.hands=4",
];

fn rules() -> Rules {
    let mut rules = rule_set("partners").unwrap();
    rules.set_text("match.format=hands").unwrap();
    rules.set_text("match.hands=4").unwrap();
    rules
}

fn unosim(dir: &TempDir, args: &[&str]) -> assert_cmd::assert::Assert {
    let mut command = Command::cargo_bin("unosim").unwrap();
    command.current_dir(dir).args(args).assert()
}

fn bots(names: &[&str]) -> Vec<Box<dyn Strategy>> {
    let bot = |name: &&str| Spec::parse(name).unwrap().build();
    names.iter().map(bot).collect()
}

struct Hand {
    sitting: Sitting,
    dealer: usize,
    before: Vec<i32>,
    scores: Vec<i32>,
    cards: Vec<unosim_engine::Cards>,
}

fn played(players: usize) -> (Vec<Hand>, unosim::play::Ended) {
    let mut bots = bots(&["random", "greedy"].repeat(players / 2));
    let key = Key {
        seed: 1,
        deal: 3,
        rotation: 0,
    };
    let mut hands = Vec::new();
    let count = |hand: &unosim_engine::Game, _: &[i32; 10], sitting: &Sitting| {
        hands.push(Hand {
            sitting: *sitting,
            dealer: hand.dealer(),
            before: hand.totals().to_vec(),
            scores: hand.scores()[..4].to_vec(),
            cards: (0..4).map(|seat| hand.hand(seat)).collect(),
        });
    };
    let schedule = partners(players);
    let ended = play_schedule(&rules(), &schedule, &mut bots, key, &mut (), count).unwrap();
    (hands, ended)
}

#[test]
fn everyone_plays_four_hands_with_every_partner() {
    for (players, tables, each) in [(4, 1, 12), (8, 2, 28)] {
        let (hands, _) = played(players);
        assert_eq!(hands.len(), each * tables);
        let mut with: HashMap<(usize, usize), u32> = HashMap::new();
        for hand in &hands {
            for seat in 0..4 {
                let pair = (
                    hand.sitting.player(seat),
                    hand.sitting.player((seat + 2) % 4),
                );
                *with.entry(pair).or_default() += 1;
            }
        }
        assert_eq!(with.len(), players * (players - 1));
        assert!(with.values().all(|hands| *hands == 4));
    }
}

#[test]
fn totals_follow_the_players_and_the_best_one_wins() {
    for players in [4, 8] {
        let (hands, ended) = played(players);
        let mut totals = vec![0; players];
        for hand in &hands {
            let before: Vec<i32> = hand.sitting.players().map(|p| totals[p]).collect();
            assert_eq!(hand.before, before);
            // Partners score together.
            assert_eq!(hand.scores[..2], hand.scores[2..]);
            for (player, score) in hand.sitting.players().zip(&hand.scores) {
                totals[player] += score;
            }
        }
        assert_eq!(ended.totals[..players], totals);
        let best = totals.iter().max().unwrap();
        for (player, total) in totals.iter().enumerate() {
            assert_eq!(ended.winners >> player & 1 == 1, total == best);
        }
    }
}

#[test]
fn every_hand_has_a_deck_of_its_own_and_every_seat_deals_once_a_sitting() {
    let (hands, _) = played(8);
    for sitting in hands.chunks(4) {
        let mut dealers: Vec<usize> = sitting.iter().map(|hand| hand.dealer).collect();
        dealers.sort_unstable();
        assert_eq!(dealers, [0, 1, 2, 3]);
    }
    for (i, hand) in hands.iter().enumerate() {
        assert!(
            hands[..i].iter().all(|other| other.cards != hand.cards),
            "{i}"
        );
    }
}

#[test]
fn the_lowest_total_wins_where_points_count_against_oneself() {
    let mut rules = rules();
    rules.set_text("score.method=penalty").unwrap();
    rules.set_text("match.team_scoring=own").unwrap();
    let key = Key {
        seed: 1,
        deal: 0,
        rotation: 0,
    };
    let mut bots = bots(&["random"; 4]);
    let ended = play_schedule(&rules, &partners(4), &mut bots, key, &mut (), |_, _, _| ()).unwrap();
    let winner = ended.winners.trailing_zeros() as usize;
    assert_eq!(ended.totals[..4].iter().min(), Some(&ended.totals[winner]));
}

#[test]
fn a_run_counts_schedules_and_hands() {
    let dir = TempDir::new().unwrap();
    let run = |strategies: &str, threads: &str, out: &str| {
        let args = [
            &["run", "--strategies", strategies, "--seating", "partners"][..],
            &[
                "--deals",
                "20",
                "--threads",
                threads,
                "--out",
                out,
                "--quiet",
            ],
            &RULES,
        ];
        unosim(&dir, &args.concat())
    };
    let four = "random,greedy,greedy,diversity";
    let eight = "random,greedy,greedy,diversity,random,random,greedy,ranking";
    for (strategies, hands, baseline) in [(four, 12, "0.250000"), (eight, 56, "0.125000")] {
        let players = strategies.split(',').count();
        let [one, two] = ["1", "2"].map(|threads| {
            let out = format!("{players}-{threads}");
            run(strategies, threads, &out).success();
            let read = |file| std::fs::read_to_string(dir.path().join(&out).join(file)).unwrap();
            [
                "win_rates.csv",
                "seats.csv",
                "scores.csv",
                "lengths.csv",
                "pairs.csv",
            ]
            .map(read)
        });
        assert_eq!(one, two);
        let mut rates = csv::Reader::from_reader(one[0].as_bytes());
        let rows: Vec<HashMap<String, String>> =
            rates.deserialize().collect::<Result<_, _>>().unwrap();
        let sum = |column: &str| {
            rows.iter()
                .map(|row| row[column].parse::<f64>().unwrap())
                .sum::<f64>()
        };
        assert_eq!(sum("games"), 20.0 * (players * players) as f64);
        let shares: f64 = rows
            .iter()
            .map(|row| {
                row["win_rate"].parse::<f64>().unwrap() * row["games"].parse::<f64>().unwrap()
            })
            .sum();
        assert!((shares - 20.0 * players as f64).abs() < 0.01, "{shares}");
        for row in &rows {
            assert_eq!(row["baseline"], baseline);
            assert_eq!(row["hands"], (20 * players * hands).to_string());
            assert_eq!(row["undecided"], "0");
        }
    }
}

#[test]
fn a_replay_shows_every_hand() {
    let dir = TempDir::new().unwrap();
    let replay = |more: &[&str]| {
        let args = [
            &["replay", "--strategies", "random,greedy,diversity,ranking"][..],
            &[
                "--seating",
                "partners",
                "--seed",
                "5",
                "--deal",
                "2",
                "--rotation",
                "3",
            ],
            &RULES,
            more,
        ];
        unosim(&dir, &args.concat())
    };
    let text = |more: &[&str]| {
        String::from_utf8(replay(more).success().get_output().stdout.clone()).unwrap()
    };
    let story = text(&[]);
    assert_eq!(story.matches(" wins the hand\n").count(), 12);
    assert!(
        story.contains("hand 11\n") && story.contains("player 3 "),
        "{story}"
    );
    assert!(story.contains("the schedule is over: player "), "{story}");

    let events = text(&["--format", "jsonl"]);
    let events: Vec<Value> = events
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let of = |kind: &'static str| events.iter().filter(move |event| event["event"] == kind);
    assert_eq!((of("deal").count(), of("scored").count()), (12, 12));
    let mut totals = [0; 4];
    let mut names: HashMap<u64, &Value> = HashMap::new();
    for (deal, scored) in of("deal").zip(of("scored")) {
        for seat in 0..4 {
            let player = deal["sitting"][seat].as_u64().unwrap();
            assert_eq!(
                names.entry(player).or_insert(&deal["players"][seat]),
                &&deal["players"][seat]
            );
            assert_eq!(deal["totals"][seat], totals[player as usize]);
            totals[player as usize] += scored["scores"][seat].as_i64().unwrap();
            assert_eq!(scored["totals"][seat], totals[player as usize]);
        }
    }
    let over: Vec<bool> = of("scored").map(|s| s["match_over"] == true).collect();
    assert_eq!(over, [[false; 11].as_slice(), &[true]].concat());
    let winner = of("scored").next_back().unwrap()["match_winner"][0]
        .as_u64()
        .unwrap();
    assert_eq!(totals.iter().max(), Some(&totals[winner as usize]));
}

#[test]
fn what_does_not_go_with_it_is_refused() {
    let dir = TempDir::new().unwrap();
    let four = "random,random,greedy,greedy";
    for (strategies, rules, says) in [
        (
            "random,greedy",
            &RULES[..],
            "4 players at one table or 8 at two, one strategy each, not 2",
        ),
        (
            four,
            &[],
            "does not go with match.teams = 0: partners are a team, so set match.teams = 2",
        ),
        (
            four,
            &["--rules", "partners"],
            "set match.format = \"hands\" and, for four hands with each, match.hands = 4",
        ),
    ] {
        for command in ["run", "replay"] {
            let args = [
                &[command, "--seating", "partners", "--strategies", strategies],
                rules,
            ];
            unosim(&dir, &args.concat()).code(1).stderr(contains(says));
        }
    }
}

#[test]
fn help_tells_of_partners() {
    let dir = TempDir::new().unwrap();
    unosim(&dir, &["run", "--help"])
        .success()
        .stdout(contains("--seating partners"));
}
