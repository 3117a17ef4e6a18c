//! Penalties and what may answer them (rules section 5), challenges (rules section 6).

use super::play::Effect;
use super::{Game, Reason, State, Witness};
use crate::action::{Action, ActionSet};
use crate::card::{Card, Cards, Color, Face};
use crate::rng::Rng;
use crate::rules::{
    ChallengeOnStack, ChallengeReveals, ChallengerTurn, DrawTwoOnWildFour, RedirectMatch,
};

/// A standing penalty; its victim is the seat that is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Penalty {
    /// Cards to draw.
    pub(super) amount: u16,
    /// The seat that caused it: that answered it last, or laid the card.
    pub(super) by: u8,
    /// Draw cards in the pile, and how many of them are Wild Draw Fours.
    cards: u8,
    fours: u8,
    /// Whether the last draw card is a Wild Draw Four.
    on_four: bool,
    /// Whether a seat played the top card; the first card of a hand cannot be challenged.
    played: bool,
    /// What a challenge would find.
    pub(super) judgement: Judgement,
}

/// What is known of a Wild Draw Four's legality, and what a resampled world needs to judge it anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Judgement {
    pub(super) guilty: bool,
    /// What it was laid on: the color then in force and the card.
    on: (Option<Color>, Card),
    /// Cards its player held when it was laid; 0 if no Wild Draw Four was.
    pub(super) held: u8,
}

impl Judgement {
    pub(super) const HONEST: Judgement = Judgement {
        guilty: false,
        on: (None, Card::from_bit(0)),
        held: 0,
    };
}

impl Penalty {
    pub(super) fn new(top: Face, by: u8, effect: Effect, judgement: Judgement) -> Penalty {
        let none = Penalty {
            amount: 0,
            by,
            cards: 0,
            fours: 0,
            on_four: false,
            played: true,
            judgement: Judgement::HONEST,
        };
        none.answered(top, by, effect, judgement)
    }

    /// The penalty of a first Draw Two or Wild Draw Four: as if the dealer had played it, but no bluff.
    pub(super) fn of_first(top: Face, dealer: u8) -> Penalty {
        let effect = super::legal::effect_of(top);
        Penalty {
            played: false,
            ..Penalty::new(top, dealer, effect, Judgement::HONEST)
        }
    }

    /// The penalty after an answer.
    pub(super) fn answered(
        self,
        top: Face,
        by: u8,
        effect: Effect,
        judgement: Judgement,
    ) -> Penalty {
        let draws = u8::from(effect.draw > 0);
        let four = u8::from(top == Face::WILD_DRAW_FOUR);
        Penalty {
            amount: self.amount + u16::from(effect.draw),
            by,
            cards: self.cards + draws,
            fours: self.fours + four,
            on_four: if draws == 1 { four == 1 } else { self.on_four },
            played: true,
            judgement,
        }
    }
}

impl Game {
    /// What the victim may do.
    pub(super) fn penalty_actions(&self, seat: usize, penalty: &Penalty) -> ActionSet {
        let mut actions =
            self.plays(seat, self.answers(seat, penalty)) | ActionSet::of(Action::DRAW);
        if self.may_challenge(penalty) {
            actions |= ActionSet::of(Action::CHALLENGE);
        }
        actions
    }

    fn may_challenge(&self, penalty: &Penalty) -> bool {
        let rules = &self.rules.wild_draw_four;
        rules.challenge
            && penalty.played
            && self.top.face() == Face::WILD_DRAW_FOUR
            && (penalty.fours == 1 || rules.challenge_on_stack != ChallengeOnStack::None)
    }

    /// The cards of the victim that answer the penalty.
    fn answers(&self, seat: usize, penalty: &Penalty) -> Cards {
        let (hand, top) = (self.hands[seat], self.top.face());
        let (stacking, redirect) = (&self.rules.stacking, &self.rules.redirect);
        let kind = |symbol| Face::from_number(symbol).same_symbol();
        let mut cards = Cards::NONE;
        if stacking.max_cards == 0 || penalty.cards < stacking.max_cards {
            let twos = if top == Face::WILD_DRAW_FOUR {
                match stacking.draw_two_on_wild_four {
                    DrawTwoOnWildFour::Never => Cards::NONE,
                    DrawTwoOnWildFour::Color => self.color.map_or(Cards::NONE, Cards::of_color),
                    DrawTwoOnWildFour::Any => !Cards::NONE,
                }
            } else if penalty.on_four && stacking.draw_two_on_wild_four != DrawTwoOnWildFour::Never
                || !penalty.on_four && stacking.draw_two_on_draw_two
            {
                self.fits
            } else {
                Cards::NONE
            };
            cards |= twos & kind(12);
            let fours = if penalty.on_four {
                stacking.wild_four_on_wild_four
            } else {
                stacking.wild_four_on_draw_two
            };
            if fours && self.may_lay_four(hand) {
                cards |= Face::WILD_DRAW_FOUR.cards();
            }
        }
        if penalty.fours == 0 || redirect.on_wild_four {
            let matching = if redirect.match_ == RedirectMatch::Any {
                !Cards::NONE
            } else {
                self.fits
            };
            for (allowed, symbol) in [(redirect.skip, 10), (redirect.reverse, 11)] {
                if allowed {
                    cards |= kind(symbol) & matching;
                }
            }
        }
        cards |= Face::REFLECT.cards();
        self.but_banned(hand, cards & hand)
    }

    /// The victim draws all of it and loses the turn.
    pub(super) fn take<W: Witness>(&mut self, penalty: &Penalty, w: &mut W) {
        let reason = if penalty.played {
            Reason::Penalty
        } else {
            Reason::FirstCard
        };
        self.draw_cards(self.seat, u32::from(penalty.amount), reason, w);
        self.go_on_from(self.next_from(self.seat, 1));
    }

    /// The Wild Draw Four on top is judged.
    pub(super) fn challenge<W: Witness>(&mut self, penalty: &Penalty, w: &mut W) {
        let rules = self.rules.wild_draw_four;
        let challenger = self.seat;
        let after = self.next_from(challenger, 1);
        self.reveal(penalty.by, challenger);
        if penalty.judgement.guilty {
            let amount = if penalty.cards == 1 {
                u32::from(rules.guilty_draws)
            } else {
                u32::from(penalty.amount)
            };
            self.draw_cards(penalty.by, amount, Reason::Challenge, w);
            self.go_on_from(if rules.challenger_turn == ChallengerTurn::Plays {
                challenger
            } else {
                after
            });
        } else {
            let amount = u32::from(penalty.amount) + u32::from(rules.innocent_extra);
            self.draw_cards(challenger, amount, Reason::Challenge, w);
            self.go_on_from(after);
        }
    }

    /// The turn after a penalty, unless drawing it ended the hand.
    fn go_on_from(&mut self, seat: u8) {
        if !matches!(self.state, State::Over(_)) {
            self.begin_turn(seat);
        }
    }

    /// Whether a Wild Draw Four just laid on that color and card was legal, with this rest of its hand.
    pub(super) fn judge(&self, rest: Cards, on: (Option<Color>, Card)) -> Judgement {
        Judgement {
            guilty: self.rules.wild_draw_four.bluff && rest.meets(self.evidence_on(on.0, on.1)),
            on,
            held: rest.len() as u8,
        }
    }

    /// The same verdict in a world where its player holds other cards. Cards drawn since (for a missing call) are no
    /// evidence; which ones they are is left to chance.
    pub(super) fn rejudge(&self, judgement: &mut Judgement, mut hand: Cards, rng: &mut Rng) {
        if judgement.held == 0 {
            return;
        }
        while hand.len() > u32::from(judgement.held) {
            let drawn = hand.iter().nth(rng.below(hand.len()) as usize);
            hand -= drawn.map_or(Cards::NONE, Cards::of);
        }
        let (color, top) = judgement.on;
        judgement.guilty =
            self.rules.wild_draw_four.bluff && hand.meets(self.evidence_on(color, top));
    }

    /// The accused hand is seen.
    fn reveal(&mut self, accused: u8, challenger: u8) {
        let hand = self.hands[usize::from(accused)];
        for (seat, known) in self.known.iter_mut().enumerate() {
            let sees = match self.rules.wild_draw_four.challenge_reveals {
                ChallengeReveals::Challenger => seat == usize::from(challenger),
                ChallengeReveals::All => seat != usize::from(accused),
                ChallengeReveals::Nobody => false,
            };
            if sees && seat < usize::from(self.seats) {
                *known |= hand;
                self.exposed |= hand;
            }
        }
    }
}
