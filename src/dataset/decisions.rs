//! A row a choice: what a seat knew, what it was offered, what it did, and how that ended for it. What stands in the columns
//! of the observation comes through [`Observation`] alone; true hands stand apart, in columns named `hidden_…`.

use unosim_engine::{
    ActionSet, Cards, Color, Face, Game, MAX_SEATS, Observation, Outcome, Witness,
};

use super::columns::{Each, Family, Read, Row, Texts, each};
use super::record::{Game as Played, Recorder, Sample, share};
use super::words::{self, Asked, NONE, Word, Words};
use crate::play::{Choice, Ended};
use crate::schedule::Sitting;
use crate::tally::WIN;

/// The other seats of a table.
const OTHERS: usize = MAX_SEATS - 1;

/// A choice.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Decision {
    game: Played,
    hand_index: u32,
    question: u32,
    player: u8,
    strategy: Word,
    /// What the seat knew.
    pub seen: Seen,
    may_err: bool,
    offered: ActionSet,
    asked: Asked,
    action: Word,
    action_number: u8,
    forced: bool,
    /// By place in `offered`, if a search weighed them: value and playouts.
    search: Vec<(f64, u32)>,
    /// The true hands of the other seats, by places clockwise less one.
    hidden: [Cards; OTHERS],
    hand_outcome: Word,
    hand_won: bool,
    hand_score: i32,
    won: bool,
    share: u16,
    place: u8,
    final_total: i32,
}

/// An observation as a row has it: other seats by how many places clockwise they sit, less one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    turn: u32,
    seats: u8,
    seat: u8,
    phase: Word,
    live: u16,
    dealer: u8,
    clockwise: bool,
    hand: Cards,
    sizes: [u8; OTHERS],
    top: Word,
    color: Word,
    drawn: Word,
    pile: u8,
    discards: Cards,
    claimed: bool,
    face_down: u8,
    called: bool,
    pending: u16,
    cause: i8,
    totals: [i32; MAX_SEATS],
    known: [Cards; OTHERS],
    lacks: [Word; OTHERS],
    since: [u8; OTHERS],
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
            row.lacks[at] = lack(lacked);
            row.since[at] = since as u8;
        }
        row
    }
}

/// What matched a card and was not played, as a text: color and symbol, as in `R5` for all red cards and all fives; a color
/// alone on a wild; `*` if every card matched.
fn lack(cards: Cards) -> Word {
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
                "what the seat so many places clockwise showed it lacked when it last drew on a turn: R5 is all red cards and all fives, R all red cards, * every card; empty if nothing",
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

/// Records choices.
pub struct Decisions {
    rows: Vec<Decision>,
    words: Words,
    strategies: [Word; MAX_SEATS],
    game: Played,
    sample: Sample,
    hidden: bool,
    hand_index: u32,
    question: u32,
    /// Where the rows of this hand and of this game begin.
    hand_from: usize,
    game_from: usize,
}

impl Decisions {
    /// Nothing recorded yet.
    #[must_use]
    pub fn new(words: Words, hidden: bool) -> Decisions {
        Decisions {
            rows: Vec::new(),
            words,
            strategies: [NONE; MAX_SEATS],
            game: Played::default(),
            sample: Sample::default(),
            hidden,
            hand_index: 0,
            question: 0,
            hand_from: 0,
            game_from: 0,
        }
    }
}

/// What a search that chose just now found of each action that was offered.
fn searched(choice: &Choice<'_>) -> Vec<(f64, u32)> {
    let Some(bot) = choice.bot else {
        return Vec::new();
    };
    let found = bot.analysis();
    let of = |action| {
        let found = found.iter().find(|found| found.action == action)?;
        Some((found.value, found.playouts))
    };
    let all: Option<Vec<_>> = choice.offered.iter().map(of).collect();
    all.unwrap_or_default()
}

impl Witness for Decisions {
    const WATCHING: bool = false;
}

impl Recorder for Decisions {
    type Row = Decision;

    fn begin(&mut self, game: Played, strategies: [Word; MAX_SEATS], sample: Sample) {
        (self.game, self.strategies, self.sample) = (game, strategies, sample);
        (self.hand_index, self.question) = (0, 0);
        self.game_from = self.rows.len();
        self.hand_from = self.game_from;
    }

    fn choice(&mut self, choice: &Choice<'_>) {
        let question = self.question;
        self.question += 1;
        if !self.sample.keeps() {
            return;
        }
        let game = choice.game;
        let seat = game.seat();
        for action in choice.offered.iter() {
            self.words.action(game, action);
        }
        let mut row = Decision {
            game: self.game,
            hand_index: self.hand_index,
            question,
            player: choice.player as u8,
            strategy: self.strategies[choice.player],
            seen: Seen::of(&game.observe(seat)),
            may_err: !(game.errors() - choice.offered).is_empty(),
            offered: choice.offered,
            asked: Asked::of(game),
            action: self.words.action(game, choice.action),
            action_number: choice.action.number(),
            forced: choice.bot.is_none(),
            search: searched(choice),
            ..Decision::default()
        };
        if self.hidden {
            for away in 1..game.seats() {
                row.hidden[away - 1] = game.hand((seat + away) % game.seats());
            }
        }
        self.rows.push(row);
    }

    fn hand(&mut self, game: &Game, scores: &[i32; MAX_SEATS], _: &Sitting) {
        let outcome = game.outcome();
        let name = self.words.of(outcome.map_or("", Outcome::name));
        let winner = game.winner().filter(|_| outcome == Some(Outcome::Won));
        for row in &mut self.rows[self.hand_from..] {
            let seat = usize::from(row.seen.seat);
            row.hand_outcome = name;
            row.hand_won = winner.is_some_and(|winner| game.rules().partners(winner, seat));
            row.hand_score = scores[seat];
        }
        self.hand_from = self.rows.len();
        self.hand_index += 1;
        self.question = 0;
    }

    fn end(&mut self, ended: &Ended, sides: usize, players: usize) {
        for row in &mut self.rows[self.game_from..] {
            let player = usize::from(row.player);
            row.share = share(ended, player, sides, players);
            row.won = row.share > 0;
            row.place = ended.places[player];
            row.final_total = ended.totals[player];
        }
    }

    fn rows(&mut self) -> (&mut Vec<Decision>, &mut Words) {
        (&mut self.rows, &mut self.words)
    }
}
