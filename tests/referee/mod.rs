//! An outsider who referees transcripts: it knows cards and rules from the rule book and nothing of the engine.
//! It covers hands with the cards and turns of the 108-card sheet, stacking of Draw Twos included.

use serde_json::Value;

/// The table as the events tell it.
struct Table {
    hands: Vec<Vec<String>>,
    pile: usize,
    discards: Vec<String>,
    color: Option<char>,
    clockwise: bool,
    /// Who may be asked next in phase `turn`; unknown right after the deal and while a challenge is decided.
    next: Option<usize>,
    /// Cards that the next `drew` owes.
    owed: Option<(usize, usize)>,
    totals: Vec<i64>,
}

/// Checks a whole transcript.
pub fn check(events: &[Value]) {
    let mut table: Option<Table> = None;
    for event in events {
        match event["event"].as_str().unwrap() {
            "deal" => {
                assert!(table.is_none(), "a hand begins within another");
                table = Some(Table::dealt(event));
            }
            "scored" => table.take().unwrap().scored(event),
            kind => {
                let table = table.as_mut().expect("a hand is under way");
                match kind {
                    "ask" => table.asked(event),
                    "drew" => table.drew(event),
                    "reshuffled" => table.reshuffled(event),
                    "out" => assert!(table.hands[seat(event)].is_empty()),
                    other => panic!("unexpected event {other}"),
                }
                table.conserves();
            }
        }
    }
    assert!(table.is_none(), "the last hand has no end");
}

impl Table {
    fn dealt(event: &Value) -> Table {
        let first = event["first"].as_str().unwrap().to_string();
        let table = Table {
            hands: event["hands"]
                .as_array()
                .unwrap()
                .iter()
                .map(texts)
                .collect(),
            pile: event["pile"].as_u64().unwrap() as usize,
            color: color_of(&first),
            clockwise: !is_reverse(&first),
            discards: vec![first],
            next: None,
            owed: None,
            totals: numbers(&event["totals"]),
        };
        let size = event["rules"]["setup"]["hand_size"].as_u64().unwrap() as usize;
        assert!(table.hands.iter().all(|hand| hand.len() == size));
        assert_eq!(
            event["players"].as_array().unwrap().len(),
            table.hands.len()
        );
        table.conserves();
        table
    }

    fn asked(&mut self, event: &Value) {
        let (seat, phase) = (seat(event), event["phase"].as_str().unwrap());
        let legal = texts(&event["legal"]);
        let action = event["action"].as_str().unwrap();
        assert!(legal.iter().any(|text| text == action), "{event}");
        assert_eq!(event["forced"] == true, legal.len() == 1, "{event}");
        if phase == "turn" {
            if let Some(next) = self.next {
                assert_eq!(seat, next, "{event}");
            }
            self.check_plays(seat, &legal);
        }
        match action {
            "draw" => self.next = None,
            "keep" | "pass" if phase != "catch" => self.next = Some(self.after(seat, 1)),
            "take" => self.next = Some(self.after(seat, 1)),
            "challenge" => self.next = None,
            "uno" | "silent" | "catch" | "pass" => {}
            named if named.starts_with("color:") => self.color = named.chars().last(),
            card => self.plays(seat, card),
        }
    }

    /// Exactly the cards that match are legal; a Wild Draw Four has conditions of its own.
    fn check_plays(&self, seat: usize, legal: &[String]) {
        let top = self.discards.last().unwrap();
        let fits = |card: &str| {
            card.starts_with('W')
                || color_of(card) == self.color
                || !top.starts_with('W') && card[1..] == top[1..]
        };
        for card in self.hands[seat].iter().filter(|card| *card != "W+4") {
            let listed = legal
                .iter()
                .any(|text| text.split(':').next() == Some(card));
            assert_eq!(
                listed,
                fits(card),
                "seat {seat}, {card} on {top}: {legal:?}"
            );
        }
    }

    fn plays(&mut self, seat: usize, action: &str) {
        let card = action.split(':').next().unwrap();
        let hand = &mut self.hands[seat];
        let at = hand
            .iter()
            .position(|held| held == card)
            .expect("a card in hand is played");
        hand.remove(at);
        self.color = color_of(card).or(action
            .split(':')
            .nth(1)
            .and_then(|color| color.chars().next()));
        self.discards.push(card.to_string());
        let reverses = is_reverse(card);
        if reverses {
            self.clockwise = !self.clockwise;
        }
        let skips = card.ends_with('S') || reverses && self.hands.len() == 2;
        // Whoever pays a penalty, or answers it, moves the turn on.
        self.next = if card.contains('+') {
            None
        } else {
            Some(self.after(seat, if skips { 2 } else { 1 }))
        };
        if card.contains('+') {
            self.owed = Some((self.after(seat, 1), 2));
        }
    }

    fn drew(&mut self, event: &Value) {
        let (seat, cards) = (seat(event), texts(&event["cards"]));
        assert!(!cards.is_empty() && cards.len() <= self.pile, "{event}");
        self.pile -= cards.len();
        let reason = event["reason"].as_str().unwrap();
        match reason {
            "turn" => assert_eq!(cards.len(), 1),
            "penalty" => {
                let (victim, least) = self.owed.take().expect("a penalty is owed");
                assert!(
                    seat == victim && (cards.len() >= least || self.pile == 0),
                    "{event}"
                );
                self.next = Some(self.after(seat, 1));
            }
            "challenge" | "first_card" => self.owed = None,
            "uno" => {}
            other => panic!("unexpected reason {other}"),
        }
        self.hands[seat].extend(cards);
    }

    fn reshuffled(&mut self, event: &Value) {
        let top = self.discards.pop().unwrap();
        assert_eq!(
            event["cards"].as_u64().unwrap() as usize,
            self.discards.len()
        );
        self.pile += self.discards.len();
        self.discards = vec![top];
    }

    fn scored(self, event: &Value) {
        let hands: Vec<Vec<String>> = event["hands"]
            .as_array()
            .unwrap()
            .iter()
            .map(texts)
            .collect();
        let sorted = |hand: &Vec<String>| {
            let mut hand = hand.clone();
            hand.sort_unstable();
            hand
        };
        let points: Vec<i64> = hands
            .iter()
            .map(|hand| hand.iter().map(|card| worth(card)).sum())
            .collect();
        assert_eq!(numbers(&event["points"]), points);
        for (told, held) in hands.iter().zip(&self.hands) {
            assert_eq!(sorted(told), sorted(held));
        }
        let winner = event["winner"].as_u64().expect("the hand is won") as usize;
        assert!(hands[winner].is_empty() && event["outcome"] == "won");
        let scores = numbers(&event["scores"]);
        let totals = numbers(&event["totals"]);
        for seat in 0..hands.len() {
            let score = if seat == winner {
                points.iter().sum()
            } else {
                0
            };
            assert_eq!(
                (scores[seat], totals[seat]),
                (score, self.totals[seat] + score)
            );
        }
    }

    fn after(&self, seat: usize, steps: usize) -> usize {
        let seats = self.hands.len();
        let step = if self.clockwise { 1 } else { seats - 1 };
        (seat + steps * step) % seats
    }

    fn conserves(&self) {
        let held: usize = self.hands.iter().map(Vec::len).sum();
        assert_eq!(held + self.pile + self.discards.len(), 108);
    }
}

fn seat(event: &Value) -> usize {
    event["seat"].as_u64().unwrap() as usize
}

fn texts(list: &Value) -> Vec<String> {
    list.as_array()
        .unwrap()
        .iter()
        .map(|text| text.as_str().unwrap().to_string())
        .collect()
}

fn numbers(list: &Value) -> Vec<i64> {
    list.as_array()
        .unwrap()
        .iter()
        .map(|number| number.as_i64().unwrap())
        .collect()
}

fn color_of(card: &str) -> Option<char> {
    card.chars().next().filter(|letter| *letter != 'W')
}

fn is_reverse(card: &str) -> bool {
    !card.starts_with('W') && card.ends_with('R')
}

fn worth(card: &str) -> i64 {
    match card.chars().last().and_then(|last| last.to_digit(10)) {
        _ if card.starts_with('W') => 50,
        Some(number) if !card.contains('+') => i64::from(number),
        _ => 20,
    }
}
