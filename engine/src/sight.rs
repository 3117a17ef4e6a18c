//! What an observation shows beyond what a player may know: nothing at a fair table. Research may ask what it would be
//! worth to see more.

/// What is seen beyond what a player may know.
///
/// The table decides about it when it makes an [`Observation`](crate::Observation); whoever gets one can only make less
/// of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sight {
    /// The cards in all hands.
    pub(crate) hands: bool,
    /// The order of the draw pile.
    pub(crate) pile: bool,
}

impl Sight {
    /// Nothing: what every player has.
    pub const FAIR: Sight = Sight {
        hands: false,
        pile: false,
    };
    /// All hands.
    pub const HANDS: Sight = Sight {
        hands: true,
        pile: false,
    };
    /// The order of the draw pile; what comes after a reshuffle stays unknown.
    pub const PILE: Sight = Sight {
        hands: false,
        pile: true,
    };

    /// Whatever is seen by one of two.
    #[must_use]
    pub fn and(self, other: Sight) -> Sight {
        Sight {
            hands: self.hands || other.hands,
            pile: self.pile || other.pile,
        }
    }

    /// What is seen by this one and not by the other.
    #[must_use]
    pub fn less(self, other: Sight) -> Sight {
        Sight {
            hands: self.hands && !other.hands,
            pile: self.pile && !other.pile,
        }
    }
}
