//! A row a choice: what a seat knew, what it was offered, what it did, and how that ended for it. What stands in the columns
//! of the observation is [`Seen`], which comes through the seat's eyes alone; true hands stand apart, in columns named `hidden_…`.

use unosim_engine::{ActionSet, Cards, Face};

use super::columns::{Each, Family, Read, Row, Texts, each};
use super::record::Game as Played;
use super::seen::{OTHERS, Seen};
use super::words::{Asked, Word};
use crate::tally::WIN;

/// A choice.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Decision {
    pub(super) game: Played,
    pub(super) hand_index: u32,
    pub(super) question: u32,
    pub(super) player: u8,
    pub(super) strategy: Word,
    /// What the seat knew.
    pub seen: Seen,
    pub(super) may_err: bool,
    pub(super) offered: ActionSet,
    pub(super) asked: Asked,
    pub(super) action: Word,
    pub(super) action_number: u8,
    pub(super) forced: bool,
    /// By place in `offered`, if a search weighed them: value and playouts.
    pub(super) search: Vec<(f64, u32)>,
    /// The true hands of the other seats, by places clockwise less one.
    pub(super) hidden: [Cards; OTHERS],
    pub(super) hand_outcome: Word,
    pub(super) hand_won: bool,
    pub(super) hand_score: i32,
    pub(super) won: bool,
    pub(super) share: u16,
    pub(super) place: u8,
    pub(super) final_total: i32,
}

impl Row for Decision {
    fn families(hidden: bool) -> Vec<Family<Decision>> {
        let family = |stem, each, read: Read<Decision>, meaning| Family {
            stem,
            each,
            read,
            meaning,
        };
        let one = |stem, read: Read<Decision>, meaning| family(stem, Each::One, read, meaning);
        let mut families = vec![
            one(
                "rules",
                each!(Word, |r, _| r.game.rules),
                "rule set, with changes appended",
            ),
            one(
                "table",
                each!(Word, |r, _| r.game.table),
                "table of the experiment",
            ),
            one("seed", each!(UInt64, |r, _| r.game.seed), "seed of the run"),
            one("deal", each!(UInt64, |r, _| r.game.deal), "deal"),
            one(
                "rotation",
                each!(UInt32, |r, _| r.game.rotation),
                "its rotation",
            ),
            one(
                "hand",
                each!(UInt32, |r, _| r.hand_index),
                "hand of the game, counted from 0",
            ),
            one(
                "question",
                each!(UInt32, |r, _| r.question),
                "question of the hand, counted from 0, those with one answer too",
            ),
            one(
                "turn",
                each!(UInt32, |r, _| r.seen.turn),
                "turns of the hand begun so far, this one included",
            ),
            one(
                "seats",
                each!(UInt8, |r, _| r.seen.seats),
                "seats at the table",
            ),
            one(
                "seat",
                each!(UInt8, |r, _| r.seen.seat),
                "seat that is asked, counted clockwise from 0",
            ),
            one(
                "player",
                each!(UInt8, |r, _| r.player),
                "player on it: the seat itself, except in a partner schedule",
            ),
            one(
                "strategy",
                each!(Word, |r, _| r.strategy),
                "strategy of the player",
            ),
            one(
                "phase",
                each!(Word, |r, _| r.seen.phase),
                "what the seat is asked (docs/actions.md)",
            ),
            one(
                "hand_size",
                each!(UInt8, |r, _| r.seen.hand.len() as u8),
                "cards in its hand",
            ),
            family(
                "hand_",
                Each::Face,
                each!(UInt8, |r, n| count(r.seen.hand, n)),
                "cards of this face in its hand",
            ),
            family(
                "size_",
                Each::Other,
                each!(UInt8, |r, n| r.seen.sizes[n - 1]),
                "cards in the hand of the seat so many places clockwise; 0 beyond the table",
            ),
            one(
                "live",
                each!(UInt16, |r, _| r.seen.live),
                "seats still in the hand, one bit each: bit n is the seat n places clockwise, bit 0 the seat itself",
            ),
            one(
                "dealer",
                each!(UInt8, |r, _| r.seen.dealer),
                "the dealer, in places clockwise",
            ),
            one(
                "top",
                each!(Word, |r, _| r.seen.top),
                "face of the card on top, as it is seen",
            ),
            one(
                "color",
                each!(Word, |r, _| r.seen.color),
                "color in force: R, Y, G, B; empty if none is",
            ),
            one(
                "fitting",
                each!(Word, |r, _| r.seen.fitting),
                "what matches, wilds aside: R5 is all red cards and all fives, R all red cards, * every card; while cards are added to a play, what matched before it",
            ),
            one(
                "clockwise",
                each!(Bool, |r, _| r.seen.clockwise),
                "whether play goes clockwise",
            ),
            one(
                "pending",
                each!(UInt16, |r, _| r.seen.pending),
                "cards in the standing penalty",
            ),
            one(
                "cause",
                each!(Int8, |r, _| r.seen.cause),
                "seat that caused the penalty, or whose call or play is in question, in places clockwise; -1 if there is none",
            ),
            one(
                "drawn",
                each!(Word, |r, _| r.seen.drawn),
                "in phase drawn, the card that may be played; otherwise empty",
            ),
            one(
                "called",
                each!(Bool, |r, _| r.seen.called),
                "in phase catch, whether the seat in question did call",
            ),
            one(
                "pile",
                each!(UInt8, |r, _| r.seen.pile),
                "cards in the draw pile",
            ),
            one(
                "claimed",
                each!(Bool, |r, _| r.seen.claimed),
                "whether the top lies face down, claimed to be a Wild Draw Four",
            ),
            one(
                "face_down",
                each!(UInt8, |r, _| r.seen.face_down),
                "discards of which the seat has seen only the back",
            ),
            family(
                "seen_",
                Each::Face,
                each!(UInt8, |r, n| count(r.seen.discards, n)),
                "cards of this face among the discards that the seat has seen, the top included",
            ),
            one(
                "known",
                each!(Text, |r, _, _, out| known(&r.seen.known, out)),
                "cards that the seat knows in other hands, as places clockwise and face: 1:R5 1:W+4 3:G2",
            ),
            family(
                "lack_",
                Each::Other,
                each!(Word, |r, n| r.seen.lacks[n - 1]),
                "what the seat so many places clockwise showed it lacked when it last drew on a turn, as in fitting; empty if nothing",
            ),
            family(
                "lack_since_",
                Each::Other,
                each!(UInt8, |r, n| r.seen.since[n - 1]),
                "cards it may have got since then",
            ),
            family(
                "total_",
                Each::Seat,
                each!(Int32, |r, n| r.seen.totals[n]),
                "total of the seat so many places clockwise before this hand; 0 is the seat itself",
            ),
            one(
                "legal",
                each!(Text, |r, _, words, out| r
                    .offered
                    .iter()
                    .for_each(|a| out.join(words.spelled(r.asked, a)))),
                "actions that were offered, by ascending number (docs/actions.md)",
            ),
            one(
                "legal_count",
                each!(UInt8, |r, _| r.offered.len() as u8),
                "how many",
            ),
            one(
                "legal_mask_low",
                each!(UInt64, |r, _| r.offered.bits() as u64),
                "the same as a mask: bit n is action number n",
            ),
            one(
                "legal_mask_high",
                each!(UInt64, |r, _| (r.offered.bits() >> 64) as u64),
                "bit n is action number 64 + n",
            ),
            one(
                "may_err",
                each!(Bool, |r, _| r.may_err),
                "whether action 63 (uno, catch) would be legal too, as an error, and was not offered",
            ),
            one(
                "action",
                each!(Word, |r, _| r.action),
                "action taken; one that was not offered is a misplay",
            ),
            one(
                "action_number",
                each!(UInt8, |r, _| r.action_number),
                "its number",
            ),
            one(
                "forced",
                each!(Bool, |r, _| r.forced),
                "whether there was one action only, and the strategy was not asked",
            ),
            one(
                "search_values",
                each!(Text, |r, _, _, out| r.search.iter().for_each(
                    |(value, tried)| match tried {
                        0 => out.join("-"),
                        _ => out.join(&format!("{value:.6}")),
                    }
                )),
                "what a search found each action of legal worth, in that order, - if it tried it not once; empty if nothing was searched",
            ),
            one(
                "search_playouts",
                each!(Text, |r, _, _, out| r
                    .search
                    .iter()
                    .for_each(|(_, tried)| out.join(&tried.to_string()))),
                "playouts that it spent on each",
            ),
            one(
                "hand_outcome",
                each!(Word, |r, _| r.hand_outcome),
                "how the hand ended: won, void, truncated, stalemate",
            ),
            one(
                "hand_won",
                each!(Bool, |r, _| r.hand_won),
                "whether the seat, or its team, won the hand",
            ),
            one(
                "hand_score",
                each!(Int32, |r, _| r.hand_score),
                "what the hand added to the total of the seat",
            ),
            one(
                "won",
                each!(Bool, |r, _| r.won),
                "whether the player won the game, alone or with others",
            ),
            one(
                "share",
                each!(Double, |r, _| f64::from(r.share) / WIN as f64),
                "share of the win: 1, 1/k if k sides share it, 0; 2520 times it is whole",
            ),
            one(
                "place",
                each!(UInt8, |r, _| r.place),
                "place: 1 = first out; 0 where the rules record none",
            ),
            one(
                "final_total",
                each!(Int32, |r, _| r.final_total),
                "total of the player at the end of the game",
            ),
        ];
        if hidden {
            families.push(family(
                "hidden_hand_",
                Each::Other,
                each!(Text, |r, n, _, out| r.hidden[n - 1].faces().iter().for_each(|f| out.join(f.name()))),
                "true hand of the seat so many places clockwise, which the seat that is asked does not see",
            ));
        }
        families
    }
}

fn count(cards: Cards, face: usize) -> u8 {
    cards.count(Face::from_number(face as u8)) as u8
}

fn known(known: &[Cards; OTHERS], out: &mut Texts) {
    for (at, cards) in known.iter().enumerate().filter(|(_, k)| !k.is_empty()) {
        for face in cards.faces() {
            out.join(&format!("{}:{face}", at + 1));
        }
    }
}
