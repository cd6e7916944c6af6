//! Choices of a check, and its performance as one batch (CR 704.3).

use super::{Proposals, battles, bury, check, to_command_zone};
use crate::model::agenda::Returned;
use crate::model::commander;
use crate::model::decision::{Answer, Choice, Decision, Prompt, Shape};
use crate::model::event::{Batch, Event};
use crate::model::ids::ObjectRef;
use crate::model::object::ThisTurn;
use crate::model::player::Players;
use crate::model::task::{SbaChoices, SbaTask, Task};
use crate::model::zone::Move;
use crate::rules::driver::{Flow, push};
use crate::rules::events;
use crate::rules::reading::{Board, Live};
use crate::rules::state::{DerivedParts, EditGame, GameParts};
use bevy_ecs::prelude::*;

/// CR 704.5b, h: what counts in one check only is forgotten.
pub(super) fn forget(
    mut proposals: ResMut<Proposals>,
    game: Single<(&mut GameParts, &DerivedParts)>,
    mut this_turn: Query<&mut ThisTurn>,
) {
    let (mut parts, derived) = game.into_inner();
    proposals.due = 0;
    for seat in std::mem::take(&mut proposals.drew).iter() {
        parts.players.get_mut(seat).drew_from_empty = false;
    }
    for id in proposals.deathtouched.drain(..) {
        this_turn.get_mut(derived.slots.entity(id)).expect("slots hold objects").deathtouched = false;
    }
}

/// What the families proposed is performed, after the choices for it.
pub(super) fn propose(mut proposals: ResMut<Proposals>) {
    let none = proposals.events.is_empty() && proposals.keep_one.is_empty() && proposals.protecting.is_empty();
    if none && proposals.returning.is_empty() {
        return;
    }
    let events = std::mem::take(&mut proposals.events);
    let keep_one = std::mem::take(&mut proposals.keep_one);
    let mut protecting = std::mem::take(&mut proposals.protecting);
    protecting.reverse();
    let returning = std::mem::take(&mut proposals.returning);
    proposals.choices = Some(SbaChoices { events, keep_one, protecting, returning, asked: false });
}

/// Runs a task of state-based actions.
pub(super) fn run_exclusive(world: &mut World, task: Task) -> Flow {
    let Task::Sba(task) = task else { panic!("state-based actions run their own tasks only, not {task:?}") };
    match task {
        SbaTask::Check { then } => match check(world, then) {
            Some(choices) => choose(world, choices),
            None => Flow::Continue,
        },
        SbaTask::Choose(choices) => choose(world, choices),
    }
}

/// A player has left the game while another one was asked: what is left of the choices is asked for again.
pub(super) fn again(world: &mut impl EditGame, task: Task, _: &Prompt) -> Flow {
    let Task::Sba(SbaTask::Choose(SbaChoices { events, mut keep_one, mut protecting, mut returning, .. })) = task
    else {
        panic!("{task:?} asks nothing")
    };
    let (board, players) = (Live::new(world), world.part::<Players>());
    keep_one.iter_mut().for_each(|(_, members)| members.retain(|o| board.is_current(*o)));
    keep_one.retain(|(seat, members)| players.is_alive(*seat) && members.len() > 1);
    protecting.iter_mut().for_each(|(.., among)| among.retain(|seat| players.is_alive(*seat)));
    protecting
        .retain(|(seat, battle, among)| players.is_alive(*seat) && board.is_current(*battle) && !among.is_empty());
    returning.retain(|(seat, object)| players.is_alive(*seat) && board.is_current(*object));
    choose(world, SbaChoices { events, keep_one, protecting, returning, asked: false })
}

/// Asks group by group which permanent stays, battle by battle who protects it, then commander by commander whether it goes back;
/// then everything happens at once.
fn choose(world: &mut impl EditGame, choices: SbaChoices) -> Flow {
    let SbaChoices { mut events, mut keep_one, mut protecting, mut returning, asked } = choices;
    if asked && keep_one.is_empty() && !protecting.is_empty() {
        let answer = Returned::answer(world);
        let Answer::One(chosen) = answer else { panic!("expected who protects the battle, got {answer:?}") };
        let (_, battle, among) = protecting.pop().expect("a battle was asked for");
        battles::protect(world, battle, among[usize::from(chosen)]);
    } else if asked && keep_one.is_empty() {
        let (seat, object) = returning.pop().expect("a commander was asked for");
        if Returned::answer(world) == Answer::Confirm(true) {
            events.push(to_command_zone(object));
        } else {
            commander::leave(world.part_mut(), seat, object);
        }
    } else if asked {
        let answer = Returned::answer(world);
        let Answer::One(kept) = answer else { panic!("expected which permanent stays, got {answer:?}") };
        let (_, members) = keep_one.pop().expect("a group was asked for");
        let board = Live::new(world);
        let leaving = members.iter().enumerate().filter(|(i, _)| *i != usize::from(kept));
        events.extend(leaving.map(|(_, object)| bury(*object, board.object(object.id).owner)));
    }
    if let Some((seat, members)) = keep_one.last() {
        let options = members.iter().map(|object| Choice::Object(*object)).collect();
        let decision = Decision::new(*seat, Prompt::LegendRule, Shape::ChooseOne(options));
        push(world, Task::Sba(SbaTask::Choose(SbaChoices { events, keep_one, protecting, returning, asked: true })));
        return Flow::Ask(Box::new(decision));
    }
    while let Some((seat, battle, among)) = protecting.last() {
        if let [only] = among[..] {
            let battle = *battle;
            protecting.pop();
            battles::protect(world, battle, only);
            continue;
        }
        let options = among.iter().copied().map(Choice::Player).collect();
        let decision = Decision::new(*seat, Prompt::ChoosePlayer(*battle), Shape::ChooseOne(options));
        push(world, Task::Sba(SbaTask::Choose(SbaChoices { events, keep_one, protecting, returning, asked: true })));
        return Flow::Ask(Box::new(decision));
    }
    if let Some((seat, object)) = returning.last() {
        let decision = Decision::new(*seat, Prompt::CommandZone(*object), Shape::Confirm);
        push(world, Task::Sba(SbaTask::Choose(SbaChoices { events, keep_one, protecting, returning, asked: true })));
        return Flow::Ask(Box::new(decision));
    }
    if events.is_empty() {
        return Flow::Continue;
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
        Event::Move(Move { object, .. }) => {
            let first = !seen.contains(object);
            seen.push(*object);
            first
        }
        _ => true,
    });
}

fn moves(event: &Event) -> Option<ObjectRef> {
    match event {
        Event::Move(Move { object, .. }) => Some(*object),
        _ => None,
    }
}
