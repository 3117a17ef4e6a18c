//! Actions and sets of actions: one stable number below 128 for each (docs/actions.md).
//!
//! A number means what its phase makes of it (60 is `draw` on a turn and `take` under a penalty), so the text of an
//! action needs the phase it belongs to: see [`Game::action_text`](crate::Game::action_text).

use crate::card::{BIT, Color, Face};
use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign, Sub};

/// Something a seat can do, as its stable number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Action(u8);

impl Action {
    /// How many numbers are in use; the rest up to 127 is kept free.
    pub const COUNT: u8 = 107;
    /// Draw by the rules (`turn`, `drawn`), or take the standing penalty (`penalty`).
    pub const DRAW: Action = Action(60);
    /// Nothing: `pass`, `keep`, `done`, `decline`, `silent`.
    pub const PASS: Action = Action(61);
    /// Challenge the Wild Draw Four on top.
    pub const CHALLENGE: Action = Action(62);
    /// Call UNO, or catch a seat that did not.
    pub const UNO: Action = Action(63);
    /// A Wild that looks at a hand.
    pub const LOOK: Action = Action(92);
    /// A Wild that trades cards.
    pub const TRADE: Action = Action(93);

    /// The action with that number, if it is in use.
    #[inline]
    #[must_use]
    pub const fn from_number(number: u8) -> Option<Action> {
        if number < Self::COUNT {
            Some(Action(number))
        } else {
            None
        }
    }

    /// Its stable number, below 128.
    #[inline]
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Play (or put on top, or lay face down) that card. A wild gets the first of its four numbers, which is how it is
    /// played as a last card.
    #[inline]
    #[must_use]
    pub const fn play(face: Face) -> Action {
        match face.number() {
            n @ 0..=51 => Action(n),
            n @ 52..=55 => Action(n + 16),
            56 => Action(52),
            57 => Action(56),
            n => Action(72 + (n - 58) * 4),
        }
    }

    /// Play that wild, naming a color.
    #[inline]
    #[must_use]
    pub const fn wild(face: Face, color: Color) -> Action {
        Action(Self::play(face).0 + color as u8)
    }

    /// Play a blank (0-3) that names no color.
    #[must_use]
    pub const fn plain_blank(index: u8) -> Action {
        Action(94 + index)
    }

    /// Name the color of a first wild, or claim a Wild Draw Four of that color.
    #[inline]
    #[must_use]
    pub const fn color(color: Color) -> Action {
        Action(64 + color as u8)
    }

    /// Choose the seat that many places clockwise, 1-9.
    #[must_use]
    pub const fn seat(places: u8) -> Action {
        assert!(places >= 1 && places <= 9);
        Action(97 + places)
    }

    /// The card played, if the action plays one.
    #[inline]
    #[must_use]
    pub const fn face(self) -> Option<Face> {
        if self.0 < 52 {
            Some(Face::from_number(self.0))
        } else {
            PLAYED[(self.0 & 127) as usize]
        }
    }

    /// The color it names: with a wild, for a first wild, or in a claim.
    #[inline]
    #[must_use]
    pub const fn named_color(self) -> Option<Color> {
        NAMED[(self.0 & 127) as usize]
    }

    /// The color in force after it plays a card: the card's own, or the one named.
    #[inline]
    pub(crate) const fn color_after(self) -> Option<Color> {
        AFTER[(self.0 & 127) as usize]
    }

    /// How many places clockwise the seat chosen sits, 1-9.
    #[must_use]
    pub const fn places(self) -> Option<u8> {
        if self.0 >= 98 && self.0 <= 106 {
            Some(self.0 - 97)
        } else {
            None
        }
    }
}

/// By number: the color that the action names.
static NAMED: [Option<Color>; 128] = {
    let mut table = [None; 128];
    let mut number = 0;
    while number < Action::COUNT {
        if matches!(number, 52..=59 | 64..=67 | 72..=91) {
            table[number as usize] = Some(Color::from_index(number & 3));
        }
        number += 1;
    }
    table
};

/// By number: the color that the action brings.
static AFTER: [Option<Color>; 128] = {
    let mut table = NAMED;
    let mut number = 0;
    while number < 128 {
        if let Some(face) = PLAYED[number]
            && !face.is_wild()
        {
            table[number] = face.color();
        }
        number += 1;
    }
    table
};

/// By number: the card that the action plays.
static PLAYED: [Option<Face>; 128] = {
    let mut table = [None; 128];
    let mut number = 0;
    while number < Action::COUNT {
        table[number as usize] = match number {
            0..=51 => Some(Face::from_number(number)),
            52..=55 | 92 | 93 => Some(Face::WILD),
            56..=59 => Some(Face::WILD_DRAW_FOUR),
            68..=71 => Some(Face::from_number(number - 16)),
            72..=91 => Some(Face::from_number(58 + (number - 72) / 4)),
            94..=97 => Some(Face::blank(number - 94)),
            _ => None,
        };
        number += 1;
    }
    table
};

impl fmt::Debug for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.face(), self.named_color()) {
            (Some(face), Some(color)) => write!(f, "{face}:{}", color.letter()),
            (Some(face), None) => write!(f, "{face}({})", self.0),
            _ => write!(f, "#{}", self.0),
        }
    }
}

/// A set of actions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct ActionSet(pub(crate) u128);

impl ActionSet {
    /// No action.
    pub const NONE: ActionSet = ActionSet(0);
    /// Every action that plays a card.
    pub const PLAYS: ActionSet = ActionSet(((1 << 60) - 1) | ((1 << 24) - 1) << 68 | 0x3f << 92);

    /// What a Wild can do instead of naming a color.
    pub const FUNCTIONS: ActionSet = ActionSet(1 << Action::LOOK.0 | 1 << Action::TRADE.0);

    /// The four plays of a wild that names a color.
    #[inline]
    #[must_use]
    pub const fn wilds(face: Face) -> ActionSet {
        ActionSet(0b1111 << Action::wild(face, Color::Red).0)
    }

    /// The one action.
    #[inline]
    #[must_use]
    pub const fn of(action: Action) -> ActionSet {
        ActionSet(1 << action.0)
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

    /// The set as a mask: bit n is the action with number n.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// Whether it is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(self, action: Action) -> bool {
        self.0 & BIT[(action.0 & 127) as usize] != 0
    }

    /// The action with the lowest number.
    #[inline]
    #[must_use]
    pub const fn first(self) -> Option<Action> {
        if self.0 == 0 {
            None
        } else {
            Some(Action(self.0.trailing_zeros() as u8))
        }
    }

    /// The only action, if there is exactly one.
    #[inline]
    #[must_use]
    pub const fn single(self) -> Option<Action> {
        if self.0 != 0 && self.0 & (self.0 - 1) == 0 {
            self.first()
        } else {
            None
        }
    }

    /// The actions by number, ascending.
    pub fn iter(self) -> impl Iterator<Item = Action> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let number = rest.trailing_zeros() as u8;
                rest &= rest - 1;
                Action(number)
            })
        })
    }

    /// The `n`-th action by number, counted from 0. `n` must be below [`len`](Self::len).
    #[inline]
    #[must_use]
    pub fn nth(self, n: u32) -> Action {
        debug_assert!(n < self.len());
        Action(select_wide(self.0, n))
    }
}

/// The place of the `n`-th bit that is set, counted from 0.
#[inline]
pub(crate) fn select_wide(bits: u128, n: u32) -> u8 {
    // Nearly every action has a number below 64, and half the width is half the work.
    let (low, high) = (bits as u64, (bits >> 64) as u64);
    if high == 0 || n < low.count_ones() {
        select(low, n)
    } else {
        64 + select(high, n - low.count_ones())
    }
}

/// The place of the `n`-th bit that is set, counted from 0: one instruction where the processor has it, and a loop
/// whose end no branch prediction can guess elsewhere.
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
#[inline]
fn select(bits: u64, n: u32) -> u8 {
    safe_arch::population_deposit_u64(1 << n, bits).trailing_zeros() as u8
}

#[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
#[inline]
fn select(mut bits: u64, n: u32) -> u8 {
    for _ in 0..n {
        bits &= bits - 1;
    }
    bits.trailing_zeros() as u8
}

impl BitAnd for ActionSet {
    type Output = ActionSet;
    #[inline]
    fn bitand(self, other: ActionSet) -> ActionSet {
        ActionSet(self.0 & other.0)
    }
}
impl BitOr for ActionSet {
    type Output = ActionSet;
    #[inline]
    fn bitor(self, other: ActionSet) -> ActionSet {
        ActionSet(self.0 | other.0)
    }
}
impl BitOrAssign for ActionSet {
    #[inline]
    fn bitor_assign(&mut self, other: ActionSet) {
        self.0 |= other.0;
    }
}
impl Sub for ActionSet {
    type Output = ActionSet;
    #[inline]
    fn sub(self, other: ActionSet) -> ActionSet {
        ActionSet(self.0 & !other.0)
    }
}
impl FromIterator<Action> for ActionSet {
    fn from_iter<I: IntoIterator<Item = Action>>(actions: I) -> ActionSet {
        actions
            .into_iter()
            .fold(ActionSet::NONE, |set, action| set | ActionSet::of(action))
    }
}
impl fmt::Debug for ActionSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_the_documented_ones() {
        let blue = Color::Blue;
        assert_eq!(Action::play(Face::parse("B+2").unwrap()).number(), 51);
        assert_eq!(Action::wild(Face::WILD, blue).number(), 55);
        assert_eq!(Action::wild(Face::WILD_DRAW_FOUR, blue).number(), 59);
        assert_eq!(Action::color(blue).number(), 67);
        assert_eq!(Action::play(Face::parse("BX").unwrap()).number(), 71);
        assert_eq!(Action::wild(Face::REFLECT, blue).number(), 75);
        assert_eq!(Action::wild(Face::blank(3), blue).number(), 91);
        assert_eq!(Action::plain_blank(3).number(), 97);
        assert_eq!(Action::seat(9).number(), Action::COUNT - 1);
    }

    /// With or without the processor's instruction for it.
    #[test]
    fn the_nth_action_is_the_nth_in_order() {
        let mut state = 1u128;
        for round in 0..300u32 {
            state = state
                .wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645)
                .wrapping_add(1);
            let set = ActionSet(state >> (round % 100) & ((1 << Action::COUNT) - 1));
            for (n, action) in (0..).zip(set.iter()) {
                assert_eq!(set.nth(n), action);
            }
        }
    }

    #[test]
    fn plays_lead_back_to_their_cards() {
        for face in Face::all() {
            assert_eq!(Action::play(face).face(), Some(face));
            for color in Color::ALL.into_iter().filter(|_| face.is_wild()) {
                let action = Action::wild(face, color);
                assert_eq!(
                    (action.face(), action.named_color()),
                    (Some(face), Some(color))
                );
            }
        }
        let plays = (0..Action::COUNT)
            .filter_map(Action::from_number)
            .filter(|a| a.face().is_some());
        assert_eq!(plays.collect::<ActionSet>(), ActionSet::PLAYS);
    }
}
