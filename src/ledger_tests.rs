use super::*;
use crate::arena::{Round, play_deals};
use crate::cli::PlayArgs;
use crate::experiment::Experiment;
use crate::interrupt::STOP;
use crate::meter::Meter;
use crate::part::{Part, Saved};
use crate::shard::Shard;
use proptest::prelude::*;
use std::sync::atomic::AtomicBool;
use std::thread;

fn experiment(rules: &str, strategies: &str) -> Experiment {
    let args = PlayArgs {
        rules: Some(vec![rules.into()]),
        strategies: Some(strategies.into()),
        ..PlayArgs::default()
    };
    Experiment::load(&args, None).unwrap()
}

fn pool(threads: usize) -> rayon::ThreadPool {
    let builder = rayon::ThreadPoolBuilder::new().num_threads(threads);
    builder.build().unwrap()
}

/// What is counted in these deals, on one thread.
fn counted(round: Round, deals: impl IntoIterator<Item = Range<u64>>) -> Kept {
    let ledger = round.ledger(());
    play(round, deals, &ledger, &pool(1));
    ledger.into_kept()
}

fn play(
    round: Round,
    deals: impl IntoIterator<Item = Range<u64>>,
    ledger: &Ledger,
    pool: &rayon::ThreadPool,
) {
    let meter = Meter::new(round.experiment, round.table, 0);
    for deals in deals {
        play_deals(round, deals, ledger, pool, &meter, &STOP).unwrap();
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]
    /// Deals that are played piece by piece, in whatever order, each piece by itself and through a file, add up to the
    /// counts of all of them.
    #[test]
    fn pieces_add_up_to_the_whole(
        rules in prop::sample::select(vec!["mattel", "phone", "negative-500", "knockout-500", "partners"]),
        cuts in prop::collection::btree_set(1u64..60, 0..6),
        seed in any::<u64>(),
    ) {
        let experiment = experiment(rules, "random,greedy,ranking,random");
        let round = experiment.rounds().next().unwrap();
        let ends: Vec<u64> = [0].into_iter().chain(cuts).chain([60]).collect();
        let mut pieces: Vec<Range<u64>> = ends.windows(2).map(|w| w[0]..w[1]).collect();
        unosim_engine::Rng::new(seed, 0, unosim_engine::Role::Seating).shuffle(&mut pieces);
        let dir = tempfile::tempdir().unwrap();
        let part = Part::new(dir.path(), &experiment, Shard::WHOLE);
        let ledger = round.ledger(());
        for piece in pieces {
            let kept = counted(round, Some(piece));
            part.write(0, round, &Saved { kept, seconds: 0.5 }).unwrap();
            ledger.add(&part.read(0, round).unwrap().unwrap().kept);
        }
        prop_assert_eq!(ledger.into_kept(), counted(round, Some(0..60)));
    }
}

/// Whenever the ledger is looked at while threads play, its counts are those of exactly its deals.
#[test]
fn counts_belong_to_their_deals_at_any_moment() {
    let experiment = experiment("mattel", "greedy,random,ranking");
    let round = experiment.rounds().next().unwrap();
    let ledger = round.ledger(());
    let done = AtomicBool::new(false);
    let seen = thread::scope(|scope| {
        let watcher = scope.spawn(|| {
            let mut seen: Vec<Kept> = Vec::new();
            while !done.load(Relaxed) {
                ledger.ask();
                thread::yield_now();
                seen.push(ledger.kept().clone());
            }
            seen
        });
        play(round, Some(0..6_000), &ledger, &pool(3));
        done.store(true, Relaxed);
        watcher.join().unwrap()
    });
    let partial = |kept: &&Kept| (1..6_000).contains(&kept.deals.count());
    let mut partial: Vec<&Kept> = seen.iter().filter(partial).collect();
    assert!(!partial.is_empty(), "nothing was handed in before the end");
    // The most ragged ones.
    partial.sort_by_key(|kept| std::cmp::Reverse(kept.deals.ranges().count()));
    for kept in partial.into_iter().take(3) {
        assert_eq!(*kept, counted(round, kept.deals.ranges()));
    }
    assert_eq!(ledger.into_kept(), counted(round, Some(0..6_000)));
}
