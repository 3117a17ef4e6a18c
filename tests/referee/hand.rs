//! One hand of a transcript. Each question is compared with the model's; what the seat did is done when the events that
//! follow from it have been read, for they say what chance decided.

use super::{Res, list, number, numbers, same, signed, text};
use crate::model::cards::{self, Card};
use crate::model::{Chance, Model, Options, Random};
use serde_json::Value;
use std::collections::{BTreeSet, HashMap};
use std::mem::take;

/// What has been told and not been done yet.
#[derive(Default)]
enum Deed {
    #[default]
    None,
    Deal,
    Action(String),
    Misplay,
}

/// A hand under way.
pub struct Hand {
    pub model: Model,
    players: Vec<String>,
    deed: Deed,
    chance: Chance,
    /// The seats told to be out, in order.
    outs: Vec<usize>,
    /// The numbers of actions.
    order: HashMap<&'static str, usize>,
}

impl Hand {
    pub fn dealt(event: &Value) -> Res<Hand> {
        let options = options(&event["rules"])?;
        let hands = list(&event["hands"], hand)?;
        let mut discards = hand(&event["buried"])?;
        discards.push(card(&event["first"])?);
        let mut pile = cards::deck(&options);
        for card in hands.iter().flatten().chain(&discards) {
            cards::remove(&mut pile, card)?;
        }
        same("pile", pile.len(), number(&event["pile"])?)?;
        let out = numbers(&event["out"])?;
        let mut model = Model::new(options, hands, pile, discards);
        model.live = (0..model.seats).map(|seat| !out.contains(&seat)).collect();
        model.in_match = model.live.clone();
        model.dealer = number(&event["dealer"])?;
        Ok(Hand {
            model,
            players: list(&event["players"], |name| text(name).map(String::from))?,
            deed: Deed::Deal,
            chance: Chance::default(),
            outs: Vec::new(),
            order: order(),
        })
    }

    pub fn seats(&self) -> usize {
        self.model.seats
    }

    pub fn asked(&mut self, event: &Value) -> Res {
        self.conclude()?;
        let model = &self.model;
        same("phase", model.phase, text(&event["phase"])?)?;
        same("seat", model.seat, number(&event["seat"])?)?;
        same("turn", model.turns as usize, number(&event["turn"])?)?;
        let told = list(&event["legal"], text)?;
        let legal = model.legal();
        let sorted: BTreeSet<String> = told.iter().map(|text| text.to_string()).collect();
        same("legal", &legal, &sorted)?;
        let order: Vec<usize> = told.iter().map(|text| self.place(text)).collect();
        if !order.is_sorted_by(|a, b| a < b) {
            return Err(format!("the order of the actions is {order:?}"));
        }
        let action = text(&event["action"])?;
        let misplay = !legal.contains(action);
        same("misplay", misplay, marked(event, "misplay")?)?;
        let forced = self.offered(&legal) == 1;
        same("forced", forced, marked(event, "forced")?)?;
        self.deed = match misplay {
            true => Deed::Misplay,
            false => Deed::Action(action.into()),
        };
        Ok(())
    }

    /// How many of the actions the seat's strategy was offered: of those here, `human` alone is offered errors.
    fn offered(&self, legal: &BTreeSet<String>) -> usize {
        let model = &self.model;
        let errors = match model.phase {
            "turn" => legal.contains("uno"),
            "catch" => model.called,
            _ => false,
        };
        let human = self.players[model.seat].starts_with("human");
        legal.len() - usize::from(errors && !human)
    }

    /// The number of an action, as the table in docs/actions.md has it; seats are relative there.
    fn place(&self, action: &str) -> usize {
        let seats = self.model.seats;
        match action.strip_prefix("seat:").map(str::parse::<usize>) {
            Some(Ok(seat)) => 97 + (seat + seats - self.model.seat) % seats,
            _ => self.order.get(action).copied().unwrap_or(usize::MAX),
        }
    }

    pub fn drew(&mut self, event: &Value) -> Res {
        let (seat, reason) = (number(&event["seat"])?, text(&event["reason"])?);
        let cards = hand(&event["cards"])?;
        if cards.is_empty() {
            return Err("a draw of no card".into());
        }
        let told = cards.into_iter().map(|card| (seat, card, reason.into()));
        self.chance.drawn.extend(told);
        Ok(())
    }

    pub fn reshuffled(&mut self, event: &Value) -> Res {
        self.chance.reshuffled.push_back(number(&event["cards"])?);
        Ok(())
    }

    pub fn random(&mut self, event: &Value) -> Res {
        let seat = || number(&event["seat"]);
        self.chance.random.push_back(match text(&event["what"])? {
            "color" => {
                let color = text(&event["color"])?;
                let letter = cards::COLORS.into_iter().find(|c| color == c.to_string());
                Random::Color(letter.ok_or(format!("{color} is no color"))?)
            }
            "jump_in" => Random::JumpIn(seat()?),
            "slap" => Random::Slap(seat()?),
            "trade" => Random::Trade(seat()?, hand(&event["gives"])?, hand(&event["gets"])?),
            "shuffle_hands" => Random::ShuffleHands(list(&event["hands"], hand)?),
            what => return Err(format!("chance decides no {what}")),
        });
        Ok(())
    }

    pub fn out(&mut self, event: &Value) -> Res {
        if !self.chance.drawn.is_empty() {
            return Err("what a last card makes others draw comes after it".into());
        }
        self.outs.push(number(&event["seat"])?);
        Ok(())
    }

    pub fn scored(&mut self, event: &Value) -> Res {
        self.conclude()?;
        let model = &self.model;
        same("outcome", model.outcome, event["outcome"].as_str())?;
        let winner = match &event["winner"] {
            Value::Null => None,
            seat => Some(number(seat)?),
        };
        same("winner", model.winner, winner)?;
        let sorted = |hands: &[Vec<Card>]| -> Vec<Vec<Card>> {
            hands.iter().map(|hand| cards::sorted(hand)).collect()
        };
        let hands = list(&event["hands"], hand)?;
        same("hands", sorted(&model.hands), sorted(&hands))?;
        same("points", model.points(), signed(&event["points"])?)?;
        same("scores", model.scores(), signed(&event["scores"])?)
    }

    /// Does what was told last, with all that follows from it before the next question.
    fn conclude(&mut self) -> Res {
        self.model.chance = take(&mut self.chance);
        match take(&mut self.deed) {
            Deed::None => {}
            Deed::Deal => self.model.turn_up()?,
            Deed::Action(text) => self.model.act(&text)?,
            Deed::Misplay => self.misplay()?,
        }
        while let Some(action) = self.untold() {
            self.model.act(action)?;
        }
        self.model.chance.used_up()?;
        same("out", self.placed(), self.outs.clone())
    }

    /// What the model takes for a question and the rules for none: where no card may ever be added, and where a drawn
    /// card cannot be played.
    fn untold(&self) -> Option<&'static str> {
        let (model, o) = (&self.model, &self.model.o);
        let only = |action: &str| model.legal().iter().eq([action]);
        let adds = o.multi_same != "off" || o.sum_to_ten;
        let playable = || model.playable(model.seat, model.drawn.unwrap(), true);
        let stepwise = o.draw_count == "until_playable_optional";
        match model.phase {
            "extend" if !adds && only("done") && model.play.as_ref()?.sum.is_none() => Some("done"),
            "drawn" if only("keep") && (!stepwise || playable()) => Some("keep"),
            _ => None,
        }
    }

    /// The price of a misplay (rules section 7). The strategies here misplay on turns alone.
    fn misplay(&mut self) -> Res {
        let model = &mut self.model;
        same("phase of a misplay", "turn", model.phase)?;
        let price = model.o.misplay.parse();
        let price = price.map_err(|_| "a misplay has no price")?;
        let seat = model.seat;
        if model.draw_many(seat, price, "misplay")? {
            match model.o.misplay_turn.as_str() {
                "lost" => model.pass_on(seat),
                _ => model.begin_turn(seat),
            }
        }
        Ok(())
    }

    /// The seats that are out, in the order of their places; whoever is the last one in has a place too.
    fn placed(&self) -> Vec<usize> {
        let model = &self.model;
        let last = |seat: usize| model.o.match_format == "last_standing" && model.live[seat];
        let seats = 0..model.seats;
        let mut out: Vec<usize> = seats
            .filter(|seat| model.places[*seat] > 0 && !last(*seat))
            .collect();
        out.sort_by_key(|seat| model.places[*seat]);
        out
    }
}

fn card(value: &Value) -> Res<Card> {
    cards::card(text(value)?)
}

fn hand(value: &Value) -> Res<Vec<Card>> {
    list(value, card)
}

/// A mark is `true` or left out.
fn marked(event: &Value, mark: &str) -> Res<bool> {
    match event.get(mark) {
        None => Ok(false),
        Some(Value::Bool(true)) => Ok(true),
        Some(other) => Err(format!("{mark} is {other}")),
    }
}

/// The options of a deal: groups hold names, and some names stand alone.
fn options(rules: &Value) -> Res<Options> {
    let mut pairs = Vec::new();
    for (group, value) in rules.as_object().ok_or("no rules")? {
        match value.as_object() {
            Some(names) => {
                pairs.extend(names.iter().map(|(name, v)| (format!("{group}.{name}"), v)));
            }
            None => pairs.push((group.clone(), value)),
        }
    }
    let pairs = pairs.into_iter().map(|(name, value)| {
        let value = toml::Value::try_from(value).map_err(|e| format!("{name}: {e}"))?;
        Ok((name, value))
    });
    let pairs: Res<Vec<(String, toml::Value)>> = pairs.collect();
    Options::read(&pairs?)
}

/// The numbers of actions: `| 60 | `draw` / `take` | turn, drawn / penalty |`.
fn order() -> HashMap<&'static str, usize> {
    let mut order = HashMap::new();
    for line in include_str!("../../docs/actions.md").lines() {
        let mut cells = line.split('|').skip(1).map(str::trim);
        let Some(Ok(number)) = cells.next().map(str::parse) else {
            continue;
        };
        let texts = cells.next().unwrap_or_default().split(" / ");
        order.extend(texts.map(|text| (text.trim_matches('`'), number)));
    }
    order
}
