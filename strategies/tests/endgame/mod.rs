//! Endgames of two seats solved by counting: every hand that the other seat may hold, with every order of the draw pile, each
//! as likely. Nothing here draws a random number.
//!
//! So that there is none to draw, the hand is over once the pile is empty and a card is needed: the lowest hand wins.

use unosim_engine::{Face, Game, Position, Rules};

/// An endgame: a turn of seat 0, who sees one hand and the discards.
pub struct Endgame {
    pub name: &'static str,
    /// Changes to the rules.
    pub set: &'static [&'static str],
    pub hand: &'static str,
    pub top: &'static str,
    /// Cards in the other hand.
    pub other: usize,
    /// Everything that is out of sight.
    pub unseen: &'static str,
}

pub fn faces(text: &str) -> Vec<Face> {
    text.split_whitespace()
        .map(|t| Face::parse(t).unwrap_or_else(|| panic!("no card {t}")))
        .collect()
}

impl Endgame {
    pub fn rules(&self) -> Rules {
        let mut rules = Rules::default();
        let no_chance = [
            "exhausted.pile=lowest_points",
            "exhausted.stalemate=lowest_points",
        ];
        for change in no_chance.iter().chain(self.set) {
            rules.set_text(change).unwrap();
        }
        rules
    }

    /// The game if the other hand and the draw pile are these.
    pub fn world(&self, other: &[Face], draw: &[Face]) -> Game {
        let position = Position {
            hands: vec![faces(self.hand), other.to_vec()],
            discard: faces(self.top),
            draw: draw.to_vec(),
            ..Position::default()
        };
        Game::from_position(&self.rules(), &position).unwrap()
    }

    /// Any one of the worlds: seat 0 cannot tell which.
    pub fn game(&self) -> Game {
        let unseen = faces(self.unseen);
        let (other, draw) = unseen.split_at(self.other);
        self.world(other, draw)
    }

    /// All worlds that agree with what seat 0 sees.
    pub fn worlds(&self) -> Vec<Game> {
        let unseen = faces(self.unseen);
        let mut worlds = Vec::new();
        let hands =
            (0u32..1 << unseen.len()).filter(|mask| mask.count_ones() as usize == self.other);
        for mask in hands {
            let part = |held: bool| -> Vec<Face> {
                let of = |i: &usize| (mask >> i & 1 == 1) == held;
                (0..unseen.len()).filter(of).map(|i| unseen[i]).collect()
            };
            let other = part(true);
            permute(&mut part(false), 0, &mut |draw| {
                worlds.push(self.world(&other, draw))
            });
        }
        worlds
    }
}

fn permute(cards: &mut Vec<Face>, from: usize, see: &mut impl FnMut(&[Face])) {
    if from == cards.len() {
        return see(cards);
    }
    for i in from..cards.len() {
        cards.swap(from, i);
        permute(cards, from + 1, see);
        cards.swap(from, i);
    }
}
