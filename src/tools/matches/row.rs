//! Rows of games, as a file of JSON lines has them: a line that names the run, then a row a game in the order of their
//! numbers.

use super::manifest::MATCH_FORMAT;
use crate::tools::simulate::{Header, Row};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The first line of a file of games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RowsHeader {
    /// The version of the file.
    pub format: u16,
    /// The hash of the run.
    pub manifest: String,
    /// Which part of the run, if it isn't all of it.
    pub shard: Option<Shard>,
    /// The signature of the machine that played it, if it was asked for (see [`signature`](crate::tools::bench::signature)).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signature: Option<String>,
}

impl RowsHeader {
    /// The first line of a file of a run.
    pub fn new(manifest: &str, shard: Option<Shard>) -> Self {
        Self { format: MATCH_FORMAT, manifest: manifest.to_owned(), shard, signature: None }
    }
}

/// A part of a run: pairs `number`, `number + of`, ... counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shard {
    /// Which part, from 1.
    pub number: u64,
    /// How many parts there are.
    pub of: u64,
}

impl Shard {
    /// Whether a pair of the run belongs to it.
    pub fn has(self, unit: u64) -> bool {
        unit % self.of == self.number - 1
    }
}

impl std::str::FromStr for Shard {
    type Err = super::MatchError;

    /// Reads `2/8`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parts = text.split_once('/').and_then(|(n, of)| Some((n.parse().ok()?, of.parse().ok()?)));
        match parts {
            Some((number, of)) if 1 <= number && number <= of && of <= 100_000 => Ok(Self { number, of }),
            _ => {
                let expected = "a part of a run (`2/8`: the second of eight)";
                Err(super::MatchError::Form { found: text.escape_debug().to_string(), expected })
            }
        }
    }
}

impl std::fmt::Display for Shard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

/// One of the two players of a pairing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The one who is listed first.
    A,
    /// The player who is named second.
    B,
}

impl Side {
    /// The opponent.
    #[must_use]
    pub fn other(self) -> Self {
        if self == Self::A { Self::B } else { Self::A }
    }

    /// Its place, 0 or 1.
    pub fn index(self) -> usize {
        usize::from(self == Self::B)
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum End {
    /// One of the two players won.
    Win,
    /// A draw by the rules.
    Draw,
    /// A cap was reached: no result by the rules.
    Inconclusive,
    /// The game broke off with an error.
    Error,
}

impl End {
    /// The word in rows.
    pub fn word(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Draw => "draw",
            Self::Inconclusive => "inconclusive",
            Self::Error => "error",
        }
    }
}

/// One game. Lists of two are for `a` and `b`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameRow {
    /// Its number in the run. Of a match that ends early, the numbers of the games that weren't needed are left out.
    pub game: u64,
    /// The number of its match: the number of the pair times two, and one more for the second half.
    #[serde(rename = "match")]
    pub match_number: u64,
    /// Which two players, by the order of the schedule.
    pub pairing: u32,
    /// The pair within the pairing: pairs of one number have the same randomness in all pairings.
    pub pair: u64,
    /// Which game of its match, from 0.
    pub part: u8,
    /// The player who is listed first; begins the first game of the first match of a pair.
    pub a: String,
    /// The name of the second player.
    pub b: String,
    /// The player who took the first turn.
    pub first: Side,
    /// Who won, if anybody did.
    pub winner: Option<Side>,
    /// How the game ended.
    pub end: End,
    /// How the loser lost, which cap was reached, or what went wrong.
    pub why: String,
    /// How many turns were begun.
    pub turns: u32,
    /// How many decisions were answered.
    pub decisions: u32,
    /// The life totals at the end.
    pub life: [i32; 2],
    /// How many mulligans were taken.
    pub mulligans: [u8; 2],
    /// The number of the game's randomness: with the seed of the run it determines all shuffles.
    pub index: u64,
    /// The hash of the game, in hexadecimal.
    pub hash: String,
    /// The cards of the players, if the run tells them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<Box<[Detail; 2]>>,
    /// Of a game that broke: the two lines of a file that `dracones replay` reads.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replay: Option<Box<Replay>>,
}

/// What a player had in a game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Detail {
    /// How many lands the hand had that was kept.
    pub lands: u8,
    /// The hand that was kept: names and numbers.
    pub opening: BTreeMap<String, u32>,
    /// What was drawn later.
    pub drawn: BTreeMap<String, u32>,
    /// Of each land that the player played, in order: on which of their turns, from 1; 0 before their first.
    #[serde(default)]
    pub land_turns: Vec<u32>,
    /// How many turns the player had.
    #[serde(default)]
    pub turns: u32,
    /// How much mana the player spent, on anything but mana abilities.
    #[serde(default)]
    pub mana_spent: u32,
    /// How much mana the player made and lost unspent.
    #[serde(default)]
    pub mana_lost: u32,
    /// How often a land of the player stayed untapped from one of their untap steps to the next, all lands together. It is
    /// counted at the first decision after that.
    #[serde(default)]
    pub idle_lands: u32,
}

/// A game as `simulate --out` writes it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Replay {
    /// The header of the file.
    pub header: Header,
    /// The game, with its answers.
    pub row: Row,
}

/// A match while its games come in (CR 103.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct MatchState {
    best_of: u8,
    wins: [u8; 2],
    games: u8,
    open: u8,
    broken: bool,
    first: Side,
}

impl MatchState {
    /// A match in which `first` begins the first game.
    pub(super) fn new(best_of: u8, first: Side) -> Self {
        Self { best_of, wins: [0, 0], games: 0, open: 0, broken: false, first }
    }

    /// CR 103.1: who begins the next game. The loser of a game chooses to begin the next one; after a draw, the player who
    /// chose before.
    pub(super) fn first(&self) -> Side {
        self.first
    }

    /// How many games have been played.
    pub(super) fn games(&self) -> u8 {
        self.games
    }

    /// Takes a game in.
    pub(super) fn add(&mut self, end: End, winner: Option<Side>) {
        self.games += 1;
        match (end, winner) {
            (End::Win, Some(side)) => {
                self.wins[side.index()] += 1;
                self.first = side.other();
            }
            (End::Inconclusive, _) => self.open += 1,
            (End::Error, _) => self.broken = true,
            (End::Win | End::Draw, _) => {}
        }
    }

    /// Whether no further game is played: somebody has won more than half of the games, or all have been played.
    pub(super) fn is_over(&self) -> bool {
        self.broken || self.games >= self.best_of || self.is_won()
    }

    fn is_won(&self) -> bool {
        self.wins.iter().any(|wins| *wins > self.best_of / 2)
    }

    /// The points of `a` in half points: 2 for a match that is won, 1 for a draw; `None` if a game without a result left the
    /// match open.
    pub(super) fn half_points(&self) -> Option<u8> {
        if self.broken || (self.open > 0 && !self.is_won()) {
            return None;
        }
        Some(match self.wins[0].cmp(&self.wins[1]) {
            std::cmp::Ordering::Greater => 2,
            std::cmp::Ordering::Equal => 1,
            std::cmp::Ordering::Less => 0,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(best_of: u8, games: &[(End, Option<Side>)]) -> MatchState {
        let mut state = MatchState::new(best_of, Side::A);
        for (end, winner) in games {
            assert!(!state.is_over());
            state.add(*end, *winner);
        }
        state
    }

    #[test]
    fn the_loser_begins_and_two_wins_end_a_match() {
        let (a, b, draw) = ((End::Win, Some(Side::A)), (End::Win, Some(Side::B)), (End::Draw, None));
        assert_eq!(state(3, &[a]).first(), Side::B);
        assert_eq!(state(3, &[a, draw]).first(), Side::B);
        assert_eq!(state(3, &[draw]).first(), Side::A);
        let done = |games: &[_]| (state(3, games).is_over(), state(3, games).half_points());
        assert_eq!(done(&[a, a]), (true, Some(2)));
        assert!(!done(&[a, b]).0);
        assert_eq!(done(&[a, b, b]), (true, Some(0)));
        assert_eq!(done(&[a, b, draw]), (true, Some(1)));
        assert_eq!(done(&[draw, draw, b]), (true, Some(0)));
        let open = (End::Inconclusive, None);
        assert_eq!(done(&[a, open, a]), (true, Some(2)));
        assert_eq!(done(&[a, open, b]), (true, None));
        assert_eq!(done(&[(End::Error, None)]), (true, None));
        assert_eq!((state(1, &[draw]).half_points(), state(1, &[open]).half_points()), (Some(1), None));
    }

    #[test]
    fn shards_part_a_run() {
        let shards: Vec<Shard> = (1..=3).map(|n| format!("{n}/3").parse().unwrap()).collect();
        for unit in 0..20 {
            assert_eq!(shards.iter().filter(|shard| shard.has(unit)).count(), 1);
        }
        for wrong in ["", "3", "0/3", "4/3", "1/0", "a/b", "1/3/3"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }
}
