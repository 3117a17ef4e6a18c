//! What may be done (rules section 3, and the legality of section 6).

use super::{Game, Phase, State};
use crate::action::{Action, ActionSet};
use crate::card::{Cards, Color, Face};
use crate::rules::{
    Ban, BlankEffect, DrawnCard, JumpInCards, Legality, MultiSame, Rules, SwapHands, UnoCall,
    WildFunction,
};

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
                let play = match self.unusual {
                    true => self.plays_on_turn(seat, Cards::of(card)),
                    false => self.plays(seat, Cards::of(card)),
                };
                if self.rules.draw.drawn_card == DrawnCard::MayPlay {
                    play | ActionSet::of(Action::PASS)
                } else {
                    play
                }
            }
            State::Drawn(None) => self.draw_action() | ActionSet::of(Action::PASS),
            State::Penalty(ref penalty) => self.penalty_actions(seat, penalty),
            State::Extend => self.extend_actions(),
            State::Top => each_face(self.play.laid),
            State::Swap | State::Target => self.partner_actions(),
            State::Color(_) => COLORS,
            State::FaceDown(_) => each_face(self.hands[seat]),
            State::Uno | State::Catch => ActionSet::of(Action::UNO) | ActionSet::of(Action::PASS),
            State::JumpIn => self.jumps(seat) | ActionSet::of(Action::PASS),
            State::Over(_) => ActionSet::NONE,
        }
    }

    /// The legal actions that only an error-prone strategy is ever offered (rules section 7).
    #[inline]
    #[must_use]
    pub fn errors(&self) -> ActionSet {
        let errs = match self.state {
            State::Turn => self.offers_an_error(),
            State::Catch => self.asking.called,
            _ => false,
        };
        if errs {
            ActionSet::of(Action::UNO)
        } else {
            ActionSet::NONE
        }
    }

    /// Whether the seat to move may call for nothing.
    fn offers_an_error(&self) -> bool {
        self.rules.uno.errors && self.rules.uno.call == UnoCall::Decide && !self.erred
    }

    #[inline]
    fn turn_actions(&self, seat: usize) -> ActionSet {
        if self.unusual {
            return self.unusual_turn_actions(seat);
        }
        self.or_draw(self.plays(seat, self.playable(seat)))
    }

    /// Some plays, and the draw where it is allowed beside them; a pass if there is neither.
    #[inline]
    fn or_draw(&self, plays: ActionSet) -> ActionSet {
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
        if cards.has(Face::WILD_DRAW_FOUR) && !self.may_open_four(hand) {
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

    /// Whether a Wild Draw Four may be played openly on a turn from this hand.
    #[inline]
    fn may_open_four(&self, hand: Cards) -> bool {
        !self.rules.wild_draw_four.face_down && self.may_lay_four(hand)
    }

    /// Whether a Wild Draw Four may be laid from this hand, as a bluff or honestly.
    #[inline]
    pub(super) fn may_lay_four(&self, hand: Cards) -> bool {
        self.rules.wild_draw_four.bluff || !hand.meets(self.evidence())
    }

    /// Colored cards that make a Wild Draw Four illegal while they are in hand.
    pub(super) fn evidence(&self) -> Cards {
        self.evidence_on(self.color, self.top())
    }

    /// The same, with that color in force on that card.
    pub(super) fn evidence_on(&self, color: Option<Color>, top: Face) -> Cards {
        let color = color.map_or(Cards::NONE, Cards::of_color);
        match self.rules.wild_draw_four.legality {
            Legality::NoColor => color,
            Legality::NoPlayable => (color | top.same_symbol()) - Cards::WILDS,
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

    /// The cards of which nothing can come but their effect, when they are not among the last.
    pub(super) fn plain_cards(rules: &Rules) -> Cards {
        let several = rules.multi.same != MultiSame::Off || rules.multi.sum_to_ten;
        let jumps = rules.jump_in.cards != JumpInCards::Off || rules.jump_in.sum;
        if several || jumps || rules.uno.twins {
            return Cards::NONE;
        }
        let all = |value| Face::colored(Color::Red, value).same_symbol();
        let zeros = rules.swap.zero != SwapHands::Off || rules.slap_zero;
        let moving = [
            (zeros, all(0)),
            (rules.swap.seven != SwapHands::Off, all(7)),
            (more_functions(rules), Face::WILD.cards()),
        ];
        let moving = moving.into_iter().filter(|(moves, _)| *moves);
        moving.fold(Cards::STANDARD, |rest, (_, cards)| rest - cards)
    }

    /// Whether a turn may offer more than cards and a draw.
    pub(super) fn is_unusual(rules: &Rules) -> bool {
        rules.wild_draw_four.face_down || rules.uno.errors || more_functions(rules)
    }

    /// A turn that may also offer a claim, a Wild's other functions, or a call for nothing.
    #[cold]
    fn unusual_turn_actions(&self, seat: usize) -> ActionSet {
        let hand = self.hands[seat];
        let four = Face::WILD_DRAW_FOUR.cards();
        let claims = match hand.len() {
            0 => false,
            1 => hand.meets(four - self.banned),
            _ => true,
        };
        let mut plays = self.plays_on_turn(seat, self.playable(seat));
        if self.rules.wild_draw_four.face_down && claims {
            plays |= COLORS;
        }
        let mut actions = self.or_draw(plays);
        if self.offers_an_error() {
            actions |= ActionSet::of(Action::UNO);
        }
        actions
    }

    /// The actions that play these cards of a hand on its turn: also with a Wild's other functions.
    fn plays_on_turn(&self, seat: usize, cards: Cards) -> ActionSet {
        let plays = self.plays(seat, cards);
        if cards.has(Face::WILD) && !self.hands[seat].is_single() {
            plays | functions(&self.rules)
        } else {
            plays
        }
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
        let last = self.hands[seat].is_single();
        let numbers = if self.names_colors(last) { 0xf } else { 1 };
        let kinds = faces | faces >> 1;
        let wilds = (kinds >> 56 & 1) << 52 | (kinds >> 58 & 1) << 56;
        let mut plays = ActionSet(u128::from(faces & ((1 << 52) - 1) | (wilds * numbers)));
        if faces & OPTIONAL != 0 {
            plays |= self.optional_plays(cards, numbers);
        }
        plays
    }

    /// The plays of optional cards: Discard All, and wilds with the first of their numbers or with all four.
    #[cold]
    fn optional_plays(&self, cards: Cards, numbers: u64) -> ActionSet {
        let mut plays = ActionSet(u128::from(cards.folded() >> 52 & 0xf) << 68);
        if cards.has(Face::REFLECT) {
            plays |= ActionSet(u128::from(numbers) << Action::play(Face::REFLECT).number());
        }
        for index in (0..4).filter(|i| cards.has(Face::blank(*i))) {
            plays |= match self.rules.deck.blanks.effect(index) {
                Some(BlankEffect::Slap | BlankEffect::ShuffleHands) => {
                    ActionSet::of(Action::plain_blank(index))
                }
                _ => {
                    let first = Action::play(Face::blank(index)).number();
                    ActionSet(u128::from(numbers) << first)
                }
            };
        }
        plays
    }

    /// Whether the phase asks only where there is a choice.
    pub(super) fn asks_only_for_choices(&self) -> bool {
        !matches!(self.phase(), Phase::Turn | Phase::Over)
    }
}

/// Discard All, Reflect and blanks among the faces of a hand.
const OPTIONAL: u64 = 0xf << 60 | 0xf << 52;

/// The four colors, named for a first wild or in a claim.
const COLORS: ActionSet = ActionSet(0xf << 64);

/// One action for each face of a set: to put it on top, or to lay it face down.
fn each_face(cards: Cards) -> ActionSet {
    cards.iter().map(|card| Action::play(card.face())).collect()
}

/// Whether a Wild can do more than name a color.
fn more_functions(rules: &Rules) -> bool {
    !functions(rules).is_empty()
}

/// What a Wild can do beside naming a color.
fn functions(rules: &Rules) -> ActionSet {
    let all = [
        (WildFunction::Look, Action::LOOK),
        (WildFunction::Trade, Action::TRADE),
    ];
    let on = all
        .into_iter()
        .filter(|(f, _)| rules.wild.functions.has(*f));
    on.map(|(_, action)| action).collect()
}
