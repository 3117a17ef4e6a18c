//! Observations that show more than a player may know: what they show is true in every world, the rest is as random as it
//! is at a fair table, and nobody but the table can hand one out.

mod table;

use proptest::prelude::*;
use table::view::view;
use table::{Table, faces, tables};
use unosim_engine::{Action, Chance, Game, Phase, Position, Rng, Role, Rules, Sight, Witness};

/// Whether something happened that no pile and no hand foretells.
#[derive(Default)]
struct Luck(bool);

impl Witness for Luck {
    fn reshuffled(&mut self, _: usize) {
        self.0 = true;
    }
    fn random(&mut self, _: Chance) {
        self.0 = true;
    }
}

fn hands(game: &Game) -> Vec<unosim_engine::Cards> {
    (0..game.seats()).map(|seat| game.hand(seat)).collect()
}

/// What a seat can see beyond what it may know.
fn sights() -> [Sight; 3] {
    [Sight::HANDS, Sight::PILE, all()]
}

fn all() -> Sight {
    Sight::HANDS.and(Sight::PILE)
}

/// The actions of a policy in both games, as long as they are the same ones and nothing random happens; compares the
/// hands after each.
fn go_along(table: &Table, mut real: Game, mut world: Game, rng: &mut Rng) {
    let mut luck = Luck::default();
    for _ in 0..30 {
        // Which seat would jump in is no matter of cards.
        if real.is_over() || real.phase() == Phase::JumpIn {
            return;
        }
        assert_eq!(real.seat(), world.seat());
        assert_eq!(real.legal(), world.legal());
        let action = table.policy.choose(real.legal(), rng);
        real.apply_seen(action, &mut luck);
        world.apply_seen(action, &mut Luck::default());
        if luck.0 {
            return;
        }
        assert_eq!(hands(&real), hands(&world), "{action:?}");
        assert_eq!(real.pile(), world.pile());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(150) })]

    /// Worlds are sound, look the same to the seat, and have the hands where it sees them.
    #[test]
    fn worlds_agree_with_what_is_seen(table in tables(24)) {
        let mut rng = Rng::new(table.seed, 1, Role::Other(0));
        table.play(|game| {
            for seat in 0..table.seats {
                let fair = game.observe(seat);
                for sight in sights() {
                    let seen = game.observe_with(seat, sight);
                    for world in [seen.determinize(&mut rng), seen.determinize_likely(&mut rng)] {
                        assert_eq!(world.check(), Ok(()));
                        assert_eq!(view(&fair).differs(&view(&world.observe(seat))), None);
                        if sight != Sight::PILE {
                            assert_eq!(hands(game), hands(&world));
                        }
                    }
                }
            }
        });
    }

    /// Who sees the pile draws in a world what it will draw.
    #[test]
    fn what_is_drawn_in_a_world_is_what_will_be_drawn(table in tables(24)) {
        let mut rng = Rng::new(table.seed, 2, Role::Other(0));
        table.play(|game| {
            if game.phase() != Phase::Turn || !game.legal().contains(Action::DRAW) {
                return;
            }
            let seat = game.seat();
            let seen = game.observe_with(seat, Sight::PILE);
            let (mut real, mut world) = (game.clone(), seen.determinize(&mut rng));
            let mut luck = Luck::default();
            real.apply_seen(Action::DRAW, &mut luck);
            world.apply(Action::DRAW);
            // A card that must be played may bring another hand.
            if !luck.0 && !table.rules.hands_move() {
                assert_eq!(real.hand(seat), world.hand(seat));
            }
        });
    }

    /// Who sees hands and pile plays in the real game, as far as chance has no say.
    #[test]
    fn who_sees_everything_imagines_the_real_game(table in tables(24)) {
        let mut rng = Rng::new(table.seed, 3, Role::Other(0));
        table.play(|game| {
            let seat = rng.below(table.seats as u32) as usize;
            if rng.below(4) == 0 && !game.is_over() && game.observe(seat).face_down() == 0 {
                let world = game.observe_with(seat, all()).determinize(&mut rng);
                go_along(&table, game.clone(), world, &mut rng);
            }
        });
    }

    /// Only worlds tell of what is seen besides; without it, they are those of a fair seat.
    #[test]
    fn what_is_taken_away_is_gone(table in tables(12)) {
        table.play(|game| {
            let (fair, seen) = (game.observe(0), game.observe_with(0, all()));
            assert_eq!(view(&fair).differs(&view(&seen)), None);
            let mut worlds = [fair, seen.without(all())].map(|seen| {
                seen.determinize(&mut Rng::new(table.seed, 4, Role::Other(0)))
            });
            assert!(worlds[0] == worlds[1]);
            worlds = [seen.without(Sight::HANDS), game.observe_with(0, Sight::PILE)].map(|seen| {
                seen.determinize(&mut Rng::new(table.seed, 4, Role::Other(0)))
            });
            assert!(worlds[0] == worlds[1]);
        });
    }
}

fn small() -> Game {
    let position = Position {
        hands: vec![faces(&["R1", "R2"]), faces(&["B1", "G7"])],
        discard: faces(&["R5"]),
        draw: faces(&["Y3", "Y4", "Y5"]),
        ..Position::default()
    };
    Game::from_position(&Rules::default(), &position).unwrap()
}

/// The second card of the pile in worlds: what is not seen is random.
#[test]
fn what_is_not_seen_is_random() {
    let game = small();
    let mut rng = Rng::new(5, 0, Role::Other(0));
    let mut kinds = |sight: Sight| {
        let mut drawn = std::collections::BTreeSet::new();
        let mut held = std::collections::BTreeSet::new();
        for _ in 0..300 {
            let mut world = game.observe_with(0, sight).determinize(&mut rng);
            held.insert(table::sorted(world.hand(1)));
            let before = world.hand(0);
            world.apply(Action::DRAW);
            drawn.insert(table::sorted(world.hand(0) - before));
        }
        (drawn.len(), held.len())
    };
    // Five cards are hidden, two in a hand and three in the pile.
    assert_eq!(kinds(Sight::FAIR), (5, 10));
    assert_eq!(kinds(Sight::HANDS), (3, 1));
    assert_eq!(kinds(Sight::PILE), (1, 1));
    assert_eq!(kinds(all()), (1, 1));
}
