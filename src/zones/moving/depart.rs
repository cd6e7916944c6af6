//! What an object leaves behind.

use super::Step;
use crate::cards::def::ObjectRule;
use crate::combat::{self, Combat};
use crate::events::Cause;
use crate::ids::{ObjectRef, Referent, Seat};
use crate::layers;
use crate::legal;
use crate::object::{Base, Characteristics, Counters, LastKnown, LastKnownTable, Memory, Object, StackEntry, Status};
use crate::player::Players;
use crate::reading::Live;
use crate::schedule::Inputs;
use crate::zones::Zone;
use bevy_ecs::prelude::*;
use std::sync::Arc;

/// CR 113.7a, 608.2h: keeps what the object is like, if anything can refer to it later. Cards of hidden zones are
/// known to nobody as objects, unless they were revealed or leave for a zone where all can see them; what is cast or
/// played is followed by the spell or permanent itself.
pub(super) fn remember(world: &mut World, step: &Step<'_>) -> Option<usize> {
    let from_hand = || {
        let started = matches!(step.request.cause, Cause::Cast | Cause::PlayLand | Cause::Draw | Cause::Setup);
        step.to.is_public() && !started
    };
    let wanted = match step.old.zone {
        Zone::Battlefield | Zone::Stack | Zone::Graveyard(_) | Zone::Exile | Zone::Command => true,
        Zone::Hand(_) => from_hand(),
        Zone::Library(_) => {
            let known_to = step.old.known_to;
            !known_to.is_empty()
                && !matches!(step.to, Zone::Library(_))
                && world.resource::<Players>().alive().all(|seat: Seat| known_to.contains(seat))
        }
        Zone::Outside => false,
    };
    if !wanted {
        return None;
    }
    let idle = step.is_idle();
    let printed = match step.old.base {
        Base::Def(def, 0) if idle && step.shows_its_own(world) => Some(layers::printed(world, def, step.old.owner)),
        _ => None,
    };
    let entity = world.entity(step.entity);
    let chars = printed.or_else(|| Some(Arc::new(entity.get::<Characteristics>()?.clone())))?;
    let counters = entity.get::<Counters>()?;
    let memory = if idle && counters.is_empty() {
        None
    } else {
        let (status, stack) = (entity.get::<Status>()?.clone(), entity.get::<StackEntry>()?.clone());
        Some(Box::new(Memory { status, counters: counters.clone(), stack }))
    };
    let attacking = match step.old.zone {
        Zone::Battlefield => world.resource::<Combat>().attacker(step.request.object).map(|a| a.target),
        _ => None,
    };
    let row = LastKnown { object: step.old, chars, memory, attacking, successor: None };
    let mut table = world.resource_mut::<LastKnownTable>();
    table.0.push(row);
    Some(table.0.len() - 1)
}

/// CR 400.7e, j: the new object can be found if it is in a public zone.
pub(super) fn succeed(world: &mut World, step: &Step<'_>, new: ObjectRef) {
    if let Some(row) = step.last_known
        && step.to.is_public()
    {
        world.resource_mut::<LastKnownTable>().0[row].successor = Some(new);
    }
}

/// What follows from leaving: combat (CR 506.4), effects on a permanent spell (400.7a-c).
pub(super) fn leave(world: &mut World, step: &Step<'_>) -> Inputs {
    let old = step.request.object;
    match (step.old.zone, step.to) {
        (Zone::Battlefield, _) => {
            if is_in_combat(world, old) {
                combat::remove_from_combat(world, old);
            }
            // What was attached to it is not any more, although it keeps the reference until the next check of
            // state-based actions (CR 704.5m-n).
            Inputs::BATTLEFIELD | Inputs::ATTACHMENT
        }
        (Zone::Stack, Zone::Battlefield) => {
            // CR 400.7a-c.
            layers::rebind(world, old, ObjectRef { incarnation: old.incarnation + 1, ..old });
            Inputs::STACK
        }
        (from, _) => super::inputs_of(from),
    }
}

fn is_in_combat(world: &World, object: ObjectRef) -> bool {
    let combat = world.resource::<Combat>();
    combat.attackers.iter().any(|a| a.object == object || a.target == Referent::Object(object))
        || combat.blockers.iter().any(|b| b.object == object)
}

/// Resets what belongs to one stay in a zone (CR 400.7). A permanent spell takes the record of its casting along
/// (400.7d).
pub(super) fn forget(world: &mut World, step: &Step<'_>) {
    if matches!(step.old.zone, Zone::Library(_) | Zone::Hand(_) | Zone::Outside) {
        return;
    }
    let kept = keeps_counters(world, step);
    let mut entity = world.entity_mut(step.entity);
    if let Some(mut counters) = entity.get_mut::<Counters>()
        && !counters.is_empty()
        && !kept
    {
        *counters = Counters::default();
    }
    if !matches!(step.old.zone, Zone::Battlefield | Zone::Stack) {
        return;
    }
    let mut stack = entity.get_mut::<StackEntry>().expect("every slot has a stack entry");
    let cast = match (step.old.zone, step.to) {
        (Zone::Stack, Zone::Battlefield) => std::mem::take(&mut stack.cast),
        _ => Default::default(),
    };
    *stack = StackEntry { cast, ..StackEntry::default() };
}

/// CR 122.2: whether a rule of the object as it is lets its counters go with it.
fn keeps_counters(world: &World, step: &Step<'_>) -> bool {
    let to = step.to.kind();
    let keeps = |rule: &ObjectRule| matches!(rule, ObjectRule::KeepsCounters { except } if !except.contains(&to));
    legal::rules_of(&Live::new(world), step.old.id).any(|(rule, _)| keeps(rule))
}

/// What the object was without having entered as a copy.
pub(super) fn own_base(world: &World, step: &Step<'_>, object: &Object) -> crate::object::Base {
    match step.old.zone {
        Zone::Battlefield => world.get::<Status>(step.entity).and_then(|s| s.card).unwrap_or(object.base),
        _ => object.base,
    }
}
