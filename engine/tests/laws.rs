//! Laws that hold for every hand: legality, conservation, observations and determinized worlds.

use proptest::prelude::*;
use unosim_engine::rules::{
    ChallengeReveals, DrawCount, DrawnCard, ExhaustedPile, Legality, UnoCall,
};
use unosim_engine::{
    Action, ActionSet, Cards, Deal, Face, Game, Match, Outcome, Position, Rng, Role, Rules,
    rule_set,
};

/// Rules that vary whatever changes the flow of a hand.
fn some_rules() -> impl Strategy<Value = Rules> {
    let draw = (any::<bool>(), 0..3usize, 0..3usize, 0..3usize);
    let four = (0..3usize, any::<bool>(), any::<bool>(), 0..3usize);
    let rest = (
        any::<bool>(),
        0..3usize,
        1..9u8,
        any::<bool>(),
        any::<bool>(),
        any::<bool>(),
    );
    (draw, four, rest).prop_map(|(draw, four, rest)| {
        let mut rules = Rules::default();
        rules.draw.may_decline = draw.0;
        rules.draw.count = [
            DrawCount::One,
            DrawCount::UntilPlayable,
            DrawCount::UntilPlayableOptional,
        ][draw.1];
        rules.draw.drawn_card = [DrawnCard::MayPlay, DrawnCard::MustPlay, DrawnCard::Keep][draw.2];
        rules.exhausted.pile = [
            ExhaustedPile::Reshuffle,
            ExhaustedPile::Void,
            ExhaustedPile::LowestPoints,
        ][draw.3];
        rules.wild_draw_four.legality =
            [Legality::NoColor, Legality::NoPlayable, Legality::Always][four.0];
        rules.wild_draw_four.bluff = four.1;
        rules.wild_draw_four.challenge = four.2;
        rules.wild_draw_four.challenge_reveals = [
            ChallengeReveals::Challenger,
            ChallengeReveals::All,
            ChallengeReveals::Nobody,
        ][four.3];
        rules.finish.final_draw = rest.0;
        rules.uno.call = [UnoCall::Auto, UnoCall::Off, UnoCall::Decide][rest.1];
        rules.setup.hand_size = rest.2;
        rules.stacking.draw_two_on_draw_two = rest.3;
        rules.stacking.wild_four_on_wild_four = rest.4;
        rules.redirect.reverse = rest.5;
        rules.max_turns = 500;
        rules
    })
}

/// Plays a hand with uniformly random actions and shows every state.
fn play(rules: &Rules, seats: usize, seed: u64, mut see: impl FnMut(&Game)) -> Game {
    let mut game = Game::deal(rules, &Deal::first(seats, seed as usize % seats, seed, 0));
    let mut rng = Rng::new(seed, 0, Role::Other(9));
    while !game.is_over() {
        see(&game);
        let legal = game.legal();
        game.apply(legal.nth(rng.below(legal.len())));
    }
    see(&game);
    game
}

fn faces(texts: &[&str]) -> Vec<Face> {
    texts.iter().map(|t| Face::parse(t).unwrap()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn an_action_is_legal_exactly_if_it_can_be_tried(rules in some_rules(), seats in 2..=10usize, seed: u64) {
        play(&rules, seats, seed, |game| {
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

    #[test]
    fn every_state_is_sound_and_every_hand_ends(rules in some_rules(), seats in 2..=10usize, seed: u64) {
        let game = play(&rules, seats, seed, |game| assert_eq!(game.check(), Ok(())));
        prop_assert!(game.turns() <= rules.max_turns);
        let won = game.outcome() == Some(Outcome::Won);
        prop_assert_eq!(won, game.winner().is_some());
        if !won {
            prop_assert!(game.scores().iter().all(|s| *s == 0));
        }
    }

    #[test]
    fn texts_and_actions_lead_to_each_other(rules in some_rules(), seats in 2..=10usize, seed: u64) {
        play(&rules, seats, seed, |game| {
            for action in game.legal().iter() {
                assert_eq!(game.parse_action(&game.action_text(action)), Some(action));
            }
        });
    }

    /// A resampled world looks the same to the observer, and what he may do is the same.
    #[test]
    fn determinized_worlds_keep_the_observation(rules in some_rules(), seats in 2..=10usize, seed: u64) {
        let mut rng = Rng::new(seed, 1, Role::Other(0));
        play(&rules, seats, seed, |game| {
            for seat in 0..seats {
                let seen = game.observe(seat);
                let world = seen.determinize(&mut rng);
                let imagined = world.observe(seat);
                assert_eq!(world.check(), Ok(()));
                assert_eq!((seen.hand(), seen.legal()), (imagined.hand(), imagined.legal()));
                assert_eq!((seen.unseen(), seen.discards()), (imagined.unseen(), imagined.discards()));
                assert_eq!((seen.top(), seen.color(), seen.pile()), (imagined.top(), imagined.color(), imagined.pile()));
                assert_eq!((seen.phase(), seen.to_move(), seen.pending()),
                           (imagined.phase(), imagined.to_move(), imagined.pending()));
                for other in 0..seats {
                    assert_eq!(seen.hand_len(other), imagined.hand_len(other));
                    assert_eq!(seen.known(other), imagined.known(other));
                }
                assert_eq!(format!("{seen:?}"), format!("{imagined:?}"));
            }
        });
    }

    /// Each state follows from a legal action of the state before it, and from nothing else.
    #[test]
    fn a_state_follows_from_a_legal_action(rules in some_rules(), seats in 2..=10usize, seed: u64) {
        let mut copy: Option<(Game, ActionSet)> = None;
        play(&rules, seats, seed, |game| {
            if let Some((before, _)) = &copy
                && before.legal().iter().all(|a| { let mut g = before.clone(); g.apply(a); g != *game })
            {
                panic!("no action leads from one state to the next");
            }
            copy = Some((game.clone(), game.legal()));
        });
    }
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
