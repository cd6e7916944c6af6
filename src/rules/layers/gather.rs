//! The beginning of a pass: rows from values before effects, and all that applies to them.

use super::copiable::matters;
use super::ctx::Ctx;
use super::pass::{Applicable, Application, CounterRow, Instance, Order, Pass, Purpose, Row};
use super::refresh::ELSEWHERE;
use super::stages::{Stage, StageSet, stage_of};
use super::{durations, facets, values};
use crate::cards::def::{CardTypes, Filter, Obj, Objects, ReplacedEvent, StaticEffect, ZoneKind, ZoneOf};
use crate::cards::{AbilityKind, CardTable, Traits};
use crate::model::bindings::Bindings;
use crate::model::continuous::{ContinuousEffects, EffectOrigin, InternedValues};
use crate::model::dirt::{Gates, LayerWatch};
use crate::model::ids::{AbilityKey, ContinuousEffectId, ObjectId, ObjectRef, Origin, Seat, StaticHandle, Timestamp};
use crate::model::object::{AbilityInstance, Characteristics, CopiableSource, Object, ObjectKind, Status};
use crate::model::zone::{OwnZones, Zone};
use crate::rules::state::ReadGame;
use smallvec::SmallVec;

/// Fills an empty table. `watch`: what the last pass has found out.
pub(super) fn gather(ctx: &Ctx<'_>, pass: &mut Pass, watch: &LayerWatch) {
    pass.clear();
    let list = ctx.list;
    pass.used.extend_from_slice(&list.used);
    pass.seen.resize(list.used.len(), false);
    index(ctx, pass, list);
    for id in &ctx.zones.battlefield {
        row(ctx, pass, *id);
    }
    if let Purpose::LookAhead(id) = pass.purpose {
        row(ctx, pass, id);
    }
    for id in &ctx.zones.stack {
        row(ctx, pass, *id);
    }
    elsewhere(ctx, pass, watch);
    for id in &list.order {
        resolved(ctx, pass, *id);
    }
}

/// Effects of static abilities, by the object that they come from.
fn index(ctx: &Ctx<'_>, pass: &mut Pass, list: &ContinuousEffects) {
    pass.next_of.resize(list.used.len(), 0);
    for id in &list.order {
        let EffectOrigin::Static(key) = ctx.effect(*id).origin else { continue };
        let object = key.object.id.index();
        if pass.first_of.len() <= object {
            pass.first_of.resize(object + 1, 0);
        }
        pass.next_of[id.0 as usize] = pass.first_of[object];
        pass.first_of[object] = id.0 + 1;
    }
}

/// Adds the row of an object, with the effects of its abilities and counters.
fn row(ctx: &Ctx<'_>, pass: &mut Pass, id: ObjectId) {
    if pass.rows.at(id).is_some() {
        return;
    }
    let object = ctx.object(id);
    // An ability on the stack has no characteristics of its own that effects could change (CR 113.1c), but can be subject to rules.
    let is_ability = object.kind == ObjectKind::Ability;
    if object.kind == ObjectKind::Unused || is_ability && !ctx.table.0.traits.rules_abilities {
        return;
    }
    let status = ctx.status(id);
    let blank = is_ability || values::is_blank(object, status);
    let base = values::shown(ctx.table, ctx.made, object.base, (object.zone, status));
    let place = pass.rows.list.len() as u32;
    let chars = pass.rows.add(object, status.phased_out);
    if !blank {
        values::start_from(ctx.table, ctx.made, base, chars);
    }
    chars.controller = values::first_controller(object, status, || ctx.stack_entry(id));
    if object.zone == Zone::Command {
        chars.controller = controller(object, chars, ctx.live.world_turn().active);
    }
    let quiet = blank || is_quiet(ctx.table, base, object.zone.kind());
    pass.veiled |= status.face_down && matches!(object.zone, Zone::Battlefield | Zone::Stack);
    if !quiet {
        add_abilities(ctx, pass, place, false);
    }
    let counters = ctx.counters(id);
    for (i, (kind, count, timestamp)) in counters.0.iter().enumerate().filter(|(_, (kind, ..))| matters(*kind)) {
        let what = Applicable::Counters(pass.counters.len() as u32);
        pass.counters.push(CounterRow { row: place, kind: *kind, count: *count });
        let place_in = u16::MAX - 255 + i.min(255) as u16;
        let order = Order { class: 1, timestamp: *timestamp, granted: Timestamp(0), row: place, place: place_in };
        let item = Application { order, what };
        let stages = pass.stages_of(item, ctx.edition);
        pass.add_item(item, stages);
    }
}

/// Whether, by its definition alone, no object with these values has an effect in a zone.
fn is_quiet(table: &CardTable, base: CopiableSource, zone: ZoneKind) -> bool {
    match base {
        CopiableSource::Def(def, face) => {
            let faces = &table.def(def).faces;
            faces[usize::from(face).min(faces.len() - 1)].traits.static_from & Traits::bit(zone) == 0
        }
        CopiableSource::Interned(_) => false,
    }
}

/// Whether an object with these values would have effects, or counters of the sort that changes it.
pub(super) fn is_plain(ctx: &Ctx<'_>, object: &Object) -> bool {
    let zone = object.zone.kind();
    let chars = ctx.chars(object.id);
    let status = ctx.status(object.id);
    let quiet = is_quiet(ctx.table, values::shown(ctx.table, ctx.made, object.base, (object.zone, status)), zone)
        || !chars.abilities.iter().any(|a| functioning(ctx.table, *a, zone).is_some());
    quiet
        && !status.face_down
        && (zone != ZoneKind::Battlefield || chars.has_pt == chars.is_creature())
        && chars.controller == values::first_controller(object, status, || ctx.stack_entry(object.id))
        && !ctx.counters(object.id).0.iter().any(|(kind, ..)| matters(*kind))
}

/// CR 113.6: the static effect of an ability, if it has one that functions in a zone.
pub(super) fn functioning(table: &CardTable, ability: AbilityInstance, zone: ZoneKind) -> Option<(StaticHandle, bool)> {
    let row = table.ability(ability.handle);
    let AbilityKind::Static { index, is_cda, .. } = &row.kind else { return None };
    // CR 604.3a: an ability that another effect grants defines nothing, and works on the battlefield like others.
    let defines = *is_cda && ability.origin == Origin::Text;
    let zones = if *is_cda && !defines { Traits::bit(ZoneKind::Battlefield) } else { row.zones };
    if zones & Traits::bit(zone) == 0 {
        return None;
    }
    let handle = StaticHandle { def: ability.handle.def, index: *index };
    let only_entry = matches!(&table.static_row(handle).effect, StaticEffect::Replace(r) if is_own_entry(&r.event));
    (!only_entry).then_some((handle, defines))
}

/// Whether an object with these values would have effects on the battlefield that apply in the order of timestamps.
pub(crate) fn is_timed(world: &impl ReadGame, base: CopiableSource) -> bool {
    let (table, made) = (world.part::<CardTable>(), world.part::<InternedValues>());
    if is_quiet(table, base, ZoneKind::Battlefield) {
        return false;
    }
    values::starting(table, made, base).abilities.iter().any(|ability| {
        functioning(table, *ability, ZoneKind::Battlefield).is_some_and(|(handle, defines)| {
            !defines && !matches!(table.static_row(handle).effect, StaticEffect::Replace(_))
        })
    })
}

/// CR 614.12: a replacement of the object's own entering does nothing once it is there.
fn is_own_entry(event: &ReplacedEvent) -> bool {
    fn own(filter: &Filter) -> bool {
        match filter {
            Filter::Is(Obj::This) => true,
            Filter::And(parts) => parts.iter().any(own),
            _ => false,
        }
    }
    matches!(event, ReplacedEvent::Enters(filter) if own(filter))
}

/// Adds the effects of abilities that a row has gained within the pass.
pub(super) fn abilities(ctx: &Ctx<'_>, pass: &mut Pass, row: u32) {
    add_abilities(ctx, pass, row, true);
}

fn add_abilities(ctx: &Ctx<'_>, pass: &mut Pass, row: u32, again: bool) {
    let Row { object, state, absent, .. } = pass.rows.list[row as usize];
    if absent {
        return;
    }
    for place in 0..pass.rows.list[row as usize].chars.abilities.len() {
        let ability = pass.rows.list[row as usize].chars.abilities[place];
        let Some((handle, defines)) = functioning(ctx.table, ability, state.zone.kind()) else { continue };
        let key = ability.key(object);
        if again && pass.has_instance(row, key) {
            continue;
        }
        let (granted, granter) = granting(ctx, pass, ability.origin);
        let order = Order {
            class: u8::from(!defines),
            timestamp: state.timestamp.max(granted),
            granted,
            row,
            place: place as u16,
        };
        let known = existing(ctx, pass, key);
        let you = pass.rows.list[row as usize].chars.controller;
        let (id, bindings) = match known {
            Some(id) => {
                let mut bindings = ctx.effect(id).bindings.clone();
                bindings.you = you;
                (id, bindings)
            }
            None => {
                let id = pass.take_slot();
                let mut bindings = granter.unwrap_or_else(|| Bindings::new(you, object));
                bindings.you = you;
                bindings.this = object;
                bindings.key = Some(key);
                bindings.cast.clone_from(&ctx.stack_entry(object.id).cast);
                (id, bindings)
            }
        };
        if let Some(seen) = pass.seen.get_mut(id.0 as usize) {
            *seen = true;
        }
        let stages = stages(ctx.table, handle, defines);
        pass.add_instance(Instance {
            id,
            fresh: known.is_none(),
            key: Some(key),
            source: row,
            before: 0,
            handle,
            bindings,
            order,
            stages,
            started: None,
            gone: false,
        });
    }
}

/// CR 613.7a: the timestamp of the effect that granted an ability, and the words that came with it.
fn granting(ctx: &Ctx<'_>, pass: &Pass, origin: Origin) -> (Timestamp, Option<Bindings>) {
    let Origin::Effect(id) = origin else { return (Timestamp(0), None) };
    let (timestamp, words) = match pass.instance(id) {
        Some(instance) => (instance.order.timestamp, &instance.bindings),
        None => (ctx.effect(id).timestamp, &ctx.effect(id).bindings),
    };
    let mut bindings = Bindings::new(words.you, words.this);
    bindings.granter = Some(words.this);
    bindings.vars.clone_from(&words.vars);
    (timestamp, Some(bindings))
}

/// The effect in use of a static ability.
fn existing(ctx: &Ctx<'_>, pass: &Pass, key: AbilityKey) -> Option<ContinuousEffectId> {
    let mut ids = std::iter::successors(pass.first_static(key.object.id), |id| pass.next_static(*id));
    ids.find(|id| ctx.effect(*id).key() == Some(key))
}

/// In which stages an effect does something.
fn stages(table: &CardTable, handle: StaticHandle, defines: bool) -> StageSet {
    match &table.static_row(handle).effect {
        StaticEffect::Affect(_, all) => {
            all.iter().fold(StageSet::empty(), |set, m| set | StageSet::of(stage_of(m, defines)))
        }
        StaticEffect::Rule(_) | StaticEffect::Replace(_) => StageSet::of(Stage::Rules),
    }
}

/// Adds an effect of a resolution.
fn resolved(ctx: &Ctx<'_>, pass: &mut Pass, id: ContinuousEffectId) {
    let effect = ctx.effect(id);
    if effect.key().is_some() {
        return;
    }
    if durations::waits(ctx.live.world_turn(), effect) {
        return;
    }
    let stages = stages(ctx.table, effect.handle, false);
    // CR 400.7: all that it was about is gone, and nothing else will ever be affected.
    if !stages.has(Stage::Rules) && !effect.locked.iter().any(|o| is_current(ctx, *o)) {
        return;
    }
    let (granted, row, place) = (Timestamp(0), u32::MAX, 0);
    let order = Order { class: 1, timestamp: effect.timestamp, granted, row, place };
    pass.add_instance(Instance {
        id,
        fresh: false,
        key: None,
        source: u32::MAX,
        before: 0,
        handle: effect.handle,
        bindings: effect.bindings.clone(),
        order,
        stages,
        started: None,
        gone: false,
    });
}

fn is_current(ctx: &Ctx<'_>, object: ObjectRef) -> bool {
    ctx.object(object.id).incarnation == object.incarnation
}

/// Rows of objects in other zones that an ability of theirs or an effect reaches, or that were reached last time.
fn elsewhere(ctx: &Ctx<'_>, pass: &mut Pass, watch: &LayerWatch) {
    if pass.purpose == Purpose::Inspect || !watch.is_current(ctx) {
        whole_zones(ctx, pass);
        return;
    }
    let statics = ctx.table.0.traits.static_from;
    if statics & Traits::bit(ZoneKind::Command) != 0 {
        ctx.zones.command.iter().for_each(|id| row(ctx, pass, *id));
    }
    for reacher in &watch.reachers {
        let object = ctx.object(reacher.id);
        if is_there(ctx, object) && !is_quiet(ctx.table, object.base, object.zone.kind()) {
            if watch.settled.contains(&object.reference()) && is_apart(object, ctx.status(object.id)) {
                pass.settled.push(object.reference());
            } else {
                card(ctx, pass, reacher.id);
            }
        }
    }
    pass.apart = !watch.reachers.is_empty() && are_apart(ctx, pass);
    leave_out(ctx, pass);
    if ctx.table.0.traits.keeps_counters {
        counted(ctx, pass);
    }
    for object in watch.elsewhere.iter().filter(|o| is_current(ctx, **o) && is_there(ctx, ctx.object(o.id))) {
        if !pass.settled.contains(object) {
            row(ctx, pass, object.id);
        }
    }
    for id in &ctx.list.order {
        let effect = ctx.effect(*id);
        let StaticEffect::Affect(group, _) = &ctx.table.static_row(effect.handle).effect else { continue };
        reach(ctx, pass, group);
        for object in effect.locked.iter().filter(|o| is_current(ctx, **o)) {
            if ctx.object(object.id).zone != Zone::Outside {
                row(ctx, pass, object.id);
            }
        }
    }
    // What has only just come may reach further than what was there before.
    for i in 0..pass.instances.len() {
        if pass.instances[i].fresh
            && let StaticEffect::Affect(group, _) = &ctx.table.static_row(pass.instances[i].handle).effect
        {
            reach(ctx, pass, group);
        }
    }
}

/// Whether an object is a card where nobody looks at it but its owner, and shows what it is.
pub(super) fn is_apart(object: &Object, status: &Status) -> bool {
    matches!(object.zone, Zone::Hand(_) | Zone::Library(_) | Zone::Graveyard(_)) && !status.face_down
}

/// Whether nothing reads or changes cards in hands, libraries and graveyards, but what these define themselves by constant words.
fn are_apart(ctx: &Ctx<'_>, pass: &Pass) -> bool {
    let resolved = |id: &ContinuousEffectId| {
        let effect = ctx.effect(*id);
        let reads = || ctx.table.static_row(effect.handle).reads.intersects(ELSEWHERE);
        let is_there = |object: &ObjectRef| is_apart(ctx.object(object.id), ctx.status(object.id));
        effect.key().is_none() && (reads() || effect.locked.iter().any(is_there))
    };
    !ctx.table.0.traits.keeps_counters
        && !ctx.live.part::<Gates>().open
        && !pass.instances.iter().any(|i| facets::inputs(ctx.table, i).intersects(ELSEWHERE))
        && !ctx.list.order.iter().any(resolved)
}

/// Leaves out the rows of cards that show already what they define: a gate. It rests on this: as long as a card stays where it is and
/// nothing else reads or changes it ([`are_apart`]), what its constant characteristic-defining abilities (CR 604.3) make of it stays.
fn leave_out(ctx: &Ctx<'_>, pass: &mut Pass) {
    if pass.apart {
        for object in &pass.settled {
            let ids = std::iter::successors(pass.first_static(object.id), |id| pass.next_static(*id));
            for id in ids.collect::<SmallVec<[ContinuousEffectId; 2]>>() {
                pass.seen[id.0 as usize] |= ctx.effect(id).key().is_some_and(|key| key.object == *object);
            }
        }
    } else {
        std::mem::take(&mut pass.settled).iter().for_each(|object| row(ctx, pass, object.id));
    }
}

/// Whether all effects of a card's abilities are constant and define what it is.
pub(super) fn defines_itself(ctx: &Ctx<'_>, pass: &Pass, row: u32) -> bool {
    let mut any = false;
    let mut effects = pass.instances_of(row).map(|i| &pass.instances[i]);
    let all = effects.all(|i| {
        any = true;
        let StaticEffect::Affect(group, _) = &ctx.table.static_row(i.handle).effect else { return false };
        i.order.class == 0 && matches!(group, Objects::The(Obj::This)) && facets::inputs(ctx.table, i).is_empty()
    });
    all && any
}

/// Adds the row of what is in another zone. A token has none: it ceases to exist before anyone can ask what it is like there (CR
/// 111.7, 704.5d), and what has left the battlefield is read as it last was there.
fn card(ctx: &Ctx<'_>, pass: &mut Pass, id: ObjectId) {
    if ctx.object(id).kind != ObjectKind::Token {
        row(ctx, pass, id);
    }
}

/// CR 122.1a, 122.2: rows for what took counters along into another zone.
fn counted(ctx: &Ctx<'_>, pass: &mut Pass) {
    let zones = ctx.zones;
    let own = zones.own.iter().flat_map(|own| own.graveyard.iter().chain(&own.hand).chain(&own.library));
    for id in own.chain(&zones.exile).chain(&zones.command) {
        if ctx.counters(*id).0.iter().any(|(kind, ..)| matters(*kind)) {
            card(ctx, pass, *id);
        }
    }
}

/// CR 800.4a: what has left the game with its owner isn't outside of it as a sideboard is.
fn is_there(ctx: &Ctx<'_>, object: &Object) -> bool {
    object.zone != Zone::Outside || ctx.zones.own[object.owner.index()].sideboard.contains(&object.id)
}

/// Rows for the other zones that a group names.
fn reach(ctx: &Ctx<'_>, pass: &mut Pass, group: &Objects) {
    match group {
        Objects::In(zone, _) | Objects::TopOf(_, zone, _) | Objects::BottomOf(_, zone) => reach_zone(ctx, pass, *zone),
        Objects::Top(_, who) => reach_zone(ctx, pass, ZoneOf::Library(*who)),
        Objects::Linked => reach_zone(ctx, pass, ZoneOf::Exile),
        Objects::Only(inner, _) | Objects::Were(inner) | Objects::Became(inner) | Objects::SourcesOf(inner) => {
            reach(ctx, pass, inner);
        }
        Objects::Union(parts) => parts.iter().for_each(|part| reach(ctx, pass, part)),
        Objects::The(_)
        | Objects::All(_)
        | Objects::Sources(_)
        | Objects::Targets(_)
        | Objects::Var(_)
        | Objects::ThisTurn(..)
        | Objects::Events
        | Objects::PaidWith => {}
    }
}

fn reach_zone(ctx: &Ctx<'_>, pass: &mut Pass, zone: ZoneOf) {
    let own: fn(&OwnZones) -> &Vec<ObjectId> = match zone {
        ZoneOf::Battlefield | ZoneOf::Stack => return,
        ZoneOf::Exile => return ctx.zones.exile.iter().for_each(|id| card(ctx, pass, *id)),
        ZoneOf::Command => return ctx.zones.command.iter().for_each(|id| card(ctx, pass, *id)),
        ZoneOf::Hand(_) => |own| &own.hand,
        ZoneOf::Graveyard(_) => |own| &own.graveyard,
        ZoneOf::Library(_) => |own| &own.library,
        ZoneOf::Outside(_) => |own| &own.sideboard,
    };
    for lists in &ctx.zones.own {
        own(lists).iter().for_each(|id| card(ctx, pass, *id));
    }
}

/// Everything: the first pass of a game, or after a restore.
fn whole_zones(ctx: &Ctx<'_>, pass: &mut Pass) {
    ctx.zones.command.iter().chain(&ctx.zones.exile).for_each(|id| card(ctx, pass, *id));
    for own in &ctx.zones.own {
        let all = own.graveyard.iter().chain(&own.hand).chain(&own.library).chain(&own.sideboard);
        all.for_each(|id| card(ctx, pass, *id));
    }
}

/// The cards whose abilities function outside the battlefield and the stack, as they are now.
pub(super) fn reachers(ctx: &Ctx<'_>) -> Vec<ObjectRef> {
    let there = Traits::bit(ZoneKind::Battlefield) | Traits::bit(ZoneKind::Stack);
    if ctx.table.0.traits.static_from & !there == 0 {
        return Vec::new();
    }
    let all = (0..ctx.objects.len() as u32).map(ObjectId).filter(|id| ctx.objects.is_used(*id));
    // CR 707.2, 400.7: one that is a copy of something is itself again wherever it goes.
    let own = |object: &Object| ctx.status(object.id).own_face.unwrap_or(object.base);
    let objects = all.map(|id| ctx.object(id)).filter(|object| match (object.kind, own(object)) {
        (ObjectKind::Card, CopiableSource::Def(def, _)) => {
            ctx.table.def(def).faces.iter().any(|f| f.traits.static_from & !there != 0)
        }
        _ => false,
    });
    objects.map(Object::reference).collect()
}

/// CR 311.5: who controls a card in the command zone before any effect.
pub(crate) fn controller(object: &Object, chars: &Characteristics, active: Seat) -> Seat {
    if chars.is(CardTypes::PLANE) { active } else { object.owner }
}
