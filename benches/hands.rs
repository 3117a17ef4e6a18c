//! How fast hands are played: against a bare loop that plays the same rules, for 2, 4 and 10 seats, from the middle of a
//! hand, in playouts of a search, and over threads. All figures of one run are taken on the same machine; quote their ratios.

// The macros below define public functions that nobody calls by name.
#![allow(missing_docs)]

#[path = "bare/mod.rs"]
mod bare;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use rayon::prelude::*;
use std::hint::black_box;
use unosim::play::play_game;
use unosim_engine::{Action, ActionSet, Deal, Game, Rng, Role, Rules};
use unosim_strategies::search::Playouts;
use unosim_strategies::{Spec, Strategy};

const HANDS: u64 = 200;

fn bots(name: &str, seats: usize) -> Vec<Box<dyn Strategy>> {
    let spec = Spec::parse(name).expect("a registered strategy");
    (0..seats).map(|_| spec.build()).collect()
}

fn play(rules: &Rules, bots: &mut [Box<dyn Strategy>], deal: u64) -> u32 {
    let mut turns = 0;
    play_game(rules, bots, 1, deal, 0, &mut (), |game, _| {
        turns += game.turns()
    })
    .expect("bots play legally");
    turns
}

/// Uniformly random legal plays, with no strategy in between.
fn play_out(mut game: Game, rng: &mut Rng) -> Game {
    while !game.is_over() {
        let legal = game.legal();
        let plays = legal & ActionSet::PLAYS;
        let offered = if plays.is_empty() { legal } else { plays };
        game.apply(
            offered
                .single()
                .unwrap_or_else(|| offered.nth(rng.below(offered.len()))),
        );
    }
    game
}

/// The deals to be played: always new ones, as repeated ones would be learnt by the processor's branch prediction.
struct Deals(u64);

impl Deals {
    fn next(&mut self) -> std::ops::Range<u64> {
        let first = self.0;
        self.0 += HANDS;
        first..self.0
    }
}

fn hands(c: &mut Criterion) {
    let rules = Rules::default();
    let deck = bare::deck();
    for seats in [2, 4, 10] {
        let mut group = c.benchmark_group(format!("hands/{seats} seats"));
        group.throughput(Throughput::Elements(HANDS));
        let mut deals = Deals(0);
        group.bench_function("bare loop", |b| {
            b.iter(|| {
                deals
                    .next()
                    .map(|deal| bare::hand(&deck, seats, 1, deal))
                    .sum::<u32>()
            });
        });
        let mut deals = Deals(0);
        group.bench_function("engine without strategies", |b| {
            b.iter(|| {
                for deal in deals.next() {
                    let game = Game::deal(&rules, &Deal::first(seats, 0, 1, deal));
                    black_box(play_out(game, &mut Rng::new(1, deal, Role::Other(0))));
                }
            });
        });
        for name in ["random", "greedy"] {
            let mut bots = bots(name, seats);
            let mut deals = Deals(0);
            group.bench_function(name, |b| {
                b.iter(|| {
                    deals
                        .next()
                        .map(|deal| play(&rules, &mut bots, deal))
                        .sum::<u32>()
                });
            });
        }
        group.finish();
    }
}

fn positions(c: &mut Criterion) {
    let rules = Rules::default();
    let mut game = Game::deal(&rules, &Deal::first(4, 0, 1, 7));
    let mut rng = Rng::new(1, 0, Role::Other(0));
    for _ in 0..25 {
        let legal = game.legal();
        game.apply(legal.nth(rng.below(legal.len())));
    }
    assert!(!game.is_over(), "a position in the middle of a hand");
    let mut group = c.benchmark_group("position");
    group.bench_function("copy", |b| b.iter(|| black_box(&game).clone()));
    group.bench_function("legal", |b| b.iter(|| black_box(&game).legal()));
    group.bench_function("determinize", |b| {
        b.iter(|| game.observe(game.seat()).determinize(&mut rng))
    });
    group.throughput(Throughput::Elements(1));
    let mut rng = Rng::new(2, 0, Role::Other(0));
    group.bench_function("playout", |b| {
        b.iter_batched(
            || game.clone(),
            |game| play_out(game, &mut rng),
            BatchSize::SmallInput,
        );
    });
    group.finish();
}

/// The middle of a hand of four, if the seat to move has a choice there; `tell` hears of every action before it is taken.
fn middle(
    rules: &Rules,
    bots: &mut [Box<dyn Strategy>],
    deal: u64,
    mut tell: impl FnMut(&Game, Action),
) -> Option<Game> {
    let mut game = Game::deal(rules, &Deal::first(4, 0, 3, deal));
    let mut rng = Rng::new(3, deal, Role::Other(0));
    for _ in 0..20 + deal % 11 {
        if game.is_over() {
            break;
        }
        let legal = game.legal() - game.errors();
        let action = legal.single().unwrap_or_else(|| {
            bots[game.seat()].choose(&game.observe(game.seat()), legal, &mut rng)
        });
        tell(&game, action);
        game.apply(action);
    }
    (!game.is_over() && game.legal().len() > 1).then_some(game)
}

/// Such positions, each of another deal.
fn middles() -> Vec<Game> {
    let rules = Rules::default();
    let mut bots = bots("ranking", 4);
    let middle = |deal: u64| middle(&rules, &mut bots, deal, |_, _| ());
    (0..).filter_map(middle).take(512).collect()
}

/// Such positions, each with a search that watched the hand from the seat that is to move.
fn watched(search: &str) -> Vec<(Game, Box<dyn Strategy>)> {
    let rules = Rules::default();
    let mut players = bots("ranking", 4);
    let middle = |deal: u64| {
        let mut searches = bots(search, 4);
        let game = middle(&rules, &mut players, deal, |game, action| {
            if game.shows(action) {
                for (seat, search) in searches.iter_mut().enumerate() {
                    search.watch(&game.observe(seat), action);
                }
            }
        })?;
        let seat = game.seat();
        Some((game, searches.swap_remove(seat)))
    };
    (0..).filter_map(middle).take(64).collect()
}

fn playouts(c: &mut Criterion) {
    let middles = middles();
    let mut group = c.benchmark_group("playouts");
    group.throughput(Throughput::Elements(middles.len() as u64));
    let mut dice = Rng::new(4, 0, Role::Other(0));
    group.bench_function("determinize_likely", |b| {
        b.iter(|| {
            for game in &middles {
                black_box(game.observe(game.seat()).determinize_likely(&mut dice));
            }
        });
    });
    for name in ["random", "expert"] {
        let spec = Spec::parse(name).expect("a registered strategy");
        let mut playouts = Playouts::new(|| spec.build());
        group.bench_function(name, |b| {
            b.iter(|| {
                for game in &middles {
                    let mut world = game.clone();
                    let legal = world.legal();
                    let action = legal.nth(dice.below(legal.len()));
                    playouts.play(&mut world, action, dice.bits());
                    black_box(world);
                }
            });
        });
    }
    group.finish();
    let mut group = c.benchmark_group("decisions");
    for search in ["monte-carlo", "monte-carlo(beliefs=uniform)", "ismcts"] {
        let mut watched = watched(search);
        let mut at = 0;
        group.bench_function(search, |b| {
            b.iter(|| {
                at = (at + 1) % watched.len();
                let (game, search) = &mut watched[at];
                let legal = game.legal() - game.errors();
                search.choose(&game.observe(game.seat()), legal, &mut dice)
            });
        });
    }
    group.finish();
}

fn threads(c: &mut Criterion) {
    let rules = Rules::default();
    let mut group = c.benchmark_group("threads");
    let most = std::thread::available_parallelism().map_or(1, usize::from);
    for threads in [1, 2, 4, 8, 16].into_iter().filter(|n| *n <= most) {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .expect("a thread pool");
        group.throughput(Throughput::Elements(20 * HANDS));
        group.bench_function(format!("{threads}"), |b| {
            b.iter(|| {
                pool.install(|| {
                    (0..20u64).into_par_iter().for_each(|batch| {
                        let mut bots = bots("random", 4);
                        for deal in batch * HANDS..(batch + 1) * HANDS {
                            black_box(play(&rules, &mut bots, deal));
                        }
                    });
                });
            });
        });
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20).measurement_time(std::time::Duration::from_secs(3));
    targets = hands, positions, playouts, threads
}
criterion_main!(benches);
