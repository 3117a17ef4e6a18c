//! Sets a scenario up and plays its steps. It knows the order of things; what a position is the engine knows, and what
//! must hold `compare` finds out.

use unosim_engine::rules::MatchFormat;
use unosim_engine::{Action, Color, Deal, Face, Game, Position, Rules, rule_set};

use super::Checked;
use super::compare::first_difference;
use super::file::{Expect, Rest, Scenario, Step};

/// Why a check stops.
enum Stop {
    Differs(String),
    Error(String),
}

impl Stop {
    fn error(message: impl Into<String>) -> Stop {
        Stop::Error(message.into())
    }
}

/// Checks a scenario.
pub(super) fn check(scenario: &Scenario) -> Checked {
    let rules = seats(scenario).and_then(|seats| Ok((seats, rules(scenario, seats)?)));
    let wanted = scenario.expect.error.as_deref();
    let (seats, rules) = match (rules, wanted) {
        (Ok(_), Some(text)) => {
            return Checked::Differs(format!(
                "error: expected one with {text:?}, but the rules are accepted"
            ));
        }
        (Err(message), Some(text)) if message.contains(text) => return Checked::Ok,
        (Err(message), Some(text)) => {
            return Checked::Differs(format!("error: expected one with {text:?}, got: {message}"));
        }
        (Err(message), None) => return Checked::Error(message),
        (Ok(both), None) => both,
    };
    match play(scenario, &rules, seats) {
        Ok(_) => Checked::Ok,
        Err(Stop::Differs(message)) => Checked::Differs(message),
        Err(Stop::Error(message)) => Checked::Error(message),
    }
}

/// The game after the last step, if everything holds up to there.
pub(super) fn reach(scenario: &Scenario) -> Result<Game, String> {
    let seats = seats(scenario)?;
    let rules = rules(scenario, seats)?;
    play(scenario, &rules, seats).map_err(|stop| match stop {
        Stop::Differs(message) | Stop::Error(message) => message,
    })
}

fn seats(scenario: &Scenario) -> Result<usize, String> {
    match (scenario.players, scenario.hands.as_ref().map(Vec::len)) {
        (Some(players), Some(hands)) if players != hands => Err(format!(
            "players = {players}, but hands lists {hands} seats"
        )),
        (Some(seats), _) | (None, Some(seats)) => Ok(seats),
        (None, None) => {
            Err("players is missing: without hands it gives the number of seats".into())
        }
    }
}

fn rules(scenario: &Scenario, seats: usize) -> Result<Rules, String> {
    let mut rules = rule_set(&scenario.rules).map_err(|e| e.to_string())?;
    for (option, value) in &scenario.set {
        rules.set(option, value).map_err(|e| e.to_string())?;
    }
    rules.validate(seats).map_err(|e| e.to_string())?;
    Ok(rules)
}

fn play(scenario: &Scenario, rules: &Rules, seats: usize) -> Result<Game, Stop> {
    if let Some(dealer) = scenario.dealer.filter(|d| *d >= seats) {
        return Err(Stop::error(format!(
            "dealer = {dealer}, but the seats are 0 to {}",
            seats - 1
        )));
    }
    if scenario.totals.len() > seats {
        return Err(Stop::error(format!(
            "totals lists {} seats of {seats}",
            scenario.totals.len()
        )));
    }
    let mut game = match (&scenario.hands, &scenario.deal) {
        (Some(_), None) => position(scenario, rules)?,
        (None, Some(deal)) => {
            let order: Vec<Face> = deal.order.iter().map(|card| card.0).collect();
            dealt(scenario, rules, seats, &order)?
        }
        _ => {
            return Err(Stop::error(
                "a scenario starts from hands or from a deal: give one of them",
            ));
        }
    };
    let steps = scenario.step.iter().map(|step| &step.expect);
    for expect in std::iter::once(&scenario.expect).chain(steps) {
        // What must not be legal is trivially not if it is misspelt.
        if let Some(text) = expect
            .legal_not
            .iter()
            .flatten()
            .find(|text| !is_action(text))
        {
            return Err(Stop::error(format!("legal_not: {text:?} is no action")));
        }
    }
    if let Some(text) = scenario.best.iter().find(|text| !is_action(text)) {
        return Err(Stop::error(format!("best: {text:?} is no action")));
    }
    holds(&scenario.expect, &game).map_err(|e| at("at the start", e))?;
    for (index, step) in scenario.step.iter().enumerate() {
        let place = format!("step {} (seat {}, {})", index + 1, step.seat, step.action);
        if step.expect.error.is_some() {
            return Err(Stop::error(format!(
                "{place}: error belongs to [expect], before any step"
            )));
        }
        act(step, &mut game).map_err(|e| at(&place, e))?;
        holds(&step.expect, &game).map_err(|e| at(&place, e))?;
    }
    Ok(game)
}

fn at(place: &str, stop: Stop) -> Stop {
    match stop {
        Stop::Differs(message) => Stop::Differs(format!("{place}: {message}")),
        Stop::Error(message) => Stop::Error(format!("{place}: {message}")),
    }
}

fn position(scenario: &Scenario, rules: &Rules) -> Result<Game, Stop> {
    let faces =
        |cards: &[super::file::Card]| cards.iter().map(|card| card.0).collect::<Vec<Face>>();
    let hands: Vec<Vec<Face>> = scenario
        .hands
        .iter()
        .flatten()
        .map(|hand| faces(hand))
        .collect();
    if hands.iter().filter(|hand| !hand.is_empty()).count() < 2 {
        return Err(Stop::error(
            "hands: at least two seats need cards, for one without is out",
        ));
    }
    let position = Position {
        hands,
        discard: faces(scenario.discard.as_deref().unwrap_or_default()),
        draw: faces(scenario.draw.as_deref().unwrap_or_default()),
        under: scenario.rest == Rest::Under,
        color: scenario.color.map(|color| color.0),
        to_move: scenario.to_move.unwrap_or(0),
        clockwise: scenario.direction.is_none_or(|d| d.clockwise),
        dealer: scenario.dealer,
        totals: scenario.totals.clone(),
        seed: scenario.seed,
    };
    Game::from_position(rules, &position).map_err(|e| Stop::error(e.to_string()))
}

fn dealt(scenario: &Scenario, rules: &Rules, seats: usize, order: &[Face]) -> Result<Game, Stop> {
    let useless = [
        ("discard", scenario.discard.is_some()),
        ("draw", scenario.draw.is_some()),
        ("color", scenario.color.is_some()),
        ("to_move", scenario.to_move.is_some()),
        ("direction", scenario.direction.is_some()),
    ];
    if let Some((key, _)) = useless.into_iter().find(|(_, given)| *given) {
        return Err(Stop::error(format!(
            "{key} goes with hands; a deal decides it itself"
        )));
    }
    let dealer = scenario.dealer.unwrap_or(seats - 1);
    let mut deal = Deal::first(seats, dealer, scenario.seed, 0);
    for (seat, total) in scenario.totals.iter().enumerate() {
        deal.totals[seat] = *total;
        if rules.match_.format == MatchFormat::Knockout && *total >= rules.match_.target {
            deal.live &= !(1 << seat);
        }
    }
    if deal.live.count_ones() < 2 || deal.live >> dealer & 1 == 0 {
        return Err(Stop::error(
            "the dealer and another seat must still be in the match",
        ));
    }
    let under = scenario.rest == Rest::Under;
    Game::deal_order(rules, &deal, order, under, &mut ()).map_err(|e| Stop::error(e.to_string()))
}

fn act(step: &Step, game: &mut Game) -> Result<(), Stop> {
    if step.seat >= game.seats() {
        return Err(Stop::error(format!(
            "the seats are 0 to {}",
            game.seats() - 1
        )));
    }
    if step.illegal {
        return refuse(step, game);
    }
    if game.is_over() {
        return Err(Stop::Differs("the hand is over".into()));
    }
    if game.seat() != step.seat {
        return Err(Stop::Differs(format!(
            "seat {} is asked, in phase {}",
            game.seat(),
            game.phase().name()
        )));
    }
    let action = match step.action.as_str() {
        "*" => game.legal().single().ok_or_else(|| {
            let legal = game.action_texts(game.legal()).join(", ");
            Stop::Differs(format!("expected one legal action, got [{legal}]"))
        })?,
        text => parse(text, game)?.ok_or_else(|| {
            let phase = game.phase().name();
            let legal = game.action_texts(game.legal()).join(", ");
            Stop::Differs(format!(
                "refused: no such action in phase {phase}; legal: [{legal}]"
            ))
        })?,
    };
    game.try_apply(action)
        .map_err(|e| Stop::Differs(format!("refused: {e}")))
}

/// An illegal action must be refused, and the game must be as before.
fn refuse(step: &Step, game: &mut Game) -> Result<(), Stop> {
    let action = parse(&step.action, game)?;
    if game.is_over() || game.seat() != step.seat {
        return Ok(());
    }
    let before = game.clone();
    match action.map(|action| game.try_apply(action)) {
        Some(Ok(())) => Err(Stop::Differs("expected a refusal, but it is legal".into())),
        _ if *game != before => Err(Stop::Differs(
            "it is refused, but the game has changed".into(),
        )),
        _ => Ok(()),
    }
}

/// The action of a text, if the phase knows it.
fn parse(text: &str, game: &Game) -> Result<Option<Action>, Stop> {
    match game.parse_action(text) {
        None if !is_action(text) => Err(Stop::error(format!("{text:?} is no action"))),
        action => Ok(action),
    }
}

/// Whether a text is an action in any phase, so that a spelling mistake is not taken for a refusal.
fn is_action(text: &str) -> bool {
    const WORDS: [&str; 10] = [
        "draw",
        "take",
        "keep",
        "pass",
        "challenge",
        "done",
        "decline",
        "uno",
        "silent",
        "catch",
    ];
    let color = |text: &str| {
        let mut letters = text.chars();
        letters.next().and_then(Color::from_letter).is_some() && letters.next().is_none()
    };
    match text.split_once(':') {
        None => WORDS.contains(&text) || Face::parse(text).is_some(),
        Some(("top", card)) => Face::parse(card).is_some(),
        Some(("seat", seat)) => seat.len() == 1 && seat.chars().all(|c| c.is_ascii_digit()),
        Some(("color" | "claim", name)) => color(name),
        Some((card, use_)) => {
            let wild = Face::parse(card).is_some_and(Face::is_wild);
            wild && (color(use_) || ["look", "trade", "-"].contains(&use_))
        }
    }
}

fn holds(expect: &Expect, game: &Game) -> Result<(), Stop> {
    game.check()
        .map_err(|broken| Stop::Differs(format!("the game is unsound: {broken}")))?;
    first_difference(expect, game).map_err(Stop::Differs)
}
