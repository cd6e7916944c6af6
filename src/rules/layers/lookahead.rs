//! What something would be like on the battlefield (CR 614.12).

use super::pass::Purpose;
use super::table::LayerTable;
use super::{durations, gather, refresh, slots, stages, values};
use crate::cards::CardTable;
use crate::cards::def::{Modification, Obj, Objects, StaticEffect, ZoneKind};
use crate::model::continuous::{ContinuousEffects, InternedValues};
use crate::model::dirt::{Dirt, Gates};
use crate::model::entering::{Entering, LookedAhead};
use crate::model::event::Enter;
use crate::model::ids::{ContinuousEffectId, ObjectId, ObjectRef, Timestamp};
use crate::model::object::{AbilityInstance, Characteristics, Counters, LinkedRecord, Object, Status};
use crate::model::turn::Turn;
use crate::model::zone::{Zone, Zones};
use crate::rules::slots::effect;
use crate::rules::state::{EditGame, ReadGame};
use crate::rules::zones::{entering_base, without};
use bevy_ecs::prelude::*;

/// CR 614.12: the characteristics that an object would have on the battlefield if it entered like this: with its own
/// abilities that would apply to it, and the effects that are there already. Nothing in the game changes: the pass reads
/// the object as it would enter beside the game.
pub fn entering(world: &mut World, object: ObjectRef, enter: &Enter) -> Characteristics {
    let (row, status) = placed(world, object.id, enter);
    let untouched = untouched(world, &row, &status, enter);
    if let Some(chars) = untouched.as_ref().filter(|_| !world.part::<Gates>().layers_checked) {
        return chars.clone();
    }
    let ahead = Box::new(beside(world, row, status, enter));
    let before = (world.part::<Zones>().clock, *world.part::<Dirt>());
    let begin = |is| durations::begin_with(world, is, object, object);
    let is: Vec<_> = enter.is.iter().filter_map(begin).collect();
    world.part_mut::<LookedAhead>().entering = Some(ahead);
    refresh::run(world, Purpose::LookAhead(object.id));
    world.part_mut::<LookedAhead>().entering = None;
    slots::remove(world, &is);
    (world.part_mut::<Zones>().clock, *world.part_mut::<Dirt>()) = before;
    let mut table = world.resource_mut::<LayerTable>();
    let rows = &mut table.pass().rows;
    let chars = rows.at(object.id).map(|i| std::mem::take(&mut rows.list[i as usize].chars)).unwrap_or_default();
    if let Some(expected) = untouched {
        assert_eq!(chars, expected, "a look ahead without a pass would have been wrong");
    }
    chars
}

/// What an object would be like where nothing would apply to it: a gate, so that most need no pass. It rests on this: what a pass
/// changes in a permanent comes from the effects in use, as long as those are up to date, from its own abilities and counters, from
/// its lying face down, or from systems of others.
fn untouched(world: &World, row: &Object, status: &Status, enter: &Enter) -> Option<Characteristics> {
    let (table, made) = (world.part::<CardTable>(), world.part::<InternedValues>());
    let base = values::shown(table, made, row.base, (row.zone, status));
    if world.part::<Gates>().open
        || !refresh::is_fresh(world)
        || !world.resource::<LayerTable>().reads().is_empty()
        || !enter.is.is_empty()
        || status.face_down
    {
        return None;
    }
    let mut chars = values::starting(table, made, base);
    let affects = |ability: &AbilityInstance| {
        let own = gather::functioning(table, *ability, ZoneKind::Battlefield);
        own.is_some_and(|(handle, _)| match &table.static_row(handle).effect {
            // Nothing is attached to itself.
            StaticEffect::Affect(Objects::The(Obj::Host), all) => all.iter().any(grants),
            StaticEffect::Affect(..) => true,
            StaticEffect::Rule(_) | StaticEffect::Replace(_) => false,
        })
    };
    if chars.abilities.iter().any(affects) {
        return None;
    }
    let may_apply = |id: &ContinuousEffectId| {
        let effect = effect(world, *id);
        match &table.static_row(effect.handle).effect {
            StaticEffect::Affect(Objects::The(Obj::This), _) if effect.locked.is_empty() => {
                effect.bindings.this == row.reference()
            }
            // Nothing is attached to what is only about to enter.
            StaticEffect::Affect(Objects::The(Obj::Host), _) if effect.key().is_some() => false,
            StaticEffect::Affect(..) => effect.locked.is_empty() || effect.locked.contains(&row.reference()),
            StaticEffect::Rule(_) | StaticEffect::Replace(_) => false,
        }
    };
    if world.part::<ContinuousEffects>().order.iter().any(may_apply) {
        return None;
    }
    chars.controller = status.base_controller;
    enter.counters.iter().for_each(|(kind, count)| stages::write_counters(*kind, *count, &mut chars));
    // CR 208.1, 208.3.
    chars.has_pt = chars.is_creature();
    if !chars.has_pt {
        (chars.power, chars.toughness, chars.beyond_base) = (0, 0, (0, 0));
    }
    Some(chars)
}

/// Whether a modification gives abilities, which could have effects in turn.
fn grants(m: &Modification) -> bool {
    matches!(m, Modification::GainAbilities(_) | Modification::GainActivatedOf(_))
}

/// The object where the event would put it, and its status there.
fn placed(world: &impl ReadGame, id: ObjectId, enter: &Enter) -> (Object, Status) {
    let object = *world.row::<Object>(id);
    let turn = world.part::<Turn>().number;
    let status = Status {
        tapped: enter.tapped,
        face_down: enter.face_down,
        face_down_kind: enter.down,
        base_controller: enter.controller,
        controlled_since: turn,
        attached_to: enter.attach_to,
        unlocked: enter.unlocked,
        protector: enter.protector,
        ..Status::default()
    };
    let there = Object {
        zone: Zone::Battlefield,
        timestamp: Timestamp(world.part::<Zones>().clock.0 + 1),
        entered_turn: turn,
        base: enter.copy.unwrap_or_else(|| entering_base(&object, enter)),
        ..object
    };
    (there, status)
}

/// The object beside the game. It is in no list: it isn't counted yet.
fn beside(world: &impl ReadGame, object: Object, status: Status, enter: &Enter) -> Entering {
    let mut counters = Counters::default();
    enter.counters.iter().for_each(|(kind, n)| counters.add(*kind, *n, object.timestamp));
    let linked = LinkedRecord { chosen: enter.chosen, cards: enter.linked.clone(), ..LinkedRecord::default() }.into();
    let zones = without(world.part::<Zones>(), world.row::<Object>(object.id));
    Entering { object, status, linked, counters, zones }
}
