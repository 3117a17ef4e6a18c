//! What strategies share that are put around others: chance, and how the inner one is asked.
//!
//! An inner strategy sees the same observation (of two inner ones each what it would alone) and draws from the same
//! stream as the one around it, and meets the game as it would alone: offered error actions only if it is prone to
//! them, and asked only where it has a choice.

use crate::Strategy;
use unosim_engine::{Action, ActionSet, Observation, Phase, Rng};

/// Whether something of that probability happens. The stream is not touched by what is certain.
#[inline]
pub fn chance(rng: &mut Rng, probability: f64) -> bool {
    const STEPS: f64 = (1u64 << 53) as f64;
    match probability {
        ..=0.0 => false,
        1.0.. => true,
        probability => ((rng.bits() >> 11) as f64) < probability * STEPS,
    }
}

/// The error actions (rules section 7) that may stand among the legal ones now.
#[inline]
#[must_use]
pub fn errors(seen: &Observation<'_>) -> ActionSet {
    match seen.phase() {
        Phase::Turn => ActionSet::of(Action::UNO),
        Phase::Catch if seen.called() => ActionSet::of(Action::UNO),
        _ => ActionSet::NONE,
    }
}

/// What an inner strategy does.
#[inline]
pub fn ask(
    inner: &mut dyn Strategy,
    seen: &Observation<'_>,
    legal: ActionSet,
    rng: &mut Rng,
) -> Action {
    let offered = match inner.error_prone() {
        true => legal,
        false => legal - errors(seen),
    };
    match offered.single() {
        Some(only) => only,
        None => inner.choose(seen, offered, rng),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unosim_engine::Role;

    #[test]
    fn chance_keeps_its_probability_and_leaves_the_stream_alone_if_it_is_sure() {
        let mut rng = Rng::new(1, 0, Role::Other(0));
        let before = rng.clone();
        assert!(!chance(&mut rng, 0.0) && chance(&mut rng, 1.0));
        assert_eq!(rng, before);
        let hits = (0..100_000).filter(|_| chance(&mut rng, 0.1)).count();
        assert!((9_700..10_300).contains(&hits), "{hits}");
    }
}
