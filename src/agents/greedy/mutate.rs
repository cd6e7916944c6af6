//! Spells that merge with a creature (CR 702.140): with which one, over or under it, and what that is worth.

use super::choices::best;
use super::evaluator::Evaluator;
use super::style::Style;
use crate::cards::AbilityKind;
use crate::cards::def::{CastBy, PermanentAction, Subtype, TriggerEvent};
use crate::game::view::{SeatView, Seen};
use crate::model::bindings::Bindings;
use crate::model::decision::{Answer, Choice, Decision};
use crate::model::ids::ObjectRef;
use crate::model::object::Characteristics;

/// Whether a spell is being cast for its mutate cost.
pub(super) fn is_mutating(view: &SeatView<'_>, spell: ObjectRef) -> bool {
    view.announced().is_some_and(|cast| cast.object == spell && cast.bindings.cast.by == Some(CastBy::Mutate))
}

/// What casting it so is worth: what becomes of the best creature for it, and what happens as that mutates.
pub(super) fn worth(evaluator: &Evaluator<'_, '_>, chars: &Characteristics) -> i32 {
    let human = Subtype::named("Human");
    let fits = |host: &Seen<'_>| {
        let is_human = human.is_some_and(|human| host.chars.subtypes.contains(human));
        host.chars.is_creature() && !is_human && host.object.owner == evaluator.me
    };
    let hosts = evaluator.view.controlled(evaluator.me).filter(fits);
    let best = hosts.map(|host| gained(evaluator, chars, &host)).max();
    best.map_or(0, |best| best - evaluator.style.spend)
}

/// The creature for which it is worth most to have a spell merge with it.
pub(super) fn host(evaluator: &Evaluator<'_, '_>, decision: &Decision, spell: ObjectRef) -> Answer {
    let view = evaluator.view;
    let Some(spell) = view.object(spell) else { return best(decision, |_| 0) };
    best(decision, |choice| match choice {
        Choice::Object(host) => view.object(*host).map_or(0, |host| {
            let worth = gained(evaluator, spell.chars, &host);
            if host.chars.controller == evaluator.me { worth } else { -worth }
        }),
        _ => 0,
    })
}

/// Whether a spell is put on top of its target: if the creature is better so.
pub(super) fn over(view: &SeatView<'_>, style: &Style, spell: ObjectRef) -> Answer {
    let better = || {
        let spell = view.object(spell)?;
        let targets = &spell.stack.bindings.as_ref()?.targets;
        let host = targets.iter().find_map(|t| t.target.object().filter(|_| t.legal))?;
        Some(merged(style, spell.chars, view.object(host)?.chars).1)
    };
    Answer::Confirm(better().unwrap_or(true))
}

/// What is gained as a spell merges with a creature.
fn gained(evaluator: &Evaluator<'_, '_>, spell: &Characteristics, host: &Seen<'_>) -> i32 {
    let table = evaluator.view.table();
    let mut words = Bindings::new(evaluator.me, host.reference);
    let mutates = spell.abilities.iter().chain(&host.chars.abilities).filter(|a| {
        let kind = &table.ability(a.handle).kind;
        matches!(kind, AbilityKind::Triggered { when: TriggerEvent::Does(PermanentAction::Mutate, _), .. })
    });
    let happens: i32 = mutates.map(|a| evaluator.ability(a.handle, &mut words)).sum();
    merged(evaluator.style, spell, host.chars).0 - evaluator.style.as_permanent(host.chars) + happens
}

/// What the permanent is worth that a spell and a creature merge into, in the better order, and whether the spell is on top in that.
fn merged(style: &Style, spell: &Characteristics, host: &Characteristics) -> (i32, bool) {
    let with = |top: &Characteristics, under: &Characteristics| {
        let abilities = top.abilities.iter().chain(&under.abilities).copied().collect();
        style.as_permanent(&Characteristics { keywords: top.keywords | under.keywords, abilities, ..top.clone() })
    };
    let (over, under) = (with(spell, host), with(host, spell));
    (over.max(under), over >= under)
}
