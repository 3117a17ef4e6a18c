//! The engine's events as chance for the model, and the two states field by field.

use crate::model::cards::{self, Card};
use crate::model::{Chance, Model, Random};
use std::collections::BTreeSet;
use unosim_engine::{Cards, Face, Game, Reason, Witness};

/// Keeps what the engine tells, for the model.
#[derive(Default)]
pub struct Recorder {
    pub chance: Chance,
    /// Hands, discards (top last) and number of cards in the pile right after the deal.
    pub dealt: Option<(Vec<Vec<Card>>, Vec<Card>, usize)>,
    pub outs: Vec<usize>,
}

fn names(faces: &[Face]) -> Vec<Card> {
    faces.iter().map(|f| f.name()).collect()
}

fn hand(cards: Cards) -> Vec<Card> {
    names(&cards.faces())
}

impl Witness for Recorder {
    fn dealt(&mut self, game: &Game) {
        let hands = (0..game.seats()).map(|s| hand(game.hand(s))).collect();
        let mut discards = hand(game.discard_set());
        let top = game.top().name();
        cards::remove(&mut discards, top).unwrap();
        discards.push(top);
        self.dealt = Some((hands, discards, game.pile()));
    }
    fn drew(&mut self, seat: usize, cards: &[Face], reason: Reason) {
        let told = cards
            .iter()
            .map(|c| (seat, c.name(), reason.name().to_string()));
        self.chance.drawn.extend(told);
    }
    fn reshuffled(&mut self, cards: usize) {
        self.chance.reshuffled.push_back(cards);
    }
    fn random(&mut self, what: unosim_engine::Chance) {
        use unosim_engine::Chance as Told;
        self.chance.random.push_back(match what {
            Told::JumpIn { seat } => Random::JumpIn(seat),
            Told::Slap { seat } => Random::Slap(seat),
            Told::Color { color } => Random::Color(color.letter()),
            Told::Trade { seat, gives, gets } => Random::Trade(seat, names(&gives), names(&gets)),
            Told::ShuffleHands { hands } => {
                Random::ShuffleHands(hands.iter().map(|h| names(h)).collect())
            }
        });
    }
    fn out(&mut self, seat: usize) {
        self.outs.push(seat);
    }
}

fn seats(mask: u16) -> Vec<usize> {
    (0..16).filter(|s| mask >> s & 1 == 1).collect()
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, engine: T, model: T) -> Result<(), String> {
    if engine == model {
        Ok(())
    } else {
        Err(format!("{what}: engine {engine:?}, model {model:?}"))
    }
}

/// The legal actions, or the first difference.
pub fn compare(game: &Game, model: &Model) -> Result<BTreeSet<String>, String> {
    same("phase", game.phase().name(), model.phase)?;
    let over = game.is_over();
    same("outcome", game.outcome().map(|o| o.name()), model.outcome)?;
    if !over {
        same("seat", game.seat(), model.seat)?;
    }
    for seat in 0..model.seats {
        let engine = cards::sorted(&hand(game.hand(seat)));
        let ours = cards::sorted(&model.hands[seat]);
        same("hand", (seat, engine), (seat, ours))?;
    }
    same("live", seats(game.live()), model.live_seats())?;
    same("top", game.top().name(), model.top())?;
    same("pile", game.pile(), model.pile.len())?;
    same("discards", game.discards(), model.discards.len())?;
    let settled = matches!(model.phase, "turn" | "drawn" | "penalty");
    if settled {
        same("color", game.color().map(|c| c.letter()), model.color)?;
        same("clockwise", game.clockwise(), model.direction == 1)?;
        same("pending", game.pending(), model.pending())?;
        same("turns", game.turns(), model.turns)?;
    }
    let legal: BTreeSet<String> = game.legal().iter().map(|a| game.action_text(a)).collect();
    let ours = model.legal();
    same("legal", &legal, &ours)?;
    if over || model.turns.is_multiple_of(8) {
        let engine = cards::sorted(&hand(game.discard_set()));
        same("cards discarded", engine, cards::sorted(&model.discards))?;
    }
    if over {
        same("winner", game.winner(), model.winner)?;
        let n = model.seats;
        let points: Vec<i32> = game.points()[..n].iter().map(|p| *p as i32).collect();
        same("points", points, model.points())?;
        same("scores", game.scores()[..n].to_vec(), model.scores())?;
        same("losers", seats(game.losers()), model.losers())?;
        if model.o.match_format == "last_standing" {
            let places: Vec<usize> = game.places()[..n].iter().map(|p| *p as usize).collect();
            same("places", places, model.places.clone())?;
        }
    }
    game.check().map(|()| ours)
}
