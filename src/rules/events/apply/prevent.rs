//! Damage that is prevented: all of it, a part of it, by shields (CR 615). A part of damage that goes elsewhere (614.9).

use super::use_up;
use crate::cards::CardTable;
use crate::cards::def::{CounterKind, Quantity, ReplaceWith, Rule};
use crate::model::bindings::Bindings;
use crate::model::event::{Batch, Event, Proposed, ReplacementChoice, ReplacementKey};
use crate::model::ids::{ContinuousEffectId, Referent};
use crate::rules::events::applicable::{self, INSTEAD};
use crate::rules::events::possible;
use crate::rules::events::run::BatchFlow;
use crate::rules::legal::any_rule;
use crate::rules::reading::{self, Live};
use crate::rules::state::{EditGame, ReadGame};
use crate::rules::{layers, slots};

/// CR 615.1, 615.12: prevents damage: all of it, or up to an amount. Answers how much it prevented.
pub(super) fn prevent(world: &mut impl EditGame, batch: &mut Batch, i: usize, limit: Option<i32>) -> i32 {
    let Some(Event::Damage { source, combat, .. }) = batch.events[i].event else { return 0 };
    let board = Live::new(world);
    let certain = any_rule(&board, |words, rule| match rule {
        Rule::DamageCantBePrevented => true,
        Rule::CombatDamageCantBePrevented(from) => combat && reading::matches(&board, words, from, source),
        _ => false,
    });
    if certain {
        return 0;
    }
    let Some(Event::Damage { amount, .. }) = &mut batch.events[i].event else { return 0 };
    let prevented = limit.unwrap_or(*amount).clamp(0, *amount);
    *amount -= prevented;
    if *amount == 0 {
        batch.events[i].event = None;
    }
    prevented
}

/// CR 122.1c-d: a counter is removed instead of the event, or along with the prevention of damage. It is one counter for all
/// damage that would be dealt at once, also if that can't be prevented.
pub(super) fn counter_instead(world: &mut impl EditGame, batch: &mut Batch, i: usize) {
    let (object, kind) = match batch.events[i].event {
        Some(Event::Damage { target: Referent::Object(object), .. }) => {
            prevent(world, batch, i, None);
            (object, CounterKind::Shield)
        }
        Some(Event::Destroy { object, .. }) => {
            batch.events[i].event = None;
            (object, CounterKind::Shield)
        }
        Some(Event::Untap { object }) => {
            batch.events[i].event = None;
            (object, CounterKind::Stun)
        }
        _ => return,
    };
    let event = Some(Event::RemoveCounters { target: Referent::Object(object), kind, count: 1 });
    if !batch.events.iter().any(|row| row.applied == [INSTEAD] && row.event == event) {
        batch.events.push(Proposed { event, applied: vec![INSTEAD], place: Proposed::WITHIN });
    }
}

/// CR 615.7-10: a shield of a resolved effect prevents its amount once in all; one of a static ability prevents it each time, and one for the
/// next damage only once.
pub(super) fn shield(
    world: &mut impl EditGame,
    batch: &mut Batch,
    i: usize,
    key: ReplacementKey,
    limit: Option<&Quantity>,
    bindings: &Bindings,
) -> Option<BatchFlow> {
    let limit = limit.map(|quantity| reading::value(&Live::new(world), bindings, quantity).max(0));
    let ReplacementKey::Effect(effect) = key else {
        prevent(world, batch, i, limit);
        return None;
    };
    let remaining = slots::effect(world, effect).remaining;
    let prevented = prevent(world, batch, i, remaining.or(limit));
    match remaining.map(|had| had - prevented) {
        Some(left) => lessen(world, effect, left),
        None if prevented > 0 => use_up(world, key),
        None => {}
    }
    None
}

/// CR 614.9: damage up to an amount is dealt to something else instead: a part of it is damage of its own then. Answers how much that
/// is; nothing if that can't be dealt damage.
fn divert(world: &impl ReadGame, batch: &mut Batch, i: usize, limit: i32, to: Option<Referent>) -> i32 {
    let Some(to) = to.filter(|to| possible::can_be_damaged(world, *to)) else { return 0 };
    let Some(Event::Damage { source, target, amount, combat }) = batch.events[i].event else { return 0 };
    let moved = limit.clamp(0, amount);
    let event = |target, amount| Some(Event::Damage { source, target, amount, combat });
    if moved == amount {
        batch.events[i].event = event(to, amount);
    } else if moved > 0 && to != target {
        // What has applied to the damage has applied to each part (614.5).
        let part = Proposed { event: event(to, moved), ..batch.events[i].clone() };
        batch.events[i].event = event(target, amount - moved);
        batch.events.push(part);
    }
    moved
}

/// CR 614.9: redirects the next damage up to an amount: of a resolved effect in all, of a static ability each time.
pub(super) fn divert_next(
    world: &mut impl EditGame,
    batch: &mut Batch,
    i: usize,
    key: ReplacementKey,
    (limit, to): (&Quantity, Option<Referent>),
    bindings: &Bindings,
) {
    let limit = reading::value(&Live::new(world), bindings, limit).max(0);
    let ReplacementKey::Effect(effect) = key else {
        divert(world, batch, i, limit, to);
        return;
    };
    let remaining = slots::effect(world, effect).remaining;
    let moved = divert(world, batch, i, remaining.unwrap_or(limit), to);
    match remaining {
        Some(had) => lessen(world, effect, had - moved),
        None if moved > 0 => use_up(world, key),
        None => {}
    }
}

/// What is left of a shield; nothing ends it.
fn lessen(world: &mut impl EditGame, effect: ContinuousEffectId, left: i32) {
    slots::effect_mut(world, effect).remaining = Some(left);
    if left <= 0 {
        layers::end_effect(world, effect);
    }
}

/// CR 615.7: a shield of a resolved effect is used up by the shares of damage that its player has chosen.
pub(in crate::rules::events) fn shield_shares(
    world: &mut impl EditGame,
    batch: &mut Batch,
    choice: &ReplacementChoice,
    shares: impl Iterator<Item = (usize, i32)>,
) {
    let ReplacementKey::Effect(effect) = choice.key else { return };
    let mut left = slots::effect(world, effect).remaining.unwrap_or(0);
    let table = world.part::<CardTable>();
    // What the damage is dealt to instead, if it isn't prevented.
    let elsewhere = match applicable::replacement(table, choice.handle).map(|rep| &rep.with) {
        Some(ReplaceWith::RedirectUpTo(_, to)) => {
            Some(reading::recipients(&Live::new(world), &choice.bindings, to).into_iter().next())
        }
        _ => None,
    };
    for (i, share) in shares {
        batch.events[i].applied.push(choice.key);
        left -= match elsewhere {
            Some(to) => divert(world, batch, i, share, to),
            None => prevent(world, batch, i, Some(share)),
        };
    }
    lessen(world, effect, left);
}
