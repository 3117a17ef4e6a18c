//! Taking cards: the pile, the reshuffle, hands that end for want of cards, voluntary draws (sections 3 and 9).

use super::cards::{self, Card};
use super::state::{Model, Res};

impl Model {
    /// Whether at least one card can be drawn.
    pub fn can_draw(&self) -> bool {
        !self.pile.is_empty() || self.discards.len() > 1
    }

    /// One card for a seat; none if none is left or the hand has ended for want of it.
    pub fn draw_one(&mut self, seat: usize, reason: &str, last: bool) -> Res<Option<Card>> {
        if self.pile.is_empty() {
            match self.o.exhausted_pile.as_str() {
                "reshuffle" => {}
                _ if last => return Ok(None),
                "void" => {
                    self.end("void", None);
                    return Ok(None);
                }
                _ => {
                    self.end_by_points();
                    return Ok(None);
                }
            }
            if self.discards.len() <= 1 {
                return Ok(None);
            }
            let top = self.discards.pop().unwrap();
            self.pile = std::mem::replace(&mut self.discards, vec![top]);
            if self.alone {
                self.chance.reshuffled.push_back(self.pile.len());
            }
            let said = self.chance.reshuffled.pop_front();
            if said != Some(self.pile.len()) {
                return Err(format!(
                    "{} cards are reshuffled, not {said:?}",
                    self.pile.len()
                ));
            }
        }
        if self.alone {
            let next = (seat, self.pile[0], reason.to_string());
            self.chance.drawn.push_back(next);
        }
        let Some((who, card, why)) = self.chance.drawn.pop_front() else {
            return Err(format!("seat {seat} must draw a card for {reason}"));
        };
        if who != seat || why != reason {
            let said = format!("seat {who} draws {card} for {why}");
            return Err(format!("{said}, but seat {seat} must draw for {reason}"));
        }
        cards::remove(&mut self.pile, card)?;
        self.hands[seat].push(card);
        Ok(Some(card))
    }

    /// Several cards, or as many as there are. False if the hand has ended.
    pub fn draw_many(&mut self, seat: usize, count: u32, reason: &str) -> Res<bool> {
        for _ in 0..count {
            if self.draw_one(seat, reason, false)?.is_none() {
                break;
            }
        }
        Ok(self.phase != "over")
    }

    /// What is owed to a last card; it never ends the hand.
    pub fn final_draw(&mut self, seat: usize, count: u32) -> Res {
        for _ in 0..count {
            if self.draw_one(seat, "penalty", true)?.is_none() {
                break;
            }
        }
        Ok(())
    }

    /// `draw` on a turn or after an unplayable card.
    pub fn voluntary_draw(&mut self) -> Res {
        let seat = self.seat;
        loop {
            let Some(card) = self.draw_one(seat, "turn", false)? else {
                if self.phase != "over" {
                    self.pass_on(seat);
                }
                return Ok(());
            };
            self.drawn = Some(card);
            if self.o.draw_count != "until_playable" || self.playable(seat, card, true) {
                break;
            }
        }
        self.phase = "drawn";
        Ok(())
    }

    /// The turn ends without a play.
    pub fn pass_on(&mut self, seat: usize) {
        let next = self.next(seat);
        self.begin_turn(next);
    }

    /// The lowest hand wins (section 9; ties: section 14).
    pub fn end_by_points(&mut self) {
        let count = |s: &usize| (self.points()[*s], self.hands[*s].len());
        let live = self.live_seats();
        let least = live.iter().map(count).min().unwrap();
        let lowest: Vec<usize> = live.iter().copied().filter(|s| count(s) == least).collect();
        match lowest[..] {
            [one] => self.end("won", Some(one)),
            _ => self.end("void", None),
        }
    }
}
