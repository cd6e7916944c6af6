//! A run on threads. Pairs leave in the order of their numbers, so that what is written is always the beginning of what will be.

use super::error::MatchError;
use super::manifest::Manifest;
use super::play::MatchOf;
use super::row::{GameRow, Shard, Side};
use super::schedule::{self, Pairing, Round};
use super::tables::Table;
use super::tally::Tally;
use crate::cards::CardDb;
use crate::game::Game;
use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

/// How a run is played.
#[derive(Clone, Copy)]
pub struct RunWatch<'a> {
    /// How many threads.
    pub threads: usize,
    /// Set from anywhere, it ends the run: games in progress are stopped before their next decision and not counted.
    pub stop: &'a AtomicBool,
    /// Told how many pairs are played.
    pub progress: &'a dyn Fn(u64),
}

impl std::fmt::Debug for RunWatch<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RunWatch").field("threads", &self.threads).field("stop", self.stop).finish_non_exhaustive()
    }
}

/// Gets the lines of a pair, each with its end.
pub type Sink<'a> = &'a mut dyn FnMut(&str) -> io::Result<()>;

/// Plays what is left of a run, or of a part of it, after what `tally` has counted; `sink` gets each pair in the order of
/// their numbers.
///
/// # Errors
/// Decks that can't be played together; the first error of `sink`, which ends the run.
///
/// # Examples
/// ```
/// use dracones::prelude::*;
/// use dracones::tools::matches::{self, Description, Manifest, RunWatch, Tally};
/// use std::sync::atomic::AtomicBool;
///
/// let db = CardDb::embedded();
/// let players = vec!["red".parse()?, "green".parse()?];
/// let manifest = Manifest::of(&Description { players, pairs: Some(2), ..Description::default() }, &db)?;
/// let mut tally = Tally::new(&manifest, None);
/// let watch = RunWatch { threads: 1, stop: &AtomicBool::new(false), progress: &|_| {} };
/// let mut rows = String::new();
/// matches::run(&manifest, &db, None, &mut tally, watch, &mut |lines| {
///     rows.push_str(lines);
///     Ok(())
/// })?;
/// assert_eq!((rows.lines().count(), tally.games(), tally.is_complete()), (4, 4, true));
/// # Ok::<(), matches::MatchError>(())
/// ```
pub fn run(
    manifest: &Manifest,
    db: &CardDb,
    shard: Option<Shard>,
    tally: &mut Tally,
    watch: RunWatch<'_>,
    sink: Sink<'_>,
) -> Result<(), MatchError> {
    let stopped = || watch.stop.load(Ordering::Relaxed);
    for number in 0..schedule::rounds(manifest.schedule) {
        let units = schedule::units(manifest) / u64::from(schedule::rounds(manifest.schedule));
        let first_unit = u64::from(number) * units;
        if tally.next_unit() >= first_unit + units || tally.is_complete() || stopped() {
            continue;
        }
        // The pairings of a round that has begun were made from the results of those before it.
        let begun = tally.next_unit() > first_unit && schedule::rounds(manifest.schedule) > 1;
        let round = if begun { tally.round_begun(number) } else { schedule::round(manifest, number, tally.standings()) };
        play_round(manifest, db, shard, &round, tally, watch, sink)?;
    }
    Ok(())
}

/// What the threads of a round share.
struct Shared<'r> {
    manifest: &'r Manifest,
    round: &'r Round,
    tables: Vec<Table>,
    shard: Option<Shard>,
    next: AtomicU64,
    failed: AtomicBool,
    stop: &'r AtomicBool,
}

/// A pair that was played: its number, and its rows.
type PlayedUnit = (u64, Vec<GameRow>);

fn play_round(
    manifest: &Manifest,
    db: &CardDb,
    shard: Option<Shard>,
    round: &Round,
    tally: &mut Tally,
    watch: RunWatch<'_>,
    sink: Sink<'_>,
) -> Result<(), MatchError> {
    let table = |pairing: &Pairing| Table::new(manifest, pairing.a, pairing.b, db);
    let shared = Shared {
        manifest,
        round,
        tables: round.pairings.iter().map(table).collect::<Result<_, _>>()?,
        shard,
        next: AtomicU64::new(tally.next_unit()),
        failed: AtomicBool::new(false),
        stop: watch.stop,
    };
    let threads = watch.threads.clamp(1, 1024).min(round.units().try_into().unwrap_or(usize::MAX));
    let (send, receive) = sync_channel(threads * 4);
    let result = thread::scope(|scope| {
        for number in 0..threads {
            let (send, shared) = (send.clone(), &shared);
            thread::Builder::new()
                .name(format!("games {number}"))
                .spawn_scoped(scope, move || shared.work(&send))
                .expect("the system has room for another thread");
        }
        drop(send);
        let result = collect(&receive, shard, tally, watch.progress, sink);
        shared.failed.store(true, Ordering::Relaxed);
        // Threads that wait to hand over find nobody and end.
        drop(receive);
        result
    });
    result.map_err(|error| MatchError::Io { path: "the results".to_owned(), error })
}

/// Hands pairs on in the order of their numbers, until the last one, a stop, or the end of a test.
fn collect(
    receive: &Receiver<PlayedUnit>,
    shard: Option<Shard>,
    tally: &mut Tally,
    progress: &dyn Fn(u64),
    sink: Sink<'_>,
) -> io::Result<()> {
    let mut waiting = BTreeMap::new();
    let mut lines = String::new();
    while let Ok((unit, rows)) = receive.recv() {
        debug_assert!(shard.is_none_or(|shard| shard.has(unit)), "a thread plays what isn't its part");
        waiting.insert(unit, rows);
        while let Some(rows) = waiting.remove(&tally.next_unit()) {
            lines.clear();
            for row in &rows {
                let line = serde_json::to_string(row)?;
                tally.add(row, &line).map_err(io::Error::other)?;
                lines.push_str(&line);
                lines.push('\n');
            }
            sink(&lines)?;
            if tally.is_decided() {
                return Ok(());
            }
        }
        progress(tally.units_done() + waiting.len() as u64);
    }
    Ok(())
}

impl Shared<'_> {
    /// Plays pair after pair.
    fn work(&self, send: &SyncSender<PlayedUnit>) {
        let mut pooled = None;
        let end = self.round.first_unit + self.round.units();
        while !self.stopped() {
            let unit = self.next.fetch_add(1, Ordering::Relaxed);
            if unit >= end {
                return;
            }
            if self.shard.is_some_and(|shard| !shard.has(unit)) {
                continue;
            }
            let Some(rows) = self.pair(unit, &mut pooled) else { return };
            if send.send((unit, rows)).is_err() {
                return;
            }
        }
    }

    fn stopped(&self) -> bool {
        self.failed.load(Ordering::Relaxed) || self.stop.load(Ordering::Relaxed)
    }

    /// Plays the two matches of a pair.
    fn pair(&self, unit: u64, pooled: &mut Option<Game>) -> Option<Vec<GameRow>> {
        let (place, pair) = self.round.unit(unit);
        let mut rows = Vec::new();
        for (half, first) in [(0, Side::A), (1, Side::B)] {
            let one = match_of(self.manifest, &self.round.pairings[place], &self.tables[place], unit * 2 + half, pair, first);
            rows.extend(one.play(pooled, &|| self.stopped())?);
        }
        Some(rows)
    }
}

/// A match of a run.
pub(super) fn match_of<'r>(
    manifest: &'r Manifest,
    pairing: &Pairing,
    table: &'r Table,
    number: u64,
    pair: u64,
    first: Side,
) -> MatchOf<'r> {
    MatchOf {
        table,
        names: [&manifest.players[pairing.a].name, &manifest.players[pairing.b].name],
        best_of: manifest.best_of,
        detail: manifest.detail,
        number,
        pairing: pairing.number,
        pair,
        first,
    }
}
