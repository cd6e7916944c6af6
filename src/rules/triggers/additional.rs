//! Abilities that trigger additional times (CR 603.2d).

use super::matching;
use crate::cards::CardTable;
use crate::cards::def::{Rule, StaticEffect};
use crate::model::continuous::ActiveRules;
use crate::model::fact::Fact;
use crate::model::ids::ObjectRef;
use crate::model::trigger::AdditionalTriggers;
use crate::rules::reading::{self, Live};
use crate::rules::slots;
use crate::rules::state::ReadGame;

/// The rules that are in force.
pub(super) fn rules(world: &impl ReadGame) -> Vec<AdditionalTriggers> {
    let table = world.part::<CardTable>();
    let rows = world.part::<ActiveRules>().rules.iter();
    rows.filter_map(|row| match &table.static_row(row.handle).effect {
        StaticEffect::Rule(Rule::TriggersMore { of, when }) => Some(AdditionalTriggers {
            effect: row.effect,
            of: of.clone(),
            when: when.clone(),
            bindings: slots::effect(world, row.effect).bindings.clone(),
        }),
        _ => None,
    })
    .collect()
}

/// Adds those that were in force right before the event and aren't any more: what left with it still counts.
pub(super) fn add(rules: &mut Vec<AdditionalTriggers>, before: Vec<AdditionalTriggers>) {
    let is_new = |rules: &[AdditionalTriggers], more: &AdditionalTriggers| {
        !rules.iter().any(|known| known.effect == more.effect && known.bindings.this == more.bindings.this)
    };
    for more in before {
        if is_new(rules, &more) {
            rules.push(more);
        }
    }
}

/// How many additional times an ability of an object triggers on a fact.
pub(super) fn times(world: &impl ReadGame, rules: &[AdditionalTriggers], object: ObjectRef, fact: &Fact) -> usize {
    let board = Live::new(world);
    let counts = |more: &&AdditionalTriggers| {
        let on = |event| {
            let captured = |back| matching::captured(&board, &more.bindings, event, fact, back).is_some();
            captured(false) || captured(true)
        };
        more.when.as_ref().is_none_or(on) && reading::matches(&board, &more.bindings, &more.of, object)
    };
    rules.iter().filter(counts).count()
}
