//! Work on threads with results in the order of what was to be done, whichever thread is first.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// How many items in a row one thread works on before it hands over what it made of them.
const CHUNK: usize = 16;

/// How many chunks a thread there can be on the way at once, from the first one that isn't done.
const AHEAD: u64 = 4;

/// The most threads.
const MOST: usize = 1024;

/// How much room there is on the stack of a thread, in bytes: as much as the first thread of a process usually has.
const STACK: usize = 8 << 20;

/// Does `work` with every item that `feed` hands on, and gives what it makes of them to `sink` in the order of the items.
///
/// `feed` and `sink` run on the thread of the caller, `work` on as many further ones as `threads` says, or on that of the caller if it
/// is one. `feed` is told to break once `sink` has broken, and gets no further then; its value is that of the whole. However much it
/// hands on, only a bounded number of items is on the way at once: 64 for each thread.
///
/// # Panics
/// If `work` panics, and in the same way.
///
/// # Examples
/// ```
/// use dracones::tools::in_order::in_order;
/// use std::ops::ControlFlow;
///
/// let mut squares = Vec::new();
/// let keep = |square| {
///     squares.push(square);
///     ControlFlow::Continue(())
/// };
/// let end = in_order(2, |n: u32| n * n, keep, |each| (0..100).try_for_each(each));
/// assert!(end.is_continue());
/// assert!(squares.iter().copied().eq((0..100).map(|n| n * n)));
/// ```
pub fn in_order<T: Send, R: Send, E>(
    threads: usize,
    work: impl Fn(T) -> R + Sync,
    mut sink: impl FnMut(R) -> ControlFlow<()>,
    feed: impl FnOnce(&mut dyn FnMut(T) -> ControlFlow<()>) -> E,
) -> E {
    let threads = threads.min(MOST);
    if threads <= 1 {
        return feed(&mut |item| sink(work(item)));
    }
    let (jobs, todo) = channel();
    let (done, results) = channel();
    let (todo, work) = (Mutex::new(todo), &work);
    thread::scope(|scope| {
        for number in 0..threads {
            let (todo, done) = (&todo, done.clone());
            thread::Builder::new()
                .name(format!("work {number}"))
                .stack_size(STACK)
                .spawn_scoped(scope, move || go_through(todo, work, &done))
                .expect("the system has room for another thread");
        }
        let most = AHEAD * threads as u64;
        let (next, early) = Default::default();
        let mut way = Way { jobs, results, sink: &mut sink, next, sent: 0, handed_on: 0, most, early, broken: false };
        let end = feed(&mut |item| way.take(item));
        // Without further jobs the threads end, also if this one panics.
        way.finish();
        end
    })
}

/// Items with their number as a chunk.
type Chunk<T> = (u64, Vec<T>);

/// What a thread made of a chunk, or its panic.
type Made<R> = (u64, thread::Result<Vec<R>>);

/// Works on chunk after chunk until there are no more.
fn go_through<T, R>(todo: &Mutex<Receiver<Chunk<T>>>, work: &impl Fn(T) -> R, done: &Sender<Made<R>>) {
    loop {
        // Who holds the lock only waits.
        let job = todo.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((number, items)) = job else { return };
        let made = panic::catch_unwind(AssertUnwindSafe(|| items.into_iter().map(work).collect()));
        if done.send((number, made)).is_err() {
            return;
        }
    }
}

/// The way of the items through the threads.
struct Way<'a, T, R> {
    jobs: Sender<Chunk<T>>,
    results: Receiver<Made<R>>,
    sink: &'a mut dyn FnMut(R) -> ControlFlow<()>,
    /// The items of the next chunk.
    next: Vec<T>,
    /// How many chunks the threads got.
    sent: u64,
    /// How many chunks `sink` got.
    handed_on: u64,
    /// The most chunks between the two.
    most: u64,
    /// What was made of chunks whose turn it isn't.
    early: BTreeMap<u64, Vec<R>>,
    /// Whether `sink` wants no more.
    broken: bool,
}

impl<T, R> Way<'_, T, R> {
    fn take(&mut self, item: T) -> ControlFlow<()> {
        self.next.push(item);
        if self.next.len() == CHUNK {
            self.send();
        }
        while !self.broken && self.sent - self.handed_on >= self.most {
            self.receive();
        }
        if self.broken { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn send(&mut self) {
        let chunk = std::mem::replace(&mut self.next, Vec::with_capacity(CHUNK));
        self.jobs.send((self.sent, chunk)).expect("what receives them lives as long as the threads");
        self.sent += 1;
    }

    /// Waits for a chunk, and hands on all whose turn it is.
    fn receive(&mut self) {
        let (number, made) = self.results.recv().expect("the threads answer until there are no more jobs");
        self.early.insert(number, made.unwrap_or_else(|panic| panic::resume_unwind(panic)));
        while let Some(made) = self.early.remove(&self.handed_on) {
            self.handed_on += 1;
            if made.into_iter().try_for_each(&mut *self.sink).is_break() {
                self.broken = true;
                return;
            }
        }
    }

    /// Hands on the rest.
    fn finish(mut self) {
        if !self.broken && !self.next.is_empty() {
            self.send();
        }
        while !self.broken && self.handed_on < self.sent {
            self.receive();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// What the sink got of `count` items, and how many items were handed on before it wanted no more.
    fn run(threads: usize, count: usize, most: usize) -> (Vec<usize>, usize) {
        let (mut got, mut fed) = (Vec::new(), 0);
        // The first of each chunk takes longer than the rest.
        let work = |n: usize| {
            if n.is_multiple_of(CHUNK * 2) {
                thread::sleep(std::time::Duration::from_millis(2));
            }
            n
        };
        let sink = |n| {
            got.push(n);
            if got.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let end = in_order(threads, work, sink, |each| {
            (0..count).try_for_each(|n| {
                fed += 1;
                each(n)
            })
        });
        assert_eq!(end.is_break(), most < count && fed < count, "{threads} threads, {count} items");
        (got, fed)
    }

    #[test]
    fn the_order_is_that_of_the_items_on_any_number_of_threads() {
        for threads in [0, 1, 2, 5] {
            for count in [0, 1, CHUNK, CHUNK + 1, 500] {
                let (got, fed) = run(threads, count, usize::MAX);
                assert_eq!((got, fed), ((0..count).collect(), count), "{threads} threads");
            }
        }
    }

    #[test]
    fn a_sink_that_breaks_gets_no_more_and_ends_the_feed() {
        for threads in [1, 2, 5] {
            let (got, fed) = run(threads, 100_000, 40);
            assert_eq!(got, (0..40).collect::<Vec<_>>(), "{threads} threads");
            assert!(fed < 1000, "{threads} threads: {fed}");
        }
    }

    #[test]
    fn few_items_are_on_the_way_at_once() {
        let (on_the_way, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let sink = |_| {
            on_the_way.fetch_sub(1, Ordering::Relaxed);
            ControlFlow::Continue(())
        };
        let end = in_order(
            3,
            |n: usize| n,
            sink,
            |each| {
                (0..5000).try_for_each(|n| {
                    most.fetch_max(on_the_way.fetch_add(1, Ordering::Relaxed) + 1, Ordering::Relaxed);
                    each(n)
                })
            },
        );
        assert!(end.is_continue());
        let bound = 3 * AHEAD as usize * CHUNK;
        assert!((CHUNK..=bound).contains(&most.load(Ordering::Relaxed)), "{most:?}");
    }

    #[test]
    fn a_panic_ends_the_work_instead_of_hanging() {
        for threads in [1, 2, 5] {
            let mut got = 0;
            let work = |n: usize| {
                assert!(n != 100, "number {n}");
                n
            };
            let sink = |_| {
                got += 1;
                ControlFlow::Continue(())
            };
            let whole = AssertUnwindSafe(|| in_order(threads, work, sink, |each| (0..1000).try_for_each(each)));
            let panic = panic::catch_unwind(whole).expect_err("one of them panics");
            assert_eq!(panic.downcast_ref::<String>().map(String::as_str), Some("number 100"), "{threads} threads");
            assert!(got <= 100, "{threads} threads: {got}");
        }
    }
}
