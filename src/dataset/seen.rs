//! What a seat knew, as a row has it. All of it comes through [`Observation`], which has no path to hidden cards.

use unosim_engine::{Cards, Color, Face, MAX_SEATS, Observation};

use super::words::{self, NONE, Word};

/// The other seats of a table.
pub(super) const OTHERS: usize = MAX_SEATS - 1;

/// An observation as a row has it: other seats by how many places clockwise they sit, less one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    pub(super) turn: u32,
    pub(super) seats: u8,
    pub(super) seat: u8,
    pub(super) phase: Word,
    pub(super) live: u16,
    pub(super) dealer: u8,
    pub(super) clockwise: bool,
    pub(super) hand: Cards,
    pub(super) sizes: [u8; OTHERS],
    pub(super) top: Word,
    pub(super) color: Word,
    pub(super) fitting: Word,
    pub(super) drawn: Word,
    pub(super) pile: u8,
    pub(super) discards: Cards,
    pub(super) claimed: bool,
    pub(super) face_down: u8,
    pub(super) called: bool,
    pub(super) pending: u16,
    pub(super) cause: i8,
    pub(super) totals: [i32; MAX_SEATS],
    pub(super) known: [Cards; OTHERS],
    pub(super) lacks: [Word; OTHERS],
    pub(super) since: [u8; OTHERS],
}

impl Seen {
    /// What the observation tells.
    #[must_use]
    pub fn of(seen: &Observation<'_>) -> Seen {
        let (seat, seats) = (seen.seat(), seen.seats());
        let places = |other: usize| (other + seats - seat) % seats;
        let live = seen.live();
        let mut row = Seen {
            turn: seen.turns(),
            seats: seats as u8,
            seat: seat as u8,
            phase: words::phase(seen.phase()),
            // The mask turned so that the seat itself has bit 0.
            live: (live >> seat | live << (seats - seat)) & ((1 << seats) - 1),
            dealer: places(seen.dealer()) as u8,
            clockwise: seen.clockwise(),
            hand: seen.hand(),
            sizes: [0; OTHERS],
            top: words::face(seen.top()),
            color: words::color(seen.color()),
            fitting: matching(seen.fitting()),
            drawn: words::face_or_none(seen.drawn()),
            pile: seen.pile() as u8,
            discards: seen.discards(),
            claimed: seen.claimed(),
            face_down: seen.face_down() as u8,
            called: seen.called(),
            pending: seen.pending() as u16,
            cause: seen.cause().map_or(-1, |cause| places(cause) as i8),
            totals: [0; MAX_SEATS],
            known: [Cards::NONE; OTHERS],
            lacks: [NONE; OTHERS],
            since: [0; OTHERS],
        };
        let totals = seen.totals();
        row.totals[0] = totals[seat];
        for away in 1..seats {
            let (other, at) = ((seat + away) % seats, away - 1);
            row.sizes[at] = seen.hand_len(other) as u8;
            row.totals[away] = totals[other];
            row.known[at] = seen.known(other);
            let (lacked, since) = seen.lack(other);
            row.lacks[at] = matching(lacked);
            row.since[at] = since as u8;
        }
        row
    }
}

/// Cards that match another one, as a text: color and symbol, as in `R5` for all red cards and all fives; a color alone on a
/// wild; `*` if every card matches. Wilds match always, and are not told.
fn matching(cards: Cards) -> Word {
    if cards.is_empty() {
        return NONE;
    }
    let whole = |color: &Color| (Cards::of_color(*color) - cards).is_empty();
    let mut colors = Color::ALL.into_iter().filter(whole);
    let Some(color) = colors.next() else {
        return NONE;
    };
    if colors.next().is_some() {
        return words::ANY;
    }
    let other = Color::from_index(color as u8 + 1);
    let symbol = (cards & Cards::of_color(other)).first();
    symbol.map_or(words::color(Some(color)), |card| {
        let symbol = match card.face().number() {
            discard_all @ 52..=55 => discard_all - 39 - other as u8,
            number => number % 13,
        };
        words::face(Face::colored(color, symbol))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::{Key, play_listened};
    use crate::schedule::Sitting;
    use unosim_engine::{Game, Rng, Role, Rules, Witness};
    use unosim_strategies::{Spec, Strategy};

    struct Looks {
        dice: Rng,
        same: u32,
        other: u32,
        rows: u32,
    }

    impl Witness for Looks {}

    impl Looks {
        /// In a world in which hidden cards lie elsewhere, the same is seen.
        fn look(&mut self, game: &Game) {
            let seat = game.seat();
            let seen = game.observe(seat);
            let world = seen.determinize(&mut self.dice);
            let hands = |game: &Game| -> Vec<Vec<Face>> {
                let others = (0..game.seats()).filter(|other| *other != seat);
                others.map(|other| game.hand(other).faces()).collect()
            };
            match hands(game) == hands(&world) {
                true => self.same += 1,
                false => self.other += 1,
            }
            let (there, here) = (Seen::of(&world.observe(seat)), Seen::of(&seen));
            let faces = |cards: Cards| cards.faces();
            assert_eq!(faces(there.discards), faces(here.discards));
            // Discards that the seat has not seen are no part of the set; which copy of a card is which nobody knows.
            let bare = |seen: Seen| Seen {
                discards: Cards::NONE,
                ..seen
            };
            assert_eq!(bare(there), bare(here));
            self.rows += 1;
        }
    }

    #[test]
    fn what_is_seen_does_not_depend_on_hidden_cards() {
        for (changes, seats) in [
            (&[][..], 4),
            (&["jump_in.cards=all", "uno.errors=true"][..], 3),
            (&["wild_draw_four.face_down=true", "swap.seven=swap"][..], 5),
        ] {
            let mut rules = Rules::default();
            for change in changes {
                rules.set_text(change).unwrap();
            }
            let spec = Spec::parse("random").unwrap();
            let mut bots: Vec<Box<dyn Strategy>> = (0..seats).map(|_| spec.build()).collect();
            let mut looks = Looks {
                dice: Rng::new(1, 0, Role::Other(0)),
                same: 0,
                other: 0,
                rows: 0,
            };
            for deal in 0..20 {
                let key = Key {
                    seed: 3,
                    deal,
                    rotation: 0,
                };
                play_listened(
                    &rules,
                    &[Sitting::in_order(seats)],
                    &mut bots,
                    key,
                    &mut looks,
                    |_, _, _, _| (),
                    |looks, choice| looks.look(choice.game),
                )
                .unwrap();
            }
            assert!(
                looks.rows > 500 && looks.other > 20 * looks.same,
                "{changes:?}"
            );
        }
    }

    #[test]
    fn what_matches_is_a_color_and_a_symbol() {
        let word = |top: Face, color: Option<Color>| {
            let words = words::Words::default();
            words.text(matching(top.fitting(color))).to_string()
        };
        let face = |text| Face::parse(text).unwrap();
        for text in ["R0", "Y9", "GS", "B+2", "RR", "YX"] {
            assert_eq!(word(face(text), face(text).color()), text);
        }
        assert_eq!(word(Face::WILD, Some(Color::Green)), "G");
        assert_eq!(word(face("R5"), Some(Color::Blue)), "B5");
        assert_eq!(word(Face::WILD, None), "*");
        assert_eq!(matching(Cards::NONE), NONE);
    }
}
