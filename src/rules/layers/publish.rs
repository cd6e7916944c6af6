//! The end of a pass: what changed goes to the objects, to the effects and to the rules in force.

use super::ctx::Ctx;
use super::pass::{Instance, Pass, PassCount, Purpose, Row, Rows, TrialCount};
use super::table::LayerTable;
use super::{make_copy, rules, slots};
use crate::cards::CardTable;
use crate::cards::def::{Designation, Rule, StaticEffect};
use crate::model::continuous::{ActiveRules, ContinuousEffects, RuleRow};
use crate::model::dirt::{Dirt, Gates, LayerWatch, StateClass};
use crate::model::fact::Fact;
use crate::model::ids::{ContinuousEffectId, ObjectRef, SeatSet};
use crate::model::object::{Characteristics, Object, Status};
use crate::model::trigger::{TriggerIndex, Waiting, WaitingFacts};
use crate::model::zone::Zone;
use crate::rules::log;
use crate::rules::reading::{self, Live};
use crate::rules::schedule::mark_dirty;
use crate::rules::slots::{ContinuousEffectSlots, effect, effect_mut};
use crate::rules::state::EditGame;
use crate::rules::zones;
use bevy_ecs::prelude::*;
use smallvec::SmallVec;

/// CR 208.1, 208.3: an object that isn't a creature has no power and toughness.
pub(super) fn normalise(pass: &mut Pass) {
    for row in pass.rows.list.iter_mut().filter(|r| !r.chars.has_pt) {
        (row.chars.power, row.chars.toughness, row.chars.beyond_base) = (0, 0, (0, 0));
    }
}

/// Ends a pass. It needs the whole world: effects that begin are entities, which may have to be spawned, and who may look
/// at an object learns something.
pub(super) fn publish(world: &mut World) {
    let mut pass = world.resource_mut::<LayerTable>().take();
    pass.again = pass.purpose != Purpose::Inspect && reword(world, &mut pass);
    if !pass.again && pass.purpose == Purpose::Publish {
        let reads = world.resource::<LayerTable>().reads();
        write(world, &mut pass, reads);
        world.resource_mut::<PassCount>().0 += 1;
        world.resource_mut::<TrialCount>().0 += pass.trial.count;
    }
    world.resource_mut::<LayerTable>().put_back(pass);
}

/// Writes the results of the pass into the game. `reads`: what systems of others read.
fn write(world: &mut impl EditGame, pass: &mut Pass, reads: StateClass) {
    let mut watch = LayerWatch::after(&Ctx::new(world), world.part(), pass, reads);
    keep_effects(world, pass);
    let (mut changed, lost_marks) = objects(world, &mut pass.rows);
    watch.note_elsewhere(world, pass);
    let found = std::mem::take(&mut pass.found);
    let active = world.part_mut::<ActiveRules>();
    if *active == found {
        pass.found = found;
    } else {
        pass.found = std::mem::replace(&mut *active, found);
        changed = true;
    }
    if changed {
        mark_dirty(world, StateClass::CHARACTERISTICS);
    }
    knowledge(world);
    // A world that checks what is skipped looks at everything.
    let gates = world.part::<Gates>();
    let read = if gates.layers_checked || gates.open { StateClass::all() } else { watch.reads() };
    let dirt = world.part_mut::<Dirt>();
    (dirt.layers, dirt.layers_read) = (StateClass::empty(), read);
    *world.part_mut::<LayerWatch>() = watch;
    if lost_marks {
        // What asks for them is computed again.
        mark_dirty(world, StateClass::COUNTERS);
    }
}

/// CR 406.3, 701.20e: who may look at objects knows which cards they are from then on.
fn knowledge(world: &mut impl EditGame) {
    let rules = &world.part::<ActiveRules>().rules;
    if rules.is_empty() {
        return;
    }
    let table = world.part::<CardTable>().clone();
    let looking = |row: &&RuleRow| matches!(table.static_row(row.handle).effect, StaticEffect::Rule(Rule::LookAt(..)));
    for row in rules.iter().filter(looking).copied().collect::<Vec<_>>() {
        let StaticEffect::Rule(Rule::LookAt(who, group)) = &table.static_row(row.handle).effect else { continue };
        let bindings = effect(world, row.effect).bindings.clone();
        let live = Live::new(world);
        let seats: SeatSet = reading::seats(&live, &bindings, *who).into_iter().collect();
        let mut objects = reading::objects(&live, &bindings, group);
        objects.retain(|object| seats.0 & !world.row::<Object>(object.id).known_to.0 != 0);
        if !objects.is_empty() {
            zones::learn(world, &objects, seats);
            log::open(world, &objects, seats);
        }
    }
}

/// Makes the definitions that text-changing effects have missed (CR 612); answers whether there were any.
fn reword(world: &mut impl EditGame, pass: &mut Pass) -> bool {
    let mut any = false;
    for wanted in std::mem::take(&mut pass.wanted) {
        // If the table is full, the text stays as it is.
        any |= world.part_mut::<CardTable>().reword(wanted).is_ok();
    }
    any
}

/// Writes the rows that have changed; answers whether any has, and whether permanents have lost designations by that. Most rows
/// haven't changed, so that is found out over whole columns first.
fn objects(world: &mut impl EditGame, rows: &mut Rows) -> (bool, bool) {
    let live = Live::with_columns(world);
    let turn = live.world_turn().number;
    let differs = |row: &Row| *live.world_chars(row.object.id) != row.chars;
    let places = rows.list.iter().enumerate().filter(|(_, row)| differs(row));
    let differing: SmallVec<[usize; 16]> = places.map(|(place, _)| place).collect();
    let changed = !differing.is_empty();
    let (mut abilities, mut lost_marks) = (false, false);
    let mut parted: SmallVec<[ObjectRef; 2]> = SmallVec::new();
    let asks_control = world.part::<CardTable>().0.traits.asks_control;
    let mut lost_control = Vec::new();
    for place in differing {
        let row = &mut rows.list[place];
        let old = world.row::<Characteristics>(row.object.id);
        abilities |= old.abilities != row.chars.abilities;
        // CR 702.95e.
        let stays = old.controller == row.chars.controller && row.chars.is_creature();
        if !stays && row.state.zone == Zone::Battlefield {
            parted.push(row.object);
        }
        let old_controller = old.controller;
        if matches!(row.state.zone, Zone::Battlefield | Zone::Stack) && old_controller != row.chars.controller {
            let status = world.row_mut::<Status>(row.object.id);
            // CR 302.6.
            if row.state.zone == Zone::Battlefield {
                if asks_control {
                    lost_control.push(Fact::LostControl { object: row.object, by: old_controller });
                }
                status.controlled_since = turn;
                // CR 701.54a.
                lost_marks |= status.designations & Designation::OF_ITS_CONTROLLER != 0;
                status.designations &= !Designation::OF_ITS_CONTROLLER;
            }
            // CR 708.5: the new controller may look, and won't forget.
            if status.face_down && !row.state.known_to.contains(row.chars.controller) {
                zones::learn(world, &[row.object], SeatSet::only(row.chars.controller));
            }
        }
        let chars = world.row_mut::<Characteristics>(row.object.id);
        std::mem::swap(&mut *chars, &mut row.chars);
    }
    for object in parted {
        lost_marks |= zones::unpair(world, object);
    }
    if abilities {
        world.part_mut::<TriggerIndex>().stale = true;
    }
    if !lost_control.is_empty() {
        // Looked at as soon as the pass is over.
        world.part_mut::<WaitingFacts>().0.push_back(Waiting { facts: lost_control, before: None, kept: true });
    }
    (changed, lost_marks)
}

/// Effects of static abilities begin and end; those that continue learn who controls them now.
fn keep_effects(world: &mut impl EditGame, pass: &mut Pass) {
    let ended = |id: &ContinuousEffectId| {
        let seen = pass.seen.get(id.0 as usize).copied().unwrap_or(true);
        !seen && effect(world, *id).key().is_some()
    };
    let mut gone: Vec<ContinuousEffectId> =
        world.part::<ContinuousEffects>().order.iter().copied().filter(ended).collect();
    let lost = pass.instances.iter().filter(|i| i.gone && !i.fresh).map(|i| i.id);
    gone.extend(lost);
    slots::remove(world, &gone);
    let mut moved = false;
    for instance in pass.instances.iter().filter(|i| i.key.is_some() && !i.gone) {
        if instance.fresh {
            slots::insert(world, rules::lasting(instance));
            continue;
        }
        moved |= keep(world, instance);
    }
    for (id, values) in std::mem::take(&mut pass.taken) {
        if world.part::<ContinuousEffectSlots>().len() > id.0 as usize && effect(world, id).active {
            let base = make_copy(world, values);
            effect_mut(world, id).copied = Some(base);
        }
    }
    if moved {
        let mut order = std::mem::take(&mut world.part_mut::<ContinuousEffects>().order);
        order.sort_by_key(|id| effect(world, *id).timestamp);
        world.part_mut::<ContinuousEffects>().order = order;
    }
}

/// An effect that continues; answers whether its timestamp has changed.
fn keep(world: &mut impl EditGame, instance: &Instance) -> bool {
    let old = effect(world, instance.id);
    let (you, timestamp) = (instance.bindings.you, instance.order.timestamp);
    if old.bindings.you == you && old.timestamp == timestamp {
        return false;
    }
    let moved = old.timestamp != timestamp;
    let effect = effect_mut(world, instance.id);
    effect.bindings.you = you;
    effect.timestamp = timestamp;
    moved
}
