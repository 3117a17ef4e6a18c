//! The deal and the first card (rules section 2).

use super::lay::Play;
use super::penalty::{Four, Fours, Judgement};
use super::pile::Pile;
use super::{
    Asking, Chance, Game, Lack, MAX_SEATS, Naming, Penalty, PositionError, State, Witness,
};
use crate::card::{Card, Cards, Color, Face, Kind};
use crate::rng::{Rng, Role};
use crate::rules::{FirstAction, FirstReverse, FirstWild, FirstWildFour, Rules, Starter, UnoCall};

/// What fixes a deal beside the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deal {
    /// Number of seats, 2-10.
    pub seats: u8,
    /// Who deals.
    pub dealer: u8,
    /// The seats still in the match, one bit each.
    pub live: u16,
    /// Match totals so far.
    pub totals: [i32; MAX_SEATS],
    /// The run's seed.
    pub seed: u64,
    /// The deal's number in the run.
    pub deal: u64,
    /// The hand's number in its game, from 0.
    pub hand: u32,
}

impl Deal {
    /// A first hand with every seat live and no points yet.
    #[must_use]
    pub fn first(seats: usize, dealer: usize, seed: u64, deal: u64) -> Deal {
        let live = (1u16 << seats) - 1;
        Deal {
            seats: seats as u8,
            dealer: dealer as u8,
            live,
            totals: [0; MAX_SEATS],
            seed,
            deal,
            hand: 0,
        }
    }
}

impl Game {
    /// Deals a hand from a shuffled deck. The rules must be [valid](Rules::validate) for that many seats.
    #[must_use]
    pub fn deal(rules: &Rules, deal: &Deal) -> Game {
        Game::deal_seen(rules, deal, &mut ())
    }

    /// Deals a hand before a witness.
    #[must_use]
    pub fn deal_seen(rules: &Rules, deal: &Deal, witness: &mut impl Witness) -> Game {
        let deck = rules.deck();
        let pile = Pile::shuffled(deck, Rng::new(deal.seed, deal.deal, Role::Deck(deal.hand)));
        Game::start(rules, deal, deck, pile, witness)
    }

    /// Deals a hand from a deck whose top lies in a given order; the rest is shuffled `under` it or does not exist.
    ///
    /// # Errors
    /// If the deck has no such cards or too few for the deal.
    pub fn deal_order(
        rules: &Rules,
        deal: &Deal,
        order: &[Face],
        under: bool,
        witness: &mut impl Witness,
    ) -> Result<Game, PositionError> {
        let whole = rules.deck();
        let mut taken = Cards::NONE;
        let mut cards = Vec::new();
        for face in order {
            let card = (face.cards() & (whole - taken))
                .first()
                .ok_or(PositionError::NoSuchCard(*face))?;
            taken |= Cards::of(card);
            cards.push(card);
        }
        let rest = if under { whole - taken } else { Cards::NONE };
        let needed = deal.live.count_ones() as usize * usize::from(rules.setup.hand_size) + 1;
        if ((taken | rest).len() as usize) < needed {
            return Err(PositionError::DealTooSmall { needed });
        }
        let pile = Pile::ordered(
            &cards,
            rest,
            Rng::new(deal.seed, deal.deal, Role::Deck(deal.hand)),
        );
        Ok(Game::start(rules, deal, taken | rest, pile, witness))
    }

    /// Everything before the first card is turned.
    pub(super) fn blank(rules: &Rules, deal: &Deal, deck: Cards, pile: Pile) -> Game {
        let mut game = Game {
            rules: *rules,
            hands: [Cards::NONE; MAX_SEATS],
            known: [Cards::NONE; MAX_SEATS],
            lacks: [Lack::NOTHING; MAX_SEATS],
            exposed: Cards::NONE,
            deck,
            under: Cards::NONE,
            facedown: Cards::NONE,
            fits: Cards::NONE,
            plain: Game::plain_cards(rules),
            banned: Game::banned_cards(rules),
            pile,
            table: Rng::new(deal.seed, deal.deal, Role::Table(deal.hand)),
            totals: deal.totals,
            state: State::Turn,
            play: Play::none(deal.dealer),
            fours: Fours::NONE,
            asking: Asking::NOTHING,
            silent: [None; MAX_SEATS],
            turns: 0,
            live: 0,
            after: [[0; MAX_SEATS]; 2],
            seats: deal.seats,
            seat: deal.dealer,
            dealer: deal.dealer,
            winner: None,
            places: [0; MAX_SEATS],
            passes: 0,
            // A hand of one card is out after it; one of two owes a call, where calls are decided.
            unusual: Game::is_unusual(rules),
            plain_above: if rules.uno.call == UnoCall::Decide {
                2
            } else {
                1
            },
            top: Card::from_bit(0),
            covered: false,
            color: None,
            clockwise: true,
            erred: false,
            ending: false,
            closing: false,
        };
        game.seat_live(deal.live);
        game
    }

    fn start<W: Witness>(rules: &Rules, deal: &Deal, deck: Cards, pile: Pile, w: &mut W) -> Game {
        let mut game = Game::blank(rules, deal, deck, pile);
        let first = game.next_from(deal.dealer, 1);
        let mut seat = first;
        for _ in 0..u32::from(rules.setup.hand_size) * game.live_count() {
            let card = game.pile.draw().expect("a valid deal fits the deck");
            game.hands[usize::from(seat)] |= Cards::of(card);
            seat = game.next_from(seat, 1);
        }
        let acts = game.turn_first();
        w.dealt(&game);
        game.first_card(acts, w);
        game.settle(w);
        game.assert_sound();
        game
    }

    /// The cards that may start.
    fn starters(&self) -> Cards {
        let setup = &self.rules.setup;
        if setup.first_action == FirstAction::Redraw {
            return Cards::NUMBERS;
        }
        let mut cards = !(Cards::WILDS | Face::colored(Color::Red, 13).same_symbol());
        if setup.first_wild != FirstWild::Redraw {
            cards |= Face::WILD.cards();
        }
        if setup.first_wild_four == FirstWildFour::Apply {
            cards |= Face::WILD_DRAW_FOUR.cards();
        }
        cards
    }

    /// Turns cards until one stands. False if it stands only because no card could start: then it has no effect.
    fn turn_first(&mut self) -> bool {
        let starters = self.starters();
        let buries = self.rules.setup.first_wild_four == FirstWildFour::Discard
            && self.rules.setup.first_action != FirstAction::Redraw;
        loop {
            let card = self.pile.draw().expect("a valid deal leaves a first card");
            let acts = starters.contains(card);
            if acts || !self.pile.set().meets(starters) {
                self.turn_up(card, card.face().color());
                return acts;
            }
            if buries && card.face() == Face::WILD_DRAW_FOUR {
                self.under |= Cards::of(card);
            } else {
                self.pile.put_back(card);
            }
        }
    }

    /// What the first card does.
    fn first_card<W: Witness>(&mut self, acts: bool, w: &mut W) {
        let setup = self.rules.setup;
        let starter = match setup.starter {
            Starter::LeftOfDealer => self.next_from(self.dealer, 1),
            Starter::Dealer => self.dealer,
        };
        let applies = acts && setup.first_action == FirstAction::Apply;
        match self.top.face().kind() {
            Kind::Skip if applies => {
                let seat = self.next_from(starter, 1);
                self.begin_turn(seat);
            }
            Kind::Reverse if applies => {
                self.clockwise = false;
                let seat = match setup.first_reverse {
                    FirstReverse::DealerFirst => self.dealer,
                    FirstReverse::RightOfDealerFirst => self.next_from(self.dealer, 1),
                };
                self.begin_turn(seat);
            }
            Kind::DrawTwo if applies => self.first_penalty(starter),
            Kind::Wild if acts => {
                self.seat = match setup.first_wild {
                    FirstWild::DealerChooses => self.dealer,
                    FirstWild::RightOfDealerChooses => self.right_of_dealer(),
                    FirstWild::StarterChooses => starter,
                    FirstWild::Free | FirstWild::Redraw => return self.begin_turn(starter),
                };
                self.state = State::Color(Naming::First { starter });
            }
            Kind::WildDrawFour if acts => {
                self.seat = self.dealer;
                self.state = State::Color(Naming::First { starter });
            }
            _ => {
                if self.top.face().is_wild() {
                    let color = Color::from_index(self.table.below(4) as u8);
                    self.color_top(Some(color));
                    w.random(Chance::Color { color });
                }
                self.begin_turn(starter);
            }
        }
    }

    fn right_of_dealer(&mut self) -> u8 {
        self.clockwise = false;
        let seat = self.next_from(self.dealer, 1);
        self.clockwise = true;
        seat
    }

    /// The color of a first wild is named.
    pub(super) fn begin_with(&mut self, starter: u8) {
        if self.top.face() == Face::WILD_DRAW_FOUR {
            self.first_penalty(starter);
        } else {
            self.begin_turn(starter);
        }
    }

    /// The first card makes the starter draw, as if the dealer had played it.
    fn first_penalty(&mut self, starter: u8) {
        let top = self.top.face();
        if top == Face::WILD_DRAW_FOUR {
            self.fours.push(Four {
                by: self.dealer,
                judgement: Judgement::HONEST,
            });
        }
        self.seat = starter;
        self.state = State::Penalty(Penalty::of_first(top, self.dealer));
    }
}
