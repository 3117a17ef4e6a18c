//! The values that options can take, and the groups they come in (rules section 12).

use serde::{Deserialize, Serialize};

/// A small closed set of values whose names are the texts of rule files.
pub trait Value: Copy + PartialEq + 'static {
    /// Every value.
    const ALL: &'static [Self];
}

/// How a Reverse acts between two live seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum TwoPlayerReverse {
    /// It turns the direction and counts as a Skip.
    Skip,
    /// It only turns the direction.
    Plain,
}

impl Value for TwoPlayerReverse {
    const ALL: &'static [Self] = &[TwoPlayerReverse::Skip, TwoPlayerReverse::Plain];
}

/// What becomes of the turn after a misplay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum MisplayTurn {
    /// It passes to the next seat.
    Lost,
    /// The seat is asked again.
    Kept,
}

impl Value for MisplayTurn {
    const ALL: &'static [Self] = &[MisplayTurn::Lost, MisplayTurn::Kept];
}

/// What a blank does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum BlankEffect {
    /// A plain wild.
    Wild,
    /// The next seat draws eight.
    #[serde(rename = "draw_8")]
    Draw8,
    /// The next seat draws sixteen.
    #[serde(rename = "draw_16")]
    Draw16,
    /// A random other live seat draws two.
    Slap,
    /// Exchange hands with a chosen seat.
    SwapHands,
    /// All hands are pooled and dealt out again.
    ShuffleHands,
}

impl Value for BlankEffect {
    const ALL: &'static [Self] = &[
        BlankEffect::Wild,
        BlankEffect::Draw8,
        BlankEffect::Draw16,
        BlankEffect::Slap,
        BlankEffect::SwapHands,
        BlankEffect::ShuffleHands,
    ];
}

/// Who deals the first hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Dealer {
    /// A uniformly random seat.
    Random,
    /// The seat that drew the highest number; uniformly random.
    DrawHigh,
    /// The last seat.
    Fixed,
}

impl Value for Dealer {
    const ALL: &'static [Self] = &[Dealer::Random, Dealer::DrawHigh, Dealer::Fixed];
}

/// Who deals later hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum NextDealer {
    /// The next seat in the match.
    Rotate,
    /// The winner of the hand before.
    Winner,
    /// A uniformly random seat.
    Random,
}

impl Value for NextDealer {
    const ALL: &'static [Self] = &[NextDealer::Rotate, NextDealer::Winner, NextDealer::Random];
}

/// Who starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Starter {
    /// The seat left of the dealer.
    LeftOfDealer,
    /// The dealer.
    Dealer,
}

impl Value for Starter {
    const ALL: &'static [Self] = &[Starter::LeftOfDealer, Starter::Dealer];
}

/// What a first action card does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum FirstAction {
    /// It acts as if the dealer had played it.
    Apply,
    /// Nothing.
    Ignore,
    /// Only a number may start.
    Redraw,
}

impl Value for FirstAction {
    const ALL: &'static [Self] = &[FirstAction::Apply, FirstAction::Ignore, FirstAction::Redraw];
}

/// Who starts after a first Reverse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum FirstReverse {
    /// The dealer.
    DealerFirst,
    /// The seat to the dealer's right.
    RightOfDealerFirst,
}

impl Value for FirstReverse {
    const ALL: &'static [Self] = &[FirstReverse::DealerFirst, FirstReverse::RightOfDealerFirst];
}

/// What a first Wild does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum FirstWild {
    /// The starter names its color.
    StarterChooses,
    /// The dealer names its color.
    DealerChooses,
    /// The seat to the dealer's right names its color.
    RightOfDealerChooses,
    /// No color is in force.
    Free,
    /// It is put back.
    Redraw,
}

impl Value for FirstWild {
    const ALL: &'static [Self] = &[
        FirstWild::StarterChooses,
        FirstWild::DealerChooses,
        FirstWild::RightOfDealerChooses,
        FirstWild::Free,
        FirstWild::Redraw,
    ];
}

/// What a first Wild Draw Four does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum FirstWildFour {
    /// It is put back.
    Redraw,
    /// It stays under the discard pile and another card is turned.
    Discard,
    /// The dealer names a color and the starter is its victim.
    Apply,
}

impl Value for FirstWildFour {
    const ALL: &'static [Self] = &[
        FirstWildFour::Redraw,
        FirstWildFour::Discard,
        FirstWildFour::Apply,
    ];
}

/// How many cards a voluntary draw takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum DrawCount {
    /// One card.
    One,
    /// Cards until one can be played.
    UntilPlayable,
    /// One at a time, with the choice to stop.
    UntilPlayableOptional,
}

impl Value for DrawCount {
    const ALL: &'static [Self] = &[
        DrawCount::One,
        DrawCount::UntilPlayable,
        DrawCount::UntilPlayableOptional,
    ];
}

/// What may be done with a playable drawn card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum DrawnCard {
    /// Play or keep it.
    MayPlay,
    /// It must be played.
    MustPlay,
    /// It is kept.
    Keep,
}

impl Value for DrawnCard {
    const ALL: &'static [Self] = &[DrawnCard::MayPlay, DrawnCard::MustPlay, DrawnCard::Keep];
}

/// When a Wild Draw Four is legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Legality {
    /// Without a card of the color in force.
    NoColor,
    /// Without a card of the color in force or the top's symbol.
    NoPlayable,
    /// Always.
    Always,
}

impl Value for Legality {
    const ALL: &'static [Self] = &[Legality::NoColor, Legality::NoPlayable, Legality::Always];
}

/// The challenger's turn after a guilty verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum ChallengerTurn {
    /// He takes a normal turn.
    Plays,
    /// He loses it.
    Skipped,
}

impl Value for ChallengerTurn {
    const ALL: &'static [Self] = &[ChallengerTurn::Plays, ChallengerTurn::Skipped];
}

/// What can be challenged in a pile of several Wild Draw Fours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum ChallengeOnStack {
    /// The last one.
    Last,
    /// Nothing.
    None,
    /// All are judged at once.
    Each,
}

impl Value for ChallengeOnStack {
    const ALL: &'static [Self] = &[
        ChallengeOnStack::Last,
        ChallengeOnStack::None,
        ChallengeOnStack::Each,
    ];
}

/// Who remembers the accused hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum ChallengeReveals {
    /// The challenger.
    Challenger,
    /// Everyone.
    All,
    /// Nobody.
    Nobody,
}

impl Value for ChallengeReveals {
    const ALL: &'static [Self] = &[
        ChallengeReveals::Challenger,
        ChallengeReveals::All,
        ChallengeReveals::Nobody,
    ];
}

/// Whether a Draw Two answers a Wild Draw Four.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum DrawTwoOnWildFour {
    /// Never.
    Never,
    /// If it has the named color.
    Color,
    /// Always.
    Any,
}

impl Value for DrawTwoOnWildFour {
    const ALL: &'static [Self] = &[
        DrawTwoOnWildFour::Never,
        DrawTwoOnWildFour::Color,
        DrawTwoOnWildFour::Any,
    ];
}

/// Which cards may redirect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum RedirectMatch {
    /// Those that match the top.
    ColorOrSymbol,
    /// Any of the kind.
    Any,
}

impl Value for RedirectMatch {
    const ALL: &'static [Self] = &[RedirectMatch::ColorOrSymbol, RedirectMatch::Any];
}

/// Which cards may be jumped in with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum JumpInCards {
    /// None.
    Off,
    /// Identical numbers.
    Numbers,
    /// Identical colored cards.
    Colored,
    /// Also Wild on Wild and Wild Draw Four on Wild Draw Four.
    All,
}

impl Value for JumpInCards {
    const ALL: &'static [Self] = &[
        JumpInCards::Off,
        JumpInCards::Numbers,
        JumpInCards::Colored,
        JumpInCards::All,
    ];
}

/// What becomes of the first card's effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum JumpInEffect {
    /// It is dropped.
    Replace,
    /// Both add up.
    Add,
}

impl Value for JumpInEffect {
    const ALL: &'static [Self] = &[JumpInEffect::Replace, JumpInEffect::Add];
}

/// Who jumps in if several could.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Race {
    /// The first willing seat in order of play.
    Nearest,
    /// A random willing seat.
    Random,
}

impl Value for Race {
    const ALL: &'static [Self] = &[Race::Nearest, Race::Random];
}

/// Which cards may be played together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum MultiSame {
    /// None.
    Off,
    /// Identical cards.
    Identical,
    /// Cards of one symbol.
    Symbol,
}

impl Value for MultiSame {
    const ALL: &'static [Self] = &[MultiSame::Off, MultiSame::Identical, MultiSame::Symbol];
}

/// How several Skips count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum MultiSkips {
    /// Each skips one seat.
    Count,
    /// Together they skip one.
    One,
}

impl Value for MultiSkips {
    const ALL: &'static [Self] = &[MultiSkips::Count, MultiSkips::One];
}

/// What a zero or a seven does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum SwapHands {
    /// Nothing.
    Off,
    /// Exchange hands with a chosen live seat.
    Swap,
    /// Exchange hands with the next seat.
    Next,
    /// Every live seat hands its cards on.
    Rotate,
}

impl Value for SwapHands {
    const ALL: &'static [Self] = &[
        SwapHands::Off,
        SwapHands::Swap,
        SwapHands::Next,
        SwapHands::Rotate,
    ];
}

/// What a Wild can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum WildFunction {
    /// Name a color.
    Color,
    /// See one hand.
    Look,
    /// Exchange up to three random cards with one seat.
    Trade,
}

impl Value for WildFunction {
    const ALL: &'static [Self] = &[WildFunction::Color, WildFunction::Look, WildFunction::Trade];
}

/// How UNO is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum UnoCall {
    /// Every due call is made.
    Auto,
    /// There are no calls.
    Off,
    /// The seat decides, and others may catch it.
    Decide,
}

impl Value for UnoCall {
    const ALL: &'static [Self] = &[UnoCall::Auto, UnoCall::Off, UnoCall::Decide];
}

/// Whether a swap makes a call due.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum AfterSwap {
    /// It does.
    MustCall,
    /// It counts as called.
    Auto,
}

impl Value for AfterSwap {
    const ALL: &'static [Self] = &[AfterSwap::MustCall, AfterSwap::Auto];
}

/// A kind of card that may not be the last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Ban {
    /// Skip.
    Skip,
    /// Reverse.
    Reverse,
    /// Draw Two.
    DrawTwo,
    /// Every wild but the Wild Draw Four.
    Wild,
    /// Wild Draw Four.
    WildDrawFour,
}

impl Value for Ban {
    const ALL: &'static [Self] = &[
        Ban::Skip,
        Ban::Reverse,
        Ban::DrawTwo,
        Ban::Wild,
        Ban::WildDrawFour,
    ];
}

/// What happens when a card is needed and the draw pile is empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum ExhaustedPile {
    /// The discards are shuffled into a new pile.
    Reshuffle,
    /// Nobody wins the hand.
    Void,
    /// The lowest hand wins at once.
    LowestPoints,
}

impl Value for ExhaustedPile {
    const ALL: &'static [Self] = &[
        ExhaustedPile::Reshuffle,
        ExhaustedPile::Void,
        ExhaustedPile::LowestPoints,
    ];
}

/// What happens when nobody can move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Stalemate {
    /// Nobody wins the hand.
    Void,
    /// The lowest hand wins.
    LowestPoints,
}

impl Value for Stalemate {
    const ALL: &'static [Self] = &[Stalemate::Void, Stalemate::LowestPoints];
}

/// How a hand is scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum ScoreMethod {
    /// The winner scores all others' points.
    WinnerTakes,
    /// Each scores his own against himself.
    Penalty,
    /// Each pays his own to the winner.
    Chips,
    /// Cards left count one each, against oneself.
    Cards,
}

impl ScoreMethod {
    /// Whether points count against oneself, so that the lowest total is the best.
    #[must_use]
    pub const fn lowest_wins(self) -> bool {
        matches!(self, ScoreMethod::Penalty | ScoreMethod::Cards)
    }
}

impl Value for ScoreMethod {
    const ALL: &'static [Self] = &[
        ScoreMethod::WinnerTakes,
        ScoreMethod::Penalty,
        ScoreMethod::Chips,
        ScoreMethod::Cards,
    ];
}

/// How many hands are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum MatchFormat {
    /// One hand.
    Hand,
    /// A fixed number.
    Hands,
    /// To a target.
    Race,
    /// Seats that reach the target are out; the last one wins.
    Knockout,
    /// A hand is played on until one seat is left.
    LastStanding,
}

impl Value for MatchFormat {
    const ALL: &'static [Self] = &[
        MatchFormat::Hand,
        MatchFormat::Hands,
        MatchFormat::Race,
        MatchFormat::Knockout,
        MatchFormat::LastStanding,
    ];
}

/// What a team scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum TeamScoring {
    /// The winners score all opponents' hands.
    Opponents,
    /// Each team is charged its members' cards.
    Own,
}

impl Value for TeamScoring {
    const ALL: &'static [Self] = &[TeamScoring::Opponents, TeamScoring::Own];
}

/// Optional cards (section 1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Deck {
    /// Effects of the blanks `W1` … `W4`; as many blanks as effects.
    pub blanks: Blanks,
    /// Discard All cards a color, 0-2.
    pub discard_all: u8,
    /// Reflect cards, 0-4.
    pub reflect: u8,
}

/// Deal, dealer and first card (section 2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Setup {
    /// Cards dealt to each seat, 1-15.
    pub hand_size: u8,
    /// Who deals first.
    pub dealer: Dealer,
    /// Who deals later hands.
    pub next_dealer: NextDealer,
    /// Who starts.
    pub starter: Starter,
    /// What a first Skip, Reverse or Draw Two does.
    pub first_action: FirstAction,
    /// Who starts after a first Reverse.
    pub first_reverse: FirstReverse,
    /// What a first Wild does.
    pub first_wild: FirstWild,
    /// What a first Wild Draw Four does.
    pub first_wild_four: FirstWildFour,
}

impl Default for Setup {
    fn default() -> Self {
        Setup {
            hand_size: 7,
            dealer: Dealer::Random,
            next_dealer: NextDealer::Rotate,
            starter: Starter::LeftOfDealer,
            first_action: FirstAction::Apply,
            first_reverse: FirstReverse::DealerFirst,
            first_wild: FirstWild::StarterChooses,
            first_wild_four: FirstWildFour::Redraw,
        }
    }
}

/// Voluntary draws (section 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Draw {
    /// A seat that can play may draw instead.
    pub may_decline: bool,
    /// How many cards.
    pub count: DrawCount,
    /// What becomes of a playable drawn card.
    pub drawn_card: DrawnCard,
}

impl Default for Draw {
    fn default() -> Self {
        Draw {
            may_decline: true,
            count: DrawCount::One,
            drawn_card: DrawnCard::MayPlay,
        }
    }
}

/// Wild Draw Four (section 6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct WildDrawFour {
    /// When it is legal.
    pub legality: Legality,
    /// An illegal one may be played all the same.
    pub bluff: bool,
    /// The victim may challenge.
    pub challenge: bool,
    /// Cards a guilty player of a single one draws.
    pub guilty_draws: u8,
    /// Cards beyond the amount standing that a wrong challenge costs.
    pub innocent_extra: u8,
    /// The challenger's turn after a guilty verdict.
    pub challenger_turn: ChallengerTurn,
    /// What can be challenged in a pile.
    pub challenge_on_stack: ChallengeOnStack,
    /// Who remembers the accused hand.
    pub challenge_reveals: ChallengeReveals,
    /// It is laid face down, and so may be any other card.
    pub face_down: bool,
}

impl Default for WildDrawFour {
    fn default() -> Self {
        WildDrawFour {
            legality: Legality::NoColor,
            bluff: true,
            challenge: true,
            guilty_draws: 4,
            innocent_extra: 2,
            challenger_turn: ChallengerTurn::Plays,
            challenge_on_stack: ChallengeOnStack::Last,
            challenge_reveals: ChallengeReveals::Challenger,
            face_down: false,
        }
    }
}

/// Answering draw cards with draw cards (section 5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Stacking {
    /// A Draw Two answers a Draw Two.
    pub draw_two_on_draw_two: bool,
    /// A Wild Draw Four answers a Wild Draw Four.
    pub wild_four_on_wild_four: bool,
    /// A Wild Draw Four answers a Draw Two.
    pub wild_four_on_draw_two: bool,
    /// A Draw Two answers a Wild Draw Four.
    pub draw_two_on_wild_four: DrawTwoOnWildFour,
    /// Two Draw Twos of one color answer a Wild Draw Four.
    pub draw_two_pair_on_wild_four: bool,
    /// Draw cards in one pile at the most; 0 = no cap.
    pub max_cards: u8,
}

impl Default for Stacking {
    fn default() -> Self {
        Stacking {
            draw_two_on_draw_two: false,
            wild_four_on_wild_four: false,
            wild_four_on_draw_two: false,
            draw_two_on_wild_four: DrawTwoOnWildFour::Never,
            draw_two_pair_on_wild_four: false,
            max_cards: 0,
        }
    }
}

/// Handing a penalty on (section 5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Redirect {
    /// A Skip hands it to the next seat after the victim.
    pub skip: bool,
    /// A Reverse hands it to the previous seat.
    pub reverse: bool,
    /// A Wild Draw Four may be redirected too.
    pub on_wild_four: bool,
    /// Which cards may redirect.
    #[serde(rename = "match")]
    pub match_: RedirectMatch,
}

impl Default for Redirect {
    fn default() -> Self {
        Redirect {
            skip: false,
            reverse: false,
            on_wild_four: false,
            match_: RedirectMatch::ColorOrSymbol,
        }
    }
}

/// Playing out of turn (section 8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct JumpIn {
    /// Which cards.
    pub cards: JumpInCards,
    /// What becomes of the first card's effect.
    pub effect: JumpInEffect,
    /// Who jumps in if several could.
    pub race: Race,
    /// Also on the card that ended the hand.
    pub after_out: bool,
    /// Numbers that add up to the number played.
    pub sum: bool,
    /// They must have its color.
    pub sum_same_color: bool,
    /// Only if it empties the hand.
    pub sum_only_to_win: bool,
}

impl Default for JumpIn {
    fn default() -> Self {
        JumpIn {
            cards: JumpInCards::Off,
            effect: JumpInEffect::Replace,
            race: Race::Nearest,
            after_out: false,
            sum: false,
            sum_same_color: true,
            sum_only_to_win: false,
        }
    }
}

/// Several cards in one turn (section 8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Multi {
    /// Which cards go together.
    pub same: MultiSame,
    /// Cards in one turn at the most; 0 = no limit.
    pub max: u8,
    /// How several Skips count.
    pub skips: MultiSkips,
    /// Two numbers of one color that add to ten go together.
    pub sum_to_ten: bool,
}

impl Default for Multi {
    fn default() -> Self {
        Multi {
            same: MultiSame::Off,
            max: 0,
            skips: MultiSkips::Count,
            sum_to_ten: false,
        }
    }
}

/// Zero and seven (section 8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Swap {
    /// What a 0 does.
    pub zero: SwapHands,
    /// What a 7 does.
    pub seven: SwapHands,
    /// It may be declined.
    pub optional: bool,
}

impl Default for Swap {
    fn default() -> Self {
        Swap {
            zero: SwapHands::Off,
            seven: SwapHands::Off,
            optional: false,
        }
    }
}

/// Functions of the Wild (section 8).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Wild {
    /// What a Wild can do.
    pub functions: Functions,
}

/// The UNO call (section 7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Uno {
    /// How it is called.
    pub call: UnoCall,
    /// Cards that a caught seat draws.
    pub penalty: u8,
    /// Whether a swap makes a call due.
    pub after_swap: AfterSwap,
    /// Also due when only identical cards are left.
    pub twins: bool,
    /// Seats may call or accuse wrongly.
    pub errors: bool,
    /// Cards that a wrong call costs.
    pub false_call: u8,
    /// Cards that a wrong accusation costs.
    pub false_catch: u8,
}

impl Default for Uno {
    fn default() -> Self {
        Uno {
            call: UnoCall::Auto,
            penalty: 2,
            after_swap: AfterSwap::MustCall,
            twins: false,
            errors: false,
            false_call: 0,
            false_catch: 0,
        }
    }
}

/// Last cards (sections 3 and 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Finish {
    /// Kinds that may not be the last card.
    pub ban: Bans,
    /// Cards owed to a last draw card are drawn before scoring.
    pub final_draw: bool,
}

impl Default for Finish {
    fn default() -> Self {
        Finish {
            ban: Bans::default(),
            final_draw: true,
        }
    }
}

/// Empty piles (section 9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Exhausted {
    /// When the draw pile is empty.
    pub pile: ExhaustedPile,
    /// When nobody can move.
    pub stalemate: Stalemate,
}

impl Default for Exhausted {
    fn default() -> Self {
        Exhausted {
            pile: ExhaustedPile::Reshuffle,
            stalemate: Stalemate::Void,
        }
    }
}

/// The decision clock (section 8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Clock {
    /// Milliseconds a decision; 0 = no clock.
    pub limit_ms: u32,
    /// Cards that a late decision costs.
    pub penalty: u8,
}

impl Default for Clock {
    fn default() -> Self {
        Clock {
            limit_ms: 0,
            penalty: 1,
        }
    }
}

/// Scoring a hand (section 10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Score {
    /// How.
    pub method: ScoreMethod,
}

impl Default for Score {
    fn default() -> Self {
        Score {
            method: ScoreMethod::WinnerTakes,
        }
    }
}

/// Matches and teams (section 11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Match {
    /// How many hands.
    pub format: MatchFormat,
    /// Hands of a match of the format `hands`.
    pub hands: u32,
    /// Points to race to.
    pub target: i32,
    /// A longer match is truncated.
    pub max_hands: u32,
    /// Number of teams; 0 = everyone for himself.
    pub teams: u8,
    /// What a team scores.
    pub team_scoring: TeamScoring,
}

impl Default for Match {
    fn default() -> Self {
        Match {
            format: MatchFormat::Hand,
            hands: 1,
            target: 500,
            max_hands: 10_000,
            teams: 0,
            team_scoring: TeamScoring::Opponents,
        }
    }
}

/// A set of the values of `V`, written as a list without repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<V>", into = "Vec<V>")]
#[serde(bound(
    serialize = "V: Value + Serialize",
    deserialize = "V: Value + Deserialize<'de>"
))]
pub struct ValueSet<V> {
    bits: u8,
    values: std::marker::PhantomData<V>,
}

impl<V: Value> ValueSet<V> {
    /// The set of these values.
    #[must_use]
    pub fn of(values: &[V]) -> Self {
        let bit = |value: &V| V::ALL.iter().position(|v| v == value).map_or(0, |i| 1 << i);
        ValueSet {
            bits: values.iter().fold(0, |bits, v| bits | bit(v)),
            values: std::marker::PhantomData,
        }
    }

    /// Whether the value is among them.
    #[must_use]
    pub fn has(self, value: V) -> bool {
        self.bits & Self::of(&[value]).bits != 0
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.bits == 0
    }
}

impl<V: Value> From<ValueSet<V>> for Vec<V> {
    fn from(set: ValueSet<V>) -> Vec<V> {
        V::ALL.iter().copied().filter(|v| set.has(*v)).collect()
    }
}

impl<V: Value> TryFrom<Vec<V>> for ValueSet<V> {
    type Error = String;
    fn try_from(values: Vec<V>) -> Result<Self, String> {
        let set = Self::of(&values);
        if set.bits.count_ones() as usize == values.len() {
            Ok(set)
        } else {
            Err("a value stands in the list twice".into())
        }
    }
}

/// Kinds of card that may not be the last one.
pub type Bans = ValueSet<Ban>;

impl Default for Bans {
    fn default() -> Self {
        Self::of(&[])
    }
}

/// What a Wild can do.
pub type Functions = ValueSet<WildFunction>;

impl Default for Functions {
    fn default() -> Self {
        Self::of(&[WildFunction::Color])
    }
}

/// The effects of up to four blanks, in the order `W1` … `W4`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<BlankEffect>", into = "Vec<BlankEffect>")]
pub struct Blanks([Option<BlankEffect>; 4]);

impl Blanks {
    /// The effect of the blank with that index, 0-3, if it exists.
    #[must_use]
    pub fn effect(self, index: u8) -> Option<BlankEffect> {
        self.0[index as usize]
    }

    /// How many blanks there are.
    #[must_use]
    pub fn len(self) -> usize {
        self.0.iter().flatten().count()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }
}

impl From<Blanks> for Vec<BlankEffect> {
    fn from(blanks: Blanks) -> Vec<BlankEffect> {
        blanks.0.into_iter().flatten().collect()
    }
}

impl TryFrom<Vec<BlankEffect>> for Blanks {
    type Error = String;
    fn try_from(effects: Vec<BlankEffect>) -> Result<Self, String> {
        if effects.len() > 4 {
            return Err(format!(
                "there are at most four blanks, not {}",
                effects.len()
            ));
        }
        let mut blanks = Blanks::default();
        for (slot, effect) in blanks.0.iter_mut().zip(effects) {
            *slot = Some(effect);
        }
        Ok(blanks)
    }
}

/// What an action outside the legal list costs its strategy (section 7): `"error"` or a number of cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "MisplayText", into = "MisplayText")]
pub enum Misplay {
    /// The run stops.
    Error,
    /// The seat draws so many cards and the action is void.
    Draw(u8),
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum MisplayText {
    Number(u8),
    Text(String),
}

impl From<Misplay> for MisplayText {
    fn from(misplay: Misplay) -> MisplayText {
        match misplay {
            Misplay::Error => MisplayText::Text("error".into()),
            Misplay::Draw(cards) => MisplayText::Number(cards),
        }
    }
}

impl TryFrom<MisplayText> for Misplay {
    type Error = String;
    fn try_from(text: MisplayText) -> Result<Self, String> {
        match text {
            MisplayText::Number(cards) => Ok(Misplay::Draw(cards)),
            MisplayText::Text(text) if text == "error" => Ok(Misplay::Error),
            MisplayText::Text(text) => Err(format!(
                "unknown value \"{text}\": use \"error\" or a number of cards"
            )),
        }
    }
}
