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
    unseen: Cards,
    /// 1 over the number of unseen cards.
    share: u32,
    memory: &'a Memory,
    /// Some house rule adds to what cards are worth.
    house_rules: bool,
    /// Cards that are not wild.
    plain: i32,
    /// With two live seats a Reverse gives another turn.
    reverse_skips: bool,
    /// Wilds may be held: no opponent is about to go out.
    calm: bool,
    /// Who moves after a card that passes over nobody, over one seat, and after a Reverse.
    movers: [Mover; 3],
}

/// The seat that moves after a play.
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

impl<'a> View<'a> {
    pub fn new(seen: &'a Observation<'a>, weights: &'a Weights, memory: &'a Memory) -> View<'a> {
        let rules = seen.rules();
        let live = seen.live().count_ones();
        let own = seen.seat();
        let partner = |seat: usize| rules.partners(seat, own);
        let mover = |steps| {
            let seat = seen.next(steps);
            let cards = seen.hand_len(seat);
            let near = (weights.near - cards as i32).max(0);
            Mover {
                own: seat == own,
                cards,
                threat: match (seat == own, partner(seat)) {
                    (true, _) => 0,
                    (_, true) => -near,
                    _ => near,
                },
            }
        };
        let reverse_skips = live == 2 && rules.two_player_reverse == TwoPlayerReverse::Skip;
        let reversed = if reverse_skips { 2 } else { live - 1 };
        let mut others = seen.live() & !(1 << own);
        let mut calm = true;
        while others != 0 {
            let seat = others.trailing_zeros() as usize;
            others &= others - 1;
            calm &= seen.hand_len(seat) as i32 > weights.alarm || partner(seat);
        }
        let unseen = seen.unseen();
        View {
            seen,
            weights,
            hand: seen.hand(),
            unseen,
            share: (1 << 20) / unseen.len().max(1),
            memory,
            house_rules: rules.swap.zero != SwapHands::Off
                || rules.swap.seven != SwapHands::Off
                || rules.deck.discard_all > 0,
            plain: (seen.hand() - Cards::WILDS).len() as i32,
            reverse_skips,
            calm,
            movers: [mover(1), mover(2), mover(reversed)],
        }
    }

    /// The action that is worth most, ties at random.
    pub fn best(&self, legal: ActionSet, rng: &mut Rng) -> Action {
        defaults::highest(self.offered(legal), rng, |action| self.value(action))
    }

    /// The actions that come into question: no bluff from a hand of more than `bluff` cards, and no claim without the card.
    fn offered(&self, legal: ActionSet) -> ActionSet {
        let mut offered = match self.hand.len() as i32 > self.weights.bluff {
            true => defaults::honest(self.seen, legal),
            false => legal,
        };
        if !self.hand.has(Face::WILD_DRAW_FOUR) {
            offered = offered - defaults::claims();
        }
        match offered.is_empty() {
            true => legal,
            false => offered,
        }
    }

    /// Whether the observer moves again after the action.
    pub fn moves_again(&self, action: Action) -> bool {
        action
            .face()
            .is_some_and(|face| self.after(face.kind()).own)
    }

    #[inline]
    fn after(&self, kind: Kind) -> &Mover {
        match kind {
            Kind::Skip | Kind::DrawTwo | Kind::WildDrawFour => &self.movers[1],
            Kind::Reverse => &self.movers[2],
            _ => &self.movers[0],
        }
    }

    /// What the action is worth.
    #[inline]
    fn value(&self, action: Action) -> i32 {
        let claimed = action.named_color().map(|_| Face::WILD_DRAW_FOUR);
        let Some(face) = action.face().or(claimed) else {
            let draws_on = action == Action::DRAW && self.seen.phase() == Phase::Drawn;
            return if draws_on { DRAW_ON } else { DRAW };
        };
        let rest = self.hand - (self.hand & face.cards()).lowest();
        if rest.is_empty() {
            return i32::MAX;
        }
        let named = action.named_color().or(face.color());
        let Some(color) = named.or(self.seen.color()) else {
            return self.kind(face);
        };
        let mover = self.after(face.kind());
        if mover.own && self.runs_out(rest, face, color) {
            return i32::MAX - 1;
        }
        self.kind(face)
            + self.in_hand(face, color, rest)
            + self.on_table(face, color, mover)
            + match self.house_rules {
                true => self.with_house_rules(face, rest),
                false => 0,
            }
    }

    /// What the kind of card is worth, held back or not.
    fn kind(&self, face: Face) -> i32 {
        let weights = self.weights;
        let hold = match face.kind() {
            Kind::Wild => weights.hold_wilds,
            Kind::WildDrawFour => weights.hold_fours,
            _ => i32::MAX,
        };
        let held = match self.calm && self.plain > hold {
            true => HELD,
            false => 0,
        };
        let worth = match face.kind() {
            Kind::Reverse if self.reverse_skips => weights.skip,
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
    fn in_hand(&self, face: Face, color: Color, rest: Cards) -> i32 {
        let weights = self.weights;
        let colored = Cards::of_color(color);
        let mut value = weights.color * (rest & colored).len() as i32;
        if !face.is_wild() {
            let symbol = face.same_symbol();
            value += weights.symbol * ((rest & symbol) - colored).len() as i32
                + weights.links * (self.unseen & symbol).len() as i32;
            if !rest.meets(colored) {
                value += weights.last_color;
            }
        }
        value
    }

    /// What it is worth to leave that color and symbol to the seat that moves next.
    fn on_table(&self, face: Face, color: Color, mover: &Mover) -> i32 {
        let weights = self.weights;
        let next = &self.movers[0];
        let colored = Cards::of_color(color);
        let drawn = match face.kind() {
            Kind::DrawTwo => 2,
            Kind::WildDrawFour => 4,
            _ => 0,
        };
        let lacks = self.memory.lacks(color);
        let mut value = weights.hit * drawn * next.threat;
        if weights.scarce != 0 {
            let share = (self.unseen & colored).len() * self.share;
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
            fitting -= colored;
        }
        // A hand drawn at random from the unseen cards; that cards are not put back makes little difference.
        let misses = SURE - ((fitting.len() * self.share) >> 10);
        let blocked = (0..mover.cards).fold(SURE, |chance, _| (chance * misses) >> 10) as i32;
        let sure = SURE as i32;
        value + (weights.block * blocked + weights.threat * mover.threat * (sure - blocked)) / sure
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
            SwapHands::Next => Some(self.movers[0].cards),
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
        if self.reverse_skips {
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
