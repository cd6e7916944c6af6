//! Choices of a check, and its performance as one batch (CR 704.3).

use super::{Families, Proposals, SbaTask, bury};
use crate::decision::{Answer, Choice, Decision, Flow, Inbox, Prompt, Shape, Task, push};
use crate::events::{self, Batch, Event};
use crate::ids::{ObjectRef, Seat};
use crate::reading::{Board, Live};
use bevy_ecs::prelude::*;

/// What the families proposed becomes a task.
pub(super) fn propose(world: &mut World) {
    let mut proposals = world.resource_mut::<Proposals>();
    proposals.due = Families::empty();
    if proposals.events.is_empty() && proposals.keep_one.is_empty() {
        return;
    }
    let events = std::mem::take(&mut proposals.events);
    let keep_one = std::mem::take(&mut proposals.keep_one);
    push(world, Task::Sba(SbaTask::Choose { events, keep_one, asked: false }));
}

/// Runs a task of state-based actions.
pub(super) fn run(world: &mut World, task: Task) -> Flow {
    let Task::Sba(task) = task else { panic!("state-based actions run their own tasks only, not {task:?}") };
    let SbaTask::Choose { events, keep_one, asked } = task;
    choose(world, events, keep_one, asked)
}

/// Asks group by group which permanent stays; then everything happens at once.
fn choose(world: &mut World, mut events: Vec<Event>, mut keep_one: Vec<(Seat, Vec<ObjectRef>)>, asked: bool) -> Flow {
    if asked {
        let answer = Inbox::take(world);
        let Answer::One(kept) = answer else { panic!("expected which permanent stays, got {answer:?}") };
        let (_, members) = keep_one.pop().expect("a group was asked for");
        let board = Live::new(world);
        let leaving = members.iter().enumerate().filter(|(i, _)| *i != usize::from(kept));
        events.extend(leaving.map(|(_, object)| bury(*object, board.object(object.id).owner)));
    }
    if let Some((seat, members)) = keep_one.last() {
        let options = members.iter().map(|object| Choice::Object(*object)).collect();
        let decision = Decision::new(*seat, Prompt::LegendRule, Shape::ChooseOne(options));
        push(world, Task::Sba(SbaTask::Choose { events, keep_one, asked: true }));
        return Flow::Ask(Box::new(decision));
    }
    merge(&mut events);
    events::propose(world, Batch::of(events));
    Flow::Continue
}

/// CR 704.7: what happens to a permanent for several reasons happens once. Who goes to the graveyard anyway isn't
/// destroyed as well, nor unattached.
fn merge(events: &mut Vec<Event>) {
    let moved: Vec<ObjectRef> = events.iter().filter_map(moves).collect();
    let mut seen = Vec::new();
    events.retain(|event| match event {
        Event::Destroy { object, .. } | Event::Unattach { object } => !moved.contains(object),
        Event::Move { object, .. } => {
            let first = !seen.contains(object);
            seen.push(*object);
            first
        }
        _ => true,
    });
}

fn moves(event: &Event) -> Option<ObjectRef> {
    match event {
        Event::Move { object, .. } => Some(*object),
        _ => None,
    }
}
