//! Copiable values (CR 707.2) and the exceptions of copy effects (707.9).

use super::ctx::Ctx;
use super::values::{self, Copiable};
use super::{durations, evaluate, stages};
use crate::cards::def::{CounterKind, Duration, Keyword, KeywordSet, Modification, Quantity, StaticEffect};
use crate::cards::{AbilityKind, CardTable};
use crate::model::bindings::Bindings;
use crate::model::continuous::{ContinuousEffect, InternedValues, Side};
use crate::model::dirt::StateClass;
use crate::model::ids::{AbilityHandle, ObjectRef, Origin, StaticHandle};
use crate::model::object::{
    AbilityInstance, Characteristics, CopiableSource, Door, Doors, LastKnownTable, Linked, Restrictions,
};
use crate::model::zone::Zone;
use crate::rules::reading::{self, Board, Live};
use crate::rules::schedule::mark_dirty;
use crate::rules::slots;
use crate::rules::state::{EditGame, GameState, PlannedMove, ReadGame};

/// CR 613.2c, 707.2: the copiable values of an object, as it is or last was, with those of its other face (707.8a) or half;
/// `None` if nothing is known of it. A double-faced object has a second face, and no half besides.
pub fn copiable(world: &impl ReadGame, object: ObjectRef) -> Option<Copiable> {
    copiable_in(&Ctx::new(world), object)
}

/// Like [`copiable`], for a stage of a pass: the values as published.
pub(super) fn copiable_in(ctx: &Ctx<'_>, object: ObjectRef) -> Option<Copiable> {
    let Ctx { live, table, made, .. } = *ctx;
    let view = live.view(object)?;
    let controller = view.chars.controller;
    let on_board = matches!(view.object.zone, Zone::Battlefield | Zone::Stack);
    if on_board && view.status.face_down {
        return Some(Copiable::plain(values::face_down(table, view.status.face_down_kind, controller)));
    }
    if values::is_blank(view.object, view.status) {
        return Some(Copiable::plain(Characteristics { controller, ..Characteristics::default() }));
    }
    // CR 110.5a, 707.2, 709.5c: whether it is flipped isn't a copiable value, nor which halves are unlocked.
    let copied = latest_copy_in(ctx, object).or(view.status.own_face.map(|_| view.object.base));
    let own = view.status.own_face.unwrap_or(view.object.base);
    let mut values = Copiable::of_values(table, made, copied.unwrap_or(own));
    let merged = view.linked.merged.effect.is_some();
    // CR 730.2i: a merged permanent isn't double-faced.
    if let Some(over) = values::other_side(table, made, own, Side::Turned).filter(|_| !merged) {
        // CR 707.8a: both faces, as modified by other copy effects.
        values.others.push((Side::Turned, values::starting(table, made, copied.unwrap_or(over))));
    } else {
        // CR 202.3c: a copy of a melded permanent has no front faces to take a mana value from.
        values.chars.front_value = 0;
    }
    Some(values.map(|chars| Characteristics { controller, ..chars }))
}

/// CR 708.8, 708.10: the values that an object has or would have face up, before any effect but copies and changes of its text.
pub fn face_up(world: &impl ReadGame, object: ObjectRef) -> Option<Characteristics> {
    let live = Live::new(world);
    let view = live.view(object)?;
    let base = latest_copy(world, object).unwrap_or(view.object.base);
    let place = (view.object.zone, view.status);
    as_it_would_be(world, object, values::shown(live.table(), world.part(), base, place))
}

/// CR 712.20: the values that a permanent has once it is turned over to a face, before any effect but copies and changes of its text.
pub fn turned(world: &impl ReadGame, object: ObjectRef, over: CopiableSource) -> Option<Characteristics> {
    let live = Live::new(world);
    let view = live.view(object)?;
    // CR 712.9: what is a copy of something else stays one.
    let copied = latest_copy(world, object).or(view.status.own_face.map(|_| view.object.base));
    as_it_would_be(world, object, copied.unwrap_or(over))
}

/// An object with other values to start from, and its text as effects have changed it.
fn as_it_would_be(world: &impl ReadGame, object: ObjectRef, base: CopiableSource) -> Option<Characteristics> {
    let ctx = Ctx::new(world);
    let now = ctx.live.view(object)?.chars;
    let mut chars = Characteristics { controller: now.controller, ..values::base_values(world, base) };
    stages::text::change_text(&ctx, object, &mut chars);
    // CR 702.37e, 708.11: what takes the abilities of the permanent does so then, too.
    if now.restrictions.intersects(Restrictions::LOST_ABILITIES | Restrictions::LOST_TEXT) {
        chars.abilities.clear();
        chars.keywords = KeywordSet::empty();
    }
    Some(chars)
}

/// CR 709.5a: the values of a half of a permanent with a shared type line, whether or not it is unlocked, before any effect but
/// copies. `None` for what has no halves, or lies face down.
pub fn half(world: &impl ReadGame, object: ObjectRef, door: Door) -> Option<Characteristics> {
    if !world.part::<CardTable>().0.traits.halves {
        return None;
    }
    let live = Live::new(world);
    let view = live.view(object)?;
    if view.object.zone != Zone::Battlefield || view.status.face_down {
        return None;
    }
    let base = latest_copy(world, object).unwrap_or(view.object.base);
    let side = Side::Unlocked(Doors::only(door));
    let half = values::other_side(live.table(), world.part(), base, side)?;
    Some(Characteristics { controller: view.chars.controller, ..values::base_values(world, half) })
}

/// CR 608.2h, 707.2: what leaves the battlefield is remembered as the copy that it was, if a card of the game copies.
pub(super) fn remember_copies(world: &mut GameState<'_>, moves: &mut [PlannedMove<'_>]) {
    if !world.part::<CardTable>().0.traits.copies {
        return;
    }
    for one in moves.iter().filter(|one| one.old().zone == Zone::Battlefield) {
        let object = one.request().object;
        let Some(copied) = latest_copy(world, object) else { continue };
        if let Some(row) = world.part_mut::<LastKnownTable>().get_mut(object) {
            row.ties.get_or_insert_default().copied = Some(copied);
        }
    }
}

/// The copy effect that applies last to an object, or did as it left: of those that apply, the one with the latest
/// timestamp.
pub fn latest_copy(world: &impl ReadGame, object: ObjectRef) -> Option<CopiableSource> {
    latest_copy_in(&Ctx::new(world), object)
}

fn latest_copy_in(ctx: &Ctx<'_>, object: ObjectRef) -> Option<CopiableSource> {
    let live = &ctx.live;
    if !live.is_same(object) {
        return live.last_known().get(object)?.ties.as_ref()?.copied;
    }
    let copies = ctx.list.order.iter().rev().map(|id| ctx.effect(*id));
    copies.filter(|e| e.copied.is_some()).find(|e| applies_to(live, e, object)).and_then(|e| e.copied)
}

/// The copy effect without an end that applies last to an object: what it is a copy of as something merges with it.
pub(crate) fn lasting_copy(world: &impl ReadGame, object: ObjectRef) -> Option<CopiableSource> {
    let ctx = Ctx::new(world);
    let lasts = |e: &&ContinuousEffect| e.copied.is_some() && e.duration == Duration::Forever && e.key().is_none();
    let copies = ctx.list.order.iter().rev().map(|id| ctx.effect(*id));
    copies.filter(lasts).find(|e| e.locked.contains(&object)).and_then(|e| e.copied)
}

/// CR 730.2a: an effect begins that gives a permanent the values of the components that it is merged of. That of what merged with it
/// before ends.
pub(crate) fn merge(world: &mut impl EditGame, permanent: ObjectRef, handle: StaticHandle) {
    let you = Live::new(world).chars(permanent.id).controller;
    let effect = durations::start_effect(world, handle, Bindings::new(you, permanent), Duration::Forever);
    let before = std::mem::replace(&mut world.row_mut::<Linked>(permanent.id).merged.effect, effect);
    if let Some(before) = before {
        durations::end_effect(world, before);
    }
    remerge(world, permanent);
}

/// CR 730.2f, h, i: the components of a permanent have changed, or lie otherwise: so have the values that they give it. What has never
/// merged has no such values.
pub(crate) fn remerge(world: &mut impl EditGame, permanent: ObjectRef) {
    let Some(effect) = world.row::<Linked>(permanent.id).merged.effect else { return };
    let values = of_components(world, permanent);
    let copied = values::make_copy(world, values);
    slots::effect_mut(world, effect).copied = Some(copied);
    mark_dirty(world, StateClass::EFFECTS | StateClass::BATTLEFIELD);
}

/// CR 702.140e, 730.2a: what the components of a permanent give it: the characteristics of the topmost one, and the abilities of all of
/// them. Those that lie face down under one that is face up have none; of a permanent that is face down, what it would be face up.
fn of_components(world: &impl ReadGame, permanent: ObjectRef) -> Copiable {
    let live = Live::new(world);
    let (linked, status) = (live.linked(permanent.id), live.status(permanent.id));
    let base = |other: &ObjectRef| live.object(other.id).base;
    let own = (permanent, linked.merged.own.unwrap_or_else(|| base(&permanent)));
    // The other card of a meld pair has no abilities of its own.
    let others = &linked.components[..linked.components.len() - usize::from(linked.merged.melded)];
    let mut all: Vec<(ObjectRef, CopiableSource)> = others.iter().map(|other| (*other, base(other))).collect();
    all.insert(usize::from(linked.merged.above).min(all.len()), own);
    all.retain(|(component, _)| status.face_down || !linked.down.contains(component));
    let (table, made) = (live.table(), world.part::<InternedValues>());
    let top = all.first().map_or(own.1, |(_, base)| *base);
    let under = all.get(1..).unwrap_or_default();
    let mut values = Copiable::of_values(table, made, top);
    values.others.retain(|(side, _)| *side != Side::Turned);
    let flips = |base| values::other_side(table, made, base, Side::Flipped);
    if under.iter().any(|(_, base)| flips(*base).is_some()) && values.others.iter().all(|(s, _)| *s != Side::Flipped) {
        values.others.push((Side::Flipped, values.chars.clone()));
    }
    let with = |chars: Characteristics, flipped: bool| {
        under.iter().fold(chars, |chars, (_, base)| {
            let base = if flipped { flips(*base).unwrap_or(*base) } else { *base };
            with_abilities(world, chars, &values::starting(table, made, base))
        })
    };
    let chars = with(values.chars, false);
    let other = |(side, other): (Side, Characteristics)| match side {
        Side::Prepare => (side, other),
        // CR 730.2h.
        side => (side, with(other, side == Side::Flipped)),
    };
    Copiable { chars, others: values.others.into_iter().map(other).collect() }
}

/// CR 702.140e: characteristics with the abilities of something else besides. What defines characteristics does so (CR 604.3a).
fn with_abilities(world: &impl ReadGame, mut chars: Characteristics, of: &Characteristics) -> Characteristics {
    let table = world.part::<CardTable>();
    for ability in &of.abilities {
        quote(table, &mut chars, ability.handle);
    }
    let defines = |keyword: &Keyword| of.has(*keyword);
    let defining = [Keyword::Changeling, Keyword::Devoid].into_iter().filter(defines);
    let defining: Vec<Modification> = defining.map(|keyword| Modification::Gain(vec![keyword])).collect();
    chars.keywords |= of.keywords;
    let words = Bindings::new(chars.controller, ObjectRef::NONE);
    with_exceptions(world, chars, &defining, &words)
}

pub(super) fn applies_to(live: &Live<'_>, effect: &ContinuousEffect, object: ObjectRef) -> bool {
    if effect.key().is_none() {
        return effect.locked.contains(&object);
    }
    match &live.table().static_row(effect.handle).effect {
        StaticEffect::Affect(group, _) => reading::objects(live, &effect.bindings, group).contains(&object),
        _ => false,
    }
}

/// CR 707.9: copiable values with the exceptions of a copy effect, which are copiable too.
pub fn with_exceptions(
    world: &impl ReadGame,
    chars: Characteristics,
    exceptions: &[Modification],
    bindings: &Bindings,
) -> Characteristics {
    with_granted(world, chars, exceptions, &[], bindings)
}

/// Adds the abilities that exceptions quote (CR 707.9a), in order.
pub fn with_granted(
    world: &impl ReadGame,
    chars: Characteristics,
    exceptions: &[Modification],
    granted: &[AbilityHandle],
    bindings: &Bindings,
) -> Characteristics {
    excepted(&Ctx::new(world), chars, exceptions, granted, bindings)
}

/// Characteristics as a static effect that only changes types and abilities would make them, before any other effect.
pub fn with_effect(
    world: &impl ReadGame,
    chars: Characteristics,
    handle: StaticHandle,
    bindings: &Bindings,
) -> Characteristics {
    let row = world.part::<CardTable>().static_row(handle);
    let StaticEffect::Affect(_, modifications) = &row.effect else { return chars };
    let granted: Vec<_> = row.granted.iter().map(|i| AbilityHandle { def: handle.def, index: *i }).collect();
    with_granted(world, chars, modifications, &granted, bindings)
}

/// Copiable values with the exceptions of a copy effect, as a pass has them so far.
pub(super) fn excepted(
    ctx: &Ctx<'_>,
    mut chars: Characteristics,
    exceptions: &[Modification],
    granted: &[AbilityHandle],
    bindings: &Bindings,
) -> Characteristics {
    let board = &ctx.live;
    let number = |q: &Quantity| i64::from(reading::value(board, bindings, q));
    let mut granted = Some(granted);
    let mut gained = KeywordSet::empty();
    for m in exceptions {
        drop_defining(ctx.table, m, &mut chars);
        match m {
            Modification::GainAbilities(abilities) => {
                let keywords = evaluate::quoted_keywords(abilities);
                gained |= keywords;
                stages::gain(&mut chars, keywords);
                for handle in granted.take().into_iter().flatten() {
                    quote(ctx.table, &mut chars, *handle);
                }
            }
            Modification::ThisAbility => {
                for handle in granted.take().into_iter().flatten() {
                    quote(ctx.table, &mut chars, *handle);
                }
            }
            Modification::Gain(keywords) => {
                let keywords = keywords.iter().fold(KeywordSet::empty(), |set, k| set | k.set());
                gained |= keywords;
                stages::write_plain(m, ctx.table, &[keywords.bits() as i64], &mut chars);
            }
            Modification::SetPT(p, t) | Modification::ModifyPT(p, t) => {
                stages::write_plain(m, ctx.table, &[number(p), number(t)], &mut chars);
                chars.has_pt = true;
            }
            Modification::SetPower(q) | Modification::SetToughness(q) => {
                stages::write_plain(m, ctx.table, &[number(q)], &mut chars);
                chars.has_pt = true;
            }
            _ => {
                let value = evaluate::single(board, bindings, m, chars.types);
                stages::write_plain(m, ctx.table, &[value], &mut chars);
            }
        }
    }
    // CR 707.9b: they are the values that it has to begin with.
    chars.beyond_base = (0, 0);
    // CR 604.3a, 702.73a, 702.114a: what is acquired by copying defines characteristics, here as the copy's own values.
    let defined = [
        (KeywordSet::CHANGELING, Modification::AllCreatureTypes),
        (KeywordSet::DEVOID, Modification::SetColors(Vec::new())),
    ];
    for (_, m) in defined.iter().filter(|(keyword, _)| gained.contains(*keyword)) {
        let value = evaluate::single(board, bindings, m, chars.types);
        stages::write_plain(m, ctx.table, &[value], &mut chars);
    }
    chars
}

/// CR 707.9a: the ability becomes part of the copy's text.
pub(super) fn quote(table: &CardTable, chars: &mut Characteristics, handle: AbilityHandle) {
    chars.restrictions |= table.ability(handle).kind.mark();
    let nth = chars.abilities.iter().filter(|a| a.handle == handle && a.origin == Origin::Text).count();
    chars.abilities.push(AbilityInstance { handle, origin: Origin::Text, nth: nth.min(255) as u8 });
}

/// CR 707.9d: where an exception gives a value, an ability that defines it is not copied.
fn drop_defining(table: &CardTable, m: &Modification, chars: &mut Characteristics) {
    use Modification as M;
    let defines: fn(&M) -> bool = match m {
        M::SetColors(_) | M::SetColorVar(_) => |m| matches!(m, M::SetColors(_)),
        M::SetCreatureTypes(_) | M::SetTypes(..) | M::SetChosenSubtype => |m| matches!(m, M::AllCreatureTypes),
        M::SetPT(..) | M::SetPower(_) | M::SetToughness(_) => {
            |m| matches!(m, M::SetPT(..) | M::SetPower(_) | M::SetToughness(_))
        }
        _ => return,
    };
    match m {
        M::SetColors(_) | M::SetColorVar(_) => chars.keywords -= KeywordSet::DEVOID,
        M::SetCreatureTypes(_) | M::SetTypes(..) | M::SetChosenSubtype => {
            chars.keywords -= KeywordSet::CHANGELING;
        }
        _ => {}
    }
    chars.abilities.retain(|a| match &table.ability(a.handle).kind {
        AbilityKind::Static { is_cda: true, index, .. } => {
            match &table.def(a.handle.def).statics[*index as usize].effect {
                StaticEffect::Affect(_, all) => !all.iter().any(defines),
                _ => true,
            }
        }
        _ => true,
    });
}

/// Whether counters of a kind change characteristics.
pub(super) const fn matters(kind: CounterKind) -> bool {
    matches!(kind, CounterKind::PowerToughness(..) | CounterKind::Keyword(_))
}
