//! Modes and targets of what is put on the stack by a rule (CR 603.3c-d); new targets (115.7).

use super::begin::transaction;
use super::instances::{instances, options, present_texts};
use super::modes::ask;
use super::targets::{as_choice, as_target, aura_chars};
use super::{CastStep, CastTask, Proposal, Step, Transaction, Undo};
use crate::decision::{Inbox, Prompt, Shape, Task, chosen, push};
use crate::effects::Bindings;
use crate::ids::{ObjectRef, Referent, Seat};
use crate::object::StackEntry;
use crate::reading::{Board, Live};
use bevy_ecs::prelude::*;

/// CR 603.3c-d: the controller of an ability on the stack chooses its modes, targets and division. Without legal
/// choices it is removed from the stack.
pub fn choose_targets_for(world: &mut World, object: ObjectRef) {
    start(world, object, None);
}

/// CR 115.7d, 707.10c: `seat` may choose new targets for a spell or ability on the stack, each of which may stay.
pub fn choose_new_targets(world: &mut World, object: ObjectRef, seat: Seat) {
    start(world, object, Some(seat));
}

fn start(world: &mut World, object: ObjectRef, chooser: Option<Seat>) {
    let live = Live::new(world);
    if !live.is_current(object) {
        return;
    }
    let entry: &StackEntry = live.stack_entry(object.id);
    let controller = live.chars(object.id).controller;
    let bindings = match &entry.bindings {
        Some(bindings) => (**bindings).clone(),
        None => Bindings::new(controller, object),
    };
    let (texts, gained) = (present_texts(&live, object.id), entry.gained);
    let what = if chooser.is_some() { Proposal::Retarget } else { Proposal::Placed };
    let mut task = transaction(chooser.unwrap_or(controller), object, what, bindings, Undo::default());
    (task.texts, task.gained) = (texts, gained);
    task.step = match chooser {
        Some(_) => CastStep::Targets,
        None => CastStep::Modes,
    };
    // What the targets were, so that only new ones become targets.
    task.offered = task.bindings.targets.iter().map(|t| as_choice(t.target)).collect();
    push(world, Task::Cast(Box::new(CastTask::Go(task))));
}

/// Goes through the targets; of each it is asked what it becomes, the first option being what it is. Shares stay with
/// their places (CR 115.7f).
pub(super) fn choose(world: &mut World, cast: &mut Transaction) -> Step {
    if cast.asked {
        cast.asked = false;
        let answer = Inbox::take(world);
        let listed = listed(world, cast);
        let target = as_target(&chosen(&listed, &answer));
        let k = cast.at as usize;
        cast.bindings.targets[k].target = target;
        cast.at += 1;
    }
    while (cast.at as usize) < cast.bindings.targets.len() {
        let listed = listed(world, cast);
        if listed.len() > 1 {
            let prompt = Prompt::NewTargets(cast.object);
            return Step::Ask(ask(world, cast, prompt, Shape::ChooseOne(listed)));
        }
        cast.at += 1;
    }
    Step::Next
}

/// What the target in hand could become: itself, or what is legal and isn't chosen for the same instance (CR 115.3).
fn listed(world: &World, cast: &Transaction) -> Vec<crate::decision::Choice> {
    let live = Live::new(world);
    let k = cast.at as usize;
    let now = cast.bindings.targets[k];
    let all = instances(live.table(), &cast.texts, cast.gained, aura_chars(&live, cast.object), &cast.bindings.modes);
    let mut listed = vec![as_choice(now.target)];
    if (now.instance as usize) < all.len() {
        let mut others = cast.bindings.clone();
        others.targets.remove(k);
        let taken = |t: &Referent| others.targets.iter().any(|o| o.instance == now.instance && o.target == *t);
        let legal = options(&live, &others, &all, now.instance as usize);
        listed.extend(legal.into_iter().filter(|t| *t != now.target && !taken(t)).map(as_choice));
    }
    listed
}
