//! Short texts as numbers, while rows wait to be written: every word once. It knows the texts of faces, phases, colors and
//! actions; it knows no column and no file.

use std::collections::HashMap;
use unosim_engine::{Action, Color, Face, Game, Phase};

/// A word, as its place in the list.
pub type Word = u16;

/// The empty text.
pub const NONE: Word = Face::COUNT as Word;
const PHASES: Word = NONE + 1;
const COLORS: Word = PHASES + Phase::ALL.len() as Word;
/// Any card: what matches where no color is in force.
pub const ANY: Word = COLORS + Color::ALL.len() as Word;

/// Places for the actions of a phase: their numbers, and above them the seats that can be named.
const ACTIONS: usize = 128;
const SEATS: usize = Action::COUNT as usize;
const UNKNOWN: Word = Word::MAX;

/// The word of a face.
#[must_use]
pub fn face(face: Face) -> Word {
    Word::from(face.number())
}

/// The word of a face, or none.
#[must_use]
pub fn face_or_none(of: Option<Face>) -> Word {
    of.map_or(NONE, face)
}

/// The word of a color, or none.
#[must_use]
pub fn color(color: Option<Color>) -> Word {
    color.map_or(NONE, |color| COLORS + color as Word)
}

/// The word of a phase.
#[must_use]
pub fn phase(phase: Phase) -> Word {
    PHASES + phase as Word
}

/// What the texts of actions depend on, the rules aside.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    phase: u8,
    seat: u8,
    seats: u8,
    /// Whether a wild is the last card and names no color.
    last: bool,
}

impl Asked {
    /// What is asked in a game.
    #[must_use]
    pub fn of(game: &Game) -> Asked {
        Asked {
            phase: game.phase() as u8,
            seat: game.seat() as u8,
            seats: game.seats() as u8,
            last: !game.wilds_name_colors(),
        }
    }

    fn place(self, action: Action) -> usize {
        let place = match action.places() {
            Some(places) => SEATS + usize::from((self.seat + places) % self.seats),
            None => usize::from(action.number()),
        };
        (usize::from(self.phase) * 2 + usize::from(self.last)) * ACTIONS + place
    }
}

/// The words in use.
#[derive(Debug)]
pub struct Words {
    texts: Vec<String>,
    places: HashMap<String, Word>,
    /// By phase, whether it is the last card, and action: the word of its text, once it is known.
    actions: Vec<Word>,
}

impl Default for Words {
    fn default() -> Words {
        let mut words = Words {
            texts: Vec::new(),
            places: HashMap::new(),
            actions: vec![UNKNOWN; Phase::ALL.len() * 2 * ACTIONS],
        };
        let faces = Face::all().map(|face| face.name().to_string());
        let phases = Phase::ALL.map(|phase| phase.name().to_string());
        let colors = Color::ALL.map(|color| color.letter().to_string());
        let fixed = faces.chain([String::new()]).chain(phases).chain(colors);
        for text in fixed.chain(["*".to_string()]) {
            words.add(text);
        }
        words
    }
}

impl Words {
    /// The word of a text.
    pub fn of(&mut self, text: &str) -> Word {
        match self.places.get(text) {
            Some(word) => *word,
            None => self.add(text.to_string()),
        }
    }

    fn add(&mut self, text: String) -> Word {
        let word = self.texts.len() as Word;
        self.places.insert(text.clone(), word);
        self.texts.push(text);
        word
    }

    /// The word of an action of the seat that is asked, as [`Game::action_text`] spells it.
    ///
    /// The text depends on the rules, so one list serves one set of rules.
    pub fn action(&mut self, game: &Game, action: Action) -> Word {
        let asked = Asked::of(game);
        let place = asked.place(action);
        if self.actions[place] == UNKNOWN {
            self.actions[place] = self.of(&game.action_text(action));
        }
        self.actions[place]
    }

    /// The text of an action that was spelled before; empty if it was not.
    #[must_use]
    pub fn spelled(&self, asked: Asked, action: Action) -> &str {
        match self.actions[asked.place(action)] {
            UNKNOWN => "",
            word => self.text(word),
        }
    }

    /// The text of a word.
    #[must_use]
    pub fn text(&self, word: Word) -> &str {
        &self.texts[usize::from(word)]
    }

    /// All texts, by word.
    #[must_use]
    pub fn texts(&self) -> &[String] {
        &self.texts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fixed_words_stand_where_they_are_looked_for() {
        let mut words = Words::default();
        for f in Face::all() {
            assert_eq!(words.text(face(f)), f.name());
        }
        for p in Phase::ALL {
            assert_eq!(words.text(phase(p)), p.name());
        }
        for c in Color::ALL {
            assert_eq!(words.text(color(Some(c))), c.letter().to_string());
        }
        assert_eq!((words.text(NONE), words.text(ANY)), ("", "*"));
        let word = words.of("expert");
        assert_eq!((words.of("expert"), words.text(word)), (word, "expert"));
        assert_eq!(words.of("R5"), face(Face::parse("R5").unwrap()));
    }
}
