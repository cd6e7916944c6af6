//! Counters of work, for those who make games faster.
//!
//! Counted in builds with the feature `work` only; without it a count is nothing at all. The counts are of the process, over
//! all games and threads. They are no state of a game, and no rule reads them.

/// What is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Work {
    /// The state is borrowed for tasks.
    Loan,
    /// A task is run.
    Task,
    /// A batch of events is performed.
    Batch,
    /// A pass of the layers.
    LayerPass,
    /// A look at the game for state-based actions.
    SbaLook,
    /// The schedule of state-based actions runs.
    SbaSchedule,
    /// It is asked what a player can do, and that isn't known.
    Window,
    /// A half of the summary of what a player has is made.
    Summary,
    /// What a player could pay with is looked at.
    Means,
    /// The actions of a player are listed.
    Listing,
    /// An object is moved to another zone.
    Move,
    /// The state is hashed.
    Hash,
}

impl Work {
    /// All of them.
    pub const ALL: [Self; 12] = [
        Self::Loan,
        Self::Task,
        Self::Batch,
        Self::LayerPass,
        Self::SbaLook,
        Self::SbaSchedule,
        Self::Window,
        Self::Summary,
        Self::Means,
        Self::Listing,
        Self::Move,
        Self::Hash,
    ];

    /// What it is called where counts are printed.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Loan => "loans of the state",
            Self::Task => "tasks",
            Self::Batch => "batches",
            Self::LayerPass => "passes of the layers",
            Self::SbaLook => "looks for state-based actions",
            Self::SbaSchedule => "runs of their schedule",
            Self::Window => "windows that weren't known",
            Self::Summary => "halves of summaries",
            Self::Means => "looks at means",
            Self::Listing => "lists of actions",
            Self::Move => "moves",
            Self::Hash => "hashes of the state",
        }
    }
}

#[cfg(feature = "work")]
mod counted {
    use super::Work;
    use std::sync::atomic::{AtomicU64, Ordering};

    static DONE: [AtomicU64; Work::ALL.len()] = [const { AtomicU64::new(0) }; Work::ALL.len()];

    pub(super) fn add(work: Work) {
        DONE[work as usize].fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn of(work: Work) -> u64 {
        DONE[work as usize].load(Ordering::Relaxed)
    }
}

/// Counts something that is done.
#[inline]
pub(crate) fn note(work: Work) {
    #[cfg(feature = "work")]
    counted::add(work);
    #[cfg(not(feature = "work"))]
    let _ = work;
}

/// How often each was done since the process began, in the order of [`Work::ALL`]; `None` in a build that doesn't count.
pub fn counts() -> Option<[(Work, u64); Work::ALL.len()]> {
    #[cfg(feature = "work")]
    return Some(Work::ALL.map(|work| (work, counted::of(work))));
    #[cfg(not(feature = "work"))]
    None
}
