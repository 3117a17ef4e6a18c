//! The rules as data: every option of the rule book, typed (rules section 12).
//!
//! This file names the options and their values; `parse` reads them, `validate` refuses combinations, `sets` holds the
//! named rule sets. None of them knows how a rule is played.

use serde::{Deserialize, Serialize};

mod choices;
mod options;
mod parse;
mod sets;
mod validate;
pub use options::*;
pub use parse::{RuleFile, RulesError};
pub use sets::{RuleSet, rule_set, rule_sets};

/// Every option of a table. The default is the Mattel 108-card sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rules {
    /// With two live seats, whether a Reverse counts as a Skip.
    pub two_player_reverse: TwoPlayerReverse,
    /// A 0 makes a random other live seat draw two.
    pub slap_zero: bool,
    /// What an action outside the legal list costs.
    pub misplay: Misplay,
    /// Whether a misplay loses the turn.
    pub misplay_turn: MisplayTurn,
    /// A hand longer than this many turns is truncated.
    pub max_turns: u32,
    /// Optional cards.
    pub deck: Deck,
    /// Deal, dealer, first card.
    pub setup: Setup,
    /// Voluntary draws.
    pub draw: Draw,
    /// Wild Draw Four: legality, bluff, challenge.
    pub wild_draw_four: WildDrawFour,
    /// Answering draw cards with draw cards.
    pub stacking: Stacking,
    /// Handing a penalty on.
    pub redirect: Redirect,
    /// Playing out of turn.
    pub jump_in: JumpIn,
    /// Several cards in one turn.
    pub multi: Multi,
    /// Zero and seven.
    pub swap: Swap,
    /// Functions of the Wild.
    pub wild: Wild,
    /// The UNO call.
    pub uno: Uno,
    /// Last cards.
    pub finish: Finish,
    /// Empty piles and stuck hands.
    pub exhausted: Exhausted,
    /// The decision clock.
    pub clock: Clock,
    /// Scoring a hand.
    pub score: Score,
    /// Matches and teams.
    #[serde(rename = "match")]
    pub match_: Match,
}

impl Default for Rules {
    fn default() -> Self {
        Rules {
            two_player_reverse: TwoPlayerReverse::Skip,
            slap_zero: false,
            misplay: Misplay::Error,
            misplay_turn: MisplayTurn::Lost,
            max_turns: 10_000,
            deck: Deck::default(),
            setup: Setup::default(),
            draw: Draw::default(),
            wild_draw_four: WildDrawFour::default(),
            stacking: Stacking::default(),
            redirect: Redirect::default(),
            jump_in: JumpIn::default(),
            multi: Multi::default(),
            swap: Swap::default(),
            wild: Wild::default(),
            uno: Uno::default(),
            finish: Finish::default(),
            exhausted: Exhausted::default(),
            clock: Clock::default(),
            score: Score::default(),
            match_: Match::default(),
        }
    }
}
