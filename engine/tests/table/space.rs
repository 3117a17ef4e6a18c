//! The options that random rules are made of, with the values they take as TOML.

use toml::Value;
use unosim_engine::Rules;

const SPACE: &[(&str, &[&str])] = &[
    (
        "deck.blanks",
        &[
            "['wild']",
            "['draw_8', 'draw_16']",
            "['slap', 'swap_hands']",
            "['shuffle_hands', 'wild', 'slap', 'draw_8']",
            "['swap_hands', 'wild', 'wild', 'wild']",
        ],
    ),
    ("deck.discard_all", &["1", "2"]),
    ("deck.reflect", &["1", "4"]),
    ("setup.hand_size", &["1", "2", "3", "5", "10", "15"]),
    ("setup.dealer", &["'draw_high'", "'fixed'"]),
    ("setup.next_dealer", &["'winner'", "'random'"]),
    ("setup.starter", &["'dealer'"]),
    ("setup.first_action", &["'ignore'", "'redraw'"]),
    ("setup.first_reverse", &["'right_of_dealer_first'"]),
    (
        "setup.first_wild",
        &[
            "'dealer_chooses'",
            "'right_of_dealer_chooses'",
            "'free'",
            "'redraw'",
        ],
    ),
    ("setup.first_wild_four", &["'discard'", "'apply'"]),
    ("two_player_reverse", &["'plain'"]),
    ("draw.may_decline", &["false"]),
    (
        "draw.count",
        &["'until_playable'", "'until_playable_optional'"],
    ),
    ("draw.drawn_card", &["'must_play'", "'keep'"]),
    ("wild_draw_four.legality", &["'no_playable'", "'always'"]),
    ("wild_draw_four.bluff", &["false"]),
    ("wild_draw_four.challenge", &["false"]),
    ("wild_draw_four.guilty_draws", &["0", "6"]),
    ("wild_draw_four.innocent_extra", &["0", "3"]),
    ("wild_draw_four.challenger_turn", &["'skipped'"]),
    ("wild_draw_four.challenge_on_stack", &["'none'", "'each'"]),
    ("wild_draw_four.challenge_reveals", &["'all'", "'nobody'"]),
    ("wild_draw_four.face_down", &["true"]),
    ("stacking.draw_two_on_draw_two", &["true"]),
    ("stacking.wild_four_on_wild_four", &["true"]),
    ("stacking.wild_four_on_draw_two", &["true"]),
    ("stacking.draw_two_on_wild_four", &["'color'", "'any'"]),
    ("stacking.draw_two_pair_on_wild_four", &["true"]),
    ("stacking.max_cards", &["1", "2", "3"]),
    ("redirect.skip", &["true"]),
    ("redirect.reverse", &["true"]),
    ("redirect.on_wild_four", &["true"]),
    ("redirect.match", &["'any'"]),
    ("jump_in.cards", &["'numbers'", "'colored'", "'all'"]),
    ("jump_in.effect", &["'add'"]),
    ("jump_in.race", &["'random'"]),
    ("jump_in.after_out", &["true"]),
    ("jump_in.sum", &["true"]),
    ("jump_in.sum_same_color", &["false"]),
    ("jump_in.sum_only_to_win", &["true"]),
    ("multi.same", &["'identical'", "'symbol'"]),
    ("multi.max", &["1", "2", "3"]),
    ("multi.skips", &["'one'"]),
    ("multi.sum_to_ten", &["true"]),
    ("swap.zero", &["'swap'", "'next'", "'rotate'"]),
    ("swap.seven", &["'swap'", "'next'", "'rotate'"]),
    ("swap.optional", &["true"]),
    (
        "wild.functions",
        &[
            "['color', 'look']",
            "['color', 'trade']",
            "['color', 'look', 'trade']",
        ],
    ),
    ("slap_zero", &["true"]),
    ("uno.call", &["'decide'", "'off'"]),
    ("uno.penalty", &["0", "4"]),
    ("uno.after_swap", &["'auto'"]),
    ("uno.twins", &["true"]),
    ("uno.errors", &["true"]),
    ("uno.false_call", &["2", "5"]),
    ("uno.false_catch", &["2"]),
    (
        "finish.ban",
        &[
            "['skip', 'reverse', 'draw_two', 'wild', 'wild_draw_four']",
            "['wild_draw_four']",
            "['skip', 'wild']",
            "['draw_two']",
            "['reverse']",
        ],
    ),
    ("finish.final_draw", &["false"]),
    ("exhausted.pile", &["'void'", "'lowest_points'"]),
    ("exhausted.stalemate", &["'lowest_points'"]),
    ("max_turns", &["1", "7", "60"]),
    ("score.method", &["'penalty'", "'chips'", "'cards'"]),
    (
        "match.format",
        &["'hands'", "'race'", "'knockout'", "'last_standing'"],
    ),
    ("match.hands", &["2", "3"]),
    ("match.target", &["30", "200"]),
    ("match.max_hands", &["2"]),
    ("match.teams", &["2", "3"]),
    ("match.team_scoring", &["'own'"]),
];

/// An option that does nothing without a switch is refused without it.
const SWITCHES: &[(&str, &str)] = &[
    ("wild_draw_four.guilty_draws", "wild_draw_four.challenge"),
    ("wild_draw_four.innocent_extra", "wild_draw_four.challenge"),
    ("wild_draw_four.challenger_turn", "wild_draw_four.challenge"),
    (
        "wild_draw_four.challenge_on_stack",
        "wild_draw_four.challenge",
    ),
    (
        "wild_draw_four.challenge_reveals",
        "wild_draw_four.challenge",
    ),
    ("jump_in.sum_same_color", "jump_in.sum"),
    ("jump_in.sum_only_to_win", "jump_in.sum"),
    ("uno.false_call", "uno.errors"),
    ("uno.false_catch", "uno.errors"),
];

/// Changes to the default rules: option and value.
pub type Changes = Vec<(String, Value)>;

fn value(text: &str) -> Value {
    let table: toml::Table = format!("v = {text}").parse().unwrap();
    table["v"].clone()
}

/// Every single change.
pub fn changes() -> Vec<(String, Vec<Value>)> {
    let parsed = |values: &[&str]| values.iter().map(|v| value(v)).collect();
    SPACE
        .iter()
        .map(|(name, values)| (name.to_string(), parsed(values)))
        .collect()
}

/// Leaves out what the other changes make idle or impossible, and builds the engine's rules.
pub fn rules(changes: &Changes, seats: usize) -> (Changes, Rules) {
    let mut kept: Changes = Vec::new();
    for (name, value) in changes {
        kept.retain(|(n, _)| n != name);
        kept.push((name.clone(), value.clone()));
    }
    let set = |kept: &Changes, name: &str, value: Value| kept.contains(&(name.to_string(), value));
    let idle = |name: &str, kept: &Changes| {
        SWITCHES.iter().any(|(option, switch)| {
            let on = *switch == "wild_draw_four.challenge"
                && !set(kept, switch, Value::Boolean(false))
                || set(kept, switch, Value::Boolean(true));
            *option == name && !on
        })
    };
    let before = kept.clone();
    kept.retain(|(name, _)| !idle(name, &before));
    loop {
        let mut rules = Rules::default();
        for (name, value) in &kept {
            rules.set(name, value).unwrap();
        }
        let refused = rules.validate(seats).err().map(|e| e.to_string());
        let Some(reason) = refused else {
            return (kept, rules);
        };
        let culprit = kept
            .iter()
            .position(|(name, _)| reason.contains(name.as_str()));
        kept.remove(culprit.unwrap_or_else(|| panic!("{reason}")));
    }
}
