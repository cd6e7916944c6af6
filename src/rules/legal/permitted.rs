//! Which cards effects permit a player to cast from where they are, and how (CR 601.3).

use super::ways::{ability_of, alternatives};
use crate::cards::AbilityKind;
use crate::cards::def::{CastBy, Filter, ManaSymbol, Objects, Rule, StaticEffect};
use crate::model::bindings::Bindings;
use crate::model::cast::{Proposal, Transaction};
use crate::model::decision::CastMethod;
use crate::model::ids::{ObjectId, ObjectRef, Seat};
use crate::model::object::{Characteristics, CopiableSource};
use crate::rules::legal::{Permit, Proposed, face_chars, faces, permit_of};
use crate::rules::reading::{self, Board, Live};
use crate::rules::slots;
use smallvec::SmallVec;

/// For each card that effects permit a player to cast from where it is, the ways to do so.
pub(crate) fn permitted_ways(live: &Live<'_>, seat: Seat) -> SmallVec<[(ObjectId, CastMethod); 2]> {
    let mut all = SmallVec::new();
    let world = live;
    for row in &live.rules().rules {
        let StaticEffect::Rule(Rule::Permit { who, what, .. }) = &live.table().static_row(row.handle).effect else {
            continue;
        };
        let bindings = &slots::effect(world, row.effect).bindings;
        if !reading::player_matches(live, bindings, *who, seat) {
            continue;
        }
        let Some(permit) = permit_of(world, row.effect) else { continue };
        if permit.once.is_some_and(|key| live.history().uses_of(key) > 0) {
            continue;
        }
        let (mut current, mut several) = (SmallVec::<[ObjectId; 4]>::new(), false);
        for object in reading::objects(live, bindings, &whatever_it_is(what)) {
            if live.is_current(object) {
                current.push(object.id);
                several |= could_be_several(live, object.id);
            }
        }
        let plain = reading::objects(live, bindings, what);
        for id in current {
            let object = live.object(id).reference();
            if !(several && could_be_several(live, id)) {
                // CR 601.3a: which X makes it what is permitted is asked as the spell is judged.
                let has_x = live.chars(id).cost.as_ref().is_some_and(|cost| cost.x_count() > 0);
                if has_x || plain.contains(&object) {
                    ways(live, id, &permit, &mut |way| all.push((id, way)));
                }
                continue;
            }
            // CR 601.3e: it is judged as the spell that it would be.
            ways(live, id, &permit, &mut |way| {
                let chars = face_chars(live, id, way).into_owned();
                let has_x = chars.cost.as_ref().is_some_and(|cost| cost.x_count() > 0);
                let board = Proposed::in_place(*live, id, chars);
                if has_x || reading::objects(&board, bindings, what).contains(&object) {
                    all.push((id, way));
                }
            });
        }
    }
    all
}

/// CR 601.3a, 601.3e: whether a spell is what an effect permits to cast or an instruction asks for, with the value that
/// has been chosen for X.
pub(crate) fn covers(live: &Live<'_>, cast: &Transaction) -> bool {
    let Proposal::Spell { way, from, .. } = cast.what else { return true };
    let required = cast.must_be.as_ref();
    if required.is_some_and(|must| !reading::matches(live, &must.bindings, &must.filter, cast.object)) {
        return false;
    }
    let Some(effect) = way.permit else { return true };
    let effect = slots::effect(live, effect);
    if !effect.active {
        return true;
    }
    let StaticEffect::Rule(Rule::Permit { what, .. }) = &live.table().static_row(effect.handle).effect else {
        return true;
    };
    // It is permitted where it was.
    let chars = with_x(live.chars(cast.object.id).clone(), cast.bindings.x);
    is_like(&Proposed::in_zone(*live, cast.object.id, chars, from), &effect.bindings, what, cast.object)
}

/// A card with a value for each X of its mana cost (CR 107.3a, 202.3e).
fn with_x(mut chars: Characteristics, x: i32) -> Characteristics {
    let x = u8::try_from(x).unwrap_or(u8::MAX);
    let symbols = chars.cost.iter_mut().flat_map(|cost| &mut cost.0);
    symbols.filter(|symbol| **symbol == ManaSymbol::X).for_each(|symbol| *symbol = ManaSymbol::Generic(x));
    chars
}

/// CR 601.3a: whether the effect by which a card with X in its mana cost is to be cast permits that for a value of X.
pub(super) fn permits_x(live: &Live<'_>, id: ObjectId, way: CastMethod, x: i32) -> bool {
    let Some(effect) = way.permit.map(|effect| slots::effect(live, effect)) else { return true };
    let StaticEffect::Rule(Rule::Permit { what, .. }) = &live.table().static_row(effect.handle).effect else {
        return true;
    };
    let chars = face_chars(live, id, way).into_owned();
    if chars.cost.as_ref().is_none_or(|cost| cost.x_count() == 0) {
        return true;
    }
    let object = live.object(id).reference();
    reading::objects(&Proposed::in_place(*live, id, with_x(chars, x)), &effect.bindings, what).contains(&object)
}

/// Whether an object has the qualities that the words for a group ask for, wherever it is now.
fn is_like(board: &impl Board, bindings: &Bindings, what: &Objects, object: ObjectRef) -> bool {
    match what {
        Objects::All(filter) | Objects::In(_, filter) => reading::matches(board, bindings, filter, object),
        Objects::Only(inner, filter) => {
            is_like(board, bindings, inner, object) && reading::matches(board, bindings, filter, object)
        }
        Objects::Union(parts) => parts.iter().any(|part| is_like(board, bindings, part, object)),
        _ => true,
    }
}

/// The group without the filters on its members.
fn whatever_it_is(what: &Objects) -> Objects {
    match what {
        Objects::Only(inner, _) => whatever_it_is(inner),
        Objects::In(zone, _) => Objects::In(*zone, Filter::Any),
        Objects::Union(list) => Objects::Union(list.iter().map(whatever_it_is).collect()),
        other => other.clone(),
    }
}

/// Whether a card can be cast as something else than it is now.
fn could_be_several(live: &Live<'_>, id: ObjectId) -> bool {
    let layout = match live.object(id).base {
        CopiableSource::Def(def, _) => live.table().def(def).layout.is_some(),
        CopiableSource::Interned(_) => false,
    };
    layout
        || live.chars(id).abilities.iter().any(|a| {
            let kind = &live.table().ability(a.handle).kind;
            matches!(kind, AbilityKind::Morph { .. } | AbilityKind::AlternativeCost { becomes: Some(_), .. })
        })
}

/// The keyword by which a card is cast in a way, if any.
fn keyword_of(live: &Live<'_>, id: ObjectId, way: CastMethod) -> Option<CastBy> {
    match live.table().ability(ability_of(live, id, way)?.handle).kind {
        AbilityKind::AlternativeCost { tag, .. } => tag,
        _ => None,
    }
}

/// The ways to cast a card by a permission.
fn ways(live: &Live<'_>, id: ObjectId, permit: &Permit<'_>, each: &mut impl FnMut(CastMethod)) {
    let base = CastMethod { permit: Some(permit.effect), ..CastMethod::default() };
    if permit.by.is_some() {
        // CR 601.3b: only as it says.
        return alternatives(live, id, base, &mut |way| {
            if keyword_of(live, id, way) == permit.by {
                each(way);
            }
        });
    }
    for face in faces(live, id) {
        each(CastMethod { face, ..base });
    }
    if permit.cost.is_some() {
        return;
    }
    // CR 118.9a: with its own cost open, another alternative cost of the card may be chosen.
    alternatives(live, id, base, each);
}
