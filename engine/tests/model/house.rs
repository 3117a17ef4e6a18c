//! Between a play and its effect: swaps, slaps, UNO, jump-in (section 4, steps 4 and 5; sections 7 and 8).

use super::cards::{self, Card};
use super::chance::Random;
use super::state::{Mode, Model, Res};

impl Model {
    /// Step 4: what the cards laid do to hands.
    pub fn start_swaps(&mut self) -> Res {
        let play = self.play.clone().unwrap();
        self.seat = play.seat;
        if play.mode == Mode::Claim || play.mode == Mode::Answer {
            return self.after_swaps();
        }
        let laid = |n: u32| play.laid.iter().any(|c| cards::number(c) == Some(n));
        let top = cards::number(self.top());
        let kind = match (laid(0), laid(7)) {
            (true, true) if top == Some(7) => self.o.swap_seven.clone(),
            (true, _) => self.o.swap_zero.clone(),
            (_, true) => self.o.swap_seven.clone(),
            _ => "off".to_string(),
        };
        let card = play.laid[0];
        let kind = match self.blank_effect(card) {
            Some("swap_hands") => "blank".to_string(),
            Some("shuffle_hands") => return self.shuffle_hands(),
            _ => kind,
        };
        self.play.as_mut().unwrap().swap = kind.clone();
        if matches!(play.function.as_deref(), Some("look" | "trade")) {
            self.phase = "target";
            return Ok(());
        }
        match kind.as_str() {
            "off" => self.after_swaps(),
            "next" | "rotate" if !self.o.swap_optional => self.swap_with(self.next(play.seat)),
            _ => {
                self.phase = "swap";
                Ok(())
            }
        }
    }

    /// The exchange, with the seat that was chosen.
    pub fn swap_with(&mut self, other: usize) -> Res {
        let play = self.play.clone().unwrap();
        let seat = play.seat;
        let mut swapped = vec![seat, other];
        if let Some(function) = play.function {
            if function == "trade" {
                self.trade(seat, other)?;
            }
            return self.after_swaps();
        }
        if play.swap == "rotate" {
            let mut given = self.hands.clone();
            for from in self.live_seats() {
                given[self.next(from)] = self.hands[from].clone();
            }
            self.hands = given;
            swapped = self.live_seats();
        } else {
            self.hands.swap(seat, other);
        }
        self.play.as_mut().unwrap().swapped = swapped;
        self.after_swaps()
    }

    fn trade(&mut self, seat: usize, other: usize) -> Res {
        let count = 3.min(self.hands[seat].len()).min(self.hands[other].len());
        if self.alone {
            let first = |seat: usize| self.hands[seat][..count].to_vec();
            let trade = Random::Trade(other, first(seat), first(other));
            self.chance.random.push_back(trade);
        }
        match self.chance.random.pop_front() {
            Some(Random::Trade(with, gives, gets))
                if with == other && gives.len() == count && gets.len() == count =>
            {
                for card in &gives {
                    cards::remove(&mut self.hands[seat], card)?;
                }
                for card in &gets {
                    cards::remove(&mut self.hands[other], card)?;
                }
                self.hands[seat].extend(&gets);
                self.hands[other].extend(&gives);
                Ok(())
            }
            said => Err(format!(
                "{count} cards are traded with seat {other}, not {said:?}"
            )),
        }
    }

    fn shuffle_hands(&mut self) -> Res {
        let seat = self.play.as_ref().unwrap().seat;
        let pool: Vec<Card> = self
            .live_seats()
            .iter()
            .flat_map(|s| self.hands[*s].clone())
            .collect();
        let mut sizes = vec![0; self.seats];
        let mut to = seat;
        for _ in &pool {
            to = self.next(to);
            sizes[to] += 1;
        }
        if self.alone {
            let mut rest = pool.clone();
            let hands = sizes.iter().map(|size| rest.split_off(rest.len() - size));
            let hands = hands.collect();
            self.chance.random.push_back(Random::ShuffleHands(hands));
        }
        match self.chance.random.pop_front() {
            Some(Random::ShuffleHands(hands)) => {
                let dealt: Vec<Card> = hands.iter().flatten().copied().collect();
                let lengths: Vec<usize> = hands.iter().map(Vec::len).collect();
                if cards::sorted(&dealt) != cards::sorted(&pool) || lengths != sizes {
                    return Err(format!("{pool:?} cannot be dealt out as {hands:?}"));
                }
                self.hands = hands;
            }
            said => return Err(format!("all hands are shuffled, not {said:?}")),
        }
        self.play.as_mut().unwrap().swapped = self.live_seats();
        self.phase = "color";
        self.color_for = "shuffle";
        Ok(())
    }

    /// Slaps, then UNO.
    pub fn after_swaps(&mut self) -> Res {
        let play = self.play.clone().unwrap();
        let zero = play.laid.iter().any(|c| cards::number(c) == Some(0));
        let blank = self.blank_effect(play.laid[0]) == Some("slap");
        let plain = play.mode != Mode::Claim && play.mode != Mode::Answer;
        if plain && (blank || (zero && self.o.slap_zero)) {
            let others = self.others(play.seat);
            if self.alone {
                self.chance.random.push_back(Random::Slap(others[0]));
            }
            let slapped = match (self.chance.random.front(), &others[..]) {
                (Some(Random::Slap(seat)), _) => *seat,
                (_, [only]) => *only,
                (said, _) => return Err(format!("a seat is slapped, not {said:?}")),
            };
            if matches!(self.chance.random.front(), Some(Random::Slap(_))) {
                self.chance.random.pop_front();
            }
            if !others.contains(&slapped) {
                return Err(format!("seat {slapped} cannot be slapped"));
            }
            if !self.draw_many(slapped, 2, "slap")? {
                return Ok(());
            }
        }
        self.uno_is_due()
    }

    /// Step 5: whose call is due (section 7).
    fn uno_is_due(&mut self) -> Res {
        let play = self.play.clone().unwrap();
        self.due.clear();
        let due = |model: &Model, seat: usize| {
            let hand = &model.hands[seat];
            let twins = hand.len() > 1 && hand.iter().all(|c| *c == hand[0]);
            hand.len() == 1 || (model.o.uno_twins && twins)
        };
        let must = self.o.uno_after_swap == "must_call";
        if self.o.uno_call == "decide" && play.mode != Mode::JumpSum {
            if due(self, play.seat) && (must || !play.swapped.contains(&play.seat)) {
                self.due.push(play.seat);
            }
            for seat in self.others(play.seat) {
                if must && play.swapped.contains(&seat) && due(self, seat) {
                    self.due.push(seat);
                }
            }
        }
        self.ask_for_call()
    }

    fn ask_for_call(&mut self) -> Res {
        match self.due.first() {
            Some(seat) => {
                self.seat = *seat;
                self.phase = "uno";
                Ok(())
            }
            None => self.ask_jumpers(),
        }
    }

    /// `uno` or `silent`.
    pub fn call(&mut self, called: bool) -> Res {
        let seat = self.due[0];
        self.called = called;
        if !called && self.hands[seat].len() > 1 {
            self.silent_twins[seat] = Some(cards::sorted(&self.hands[seat]));
        }
        self.catchers = self.others(seat);
        if called && !self.o.uno_errors {
            self.catchers.clear();
        }
        self.ask_catchers()
    }

    fn ask_catchers(&mut self) -> Res {
        match self.catchers.first() {
            Some(seat) => {
                self.seat = *seat;
                self.phase = "catch";
                Ok(())
            }
            None => {
                self.due.remove(0);
                self.ask_for_call()
            }
        }
    }

    /// `catch` or `pass`.
    pub fn catch(&mut self, accuses: bool) -> Res {
        let accuser = self.catchers.remove(0);
        if accuses {
            self.catchers.clear();
            let (seat, cards) = if self.called {
                (accuser, self.o.false_catch)
            } else {
                (self.due[0], self.o.uno_penalty)
            };
            if !self.draw_many(seat, cards, "uno")? {
                return Ok(());
            }
        }
        self.ask_catchers()
    }

    /// Who may play out of turn, in order of play (section 8).
    pub fn ask_jumpers(&mut self) -> Res {
        let play = self.play.as_ref().unwrap();
        self.willing.clear();
        self.jumpers = match play.mode {
            Mode::Answer | Mode::Claim => Vec::new(),
            _ if self.live_seats().len() <= 1 => Vec::new(),
            _ => self.others(play.seat),
        };
        self.ask_next_jumper()
    }

    fn ask_next_jumper(&mut self) -> Res {
        while let Some(seat) = self.jumpers.first().copied() {
            if self.legal_to_jump_in(seat).len() > 1 {
                self.seat = seat;
                self.phase = "jump_in";
                return Ok(());
            }
            self.jumpers.remove(0);
        }
        if self.willing.is_empty() {
            return if self.ending {
                self.final_part()
            } else {
                self.commit()
            };
        }
        let mut jumper = self.willing[0].clone();
        if self.willing.len() > 1 {
            if self.alone {
                self.chance.random.push_back(Random::JumpIn(jumper.0));
            }
            let said = self.chance.random.pop_front();
            let Some(Random::JumpIn(seat)) = said else {
                return Err(format!("one of {:?} jumps in, not {said:?}", self.willing));
            };
            let found = self.willing.iter().find(|w| w.0 == seat);
            jumper = found.ok_or(format!("seat {seat} was not willing"))?.clone();
        }
        self.jump(jumper.0, &jumper.1)
    }

    /// The card, or `pass`.
    pub fn answer_to_jump(&mut self, text: &str) -> Res {
        let seat = self.jumpers.remove(0);
        if text == "pass" {
            return self.ask_next_jumper();
        }
        if self.o.jump_race == "random" {
            self.willing.push((seat, text.to_string()));
            return self.ask_next_jumper();
        }
        self.jump(seat, text)
    }

    fn jump(&mut self, seat: usize, text: &str) -> Res {
        let name = text.split(':').next().unwrap();
        let same = name == self.top() && self.o.jump_cards != "off";
        let numbers_only = self.o.jump_cards == "numbers" && cards::number(name).is_none();
        let mode = if same && !numbers_only {
            Mode::Jump
        } else {
            Mode::JumpSum
        };
        self.lay(seat, text, mode)
    }
}
