//! Abilities that trigger additional times (CR 603.2d), and those that don't although their event happened (CR 101.2).

use super::matching;
use crate::cards::CardTable;
use crate::cards::def::{Rule, StaticEffect};
use crate::model::continuous::ActiveRules;
use crate::model::fact::Fact;
use crate::model::ids::{AbilityHandle, ObjectRef};
use crate::model::trigger::AdditionalTriggers;
use crate::rules::reading::{self, Board, Live};
use crate::rules::slots;
use crate::rules::state::ReadGame;

/// The rules that are in force.
pub(super) fn rules(world: &impl ReadGame) -> Vec<AdditionalTriggers> {
    let table = world.part::<CardTable>();
    let rows = world.part::<ActiveRules>().rules.iter();
    rows.filter_map(|row| {
        let (never, of, when, keyword) = match &table.static_row(row.handle).effect {
            StaticEffect::Rule(Rule::TriggersMore { of, when }) => (false, of, when.clone(), None),
            StaticEffect::Rule(Rule::NoTriggers { of, when }) => (true, of, Some(when.clone()), None),
            StaticEffect::Rule(Rule::NoKeywordTriggers(keyword, of)) => (true, of, None, Some(*keyword)),
            _ => return None,
        };
        let bindings = slots::effect(world, row.effect).bindings.clone();
        Some(AdditionalTriggers { effect: row.effect, never, of: of.clone(), when, keyword, bindings })
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

/// An ability that could trigger.
#[derive(Clone, Copy)]
pub(super) struct Of {
    /// The object that has it.
    pub object: ObjectRef,
    /// Where it stands in a definition, unless it is a delayed one.
    pub ability: Option<AbilityHandle>,
    /// Whether it looks back in time (CR 603.10).
    pub looks_back: bool,
}

/// How many additional times an ability triggers on facts that are one event: each rule counts once, whichever of them it is about.
pub(super) fn times(world: &impl ReadGame, rules: &[AdditionalTriggers], of: Of, facts: &[&Fact]) -> usize {
    let counts = |more: &&AdditionalTriggers| !more.never && facts.iter().any(|fact| concerns(world, more, of, fact));
    rules.iter().filter(counts).count()
}

/// CR 101.2: whether a rule keeps an ability from triggering on a fact.
pub(super) fn never(world: &impl ReadGame, rules: &[AdditionalTriggers], of: Of, fact: &Fact) -> bool {
    rules.iter().any(|rule| rule.never && concerns(world, rule, of, fact))
}

/// The facts on which an ability can trigger; `None` if no rule forbids any.
pub(super) fn allowed(
    world: &impl ReadGame,
    rules: &[AdditionalTriggers],
    of: Of,
    facts: &[Fact],
) -> Option<Vec<Fact>> {
    let some = rules.iter().any(|rule| rule.never);
    some.then(|| facts.iter().filter(|fact| !never(world, rules, of, fact)).cloned().collect())
}

/// Whether a rule is about an ability and about a fact. What has become of a permanent, and has an ability that doesn't look back, knows of no
/// permanent that has left.
fn concerns(world: &impl ReadGame, rule: &AdditionalTriggers, of: Of, fact: &Fact) -> bool {
    let board = Live::new(world);
    let became = matches!(fact, Fact::Moved { new, .. } if *new == of.object) && !of.looks_back;
    let on = |event| {
        let captured = |back| matching::captured(&board, &rule.bindings, event, fact, back).is_some();
        captured(false) || !became && captured(true)
    };
    let called = |name| of.ability.is_some_and(|handle| reading::is_called(board.table(), handle, name));
    rule.when.as_ref().is_none_or(on)
        && rule.keyword.is_none_or(called)
        && reading::matches(&board, &rule.bindings, &rule.of, of.object)
}
