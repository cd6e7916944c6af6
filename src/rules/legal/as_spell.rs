//! What a card will be like once it is a spell (CR 601.2a, 601.3e): with the chosen face, and with the effects that apply
//! to it on the stack. What is offered and what is legal are judged by that.

use crate::cards::def::{Condition, Duration, Modification, StaticEffect, ZoneKind};
use crate::cards::{AbilityKind, Traits};
use crate::model::bindings::Bindings;
use crate::model::continuous::{ContinuousEffect, ContinuousEffects, EffectOrigin};
use crate::model::decision::CastMethod;
use crate::model::ids::{AbilityHandle, ObjectId, Seat, StaticHandle};
use crate::model::object::{Characteristics, CopiableSource};
use crate::model::zone::Zone;
use crate::rules::layers::{self, Stage, stage_of};
use crate::rules::legal::{Proposed, face_chars};
use crate::rules::reading::{self, Board, Live};
use crate::rules::slots;
use std::borrow::Cow;

/// The characteristics that a card would have as a spell that a player casts in some way.
pub(crate) fn spell_chars<'w>(live: &Live<'w>, id: ObjectId, way: CastMethod, seat: Seat) -> Cow<'w, Characteristics> {
    let traits = &live.table().0.traits;
    if !traits.reaches_stack && !traits.shapes_itself && is_as_it_lies(live, id, way, seat) {
        return Cow::Borrowed(live.world_chars(id));
    }
    let mut chars = face_chars(live, id, way);
    if chars.controller != seat {
        chars.to_mut().controller = seat;
    }
    let mut effects = own_effects(live, id, way, &chars);
    if live.table().0.traits.reaches_stack {
        effects.extend(other_effects(live, id, &chars));
    }
    if effects.is_empty() { chars } else { Cow::Owned(applied(live, chars.into_owned(), &effects)) }
}

/// Whether a card has in its zone, by itself, what it will have as a spell that is cast in a plain way.
fn is_as_it_lies(live: &Live<'_>, id: ObjectId, way: CastMethod, seat: Seat) -> bool {
    let object = live.world_object(id);
    way == (CastMethod { face: way.face, ..CastMethod::default() })
        && matches!(object.base, CopiableSource::Def(_, face) if face == way.face)
        && matches!(object.zone, Zone::Hand(_) | Zone::Library(_) | Zone::Graveyard(_))
        && live.world_chars(id).controller == seat
}

/// An effect, with what its words refer to.
type AppliedEffect = (StaticHandle, Bindings);

/// The static abilities of the card itself that will change it on the stack. Those that define characteristics have
/// already, unless another face is cast (CR 604.3).
fn own_effects(live: &Live<'_>, id: ObjectId, way: CastMethod, chars: &Characteristics) -> Vec<AppliedEffect> {
    let table = live.table();
    let object = live.object(id).reference();
    let other_face = matches!(live.object(id).base, CopiableSource::Def(_, face) if face != way.face);
    let mut all = Vec::new();
    for instance in &chars.abilities {
        let ability = table.ability(instance.handle);
        let AbilityKind::Static { only_if, index, is_cda } = &ability.kind else { continue };
        let handle = StaticHandle { def: instance.handle.def, index: *index };
        if ability.zones & Traits::bit(ZoneKind::Stack) == 0
            || *is_cda && !other_face
            || !matters(&table.static_row(handle).effect)
        {
            continue;
        }
        let bindings = Bindings::new(chars.controller, object);
        if applies(live, id, chars, handle, &bindings, only_if) {
            all.push((handle, bindings));
        }
    }
    all
}

/// The effects of other static abilities, and those on a next spell, that will change it, in the order of their timestamps.
fn other_effects(live: &Live<'_>, id: ObjectId, chars: &Characteristics) -> Vec<AppliedEffect> {
    let world = live;
    let mut all = Vec::new();
    for effect in &world.part::<ContinuousEffects>().order {
        let effect = slots::effect(world, *effect);
        let EffectOrigin::Static(key) = effect.origin else {
            if matters(&live.table().static_row(effect.handle).effect) && will_be_on(live, id, chars, effect) {
                all.push((effect.handle, effect.bindings.clone()));
            }
            continue;
        };
        let AbilityKind::Static { only_if, .. } = &live.table().ability(key.handle).kind else { continue };
        if !matters(&live.table().static_row(effect.handle).effect) {
            continue;
        }
        let you = live.view(key.object).map_or(effect.bindings.you, |source| source.chars.controller);
        let bindings = Bindings { you, ..effect.bindings.clone() };
        if key.object.id != id && applies(live, id, chars, effect.handle, &bindings, only_if) {
            all.push((effect.handle, bindings));
        }
    }
    all
}

/// Whether an effect waits for a next spell, and this would be it.
fn will_be_on(live: &Live<'_>, id: ObjectId, chars: &Characteristics, effect: &ContinuousEffect) -> bool {
    matches!(effect.duration, Duration::NextSpell(_)) && {
        let board = Proposed::new(*live, id, Cow::Borrowed(chars), chars.controller);
        layers::awaits(&board, effect, live.object(id).reference(), chars.controller)
    }
}

/// What of a spell is looked at before it is cast.
const STAGES: [Stage; 3] = [Stage::Type, Stage::Color, Stage::Ability];
// In the order of the layers.
const _: () = assert!((STAGES[0] as u8) < STAGES[1] as u8 && (STAGES[1] as u8) < STAGES[2] as u8);

/// Whether an effect changes types, colours or abilities.
fn matters(effect: &StaticEffect) -> bool {
    match effect {
        StaticEffect::Affect(_, all) => all.iter().any(|m| STAGES.contains(&stage_of(m, false))),
        StaticEffect::Rule(_) | StaticEffect::Replace(_) => false,
    }
}

/// Whether an effect would exist and the spell be among what it applies to.
fn applies(
    live: &Live<'_>,
    id: ObjectId,
    chars: &Characteristics,
    handle: StaticHandle,
    bindings: &Bindings,
    only_if: &Condition,
) -> bool {
    let StaticEffect::Affect(group, _) = &live.table().static_row(handle).effect else { return false };
    let board = Proposed::new(*live, id, Cow::Borrowed(chars), chars.controller);
    let object = live.object(id).reference();
    reading::holds(&board, bindings, only_if) && reading::objects(&board, bindings, group).contains(&object)
}

/// CR 613.1d-f: types, colours and abilities, in that order.
fn applied(live: &Live<'_>, mut chars: Characteristics, effects: &[AppliedEffect]) -> Characteristics {
    for stage in STAGES {
        for (handle, bindings) in effects {
            let row = live.table().static_row(*handle);
            let StaticEffect::Affect(_, modifications) = &row.effect else { continue };
            let here = |m: &&Modification| stage_of(m, false) == stage;
            let here: Vec<Modification> = modifications.iter().filter(here).cloned().collect();
            if here.is_empty() {
                continue;
            }
            let granted: Vec<AbilityHandle> =
                row.granted.iter().map(|index| AbilityHandle { def: handle.def, index: *index }).collect();
            chars = layers::with_granted(live, chars, &here, &granted, bindings);
        }
    }
    chars
}
