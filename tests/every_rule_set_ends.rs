//! Every rule set, at tables small and large, ends every hand, whoever plays: well, at random, or never a card.

use std::collections::BTreeMap;
use unosim_engine::{
    Action, ActionSet, Deal, Game, Match, Observation, Outcome, Rng, Role, rule_set, rule_sets,
};
use unosim_strategies::{Strategy, registry};

/// Keeps its cards: draws, takes, passes, declines and stays silent wherever it may.
struct Idle;

impl Strategy for Idle {
    fn choose(&mut self, _: &Observation<'_>, legal: ActionSet, rng: &mut Rng) -> Action {
        let idle = [Action::DRAW, Action::PASS];
        match idle.into_iter().find(|action| legal.contains(*action)) {
            Some(action) => action,
            None => legal.nth(rng.below(legal.len())),
        }
    }
}

/// Idle, and makes every mistake that may be made.
struct Fool;

impl Strategy for Fool {
    fn choose(&mut self, seen: &Observation<'_>, legal: ActionSet, rng: &mut Rng) -> Action {
        match legal.contains(Action::UNO) {
            true => Action::UNO,
            false => Idle.choose(seen, legal, rng),
        }
    }

    fn error_prone(&self) -> bool {
        true
    }
}

fn named(name: &str) -> Box<dyn Strategy> {
    let entry = registry().iter().find(|entry| entry.name == name);
    entry.unwrap_or_else(|| panic!("{name}")).build_default()
}

/// A way to play, with its name.
type Policy = (&'static str, fn() -> Box<dyn Strategy>);

/// Everyone at a table plays by the same one of these.
const POLICIES: &[Policy] = &[
    ("random", || named("random")),
    ("greedy", || named("greedy")),
    ("idle", || Box::new(Idle)),
    ("fool", || Box::new(Fool)),
];

const SEATS: [usize; 5] = [2, 3, 4, 7, 10];

/// Plays one hand to its end.
fn play(game: &mut Game, bot: &mut dyn Strategy, rng: &mut Rng) -> Outcome {
    while !game.is_over() {
        assert!(game.turns() <= game.rules().max_turns);
        let mut legal = game.legal();
        if !bot.error_prone() {
            legal = legal - game.errors();
        }
        let action = match legal.single() {
            Some(only) => only,
            None => bot.choose(&game.observe(game.seat()), legal, rng),
        };
        game.apply(action);
    }
    game.outcome().unwrap()
}

#[test]
fn every_hand_of_every_rule_set_ends() {
    for set in rule_sets() {
        let rules = rule_set(set.name).unwrap();
        for (name, build) in POLICIES {
            let mut outcomes: BTreeMap<&str, u32> = BTreeMap::new();
            let mut played = 0;
            for seats in SEATS {
                // A short run: two hands of matches, the second with what the first leaves behind.
                if rules.validate(seats).is_err() {
                    continue;
                }
                let mut bot = build();
                for deal in 0..4 {
                    let mut hands = Match::new(&rules, seats, 7, deal);
                    for _ in 0..2 {
                        let Some(next) = hands.next_deal() else { break };
                        let mut rng = Rng::new(7, deal, Role::Other(u64::from(next.hand)));
                        let mut game = Game::deal(&rules, &next);
                        let outcome = play(&mut game, &mut *bot, &mut rng);
                        *outcomes.entry(outcome.name()).or_default() += 1;
                        played += 1;
                        hands.record(&game, &game.scores());
                    }
                }
            }
            println!("{} {name}: {outcomes:?}", set.name);
            assert!(played >= 4, "{} fits no table", set.name);
            assert_eq!(outcomes.values().sum::<u32>(), played);
            if matches!(*name, "random" | "greedy") {
                let won = outcomes.get("won").copied().unwrap_or(0);
                assert!(2 * won > played, "{} {name}: {outcomes:?}", set.name);
            }
        }
    }
}

/// A table that keeps its cards is cut off at the limit.
#[test]
fn an_idle_table_is_cut_off() {
    for set in rule_sets() {
        let mut rules = rule_set(set.name).unwrap();
        rules.max_turns = 9;
        let seats = SEATS
            .into_iter()
            .find(|seats| rules.validate(*seats).is_ok());
        let seats = seats.unwrap();
        let mut game = Game::deal(&rules, &Deal::first(seats, 0, 3, 0));
        let mut rng = Rng::new(3, 0, Role::Other(0));
        let outcome = play(&mut game, &mut Idle, &mut rng);
        assert_eq!(outcome, Outcome::Truncated, "{}", set.name);
        assert_eq!(game.turns(), 9, "{}", set.name);
    }
}
