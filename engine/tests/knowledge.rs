//! Who knows what: cards that were seen stay known to those who saw them and to no one else, and go along with hands.

mod table;

use table::{faces, sorted};
use unosim_engine::{Action, Game, Phase, Position, Rng, Role, Rules};

/// A hand under changed rules.
fn hand(set: &[&str], hands: &[&[&str]]) -> Game {
    let mut rules = Rules::default();
    for change in set {
        rules.set_text(change).unwrap();
    }
    let position = Position {
        hands: hands.iter().map(|hand| faces(hand)).collect(),
        discard: faces(&["R4", "R9"]),
        draw: faces(&["Y9", "Y9", "G9", "G9", "B9", "B9", "Y8", "G8", "B8", "G5"]),
        ..Position::default()
    };
    Game::from_position(&rules, &position).unwrap()
}

fn play(game: &mut Game, actions: &[&str]) {
    for text in actions {
        let action = game.parse_action(text).unwrap();
        game.try_apply(action).unwrap();
    }
}

/// What each observer knows of a seat's hand.
fn known_of(game: &Game, seat: usize) -> Vec<Vec<&'static str>> {
    (0..game.seats())
        .map(|observer| sorted(game.observe(observer).known(seat)))
        .collect()
}

fn nobody(game: &Game, seat: usize) -> bool {
    known_of(game, seat).iter().all(Vec::is_empty)
}

#[test]
fn who_looked_at_a_hand_knows_it() {
    let mut game = hand(
        &["wild.functions=[color, look]"],
        &[&["W", "Y1", "Y2"], &["B1", "R5"], &["G1", "R7"]],
    );
    play(&mut game, &["W:look", "seat:1"]);
    assert_eq!(known_of(&game, 1), [vec!["B1", "R5"], vec![], vec![]]);
    assert!(nobody(&game, 0) && nobody(&game, 2));
    // What is drawn is not known, what is played is gone.
    play(&mut game, &["draw", "draw", "draw"]);
    assert_eq!(known_of(&game, 1)[0], ["B1", "R5"]);
    play(&mut game, &["R5"]);
    assert_eq!(known_of(&game, 1), [vec!["B1"], vec![], vec![]]);
}

#[test]
fn hands_that_are_swapped_are_known_to_those_who_held_them() {
    let mut game = hand(
        &["swap.seven=swap"],
        &[&["R7", "Y1", "Y2"], &["B1", "R5"], &["G1", "R3"]],
    );
    play(&mut game, &["R7", "seat:2"]);
    assert_eq!(known_of(&game, 2), [vec!["Y1", "Y2"], vec![], vec![]]);
    assert_eq!(known_of(&game, 0), [vec![], vec![], vec!["G1", "R3"]]);
    assert!(nobody(&game, 1));
}

#[test]
fn what_was_seen_goes_along_when_hands_rotate() {
    let mut game = hand(
        &["wild.functions=[color, look]", "swap.zero=rotate"],
        &[&["W", "Y1", "Y2"], &["R0", "B5", "B6"], &["G1", "R3"]],
    );
    play(&mut game, &["W:look", "seat:1", "R0"]);
    // Seat 1's hand is now seat 2's, and so on.
    assert_eq!(
        known_of(&game, 2),
        [vec!["B5", "B6"], vec!["B5", "B6"], vec![]]
    );
    assert_eq!(known_of(&game, 1), [vec!["Y1", "Y2"], vec![], vec![]]);
    assert_eq!(known_of(&game, 0), [vec![], vec![], vec!["G1", "R3"]]);
}

/// A hand that comes back is known as one's own, and the other one as the one just given.
#[test]
fn a_hand_that_comes_back_is_ones_own_again() {
    let mut game = hand(&["swap.zero=rotate"], &[&["R0", "Y1"], &["Y0", "B5"]]);
    play(&mut game, &["R0", "draw"]);
    assert_eq!(known_of(&game, 1), [vec!["Y1"], vec![]]);
    assert_eq!(known_of(&game, 0), [vec![], vec!["B5", "Y0"]]);
    play(&mut game, &["Y0"]);
    assert_eq!(known_of(&game, 1), [vec!["B5"], vec![]]);
    assert_eq!(known_of(&game, 0), [vec![], vec!["Y1", "Y9"]]);
}

/// Both sides of a trade see what they give and get; of what others knew only what must have moved, or cannot have,
/// stays known.
#[test]
fn a_trade_is_known_to_both_sides_and_to_no_one_else() {
    let set = ["wild.functions=[color, look, trade]"];
    let hands: &[&[&str]] = &[&["W", "Y1"], &["B1", "B2", "B3", "B5"], &["W", "G1", "G2"]];
    let mut game = hand(&set, hands);
    // Seat 2 looks at seat 1 first, so that it knows four cards of which one will move.
    while game.seat() != 2 {
        let pass = if game.phase() == Phase::Turn {
            Action::DRAW
        } else {
            Action::PASS
        };
        game.try_apply(pass).unwrap();
    }
    play(&mut game, &["W:look", "seat:1"]);
    let before = game.hand(1);
    assert_eq!(known_of(&game, 1)[2].len() as u32, before.len());
    assert_eq!(game.seat(), 0);
    let own = game.hand(0);
    play(&mut game, &["W:trade", "seat:1"]);
    let gives = game.hand(1) - before;
    let gets = game.hand(0) - own;
    assert!(gives.len() == gets.len() && gives.len() <= 3);
    assert_eq!(known_of(&game, 1)[0], sorted(gives));
    assert_eq!(known_of(&game, 0)[1], sorted(gets));
    assert!(known_of(&game, 1)[2].is_empty() && known_of(&game, 0)[2].is_empty());
}

/// Who knew of one of two equal cards and gets one of them in a trade cannot tell which: he knows of none any more.
#[test]
fn a_traded_card_may_be_the_one_that_was_known() {
    let mut rules = Rules::default();
    rules
        .set_text("wild.functions=[color, look, trade]")
        .unwrap();
    let mut times = [0; 3];
    for seed in 0..200 {
        let position = Position {
            hands: vec![
                faces(&["W", "W", "Y1", "Y2", "Y3"]),
                faces(&["B1", "B2", "B3"]),
            ],
            discard: faces(&["R4"]),
            draw: faces(&["B1", "G9", "B5"]),
            seed,
            ..Position::default()
        };
        let mut game = Game::from_position(&rules, &position).unwrap();
        play(&mut game, &["W:look", "draw"]);
        assert_eq!(sorted(game.hand(1)), ["B1", "B1", "B2", "B3"]);
        let own = game.hand(0);
        play(&mut game, &["W:trade"]);
        let gets = sorted(game.hand(0) - own);
        let got = gets.iter().filter(|card| **card == "B1").count();
        times[got] += 1;
        let mut known = sorted(game.observe(0).known(1));
        known.retain(|card| *card != "Y1" && *card != "Y2" && *card != "Y3");
        let mut expected = vec!["B1", "B2", "B3"];
        expected.retain(|card| !gets.contains(card));
        assert_eq!(known, expected, "got {gets:?}");
    }
    assert!(times[1] > 50 && times[2] > 50, "{times:?}");
}

#[test]
fn what_must_have_moved_in_a_trade_is_still_known() {
    let set = ["wild.functions=[color, look, trade]"];
    let hands: &[&[&str]] = &[
        &["W", "W", "Y1", "Y2", "Y3", "Y5", "Y6"],
        &["B1", "B2"],
        &["W", "G1"],
    ];
    let mut game = hand(&set, hands);
    play(&mut game, &["W:look", "seat:1"]);
    play(&mut game, &["draw"]);
    while game.seat() != 2 {
        game.try_apply(Action::PASS).unwrap();
    }
    // Seat 2 has looked at seat 1's three cards; all of them change hands.
    play(&mut game, &["W:look", "seat:1"]);
    let moved = game.hand(1);
    play(&mut game, &["W:trade", "seat:1"]);
    assert_eq!(known_of(&game, 0)[2], sorted(moved));
    assert_eq!(known_of(&game, 1)[2], Vec::<&str>::new());
    assert_eq!(known_of(&game, 0)[1], sorted(moved));
}

#[test]
fn shuffled_hands_are_known_to_nobody() {
    let mut game = hand(
        &[
            "wild.functions=[color, look]",
            "deck.blanks=[shuffle_hands]",
        ],
        &[&["W", "Y1", "Y2"], &["B1", "W1", "R5"], &["G1", "R7"]],
    );
    play(&mut game, &["W:look", "seat:1", "W1:-", "color:G"]);
    assert!((0..3).all(|seat| nobody(&game, seat)));
}

/// The challenger sees the hand as it was laid from, or everyone does, or nobody.
#[test]
fn a_challenge_shows_the_accused_hand() {
    for (who, seen) in [
        ("challenger", [false, true, false]),
        ("all", [false, true, true]),
        ("nobody", [false, false, false]),
    ] {
        let mut game = hand(
            &[&format!("wild_draw_four.challenge_reveals={who}")],
            &[&["W+4", "R1", "Y2"], &["B1", "B2"], &["G1", "G2"]],
        );
        play(&mut game, &["W+4:G", "challenge"]);
        for (observer, known) in known_of(&game, 0).iter().enumerate() {
            let expected: &[&str] = if seen[observer] { &["R1", "Y2"] } else { &[] };
            assert_eq!(known, expected, "{who}");
        }
        assert!(nobody(&game, 1) && nobody(&game, 2));
    }
}

/// Cards that Discard All sweeps along lie open among the discards.
#[test]
fn swept_cards_are_seen_by_all() {
    let mut game = hand(
        &["wild.functions=[color, look]", "deck.discard_all=1"],
        &[&["W", "Y1", "Y2"], &["RX", "R1", "R1", "G2"], &["G1", "R7"]],
    );
    play(&mut game, &["W:look", "seat:1", "RX"]);
    assert_eq!(known_of(&game, 1), [vec!["G2"], vec![], vec![]]);
    for seat in 0..3 {
        let discards = game.observe(seat).discards();
        assert_eq!(sorted(discards), ["R1", "R1", "R4", "R9", "RX", "W"]);
    }
}

/// A claim is known to its player alone until it is challenged or reshuffled; who had seen the hand can no longer tell
/// which of its cards are left.
#[test]
fn a_face_down_card_is_known_to_its_player_alone() {
    let mut game = hand(
        &[
            "wild.functions=[color, look]",
            "wild_draw_four.face_down=true",
        ],
        &[&["W", "Y1", "Y2"], &["B1", "R5", "Y3"], &["G1", "R7"]],
    );
    play(&mut game, &["W:look", "seat:1"]);
    assert_eq!(known_of(&game, 1)[0], ["B1", "R5", "Y3"]);
    play(&mut game, &["claim:G", "B1"]);
    assert!(nobody(&game, 1), "{:?}", known_of(&game, 1));
    let hidden = [0, 1, 2].map(|seat| game.observe(seat).face_down());
    assert_eq!(hidden, [1, 0, 1]);
    assert!(sorted(game.observe(1).discards()).contains(&"B1"));
    assert!(sorted(game.observe(0).unseen()).contains(&"B1"));
    let mut challenged = game.clone();
    play(&mut challenged, &["challenge"]);
    assert_eq!(
        [0, 1, 2].map(|seat| challenged.observe(seat).face_down()),
        [0; 3]
    );
    assert!((0..3).all(|s| sorted(challenged.observe(s).discards()).contains(&"B1")));
    play(&mut game, &["take"]);
    let hidden = [0, 1, 2].map(|seat| game.observe(seat).face_down());
    assert_eq!(hidden, [1, 0, 1]);
}

/// The last card of a hand may be claimed only if it is what it is said to be, so everyone knows it.
#[test]
fn a_last_claim_hides_nothing() {
    let mut game = hand(
        &[
            "match.format=last_standing",
            "wild_draw_four.face_down=true",
        ],
        &[&["W+4"], &["B1", "R5"], &["G1", "R7"]],
    );
    play(&mut game, &["claim:G"]);
    assert!(!game.is_over());
    for seat in 0..3 {
        assert_eq!(game.observe(seat).face_down(), 0);
        assert!(sorted(game.observe(seat).discards()).contains(&"W+4"));
    }
}

/// A card claimed upon a claim: worlds keep what lies under it, so a challenge turns up what the observer can expect.
#[test]
fn worlds_know_what_lies_under_a_claim() {
    let mut game = hand(
        &["wild_draw_four.face_down=true"],
        &[
            &["Y5", "Y1", "Y2"],
            &["B1", "R5", "Y3"],
            &["G1", "R7", "G2"],
        ],
    );
    play(&mut game, &["claim:G", "Y5", "take", "claim:B", "G1"]);
    let mut rng = Rng::new(1, 0, Role::Other(0));
    for _ in 0..200 {
        let mut world = game.observe(1).determinize(&mut rng);
        assert_eq!(world.seat(), 0);
        world.apply(Action::CHALLENGE);
        let false_claim = world.hand(2).len() > 2;
        assert_eq!(world.top().name(), "W+4");
        assert_eq!(world.observe(1).face_down(), 1);
        assert_eq!(world.seat(), usize::from(!false_claim));
    }
}

/// A seat that draws shows what it lacks: in likely worlds it holds, of what it had then, nothing that would have fitted,
/// until its hand goes to another.
#[test]
fn who_drew_lacked_what_would_have_fitted() {
    let fitting = |game: &Game| {
        let mut rng = Rng::new(1, 0, Role::Other(0));
        let fits = |card: &unosim_engine::Card| {
            let name = card.face().name();
            name.starts_with('R') || name.ends_with('1')
        };
        let most = |likely: bool, rng: &mut Rng| {
            let held = (0..300).map(|_| {
                let seen = game.observe(0);
                let world = match likely {
                    true => seen.determinize_likely(rng),
                    false => seen.determinize(rng),
                };
                assert_eq!(world.check(), Ok(()));
                assert_eq!(world.hand(1).len(), game.hand(1).len());
                world.hand(1).iter().filter(fits).count()
            });
            held.max().unwrap()
        };
        (most(true, &mut rng), most(false, &mut rng))
    };
    let set = ["swap.seven=swap", "draw.may_decline=true"];
    let mut game = hand(
        &set,
        &[
            &["R1", "R7", "G1"],
            &["B1", "B2", "B3", "Y4"],
            &["R3", "R5", "R8", "W"],
        ],
    );
    play(&mut game, &["R1"]);
    // Seat 1 draws on R1 and keeps its card: three or four of its cards are old.
    play(&mut game, &["draw"]);
    assert_eq!(game.seat(), 2);
    let (likely, uniform) = fitting(&game);
    assert!(likely <= 2 && uniform >= 3, "{likely} {uniform}");
}
