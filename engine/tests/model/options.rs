//! Every option as a plain field, read from pairs of full name and value (rule book, section 12).

use toml::Value;

/// Reading one value.
trait Read: Sized {
    fn read(value: &Value) -> Option<Self>;
}
impl Read for String {
    fn read(value: &Value) -> Option<String> {
        match value {
            Value::Integer(number) => Some(number.to_string()),
            _ => value.as_str().map(str::to_string),
        }
    }
}
impl Read for bool {
    fn read(value: &Value) -> Option<bool> {
        value.as_bool()
    }
}
impl Read for u32 {
    fn read(value: &Value) -> Option<u32> {
        value.as_integer().and_then(|n| u32::try_from(n).ok())
    }
}
impl Read for Vec<String> {
    fn read(value: &Value) -> Option<Vec<String>> {
        value.as_array()?.iter().map(String::read).collect()
    }
}

macro_rules! options {
    ($($field:ident: $type:ty = $name:literal, $default:expr;)*) => {
        /// The options; the default is the Mattel sheet.
        #[derive(Clone, Debug)]
        pub struct Options { $(pub $field: $type,)* }

        impl Default for Options {
            fn default() -> Options {
                Options { $($field: $default.into(),)* }
            }
        }

        impl Options {
            /// The default with these changes.
            pub fn read(pairs: &[(String, Value)]) -> Result<Options, String> {
                let mut options = Options::default();
                for (name, value) in pairs {
                    let wrong = || format!("{name} cannot be {value}");
                    match name.as_str() {
                        $($name => options.$field = <$type as Read>::read(value).ok_or_else(wrong)?,)*
                        _ => return Err(format!("no option {name}")),
                    }
                }
                Ok(options)
            }
        }
    };
}

options! {
    blanks: Vec<String> = "deck.blanks", [];
    discard_all: u32 = "deck.discard_all", 0u32;
    reflect: u32 = "deck.reflect", 0u32;
    hand_size: u32 = "setup.hand_size", 7u32;
    first_dealer: String = "setup.dealer", "random";
    next_dealer: String = "setup.next_dealer", "rotate";
    starter: String = "setup.starter", "left_of_dealer";
    first_action: String = "setup.first_action", "apply";
    first_reverse: String = "setup.first_reverse", "dealer_first";
    first_wild: String = "setup.first_wild", "starter_chooses";
    first_wild_four: String = "setup.first_wild_four", "redraw";
    two_player_reverse: String = "two_player_reverse", "skip";
    may_decline: bool = "draw.may_decline", true;
    draw_count: String = "draw.count", "one";
    drawn_card: String = "draw.drawn_card", "may_play";
    legality: String = "wild_draw_four.legality", "no_color";
    bluff: bool = "wild_draw_four.bluff", true;
    challenge: bool = "wild_draw_four.challenge", true;
    guilty_draws: u32 = "wild_draw_four.guilty_draws", 4u32;
    innocent_extra: u32 = "wild_draw_four.innocent_extra", 2u32;
    challenger_turn: String = "wild_draw_four.challenger_turn", "plays";
    challenge_on_stack: String = "wild_draw_four.challenge_on_stack", "last";
    challenge_reveals: String = "wild_draw_four.challenge_reveals", "challenger";
    face_down: bool = "wild_draw_four.face_down", false;
    two_on_two: bool = "stacking.draw_two_on_draw_two", false;
    four_on_four: bool = "stacking.wild_four_on_wild_four", false;
    four_on_two: bool = "stacking.wild_four_on_draw_two", false;
    two_on_four: String = "stacking.draw_two_on_wild_four", "never";
    pair_on_four: bool = "stacking.draw_two_pair_on_wild_four", false;
    max_cards: u32 = "stacking.max_cards", 0u32;
    redirect_skip: bool = "redirect.skip", false;
    redirect_reverse: bool = "redirect.reverse", false;
    redirect_on_four: bool = "redirect.on_wild_four", false;
    redirect_match: String = "redirect.match", "color_or_symbol";
    jump_cards: String = "jump_in.cards", "off";
    jump_effect: String = "jump_in.effect", "replace";
    jump_race: String = "jump_in.race", "nearest";
    jump_after_out: bool = "jump_in.after_out", false;
    jump_sum: bool = "jump_in.sum", false;
    sum_same_color: bool = "jump_in.sum_same_color", true;
    sum_only_to_win: bool = "jump_in.sum_only_to_win", false;
    multi_same: String = "multi.same", "off";
    multi_max: u32 = "multi.max", 0u32;
    multi_skips: String = "multi.skips", "count";
    sum_to_ten: bool = "multi.sum_to_ten", false;
    swap_zero: String = "swap.zero", "off";
    swap_seven: String = "swap.seven", "off";
    swap_optional: bool = "swap.optional", false;
    wild_functions: Vec<String> = "wild.functions", ["color".to_string()];
    slap_zero: bool = "slap_zero", false;
    uno_call: String = "uno.call", "auto";
    uno_penalty: u32 = "uno.penalty", 2u32;
    uno_after_swap: String = "uno.after_swap", "must_call";
    uno_twins: bool = "uno.twins", false;
    uno_errors: bool = "uno.errors", false;
    false_call: u32 = "uno.false_call", 0u32;
    false_catch: u32 = "uno.false_catch", 0u32;
    misplay: String = "misplay", "error";
    misplay_turn: String = "misplay_turn", "lost";
    ban: Vec<String> = "finish.ban", [];
    final_draw: bool = "finish.final_draw", true;
    exhausted_pile: String = "exhausted.pile", "reshuffle";
    exhausted_stalemate: String = "exhausted.stalemate", "void";
    max_turns: u32 = "max_turns", 10_000u32;
    clock_limit: u32 = "clock.limit_ms", 0u32;
    clock_penalty: u32 = "clock.penalty", 1u32;
    score_method: String = "score.method", "winner_takes";
    match_format: String = "match.format", "hand";
    match_hands: u32 = "match.hands", 1u32;
    match_target: u32 = "match.target", 500u32;
    match_max_hands: u32 = "match.max_hands", 10_000u32;
    teams: u32 = "match.teams", 0u32;
    team_scoring: String = "match.team_scoring", "opponents";
}
