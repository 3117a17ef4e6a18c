//! Cards as texts (rule book, section 1). Knows what is written on a card and what is in a deck, nothing of play.

use super::options::Options;

/// A card is its text: `R5`, `GS`, `B+2`, `W+4`, `W1`.
pub type Card = &'static str;

/// The four colors in the book's order.
pub const COLORS: [char; 4] = ['R', 'Y', 'G', 'B'];

const NAMES: [Card; 63] = [
    "R0", "R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8", "R9", "RS", "RR", "R+2", "RX", //
    "Y0", "Y1", "Y2", "Y3", "Y4", "Y5", "Y6", "Y7", "Y8", "Y9", "YS", "YR", "Y+2", "YX", //
    "G0", "G1", "G2", "G3", "G4", "G5", "G6", "G7", "G8", "G9", "GS", "GR", "G+2", "GX", //
    "B0", "B1", "B2", "B3", "B4", "B5", "B6", "B7", "B8", "B9", "BS", "BR", "B+2", "BX", //
    "W", "W+4", "WR", "W1", "W2", "W3", "W4",
];

/// The card of a text.
pub fn card(text: &str) -> Result<Card, String> {
    let found = NAMES.iter().find(|name| **name == text);
    found.copied().ok_or(format!("{text} is no card"))
}

/// Whether it has neither color nor symbol.
pub fn is_wild(card: &str) -> bool {
    card.starts_with('W')
}

/// Its color.
pub fn color(card: &str) -> Option<char> {
    card.chars().next().filter(|c| *c != 'W')
}

/// What is beside the color.
pub fn symbol(card: &str) -> Option<&str> {
    if is_wild(card) {
        None
    } else {
        Some(&card[1..])
    }
}

/// The number on a number card.
pub fn number(card: &str) -> Option<u32> {
    symbol(card).and_then(|s| {
        if s.starts_with('+') {
            None
        } else {
            s.parse().ok()
        }
    })
}

/// Which blank it is, counted from 0.
pub fn blank(card: &str) -> Option<usize> {
    ["W1", "W2", "W3", "W4"].iter().position(|b| *b == card)
}

/// Card points.
pub fn points(card: &str) -> i32 {
    match number(card) {
        Some(n) => n as i32,
        None if is_wild(card) => 50,
        None => 20,
    }
}

/// Every card of the deck.
pub fn deck(o: &Options) -> Vec<Card> {
    let mut cards = Vec::new();
    for name in NAMES {
        let copies = match name {
            "W" | "W+4" => 4,
            "WR" => o.reflect as usize,
            _ if blank(name).is_some() => usize::from(blank(name).unwrap() < o.blanks.len()),
            _ if name.ends_with('X') => o.discard_all as usize,
            _ if name.ends_with('0') => 1,
            _ => 2,
        };
        cards.extend(std::iter::repeat_n(name, copies));
    }
    cards
}

/// Takes one such card out of the list.
pub fn remove(cards: &mut Vec<Card>, card: &str) -> Result<(), String> {
    let place = cards.iter().position(|c| *c == card);
    cards.remove(place.ok_or(format!("no {card} among {cards:?}"))?);
    Ok(())
}

/// The same cards in the order of their texts.
pub fn sorted(cards: &[Card]) -> Vec<Card> {
    let mut cards = cards.to_vec();
    cards.sort_unstable();
    cards
}
