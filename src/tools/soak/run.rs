//! Games on threads until the time is up.

use super::decks::{Pool, plan};
use super::game::{Broken, play};
use super::probe::{Probe, Probes};
use super::shrink::{attempt, shrink};
use crate::cards::CardDb;
use crate::cards::printable::many;
use crate::model::outcome::Outcome;
use crate::model::rng::Stream;
use crate::tools::replay::{Given, Recording};
use crate::tools::simulate::{Header, ReplayError, Row};
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use std::{fmt, thread};

/// What is to be done.
#[derive(Clone, Debug)]
pub struct Soak {
    /// For how long games are begun.
    pub time: Duration,
    /// The seed: a game depends only on the seed and its number.
    pub seed: u64,
    /// The number of the first game.
    pub first: u64,
    /// How many games at most.
    pub games: u64,
    /// The number of threads.
    pub threads: usize,
    /// A game that takes longer is given up.
    pub each: Duration,
    /// The time that goes into shrinking a failure.
    pub shrinking: Duration,
    /// The number of failures of different kinds after which the run stops.
    pub failures: usize,
}

impl Default for Soak {
    fn default() -> Self {
        Self {
            time: Duration::from_secs(60),
            seed: 1,
            first: 0,
            games: u64::MAX,
            threads: 1,
            each: Duration::from_secs(30),
            shrinking: Duration::from_secs(30),
            failures: 10,
        }
    }
}

/// How a run is watched and stopped.
#[derive(Clone, Copy)]
pub struct Watch<'a> {
    /// Set from anywhere, it ends the run after the games in progress.
    pub stop: &'a AtomicBool,
    /// Told of each failure of a new kind, shrunk: the header and the failure.
    pub failed: &'a (dyn Fn(&Header, &Broken) + Sync),
}

impl fmt::Debug for Watch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watch").field("stop", self.stop).finish_non_exhaustive()
    }
}

/// What was done.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Games that were begun.
    pub games: u64,
    /// Answers that were given.
    pub decisions: u64,
    /// Probes that were tried.
    pub probes: u64,
    /// Games that ended, by how.
    pub ends: BTreeMap<String, u64>,
    /// Games that broke.
    pub broken: u64,
    /// The kinds of their failures, with the first game of each.
    pub kinds: BTreeMap<String, u64>,
    /// How long it took.
    pub time: Duration,
    /// Whether it was stopped.
    pub stopped: bool,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { games, decisions, probes, broken, .. } = self;
        write!(
            f,
            "soak: {}, {}, {} in {:.1} min; ",
            many(*games, "game"),
            many(*decisions, "decision"),
            many(*probes, "probe"),
            self.time.as_secs_f64() / 60.0
        )?;
        for (end, count) in &self.ends {
            write!(f, "{end} {count}, ")?;
        }
        write!(f, "failures {broken}")?;
        if *broken > 0 {
            write!(f, " of {}", many(self.kinds.len(), "kind"))?;
        }
        Ok(())
    }
}

/// Plays until the time is up, or enough has been found.
pub fn run(soak: &Soak, db: &CardDb, watch: Watch<'_>) -> Report {
    let begin = Instant::now();
    let next = AtomicU64::new(0);
    let report = Mutex::new(Report::default());
    let pool = Pool::new(db, true);
    thread::scope(|scope| {
        for _ in 0..soak.threads.max(1) {
            scope.spawn(|| work(soak, db, &pool, begin, &next, &report, watch));
        }
    });
    let mut report = report.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    report.time = begin.elapsed();
    report.stopped = watch.stop.load(Ordering::Relaxed);
    report
}

fn work(
    soak: &Soak,
    db: &CardDb,
    pool: &Pool,
    begin: Instant,
    next: &AtomicU64,
    report: &Mutex<Report>,
    watch: Watch<'_>,
) {
    let enough = || {
        let report = report.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        begin.elapsed() >= soak.time || watch.stop.load(Ordering::Relaxed) || report.kinds.len() >= soak.failures
    };
    while !enough() {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if number >= soak.games {
            return;
        }
        let number = soak.first.wrapping_add(number);
        let Ok(plan) = plan(db, pool, soak.seed, number) else { return };
        let (mut game, mut recording) = Recording::begin(&plan, number);
        let mut probes = Probes::new(&game, db);
        let mut rng = Stream::new(soak.seed ^ 0x50AC_50AC, number);
        let left = soak.time.saturating_sub(begin.elapsed()).max(Duration::from_secs(1));
        let soaked = play(&mut game, &mut recording, &mut probes, &mut rng, soak.each.min(left));
        let end = match (&soaked.broken, soaked.outcome) {
            (Some(_), _) => "broken".to_owned(),
            (None, Outcome::Win(_)) => "won".to_owned(),
            (None, Outcome::Draw) => "drawn".to_owned(),
            (None, Outcome::Running) => "given up".to_owned(),
            (None, Outcome::Inconclusive(reason)) => reason.to_string(),
        };
        let new = {
            let mut report = report.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            report.games += 1;
            report.decisions += soaked.decisions;
            report.probes += soaked.probes;
            match &soaked.broken {
                None => {
                    *report.ends.entry(end).or_default() += 1;
                    false
                }
                Some(broken) => {
                    report.broken += 1;
                    let kind = broken.kind();
                    let new = !report.kinds.contains_key(&kind);
                    report.kinds.entry(kind).or_insert(number);
                    new
                }
            }
        };
        if let Some(broken) = soaked.broken.filter(|_| new) {
            let broken = shrink(&plan, number, *broken, db, soak.shrinking);
            (watch.failed)(&recording.header(), &broken);
        }
        // What broke may be in any state, so that even dropping it may panic.
        let _ = crate::tools::simulate::catch(move || drop((game, probes)));
    }
}

/// Plays the game of a file with every probe at every decision.
///
/// # Errors
/// A file that fits no game here.
pub fn check(header: &Header, row: &Row, db: &CardDb, time: Duration) -> Result<Option<Broken>, ReplayError> {
    let plan = header.plan_of_anybody(db)?;
    let given = row.record.as_ref().map(|r| Given::read(&r.given).unwrap_or_default()).unwrap_or_default();
    let until = Instant::now() + time;
    let probes = Probe::ALL.map(|(probe, _)| Some(probe));
    let found = [None].into_iter().chain(probes).find_map(|probe| attempt(&plan, row.index, &given, probe, db, until));
    Ok(found)
}
