//! How far a long run is.

use clap::ValueEnum;
use indicatif::{HumanDuration, ProgressBar, ProgressState, ProgressStyle};
use std::cell::{Cell, RefCell};
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// How it is told.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ProgressKind {
    /// A bar on a terminal, elsewhere nothing.
    Auto,
    /// A line of JSON a second on standard error.
    Json,
    /// Nothing.
    None,
}

/// How often lines are written at most.
const EVERY: Duration = Duration::from_secs(1);

/// The progress of a run.
pub(super) struct Progress {
    bar: ProgressBar,
    json: bool,
    unit: &'static str,
    begin: Instant,
    last: Cell<Option<Instant>>,
    /// What had been done before this process began, and what is done now.
    before: u64,
    done: Cell<u64>,
    total: u64,
    /// How the run stands, as fields.
    standing: RefCell<Option<serde_json::Value>>,
    told: Cell<Option<Instant>>,
}

impl Progress {
    /// A run of `total` units of which `before` are done.
    pub(super) fn new(kind: ProgressKind, unit: &'static str, before: u64, total: u64) -> Self {
        let shown = kind == ProgressKind::Auto && io::stderr().is_terminal();
        let bar = if shown { bar(unit, total) } else { ProgressBar::hidden() };
        bar.set_position(before);
        bar.reset_eta();
        Self {
            bar,
            json: kind == ProgressKind::Json,
            unit,
            begin: Instant::now(),
            last: Cell::new(None),
            before,
            done: Cell::new(before),
            total,
            standing: RefCell::new(None),
            told: Cell::new(None),
        }
    }

    /// Whether it is time to tell how the run stands.
    pub(super) fn is_due(&self) -> bool {
        (self.json || !self.bar.is_hidden()) && self.told.get().is_none_or(|told| told.elapsed() >= EVERY)
    }

    /// Tells how the run stands, in words and as fields.
    pub(super) fn tell(&self, (words, fields): (String, serde_json::Value)) {
        self.told.set(Some(Instant::now()));
        self.bar.set_message(words);
        *self.standing.borrow_mut() = Some(fields);
    }

    /// Tells how many units are done.
    pub(super) fn set(&self, done: u64) {
        self.done.set(done);
        self.bar.set_position(done);
        if self.json && self.last.get().is_none_or(|last| last.elapsed() >= EVERY) {
            self.last.set(Some(Instant::now()));
            self.line();
        }
    }

    /// Ends it.
    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
        if self.json {
            self.line();
        }
    }

    fn line(&self) {
        let (done, seconds) = (self.done.get(), self.begin.elapsed().as_secs_f64());
        // Before the first unit is done there is no rate.
        let rate = Some((done - self.before) as f64 / seconds.max(1e-9)).filter(|rate| *rate > 0.0);
        let left = rate.map(|rate| self.total.saturating_sub(done) as f64 / rate);
        let line = serde_json::json!({
            "unit": self.unit, "done": done, "total": self.total, "seconds": seconds, "per_second": rate,
            "seconds_left": left, "standing": *self.standing.borrow(),
        });
        let _ = writeln!(io::stderr(), "{line}");
    }
}

fn bar(unit: &str, total: u64) -> ProgressBar {
    let bar = ProgressBar::new(total);
    // A first unit may take long: the bar is there at once, and moves.
    bar.enable_steady_tick(Duration::from_millis(500));
    let speed = |state: &ProgressState, out: &mut dyn std::fmt::Write| {
        let rate = state.per_sec();
        if state.pos() > 0 && rate > 0.0 {
            let digits = if rate < 10.0 { 2 } else { 0 };
            let _ = write!(out, ", {rate:.digits$} a second, {} left", HumanDuration(state.eta()));
        }
    };
    let style = ProgressStyle::with_template(&format!("{{wide_bar}} {{pos}} of {{len}} {unit}{{speed}}  {{msg}}"));
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()).with_key("speed", speed));
    bar
}
