//! The search for targets that suit, and how much it looks at, counted: a search has an end, and the same one each time.

use super::Instance;
use super::instances::{are_together, count, options};
use crate::model::bindings::{Bindings, ChosenTarget};
use crate::rules::reading::Board;
use itertools::Itertools;

/// What a search for targets may still look at. What is found beyond is offered unproven.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort {
    /// Whole choices that are tried.
    tries: u32,
    /// Sets of targets of one instance that are looked at.
    looks: u32,
}

impl Effort {
    /// For the question whether there is a choice.
    pub(crate) const fn for_one() -> Self {
        Self { tries: 256, looks: 4_096 }
    }
    /// For the same question about each option of a choice.
    pub(crate) const fn for_each() -> Self {
        Self { tries: 4_096, looks: 65_536 }
    }
    /// A whole choice is tried.
    pub(crate) const fn spend_try(&mut self) {
        self.tries = self.tries.saturating_sub(1);
    }
    /// A set of targets of one instance is looked at.
    pub(crate) const fn spend_look(&mut self) {
        self.looks = self.looks.saturating_sub(1);
    }
    /// Whether nothing more is looked at.
    pub(crate) const fn is_spent(&self) -> bool {
        self.tries == 0 || self.looks == 0
    }
}

/// Whether it works with some targets for the instances from the `k`-th on, the fewest first. If so, these stay chosen; if not, `bindings` are
/// as before. If the effort is spent first, it answers yes, and what was chosen until then stays.
pub(crate) fn some_targets<B: Board>(
    board: &mut B,
    bindings: &mut Bindings,
    all: &[Instance<'_>],
    k: usize,
    effort: &mut Effort,
    works: &mut impl FnMut(&mut B, &mut Bindings) -> bool,
) -> bool {
    let Some(instance) = all.get(k) else {
        effort.spend_try();
        return works(board, bindings);
    };
    let (min, max) = count(board, bindings, instance);
    let options = options(board, bindings, all, k);
    let before = bindings.targets.len();
    for picked in (min..=max.min(options.len())).flat_map(|n| options.iter().copied().combinations(n)) {
        effort.spend_look();
        if effort.is_spent() {
            return true;
        }
        if !are_together(board, bindings, instance, &picked) {
            continue;
        }
        let chosen = |target| ChosenTarget { instance: k as u8, target, share: 0, legal: true };
        bindings.targets.extend(picked.into_iter().map(chosen));
        if some_targets(board, bindings, all, k + 1, effort, works) {
            return true;
        }
        bindings.targets.truncate(before);
        if effort.is_spent() {
            return true;
        }
    }
    false
}
