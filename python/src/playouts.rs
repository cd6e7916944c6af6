//! Games that are played to their ends from a position, thousands a call.

use crate::errors::{EnvError, IntoPyErr, detached, raise};
use crate::game::Game;
use crate::simulate::{agents, at_least_one, threads};
use dracones::agents::{AgentMaker, stream};
use dracones::game::Game as Engine;
use dracones::game::view::{InformationSet, Opening, SeatView};
use dracones::model::decision::Answer;
use dracones::model::ids::Seat;
use dracones::model::outcome::Outcome;
use dracones::model::rng::Stream;
use dracones::tools::simulate::catch;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering};

/// A draw, in the list of winners.
const DRAW: i8 = -1;
/// A game without a result.
const NOBODY: i8 = -2;

/// What a playout begins with.
struct Beginning<'g> {
    game: &'g Engine,
    /// What a seat knows, if cards are dealt again.
    known: Option<InformationSet>,
    answer: Option<Answer>,
    makers: Vec<AgentMaker>,
    seed: u64,
    decisions: u32,
}

impl Beginning<'_> {
    /// Playout `number`. Answers who won, and how many decisions were answered.
    fn play(&self, game: &mut Engine, number: u64) -> Result<(i8, u32), String> {
        match &self.known {
            Some(known) => known.deal_into(game, &mut Stream::new(self.seed, number)),
            None => self.game.fork_into(game),
        }
        let mut count = 0;
        if let Some(answer) = &self.answer {
            game.submit(answer.clone()).map_err(|error| error.to_string())?;
            count += 1;
        }
        let mut seats: Vec<_> = self.makers.iter().map(AgentMaker::make).collect();
        let mut random: Vec<Stream> =
            (0..seats.len() as u8).map(|seat| stream(self.seed, number, Seat(seat))).collect();
        for agent in &mut seats {
            agent.begin(&Opening::new(game));
        }
        while let Some(decision) = game.decision() {
            if count >= self.decisions {
                return Ok((NOBODY, count));
            }
            let seat = decision.decider.index();
            let answer =
                seats[seat].answer(&SeatView::new(game.world(), decision.decider), decision, &mut random[seat]);
            game.submit(answer).map_err(|error| error.to_string())?;
            count += 1;
        }
        let winner = match game.outcome() {
            Outcome::Win(seat) => seat.0 as i8,
            Outcome::Draw => DRAW,
            _ => NOBODY,
        };
        Ok((winner, count))
    }
}

/// Plays a position to its end many times. Answers the winners, by number of the playout, and how many decisions were
/// answered in all.
#[pyfunction]
#[pyo3(signature = (game, count, *, agents, seat, answer, seed, threads, decisions))]
#[expect(clippy::too_many_arguments, reason = "`dracones.playouts` names and explains them")]
pub(crate) fn play_out(
    py: Python<'_>,
    game: &Game,
    count: u64,
    agents: Vec<String>,
    seat: Option<u8>,
    answer: Option<&Bound<'_, PyAny>>,
    seed: u64,
    threads: Option<usize>,
    decisions: Option<u32>,
) -> PyResult<(Vec<i8>, u64)> {
    at_least_one("playouts", count)?;
    let engine = game.engine()?;
    let seats = engine.seats();
    let makers = self::agents(&agents, seats)?;
    let answer = match answer {
        None => None,
        Some(given) => {
            let answer = game.answer(given)?;
            let Some(decision) = engine.decision() else {
                return Err(dracones::model::decision::AnswerError::Over.into_py_err());
            };
            decision.check(&answer).map_err(IntoPyErr::into_py_err)?;
            Some(answer)
        }
    };
    if let Some(seat) = seat.filter(|seat| usize::from(*seat) >= seats) {
        return Err(raise!(EnvError, format_args!("there is no seat {seat}: the game has {seats}"), "seat"));
    }
    let threads = self::threads(threads)?.min(usize::try_from(count).unwrap_or(usize::MAX));
    let played = detached(py, || {
        let known = match seat {
            Some(seat) => {
                let view = SeatView::new(engine.world(), Seat(seat));
                Some(InformationSet::new(&view, &Opening::new(engine).pool()).map_err(|error| error.to_string())?)
            }
            None => None,
        };
        let decisions = decisions.unwrap_or(u32::MAX);
        let beginning = Beginning { game: engine, known, answer, makers, seed, decisions };
        let next = AtomicU64::new(0);
        let work = || {
            let mut pooled = engine.fork();
            let mut all = Vec::new();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= count {
                    return Ok(all);
                }
                let result = catch(|| beginning.play(&mut pooled, number)).and_then(|result| result);
                match result {
                    Ok((winner, decisions)) => all.push((number, winner, decisions)),
                    Err(message) => {
                        // What panicked may be in any state: it is left alone.
                        std::mem::forget(pooled);
                        return Err(format!("playout {number} of seed {seed}: {message}"));
                    }
                }
            }
        };
        let parts: Vec<Result<Vec<_>, String>> = std::thread::scope(|scope| {
            let running: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            let joined = running.into_iter().map(std::thread::ScopedJoinHandle::join);
            joined.map(|part| part.unwrap_or_else(|_| Err("a thread ended early".to_owned()))).collect()
        });
        let mut all = Vec::new();
        for part in parts {
            all.extend(part?);
        }
        all.sort_unstable_by_key(|(number, ..)| *number);
        Ok(all)
    })?;
    let all: Vec<(u64, i8, u32)> = played.map_err(|message: String| raise!(EnvError, message))?;
    let decisions = all.iter().map(|(.., decisions)| u64::from(*decisions)).sum();
    Ok((all.into_iter().map(|(_, winner, _)| winner).collect(), decisions))
}
