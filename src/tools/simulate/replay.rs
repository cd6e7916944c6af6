//! A game of a file again, and where it differs.

use super::hash::INTERVAL;
use super::plan::{First, Plan};
use super::play::{Played, Spectator, play};
use super::row::{FILE_FORMAT, Header, Row, hex, hex_bytes};
use super::start::{Start, StartError};
use crate::agents::{self, AgentMaker};
use crate::cards::CardDb;
use crate::cards::printable::{is_unsafe, many};
use crate::game::card_set;
use crate::game::client::{ClientEvent, Viewer, Words};
use crate::game::view::{Opening, SeatView};
use crate::game::{Deck, Game, GameSetup, SetupError};
use crate::model::decision::{Answer, Decision};
use crate::model::ids::Seat;
use crate::tools::replay::{Given, Recording, Refused, anybody};
use std::cell::Cell;
use std::fmt;
use std::io::{self, BufRead, Read};
use std::sync::Arc;
use thiserror::Error;

/// Why a game can't be played again.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// The file can't be read.
    #[error("can't read the file: {0}")]
    Io(#[from] io::Error),
    /// A line is not what it should be.
    #[error("line {line} is not {expected}: {message}")]
    Line {
        /// The line, from 1.
        line: u64,
        /// What it should be.
        expected: &'static str,
        /// What the parser says about it.
        message: String,
    },
    /// Another version of the file.
    #[error("the file has format {found}; this build reads format {FILE_FORMAT}")]
    Format {
        /// The version of the file.
        found: u16,
    },
    /// No row has that number.
    #[error("the file has no game {index}: it has {}", many(*.rows, "game"))]
    NoGame {
        /// The number that was asked for.
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
    #[error("the game has {}: it can't be played on after {decisions} of them", many(*.all, "decision"))]
    NoDecision {
        /// How many were asked for.
        decisions: u32,
        /// How many there are.
        all: u32,
    },
    /// A card is another one than in the game that was played.
    #[error("line 1: the game was played with other definitions of its cards (card set {found}, here it is {own})")]
    Cards {
        /// The card set of the file.
        found: String,
        /// What it is here.
        own: String,
    },
    /// A game that its agents play otherwise now.
    #[error("{0}")]
    Differs(Difference),
    /// A recorded game is another one than the file says.
    #[error("{0}")]
    Refused(Refused),
    /// An agent that isn't built in.
    #[error("the agent `{0}` is not built in: there are {known}", known = agents::NAMES.join(", "))]
    Agent(String),
}

/// The longest line of a file that is read, in bytes.
pub const MAX_LINE: u64 = 16 * 1024 * 1024;
/// The most cards that a deck of a file may have, and the most objects that its games may reach.
const MAX_CARDS: u64 = 100_000;

/// The header of a file, the row of a game, the first one without an `index`, and the line of the row.
///
/// # Errors
/// If the file is not one, or has no such game.
pub fn find_row(mut file: impl BufRead, index: Option<u64>) -> Result<(Header, Row, u64), ReplayError> {
    let (mut header, mut rows, mut number) = (None, 0, 0);
    loop {
        number += 1;
        let mut line = String::new();
        let wrong = |expected, message: String| ReplayError::Line { line: number, expected, message };
        let expected = if header.is_none() { "a header" } else { "a game" };
        match file.by_ref().take(MAX_LINE).read_line(&mut line) {
            Ok(0) => break,
            Ok(n) if n as u64 == MAX_LINE => return Err(wrong(expected, "it is too long".to_owned())),
            Ok(_) => {}
            Err(e) if e.kind() == io::ErrorKind::InvalidData => return Err(wrong(expected, e.to_string())),
            Err(e) => return Err(e.into()),
        }
        let json = |e: serde_json::Error| wrong(expected, e.to_string());
        if header.is_none() {
            /// Only the version, which is read before the rest.
            #[derive(serde::Deserialize)]
            struct Version {
                format: u16,
            }
            let version: Version = serde_json::from_str(&line).map_err(json)?;
            if version.format != FILE_FORMAT {
                return Err(ReplayError::Format { found: version.format });
            }
            let read = serde_json::from_str::<Header>(&line).map_err(json)?;
            read.is_sane().map_err(|message| wrong(expected, message))?;
            header = Some(read);
            continue;
        }
        /// Only the number.
        #[derive(serde::Deserialize)]
        struct Number {
            index: u64,
        }
        rows += 1;
        let here: Number = serde_json::from_str(&line).map_err(json)?;
        if index.is_none_or(|index| here.index == index) {
            let row: Row = serde_json::from_str(&line).map_err(json)?;
            if let Some(text) = [&row.first, &row.end, &row.why].into_iter().find(|text| text.chars().any(is_unsafe)) {
                return Err(wrong(expected, format!("`{}` can't be shown", text.escape_debug())));
            }
            return Ok((header.expect("the first line was read"), row, number));
        }
    }
    if header.is_none() {
        return Err(ReplayError::Line { line: 1, expected: "a header", message: "the file is empty".to_owned() });
    }
    Err(match index {
        Some(index) => ReplayError::NoGame { index, rows },
        None => ReplayError::Line { line: 2, expected: "a game", message: "the file has none".to_owned() },
    })
}

impl Header {
    /// What keeps a file from anybody's memory and terminal: bounds of counts and names.
    fn is_sane(&self) -> Result<(), String> {
        let cards = self.decks.iter().chain(&self.commanders).chain(&self.sideboards);
        let all: u64 = cards.clone().flatten().map(|(_, count)| u64::from(*count)).sum();
        if all > MAX_CARDS || u64::from(self.settings.max_objects) > MAX_CARDS {
            return Err(format!("more than {MAX_CARDS} cards or objects"));
        }
        if u64::from(self.settings.max_stack) > MAX_CARDS {
            return Err(format!("more than {MAX_CARDS} objects on the stack"));
        }
        let [decks, commanders, sideboards] = [&self.decks, &self.commanders, &self.sideboards].map(Vec::len);
        let lists = [self.seats.len(), self.agents.len(), decks, commanders, sideboards, self.companions.len()];
        if lists.iter().any(|n| *n > 16) {
            return Err("more than 16 seats".to_owned());
        }
        let names = cards.flatten().map(|(name, _)| name).chain(&self.seats).chain(&self.agents);
        let origin = self.from.iter().flat_map(|from| [&from.file, &from.title]);
        let companions = self.companions.iter().flatten();
        for name in names.chain(origin).chain(companions).chain([&self.first, &self.engine, &self.card_set]) {
            if name.len() > 1000 || name.chars().any(is_unsafe) {
                let start: String = name.chars().take(20).collect();
                return Err(format!("`{}` isn't a name", start.escape_default()));
            }
        }
        Ok(())
    }

    /// The plan that the file's games were played by.
    ///
    /// # Errors
    /// If a card, agent or seat is unknown, or a card's definition has changed.
    pub fn plan(&self, db: &CardDb) -> Result<Plan, ReplayError> {
        self.plan_with(db, &|name| AgentMaker::built_in(name).ok_or_else(|| ReplayError::Agent(name.to_owned())))
    }

    /// Like [`Header::plan`], for games with recorded answers: no agents are needed.
    ///
    /// # Errors
    /// As [`Header::plan`], but for agents.
    pub fn plan_of_anybody(&self, db: &CardDb) -> Result<Plan, ReplayError> {
        self.plan_with(db, &|name| Ok(anybody(name)))
    }

    fn plan_with(
        &self,
        db: &CardDb,
        agent: &dyn Fn(&str) -> Result<AgentMaker, ReplayError>,
    ) -> Result<Plan, ReplayError> {
        let plan = self.plan_of(db, agent)?;
        let own = card_set(&plan.setup.table);
        if !self.card_set.is_empty() && self.card_set != own {
            return Err(ReplayError::Cards { found: self.card_set.clone(), own });
        }
        Ok(plan)
    }

    fn plan_of(
        &self,
        db: &CardDb,
        agent: &dyn Fn(&str) -> Result<AgentMaker, ReplayError>,
    ) -> Result<Plan, ReplayError> {
        let wrong = |message: String| ReplayError::Line { line: 1, expected: "a header", message };
        let agents: Vec<AgentMaker> = self.agents.iter().map(|name| agent(name)).collect::<Result<_, _>>()?;
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
            let sideboard = cards(&self.sideboards, seat)?;
            let companion = self.companions.get(seat).and_then(Option::as_ref);
            let found = |name: &String| db.get(name).cloned().ok_or_else(|| SetupError::UnknownCard(name.clone()));
            Ok(Deck { main, commanders, sideboard, companion: companion.map(found).transpose()? })
        };
        let decks = (0..self.decks.len()).map(deck).collect::<Result<Vec<_>, _>>()?;
        let mut setup = GameSetup::new(db, &decks)?;
        setup.settings = self.settings.clone();
        if agents.len() != decks.len() || self.seats.len() != decks.len() {
            return Err(wrong("decks, agents and seats differ in number".to_owned()));
        }
        let first = First::parse(&self.first).map_err(wrong)?;
        if matches!(first, First::Seat(seat) if seat.index() >= decks.len()) {
            return Err(wrong(format!("no seat {first}, which should begin")));
        }
        let (names, games, seed) = (self.seats.clone(), self.games, self.seed);
        Ok(Plan { setup, names, agents, games, seed, threads: 1, first, start: None, record: false })
    }
}

/// A game that was played again.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// The row of the game as it was played now.
    pub again: Row,
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
    line: u64,
    db: &CardDb,
    trace: bool,
    log: &mut dyn FnMut(&str) -> io::Result<()>,
) -> Result<Replayed, ReplayError> {
    let plan = plan_of_row(header, row, db)?;
    let mut game = plan.pool(row.index);
    game.follow(Viewer::Everything).expect("everything can be followed");
    let mut failed = Ok(());
    let mut count = 0u32;
    let mut say = |text: &str| {
        if failed.is_ok() {
            failed = log(text);
        }
    };
    let mut see = |game: &mut Game, decision: &Decision, answer: &Answer| {
        facts(game, &mut say);
        count += 1;
        if trace {
            let words = Words::new(game.world());
            let (prompt, answer) = (words.prompt(&decision.prompt), words.answer(decision, answer));
            say(&format!("  [{count}] {} {prompt}: {answer}", decision.decider));
        }
    };
    let result = course(header, &plan, row, line, &mut game, &mut see);
    facts(&mut game, &mut say);
    failed?;
    let (again, difference) = result?;
    Ok(Replayed { again, difference })
}

/// The plan of a row: its agents are only needed if its answers weren't recorded.
fn plan_of_row(header: &Header, row: &Row, db: &CardDb) -> Result<Plan, ReplayError> {
    if row.record.is_some() { header.plan_of_anybody(db) } else { header.plan(db) }
}

/// Plays the game of a row again, by its recorded answers if it has them.
fn course(
    header: &Header,
    plan: &Plan,
    row: &Row,
    line: u64,
    game: &mut Game,
    see: Spectator<'_>,
) -> Result<(Row, Option<Difference>), ReplayError> {
    if row.record.is_some() {
        let mut recording = Recording::begin_in(game, plan, row.index);
        recording.go_through(game, header, row, line, see)?;
        return Ok((recording.row(game), None));
    }
    let played = play(game, plan, row.index, &Cell::new(0), Some(see));
    Ok((played.row(plan), compare(&played, row)))
}

/// Plays the game of a row again; answers its position after `decisions` decisions, and where the game differs from the row.
///
/// # Errors
/// As [`Header::plan`], and if the game has fewer decisions.
pub fn position_at(
    header: &Header,
    row: &Row,
    line: u64,
    db: &CardDb,
    decisions: u32,
) -> Result<(Game, Option<Difference>), ReplayError> {
    let plan = plan_of_row(header, row, db)?;
    let mut game = plan.pool(row.index);
    let (mut count, mut found) = (0, None);
    let mut look = |game: &mut Game, _: &Decision, _: &Answer| {
        if count == decisions {
            found = Some(game.fork());
        }
        count += 1;
    };
    let (again, difference) = course(header, &plan, row, line, &mut game, &mut look)?;
    match found {
        Some(found) => Ok((found, difference)),
        // A game that was saved before its end continues from there.
        None if decisions == again.decisions && game.decision().is_some() => Ok((game, difference)),
        None => Err(ReplayError::NoDecision { decisions, all: again.decisions }),
    }
}

/// The game of a row as a recording that ends after a number of answers, or where the row ends.
///
/// # Errors
/// The errors of [`position_at`]; and if a row has no recorded answers and its agents no longer play it as the row says.
pub fn record_to(
    header: &Header,
    row: &Row,
    line: u64,
    db: &CardDb,
    answers: Option<u32>,
) -> Result<(Game, Recording), ReplayError> {
    let plan = plan_of_row(header, row, db)?;
    let mut game = plan.pool(row.index);
    let given = match &row.record {
        Some(record) => Given::read(&record.given).unwrap_or_default(),
        None => {
            let mut given = Vec::new();
            let mut look = |_: &mut Game, _: &Decision, answer: &Answer| given.push(Given::Answer(answer.clone()));
            let (_, difference) = course(header, &plan, row, line, &mut game, &mut look)?;
            if let Some(difference) = difference {
                return Err(ReplayError::Differs(difference));
            }
            given
        }
    };
    let all = given.len() as u32;
    let answers = answers.unwrap_or(all);
    if answers > all {
        return Err(ReplayError::NoDecision { decisions: answers, all });
    }
    let mut recording = Recording::begin_in(&mut game, &plan, row.index);
    if row.record.is_some() {
        // All of it is checked, what is cut off, too.
        recording.go_through(&mut game, header, row, line, &mut |_, _, _| {})?;
        recording = Recording::begin_in(&mut game, &plan, row.index);
    }
    recording.give(&mut game, given.into_iter().take(answers as usize))?;
    Ok((game, recording))
}

/// Plays a recorded game on with the agents of its header. They are asked from the beginning on, so that each is where it
/// would be if nobody had interrupted the game; what was answered stays.
///
/// # Errors
/// Agents that aren't built in, an illegal answer of one.
pub fn play_on(header: &Header, recording: &Recording, db: &CardDb) -> Result<(Game, Recording), ReplayError> {
    let plan = header.plan(db)?;
    let index = recording.index();
    let mut agents: Vec<_> =
        (0..plan.seats()).map(|s| (plan.agents[s].make(), agents::stream(plan.seed, index, Seat(s as u8)))).collect();
    let (mut game, mut on) = Recording::begin(&plan, index);
    for (agent, _) in &mut agents {
        agent.begin(&Opening::new(&game));
    }
    let mut given = recording.given().iter().cloned();
    loop {
        let next = given.next();
        if let Some(Given::Concede(seat)) = next {
            on.concede(&mut game, seat).expect("what was recorded has seats that exist");
            continue;
        }
        let Some(decision) = game.decision() else { return Ok((game, on)) };
        let (agent, random) = &mut agents[decision.decider.index()];
        let own = agent.answer(&SeatView::new(game.world(), decision.decider), decision, random);
        let answer = match next {
            Some(Given::Answer(answer)) => answer,
            _ => own,
        };
        on.give(&mut game, [Given::Answer(answer)])?;
    }
}

/// Tells what has happened since the last time.
fn facts(game: &mut Game, say: &mut dyn FnMut(&str)) {
    for event in game.take_events(Viewer::Everything) {
        // How it ends is told by the row.
        if let Some(text) = event.text.filter(|_| !matches!(event.what, ClientEvent::Ended { .. })) {
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
