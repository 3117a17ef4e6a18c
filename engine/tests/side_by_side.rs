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
#[path = "table/space.rs"]
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

/// A number of the long test that the environment may set.
fn number(variable: &str, usual: u32) -> u32 {
    let text = std::env::var(variable).unwrap_or_default();
    text.parse().unwrap_or(usual)
}

/// How many times the usual number of cases the long test plays.
fn times() -> u32 {
    number("UNOSIM_SIDE_BY_SIDE", 40)
}

#[test]
fn mattel_hands_are_the_same() {
    check(800, 1, case::deals(case::ALL, 0));
}

#[test]
fn dealt_hands_are_the_same() {
    check(3_000, 2, case::deals(case::ALL, 16));
}

#[test]
fn openings_are_the_same() {
    check(10_000, 3, case::openings(8));
}

#[test]
fn small_positions_are_the_same() {
    check(5_000, 4, case::positions(case::ALL, 24));
}

#[test]
fn penalties_are_the_same() {
    check(7_000, 5, case::positions(case::PENALTIES, 10));
}

#[test]
fn house_rules_are_the_same() {
    check(5_000, 6, case::positions(case::HOUSE, 10));
}

#[test]
#[ignore = "takes minutes: millions of hands"]
fn many_hands_are_the_same() {
    let seed = number("UNOSIM_SIDE_BY_SIDE_SEED", 7) as u8;
    check(8_000 * times(), seed, case::deals(case::ALL, 16));
    check(10_000 * times(), seed, case::openings(10));
    check(10_000 * times(), seed, case::positions(case::ALL, 24));
    check(10_000 * times(), seed, case::positions(case::PENALTIES, 10));
    check(10_000 * times(), seed, case::positions(case::HOUSE, 10));
}
