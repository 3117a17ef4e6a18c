//! Doing it: turns, draws, and what a play sets in motion, in the order of rules section 4.

use super::legal::effect_of;
use super::penalty::{Judgement, Penalty};
use super::text::Illegal;
use super::{Game, Outcome, Reason, State, Witness};
use crate::action::Action;
use crate::card::{Card, Cards, Face};
use crate::rules::{DrawCount, DrawnCard, ExhaustedPile, Stalemate, TwoPlayerReverse};

/// What a play does to others, added up over its cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Effect {
    pub(super) draw: u8,
    pub(super) skip: u8,
    pub(super) turns: u8,
}

impl Effect {
    pub(super) const NONE: Effect = Effect {
        draw: 0,
        skip: 0,
        turns: 0,
    };
}

/// A play whose consequences are under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Play {
    pub(super) by: u8,
    pub(super) effect: Effect,
    /// The penalty it answers, if it does.
    pub(super) answers: Option<Penalty>,
    /// What a challenge of it would find.
    pub(super) judgement: Judgement,
}

impl Play {
    pub(super) const fn new(by: u8, effect: Effect) -> Play {
        Play {
            by,
            effect,
            answers: None,
            judgement: Judgement::HONEST,
        }
    }
}

impl Game {
    /// Does a legal action. An illegal one leaves the game in an undefined, though memory-safe, state.
    #[inline]
    pub fn apply(&mut self, action: Action) {
        self.apply_seen(action, &mut ());
    }

    /// Does an action if it is legal, and changes nothing otherwise.
    ///
    /// # Errors
    /// [`Illegal`] tells the action and the legal ones.
    pub fn try_apply(&mut self, action: Action) -> Result<(), Illegal> {
        if !self.legal().contains(action) {
            return Err(self.illegal(action));
        }
        self.apply(action);
        Ok(())
    }

    /// Does a legal action before a witness.
    #[inline]
    pub fn apply_seen<W: Witness>(&mut self, action: Action, w: &mut W) {
        debug_assert!(self.legal().contains(action), "{}", self.illegal(action));
        self.act(action, w);
        self.settle(w);
        self.assert_sound();
    }

    /// Takes the choices that are none (rules section 3).
    #[inline]
    pub(super) fn settle<W: Witness>(&mut self, w: &mut W) {
        while self.asks_only_for_choices() {
            match self.legal().single() {
                Some(action) => {
                    w.ask(self, action, true);
                    self.act(action, w);
                }
                None => return,
            }
        }
    }

    #[inline]
    fn act<W: Witness>(&mut self, action: Action, w: &mut W) {
        if let State::Turn = self.state {
            match action {
                Action::DRAW => self.draw_by_choice(w),
                Action::PASS => self.pass(),
                _ => self.play(action, None, w),
            }
        } else {
            self.act_between_turns(action, w);
        }
    }

    #[inline(never)]
    fn act_between_turns<W: Witness>(&mut self, action: Action, w: &mut W) {
        match self.state {
            State::Turn => {}
            State::Drawn(_) => match action {
                Action::DRAW => self.draw_by_choice(w),
                Action::PASS => self.end_turn(),
                _ => self.play(action, None, w),
            },
            State::Penalty(penalty) => match action {
                Action::DRAW => self.take(&penalty, w),
                Action::CHALLENGE => self.challenge(&penalty, w),
                _ => self.play(action, Some(penalty), w),
            },
            State::Color { starter } => {
                if let Some(color) = action.named_color() {
                    self.first_color(color, starter);
                }
            }
            State::Uno => match action {
                Action::UNO => self.commit(),
                _ => self.ask_to_catch(self.play.by),
            },
            State::Catch => match action {
                Action::UNO => self.caught(w),
                _ => self.ask_to_catch(self.seat),
            },
            State::Over(_) => {}
        }
    }

    /// The player of the last play did not call and was accused of it.
    fn caught<W: Witness>(&mut self, w: &mut W) {
        let amount = u32::from(self.rules.uno.penalty);
        self.draw_cards(self.play.by, amount, Reason::Uno, w);
        if !self.is_over() {
            self.commit();
        }
    }

    /// Asks the seat for its turn.
    #[inline]
    pub(super) fn begin_turn(&mut self, seat: u8) {
        self.seat = seat;
        if self.turns >= self.rules.max_turns {
            self.state = State::Over(Outcome::Truncated);
        } else {
            self.turns += 1;
            self.state = State::Turn;
        }
    }

    #[inline]
    fn end_turn(&mut self) {
        let next = self.next_from(self.seat, 1);
        self.begin_turn(next);
    }

    fn pass(&mut self) {
        self.passes += 1;
        if u32::from(self.passes) < self.live_count() {
            return self.end_turn();
        }
        match self.rules.exhausted.stalemate {
            Stalemate::Void => self.state = State::Over(Outcome::Stalemate),
            Stalemate::LowestPoints => self.lowest_points_win(),
        }
    }

    /// A voluntary draw (rules section 3).
    #[inline]
    fn draw_by_choice<W: Witness>(&mut self, w: &mut W) {
        self.passes = 0;
        let seat = self.seat();
        let many = self.rules.draw.count == DrawCount::UntilPlayable;
        let mut drawn = Vec::new();
        let mut playable = None;
        while let Some(card) = self.draw_card(self.seat, w) {
            if W::WATCHING {
                drawn.push(card.face());
            }
            if self.playable(seat).contains(card) {
                playable = Some(card);
            }
            if playable.is_some() || !many {
                break;
            }
        }
        if W::WATCHING && !drawn.is_empty() {
            w.drew(seat, &drawn, Reason::Turn);
        }
        if self.is_over() {
            return;
        }
        let stepwise = self.rules.draw.count == DrawCount::UntilPlayableOptional;
        match playable {
            Some(card) if self.rules.draw.drawn_card != DrawnCard::Keep => {
                self.state = State::Drawn(Some(card))
            }
            None if stepwise => self.state = State::Drawn(None),
            _ => self.end_turn(),
        }
    }

    /// A seat draws cards all at once, or as many as there are.
    pub(super) fn draw_cards<W: Witness>(
        &mut self,
        seat: u8,
        amount: u32,
        reason: Reason,
        w: &mut W,
    ) {
        let mut drawn = Vec::new();
        for _ in 0..amount {
            let Some(card) = self.draw_card(seat, w) else {
                break;
            };
            if W::WATCHING {
                drawn.push(card.face());
            }
        }
        if W::WATCHING && !drawn.is_empty() {
            w.drew(usize::from(seat), &drawn, reason);
        }
    }

    /// One card into a hand. None if there is none: then the hand may have ended (rules section 9).
    #[inline]
    fn draw_card<W: Witness>(&mut self, seat: u8, w: &mut W) -> Option<Card> {
        if self.pile.len() == 0 {
            self.replenish(w);
        }
        let card = self.pile.draw()?;
        self.hands[usize::from(seat)] |= Cards::of(card);
        Some(card)
    }

    /// A card is needed and the draw pile is empty.
    #[cold]
    fn replenish<W: Witness>(&mut self, w: &mut W) {
        match self.rules.exhausted.pile {
            ExhaustedPile::Reshuffle if !self.under.is_empty() => {
                self.pile.refill(self.under);
                self.under = Cards::NONE;
                w.reshuffled(self.pile.len());
            }
            ExhaustedPile::Reshuffle => {}
            // A hand that is won cannot be lost to an empty pile any more.
            _ if self.winner.is_some() => {}
            ExhaustedPile::Void => self.state = State::Over(Outcome::Void),
            ExhaustedPile::LowestPoints => self.lowest_points_win(),
        }
    }

    /// The lowest hand wins; with equal points the one with fewer cards; if still equal, nobody does.
    fn lowest_points_win(&mut self) {
        let rank = |seat| self.burden(seat);
        let live = || (0..self.seats()).filter(|s| self.is_live(*s));
        let best = live().map(rank).min();
        let mut lowest = live().filter(|s| Some(rank(*s)) == best);
        let outcome = match (lowest.next(), lowest.next()) {
            (Some(seat), None) => {
                self.winner = Some(seat as u8);
                Outcome::Won
            }
            _ => Outcome::Void,
        };
        self.state = State::Over(outcome);
    }

    /// Steps 1 and 2 of a play, or of an answer to a penalty: the card lies, its color is in force, its effect is known.
    #[inline]
    fn play<W: Witness>(&mut self, action: Action, answers: Option<Penalty>, w: &mut W) {
        let Some(face) = action.face() else { return };
        let seat = self.seat();
        self.passes = 0;
        let Some(card) = self.take_from_hand(seat, face) else {
            return;
        };
        let last = self.hands[seat].is_empty();
        let color = if last {
            face.color()
        } else {
            action.color_after()
        };
        let on = (self.color, self.top);
        self.lay(card, face, color);
        let due = self.call_is_due(self.seat);
        if self.plain.contains(card) && !last && !due && answers.is_none() {
            return self.end_turn();
        }
        self.play = Play {
            by: self.seat,
            effect: effect_of(face),
            answers,
            judgement: if face == Face::WILD_DRAW_FOUR {
                self.judge(self.hands[seat], on)
            } else {
                Judgement::HONEST
            },
        };
        if last {
            self.out(w);
        } else if due {
            self.state = State::Uno;
        } else {
            self.commit();
        }
    }

    /// Takes a card of that face out of a hand, and with it what others knew of it.
    #[inline]
    fn take_from_hand(&mut self, seat: usize, face: Face) -> Option<Card> {
        let copies = self.hands[seat] & face.cards();
        let card = copies.first()?;
        self.hands[seat] -= copies.lowest();
        if self.exposed.meets(copies) {
            self.forget(card, copies);
        }
        Some(card)
    }

    /// One of these copies left a hand: who knew of one copy knows only that it is gone, whichever it was.
    #[cold]
    fn forget(&mut self, card: Card, copies: Cards) {
        let seats = self.seats();
        for known in &mut self.known[..seats] {
            let alike = *known & copies;
            *known -= if alike.contains(card) {
                Cards::of(card)
            } else {
                alike.lowest()
            };
        }
        self.count_exposed();
    }

    /// Step 3: the hand is empty, the seat has won.
    #[cold]
    fn out<W: Witness>(&mut self, w: &mut W) {
        self.winner = Some(self.play.by);
        w.out(usize::from(self.play.by));
        if let Some((victim, penalty)) = self.aim()
            && self.rules.finish.final_draw
        {
            self.draw_cards(victim, u32::from(penalty.amount), Reason::Penalty, w);
        }
        self.state = State::Over(Outcome::Won);
    }

    /// Step 5: the next seat after `last` is asked to catch the silent player, until all were.
    fn ask_to_catch(&mut self, last: u8) {
        self.seat = self.next_from(last, 1);
        if self.seat == self.play.by {
            self.commit();
        } else {
            self.state = State::Catch;
        }
    }

    /// Step 6: the effect.
    #[inline]
    fn commit(&mut self) {
        if let Some((victim, penalty)) = self.aim() {
            self.seat = victim;
            self.state = State::Penalty(penalty);
            return;
        }
        let Play { by, effect, .. } = self.play;
        let reverse_skips =
            self.live_count() == 2 && self.rules.two_player_reverse == TwoPlayerReverse::Skip;
        let skips = u32::from(effect.skip)
            + if reverse_skips {
                u32::from(effect.turns)
            } else {
                0
            };
        let next = self.next_from(by, 1 + skips.min(self.live_count() - 1));
        self.begin_turn(next);
    }

    /// Turns the direction, and says who has to draw, if anybody has.
    #[inline]
    fn aim(&mut self) -> Option<(u8, Penalty)> {
        let Play {
            by,
            effect,
            answers,
            judgement,
        } = self.play;
        if effect.turns % 2 == 1 {
            self.clockwise = !self.clockwise;
        }
        let next = self.next_from(by, 1);
        let top = self.top.face();
        match answers {
            // Stacked and redirected penalties go to the next seat, by then in the new direction.
            Some(old) => {
                let victim = if top == Face::REFLECT { old.by } else { next };
                Some((victim, old.answered(top, by, effect, judgement)))
            }
            None if effect.draw > 0 => Some((next, Penalty::new(top, by, effect, judgement))),
            None => None,
        }
    }
}
