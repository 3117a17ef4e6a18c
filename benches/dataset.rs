//! Recording: decisions and games a second, written to Parquet files on one thread, beside the same play without recording;
//! and bytes a row. `cargo bench --bench dataset`.

#![allow(missing_docs)]

use clap::Parser;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::path::Path;
use unosim::cli::{Cli, Command};
use unosim::dataset::{Job, write_files};
use unosim::meter::Meter;
use unosim::play::play_game;
use unosim_engine::Rules;
use unosim_strategies::Spec;

const DEALS: u64 = 500;

/// What `unosim dataset` with these flags would write.
fn job(level: &str, strategy: &str, out: &Path) -> Job {
    let (strategies, deals) = (format!("{strategy},{strategy}"), DEALS.to_string());
    let out = out.display().to_string();
    let args = [
        "unosim",
        "dataset",
        "--level",
        level,
        "--strategies",
        &strategies,
    ];
    let more = [
        "--deals",
        &deals,
        "--deals-per-file",
        "1000000",
        "--out",
        &out,
    ];
    match Cli::parse_from([&args[..], &more].concat()).command {
        Command::Dataset(args) => Job::load(&args.write).expect("flags that are right"),
        _ => unreachable!("the command is `dataset`"),
    }
}

fn recording(c: &mut Criterion) {
    let dir = tempfile::tempdir().expect("a directory for a while");
    for level in ["decisions", "games"] {
        let mut group = c.benchmark_group(level);
        for strategy in ["greedy", "expert"] {
            let job = job(level, strategy, dir.path());
            let write = || write_files(&job, &Meter::of_games(0)).expect("a disk with room");
            let files = write();
            let rows: u64 = files.iter().map(|(rows, _)| rows).sum();
            let bytes: u64 = files.iter().map(|(_, bytes)| bytes).sum();
            println!(
                "{level}, {strategy}: {rows} rows, {:.1} bytes a row",
                bytes as f64 / rows as f64
            );
            group.throughput(Throughput::Elements(rows));
            group.bench_function(BenchmarkId::new("parquet", strategy), |b| b.iter(write));
            let rules = Rules::default();
            let spec = Spec::parse(strategy).expect("a registered strategy");
            let mut bots = [spec.build(), spec.build()];
            group.bench_function(BenchmarkId::new("play alone", strategy), |b| {
                b.iter(|| {
                    for game in 0..2 * DEALS {
                        let (deal, rotation) = (game / 2, (game % 2) as u32);
                        let played =
                            play_game(&rules, &mut bots, 1, deal, rotation, &mut (), |_, _| ());
                        played.expect("a strategy that plays by the rules");
                    }
                });
            });
        }
        group.finish();
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10).measurement_time(std::time::Duration::from_secs(3));
    targets = recording
}
criterion_main!(benches);
