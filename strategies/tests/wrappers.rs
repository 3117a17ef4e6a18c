//! Strategies around others: what they change, how often, and what they leave alone.

use unosim_engine::rules::{Misplay, UnoCall};
use unosim_engine::{
    Action, ActionSet, Color, Deal, Face, Game, Observation, Phase, Position, Rng, Role, Rules,
};
use unosim_strategies::{Spec, Strategy, wrapping};

/// The actions of a hand between four seats of that strategy.
fn hand(spec: &str, rules: &Rules, number: u64) -> Vec<Action> {
    let mut game = Game::deal(rules, &Deal::first(4, 0, 5, number));
    let mut bots: Vec<_> = (0..4).map(|_| Spec::parse(spec).unwrap().build()).collect();
    let mut rng = Rng::new(5, number, Role::Other(0));
    let mut taken = Vec::new();
    while !game.is_over() {
        let seat = game.seat();
        let legal = game.legal() - game.errors();
        let action = bots[seat].choose(&game.observe(seat), legal, &mut rng);
        assert!(legal.contains(action), "{spec}: {action:?} of {legal:?}");
        game.apply(action);
        taken.push(action);
    }
    taken
}

fn decide() -> Rules {
    let mut rules = Rules::default();
    rules.uno.call = UnoCall::Decide;
    rules
}

fn faces(text: &str) -> Vec<Face> {
    text.split(' ').map(|t| Face::parse(t).unwrap()).collect()
}

/// A turn of seat 0 of two with that hand, on a red 9.
fn turn(rules: &Rules, hand: &str) -> Game {
    let position = Position {
        hands: vec![faces(hand), faces("Y1 Y2")],
        discard: faces("R9"),
        under: true,
        ..Position::default()
    };
    Game::from_position(rules, &position).unwrap()
}

/// How often a strategy chooses what, in 20,000 tries with that offer.
fn share(spec: &str, game: &Game, legal: ActionSet, what: impl Fn(Action) -> bool) -> f64 {
    let mut bot = Spec::parse(spec).unwrap().build();
    let mut rng = Rng::new(6, 0, Role::Other(0));
    let seen = game.observe(game.seat());
    let hits = (0..20_000).filter(|_| what(bot.choose(&seen, legal, &mut rng)));
    hits.count() as f64 / 20_000.0
}

#[track_caller]
fn near(share: f64, expected: f64) {
    // Five standard deviations.
    let margin = 5.0 * (expected * (1.0 - expected) / 20_000.0).sqrt();
    assert!(
        (share - expected).abs() <= margin,
        "{share}, not {expected}"
    );
}

#[test]
fn without_slips_a_wrapper_plays_as_what_it_is_around() {
    let honest = "human(greedy,forget=0,notice=1,misplay=0,false_call=0,false_catch=0)";
    for rules in [Rules::default(), decide()] {
        for number in 0..30 {
            let plain = hand("greedy", &rules, number);
            for same in [
                honest,
                "epsilon(greedy,p=0)",
                "mixture(greedy,random,p=1)",
                "mixture(random,greedy,p=0)",
                "human(epsilon(mixture(greedy,random,p=1),p=0),forget=0,notice=1)",
            ] {
                assert_eq!(hand(same, &rules, number), plain, "{same}");
            }
        }
    }
}

#[test]
fn epsilon_draws_from_all_that_is_legal() {
    let game = turn(&Rules::default(), "R1 R2 B5 W");
    let legal = game.legal();
    assert_eq!(legal.len(), 7, "R1, R2, W in four colors, draw");
    let greedy = |action: Action| action == Action::wild(Face::WILD, Color::Red);
    near(
        share("epsilon(greedy,p=0.3)", &game, legal, greedy),
        0.7 + 0.3 / 7.0,
    );
    let draws = |action| action == Action::DRAW;
    near(share("epsilon(greedy,p=1)", &game, legal, draws), 1.0 / 7.0);
}

#[test]
fn a_mixture_asks_either_strategy() {
    let game = turn(&Rules::default(), "R1 R2 B5 W");
    let first = |action: Action| action == Action::play(Face::parse("R1").unwrap());
    for p in [0.5, 0.2] {
        let spec = format!("mixture(first-legal,greedy,p={p})");
        near(share(&spec, &game, game.legal(), first), p);
    }
}

#[test]
fn people_forget_to_call_and_to_catch() {
    let mut game = turn(&decide(), "R1 B5");
    game.try_apply(game.parse_action("R1").unwrap()).unwrap();
    assert_eq!(game.phase(), Phase::Uno);
    let says = |action| action == Action::UNO;
    near(share("human(greedy)", &game, game.legal(), says), 0.9);
    near(
        share("human(random,forget=0.4)", &game, game.legal(), says),
        0.6,
    );
    game.try_apply(game.parse_action("silent").unwrap())
        .unwrap();
    assert_eq!(game.phase(), Phase::Catch);
    near(share("human(greedy)", &game, game.legal(), says), 0.7);
    near(
        share("human(first-legal,notice=0.2)", &game, game.legal(), says),
        0.2,
    );
}

#[test]
fn people_lay_cards_that_do_not_fit_where_that_has_a_price() {
    let mut rules = Rules::default();
    let wrong = |action: Action| matches!(action.face().map(Face::name), Some("B5" | "G6"));
    let free = turn(&rules, "R1 R2 B5 B5 G6");
    near(
        share("human(greedy,misplay=1)", &free, free.legal(), wrong),
        0.0,
    );
    rules.misplay = Misplay::Draw(2);
    let game = turn(&rules, "R1 R2 B5 B5 G6");
    near(share("human(greedy)", &game, game.legal(), wrong), 0.01);
    let blue = |action| action == Action::play(Face::parse("B5").unwrap());
    near(
        share("human(greedy,misplay=1)", &game, game.legal(), blue),
        2.0 / 3.0,
    );
    let fitting = turn(&rules, "R1 R2 R3");
    let legal = fitting.legal();
    near(
        share("human(greedy,misplay=1)", &fitting, legal, |a| {
            legal.contains(a)
        }),
        1.0,
    );
}

/// Fails if it is offered an error action, or asked where it has no choice.
#[test]
fn an_inner_strategy_is_never_offered_error_actions() {
    struct Innocent;
    impl Strategy for Innocent {
        fn choose(&mut self, _: &Observation<'_>, legal: ActionSet, _: &mut Rng) -> Action {
            assert!(!legal.contains(Action::UNO) && legal.len() > 1);
            legal.first().unwrap()
        }
    }
    let game = turn(&Rules::default(), "R1 R2 B5 W");
    let seen = game.observe(0);
    let offered = game.legal() | ActionSet::of(Action::UNO);
    let mut rng = Rng::new(7, 0, Role::Other(0));
    let action = wrapping::ask(&mut Innocent, &seen, offered, &mut rng);
    assert_eq!(Some(action), game.legal().first());
    let forced = ActionSet::of(Action::DRAW) | ActionSet::of(Action::UNO);
    assert_eq!(
        wrapping::ask(&mut Innocent, &seen, forced, &mut rng),
        Action::DRAW
    );
}

#[test]
fn false_calls_are_made_where_they_are_offered() {
    let game = turn(&Rules::default(), "R1 R2 B5 W");
    let offered = game.legal() | ActionSet::of(Action::UNO);
    let calls = |action| action == Action::UNO;
    near(share("human(greedy)", &game, offered, calls), 0.005);
    near(
        share("human(greedy,false_call=0.2)", &game, game.legal(), calls),
        0.0,
    );
    near(
        share(
            "epsilon(human(greedy,false_call=0.5),p=0.5)",
            &game,
            offered,
            calls,
        ),
        0.25,
    );
    for (spec, prone) in [
        ("greedy", false),
        ("human(greedy)", true),
        ("epsilon(greedy)", false),
        ("epsilon(human(greedy))", true),
        ("mixture(greedy,human(greedy))", true),
        ("mixture(greedy,random)", false),
    ] {
        assert_eq!(
            Spec::parse(spec).unwrap().build().error_prone(),
            prone,
            "{spec}"
        );
    }
}
