//! What a batch of games came to.

use super::hash::BatchHash;
use super::plan::Plan;
use super::play::{Failure, Played};
use super::row::hex;
use super::stats::{Histogram, wilson};
use crate::cards::printable::many;
use crate::model::ids::Seat;
use crate::model::outcome::Outcome;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

/// How many failures are described; all are counted.
const DESCRIBED: usize = 20;

/// The result of a batch.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// How many games were played.
    pub games: u64,
    /// How many each seat won.
    pub wins: Vec<u64>,
    /// How many were draws by the rules.
    pub draws: u64,
    /// How many have no result by the rules.
    pub inconclusive: u64,
    /// How many could not be played to their end.
    pub errors: u64,
    /// Covers every answer of every game, and its state at intervals.
    pub batch_hash: String,
    /// Games a second of wall time; `None` before the first game is over.
    pub games_per_second: Option<f64>,
    /// The seats.
    pub seats: Vec<SeatSummary>,
    /// How many games the player who began won.
    pub on_the_play: Split,
    /// How many games ended for each reason.
    pub ends: BTreeMap<String, u64>,
    /// Failures, at most twenty of them: number of the game, decision, message.
    pub failures: Vec<(u64, u32, String)>,
    /// How many turns games had.
    pub turns: Quantiles,
    /// How many decisions games had.
    pub decisions: Quantiles,
    /// The seed of the batch.
    pub seed: u64,
    /// The number of threads that played.
    pub threads: usize,
    /// How long it took, in seconds of wall time.
    pub seconds: f64,
    /// Whether it was stopped before all games were played.
    pub interrupted: bool,
    /// The scenario that the games began with; `None` if they began with a deal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
}

/// The result of one seat.
#[derive(Clone, Debug, Serialize)]
pub struct SeatSummary {
    /// Its letter.
    pub seat: String,
    /// Its deck.
    pub deck: String,
    /// Its agent.
    pub agent: String,
    /// Wins among games that ended by the rules.
    pub all: Split,
    /// Of these, those that it began.
    pub on_the_play: Split,
    /// Of these, those that another seat began.
    pub on_the_draw: Split,
    /// How many mulligans it took in all games.
    pub mulligans: u64,
}

/// Wins among games.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Split {
    /// Games.
    pub games: u64,
    /// Wins.
    pub wins: u64,
    /// Wins by games; 0 without games.
    pub rate: f64,
    /// The lower bound of the 95 % Wilson interval.
    pub low: f64,
    /// The upper bound of the interval.
    pub high: f64,
}

/// A middle and an upper value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Quantiles {
    /// The median.
    pub median: u32,
    /// The 90th percentile.
    pub p90: u32,
    /// In all games together.
    pub total: u64,
}

impl Split {
    fn add(&mut self, won: bool) {
        self.games += 1;
        self.wins += u64::from(won);
    }
    fn finish(mut self) -> Self {
        self.rate = if self.games == 0 { 0.0 } else { self.wins as f64 / self.games as f64 };
        (self.low, self.high) = wilson(self.wins, self.games);
        self
    }
}

impl Quantiles {
    /// Those of numbers that were counted.
    pub(crate) fn of(histogram: &Histogram) -> Self {
        Self { median: histogram.percentile(50), p90: histogram.percentile(90), total: histogram.sum() }
    }
}

/// A summary while games come in.
#[derive(Debug)]
pub(super) struct Counting {
    summary: Summary,
    hash: BatchHash,
    turns: Histogram,
    decisions: Histogram,
}

impl Counting {
    pub(super) fn new(plan: &Plan) -> Self {
        let seat = |s: usize| SeatSummary {
            seat: Seat(s as u8).to_string(),
            deck: plan.names[s].clone(),
            agent: plan.agents[s].name().to_owned(),
            all: Split::default(),
            on_the_play: Split::default(),
            on_the_draw: Split::default(),
            mulligans: 0,
        };
        let none = Quantiles { median: 0, p90: 0, total: 0 };
        let summary = Summary {
            games: 0,
            wins: vec![0; plan.seats()],
            draws: 0,
            inconclusive: 0,
            errors: 0,
            batch_hash: String::new(),
            games_per_second: None,
            seats: (0..plan.seats()).map(seat).collect(),
            on_the_play: Split::default(),
            ends: BTreeMap::new(),
            failures: Vec::new(),
            turns: none,
            decisions: none,
            seed: plan.seed,
            threads: 0,
            seconds: 0.0,
            interrupted: false,
            from: plan.start.as_ref().map(|start| start.origin.title.clone()),
        };
        Self { summary, hash: BatchHash::default(), turns: Histogram::default(), decisions: Histogram::default() }
    }

    pub(super) fn games(&self) -> u64 {
        self.summary.games
    }

    pub(super) fn add(&mut self, played: &Played) {
        let summary = &mut self.summary;
        summary.games += 1;
        self.hash.add(played.index, played.hash.value());
        if let Some(Failure { index, decision, message }) = &played.failure {
            summary.errors += 1;
            if summary.failures.len() < DESCRIBED {
                summary.failures.push((*index, *decision, message.clone()));
            }
            return;
        }
        self.turns.add(played.turns);
        self.decisions.add(played.decisions);
        for (seat, mulligans) in summary.seats.iter_mut().zip(&played.mulligans) {
            seat.mulligans += u64::from(*mulligans);
        }
        let winner = match played.outcome {
            Outcome::Inconclusive(reason) => {
                summary.inconclusive += 1;
                *summary.ends.entry(format!("inconclusive: {reason}")).or_default() += 1;
                return;
            }
            Outcome::Win(seat) => Some(seat),
            Outcome::Draw | Outcome::Running => None,
        };
        match winner {
            Some(seat) => {
                summary.wins[seat.index()] += 1;
                let first_loss = played.lost.iter().flatten().next();
                let how = first_loss.map_or_else(|| "won by an effect".to_owned(), ToString::to_string);
                *summary.ends.entry(format!("win: a player {how}")).or_default() += 1;
            }
            None => {
                summary.draws += 1;
                *summary.ends.entry("draw".to_owned()).or_default() += 1;
            }
        }
        summary.on_the_play.add(winner == Some(played.first));
        for (s, seat) in summary.seats.iter_mut().enumerate() {
            let this = Seat(s as u8);
            let won = winner == Some(this);
            seat.all.add(won);
            if played.first == this { &mut seat.on_the_play } else { &mut seat.on_the_draw }.add(won);
        }
    }

    pub(super) fn finish(self, time: Duration, threads: usize, interrupted: bool) -> Summary {
        let mut summary = self.summary;
        summary.batch_hash = hex(self.hash.value());
        summary.seconds = time.as_secs_f64();
        // Before the first game is over there is no speed.
        let speed = summary.games as f64 / summary.seconds.max(1e-9);
        summary.games_per_second = Some(speed).filter(|speed| *speed > 0.0);
        summary.on_the_play = summary.on_the_play.finish();
        for seat in &mut summary.seats {
            seat.all = seat.all.finish();
            seat.on_the_play = seat.on_the_play.finish();
            seat.on_the_draw = seat.on_the_draw.finish();
        }
        summary.turns = Quantiles::of(&self.turns);
        summary.decisions = Quantiles::of(&self.decisions);
        summary.threads = threads;
        summary.interrupted = interrupted;
        summary
    }
}

impl fmt::Display for Split {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = |x: f64| x * 100.0;
        write!(f, "{:5.1} %", percent(self.rate))?;
        write!(f, "  [{:.1}, {:.1}]", percent(self.low), percent(self.high))?;
        write!(f, "  {} of {}", self.wins, self.games)
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stopped = if self.interrupted { " (interrupted)" } else { "" };
        writeln!(f, "{}, seed {}{stopped}", many(self.games, "game"), self.seed)?;
        if let Some(title) = &self.from {
            writeln!(f, "from: {title}")?;
        }
        for seat in &self.seats {
            writeln!(f, "\n{}  {} ({})", seat.seat, seat.deck, seat.agent)?;
            writeln!(f, "   won          {}", seat.all)?;
            if self.from.is_some() {
                continue;
            }
            writeln!(f, "   on the play  {}", seat.on_the_play)?;
            writeln!(f, "   on the draw  {}", seat.on_the_draw)?;
            writeln!(f, "   mulligans    {:.2} a game", seat.mulligans as f64 / self.games.max(1) as f64)?;
        }
        match &self.from {
            Some(_) => writeln!(f)?,
            None => writeln!(f, "\nwho begins wins {}", self.on_the_play)?,
        }
        writeln!(f, "draws {}, inconclusive {}, errors {}", self.draws, self.inconclusive, self.errors)?;
        for (reason, count) in &self.ends {
            writeln!(f, "   {count:>7}  {reason}")?;
        }
        for (index, decision, message) in &self.failures {
            let after = many(*decision, "decision");
            writeln!(f, "error in game {index} (seed {}) after {after}: {message}", self.seed)?;
        }
        writeln!(f, "turns a game      median {}, 9 in 10 at most {}", self.turns.median, self.turns.p90)?;
        writeln!(f, "decisions a game  median {}, 9 in 10 at most {}", self.decisions.median, self.decisions.p90)?;
        let (speed, threads, seconds) = (self.games_per_second, self.threads, self.seconds);
        if let Some(speed) = speed {
            // Three significant digits of what is slow.
            let digits =
                if speed >= 100.0 { 0 } else { 2 - (speed.max(1e-9).log10().floor() as i32).clamp(-9, 2) } as usize;
            write!(f, "{speed:.digits$} games/s on ")?;
        }
        writeln!(f, "{}, {seconds:.2} s", many(threads, "thread"))?;
        write!(f, "batch hash {}", self.batch_hash)
    }
}
