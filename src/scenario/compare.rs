//! Holds a game against what a scenario expects and names the first difference. It changes nothing and plays nothing.

use std::fmt::Display;
use unosim_engine::{Cards, Color, Game, Match, Outcome, Phase};

use super::file::{Expect, Hand, InForce};

/// The first expectation that does not hold, as `key: expected …, got …`.
pub(super) fn first_difference(expect: &Expect, game: &Game) -> Result<(), String> {
    table(expect, game)?;
    legal(expect, game)?;
    cards(expect, game)?;
    result(expect, game)?;
    of_match(expect, game)
}

fn table(expect: &Expect, game: &Game) -> Result<(), String> {
    same("phase", expect.phase.map(Phase::name), || {
        game.phase().name()
    })?;
    same("to_move", expect.to_move, || game.seat())?;
    same("pending", expect.pending, || game.pending())?;
    let letter = |color: Option<Color>| color.map_or('-', Color::letter);
    let color = expect.color.map(|InForce(color)| letter(color));
    same("color", color, || letter(game.color()))?;
    let sign = |clockwise| if clockwise { 1 } else { -1 };
    let direction = expect.direction.map(|d| sign(d.clockwise));
    same("direction", direction, || sign(game.clockwise()))
}

fn legal(expect: &Expect, game: &Game) -> Result<(), String> {
    let legal = game.action_texts(game.legal());
    if let Some(expected) = &expect.legal {
        let sorted = |texts: &[String]| {
            let mut texts = texts.to_vec();
            texts.sort_unstable();
            texts.dedup();
            texts
        };
        if sorted(expected) != sorted(&legal) {
            return Err(differs("legal", list(expected), list(&legal)));
        }
    }
    let has = expect.legal_has.iter().flatten();
    if let Some(missing) = has.into_iter().find(|text| !legal.contains(text)) {
        return Err(differs("legal_has", missing, list(&legal)));
    }
    let not = expect.legal_not.iter().flatten();
    match not.into_iter().find(|text| legal.contains(text)) {
        Some(there) => Err(differs("legal_not", format!("no {there}"), list(&legal))),
        None => Ok(()),
    }
}

fn cards(expect: &Expect, game: &Game) -> Result<(), String> {
    let hand_sizes = expect.hand_sizes.as_deref().map(list);
    same("hand_sizes", hand_sizes, || {
        by_seat(game, |s| game.hand(s).len())
    })?;
    if let Some(expected) = &expect.hands {
        let fits = |(seat, hand): (usize, &Hand)| match hand {
            Hand::Any => true,
            Hand::Cards(faces) => game.hand(seat).faces() == *faces,
        };
        if expected.len() != game.seats() || !expected.iter().enumerate().all(fits) {
            let text = |hand: &Hand| match hand {
                Hand::Any => "?".to_string(),
                Hand::Cards(faces) => list(faces),
            };
            let expected: Vec<String> = expected.iter().map(text).collect();
            let got = by_seat(game, |s| list(&Cards::faces(game.hand(s))));
            return Err(differs("hands", list(&expected), got));
        }
    }
    same("top", expect.top.map(|card| card.0), || game.top())?;
    same("pile", expect.pile, || game.pile())?;
    same("discards", expect.discards, || game.discards())
}

fn result(expect: &Expect, game: &Game) -> Result<(), String> {
    same("outcome", expect.outcome.map(Outcome::name), || {
        game.outcome()
            .map_or("none, the hand goes on", Outcome::name)
    })?;
    let winner = || seats_text(&game.winner().into_iter().collect::<Vec<_>>());
    same(
        "winner",
        expect.winner.as_ref().map(|s| seats_text(&s.0)),
        winner,
    )?;
    let loser = expect.loser.as_ref().map(|s| seats_text(&s.0));
    same("loser", loser, || seats_text(&seats_in(game.losers())))?;
    let live = expect.live.as_ref().map(|seats| list(seats));
    same("live", live, || list(&seats_in(game.live())))?;
    let places = expect.places.as_deref().map(list);
    same("places", places, || by_seat(game, |s| game.places()[s]))?;
    let points = expect.points.as_deref().map(list);
    same("points", points, || by_seat(game, |s| game.points()[s]))?;
    let scores = expect.scores.as_deref().map(list);
    same("scores", scores, || by_seat(game, |s| game.scores()[s]))?;
    let totals = expect.totals.as_deref().map(list);
    same("totals", totals, || list(&totals_with(game)))
}

fn of_match(expect: &Expect, game: &Game) -> Result<(), String> {
    // A hand under way decides no match, whatever the totals are.
    let verdict = match game.is_over() {
        true => Match::verdict(game.rules(), &totals_with(game), 1, game),
        false => Default::default(),
    };
    same("match_over", expect.match_over, || verdict.over)?;
    let winner = expect.match_winner.as_ref().map(|s| seats_text(&s.0));
    same("match_winner", winner, || {
        seats_text(&seats_in(verdict.winners))
    })
}

/// The totals with what this hand adds to them.
fn totals_with(game: &Game) -> Vec<i32> {
    let scores = game.scores();
    game.totals()
        .iter()
        .zip(scores)
        .map(|(total, score)| total + score)
        .collect()
}

fn same<T: PartialEq + Display>(
    key: &str,
    expected: Option<T>,
    got: impl FnOnce() -> T,
) -> Result<(), String> {
    let Some(expected) = expected else {
        return Ok(());
    };
    let got = got();
    if expected == got {
        Ok(())
    } else {
        Err(differs(key, expected, got))
    }
}

fn differs(key: &str, expected: impl Display, got: impl Display) -> String {
    format!("{key}: expected {expected}, got {got}")
}

fn list<T: Display>(items: &[T]) -> String {
    let items: Vec<String> = items.iter().map(T::to_string).collect();
    format!("[{}]", items.join(", "))
}

fn by_seat<T: Display>(game: &Game, of: impl Fn(usize) -> T) -> String {
    list(&(0..game.seats()).map(of).collect::<Vec<T>>())
}

fn seats_in(mask: u16) -> Vec<usize> {
    (0..16).filter(|seat| mask >> seat & 1 == 1).collect()
}

/// Seats as scenarios write them: one as a number, several as a list, nobody as -1.
fn seats_text(seats: &[usize]) -> String {
    match seats {
        [] => "-1".into(),
        [seat] => seat.to_string(),
        _ => list(seats),
    }
}
