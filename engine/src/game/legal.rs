//! What may be done (rules section 3, and the legality of section 6).

use super::play::Effect;
use super::{Game, Phase, State};
use crate::action::{Action, ActionSet};
use crate::card::{Card, Cards, Color, Face, Kind};
use crate::rules::{Ban, DrawnCard, Legality, Rules, UnoCall};

impl Game {
    /// The actions of the seat that is asked, error actions included. Empty only when the hand is over.
    #[inline]
    #[must_use]
    pub fn legal(&self) -> ActionSet {
        // Most questions are turns; the others need more registers than one would like to save for each turn.
        match self.state {
            State::Turn => self.turn_actions(self.seat()),
            _ => self.other_actions(self.seat()),
        }
    }

    #[inline(never)]
    fn other_actions(&self, seat: usize) -> ActionSet {
        match self.state {
            State::Turn => self.turn_actions(seat),
            State::Drawn(Some(card)) => {
                let play = self.plays(seat, Cards::of(card));
                if self.rules.draw.drawn_card == DrawnCard::MayPlay {
                    play | ActionSet::of(Action::PASS)
                } else {
                    play
                }
            }
            State::Drawn(None) => self.draw_action() | ActionSet::of(Action::PASS),
            State::Penalty(ref penalty) => self.penalty_actions(seat, penalty),
            State::Color { .. } => ActionSet(0xf << 64),
            State::Uno | State::Catch => ActionSet::of(Action::UNO) | ActionSet::of(Action::PASS),
            State::Over(_) => ActionSet::NONE,
        }
    }

    /// The legal actions that only an error-prone strategy is ever offered (rules section 7).
    #[inline]
    #[must_use]
    pub fn errors(&self) -> ActionSet {
        ActionSet::NONE
    }

    #[inline]
    fn turn_actions(&self, seat: usize) -> ActionSet {
        let plays = self.plays(seat, self.playable(seat));
        if plays.is_empty() {
            let draw = self.draw_action();
            return if draw.is_empty() {
                ActionSet::of(Action::PASS)
            } else {
                draw
            };
        }
        if self.rules.draw.may_decline {
            plays | self.draw_action()
        } else {
            plays
        }
    }

    /// The draw, if a card can be drawn: from the pile, or from the discards below the top.
    #[inline]
    fn draw_action(&self) -> ActionSet {
        if self.pile.len() > 0 || !self.under.is_empty() {
            ActionSet::of(Action::DRAW)
        } else {
            ActionSet::NONE
        }
    }

    /// The cards of a hand that may be played on a turn.
    #[inline]
    pub(crate) fn playable(&self, seat: usize) -> Cards {
        let hand = self.hands[seat];
        let mut cards = hand & self.fits;
        if cards.has(Face::WILD_DRAW_FOUR) && !self.may_lay_four(hand) {
            cards -= Face::WILD_DRAW_FOUR.cards();
        }
        self.but_banned(hand, cards)
    }

    /// The cards without those that may not be the last one, if it would be.
    #[inline]
    pub(super) fn but_banned(&self, hand: Cards, cards: Cards) -> Cards {
        if self.banned.is_empty() || !hand.is_single() {
            cards
        } else {
            cards - self.banned
        }
    }

    /// Whether a Wild Draw Four may be laid from this hand, as a bluff or honestly.
    #[inline]
    pub(super) fn may_lay_four(&self, hand: Cards) -> bool {
        self.rules.wild_draw_four.bluff || !hand.meets(self.evidence())
    }

    /// Colored cards that make a Wild Draw Four illegal while they are in hand.
    pub(super) fn evidence(&self) -> Cards {
        self.evidence_on(self.color, self.top)
    }

    /// The same, with that color in force on that card.
    pub(super) fn evidence_on(&self, color: Option<Color>, top: Card) -> Cards {
        let color = color.map_or(Cards::NONE, Cards::of_color);
        match self.rules.wild_draw_four.legality {
            Legality::NoColor => color,
            Legality::NoPlayable => (color | top.face().same_symbol()) - Cards::WILDS,
            Legality::Always => Cards::NONE,
        }
    }

    /// The cards that may not be the last one.
    pub(super) fn banned_cards(rules: &Rules) -> Cards {
        let ban = rules.finish.ban;
        if ban.is_empty() {
            return Cards::NONE;
        }
        let four = Face::WILD_DRAW_FOUR.cards();
        let symbol = |number| Face::from_number(number).same_symbol();
        [
            (Ban::Skip, symbol(10)),
            (Ban::Reverse, symbol(11)),
            (Ban::DrawTwo, symbol(12)),
            (Ban::Wild, Cards::WILDS - four),
            (Ban::WildDrawFour, four),
        ]
        .into_iter()
        .filter(|(kind, _)| ban.has(*kind))
        .fold(Cards::NONE, |all, (_, cards)| all | cards)
    }

    /// The cards that set nothing in motion when they are not the last one.
    pub(super) fn plain_cards(_rules: &Rules) -> Cards {
        Cards::NUMBERS | Face::WILD.cards()
    }

    /// The actions that play these cards of a hand: wilds with each color, or with none as a last card.
    #[inline(always)]
    pub(super) fn plays(&self, seat: usize, cards: Cards) -> ActionSet {
        let faces = cards.folded();
        if faces >> 52 == 0 {
            ActionSet(u128::from(faces))
        } else {
            self.plays_with_wilds(seat, cards)
        }
    }

    #[inline(never)]
    fn plays_with_wilds(&self, seat: usize, cards: Cards) -> ActionSet {
        let faces = cards.folded();
        let numbers = if self.hands[seat].is_single() { 1 } else { 0xf };
        let kinds = faces | faces >> 1;
        let wilds = (kinds >> 56 & 1) << 52 | (kinds >> 58 & 1) << 56;
        let mut plays = ActionSet(u128::from(faces & ((1 << 52) - 1) | wilds * numbers));
        if faces & OPTIONAL != 0 {
            plays |= optional_plays(cards, numbers);
        }
        plays
    }

    /// Whether the play just made makes a call due (rules section 7).
    pub(super) fn call_is_due(&self, seat: u8) -> bool {
        self.rules.uno.call == UnoCall::Decide && self.hands[usize::from(seat)].is_single()
    }

    /// Whether the phase asks only where there is a choice.
    pub(super) fn asks_only_for_choices(&self) -> bool {
        !matches!(self.phase(), Phase::Turn | Phase::Over)
    }
}

/// Discard All, Reflect and blanks among the faces of a hand.
const OPTIONAL: u64 = 0xf << 60 | 0xf << 52;

/// The plays of optional cards: Discard All, and wilds with the first of their numbers or with all four.
#[cold]
#[inline(never)]
fn optional_plays(cards: Cards, numbers: u64) -> ActionSet {
    let mut plays = u128::from(cards.folded() >> 52 & 0xf) << 68;
    let blanks = (0..4).map(Face::blank);
    for face in blanks.chain([Face::REFLECT]).filter(|f| cards.has(*f)) {
        plays |= u128::from(numbers) << Action::play(face).number();
    }
    ActionSet(plays)
}

/// What a card adds to the effect of a play: cards to draw, seats to skip, turns of direction.
#[inline]
pub(super) fn effect_of(face: Face) -> Effect {
    EFFECTS[usize::from(face.number())]
}

/// By face: its effect.
static EFFECTS: [Effect; Face::COUNT] = {
    let mut table = [Effect::NONE; Face::COUNT];
    let mut number = 0;
    while number < Face::COUNT {
        let effect = &mut table[number];
        match Face::from_number(number as u8).kind() {
            Kind::DrawTwo => effect.draw = 2,
            Kind::WildDrawFour => effect.draw = 4,
            Kind::Skip => effect.skip = 1,
            Kind::Reverse => effect.turns = 1,
            _ => {}
        }
        number += 1;
    }
    table
};
