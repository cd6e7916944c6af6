//! Mutating spells that resolve (CR 702.140).

use super::bestow;
use super::complete::on_stack;
use crate::cards::CardTable;
use crate::cards::def::PermanentAction;
use crate::model::agenda::Returned;
use crate::model::cast::CastTask;
use crate::model::decision::{Answer, Decision, Prompt, Shape};
use crate::model::event::Cause;
use crate::model::fact::Fact;
use crate::model::ids::{ObjectRef, StaticHandle};
use crate::model::object::{CastAs, StackEntry};
use crate::model::task::Task;
use crate::model::zone::{Move, Moved, OtherCard, Zone};
use crate::rules::driver::{Flow, push};
use crate::rules::events::record;
use crate::rules::reading::{Board, Live};
use crate::rules::state::{EditGame, ReadGame};
use crate::rules::{layers, slots, zones};

/// CR 702.140b-c: the creature that a mutating spell merges with, and by which static effect that gets its values. `None` for a spell that
/// isn't mutating, or isn't any more because its target was illegal.
pub(super) fn target(world: &impl ReadGame, spell: ObjectRef) -> Option<(ObjectRef, StaticHandle)> {
    let table = world.part::<CardTable>();
    if !table.0.traits.components || !on_stack(world, spell) {
        return None;
    }
    let becomes = slots::effect(world, world.row::<CastAs>(spell.id).bestowed?).handle;
    let index = table.def(becomes.def).merges_by(becomes.index)?;
    let targets = &world.row::<StackEntry>(spell.id).bindings.as_ref()?.targets;
    let target = targets.iter().find_map(|t| t.target.object().filter(|_| t.legal))?;
    let live = Live::new(world);
    let there = live.is_current(target) && live.object(target.id).zone == Zone::Battlefield;
    there.then_some((target, StaticHandle { index, ..becomes }))
}

/// CR 608.3d, 702.140c: its controller chooses whether it is put on top of the creature or under it, and it merges with that.
pub(super) fn resolve(world: &mut impl EditGame, spell: ObjectRef, asked: bool) -> Flow {
    let Some((permanent, handle)) = target(world, spell) else { return Flow::Continue };
    let seat = Live::new(world).chars(spell.id).controller;
    if !asked {
        push(world, Task::Cast(Box::new(CastTask::Merge { spell, asked: true })));
        return Flow::Ask(Box::new(Decision::new(seat, Prompt::MergeOver(spell), Shape::Confirm)));
    }
    let over = Returned::answer(world) == Answer::Confirm(true);
    // It has a target as long as it is a spell.
    bestow::cease(world, spell);
    // CR 730.2b: it leaves the stack, and nothing enters the battlefield.
    let request = Move { other: OtherCard::Of(permanent), ..Move::plain(spell, Zone::Outside, Cause::Resolve) };
    let Some(moved) = zones::move_object(world, &request) else { return Flow::Continue };
    let copied = layers::lasting_copy(world, permanent);
    zones::join(world, (moved.new, permanent), over, copied);
    layers::merge(world, permanent, handle);
    // CR 702.140d.
    let by = Live::new(world).chars(permanent.id).controller;
    let Moved { old, new, from, to, cause, .. } = moved;
    let merged = Fact::Did { object: permanent, by, action: PermanentAction::Mutate };
    record(world, &[Fact::Moved { old, new, from, to, cause }, merged]);
    Flow::Continue
}
