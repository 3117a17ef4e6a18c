//! Shows how far a run is: a bar on a terminal, a plain line every few seconds elsewhere. It only reads the meter.

use indicatif::{ProgressBar, ProgressStyle};
use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use crate::arena::Meter;
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
    let template = "{prefix} [{bar:30}] {percent}% {per_sec} ETA {eta} {msg}";
    let style =
        ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = ProgressBar::new(meter.total).with_style(style.progress_chars("=> "));
    bar.set_prefix(label.to_string());
    while !done.load(Relaxed) {
        bar.set_position(meter.games.load(Relaxed));
        bar.set_message(leading(meter));
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
        let games = meter.games.load(Relaxed);
        let rate = games as f64 / elapsed.as_secs_f64();
        let left = (meter.total.saturating_sub(games)) as f64 / rate.max(1e-9);
        // A closed standard error stops no run.
        let _ = writeln!(
            std::io::stderr(),
            "{label}: {} of {} games, {}/s, {left:.0} s left{}{}",
            grouped(games),
            grouped(meter.total),
            grouped(rate as u64),
            if games > 0 { ", " } else { "" },
            leading(meter)
        );
    }
}

fn leading(meter: &Meter) -> String {
    meter.leader().map_or_else(String::new, |(name, rate)| {
        format!("leading: {name} {:.1} %", rate * 100.0)
    })
}
