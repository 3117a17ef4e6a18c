//! The shared answers: everything a game asks beside "which card?", in every rule set.
//!
//! A strategy that only ranks cards calls [`answer`] with its ranking; one that differs on some question matches that
//! phase itself and leaves the rest to `answer`. The answers, by phase:
//!
//! | phase | answer |
//! |---|---|
//! | `turn` | the best-ranked face, ties at random, but no bluff while another card fits; draw only if nothing can be played |
//! | `drawn` | play the drawn card; do not go on drawing once that is a choice |
//! | `penalty` | answer it with the best-ranked card; else [challenge] if that is expected to cost fewer cards; else take |
//! | `extend` | add the best-ranked card for as long as one can be added |
//! | `top` | the card of the color most held |
//! | `swap` | the smallest hand; decline if the hand that comes is not smaller than the one that goes |
//! | `target` | the smallest hand |
//! | `color` | the color most held, ties at random (all four tie if none is held) |
//! | `face_down` | claim only with a real Wild Draw Four, and lay that; if there is no way around a bluff, the most points |
//! | `uno`, `catch` | always call, always catch |
//! | `jump_in` | always, with the best-ranked card |
//!
//! [challenge]: crate::defaults::challenge_pays

use unosim_engine::rules::{Legality, SwapHands};
use unosim_engine::{Action, ActionSet, Cards, Color, Face, Kind, Observation, Phase, Rng};

/// The action of a strategy that ranks faces by `rank` (the highest is played first) and answers the rest as above.
#[inline]
pub fn answer(
    seen: &Observation<'_>,
    legal: ActionSet,
    rng: &mut Rng,
    rank: impl Fn(Face) -> i32,
) -> Action {
    match seen.phase() {
        Phase::Turn => {
            let mut options = legal & ActionSet::PLAYS;
            if seen.rules().wild_draw_four.face_down && seen.hand().has(Face::WILD_DRAW_FOUR) {
                options |= legal & claims();
            }
            play(seen, honest(seen, options), rng, rank).unwrap_or_else(|| idle(seen, legal, rng))
        }
        Phase::Drawn | Phase::Extend | Phase::JumpIn => {
            play(seen, legal & ActionSet::PLAYS, rng, rank)
                .unwrap_or_else(|| idle(seen, legal, rng))
        }
        Phase::Penalty => play(seen, legal & ActionSet::PLAYS, rng, rank).unwrap_or_else(|| {
            let challenge = legal.contains(Action::CHALLENGE) && challenge_pays(seen, COIN);
            let action = if challenge {
                Action::CHALLENGE
            } else {
                Action::DRAW
            };
            only_legal(action, legal)
        }),
        Phase::Top => best(legal, rng, |face| held_like(seen.hand(), face)),
        Phase::Swap => swap(seen, legal, rng),
        Phase::Target => smallest_hand(seen, legal, rng),
        Phase::Color => most_held(seen.hand(), legal, rng),
        Phase::FaceDown => best(legal, rng, |face| match face {
            Face::WILD_DRAW_FOUR => i32::MAX,
            face => face.points() as i32,
        }),
        Phase::Uno | Phase::Catch => only_legal(Action::UNO, legal),
        Phase::Over => only_legal(Action::PASS, legal),
    }
}

/// The plays without a Wild Draw Four that would be a bluff, if others are left.
///
/// A bluff is never the only play unless the last card is restricted: what makes it one is a card that fits.
#[inline]
pub fn honest(seen: &Observation<'_>, plays: ActionSet) -> ActionSet {
    if !plays.contains(Action::play(Face::WILD_DRAW_FOUR)) || !seen.rules().wild_draw_four.bluff {
        return plays;
    }
    let color = seen.color().map_or(Cards::NONE, Cards::of_color);
    let barred = match seen.rules().wild_draw_four.legality {
        Legality::Always => Cards::NONE,
        Legality::NoColor => color,
        Legality::NoPlayable if seen.top().is_wild() => color,
        Legality::NoPlayable => color | seen.top().same_symbol(),
    };
    if !seen.hand().meets(barred) {
        return plays;
    }
    let fours: ActionSet = Color::ALL
        .map(|color| Action::wild(Face::WILD_DRAW_FOUR, color))
        .into_iter()
        .collect();
    let others = plays - fours;
    if others.is_empty() { plays } else { others }
}

/// The best-ranked of some plays and claims (a claim ranks as a Wild Draw Four), with the color most held; `None` if
/// there is none.
#[inline]
pub fn play(
    seen: &Observation<'_>,
    plays: ActionSet,
    rng: &mut Rng,
    rank: impl Fn(Face) -> i32,
) -> Option<Action> {
    if plays.is_empty() {
        return None;
    }
    let action = best(one_per_face(plays), rng, rank);
    let wild = action.face().is_none_or(Face::is_wild);
    Some(if wild {
        named(seen, action, plays, rng)
    } else {
        action
    })
}

/// The highest-ranked action of a set, ties at random; actions without a card rank as a Wild Draw Four.
#[inline]
pub fn best(set: ActionSet, rng: &mut Rng, rank: impl Fn(Face) -> i32) -> Action {
    highest(set, rng, |action| {
        rank(action.face().unwrap_or(Face::WILD_DRAW_FOUR))
    })
}

/// The action of a set with the highest value, ties at random.
#[inline]
pub fn highest(set: ActionSet, rng: &mut Rng, value: impl Fn(Action) -> i32) -> Action {
    let mut highest = i32::MIN;
    let mut ties = ActionSet::NONE;
    for action in set.iter() {
        let value = value(action);
        if value > highest {
            highest = value;
            ties = ActionSet::NONE;
        }
        if value == highest {
            ties |= ActionSet::of(action);
        }
    }
    pick(ties, rng)
}

/// One action of a set, all equally likely. The stream is not touched if there is only one.
#[inline]
pub fn pick(set: ActionSet, rng: &mut Rng) -> Action {
    match set.len() {
        0 => Action::PASS,
        n => set.nth(rng.choose(n)),
    }
}

/// The set with one action for each face: of the four colors of a wild, a claim or a first wild only red is kept, and
/// a Wild's other functions only where no color can be named.
#[inline]
#[must_use]
pub fn one_per_face(set: ActionSet) -> ActionSet {
    let mut rest = set - (claims() - ActionSet::of(Action::color(Color::Red)));
    for face in WILD_FACES {
        for color in [Color::Yellow, Color::Green, Color::Blue] {
            rest = rest - ActionSet::of(Action::wild(face, color));
        }
    }
    let (look, trade) = (ActionSet::of(Action::LOOK), ActionSet::of(Action::TRADE));
    if (rest & (look | trade)).is_empty() {
        rest
    } else if rest.contains(Action::play(Face::WILD)) {
        rest - (look | trade)
    } else if rest.contains(Action::LOOK) {
        rest - trade
    } else {
        rest
    }
}

const WILD_FACES: [Face; 7] = [
    Face::WILD,
    Face::WILD_DRAW_FOUR,
    Face::REFLECT,
    Face::blank(0),
    Face::blank(1),
    Face::blank(2),
    Face::blank(3),
];

/// The four claims of a face-down card; in phase `color`, the four colors.
#[inline]
#[must_use]
pub fn claims() -> ActionSet {
    Color::ALL.into_iter().fold(ActionSet::NONE, |set, c| {
        set | ActionSet::of(Action::color(c))
    })
}

/// The action itself, or with the color most held, if it names one.
fn named(seen: &Observation<'_>, action: Action, legal: ActionSet, rng: &mut Rng) -> Action {
    match action.face() {
        None => most_held(seen.hand(), legal & claims(), rng),
        Some(face) => {
            let colors: ActionSet = Color::ALL
                .into_iter()
                .map(|color| Action::wild(face, color))
                .collect();
            let colors = legal & colors;
            // A last card names none, and a function or a plain blank has no color to choose.
            if colors.len() < 2 || action.named_color().is_none() {
                action
            } else {
                most_held(seen.hand(), colors, rng)
            }
        }
    }
}

/// Of actions that name a color, one that names the color most held; ties at random.
#[inline]
pub fn most_held(hand: Cards, legal: ActionSet, rng: &mut Rng) -> Action {
    highest(legal, rng, |action| {
        let held = |color| (hand & Cards::of_color(color)).len() as i32;
        action.named_color().map_or(0, held)
    })
}

/// What is done when no card is played: `draw` on a turn (never `draw` again once it may be declined), else
/// `pass`, `keep` or `done`; and where neither is legal, a bluff or whatever there is.
fn idle(seen: &Observation<'_>, legal: ActionSet, rng: &mut Rng) -> Action {
    if seen.phase() == Phase::Turn && legal.contains(Action::DRAW) {
        return Action::DRAW;
    }
    if legal.contains(Action::PASS) {
        return Action::PASS;
    }
    let claims = legal & claims();
    if claims.is_empty() {
        pick(legal, rng)
    } else {
        most_held(seen.hand(), claims, rng)
    }
}

/// The action, or the first legal one if it is not legal.
fn only_legal(action: Action, legal: ActionSet) -> Action {
    if legal.contains(action) {
        action
    } else {
        legal.first().unwrap_or(action)
    }
}

/// How many cards of the hand have that card's color, and in second place its symbol.
fn held_like(hand: Cards, face: Face) -> i32 {
    let color = face.color().map_or(Cards::NONE, Cards::of_color);
    ((hand & color).len() * 128 + (hand & face.same_symbol()).len()) as i32
}

/// The seat that an action chooses.
fn seat_of(seen: &Observation<'_>, action: Action) -> Option<usize> {
    let places = usize::from(action.places()?);
    Some((seen.seat() + places) % seen.seats())
}

/// The seat with the fewest cards, ties at random.
fn smallest_hand(seen: &Observation<'_>, legal: ActionSet, rng: &mut Rng) -> Action {
    let mut fewest = u32::MAX;
    let mut ties = ActionSet::NONE;
    for action in legal.iter() {
        let Some(seat) = seat_of(seen, action) else {
            continue;
        };
        let cards = seen.hand_len(seat);
        if cards < fewest {
            fewest = cards;
            ties = ActionSet::NONE;
        }
        if cards == fewest {
            ties |= ActionSet::of(action);
        }
    }
    pick(if ties.is_empty() { legal } else { ties }, rng)
}

/// Swaps with the smallest hand; declines, where that is allowed, a hand that is not smaller than its own.
fn swap(seen: &Observation<'_>, legal: ActionSet, rng: &mut Rng) -> Action {
    let chosen = smallest_hand(seen, legal, rng);
    if !legal.contains(Action::PASS) {
        return chosen;
    }
    let rule = match seen.top().kind() {
        Kind::Number(0) => seen.rules().swap.zero,
        Kind::Number(7) => seen.rules().swap.seven,
        _ => SwapHands::Swap,
    };
    // When hands rotate, what comes is the hand of the seat before.
    let from = match rule {
        SwapHands::Rotate => Some(before(seen)),
        _ => seat_of(seen, chosen),
    };
    match from {
        Some(seat) if seen.hand_len(seat) < seen.hand().len() => chosen,
        _ => Action::PASS,
    }
}

/// The live seat before this one, in the direction of play.
fn before(seen: &Observation<'_>) -> usize {
    seen.next(seen.live().count_ones() - 1)
}

/// How often somebody who could bluff is taken to have done so, nothing being known of him.
const COIN: f64 = 0.5;

/// Whether challenging the Wild Draw Four on top is expected to cost fewer cards than taking the penalty.
///
/// The color that was in force is not remembered, so the chance that the accused held some of it is that of a random
/// hand of its size and an average color; `bluffs` is the chance that somebody who could bluff did. A challenge pays if
/// P(guilty) × amount > P(innocent) × `innocent_extra`.
///
/// The seat of a card that lies face down is innocent if it had a Wild Draw Four. Claiming one without it is what that rule is there
/// for, so half of those who have none are taken to.
#[must_use]
pub fn challenge_pays(seen: &Observation<'_>, bluffs: f64) -> bool {
    let rules = &seen.rules().wild_draw_four;
    let accused = seen.hand_len(seen.cause().unwrap_or_else(|| before(seen)));
    let unseen = seen.unseen();
    if seen.claimed() {
        let real = f64::from(unseen.count(Face::WILD_DRAW_FOUR));
        let none = chance_of_none(real, unseen.len(), accused + 1);
        let guilty = COIN * none;
        return guilty * f64::from(seen.pending()) > (1.0 - none) * f64::from(rules.innocent_extra);
    }
    if rules.legality == Legality::Always || !rules.bluff {
        return false;
    }
    // The named color is seldom the one that was in force: whoever names it usually has run out of that one.
    let colored = (unseen - Cards::WILDS).len();
    let named = seen
        .color()
        .map_or(colored / 4, |color| (unseen & Cards::of_color(color)).len());
    let average = f64::from(colored - named) / 3.0;
    let none = chance_of_none(average, unseen.len(), accused);
    let guilty = bluffs * (1.0 - none);
    let innocent = none;
    guilty * f64::from(seen.pending()) > innocent * f64::from(rules.innocent_extra)
}

/// How likely a random hand of `len` out of `all` cards holds none of `of` among them (on average so many).
fn chance_of_none(of: f64, all: u32, len: u32) -> f64 {
    let all = f64::from(all.max(1));
    let drawn = (0..len).map(f64::from);
    drawn
        .map(|i| ((all - of - i) / (all - i).max(1.0)).max(0.0))
        .product()
}
