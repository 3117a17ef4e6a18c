//! Who sits at which table, and with whom: the sittings of a game. It knows players by number and whose partner sits
//! where; what they play, and who is behind a number, it does not know.

use anyhow::{Result, ensure};
use unosim_engine::rules::MatchFormat;
use unosim_engine::{MAX_SEATS, Rules};

/// The players at a table, by seat, for one match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sitting {
    players: [u8; MAX_SEATS],
    seats: u8,
}

impl Sitting {
    /// Player 0 on seat 0, player 1 on seat 1, and so on.
    #[must_use]
    pub const fn in_order(seats: usize) -> Sitting {
        Sitting {
            players: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
            seats: seats as u8,
        }
    }

    /// Two pairs of partners, who sit opposite each other.
    fn of_pairs(pairs: [[u8; 2]; 2]) -> Sitting {
        let [[a, c], [b, d]] = pairs;
        let mut sitting = Sitting::in_order(4);
        sitting.players[..4].copy_from_slice(&[a, b, c, d]);
        sitting
    }

    /// The players by seat.
    pub fn players(&self) -> impl Iterator<Item = usize> {
        let players = self.players.into_iter().take(self.seats());
        players.map(usize::from)
    }

    /// The player on a seat.
    #[inline]
    #[must_use]
    pub fn player(&self, seat: usize) -> usize {
        usize::from(self.players[seat])
    }

    /// Number of seats.
    #[inline]
    #[must_use]
    pub fn seats(&self) -> usize {
        usize::from(self.seats)
    }
}

/// Seats of a table of a partner schedule.
pub const SEATS: usize = 4;

/// The partner schedule of four or eight players: each is once the partner of each other.
///
/// Four play three rounds at one table. Eight play seven rounds at two tables, and each has each other twice as an
/// opponent: a whist tournament, whose rounds come from one by adding 1 modulo 7 to every number but the last player's.
#[must_use]
pub fn partners(players: usize) -> Vec<Sitting> {
    if players == SEATS {
        let rounds = [[[0, 1], [2, 3]], [[0, 2], [1, 3]], [[0, 3], [1, 2]]];
        return rounds.map(Sitting::of_pairs).to_vec();
    }
    const LAST: u8 = 7;
    const FIRST_ROUND: [[[u8; 2]; 2]; 2] = [[[LAST, 0], [1, 3]], [[2, 6], [4, 5]]];
    let moved = |round: u8, player: u8| match player {
        LAST => LAST,
        player => (player + round) % LAST,
    };
    let table = |round, pairs: [[u8; 2]; 2]| pairs.map(|pair| pair.map(|p| moved(round, p)));
    (0..LAST)
        .flat_map(|round| FIRST_ROUND.map(|pairs| Sitting::of_pairs(table(round, pairs))))
        .collect()
}

/// Hands of each sitting of a partner schedule.
#[must_use]
pub fn hands_each(rules: &Rules) -> u32 {
    rules.match_.hands.min(rules.match_.max_hands)
}

/// Whether a partner schedule of so many players can be played by these rules.
///
/// # Errors
/// Says which option, or which number of players, is wrong.
pub fn check(rules: &Rules, players: usize) -> Result<()> {
    ensure!(
        [4, 8].contains(&players),
        "seating = \"partners\" is a schedule for 4 players at one table or 8 at two, one strategy each, not {players}"
    );
    ensure!(
        rules.match_.teams == 2,
        "seating = \"partners\" does not go with match.teams = {}: partners are a team, so set match.teams = 2",
        rules.match_.teams
    );
    ensure!(
        rules.match_.format == MatchFormat::Hands,
        "seating = \"partners\" plays match.hands hands with each partner, whatever their scores: \
         set match.format = \"hands\" and, for four hands with each, match.hands = 4"
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How often two players are partners, and opponents, in a schedule.
    fn meetings(schedule: &[Sitting], a: usize, b: usize) -> (usize, usize) {
        let seat = |sitting: &Sitting, player| sitting.players().position(|p| p == player);
        let mut met = (0, 0);
        for sitting in schedule {
            if let (Some(a), Some(b)) = (seat(sitting, a), seat(sitting, b)) {
                match a % 2 == b % 2 {
                    true => met.0 += 1,
                    false => met.1 += 1,
                }
            }
        }
        met
    }

    #[test]
    fn everyone_is_once_the_partner_of_everyone_and_twice_an_opponent() {
        for (players, sittings) in [(4, 3), (8, 14)] {
            let schedule = partners(players);
            assert_eq!(schedule.len(), sittings);
            for a in 0..players {
                for b in (0..players).filter(|b| *b != a) {
                    assert_eq!(
                        meetings(&schedule, a, b),
                        (1, 2),
                        "{a} and {b} of {players}"
                    );
                }
            }
        }
    }

    #[test]
    fn everyone_sits_once_in_every_round() {
        for players in [4, 8] {
            for round in partners(players).chunks(players / SEATS) {
                let mut seated: Vec<usize> = round.iter().flat_map(Sitting::players).collect();
                seated.sort_unstable();
                assert_eq!(seated, (0..players).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn what_does_not_go_with_it_is_named() {
        let refusal = |changes: &[&str], players| {
            let mut rules = Rules::default();
            changes.iter().for_each(|c| rules.set_text(c).unwrap());
            check(&rules, players).err().map(|e| e.to_string())
        };
        let right = ["match.teams=2", "match.format=hands"];
        assert_eq!(refusal(&right, 4), None);
        assert_eq!(refusal(&right, 8), None);
        assert!(refusal(&right, 6).unwrap().ends_with("not 6"));
        let teams = refusal(&["match.format=hands"], 4).unwrap();
        assert!(teams.contains("match.teams = 0: ") && teams.ends_with("set match.teams = 2"));
        let format = refusal(&["match.teams=2", "match.format=race"], 4).unwrap();
        assert!(format.contains("set match.format = \"hands\""), "{format}");
    }
}
