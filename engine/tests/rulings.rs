//! Rulings of our own that no single hand can show (docs/rules.md, section 16): the rest are scenarios named `own-…`.

use unosim_engine::rules::NextDealer;
use unosim_engine::{Game, Match, Rng, Role, rule_set};

/// A dealer who is out of the match is replaced by the next live seat clockwise.
#[test]
fn nobody_deals_who_is_out_of_the_match() {
    let mut replaced = 0;
    for (at, next_dealer) in [NextDealer::Rotate, NextDealer::Winner, NextDealer::Random]
        .into_iter()
        .enumerate()
    {
        let mut rules = rule_set("knockout-500").unwrap();
        rules.match_.target = 200;
        rules.setup.next_dealer = next_dealer;
        // Lowest points may win a hand and still knock its winner out.
        rules.set_text("exhausted.pile=lowest_points").unwrap();
        rules.setup.hand_size = 10;
        for deal in 0..60 {
            let mut knockout = Match::new(&rules, 5, at as u64, deal);
            let mut chosen: Option<usize> = None;
            while let Some(next) = knockout.next_deal() {
                let dealer = usize::from(next.dealer);
                let live = |seat: usize| next.live >> seat & 1 == 1;
                assert!(live(dealer));
                if let Some(chosen) = chosen {
                    let expected = (chosen..chosen + 5).map(|s| s % 5).find(|s| live(*s));
                    assert_eq!(Some(dealer), expected);
                    replaced += u32::from(dealer != chosen);
                }
                let mut game = Game::deal(&rules, &next);
                let mut rng = Rng::new(1, deal, Role::Other(u64::from(next.hand)));
                while !game.is_over() {
                    let legal = game.legal();
                    game.apply(legal.nth(rng.below(legal.len())));
                }
                chosen = match next_dealer {
                    NextDealer::Rotate => Some((dealer + 1) % 5),
                    NextDealer::Winner => Some(game.winner().unwrap_or(dealer)),
                    NextDealer::Random => None,
                };
                knockout.record(&game, &game.scores());
            }
        }
    }
    assert!(replaced > 20, "{replaced}");
}
