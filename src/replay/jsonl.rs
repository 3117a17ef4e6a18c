//! A game as events, one JSON object a line (docs/transcripts.md): enough for an outsider to referee it.

use serde_json::{Value, json};
use std::io::Write;
use unosim_engine::{Action, Chance, Face, Game, Reason, Verdict, Witness};

use super::{Lines, Subject, Teller, seats_in};

/// Writes the events.
pub(super) struct Jsonl<'a, W: Write> {
    subject: Subject<'a>,
    lines: Lines<W>,
    hand: u32,
}

impl<'a, W: Write> Jsonl<'a, W> {
    pub(super) fn new(subject: Subject<'a>, out: W) -> Self {
        Jsonl {
            subject,
            lines: Lines::new(out),
            hand: 0,
        }
    }

    fn event(&mut self, event: &Value) {
        self.lines.line(&event.to_string());
    }
}

impl<W: Write> Witness for Jsonl<'_, W> {
    fn dealt(&mut self, game: &Game) {
        let under = game.discard_set().faces();
        let mut buried = under;
        if let Some(at) = buried.iter().position(|face| *face == game.top()) {
            buried.remove(at);
        }
        let out: Vec<usize> = (0..game.seats())
            .filter(|seat| !game.is_live(*seat))
            .collect();
        let sitting: Vec<usize> = self.subject.sitting(self.hand).players().collect();
        let players: Vec<&str> = sitting
            .iter()
            .map(|player| self.subject.players[*player].as_str())
            .collect();
        let event = json!({
            "event": "deal",
            "hand": self.hand,
            "rules": self.subject.rules,
            "seed": self.subject.seed,
            "deal": self.subject.deal,
            "players": players,
            "sitting": sitting,
            "dealer": game.dealer(),
            "hands": hands(game),
            "first": game.top().name(),
            "pile": game.pile(),
            "totals": game.totals(),
            "out": out,
            "buried": names(&buried),
        });
        self.event(&event);
    }

    fn drew(&mut self, seat: usize, cards: &[Face], reason: Reason) {
        let event = json!({ "event": "drew", "seat": seat, "cards": names(cards), "reason": reason.name() });
        self.event(&event);
    }

    fn reshuffled(&mut self, cards: usize) {
        self.event(&json!({ "event": "reshuffled", "cards": cards }));
    }

    fn random(&mut self, what: Chance) {
        let event = match what {
            Chance::JumpIn { seat } => {
                json!({ "event": "random", "what": "jump_in", "seat": seat })
            }
            Chance::Slap { seat } => json!({ "event": "random", "what": "slap", "seat": seat }),
            Chance::Color { color } => {
                json!({ "event": "random", "what": "color", "color": color.letter().to_string() })
            }
            Chance::Trade { seat, gives, gets } => json!({
                "event": "random", "what": "trade", "seat": seat, "gives": names(&gives), "gets": names(&gets)
            }),
            Chance::ShuffleHands { hands } => {
                let hands: Vec<Vec<&str>> = hands.iter().map(|hand| names(hand)).collect();
                json!({ "event": "random", "what": "shuffle_hands", "hands": hands })
            }
        };
        self.event(&event);
    }

    fn out(&mut self, seat: usize) {
        self.event(&json!({ "event": "out", "seat": seat }));
    }

    fn ask(&mut self, game: &Game, action: Action, forced: bool) {
        let legal = game.legal();
        let mut event = json!({
            "event": "ask",
            "turn": game.turns(),
            "seat": game.seat(),
            "phase": game.phase().name(),
            "legal": game.action_texts(legal),
            "action": game.action_text(action),
        });
        if forced {
            event["forced"] = true.into();
        }
        if !legal.contains(action) {
            event["misplay"] = true.into();
        }
        self.event(&event);
    }
}

impl<W: Write> Teller for Jsonl<'_, W> {
    fn subject(&self) -> &Subject<'_> {
        &self.subject
    }

    fn scored(&mut self, game: &Game, totals: &[i32], verdict: Verdict) {
        let seats = game.seats();
        let sitting = self.subject.sitting(self.hand);
        let totals: Vec<i32> = sitting.players().map(|player| totals[player]).collect();
        let mut event = json!({
            "event": "scored",
            "winner": game.winner(),
            "outcome": game.outcome().map(|outcome| outcome.name()),
            "hands": hands(game),
            "points": game.points()[..seats],
            "scores": game.scores()[..seats],
            "totals": totals,
            "match_over": verdict.over,
        });
        if verdict.over {
            event["match_winner"] = seats_in(verdict.winners).into();
        }
        self.event(&event);
        self.hand += 1;
    }

    fn finish(&mut self) -> std::io::Result<()> {
        self.lines.finish()
    }
}

fn names(faces: &[Face]) -> Vec<&'static str> {
    faces.iter().map(|face| face.name()).collect()
}

fn hands(game: &Game) -> Vec<Vec<&'static str>> {
    (0..game.seats())
        .map(|seat| names(&game.hand(seat).faces()))
        .collect()
}
