//! No allocation in a turn: once a hand has been dealt, playing it to its end does not touch the heap.

use unosim_engine::{Deal, Game, Rng, Role, Rules};
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
