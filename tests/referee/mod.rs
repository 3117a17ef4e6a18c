//! An outsider who referees transcripts: it reads them by docs/transcripts.md alone, and the plain model, which knows
//! the rule book alone, says what may happen. Nothing here is asked of the engine.

mod hand;

use crate::model::Options;
use crate::model::score::{Standing, standing};
use hand::Hand;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Debug;

type Res<T = ()> = Result<T, String>;

/// How often each thing was seen: `hand`, `ask turn`, `drew penalty`, `random slap`, …
pub type Seen = BTreeMap<String, usize>;

/// Checks the transcript of a whole match, of so many hands if that is not for the rules to say (partner schedules).
/// The error names the first line that is wrong, and why.
pub fn check(events: &[Value], hands: Option<u32>, seen: &mut Seen) -> Res {
    let mut referee = Referee::new(hands);
    for (at, event) in events.iter().enumerate() {
        let heard = referee.hear(event);
        heard.map_err(|wrong| format!("line {}: {event}\n{wrong}", at + 1))?;
    }
    if !referee.over {
        return Err("the match has no end".into());
    }
    referee.seen.into_iter().for_each(|(what, times)| {
        *seen.entry(what).or_default() += times;
    });
    Ok(())
}

/// The match as it has been told so far.
#[derive(Default)]
struct Referee {
    /// Hands in the schedule, if there is one.
    schedule: Option<u32>,
    hand: Option<Hand>,
    /// The first deal; what it says of the match may not change.
    first: Option<Value>,
    hands: u32,
    /// By player.
    totals: Vec<i32>,
    /// Who sat where, who dealt and who won, in the hand before.
    before: Option<(Vec<usize>, usize, Option<usize>)>,
    over: bool,
    seen: Seen,
}

impl Referee {
    fn new(schedule: Option<u32>) -> Referee {
        Referee {
            schedule,
            ..Referee::default()
        }
    }

    fn hear(&mut self, event: &Value) -> Res {
        let kind = text(&event["event"])?;
        let detail = match kind {
            "ask" => &event["phase"],
            "drew" => &event["reason"],
            "random" => &event["what"],
            "scored" => &event["outcome"],
            _ => &Value::Null,
        };
        self.count(format!("{kind} {}", detail.as_str().unwrap_or_default()).trim());
        for mark in ["forced", "misplay"] {
            if event.get(mark).is_some() {
                self.count(mark);
            }
        }
        if kind == "deal" {
            return self.deal(event);
        }
        let hand = self.hand.as_mut().ok_or("no hand is under way")?;
        match kind {
            "ask" => hand.asked(event),
            "drew" => hand.drew(event),
            "reshuffled" => hand.reshuffled(event),
            "random" => hand.random(event),
            "out" => hand.out(event),
            "scored" => self.scored(event),
            _ => Err(format!("no event {kind}")),
        }
    }

    fn count(&mut self, what: &str) {
        *self.seen.entry(what.to_string()).or_default() += 1;
    }

    fn deal(&mut self, event: &Value) -> Res {
        if self.hand.is_some() || self.over {
            return Err("a hand begins within another, or after the match".into());
        }
        same("hand", Some(u64::from(self.hands)), event["hand"].as_u64())?;
        let first = self.first.get_or_insert_with(|| event.clone());
        for what in ["rules", "seed", "deal"] {
            same(what, &first[what], &event[what])?;
        }
        let hand = Hand::dealt(event)?;
        let sitting = numbers(&event["sitting"])?;
        let players = event["players"].as_array().map_or(0, Vec::len);
        same(
            "players",
            (hand.seats(), hand.seats()),
            (sitting.len(), players),
        )?;
        if self.schedule.is_none() {
            // Seat s is that of player s.
            same("sitting", &(0..hand.seats()).collect(), &sitting)?;
        }
        let most = sitting.iter().max().map_or(0, |player| player + 1);
        self.totals.resize(most.max(self.totals.len()), 0);
        let totals: Vec<i32> = sitting.iter().map(|player| self.totals[*player]).collect();
        same("totals", &totals, &signed(&event["totals"])?)?;
        let o = &hand.model.o;
        let knocked_out =
            |seat: &usize| o.match_format == "knockout" && totals[*seat] >= o.match_target as i32;
        let out: Vec<usize> = (0..hand.seats()).filter(knocked_out).collect();
        same("out", out, numbers(&event["out"])?)?;
        self.check_dealer(&hand, &sitting)?;
        self.before = Some((sitting, hand.model.dealer, None));
        self.hand = Some(hand);
        Ok(())
    }

    /// Whether that seat may deal (rules section 2). Whoever sits down anew begins anew.
    fn check_dealer(&self, hand: &Hand, sitting: &[usize]) -> Res {
        let before = self.before.as_ref().filter(|(sat, _, _)| sat == sitting);
        let (model, seats) = (&hand.model, hand.seats());
        let live = |from: usize| {
            (from..from + seats)
                .map(|s| s % seats)
                .find(|s| model.live[*s])
        };
        let dealer = match (before, model.o.next_dealer.as_str()) {
            (None, _) if model.o.first_dealer == "fixed" => Some(seats - 1),
            (Some((_, dealer, _)), "rotate") => live(dealer + 1),
            (Some((_, dealer, winner)), "winner") => live(winner.unwrap_or(*dealer)),
            _ => live(model.dealer).filter(|seat| *seat == model.dealer),
        };
        same("dealer", dealer, Some(model.dealer))
    }

    fn scored(&mut self, event: &Value) -> Res {
        let mut hand = self.hand.take().ok_or("no hand is under way")?;
        hand.scored(event)?;
        let (sitting, dealer, _) = self.before.take().ok_or("no deal")?;
        for (player, score) in sitting.iter().zip(hand.model.scores()) {
            self.totals[*player] += score;
        }
        let totals: Vec<i32> = sitting.iter().map(|player| self.totals[*player]).collect();
        same("totals", &totals, &signed(&event["totals"])?)?;
        self.hands += 1;
        let standing = match self.schedule {
            None => standing(&hand.model.o, &totals, self.hands, &hand.model),
            Some(hands) => Standing {
                over: self.hands == hands,
                truncated: false,
                winners: best(&hand.model.o, &self.totals),
            },
        };
        same(
            "match_over",
            Some(standing.over),
            event["match_over"].as_bool(),
        )?;
        let winners = event.get("match_winner").map(numbers).transpose()?;
        let expected = standing.over.then_some(standing.winners);
        same("match_winner", expected, winners)?;
        self.over = standing.over;
        self.before = Some((sitting, dealer, hand.model.winner));
        Ok(())
    }
}

/// The players with the best total.
fn best(o: &Options, totals: &[i32]) -> Vec<usize> {
    let sign = match o.score_method.as_str() {
        "penalty" | "cards" => -1,
        _ => 1,
    };
    let best = totals.iter().map(|total| sign * total).max();
    let players = 0..totals.len();
    players
        .filter(|p| Some(sign * totals[*p]) == best)
        .collect()
}

fn same<T: PartialEq + Debug>(what: &str, expected: T, told: T) -> Res {
    if expected == told {
        Ok(())
    } else {
        Err(format!("{what}: expected {expected:?}, told {told:?}"))
    }
}

fn text(value: &Value) -> Res<&str> {
    value.as_str().ok_or(format!("{value} is no text"))
}

fn number(value: &Value) -> Res<usize> {
    let number = value.as_u64().ok_or(format!("{value} is no number"))?;
    Ok(number as usize)
}

fn list<'v, T>(value: &'v Value, each: impl Fn(&'v Value) -> Res<T>) -> Res<Vec<T>> {
    let items = value.as_array().ok_or(format!("{value} is no list"))?;
    items.iter().map(each).collect()
}

fn numbers(value: &Value) -> Res<Vec<usize>> {
    list(value, number)
}

fn signed(value: &Value) -> Res<Vec<i32>> {
    let number = |value: &Value| value.as_i64().ok_or(format!("{value} is no number"));
    list(value, |value| number(value).map(|number| number as i32))
}
