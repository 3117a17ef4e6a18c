//! The same hand with every seat one or more chairs further on is the same hand, and everyone knows the same.
//!
//! Cards that are equal are two bits of a set, and in another chair a seat holds the other bit. So this also says that
//! nothing anyone sees or does depends on which of two equal cards was played, drawn or traded.

mod table;

use proptest::prelude::*;
use table::view::{View, view};
use table::{Table, tables};
use unosim_engine::rules::Race;
use unosim_engine::{Game, Position, Rng, Role, Witness};

/// The position with every seat so many chairs further on.
fn moved(position: &Position, by: usize) -> Position {
    let mut moved = position.clone();
    let seats = position.hands.len();
    moved.hands.rotate_right(by);
    moved.to_move = (position.to_move + by) % seats;
    moved.dealer = Some((position.dealer.unwrap_or(seats - 1) + by) % seats);
    moved
}

/// What the same observer sees from there.
fn seen_from(view: &View, by: usize) -> View {
    let seats = view.seats;
    let on = |seat: usize| (seat + by) % seats;
    let mut moved = view.clone();
    moved.seat = on(view.seat);
    moved.to_move = on(view.to_move);
    moved.dealer = on(view.dealer);
    moved.cause = view.cause.map(on);
    moved.next = view.next.iter().map(|seat| on(*seat)).collect();
    let live = (0..seats).filter(|seat| view.live >> seat & 1 == 1);
    moved.live = live.fold(0, |mask, seat| mask | 1 << on(seat));
    moved.hand_len.rotate_right(by);
    moved.known.rotate_right(by);
    moved.lack.rotate_right(by);
    moved.totals.rotate_right(by);
    moved.printed.clear();
    moved
}

/// A reshuffled pile lies in the order of the bits.
#[derive(Default)]
struct Reshuffled(bool);

impl Witness for Reshuffled {
    fn reshuffled(&mut self, _: usize) {
        self.0 = true;
    }
}

/// Plays a table and the moved one side by side.
fn same_from_every_chair(table: &Table, by: usize) -> Result<usize, TestCaseError> {
    let position = table.position();
    let start = |position: &Position| Game::from_position(&table.rules, position).unwrap();
    let mut here = start(&position);
    let mut there = start(&moved(&position, by));
    let mut rng = Rng::new(table.seed, 5, Role::Other(0));
    let (mut reshuffled, mut steps) = (Reshuffled::default(), 0);
    loop {
        for seat in 0..table.seats {
            let (mut own, mut other) = (
                seen_from(&view(&here.observe(seat)), by),
                view(&there.observe((seat + by) % table.seats)),
            );
            other.printed.clear();
            // Actions are by places from the seat, so they are the same.
            if here.is_over() {
                (own.to_move, own.cause) = (0, None);
                (other.to_move, other.cause) = (0, None);
            }
            prop_assert_eq!(own.differs(&other), None);
        }
        prop_assert_eq!(here.outcome(), there.outcome());
        prop_assert_eq!(
            here.winner().map(|seat| (seat + by) % table.seats),
            there.winner()
        );
        if here.is_over() {
            return Ok(steps);
        }
        let action = table.policy.choose(here.legal(), &mut rng);
        here.apply_seen(action, &mut reshuffled);
        there.apply(action);
        steps += 1;
        if reshuffled.0 {
            return Ok(steps);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1500) })]

    #[test]
    fn chairs_and_equal_cards_are_alike(mut table in tables(24), by in 1..10usize) {
        // Who of several willing seats jumps in is drawn by their numbers.
        table.rules.jump_in.race = Race::Nearest;
        same_from_every_chair(&table, by % table.seats)?;
    }

    #[test]
    fn equal_cards_are_alike_where_much_is_seen(mut table in tables(6), by in 1..3usize) {
        table.rules.jump_in.race = Race::Nearest;
        table.rules.set_text("wild.functions=[color, look, trade]").unwrap();
        table.alike = true;
        same_from_every_chair(&table, by % table.seats)?;
    }
}
