//! What is read of files, and what is refused.

use super::*;
use crate::page::cells::parse;
use serde::de::DeserializeOwned;

fn wrong<R: DeserializeOwned + Columns + std::fmt::Debug>(text: &str) -> String {
    parse::<R>(text.as_bytes(), "x.csv")
        .unwrap_err()
        .to_string()
}

#[test]
fn unknown_cells_are_empty_and_other_columns_do_not_matter() {
    let text = "turns,count,rules,more,table\n16,3,mattel,NaN,main\n";
    let rows: Vec<Length> = parse(text.as_bytes(), "x.csv").unwrap();
    assert_eq!((rows[0].turns, rows[0].count), (16, 3));
    let text = "rules,strategy,games,rating,ci_low,ci_high,nash\nmattel,expert,5,12.5,,,\n";
    let rows: Vec<Rating> = parse(text.as_bytes(), "x.csv").unwrap();
    let interval = rows[0].rating().unwrap();
    assert_eq!((interval.value, interval.ends), (12.5, None));
    assert_eq!(rows[0].nash, None);
}

#[test]
fn mistakes_are_told_with_line_and_column() {
    let text = "rules,table,turn,count\nmattel,main,1,1\n";
    assert_eq!(
        wrong::<Length>(text),
        "x.csv:1: there is no column `turns`; `turn` comes nearest to it"
    );
    let text = "rules,table,turns,count\nmattel,main,1,1\nmattel,main,many,1\n";
    assert!(wrong::<Length>(text).starts_with("x.csv:3: column `turns`: \"many\" is not a number"));
    let text = "rules,table,turns,count\nmattel,main,1\n";
    assert_eq!(
        wrong::<Length>(text),
        "x.csv:2: 3 cells where the header has 4"
    );
    let text = "rules,strategy,games,rating,ci_low,ci_high,nash\nmattel,expert,5,inf,,,\n";
    assert!(
        wrong::<Rating>(text)
            .starts_with("x.csv:2: column `rating`: \"inf\" is no number of a run")
    );
    assert_eq!(
        wrong::<Length>("rules,table,turns,count\n\u{e9},m,1,\n")
            .lines()
            .count(),
        1
    );
}

#[test]
fn an_interval_knows_what_lies_beside_it() {
    use std::cmp::Ordering::{Greater, Less};
    let interval = Interval {
        value: 0.3,
        ends: Some((0.2, 0.4)),
    };
    assert_eq!(interval.beside(0.1), Some(Greater));
    assert_eq!(interval.beside(0.5), Some(Less));
    assert_eq!(interval.beside(0.2), None);
    assert_eq!(
        Interval {
            ends: None,
            ..interval
        }
        .beside(0.1),
        None
    );
}

#[test]
fn impossible_cells_are_told_with_line_and_column() {
    let seats = |row: &str| {
        wrong::<Seat>(&format!(
            "rules,table,strategy,seat,games,win_rate,ci_low,ci_high\nm,t,a,0,1,0.5,0.4,0.6\n{row}\n"
        ))
    };
    for (row, says) in [
        (
            "m,t,b,0,1,1.2,,",
            "`win_rate`: \"1.2\" is not between 0 and 1",
        ),
        (
            "m,t,b,0,1,-0.1,,",
            "`win_rate`: \"-0.1\" is not between 0 and 1",
        ),
        (
            "m,t,b,0,1,0.5,0.51,0.6",
            "`ci_low`: \"0.51\" is above `win_rate`, \"0.5\", which lies within its interval",
        ),
        (
            "m,t,b,0,1,0.5,0.4,0.49",
            "`ci_high`: \"0.49\" is below `win_rate`, \"0.5\", which lies within its interval",
        ),
        (
            "m,t,a,0,1,0.5,0.4,0.6",
            "`seat`: \"0\" is told twice: line 2 has the same rules, table, strategy, seat",
        ),
    ] {
        assert_eq!(seats(row), format!("x.csv:3: column {says}"));
    }
    // Another seat is another row, and ends may be equal to the value.
    let good = "rules,table,strategy,seat,games,win_rate,ci_low,ci_high\nm,t,a,0,1,1,1,1\nm,t,a,1,1,0,0,0\n";
    assert_eq!(parse::<Seat>(good.as_bytes(), "x.csv").unwrap().len(), 2);
}

/// Every law names columns that the file has, and every interval that a report reads has a law.
#[test]
fn laws_are_of_columns_that_there_are() {
    fn of<R: Columns>() {
        let laws = R::LAWS;
        let limits = laws.limits.iter().map(|l| l.0);
        let ends = laws.ends.iter().flat_map(|(v, l, h)| [*v, *l, *h]);
        for column in laws.key.iter().copied().chain(limits).chain(ends.clone()) {
            assert!(R::COLUMNS.contains(&column), "{column}");
        }
        assert!(!laws.key.is_empty());
        for column in R::COLUMNS.iter().filter(|c| c.contains("ci_")) {
            assert!(ends.clone().any(|end| end == *column), "{column}");
        }
    }
    of::<WinRate>();
    of::<Seat>();
    of::<Score>();
    of::<Length>();
    of::<Pair>();
    of::<Sweep>();
    of::<Difference>();
    of::<Balance>();
    of::<Rating>();
    of::<Cross>();
}

#[test]
fn a_share_of_a_balance_lies_within_0_and_1() {
    let header = "rules,measure,value,ci_low,ci_high,baseline,difference,difference_ci_low,difference_ci_high\n";
    let share = format!("{header}m,draw_share,1.5,,,m,,,\n");
    let known = crate::balance::measures::measures(2)
        .find(|m| m.unit == crate::balance::measures::Unit::Share);
    let share = share.replace("draw_share", known.unwrap().key);
    assert!(wrong::<Balance>(&share).contains("`value`: \"1.5\" is not between 0 and 1"));
    // Unbiased, so it may lie beyond the 1 at which its interval is cut.
    let component = format!("{header}m,skill_share,1.1,0.9,1,m,,,\nm,turns_mean,45,44,46,m,,,\n");
    assert_eq!(
        parse::<Balance>(component.as_bytes(), "x.csv")
            .unwrap()
            .len(),
        2
    );
}
