//! Bulk games.

use crate::cards::{Cards, DeckArg, playable};
use crate::errors::{MatchError, OrRaise, SetupError, detached, engine, raise};
use crate::table::{Table, TableBuilder};
use dracones::GameSetup;
use dracones::agents::AgentMaker;
use dracones::model::ids::Seat;
use dracones::tools::decks::DeckRules;
use dracones::tools::matches::{Cell, Column, ColumnType};
use dracones::tools::simulate::{self, BatchHash, First, Plan, Played, Watch};
use pyo3::prelude::*;
use std::borrow::Cow;
use std::cell::{Cell as Slot, RefCell};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How often signals are looked at while games are played.
const LOOK: Duration = Duration::from_millis(50);

/// Ends a run when Python has a signal to handle, such as an interrupt from the keyboard.
pub(crate) struct Interrupt {
    pub(crate) stop: AtomicBool,
    last: Slot<Instant>,
    raised: RefCell<Option<PyErr>>,
}

impl Interrupt {
    pub(crate) fn new() -> Self {
        Self { stop: AtomicBool::new(false), last: Slot::new(Instant::now()), raised: RefCell::new(None) }
    }

    /// Looks for signals, now and then.
    pub(crate) fn look(&self) {
        if self.last.get().elapsed() < LOOK {
            return;
        }
        self.last.set(Instant::now());
        #[expect(clippy::redundant_closure_for_method_calls, reason = "the method is of one lifetime only")]
        let looked = Python::attach(|py| py.check_signals());
        if let Err(error) = looked {
            self.stop.store(true, Ordering::Relaxed);
            self.raised.replace(Some(error));
        }
    }

    /// # Errors
    /// What the handler of a signal raised.
    pub(crate) fn finish(self) -> PyResult<()> {
        self.raised.into_inner().map_or(Ok(()), Err)
    }
}

/// How many threads to use; all cores without a number.
///
/// # Errors
/// None at all.
pub(crate) fn threads(threads: Option<usize>) -> PyResult<usize> {
    match threads {
        Some(0) => Err(raise!(SetupError, "0 threads: at least 1 is needed")),
        Some(threads) => Ok(threads),
        None => Ok(std::thread::available_parallelism().map_or(1, usize::from)),
    }
}

/// An agent a seat.
///
/// # Errors
/// An unknown agent, or another number of them than of seats.
pub(crate) fn agents(names: &[String], seats: usize) -> PyResult<Vec<AgentMaker>> {
    let made = names.iter().map(|name| {
        let made = name.trim().to_ascii_lowercase().parse::<AgentMaker>();
        made.map_err(|error| raise!(SetupError, error))
    });
    let mut made = made.collect::<PyResult<Vec<_>>>()?;
    if let [one] = &made[..] {
        made = vec![one.clone(); seats];
    }
    if made.len() != seats {
        let given = made.len();
        return Err(raise!(
            SetupError,
            format_args!("{given} agents for {seats} seats: give one for all, or one a seat")
        ));
    }
    Ok(made)
}

/// Who begins.
///
/// # Errors
/// Another word, or a seat that isn't there.
pub(crate) fn first(text: &str, seats: usize) -> PyResult<First> {
    let first = First::parse(text).map_err(|error| raise!(SetupError, error, "first"))?;
    match first {
        First::Seat(seat) if seat.index() >= seats => {
            let last = Seat(seats as u8 - 1);
            Err(raise!(SetupError, format_args!("there is no seat {seat}; the last is {last}"), "first"))
        }
        first => Ok(first),
    }
}

/// A number of games, turns and the like that can't be 0.
///
/// # Errors
/// If it is.
pub(crate) fn at_least_one(what: &str, number: u64) -> PyResult<()> {
    if number > 0 { Ok(()) } else { Err(raise!(SetupError, format_args!("0 {what}: at least 1 is needed"))) }
}

/// The columns of games that all numbers of seats have.
fn columns(seats: usize) -> Vec<Column> {
    let column = |name, holds, optional| Column { name, holds, optional };
    let mut all = vec![
        column("index", ColumnType::Integer, false),
        column("first", ColumnType::Text, false),
        column("winner", ColumnType::Text, true),
        column("end", ColumnType::Text, false),
        column("why", ColumnType::Text, false),
        column("turns", ColumnType::Integer, false),
        column("decisions", ColumnType::Integer, false),
    ];
    all.extend(LIFE[..seats].iter().map(|name| column(*name, ColumnType::Integer, false)));
    all.extend(MULLIGANS[..seats].iter().map(|name| column(*name, ColumnType::Integer, false)));
    all.push(column("hash", ColumnType::Text, false));
    all
}

/// The names of columns, by seat.
const LIFE: [&str; 16] = [
    "life_a", "life_b", "life_c", "life_d", "life_e", "life_f", "life_g", "life_h", "life_i", "life_j", "life_k",
    "life_l", "life_m", "life_n", "life_o", "life_p",
];
const MULLIGANS: [&str; 16] = [
    "mulligans_a",
    "mulligans_b",
    "mulligans_c",
    "mulligans_d",
    "mulligans_e",
    "mulligans_f",
    "mulligans_g",
    "mulligans_h",
    "mulligans_i",
    "mulligans_j",
    "mulligans_k",
    "mulligans_l",
    "mulligans_m",
    "mulligans_n",
    "mulligans_o",
    "mulligans_p",
];

fn add(table: &mut TableBuilder, played: &Played, plan: &Plan) {
    let row = played.row(plan);
    let whole = |number: i64| Cell::Integer(number);
    let text = |text: String| Cell::Text(Cow::Owned(text));
    let mut cells = vec![
        whole(row.index as i64),
        text(row.first),
        row.winner.map_or(Cell::Missing, text),
        text(row.end),
        text(row.why),
        whole(row.turns.into()),
        whole(row.decisions.into()),
    ];
    cells.extend(row.life.iter().map(|life| whole((*life).into())));
    cells.extend(row.mulligans.iter().map(|taken| whole((*taken).into())));
    cells.push(text(row.hash));
    table.add(cells);
}

/// Plays the games of a plan. Answers the summary as JSON, and the table of the games.
#[pyfunction]
#[pyo3(signature = (decks, *, agents, games, seed, threads, first, start, max_turns, format, allow_small, cards))]
#[expect(clippy::too_many_arguments, reason = "`dracones.simulate` names and explains them")]
pub(crate) fn simulate_games(
    py: Python<'_>,
    decks: Vec<DeckArg<'_>>,
    agents: Vec<String>,
    games: u64,
    seed: u64,
    threads: Option<usize>,
    first: &str,
    start: u64,
    max_turns: Option<u32>,
    format: Option<String>,
    allow_small: bool,
    cards: Option<&Bound<'_, Cards>>,
) -> PyResult<(String, Table)> {
    at_least_one("games", games)?;
    at_least_one("turns", max_turns.unwrap_or(1).into())?;
    let range = start..start.checked_add(games).ok_or_else(|| raise!(SetupError, "numbers of games have 64 bits"))?;
    let db = Cards::or_embedded(cards);
    let (names, lists) = playable(&decks, &db, &DeckRules { format, allow_small })?;
    let mut setup = GameSetup::new(&db, &lists).or_raise()?;
    if let Some(turns) = max_turns {
        setup.settings.max_turns = turns;
    }
    let seats = lists.len();
    let plan = Plan {
        names,
        agents: self::agents(&agents, seats)?,
        games,
        seed,
        threads: self::threads(threads)?,
        first: self::first(first, seats)?,
        start: None,
        record: false,
        setup,
    };
    let mut table = TableBuilder::new(&columns(seats));
    let (summary, table) = detached(py, || {
        let interrupt = Interrupt::new();
        let watch = Watch { stop: &interrupt.stop, progress: &|_| interrupt.look() };
        let summary = simulate::run_range(&plan, range, watch, &mut |played| {
            add(&mut table, played, &plan);
            Ok(())
        });
        interrupt.finish().and_then(|()| Ok((summary.map_err(engine)?, table)))
    })??;
    Ok((serde_json::to_string(&summary).map_err(engine)?, table.finish()?))
}

/// The hash of a batch from the hashes of its games, in the order of their numbers.
#[pyfunction]
pub(crate) fn hash_games(games: Vec<(u64, String)>) -> PyResult<String> {
    let mut hash = BatchHash::default();
    for (index, text) in &games {
        let value = u64::from_str_radix(text, 16);
        let wrong = |_| raise!(MatchError, format_args!("`{text}` isn't a hash of 16 hexadecimal digits"));
        hash.add(*index, value.map_err(wrong)?);
    }
    Ok(format!("{:016x}", hash.value()))
}
