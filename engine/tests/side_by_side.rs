//! The engine and the plain model side by side: random rules, random play, and after every action the same state.
//!
//! A difference is a mistake in one of them; the rule book decides in which. The failing case is shrunk and printed
//! with its play.

#[path = "side_by_side/case.rs"]
mod case;
#[path = "side_by_side/compare.rs"]
mod compare;
mod model;
#[path = "side_by_side/run.rs"]
mod run;
#[path = "side_by_side/space.rs"]
mod space;

use proptest::strategy::Strategy;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner};

fn check(cases: u32, seed: u8, strategy: impl Strategy<Value = case::Case>) {
    let config = Config {
        cases,
        max_shrink_iters: 4000,
        failure_persistence: None,
        ..Config::default()
    };
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[seed; 32]);
    let reached = std::cell::RefCell::default();
    let result = TestRunner::new_with_rng(config, rng).run(&strategy, |case| {
        run::play(&case, &mut reached.borrow_mut()).map_err(TestCaseError::fail)
    });
    match result {
        Ok(()) => println!("{:?}", reached.borrow()),
        Err(TestError::Fail(reason, case)) => panic!("{}\n{reason}", case.describe()),
        Err(TestError::Abort(reason)) => panic!("{reason}"),
    }
}

/// How many times the usual number of cases the long test plays; `UNOSIM_SIDE_BY_SIDE` sets it.
fn times() -> u32 {
    let text = std::env::var("UNOSIM_SIDE_BY_SIDE").unwrap_or_default();
    text.parse().unwrap_or(40)
}

#[test]
fn mattel_hands_are_the_same() {
    check(2_000, 1, case::deals(0));
}

#[test]
fn dealt_hands_are_the_same() {
    check(8_000, 2, case::deals(16));
}

#[test]
fn small_positions_are_the_same() {
    check(8_000, 3, case::positions(12));
}

#[test]
fn tiny_positions_with_wild_rules_are_the_same() {
    check(6_000, 4, case::positions(30));
}

#[test]
#[ignore = "takes minutes: millions of hands"]
fn many_hands_are_the_same() {
    let seed = std::process::id() as u8;
    println!("seed {seed}");
    check(8_000 * times(), seed, case::deals(16));
    check(30_000 * times(), seed, case::positions(20));
}
