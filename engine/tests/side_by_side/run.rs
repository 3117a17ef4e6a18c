//! Plays one case on both sides.

use super::case::{Case, Start};
use super::compare::{Recorder, compare};
use super::space;
use crate::model::cards::{self, Card};
use crate::model::{Model, Options, score};
use std::collections::{BTreeMap, BTreeSet};
use unosim_engine::{Action, Color, Face, Game, Match, Position, Rules};

/// Randomness of the test's own (SplitMix64).
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }
}

/// Actions that play no card and answer nothing.
const IDLE: [&str; 7] = ["draw", "take", "keep", "pass", "done", "decline", "silent"];

/// Both sides of a hand, and what was played.
struct Table<'a> {
    case: &'a Case,
    dice: Dice,
    played: Vec<(usize, &'static str, String)>,
    reached: &'a mut Reached,
}

/// How often the play came by: `phase action`, `outcome`, `hands`.
pub type Reached = BTreeMap<String, u64>;

/// Plays the case; the first difference is the error.
pub fn play(case: &Case, reached: &mut Reached) -> Result<(), String> {
    let (changes, rules) = space::rules(&case.changes, case.seats);
    let options = Options::read(&changes)?;
    let mut table = Table {
        case,
        dice: Dice(case.seed),
        played: Vec::new(),
        reached,
    };
    let result = match case.start {
        Start::Deal => table.play_match(&rules, &options),
        Start::Position {
            most,
            discards,
            pile,
            under,
        } => table.play_position(&rules, &options, [most, discards, pile], under),
    };
    let line =
        |(seat, phase, text): &(usize, &str, String)| format!("seat {seat} {phase} {text}\n");
    result.map_err(|e| table.played.iter().map(line).collect::<String>() + &e)
}

impl Table<'_> {
    fn play_match(&mut self, rules: &Rules, options: &Options) -> Result<(), String> {
        let seats = self.case.seats;
        let mut game_of_hands = Match::new(rules, seats, self.case.seed, 5);
        let mut totals = vec![0; seats];
        let mut dealer = None;
        for hand in 1..=3 {
            let Some(deal) = game_of_hands.next_deal() else {
                break;
            };
            let mut recorder = Recorder::default();
            let game = Game::deal_seen(rules, &deal, &mut recorder);
            let mut deck = cards::deck(options);
            let (hands, discards, pile) = recorder.dealt.take().ok_or("no dealt event")?;
            self.tell(format!(
                "hand {hand}, dealer {}: {hands:?} {discards:?}",
                deal.dealer
            ));
            for card in hands.iter().flatten().chain(&discards) {
                cards::remove(&mut deck, card)?;
            }
            if deck.len() != pile {
                return Err(format!("{pile} cards in the pile, not {}", deck.len()));
            }
            let mut model = Model::new(options.clone(), hands, deck, discards);
            model.live = (0..seats).map(|s| deal.live >> s & 1 == 1).collect();
            model.in_match = model.live.clone();
            model.dealer = usize::from(deal.dealer);
            self.check_dealer(&model, dealer, hand)?;
            model.chance = recorder.chance;
            model.start()?;
            let model = self.play_hand(game, model, &mut game_of_hands)?;
            if model.outcome.is_none() {
                break;
            }
            for (total, score) in totals.iter_mut().zip(model.scores()) {
                *total += score;
            }
            let standing = score::standing(options, &totals, hand, &model);
            let mask = |seats: &[usize]| seats.iter().fold(0u16, |m, s| m | 1 << s);
            let engine = (
                game_of_hands.totals()[..seats].to_vec(),
                game_of_hands.is_over(),
                game_of_hands.truncated(),
                game_of_hands.winners(),
            );
            let ours = (
                totals.clone(),
                standing.over,
                standing.truncated,
                mask(&standing.winners),
            );
            if engine != ours {
                return Err(format!("match: engine {engine:?}, model {ours:?}"));
            }
            dealer = Some((
                model.dealer,
                model.winner.filter(|_| model.outcome == Some("won")),
            ));
        }
        Ok(())
    }

    /// Whether that seat may deal (section 2).
    fn check_dealer(
        &self,
        model: &Model,
        before: Option<(usize, Option<usize>)>,
        hand: u32,
    ) -> Result<(), String> {
        let expected = match (before, model.o.next_dealer.as_str()) {
            (None, _) if model.o.first_dealer == "fixed" => Some(model.seats - 1),
            (Some((dealer, _)), "rotate") => Some(model.next_towards(dealer, 1)),
            (Some((dealer, winner)), "winner") => Some(winner.unwrap_or(dealer)),
            _ => None,
        };
        match expected {
            Some(seat) if seat != model.dealer => Err(format!(
                "seat {} deals hand {hand}, not {seat}",
                model.dealer
            )),
            _ => Ok(()),
        }
    }

    fn play_position(
        &mut self,
        rules: &Rules,
        options: &Options,
        [most, discards, pile]: [usize; 3],
        under: bool,
    ) -> Result<(), String> {
        let mut deck = cards::deck(options);
        // Few kinds of cards, so that they match often.
        let flavor = self.dice.below(3);
        if flavor == 1 {
            deck.retain(|c| cards::number(c).is_none_or(|n| n == 0 || n == 7));
        }
        if flavor == 2 {
            let colors = [
                cards::COLORS[self.dice.below(4)],
                cards::COLORS[self.dice.below(4)],
            ];
            let low = self.dice.below(10) as u32;
            deck.retain(|c| {
                cards::color(c).is_none_or(|color| colors.contains(&color))
                    && cards::number(c).is_none_or(|n| n == 0 || n == 7 || n.abs_diff(low) < 2)
            });
        }
        let mut take = |dice: &mut Dice, count: usize| -> Vec<Card> {
            (0..count.min(deck.len()))
                .map(|_| deck.swap_remove(dice.below(deck.len())))
                .collect()
        };
        let mut discard = take(&mut self.dice, 1 + discards);
        let mut hands = Vec::new();
        for _ in 0..self.case.seats {
            let size = 1 + self.dice.below(most);
            hands.push(take(&mut self.dice, size));
        }
        let draw = take(&mut self.dice, pile);
        if hands.iter().any(Vec::is_empty) {
            return Ok(());
        }
        let faces = |cards: &[Card]| -> Vec<Face> {
            cards.iter().map(|c| Face::parse(c).unwrap()).collect()
        };
        let top = discard[0];
        let color = match cards::color(top) {
            Some(color) => Some(color),
            None => [None, Some('R'), Some('Y'), Some('G'), Some('B')][self.dice.below(5)],
        };
        let position = Position {
            hands: hands.iter().map(|h| faces(h)).collect(),
            discard: faces(&discard),
            draw: faces(&draw),
            under,
            color: cards::is_wild(top).then_some(color.and_then(Color::from_letter)),
            to_move: self.dice.below(self.case.seats),
            clockwise: self.dice.below(2) == 0,
            seed: self.case.seed,
            ..Position::default()
        };
        self.tell(format!(
            "hands {hands:?}, discard {discard:?}, draw {draw:?}, color {color:?}, seat {} to move, clockwise {}",
            position.to_move, position.clockwise
        ));
        let game = Game::from_position(rules, &position).map_err(|e| e.to_string())?;
        let mut rest = cards::deck(options);
        for card in hands.iter().flatten().chain(&discard) {
            cards::remove(&mut rest, card)?;
        }
        discard.reverse();
        let mut model = Model::new(
            options.clone(),
            hands,
            if under { rest } else { draw },
            discard,
        );
        model.color = color;
        model.direction = if position.clockwise { 1 } else { -1 };
        model.begin_turn(position.to_move);
        let mut game_of_hands = Match::new(rules, self.case.seats, 1, 1);
        self.play_hand(game, model, &mut game_of_hands)?;
        Ok(())
    }

    fn tell(&mut self, text: String) {
        self.played.push((0, "", text));
    }

    fn count(&mut self, what: &str) {
        match self.reached.get_mut(what) {
            Some(times) => *times += 1,
            None => drop(self.reached.insert(what.to_string(), 1)),
        }
    }

    fn play_hand(
        &mut self,
        mut game: Game,
        mut model: Model,
        game_of_hands: &mut Match,
    ) -> Result<Model, String> {
        let mut legal = compare(&game, &model).map_err(|e| format!("at the start: {e}"))?;
        for step in 0..self.case.longest {
            if game.is_over() {
                break;
            }
            let text = self.choose(&legal);
            let action = game
                .parse_action(&text)
                .ok_or(format!("{text} is not parsed"))?;
            self.count(model.phase);
            self.played.push((model.seat, model.phase, text.clone()));
            if step % 8 == 0 {
                self.check_by_the_way(&game, action)?;
            }
            let mut recorder = Recorder::default();
            game.apply_seen(action, &mut recorder);
            model.chance = recorder.chance.clone();
            let compared = model.apply(&text).and_then(|()| compare(&game, &model));
            legal = compared.map_err(|e| format!("{e}\nevents {:?}", recorder.chance))?;
        }
        self.count("hands");
        self.count(model.outcome.unwrap_or("left"));
        if game.is_over() {
            game_of_hands.record(&game, &game.scores());
        }
        Ok(model)
    }

    /// Illegal actions are refused and change nothing; a witness changes nothing either.
    fn check_by_the_way(&mut self, game: &Game, action: Action) -> Result<(), String> {
        let number = self.dice.below(usize::from(Action::COUNT)) as u8;
        let other = Action::from_number(number).unwrap();
        if !game.legal().contains(other) {
            let mut twin = game.clone();
            if twin.try_apply(other).is_ok() || twin != *game {
                return Err(format!("the illegal action {other:?} was not refused"));
            }
        }
        let (mut seen, mut unseen) = (game.clone(), game.clone());
        seen.apply_seen(action, &mut Recorder::default());
        unseen.apply(action);
        if seen != unseen {
            return Err("a witness changes the game".into());
        }
        Ok(())
    }

    fn choose(&mut self, legal: &BTreeSet<String>) -> String {
        let policy = match self.case.policy {
            4 => self.dice.below(4) as u8,
            policy => policy,
        };
        let all: Vec<&str> = legal.iter().map(String::as_str).collect();
        let mut from = all.clone();
        from.retain(|text| match policy {
            1 => !IDLE.contains(text) && *text != "uno",
            2 => IDLE.contains(text),
            3 => !IDLE.contains(text) && *text != "challenge",
            _ => true,
        });
        if from.is_empty() || self.dice.below(8) == 0 {
            from = all;
        }
        from[self.dice.below(from.len())].to_string()
    }
}
