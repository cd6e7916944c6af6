//! Which effect applies next within a stage (CR 613.3, 613.7, 613.8): the one place that decides it.
//!
//! What is pending stands in order of timestamps, effects of characteristic-defining abilities first. An effect that
//! depends on another one that is pending waits (see [`super::depend`]); boards without such pairs never get there.

use super::ctx::Ctx;
use super::depend;
use super::pass::{Applicable, Application, Pass, Unapplied};
use super::stages::Stage;

/// Prepares a stage: what applies in it becomes pending.
pub(super) fn begin(ctx: &Ctx<'_>, pass: &mut Pass, stage: Stage) {
    pass.sort_items();
    let mut pending = std::mem::take(&mut pass.pending);
    pending.clear();
    let here = pass.items.iter().rev().filter(|i| pass.stages_of(**i, ctx.edition).has(stage));
    pending.extend(here.map(|item| Unapplied::new(*item, depend::access(ctx, pass, *item, stage))));
    pass.pending = pending;
    depend::survey(ctx, pass);
}

/// Takes the next effect from those that are pending.
pub(super) fn next(ctx: &Ctx<'_>, pass: &mut Pass, stage: Stage) -> Option<Unapplied> {
    let last = pass.pending.len().checked_sub(1)?;
    #[cfg(test)]
    depend::check(ctx, pass, stage);
    // CR 613.8c: the order of what remains is found again after each application.
    let at = if last > 0 && pass.trial.possible { depend::first_free(ctx, pass, stage) } else { last };
    Some(pass.pending.remove(at))
}

/// What has been applied may change what is known of the others.
pub(super) fn applied(ctx: &Ctx<'_>, pass: &mut Pass, done: &Unapplied, set: &[u32], stage: Stage) {
    if pass.trial.possible {
        depend::applied(ctx, pass, done, set, stage);
    }
}

/// Effects that have come into being within the stage join the others: the instances from the `first` on.
pub(super) fn join(ctx: &Ctx<'_>, pass: &mut Pass, first: usize, stage: Stage) {
    let mut pending = std::mem::take(&mut pass.pending);
    pending.reverse();
    let before = pending.len();
    for (i, instance) in pass.instances.iter().enumerate().skip(first).filter(|(_, i)| i.stages.has(stage)) {
        let item = Application { order: instance.order, what: Applicable::Effect(i as u32) };
        pending.push(Unapplied::new(item, depend::access(ctx, pass, item, stage)));
    }
    if pending.len() > before {
        pending.sort_by_key(|p| p.item.order);
    }
    pending.reverse();
    pass.pending = pending;
    depend::survey(ctx, pass);
}
