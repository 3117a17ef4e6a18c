//! Laws that hold for every hand: legality, conservation, observations and determinized worlds.

mod table;

use proptest::prelude::*;
use table::view::{ACCESSORS, View, parts, view};
use table::{faces, tables};
use unosim_engine::{
    Action, ActionSet, Cards, Deal, Face, Game, Match, Outcome, Position, Rng, Role, Rules,
    rule_set,
};

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(250) })]

    #[test]
    fn an_action_is_legal_exactly_if_it_can_be_tried(table in tables(24)) {
        table.play(|game| {
            let legal = game.legal();
            assert_eq!(legal.is_empty(), game.is_over());
            for action in (0..Action::COUNT).filter_map(Action::from_number) {
                let mut copy = game.clone();
                let tried = copy.try_apply(action);
                assert_eq!(tried.is_ok(), legal.contains(action), "{}", game.action_text(action));
                assert!(tried.is_ok() || copy == *game, "a refused action changed the game");
            }
        });
    }

    /// Nothing is lost or doubled, someone can always act, and a hand ends in one of four ways.
    #[test]
    fn every_state_is_sound_and_every_hand_ends(table in tables(24)) {
        let deck = table.game().discard_set().len() as usize + table.game().pile()
            + (0..table.seats).map(|s| table.game().hand(s).len() as usize).sum::<usize>();
        let game = table.play(|game| {
            assert_eq!(game.check(), Ok(()));
            let held = (0..table.seats).map(|s| game.hand(s).len() as usize);
            assert_eq!(held.sum::<usize>() + game.pile() + game.discards(), deck);
            assert!((game.errors() - game.legal()).is_empty());
            assert!(game.is_over() || !(game.legal() - game.errors()).is_empty());
        });
        prop_assert!(game.turns() <= table.rules.max_turns);
        let won = game.outcome() == Some(Outcome::Won);
        prop_assert_eq!(won, game.winner().is_some());
        prop_assert_eq!(won, game.losers() != 0);
        if !won {
            prop_assert!(game.scores().iter().all(|s| *s == 0));
        }
    }

    #[test]
    fn texts_and_actions_lead_to_each_other(table in tables(24)) {
        table.play(|game| {
            let texts = game.action_texts(game.legal());
            for (action, text) in game.legal().iter().zip(&texts) {
                assert_eq!(game.parse_action(text), Some(action), "{text}");
            }
        });
    }

    /// What an observer tells apart is the whole deck: no card counts twice, none is missing.
    #[test]
    fn an_observer_accounts_for_every_card(table in tables(24)) {
        table.play(|game| {
            for seat in 0..table.seats {
                let parts = parts(&game.observe(seat));
                let all = parts.iter().fold(Cards::NONE, |all, part| all | *part);
                assert_eq!(parts.iter().map(|part| part.len()).sum::<u32>(), all.len());
                let held = (0..table.seats).fold(Cards::NONE, |all, s| all | game.hand(s));
                assert_eq!(all.len(), held.len() + (game.discards() + game.pile()) as u32);
            }
        });
    }

    /// A resampled world looks the same to the observer in every phase.
    #[test]
    fn determinized_worlds_keep_the_observation(table in tables(24)) {
        let mut rng = Rng::new(table.seed, 1, Role::Other(0));
        table.play(|game| {
            for seat in 0..table.seats {
                let seen = game.observe(seat);
                let likely = seen.determinize_likely(&mut rng);
                let hands = std::array::from_fn(|s| match s < table.seats {
                    true => likely.hand(s),
                    false => Cards::NONE,
                });
                let mut worlds = vec![seen.determinize(&mut rng), likely];
                if game.seat() == seat {
                    let same = seen.world_with(&hands, &mut rng);
                    assert!((0..table.seats).all(|s| same.hand(s) == hands[s]));
                    worlds.push(same);
                }
                for world in worlds {
                    assert_eq!(world.check(), Ok(()));
                    assert_eq!(view(&seen).differs(&view(&world.observe(seat))), None);
                    assert!(world.is_over() || !world.legal().is_empty());
                }
            }
        });
    }

    /// What the observer plays has in a world the effect that it has at the table, as far as no hidden card decides it.
    #[test]
    fn actions_lead_to_the_same_in_a_world(table in tables(24)) {
        let mut rng = Rng::new(table.seed, 6, Role::Other(0));
        let turns_up: ActionSet = [Action::DRAW, Action::TRADE, Action::CHALLENGE].into_iter().collect();
        table.play(|game| {
            let seat = game.seat();
            for action in (game.legal() - turns_up).iter() {
                let (mut real, mut world) = (game.clone(), game.observe(seat).determinize(&mut rng));
                real.apply(action);
                world.apply(action);
                let (real, world) = (view(&real.observe(seat)), view(&world.observe(seat)));
                // Whom the next question goes to, and what is drawn or shown, may hang on hidden cards.
                let decided = |v: &View| (v.phase, v.to_move, v.hand.clone(), v.hand_len.clone(), v.known.clone());
                if decided(&real) == decided(&world) {
                    assert_eq!(real.differs(&world), None, "{}", game.action_text(action));
                }
            }
        });
    }

    /// What is done in a world can be done to its end, and what follows can be imagined again.
    #[test]
    fn worlds_are_playable_to_their_ends(table in tables(24)) {
        let mut rng = Rng::new(table.seed, 2, Role::Other(0));
        let mut left = 12;
        table.play(|game| {
            if left == 0 || game.is_over() || rng.below(4) > 0 {
                return;
            }
            left -= 1;
            let seat = rng.below(table.seats as u32) as usize;
            let mut world = game.observe(seat).determinize(&mut rng);
            while !world.is_over() {
                assert!(world.turns() <= table.rules.max_turns);
                let action = table.policy.choose(world.legal(), &mut rng);
                world.try_apply(action).unwrap();
                assert_eq!(world.check(), Ok(()));
                if rng.below(16) == 0 {
                    let other = rng.below(table.seats as u32) as usize;
                    let seen = world.observe(other);
                    let imagined = seen.determinize(&mut rng);
                    assert_eq!(view(&seen).differs(&view(&imagined.observe(other))), None);
                }
            }
        });
    }

    /// The same actions from the same state lead to the same state.
    #[test]
    fn a_hand_played_again_is_the_same(table in tables(24)) {
        prop_assert_eq!(table.play(|_| ()), table.play(|_| ()));
    }
}

/// A new accessor of an observation is compared too.
#[test]
fn every_accessor_is_compared() {
    let source = include_str!("../src/observation.rs");
    let names = source.lines().filter_map(|line| {
        let name = line.trim().strip_prefix("pub fn ")?.split('(').next()?;
        let others = [
            "determinize",
            "determinize_likely",
            "observe",
            "observe_with",
            "without",
            "world_with",
        ];
        (!others.contains(&name)).then_some(name)
    });
    let mut names: Vec<&str> = names.collect();
    let mut compared = ACCESSORS.to_vec();
    names.sort_unstable();
    compared.sort_unstable();
    assert_eq!(names, compared);
}

/// Three hidden cards, two in a hand and one in the pile: each of the three worlds is equally likely, and the observer's
/// own cards never move. Chi-square with 2 degrees of freedom, 0.1 % point 13.8.
#[test]
fn determinized_worlds_are_uniform() {
    let face = |text| Face::parse(text).unwrap();
    let position = Position {
        hands: vec![vec![face("R1"), face("R2")], vec![face("B1"), face("G7")]],
        discard: vec![face("R5")],
        draw: vec![face("Y3")],
        ..Position::default()
    };
    let game = Game::from_position(&Rules::default(), &position).unwrap();
    let mut rng = Rng::new(5, 0, Role::Other(0));
    let mut counts = std::collections::HashMap::new();
    let worlds = 60_000;
    for _ in 0..worlds {
        let world = game.observe(0).determinize(&mut rng);
        assert_eq!(world.hand(0), game.hand(0));
        *counts.entry(world.hand(1)).or_insert(0u32) += 1;
    }
    let expected = f64::from(worlds) / 3.0;
    let chi2: f64 = counts
        .values()
        .map(|n| (f64::from(*n) - expected).powi(2) / expected)
        .sum();
    assert_eq!(counts.len(), 3);
    assert!(chi2 < 13.8, "chi-square {chi2}");
}

/// A question put to another seat than the observer, 0, who leaves the first move to seat 1 if he has two cards.
fn asked(set: &[&str], hands: &[&[&str]], top: &str, actions: &[&str]) -> Game {
    let mut rules = Rules::default();
    for change in set {
        rules.set_text(change).unwrap();
    }
    let position = Position {
        hands: hands.iter().map(|hand| faces(hand)).collect(),
        discard: faces(&[top]),
        under: true,
        to_move: usize::from(hands[0].len() == 2),
        ..Position::default()
    };
    let mut game = Game::from_position(&rules, &position).unwrap();
    for text in actions {
        game.try_apply(game.parse_action(text).unwrap()).unwrap();
    }
    game
}

/// Of some questions only very few hands can be asked: worlds in which they are asked are found all the same.
#[test]
fn worlds_are_found_for_the_rarest_questions() {
    let win = ["jump_in.sum=true", "jump_in.sum_only_to_win=true"];
    let any = [&win[..], &["jump_in.sum_same_color=false"]].concat();
    let six = ["R0", "R1", "R1", "R2", "R2", "R3"];
    let ten = ["R0", "G0", "B0", "Y0", "R1", "R1", "G1", "G1", "B1", "B1"];
    let twins = ["uno.call=decide", "uno.twins=true"];
    let errs = [
        "uno.call=decide",
        "uno.errors=true",
        "uno.false_catch=2",
        "swap.seven=swap",
    ];
    let nine: &[&str] = &["R9", "Y5", "Y6"];
    for (what, game) in [
        (
            "six cards that make the nine",
            asked(&win, &[nine, &six], "R4", &["R9"]),
        ),
        (
            "ten cards that make the seven",
            asked(&any, &[&["R6", "Y5", "Y6"], &ten], "R4", &["R6"]),
        ),
        (
            "the rest of a begun sum",
            asked(&win, &[nine, &six], "R4", &["R9", "R0"]),
        ),
        (
            "four Wilds",
            asked(
                &twins,
                &[&["Y5", "Y6"], &["R9", "W", "W", "W", "W"]],
                "R4",
                &["R9"],
            ),
        ),
        (
            "a call due of a seat that has drawn since",
            asked(
                &errs,
                &[&["Y5", "Y6"], &["R7", "G1"], &["B1"]],
                "R4",
                &["R7", "seat:2", "uno", "catch"],
            ),
        ),
    ] {
        let mut rng = Rng::new(3, 0, Role::Other(0));
        let seen = game.observe(0);
        assert_ne!(game.seat(), 0, "{what}");
        for _ in 0..20 {
            assert_eq!(
                view(&seen),
                view(&seen.determinize(&mut rng).observe(0)),
                "{what}"
            );
        }
    }
}

/// What a challenger saw stays known until it is played, and only to the challenger.
#[test]
fn a_challenge_is_remembered_by_the_challenger_alone() {
    let position = Position {
        hands: vec![
            faces(&["W+4", "B3", "R2", "R2"]),
            faces(&["R9", "G1"]),
            faces(&["Y1", "R8"]),
        ],
        discard: faces(&["B7"]),
        draw: faces(&["Y5", "Y6", "Y7", "Y8", "Y9", "G9"]),
        ..Position::default()
    };
    let mut game = Game::from_position(&Rules::default(), &position).unwrap();
    for text in ["W+4:R", "challenge"] {
        let action = game.parse_action(text).unwrap();
        game.try_apply(action).unwrap();
    }
    let accused = game.hand(0);
    assert_eq!(
        game.observe(1).known(0).len(),
        3,
        "the hand as it was shown, without the cards drawn for guilt"
    );
    assert_eq!(accused.len(), 7);
    assert_eq!(game.observe(2).known(0), Cards::NONE);
    for text in ["R9", "R8", "R2"] {
        let action = game.parse_action(text).unwrap();
        game.try_apply(action).unwrap();
    }
    let known = game.observe(1).known(0);
    assert_eq!(
        known.faces(),
        faces(&["R2", "B3"]),
        "one of the two R2 is gone"
    );
    for seed in 0..50 {
        let world = game
            .observe(1)
            .determinize(&mut Rng::new(seed, 0, Role::Other(0)));
        assert!(!known.meets(!world.hand(0)));
    }
}

/// Guilt is a matter of hidden cards: an observer's worlds differ in it.
#[test]
fn worlds_differ_in_whether_a_bluff_was_one() {
    let position = Position {
        hands: vec![faces(&["W+4", "B3"]), faces(&["R9", "G1"])],
        discard: faces(&["B7"]),
        draw: faces(&["Y5", "Y6", "Y7", "Y8", "Y9", "G9", "G8"]),
        ..Position::default()
    };
    let mut game = Game::from_position(&Rules::default(), &position).unwrap();
    game.try_apply(game.parse_action("W+4:R").unwrap()).unwrap();
    let mut rng = Rng::new(5, 0, Role::Other(0));
    let mut guilty = 0;
    for _ in 0..400 {
        let mut world = game.observe(1).determinize(&mut rng);
        let bluff = world.hand(0).has(Face::parse("B3").unwrap());
        world.apply(Action::CHALLENGE);
        assert_eq!(world.hand(0).len() > 1, bluff);
        guilty += u32::from(bluff);
    }
    assert!(
        (20..90).contains(&guilty),
        "one card of eight is blue: {guilty} of 400"
    );
}

/// The k-th card drawn before the first reshuffle is fixed by the deal, whoever draws it.
#[test]
fn the_same_deal_is_the_same_deck_whatever_is_played() {
    struct Drawn(Vec<Face>, bool);
    impl unosim_engine::Witness for Drawn {
        fn drew(&mut self, _: usize, cards: &[Face], _: unosim_engine::Reason) {
            if !self.1 {
                self.0.extend(cards);
            }
        }
        fn reshuffled(&mut self, _: usize) {
            self.1 = true;
        }
    }
    for deal in 0..50 {
        let orders: Vec<Vec<Face>> = (0..4)
            .map(|policy| {
                let mut drawn = Drawn(Vec::new(), false);
                let mut game =
                    Game::deal_seen(&Rules::default(), &Deal::first(3, 0, 11, deal), &mut drawn);
                let mut rng = Rng::new(policy, deal, Role::Other(1));
                while !game.is_over() {
                    let legal = game.legal();
                    game.apply_seen(legal.nth(rng.below(legal.len())), &mut drawn);
                }
                drawn.0
            })
            .collect();
        for order in &orders {
            let shared = order.len().min(orders[0].len());
            assert_eq!(order[..shared], orders[0][..shared]);
        }
    }
}

/// A race to 500 ends when its winner has 500, and the dealer moves on with each hand.
#[test]
fn a_race_goes_on_until_the_target() {
    let mut rules = rule_set("mattel").unwrap();
    rules.match_.format = unosim_engine::rules::MatchFormat::Race;
    for deal in 0..30 {
        let mut race = Match::new(&rules, 3, 2, deal);
        let mut dealers = Vec::new();
        while let Some(next) = race.next_deal() {
            dealers.push(next.dealer);
            let mut game = Game::deal(&rules, &next);
            let mut rng = Rng::new(1, deal, Role::Other(u64::from(next.hand)));
            while !game.is_over() {
                let legal = game.legal();
                game.apply(legal.nth(rng.below(legal.len())));
            }
            assert!(race.totals().iter().all(|t| *t < 500));
            race.record(&game, &game.scores());
        }
        assert!(dealers.windows(2).all(|d| d[1] == (d[0] + 1) % 3));
        assert_eq!(race.winners().count_ones(), 1);
        assert!(race.totals()[race.winners().trailing_zeros() as usize] >= 500);
        assert_eq!(race.hands() as usize, dealers.len());
    }
}
