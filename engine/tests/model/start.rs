//! The first card (section 2).

use super::cards::{self, Card};
use super::chance::Random;
use super::state::{Model, Penalty, Res};

impl Model {
    /// Whether that card may be the first one.
    pub fn may_start(&self, card: &str) -> bool {
        match cards::symbol(card) {
            Some("S" | "R" | "+2") => self.o.first_action != "redraw",
            Some("X") => false,
            Some(_) => true,
            None if card == "W" => self.o.first_wild != "redraw" && self.o.first_action != "redraw",
            None if card == "W+4" => {
                self.o.first_wild_four == "apply" && self.o.first_action != "redraw"
            }
            None => false,
        }
    }

    /// Hands are dealt and the first card stands: what it does, and who begins. The recorded deal must be possible.
    pub fn start(&mut self) -> Res {
        self.turn_up()?;
        self.settle()?;
        self.chance.used_up()
    }

    /// The same up to the first question, whether or not that one leaves a choice.
    pub fn turn_up(&mut self) -> Res {
        let top = self.top();
        let buried: Vec<Card> = self.discards[..self.discards.len() - 1].to_vec();
        if buried
            .iter()
            .any(|c| *c != "W+4" || self.o.first_wild_four != "discard")
        {
            return Err(format!("{buried:?} cannot lie under the first card"));
        }
        let size = self.o.hand_size as usize;
        for seat in 0..self.seats {
            let held = self.hands[seat].len();
            if held != if self.live[seat] { size } else { 0 } {
                return Err(format!("seat {seat} was dealt {held} cards"));
            }
        }
        let dealer = self.dealer;
        let left = self.next_towards(dealer, 1);
        let starter = if self.o.starter == "dealer" {
            dealer
        } else {
            left
        };
        if !self.may_start(top) {
            if let Some(better) = self.pile.iter().find(|c| self.may_start(c)) {
                return Err(format!(
                    "{top} cannot start while {better} lies in the pile"
                ));
            }
            if cards::is_wild(top) {
                match self.chance.random.pop_front() {
                    Some(Random::Color(color)) => self.color = Some(color),
                    said => return Err(format!("{top} takes a random color, not {said:?}")),
                }
            }
            self.begin_turn(starter);
            return Ok(());
        }
        let right = self.next_towards(dealer, -1);
        let act = self.o.first_action == "apply";
        match cards::symbol(top) {
            Some("S") if act => self.begin_turn(self.next(starter)),
            Some("R") if act => {
                self.direction = -1;
                let dealers = self.o.first_reverse == "dealer_first";
                self.begin_turn(if dealers { dealer } else { right });
            }
            Some("+2") if act => self.first_penalty(starter, 2),
            None if top == "W+4" => {
                self.phase = "color";
                self.color_for = "wild_four";
                self.seat = dealer;
            }
            None if self.o.first_wild != "free" => {
                self.phase = "color";
                self.color_for = "wild";
                self.seat = match self.o.first_wild.as_str() {
                    "starter_chooses" => starter,
                    "dealer_chooses" => dealer,
                    _ => right,
                };
            }
            _ => self.begin_turn(starter),
        }
        Ok(())
    }

    fn first_penalty(&mut self, victim: usize, amount: u32) {
        let four = amount == 4;
        self.stand(Penalty {
            amount,
            victim,
            cause: self.dealer,
            draw_cards: 1,
            fours: if four {
                vec![(self.dealer, false)]
            } else {
                Vec::new()
            },
            last: if four { "W+4" } else { "+2" }.to_string(),
            blank: false,
            played: !four,
            first: true,
            claim: None,
        });
    }

    /// The color of a first wild, or after a shuffle of all hands.
    pub fn name_color(&mut self, color: char) -> Res {
        self.color = Some(color);
        if self.color_for == "shuffle" {
            return self.after_swaps();
        }
        let left = self.next_towards(self.dealer, 1);
        let starter = if self.o.starter == "dealer" {
            self.dealer
        } else {
            left
        };
        if self.color_for == "wild_four" {
            self.first_penalty(starter, 4);
        } else {
            self.begin_turn(starter);
        }
        Ok(())
    }
}
