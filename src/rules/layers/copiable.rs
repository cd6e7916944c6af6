//! Copiable values (CR 707.2) and the exceptions of copy effects (707.9).

use super::ctx::Ctx;
use super::values::{self, Copiable};
use super::{evaluate, stages};
use crate::cards::def::{CounterKind, KeywordSet, Modification, Quantity, StaticEffect};
use crate::cards::{AbilityKind, CardTable};
use crate::model::bindings::Bindings;
use crate::model::continuous::Side;
use crate::model::ids::{AbilityHandle, ObjectRef, Origin, StaticHandle};
use crate::model::object::{
    AbilityInstance, Characteristics, CopiableSource, Door, Doors, LastKnownTable, Restrictions,
};
use crate::model::zone::Zone;
use crate::rules::reading::{self, Board, Live};
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
    if let Some(over) = values::other_side(table, made, own, Side::Turned) {
        // CR 707.8a: both faces, as modified by other copy effects.
        values.others.push((Side::Turned, values::starting(table, made, copied.unwrap_or(over))));
    }
    Some(values.map(|chars| Characteristics { controller, ..chars }))
}

/// CR 708.8, 708.10: the values that an object has or would have face up, before any effect but copies.
pub fn face_up(world: &impl ReadGame, object: ObjectRef) -> Option<Characteristics> {
    let live = Live::new(world);
    let view = live.view(object)?;
    let base = latest_copy(world, object).unwrap_or(view.object.base);
    let place = (view.object.zone, view.status);
    let mut chars = values::base_values(world, values::shown(live.table(), world.part(), base, place));
    chars.controller = view.chars.controller;
    // CR 702.37e, 708.11: what takes the abilities of the permanent does so face up, too.
    if view.chars.restrictions.intersects(Restrictions::LOST_ABILITIES | Restrictions::LOST_TEXT) {
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

fn applies_to(live: &Live<'_>, effect: &crate::model::continuous::ContinuousEffect, object: ObjectRef) -> bool {
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
