//! Damage that is prevented: all of it, a part of it, by shields (CR 615).

use super::use_up;
use crate::cards::def::{CounterKind, Quantity, Rule};
use crate::model::bindings::Bindings;
use crate::model::event::{Batch, Event, Proposed, ReplacementChoice, ReplacementKey};
use crate::model::ids::Referent;
use crate::rules::events::applicable::INSTEAD;
use crate::rules::events::run::BatchFlow;
use crate::rules::legal::any_rule;
use crate::rules::reading::{self, Live};
use crate::rules::state::EditGame;
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
        Some(left) => {
            slots::effect_mut(world, effect).remaining = Some(left);
            if left <= 0 {
                layers::end_effect(world, effect);
            }
        }
        None if prevented > 0 => use_up(world, key),
        None => {}
    }
    None
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
    for (i, share) in shares {
        batch.events[i].applied.push(choice.key);
        left -= prevent(world, batch, i, Some(share));
    }
    slots::effect_mut(world, effect).remaining = Some(left);
    if left <= 0 {
        layers::end_effect(world, effect);
    }
}
