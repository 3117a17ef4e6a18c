//! Penalties and their answers (sections 5 and 6).

use super::cards::{self, Card};
use super::state::{Effect, Model, Penalty, Play, Res};
use std::collections::BTreeSet;

impl Model {
    /// A penalty stands, and its victim is asked.
    pub fn stand(&mut self, penalty: Penalty) {
        self.seat = penalty.victim;
        self.phase = "penalty";
        self.penalty = Some(penalty);
    }

    /// Phase `penalty`.
    pub fn legal_answers(&self) -> BTreeSet<String> {
        let penalty = self.penalty.as_ref().unwrap();
        let seat = self.seat;
        let mut legal = BTreeSet::from(["take".to_string()]);
        if penalty.blank {
            return legal;
        }
        for card in &self.hands[seat] {
            let pair = self.is_pair(card);
            let barred = if pair {
                self.hands[seat].len() == 2 && self.banned(card)
            } else {
                self.barred(seat, card)
            };
            if !barred && (pair || self.answers(card)) {
                legal.extend(self.texts(seat, card, false));
            }
        }
        let several = penalty.fours.len() >= 2 && self.o.challenge_on_stack == "none";
        if self.o.challenge && self.top() == "W+4" && penalty.played && !several {
            legal.insert("challenge".into());
        }
        legal
    }

    fn under_cap(&self, more: u32) -> bool {
        let laid = self.penalty.as_ref().unwrap().draw_cards;
        self.o.max_cards == 0 || laid + more <= self.o.max_cards
    }

    /// Whether the single card answers the standing penalty.
    fn answers(&self, card: &str) -> bool {
        let penalty = self.penalty.as_ref().unwrap();
        let redirects = penalty.last != "pair"
            && (penalty.fours.is_empty() || self.o.redirect_on_four)
            && (self.o.redirect_match == "any" || self.fits(card));
        match (cards::symbol(card), card) {
            (Some("+2"), _) => self.two_answers(card),
            (Some("S"), _) => self.o.redirect_skip && redirects,
            (Some("R"), _) => self.o.redirect_reverse && redirects,
            (None, "W+4") => {
                let allowed = match penalty.last.as_str() {
                    "+2" => self.o.four_on_two,
                    "W+4" => self.o.four_on_four,
                    _ => true,
                };
                allowed && self.under_cap(1) && (self.o.bluff || self.four_is_legal(self.seat))
            }
            (None, "WR") => penalty.last != "pair",
            _ => false,
        }
    }

    fn two_answers(&self, card: &str) -> bool {
        let of_color = cards::color(card) == self.color;
        let allowed = match (self.penalty.as_ref().unwrap().last.as_str(), self.top()) {
            ("+2", _) => self.o.two_on_two && self.fits(card),
            ("W+4", "W+4") => match self.o.two_on_four.as_str() {
                "any" => true,
                "color" => of_color,
                _ => false,
            },
            ("W+4", _) => self.o.two_on_four != "never" && self.fits(card),
            _ => false,
        };
        allowed && self.under_cap(1)
    }

    /// Whether laying that Draw Two lays its twin of color too.
    pub fn is_pair(&self, card: &str) -> bool {
        let penalty = self.penalty.as_ref().unwrap();
        let on_four = penalty.last == "pair" || (penalty.last == "W+4" && self.top() == "W+4");
        cards::symbol(card) == Some("+2")
            && self.o.pair_on_four
            && on_four
            && self.under_cap(2)
            && !self.two_answers(card)
            && self.hands[self.seat].iter().filter(|c| **c == card).count() == 2
    }

    /// An answer was laid: the penalty grows or moves.
    pub fn penalty_goes_on(&mut self, play: &Play, effect: &Effect) {
        let mut penalty = self.penalty.take().unwrap();
        penalty.amount += effect.draw;
        penalty.draw_cards += effect.draw_cards;
        penalty.fours.extend(effect.fours.iter().copied());
        let card: Card = play.laid[0];
        match cards::symbol(card) {
            Some("+2") => {
                penalty.last = if play.laid.len() == 2 { "pair" } else { "+2" }.to_string()
            }
            None if card == "W+4" => penalty.last = "W+4".to_string(),
            _ => {}
        }
        penalty.victim = if card == "WR" {
            penalty.cause
        } else {
            self.next(play.seat)
        };
        penalty.cause = play.seat;
        penalty.played = true;
        penalty.first = false;
        penalty.claim = None;
        self.stand(penalty);
    }

    /// The victim draws it all and loses the turn.
    pub fn take(&mut self) -> Res {
        let penalty = self.penalty.take().unwrap();
        let reason = if penalty.first {
            "first_card"
        } else {
            "penalty"
        };
        if self.draw_many(penalty.victim, penalty.amount, reason)? {
            self.pass_on(penalty.victim);
        }
        Ok(())
    }

    /// The victim doubts the Wild Draw Four on top.
    pub fn challenge(&mut self) -> Res {
        let penalty = self.penalty.take().unwrap();
        let challenger = penalty.victim;
        let extra = self.o.innocent_extra;
        if let Some((real, covered, color)) = penalty.claim {
            if real {
                return self.fails(challenger, penalty.amount + extra);
            }
            if self.discards.len() > 1 {
                let card = self.discards.pop().unwrap();
                self.discards.insert(0, card);
                self.covered = covered;
            } else {
                self.covered = false;
            }
            self.color = color.or(cards::color(self.discards.last().unwrap()));
            if self.draw_many(penalty.cause, 6, "challenge")? {
                self.begin_turn(challenger);
            }
            return Ok(());
        }
        let guilty: Vec<usize> = match self.o.challenge_on_stack.as_str() {
            "each" => penalty.fours.iter().filter(|f| f.1).map(|f| f.0).collect(),
            _ => penalty
                .fours
                .last()
                .filter(|f| f.1)
                .map(|f| f.0)
                .into_iter()
                .collect(),
        };
        if guilty.is_empty() {
            let times = match self.o.challenge_on_stack.as_str() {
                "each" => penalty.fours.len() as u32,
                _ => 1,
            };
            return self.fails(challenger, penalty.amount + extra * times);
        }
        let amount = if penalty.draw_cards == 1 {
            self.o.guilty_draws
        } else {
            penalty.amount
        };
        let (share, odd) = (amount / guilty.len() as u32, amount as usize % guilty.len());
        for (at, seat) in guilty.iter().enumerate() {
            if !self.draw_many(*seat, share + u32::from(at < odd), "challenge")? {
                return Ok(());
            }
        }
        if self.o.challenger_turn == "skipped" {
            self.pass_on(challenger);
        } else {
            self.begin_turn(challenger);
        }
        Ok(())
    }

    fn fails(&mut self, challenger: usize, cards: u32) -> Res {
        if self.draw_many(challenger, cards, "challenge")? {
            self.pass_on(challenger);
        }
        Ok(())
    }
}
