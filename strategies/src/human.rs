//! `human`: another strategy with people's slips. It forgets to call and to catch, calls and accuses wrongly, and lays
//! cards that do not fit; what it does on purpose is the inner strategy's business.

use crate::wrapping::{ask, chance};
use crate::{Entry, Parameter, Strategy, check};
use unosim_engine::rules::Misplay;
use unosim_engine::{Action, ActionSet, Card, Observation, Phase, Rng, Sight};

/// What the registry says about this strategy.
pub const ENTRY: Entry = Entry {
    name: "human",
    summary: "another strategy with people's slips: human(greedy, forget=0.2)",
    inner: &["inner"],
    parameters: &[
        slip(
            "forget",
            "0.1",
            "probability of not calling UNO when it is due",
        ),
        slip(
            "notice",
            "0.7",
            "probability of catching a seat that did not call",
        ),
        slip(
            "misplay",
            "0.01",
            "probability on a turn of laying a card that may not be played, where the rules set a price for it",
        ),
        slip(
            "false_call",
            "0.005",
            "probability on a turn of calling UNO when nothing is due, where the rules let it happen",
        ),
        slip(
            "false_catch",
            "0.01",
            "probability of accusing a seat that did call, where the rules let it happen",
        ),
    ],
    build: |arguments| {
        Box::new(Human {
            inner: arguments.strategy("inner"),
            forget: arguments.probability("forget"),
            notice: arguments.probability("notice"),
            misplay: arguments.probability("misplay"),
            false_call: arguments.probability("false_call"),
            false_catch: arguments.probability("false_catch"),
        })
    },
};

const fn slip(name: &'static str, default: &'static str, meaning: &'static str) -> Parameter {
    Parameter {
        name,
        default,
        meaning,
        check: check::probability,
    }
}

/// Another strategy with people's slips.
struct Human {
    inner: Box<dyn Strategy>,
    forget: f64,
    notice: f64,
    misplay: f64,
    false_call: f64,
    false_catch: f64,
}

impl Strategy for Human {
    fn reset(&mut self) {
        self.inner.reset();
    }

    fn choose(&mut self, seen: &Observation<'_>, legal: ActionSet, rng: &mut Rng) -> Action {
        match seen.phase() {
            Phase::Turn => {
                if let Some(card) = self.misplayed(seen, legal, rng) {
                    return Action::play(card.face());
                }
                if legal.contains(Action::UNO) && chance(rng, self.false_call) {
                    return Action::UNO;
                }
                ask(self.inner.as_mut(), seen, legal, rng)
            }
            Phase::Uno => says_uno(rng, 1.0 - self.forget),
            Phase::Catch if seen.called() => says_uno(rng, self.false_catch),
            Phase::Catch => says_uno(rng, self.notice),
            _ => ask(self.inner.as_mut(), seen, legal, rng),
        }
    }

    fn watch(&mut self, seen: &Observation<'_>, action: Action) {
        self.inner.watch(seen, action);
    }

    fn watches(&self) -> bool {
        self.inner.watches()
    }

    fn error_prone(&self) -> bool {
        true
    }

    fn sight(&self) -> Sight {
        self.inner.sight()
    }
}

impl Human {
    /// The card laid by mistake, if one is: any that may not be played, each as likely.
    fn misplayed(&self, seen: &Observation<'_>, legal: ActionSet, rng: &mut Rng) -> Option<Card> {
        if seen.rules().misplay == Misplay::Error || !chance(rng, self.misplay) {
            return None;
        }
        let barred = |card: &Card| !legal.contains(Action::play(card.face()));
        let count = seen.hand().iter().filter(barred).count() as u32;
        let nth = (count > 0).then(|| rng.below(count))?;
        seen.hand().iter().filter(barred).nth(nth as usize)
    }
}

/// Calls UNO, or catches, with that probability.
fn says_uno(rng: &mut Rng, probability: f64) -> Action {
    match chance(rng, probability) {
        true => Action::UNO,
        false => Action::PASS,
    }
}
