//! Penalties and what may answer them (rules section 5), challenges (rules section 6).

use super::lay::{Effect, Play};
use super::{Game, Reason, State, Witness};
use crate::action::{Action, ActionSet};
use crate::card::{Cards, Color, Face};
use crate::rng::Rng;
use crate::rules::{
    ChallengeOnStack, ChallengeReveals, ChallengerTurn, DrawTwoOnWildFour, RedirectMatch,
};

/// Cards that a false claim costs its player.
const FALSE_CLAIM: u32 = 6;

/// A standing penalty; its victim is the seat that is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Penalty {
    /// Cards to draw.
    pub(super) amount: u16,
    /// The seat that caused it: that answered it last, or laid the card.
    pub(super) by: u8,
    /// Draw cards in the pile; who laid the Wild Draw Fours among them stands in [`Game::fours`].
    cards: u8,
    /// The last draw card.
    last: Last,
    /// By a blank: nothing answers it.
    final_: bool,
    /// Whether a seat played the top card; the first card of a hand cannot be challenged.
    played: bool,
    /// Whether the top card is a claim: it may be another card than it is said to be.
    claimed: bool,
}

/// The last draw card of a penalty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Last {
    Two,
    Four,
    /// Two Draw Twos of one color on a Wild Draw Four.
    Pair,
}

/// The Wild Draw Fours of a penalty and of the play that adds to it, the earliest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fours {
    /// One claim and four cards at most.
    list: [Four; 5],
    pub(super) len: u8,
}

/// Who laid a Wild Draw Four, and what a challenge would find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Four {
    pub(super) by: u8,
    pub(super) judgement: Judgement,
}

impl Fours {
    pub(super) const NONE: Fours = Fours {
        list: [Four {
            by: 0,
            judgement: Judgement::HONEST,
        }; 5],
        len: 0,
    };

    /// There are more only if some were reshuffled and drawn while the penalty stood; then the earliest are not judged.
    pub(super) fn push(&mut self, four: Four) {
        if usize::from(self.len) == self.list.len() {
            self.list.rotate_left(1);
            self.len -= 1;
        }
        self.list[usize::from(self.len)] = four;
        self.len += 1;
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Four> {
        self.list[..usize::from(self.len)].iter()
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Four> {
        self.list[..usize::from(self.len)].iter_mut()
    }
}

/// What is known of a Wild Draw Four's legality, and what a resampled world needs to judge it anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Judgement {
    pub(super) guilty: bool,
    /// What it was laid on: the color then in force and the card.
    on: (Option<Color>, Face),
    /// Cards its player held when it was laid; 0 if no Wild Draw Four was.
    held: u8,
}

impl Judgement {
    pub(super) const HONEST: Judgement = Judgement {
        guilty: false,
        on: (None, Face::WILD),
        held: 0,
    };
}

impl Penalty {
    /// The penalty of a play.
    pub(super) fn new(top: Face, by: u8, claimed: bool, effect: &Effect) -> Penalty {
        let last = if top == Face::WILD_DRAW_FOUR {
            Last::Four
        } else {
            Last::Two
        };
        Penalty {
            amount: u16::from(effect.draw),
            by,
            cards: effect.cards,
            last,
            final_: effect.final_,
            played: true,
            claimed,
        }
    }

    /// The penalty of a first Draw Two or Wild Draw Four: as if the dealer had played it, but no bluff.
    pub(super) fn of_first(top: Face, dealer: u8) -> Penalty {
        let mut effect = Effect::NONE;
        effect.cards = 1;
        effect.draw = if top == Face::WILD_DRAW_FOUR { 4 } else { 2 };
        Penalty {
            played: false,
            ..Penalty::new(top, dealer, false, &effect)
        }
    }

    /// The penalty after an answer, by two cards if it was a pair.
    pub(super) fn answered(self, top: Face, by: u8, pair: bool, effect: &Effect) -> Penalty {
        Penalty {
            amount: self.amount + u16::from(effect.draw),
            by,
            cards: self.cards.saturating_add(effect.cards),
            last: match (effect.draw, top) {
                (0, _) => self.last,
                (_, Face::WILD_DRAW_FOUR) => Last::Four,
                _ if pair => Last::Pair,
                _ => Last::Two,
            },
            played: true,
            claimed: false,
            ..self
        }
    }
}

impl Game {
    /// What the victim may do.
    pub(super) fn penalty_actions(&self, seat: usize, penalty: &Penalty) -> ActionSet {
        let mut actions = ActionSet::of(Action::DRAW);
        if penalty.final_ {
            return actions;
        }
        actions |= self.plays(seat, self.answers(seat, penalty));
        if self.may_challenge(penalty) {
            actions |= ActionSet::of(Action::CHALLENGE);
        }
        actions
    }

    fn may_challenge(&self, penalty: &Penalty) -> bool {
        let rules = &self.rules.wild_draw_four;
        rules.challenge
            && penalty.played
            && self.top() == Face::WILD_DRAW_FOUR
            && (self.fours.len <= 1 || rules.challenge_on_stack != ChallengeOnStack::None)
    }

    /// The cards of the victim that answer the penalty, alone or as a pair.
    fn answers(&self, seat: usize, penalty: &Penalty) -> Cards {
        let hand = self.hands[seat];
        let redirect = &self.rules.redirect;
        let mut cards = self.two_answers(penalty) | self.four_answers(hand, penalty);
        if penalty.last != Last::Pair {
            if self.fours.len == 0 || redirect.on_wild_four {
                let matching = match redirect.match_ {
                    RedirectMatch::Any => !Cards::NONE,
                    RedirectMatch::ColorOrSymbol => self.fits,
                };
                for (allowed, face) in [
                    (redirect.skip, Face::SKIP),
                    (redirect.reverse, Face::REVERSE),
                ] {
                    if allowed {
                        cards |= face.same_symbol() & matching;
                    }
                }
            }
            cards |= Face::REFLECT.cards();
        }
        let cards = self.but_banned(hand, cards & hand);
        if !self.rules.stacking.draw_two_pair_on_wild_four {
            return cards;
        }
        let twos = (hand & Face::DRAW_TWO.same_symbol()).iter();
        let pairs = twos.filter(|c| self.is_pair(seat, penalty, c.face()));
        let pairs: Cards = pairs.collect();
        if hand.len() == 2 && pairs.meets(self.banned) {
            cards
        } else {
            cards | pairs
        }
    }

    fn under_cap(&self, penalty: &Penalty, more: u8) -> bool {
        let most = self.rules.stacking.max_cards;
        most == 0 || penalty.cards + more <= most
    }

    /// The Draw Twos that answer alone: they match the top, unless a Wild Draw Four lies there.
    fn two_answers(&self, penalty: &Penalty) -> Cards {
        let stacking = &self.rules.stacking;
        let on_four = stacking.draw_two_on_wild_four;
        let cards = match penalty.last {
            _ if !self.under_cap(penalty, 1) => Cards::NONE,
            Last::Two if stacking.draw_two_on_draw_two => self.fits,
            Last::Four if self.top() != Face::WILD_DRAW_FOUR => match on_four {
                DrawTwoOnWildFour::Never => Cards::NONE,
                _ => self.fits,
            },
            Last::Four => match on_four {
                DrawTwoOnWildFour::Never => Cards::NONE,
                DrawTwoOnWildFour::Color => self.color.map_or(Cards::NONE, Cards::of_color),
                DrawTwoOnWildFour::Any => !Cards::NONE,
            },
            _ => Cards::NONE,
        };
        cards & Face::DRAW_TWO.same_symbol()
    }

    fn four_answers(&self, hand: Cards, penalty: &Penalty) -> Cards {
        let allowed = match penalty.last {
            Last::Two => self.rules.stacking.wild_four_on_draw_two,
            Last::Four => self.rules.stacking.wild_four_on_wild_four,
            Last::Pair => true,
        };
        if allowed && self.under_cap(penalty, 1) && self.may_lay_four(hand) {
            Face::WILD_DRAW_FOUR.cards()
        } else {
            Cards::NONE
        }
    }

    /// Whether a Draw Two answers only together with its twin.
    pub(super) fn is_pair(&self, seat: usize, penalty: &Penalty, face: Face) -> bool {
        let on_four = match penalty.last {
            Last::Pair => true,
            Last::Four => self.top() == Face::WILD_DRAW_FOUR,
            Last::Two => false,
        };
        let cards = face.cards();
        self.rules.stacking.draw_two_pair_on_wild_four
            && on_four
            && cards.meets(Face::DRAW_TWO.same_symbol())
            && self.hands[seat].count(face) == 2
            && self.under_cap(penalty, 2)
            && !self.two_answers(penalty).meets(cards)
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

    /// The Wild Draw Four on top is judged, and those below it if all are.
    pub(super) fn challenge<W: Witness>(&mut self, penalty: &Penalty, w: &mut W) {
        let rules = self.rules.wild_draw_four;
        let challenger = self.seat;
        if penalty.claimed {
            return self.challenge_claim(penalty, w);
        }
        let each = rules.challenge_on_stack == ChallengeOnStack::Each;
        let judged = if each { usize::from(self.fours.len) } else { 1 };
        let fours = self.fours;
        let unjudged = usize::from(fours.len) - judged;
        for four in fours.iter().skip(unjudged) {
            self.reveal(four.by, challenger);
        }
        let guilty = || fours.iter().skip(unjudged).filter(|f| f.judgement.guilty);
        let count = guilty().count() as u32;
        w.judged(count > 0);
        if count == 0 {
            let extra = u32::from(rules.innocent_extra) * judged as u32;
            return self.challenge_fails(u32::from(penalty.amount) + extra, w);
        }
        let amount = if penalty.cards == 1 {
            u32::from(rules.guilty_draws)
        } else {
            u32::from(penalty.amount)
        };
        for (index, four) in guilty().enumerate() {
            let odd = u32::from((index as u32) < amount % count);
            self.draw_cards(four.by, amount / count + odd, Reason::Challenge, w);
            if self.is_over() {
                return;
            }
        }
        self.begin_turn(match rules.challenger_turn {
            ChallengerTurn::Plays => challenger,
            ChallengerTurn::Skipped => self.next_from(challenger, 1),
        });
    }

    /// The challenger draws and loses the turn.
    fn challenge_fails<W: Witness>(&mut self, amount: u32, w: &mut W) {
        self.draw_cards(self.seat, amount, Reason::Challenge, w);
        self.go_on_from(self.next_from(self.seat, 1));
    }

    /// The card on top is turned up. A false one goes under the discards, and what lay there before stands again, unless
    /// it has been reshuffled meanwhile.
    fn challenge_claim<W: Witness>(&mut self, penalty: &Penalty, w: &mut W) {
        self.facedown -= Cards::of(self.top);
        for known in &mut self.known {
            *known -= Cards::of(self.top);
        }
        w.judged(self.top.face() != Face::WILD_DRAW_FOUR);
        if self.top.face() == Face::WILD_DRAW_FOUR {
            let extra = u32::from(self.rules.wild_draw_four.innocent_extra);
            return self.challenge_fails(u32::from(penalty.amount) + extra, w);
        }
        let Play { before, .. } = self.play;
        self.covered = false;
        if self.under.contains(before.card) {
            self.under |= Cards::of(self.top);
            self.under -= Cards::of(before.card);
            self.top = before.card;
            self.covered = before.covered;
        }
        self.color_top(before.color.or(self.top().color()));
        self.draw_cards(penalty.by, FALSE_CLAIM, Reason::Challenge, w);
        self.go_on_from(self.seat);
    }

    /// The turn after a penalty, unless drawing it ended the hand.
    fn go_on_from(&mut self, seat: u8) {
        if !matches!(self.state, State::Over(_)) {
            self.begin_turn(seat);
        }
    }

    /// Whether a Wild Draw Four just taken from this hand was legal; asked before it is laid.
    pub(super) fn judge(&self, rest: Cards) -> Judgement {
        Judgement {
            guilty: self.rules.wild_draw_four.bluff && rest.meets(self.evidence()),
            on: (self.color, self.top()),
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
            if sees && seat < usize::from(self.seats) && seat != usize::from(accused) {
                *known |= hand;
                self.exposed |= hand;
            }
        }
    }
}
