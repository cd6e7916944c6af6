//! What happens before a player gets priority (CR 117.5): layers, state-based actions, triggers, until nothing is left.

use crate::cards::CardTable;
use crate::model::agenda::Agenda;
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

/// CR 117.5, 704.3: one round of the loop. Whatever has to be done lies above another [`Task::Settle`].
pub(super) fn run(world: &mut GameState<'_>, _: Task) -> Flow {
    push(world, Task::Settle);
    if combat::prune(world) && !layers::is_fresh(world) {
        return Flow::Continue;
    }
    // CR 702.131b: control can change without any event.
    if events::blessing::bestow(world) && !layers::is_fresh(world) {
        return Flow::Continue;
    }
    // CR 702.145c-d, f-g.
    if events::day_night::catch_up(world) && !layers::is_fresh(world) {
        return Flow::Continue;
    }
    if events::anything_forsaken(world) {
        push(world, Task::Leaving(LeavingTask::Forsaken));
        return Flow::Continue;
    }
    // CR 610.3, 800.4a: what a player who left the game had exiled until then.
    if let Some(returning) = triggers::due(world) {
        events::propose(world, returning);
        return Flow::Continue;
    }
    if sba::finds_some(world) {
        push(world, Task::Sba(SbaTask::Check { then: Some(Box::new(Task::Round)) }));
    } else if triggers::place(world) {
        push(world, Task::Round);
    } else {
        let top = world.part_mut::<Agenda>().take_top();
        debug_assert_eq!(top, Some(Task::Settle), "a check that does nothing leaves the agenda alone");
    }
    Flow::Continue
}
