//! The worlds that a search imagines: any that agree with what its seat knows, or likely ones more often.
//!
//! Likely hands are found by a walk (Metropolis, Rosenbluth and others 1953): a card of another hand is exchanged with one
//! that lies elsewhere, and the exchange is kept if it makes what was seen likelier, or else with the ratio of the
//! likelihoods. As these are estimates without bias, the walk visits hands as often as they are likely (Andrieu and
//! Roberts 2009).

use super::History;
use crate::{Parameter, Strategy, check};
use unosim_engine::{Action, Cards, Game, MAX_SEATS, Observation, Rng};

/// The parameter for which worlds a search imagines.
pub const BELIEFS: Parameter = Parameter {
    name: "beliefs",
    default: "likely",
    meaning: "worlds are `likely`, by what others did and the playout strategy would have done, or all equally likely (`uniform`)",
    check: |text| check::word(text, &Beliefs::WORDS),
};

/// Steps of the walk from one imagined deal of the hands to the next, for each other seat. A third of that leaves
/// neighbors so alike that it shows in the playing strength.
const STEPS: u32 = 40;
/// Steps before the first.
const BEFORE: u32 = 200;
/// A search of so many playouts imagines one deal of the hands, and no fewer than so many. Once they are spent they come
/// again, with other draw piles.
const PLAYOUTS_A_DEAL: u32 = 8;
const FEWEST_DEALS: u32 = 64;
const MOST_DEALS: u32 = 1024;

/// Which worlds a search imagines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beliefs {
    /// All that agree with the observation, equally likely.
    Uniform,
    /// Those in which others would have done what they did.
    Likely,
}

impl Beliefs {
    /// The words for it.
    pub const WORDS: [&'static str; 2] = ["likely", "uniform"];

    /// The beliefs of a word.
    #[must_use]
    pub fn of(word: &str) -> Beliefs {
        match word {
            "uniform" => Beliefs::Uniform,
            _ => Beliefs::Likely,
        }
    }
}

/// All hands of a table, and how likely each makes what was seen of its seat.
#[derive(Clone, Copy)]
struct Hands {
    cards: [Cards; MAX_SEATS],
    likelihoods: [f64; MAX_SEATS],
}

/// Imagines worlds, decision after decision.
pub struct Worlds {
    beliefs: Beliefs,
    model: Box<dyn Strategy>,
    history: History,
    /// Where the walk is.
    hands: Hands,
    /// Deals of the hands that it has met in this decision.
    met: Vec<[Cards; MAX_SEATS]>,
    /// The most of them.
    deals: usize,
    /// Worlds imagined in this decision.
    count: usize,
    /// The seats of which something is known or, as theirs depend on them, whose cards are not all known; none if nothing
    /// was seen that tells hands apart.
    walking: u16,
}

impl Worlds {
    /// Worlds by these beliefs for a search of so many playouts, others being taken to play like the model.
    #[must_use]
    pub fn new(beliefs: Beliefs, playouts: u32, model: Box<dyn Strategy>) -> Worlds {
        let deals = (playouts / PLAYOUTS_A_DEAL).clamp(FEWEST_DEALS, MOST_DEALS);
        Worlds {
            beliefs,
            model,
            history: History::default(),
            hands: Hands {
                cards: [Cards::NONE; MAX_SEATS],
                likelihoods: [1.0; MAX_SEATS],
            },
            met: Vec::with_capacity(deals as usize),
            deals: deals as usize,
            count: 0,
            walking: 0,
        }
    }

    /// Another game begins.
    pub fn reset(&mut self) {
        self.history.clear();
    }

    /// An action that everybody sees is about to be taken.
    pub fn watch(&mut self, seen: &Observation<'_>, action: Action) {
        if self.beliefs == Beliefs::Likely {
            self.history.watch(seen, action);
        }
    }

    /// A decision begins.
    pub fn begin(&mut self, seen: &Observation<'_>, rng: &mut Rng) {
        self.met.clear();
        self.count = 0;
        self.walking = 0;
        if self.beliefs == Beliefs::Uniform {
            return;
        }
        self.history.look(seen);
        let others = (0..seen.seats()).filter(|seat| *seat != seen.seat());
        if !others.clone().any(|seat| self.history.tells_of(seat)) {
            return;
        }
        let start = seen.determinize_likely(rng);
        for seat in others {
            let hand = start.hand(seat);
            self.hands.cards[seat] = hand;
            self.hands.likelihoods[seat] = self.likelihood(seat, hand, 0.0, rng);
            if hand.meets(seen.unseen()) {
                self.walking |= 1 << seat;
            }
        }
        self.walk(seen, BEFORE, rng);
    }

    /// A world.
    pub fn next(&mut self, seen: &Observation<'_>, rng: &mut Rng) -> Game {
        if self.walking == 0 {
            return match self.beliefs {
                Beliefs::Uniform => seen.determinize(rng),
                Beliefs::Likely => seen.determinize_likely(rng),
            };
        }
        if self.met.len() < self.deals {
            self.walk(seen, STEPS, rng);
            self.met.push(self.hands.cards);
        }
        let at = self.count % self.deals;
        self.count += 1;
        seen.world_with(&self.met[at], rng)
    }

    fn likelihood(&mut self, seat: usize, hand: Cards, least: f64, rng: &mut Rng) -> f64 {
        match self.history.tells_of(seat) {
            true => self
                .history
                .likelihood(seat, hand, self.model.as_mut(), least, rng),
            false => 1.0,
        }
    }

    /// Walks so many steps for each other seat.
    fn walk(&mut self, seen: &Observation<'_>, steps: u32, rng: &mut Rng) {
        let unseen = seen.unseen();
        for _ in 0..steps {
            let mut seats = self.walking;
            while seats != 0 {
                let seat = seats.trailing_zeros() as usize;
                seats &= seats - 1;
                self.step(seat, unseen, rng);
            }
        }
    }

    /// Tries to exchange an unseen card of a seat with one that lies elsewhere.
    fn step(&mut self, seat: usize, unseen: Cards, rng: &mut Rng) {
        let hand = self.hands.cards[seat];
        let elsewhere = unseen - hand;
        if elsewhere.is_empty() {
            return;
        }
        let gone = any(hand & unseen, rng);
        let come = any(elsewhere, rng);
        let giver =
            (0..MAX_SEATS).find(|s| self.walking >> s & 1 == 1 && self.hands.cards[*s].meets(come));
        let before =
            self.hands.likelihoods[seat] * giver.map_or(1.0, |s| self.hands.likelihoods[s]);
        let least = before * f64::from(rng.below(1 << 24)) / f64::from(1 << 24);
        let hand = (hand - gone) | come;
        let likely = self.likelihood(seat, hand, least, rng);
        if likely < least {
            return;
        }
        if let Some(giver) = giver {
            let other = (self.hands.cards[giver] - come) | gone;
            let also = self.likelihood(giver, other, least / likely, rng);
            if likely * also < least {
                return;
            }
            self.hands.cards[giver] = other;
            self.hands.likelihoods[giver] = also;
        }
        self.hands.cards[seat] = hand;
        self.hands.likelihoods[seat] = likely;
    }
}

/// One of some cards.
fn any(cards: Cards, rng: &mut Rng) -> Cards {
    Cards::of(cards.nth(rng.below(cards.len())))
}
