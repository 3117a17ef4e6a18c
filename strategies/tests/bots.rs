//! What holds for every registered strategy: it is documented, legal, repeatable, and blind to what it may not know.

use std::cell::RefCell;
use unosim_engine::rules::{Misplay, UnoCall};
use unosim_engine::{
    Action, ActionSet, Deal, Game, Outcome, Phase, Rng, Role, Rules, rule_set, rule_sets,
};
use unosim_strategies::{Entry, Parameter, Spec, Strategy, registry};

fn deal(seats: u8, number: u64) -> Deal {
    Deal {
        seats,
        dealer: seats - 1,
        live: (1 << seats) - 1,
        totals: [0; 10],
        seed: 11,
        deal: number,
        hand: 0,
    }
}

/// The rule sets that every strategy must master here: the sheet, and calls that the seats decide on.
fn tables() -> [Rules; 2] {
    let mut decide = Rules::default();
    decide.uno.call = UnoCall::Decide;
    [Rules::default(), decide]
}

/// Every rule set that can be played at a table of so many.
fn every_table(seats: usize) -> impl Iterator<Item = Rules> {
    let sets = rule_sets().iter().map(|set| rule_set(set.name).unwrap());
    sets.filter(move |rules| rules.validate(seats).is_ok())
}

/// The strategies that see what their seat may know: all but those that are there to cheat.
fn fair() -> impl Iterator<Item = &'static Entry> {
    registry().iter().filter(|entry| !entry.cheats())
}

/// What a search may spend on a decision; other strategies have no such parameter.
fn budget(entry: &Entry) -> Option<&Parameter> {
    let budget = |p: &&Parameter| ["playouts", "iterations"].contains(&p.name);
    entry.parameters.iter().find(budget)
}

/// A strategy as it is tried here: a search with a budget that shows that it works, not how well.
fn trial(entry: &'static Entry) -> Spec {
    match budget(entry) {
        Some(budget) => Spec::parse(&format!("{}(random, {}=6)", entry.name, budget.name)).unwrap(),
        None => entry.example(),
    }
}

/// Plays a hand between strategies of one kind, showing every decision to `watch`; returns the actions taken.
fn play(
    entry: &'static Entry,
    rules: &Rules,
    deal: &Deal,
    watch: impl FnMut(&Game, ActionSet, &Rng, &mut dyn Strategy, usize),
) -> Vec<u8> {
    play_and_tell(entry, rules, deal, watch, |_, _| ())
}

/// As [`play`], and tells of every action that everybody sees.
fn play_and_tell(
    entry: &'static Entry,
    rules: &Rules,
    deal: &Deal,
    mut watch: impl FnMut(&Game, ActionSet, &Rng, &mut dyn Strategy, usize),
    mut tell: impl FnMut(&Game, Action),
) -> Vec<u8> {
    let seats = usize::from(deal.seats);
    let mut bots: Vec<Box<dyn Strategy>> = (0..seats).map(|_| trial(entry).build()).collect();
    let mut streams: Vec<Rng> = (0..deal.seats)
        .map(|seat| Role::Strategy {
            rotation: 0,
            seat: u32::from(seat),
        })
        .map(|role| Rng::new(deal.seed, deal.deal, role))
        .collect();
    for bot in &mut bots {
        bot.reset();
    }
    let mut game = Game::deal(rules, deal);
    let mut taken = Vec::new();
    let longest = if budget(entry).is_some() {
        40
    } else {
        usize::MAX
    };
    while !game.is_over() && taken.len() < longest {
        let seat = game.seat();
        let legal = match bots[seat].error_prone() {
            true => game.legal(),
            false => game.legal() - game.errors(),
        };
        watch(
            &game,
            legal,
            &streams[seat],
            bots[seat].as_mut(),
            taken.len(),
        );
        let action = bots[seat].choose(&game.observe(seat), legal, &mut streams[seat]);
        let (name, phase) = (entry.name, game.phase());
        taken.push(action.number());
        if legal.contains(action) {
            if game.shows(action) {
                for (seat, bot) in bots.iter_mut().enumerate() {
                    bot.watch(&game.observe(seat), action);
                }
                tell(&game, action);
            }
            game.apply(action);
            continue;
        }
        let slips = bots[seat].error_prone() && rules.misplay != Misplay::Error;
        assert!(
            slips,
            "{name} chose {action:?} in {phase:?}, legal: {legal:?}"
        );
        game.misplay(&mut ());
    }
    taken
}

#[test]
fn every_strategy_is_documented_with_its_parameters() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/strategies.md");
    let text = std::fs::read_to_string(path).expect("docs/strategies.md is there");
    for entry in registry() {
        let title = format!("## `{}`", entry.name);
        let section = text
            .split("\n## ")
            .map(|s| format!("## {s}"))
            .find(|s| s.lines().next() == Some(title.as_str()))
            .unwrap_or_else(|| panic!("docs/strategies.md has no section {title}"));
        assert!(!entry.summary.is_empty(), "{}", entry.name);
        for p in entry.parameters {
            for said in [p.name, p.default] {
                assert!(section.contains(said), "{title} does not mention {said}");
            }
        }
        for inner in entry.inner {
            let said = format!("`{inner}`");
            assert!(section.contains(&said), "{title} does not mention {said}");
        }
    }
}

#[test]
fn every_strategy_plays_legally_and_repeats_itself() {
    for entry in registry() {
        for (number, seats) in [2u8, 3, 4, 7, 10].into_iter().enumerate() {
            for rules in every_table(usize::from(seats)) {
                for round in 0..2 {
                    let deal = deal(seats, number as u64 * 100 + round);
                    let first = play(entry, &rules, &deal, |_, _, _, _, _| {});
                    let again = play(entry, &rules, &deal, |_, _, _, _, _| {});
                    assert_eq!(first, again, "{} on {deal:?}", entry.name);
                }
            }
        }
    }
}

#[test]
fn every_strategy_finishes_its_hands() {
    for entry in registry() {
        let deal = deal(4, 5);
        let mut game = Game::deal(&Rules::default(), &deal);
        let mut bot = trial(entry).build();
        let mut rng = Rng::new(1, 5, Role::Other(0));
        while !game.is_over() {
            let action = bot.choose(&game.observe(game.seat()), game.legal(), &mut rng);
            game.apply(action);
        }
        assert_eq!(game.outcome(), Some(Outcome::Won), "{}", entry.name);
    }
}

/// In worlds that look the same to a seat, the same strategy with the same stream chooses the same action.
#[test]
fn every_strategy_is_blind_to_what_it_may_not_know() {
    for entry in fair() {
        for (number, seats) in [2u8, 4, 6].into_iter().enumerate() {
            for rules in every_table(usize::from(seats)) {
                let deal = deal(seats, 900 + number as u64);
                play(entry, &rules, &deal, |game, legal, stream, _, turn| {
                    if turn > 150 {
                        return;
                    }
                    let seat = game.seat();
                    let choose = |world: &Game| {
                        let mut bot = trial(entry).build();
                        bot.choose(&world.observe(seat), legal, &mut stream.clone())
                    };
                    let chosen = choose(game);
                    for k in 0..3 {
                        let mut dice = Rng::new(turn as u64, k, Role::Other(1));
                        let world = game.observe(seat).determinize(&mut dice);
                        let (name, phase) = (entry.name, game.phase());
                        assert_eq!(choose(&world), chosen, "{name} in {phase:?}, step {turn}");
                    }
                });
            }
        }
    }
}

/// Nor does a strategy learn what it may not know by remembering: one that is shown another imagined world at every
/// decision of a hand chooses like one that is shown the real one.
#[test]
fn every_strategy_is_blind_over_a_whole_hand() {
    for entry in fair() {
        for (number, seats) in [2, 2, 3].into_iter().enumerate() {
            for rules in every_table(usize::from(seats)) {
                let deal = deal(seats, 700 + number as u64);
                let twins = (0..seats).map(|_| trial(entry).build()).collect::<Vec<_>>();
                let twins = RefCell::new(twins);
                let mut choices = Vec::new();
                let decide = |game: &Game, legal, stream: &Rng, _: &mut dyn Strategy, turn| {
                    let seat = game.seat();
                    // A few hands never seem to end.
                    if turn > 300 {
                        return;
                    }
                    let mut dice = Rng::new(turn as u64, 9, Role::Other(1));
                    let world = game.observe(seat).determinize(&mut dice);
                    let seen = world.observe(seat);
                    let choice = twins.borrow_mut()[seat].choose(&seen, legal, &mut stream.clone());
                    choices.push(choice.number());
                };
                let tell = |game: &Game, action| {
                    for (seat, twin) in twins.borrow_mut().iter_mut().enumerate() {
                        let mut dice = Rng::new(u64::from(game.turns()), 8, Role::Other(1));
                        let world = game.observe(seat).determinize(&mut dice);
                        twin.watch(&world.observe(seat), action);
                    }
                };
                let taken = play_and_tell(entry, &rules, &deal, decide, tell);
                assert_eq!(choices[..], taken[..choices.len()], "{}", entry.name);
            }
        }
    }
}

/// A strategy that is reset plays like a new one.
#[test]
fn every_strategy_forgets_the_last_game() {
    for entry in registry() {
        for (number, seats) in [2, 2, 4].into_iter().enumerate() {
            let used = (0..seats).map(|_| trial(entry).build()).collect::<Vec<_>>();
            let used = RefCell::new(used);
            for round in 0..4 {
                used.borrow_mut().iter_mut().for_each(|bot| bot.reset());
                let deal = deal(seats, 800 + 10 * number as u64 + round);
                let mut choices = Vec::new();
                let decide = |game: &Game, legal, stream: &Rng, _: &mut dyn Strategy, _| {
                    let seat = game.seat();
                    let mut used = used.borrow_mut();
                    let choice = used[seat].choose(&game.observe(seat), legal, &mut stream.clone());
                    choices.push(choice.number());
                };
                let tell = |game: &Game, action| {
                    for (seat, bot) in used.borrow_mut().iter_mut().enumerate() {
                        bot.watch(&game.observe(seat), action);
                    }
                };
                let taken = play_and_tell(entry, &Rules::default(), &deal, decide, tell);
                assert_eq!(choices, taken, "{}", entry.name);
            }
        }
    }
}

/// Those who draw now and then although they could play: to hold a wild, by chance, or because a search says so.
const DRAW_BY_CHOICE: [&str; 4] = ["expert", "epsilon", "monte-carlo", "ismcts"];

/// Only a hand without a playable card draws, whatever the other strategies.
#[test]
fn no_strategy_draws_while_a_card_can_be_played() {
    for entry in registry() {
        if DRAW_BY_CHOICE.contains(&entry.name) {
            continue;
        }
        for rules in tables() {
            for round in 0..20 {
                let mut offered = 0;
                let deal = deal(3, 400 + round);
                let mut states = Vec::new();
                let taken = play(entry, &rules, &deal, |game, legal, _, _, _| {
                    let plays = !(legal & ActionSet::PLAYS).is_empty();
                    let asked = matches!(game.phase(), Phase::Turn | Phase::Drawn);
                    states.push(asked && plays);
                    offered += usize::from(asked && plays);
                });
                assert!(offered > 0);
                for (could_play, number) in states.into_iter().zip(taken) {
                    assert!(!could_play || number < 60, "{}", entry.name);
                }
            }
        }
    }
}

#[test]
fn every_strategy_builds_from_its_name() {
    for entry in registry() {
        let text = match entry.inner.len() {
            0 => entry.name.to_string(),
            inner => format!("{}({})", entry.name, vec!["random"; inner].join(",")),
        };
        let spec = Spec::parse(&text).unwrap();
        assert_eq!((spec.name(), spec.to_string()), (entry.name, text));
        assert_eq!(spec, entry.example());
        let _ = spec.build();
    }
}
