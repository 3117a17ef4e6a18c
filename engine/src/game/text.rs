//! Actions as texts (docs/actions.md): what a number means in the phase it belongs to.

use super::{Game, Phase};
use crate::action::{Action, ActionSet};
use crate::card::{Color, Face};

/// An action that the rules do not allow here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("seat {seat} may not {action} in phase {phase}; legal: {legal}")]
pub struct Illegal {
    /// The seat that is asked.
    pub seat: usize,
    /// The phase.
    pub phase: &'static str,
    /// What was tried.
    pub action: String,
    /// What would be legal.
    pub legal: String,
}

impl Game {
    /// The text of an action in the current phase.
    #[must_use]
    pub fn action_text(&self, action: Action) -> String {
        let phase = self.phase();
        if let Some(face) = action.face() {
            return match phase {
                Phase::Top => format!("top:{face}"),
                Phase::FaceDown => face.to_string(),
                _ => self.play_text(action, face),
            };
        }
        if let Some(color) = action.named_color() {
            let verb = if phase == Phase::Color {
                "color"
            } else {
                "claim"
            };
            return format!("{verb}:{}", color.letter());
        }
        if let Some(places) = action.places() {
            return format!(
                "seat:{}",
                (self.seat() + usize::from(places)) % self.seats()
            );
        }
        match (action, phase) {
            (Action::DRAW, Phase::Penalty) => "take",
            (Action::DRAW, _) => "draw",
            (Action::CHALLENGE, _) => "challenge",
            (Action::UNO, Phase::Catch) => "catch",
            (Action::UNO, _) => "uno",
            (_, Phase::Drawn) => "keep",
            (_, Phase::Extend) => "done",
            (_, Phase::Swap) => "decline",
            (_, Phase::Uno) => "silent",
            _ => "pass",
        }
        .to_string()
    }

    /// Whether a wild played now names a color, so that its text has one: not if it would be the last card and play ends.
    #[must_use]
    pub fn wilds_name_colors(&self) -> bool {
        self.names_colors(self.hands[self.seat()].is_single())
    }

    fn play_text(&self, action: Action, face: Face) -> String {
        if !face.is_wild() {
            return face.to_string();
        }
        match (action, action.named_color()) {
            (Action::LOOK, _) => format!("{face}:look"),
            (Action::TRADE, _) => format!("{face}:trade"),
            (_, None) => format!("{face}:-"),
            (_, Some(_)) if !self.wilds_name_colors() => face.to_string(),
            (_, Some(color)) => format!("{face}:{}", color.letter()),
        }
    }

    /// The action of a text in the current phase, legal or not; none if the phase knows no such text.
    #[must_use]
    pub fn parse_action(&self, text: &str) -> Option<Action> {
        let candidates = (0..Action::COUNT).filter_map(Action::from_number);
        candidates
            .into_iter()
            .find(|a| self.phase_knows(*a) && self.action_text(*a) == text)
    }

    /// Whether a text of this action can be written in the current phase.
    fn phase_knows(&self, action: Action) -> bool {
        let is = |set: ActionSet| set.contains(action);
        let word = |a: Action| a == action;
        let colors = Color::ALL.into_iter().any(|c| Action::color(c) == action);
        match self.phase() {
            Phase::Turn => {
                is(ActionSet::PLAYS)
                    || word(Action::DRAW)
                    || word(Action::PASS)
                    || word(Action::UNO)
                    || colors
            }
            Phase::Drawn => is(ActionSet::PLAYS) || word(Action::DRAW) || word(Action::PASS),
            Phase::Penalty => is(ActionSet::PLAYS) || word(Action::DRAW) || word(Action::CHALLENGE),
            Phase::Extend | Phase::JumpIn => is(ActionSet::PLAYS) || word(Action::PASS),
            Phase::Top | Phase::FaceDown => is(ActionSet::PLAYS),
            Phase::Swap => {
                action
                    .places()
                    .is_some_and(|p| usize::from(p) < self.seats())
                    || word(Action::PASS)
            }
            Phase::Target => action
                .places()
                .is_some_and(|p| usize::from(p) < self.seats()),
            Phase::Color => colors,
            Phase::Uno | Phase::Catch => word(Action::UNO) || word(Action::PASS),
            Phase::Over => false,
        }
    }

    /// The texts of a set of actions, in the order of their numbers.
    #[must_use]
    pub fn action_texts(&self, actions: ActionSet) -> Vec<String> {
        actions.iter().map(|a| self.action_text(a)).collect()
    }

    pub(super) fn illegal(&self, action: Action) -> Illegal {
        Illegal {
            seat: self.seat(),
            phase: self.phase().name(),
            action: self.action_text(action),
            legal: self.action_texts(self.legal()).join(" "),
        }
    }
}
