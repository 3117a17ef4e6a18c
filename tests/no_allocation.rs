//! No allocation in a turn or a playout: once a hand has been dealt, playing it to its end does not touch the heap, nor
//! does imagining a world and playing that.

use unosim_engine::{Deal, Game, Rng, Role, Rules};
use unosim_strategies::search::{Beliefs, Playouts, Worlds};
use unosim_strategies::{Entry, Spec, registry};

/// A strategy as it is tried here, and in how many deals: a search with a small budget, which is as many playouts.
fn trial(entry: &'static Entry) -> (Spec, u64) {
    let budget = |name: &&str| entry.parameters.iter().any(|p| p.name == *name);
    match ["playouts", "iterations"].into_iter().find(budget) {
        Some(name) => {
            let text = format!("{}(random, {name}=40)", entry.name);
            (Spec::parse(&text).unwrap(), 5)
        }
        None => (entry.example(), 50),
    }
}

#[test]
fn no_strategy_and_no_rule_allocates_in_a_turn() {
    let mut decides = Rules::default();
    decides.set_text("uno.call=decide").unwrap();
    for rules in [Rules::default(), decides] {
        for entry in registry() {
            let (spec, deals) = trial(entry);
            let mut bots: Vec<_> = (0..4).map(|_| spec.build()).collect();
            for deal in 0..deals {
                let mut game = Game::deal(&rules, &Deal::first(4, 0, 1, deal));
                let mut rng = Rng::new(1, deal, Role::Other(0));
                let counted = allocation_counter::measure(|| {
                    while !game.is_over() {
                        let seen = game.observe(game.seat());
                        let action = bots[game.seat()].choose(&seen, game.legal(), &mut rng);
                        game.apply(action);
                    }
                });
                assert_eq!(counted.count_total, 0, "{} allocates", entry.name);
            }
        }
    }
    assert_eq!(
        allocation_counter::measure(|| drop(std::hint::black_box(Box::new(1)))).count_total,
        1,
        "the counter counts"
    );
}

/// Worlds imagined at every decision of some hands by a seat that watched them, each played to its end by one strategy on
/// all seats.
#[test]
fn no_playout_allocates() {
    let rules = Rules::default();
    for name in ["expert", "random", "ranking"] {
        let spec = Spec::parse(name).unwrap();
        let mut playouts = Playouts::new(|| spec.build());
        let beliefs = || [Beliefs::Likely, Beliefs::Uniform];
        let searches = || beliefs().map(|beliefs| Worlds::new(beliefs, 40, spec.build()));
        let mut seats: Vec<[Worlds; 2]> = (0..4).map(|_| searches()).collect();
        let mut played = 0;
        for deal in 0..10 {
            let mut game = Game::deal(&rules, &Deal::first(4, 0, 2, deal));
            let mut rng = Rng::new(2, deal, Role::Other(0));
            while !game.is_over() {
                let legal = game.legal() - game.errors();
                let action = legal.nth(rng.below(legal.len()));
                let counted = allocation_counter::measure(|| {
                    let seen = game.observe(game.seat());
                    for worlds in &mut seats[game.seat()] {
                        worlds.begin(&seen, &mut rng);
                        let mut world = worlds.next(&seen, &mut rng);
                        playouts.play(&mut world, action, rng.bits());
                        assert!(world.is_over());
                    }
                    if game.shows(action) {
                        for (seat, searches) in seats.iter_mut().enumerate() {
                            for worlds in searches {
                                worlds.watch(&game.observe(seat), action);
                            }
                        }
                    }
                });
                assert_eq!(counted.count_total, 0, "a playout by {name} allocates");
                played += 2;
                game.apply(action);
            }
        }
        assert!(played > 500, "{played} playouts");
    }
}
