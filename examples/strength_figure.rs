//! Draws how strong `monte-carlo` is by its budget, from the results of `experiments/strength.toml`:
//! `cargo run --example strength_figure results/strength/win_rates.csv docs/figures/strength.svg`.

use anyhow::{Context, Result, ensure};
use plotters::prelude::*;

/// Win rate of a search by playouts a decision, in percent, and its interval.
struct Point {
    playouts: f64,
    rate: f64,
    low: f64,
    high: f64,
}

fn main() -> Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [from, to] = args.as_slice() else {
        anyhow::bail!(
            "two paths are needed: win_rates.csv of the experiment, and the SVG to write"
        );
    };
    let points = read(from)?;
    ensure!(
        !points.is_empty(),
        "{from} has no rows of tables \"2: PLAYOUTS\""
    );
    draw(&points, to)
}

/// The rows of the search in tables named after their budget.
fn read(path: &str) -> Result<Vec<Point>> {
    let mut reader =
        csv::Reader::from_path(path).with_context(|| format!("{path} cannot be read"))?;
    let header = reader.headers()?.clone();
    let column = |name: &str| {
        let at = header.iter().position(|column| column == name);
        at.with_context(|| format!("{path} has no column `{name}`"))
    };
    let columns = ["table", "strategy", "win_rate", "ci_low", "ci_high"].map(column);
    let [table, strategy, rate, low, high] = columns;
    let (table, strategy, rate, low, high) = (table?, strategy?, rate?, low?, high?);
    let mut points = Vec::new();
    for row in reader.records() {
        let row = row?;
        let playouts = row[table]
            .strip_prefix("2: ")
            .and_then(|text| text.parse().ok());
        let Some(playouts) = playouts.filter(|_| row[strategy].starts_with("monte-carlo")) else {
            continue;
        };
        let percent = |at: usize| -> Result<f64> { Ok(100.0 * row[at].parse::<f64>()?) };
        points.push(Point {
            playouts,
            rate: percent(rate)?,
            low: percent(low)?,
            high: percent(high)?,
        });
    }
    points.sort_by(|a, b| a.playouts.total_cmp(&b.playouts));
    Ok(points)
}

fn draw(points: &[Point], path: &str) -> Result<()> {
    let root = SVGBackend::new(path, (720, 400)).into_drawing_area();
    root.fill(&WHITE)?;
    let blue = RGBColor(0, 90, 160);
    let label = |playouts: &f64| match *playouts {
        thousands if thousands >= 1000.0 => format!("{},000", thousands / 1000.0),
        few => few.to_string(),
    };
    let mut chart = ChartBuilder::on(&root)
        .caption(
            "monte-carlo against expert: games won of two players, unoai rules (95 % intervals)",
            ("sans-serif", 15),
        )
        .margin(12)
        .x_label_area_size(42)
        .y_label_area_size(52)
        .build_cartesian_2d((70.0..140_000.0).log_scale(), 46.0..64.0)?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .x_desc("playouts a decision")
        .y_desc("games won, %")
        .x_label_formatter(&label)
        .y_labels(10)
        .y_label_formatter(&|rate| format!("{rate:.0}"))
        .label_style(("sans-serif", 13))
        .draw()?;
    let at = |point: &Point| (point.playouts, point.rate);
    chart.draw_series(LineSeries::new(
        [(70.0, 50.0), (140_000.0, 50.0)],
        RGBColor(110, 110, 110),
    ))?;
    chart.draw_series(LineSeries::new(points.iter().map(at), blue.stroke_width(2)))?;
    chart.draw_series(points.iter().map(|point| {
        let style = blue.filled();
        ErrorBar::new_vertical(point.playouts, point.low, point.rate, point.high, style, 8)
    }))?;
    root.present()?;
    Ok(())
}
