//! Doing it: what each action does in its phase, turns, draws, and step 6 of a play, its effect (rules sections 3 and 4).

use super::lay::{Mode, Play};
use super::penalty::Penalty;
use super::text::Illegal;
use super::{Game, Lack, Naming, Outcome, Reason, State, Witness};
use crate::action::Action;
use crate::card::{Card, Cards, Color, Face};
use crate::rules::{
    DrawCount, DrawnCard, ExhaustedPile, Misplay, MisplayTurn, Stalemate, TwoPlayerReverse,
};

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
            self.act_on_turn(action, Mode::Turn, w);
        } else {
            self.act_between_turns(action, w);
        }
    }

    #[inline]
    fn act_on_turn<W: Witness>(&mut self, action: Action, mode: Mode, w: &mut W) {
        match (action, action.face()) {
            (_, Some(face)) => self.play(face, action, mode, w),
            (Action::DRAW, _) => self.draw_by_choice(w),
            (Action::PASS, _) => self.pass(),
            (Action::UNO, _) => self.call_for_nothing(w),
            (_, None) => self.begin_claim(action),
        }
    }

    #[inline(never)]
    fn act_between_turns<W: Witness>(&mut self, action: Action, w: &mut W) {
        match self.state {
            State::Turn | State::Over(_) => {}
            State::Drawn(_) => match action {
                Action::PASS => self.end_turn(),
                _ => {
                    if action.face().is_some() {
                        let lack = &mut self.lacks[self.seat()];
                        lack.since = lack.since.saturating_sub(1);
                    }
                    self.act_on_turn(action, Mode::Drawn, w);
                }
            },
            State::Penalty(penalty) => match (action, action.face()) {
                (Action::DRAW, _) => self.take(&penalty, w),
                (Action::CHALLENGE, _) => self.challenge(&penalty, w),
                (_, Some(face)) => {
                    let color = action.named_color();
                    self.lay_first(face, color, action, Mode::Answer, Some(penalty), w);
                }
                _ => {}
            },
            State::Extend => self.extend(action, w),
            State::Top => self.choose_top(action, w),
            State::Swap | State::Target => match action.places() {
                Some(places) => self.exchange((self.seat + places) % self.seats, w),
                None => self.after_swaps(w),
            },
            State::Color(naming) => {
                if let Some(color) = action.named_color() {
                    self.name_color(color, naming, w);
                }
            }
            State::FaceDown(color) => {
                if let Some(face) = action.face() {
                    self.lay_first(face, Some(color), action, Mode::Claim, None, w);
                }
            }
            State::Uno => self.call(action == Action::UNO, w),
            State::Catch => self.catch(action, w),
            State::JumpIn => self.answer_to_jump(action, w),
        }
    }

    fn begin_claim(&mut self, action: Action) {
        if let Some(color) = action.named_color() {
            self.state = State::FaceDown(color);
        }
    }

    fn name_color<W: Witness>(&mut self, color: Color, naming: Naming, w: &mut W) {
        self.color_top(Some(color));
        match naming {
            Naming::First { starter } => self.begin_with(starter),
            Naming::Shuffle => self.after_swaps(w),
        }
    }

    /// A seat answered with an action outside its legal list, where the rules set a price on it: it draws that many and
    /// the action is void (rules section 7). Tells `w` the action that is taken instead, if one must be.
    pub fn misplay<W: Witness>(&mut self, w: &mut W) {
        let Misplay::Draw(cards) = self.rules.misplay else {
            return;
        };
        let seat = self.seat;
        self.draw_cards(seat, u32::from(cards), Reason::Misplay, w);
        if self.is_over() {
            return;
        }
        match (self.rules.misplay_turn, self.state) {
            (MisplayTurn::Lost, State::Turn | State::Drawn(_)) => self.end_turn(),
            (MisplayTurn::Kept, State::Turn) => self.begin_turn(seat),
            // Asked again, and counted as a turn, so that a seat that never learns cannot hold up the table for ever.
            (MisplayTurn::Kept, _) if self.turns < self.rules.max_turns => self.turns += 1,
            (MisplayTurn::Kept, _) => self.end(Outcome::Truncated, None),
            (MisplayTurn::Lost, _) => {
                let legal = self.legal();
                let ways = [Action::DRAW, Action::PASS];
                let declined = ways.into_iter().find(|a| legal.contains(*a));
                if let Some(action) = declined.or(legal.first()) {
                    w.ask(self, action, true);
                    self.act(action, w);
                }
            }
        }
        self.settle(w);
        self.assert_sound();
    }

    /// A decision took longer than the clock allows: the seat that made it draws (rules section 8).
    pub fn late<W: Witness>(&mut self, seat: usize, w: &mut W) {
        if !self.is_over() && self.places[seat] == 0 {
            let cards = u32::from(self.rules.clock.penalty);
            self.draw_cards(seat as u8, cards, Reason::Clock, w);
            self.settle(w);
            self.assert_sound();
        }
    }

    /// Asks the seat for its turn.
    #[inline]
    pub(super) fn begin_turn(&mut self, seat: u8) {
        self.seat = seat;
        self.erred = false;
        if self.turns >= self.rules.max_turns {
            self.end(Outcome::Truncated, None);
        } else {
            self.turns += 1;
            self.state = State::Turn;
        }
    }

    /// The hand is over.
    pub(super) fn end(&mut self, outcome: Outcome, winner: Option<u8>) {
        self.winner = winner;
        self.state = State::Over(outcome);
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
            Stalemate::Void => self.end(Outcome::Stalemate, None),
            Stalemate::LowestPoints => self.lowest_points_win(),
        }
    }

    /// A voluntary draw (rules section 3).
    #[inline]
    fn draw_by_choice<W: Witness>(&mut self, w: &mut W) {
        self.passes = 0;
        let seat = self.seat();
        let many = self.rules.draw.count == DrawCount::UntilPlayable;
        self.lacks[seat] = Lack {
            cards: self.fits - Cards::WILDS,
            since: 0,
        };
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
        let lack = &mut self.lacks[usize::from(seat)];
        lack.since = lack.since.saturating_add(1);
        Some(card)
    }

    /// A card is needed and the draw pile is empty.
    #[cold]
    fn replenish<W: Witness>(&mut self, w: &mut W) {
        // Of a play under way any card may yet come to lie on top.
        let kept = match self.state {
            State::Extend | State::Top => self.play.laid & self.under,
            _ => Cards::NONE,
        };
        let spent = self.under - kept;
        match self.rules.exhausted.pile {
            ExhaustedPile::Reshuffle if !spent.is_empty() => {
                self.pile.refill(spent);
                self.facedown -= spent;
                for known in &mut self.known {
                    *known -= spent;
                }
                self.under = kept;
                w.reshuffled(self.pile.len());
            }
            ExhaustedPile::Reshuffle => {}
            // A hand that is decided cannot be lost to an empty pile any more.
            _ if self.closing => {}
            ExhaustedPile::Void => self.end(Outcome::Void, None),
            ExhaustedPile::LowestPoints => self.lowest_points_win(),
        }
    }

    /// The lowest hand wins; with equal points the one with fewer cards; if still equal, nobody does.
    fn lowest_points_win(&mut self) {
        let rank = |seat| self.burden(seat);
        let live = || (0..self.seats()).filter(|s| self.is_live(*s));
        let best = live().map(rank).min();
        let mut lowest = live().filter(|s| Some(rank(*s)) == best);
        match (lowest.next(), lowest.next()) {
            (Some(seat), None) => self.end(Outcome::Won, Some(seat as u8)),
            _ => self.end(Outcome::Void, None),
        }
    }

    /// A card is played on a turn. Under most rules most cards do nothing before step 6, and these take a short way.
    #[inline]
    fn play<W: Witness>(&mut self, face: Face, action: Action, mode: Mode, w: &mut W) {
        let hand = self.hands[self.seat()];
        if !self.plain.has(face) || hand.len() <= self.plain_above {
            return self.lay_first(face, action.named_color(), action, mode, None, w);
        }
        let Some(card) = self.take_from_hand(self.seat(), face) else {
            return;
        };
        self.passes = 0;
        if !(Cards::NUMBERS | Face::WILD.cards()).contains(card) {
            return self.lay_plain(card, face, action);
        }
        self.lay(card, face, action.color_after());
        self.end_turn();
    }

    /// Takes a card of that face out of a hand, and with it what others knew of it.
    #[inline]
    pub(super) fn take_from_hand(&mut self, seat: usize, face: Face) -> Option<Card> {
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
            *known -= (*known & copies).one_like(card);
        }
        self.count_exposed();
    }

    /// Turns the direction once for each Reverse.
    #[inline]
    pub(super) fn turn_direction(&mut self, turns: u8) {
        self.clockwise ^= turns % 2 == 1;
    }

    /// The live seat after one and so many skipped ones; never more than all others are skipped.
    #[inline]
    pub(super) fn after_skips(&self, seat: u8, skips: u8) -> u8 {
        self.next_from(seat, 1 + u32::from(skips).min(self.live_count() - 1))
    }

    /// Step 6: the effect.
    #[inline]
    pub(super) fn commit(&mut self) {
        let Play {
            by,
            effect,
            first,
            laid,
            ..
        } = self.play;
        self.turn_direction(effect.turns);
        // Stacked and redirected penalties go to the next seat, by then in the new direction.
        let next = self.next_from(by, 1);
        if let Some(old) = self.play.answers {
            self.seat = if first == Face::REFLECT { old.by } else { next };
            self.state = State::Penalty(old.answered(self.top(), by, laid.len() > 1, &effect));
            return;
        }
        if effect.draw > 0 {
            self.seat = next;
            let claimed = self.play.mode == Mode::Claim;
            self.state = State::Penalty(Penalty::new(self.top(), by, claimed, &effect));
            return;
        }
        let two = self.live_count() == 2;
        let turns_skip = two && self.rules.two_player_reverse == TwoPlayerReverse::Skip;
        let skips = effect.skip + if turns_skip { effect.turns } else { 0 };
        self.begin_turn(self.after_skips(by, skips));
    }
}
