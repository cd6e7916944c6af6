//! Taking back what can't be completed (CR 733).
//!
//! The proposal and its payments are undone; of the mana abilities that were activated meanwhile those that their
//! player chooses (`undo`). Nothing else of its own cost has been paid by then: it is chosen before the mana is paid, and
//! paid after that.

use super::{begin, bestow, complete, undo};
use crate::model::agenda::Agenda;
use crate::model::bindings::Bindings;
use crate::model::cast::{Proposal, Refused, Transaction, Try};
use crate::model::continuous::ContinuousEffects;
use crate::model::decision::Choice;
use crate::model::event::Cause;
use crate::model::ids::{ObjectId, ObjectRef, SeatSet};
use crate::model::object::{CastAs, Linked, Object, StackEntry, Status};
use crate::model::references::{ReferenceMut, References};
use crate::model::task::Return;
use crate::model::trigger::{DelayedTriggers, PendingTriggers};
use crate::model::turn::Turn;
use crate::model::zone::{Move, OtherCard, Zone};
use crate::rules::driver::Flow;
use crate::rules::log::EventLog;
use crate::rules::reading::{Board, Live};
use crate::rules::slots::{Slots, effect_mut};
use crate::rules::state::EditGame;
use crate::rules::zones::{move_objects, put_back};
use crate::rules::{layers, legal};

/// Whether two choices are the same deed with the same card: a card that has been taken back is another object.
fn same_deed(a: &Choice, b: &Choice) -> bool {
    match (a, b) {
        (Choice::Cast { object: a, way }, Choice::Cast { object: b, way: other }) => a.id == b.id && way == other,
        (a, b) => a == b,
    }
}

/// Notes that a proposal had to be taken back.
fn refuse(world: &mut impl EditGame, cast: &Transaction, what: Choice) {
    let turn = world.part::<Turn>();
    let now = Some((turn.number, turn.step));
    let refused = world.part_mut::<Refused>();
    if refused.when != now {
        *refused = Refused { when: now, tries: Vec::new() };
    }
    let Bindings { modes, x, targets, .. } = &cast.bindings;
    let paid = &cast.bindings.cast.paid;
    let mut known = false;
    for old in refused.tries.iter_mut().filter(|t| t.seat == cast.seat && same_deed(&t.what, &what)) {
        old.what = what;
        if old.modes == *modes && old.x == *x && old.targets == *targets && old.paid == *paid {
            old.times = old.times.saturating_add(1);
            known = true;
        }
    }
    if !known {
        let (modes, targets, paid) = (modes.clone(), targets.clone(), paid.clone());
        refused.tries.push(Try { seat: cast.seat, what, modes, x: *x, paid, targets, times: 1 });
    }
}

/// Something was completed: everything may be tried again.
pub(super) fn forget_refused(world: &mut impl EditGame) {
    let refused = world.part_mut::<Refused>();
    if !refused.tries.is_empty() {
        refused.tries.clear();
    }
}

/// Takes a whole proposal back: the card returns to where it was, no ability triggers. The task below learns of it.
pub(super) fn reverse(world: &mut impl EditGame, cast: &mut Transaction) -> Flow {
    let failed = cast.undo.failed;
    let mut returned = Flow::Continue;
    if !matches!(cast.what, Proposal::Placed | Proposal::Retarget { .. })
        && undo::carry_out(world, cast.seat, &mut cast.undo)
    {
        returned = Flow::Return(Return::TakenBack(cast.what));
    }
    if cast.nested {
        returned = Flow::Return(Return::Cast(None));
    }
    match cast.what {
        Proposal::Spell { way, from, index } if complete::on_stack(world, cast.object) => {
            bestow::cease(world, cast.object);
            return_to(world, cast, from, index);
            if failed && !cast.nested {
                let object = Live::new(world).object(cast.object.id).reference();
                refuse(world, cast, Choice::Cast { object, way });
            }
        }
        Proposal::TurnFaceUp(by) if failed => {
            refuse(world, cast, Choice::TurnFaceUp { object: cast.object, by });
        }
        Proposal::Unlock(door) if failed => {
            refuse(world, cast, Choice::Door { object: cast.object, door });
        }
        Proposal::HandAction(action, by) if failed => {
            refuse(world, cast, Choice::HandAction { object: cast.object, action, by });
        }
        // CR 603.3d: without legal choices a triggered ability is removed from the stack.
        Proposal::Ability(_) | Proposal::Placed if complete::on_stack(world, cast.object) => {
            begin::cease(world, cast.object);
            if let (Proposal::Ability(key), true) = (cast.what, failed) {
                refuse(world, cast, Choice::Activate { key });
            }
        }
        _ => {}
    }
    returned
}

/// Puts the card back at the same place of the zone from which it was to be cast.
fn return_to(world: &mut impl EditGame, cast: &Transaction, from: Zone, index: u32) {
    let cast_as = CastAs { bestowed: None, ..*world.row(cast.object.id) };
    let back = Move::plain(cast.object, from, Cause::Effect);
    let back = match &cast.was {
        // CR 406.3: who could cast it can look at it. What others have seen of it they know.
        Some(_) if cast.was_face_down => back.with_face_down(SeatSet::only(cast.seat)),
        _ => back,
    };
    // CR 400.11: outside the game it is what it was.
    let back = if from == Zone::Outside { Move { other: OtherCard::Of(cast.object), ..back } } else { back };
    let moved = move_objects(world, &[back]);
    if cast_as != CastAs::NEW {
        *world.row_mut(cast.object.id) = cast_as;
    }
    // It is as though it had stayed: when it came there and whether it was drawn this turn.
    if let (Some(was), Some(now)) = (&cast.was, moved.first()) {
        let object = world.row_mut::<Object>(now.new.id);
        object.timestamp = was.timestamp;
        (object.entered_turn, object.drawn_turn) = (was.entered_turn, was.drawn_turn);
        refer_again(world, was.reference(), now.new);
    }
    EventLog::moved(world, &moved);
    put_back(world, cast.object.id, from, index as usize);
}

/// CR 733.1: what referred to the card where it was refers to it there again: effects that let it be cast, what is linked
/// to it, what was paid with it as it was revealed, and what waits.
fn refer_again(world: &mut impl EditGame, was: ObjectRef, now: ObjectRef) {
    let mut found = false;
    let mut rename = |reference: ReferenceMut<'_>| {
        if let ReferenceMut::Object(object) = reference
            && *object == was
        {
            *object = now;
            found = true;
        }
    };
    world.part_mut::<Agenda>().visit_mut(&mut rename);
    world.part_mut::<DelayedTriggers>().visit_mut(&mut rename);
    world.part_mut::<PendingTriggers>().visit_mut(&mut rename);
    for at in 0..world.part::<ContinuousEffects>().order.len() {
        let id = world.part::<ContinuousEffects>().order[at];
        effect_mut(world, id).visit_mut(&mut rename);
    }
    for id in (0..world.part::<Slots>().len() as u32).map(ObjectId) {
        world.row_mut::<Status>(id).visit_mut(&mut rename);
        world.row_mut::<Linked>(id).visit_mut(&mut rename);
        world.row_mut::<StackEntry>(id).visit_mut(&mut rename);
    }
    if found {
        layers::invalidate(world);
        legal::invalidate(world);
    }
}
