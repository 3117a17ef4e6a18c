//! What was counted at all tables of a league, strategy by strategy. It adds; what follows is said elsewhere (`ratings`).

use std::collections::BTreeMap;

use super::standings::Standings;
use crate::stats::Groups;
use crate::stats::ratings::Choices;
use crate::stats::replicates::PARTS;
use crate::tally::WIN;

/// The record of a league.
#[derive(Clone, Debug)]
pub(super) struct Record {
    /// How often one was chosen out of a set, in win units, by part of the deals.
    choices: BTreeMap<(Vec<usize>, usize), [i64; PARTS]>,
    /// Better minus worse of strategies a < b, at a · strategies + b.
    meetings: Vec<Groups>,
    games: Vec<u64>,
    deals: u64,
}

impl Record {
    /// Nothing yet, among so many strategies.
    pub fn new(strategies: usize) -> Record {
        Record {
            choices: BTreeMap::new(),
            meetings: vec![Groups::default(); strategies * strategies],
            games: vec![0; strategies],
            deals: 0,
        }
    }

    /// Adds a table at which these strategies were the sides.
    pub fn add(&mut self, sides: &[usize], standings: &Standings, deals: u64, games: u64) {
        for ((set, side), times) in &standings.choices {
            let mut members: Vec<usize> = (0..sides.len())
                .filter(|side| set >> side & 1 == 1)
                .map(|side| sides[side])
                .collect();
            members.sort_unstable();
            // A strategy among its likes is no choice.
            if members.iter().any(|member| *member != members[0]) {
                let key = (members, sides[usize::from(*side)]);
                let sum = self.choices.entry(key).or_insert([0; PARTS]);
                sum.iter_mut().zip(times).for_each(|(s, t)| *s += t);
            }
        }
        for (a, first) in sides.iter().enumerate() {
            for (b, second) in sides
                .iter()
                .enumerate()
                .filter(|(_, second)| first < second)
            {
                let index = first * self.games.len() + second;
                self.meetings[index].merge(standings.meeting(a, b));
            }
        }
        let mut present = sides.to_vec();
        present.sort_unstable();
        present.dedup();
        present
            .iter()
            .for_each(|strategy| self.games[*strategy] += games);
        self.deals = self.deals.max(deals);
    }

    /// The strategies that played.
    pub fn present(&self) -> Vec<usize> {
        (0..self.games.len())
            .filter(|strategy| self.games[*strategy] > 0)
            .collect()
    }

    /// The record of these strategies, in ascending order, which have all the games; they are numbered anew.
    pub fn of(&self, present: &[usize]) -> Record {
        let new = |old: usize| present.iter().position(|p| *p == old).unwrap_or(0);
        let renumbered = |((set, chosen), times): (&(Vec<usize>, usize), &[i64; PARTS])| {
            let set = set.iter().map(|member| new(*member)).collect();
            ((set, new(*chosen)), *times)
        };
        let pairs = present
            .iter()
            .flat_map(|a| present.iter().map(move |b| (*a, *b)));
        Record {
            choices: self.choices.iter().map(renumbered).collect(),
            meetings: pairs.map(|(a, b)| self.meeting(a, b).clone()).collect(),
            games: present
                .iter()
                .map(|strategy| self.games[*strategy])
                .collect(),
            deals: self.deals,
        }
    }

    /// Number of strategies.
    pub fn strategies(&self) -> usize {
        self.games.len()
    }

    /// Games of each strategy, however many of its sides sat there.
    pub fn games(&self, strategy: usize) -> u64 {
        self.games[strategy]
    }

    /// Deals of the table that played most.
    pub fn deals(&self) -> u64 {
        self.deals
    }

    /// Better minus worse of two strategies a < b; of others it is empty.
    pub fn meeting(&self, a: usize, b: usize) -> &Groups {
        &self.meetings[a * self.games.len() + b]
    }

    /// Pairs a < b that met.
    pub fn pairs(&self) -> Vec<(usize, usize)> {
        let all = 0..self.games.len();
        let pairs = all
            .clone()
            .flat_map(|a| (a + 1..all.end).map(move |b| (a, b)));
        pairs
            .filter(|(a, b)| self.meeting(*a, *b).sums().1 > 0)
            .collect()
    }

    /// What the ratings follow from, without the deals of one part if that is said.
    pub fn choices(&self, without: Option<usize>) -> Choices {
        let mut choices = Choices::new(self.games.len());
        for ((set, chosen), times) in &self.choices {
            let left = without.map_or(0, |part| times[part]);
            let units: i64 = times.iter().sum::<i64>() - left;
            if units > 0 {
                choices.add(*chosen, set, units as f64 / WIN as f64);
            }
        }
        choices
    }

    /// Whether a was ever chosen before b.
    pub fn beat(&self) -> Vec<Vec<bool>> {
        let mut beat = vec![vec![false; self.games.len()]; self.games.len()];
        for (set, chosen) in self.choices.keys() {
            set.iter().for_each(|other| beat[*chosen][*other] = true);
        }
        beat
    }
}
