//! Threads that work on the parts of something round after round, and sleep in between.
//!
//! To start threads for each step of some games would take longer than the step.
//!
//! # Invariants
//! * In a round each part is worked on once, by the thread that has its lock first; each thread begins at parts of its own, which
//!   stay in the caches of its core.
//! * The caller takes what nobody has begun and waits for what somebody has: a round ends even if no thread wakes up, as in
//!   a process that was forked off, which has none.

use super::observe::Scratch;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread;

/// Something to work on.
pub(crate) trait Work: Send + 'static {
    /// Does what is to be done in a round. Panics are its own to catch.
    fn work(&mut self, scratch: &mut Scratch);
}

struct Part<W> {
    work: W,
    /// The last round in which it was worked on.
    round: u64,
}

#[derive(Default)]
struct Call {
    round: u64,
    over: bool,
}

struct Shared<W> {
    parts: Vec<Mutex<Part<W>>>,
    call: Mutex<Call>,
    called: Condvar,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<W: Work> Shared<W> {
    /// Works on the parts that nobody has begun in this round, from one of them on.
    fn help(&self, from: usize, round: u64, scratch: &mut Scratch) {
        let (before, after) = self.parts.split_at(from);
        for part in after.iter().chain(before) {
            match part.try_lock() {
                Ok(mut part) => part.take_part(round, scratch),
                Err(TryLockError::Poisoned(part)) => part.into_inner().take_part(round, scratch),
                Err(TryLockError::WouldBlock) => {}
            }
        }
    }

    /// What a thread does as long as there are rounds.
    fn serve(&self, from: usize) {
        let (mut scratch, mut last) = (Scratch::default(), 0);
        loop {
            let mut call = lock(&self.call);
            while call.round == last && !call.over {
                call = self.called.wait(call).unwrap_or_else(PoisonError::into_inner);
            }
            if call.over {
                return;
            }
            last = call.round;
            drop(call);
            self.help(from, last, &mut scratch);
        }
    }
}

impl<W: Work> Part<W> {
    fn take_part(&mut self, round: u64, scratch: &mut Scratch) {
        if self.round < round {
            self.round = round;
            self.work.work(scratch);
        }
    }
}

/// The parts, and the threads that work on them.
pub(crate) struct Crew<W: Work> {
    shared: Arc<Shared<W>>,
    scratch: Scratch,
    threads: usize,
    /// Threads are started by the first round.
    started: bool,
    round: u64,
}

impl<W: Work> Crew<W> {
    pub(crate) fn new(parts: impl IntoIterator<Item = W>, threads: usize) -> Self {
        let parts = parts.into_iter().map(|work| Mutex::new(Part { work, round: 0 })).collect();
        let shared = Arc::new(Shared { parts, call: Mutex::default(), called: Condvar::new() });
        Self { shared, scratch: Scratch::default(), threads, started: false, round: 0 }
    }

    /// Does something with each part in turn, between rounds.
    pub(crate) fn each<T>(&self, mut with: impl FnMut(&mut W) -> T) -> Vec<T> {
        self.shared.parts.iter().map(|part| with(&mut lock(part).work)).collect()
    }

    /// Does something with one part, between rounds.
    pub(crate) fn with<T>(&mut self, part: usize, with: impl FnOnce(&mut W, &mut Scratch) -> T) -> Option<T> {
        let part = self.shared.parts.get(part)?;
        Some(with(&mut lock(part).work, &mut self.scratch))
    }

    /// Works on all parts.
    pub(crate) fn round(&mut self) {
        if self.threads > 1 {
            self.start();
        }
        self.round += 1;
        if self.started {
            lock(&self.shared.call).round = self.round;
            self.shared.called.notify_all();
        }
        self.shared.help(0, self.round, &mut self.scratch);
        for part in &self.shared.parts {
            lock(part).take_part(self.round, &mut self.scratch);
        }
    }

    /// Starts the threads beside the caller's. Fewer of them are slower, and no mistake.
    fn start(&mut self) {
        if std::mem::replace(&mut self.started, true) {
            return;
        }
        for thread in 1..self.threads {
            let shared = Arc::clone(&self.shared);
            let from = shared.parts.len() * thread / self.threads;
            let _ = thread::Builder::new().name("dracones games".to_owned()).spawn(move || shared.serve(from));
        }
    }
}

impl<W: Work> Drop for Crew<W> {
    fn drop(&mut self) {
        lock(&self.shared.call).over = true;
        self.shared.called.notify_all();
    }
}
