//! Cards as bits and hands as sets (rules section 1).
//!
//! Every physical card owns one bit of a `u128`. The lower 64 bits hold the first copies, the upper 64 the second ones:
//! bits 0-51 are color × 13 + symbol (0-9, Skip, Reverse, Draw Two), 52-55 Discard All by color, 56-57 Wild,
//! 58-59 Wild Draw Four, 60-61 Reflect, 62-63 two of the four blanks. This file knows cards, not the game.

use crate::action::select_wide;
use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Sub, SubAssign};

/// One of the four colors, in the order used by every number in the project.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Color {
    /// Red.
    Red,
    /// Yellow.
    Yellow,
    /// Green.
    Green,
    /// Blue.
    Blue,
}

impl Color {
    /// All colors: red, yellow, green, blue.
    pub const ALL: [Color; 4] = [Color::Red, Color::Yellow, Color::Green, Color::Blue];

    /// The color with index 0-3. Only the two lowest bits count.
    #[inline]
    #[must_use]
    pub const fn from_index(index: u8) -> Color {
        Self::ALL[(index & 3) as usize]
    }

    /// `R`, `Y`, `G` or `B`.
    #[must_use]
    pub const fn letter(self) -> char {
        ['R', 'Y', 'G', 'B'][self as usize]
    }

    /// The color of a letter.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Color> {
        Self::ALL.into_iter().find(|c| c.letter() == letter)
    }
}

/// What is on a card beside its color.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// A number, 0-9.
    Number(u8),
    /// Skip.
    Skip,
    /// Reverse.
    Reverse,
    /// Draw Two.
    DrawTwo,
    /// Discard All.
    DiscardAll,
    /// Wild.
    Wild,
    /// Wild Draw Four.
    WildDrawFour,
    /// Reflect.
    Reflect,
    /// A blank, 0-3 for `W1` to `W4`; its effect is an option.
    Blank(u8),
}

/// A card as it is written: all copies of a card have the same face.
///
/// Numbers: 0-51 color × 13 + symbol, 52-55 Discard All, 56 `W`, 57 `W+4`, 58 `WR`, 59-62 `W1` … `W4`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Face(u8);

const NAMES: [&str; Face::COUNT] = [
    "R0", "R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8", "R9", "RS", "RR", "R+2", //
    "Y0", "Y1", "Y2", "Y3", "Y4", "Y5", "Y6", "Y7", "Y8", "Y9", "YS", "YR", "Y+2", //
    "G0", "G1", "G2", "G3", "G4", "G5", "G6", "G7", "G8", "G9", "GS", "GR", "G+2", //
    "B0", "B1", "B2", "B3", "B4", "B5", "B6", "B7", "B8", "B9", "BS", "BR", "B+2", //
    "RX", "YX", "GX", "BX", "W", "W+4", "WR", "W1", "W2", "W3", "W4",
];

impl Face {
    /// Number of faces, optional cards included.
    pub const COUNT: usize = 63;
    /// Wild.
    pub const WILD: Face = Face(56);
    /// Wild Draw Four.
    pub const WILD_DRAW_FOUR: Face = Face(57);
    /// Reflect.
    pub const REFLECT: Face = Face(58);
    /// A red Skip, Reverse and Draw Two, whose symbols those of all colors share.
    pub const SKIP: Face = Face(10);
    /// See [`SKIP`](Self::SKIP).
    pub const REVERSE: Face = Face(11);
    /// See [`SKIP`](Self::SKIP).
    pub const DRAW_TWO: Face = Face(12);

    /// The face with that number, 0-62.
    ///
    /// # Panics
    /// If the number is 63 or more.
    #[inline]
    #[must_use]
    pub const fn from_number(number: u8) -> Face {
        assert!((number as usize) < Self::COUNT);
        Face(number)
    }

    /// 0-62.
    #[inline]
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The colored card of that symbol: 0-9, 10 Skip, 11 Reverse, 12 Draw Two, 13 Discard All.
    #[must_use]
    pub const fn colored(color: Color, symbol: u8) -> Face {
        assert!(symbol <= 13);
        if symbol == 13 {
            Face(52 + color as u8)
        } else {
            Face(color as u8 * 13 + symbol)
        }
    }

    /// The blank `W1` (0) … `W4` (3).
    #[must_use]
    pub const fn blank(index: u8) -> Face {
        assert!(index < 4);
        Face(59 + index)
    }

    /// Every face.
    pub fn all() -> impl Iterator<Item = Face> {
        (0..Self::COUNT as u8).map(Face)
    }

    /// What it is, color aside.
    #[inline]
    #[must_use]
    pub const fn kind(self) -> Kind {
        KINDS[self.0 as usize & 63]
    }

    /// Its color; none for wilds.
    #[inline]
    #[must_use]
    pub const fn color(self) -> Option<Color> {
        COLORS[self.0 as usize]
    }

    /// Whether it has neither color nor symbol.
    #[inline]
    #[must_use]
    pub const fn is_wild(self) -> bool {
        self.0 >= 56
    }

    /// The number on it, if it is a number card.
    #[inline]
    #[must_use]
    pub const fn value(self) -> Option<u8> {
        let symbol = self.0 % 13;
        if self.0 < 52 && symbol < 10 {
            Some(symbol)
        } else {
            None
        }
    }

    /// Card points (rules section 1): face value, 20, or 50.
    #[must_use]
    pub const fn points(self) -> u32 {
        match self.kind() {
            Kind::Number(n) => n as u32,
            Kind::Skip | Kind::Reverse | Kind::DrawTwo | Kind::DiscardAll => 20,
            Kind::Wild | Kind::WildDrawFour | Kind::Reflect | Kind::Blank(_) => 50,
        }
    }

    /// Its text, as in `R5`, `GS`, `B+2`, `W+4`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        NAMES[self.0 as usize]
    }

    /// The face of a text.
    #[must_use]
    pub fn parse(text: &str) -> Option<Face> {
        NAMES.iter().position(|n| *n == text).map(|i| Face(i as u8))
    }

    /// Every card bit that has this face.
    #[inline]
    #[must_use]
    pub const fn cards(self) -> Cards {
        COPIES[self.0 as usize]
    }

    /// Cards with the same symbol (a number, Skip, …), in every color; for a wild, the wilds of its kind.
    #[inline]
    #[must_use]
    pub const fn same_symbol(self) -> Cards {
        SYMBOLS[self.0 as usize]
    }
}

impl Face {
    /// Cards that match this one on top with that color in force: the color, the symbol, and wilds; every card if no
    /// color is in force.
    #[inline]
    #[must_use]
    pub fn fitting(self, color: Option<Color>) -> Cards {
        let index = match color {
            Some(color) if self.is_wild() => Self::COUNT + color as usize,
            Some(color) if self.color() != Some(color) => {
                return self.same_symbol() | Cards::of_color(color) | Cards::WILDS;
            }
            Some(_) => usize::from(self.0),
            None => Self::COUNT + 4,
        };
        FITTING[index]
    }
}

/// The numbers named by a mask of ten bits, in every color and copy.
const fn numbers(mask: u128) -> Cards {
    let colors = mask | mask << 13 | mask << 26 | mask << 39;
    Cards(colors | colors << 64)
}

/// The sets of one bit. A shift of 128 bits takes ten instructions, a look into a table one.
pub(crate) static BIT: [u128; 128] = {
    let mut table = [0; 128];
    let mut bit = 0;
    while bit < 128 {
        table[bit] = 1 << bit;
        bit += 1;
    }
    table
};

/// By face: its copies.
static COPIES: [Cards; Face::COUNT] = {
    let mut table = [Cards::NONE; Face::COUNT];
    let mut bit = 0;
    while bit < 128 {
        let face = face_of_bit(bit) as usize;
        table[face] = Cards(table[face].0 | 1 << bit);
        bit += 1;
    }
    table
};

/// By face: its symbol in every color.
static SYMBOLS: [Cards; Face::COUNT] = {
    let mut table = COPIES;
    let mut face = 0;
    while face < 56 {
        let both = 1u128 | 1 << 64;
        table[face] = if face < 52 {
            Cards((both * (1 | 1 << 13 | 1 << 26 | 1 << 39)) << (face % 13))
        } else {
            Cards((both * 15) << 52)
        };
        face += 1;
    }
    table
};

/// What matches a face of its own color; then a wild of each color; then a wild of none.
static FITTING: [Cards; Face::COUNT + 5] = {
    let mut table = [Cards(!0); Face::COUNT + 5];
    let mut face = 0;
    while face < Face::COUNT {
        let color = match Face(face as u8).color() {
            Some(color) => Cards::of_color(color).0,
            None => 0,
        };
        table[face] = Cards(SYMBOLS[face].0 | color | Cards::WILDS.0);
        face += 1;
    }
    let mut color = 0;
    while color < 4 {
        let cards = Cards::of_color(Color::ALL[color]);
        table[Face::COUNT + color] = Cards(cards.0 | Cards::WILDS.0);
        color += 1;
    }
    table
};

/// By face: its color.
static COLORS: [Option<Color>; Face::COUNT] = {
    let mut table = [None; Face::COUNT];
    let mut face = 0;
    while face < 56 {
        let color = if face < 52 { face / 13 } else { face - 52 };
        table[face] = Some(Color::from_index(color as u8));
        face += 1;
    }
    table
};

static KINDS: [Kind; 64] = {
    let mut table = [Kind::Wild; 64];
    let mut face = 0;
    while face < Face::COUNT {
        table[face] = match face {
            56 => Kind::Wild,
            57 => Kind::WildDrawFour,
            58 => Kind::Reflect,
            59.. => Kind::Blank(face as u8 - 59),
            52..=55 => Kind::DiscardAll,
            n => match n as u8 % 13 {
                10 => Kind::Skip,
                11 => Kind::Reverse,
                12 => Kind::DrawTwo,
                number => Kind::Number(number),
            },
        };
        face += 1;
    }
    table
};

/// By bit: its face.
static FACES: [Face; 128] = {
    let mut table = [Face(0); 128];
    let mut bit = 0;
    while bit < 128 {
        table[bit as usize] = Face(face_of_bit(bit));
        bit += 1;
    }
    table
};

const fn face_of_bit(bit: u8) -> u8 {
    let low = bit & 63;
    match low {
        56 | 57 => 56,
        58 | 59 => 57,
        60 | 61 => 58,
        62 | 63 => 59 + (low - 62) + (bit >> 6) * 2,
        n => n,
    }
}

impl fmt::Debug for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// One physical card: a bit number, 0-127.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Card(u8);

impl Card {
    /// The card of that bit.
    #[inline]
    #[must_use]
    pub const fn from_bit(bit: u8) -> Card {
        Card(bit & 127)
    }

    /// Its bit.
    #[inline]
    #[must_use]
    pub const fn bit(self) -> u8 {
        self.0
    }

    /// What is written on it.
    #[inline]
    #[must_use]
    pub const fn face(self) -> Face {
        FACES[(self.0 & 127) as usize]
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.face().name())
    }
}

/// A set of physical cards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Cards(pub(crate) u128);

impl Cards {
    /// No card.
    pub const NONE: Cards = Cards(0);
    /// Every card that has neither color nor symbol.
    pub const WILDS: Cards = Cards((0xff << 56) | (0xff << 120));
    /// The numbers 0-9.
    pub const NUMBERS: Cards = {
        let numbers = 0x3ffu128 | 0x3ff << 13 | 0x3ff << 26 | 0x3ff << 39;
        Cards(numbers | numbers << 64)
    };
    /// Skip, Reverse, Draw Two, Discard All.
    pub const ACTIONS: Cards = Cards(!(Self::NUMBERS.0 | Self::WILDS.0));
    /// The 108 cards of the standard deck.
    pub const STANDARD: Cards = {
        let first = (1u128 << 52) - 1;
        let zeros = 1u128 | 1 << 13 | 1 << 26 | 1 << 39;
        let wilds = 0xfu128 << 56;
        Cards(first | wilds | ((first & !zeros) | wilds) << 64)
    };

    /// The cards of a color, Discard All included.
    #[inline]
    #[must_use]
    pub const fn of_color(color: Color) -> Cards {
        const COLORS: [Cards; 4] = {
            let mut table = [Cards::NONE; 4];
            let mut color = 0;
            while color < 4 {
                let one = 0x1fffu128 << (13 * color) | 1u128 << (52 + color);
                table[color] = Cards(one | one << 64);
                color += 1;
            }
            table
        };
        COLORS[color as usize]
    }

    /// The one card.
    #[inline]
    #[must_use]
    pub const fn of(card: Card) -> Cards {
        Cards(BIT[(card.0 & 127) as usize])
    }

    /// How many.
    #[inline]
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is none.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether there is exactly one.
    #[inline]
    #[must_use]
    pub const fn is_single(self) -> bool {
        self.0.count_ones() == 1
    }

    /// Whether the card is among them.
    #[inline]
    #[must_use]
    pub const fn contains(self, card: Card) -> bool {
        self.meets(Cards::of(card))
    }

    /// Whether a card of that face is among them.
    #[inline]
    #[must_use]
    pub const fn has(self, face: Face) -> bool {
        self.0 & face.cards().0 != 0
    }

    /// How many cards of that face.
    #[inline]
    #[must_use]
    pub const fn count(self, face: Face) -> u32 {
        (self.0 & face.cards().0).count_ones()
    }

    /// Whether the sets share a card.
    #[inline]
    #[must_use]
    pub const fn meets(self, other: Cards) -> bool {
        self.0 & other.0 != 0
    }

    /// The first card, by bit.
    #[inline]
    #[must_use]
    pub const fn first(self) -> Option<Card> {
        if self.0 == 0 {
            None
        } else {
            Some(Card(self.0.trailing_zeros() as u8))
        }
    }

    /// The number cards of all colors with that value or a lower one.
    #[inline]
    #[must_use]
    pub const fn numbers_up_to(value: u8) -> Cards {
        numbers((1 << (value + 1)) - 1)
    }

    /// Of a set of copies, that card if it is among them, or else another: who cannot tell copies apart takes any for it.
    #[inline]
    #[must_use]
    pub const fn one_like(self, card: Card) -> Cards {
        if self.contains(card) {
            Cards::of(card)
        } else {
            self.lowest()
        }
    }

    /// The `n`-th card, counted from 0. `n` must be below [`len`](Self::len).
    #[inline]
    #[must_use]
    pub fn nth(self, n: u32) -> Card {
        debug_assert!(n < self.len());
        Card(select_wide(self.0, n))
    }

    /// The set of the first card alone, or of none.
    #[inline]
    #[must_use]
    pub const fn lowest(self) -> Cards {
        Cards(self.0 & self.0.wrapping_neg())
    }

    /// Card points of all (rules section 1).
    #[must_use]
    pub fn points(self) -> u32 {
        // The numbers by the bits of their values: 1 3 5 7 9, 2 3 6 7, 4 5 6 7, 8 9.
        const ONES: Cards = numbers(0b10_1010_1010);
        const TWOS: Cards = numbers(0b00_1100_1100);
        const FOURS: Cards = numbers(0b00_1111_0000);
        const EIGHTS: Cards = numbers(0b11_0000_0000);
        let count = |mask: Cards| (self & mask).len();
        count(ONES)
            + 2 * count(TWOS)
            + 4 * count(FOURS)
            + 8 * count(EIGHTS)
            + 20 * count(Self::ACTIONS)
            + 50 * count(Self::WILDS)
    }

    /// One bit a face for the colored cards and Discard All (0-55), and one or two a wild kind (56-63), copies folded.
    #[inline]
    pub(crate) const fn folded(self) -> u64 {
        self.0 as u64 | (self.0 >> 64) as u64
    }

    /// The cards by bit, ascending.
    pub fn iter(self) -> impl Iterator<Item = Card> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let bit = rest.trailing_zeros() as u8;
                rest &= rest - 1;
                Card(bit)
            })
        })
    }

    /// The faces of the cards in the order of their numbers; a face appears as often as it is held.
    #[must_use]
    pub fn faces(self) -> Vec<Face> {
        let mut faces: Vec<Face> = self.iter().map(Card::face).collect();
        faces.sort_unstable();
        faces
    }

    /// A set with one free card for each face named, none of them in `taken`; `None` if the copies do not suffice.
    #[must_use]
    pub fn pick(faces: &[Face], taken: Cards) -> Option<Cards> {
        let mut picked = Cards::NONE;
        for face in faces {
            picked |= Cards::of((face.cards() - taken - picked).first()?);
        }
        Some(picked)
    }
}

impl BitAnd for Cards {
    type Output = Cards;
    #[inline]
    fn bitand(self, other: Cards) -> Cards {
        Cards(self.0 & other.0)
    }
}
impl BitAndAssign for Cards {
    #[inline]
    fn bitand_assign(&mut self, other: Cards) {
        self.0 &= other.0;
    }
}
impl BitOr for Cards {
    type Output = Cards;
    #[inline]
    fn bitor(self, other: Cards) -> Cards {
        Cards(self.0 | other.0)
    }
}
impl BitOrAssign for Cards {
    #[inline]
    fn bitor_assign(&mut self, other: Cards) {
        self.0 |= other.0;
    }
}
impl Sub for Cards {
    type Output = Cards;
    #[inline]
    fn sub(self, other: Cards) -> Cards {
        Cards(self.0 & !other.0)
    }
}
impl SubAssign for Cards {
    #[inline]
    fn sub_assign(&mut self, other: Cards) {
        self.0 &= !other.0;
    }
}
impl Not for Cards {
    type Output = Cards;
    #[inline]
    fn not(self) -> Cards {
        Cards(!self.0)
    }
}

impl FromIterator<Card> for Cards {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Cards {
        cards
            .into_iter()
            .fold(Cards::NONE, |set, card| set | Cards::of(card))
    }
}

impl fmt::Debug for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.faces()).finish()
    }
}

impl fmt::Display for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, face) in self.faces().iter().enumerate() {
            write!(f, "{}{face}", if i == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_standard_deck_has_108_cards_and_1240_points() {
        assert_eq!(Cards::STANDARD.len(), 108);
        assert_eq!(Cards::STANDARD.points(), 1240);
        assert_eq!(
            Cards::STANDARD
                .iter()
                .map(|c| c.face().points())
                .sum::<u32>(),
            1240
        );
    }

    #[test]
    fn every_face_has_its_copies() {
        for face in Face::all() {
            assert_eq!(Face::parse(face.name()), Some(face));
            assert!(face.cards().iter().all(|c| c.face() == face), "{face}");
            let copies = match face.kind() {
                Kind::Number(0) => 1,
                Kind::Wild | Kind::WildDrawFour => 4,
                Kind::DiscardAll | Kind::Reflect | Kind::Blank(_) => 0,
                _ => 2,
            };
            assert_eq!(Cards::STANDARD.count(face), copies, "{face}");
        }
    }

    #[test]
    fn colors_and_symbols_cut_the_deck_into_parts() {
        let colors = Color::ALL.map(Cards::of_color);
        assert_eq!(
            colors
                .iter()
                .map(|c| (*c & Cards::STANDARD).len())
                .sum::<u32>(),
            100
        );
        for face in Face::all().filter(|f| !f.is_wild()) {
            assert!(face.cards().0 & !Cards::of_color(face.color().unwrap()).0 == 0);
            assert!(
                face.same_symbol()
                    .iter()
                    .all(|c| c.face().kind() == face.kind())
            );
        }
    }
}
