//! All games of a plan, on threads.

use super::plan::Plan;
use super::play::{Failure, Played, play_unless};
use super::summary::{Counting, Summary};
use crate::game::Game;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::io;
use std::ops::Range;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::Instant;

/// How many games in a row one thread plays before it hands them over.
const CHUNK: u64 = 8;

/// How a run is watched and stopped.
#[derive(Clone, Copy)]
pub struct Watch<'a> {
    /// Set from anywhere, it ends the run: games in progress are stopped before their next decision and not counted.
    pub stop: &'a AtomicBool,
    /// Told how many games are done.
    pub progress: &'a dyn Fn(u64),
}

impl std::fmt::Debug for Watch<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Watch").field("stop", self.stop).finish_non_exhaustive()
    }
}

/// Plays all games of a plan; `sink` gets each game in the order of their numbers. After a stop, what is done is
/// handed over and counted.
///
/// # Errors
/// The first error of `sink`, which ends the run.
///
/// # Examples
/// ```
/// use dracones::prelude::*;
/// use dracones::tools::simulate::{self, Plan, Watch};
/// use std::sync::atomic::AtomicBool;
///
/// let db = CardDb::embedded();
/// let deck = vec![("Mountain", 24), ("Goblin Guide", 36)];
/// let setup = GameSetup::from_names(&db, &[deck.clone(), deck]).unwrap();
/// let plan = Plan { games: 4, ..Plan::new(setup, &AgentMaker::built_in("random").unwrap()) };
/// let watch = Watch { stop: &AtomicBool::new(false), progress: &|_| {} };
/// let mut turns = Vec::new();
/// let summary = simulate::run(&plan, watch, &mut |played| {
///     turns.push(played.turns);
///     Ok(())
/// })?;
/// assert_eq!((summary.games, turns.len()), (4, 4));
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn run(plan: &Plan, watch: Watch<'_>, sink: &mut dyn FnMut(&Played) -> io::Result<()>) -> io::Result<Summary> {
    run_range(plan, 0..plan.games, watch, sink)
}

/// Like [`run`], for those games of a plan whose numbers are in a range: a part of a run that several processes share.
/// The games are those that the whole run has under these numbers. [`BatchHash`](super::BatchHash) puts parts together.
///
/// # Errors
/// The first error of `sink`, which ends the run.
pub fn run_range(
    plan: &Plan,
    games: Range<u64>,
    watch: Watch<'_>,
    sink: &mut dyn FnMut(&Played) -> io::Result<()>,
) -> io::Result<Summary> {
    let (next, failed) = (AtomicU64::new(games.start), AtomicBool::new(false));
    let count = games.end.saturating_sub(games.start);
    let chunks = count.div_ceil(CHUNK);
    let threads = (plan.threads.max(1) as u64).min(chunks.max(1)) as usize;
    let (send, receive) = sync_channel(threads * 4);
    let (begin, end) = (Instant::now(), games.end);
    let mut counting = Counting::new(plan);
    let result = thread::scope(|scope| {
        for number in 0..threads {
            let (send, next, failed) = (send.clone(), &next, &failed);
            let stopped = || failed.load(Ordering::Relaxed) || watch.stop.load(Ordering::Relaxed);
            thread::Builder::new()
                .name(format!("games {number}"))
                .spawn_scoped(scope, move || work(plan, end, next, &stopped, &send))
                .expect("the system has room for another thread");
        }
        drop(send);
        let result = collect(&receive, games.start, watch.progress, &mut |played| {
            counting.add(played);
            sink(played)
        });
        failed.store(result.is_err(), Ordering::Relaxed);
        // Threads that wait to hand over find nobody and end.
        drop(receive);
        result
    });
    result?;
    let interrupted = counting.games() < count;
    Ok(counting.finish(begin.elapsed(), threads, interrupted))
}

/// Plays all games of a plan and returns their summary: for a run that nobody watches, stops or writes down.
pub fn play_all(plan: &Plan) -> Summary {
    let stop = AtomicBool::new(false);
    let watch = Watch { stop: &stop, progress: &|_| {} };
    run(plan, watch, &mut |_| Ok(())).expect("nothing is written, so nothing can fail")
}

/// Hands games on in the order of their numbers, whichever thread is first.
fn collect(
    receive: &Receiver<(u64, Vec<Played>)>,
    first: u64,
    progress: &dyn Fn(u64),
    sink: &mut dyn FnMut(&Played) -> io::Result<()>,
) -> io::Result<()> {
    let mut waiting = BTreeMap::new();
    let (mut expected, mut done) = (first, 0);
    while let Ok((start, games)) = receive.recv() {
        done += games.len() as u64;
        progress(done);
        waiting.insert(start, games);
        while let Some(games) = waiting.remove(&expected) {
            expected += CHUNK;
            games.iter().try_for_each(&mut *sink)?;
        }
    }
    // Only a stop leaves gaps.
    waiting.values().flatten().try_for_each(sink)
}

/// Plays chunk after chunk, up to the game before `end`.
fn work(plan: &Plan, end: u64, next: &AtomicU64, stopped: &dyn Fn() -> bool, send: &SyncSender<(u64, Vec<Played>)>) {
    let mut pooled = None;
    while !stopped() {
        let start = next.fetch_add(CHUNK, Ordering::Relaxed);
        if start >= end {
            return;
        }
        let mut games = Vec::with_capacity(CHUNK as usize);
        for index in start..(start + CHUNK).min(end) {
            if stopped() {
                break;
            }
            let Some(played) = guarded(plan, index, stopped, &mut pooled) else { break };
            games.push(played);
        }
        if send.send((start, games)).is_err() {
            return;
        }
    }
}

/// Plays a game; a panic in it becomes a failure, and the pooled game is replaced. `None` if it was stopped.
fn guarded(plan: &Plan, index: u64, stopped: &dyn Fn() -> bool, pooled: &mut Option<Game>) -> Option<Played> {
    let answered = Cell::new(0);
    let result = catch(|| {
        let game = pooled.get_or_insert_with(|| plan.pool(index));
        play_unless(game, plan, index, &answered, stopped, None)
    });
    result.unwrap_or_else(|message| {
        let broken = pooled.take();
        // Its parts may be in any state, so that even dropping it may panic.
        let _ = catch(|| drop(broken));
        Some(Played::failed(plan, Failure { index, decision: answered.get(), message }))
    })
}

/// Does something; a panic becomes its message, with its place if [`quiet_panics`] was called. What was being changed may be
/// in any state then: a game in which something panicked is of no more use.
///
/// # Errors
/// If it panics.
pub fn catch<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    let before = GUARDED.replace(true);
    let result = panic::catch_unwind(AssertUnwindSafe(work));
    GUARDED.set(before);
    result.map_err(|payload| {
        let message = payload
            .downcast_ref::<&str>()
            .map(|text| (*text).to_owned())
            .or_else(|| payload.downcast_ref::<String>().cloned())
            .unwrap_or_else(|| "a panic".to_owned());
        match PLACE.take() {
            Some(place) => format!("{message} (at {place})"),
            None => message,
        }
    })
}

thread_local! {
    /// Whether this thread is in a game whose panics are caught.
    static GUARDED: Cell<bool> = const { Cell::new(false) };
    /// Where the last such panic was.
    static PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Makes panics in games of [`run`] silent: they are caught, and their place goes into the failure. All other panics
/// are reported as before. For programs; it changes the panic hook of the process.
pub fn quiet_panics() {
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if GUARDED.get() {
            // The first panic is the cause; dropping what it broke may lead to others.
            PLACE.with_borrow_mut(|place| {
                place.get_or_insert_with(|| info.location().map(ToString::to_string).unwrap_or_default());
            });
        } else {
            before(info);
        }
    }));
}
