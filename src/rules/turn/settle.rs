//! What happens before a player gets priority (CR 117.5): layers, state-based actions, triggers, until nothing is left.

use crate::cards::CardTable;
use crate::model::fact::FactMask;
use crate::model::ids::Seat;
use crate::model::task::{LeavingTask, SbaTask, Task};
use crate::model::trigger::{PendingTriggers, TriggerIndex};
use crate::model::turn::PriorityTask;
use crate::rules::driver::{Flow, push};
use crate::rules::state::{EditGame, GameState, ReadGame};
use crate::rules::{combat, events, layers, sba, triggers};

/// Whether nothing is left to settle. The layers must be up to date.
pub(crate) fn quiet(world: &impl ReadGame) -> bool {
    layers::expect_fresh(world);
    !sba::is_due(world)
        && world.part::<PendingTriggers>().0.is_empty()
        && !watches_states(world)
        && !layers::watches_stack(world)
        && events::blessing::due(world).is_empty()
        && !events::day_night::is_due(world)
}

/// CR 603.8: whether an ability may trigger on a game state: such are only found by looking.
fn watches_states(world: &impl ReadGame) -> bool {
    let index = world.part::<TriggerIndex>();
    let mask = if index.stale { world.part::<CardTable>().0.watched } else { index.mask };
    mask.contains(FactMask::STATE)
}

/// Settles, then gives a player the chance to act.
pub(super) fn settle_then_open(world: &mut impl EditGame, seat: Seat) {
    push(world, Task::Priority(PriorityTask::Open(seat)));
    push(world, Task::Settle);
}

/// CR 117.5, 704.3: one round of the loop. Whatever has to be done lies above another [`Task::Settle`]; if nothing has to be, there
/// is no other one.
pub(super) fn run(world: &mut GameState<'_>, _: Task) -> Flow {
    layers::watch_stack(world);
    if combat::prune(world) && !layers::is_fresh(world) {
        return settle_after(world, []);
    }
    // CR 702.131b: control can change without any event.
    if events::blessing::bestow(world) && !layers::is_fresh(world) {
        return settle_after(world, []);
    }
    // CR 702.145c-d, f-g.
    if events::day_night::catch_up(world) && !layers::is_fresh(world) {
        return settle_after(world, []);
    }
    if events::anything_forsaken(world) {
        return settle_after(world, [Task::Leaving(LeavingTask::Forsaken)]);
    }
    // CR 610.3, 800.4a: what a player who left the game had exiled until then.
    if let Some(returning) = triggers::due(world) {
        let flow = settle_after(world, []);
        events::propose(world, returning);
        return flow;
    }
    if sba::finds_some(world) {
        return settle_after(world, [Task::Sba(SbaTask::Check { then: Some(Box::new(Task::Round)) })]);
    }
    if let Some(placing) = triggers::placing(world) {
        return settle_after(world, [placing, Task::Round]);
    }
    Flow::Continue
}

/// Another round follows these tasks, of which the last one is next.
fn settle_after<const N: usize>(world: &mut GameState<'_>, tasks: [Task; N]) -> Flow {
    push(world, Task::Settle);
    tasks.into_iter().for_each(|task| push(world, task));
    Flow::Continue
}
