//! The order of things: conditions, options, payments, loops (CR 608.2c-g); effects that last (611.2, 603.7, 603.12).

use super::frame::{Frame, Loop, Value};
use super::op::Op;
use super::step::{Step, amount, board, named, object_choices, place, read_objects, seat, seats};
use super::{leaf, tokens};
use crate::cards::def::{Cost, Effect, Objects, Who};
use crate::cards::{CardTable, StaticHandle};
use crate::casting::Paid;
use crate::decision::{Answer, Choice, Inbox, Prompt, Shape};
use crate::ids::{AbilityHandle, ObjectRef, Referent, Seat};
use crate::reading::Board;
use crate::{casting, events, layers, reading, triggers};
use bevy_ecs::prelude::*;

/// Performs an instruction, or goes on with it.
pub(super) fn perform(world: &mut World, frame: &mut Frame, op: &Op) -> Step {
    match op {
        Op::Do(effect) => leaf::perform(world, frame, effect),
        Op::Jump(to) => Step::Jump(*to),
        Op::JumpUnless(condition, to) => {
            if reading::holds(&board(world), &frame.bindings, condition) {
                Step::Next
            } else {
                Step::Jump(*to)
            }
        }
        Op::UnlessDone(to) => {
            let first = frame.bindings.key.is_none_or(|key| triggers::does_now(world, key));
            if first { Step::Next } else { Step::Jump(*to) }
        }
        Op::AskMay(who, otherwise) => may(world, frame, *who, *otherwise),
        Op::AskPay(who, cost, otherwise) => may_pay(world, frame, *who, cost, *otherwise),
        Op::ChooseOne(who, places) => choose_course(world, frame, *who, places),
        Op::EachObject(group, in_turn) => each_object(world, frame, group, *in_turn),
        Op::EachPlayer(who) => {
            let all = seats(world, frame, *who);
            begin_each(frame, all.into_iter().map(Referent::Player))
        }
        Op::Times(count) => {
            let rounds = amount(world, frame, count);
            frame.loops.push(Loop::Times(rounds));
            Step::Next
        }
        Op::Next(end) => next_round(frame, *end),
        Op::Continuous(index, duration) => {
            let handle = StaticHandle { def: frame.program.def, index: *index };
            let _ = layers::start_effect(world, handle, frame.bindings.clone(), duration.clone());
            Step::Next
        }
        Op::Delayed(index, until) => {
            triggers::add_delayed(world, ability(frame, *index), frame.bindings.clone(), until.clone());
            Step::Next
        }
        Op::UnlessOver(index, to) => {
            if triggers::is_over(world, ability(frame, *index), &frame.bindings) {
                Step::Jump(*to)
            } else {
                Step::Next
            }
        }
        Op::Return(index, var) => {
            if let Some(Value::Objects(now)) = frame.bindings.var(*var) {
                let moved: Vec<_> = frame.moved.iter().copied().filter(|(_, new)| now.contains(new)).collect();
                triggers::wait(world, ability(frame, *index), frame.bindings.clone(), &moved);
            }
            Step::Next
        }
        Op::Reflexive(index) => {
            triggers::reflexive(world, ability(frame, *index), frame.bindings.clone());
            Step::Next
        }
        Op::CreateToken { who, count, token, tapped, into } => {
            let token = tokens::Printed { index: *token, tapped: *tapped, into: *into };
            tokens::create_printed(world, frame, *who, count, token)
        }
        Op::Emblem(who, token) => tokens::emblem(world, frame, *who, *token),
    }
}

/// An ability of the definition that runs.
fn ability(frame: &Frame, index: u16) -> AbilityHandle {
    AbilityHandle { def: frame.program.def, index }
}

/// CR 608.2d: asks whether to do what follows.
fn may(world: &mut World, frame: &mut Frame, who: Who, otherwise: u16) -> Step {
    if frame.phase == 0 {
        return match seat(world, frame, who) {
            Some(seat) if !is_impossible(world, frame, seat) => {
                frame.ask(1, seat, Prompt::May(frame.subject()), Shape::Confirm)
            }
            _ => Step::Jump(otherwise),
        };
    }
    if Inbox::take(world) == Answer::Confirm(true) { Step::Next } else { Step::Jump(otherwise) }
}

/// CR 121.3, 608.2d: whether what a player may do begins with drawing a card and the player can't.
fn is_impossible(world: &mut World, frame: &Frame, player: Seat) -> bool {
    let table = world.resource::<CardTable>().clone();
    match table.program(frame.program).get(usize::from(frame.pc) + 1) {
        Some(Op::Do(effect)) => match &**effect {
            Effect::Draw { who, .. } => {
                seat(world, frame, *who) == Some(player) && events::draw_limit_reached(world, player)
            }
            _ => false,
        },
        _ => false,
    }
}

/// CR 118.12: asks whether to pay, if that is possible, and takes the payment.
fn may_pay(world: &mut World, frame: &mut Frame, who: Who, cost: &Cost, otherwise: u16) -> Step {
    match frame.phase {
        0 => {
            let Some(seat) = seat(world, frame, who) else { return Step::Jump(otherwise) };
            if !casting::can_pay(world, seat, frame.bindings.this, cost, &frame.bindings) {
                return Step::Jump(otherwise);
            }
            frame.scratch.push(super::Value::Number(i32::from(seat.0)));
            frame.ask(1, seat, Prompt::MayPay(frame.subject(), cost.clone()), Shape::Confirm)
        }
        1 => {
            if Inbox::take(world) != Answer::Confirm(true) {
                return Step::Jump(otherwise);
            }
            frame.phase = 2;
            Step::Pay(crate::ids::Seat(frame.kept_number(0) as u8), cost.clone())
        }
        _ => {
            if world.resource::<Paid>().0 {
                Step::Next
            } else {
                Step::Jump(otherwise)
            }
        }
    }
}

/// CR 608.2d: a player chooses one of several courses.
fn choose_course(world: &mut World, frame: &mut Frame, who: Who, places: &[u16]) -> Step {
    if frame.phase == 0 {
        // A course is followed even if who should choose it is gone or an illegal target.
        let seat = seat(world, frame, who).unwrap_or(frame.bindings.you);
        let courses = (0..places.len() as u8).map(Choice::Course).collect();
        return frame.ask(1, seat, Prompt::Course(frame.subject()), Shape::ChooseOne(courses));
    }
    Step::Jump(places[place(&Inbox::take(world))])
}

/// CR 608.2f: begins a loop over objects. If it matters which is first, those of each player come in APNAP order, and
/// the player who follows the instructions orders those of one player.
fn each_object(world: &mut World, frame: &mut Frame, group: &Objects, in_turn: bool) -> Step {
    if frame.phase == 0 {
        let all = read_objects(world, frame, group);
        if !in_turn || all.len() < 2 {
            return begin_each(frame, all.into_iter().map(Referent::Object));
        }
        frame.scratch = vec![Value::Objects(all), Value::Objects(Vec::new())];
    } else {
        let open = next_group(world, frame);
        let chosen = named(&open, &Inbox::take(world));
        put_in_order(frame, &chosen);
    }
    loop {
        let open = next_group(world, frame);
        match open.len() {
            0 => break,
            1 => put_in_order(frame, &open),
            _ => {
                let (you, prompt) = (frame.bindings.you, Prompt::OrderObjects(frame.subject()));
                return frame.ask(1, you, prompt, Shape::Order(object_choices(&open)));
            }
        }
    }
    let ordered = frame.kept(1).to_vec();
    begin_each(frame, ordered.into_iter().map(Referent::Object))
}

/// The objects of the first player in APNAP order that aren't in order yet.
fn next_group(world: &mut World, frame: &Frame) -> Vec<ObjectRef> {
    let board = board(world);
    let controller = |o: &ObjectRef| board.view(*o).map_or(frame.bindings.you, |v| v.chars.controller);
    let open: Vec<ObjectRef> = frame.kept(0).iter().copied().filter(|o| !frame.kept(1).contains(o)).collect();
    let first = board.players().in_turn_order(board.turn().active).find(|s| open.iter().any(|o| controller(o) == *s));
    open.into_iter().filter(|o| first.is_none_or(|seat| controller(o) == seat)).collect()
}

fn put_in_order(frame: &mut Frame, objects: &[ObjectRef]) {
    let mut ordered = frame.kept(1).to_vec();
    ordered.extend_from_slice(objects);
    frame.scratch[1] = Value::Objects(ordered);
}

/// Begins a loop; [`next_round`] decides about the first round.
fn begin_each(frame: &mut Frame, all: impl DoubleEndedIterator<Item = Referent>) -> Step {
    frame.loops.push(Loop::Each(all.rev().collect(), frame.bindings.it));
    Step::Next
}

/// Begins the next round of the innermost loop, or ends it.
fn next_round(frame: &mut Frame, end: u16) -> Step {
    match frame.loops.last_mut().expect("a next round belongs to a loop") {
        Loop::Each(rest, before) => match rest.pop() {
            Some(it) => {
                frame.bindings.it = Some(it);
                return Step::Next;
            }
            None => frame.bindings.it = *before,
        },
        Loop::Times(left) if *left > 0 => {
            *left -= 1;
            return Step::Next;
        }
        Loop::Times(_) => {}
    }
    frame.loops.pop();
    Step::Jump(end)
}
