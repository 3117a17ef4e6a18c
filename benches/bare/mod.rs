//! The yardstick: a bare loop that plays the Mattel rules with uniformly random cards and nothing else.
//!
//! No strategy, no options, no observation, no match, no checks: what the rules themselves cost with the same
//! representation of cards and the same random numbers. It plays what the strategy `random` plays under `mattel`.

use unosim_engine::{Rng, Role};

const COLUMN: u64 = 1 | 1 << 13 | 1 << 26 | 1 << 39;
const COLOR: u64 = 0x1fff;
const WILD: u64 = 3 << 56;
const FOUR: u64 = 3 << 58;

struct Table {
    hands: [u128; 10],
    under: u128,
    pile: [u8; 108],
    len: usize,
    rng: Rng,
}

/// The standard deck in the order of its bits: one 0 and two of everything else, four of each wild.
pub fn deck() -> [u8; 108] {
    let first = (0..52).chain(56..60);
    let second = (0..52)
        .filter(|bit| bit % 13 != 0)
        .chain(56..60)
        .map(|bit| bit + 64);
    let mut cards = [0; 108];
    cards
        .iter_mut()
        .zip(first.chain(second))
        .for_each(|(slot, bit)| *slot = bit);
    cards
}

impl Table {
    fn draw(&mut self, seat: usize) -> Option<u8> {
        if self.len == 0 {
            let mut rest = self.under;
            self.under = 0;
            while rest != 0 {
                self.pile[self.len] = rest.trailing_zeros() as u8;
                self.len += 1;
                rest &= rest - 1;
            }
            if self.len == 0 {
                return None;
            }
        }
        let at = self.rng.below(self.len as u32) as usize;
        self.len -= 1;
        let card = self.pile[at];
        self.pile[at] = self.pile[self.len];
        self.hands[seat] |= 1 << card;
        Some(card)
    }
}

const fn face(card: u8) -> u8 {
    match card & 63 {
        56 | 57 => 56,
        58 | 59 => 58,
        other => other,
    }
}

const fn both(mask: u64) -> u128 {
    mask as u128 | (mask as u128) << 64
}

/// Plays one hand; returns the number of turns.
pub fn hand(deck: &[u8; 108], seats: usize, seed: u64, deal: u64) -> u32 {
    let mut t = Table {
        hands: [0; 10],
        under: 0,
        pile: *deck,
        len: 108,
        rng: Rng::new(seed, deal, Role::Deck(0)),
    };
    let mut choice = Rng::new(seed, deal, Role::Other(0));
    let dealer = choice.below(seats as u32) as usize;
    for _ in 0..7 {
        for seat in 0..seats {
            t.draw(seat);
        }
    }
    let mut top;
    loop {
        let at = t.rng.below(t.len as u32) as usize;
        top = t.pile[at];
        if face(top) != 58 {
            t.len -= 1;
            t.pile[at] = t.pile[t.len];
            break;
        }
    }
    let mut clockwise = true;
    let step = |seat: usize, clockwise: bool| match (clockwise, seat) {
        (true, s) if s + 1 == seats => 0,
        (true, s) => s + 1,
        (false, 0) => seats - 1,
        (false, s) => s - 1,
    };
    let mut seat = step(dealer, true);
    let mut color = face(top) / 13;
    match face(top) {
        56 => color = choice.below(4) as u8,
        f => match f % 13 {
            10 => seat = step(seat, true),
            11 => {
                clockwise = false;
                seat = dealer;
            }
            12 => {
                t.draw(seat);
                t.draw(seat);
                seat = step(seat, true);
            }
            _ => {}
        },
    }
    let mut passes = 0;
    for turn in 1..10_000 {
        let symbol = if face(top) >= 56 {
            0
        } else {
            COLUMN << (face(top) % 13)
        };
        let fits = COLOR << (13 * color) | symbol | WILD | FOUR;
        let hand = t.hands[seat];
        let mut faces = (hand as u64 | (hand >> 64) as u64) & fits;
        // One bit a wild kind.
        faces &= !((faces >> 1) & (1 << 56 | 1 << 58)) | (faces & !(WILD | FOUR));
        let mut chosen = None;
        if faces != 0 {
            for _ in 0..choice.below(faces.count_ones()) {
                faces &= faces - 1;
            }
            chosen = Some(face(faces.trailing_zeros() as u8));
        } else if t.len == 0 && t.under == 0 {
            passes += 1;
            if passes == seats {
                return turn;
            }
        } else {
            passes = 0;
            chosen = t.draw(seat).map(face).filter(|f| fits >> f & 1 == 1);
        }
        let Some(card) = chosen else {
            seat = step(seat, clockwise);
            continue;
        };
        passes = 0;
        let copies = t.hands[seat]
            & if card >= 56 {
                both(3 << card)
            } else {
                both(1 << card)
            };
        t.hands[seat] &= !(copies & copies.wrapping_neg());
        t.under |= 1 << top;
        top = copies.trailing_zeros() as u8;
        let guilty = card == 58 && t.hands[seat] & both(COLOR << (13 * color)) != 0;
        color = if card >= 56 {
            choice.below(4) as u8
        } else {
            card / 13
        };
        let next = match (card, card % 13) {
            (0..52, 11) => {
                clockwise = !clockwise;
                step(seat, clockwise)
            }
            _ => step(seat, clockwise),
        };
        let draws = match (card, card % 13) {
            (58, _) => 4,
            (0..52, 12) => 2,
            _ => 0,
        };
        if t.hands[seat] == 0 {
            for _ in 0..draws {
                t.draw(next);
            }
            return turn;
        }
        if draws > 0 {
            let challenged = draws == 4 && choice.below(2) == 1;
            let (victim, amount) = match (challenged, guilty) {
                (true, true) => (seat, 4),
                (true, false) => (next, 6),
                _ => (next, draws),
            };
            for _ in 0..amount {
                t.draw(victim);
            }
            seat = if challenged && guilty {
                next
            } else {
                step(next, clockwise)
            };
        } else if card < 56 && (card % 13 == 10 || (card % 13 == 11 && seats == 2)) {
            seat = step(next, clockwise);
        } else {
            seat = next;
        }
    }
    10_000
}
