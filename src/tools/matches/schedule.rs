//! Who plays whom, and the numbers of pairs, matches and games.
//!
//! A run is a list of *units*: one pair of one pairing, which is two matches. Units of a round are numbered pair by pair and
//! within a pair pairing by pairing, so that a run that is stopped has played each pairing about as often as any other.

use super::describe::Schedule;
use super::manifest::Manifest;
use super::standings::Standings;

/// Two players who play each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pairing {
    /// Its number in the run.
    pub number: u32,
    /// The player who is listed first, by place in the run.
    pub a: usize,
    /// The place of the second player, from 0.
    pub b: usize,
}

/// Pairings that can be played at the same time: all of them, but for tournaments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Round {
    /// The pairings of the round.
    pub pairings: Vec<Pairing>,
    /// The number of its first unit.
    pub first_unit: u64,
    /// The number of the first pair of each of its pairings.
    pub first_pair: u64,
    /// How many pairs each pairing plays.
    pub pairs: u64,
}

impl Round {
    /// How many units it has.
    pub fn units(&self) -> u64 {
        self.pairs * self.pairings.len() as u64
    }

    /// The pairing of a unit, by its place in the round, and the number of the pair.
    pub fn unit(&self, unit: u64) -> (usize, u64) {
        let (within, tables) = (unit - self.first_unit, self.pairings.len() as u64);
        ((within % tables) as usize, self.first_pair + within / tables)
    }
}

/// How many rounds a run has.
pub fn rounds(schedule: Schedule) -> u32 {
    match schedule {
        Schedule::Swiss { rounds } => rounds,
        Schedule::Match | Schedule::Gauntlet | Schedule::Matrix => 1,
    }
}

/// How many units a run has.
pub fn units(manifest: &Manifest) -> u64 {
    let players = manifest.players.len() as u64;
    manifest.pairs
        * match manifest.schedule {
            Schedule::Match => 1,
            Schedule::Gauntlet => players - 1,
            Schedule::Matrix => players * (players - 1) / 2,
            Schedule::Swiss { rounds } => u64::from(rounds) * (players / 2),
        }
}

/// A round, from 0. Later rounds of a tournament follow from the results of those before, which must be complete.
pub(super) fn round(manifest: &Manifest, number: u32, standings: &Standings) -> Round {
    let players = manifest.players.len();
    let two: Vec<(usize, usize)> = match manifest.schedule {
        Schedule::Match => vec![(0, 1)],
        Schedule::Gauntlet => (1..players).map(|b| (0, b)).collect(),
        Schedule::Matrix => (0..players).flat_map(|a| (a + 1..players).map(move |b| (a, b))).collect(),
        Schedule::Swiss { .. } => standings.next_round(),
    };
    let (tables, number) = (two.len() as u64, u64::from(number));
    let first = (number * tables) as u32;
    let pairing = |(i, (a, b)): (usize, (usize, usize))| Pairing { number: first + i as u32, a, b };
    Round {
        pairings: two.into_iter().enumerate().map(pairing).collect(),
        first_unit: number * tables * manifest.pairs,
        first_pair: number * manifest.pairs,
        pairs: manifest.pairs,
    }
}
