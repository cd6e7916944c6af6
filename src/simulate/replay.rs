//! A game of a file again, and where it differs.

use super::hash::INTERVAL;
use super::plan::{First, Plan};
use super::play::{Played, play};
use super::row::{FILE_FORMAT, Header, Row, hex, hex_bytes};
use super::start::{Start, StartError};
use super::tell::tell;
use super::words::Words;
use crate::agents::{self, AgentMaker};
use crate::cards::CardDb;
use crate::decision::{Answer, Decision};
use crate::game::{Deck, Game, GameSetup, SetupError};
use std::cell::Cell;
use std::fmt;
use std::io::{self, BufRead};
use std::sync::Arc;
use thiserror::Error;

/// Why a game can't be played again.
#[derive(Debug, Error)]
pub enum ReplayError {
    /// The file can't be read.
    #[error("can't read the file: {0}")]
    Io(#[from] io::Error),
    /// A line is not what it should be.
    #[error("line {line} is not {expected}: {message}")]
    Line {
        /// Which, from 1.
        line: u64,
        /// What it should be.
        expected: &'static str,
        /// What is wrong.
        message: String,
    },
    /// Another version of the file.
    #[error("the file has format {found}; this build reads format {FILE_FORMAT}")]
    Format {
        /// The version of the file.
        found: u16,
    },
    /// There is no row with that number.
    #[error("the file has no game {index}: it has {rows} games")]
    NoGame {
        /// The number.
        index: u64,
        /// How many rows there are.
        rows: u64,
    },
    /// The cards of the file aren't there.
    #[error("{0}; give the folder of further cards with --cards")]
    Setup(#[from] SetupError),
    /// The position that the games begin with can't be made.
    #[error("{0}")]
    Start(#[from] StartError),
    /// The game is over before, or then.
    #[error("the game has {all} decisions: there is no position to play on from after {decisions} of them")]
    NoDecision {
        /// How many were asked for.
        decisions: u32,
        /// How many there are.
        all: u32,
    },
    /// An agent that isn't built in.
    #[error("the agent `{0}` is not built in: there are {known}", known = agents::NAMES.join(", "))]
    Agent(String),
}

/// The header of a file and the row of a game.
///
/// # Errors
/// If the file is not one, or has no such game.
pub fn find_row(file: impl BufRead, index: u64) -> Result<(Header, Row), ReplayError> {
    let (mut header, mut rows) = (None, 0);
    for (number, line) in (1..).zip(file.lines()) {
        let line = line?;
        let wrong =
            |expected, e: serde_json::Error| ReplayError::Line { line: number, expected, message: e.to_string() };
        if header.is_none() {
            /// Only the version, which is read before the rest.
            #[derive(serde::Deserialize)]
            struct Version {
                format: u16,
            }
            let version: Version = serde_json::from_str(&line).map_err(|e| wrong("a header", e))?;
            if version.format != FILE_FORMAT {
                return Err(ReplayError::Format { found: version.format });
            }
            header = Some(serde_json::from_str::<Header>(&line).map_err(|e| wrong("a header", e))?);
            continue;
        }
        /// Only the number.
        #[derive(serde::Deserialize)]
        struct Number {
            index: u64,
        }
        rows += 1;
        let here: Number = serde_json::from_str(&line).map_err(|e| wrong("a game", e))?;
        if here.index == index {
            let row = serde_json::from_str(&line).map_err(|e| wrong("a game", e))?;
            return Ok((header.expect("the first line was read"), row));
        }
    }
    if header.is_none() {
        return Err(ReplayError::Line { line: 1, expected: "a header", message: "the file is empty".to_owned() });
    }
    Err(ReplayError::NoGame { index, rows })
}

impl Header {
    /// The plan that the file's games were played by.
    ///
    /// # Errors
    /// Cards, agents or seats that there aren't.
    pub fn plan(&self, db: &CardDb) -> Result<Plan, ReplayError> {
        let wrong = |message: String| ReplayError::Line { line: 1, expected: "a header", message };
        let built_in = |name: &String| AgentMaker::built_in(name).ok_or_else(|| ReplayError::Agent(name.clone()));
        let agents: Vec<AgentMaker> = self.agents.iter().map(built_in).collect::<Result<_, _>>()?;
        if let Some(origin) = &self.from {
            let start = Start::of(origin, db)?;
            if start.seats() != agents.len() || self.seats.len() != agents.len() {
                return Err(wrong("players, agents and seats differ in number".to_owned()));
            }
            let mut plan = start.plan(agents);
            plan.setup.settings = self.settings.clone();
            return Ok(Plan { names: self.seats.clone(), games: self.games, seed: self.seed, ..plan });
        }
        let cards = |lists: &[Vec<(String, u32)>], seat: usize| {
            let mut cards = Vec::new();
            for (name, count) in lists.get(seat).into_iter().flatten() {
                let card = db.get(name).ok_or_else(|| SetupError::UnknownCard(name.clone()))?;
                cards.extend((0..*count).map(|_| Arc::clone(card)));
            }
            Ok::<_, SetupError>(cards)
        };
        let deck = |seat: usize| -> Result<Deck, SetupError> {
            let (main, commanders) = (cards(&self.decks, seat)?, cards(&self.commanders, seat)?);
            Ok(Deck { main, commanders, sideboard: cards(&self.sideboards, seat)? })
        };
        let decks = (0..self.decks.len()).map(deck).collect::<Result<Vec<_>, _>>()?;
        let mut setup = GameSetup::new(db, &decks)?;
        setup.settings = self.settings.clone();
        if agents.len() != decks.len() || self.seats.len() != decks.len() {
            return Err(wrong("decks, agents and seats differ in number".to_owned()));
        }
        let first = First::parse(&self.first).map_err(wrong)?;
        let (names, games, seed) = (self.seats.clone(), self.games, self.seed);
        Ok(Plan { setup, names, agents, games, seed, threads: 1, first, start: None })
    }
}

/// A game that was played again.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// Its course.
    pub played: Played,
    /// Where it first differs from the row.
    pub difference: Option<Difference>,
}

/// Where a game differs from its row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The first interval that differs: its first and last decision, from 1.
    pub interval: (u32, u32),
    /// The first decision that differs in who decides, the number of options or the answer; `None` if only the state
    /// does.
    pub decision: Option<u32>,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the game differs from its row in decisions {} to {}", self.interval.0, self.interval.1)
    }
}

/// Plays the game of a row again and tells its course line by line; with `trace` the decisions, too.
///
/// # Errors
/// As [`Header::plan`], and those of `log`.
pub fn replay(
    header: &Header,
    row: &Row,
    db: &CardDb,
    trace: bool,
    log: &mut dyn FnMut(&str) -> io::Result<()>,
) -> Result<Replayed, ReplayError> {
    let plan = header.plan(db)?;
    let mut game = plan.pool(row.index);
    game.watch(true);
    game.events();
    let mut failed = Ok(());
    let mut count = 0u32;
    let mut say = |text: &str| {
        if failed.is_ok() {
            failed = log(text);
        }
    };
    let played = play(
        &mut game,
        &plan,
        row.index,
        &Cell::new(0),
        Some(&mut |game, decision, answer| {
            facts(game, &mut say);
            count += 1;
            if trace {
                let words = Words::new(game.world());
                let (prompt, answer) = (words.prompt(&decision.prompt), words.answer(decision, answer));
                say(&format!("  [{count}] {} {prompt}: {answer}", decision.decider));
            }
        }),
    );
    facts(&mut game, &mut say);
    failed?;
    let difference = compare(&played, row);
    Ok(Replayed { played, difference })
}

/// Plays the game of a row again; answers its position after so many decisions, and where the game differs from the row.
///
/// # Errors
/// As [`Header::plan`], and if the game has no decision after so many.
pub fn position_at(
    header: &Header,
    row: &Row,
    db: &CardDb,
    decisions: u32,
) -> Result<(Game, Option<Difference>), ReplayError> {
    let plan = header.plan(db)?;
    let mut game = plan.pool(row.index);
    let (mut count, mut found) = (0, None);
    let mut look = |game: &mut Game, _: &Decision, _: &Answer| {
        if count == decisions {
            found = Some(game.fork());
        }
        count += 1;
    };
    let played = play(&mut game, &plan, row.index, &Cell::new(0), Some(&mut look));
    match found {
        Some(game) => Ok((game, compare(&played, row))),
        None => Err(ReplayError::NoDecision { decisions, all: played.decisions }),
    }
}

/// Tells what has happened since the last time.
fn facts(game: &mut Game, say: &mut dyn FnMut(&str)) {
    for fact in game.events() {
        if let Some(text) = tell(game.world(), &fact) {
            say(&text);
        }
    }
}

fn compare(played: &Played, row: &Row) -> Option<Difference> {
    let now: Vec<String> = played.hash.rolling.iter().map(|h| hex(*h)).collect();
    if now == row.hashes && hex(played.hash.value()) == row.hash {
        return None;
    }
    let at = now.iter().zip(&row.hashes).position(|(a, b)| a != b).unwrap_or(now.len().min(row.hashes.len())) as u32;
    let answers = hex_bytes(&played.hash.answers);
    let (mine, theirs) = (answers.as_bytes(), row.answers.as_bytes());
    let same = mine.chunks(2).zip(theirs.chunks(2)).position(|(a, b)| a != b);
    let shorter = mine.len().min(theirs.len()) / 2;
    let decision = same.or((mine.len() != theirs.len()).then_some(shorter)).map(|d| d as u32 + 1);
    let last = (played.decisions.max(row.decisions)).max(1);
    let interval = (at * INTERVAL + 1, ((at + 1) * INTERVAL).min(last));
    Some(Difference { interval: (interval.0.min(interval.1), interval.1), decision })
}
