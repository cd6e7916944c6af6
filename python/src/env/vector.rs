//! Many games at once, stepped by one call.

use super::buffer::Memory;
use super::features::{card_fields, card_row};
use super::observe::{Buffers, Scratch};
use super::play::{End, Play, Table};
use super::schema::Schema;
use super::tree::Tree;
use crate::cards::{Cards, DeckArg, playable};
use crate::errors::{EngineError, EnvError, OrRaise, detached, raise};
use crate::game::{Game, as_python};
use crate::simulate::{agents, first, threads};
use dracones::GameSetup;
use dracones::cards::CardDb;
use dracones::model::ids::Seat;
use dracones::tools::decks::DeckRules;
use dracones::tools::simulate::catch;
use pyo3::buffer::PyBuffer;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::sync::Mutex;

/// The arrays that observations are written to.
pub(crate) struct Arrays {
    rows: usize,
    global: Memory<i16>,
    players: Memory<i16>,
    tokens: Memory<i16>,
    token_mask: Memory<u8>,
    actions: Memory<i16>,
    action_mask: Memory<u8>,
}

/// The sizes of one observation.
#[derive(Clone, Copy)]
pub(crate) struct Sizes {
    pub(crate) seats: usize,
    pub(crate) tokens: usize,
    pub(crate) ids: usize,
}

impl Arrays {
    /// The arrays of a dictionary, for this many observations.
    ///
    /// # Errors
    /// One that is missing or has another size or type.
    pub(crate) fn of(all: &Bound<'_, PyDict>, rows: usize, sizes: Sizes) -> PyResult<Self> {
        let schema = Schema::get();
        Ok(Self {
            rows,
            global: memory(all, "global", rows * schema.global.len())?,
            players: memory(all, "players", rows * sizes.seats * schema.players.len())?,
            tokens: memory(all, "tokens", rows * sizes.tokens * schema.tokens.len())?,
            token_mask: memory(all, "token_mask", rows * sizes.tokens)?,
            actions: memory(all, "actions", rows * sizes.ids * schema.actions.len())?,
            action_mask: memory(all, "action_mask", rows * sizes.ids)?,
        })
    }

    /// The buffers of each observation.
    pub(crate) fn split(&mut self) -> Vec<Buffers<'_>> {
        let rows = self.rows;
        fn parts<T: pyo3::buffer::Element>(memory: &mut Memory<T>, rows: usize) -> std::slice::ChunksExactMut<'_, T> {
            let items = memory.items();
            let size = (items.len() / rows).max(1);
            items.chunks_exact_mut(size)
        }
        let mut global = parts(&mut self.global, rows);
        let mut players = parts(&mut self.players, rows);
        let mut tokens = parts(&mut self.tokens, rows);
        let mut token_mask = parts(&mut self.token_mask, rows);
        let mut actions = parts(&mut self.actions, rows);
        let mut action_mask = parts(&mut self.action_mask, rows);
        let mut all = Vec::with_capacity(rows);
        while let (Some(global), Some(players), Some(tokens), Some(token_mask), Some(actions), Some(action_mask)) =
            (global.next(), players.next(), tokens.next(), token_mask.next(), actions.next(), action_mask.next())
        {
            all.push(Buffers { global, players, tokens, token_mask, actions, action_mask });
        }
        all
    }
}

fn memory<T: pyo3::buffer::Element>(all: &Bound<'_, PyDict>, name: &str, items: usize) -> PyResult<Memory<T>> {
    let array = all.get_item(name)?.ok_or_else(|| raise!(EnvError, "an array is missing", name))?;
    Memory::of(&array, name, items)
}

/// The cards of an environment: names, columns, features.
type CardRows<'py> = (Vec<String>, Bound<'py, PyAny>, Vec<Vec<f32>>);

/// All arrays of a vector of games.
struct Out {
    seen: Arrays,
    seats: Memory<i8>,
    rewards: Memory<f32>,
    terminated: Memory<u8>,
    truncated: Memory<u8>,
    games: Memory<i64>,
}

/// One game with its part of the arrays.
struct Slot<'s> {
    play: &'s mut Play,
    seen: Buffers<'s>,
    seat: &'s mut i8,
    rewards: &'s mut [f32],
    terminated: &'s mut u8,
    truncated: &'s mut u8,
    number: &'s mut i64,
    action: Option<usize>,
    failed: Option<String>,
}

/// What a vector does with each of its games.
#[derive(Clone, Copy)]
struct Job<'t> {
    table: &'t Table,
    seed: u64,
    /// How many numbers further the next game of a place is.
    stride: u64,
    autoreset: bool,
}

impl Job<'_> {
    /// Clicks, begins the next game if it is over, and writes what there is to see.
    fn step(&self, slot: &mut Slot<'_>, scratch: &mut Scratch) {
        if let Err(message) = self.try_step(slot, scratch) {
            let number = slot.play.number;
            slot.failed = Some(format!("game {number} of seed {} broke: {message}", self.seed));
            *slot.truncated = 1;
            // What panicked may be in any state, so that even dropping it may panic: it is left alone.
            match catch(|| Play::new(self.table, self.seed, number + self.stride)) {
                Ok(Ok(fresh)) => std::mem::forget(std::mem::replace(slot.play, fresh)),
                Ok(Err(_)) | Err(_) => slot.play.end = Some(End::Truncated),
            }
            let _ = catch(|| self.show(slot, scratch));
        }
    }

    fn try_step(&self, slot: &mut Slot<'_>, scratch: &mut Scratch) -> Result<(), String> {
        slot.rewards.fill(0.0);
        (*slot.terminated, *slot.truncated) = (0, 0);
        catch(|| -> Result<(), String> {
            if let Some(id) = slot.action {
                slot.play.click(id)?;
            }
            self.show(slot, scratch)
        })?
    }

    fn show(&self, slot: &mut Slot<'_>, scratch: &mut Scratch) -> Result<(), String> {
        // An observation may find that the game has outgrown the tokens.
        for _ in 0..2 {
            if let Some(end) = slot.play.end {
                for (seat, reward) in slot.rewards.iter_mut().enumerate() {
                    *reward = end.reward(Seat(seat as u8));
                }
                *slot.truncated = u8::from(end == End::Truncated);
                *slot.terminated = u8::from(end != End::Truncated);
                if self.autoreset {
                    let number = slot.play.number + self.stride;
                    slot.play.begin(self.table, self.seed, number)?;
                }
            }
            let seat = slot.play.decider().or_else(|| self.table.learner_of(slot.play.number)).unwrap_or(Seat(0));
            slot.play.observe(seat, scratch, slot.seen.again());
            *slot.seat = slot.play.decider().map_or(-1, |seat| seat.0 as i8);
            if slot.play.end.is_none() || !self.autoreset {
                break;
            }
        }
        *slot.number = slot.play.number as i64;
        Ok(())
    }
}

/// What :class:`dracones.envs.VectorEnv` is made of.
#[pyclass(module = "dracones._core")]
pub(crate) struct Vector {
    table: Table,
    db: CardDb,
    cards: Option<Py<Cards>>,
    plays: Mutex<Vec<Play>>,
    /// One for each thread.
    scratch: Vec<Scratch>,
    out: Option<Out>,
    envs: usize,
    seed: u64,
    threads: usize,
    autoreset: bool,
}

impl Vector {
    fn plays(&mut self) -> &mut Vec<Play> {
        self.plays.get_mut().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    fn play(&mut self, env: usize) -> PyResult<&mut Play> {
        let found = self.plays().len();
        let missing =
            || raise!(EnvError, format_args!("there is no environment {env}: there are {found}, once they are reset"));
        self.plays().get_mut(env).ok_or_else(missing)
    }

    /// Steps all games; those without an action are only shown.
    fn run(&mut self, py: Python<'_>, actions: Option<&[usize]>) -> PyResult<()> {
        let threads = self.threads;
        let plays = self.plays.get_mut().unwrap_or_else(std::sync::PoisonError::into_inner);
        let scratch = self.scratch.as_mut_slice();
        let Some(out) = &mut self.out else { return Err(raise!(EnvError, "no arrays are attached")) };
        let seats = self.table.seats();
        let job = Job { table: &self.table, seed: self.seed, stride: self.envs as u64, autoreset: self.autoreset };
        let mut slots = Vec::with_capacity(plays.len());
        let mut seen = out.seen.split().into_iter();
        let mut seat = out.seats.items().iter_mut();
        let mut rewards = out.rewards.items().chunks_exact_mut(seats);
        let mut terminated = out.terminated.items().iter_mut();
        let mut truncated = out.truncated.items().iter_mut();
        let mut numbers = out.games.items().iter_mut();
        for (env, play) in plays.iter_mut().enumerate() {
            if let (Some(seen), Some(seat), Some(rewards), Some(terminated), Some(truncated), Some(number)) =
                (seen.next(), seat.next(), rewards.next(), terminated.next(), truncated.next(), numbers.next())
            {
                let action = actions.map(|all| all[env]);
                slots.push(Slot { play, seen, seat, rewards, terminated, truncated, number, action, failed: None });
            }
        }
        let failed = detached(py, || {
            if threads == 1 || slots.len() == 1 {
                slots.iter_mut().for_each(|slot| job.step(slot, &mut scratch[0]));
            } else {
                let each = slots.len().div_ceil(threads);
                std::thread::scope(|scope| {
                    for (part, scratch) in slots.chunks_mut(each).zip(scratch) {
                        scope.spawn(move || part.iter_mut().for_each(|slot| job.step(slot, scratch)));
                    }
                });
            }
            slots.into_iter().filter_map(|slot| slot.failed).collect::<Vec<String>>()
        })?;
        if failed.is_empty() { Ok(()) } else { Err(raise!(EngineError, failed.join("\n"))) }
    }
}

#[pymethods]
impl Vector {
    #[new]
    #[pyo3(signature = (decks, *, envs, seed, actions, tokens, threads, opponent, learner, first, autoreset, format,
        allow_small, max_turns, cards))]
    #[expect(clippy::too_many_arguments, reason = "`dracones.envs` names and explains them")]
    fn new(
        decks: Vec<DeckArg<'_>>,
        envs: usize,
        seed: u64,
        actions: usize,
        tokens: Option<usize>,
        threads: Option<usize>,
        opponent: Option<String>,
        learner: Option<u8>,
        first: &str,
        autoreset: bool,
        format: Option<String>,
        allow_small: bool,
        max_turns: Option<u32>,
        cards: Option<Bound<'_, Cards>>,
    ) -> PyResult<Self> {
        if !(1..=1 << 20).contains(&envs) {
            return Err(raise!(EnvError, format_args!("{envs} (expected 1 to 1048576)"), "envs"));
        }
        let db = Cards::or_embedded(cards.as_ref());
        let (_, lists) = playable(&decks, &db, &DeckRules { format, allow_small })?;
        let mut setup = GameSetup::new(&db, &lists).or_raise()?;
        if max_turns == Some(0) {
            return Err(raise!(EnvError, "0 turns: at least 1 is needed", "max_turns"));
        }
        setup.settings.max_turns = max_turns.unwrap_or(setup.settings.max_turns);
        let all: usize = [&setup.decks, &setup.commanders, &setup.sideboards].into_iter().flatten().map(Vec::len).sum();
        let table = Table {
            opponent: opponent.map(|name| agents(&[name], 1)).transpose()?.map(|mut made| made.remove(0)),
            learner: learner.map(Seat),
            first: self::first(first, lists.len())?,
            ids: actions,
            tokens: tokens.unwrap_or(all + 136),
            setup,
        };
        let table = table.checked().map_err(|error| raise!(EnvError, error))?;
        let threads = self::threads(threads)?.min(envs);
        let cards = cards.map(Bound::unbind);
        let scratch = (0..threads).map(|_| Scratch::default()).collect();
        let plays = Mutex::new(Vec::new());
        Ok(Self { table, db, cards, plays, scratch, out: None, envs, seed, threads, autoreset })
    }

    /// The shapes of the arrays, without the number of games.
    #[getter]
    fn shapes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let schema = Schema::get();
        let (seats, tokens, ids) = (self.table.seats(), self.table.tokens, self.table.ids);
        let all = PyDict::new(py);
        all.set_item("global", (schema.global.len(),))?;
        all.set_item("players", (seats, schema.players.len()))?;
        all.set_item("tokens", (tokens, schema.tokens.len()))?;
        all.set_item("token_mask", (tokens,))?;
        all.set_item("actions", (ids, schema.actions.len()))?;
        all.set_item("action_mask", (ids,))?;
        Ok(all)
    }

    #[getter]
    fn seats(&self) -> usize {
        self.table.seats()
    }

    #[getter]
    fn seed(&self) -> u64 {
        self.seed
    }

    /// Which arrays are written from now on.
    fn attach(&mut self, arrays: &Bound<'_, PyDict>) -> PyResult<()> {
        let (rows, seats) = (self.envs, self.table.seats());
        let sizes = Sizes { seats, tokens: self.table.tokens, ids: self.table.ids };
        self.out = Some(Out {
            seen: Arrays::of(arrays, rows, sizes)?,
            seats: memory(arrays, "seat", rows)?,
            rewards: memory(arrays, "rewards", rows * seats)?,
            terminated: memory(arrays, "terminated", rows)?,
            truncated: memory(arrays, "truncated", rows)?,
            games: memory(arrays, "game", rows)?,
        });
        Ok(())
    }

    /// Begins a game in each place: place i plays the numbers `start` + i, `start` + i + N, and so on.
    #[pyo3(signature = (seed, start))]
    fn reset(&mut self, py: Python<'_>, seed: u64, start: u64) -> PyResult<()> {
        self.seed = seed;
        let (table, envs) = (self.table.clone(), self.envs as u64);
        let last = start.checked_add(envs).filter(|last| *last < 1 << 62);
        if last.is_none() {
            return Err(raise!(EnvError, format_args!("{start} is too large"), "start"));
        }
        let plays = self.plays();
        let begun = detached(py, || {
            for number in 0..envs {
                match plays.get_mut(number as usize) {
                    Some(play) => play.begin(&table, seed, start + number)?,
                    None => plays.push(Play::new(&table, seed, start + number)?),
                }
            }
            Ok(())
        })?;
        begun.map_err(|message: String| raise!(EngineError, message))?;
        self.run(py, None)
    }

    /// Clicks an id in each game.
    fn step(&mut self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let actions = ids(py, actions)?;
        let autoreset = self.autoreset;
        let plays = self.plays();
        if actions.len() != plays.len() || plays.is_empty() {
            let reason = format!("{} actions for {} games", actions.len(), plays.len());
            return Err(raise!(EnvError, reason, "actions"));
        }
        for (env, (play, id)) in plays.iter().zip(&actions).enumerate() {
            if play.mask.get(*id).is_some_and(|on| *on != 0) {
                continue;
            }
            let reason = if play.end.is_some() && !autoreset {
                "the game is over: reset it".to_owned()
            } else {
                let offered: Vec<usize> = (0..play.mask.len()).filter(|id| play.mask[*id] != 0).collect();
                format!("the id {id} isn't offered: {offered:?} are")
            };
            return Err(raise!(EnvError, reason, format_args!("actions[{env}]")));
        }
        self.run(py, Some(&actions))
    }

    /// Writes what a seat may know of a game.
    fn observe(&mut self, py: Python<'_>, env: usize, seat: u8) -> PyResult<()> {
        let seats = self.table.seats();
        if usize::from(seat) >= seats {
            return Err(raise!(EnvError, format_args!("there is no seat {seat}: the game has {seats}"), "seat"));
        }
        let found = self.play(env)?;
        if found.end.is_none() && found.decider().is_none() {
            return Err(raise!(EnvError, "the game is broken: reset it"));
        }
        let plays = self.plays.get_mut().unwrap_or_else(std::sync::PoisonError::into_inner);
        let scratch = &mut self.scratch[0];
        let Some(out) = &mut self.out else { return Err(raise!(EnvError, "no arrays are attached")) };
        let mut all = out.seen.split();
        let seen = all.swap_remove(env);
        detached(py, || plays[env].observe(Seat(seat), scratch, seen))
    }

    /// The click that an agent of the library would make in each game; -1 if there is none.
    fn advise(&mut self, py: Python<'_>, agent: &str) -> PyResult<Vec<i64>> {
        let maker = agents(&[agent.to_owned()], 1)?.remove(0);
        let (seed, threads) = (self.seed, self.threads);
        let plays = self.plays();
        let mut found = vec![-1; plays.len()];
        let each = plays.len().div_ceil(threads).max(1);
        let done = detached(py, || {
            std::thread::scope(|scope| {
                let parts = plays.chunks_mut(each).zip(found.chunks_mut(each));
                let running: Vec<_> = parts
                    .map(|(plays, found)| {
                        let maker = &maker;
                        scope.spawn(move || {
                            catch(|| {
                                for (play, id) in plays.iter().zip(found) {
                                    *id = play.advise(maker, seed).map_or(-1, |id| id as i64);
                                }
                            })
                        })
                    })
                    .collect();
                let mut joined = running.into_iter().map(std::thread::ScopedJoinHandle::join);
                joined.try_for_each(|part| part.unwrap_or_else(|_| Err("a thread ended early".to_owned())))
            })
        })?;
        done.map_err(|message| raise!(EngineError, message))?;
        Ok(found)
    }

    /// A copy of a game as it stands, for looking at it. Clicks of an answer that isn't whole aren't in it.
    fn game(&mut self, py: Python<'_>, env: usize) -> PyResult<Game> {
        let copy = self.play(env)?.game.fork();
        Ok(Game::of(copy, self.db.clone(), self.cards.as_ref().map(|cards| cards.clone_ref(py))))
    }

    /// Puts a position into a game's place, such as one that was dealt again. It has to be of the same decks.
    fn put(&mut self, py: Python<'_>, env: usize, game: &Game) -> PyResult<()> {
        let other = game.engine()?;
        let seats = self.table.seats();
        if other.seats() != seats {
            return Err(raise!(EnvError, format_args!("the game has {} seats, not {seats}", other.seats()), "game"));
        }
        let play = self.play(env)?;
        let settled = detached(py, || {
            other.fork_into(&mut play.game);
            play.draft.clear();
            play.settle()
        })?;
        settled.map_err(|message| raise!(EngineError, message))?;
        Ok(())
    }

    /// The table of cards: names and features.
    fn cards<'py>(&self, py: Python<'py>) -> PyResult<CardRows<'py>> {
        let table = &self.table.setup.table.0;
        let names = table.defs.iter().map(|card| card.name.clone()).collect();
        let rows = table.defs.iter().enumerate().map(|(place, card)| card_row(card, place >= table.cards)).collect();
        Ok((names, as_python(py, &card_fields())?, rows))
    }

    /// A search tree over what the one who is asked in a game may know.
    #[pyo3(signature = (env, *, batch, seed, explore, depth))]
    fn tree(
        &mut self,
        py: Python<'_>,
        env: usize,
        batch: usize,
        seed: u64,
        explore: f64,
        depth: u32,
    ) -> PyResult<Tree> {
        let sizes = Sizes { seats: self.table.seats(), tokens: self.table.tokens, ids: self.table.ids };
        let play = self.play(env)?;
        detached(py, || Tree::new(play, sizes, batch, seed, explore, depth))?
    }
}

/// Ids as Python gives them: an array of 64-bit integers, or anything else that has integers.
///
/// # Errors
/// What isn't a number of an id.
fn ids(py: Python<'_>, given: &Bound<'_, PyAny>) -> PyResult<Vec<usize>> {
    if given.is_instance_of::<PyList>() {
        return given.extract();
    }
    let Ok(buffer) = PyBuffer::<i64>::get(given) else { return given.extract() };
    let id =
        |id: i64| usize::try_from(id).map_err(|_| raise!(EnvError, format_args!("there is no id {id}"), "actions"));
    buffer.to_vec(py)?.into_iter().map(id).collect()
}

/// The schema of observations.
#[pyfunction]
pub(crate) fn env_schema(py: Python<'_>) -> PyResult<(Bound<'_, PyAny>, String)> {
    Ok((as_python(py, Schema::get())?, Schema::get().hash()))
}
