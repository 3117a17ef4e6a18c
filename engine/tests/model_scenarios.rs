//! The plain model alone, against every scenario: it must know the rule book before it may judge the engine.

mod model;

use model::cards::{self, Card};
use model::{Model, Options, score};
use std::collections::BTreeSet;
use std::fmt::Debug;
use toml::{Table, Value};

fn card(value: &Value) -> Result<Card, String> {
    cards::card(value.as_str().ok_or("a card is a text")?)
}

fn card_list(value: Option<&Value>) -> Result<Vec<Card>, String> {
    let list = value.and_then(Value::as_array);
    list.map_or(Ok(Vec::new()), |l| l.iter().map(card).collect())
}

fn texts(value: &Value) -> BTreeSet<String> {
    let list = value.as_array().into_iter().flatten();
    list.filter_map(|v| v.as_str().map(String::from)).collect()
}

fn numbers(value: &Value) -> Vec<i64> {
    match value {
        Value::Integer(one) => vec![*one],
        _ => value
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_integer)
            .collect(),
    }
}

/// The options of a scenario, all of them.
fn options(file: &Table) -> Result<Options, String> {
    let name = file["rules"].as_str().ok_or("no rules")?;
    let rules = unosim_engine::rule_set(name).map_err(|e| e.to_string())?;
    let mut pairs = rules.options();
    if let Some(set) = file.get("set").and_then(Value::as_table) {
        pairs.extend(
            set.iter()
                .map(|(name, value)| (name.clone(), value.clone())),
        );
    }
    Options::read(&pairs)
}

fn number(file: &Table, key: &str, default: i64) -> i64 {
    file.get(key).and_then(Value::as_integer).unwrap_or(default)
}

/// The hand in its middle.
fn position(file: &Table, o: Options) -> Result<Model, String> {
    let lists = file["hands"].as_array().ok_or("no hands")?;
    let hands: Result<Vec<_>, _> = lists.iter().map(|hand| card_list(Some(hand))).collect();
    let (hands, mut pile) = (hands?, card_list(file.get("draw"))?);
    let mut discards = card_list(file.get("discard"))?;
    if file.get("rest").and_then(Value::as_str) == Some("under") {
        let mut rest = cards::deck(&o);
        for card in hands.iter().flatten().chain(&discards).chain(&pile) {
            cards::remove(&mut rest, card)?;
        }
        pile.extend(rest);
    }
    discards.reverse();
    let mut model = Model::new(o, hands, pile, discards);
    for seat in 0..model.seats {
        model.live[seat] = !model.hands[seat].is_empty();
    }
    model.in_match = model.live.clone();
    if let Some(color) = file.get("color").and_then(Value::as_str) {
        model.color = color.chars().next().filter(|c| *c != '-');
    }
    model.direction = number(file, "direction", 1) as i32;
    model.dealer = number(file, "dealer", model.seats as i64 - 1) as usize;
    model.alone = true;
    model.begin_turn(number(file, "to_move", 0) as usize);
    Ok(model)
}

/// A hand from the deal on.
fn deal(file: &Table, o: Options) -> Result<Model, String> {
    let mut pile = card_list(file["deal"].get("order"))?;
    if file.get("rest").and_then(Value::as_str) == Some("under") {
        let mut rest = cards::deck(&o);
        for card in &pile {
            cards::remove(&mut rest, card)?;
        }
        pile.extend(rest);
    }
    let seats = number(file, "players", 0) as usize;
    let size = o.hand_size as usize;
    let mut model = Model::new(o, vec![Vec::new(); seats], Vec::new(), vec!["R0"]);
    model.dealer = number(file, "dealer", seats as i64 - 1) as usize;
    let mut to = model.dealer;
    for _ in 0..size * seats {
        to = model.next(to);
        model.hands[to].push(pile.remove(0));
    }
    let first = pile.iter().position(|c| model.may_start(c)).unwrap_or(0);
    let mut put_back: Vec<Card> = pile.drain(..first).collect();
    let top = pile.remove(0);
    model.discards.clear();
    if model.o.first_wild_four == "discard" {
        model.discards = put_back.iter().copied().filter(|c| *c == "W+4").collect();
        put_back.retain(|c| *c != "W+4");
    }
    pile.extend(put_back);
    model.discards.push(top);
    model.color = cards::color(top);
    model.pile = pile;
    model.alone = true;
    model.start()?;
    Ok(model)
}

fn same<T: PartialEq + Debug>(key: &str, expected: T, found: T) -> Result<(), String> {
    if expected == found {
        Ok(())
    } else {
        Err(format!("{key}: expected {expected:?}, found {found:?}"))
    }
}

fn check(model: &Model, totals: &[i32], expect: &Table) -> Result<(), String> {
    let scores = model.scores();
    let sums: Vec<i32> = totals.iter().zip(&scores).map(|(t, s)| t + s).collect();
    let standing = score::standing(&model.o, &sums, 1, model);
    let long = |list: &[i32]| list.iter().map(|n| i64::from(*n)).collect::<Vec<i64>>();
    let seats = |list: &[usize]| list.iter().map(|n| *n as i64).collect::<Vec<i64>>();
    for (key, value) in expect {
        let list = numbers(value);
        let text = value.as_str().unwrap_or_default();
        match key.as_str() {
            "to_move" => same(key, list[0], model.seat as i64)?,
            "phase" => same(key, text, model.phase)?,
            "legal" => same(key, texts(value), model.legal())?,
            "legal_has" => {
                let missing = texts(value).difference(&model.legal()).cloned().collect();
                same(key, BTreeSet::<String>::new(), missing)?;
            }
            "legal_not" => {
                let extra = texts(value).intersection(&model.legal()).cloned().collect();
                same(key, BTreeSet::<String>::new(), extra)?;
            }
            "hands" => {
                for (hand, held) in value.as_array().unwrap().iter().zip(&model.hands) {
                    if hand.as_str() != Some("?") {
                        same(
                            key,
                            cards::sorted(&card_list(Some(hand))?),
                            cards::sorted(held),
                        )?;
                    }
                }
            }
            "hand_sizes" => {
                let sizes: Vec<usize> = model.hands.iter().map(Vec::len).collect();
                same(key, list, seats(&sizes))?;
            }
            "top" => same(key, text, model.top())?,
            "color" => same(key, text.chars().next().filter(|c| *c != '-'), model.color)?,
            "direction" => same(key, list[0], i64::from(model.direction))?,
            "pile" => same(key, list[0], model.pile.len() as i64)?,
            "discards" => same(key, list[0], model.discards.len() as i64)?,
            "pending" => same(key, list[0], i64::from(model.pending()))?,
            "winner" => same(key, list[0], model.winner.map_or(-1, |w| w as i64))?,
            "outcome" => same(key, Some(text), model.outcome)?,
            "points" => same(key, list, long(&model.points()))?,
            "scores" => same(key, list, long(&scores))?,
            "totals" => same(key, list, long(&sums))?,
            "match_over" => same(key, value.as_bool(), Some(standing.over))?,
            "match_winner" => same(key, list, seats(&standing.winners))?,
            "places" => same(key, list, seats(&model.places))?,
            "loser" => {
                let losers = model.losers();
                let none = losers.is_empty() && list == [-1];
                same(key, list, if none { vec![-1] } else { seats(&losers) })?;
            }
            "live" => same(key, list, seats(&model.live_seats()))?,
            _ => return Err(format!("unknown key {key}")),
        }
    }
    Ok(())
}

fn run(file: &Table) -> Result<(), String> {
    let expect = file.get("expect").and_then(Value::as_table);
    if expect.is_some_and(|e| e.contains_key("error")) {
        return Ok(());
    }
    let o = options(file)?;
    let mut model = if file.contains_key("deal") {
        deal(file, o)?
    } else {
        position(file, o)?
    };
    let mut totals = vec![0; model.seats];
    if let Some(list) = file.get("totals") {
        totals = numbers(list).iter().map(|n| *n as i32).collect();
    }
    if let Some(expect) = expect {
        check(&model, &totals, expect).map_err(|e| format!("at the start: {e}"))?;
    }
    let steps = file.get("step").and_then(Value::as_array);
    for (at, step) in steps.into_iter().flatten().enumerate() {
        let action = step["action"].as_str().ok_or("no action")?;
        let legal = model.legal();
        let seat = step["seat"].as_integer() == Some(model.seat as i64);
        if step.get("illegal").is_some() {
            same("illegal", false, seat && legal.contains(action))?;
        } else {
            let action = if action == "*" {
                legal.first().unwrap()
            } else {
                action
            };
            if !seat || !legal.contains(action) {
                return Err(format!("step {at}: seat {} has {legal:?}", model.seat));
            }
            model.apply(action).map_err(|e| format!("step {at}: {e}"))?;
        }
        if let Some(expect) = step.get("expect").and_then(Value::as_table) {
            check(&model, &totals, expect).map_err(|e| format!("step {at}: {e}"))?;
        }
    }
    Ok(())
}

#[test]
fn the_model_knows_every_scenario() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/scenarios");
    let mut wrong = Vec::new();
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|e| e != "toml") {
            continue;
        }
        count += 1;
        let text = std::fs::read_to_string(&path).unwrap();
        if let Err(problem) = run(&text.parse().unwrap()) {
            wrong.push(format!(
                "{}: {problem}",
                path.file_stem().unwrap().display()
            ));
        }
    }
    assert!(count > 200 && wrong.is_empty(), "{}", wrong.join("\n"));
}
