//! What the list of measures holds.

use super::*;

const FOUR: Table = Table {
    players: 4,
    sides: 4,
};

fn close(a: f64, b: f64, by: f64) {
    assert!((a - b).abs() < by, "{a} is not {b}");
}

#[test]
fn seats_are_measured_against_each_other() {
    let mut sums = Sums::default();
    sums.add(Hands, 10);
    sums.add(Seats, 40);
    sums.seat_wins[..4].copy_from_slice(&[4, 2, 1, 1]);
    let value = |key: &str| {
        let measure = measures(4).find(|m| m.key == key).unwrap();
        measure.value(&sums, FOUR).unwrap()
    };
    close(value("seat_1"), 0.4, 1e-12);
    close(value("seat_range"), 0.3, 1e-12);
    close(value("first_seat_advantage"), 0.4 - 0.2, 1e-12);
}

#[test]
fn every_measure_has_a_name_of_its_own_and_a_row_in_the_documentation() {
    let document = include_str!("../../docs/balance.md");
    let mut keys: Vec<&str> = measures(10).map(|m| m.key).collect();
    for measure in measures(10) {
        let name = match measure.key.starts_with("seat_") && measure.key[5..].parse::<u8>().is_ok()
        {
            true => "`seat_1` … `seat_10`".to_string(),
            false => format!("`{}`", measure.key),
        };
        let unit = match measure.unit {
            Unit::Of(unit) => unit,
            Unit::Share => "share",
            Unit::Gap => "share, may be below 0",
            Unit::Chance => "probability",
        };
        let row = format!("| {name} | {unit} | {} |", measure.meaning);
        assert!(document.contains(&row), "{row}");
    }
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), measures(10).count());
}
