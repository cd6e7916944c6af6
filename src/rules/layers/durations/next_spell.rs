//! Effects on the next spell that a player casts this turn (CR 601.2a, 611.2).

use super::{denied, end_effect};
use crate::cards::CardTable;
use crate::cards::def::{Duration, Filter, StaticEffect};
use crate::model::bindings::EventData;
use crate::model::continuous::{ContinuousEffect, ContinuousEffects};
use crate::model::dirt::StateClass;
use crate::model::ids::{ContinuousEffectId, ObjectRef, Referent, Seat};
use crate::rules::reading::{self, Board, Live};
use crate::rules::schedule::mark_dirty;
use crate::rules::slots::{effect, effect_mut};
use crate::rules::state::{EditGame, ReadGame};

/// The effects on a next spell that still wait for it and match.
fn waiting(world: &impl ReadGame, is: impl Fn(&ContinuousEffect, &Filter) -> bool) -> Vec<ContinuousEffectId> {
    let found = |id: &ContinuousEffectId| {
        let effect = effect(world, *id);
        matches!(&effect.duration, Duration::NextSpell(filter) if effect.remaining.is_none() && is(effect, filter))
    };
    world.part::<ContinuousEffects>().order.iter().copied().filter(found).collect()
}

/// Whether an effect waits for a spell that the player casts, and this would be it.
pub(crate) fn awaits(board: &impl Board, effect: &ContinuousEffect, spell: ObjectRef, by: Seat) -> bool {
    let Duration::NextSpell(filter) = &effect.duration else { return false };
    effect.remaining.is_none() && effect.bindings.you == by && reading::matches(board, &effect.bindings, filter, spell)
}

/// CR 601.2a: a player announces a spell: effects on their next spell are on it, unless it is taken back.
pub(crate) fn spell_announced(world: &mut impl EditGame, spell: ObjectRef, by: Seat) {
    let table = world.part::<CardTable>();
    if !table.0.traits.reaches_stack {
        return;
    }
    let table = table.clone();
    for id in waiting(world, |effect, _| awaits(&Live::new(world), effect, spell, by)) {
        let board = Live::new(world);
        let denied = match &table.static_row(effect(world, id).handle).effect {
            StaticEffect::Affect(_, all) => denied(&board, all, &[spell]),
            StaticEffect::Rule(_) | StaticEffect::Replace(_) => Vec::new(),
        };
        let replaces = matches!(table.static_row(effect(world, id).handle).effect, StaticEffect::Replace(_));
        let effect = effect_mut(world, id);
        (effect.locked, effect.denied) = (vec![spell], denied);
        if replaces {
            let subject = Some(Referent::Object(spell));
            effect.bindings.event = Some(EventData { subject, player: Some(by), ..EventData::default() });
        }
        mark_dirty(world, StateClass::EFFECTS);
    }
}

/// CR 601.2i: a spell has been cast: effects on the next spell that are on it are on no other one. Those that were rules about
/// casting it are over.
pub(crate) fn spell_cast(world: &mut impl EditGame, spell: ObjectRef) {
    let table = world.part::<CardTable>();
    if !table.0.traits.reaches_stack {
        return;
    }
    let table = table.clone();
    for id in waiting(world, |effect, _| effect.locked.contains(&spell)) {
        match &table.static_row(effect(world, id).handle).effect {
            StaticEffect::Affect(..) | StaticEffect::Replace(_) => effect_mut(world, id).remaining = Some(0),
            StaticEffect::Rule(_) => end_effect(world, id),
        }
    }
}
