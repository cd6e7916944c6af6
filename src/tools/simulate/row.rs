//! Rows of games, as a file of JSON lines has them: a header, then a row a game in the order of their numbers.

use crate::model::decision::Settings;
use crate::tools::replay::Record;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

/// The version of the file.
pub const FILE_FORMAT: u16 = 2;

/// The first line of a file: everything that playing its games again needs, but for the cards.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The version of the program that played.
    pub dracones: String,
    /// The version of the file.
    pub format: u16,
    /// The engine that played: [`ENGINE`](crate::game::ENGINE) of its build.
    pub engine: String,
    /// The hash of the definitions in use: [`card_set`](crate::game::card_set).
    pub card_set: String,
    /// How many games were planned.
    pub games: u64,
    /// The seed of the batch.
    pub seed: u64,
    /// How the player is found who takes the first turn: [`Plan::first`](super::Plan::first) as text.
    pub first: String,
    /// What the decks are called, one a seat.
    pub seats: Vec<String>,
    /// The agents, one a seat.
    pub agents: Vec<String>,
    /// The decks, one a seat: names and counts. Their order determines the game.
    pub decks: Vec<Vec<(String, u32)>>,
    /// The commanders, one list a seat.
    #[serde(default, skip_serializing_if = "are_empty")]
    pub commanders: Vec<Vec<(String, u32)>>,
    /// What is outside the game, one list a seat.
    #[serde(default, skip_serializing_if = "are_empty")]
    pub sideboards: Vec<Vec<(String, u32)>>,
    /// The companions that are revealed, one a seat.
    #[serde(default, skip_serializing_if = "are_none")]
    pub companions: Vec<Option<String>>,
    /// How games are run.
    pub settings: Settings,
    /// The scenario that the games begin with, unless they begin with a deal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Origin>,
}

fn are_empty(lists: &[Vec<(String, u32)>]) -> bool {
    lists.iter().all(Vec::is_empty)
}

fn are_none(names: &[Option<String>]) -> bool {
    names.iter().all(Option::is_none)
}

/// A scenario that games begin with, whole: the file that it comes from may change.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Origin {
    /// The path of the file.
    pub file: String,
    /// What was played: the title, with that of the variant.
    pub title: String,
    /// The place of the variant.
    pub variant: Option<usize>,
    /// The scenario as RON.
    pub scenario: String,
}

/// One game.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// Its number, from 0.
    pub index: u64,
    /// The seed of the batch: a game depends only on the seed and its number.
    pub seed: u64,
    /// The decks, one a seat.
    pub seats: Vec<String>,
    /// Who began: the letter of a seat.
    pub first: String,
    /// Who won, if somebody did: the letter of a seat.
    pub winner: Option<String>,
    /// How it ended: `win`, `draw`, `inconclusive` or `error`; `running` if it was saved before its end.
    pub end: String,
    /// Why: how the losers lost, which cap was reached, or what went wrong.
    pub why: String,
    /// How many turns were begun.
    pub turns: u32,
    /// How many decisions were answered.
    pub decisions: u32,
    /// The life totals at the end, one a seat.
    pub life: Vec<i32>,
    /// How many mulligans were taken, one a seat.
    pub mulligans: Vec<u8>,
    /// The rolling hash after each interval of decisions, in hexadecimal.
    pub hashes: Vec<String>,
    /// Two hexadecimal digits a decision: where two runs differ, without the state.
    pub answers: String,
    /// The hash of the whole game, in hexadecimal.
    pub hash: String,
    /// The answers, if they were recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<Record>,
}

impl Header {
    /// A hash over everything in it, in hexadecimal: recorded games name their header by it.
    pub fn hash(&self) -> String {
        hex(xxh3_64(serde_json::to_string(self).unwrap_or_default().as_bytes()))
    }
}

impl Row {
    /// The first field, in the order of the file, that another row has otherwise.
    pub fn difference(&self, other: &Self) -> Option<&'static str> {
        macro_rules! first {
            ($($field:ident),* $(,)?) => {$(
                if self.$field != other.$field {
                    return Some(stringify!($field));
                }
            )*};
        }
        first!(index, seed, seats, first, winner, end, why, turns, decisions, life, mulligans, hashes, answers, hash);
        first!(record);
        None
    }
}

/// A hash as text.
pub(super) fn hex(hash: u64) -> String {
    format!("{hash:016x}")
}

/// Bytes as text.
pub(super) fn hex_bytes(bytes: &[u8]) -> String {
    const DIGITS: [u8; 16] = *b"0123456789abcdef";
    let mut text = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        text.push(DIGITS[usize::from(byte >> 4)].into());
        text.push(DIGITS[usize::from(byte & 15)].into());
    }
    text
}
