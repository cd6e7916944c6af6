//! What an object leaves behind.

use super::was_idle;
use crate::cards::CardTable;
use crate::cards::def::ObjectRule;
use crate::model::combat::Combat;
use crate::model::dirt::StateClass;
use crate::model::event::Cause;
use crate::model::ids::{ObjectId, ObjectRef, Referent, Seat};
use crate::model::object::{
    Attack, Characteristics, CopiableSource, Counters, LastKnown, LastKnownTable, StackEntry, StackRecord, Status,
    ThisTurn, Ties, Values,
};
use crate::model::player::Players;
use crate::model::zone::{Zone, Zones};
use crate::rules::reading::{Board, Live, rules_of};
use crate::rules::state::{EditGame, PlannedMove, ReadGame};
use std::sync::Arc;

/// CR 113.7a, 608.2h: keeps what the object is like, if anything can refer to it later. Cards of hidden zones are
/// known to nobody as objects, unless they were revealed, a cost was paid with them, or they leave for a zone where all
/// can see them; what is cast or played is followed by the spell or permanent itself.
pub(super) fn remember(world: &mut impl EditGame, step: &mut PlannedMove<'_>) {
    let from_hand = || {
        let started = matches!(step.request.cause, Cause::Cast | Cause::PlayLand | Cause::Draw | Cause::Setup);
        step.to.is_public() && !started
    };
    let wanted = match step.old.zone {
        Zone::Battlefield | Zone::Stack | Zone::Graveyard(_) | Zone::Exile | Zone::Command => true,
        Zone::Hand(_) => from_hand() || is_known_to_all(world, step) || has_paid(world, step.request.object),
        Zone::Library(_) => {
            let public = !matches!(step.to, Zone::Library(_)) && is_known_to_all(world, step);
            public || step.to.is_public() && step.request.cause == Cause::Cost
        }
        // A component of a permanent.
        Zone::Outside => step.with().is_some(),
    };
    if !wanted {
        return;
    }
    let values = values(world, step);
    let idle = was_idle(step);
    let counters = world.row::<Counters>(step.old.id);
    step.counted = !counters.is_empty();
    step.keeps_counters = step.counted && keeps_counters(world, step);
    let memory =
        if idle && !step.counted { None } else { Some(Box::new(Live::new(world).world_view_of(step.old.id).memory())) };
    let ties = ties(world, step);
    // CR 400.7e, j: the new object can be found if it is in a public zone. CR 702.140f: what merges is found as the permanent.
    let successor = step.merges_with().or_else(|| step.to.is_public().then(|| step.successor()));
    // Made where it stays.
    let row = || LastKnown { object: step.old, values, memory, ties, successor };
    world.part_mut::<LastKnownTable>().0.extend(std::iter::once_with(row));
}

/// Whether all players know which card it is.
fn is_known_to_all(world: &impl ReadGame, step: &PlannedMove<'_>) -> bool {
    let known_to = step.old.known_to;
    // A game has two players at least.
    known_to.0.count_ones() > 1 && world.part::<Players>().alive().all(|seat: Seat| known_to.contains(seat))
}

/// Whether a cost of something on the stack was paid with this object: with a card that was revealed.
fn has_paid(world: &impl ReadGame, object: ObjectRef) -> bool {
    if world.part::<Zones>().stack.is_empty() {
        return false;
    }
    let board = Live::new(world);
    let paid = |entry: &StackEntry| {
        let captured = entry.bindings.as_ref().is_some_and(|b| b.cast.paid_with.contains(&object));
        captured || entry.cast.paid_with.contains(&object)
    };
    board.zones().stack.iter().any(|id| paid(board.stack_entry(*id)))
}

/// CR 608.2h: its part in combat and what is attached to it. Neither is kept outside combat if no
/// card of the game asks for it. The layers add of what it is a copy (707.2).
fn ties(world: &impl ReadGame, step: &PlannedMove<'_>) -> Option<Box<Ties>> {
    if step.old.zone != Zone::Battlefield {
        return None;
    }
    let object = step.request.object;
    let combat = world.part::<Combat>();
    let mut ties = Ties::default();
    if let Some(attacker) = combat.attacker(object) {
        let (target, defender, blocked) = (attacker.target, attacker.defender, attacker.blocked);
        ties.attack = Some(Attack { target, defender, blocked, blockers: combat.blockers_of(object).collect() });
    }
    ties.blocked = combat.blocker(object).map(|b| b.blocks.clone());
    let traits = world.part::<CardTable>().0.traits;
    if traits.asks_attached {
        let board = Live::new(world);
        let attached = |id: &&ObjectId| {
            let status = board.status(**id);
            status.attached_to == Some(Referent::Object(object)) && !status.phased_out
        };
        let attached = board.zones().battlefield.iter().filter(attached).map(|id| board.object(*id).reference());
        ties.attached = attached.collect();
    }
    (ties != Ties::default()).then(|| Box::new(ties))
}

/// The characteristics that it showed. Equal values have one form: a card that shows what is printed on it refers to that.
fn values(world: &impl ReadGame, step: &PlannedMove<'_>) -> Values {
    let chars = || world.row::<Characteristics>(step.old.id);
    let printed = |def| step.as_printed || *chars() == *world.part::<CardTable>().printed(def, step.old.owner);
    match step.old.base {
        CopiableSource::Def(def, 0) if was_idle(step) && printed(def) => Values::Printed(def),
        _ => Values::Own(Arc::new(chars().clone())),
    }
}

/// The classes of state that change because it leaves.
pub(super) const fn leaves(step: &PlannedMove<'_>) -> StateClass {
    match (step.old.zone, step.to) {
        // What was attached to it is not any more, although it keeps the reference until the next check of
        // state-based actions (CR 704.5m-n).
        (Zone::Battlefield, _) => StateClass::BATTLEFIELD.union(StateClass::ATTACHMENT),
        (from, _) => super::inputs_of(from),
    }
}

/// Resets what belongs to one stay in a zone (CR 400.7). A permanent spell takes the record of its casting along
/// (400.7d).
pub(super) fn forget(world: &mut impl EditGame, step: &PlannedMove<'_>) {
    if matches!(step.old.zone, Zone::Library(_) | Zone::Hand(_) | Zone::Outside) {
        return;
    }
    if step.counted && !step.keeps_counters {
        *world.row_mut::<Counters>(step.old.id) = Counters::default();
    }
    if !matches!(step.old.zone, Zone::Battlefield | Zone::Stack) {
        return;
    }
    if step.old.zone == Zone::Battlefield {
        *world.row_mut(step.old.id) = ThisTurn::NEW;
        // CR 702.95e.
        crate::rules::zones::unpair(world, step.request.object);
    }
    let stack = world.row_mut::<StackEntry>(step.old.id);
    if step.old.zone == Zone::Stack && step.to == Zone::Battlefield {
        **stack = StackRecord { cast: std::mem::take(&mut stack.cast), ..StackRecord::default() };
    } else {
        *stack = StackEntry::default();
    }
}

/// CR 122.2: whether a rule of the object as it is lets its counters go with it.
fn keeps_counters(world: &impl ReadGame, step: &PlannedMove<'_>) -> bool {
    let to = step.to.kind();
    let keeps = |rule: &ObjectRule| matches!(rule, ObjectRule::KeepsCounters { except } if !except.contains(&to));
    rules_of(&Live::new(world), step.old.id).any(|(rule, _)| keeps(rule))
}

/// What the object was without having entered as a copy.
pub(super) fn own_base(world: &impl ReadGame, step: &PlannedMove<'_>) -> CopiableSource {
    match step.old.zone {
        Zone::Battlefield => world.row::<Status>(step.old.id).own_face.unwrap_or(step.old.base),
        _ => step.old.base,
    }
}
