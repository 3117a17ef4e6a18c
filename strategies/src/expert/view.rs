//! A turn as `expert` sees it: who moves after which card, and what each action is worth.

use super::memory::Memory;
use super::weights::Weights;
use crate::defaults;
use unosim_engine::rules::{Legality, ScoreMethod, SwapHands, TwoPlayerReverse};
use unosim_engine::{Action, ActionSet, Cards, Color, Face, Kind, Observation, Phase, Rng};

/// A turn, with what is the same for all of its actions.
pub(super) struct View<'a> {
    seen: &'a Observation<'a>,
    weights: &'a Weights,
    hand: Cards,
    /// Its size.
    size: u32,
    unseen: Cards,
    /// 1 over the number of unseen cards.
    share: u32,
    memory: &'a Memory,
    /// Some house rule adds to what cards are worth.
    house_rules: bool,
    /// Kinds of wild that are held back.
    holds: [bool; 2],
    /// No opponent is about to go out.
    calm: bool,
    /// Who moves after a card that passes over nobody.
    next: Mover,
}

/// The seat that moves after a play.
#[derive(Clone, Copy)]
struct Mover {
    /// It is the observer's own.
    own: bool,
    cards: u32,
    /// How many cards below `near` an opponent has; negative for a partner.
    threat: i32,
}

/// What drawing, or keeping the card drawn, is worth: less than any play.
const DRAW: i32 = -500_000;
/// Drawing on where that is a choice: less than keeping.
const DRAW_ON: i32 = -600_000;
/// What a wild that is held is worth less: it comes after drawing.
const HELD: i32 = 1_000_000;
/// The most cards that are planned to be played out at once; more are too rare to look for.
const LONGEST_RUN: u32 = 5;
/// Chances are counted in parts of 2^10, shares of the unseen cards in parts of 2^20.
const SURE: u32 = 1 << 10;

/// The share that one of so many unseen cards is.
const SHARES: [u32; 129] = {
    let mut shares = [1 << 20; 129];
    let mut n = 1;
    while n < shares.len() {
        shares[n] = (1 << 20) / n as u32;
        n += 1;
    }
    shares
};

/// Larger hands are taken to have so many cards: hardly any misses with that many.
const LARGE: usize = 15;
/// Steps in which the share of unseen cards that miss is counted.
const STEPS: u32 = 256;

/// The chance that every card of a hand misses, by its size and the share of unseen cards that do: as if each card were put
/// back before the next is drawn, which makes little difference.
static BLOCKED: [[u16; STEPS as usize + 1]; LARGE + 1] = {
    let mut table = [[SURE as u16; STEPS as usize + 1]; LARGE + 1];
    let mut cards = 1;
    while cards <= LARGE {
        let mut misses = 0;
        while misses <= STEPS as usize {
            let before = table[cards - 1][misses] as u32;
            table[cards][misses] = (before * misses as u32 / STEPS) as u16;
            misses += 1;
        }
        cards += 1;
    }
    table
};

/// The action of a turn that is worth most, ties at random.
pub(super) fn best(
    seen: &Observation<'_>,
    weights: &Weights,
    memory: &Memory,
    legal: ActionSet,
    rng: &mut Rng,
) -> Action {
    let calm = is_calm(seen, weights);
    let offered = offered(seen, weights, calm, legal);
    // Often there is one card to play, and nothing to weigh.
    match offered.single() {
        Some(only) => only,
        None => {
            let view = View::new(seen, weights, memory, calm);
            defaults::highest(offered, rng, |action| view.value(action))
        }
    }
}

/// Whether the observer moves again after the action.
pub(super) fn moves_again(seen: &Observation<'_>, action: Action) -> bool {
    action.face().is_some_and(|face| match face.kind() {
        Kind::Skip | Kind::DrawTwo | Kind::WildDrawFour => seen.live().count_ones() == 2,
        Kind::Reverse => reverse_skips(seen),
        _ => false,
    })
}

/// Whether a Reverse gives another turn.
fn reverse_skips(seen: &Observation<'_>) -> bool {
    seen.live().count_ones() == 2 && seen.rules().two_player_reverse == TwoPlayerReverse::Skip
}

/// Whether no opponent is about to go out.
fn is_calm(seen: &Observation<'_>, weights: &Weights) -> bool {
    let own = seen.seat();
    let mut others = seen.live() & !(1 << own);
    while others != 0 {
        let seat = others.trailing_zeros() as usize;
        others &= others - 1;
        if seen.hand_len(seat) as i32 <= weights.alarm && !seen.rules().partners(seat, own) {
            return false;
        }
    }
    true
}

/// Which wilds are held back: the Wild, the Wild Draw Four.
fn holds(hand: Cards, weights: &Weights, calm: bool) -> [bool; 2] {
    let plain = (hand - Cards::WILDS).len() as i32;
    [weights.hold_wilds, weights.hold_fours].map(|hold| calm && plain > hold)
}

/// The actions that come into question: no bluff from a hand of more than `bluff` cards, no claim without the card, no wild
/// that is held back while there is anything else, no draw while there is a play.
fn offered(seen: &Observation<'_>, weights: &Weights, calm: bool, legal: ActionSet) -> ActionSet {
    let hand = seen.hand();
    let size = hand.len();
    let mut offered = match size as i32 > weights.bluff {
        true => defaults::honest(seen, legal),
        false => legal,
    };
    if seen.rules().wild_draw_four.face_down && !hand.has(Face::WILD_DRAW_FOUR) {
        offered = offered - defaults::claims();
    }
    let offered = match offered.is_empty() {
        true => legal,
        false => offered,
    };
    let two = seen.live().count_ones() == 2;
    // With another turn after it, a wild may be the beginning of the end.
    if size == 1 || (two && size <= LONGEST_RUN + 1) {
        return offered;
    }
    let mut others = offered;
    let [wild, four] = holds(hand, weights, calm);
    if wild {
        others = others - ActionSet::wilds(Face::WILD) - ActionSet::FUNCTIONS;
    }
    if four {
        others = others - ActionSet::wilds(Face::WILD_DRAW_FOUR);
    }
    let plays = others & ActionSet::PLAYS;
    match (plays.is_empty(), others.is_empty()) {
        (false, _) if (others & defaults::claims()).is_empty() => plays,
        (_, true) => offered,
        _ => others,
    }
}

impl Mover {
    /// The live seat so many steps on.
    #[inline]
    fn after(steps: u32, seen: &Observation<'_>, weights: &Weights) -> Mover {
        let (seat, own) = (seen.next(steps), seen.seat());
        let cards = seen.hand_len(seat);
        let near = (weights.near - cards as i32).max(0);
        Mover {
            own: seat == own,
            cards,
            threat: match (seat == own, seen.rules().partners(seat, own)) {
                (true, _) => 0,
                (_, true) => -near,
                _ => near,
            },
        }
    }
}

impl<'a> View<'a> {
    fn new(
        seen: &'a Observation<'a>,
        weights: &'a Weights,
        memory: &'a Memory,
        calm: bool,
    ) -> View<'a> {
        let rules = seen.rules();
        let (hand, unseen) = (seen.hand(), seen.unseen());
        View {
            seen,
            weights,
            hand,
            size: hand.len(),
            unseen,
            share: SHARES[unseen.len() as usize & 127],
            memory,
            house_rules: rules.swap.zero != SwapHands::Off
                || rules.swap.seven != SwapHands::Off
                || rules.deck.discard_all > 0,
            holds: holds(hand, weights, calm),
            calm,
            next: Mover::after(1, seen, weights),
        }
    }

    #[inline]
    fn after(&self, kind: Kind) -> Mover {
        let steps = match kind {
            Kind::Skip | Kind::DrawTwo | Kind::WildDrawFour => 2,
            Kind::Reverse if reverse_skips(self.seen) => 2,
            Kind::Reverse => self.seen.live().count_ones() - 1,
            _ => return self.next,
        };
        Mover::after(steps, self.seen, self.weights)
    }

    /// What the action is worth.
    #[inline(always)]
    fn value(&self, action: Action) -> i32 {
        let claimed = action.named_color().map(|_| Face::WILD_DRAW_FOUR);
        let Some(face) = action.face().or(claimed) else {
            let draws_on = action == Action::DRAW && self.seen.phase() == Phase::Drawn;
            return if draws_on { DRAW_ON } else { DRAW };
        };
        if self.size == 1 {
            return i32::MAX;
        }
        let named = action.named_color().or(face.color());
        let Some(color) = named.or(self.seen.color()) else {
            return self.kind(face);
        };
        let mover = self.after(face.kind());
        if mover.own && self.runs_out(self.without(face), face, color) {
            return i32::MAX - 1;
        }
        self.kind(face)
            + self.in_hand(face, color)
            + self.on_table(face, color, mover)
            + match self.house_rules {
                true => self.with_house_rules(face, self.without(face)),
                false => 0,
            }
    }

    /// The hand without a card.
    fn without(&self, face: Face) -> Cards {
        self.hand - (self.hand & face.cards()).lowest()
    }

    /// What the kind of card is worth, held back or not.
    fn kind(&self, face: Face) -> i32 {
        let weights = self.weights;
        let held = match face.kind() {
            Kind::Wild if self.holds[0] => HELD,
            Kind::WildDrawFour if self.holds[1] => HELD,
            _ => 0,
        };
        let worth = match face.kind() {
            Kind::Reverse if reverse_skips(self.seen) => weights.skip,
            kind => weights.kind(kind),
        };
        worth - held + self.points(face)
    }

    /// What it is worth to be rid of the card's points, once others may go out and points left count against their holder.
    fn points(&self, face: Face) -> i32 {
        let method = self.seen.rules().score.method;
        match !self.calm && matches!(method, ScoreMethod::Penalty | ScoreMethod::Chips) {
            true => self.weights.points * face.points() as i32 / 10,
            false => 0,
        }
    }

    /// What the rest of the hand is worth on that color and symbol.
    #[inline]
    fn in_hand(&self, face: Face, color: Color) -> i32 {
        let weights = self.weights;
        let held = (self.hand & Cards::of_color(color)).len() as i32;
        if face.is_wild() {
            return weights.color * held;
        }
        let symbol = face.same_symbol();
        let others = symbol - Cards::of_color(color);
        let last = if held == 1 { weights.last_color } else { 0 };
        weights.color * (held - 1)
            + weights.symbol * (self.hand & others).len() as i32
            + weights.links * (self.unseen & symbol).len() as i32
            + last
    }

    /// What it is worth to leave that color and symbol to the seat that moves next.
    #[inline]
    fn on_table(&self, face: Face, color: Color, mover: Mover) -> i32 {
        let weights = self.weights;
        let drawn = match face.kind() {
            Kind::DrawTwo => 2,
            Kind::WildDrawFour => 4,
            _ => 0,
        };
        let lacks = self.memory.lacks(color);
        let mut value = weights.hit * drawn * self.next.threat;
        if weights.scarce != 0 {
            let share = (self.unseen & Cards::of_color(color)).len() * self.share;
            value += weights.scarce * ((share * 100) >> 20) as i32 / 10;
        }
        if lacks {
            value += weights.lacks;
        }
        if mover.own || (weights.block == 0 && mover.threat == 0) {
            return value;
        }
        let mut fitting = face.fitting(Some(color)) & self.unseen;
        if lacks {
            fitting -= Cards::of_color(color);
        }
        let misses = STEPS - ((fitting.len() * self.share) >> 12);
        let blocked = i32::from(BLOCKED[(mover.cards as usize).min(LARGE)][misses as usize]);
        let sure = SURE as i32;
        value + ((weights.block * blocked + weights.threat * mover.threat * (sure - blocked)) >> 10)
    }

    /// What house rules add: cards swept along, and hands that change their owners.
    #[cold]
    fn with_house_rules(&self, face: Face, rest: Cards) -> i32 {
        let rules = self.seen.rules();
        let swept = match face.kind() {
            Kind::DiscardAll => face.color().map_or(Cards::NONE, Cards::of_color),
            _ => Cards::NONE,
        };
        let swap = match face.kind() {
            Kind::Number(0) => rules.swap.zero,
            Kind::Number(7) => rules.swap.seven,
            _ => SwapHands::Off,
        };
        let own = self.seen.seat();
        let comes = match swap {
            SwapHands::Off => None,
            SwapHands::Next => Some(self.next.cards),
            SwapHands::Rotate => {
                let before = self.seen.next(self.seen.live().count_ones() - 1);
                Some(self.seen.hand_len(before))
            }
            SwapHands::Swap => (0..self.seen.seats())
                .filter(|seat| self.seen.live() >> seat & 1 == 1 && *seat != own)
                .map(|seat| self.seen.hand_len(seat))
                .min(),
        };
        let gain = comes.map_or(0, |cards| rest.len() as i32 - cards as i32);
        let gain = match rules.swap.optional {
            true => gain.max(0),
            false => gain,
        };
        self.weights.shed * ((rest & swept).len() as i32 + gain)
    }

    /// Whether, after that card, the rest of the hand can be played out at once, every card but the last giving another
    /// turn.
    fn runs_out(&self, rest: Cards, face: Face, color: Color) -> bool {
        let of = |symbol| Face::colored(Color::Red, symbol).same_symbol();
        let mut again = of(10) | of(12);
        if reverse_skips(self.seen) {
            again |= of(11);
        }
        // Elsewhere it might be challenged.
        if self.seen.rules().wild_draw_four.legality == Legality::Always {
            again |= Face::WILD_DRAW_FOUR.cards();
        }
        run(rest, face.fitting(Some(color)), again)
    }
}

/// Whether the hand can be played out at once on what fits, each card of `again` giving another turn.
fn run(hand: Cards, fits: Cards, again: Cards) -> bool {
    if hand.is_single() {
        return hand.meets(fits);
    }
    if hand.len() > LONGEST_RUN || (hand - again).len() > 1 {
        return false;
    }
    (hand & again & fits).iter().any(|card| {
        let rest = hand - Cards::of(card);
        let face = card.face();
        let on = |color| run(rest, face.fitting(Some(color)), again);
        match face.color() {
            Some(color) => on(color),
            None => Color::ALL.into_iter().any(on),
        }
    })
}
