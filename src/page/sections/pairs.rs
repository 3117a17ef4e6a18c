//! Strategies head to head within the same games, and the same strategy on different seats.

use anyhow::Result;

use super::{Section, Table, bar, different, grouped_by, place, several, table_of};
use crate::numbers::{grouped, plural};
use crate::page::figures::Caption;
use crate::page::figures::heat::{self, Cell, Heat};
use crate::page::figures::rows::Row;
use crate::page::read::{Pair, Results, Seat};
use crate::page::rounds::Round;
use crate::page::words::{Unit, fixed, listed_briefly, signed};

/// So many columns are legible.
const MOST_COLUMNS: usize = 14;

/// `pairs.csv`
///
/// # Errors
/// None that can happen in memory.
pub fn section(results: &Results) -> Result<Section> {
    let mut section = Section {
        id: "pairs",
        title: "Head to head",
        intro: vec![
            "Two strategies within the same games: net = (games in which the one did better − games in which the other did) ÷ \
             all of them, in percentage points. Intervals without 0 tell them apart."
                .into(),
        ],
        ..Section::default()
    };
    let places = several(
        results
            .pairs
            .iter()
            .map(|p| (p.rules.as_str(), p.table.as_str())),
    );
    let nets = results.pairs.iter().filter_map(|p| p.net);
    let widest = nets.fold(0.05f64, |most, net| most.max(net.abs()));
    let mut twos = Vec::new();
    let mut left = Vec::new();
    for ((rules, table), pairs) in
        grouped_by(&results.pairs, |p| (p.rules.as_str(), p.table.as_str()))
    {
        let at = place(rules, table, places.0, places.1);
        let names = different(pairs.iter().map(|p| p.strategy.as_str()));
        if names.len() <= 2 {
            // The pair from the side of the better one.
            let better = pairs.iter().max_by(|a, b| {
                a.net
                    .unwrap_or_default()
                    .total_cmp(&b.net.unwrap_or_default())
            });
            let row = better.and_then(|p| {
                let label = format!("{} over {}", p.strategy, p.opponent);
                Some(bar(&label, p.net()?, Unit::Points, Some(0.0), 0))
            });
            twos.push([vec![Row::Heading(at)], row.into_iter().collect()].concat());
        } else if section.is_full() || names.len() > MOST_COLUMNS {
            left.push(at);
        } else {
            matrix(&mut section, &at, &names, &pairs, widest)?;
        }
    }
    twos.retain(|group| group.len() > 1);
    let caption = Caption {
        title: "Net games, better against worse".into(),
        description:
            "A row for each table of two strategies: how many more games the better one won.".into(),
    };
    section.rows(&caption, twos, Unit::Points, |rows| {
        table_of(rows, "Net games", "pair", "net", Unit::Points)
    })?;
    if !left.is_empty() {
        section.left_out.push(format!(
            "figures of {}; their numbers are in pairs.csv",
            listed_briefly(&left, 8)
        ));
    }
    Ok(section)
}

/// Everyone against everyone at one table; the deepest shade is `widest`.
fn matrix(
    section: &mut Section,
    at: &str,
    names: &[&str],
    pairs: &[&Pair],
    widest: f64,
) -> Result<()> {
    let cell = |one: &str, other: &str| {
        let pair = pairs
            .iter()
            .find(|p| p.strategy == one && p.opponent == other)?;
        let net = pair.net()?;
        Some(Cell {
            text: signed(net.value * 100.0, 1),
            share: net.value / widest,
            clear: net.beside(0.0).is_some(),
        })
    };
    let heat = numbered(names, cell);
    let caption = Caption {
        title: format!("Net games: {at}"),
        description: "The strategy of the row against that of the column, in percentage points; framed where the 95 % interval \
                      excludes 0."
            .into(),
    };
    let rows = pairs.iter().map(|p| {
        vec![
            p.strategy.clone(),
            p.opponent.clone(),
            grouped(p.games),
            grouped(p.better),
            grouped(p.equal),
            grouped(p.worse),
            Unit::Points.with_error(p.net()),
        ]
    });
    let table = Table {
        caption: caption.title.clone(),
        columns: vec![
            "strategy", "opponent", "meetings", "better", "equal", "worse", "net",
        ],
        names: 2,
        rows: rows.collect(),
    };
    section.figure(caption, table, |caption| heat::draw(caption, &heat))
}

/// A square of cells: rows by number and name, columns by number.
pub fn numbered(names: &[&str], cell: impl Fn(&str, &str) -> Option<Cell>) -> Heat {
    Heat {
        columns: (1..=names.len()).map(|i| i.to_string()).collect(),
        rows: names
            .iter()
            .enumerate()
            .map(|(i, row)| {
                let cells = names.iter().map(|column| cell(row, column)).collect();
                (format!("{} {row}", i + 1), cells)
            })
            .collect(),
    }
}

/// `seats.csv`
///
/// # Errors
/// None that can happen in memory.
pub fn seats(results: &Results, rounds: &[Round]) -> Result<Section> {
    let mut section = Section {
        id: "seats",
        title: "Seats",
        ..Section::default()
    };
    let places = several(
        results
            .seats
            .iter()
            .map(|s| (s.rules.as_str(), s.table.as_str())),
    );
    let (mut framed, mut all) = (0, 0);
    let mut left = Vec::new();
    for ((rules, table), seats) in
        grouped_by(&results.seats, |s| (s.rules.as_str(), s.table.as_str()))
    {
        let names = different(seats.iter().map(|s| s.strategy.as_str()));
        let own = |name: &str| {
            let round = rounds
                .iter()
                .find(|r| r.rules == rules && r.table == table)?;
            round.rows.iter().find(|row| row.strategy == name)?.win_rate
        };
        let apart = |seat: &&&Seat| {
            seat.win()
                .zip(own(&seat.strategy))
                .is_some_and(|(win, own)| win.beside(own).is_some())
        };
        framed += seats.iter().filter(apart).count() as u64;
        all += seats.iter().filter(|s| s.ci_low.is_some()).count() as u64;
        let at = place(rules, table, places.0, places.1);
        if section.is_full() {
            left.push(at);
            continue;
        }
        let most = seats
            .iter()
            .map(|s| s.seat)
            .max()
            .unwrap_or(0)
            .min(MOST_COLUMNS as u64 - 1);
        let cell = |name: &str, number: u64| {
            let seat = seats
                .iter()
                .find(|s| s.strategy == name && s.seat == number)?;
            let win = seat.win()?;
            let own = own(name).unwrap_or(win.value);
            Some(Cell {
                text: fixed(win.value * 100.0, 1),
                share: (win.value - own) / 0.1,
                clear: win.beside(own).is_some(),
            })
        };
        let heat = Heat {
            columns: (0..=most).map(|seat| seat.to_string()).collect(),
            rows: names
                .iter()
                .map(|name| {
                    (
                        (*name).to_string(),
                        (0..=most).map(|seat| cell(name, seat)).collect(),
                    )
                })
                .collect(),
        };
        let caption = Caption {
            title: format!("Games won by seat, in percent: {at}"),
            description: "A row for each strategy, a column for each seat. Blue: more than the strategy wins on all seats together; \
                          orange: less; the deepest shade is 10 points."
                .into(),
        };
        let rows = seats.iter().map(|s| {
            vec![
                s.strategy.clone(),
                s.seat.to_string(),
                grouped(s.games),
                Unit::Percent.with_error(s.win()),
            ]
        });
        let table = Table {
            caption: caption.title.clone(),
            columns: vec!["strategy", "seat", "games", "games won"],
            names: 1,
            rows: rows.collect(),
        };
        section.figure(caption, table, |caption| heat::draw(caption, &heat))?;
    }
    let excludes = if framed == 1 { "excludes" } else { "exclude" };
    section.intro = vec![format!(
        "Seats are numbered clockwise; who deals is random unless the rules fix it. Of {}, {framed} {excludes} what the strategy wins \
         on all seats together (framed); by chance alone, about {} would.",
        plural(all, "interval", "intervals"),
        (all as f64 * 0.05).round()
    )];
    if !left.is_empty() {
        section.left_out.push(format!(
            "figures of {}; their numbers are in seats.csv",
            listed_briefly(&left, 8)
        ));
    }
    Ok(section)
}
