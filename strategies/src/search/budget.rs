//! What a search may spend on a decision besides playouts: time. It knows a clock and no game.

use crate::{Parameter, check};
use std::time::{Duration, Instant};

/// The parameter for the time budget. A strategy that sets it plays no game a second time: see
/// [`Spec::reproducible`](crate::Spec::reproducible).
pub const TIME: Parameter = Parameter {
    name: "time_ms",
    default: "0",
    meaning: "most milliseconds a decision, 0 = no limit; with one, games cannot be reproduced",
    check: check::integer::<0, 1_000_000_000>,
};

/// Playouts between two looks at the clock: a look costs about as much as a turn.
const BETWEEN: u32 = 8;

/// The time of one decision.
#[derive(Clone, Copy, Debug)]
pub struct Timer {
    end: Option<Instant>,
    /// Playouts until the next look at the clock.
    left: u32,
}

impl Timer {
    /// Begins to run: so many milliseconds, 0 for ever.
    #[must_use]
    pub fn start(milliseconds: u32) -> Timer {
        let limit = Duration::from_millis(u64::from(milliseconds));
        Timer {
            end: (milliseconds > 0).then(|| Instant::now() + limit),
            left: BETWEEN,
        }
    }

    /// Whether time is up, so many playouts after the last question.
    #[must_use]
    pub fn is_up(&mut self, playouts: u32) -> bool {
        let Some(end) = self.end else {
            return false;
        };
        match self.left.checked_sub(playouts) {
            Some(left) if left > 0 => {
                self.left = left;
                false
            }
            _ => {
                self.left = BETWEEN;
                Instant::now() >= end
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_runs_out_unless_there_is_no_limit() {
        let mut forever = Timer::start(0);
        let mut short = Timer::start(1);
        std::thread::sleep(Duration::from_millis(2));
        assert!((0..1000).all(|_| !forever.is_up(BETWEEN)));
        assert!(!short.is_up(1), "no look at the clock is due");
        assert!((0..BETWEEN).any(|_| short.is_up(1)));
        assert!(
            Timer::start(60_000)
                .end
                .is_some_and(|end| end > Instant::now())
        );
        assert!(!Timer::start(60_000).is_up(BETWEEN));
    }
}
