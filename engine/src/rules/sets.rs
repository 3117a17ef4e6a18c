//! The named rule sets, as data: each is a list of changes to another one, or to the default (rules section 13).
//!
//! This file knows names and option texts only; whether a rule set can be played yet is `validate`'s business.

use super::parse::read;
use super::{Rules, RulesError};
use crate::spelling::nearest;

/// A named set of option values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleSet {
    /// What users type.
    pub name: &'static str,
    /// One line that says what is special about it.
    pub summary: &'static str,
    /// Where it comes from, in words.
    pub source: &'static str,
    /// The rule set that it changes; the default if none.
    pub base: Option<&'static str>,
    /// The changes, as TOML with dotted keys.
    pub changes: &'static str,
}

const fn set(
    name: &'static str,
    source: &'static str,
    base: &'static str,
    summary: &'static str,
    changes: &'static str,
) -> RuleSet {
    let base = if base.is_empty() { None } else { Some(base) };
    RuleSet {
        name,
        summary,
        source,
        base,
        changes,
    }
}

/// The rule sets in the order in which they are listed.
#[must_use]
pub fn rule_sets() -> &'static [RuleSet] {
    RULE_SETS
}

/// The rules of a named rule set.
///
/// # Errors
/// An unknown name, with the one that was probably meant, or all there are.
pub fn rule_set(name: &str) -> Result<Rules, RulesError> {
    let Some(set) = RULE_SETS.iter().find(|set| set.name == name) else {
        let names = || RULE_SETS.iter().map(|set| set.name);
        return Err(RulesError::UnknownRuleSet {
            name: name.into(),
            hint: match nearest(name, names()) {
                Some(near) => format!("did you mean {near:?}?"),
                None => format!("there are {}", names().collect::<Vec<_>>().join(", ")),
            },
        });
    };
    let base = set.base.map_or_else(|| Ok(Rules::default()), rule_set)?;
    Ok(read(base, set.changes, set.name)?.rules)
}

const RULE_SETS: &[RuleSet] = &[
    set(
        "mattel",
        "Mattel's 108-card rule sheet",
        "",
        "The official rules: no stacking, bluffs can be challenged, the winner scores",
        "",
    ),
    set(
        "mattel-112",
        "Mattel's 112-card rule sheet",
        "",
        "The newer official deck with Wild Swap Hands and three customizable wilds",
        r#"
deck.blanks = ["swap_hands", "wild", "wild", "wild"]
setup.first_wild = "redraw"
setup.first_reverse = "right_of_dealer_first"
uno.penalty = 4
"#,
    ),
    set(
        "mattel-house",
        "Mattel's page of house rules",
        "",
        "Stacking, jump-in, seven-zero and draw-to-match, as the publisher describes them",
        r#"
stacking.draw_two_on_draw_two = true
stacking.wild_four_on_wild_four = true
jump_in.cards = "colored"
jump_in.effect = "replace"
swap.seven = "swap"
swap.zero = "rotate"
draw.count = "until_playable_optional"
"#,
    ),
    set(
        "video-game",
        "the video game's switches",
        "mattel-house",
        "House rules as the video game plays them: forced draws and plays, no bluffing",
        r#"
draw.count = "until_playable"
draw.drawn_card = "must_play"
wild_draw_four.bluff = false
wild_draw_four.challenge = false
"#,
    ),
    set(
        "go-wild",
        "the mobile game's mode of that name",
        "",
        "Every draw card stacks on every other, and players must call UNO themselves",
        r#"
stacking.draw_two_on_draw_two = true
stacking.wild_four_on_wild_four = true
stacking.wild_four_on_draw_two = true
stacking.draw_two_on_wild_four = "any"
uno.call = "decide"
"#,
    ),
    set(
        "unoai",
        "a published bot study in F# (chausner/UnoAI)",
        "",
        "A bare game for bots: Wild Draw Four at any time, no challenge, no UNO call",
        r#"
wild_draw_four.legality = "always"
wild_draw_four.bluff = false
wild_draw_four.challenge = false
setup.first_wild = "free"
uno.call = "off"
"#,
    ),
    set(
        "guide",
        "a Chinese guide to the game",
        "",
        "指南: penalty scoring, UNO calls with fines for wrong calls and accusations",
        r#"
setup.first_wild = "dealer_chooses"
setup.dealer = "draw_high"
uno.call = "decide"
uno.errors = true
uno.false_call = 5
uno.false_catch = 2
misplay = 2
score.method = "penalty"
"#,
    ),
    set(
        "guide-party",
        "the same Chinese guide, its optional rules",
        "guide",
        "指南 (淘汰制): jump-ins, pairs, redirected penalties, barred last cards, played to the last seat",
        r#"
jump_in.cards = "numbers"
multi.same = "symbol"
redirect.skip = true
redirect.reverse = true
redirect.on_wild_four = true
finish.ban = ["skip", "reverse", "wild"]
match.format = "last_standing"
"#,
    ),
    set(
        "encyclopedia",
        "a Chinese encyclopedia article",
        "",
        "百科: several cards of a symbol at once, guilty challenges still skip, race to 500",
        r#"
setup.first_reverse = "right_of_dealer_first"
setup.dealer = "draw_high"
setup.next_dealer = "winner"
wild_draw_four.challenger_turn = "skipped"
multi.same = "symbol"
uno.call = "decide"
uno.errors = true
uno.false_call = 2
match.format = "race"
match.target = 500
"#,
    ),
    set(
        "encyclopedia-fast",
        "the same Chinese article, its special rules",
        "encyclopedia",
        "百科 (快速): at most pairs, a pair of Draw Twos answers a Wild Draw Four, jump-ins, zero swaps",
        r#"
multi.max = 2
stacking.draw_two_pair_on_wild_four = true
jump_in.cards = "numbers"
swap.zero = "swap"
"#,
    ),
    set(
        "negative-500",
        "the same Chinese article, its other way of counting",
        "encyclopedia",
        "百科 (输分制): cards left count against oneself, the lowest total wins",
        r#"
score.method = "penalty"
"#,
    ),
    set(
        "knockout-500",
        "the challenge match of the same Chinese source",
        "",
        "UNO 挑战赛: whoever collects 500 points is out, the last one wins",
        r#"
score.method = "penalty"
match.format = "knockout"
match.target = 500
"#,
    ),
    set(
        "campus",
        "a Chinese forum answer",
        "",
        "校园: one symbol at once, stacking, jump-ins, zero swaps, seven rotates, sums to ten (合十)",
        r#"
multi.same = "symbol"
multi.sum_to_ten = true
stacking.draw_two_on_draw_two = true
stacking.wild_four_on_wild_four = true
jump_in.cards = "numbers"
swap.zero = "swap"
swap.seven = "rotate"
swap.optional = true
"#,
    ),
    set(
        "campus-lite",
        "the same Chinese forum answer, its simpler form",
        "",
        "校园 (简化): twins at once, jump-ins, zero swaps, every zero is slapped",
        r#"
multi.same = "identical"
jump_in.cards = "numbers"
swap.zero = "swap"
swap.optional = true
slap_zero = true
"#,
    ),
    set(
        "quick",
        "a Chinese forum answer",
        "",
        "快速: jump-ins, pairs of a symbol, stacking, seven swaps",
        r#"
jump_in.cards = "colored"
multi.same = "symbol"
multi.max = 2
stacking.draw_two_on_draw_two = true
stacking.wild_four_on_wild_four = true
swap.seven = "swap"
"#,
    ),
    set(
        "true-or-false",
        "a Chinese forum answer",
        "",
        "真假王牌: Wild Draw Fours are laid face down, and so may be any other card",
        r#"
wild_draw_four.face_down = true
wild_draw_four.legality = "always"
"#,
    ),
    set(
        "blank-slap",
        "a Chinese forum answer",
        "",
        "空白牌 (拍牌): the four blanks are slapped; a random other seat draws two",
        r#"
deck.blanks = ["slap", "slap", "slap", "slap"]
"#,
    ),
    set(
        "blank-8-16",
        "a Chinese forum answer",
        "",
        "空白牌 (+8, +16): two blanks make the next seat draw eight and sixteen",
        r#"
deck.blanks = ["draw_8", "draw_16"]
"#,
    ),
    set(
        "breakfast-league",
        "a Chinese forum answer",
        "",
        "早餐联赛: ten hands, cards left count one each",
        r#"
score.method = "cards"
match.format = "hands"
match.hands = 10
"#,
    ),
    set(
        "phone",
        "a Chinese guide to the phone game",
        "",
        "手机: stacking, a Wild Draw Four on a Draw Two, jump-ins, penalty race to 500",
        r#"
wild_draw_four.legality = "no_playable"
stacking.draw_two_on_draw_two = true
stacking.wild_four_on_wild_four = true
stacking.wild_four_on_draw_two = true
jump_in.cards = "colored"
setup.first_reverse = "right_of_dealer_first"
setup.dealer = "draw_high"
uno.call = "decide"
misplay = 2
score.method = "penalty"
match.format = "race"
match.target = 500
"#,
    ),
    set(
        "reference",
        "a long Chinese reference document",
        "",
        "规则大全: Wild Draw Four at any time, stacking, redirected penalties, the winner deals",
        r#"
wild_draw_four.legality = "always"
wild_draw_four.bluff = false
wild_draw_four.challenge = false
stacking.draw_two_on_draw_two = true
stacking.wild_four_on_wild_four = true
redirect.skip = true
redirect.reverse = true
setup.first_wild = "dealer_chooses"
setup.first_wild_four = "apply"
setup.next_dealer = "winner"
uno.call = "decide"
uno.errors = true
uno.false_call = 2
misplay = 3
"#,
    ),
    set(
        "reference-void",
        "the same Chinese reference document",
        "reference",
        "规则大全 (黄牌): nobody wins a hand whose draw pile runs out",
        r#"
exhausted.pile = "void"
setup.first_wild_four = "discard"
"#,
    ),
    set(
        "reference-full",
        "the same Chinese reference document, with all agreements",
        "reference",
        "规则大全 (全约定): challenges of whole stacks, twins, sum jump-ins, Wilds that look and trade",
        r#"
wild_draw_four.legality = "no_color"
wild_draw_four.bluff = true
wild_draw_four.challenge = true
wild_draw_four.challenge_on_stack = "each"
stacking.wild_four_on_draw_two = true
jump_in.cards = "colored"
jump_in.sum = true
multi.same = "identical"
multi.max = 2
multi.skips = "one"
uno.twins = true
misplay = 1
finish.ban = ["skip", "reverse", "draw_two", "wild", "wild_draw_four"]
wild.functions = ["color", "look", "trade"]
"#,
    ),
    set(
        "reference-chips",
        "the same Chinese reference document, its first match form",
        "reference",
        "规则大全 (筹码制): everyone pays the points left in hand to the winner",
        r#"
score.method = "chips"
"#,
    ),
    set(
        "reference-race",
        "the same Chinese reference document, its second match form",
        "reference",
        "规则大全 (得分制): the winner takes the points left, race to 500",
        r#"
match.format = "race"
match.target = 500
"#,
    ),
    set(
        "reference-negative",
        "the same Chinese reference document, its third match form",
        "reference",
        "规则大全 (输分制): points left count against oneself until someone has 500",
        r#"
score.method = "penalty"
match.format = "race"
match.target = 500
"#,
    ),
    set(
        "together",
        "a Chinese question-and-answer page, its first answer",
        "",
        "一起: the official rules, but a challenger loses the turn even when right",
        r#"
wild_draw_four.challenger_turn = "skipped"
"#,
    ),
    set(
        "together-happy",
        "the same first answer, its fun room",
        "together",
        "一起 (欢乐): with Discard All (同色全出) and Reflect (反弹) cards",
        r#"
deck.discard_all = 2
deck.reflect = 4
"#,
    ),
    set(
        "dorm",
        "a Chinese question-and-answer page, its second answer",
        "",
        "宿舍: draw only when stuck and keep the card, jump-ins with everything, even after the end",
        r#"
draw.may_decline = false
draw.drawn_card = "keep"
wild_draw_four.legality = "always"
wild_draw_four.bluff = false
wild_draw_four.challenge = false
setup.first_wild = "right_of_dealer_chooses"
jump_in.cards = "all"
jump_in.effect = "add"
jump_in.after_out = true
multi.same = "identical"
uno.call = "decide"
uno.twins = true
misplay = 2
score.method = "penalty"
"#,
    ),
    set(
        "dorm-stack",
        "the opening lines of the same second answer",
        "dorm",
        "宿舍 (累积): with Draw Twos on Draw Twos and Wild Draw Fours on Wild Draw Fours",
        r#"
stacking.draw_two_on_draw_two = true
stacking.wild_four_on_wild_four = true
"#,
    ),
    set(
        "many-at-once",
        "a Chinese question-and-answer page, its third answer",
        "",
        "一次多张: any number of cards of one symbol at once, jump-ins, the winner deals",
        r#"
setup.first_reverse = "right_of_dealer_first"
setup.dealer = "draw_high"
setup.next_dealer = "winner"
jump_in.cards = "colored"
multi.same = "symbol"
uno.call = "decide"
uno.errors = true
uno.false_call = 2
"#,
    ),
    set(
        "dealer-first",
        "a Chinese question-and-answer page, its fourth answer",
        "",
        "庄家先出: the dealer starts and the winner deals",
        r#"
setup.starter = "dealer"
setup.next_dealer = "winner"
uno.call = "decide"
uno.errors = true
uno.false_call = 2
uno.false_catch = 2
"#,
    ),
    set(
        "partners",
        "several Chinese texts",
        "",
        "搭档: two teams, partners sit opposite each other, race to 500",
        r#"
match.teams = 2
match.format = "race"
match.target = 500
"#,
    ),
];

#[cfg(test)]
#[path = "sets_tests.rs"]
mod tests;
