//! The CSV files (docs/results.md): their columns and how numbers are written in them. An unknown cell is empty.

use ::csv::Writer;
use anyhow::Result;

use super::Played;
use super::differences::{differences, sweeps};
use crate::stats::{BlockSums, Estimate};
use crate::tally::{Row, WIN};

/// All CSV files of a run: name and content, by name.
///
/// # Errors
/// None that can happen in memory.
pub fn all(played: &[Played]) -> Result<Vec<(&'static str, Vec<u8>)>> {
    Ok(vec![
        ("differences.csv", differences(played)?),
        ("lengths.csv", lengths(played)?),
        ("pairs.csv", pairs(played)?),
        ("scores.csv", scores(played)?),
        ("seats.csv", seats(played)?),
        ("sweeps.csv", sweeps(played)?),
        ("win_rates.csv", win_rates(played)?),
    ])
}

const WIN_RATES: &str = "rules,table,strategy,games,wins,win_rate,ci_low,ci_high,baseline,mean_score,score_ci_low,\
    score_ci_high,mean_points_left,mean_cards_left,shared_wins,deals,variance_reduction,score_variance_reduction,\
    hands,void,truncated,stalemate,undecided,points_left_ci_low,points_left_ci_high,cards_left_ci_low,cards_left_ci_high,\
    mean_turns,turns_ci_low,turns_ci_high";
const SEATS: &str = "rules,table,strategy,seat,games,wins,win_rate,ci_low,ci_high,baseline";
const SCORES: &str = "rules,table,strategy,score,count";
const LENGTHS: &str = "rules,table,turns,count";
const PAIRS: &str =
    "rules,strategy,opponent,games,better,equal,worse,net,net_ci_low,net_ci_high,table";

pub(crate) type Csv = Writer<Vec<u8>>;

/// A file with its header.
pub(crate) fn begin(header: &str) -> Result<Csv> {
    let mut csv = Writer::from_writer(Vec::new());
    csv.write_record(header.split(','))?;
    Ok(csv)
}

fn win_rates(played: &[Played]) -> Result<Vec<u8>> {
    let mut csv = begin(WIN_RATES)?;
    for table in played {
        let tally = &table.tally;
        for (name, row) in table.roster.names.iter().zip(&tally.rows) {
            let win = win_cells(&row.win.sums);
            let [points, points_low, points_high] = mean_cells(&row.points_left.sums);
            let [cards, cards_low, cards_high] = mean_cells(&row.cards_left.sums);
            let mut record = vec![
                table.rules.name.clone(),
                table.table.clone(),
                name.clone(),
                row.games.to_string(),
                row.wins.to_string(),
            ];
            record.extend(win);
            record.push(cell(Some(table.baseline()), 6));
            record.extend(mean_cells(&row.score.sums));
            record.extend([points, cards]);
            record.extend([row.shared_wins.to_string(), tally.deals.to_string()]);
            record.extend(variance_reductions(row).map(|factor| cell(factor, 3)));
            record.push(tally.hands.to_string());
            record.extend(tally.outcomes[1..].iter().map(u64::to_string));
            record.push(tally.undecided.to_string());
            record.extend([points_low, points_high, cards_low, cards_high]);
            record.extend(mean_cells(&tally.length.sums));
            csv.write_record(&record)?;
        }
    }
    Ok(csv.into_inner()?)
}

/// By how much duplicate deals cut the squared error of the win rate and of the mean score.
#[must_use]
pub fn variance_reductions(row: &Row) -> [Option<f64>; 2] {
    [
        row.win.sums.variance_reduction(row.win_squares),
        row.score.sums.variance_reduction(row.score_squares),
    ]
}

fn seats(played: &[Played]) -> Result<Vec<u8>> {
    let mut csv = begin(SEATS)?;
    for table in played {
        for (name, row) in table.roster.names.iter().zip(&table.tally.rows) {
            for (seat, (win, alone)) in row.seats.iter().zip(&row.seat_wins).enumerate() {
                let mut record = vec![
                    table.rules.name.clone(),
                    table.table.clone(),
                    name.clone(),
                    seat.to_string(),
                    win.h.to_string(),
                    alone.to_string(),
                ];
                record.extend(win_cells(win));
                record.push(cell(Some(table.baseline()), 6));
                csv.write_record(&record)?;
            }
        }
    }
    Ok(csv.into_inner()?)
}

fn scores(played: &[Played]) -> Result<Vec<u8>> {
    let mut csv = begin(SCORES)?;
    for table in played {
        for (name, row) in table.roster.names.iter().zip(&table.tally.rows) {
            for (score, count) in row.scores.iter() {
                csv.write_record([
                    &table.rules.name,
                    &table.table,
                    name,
                    &score.to_string(),
                    &count.to_string(),
                ])?;
            }
        }
    }
    Ok(csv.into_inner()?)
}

fn lengths(played: &[Played]) -> Result<Vec<u8>> {
    let mut csv = begin(LENGTHS)?;
    for table in played {
        for (turns, count) in table.tally.turns.iter() {
            csv.write_record([
                &table.rules.name,
                &table.table,
                &turns.to_string(),
                &count.to_string(),
            ])?;
        }
    }
    Ok(csv.into_inner()?)
}

fn pairs(played: &[Played]) -> Result<Vec<u8>> {
    let mut csv = begin(PAIRS)?;
    for table in played {
        let names = &table.roster.names;
        for (a, b) in (0..names.len()).flat_map(|a| (0..names.len()).map(move |b| (a, b))) {
            if a == b {
                continue;
            }
            let pair = &table.tally.pairs[table.tally.pair_index(a.min(b), a.max(b))];
            let worse = pair.games - pair.better - pair.equal;
            let net = pair.net.estimate(1.0);
            let (better, worse, net) = if a < b {
                (pair.better, worse, net)
            } else {
                (worse, pair.better, net.map(negative))
            };
            let ends = net.and_then(|n| n.interval_within(pair.net.blocks, (-1.0, 1.0)));
            let [low, high] = interval(ends, 6);
            csv.write_record([
                table.rules.name.clone(),
                names[a].clone(),
                names[b].clone(),
                pair.games.to_string(),
                better.to_string(),
                pair.equal.to_string(),
                worse.to_string(),
                cell(net.map(|n| n.mean), 6),
                low,
                high,
                table.table.clone(),
            ])?;
        }
    }
    Ok(csv.into_inner()?)
}

fn negative(estimate: Estimate) -> Estimate {
    Estimate {
        mean: -estimate.mean,
        ..estimate
    }
}

/// `win_rate,ci_low,ci_high`
fn win_cells(win: &BlockSums) -> [String; 3] {
    let rate = win.estimate(WIN as f64);
    let [low, high] = interval(rate.and_then(|r| r.rate_interval(win.blocks)), 6);
    [cell(rate.map(|r| r.mean), 6), low, high]
}

/// A mean and both ends of its interval.
fn mean_cells(sums: &BlockSums) -> [String; 3] {
    let mean = sums.estimate(1.0);
    let [low, high] = interval(mean.and_then(|m| m.interval()), 4);
    [cell(mean.map(|m| m.mean), 4), low, high]
}

/// Both ends of an interval.
pub(crate) fn interval(ends: Option<(f64, f64)>, digits: usize) -> [String; 2] {
    [
        cell(ends.map(|e| e.0), digits),
        cell(ends.map(|e| e.1), digits),
    ]
}

/// A number with so many decimals, never `-0`; an unknown one is empty.
pub(crate) fn cell(value: Option<f64>, digits: usize) -> String {
    let Some(value) = value else {
        return String::new();
    };
    let text = format!("{value:.digits$}");
    match text.strip_prefix('-') {
        Some(zero) if zero.bytes().all(|b| b == b'0' || b == b'.') => zero.to_string(),
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::cell;

    #[test]
    fn cells_are_plain() {
        assert_eq!(cell(None, 3), "");
        assert_eq!(cell(Some(0.25), 6), "0.250000");
        assert_eq!(cell(Some(-0.0001), 3), "0.000");
        assert_eq!(cell(Some(-0.5), 1), "-0.5");
    }
}
