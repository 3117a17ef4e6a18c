//! What may be done in each phase, as texts.

use super::cards::{self, COLORS, Card};
use super::state::{Mode, Model};
use std::collections::BTreeSet;

impl Model {
    /// Every legal action, error actions included.
    pub fn legal(&self) -> BTreeSet<String> {
        let mut legal = BTreeSet::new();
        let mut say = |text: &str| {
            legal.insert(text.to_string());
        };
        match self.phase {
            "turn" => return self.legal_on_turn(),
            "drawn" => return self.legal_after_drawing(),
            "penalty" => return self.legal_answers(),
            "extend" => return self.legal_to_add(),
            "jump_in" => return self.legal_to_jump_in(self.seat),
            "top" => {
                let laid = &self.play.as_ref().unwrap().laid;
                laid.iter().for_each(|card| say(&format!("top:{card}")));
            }
            "swap" => {
                let play = self.play.as_ref().unwrap();
                if play.swap == "swap" || play.swap == "blank" {
                    let others = self.others(self.seat);
                    others.iter().for_each(|seat| say(&format!("seat:{seat}")));
                } else {
                    say(&format!("seat:{}", self.next(self.seat)));
                }
                if self.o.swap_optional && play.swap != "blank" {
                    say("decline");
                }
            }
            "target" => {
                let others = self.others(self.seat);
                others.iter().for_each(|seat| say(&format!("seat:{seat}")));
            }
            "color" => COLORS.iter().for_each(|c| say(&format!("color:{c}"))),
            "face_down" => self.hands[self.seat].iter().for_each(|card| say(card)),
            "uno" => ["uno", "silent"].into_iter().for_each(say),
            "catch" => ["catch", "pass"].into_iter().for_each(say),
            _ => {}
        }
        legal
    }

    /// Whether a card has the color in force or the symbol of the top card, or is a wild (section 3).
    pub fn fits(&self, card: &str) -> bool {
        let same_symbol = cards::symbol(card).is_some_and(|s| cards::symbol(self.top()) == Some(s));
        cards::is_wild(card)
            || self.color.is_none()
            || cards::color(card) == self.color
            || same_symbol
    }

    /// Whether a Wild Draw Four is legal in that hand (section 6).
    pub fn four_is_legal(&self, seat: usize) -> bool {
        let of_color = |c: &Card| self.color.is_some() && cards::color(c) == self.color;
        let top = cards::symbol(self.top());
        let of_symbol = |c: &Card| top.is_some() && cards::symbol(c) == top;
        match self.o.legality.as_str() {
            "no_color" => !self.hands[seat].iter().any(of_color),
            "no_playable" => !self.hands[seat].iter().any(|c| of_color(c) || of_symbol(c)),
            _ => true,
        }
    }

    /// Whether a card of that kind is barred as the last one (section 3).
    pub fn banned(&self, card: &str) -> bool {
        let kind = match cards::symbol(card) {
            Some("S") => "skip",
            Some("R") => "reverse",
            Some("+2") => "draw_two",
            None if card == "W+4" => "wild_draw_four",
            None => "wild",
            _ => return false,
        };
        self.o.ban.iter().any(|b| b == kind)
    }

    /// Whether the card would be the last of that hand and may not be.
    pub fn barred(&self, seat: usize, card: &str) -> bool {
        self.hands[seat].len() == 1 && self.banned(card)
    }

    /// Whether a card in hand may be played openly on a turn.
    pub fn playable(&self, seat: usize, card: &str, _drawn: bool) -> bool {
        if card == "W+4" && (self.o.face_down || !(self.o.bluff || self.four_is_legal(seat))) {
            return false;
        }
        self.fits(card) && !self.barred(seat, card)
    }

    /// The texts that play a card; `functions`: whether a Wild may look and trade.
    pub fn texts(&self, seat: usize, card: &str, functions: bool) -> Vec<String> {
        if !cards::is_wild(card) {
            return vec![card.to_string()];
        }
        if matches!(self.blank_effect(card), Some("slap" | "shuffle_hands")) {
            return vec![format!("{card}:-")];
        }
        let last = self.hands[seat].len() == 1;
        if (last || self.ending) && !self.goes_on_without(usize::from(last)) {
            return vec![card.to_string()];
        }
        let mut texts: Vec<String> = COLORS.iter().map(|c| format!("{card}:{c}")).collect();
        if card == "W" && functions && !last {
            let more = self.o.wild_functions.iter().filter(|f| *f != "color");
            texts.extend(more.map(|f| format!("W:{f}")));
        }
        texts
    }

    /// Whether the seat could lay a card face down (section 6).
    fn can_claim(&self, seat: usize) -> bool {
        let hand = &self.hands[seat];
        match hand.len() {
            0 => false,
            1 => hand[0] == "W+4" && !self.banned("W+4"),
            _ => true,
        }
    }

    fn legal_on_turn(&self) -> BTreeSet<String> {
        let seat = self.seat;
        let mut legal = BTreeSet::new();
        for card in &self.hands[seat] {
            if self.playable(seat, card, false) {
                legal.extend(self.texts(seat, card, true));
            }
        }
        if self.o.face_down && self.can_claim(seat) {
            legal.extend(COLORS.iter().map(|c| format!("claim:{c}")));
        }
        if legal.is_empty() && !self.can_draw() {
            legal.insert("pass".into());
        }
        if self.can_draw() && (self.o.may_decline || legal.is_empty()) {
            legal.insert("draw".into());
        }
        if self.o.uno_errors && self.o.uno_call == "decide" && !self.erred {
            legal.insert("uno".into());
        }
        legal
    }

    fn legal_after_drawing(&self) -> BTreeSet<String> {
        let seat = self.seat;
        let card = self.drawn.unwrap();
        let mut legal = BTreeSet::new();
        if !self.playable(seat, card, true) {
            if self.o.draw_count == "until_playable_optional" && self.can_draw() {
                legal.insert("draw".into());
            }
            legal.insert("keep".into());
            return legal;
        }
        if self.o.drawn_card != "keep" {
            legal.extend(self.texts(seat, card, true));
        }
        if self.o.drawn_card != "must_play" {
            legal.insert("keep".into());
        }
        legal
    }

    /// Phase `extend` (section 8: several cards in one turn, sum to ten, sum jump-in).
    fn legal_to_add(&self) -> BTreeSet<String> {
        let play = self.play.as_ref().unwrap();
        if play.mode == Mode::JumpSum {
            return self.legal_to_complete_sum(play);
        }
        let mut legal = BTreeSet::from(["done".to_string()]);
        let hand = &self.hands[play.seat];
        for card in hand {
            if self.may_be_added(card) && !self.barred(play.seat, card) {
                legal.extend(self.texts(play.seat, card, false));
            }
        }
        legal
    }

    fn may_be_added(&self, card: &str) -> bool {
        let play = self.play.as_ref().unwrap();
        let first = play.laid[0];
        let numbers = |a: &str, b: &str| cards::number(a).zip(cards::number(b));
        let ten = |a: &str, b: &str| {
            cards::color(a) == cards::color(b)
                && numbers(a, b).is_some_and(|(x, y)| x + y == 10 && x > 0 && y > 0)
        };
        if self.o.sum_to_ten && play.laid.len() == 2 && ten(play.laid[0], play.laid[1]) {
            return false;
        }
        if self.o.sum_to_ten && play.laid.len() == 1 && ten(first, card) {
            return true;
        }
        if self.o.multi_max > 0 && play.laid.len() >= self.o.multi_max as usize {
            return false;
        }
        if play.uncalled_twins {
            return false;
        }
        match self.o.multi_same.as_str() {
            "identical" => card == first,
            "symbol" if cards::is_wild(card) => card == first,
            "symbol" => cards::symbol(card) == cards::symbol(first),
            _ => false,
        }
    }

    /// Phase `jump_in`; only `pass` if the seat has nothing to jump in with.
    pub fn legal_to_jump_in(&self, seat: usize) -> BTreeSet<String> {
        let mut legal = BTreeSet::from(["pass".to_string()]);
        if self.covered {
            return legal;
        }
        let top = self.top();
        let allowed = match self.o.jump_cards.as_str() {
            "numbers" => cards::number(top).is_some(),
            "colored" => !cards::is_wild(top),
            "all" => !cards::is_wild(top) || top == "W" || top == "W+4",
            _ => false,
        };
        let four = top == "W+4" && !(self.o.bluff || self.four_is_legal(seat));
        if allowed && !four && self.hands[seat].contains(&top) && !self.barred(seat, top) {
            legal.extend(self.texts(seat, top, false));
        }
        if let Some(sum) = cards::number(top).filter(|_| self.o.jump_sum) {
            for (at, card) in self.hands[seat].iter().enumerate() {
                let mut rest = self.hands[seat].clone();
                rest.swap_remove(at);
                if self.sum_card(card, top)
                    && cards::number(card).unwrap() <= sum
                    && self.sum_can_be(&rest, sum - cards::number(card).unwrap(), top, 1)
                {
                    legal.insert(card.to_string());
                }
            }
        }
        legal
    }

    /// Whether the card may be part of a sum that answers `top`.
    fn sum_card(&self, card: &str, top: &str) -> bool {
        let color = !self.o.sum_same_color || cards::color(card) == cards::color(top);
        cards::number(card).is_some() && color
    }

    /// Whether cards of the list can add up to the rest of the sum, at least so many of them.
    fn sum_can_be(&self, hand: &[Card], rest: u32, top: &str, at_least: usize) -> bool {
        let usable: Vec<Card> = hand
            .iter()
            .copied()
            .filter(|c| self.sum_card(c, top))
            .collect();
        if self.o.sum_only_to_win {
            let total: u32 = usable.iter().filter_map(|c| cards::number(c)).sum();
            return usable.len() == hand.len() && total == rest && hand.len() >= at_least;
        }
        if rest == 0 && at_least == 0 {
            return true;
        }
        usable.iter().enumerate().any(|(at, card)| {
            let number = cards::number(card).unwrap();
            let left = at_least.saturating_sub(1);
            number <= rest && self.sum_can_be(&usable[at + 1..], rest - number, top, left)
        })
    }

    fn legal_to_complete_sum(&self, play: &super::state::Play) -> BTreeSet<String> {
        let mut legal = BTreeSet::new();
        let laid: u32 = play.laid.iter().filter_map(|c| cards::number(c)).sum();
        let rest = play.sum.unwrap() - laid;
        let top = play.before.0;
        let hand = &self.hands[play.seat];
        let complete = rest == 0 && play.laid.len() >= 2;
        if complete && (hand.is_empty() || !self.o.sum_only_to_win) {
            legal.insert("done".into());
        }
        for (at, card) in hand.iter().enumerate() {
            let mut others = hand.clone();
            others.swap_remove(at);
            let number = cards::number(card).unwrap_or(99);
            if self.sum_card(card, top)
                && number <= rest
                && self.sum_can_be(&others, rest - number, top, 0)
            {
                legal.insert(card.to_string());
            }
        }
        legal
    }
}
