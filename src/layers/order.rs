//! Which effect applies next within a stage (CR 613.3, 613.7, 613.8): the one place that decides it.
//!
//! What is pending stands in order of timestamps, effects of characteristic-defining abilities first. An effect that
//! depends on another one that is pending waits (see [`super::depend`]); boards without such pairs never get there.

use super::depend;
use super::pass::{Ctx, Item, Pass};
use super::stages::Stage;

/// Prepares a stage whose effects are pending.
pub(super) fn begin(ctx: &Ctx<'_>, pass: &mut Pass, stage: Stage) {
    depend::survey(ctx, pass, stage);
}

/// Takes the next effect from those that are pending.
pub(super) fn next(ctx: &Ctx<'_>, pass: &mut Pass, stage: Stage) -> Option<Item> {
    let last = pass.pending.len().checked_sub(1)?;
    // CR 613.8c: the order of what remains is found anew after each application.
    let at = if last > 0 && pass.trial.possible { depend::first_free(ctx, pass, stage) } else { last };
    Some(pass.pending.remove(at))
}

/// Adds an effect that has come into being within the stage.
pub(super) fn join(ctx: &Ctx<'_>, pass: &mut Pass, item: Item, stage: Stage) {
    let earlier = pass.pending.iter().take_while(|i| i.order > item.order).count();
    pass.pending.insert(earlier, item);
    depend::survey(ctx, pass, stage);
}
