//! docs/actions.md lists every action number as the code has it. `UPDATE_DOCS=1 cargo test --test actions` writes the
//! table anew; a number that changes breaks what users have stored, so look at the difference before committing it.

use std::collections::HashSet;
use unosim_engine::{Action, Color, Deal, Face, Game, Phase, Rng, Role, Rules, rule_sets};

const DOCUMENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/actions.md");
const BEGIN: &str = "<!-- numbers: begin -->\n";
const END: &str = "<!-- numbers: end -->";

/// The texts of an action number and the phases they belong to.
fn texts(action: Action) -> Vec<(String, &'static str)> {
    const PLAYED: &str = "turn, drawn, penalty, extend, jump_in";
    let one = |text: String, phases| vec![(text, phases)];
    if let Some(face) = action.face() {
        return match (action, action.named_color()) {
            (Action::LOOK, _) => one(format!("{face}:look"), "turn, drawn"),
            (Action::TRADE, _) => one(format!("{face}:trade"), "turn, drawn"),
            (_, None) if face.is_wild() => one(format!("{face}:-"), "turn, drawn"),
            (_, Some(color)) => {
                let mut texts = vec![(format!("{face}:{}", color.letter()), PLAYED)];
                if color == Color::Red {
                    texts.push((face.to_string(), "the same, as the last card"));
                    texts.push((face.to_string(), "face_down"));
                    texts.push((format!("top:{face}"), "top"));
                }
                texts
            }
            (_, None) => vec![
                (
                    face.to_string(),
                    "turn, drawn, penalty, extend, jump_in, face_down",
                ),
                (format!("top:{face}"), "top"),
            ],
        };
    }
    if let Some(color) = action.named_color() {
        let letter = color.letter();
        return vec![
            (format!("color:{letter}"), "color"),
            (format!("claim:{letter}"), "turn, drawn"),
        ];
    }
    if let Some(places) = action.places() {
        let unit = if places == 1 { "place" } else { "places" };
        return one(format!("seat: {places} {unit} clockwise"), "swap, target");
    }
    let words: &[(&str, &str)] = match action {
        Action::DRAW => &[("draw", "turn, drawn"), ("take", "penalty")],
        Action::PASS => &[
            ("pass", "turn, catch, jump_in"),
            ("keep", "drawn"),
            ("done", "extend"),
            ("decline", "swap"),
            ("silent", "uno"),
        ],
        Action::CHALLENGE => &[("challenge", "penalty")],
        Action::UNO => &[("uno", "uno, turn"), ("catch", "catch")],
        other => panic!("{other:?} has no text"),
    };
    words
        .iter()
        .map(|(text, phases)| (text.to_string(), *phases))
        .collect()
}

fn actions() -> impl Iterator<Item = Action> {
    (0..Action::COUNT).filter_map(Action::from_number)
}

fn table() -> String {
    let mut table = String::from("| number | action | phase |\n|---:|---|---|\n");
    for action in actions() {
        let (texts, phases): (Vec<String>, Vec<&str>) = texts(action)
            .into_iter()
            .map(|(text, phases)| match text.split_once(": ") {
                Some((word, rest)) => (format!("`{word}:N`, {rest}"), phases),
                None => (format!("`{text}`"), phases),
            })
            .unzip();
        table += &format!(
            "| {} | {} | {} |\n",
            action.number(),
            texts.join(" / "),
            phases.join(" / ")
        );
    }
    table
}

#[test]
fn the_documented_numbers_are_those_of_the_code() {
    let document = std::fs::read_to_string(DOCUMENT).unwrap();
    let start = document.find(BEGIN).expect("the table begins") + BEGIN.len();
    let end = document.find(END).expect("the table ends");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        let updated = format!("{}{}{}", &document[..start], table(), &document[end..]);
        std::fs::write(DOCUMENT, updated).unwrap();
        return;
    }
    assert!(
        document[start..end] == table(),
        "docs/actions.md: run UPDATE_DOCS=1 cargo test --test actions"
    );
}

/// Plays hands under every rule set; each text leads back to its action and is a documented one.
#[test]
fn texts_lead_back_to_their_actions() {
    let mut phases = HashSet::new();
    for set in rule_sets() {
        let rules = unosim_engine::rule_set(set.name).unwrap();
        for deal in 0..10 {
            check_hand(&rules, &Deal::first(4, 3, 1, deal), &mut phases);
        }
    }
    for phase in Phase::ALL.into_iter().filter(|p| *p != Phase::Over) {
        assert!(phases.contains(&phase), "never in phase {}", phase.name());
    }
}

fn check_hand(rules: &Rules, deal: &Deal, phases: &mut HashSet<Phase>) {
    let mut rng = Rng::new(
        deal.seed,
        deal.deal,
        Role::Strategy {
            rotation: 0,
            seat: 0,
        },
    );
    let mut game = Game::deal(rules, deal);
    for _ in 0..150 {
        if game.is_over() {
            return;
        }
        phases.insert(game.phase());
        let legal = game.legal();
        for action in legal.iter() {
            let text = game.action_text(action);
            assert_eq!(
                game.parse_action(&text),
                Some(action),
                "{text} in {}",
                game.phase().name()
            );
            let documented = texts(action).iter().any(|(known, phases)| {
                let here =
                    phases.split(", ").any(|p| p == game.phase().name()) || phases.contains("last");
                here && (*known == text || action.places().is_some())
            });
            assert!(
                documented,
                "{text} ({}) in {}",
                action.number(),
                game.phase().name()
            );
        }
        game.apply(legal.nth(rng.below(legal.len())));
    }
}

#[test]
fn what_is_no_action_of_the_phase_has_no_number() {
    let deals = (0..).map(|deal| Game::deal(&Rules::default(), &Deal::first(2, 1, 1, deal)));
    let game = deals
        .into_iter()
        .find(|game| game.phase() == Phase::Turn)
        .unwrap();
    for text in [
        "", "R10", "r5", "W", "W:X", "W:R ", "take", "seat:1", "color:R", "top:R5",
    ] {
        assert_eq!(game.parse_action(text), None, "{text:?}");
    }
    assert_eq!(Face::parse("R5").map(Action::play), game.parse_action("R5"));
}
