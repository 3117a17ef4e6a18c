//! The facts of one hand, gathered by a witness while it is played. It knows the game; what the facts are good for it does
//! not know.

use unosim_engine::{Action, Chance, Face, Game, MAX_SEATS, Outcome, Phase, Reason, Witness};

/// Cards that every opponent holds when a win is a blow-out.
pub const MANY: u8 = 4;

/// The facts of a hand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// Questions that were put to a seat because it had more than one answer.
    pub decisions: i64,
    /// Turns that offered one action only.
    pub forced_turns: i64,
    /// Actions offered on turns, mistakes not counted.
    pub choices: i64,
    /// Cards drawn for any reason but one's own turn.
    pub penalty_cards: i64,
    /// Seats passed over between a play and the next turn.
    pub skips: i64,
    /// How often another seat than before held the fewest cards alone, until the hand was decided.
    pub lead_changes: i64,
    /// Whether the winner held the most cards alone at half time.
    pub comeback: bool,
    /// Whether every opponent held [`MANY`] cards or more when the winner won.
    pub blowout: bool,
    /// The seat that had the first turn, and whether play then went clockwise.
    pub first: Option<(usize, bool)>,
}

/// Looks on while a hand is played.
#[derive(Debug, Default)]
pub struct Census {
    facts: Facts,
    seats: usize,
    teams: usize,
    /// Cards in each hand as the last question was put, and at the beginning of each turn.
    cards: [u8; MAX_SEATS],
    history: Vec<[u8; MAX_SEATS]>,
    /// Who moved last, and whether that was a card.
    mover: (usize, bool),
    leader: Option<usize>,
    /// Turns until the hand was decided, and the fewest cards of an opponent then.
    decided: Option<(usize, u8)>,
}

impl Census {
    /// The facts of the hand, which is over.
    pub fn finish(&mut self, game: &Game) -> Facts {
        let won = game.outcome() == Some(Outcome::Won);
        if let (Some(winner), true) = (game.winner(), won) {
            self.cards = cards(game);
            // Where the lowest hand wins, nobody went out.
            let fewest = self.fewest_against(winner);
            let (turns, fewest) = self.decided.unwrap_or((self.history.len(), fewest));
            self.facts.blowout = fewest >= MANY;
            let half = (turns / 2).checked_sub(1).map(|turn| self.history[turn]);
            self.facts.comeback = half.is_some_and(|cards| {
                let others = (0..self.seats).filter(|seat| *seat != winner);
                others.map(|seat| cards[seat]).max() < Some(cards[winner])
            });
        }
        std::mem::take(&mut self.facts)
    }

    /// The fewest cards in the hand of an opponent.
    fn fewest_against(&self, winner: usize) -> u8 {
        let partner = |seat: &usize| self.teams > 0 && seat % self.teams == winner % self.teams;
        let opponents = (0..self.seats).filter(|seat| *seat != winner && !partner(seat));
        opponents.map(|seat| self.cards[seat]).min().unwrap_or(0)
    }

    fn begin_turn(&mut self, game: &Game, forced: bool) {
        let seat = game.seat();
        match self.facts.first {
            None => self.facts.first = Some((seat, game.clockwise())),
            Some(_) => self.facts.skips += passed_over(game, self.mover, seat),
        }
        self.facts.forced_turns += i64::from(forced);
        self.facts.choices += i64::from((game.legal() - game.errors()).len());
        // A misplay may have taken a turn without a question.
        self.history.resize(game.turns() as usize, self.cards);
        if self.decided.is_none() {
            self.follow_lead();
        }
    }

    fn follow_lead(&mut self) {
        let hands = &self.cards[..self.seats];
        let fewest = hands.iter().min();
        let mut lowest = (0..self.seats).filter(|seat| Some(&hands[*seat]) == fewest);
        if let (Some(seat), None) = (lowest.next(), lowest.next()) {
            self.facts.lead_changes += i64::from(self.leader.is_some_and(|last| last != seat));
            self.leader = Some(seat);
        }
    }
}

impl Witness for Census {
    fn dealt(&mut self, game: &Game) {
        self.facts = Facts::default();
        self.seats = game.seats();
        self.teams = usize::from(game.rules().match_.teams);
        self.cards = cards(game);
        self.history.clear();
        self.mover = (game.dealer(), false);
        self.leader = None;
        self.decided = None;
    }

    fn drew(&mut self, _seat: usize, cards: &[Face], reason: Reason) {
        match reason {
            Reason::Turn => return,
            // The card that was tried lies in the hand again.
            Reason::Misplay => self.mover.1 = false,
            _ => {}
        }
        self.facts.penalty_cards += cards.len() as i64;
    }

    fn random(&mut self, what: Chance) {
        if let Chance::JumpIn { seat } = what {
            self.mover = (seat, true);
        }
    }

    fn out(&mut self, seat: usize) {
        let now = (self.history.len(), self.fewest_against(seat));
        self.decided.get_or_insert(now);
    }

    fn ask(&mut self, game: &Game, action: Action, forced: bool) {
        self.cards = cards(game);
        self.facts.decisions += i64::from(!forced);
        let phase = game.phase();
        if phase == Phase::Turn {
            self.begin_turn(game, forced);
        }
        let lays = action.face().is_some();
        let moves = match phase {
            Phase::Turn | Phase::Drawn => true,
            Phase::Penalty | Phase::JumpIn | Phase::FaceDown => lays,
            _ => false,
        };
        if moves {
            self.mover = (game.seat(), lays);
        }
    }
}

/// Cards in each hand.
fn cards(game: &Game) -> [u8; MAX_SEATS] {
    let mut cards = [0; MAX_SEATS];
    for (seat, cards) in cards.iter_mut().enumerate().take(game.seats()) {
        *cards = game.hand(seat).len() as u8;
    }
    cards
}

/// Live seats between the one that moved and the next turn: all others if that is its own again after a card.
fn passed_over(game: &Game, (mover, laid): (usize, bool), next: usize) -> i64 {
    if mover == next && !laid {
        return 0;
    }
    let seats = game.seats();
    let step = if game.clockwise() { 1 } else { seats - 1 };
    let order = std::iter::successors(Some((mover + step) % seats), |seat| {
        Some((seat + step) % seats)
    });
    let between = order
        .take(seats)
        .take_while(|seat| *seat != next && *seat != mover);
    between.filter(|seat| game.is_live(*seat)).count() as i64
}
