//! Records choices: what the seat knew and was offered as it chose, and, once hand and game are over, how that ended for it.

use unosim_engine::{Game, MAX_SEATS, Outcome, Witness};

use super::decisions::Decision;
use super::record::{Game as Played, Recorder, Sample, share};
use super::seen::Seen;
use super::words::{Asked, NONE, Word, Words};
use crate::play::{Choice, Ended};
use crate::schedule::Sitting;

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
