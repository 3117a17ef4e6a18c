//! A game as a story for people: one line a deed, colors on a terminal.

use owo_colors::OwoColorize;
use std::io::Write;
use unosim_engine::rules::MatchFormat;
use unosim_engine::{
    Action, Cards, Chance, Color, Face, Game, Kind, Phase, Reason, Verdict, Witness,
};

use super::{Lines, Subject, Teller, seats_in};

/// Writes the story.
pub(super) struct Text<'a, W: Write> {
    subject: Subject<'a>,
    lines: Lines<W>,
    colors: bool,
    hand: u32,
    /// The turn whose number the next line shows, once.
    turn: Option<u32>,
}

impl<'a, W: Write> Text<'a, W> {
    pub(super) fn new(subject: Subject<'a>, out: W, colors: bool) -> Self {
        Text {
            subject,
            lines: Lines::new(out),
            colors,
            hand: 0,
            turn: None,
        }
    }

    /// A player's strategy, with the player's number where seats change.
    fn name(&self, player: usize) -> String {
        let strategy = &self.subject.players[player];
        match self.subject.schedule.len() {
            1 => strategy.clone(),
            _ => format!("player {player} {strategy}"),
        }
    }

    fn sitter(&self, seat: usize) -> String {
        self.name(self.subject.sitting(self.hand).player(seat))
    }

    /// `seat 2 greedy`, padded so that the deeds stand below each other.
    fn who(&self, seat: usize) -> String {
        format!("seat {seat} {:<1$}", self.sitter(seat), self.widest())
    }

    fn widest(&self) -> usize {
        let players = 0..self.subject.players.len();
        players
            .map(|p| self.name(p).chars().count())
            .max()
            .unwrap_or(0)
    }

    fn deed(&mut self, seat: usize, deed: &str) {
        let turn = self
            .turn
            .take()
            .map_or(String::new(), |turn| format!("turn {turn}"));
        let line = format!("{turn:<9} {}  {deed}", self.who(seat));
        self.lines.line(&line);
    }

    fn aside(&mut self, text: &str) {
        let line = format!("{:<9} {text}", "");
        let line = if self.colors {
            line.dimmed().to_string()
        } else {
            line
        };
        self.lines.line(&line);
    }

    fn in_color(&self, text: &str, color: Option<Color>) -> String {
        match (self.colors, color) {
            (false, _) => text.to_string(),
            (true, Some(Color::Red)) => text.red().to_string(),
            (true, Some(Color::Yellow)) => text.yellow().to_string(),
            (true, Some(Color::Green)) => text.green().to_string(),
            (true, Some(Color::Blue)) => text.blue().to_string(),
            (true, None) => text.magenta().to_string(),
        }
    }

    fn card(&self, face: Face) -> String {
        self.in_color(face.name(), face.color())
    }

    fn cards(&self, faces: &[Face]) -> String {
        let cards: Vec<String> = faces.iter().map(|face| self.card(*face)).collect();
        if cards.is_empty() {
            "nothing".into()
        } else {
            cards.join(" ")
        }
    }

    fn named(&self, color: Color) -> String {
        let name = ["red", "yellow", "green", "blue"][color as usize];
        self.in_color(name, Some(color))
    }

    /// What is done, or nothing where another line tells it.
    fn told(&self, game: &Game, action: Action, forced: bool) -> Option<String> {
        if !game.legal().contains(action) {
            return Some(format!(
                "tries {}, which is not legal",
                game.action_text(action)
            ));
        }
        if let Some(face) = action.face() {
            return Some(self.played(game, action, face));
        }
        if let Some(color) = action.named_color() {
            let color = self.named(color);
            return Some(match game.phase() {
                Phase::Color => format!("names {color}"),
                _ => format!("claims a W+4, naming {color}"),
            });
        }
        if action.places().is_some() {
            let text = game.action_text(action);
            return Some(format!("chooses {}", text.replace(':', " ")));
        }
        Some(match (action, game.phase()) {
            (Action::DRAW, Phase::Penalty) if !forced => {
                format!("takes the penalty of {}", game.pending())
            }
            (Action::DRAW, _) => return None,
            (Action::CHALLENGE, _) => format!("challenges the {}", self.card(game.top())),
            (Action::UNO, phase) if game.errors().contains(action) => match phase {
                Phase::Catch => "accuses a seat that did call".into(),
                _ => "calls UNO for nothing".into(),
            },
            (Action::UNO, Phase::Catch) => "catches the silent seat".into(),
            (Action::UNO, _) => "calls UNO".into(),
            (_, Phase::Turn) => "passes".into(),
            (_, Phase::Drawn) => "keeps it".into(),
            (_, Phase::Swap) => "does not swap".into(),
            (_, Phase::Uno) => "stays silent".into(),
            // That nothing is added, nobody accuses and nobody jumps in is no event.
            _ => return None,
        })
    }

    fn played(&self, game: &Game, action: Action, face: Face) -> String {
        let card = self.card(face);
        let verb = match game.phase() {
            Phase::Top => return format!("puts {card} on top"),
            Phase::FaceDown => "lays face down",
            Phase::Penalty => "answers with",
            Phase::Extend => "adds",
            Phase::JumpIn => "jumps in with",
            _ => "plays",
        };
        let hand = game.hand(game.seat());
        let gone = match (face.kind(), face.color()) {
            (Kind::DiscardAll, Some(color)) => (hand & Cards::of_color(color)).len(),
            _ => 1,
        };
        let left = hand.len().saturating_sub(gone);
        let use_ = match (action, action.named_color()) {
            (Action::LOOK, _) => " to look at a hand".into(),
            (Action::TRADE, _) => " to trade cards".into(),
            (_, Some(color)) if left > 0 && game.phase() != Phase::FaceDown => {
                format!(", naming {}", self.named(color))
            }
            _ => String::new(),
        };
        let unit = if left == 1 { "card" } else { "cards" };
        let left = match left {
            0 => String::new(),
            _ => format!("   ({left} {unit} left)"),
        };
        let along = match gone.saturating_sub(1) {
            0 => String::new(),
            many => format!(" and {many} of its color"),
        };
        format!("{verb} {card}{along}{use_}{left}")
    }
}

impl<W: Write> Witness for Text<'_, W> {
    fn dealt(&mut self, game: &Game) {
        let Subject {
            rules_name,
            seed,
            deal,
            ..
        } = &self.subject;
        let title = format!("{rules_name}, seed {seed}, deal {deal}, hand {}", self.hand);
        let title = if self.colors {
            title.bold().to_string()
        } else {
            title
        };
        if self.hand > 0 {
            self.lines.line("");
        }
        self.lines.line(&title);
        for seat in (0..game.seats()).filter(|seat| game.is_live(*seat)) {
            let dealer = if seat == game.dealer() {
                "   (dealer)"
            } else {
                ""
            };
            let cards = self.cards(&game.hand(seat).faces());
            self.lines.line(&format!(
                "{:<9} {}  holds {cards}{dealer}",
                "",
                self.who(seat)
            ));
        }
        let first = self.card(game.top());
        self.lines.line(&format!(
            "{:<9} first card {first}, {} cards in the draw pile",
            "",
            game.pile()
        ));
    }

    fn drew(&mut self, seat: usize, cards: &[Face], reason: Reason) {
        let why = match reason {
            Reason::Turn => "",
            Reason::Penalty => " for the penalty",
            Reason::Challenge => " for the challenge",
            Reason::Uno => " for UNO",
            Reason::Misplay => " for the misplay",
            Reason::FirstCard => " for the first card",
            Reason::Slap => " for the slap",
            Reason::Clock => " for being late",
        };
        let deed = format!("draws {}{why}", self.cards(cards));
        self.deed(seat, &deed);
    }

    fn reshuffled(&mut self, cards: usize) {
        self.aside(&format!(
            "the discards are shuffled: {cards} cards in the draw pile"
        ));
    }

    fn random(&mut self, what: Chance) {
        let text = match what {
            Chance::JumpIn { seat } => format!("seat {seat} is the quickest"),
            Chance::Slap { seat } => format!("seat {seat} is the slowest"),
            Chance::Color { color } => format!("the color is {}, by chance", self.named(color)),
            Chance::Trade { seat, gives, gets } => {
                format!(
                    "gives seat {seat} {}, gets {}",
                    self.cards(&gives),
                    self.cards(&gets)
                )
            }
            Chance::ShuffleHands { hands } => {
                let hands: Vec<String> = hands.iter().map(|hand| self.cards(hand)).collect();
                format!("the hands are shuffled: {}", hands.join(" | "))
            }
        };
        self.aside(&text);
    }

    fn out(&mut self, seat: usize) {
        self.deed(seat, "is out");
    }

    fn exchanged(&mut self, seats: u16) {
        let named: Vec<String> = (0..16)
            .filter(|s| seats >> s & 1 == 1)
            .map(|s: u32| s.to_string())
            .collect();
        let text = match named.as_slice() {
            [one, other] => format!("seats {one} and {other} exchange hands"),
            _ => "every hand moves on to the next seat".to_string(),
        };
        self.aside(&text);
    }

    fn judged(&mut self, guilty: bool) {
        self.aside(match guilty {
            true => "it was a bluff",
            false => "it was honest",
        });
    }

    fn ask(&mut self, game: &Game, action: Action, forced: bool) {
        if game.phase() == Phase::Turn {
            self.turn = Some(game.turns());
        }
        if let Some(deed) = self.told(game, action, forced) {
            self.deed(game.seat(), &deed);
        }
    }
}

impl<W: Write> Teller for Text<'_, W> {
    fn subject(&self) -> &Subject<'_> {
        &self.subject
    }

    fn scored(&mut self, game: &Game, totals: &[i32], verdict: Verdict) {
        self.turn = None;
        let end = match (game.winner(), game.outcome()) {
            (Some(seat), _) => format!("seat {seat} {} wins the hand", self.sitter(seat)),
            (None, Some(outcome)) => format!("nobody wins the hand ({})", outcome.name()),
            (None, None) => "the hand goes on".into(),
        };
        self.lines.line(&if self.colors {
            end.bold().to_string()
        } else {
            end
        });
        if game.rules().match_.format == MatchFormat::LastStanding {
            let places = &game.places()[..game.seats()];
            let mut order: Vec<(u8, usize)> = places.iter().copied().zip(0..).collect();
            order.retain(|(place, _)| *place > 0);
            order.sort_unstable();
            let order: Vec<String> = order
                .iter()
                .map(|(_, seat)| format!("seat {seat}"))
                .collect();
            self.aside(&format!("out in this order: {}", order.join(", ")));
        }
        let sitting = self.subject.sitting(self.hand);
        for (seat, player) in sitting.players().enumerate() {
            let total = totals[player];
            let (points, score) = (game.points()[seat], game.scores()[seat]);
            let cards = self.cards(&game.hand(seat).faces());
            let line = format!(
                "{:<9} {}  score {score:>4}  total {total:>5}",
                "",
                self.who(seat)
            );
            self.lines
                .line(&format!("{line}  left {points:>3} points: {cards}"));
        }
        let scheduled = self.subject.schedule.len() > 1;
        if verdict.over && scheduled {
            self.lines.line("");
            for (player, total) in totals.iter().enumerate() {
                let line = format!("{:<1$}  total {total:>5}", self.name(player), self.widest());
                self.lines.line(&line);
            }
        }
        if verdict.over && (self.hand > 0 || game.outcome().is_none()) {
            let (what, one) = match scheduled {
                true => ("schedule", "player"),
                false => ("match", "seat"),
            };
            let winners: Vec<String> = seats_in(verdict.winners)
                .iter()
                .map(|s| format!("{one} {s}"))
                .collect();
            let winners = match winners.is_empty() {
                true => "nobody".into(),
                false => winners.join(", "),
            };
            self.lines
                .line(&format!("the {what} is over: {winners} won"));
        }
        self.hand += 1;
    }

    fn finish(&mut self) -> std::io::Result<()> {
        self.lines.finish()
    }
}
