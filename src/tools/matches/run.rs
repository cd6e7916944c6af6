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
    /// The number of threads that play.
    pub threads: usize,
    /// Set from anywhere, it ends the run: games in progress are stopped before their next decision and not counted.
    pub stop: &'a AtomicBool,
    /// Told how many pairs are played, and what they come to.
    pub progress: &'a dyn Fn(u64, &Tally),
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
/// let watch = RunWatch { threads: 1, stop: &AtomicBool::new(false), progress: &|_, _| {} };
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
        let round =
            if begun { tally.round_begun(number) } else { schedule::round(manifest, number, tally.standings()) };
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
    progress: &dyn Fn(u64, &Tally),
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
        progress(tally.units_done() + waiting.len() as u64, tally);
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
            let one =
                match_of(self.manifest, &self.round.pairings[place], &self.tables[place], unit * 2 + half, pair, first);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::matches::row::End;
    use crate::tools::matches::{Caps, Deal, Description, Entry, MatchError, Report, Schedule};

    fn entry(deck: &str, agent: &str) -> Entry {
        Entry { deck: deck.to_owned(), agent: Some(agent.to_owned()), ..Entry::default() }
    }

    fn played(description: &Description, threads: usize) -> (Vec<GameRow>, Tally) {
        let db = CardDb::embedded();
        let manifest = Manifest::of(description, &db).unwrap();
        let mut tally = Tally::new(&manifest, None);
        let mut rows = Vec::new();
        let watch = RunWatch { threads, stop: &AtomicBool::new(false), progress: &|_, _| {} };
        run(&manifest, &db, None, &mut tally, watch, &mut |lines| {
            rows.extend(lines.lines().map(|line| serde_json::from_str::<GameRow>(line).unwrap()));
            Ok(())
        })
        .unwrap();
        assert!(tally.is_complete());
        (rows, tally)
    }

    #[test]
    fn mirrors_of_equal_agents_come_out_even_in_every_pair() {
        for (agent, best_of) in [("random", 1), ("greedy", 1), ("greedy", 3)] {
            let players = vec![entry("red", agent), entry("red", agent)];
            let description = Description { players, pairs: Some(4), best_of: Some(best_of), ..Description::default() };
            let (rows, tally) = played(&description, 2);
            let report = Report::new(&tally, None, 0.95);
            assert_eq!(report.pairings[0].by_points.0, [0, 0, 4, 0, 0], "{agent}");
            assert!((report.pairings[0].score.rate - 0.5).abs() < f64::EPSILON);
            // The second match is the first one with the players changed.
            for pair in 0..4 {
                let half = |n: u64| {
                    let of = rows.iter().filter(move |row| row.pair == pair && row.match_number % 2 == n);
                    of.map(|row| (row.hash.clone(), row.turns, row.first)).collect::<Vec<_>>()
                };
                let other = half(1).into_iter().map(|(hash, turns, first)| (hash, turns, first.other()));
                assert_eq!(half(0), other.collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn players_keep_their_libraries_if_the_run_says_so() {
        let players = vec![entry("red", "greedy"), entry("green", "greedy")];
        let opening = |deal| {
            let description = Description {
                players: players.clone(),
                pairs: Some(6),
                deal: Some(deal),
                detail: Some(true),
                ..Description::default()
            };
            let (rows, _) = played(&description, 2);
            let kept = rows.chunks_exact(2).filter(|two| two.iter().all(|row| row.mulligans == [0, 0]));
            let hands = |row: &GameRow| row.detail.as_ref().unwrap().clone().map(|detail| detail.opening);
            kept.map(|two| (two[0].first != two[1].first, hands(&two[0]), hands(&two[1]))).collect::<Vec<_>>()
        };
        let (by_player, by_place) = (opening(Deal::ByPlayer), opening(Deal::ByPlace));
        assert!(by_player.len() > 1 && by_place.len() > 1);
        assert!(by_player.iter().all(|(turned, one, two)| *turned && one == two));
        assert!(by_place.iter().all(|(turned, one, two)| *turned && one != two));
    }

    #[test]
    fn rows_are_the_same_on_any_number_of_threads() {
        let players = vec![entry("red", "greedy"), entry("green", "random"), entry("vanilla", "random")];
        let of = |schedule| Description {
            players: players.clone(),
            schedule: Some(schedule),
            pairs: Some(3),
            ..Description::default()
        };
        for schedule in [Schedule::Matrix, Schedule::Gauntlet, Schedule::Swiss { rounds: 2 }] {
            let (one, first) = played(&of(schedule), 1);
            let (three, second) = played(&of(schedule), 3);
            assert_eq!((one, first.hash()), (three, second.hash()), "{schedule}");
        }
    }

    #[test]
    fn caps_leave_pairs_without_a_result() {
        let players = vec![entry("red", "greedy"), entry("green", "greedy")];
        let caps = Caps { turns: Some(2), decisions: None };
        let (rows, tally) = played(&Description { players, pairs: Some(2), caps, ..Description::default() }, 1);
        assert!(rows.iter().all(|row| row.end == End::Inconclusive && row.why == "turn cap"));
        let report = Report::new(&tally, None, 0.95);
        assert_eq!((report.pairings[0].void, report.pairings[0].bounds), (2, (0.0, 1.0)));
        assert_eq!((report.pairings[0].pairs, report.inconclusive), (0, 4));
    }

    #[test]
    fn a_decided_test_ends_the_run() {
        let players = vec![entry("red", "greedy"), entry("red", "random")];
        let sprt = Some("p0=0.5,p1=0.6".parse().unwrap());
        let of = |threads| played(&Description { players: players.clone(), sprt, ..Description::default() }, threads);
        let (one, tally) = of(1);
        let (two, again) = of(2);
        assert!(tally.is_decided() && tally.units_done() < 500);
        assert_eq!((one, tally.hash()), (two, again.hash()));
    }

    #[test]
    fn what_cant_be_played_is_refused() {
        let db = CardDb::embedded();
        let refused = |description: Description| Manifest::of(&description, &db).unwrap_err();
        let of = |agents: &[&str]| Description {
            players: agents.iter().map(|agent| entry("red", agent)).collect(),
            ..Description::default()
        };
        assert!(matches!(refused(of(&["greedy"])), MatchError::Players { found: 1, .. }));
        assert!(matches!(refused(of(&["greedy"; 3])), MatchError::Players { found: 3, .. }));
        assert!(matches!(refused(of(&["greedy", "nobody"])), MatchError::Agent(_)));
        assert!(matches!(refused(of(&["greedy", "mcts:50ms"])), MatchError::Clock(_)));
        let two = || of(&["greedy", "random"]);
        assert!(matches!(refused(Description { games: Some(3), ..two() }), MatchError::Range { what: "games", .. }));
        assert!(matches!(refused(Description { pairs: Some(0), ..two() }), MatchError::Range { what: "pairs", .. }));
        assert!(matches!(refused(Description { best_of: Some(2), ..two() }), MatchError::Range { .. }));
        let both = Description { games: Some(2), pairs: Some(1), ..two() };
        assert!(matches!(refused(both), MatchError::Together(_)));
        let swiss = Description { schedule: Some(Schedule::Swiss { rounds: 2 }), ..two() };
        assert!(matches!(refused(swiss), MatchError::Range { what: "rounds", .. }));
        let mut named = two();
        named.players.iter_mut().for_each(|player| player.name = Some("x".to_owned()));
        assert!(matches!(refused(named), MatchError::SameName(_)));
        let mut weighed = two();
        weighed.players[0].weight = Some(-1.0);
        assert!(matches!(refused(weighed), MatchError::Weight { .. }));
        let sprt = Some("p0=0.5,p1=0.6".parse().unwrap());
        let test = Description { sprt, schedule: Some(Schedule::Matrix), ..two() };
        assert!(matches!(refused(test), MatchError::Together(_)));
    }
}
