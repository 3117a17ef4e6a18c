//! Random tables for tests of laws: rules from the whole option space, a number of seats, a start and a way of playing.

#![allow(dead_code)]

pub mod space;
pub mod view;

use proptest::prelude::*;
use unosim_engine::{
    Action, ActionSet, Card, Cards, Color, Deal, Face, Game, Position, Rng, Role, Rules,
};

/// A table where a hand can be played.
#[derive(Clone)]
pub struct Table {
    pub changes: space::Changes,
    pub rules: Rules,
    pub seats: usize,
    pub seed: u64,
    pub policy: Policy,
    /// A position of few cards instead of a deal: there rare questions are common.
    pub small: bool,
    /// Only Wilds and three numbers of two colors, both copies of each: much is known, and much is alike.
    pub alike: bool,
}

/// How actions are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// Uniformly.
    Any,
    /// Cards, answers and accusations first.
    Busy,
    /// Whatever keeps the cards: draws, passes, declines.
    Idle,
    /// One of these for each action.
    Mixed,
}

/// Actions that play no card and answer nothing.
const IDLE: [Action; 2] = [Action::DRAW, Action::PASS];

impl Policy {
    pub fn choose(self, legal: ActionSet, rng: &mut Rng) -> Action {
        let policy = match self {
            Policy::Mixed => [Policy::Any, Policy::Busy, Policy::Idle][rng.below(3) as usize],
            policy => policy,
        };
        let idle: ActionSet = IDLE.into_iter().collect();
        let preferred = match policy {
            Policy::Busy => legal - idle,
            Policy::Idle => legal & idle,
            _ => legal,
        };
        let from = match preferred.is_empty() || rng.below(8) == 0 {
            true => legal,
            false => preferred,
        };
        from.nth(rng.below(from.len()))
    }
}

/// Tables of every kind: up to so many changes to the default rules.
pub fn tables(most: usize) -> impl Strategy<Value = Table> {
    let space = space::changes();
    let one = (any::<prop::sample::Index>(), any::<prop::sample::Index>());
    let one = one.prop_map(move |(at, value)| {
        let (name, values) = &space[at.index(space.len())];
        (name.clone(), values[value.index(values.len())].clone())
    });
    let changes = prop::collection::vec(one, 0..=most);
    let policy = prop_oneof![
        Just(Policy::Any),
        Just(Policy::Busy),
        Just(Policy::Idle),
        Just(Policy::Mixed)
    ];
    let seats = prop_oneof![2 => Just(2usize), 3 => 3usize..=4, 2 => 5usize..=10];
    (changes, seats, any::<u64>(), policy, any::<bool>()).prop_map(
        |(changes, seats, seed, policy, small)| {
            let (changes, mut rules) = space::rules(&changes, seats);
            rules.max_turns = rules.max_turns.min(200);
            Table {
                changes,
                rules,
                seats,
                seed,
                policy,
                small,
                alike: false,
            }
        },
    )
}

impl Table {
    /// The hand about to begin.
    pub fn game(&self) -> Game {
        match self.small {
            true => Game::from_position(&self.rules, &self.position()).unwrap(),
            false => {
                let dealer = self.seed as usize % self.seats;
                Game::deal(&self.rules, &Deal::first(self.seats, dealer, self.seed, 0))
            }
        }
    }

    /// Few cards, often of few kinds, so that they match often.
    pub fn position(&self) -> Position {
        let mut rng = Rng::new(self.seed, 1, Role::Other(1));
        let colors = [rng.below(4), rng.below(4)].map(|c| Color::from_index(c as u8));
        let flavor = if self.alike { 3 } else { rng.below(3) };
        let low = rng.below(10) as u8;
        let fits = |face: Face| match (flavor, face.value()) {
            (0, _) => true,
            (1, value) => value.is_none_or(|v| v == 0 || v == 7),
            (3, None) => face == Face::WILD,
            (_, value) => {
                face.color().is_none_or(|c| colors.contains(&c))
                    && value.is_none_or(|v| v == 0 || v.abs_diff(low) < 3)
            }
        };
        let deck = self.rules.deck().iter().filter(|c| fits(c.face()));
        let mut deck: Vec<Card> = deck.collect();
        rng.shuffle(&mut deck);
        let mut take = |count: u32| -> Vec<Face> {
            let from = deck.len().saturating_sub(count as usize);
            deck.drain(from..).map(Card::face).collect()
        };
        let discard = take(1 + rng.below(4));
        let hands: Vec<Vec<Face>> = (0..self.seats).map(|_| take(1 + rng.below(4))).collect();
        let draw = take(rng.below(12));
        let color = Color::from_index(rng.below(4) as u8);
        let seats = (0..self.seats).filter(|s| !hands[*s].is_empty());
        let seats: Vec<usize> = seats.collect();
        Position {
            color: discard[0].is_wild().then_some(Some(color)),
            to_move: seats[rng.below(seats.len() as u32) as usize],
            clockwise: rng.below(2) == 0,
            under: rng.below(3) == 0,
            seed: self.seed,
            hands,
            discard,
            draw,
            ..Position::default()
        }
    }

    /// Plays a hand and shows every state.
    pub fn play(&self, mut see: impl FnMut(&Game)) -> Game {
        let mut game = self.game();
        let mut rng = Rng::new(self.seed, 0, Role::Other(9));
        while !game.is_over() {
            see(&game);
            game.apply(self.policy.choose(game.legal(), &mut rng));
        }
        see(&game);
        game
    }
}

/// As a person would write it.
impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let set = self.changes.iter().map(|(n, v)| format!("\"{n}\" = {v}"));
        let set = set.collect::<Vec<_>>().join(", ");
        let Table {
            seats,
            seed,
            policy,
            small,
            ..
        } = self;
        write!(
            f,
            "set = {{ {set} }}, {seats} seats, seed {seed}, {policy:?}, small {small}"
        )
    }
}

/// Cards by their names.
pub fn faces(texts: &[&str]) -> Vec<Face> {
    texts.iter().map(|t| Face::parse(t).unwrap()).collect()
}

/// The faces of a set in their order.
pub fn sorted(cards: Cards) -> Vec<&'static str> {
    let mut names: Vec<&str> = cards.faces().into_iter().map(Face::name).collect();
    names.sort_unstable();
    names
}
