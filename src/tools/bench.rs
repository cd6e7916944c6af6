//! How fast this machine plays, and whether it plays as others do.
//!
//! The signature is a hash over the rows of some fixed games: several decks, agents that play at random, by rules and by
//! searching. Rows depend on everything that the engine does, on the definitions of the cards, and on the arithmetic of the
//! machine. Two machines with one signature play the same games; the hash of a run that both play parts of can be trusted.

use super::matches::{self, Description, Entry, Manifest, MatchError, RunWatch, Schedule, Tally};
use crate::cards::CardDb;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use xxhash_rust::xxh3::Xxh3;

/// Who plays the fixed games.
const SIGNING: &[(&str, &str)] = &[
    ("premodern-red", "greedy"),
    ("pauper-elves", "greedy"),
    ("premodern-four-color", "random"),
    ("pauper-blue-black", "random"),
];

/// Who plays the fixed games with an agent that searches, which takes longer.
const SEARCHING: &[(&str, &str)] = &[("green", "mcts:4"), ("red", "greedy")];

/// When these are stopped.
const SEARCHING_TURNS: u32 = 4;

/// Who plays for speed.
const RACING: &[&str] = &["premodern-red", "premodern-green-white", "pauper-elves", "pauper-blue-black"];

/// The seed of the fixed games.
const SEED: u64 = 20_260_417;

/// The run of some players, all against all, a pair each.
fn manifest<'p>(
    players: impl IntoIterator<Item = (&'p str, &'p str)>,
    seed: u64,
    db: &CardDb,
) -> Result<Manifest, MatchError> {
    let entry = |(deck, agent): (&str, &str)| Entry {
        deck: deck.to_owned(),
        agent: Some(agent.to_owned()),
        ..Entry::default()
    };
    let description = Description {
        players: players.into_iter().map(entry).collect(),
        schedule: Some(Schedule::Matrix),
        pairs: Some(1),
        seed: Some(seed),
        detail: Some(true),
        ..Description::default()
    };
    Manifest::of(&description, db)
}

fn play(manifest: &Manifest, db: &CardDb, threads: usize, stop: &AtomicBool) -> Result<Tally, MatchError> {
    let mut tally = Tally::new(manifest, None);
    let watch = RunWatch { threads, stop, progress: &|_, _| {} };
    matches::run(manifest, db, None, &mut tally, watch, &mut |_| Ok(()))?;
    Ok(tally)
}

/// The signature of this program on this machine, with the cards that it has: 16 digits. It plays 14 games.
///
/// # Errors
/// An embedded deck that can't be played; a stop.
///
/// # Examples
/// ```
/// use dracones::prelude::*;
/// use dracones::tools::bench::signature;
/// use std::sync::atomic::AtomicBool;
///
/// let (db, stop) = (CardDb::embedded(), AtomicBool::new(false));
/// assert_eq!(signature(&db, 1, &stop)?, signature(&db, 2, &stop)?);
/// # Ok::<(), dracones::tools::matches::MatchError>(())
/// ```
pub fn signature(db: &CardDb, threads: usize, stop: &AtomicBool) -> Result<String, MatchError> {
    let mut hash = Xxh3::new();
    for (players, turns) in [(SIGNING, None), (SEARCHING, Some(SEARCHING_TURNS))] {
        let mut manifest = manifest(players.iter().copied(), SEED, db)?;
        manifest.caps.turns = turns;
        let tally = play(&manifest, db, threads, stop)?;
        if !tally.is_complete() {
            return Err(MatchError::Io { path: "the signature".to_owned(), error: io::ErrorKind::Interrupted.into() });
        }
        hash.update(tally.hash().as_bytes());
    }
    Ok(format!("{:016x}", hash.digest()))
}

/// How fast games were played.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Speed {
    /// How many games were played.
    pub games: u64,
    /// How many decisions they had.
    pub decisions: u64,
    /// How long it took.
    pub time: Duration,
}

impl Speed {
    /// How many games were played a second.
    pub fn games_per_second(&self) -> f64 {
        self.games as f64 / self.time.as_secs_f64().max(1e-9)
    }

    /// How many decisions were answered a second.
    pub fn decisions_per_second(&self) -> f64 {
        self.decisions as f64 / self.time.as_secs_f64().max(1e-9)
    }
}

/// Plays games of four decks by the greedy agent until the time is up, or `stop` is set.
///
/// # Errors
/// An embedded deck that can't be played.
pub fn speed(db: &CardDb, threads: usize, time: Duration, stop: &AtomicBool) -> Result<Speed, MatchError> {
    let players = RACING.iter().map(|deck| (*deck, "greedy"));
    let manifest = Manifest { pairs: 1 << 32, detail: false, ..manifest(players, SEED, db)? };
    let (begin, up) = (Instant::now(), AtomicBool::new(false));
    let end = |_: u64, _: &Tally| {
        if begin.elapsed() >= time || stop.load(Ordering::Relaxed) {
            up.store(true, Ordering::Relaxed);
        }
    };
    let mut tally = Tally::new(&manifest, None);
    let watch = RunWatch { threads, stop: &up, progress: &end };
    matches::run(&manifest, db, None, &mut tally, watch, &mut |_| Ok(()))?;
    Ok(Speed { games: tally.games(), decisions: tally.decisions().sum(), time: begin.elapsed() })
}
