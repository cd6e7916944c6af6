//! A game that is recorded as it is played.

use super::answers::Given;
use crate::cards::CardDb;
use crate::game::client::Viewer;
use crate::game::{ENGINE, Game, UnknownSeat};
use crate::model::decision::{Answer, AnswerError, Decision};
use crate::model::ids::Seat;
use crate::model::outcome::Outcome;
use crate::tools::simulate::{Failure, GameHash, Header, INTERVAL, Plan, Played, ReplayError, Row, find_row};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::io::{self, BufRead, Write};

/// What a row needs to be played again without those who played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The hash of the header.
    pub header: String,
    /// The hash of the state at the first decision.
    pub start: String,
    /// The answers, as [`Given::text`] writes them.
    pub given: String,
}

/// Where a recorded game is not what its file says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused {
    /// The line of the file, from 1.
    pub line: u64,
    /// The first decision that differs, from 1; `None` if it is before or after all of them.
    pub decision: Option<usize>,
    /// How the game differs from what the file says.
    pub what: String,
    /// The engine that wrote the file, if it is another one.
    pub engine: Option<String>,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}", self.line)?;
        if let Some(decision) = self.decision {
            write!(f, ", decision {decision}")?;
        }
        write!(f, ": {}", self.what)?;
        if let Some(engine) = &self.engine {
            write!(f, " (the file was written by the engine {engine}, this is {ENGINE})")?;
        }
        Ok(())
    }
}

/// What has been given to a game so far, with what proves it. A caller hands each answer to it instead of to the
/// game.
#[derive(Clone, Debug)]
pub struct Recording {
    plan: Plan,
    index: u64,
    start: u64,
    hash: GameHash,
    given: Vec<Given>,
}

/// What sees each decision with its answer before it is given.
pub(crate) type Eye<'a> = &'a mut dyn FnMut(&mut Game, &Decision, &Answer);

impl Recording {
    /// Begins game `index` of a plan.
    pub fn begin(plan: &Plan, index: u64) -> (Game, Self) {
        let mut game = plan.pool(index);
        let recording = Self::begin_in(&mut game, plan, index);
        (game, recording)
    }

    /// Like [`Recording::begin`], in the place of a used game.
    pub fn begin_in(game: &mut Game, plan: &Plan, index: u64) -> Self {
        plan.begin(game, index);
        let plan = Plan { record: true, ..plan.clone() };
        Self { plan, index, start: game.sync_hash(), hash: GameHash::default(), given: Vec::new() }
    }

    /// Answers the open decision of the game.
    ///
    /// # Errors
    /// As [`Game::submit`]; nothing is changed or recorded then.
    pub fn submit(&mut self, game: &mut Game, answer: Answer) -> Result<(), AnswerError> {
        let step = self.hash.after(game.decision().ok_or(AnswerError::Over)?, &answer);
        game.submit(answer.clone())?;
        self.given.push(Given::Answer(answer));
        self.took(game, step);
        Ok(())
    }

    /// Answers the question of a viewer, in places of its options.
    ///
    /// # Errors
    /// As [`Game::reply`]; nothing is changed or recorded then.
    pub fn reply(&mut self, game: &mut Game, viewer: impl Into<Viewer>, answer: &Answer) -> Result<(), AnswerError> {
        let answer = game.in_places_of_decision(viewer, answer)?;
        self.submit(game, answer)
    }

    /// CR 104.3a: a player concedes. Does nothing when the game is over.
    ///
    /// # Errors
    /// If the game has no such seat.
    pub fn concede(&mut self, game: &mut Game, seat: Seat) -> Result<(), UnknownSeat> {
        if game.outcome() != Outcome::Running {
            return Ok(());
        }
        let step = self.hash.after_concession(seat);
        game.concede(seat)?;
        self.given.push(Given::Concede(seat));
        self.took(game, step);
        Ok(())
    }

    fn took(&mut self, game: &Game, step: u64) {
        self.hash.take(step);
        if self.hash.is_due() {
            self.hash.state(game.sync_hash());
        }
    }

    /// Gives answers and concessions.
    ///
    /// # Errors
    /// The first illegal answer, by its place.
    pub(crate) fn give(&mut self, game: &mut Game, all: impl IntoIterator<Item = Given>) -> Result<(), ReplayError> {
        for one in all {
            let given = match one {
                Given::Answer(answer) => self.submit(game, answer).map_err(|e| e.to_string()),
                Given::Concede(seat) => self.concede(game, seat).map_err(|e| e.to_string()),
            };
            given.map_err(|what| {
                let decision = Some(self.given.len() + 1);
                ReplayError::Refused(Refused { line: 2, decision, what, engine: None })
            })?;
        }
        Ok(())
    }

    /// What has been given so far.
    pub fn given(&self) -> &[Given] {
        &self.given
    }

    /// The hash of the game so far.
    pub(super) fn hash(&self) -> &GameHash {
        &self.hash
    }

    /// Goes back to the first `to` answers, after which the hash was this; answers what came after them.
    pub(super) fn back_to(&mut self, to: usize, hash: GameHash) -> Vec<Given> {
        self.hash = hash;
        self.given.split_off(to)
    }

    /// The plan with which the game is played.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The number of the game in its plan.
    pub fn index(&self) -> u64 {
        self.index
    }

    /// The first line of a file.
    pub fn header(&self) -> Header {
        self.plan.header()
    }

    /// The line of the game as it stands; a game that isn't over is `running`.
    pub fn row(&self, game: &Game) -> Row {
        let mut hash = self.hash.clone();
        hash.state(game.sync_hash());
        let played = Played::of(game, &self.plan, self.index, hash, self.given.len() as u32, None);
        self.recorded(played.row(&self.plan), &self.given)
    }

    /// The line of a game that broke at the answer to a decision.
    pub fn broken(&self, decision: &Decision, answer: Answer, message: String) -> Row {
        let mut hash = self.hash.clone();
        let step = hash.after(decision, &answer);
        hash.take(step);
        let given = [&self.given[..], &[Given::Answer(answer)]].concat();
        let failure = Failure { index: self.index, decision: self.given.len() as u32, message };
        let row = Played { hash, ..Played::failed(&self.plan, failure) }.row(&self.plan);
        self.recorded(row, &given)
    }

    fn recorded(&self, row: Row, given: &[Given]) -> Row {
        let record =
            Record { header: self.header().hash(), start: format!("{:016x}", self.start), given: Given::text(given) };
        Row { decisions: given.len() as u32, record: Some(record), ..row }
    }

    /// Writes a file with this game alone.
    ///
    /// # Errors
    /// The errors of `out`.
    pub fn write(&self, game: &Game, mut out: impl Write) -> io::Result<()> {
        for line in [serde_json::to_string(&self.header())?, serde_json::to_string(&self.row(game))?] {
            writeln!(out, "{line}")?;
        }
        Ok(())
    }

    /// Reads a game of a file, the first one without an `index`: it is played to its last answer, and each answer checked.
    ///
    /// # Errors
    /// If the file isn't a recording, or the game diverges from it.
    pub fn read(file: impl BufRead, index: Option<u64>, db: &CardDb) -> Result<(Game, Self), ReplayError> {
        let (header, row, line) = find_row(file, index)?;
        Self::follow(&header, &row, line, db, &mut |_, _, _| {})
    }

    /// Plays the recorded game of a row; `see` sees each decision with its answer.
    ///
    /// # Errors
    /// As [`Recording::read`].
    pub(crate) fn follow(
        header: &Header,
        row: &Row,
        line: u64,
        db: &CardDb,
        see: Eye<'_>,
    ) -> Result<(Game, Self), ReplayError> {
        let plan = header.plan_of_anybody(db)?;
        let (mut game, mut recording) = Self::begin(&plan, row.index);
        recording.go_through(&mut game, header, row, line, see)?;
        Ok((game, recording))
    }

    /// Goes through the answers of a row.
    ///
    /// # Errors
    /// Where the game is another one than the row says.
    pub(crate) fn go_through(
        &mut self,
        game: &mut Game,
        header: &Header,
        row: &Row,
        line: u64,
        see: Eye<'_>,
    ) -> Result<(), ReplayError> {
        let engine = (header.engine != ENGINE).then(|| header.engine.clone());
        let refuse = |decision: Option<usize>, what: &str| {
            let decision = decision.map(|i| i + 1);
            ReplayError::Refused(Refused { line, decision, what: what.to_owned(), engine: engine.clone() })
        };
        let record = row.record.as_ref().ok_or_else(|| refuse(None, "the answers of this game weren't recorded"))?;
        if record.header != header.hash() {
            return Err(refuse(None, "the game belongs to another header than line 1"));
        }
        let given = Given::read(&record.given).map_err(|(i, e)| refuse(Some(i), &e.to_string()))?;
        if row.answers.len() != 2 * given.len() {
            return Err(refuse(
                Some((row.answers.len() / 2).min(given.len())),
                "answers and their hashes differ in number",
            ));
        }
        if format!("{:016x}", self.start) != record.start {
            return Err(refuse(None, "the game begins otherwise"));
        }
        for (i, one) in given.into_iter().enumerate() {
            let step = match &one {
                Given::Answer(answer) => {
                    let decision = game.decision().ok_or_else(|| refuse(Some(i), "the game is over before"))?.clone();
                    see(game, &decision, answer);
                    self.hash.after(&decision, answer)
                }
                Given::Concede(seat) => {
                    if seat.index() >= self.plan.seats() || game.outcome() != Outcome::Running {
                        return Err(refuse(Some(i), "nobody can concede so"));
                    }
                    self.hash.after_concession(*seat)
                }
            };
            if row.answers.get(2 * i..2 * i + 2) != Some(&format!("{:02x}", step as u8)) {
                return Err(refuse(Some(i), "the question or the answer is another one"));
            }
            match one {
                Given::Answer(answer) => self.submit(game, answer).map_err(|e| refuse(Some(i), &e.to_string()))?,
                Given::Concede(seat) => self.concede(game, seat).map_err(|e| refuse(Some(i), &e.to_string()))?,
            }
            if (i as u32 + 1).is_multiple_of(INTERVAL) {
                let expected = self.hash.rolling.last().map(|h| format!("{h:016x}"));
                if row.hashes.get(self.hash.rolling.len() - 1) != expected.as_ref() {
                    return Err(refuse(Some(i), "the state after it is another one"));
                }
            }
        }
        if row.end == "error" {
            // How it broke is for those who mend it.
            return Ok(());
        }
        match self.row(game).difference(row) {
            Some(field) => Err(refuse(None, &format!("`{field}` is another one"))),
            None => Ok(()),
        }
    }
}
