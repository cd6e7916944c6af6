//! Many games at once, stepped by one call.

use super::buffer::Memory;
use super::crew::{Crew, Work};
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
use dracones::agents::AgentMaker;
use dracones::cards::CardDb;
use dracones::model::ids::Seat;
use dracones::tools::decks::DeckRules;
use dracones::tools::simulate::catch;
use pyo3::buffer::PyBuffer;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::sync::Arc;

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

    /// Parts with this many observations each; the last one has what is left.
    fn parts(self, each: usize) -> Vec<Self> {
        let rows = self.rows;
        fn of<T: pyo3::buffer::Element>(mut memory: Memory<T>, rows: usize, each: usize) -> Vec<Memory<T>> {
            let size = memory.items().len() / rows;
            memory.split(size * each)
        }
        let flags = of(self.token_mask, rows, each).into_iter().zip(of(self.action_mask, rows, each));
        let tables = of(self.global, rows, each).into_iter().zip(of(self.players, rows, each));
        let lists = of(self.tokens, rows, each).into_iter().zip(of(self.actions, rows, each));
        let parts = tables.zip(lists).zip(flags).enumerate();
        let part = |(part, (((global, players), (tokens, actions)), (token_mask, action_mask)))| Self {
            rows: each.min(rows - part * each),
            global,
            players,
            tokens,
            token_mask,
            actions,
            action_mask,
        };
        parts.map(part).collect()
    }

    /// The buffers of each observation.
    pub(crate) fn split(&mut self) -> impl Iterator<Item = Buffers<'_>> {
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
        std::iter::from_fn(move || {
            Some(Buffers {
                global: global.next()?,
                players: players.next()?,
                tokens: tokens.next()?,
                token_mask: token_mask.next()?,
                actions: actions.next()?,
                action_mask: action_mask.next()?,
            })
        })
    }
}

fn memory<T: pyo3::buffer::Element>(all: &Bound<'_, PyDict>, name: &str, items: usize) -> PyResult<Memory<T>> {
    let array = all.get_item(name)?.ok_or_else(|| raise!(EnvError, "an array is missing", name))?;
    Memory::of(&array, name, items)
}

/// The cards of an environment: names, columns, features.
type CardRows<'py> = (Vec<String>, Bound<'py, PyAny>, Vec<Vec<f32>>);

/// The arrays of some games.
struct Out {
    seen: Arrays,
    seats: Memory<i8>,
    rewards: Memory<f32>,
    terminated: Memory<u8>,
    truncated: Memory<u8>,
    games: Memory<i64>,
}

impl Out {
    /// The arrays of a dictionary, in parts of `each` games.
    ///
    /// # Errors
    /// One that is missing or has another size or type.
    fn parts(all: &Bound<'_, PyDict>, rows: usize, sizes: Sizes, each: usize) -> PyResult<Vec<Self>> {
        let seen = Arrays::of(all, rows, sizes)?.parts(each);
        let seats = memory(all, "seat", rows)?.split(each);
        let rewards = memory(all, "rewards", rows * sizes.seats)?.split(each * sizes.seats);
        let terminated = memory(all, "terminated", rows)?.split(each);
        let truncated = memory(all, "truncated", rows)?.split(each);
        let games = memory(all, "game", rows)?.split(each);
        let flags = terminated.into_iter().zip(truncated);
        let parts = seen.into_iter().zip(seats).zip(rewards).zip(flags).zip(games);
        let part = |((((seen, seats), rewards), (terminated, truncated)), games)| Self {
            seen,
            seats,
            rewards,
            terminated,
            truncated,
            games,
        };
        Ok(parts.map(part).collect())
    }
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
}

/// What a vector does with each of its games.
#[derive(Clone)]
struct Job {
    table: Arc<Table>,
    seed: u64,
    /// How many numbers further the next game of a place is.
    stride: u64,
    autoreset: bool,
}

impl Job {
    /// Clicks, begins the next game if it is over, and writes what there is to see.
    ///
    /// # Errors
    /// What broke the game. A new one is in its place.
    fn step(&self, mut slot: Slot<'_>, scratch: &mut Scratch) -> Result<(), String> {
        let Err(message) = self.try_step(&mut slot, scratch) else { return Ok(()) };
        let number = slot.play.number;
        *slot.truncated = 1;
        // What panicked may be in any state, so that even dropping it may panic: it is left alone.
        match catch(|| Play::new(&self.table, self.seed, number + self.stride)) {
            Ok(Ok(fresh)) => std::mem::forget(std::mem::replace(slot.play, fresh)),
            Ok(Err(_)) | Err(_) => slot.play.end = Some(End::Truncated),
        }
        let _ = catch(|| self.show(&mut slot, scratch));
        Err(format!("game {number} of seed {} broke: {message}", self.seed))
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
                    slot.play.begin(&self.table, self.seed, number)?;
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

/// What is done in a round.
#[derive(Default)]
enum Task {
    /// Shows all games.
    #[default]
    Show,
    /// Clicks an id in each game of the part.
    Click(Vec<usize>),
    /// Asks an agent what it would click.
    Advise(AgentMaker),
}

/// Neighbouring games of a vector, with their arrays: what one thread works on at a time.
struct Part {
    job: Job,
    plays: Vec<Play>,
    out: Option<Out>,
    task: Task,
    /// What agents would click, after [`Task::Advise`].
    advice: Vec<i64>,
    /// What went wrong in the round.
    failed: Vec<String>,
}

impl Part {
    fn step(&mut self, scratch: &mut Scratch) {
        let actions = match &self.task {
            Task::Click(actions) => Some(actions),
            _ => None,
        };
        let Some(out) = &mut self.out else { return };
        let seats = self.job.table.seats();
        let mut seen = out.seen.split();
        let mut seat = out.seats.items().iter_mut();
        let mut rewards = out.rewards.items().chunks_exact_mut(seats);
        let mut terminated = out.terminated.items().iter_mut();
        let mut truncated = out.truncated.items().iter_mut();
        let mut numbers = out.games.items().iter_mut();
        for (place, play) in self.plays.iter_mut().enumerate() {
            if let (Some(seen), Some(seat), Some(rewards), Some(terminated), Some(truncated), Some(number)) =
                (seen.next(), seat.next(), rewards.next(), terminated.next(), truncated.next(), numbers.next())
            {
                let action = actions.and_then(|all| all.get(place).copied());
                let slot = Slot { play, seen, seat, rewards, terminated, truncated, number, action };
                self.failed.extend(self.job.step(slot, scratch).err());
            }
        }
    }

    fn advise(&mut self) {
        let Task::Advise(maker) = &self.task else { return };
        let seed = self.job.seed;
        self.advice.clear();
        for play in &self.plays {
            let advised = catch(|| play.advise(maker, seed));
            self.advice.push(advised.as_ref().ok().and_then(Option::as_ref).map_or(-1, |id| *id as i64));
            self.failed.extend(advised.err());
        }
    }
}

impl Work for Part {
    fn work(&mut self, scratch: &mut Scratch) {
        match self.task {
            Task::Advise(_) => self.advise(),
            Task::Show | Task::Click(_) => self.step(scratch),
        }
    }
}

/// How many parts there are for each thread: the more, the sooner one helps another.
const PARTS: usize = 8;

/// What :class:`dracones.envs.VectorEnv` is made of.
#[pyclass(module = "dracones._core")]
pub(crate) struct Vector {
    table: Arc<Table>,
    db: CardDb,
    cards: Option<Py<Cards>>,
    crew: Crew<Part>,
    /// How many games a part has; the last one may have fewer.
    each: usize,
    /// Games have been begun.
    begun: bool,
    attached: bool,
    envs: usize,
    seed: u64,
    autoreset: bool,
}

impl Vector {
    fn sizes(&self) -> Sizes {
        Sizes { seats: self.table.seats(), tokens: self.table.tokens, ids: self.table.ids }
    }

    /// Does something with the part of a game; gets its place there.
    fn at<T>(&mut self, env: usize, with: impl FnOnce(&mut Part, usize, &mut Scratch) -> T) -> PyResult<T> {
        let found = if self.begun { self.envs } else { 0 };
        if env >= found {
            let reason = format!("there is no environment {env}: there are {found}, once they are reset");
            return Err(raise!(EnvError, reason));
        }
        let place = env % self.each;
        let done = self.crew.with(env / self.each, |part, scratch| with(part, place, scratch));
        done.ok_or_else(|| raise!(EnvError, "no such part"))
    }

    /// Has all parts work on what they are told.
    fn run(&mut self, py: Python<'_>) -> PyResult<()> {
        if !self.attached {
            return Err(raise!(EnvError, "no arrays are attached"));
        }
        let crew = &mut self.crew;
        detached(py, || crew.round())?;
        let failed = self.crew.each(|part| std::mem::take(&mut part.failed)).concat();
        if failed.is_empty() { Ok(()) } else { Err(raise!(EngineError, failed.join("\n"))) }
    }
}

impl Drop for Vector {
    fn drop(&mut self) {
        // Threads that still sleep don't let go of arrays: that is the interpreter's to do.
        self.crew.each(|part| part.out = None);
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
        let table = Arc::new(table.checked().map_err(|error| raise!(EnvError, error))?);
        let threads = self::threads(threads)?.min(envs);
        let cards = cards.map(Bound::unbind);
        let job = Job { table: Arc::clone(&table), seed, stride: envs as u64, autoreset };
        let each = if threads == 1 { envs } else { envs.div_ceil(threads * PARTS) };
        let part = |_| Part {
            job: job.clone(),
            plays: Vec::new(),
            out: None,
            task: Task::Show,
            advice: Vec::new(),
            failed: Vec::new(),
        };
        let crew = Crew::new((0..envs.div_ceil(each)).map(part), threads);
        Ok(Self { table, db, cards, crew, each, begun: false, attached: false, envs, seed, autoreset })
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
        let mut parts = Out::parts(arrays, self.envs, self.sizes(), self.each)?.into_iter();
        self.crew.each(|part| part.out = parts.next());
        self.attached = true;
        Ok(())
    }

    /// Begins a game in each place: place i plays the numbers `start` + i, `start` + i + N, and so on.
    #[pyo3(signature = (seed, start))]
    fn reset(&mut self, py: Python<'_>, seed: u64, start: u64) -> PyResult<()> {
        self.seed = seed;
        let (table, envs) = (&self.table, self.envs as u64);
        let last = start.checked_add(envs).filter(|last| *last < 1 << 62);
        if last.is_none() {
            return Err(raise!(EnvError, format_args!("{start} is too large"), "start"));
        }
        let (crew, each) = (&self.crew, self.each);
        let begun = detached(py, || {
            let mut number = start..start + envs;
            let begun = crew.each(|part| {
                part.job.seed = seed;
                part.task = Task::Show;
                for (place, number) in number.by_ref().take(each).enumerate() {
                    match part.plays.get_mut(place) {
                        Some(play) => play.begin(table, seed, number)?,
                        None => part.plays.push(Play::new(table, seed, number)?),
                    }
                }
                Ok(())
            });
            begun.into_iter().collect::<Result<(), String>>()
        })?;
        begun.map_err(|message| raise!(EngineError, message))?;
        self.begun = true;
        self.run(py)
    }

    /// Clicks an id in each game.
    fn step(&mut self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let actions = ids(py, actions)?;
        let found = if self.begun { self.envs } else { 0 };
        if actions.len() != found || found == 0 {
            let reason = format!("{} actions for {found} games", actions.len());
            return Err(raise!(EnvError, reason, "actions"));
        }
        let mut parts = actions.chunks(self.each).enumerate();
        let each = self.each;
        let wrong = self.crew.each(|part| {
            let (number, ids) = parts.next()?;
            let wrong = part.plays.iter().zip(ids).position(|(play, id)| play.mask.get(*id).is_none_or(|on| *on == 0));
            if let Some(place) = wrong {
                let play = &part.plays[place];
                return Some((number * each + place, ids[place], play.end.is_some(), play.mask.clone()));
            }
            match &mut part.task {
                Task::Click(clicks) => {
                    clicks.clear();
                    clicks.extend(ids);
                }
                task => *task = Task::Click(ids.to_vec()),
            }
            None
        });
        if let Some((env, id, over, mask)) = wrong.into_iter().flatten().next() {
            let reason = if over && !self.autoreset {
                "the game is over: reset it".to_owned()
            } else {
                let offered: Vec<usize> = (0..mask.len()).filter(|id| mask[*id] != 0).collect();
                format!("the id {id} isn't offered: {offered:?} are")
            };
            return Err(raise!(EnvError, reason, format_args!("actions[{env}]")));
        }
        self.run(py)
    }

    /// Writes what a seat may know of a game.
    fn observe(&mut self, py: Python<'_>, env: usize, seat: u8) -> PyResult<()> {
        let seats = self.table.seats();
        if usize::from(seat) >= seats {
            return Err(raise!(EnvError, format_args!("there is no seat {seat}: the game has {seats}"), "seat"));
        }
        let seen = detached(py, || {
            self.at(env, |part, place, scratch| {
                let play = &mut part.plays[place];
                if play.end.is_none() && play.decider().is_none() {
                    return Err("the game is broken: reset it");
                }
                let seen = part.out.as_mut().and_then(|out| out.seen.split().nth(place));
                play.observe(Seat(seat), scratch, seen.ok_or("no arrays are attached")?);
                Ok(())
            })
        })??;
        seen.map_err(|reason| raise!(EnvError, reason))
    }

    /// The click that an agent of the library would make in each game; -1 if there is none.
    fn advise(&mut self, py: Python<'_>, agent: &str) -> PyResult<Vec<i64>> {
        let maker = agents(&[agent.to_owned()], 1)?.remove(0);
        self.crew.each(|part| part.task = Task::Advise(maker.clone()));
        self.run(py)?;
        Ok(self.crew.each(|part| std::mem::take(&mut part.advice)).concat())
    }

    /// A copy of a game as it stands, for looking at it. Clicks of an answer that isn't whole aren't in it.
    fn game(&mut self, py: Python<'_>, env: usize) -> PyResult<Game> {
        let copy = self.at(env, |part, place, _| part.plays[place].game.fork())?;
        Ok(Game::of(copy, self.db.clone(), self.cards.as_ref().map(|cards| cards.clone_ref(py))))
    }

    /// Puts a position into a game's place, such as one that was dealt again. It has to be of the same decks.
    fn put(&mut self, py: Python<'_>, env: usize, game: &Game) -> PyResult<()> {
        let other = game.engine()?;
        let seats = self.table.seats();
        if other.seats() != seats {
            return Err(raise!(EnvError, format_args!("the game has {} seats, not {seats}", other.seats()), "game"));
        }
        let settled = detached(py, || {
            self.at(env, |part, place, _| {
                let play = &mut part.plays[place];
                other.fork_into(&mut play.game);
                play.draft.clear();
                play.settle()
            })
        })??;
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
        let sizes = self.sizes();
        detached(py, || {
            self.at(env, |part, place, _| Tree::new(&mut part.plays[place], sizes, batch, seed, explore, depth))
        })??
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
