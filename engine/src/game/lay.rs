//! Steps 1 to 3 of a play: its cards are laid one by one, their effect is added up, and whoever has none left is out
//! (rules section 4; several cards, sum to ten and Discard All: section 8).

use super::penalty::{Four, Judgement, Penalty};
use super::{Game, Outcome, Reason, State, Witness};
use crate::action::{Action, ActionSet};
use crate::card::{Card, Cards, Color, Face, Kind};
use crate::rules::{BlankEffect, JumpInEffect, MatchFormat, MultiSame, MultiSkips, SwapHands};

/// How the cards of a play come onto the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// On a turn.
    Turn,
    /// The card just drawn.
    Drawn,
    /// Out of turn, an identical card.
    Jump,
    /// Out of turn, cards that add up to the number on top.
    Sum,
    /// As an answer to a penalty.
    Answer,
    /// Face down.
    Claim,
}

impl Mode {
    /// Whether the play brings swaps, slaps and jump-ins: answers to penalties and face-down cards do not.
    pub(super) const fn is_free(self) -> bool {
        !matches!(self, Mode::Answer | Mode::Claim)
    }
}

/// What a Wild is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Function {
    Color,
    Look,
    Trade,
}

/// What a play does to others, added up over its cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(8))]
pub(super) struct Effect {
    pub(super) draw: u8,
    pub(super) skip: u8,
    pub(super) turns: u8,
    /// Draw cards in it.
    pub(super) cards: u8,
    /// By a blank: nothing answers it.
    pub(super) final_: bool,
}

impl Effect {
    pub(super) const NONE: Effect = Effect {
        draw: 0,
        skip: 0,
        turns: 0,
        cards: 0,
        final_: false,
    };
}

/// By face: what one card does to others. Of blanks the rules decide.
static EFFECTS: [Effect; Face::COUNT] = {
    let mut table = [Effect::NONE; Face::COUNT];
    let mut number = 0;
    while number < Face::COUNT {
        let effect = &mut table[number];
        match Face::from_number(number as u8).kind() {
            Kind::DrawTwo => (effect.draw, effect.cards) = (2, 1),
            Kind::WildDrawFour => (effect.draw, effect.cards) = (4, 1),
            Kind::Skip => effect.skip = 1,
            Kind::Reverse => effect.turns = 1,
            _ => {}
        }
        number += 1;
    }
    table
};

/// What lay on top before a play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Before {
    pub(super) top: Face,
    pub(super) card: Card,
    pub(super) covered: bool,
    pub(super) color: Option<Color>,
}

/// A play whose consequences are under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Play {
    pub(super) by: u8,
    pub(super) mode: Mode,
    /// The card it began with, and all that were laid; what Discard All sweeps along is not among them.
    pub(super) first: Face,
    pub(super) laid: Cards,
    /// The color named with its last wild.
    pub(super) named: Option<Color>,
    pub(super) function: Function,
    pub(super) effect: Effect,
    /// The penalty it answers, if it does.
    pub(super) answers: Option<Penalty>,
    /// What a challenge of its Wild Draw Fours would find.
    pub(super) judgement: Judgement,
    pub(super) before: Before,
    /// Its cards were twins that nobody called, so they may not be laid together.
    pub(super) bound: bool,
    /// How hands are exchanged, and the seats whose hands were, one bit each.
    pub(super) swap: SwapHands,
    pub(super) swapped: u16,
}

impl Play {
    /// Whether a card with that number is among those laid.
    pub(super) fn laid_number(&self, number: u8) -> bool {
        self.laid
            .iter()
            .any(|card| card.face().value() == Some(number))
    }

    /// No play yet: what the state holds before the first one.
    pub(super) const fn none(by: u8) -> Play {
        Play {
            by,
            mode: Mode::Turn,
            first: Face::WILD,
            laid: Cards::NONE,
            named: None,
            function: Function::Color,
            effect: Effect::NONE,
            answers: None,
            judgement: Judgement::HONEST,
            before: Before {
                top: Face::WILD,
                card: Card::from_bit(0),
                covered: false,
                color: None,
            },
            bound: false,
            swap: SwapHands::Off,
            swapped: 0,
        }
    }
}

impl Game {
    /// The first card of a play leaves the hand and lies on top.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn lay_first<W: Witness>(
        &mut self,
        face: Face,
        color: Option<Color>,
        action: Action,
        mode: Mode,
        answers: Option<Penalty>,
        w: &mut W,
    ) {
        let seat = self.seat();
        let held = self.hands[seat];
        let pair = answers.is_some_and(|penalty| self.is_pair(seat, &penalty, face));
        let mut earlier = Effect::NONE;
        match mode {
            Mode::Jump | Mode::Sum if self.rules.jump_in.effect == JumpInEffect::Add => {
                earlier = self.play.effect;
            }
            Mode::Answer => {}
            _ => self.fours.len = 0,
        }
        self.passes = 0;
        let Some(card) = self.take_from_hand(seat, face) else {
            return;
        };
        let judged = face == Face::WILD_DRAW_FOUR && mode != Mode::Claim;
        let silent = self.silent[seat].take();
        self.play = Play {
            by: self.seat,
            mode,
            first: face,
            laid: Cards::of(card),
            named: self.named(face, color, self.hands[seat].is_empty()),
            function: match action {
                Action::LOOK => Function::Look,
                Action::TRADE => Function::Trade,
                _ => Function::Color,
            },
            effect: earlier,
            answers,
            judgement: if judged {
                self.judge(self.hands[seat])
            } else {
                Judgement::HONEST
            },
            before: Before {
                top: self.top(),
                card: self.top,
                covered: self.covered,
                color: self.color,
            },
            bound: silent == Some((face, held.len() as u8)) && (held - face.cards()).is_empty(),
            swap: SwapHands::Off,
            swapped: 0,
        };
        self.cover(card);
        if mode == Mode::Claim {
            self.play.named = color;
            self.covered = true;
            self.hide(card, held);
            return self.takes_effect(w);
        }
        self.sweep(face);
        if pair {
            self.add(Action::play(face));
            return self.takes_effect(w);
        }
        let more = match mode {
            Mode::Turn => self.rules.multi.same != MultiSame::Off || self.rules.multi.sum_to_ten,
            mode => mode == Mode::Sum,
        };
        if more {
            self.state = State::Extend;
        } else {
            self.takes_effect(w);
        }
    }

    /// A card just taken from a hand, of which nothing can come but its effect.
    pub(super) fn lay_plain(&mut self, card: Card, face: Face, action: Action) {
        self.fours.len = 0;
        self.play.by = self.seat;
        self.play.mode = Mode::Turn;
        self.play.first = face;
        self.play.laid = Cards::of(card);
        self.play.effect = EFFECTS[usize::from(face.number())];
        self.play.answers = None;
        self.play.judgement = Judgement::HONEST;
        if face == Face::WILD_DRAW_FOUR {
            let judgement = self.judge(self.hands[self.seat()]);
            self.play.judgement = judgement;
            self.fours.push(Four {
                by: self.seat,
                judgement,
            });
        }
        self.lay(card, face, action.color_after());
        self.commit();
    }

    fn cover(&mut self, card: Card) {
        self.under |= Cards::of(self.top);
        self.top = card;
        self.covered = false;
    }

    /// A card is laid face down: who knew cards of that hand cannot tell which of them are left. A last card must be what
    /// it is said to be.
    fn hide(&mut self, card: Card, held: Cards) {
        if held.is_single() {
            return;
        }
        let seat = self.seat();
        self.facedown |= Cards::of(card);
        if self.exposed.meets(held) {
            for known in &mut self.known {
                *known -= held;
            }
        }
        self.known[seat] |= Cards::of(card);
        self.count_exposed();
    }

    /// The color named with a card: only with a wild, and with a last one only if play goes on.
    fn named(&self, face: Face, color: Option<Color>, last: bool) -> Option<Color> {
        color.filter(|_| face.is_wild() && self.names_colors(last))
    }

    /// Whether a wild names a color, as the last card of a hand or as another.
    pub(super) fn names_colors(&self, last: bool) -> bool {
        if !last && !self.ending {
            return true;
        }
        self.rules.match_.format == MatchFormat::LastStanding
            && self.live_count() >= 2 + u32::from(last)
    }

    /// Another card of the same play.
    fn add(&mut self, action: Action) {
        let Some(face) = action.face() else { return };
        let seat = usize::from(self.play.by);
        let Some(card) = self.take_from_hand(seat, face) else {
            return;
        };
        self.play.laid |= Cards::of(card);
        let named = self.named(face, action.named_color(), self.hands[seat].is_empty());
        self.play.named = named.or(self.play.named);
        self.cover(card);
        self.sweep(face);
    }

    /// Discard All takes the rest of its color along, under it.
    fn sweep(&mut self, face: Face) {
        if !matches!(face.number(), 52..=55) {
            return;
        }
        let Some(color) = face.color() else { return };
        let seat = usize::from(self.play.by);
        for card in (self.hands[seat] & Cards::of_color(color)).iter() {
            if let Some(card) = self.take_from_hand(seat, card.face()) {
                self.under |= Cards::of(card);
            }
        }
    }

    /// In phase `extend`: a card is added, or no more.
    pub(super) fn extend<W: Witness>(&mut self, action: Action, w: &mut W) {
        if action != Action::PASS {
            return self.add(action);
        }
        if (self.play.laid - self.play.first.cards()).is_empty() {
            self.takes_effect(w);
        } else {
            self.state = State::Top;
        }
    }

    /// What may be added to the play, or `done`.
    pub(super) fn extend_actions(&self) -> ActionSet {
        if self.play.mode == Mode::Sum {
            return self.sum_actions();
        }
        let seat = usize::from(self.play.by);
        let hand = self.hands[seat];
        let cards = self.but_banned(hand, hand & self.alike());
        self.plays(seat, cards) | ActionSet::of(Action::PASS)
    }

    /// The cards that go with those laid: of the same kind, or one that makes ten with a single number.
    fn alike(&self) -> Cards {
        let (multi, play) = (&self.rules.multi, &self.play);
        let count = play.laid.len();
        let mut cards = Cards::NONE;
        if multi.sum_to_ten {
            if count == 2 && is_ten(play.laid) {
                return Cards::NONE;
            }
            if let (1, Some(value @ 1..), Some(color)) =
                (count, play.first.value(), play.first.color())
            {
                cards = Face::colored(color, 10 - value).cards();
            }
        }
        if play.bound || multi.max > 0 && count >= u32::from(multi.max) {
            return cards;
        }
        match multi.same {
            MultiSame::Off => cards,
            MultiSame::Identical => cards | play.first.cards(),
            MultiSame::Symbol => cards | play.first.same_symbol(),
        }
    }

    /// One of the cards laid comes to lie on top.
    pub(super) fn choose_top<W: Witness>(&mut self, action: Action, w: &mut W) {
        let face = action.face().unwrap_or(self.play.first);
        if self.top.face() != face
            && let Some(card) = (self.play.laid & face.cards()).first()
        {
            self.under |= Cards::of(self.top);
            self.under -= Cards::of(card);
            self.top = card;
        }
        self.takes_effect(w);
    }

    /// Step 2: the color in force, the sum of the effects.
    fn takes_effect<W: Witness>(&mut self, w: &mut W) {
        // All cards are laid: what is drawn from now on may come out of those below the top.
        self.state = State::Turn;
        let own = self.play.named.or(self.top().color());
        self.color_top(own.or(self.color));
        self.add_up();
        let by = usize::from(self.play.by);
        let shuffle = self.blank_effect(self.play.first) == Some(BlankEffect::ShuffleHands);
        if self.hands[by].is_empty() && (self.ending || !shuffle) {
            self.out(w);
        } else if self.ending {
            self.ask_jumpers(w);
        } else {
            self.move_hands(w);
        }
    }

    fn add_up(&mut self) {
        let Play {
            by,
            mode,
            laid,
            first,
            judgement,
            ..
        } = self.play;
        let four = Four { by, judgement };
        let blank = self.blank_effect(first);
        let effect = &mut self.play.effect;
        if mode == Mode::Claim {
            effect.draw += 4;
            effect.cards += 1;
            self.fours.push(four);
            return;
        }
        let mut skips = 0;
        for card in laid.iter() {
            let own = &EFFECTS[usize::from(card.face().number())];
            effect.draw += own.draw;
            effect.turns += own.turns;
            effect.cards += own.cards;
            skips += own.skip;
            if own.draw == 4 {
                self.fours.push(four);
            }
        }
        effect.skip += match self.rules.multi.skips {
            MultiSkips::Count => skips,
            MultiSkips::One => skips.min(1),
        };
        let draws = match blank {
            Some(BlankEffect::Draw8) => 8,
            Some(BlankEffect::Draw16) => 16,
            _ => return,
        };
        effect.draw = draws;
        effect.final_ = true;
    }

    /// What a blank does.
    pub(super) fn blank_effect(&self, face: Face) -> Option<BlankEffect> {
        let index = face.number().checked_sub(Face::blank(0).number())?;
        self.rules.deck.blanks.effect(index)
    }

    /// Step 3: the hand is empty.
    fn out<W: Witness>(&mut self, w: &mut W) {
        let by = usize::from(self.play.by);
        if self.places[by] == 0 {
            self.places[by] = self.next_place();
        }
        self.winner = self.winner.or(Some(self.play.by));
        w.out(by);
        let ladder = self.rules.match_.format == MatchFormat::LastStanding;
        if ladder {
            self.seat_live(self.live & !(1 << by));
        }
        self.closing = !ladder || self.live_count() <= 1;
        if self.rules.jump_in.after_out && self.play.mode.is_free() {
            self.ending = true;
            self.ask_jumpers(w);
        } else {
            self.close(w);
        }
    }

    pub(super) fn next_place(&self) -> u8 {
        1 + self.places.iter().filter(|p| **p > 0).count() as u8
    }

    /// All jump-ins are made: the final draw, or the effect.
    pub(super) fn go_on<W: Witness>(&mut self, w: &mut W) {
        if self.ending {
            self.close(w);
        } else {
            self.commit();
        }
    }

    /// A seat is out: the final draw, then the end of the hand or the next turn.
    fn close<W: Witness>(&mut self, w: &mut W) {
        self.ending = false;
        let Play {
            by,
            mode,
            first,
            effect,
            answers,
            ..
        } = self.play;
        self.turn_direction(effect.turns);
        let amount = u16::from(effect.draw) + answers.map_or(0, |penalty| penalty.amount);
        let victim = match answers {
            Some(penalty) if first == Face::REFLECT => penalty.by,
            _ => self.next_from(by, 1),
        };
        let hit = amount > 0 && self.rules.finish.final_draw;
        if hit {
            self.draw_cards(victim, u32::from(amount), Reason::Penalty, w);
            if self.is_over() {
                return;
            }
        }
        if !self.closing {
            let skips = if mode == Mode::Answer { 0 } else { effect.skip };
            let next = match hit {
                true => self.next_from(victim, 1),
                false => self.after_skips(by, skips),
            };
            return self.begin_turn(next);
        }
        if self.rules.match_.format == MatchFormat::LastStanding {
            for left in (0..self.seats()).filter(|s| self.live >> s & 1 == 1) {
                self.places[left] = self.next_place();
            }
        }
        self.end(Outcome::Won, self.winner);
    }
}

/// Whether two cards are numbers of one color that add to ten.
fn is_ten(two: Cards) -> bool {
    let mut faces = two.iter().map(Card::face);
    let (Some(a), Some(b)) = (faces.next(), faces.next()) else {
        return false;
    };
    let sum = a.value().zip(b.value()).map(|(a, b)| a + b);
    a.color() == b.color() && sum == Some(10)
}
