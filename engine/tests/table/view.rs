//! Everything that an observation tells, by faces: two equal cards are the same to anyone at the table.

use unosim_engine::{ActionSet, Cards, Color, Face, Observation, Phase, Rules};

macro_rules! view {
    ($($name:ident: $type:ty = |$seen:ident| $value:expr;)*) => {
        /// What each accessor returns.
        #[derive(Clone, Debug, PartialEq)]
        pub struct View {
            $(pub $name: $type,)*
            /// The observation as it is printed.
            pub printed: String,
        }

        /// The accessors compared.
        pub const ACCESSORS: &[&str] = &[$(stringify!($name)),*];

        impl View {
            /// The first accessor that tells another thing, and what both tell.
            pub fn differs(&self, other: &View) -> Option<String> {
                $(if self.$name != other.$name {
                    let name = stringify!($name);
                    return Some(format!("{name}: {:?} / {:?}", self.$name, other.$name));
                })*
                (self.printed != other.printed).then(|| self.printed.clone())
            }
        }

        /// Looks at everything.
        pub fn view(seen: &Observation<'_>) -> View {
            View {
                $($name: { let $seen = seen; $value },)*
                printed: format!("{seen:?}"),
            }
        }
    };
}

view! {
    seat: usize = |s| s.seat();
    rules: Rules = |s| *s.rules();
    seats: usize = |s| s.seats();
    live: u16 = |s| s.live();
    phase: Phase = |s| s.phase();
    to_move: usize = |s| s.to_move();
    hand: Vec<Face> = |s| s.hand().faces();
    hand_len: Vec<u32> = |s| (0..s.seats()).map(|o| s.hand_len(o)).collect();
    top: Face = |s| s.top();
    color: Option<Color> = |s| s.color();
    clockwise: bool = |s| s.clockwise();
    pile: usize = |s| s.pile();
    discards: Vec<Face> = |s| s.discards().faces();
    claimed: bool = |s| s.claimed();
    face_down: u32 = |s| s.face_down();
    called: bool = |s| s.called();
    known: Vec<Vec<Face>> = |s| (0..s.seats()).map(|o| s.known(o).faces()).collect();
    lack: Vec<(Vec<Face>, u32)> = |s| {
        let lack = |(cards, since): (Cards, u32)| (cards.faces(), since);
        (0..s.seats()).map(|o| lack(s.lack(o))).collect()
    };
    unseen: Vec<Face> = |s| s.unseen().faces();
    pending: u32 = |s| s.pending();
    dealer: usize = |s| s.dealer();
    turns: u32 = |s| s.turns();
    totals: Vec<i32> = |s| s.totals().to_vec();
    next: Vec<usize> = |s| (0..=s.seats() as u32).map(|n| s.next(n)).collect();
    drawn: Option<Face> = |s| s.drawn();
    fits: Vec<Face> = |s| s.fits().faces();
    fitting: Vec<Face> = |s| s.fitting().faces();
    legal: ActionSet = |s| s.legal();
    cause: Option<usize> = |s| s.cause();
}

/// The sets of cards that an observer tells apart make up the deck, each card once.
pub fn parts(seen: &Observation<'_>) -> Vec<Cards> {
    let others = (0..seen.seats()).map(|seat| seen.known(seat));
    others
        .chain([seen.hand(), seen.discards(), seen.unseen()])
        .collect()
}
