//! One game: it asks the seat that must choose and applies what it says, hand after hand, and sitting after sitting if
//! players change seats. It knows neither where the strategies come from nor what is counted; replay and arena both play
//! through here, so they play the same game.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};
use thiserror::Error;
use unosim_engine::rules::{MatchFormat, Misplay};
use unosim_engine::{Action, ActionSet, Game, MAX_SEATS, Match, Rng, Role, Rules, Witness};
use unosim_strategies::Strategy;

use crate::schedule::Sitting;

/// What a game of a run is found by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    /// The seed of the run.
    pub seed: u64,
    /// The deal.
    pub deal: u64,
    /// Its rotation.
    pub rotation: u32,
}

/// How a game ended, by player: seat s is player s unless seats change during the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ended {
    /// The winners, one bit each; several if they share the win, none if nobody won.
    pub winners: u16,
    /// The totals.
    pub totals: [i32; MAX_SEATS],
    /// 1 = first out, where the rules record places; 0 = none.
    pub places: [u8; MAX_SEATS],
}

/// An action about to be taken.
pub struct Choice<'a> {
    /// The table before it.
    pub game: &'a Game,
    /// The player that takes it.
    pub player: usize,
    /// What was offered.
    pub offered: ActionSet,
    /// What it takes; not among what was offered if it misplays.
    pub action: Action,
    /// Who was asked; none if only one action was offered.
    pub bot: Option<&'a dyn Strategy>,
}

/// A strategy broke down: it answered with an action that it was not offered, or it panicked.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("seat {seat} {text} (hand {hand}, turn {turn})")]
pub struct Misplayed {
    /// The seat that was asked.
    pub seat: usize,
    /// The player on it.
    pub player: usize,
    /// The turn of the hand.
    pub turn: u32,
    /// The hand of the game, counted from 0.
    pub hand: u32,
    /// What it did.
    pub text: String,
}

/// Where a game stands, kept outside the game so that it survives a panic.
#[derive(Default)]
struct Spot {
    seat: usize,
    player: usize,
    turn: u32,
    hand: u32,
}

/// Plays one game with `bots`, one a seat, and calls `per_hand` with each hand and its scores.
///
/// `witness` hears everything that happens; before each action it is asked `ask(game, action, forced)`, `forced` being
/// true if only one action was offered, in which case the bot is not asked.
///
/// # Errors
/// A bot that panics or, unless the rules price it, answers with an action that it was not offered.
pub fn play_game<W: Witness>(
    rules: &Rules,
    bots: &mut [Box<dyn Strategy>],
    seed: u64,
    deal: u64,
    rotation: u32,
    witness: &mut W,
    mut per_hand: impl FnMut(&Game, &[i32; MAX_SEATS]),
) -> Result<Ended, Misplayed> {
    let sitting = [Sitting::in_order(bots.len())];
    let key = Key {
        seed,
        deal,
        rotation,
    };
    let per_hand = |hand: &Game, scores: &[i32; MAX_SEATS], _: &Sitting| per_hand(hand, scores);
    play_schedule(rules, &sitting, bots, key, witness, per_hand)
}

/// Plays one game of several sittings, with `bots` by player: at each sitting a match, whose hands add to the totals of
/// those who sit there. Of one sitting the winner is that of its match, of several the best total.
///
/// # Errors
/// As [`play_game`].
pub fn play_schedule<W: Witness>(
    rules: &Rules,
    schedule: &[Sitting],
    bots: &mut [Box<dyn Strategy>],
    key: Key,
    witness: &mut W,
    mut per_hand: impl FnMut(&Game, &[i32; MAX_SEATS], &Sitting),
) -> Result<Ended, Misplayed> {
    let per_hand = |_: &mut W, hand: &Game, scores: &[i32; MAX_SEATS], sitting: &Sitting| {
        per_hand(hand, scores, sitting)
    };
    play_listened(rules, schedule, bots, key, witness, per_hand, |_, _| ())
}

/// The same, and tells `listen` of each action before it is taken: what no witness of the table is told, what was offered
/// and what the bot found out about it. Both functions are given the witness too.
///
/// # Errors
/// As [`play_game`].
pub fn play_listened<W: Witness>(
    rules: &Rules,
    schedule: &[Sitting],
    bots: &mut [Box<dyn Strategy>],
    key: Key,
    witness: &mut W,
    mut per_hand: impl FnMut(&mut W, &Game, &[i32; MAX_SEATS], &Sitting),
    mut listen: impl FnMut(&mut W, &Choice<'_>),
) -> Result<Ended, Misplayed> {
    let mut spot = Spot::default();
    let players = bots.len();
    let game = AssertUnwindSafe(|| {
        let mut streams = streams(players, key);
        bots.iter_mut().for_each(|bot| bot.reset());
        let mut ended = Ended::default();
        for sitting in schedule {
            let before = ended.totals;
            let mut game = Match::new(rules, sitting.seats(), key.seed, key.deal);
            while let Some(mut next) = game.next_deal() {
                // A sitting goes on counting where the last one stopped: hands have decks of their own.
                next.hand = spot.hand;
                for (total, player) in next.totals.iter_mut().zip(sitting.players()) {
                    *total += before[player];
                }
                let mut hand = Game::deal_seen(rules, &next, witness);
                let table = (sitting, &mut streams[..]);
                play_hand(&mut hand, table, bots, witness, &mut listen, &mut spot)?;
                let scores = hand.scores();
                per_hand(witness, &hand, &scores, sitting);
                game.record(&hand, &scores);
                spot.hand += 1;
                if rules.match_.format == MatchFormat::LastStanding {
                    ended.places = hand.places();
                }
            }
            for (total, player) in game.totals().iter().zip(sitting.players()) {
                ended.totals[player] = before[player] + total;
            }
            ended.winners = game.winners();
        }
        if schedule.len() > 1 {
            ended.winners = best(rules, &ended.totals[..players]);
        }
        Ok(ended)
    });
    match catch_unwind(game) {
        Ok(Ok(ended)) => Ok(ended),
        Ok(Err(text)) => Err(spot.misplayed(text)),
        Err(panic) => Err(spot.misplayed(format!("panicked: {}", panic_text(&*panic)))),
    }
}

/// The players with the best total, one bit each.
#[must_use]
pub fn best(rules: &Rules, totals: &[i32]) -> u16 {
    let lowest = rules.score.method.lowest_wins();
    let best = match lowest {
        true => totals.iter().min(),
        false => totals.iter().max(),
    };
    let players = totals.iter().enumerate();
    let winners = players.filter(|(_, total)| Some(*total) == best);
    winners.fold(0, |mask, (player, _)| mask | 1 << player)
}

fn play_hand<W: Witness>(
    game: &mut Game,
    (sitting, streams): (&Sitting, &mut [Rng]),
    bots: &mut [Box<dyn Strategy>],
    witness: &mut W,
    listen: &mut impl FnMut(&mut W, &Choice<'_>),
    spot: &mut Spot,
) -> Result<(), String> {
    let rules = game.rules();
    let (errors, priced) = (rules.uno.errors, rules.misplay != Misplay::Error);
    let limit = Duration::from_millis(u64::from(rules.clock.limit_ms));
    let watching = (0..game.seats()).filter(|seat| bots[sitting.player(*seat)].watches());
    let watching = watching.fold(0u16, |mask, seat| mask | 1 << seat);
    while !game.is_over() {
        let seat = game.seat();
        let player = sitting.player(seat);
        (spot.seat, spot.player, spot.turn) = (seat, player, game.turns());
        let mut legal = game.legal();
        if errors && !bots[player].error_prone() {
            legal = legal - game.errors();
        }
        if let Some(only) = legal.single() {
            tell(watching, game, only, sitting, bots);
            witness.ask(game, only, true);
            let choice = Choice {
                game,
                player,
                offered: legal,
                action: only,
                bot: None,
            };
            listen(witness, &choice);
            game.apply_seen(only, witness);
            continue;
        }
        let seen = game.observe_with(seat, bots[player].sight());
        let begun = (limit > Duration::ZERO).then(Instant::now);
        let action = bots[player].choose(&seen, legal, &mut streams[player]);
        let late = begun.is_some_and(|begun| begun.elapsed() > limit);
        let allowed = legal.contains(action);
        if allowed {
            tell(watching, game, action, sitting, bots);
        } else if !priced {
            let text = game.action_text(action);
            return Err(format!("answered {text}, which is not legal"));
        }
        witness.ask(game, action, false);
        let choice = Choice {
            game,
            player,
            offered: legal,
            action,
            bot: Some(&*bots[player]),
        };
        listen(witness, &choice);
        match allowed {
            true => game.apply_seen(action, witness),
            false => game.misplay(witness),
        }
        if late {
            game.late(seat, witness);
        }
    }
    Ok(())
}

/// Tells those who watch, one bit a seat, of an action that everybody sees.
#[inline]
fn tell(
    watching: u16,
    game: &Game,
    action: Action,
    sitting: &Sitting,
    bots: &mut [Box<dyn Strategy>],
) {
    if watching != 0 && game.shows(action) {
        for seat in (0..game.seats()).filter(|seat| watching >> seat & 1 == 1) {
            bots[sitting.player(seat)].watch(&game.observe(seat), action);
        }
    }
}

/// The players' own streams. Unused places repeat the first: seeding is dear at this scale.
fn streams(seats: usize, key: Key) -> [Rng; 10] {
    let Key {
        seed,
        deal,
        rotation,
    } = key;
    let stream = |seat| Rng::new(seed, deal, Role::Strategy { rotation, seat });
    let first = stream(0);
    std::array::from_fn(|seat| match seat {
        0 => first.clone(),
        _ if seat < seats => stream(seat as u32),
        _ => first.clone(),
    })
}

impl Spot {
    fn misplayed(&self, text: String) -> Misplayed {
        Misplayed {
            seat: self.seat,
            player: self.player,
            turn: self.turn,
            hand: self.hand,
            text,
        }
    }
}

fn panic_text(panic: &(dyn std::any::Any + Send)) -> &str {
    panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("without a message")
}

#[cfg(test)]
mod tests {
    use super::*;
    use unosim_engine::{Action, ActionSet, Observation};
    use unosim_strategies::Spec;

    /// Plays along until its tenth decision.
    struct Bad {
        asked: u32,
        panics: bool,
    }

    impl Strategy for Bad {
        fn reset(&mut self) {
            self.asked = 0;
        }
        fn choose(&mut self, _: &Observation<'_>, legal: ActionSet, rng: &mut Rng) -> Action {
            self.asked += 1;
            match (self.asked, self.panics) {
                (10, true) => panic!("out of ideas"),
                (10, false) => Action::CHALLENGE,
                _ => legal.nth(rng.below(legal.len())),
            }
        }
    }

    fn broken(panics: bool) -> Misplayed {
        let good = Spec::parse("random").unwrap().build();
        let mut bots = [
            good,
            Box::new(Bad { asked: 0, panics }) as Box<dyn Strategy>,
        ];
        let play =
            |deal| play_game(&Rules::default(), &mut bots, 1, deal, 0, &mut (), |_, _| ()).err();
        (0..100).find_map(play).unwrap()
    }

    #[test]
    fn an_illegal_answer_is_named() {
        let misplayed = broken(false);
        assert_eq!((misplayed.seat, misplayed.hand), (1, 0));
        assert!(misplayed.turn >= 10);
        assert_eq!(misplayed.text, "answered challenge, which is not legal");
    }

    #[test]
    fn a_panic_is_caught_and_named() {
        let misplayed = broken(true);
        assert_eq!(misplayed.seat, 1);
        assert_eq!(misplayed.text, "panicked: out of ideas");
    }

    #[test]
    fn a_witness_changes_nothing() {
        struct Counter(u32);
        impl Witness for Counter {
            fn ask(&mut self, game: &Game, action: unosim_engine::Action, forced: bool) {
                assert!(game.legal().contains(action));
                assert!(!forced || (game.legal() - game.errors()).len() == 1);
                self.0 += 1;
            }
        }
        let rules = Rules::default();
        let mut bots: Vec<_> = (0..3)
            .map(|_| Spec::parse("random").unwrap().build())
            .collect();
        for deal in 0..20 {
            let mut totals: Vec<i32> = Vec::new();
            let mut counter = Counter(0);
            let seen = play_game(&rules, &mut bots, 5, deal, 1, &mut counter, |_, scores| {
                totals.extend(&scores[..3]);
            });
            let unseen = play_game(&rules, &mut bots, 5, deal, 1, &mut (), |_, _| ()).unwrap();
            assert_eq!(unseen.totals[..3], totals);
            assert_eq!(seen.unwrap(), unseen);
            assert!(counter.0 > 10);
        }
    }
}
