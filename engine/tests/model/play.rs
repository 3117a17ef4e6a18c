//! One action, and a play from its first card to its effect (section 4).

use super::cards::{self, Card};
use super::state::{Effect, Mode, Model, Penalty, Play, Res};

impl Model {
    /// Does a legal action, and then whatever leaves no choice.
    pub fn apply(&mut self, action: &str) -> Res {
        self.act(action)?;
        self.settle()?;
        self.chance.used_up()
    }

    /// Every phase but a turn asks only where there is a choice (section 3).
    pub fn settle(&mut self) -> Res {
        while self.phase != "turn" && self.phase != "over" {
            let legal = self.legal();
            if legal.len() != 1 {
                return if legal.is_empty() {
                    Err(format!("nothing is legal in phase {}", self.phase))
                } else {
                    Ok(())
                };
            }
            self.act(legal.first().unwrap())?;
        }
        Ok(())
    }

    /// Does a legal action, and nothing that follows without a choice.
    pub fn act(&mut self, action: &str) -> Res {
        let seat = self.seat;
        match (self.phase, action) {
            ("turn", "uno") => {
                self.erred = true;
                if self.draw_many(seat, self.o.false_call, "uno")? {
                    let passes = self.passes;
                    self.begin_turn(seat);
                    self.passes = passes;
                    self.erred = true;
                }
                Ok(())
            }
            ("turn", "pass") => {
                self.passes += 1;
                if self.passes >= self.live_seats().len() {
                    if self.o.exhausted_stalemate == "void" {
                        self.end("stalemate", None);
                    } else {
                        self.end_by_points();
                    }
                } else {
                    self.pass_on(seat);
                }
                Ok(())
            }
            ("turn" | "drawn", "draw") => {
                self.passes = 0;
                self.voluntary_draw()
            }
            ("drawn", "keep") => {
                self.pass_on(seat);
                Ok(())
            }
            ("turn", text) if text.starts_with("claim:") => {
                self.claimed = text.chars().last();
                self.phase = "face_down";
                Ok(())
            }
            ("turn", text) => self.lay(seat, text, Mode::Turn),
            ("drawn", text) => self.lay(seat, text, Mode::Drawn),
            ("face_down", text) => self.lay(seat, text, Mode::Claim),
            ("penalty", "take") => self.take(),
            ("penalty", "challenge") => self.challenge(),
            ("penalty", text) => self.lay(seat, text, Mode::Answer),
            ("extend", "done") => self.laid_all(),
            ("extend", text) => self.add(text),
            ("top", text) => self.choose_top(&text[4..]),
            ("swap" | "target", "decline") => self.after_swaps(),
            ("swap" | "target", text) => self.swap_with(text[5..].parse().unwrap()),
            ("color", text) => self.name_color(text.chars().last().unwrap()),
            ("uno", text) => self.call(text == "uno"),
            ("catch", text) => self.catch(text == "catch"),
            ("jump_in", text) => self.answer_to_jump(text),
            (phase, text) => Err(format!("{text} means nothing in phase {phase}")),
        }
    }

    /// The first card of a play leaves the hand and lies on top.
    pub fn lay(&mut self, seat: usize, text: &str, mode: Mode) -> Res {
        let (name, suffix) = text.split_once(':').unwrap_or((text, ""));
        let card = cards::card(name)?;
        self.passes = 0;
        let before = (self.top(), self.covered, self.color);
        let held = self.hands[seat].clone();
        let pair = mode == Mode::Answer && self.is_pair(card);
        cards::remove(&mut self.hands[seat], card)?;
        let guilty = card == "W+4" && mode != Mode::Claim && !self.four_is_legal(seat);
        let twins = self.silent_twins[seat].take();
        self.discards.push(card);
        self.covered = mode == Mode::Claim;
        let mut play = Play {
            seat,
            mode,
            laid: vec![card],
            named: None,
            function: None,
            guilty,
            sum: None,
            uncalled_twins: twins == Some(cards::sorted(&held)),
            swap: String::new(),
            swapped: Vec::new(),
            before,
        };
        match suffix {
            "look" | "trade" | "-" => play.function = Some(suffix.to_string()),
            _ => play.named = suffix.chars().next(),
        }
        if mode == Mode::Claim {
            play.named = self.claimed.take();
        }
        if mode == Mode::JumpSum {
            play.sum = cards::number(before.0);
        }
        self.play = Some(play);
        if mode != Mode::Claim {
            self.sweep(card)?;
        }
        if pair {
            self.add(card)?;
            return self.laid_all();
        }
        match mode {
            Mode::Turn | Mode::JumpSum => {
                self.phase = "extend";
                self.seat = seat;
                Ok(())
            }
            _ => self.laid_all(),
        }
    }

    /// Another card of the same play.
    fn add(&mut self, text: &str) -> Res {
        let (name, suffix) = text.split_once(':').unwrap_or((text, ""));
        let card = cards::card(name)?;
        let play = self.play.as_mut().unwrap();
        cards::remove(&mut self.hands[play.seat], card)?;
        play.laid.push(card);
        if !suffix.is_empty() {
            play.named = suffix.chars().next();
        }
        self.discards.push(card);
        self.sweep(card)
    }

    /// Discard All takes the rest of its color along, under it.
    fn sweep(&mut self, card: Card) -> Res {
        if cards::symbol(card) != Some("X") {
            return Ok(());
        }
        let hand = &mut self.hands[self.play.as_ref().unwrap().seat];
        let swept: Vec<Card> = hand
            .iter()
            .copied()
            .filter(|c| cards::color(c) == cards::color(card))
            .collect();
        hand.retain(|c| cards::color(c) != cards::color(card));
        self.discards.pop();
        self.discards.extend(swept);
        self.discards.push(card);
        Ok(())
    }

    /// All cards lie; if they differ, the player chooses the top.
    fn laid_all(&mut self) -> Res {
        let play = self.play.as_ref().unwrap();
        if play.laid.iter().any(|card| *card != play.laid[0]) {
            self.phase = "top";
            return Ok(());
        }
        self.play_takes_effect()
    }

    fn choose_top(&mut self, name: &str) -> Res {
        let card = cards::card(name)?;
        let play = self.play.as_mut().unwrap();
        let at = play.laid.iter().position(|c| *c == card).unwrap();
        let card = play.laid.remove(at);
        play.laid.push(card);
        let at = self.discards.iter().rposition(|c| *c == card).unwrap();
        let card = self.discards.remove(at);
        self.discards.push(card);
        self.play_takes_effect()
    }

    /// The color in force, the sum of the effects, and whether the seat is out.
    fn play_takes_effect(&mut self) -> Res {
        let play = self.play.clone().unwrap();
        let top = self.top();
        if let Some(color) = play.named.or(cards::color(top)) {
            self.color = Some(color);
        }
        let mut effect = Effect::default();
        for card in &play.laid {
            let card = if play.mode == Mode::Claim {
                "W+4"
            } else {
                card
            };
            match (cards::symbol(card), self.blank_effect(card)) {
                (Some("S"), _) => effect.skips += 1,
                (Some("R"), _) => effect.turns += 1,
                (Some("+2"), _) => {
                    effect.draw += 2;
                    effect.draw_cards += 1;
                }
                (None, Some("draw_8")) => (effect.draw, effect.blank) = (8, true),
                (None, Some("draw_16")) => (effect.draw, effect.blank) = (16, true),
                (None, _) if card == "W+4" => {
                    effect.draw += 4;
                    effect.draw_cards += 1;
                    effect.fours.push((play.seat, play.guilty));
                }
                _ => {}
            }
        }
        if self.o.multi_skips == "one" {
            effect.skips = effect.skips.min(1);
        }
        let jump = matches!(play.mode, Mode::Jump | Mode::JumpSum);
        if jump && self.o.jump_effect == "add" {
            let first = &self.effect;
            effect.draw += first.draw;
            effect.skips += first.skips;
            effect.turns += first.turns;
            effect.draw_cards += first.draw_cards;
            effect.fours.splice(0..0, first.fours.iter().copied());
        }
        self.effect = effect;
        let shuffle = self.blank_effect(play.laid[0]) == Some("shuffle_hands");
        if self.hands[play.seat].is_empty() && (self.ending || !shuffle) {
            return self.is_out(play.seat);
        }
        if self.ending {
            return self.ask_jumpers();
        }
        self.start_swaps()
    }

    /// A seat has no cards left (section 4, step 3).
    fn is_out(&mut self, seat: usize) -> Res {
        let place = self.places.iter().filter(|p| **p > 0).count() + 1;
        if self.places[seat] == 0 {
            self.places[seat] = place;
        }
        if self.winner.is_none() {
            self.winner = Some(seat);
        }
        if self.o.match_format == "last_standing" {
            self.live[seat] = false;
        }
        let mode = self.play.as_ref().unwrap().mode;
        if self.o.jump_after_out && mode != Mode::Answer && mode != Mode::Claim {
            self.ending = true;
            return self.ask_jumpers();
        }
        self.final_part()
    }

    /// The final draw, and the end of the hand or the next turn.
    pub fn final_part(&mut self) -> Res {
        self.ending = false;
        let play = self.play.clone().unwrap();
        let seat = play.seat;
        let card = play.laid[0];
        let answer = play.mode == Mode::Answer;
        let turns = self.effect.turns;
        let standing = self.penalty.take();
        let amount = self.effect.draw + standing.as_ref().map_or(0, |p| p.amount);
        for _ in 0..turns {
            self.direction = -self.direction;
        }
        let victim = match &standing {
            Some(p) if card == "WR" => p.cause,
            _ => self.next(seat),
        };
        let hit = amount > 0 && self.o.final_draw;
        let last = self.o.match_format != "last_standing" || self.live_seats().len() <= 1;
        if hit && last {
            self.final_draw(victim, amount)?;
        } else if hit && !self.draw_many(victim, amount, "penalty")? {
            return Ok(());
        }
        if last {
            if self.o.match_format == "last_standing" {
                for left in self.live_seats() {
                    self.places[left] = self.places.iter().filter(|p| **p > 0).count() + 1;
                }
            }
            let winner = self.winner;
            self.end("won", winner);
            return Ok(());
        }
        let skips = if answer { 0 } else { self.effect.skips };
        let next = if hit {
            self.next(victim)
        } else {
            self.after_skips(seat, skips)
        };
        self.begin_turn(next);
        Ok(())
    }

    /// The seat to move after a play of `seat` that skips so many.
    fn after_skips(&self, seat: usize, skips: u32) -> usize {
        let skips = skips.min(self.live_seats().len() as u32 - 1);
        (0..=skips).fold(seat, |at, _| self.next(at))
    }

    /// Step 6: direction, draws, skips.
    pub fn commit(&mut self) -> Res {
        let play = self.play.clone().unwrap();
        let effect = std::mem::take(&mut self.effect);
        for _ in 0..effect.turns {
            self.direction = -self.direction;
        }
        if play.mode == Mode::Answer {
            self.penalty_goes_on(&play, &effect);
            return Ok(());
        }
        if effect.draw > 0 {
            let claim = play.mode == Mode::Claim;
            let real = play.laid[0] == "W+4";
            self.stand(Penalty {
                amount: effect.draw,
                victim: self.next(play.seat),
                cause: play.seat,
                draw_cards: effect.draw_cards,
                last: if self.top() == "W+4" { "W+4" } else { "+2" }.to_string(),
                fours: effect.fours,
                blank: effect.blank,
                played: true,
                first: false,
                claim: claim.then_some((real, play.before.1, play.before.2)),
            });
            return Ok(());
        }
        let two = self.live_seats().len() == 2 && self.o.two_player_reverse == "skip";
        let skips = effect.skips + if two { effect.turns } else { 0 };
        let next = self.after_skips(play.seat, skips);
        self.begin_turn(next);
        Ok(())
    }
}
