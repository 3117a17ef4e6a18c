//! A row a game, or a row a hand: who played, how it ended for each, and what happened on the way.

use unosim_engine::{Action, Chance, Face, Game as Hand, MAX_SEATS, Outcome, Reason, Witness};

use super::columns::{Each, Family, Read, Row, each};
use super::record::{Game as Played, Recorder, Sample, share};
use super::words::{NONE, Word, Words};
use crate::balance::census::Census;
use crate::play::Ended;
use crate::schedule::Sitting;
use crate::tally::WIN;

/// What there is a row of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A game: a hand, or a match.
    Game,
    /// A hand.
    Hand,
}

/// A game or a hand. Seats of a game are its players: that is another thing only in a partner schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    game: Played,
    hand: u32,
    hands: u32,
    seats: u8,
    /// Players by seat.
    players: Word,
    dealer: u8,
    strategies: [Word; MAX_SEATS],
    shares: [u16; MAX_SEATS],
    scores: [i32; MAX_SEATS],
    totals: [i32; MAX_SEATS],
    points: [u32; MAX_SEATS],
    cards: [u32; MAX_SEATS],
    places: [u8; MAX_SEATS],
    turns: u32,
    decisions: u32,
    draws: u32,
    penalties: u32,
    skips: u32,
    reshuffles: u32,
    outcome: Word,
}

impl Record {
    /// A row of which nothing has happened yet.
    fn of(game: Played, hand: u32) -> Record {
        Record {
            game,
            hand,
            hands: 0,
            seats: 0,
            players: NONE,
            dealer: 0,
            strategies: [NONE; MAX_SEATS],
            shares: [0; MAX_SEATS],
            scores: [0; MAX_SEATS],
            totals: [0; MAX_SEATS],
            points: [0; MAX_SEATS],
            cards: [0; MAX_SEATS],
            places: [0; MAX_SEATS],
            turns: 0,
            decisions: 0,
            draws: 0,
            penalties: 0,
            skips: 0,
            reshuffles: 0,
            outcome: NONE,
        }
    }
}

impl Row for Record {
    fn families(_: bool) -> Vec<Family<Record>> {
        let family = |stem, each, read: Read<Record>, meaning| Family {
            stem,
            each,
            read,
            meaning,
        };
        let one = |stem, read: Read<Record>, meaning| family(stem, Each::One, read, meaning);
        let seat = |stem, read: Read<Record>, meaning| family(stem, Each::Seat, read, meaning);
        vec![
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
                each!(UInt32, |r, _| r.hand),
                "hand of the game, counted from 0; of a game, 0",
            ),
            one("hands", each!(UInt32, |r, _| r.hands), "hands in the row"),
            one(
                "seats",
                each!(UInt8, |r, _| r.seats),
                "seats of the columns below; in a partner schedule, of a game, its players",
            ),
            one(
                "players",
                each!(Word, |r, _| r.players),
                "player on each seat: the seats themselves, except for hands of a partner schedule",
            ),
            one(
                "dealer",
                each!(UInt8, |r, _| r.dealer),
                "seat that dealt; of a game, the first hand of it",
            ),
            seat(
                "strategy_",
                each!(Word, |r, n| r.strategies[n]),
                "strategy on the seat; empty beyond the table, as zeros in the columns below",
            ),
            seat(
                "share_",
                each!(Double, |r, n| f64::from(r.shares[n]) / WIN as f64),
                "share of the win: 1, 1/k if k sides share it, 0; 2520 times it is whole. Each of a team has the share of the team",
            ),
            seat(
                "score_",
                each!(Int32, |r, n| r.scores[n]),
                "what the row added to the total",
            ),
            seat("total_", each!(Int32, |r, n| r.totals[n]), "total after it"),
            seat(
                "points_",
                each!(UInt32, |r, n| r.points[n]),
                "card points left in hand at the end; of a game, summed over hands",
            ),
            seat(
                "cards_",
                each!(UInt32, |r, n| r.cards[n]),
                "cards left in hand at the end; of a game, summed over hands",
            ),
            seat(
                "place_",
                each!(UInt8, |r, n| r.places[n]),
                "place: 1 = first out; 0 where the rules record none",
            ),
            one("turns", each!(UInt32, |r, _| r.turns), "turns"),
            one(
                "decisions",
                each!(UInt32, |r, _| r.decisions),
                "questions with more than one answer",
            ),
            one(
                "draws",
                each!(UInt32, |r, _| r.draws),
                "cards drawn on the own turn",
            ),
            one(
                "penalties",
                each!(UInt32, |r, _| r.penalties),
                "cards drawn for any other reason",
            ),
            one("skips", each!(UInt32, |r, _| r.skips), "seats passed over"),
            one(
                "reshuffles",
                each!(UInt32, |r, _| r.reshuffles),
                "how often the discards became the draw pile",
            ),
            one(
                "outcome",
                each!(Word, |r, _| r.outcome),
                "won, void, truncated, stalemate; of a game that nobody won, that of its last hand, or undecided if that was won",
            ),
        ]
    }
}

/// Records games or hands.
pub struct Records {
    unit: Unit,
    rows: Vec<Record>,
    words: Words,
    strategies: [Word; MAX_SEATS],
    totals: [i32; MAX_SEATS],
    census: Census,
    /// What adds up while a hand or a game is played.
    row: Record,
    sample: Sample,
}

impl Records {
    /// Nothing recorded yet.
    #[must_use]
    pub fn new(words: Words, unit: Unit) -> Records {
        Records {
            unit,
            rows: Vec::new(),
            words,
            strategies: [NONE; MAX_SEATS],
            totals: [0; MAX_SEATS],
            census: Census::default(),
            row: Record::of(Played::default(), 0),
            sample: Sample::default(),
        }
    }
}

impl Witness for Records {
    fn dealt(&mut self, game: &Hand) {
        self.census.dealt(game);
        if self.row.hands == 0 {
            self.row.dealer = game.dealer() as u8;
        }
    }

    fn drew(&mut self, seat: usize, cards: &[Face], reason: Reason) {
        self.census.drew(seat, cards, reason);
        if reason == Reason::Turn {
            self.row.draws += cards.len() as u32;
        }
    }

    fn reshuffled(&mut self, _: usize) {
        self.row.reshuffles += 1;
    }

    fn random(&mut self, what: Chance) {
        self.census.random(what);
    }

    fn out(&mut self, seat: usize) {
        self.census.out(seat);
    }

    fn ask(&mut self, game: &Hand, action: Action, forced: bool) {
        self.census.ask(game, action, forced);
    }
}

impl Recorder for Records {
    type Row = Record;

    fn begin(&mut self, game: Played, strategies: [Word; MAX_SEATS], sample: Sample) {
        (self.strategies, self.sample) = (strategies, sample);
        self.totals = [0; MAX_SEATS];
        self.row = Record::of(game, 0);
    }

    fn hand(&mut self, game: &Hand, scores: &[i32; MAX_SEATS], sitting: &Sitting) {
        let facts = self.census.finish(game);
        let outcome = game.outcome();
        let row = &mut self.row;
        row.hands += 1;
        row.turns += game.turns();
        row.decisions += facts.decisions as u32;
        row.penalties += facts.penalty_cards as u32;
        row.skips += facts.skips as u32;
        row.outcome = self.words.of(outcome.map_or("", Outcome::name));
        let points = game.points();
        for (seat, player) in sitting.players().enumerate() {
            self.totals[player] += scores[seat];
            let at = match self.unit {
                Unit::Game => player,
                Unit::Hand => seat,
            };
            row.scores[at] += scores[seat];
            row.points[at] += points[seat];
            row.cards[at] += game.hand(seat).len();
        }
        if self.unit == Unit::Hand {
            let winner = game.winner().filter(|_| outcome == Some(Outcome::Won));
            let won = |seat| winner.is_some_and(|winner| game.rules().partners(winner, seat));
            let players: Vec<String> = sitting.players().map(|p| p.to_string()).collect();
            row.seats = sitting.seats() as u8;
            row.players = self.words.of(&players.join(" "));
            row.places = game.places();
            for (seat, player) in sitting.players().enumerate() {
                row.strategies[seat] = self.strategies[player];
                row.totals[seat] = self.totals[player];
                row.shares[seat] = if won(seat) { WIN as u16 } else { 0 };
            }
            let next = Record::of(row.game, row.hand + 1);
            self.rows.push(std::mem::replace(row, next));
        }
    }

    fn end(&mut self, ended: &Ended, sides: usize, players: usize) {
        let kept = self.sample.keeps();
        if self.unit == Unit::Hand {
            // Its rows are the last ones; a game is kept or left out as a whole.
            if !kept {
                let left = self.rows.len() - self.row.hand as usize;
                self.rows.truncate(left);
            }
            return;
        }
        if !kept {
            return;
        }
        let next = Record::of(Played::default(), 0);
        let mut row = std::mem::replace(&mut self.row, next);
        let names: Vec<String> = (0..players).map(|player| player.to_string()).collect();
        row.seats = players as u8;
        row.players = self.words.of(&names.join(" "));
        row.totals = ended.totals;
        row.places = ended.places;
        for player in 0..players {
            row.strategies[player] = self.strategies[player];
            row.shares[player] = share(ended, player, sides, players);
        }
        let won = self.words.of(Outcome::Won.name());
        if ended.winners != 0 {
            row.outcome = won;
        } else if row.outcome == won {
            row.outcome = self.words.of("undecided");
        }
        self.rows.push(row);
    }

    fn rows(&mut self) -> (&mut Vec<Record>, &mut Words) {
        (&mut self.rows, &mut self.words)
    }
}
