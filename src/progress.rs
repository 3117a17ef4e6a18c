//! Shows how far a run is: a bar on a terminal, a plain line every few seconds elsewhere. It only reads the meter.

use indicatif::{ProgressBar, ProgressStyle};
use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use crate::meter::Meter;
use crate::numbers::grouped;

/// Between two plain lines.
const LINE_EVERY: Duration = Duration::from_secs(5);
/// Between two strokes of the bar.
const BAR_EVERY: Duration = Duration::from_millis(100);

/// Does the work and meanwhile, unless `quiet`, reports on standard error.
pub fn watch<T>(meter: &Meter, label: &str, quiet: bool, work: impl FnOnce() -> T) -> T {
    if quiet {
        return work();
    }
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        let reporter = scope.spawn(|| {
            if std::io::stderr().is_terminal() {
                bar(meter, label, &done);
            } else {
                lines(meter, label, &done);
            }
        });
        let result = work();
        done.store(true, Relaxed);
        reporter.thread().unpark();
        result
    })
}

fn bar(meter: &Meter, label: &str, done: &AtomicBool) {
    let template = "{prefix} [{bar:30}] {percent}% {msg}";
    let style =
        ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = ProgressBar::new(meter.total).with_style(style.progress_chars("=> "));
    bar.set_prefix(label.to_string());
    let start = Instant::now();
    while !done.load(Relaxed) {
        bar.set_length(meter.expected());
        bar.set_position(meter.games.load(Relaxed));
        bar.set_message(pace(meter, start.elapsed()));
        thread::park_timeout(BAR_EVERY);
    }
    bar.finish_and_clear();
}

fn lines(meter: &Meter, label: &str, done: &AtomicBool) {
    let start = Instant::now();
    let mut next = LINE_EVERY;
    while !done.load(Relaxed) {
        thread::park_timeout(next.saturating_sub(start.elapsed()));
        let elapsed = start.elapsed();
        if elapsed < next {
            continue;
        }
        next = elapsed + LINE_EVERY;
        // A closed standard error stops no run.
        let _ = writeln!(
            std::io::stderr(),
            "{label}: {} of {} games, {}",
            grouped(meter.games.load(Relaxed)),
            grouped(meter.expected()),
            pace(meter, elapsed)
        );
    }
}

/// How fast it goes, how long it will still take, and what is known so far.
fn pace(meter: &Meter, elapsed: Duration) -> String {
    let games = meter.games.load(Relaxed);
    let here = games - meter.earlier.load(Relaxed).min(games);
    let Some(news) = meter.news().filter(|_| here > 0) else {
        return "no estimate yet".to_string();
    };
    let rate = here as f64 / elapsed.as_secs_f64().max(1e-9);
    let left = meter.expected().saturating_sub(games) as f64 / rate;
    let speed = match rate {
        slow if slow < 10.0 => format!("{slow:.1}"),
        fast => grouped(fast as u64),
    };
    format!("{speed} games/s, {left:.0} s left, {news}")
}
