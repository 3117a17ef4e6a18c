//! What one seat may know, and random worlds that agree with it.
//!
//! An observation is a view of a game through one seat's eyes. It has no path to other hands, to the order of the draw
//! pile, or to the table's randomness, unless the table gave it a [`Sight`] of them. It remembers the cards that the seat saw in other hands as long as they stay
//! there; it does not remember which cards were put back before the first card, or what lay among the discards before
//! a reshuffle.

use crate::action::ActionSet;
use crate::card::{Cards, Color, Face};
use crate::game::{Game, Hidden, MAX_SEATS, Phase, Stock};
use crate::rng::Rng;
use crate::rules::Rules;
use crate::sight::Sight;

/// The game as one seat may know it.
#[derive(Clone, Copy)]
pub struct Observation<'a> {
    game: &'a Game,
    seat: usize,
    /// What it shows beyond what the seat may know.
    sight: Sight,
}

impl std::fmt::Debug for Observation<'_> {
    /// Only what the seat may know.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let sizes: Vec<u32> = (0..self.seats()).map(|s| self.hand_len(s)).collect();
        f.debug_struct("Observation")
            .field("seat", &self.seat)
            .field("phase", &self.phase())
            .field("hand", &self.hand())
            .field("hand_sizes", &sizes)
            .field("top", &self.top())
            .field("color", &self.color())
            .field("pile", &self.pile())
            .finish_non_exhaustive()
    }
}

impl Game {
    /// What a seat may know.
    #[inline]
    #[must_use]
    pub fn observe(&self, seat: usize) -> Observation<'_> {
        self.observe_with(seat, Sight::FAIR)
    }

    /// What a seat may know, and what it sees besides: that is true in the worlds that it imagines. Everything else that
    /// the observation tells is what a fair seat would be told.
    #[inline]
    #[must_use]
    pub fn observe_with(&self, seat: usize, sight: Sight) -> Observation<'_> {
        Observation {
            game: self,
            seat,
            sight,
        }
    }
}

impl<'a> Observation<'a> {
    /// The same without some of what it shows beyond what the seat may know.
    #[must_use]
    pub fn without(self, sight: Sight) -> Observation<'a> {
        Observation {
            sight: self.sight.less(sight),
            ..self
        }
    }
}

impl Observation<'_> {
    /// The observer's seat.
    #[inline]
    #[must_use]
    pub fn seat(&self) -> usize {
        self.seat
    }

    /// The rules in force.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        self.game.rules()
    }

    /// Number of seats, live or not.
    #[must_use]
    pub fn seats(&self) -> usize {
        self.game.seats()
    }

    /// The live seats, one bit each.
    #[must_use]
    pub fn live(&self) -> u16 {
        self.game.live()
    }

    /// What the seat to move is asked.
    #[must_use]
    pub fn phase(&self) -> Phase {
        self.game.phase()
    }

    /// The seat that is asked.
    #[must_use]
    pub fn to_move(&self) -> usize {
        self.game.seat()
    }

    /// The observer's cards.
    #[inline]
    #[must_use]
    pub fn hand(&self) -> Cards {
        self.game.hand(self.seat)
    }

    /// How many cards a seat holds.
    #[must_use]
    pub fn hand_len(&self, seat: usize) -> u32 {
        self.game.hand(seat).len()
    }

    /// The card on top.
    #[must_use]
    pub fn top(&self) -> Face {
        self.game.top()
    }

    /// The color in force.
    #[must_use]
    pub fn color(&self) -> Option<Color> {
        self.game.color()
    }

    /// The direction of play.
    #[must_use]
    pub fn clockwise(&self) -> bool {
        self.game.clockwise()
    }

    /// Number of cards in the draw pile.
    #[must_use]
    pub fn pile(&self) -> usize {
        self.game.pile()
    }

    /// The discards, the top included, without those of which the observer has seen only the back.
    #[must_use]
    pub fn discards(&self) -> Cards {
        self.game.discard_set() - self.game.face_down_to(self.seat)
    }

    /// Whether the card on top lies face down: it is claimed to be the Wild Draw Four as which it is shown (rules, section 6).
    #[must_use]
    pub fn claimed(&self) -> bool {
        self.game.top_is_claimed()
    }

    /// How many discards lie face down that the observer has not seen.
    #[must_use]
    pub fn face_down(&self) -> u32 {
        self.game.face_down_to(self.seat).len()
    }

    /// In phase `catch`, whether the seat in question did call: then an accusation is an error.
    #[must_use]
    pub fn called(&self) -> bool {
        self.game.called()
    }

    /// The cards that the observer knows to lie in another seat's hand.
    #[must_use]
    pub fn known(&self, seat: usize) -> Cards {
        self.game.known_by(self.seat) & self.game.hand(seat)
    }

    /// What a seat showed when it last drew on a turn, though nobody made it: the colored cards that would have matched and
    /// of which it had none, or kept them back; and how many of its cards it may have got since. No card if it has not
    /// drawn so, or if what it showed says nothing any more.
    #[must_use]
    pub fn lack(&self, seat: usize) -> (Cards, u32) {
        self.game.lack(seat)
    }

    /// The cards that lie in other hands, face down or in the pile, the observer does not know where.
    #[must_use]
    pub fn unseen(&self) -> Cards {
        self.game.cards() - self.hand() - self.discards() - self.game.known_by(self.seat)
    }

    /// Cards in the standing penalty.
    #[must_use]
    pub fn pending(&self) -> u32 {
        self.game.pending()
    }

    /// The dealer's seat.
    #[must_use]
    pub fn dealer(&self) -> usize {
        self.game.dealer()
    }

    /// Turns begun so far.
    #[must_use]
    pub fn turns(&self) -> u32 {
        self.game.turns()
    }

    /// Match totals before this hand.
    #[must_use]
    pub fn totals(&self) -> &[i32] {
        self.game.totals()
    }

    /// The live seat so many steps on from the observer, in the direction of play.
    #[must_use]
    pub fn next(&self, steps: u32) -> usize {
        usize::from(self.game.next_from(self.seat as u8, steps))
    }

    /// In phase `drawn`, the card that may be played.
    #[must_use]
    pub fn drawn(&self) -> Option<Face> {
        if self.game.seat() == self.seat {
            self.game.drawn()
        } else {
            None
        }
    }

    /// The observer's cards that match the top: its color, its symbol, and wilds.
    #[must_use]
    pub fn fits(&self) -> Cards {
        self.hand() & self.game.fits()
    }

    /// The cards that match the top, wherever they lie: its color, its symbol, and wilds.
    #[must_use]
    pub fn fitting(&self) -> Cards {
        self.game.fits()
    }

    /// The observer's legal actions; none if another seat is asked.
    #[must_use]
    pub fn legal(&self) -> ActionSet {
        if self.game.seat() == self.seat {
            self.game.legal()
        } else {
            ActionSet::NONE
        }
    }

    /// The seat that caused the standing penalty, or whose call is in question; none in other phases.
    #[must_use]
    pub fn cause(&self) -> Option<usize> {
        self.game.cause()
    }

    /// A world drawn uniformly from those that agree with this observation: hands keep their sizes, known cards their
    /// places, every other unseen card may lie in any other hand or anywhere in the pile, and a seat that is asked has
    /// a choice. What a [`Sight`] shows is in it as it is.
    #[must_use]
    pub fn determinize(&self, rng: &mut Rng) -> Game {
        self.world(false, rng)
    }

    /// A world that is not merely possible but likely: as [`determinize`](Self::determinize), but a seat that drew on its
    /// turn had, of the cards it still holds from then, none of the color and symbol it could not play. Wilds may have
    /// been kept back. Hands are filled one after the other, so this is near the true distribution, not it.
    #[must_use]
    pub fn determinize_likely(&self, rng: &mut Rng) -> Game {
        self.world(true, rng)
    }

    /// A world with these hands, by seat, as a fair seat imagines it: what lies elsewhere is random. The hands must agree with the observation, and the
    /// observer be the seat that is asked.
    #[must_use]
    pub fn world_with(&self, hands: &[Cards; MAX_SEATS], rng: &mut Rng) -> Game {
        let mut all = [Cards::NONE; MAX_SEATS];
        let mut rest = self.unseen();
        for seat in 0..self.seats() {
            all[seat] = match seat == self.seat {
                true => self.hand(),
                false => hands[seat],
            };
            rest -= all[seat];
        }
        let mut rest = Stock::of(rest);
        let hidden = Hidden {
            hands: all,
            drawn: None,
            face_down: rest.some(self.face_down(), rng),
            pile: rest.left(),
            sight: Sight::FAIR,
        };
        self.game.resampled(self.seat, &hidden, rng)
    }

    /// The cards of a seat that are the same in every world.
    fn placed(&self, seat: usize) -> Cards {
        match self.sight.hands {
            true => self.game.hand(seat),
            false => self.known(seat),
        }
    }

    /// The unseen cards that may lie elsewhere in a world.
    fn hidden(&self) -> Cards {
        let mut hidden = self.unseen();
        if self.sight.hands {
            hidden = (0..self.seats()).fold(hidden, |rest, seat| rest - self.game.hand(seat));
        }
        if self.sight.pile {
            hidden -= self.game.pile_set();
        }
        hidden
    }

    fn world(&self, likely: bool, rng: &mut Rng) -> Game {
        let mut unseen = self.hidden();
        let mut hands = [Cards::NONE; MAX_SEATS];
        hands[self.seat] = self.hand();
        let asked = match self.sight.hands {
            true => None,
            false => self.game.asked_by_hand(self.seat),
        };
        let (asked, drawn) = match asked {
            Some(asked) => {
                let (hand, drawn) =
                    self.game
                        .hand_that_is_asked(asked, self.placed(asked), unseen, rng);
                hands[asked] = hand;
                unseen -= hand;
                (asked, drawn)
            }
            None => (self.seat, None),
        };
        let mut rest = Stock::of(unseen);
        for (seat, hand) in hands.iter_mut().enumerate().take(self.seats()) {
            if seat != self.seat && seat != asked {
                let known = self.placed(seat);
                let unknown = self.hand_len(seat) - known.len();
                let mut got = Cards::NONE;
                if likely {
                    let (lacked, since) = self.game.lack(seat);
                    got = rest.some_but(lacked, unknown.saturating_sub(since), rng);
                }
                *hand = known | got | rest.some(unknown - got.len(), rng);
            }
        }
        let face_down = rest.some(self.face_down(), rng);
        let hidden = Hidden {
            hands,
            drawn,
            face_down,
            pile: rest.left(),
            sight: self.sight,
        };
        self.game.resampled(self.seat, &hidden, rng)
    }
}
