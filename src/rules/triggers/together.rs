//! What happens to several things at once, and is one event (CR 603.2c).

use super::fire::MergeBy;
use super::matching::captured;
use crate::cards::def::{DamageTo, Filter, TriggerEvent};
use crate::model::bindings::Bindings;
use crate::model::fact::Fact;
use crate::rules::reading::Board;

/// CR 603.2c: of what is done at once to one or more, which is one event: how much of it there is from this fact on, `None` if
/// an earlier fact has been that event already. Damage is an event for each that it is dealt to, unless it is said of one or more players, and what is
/// attacked is attacked by itself (CR 508.3b).
pub(super) fn all_at_once(
    board: &impl Board,
    bindings: &Bindings,
    event: &TriggerEvent,
    facts: &[Fact],
    at: usize,
    back: bool,
) -> Option<i32> {
    let to = |fact: &Fact| match fact {
        Fact::Damaged { target, .. } if !asks(event, is_of_players) => Some(*target),
        Fact::Attacked { target, .. } if asks(event, |e| matches!(e, TriggerEvent::Attacked { .. })) => Some(*target),
        _ => None,
    };
    let dealt = matches!(facts[at], Fact::Damaged { .. });
    let amount = |fact: &Fact| {
        // Of several sorts of events some look back, and others don't: it is one event all the same.
        let data =
            captured(board, bindings, event, fact, back).or_else(|| captured(board, bindings, event, fact, !back));
        let data = data.filter(|_| to(fact) == to(&facts[at]))?;
        Some(if dealt { data.amount } else { 1 })
    };
    if facts[..at].iter().any(|fact| amount(fact).is_some()) {
        return None;
    }
    Some(facts[at..].iter().filter_map(amount).fold(0, i32::saturating_add))
}

/// The facts from this one on that are one event of an ability: several if it triggers on one or more things that happen at once.
pub(super) fn causes<'a>(
    board: &impl Board,
    bindings: &Bindings,
    event: &TriggerEvent,
    (facts, at): (&'a [Fact], usize),
    back: bool,
) -> Vec<&'a Fact> {
    let each = match event {
        TriggerEvent::FirstTime(each) | TriggerEvent::FirstTimeForIt(each) => each.as_ref(),
        each => each,
    };
    let is_it = |fact: &&Fact| captured(board, bindings, each, fact, back).is_some();
    match each {
        TriggerEvent::OneOrMore(_) => facts[at..].iter().filter(is_it).collect(),
        _ => Vec::new(),
    }
}

/// Whether an event is, or has in it, one of a sort.
fn asks(event: &TriggerEvent, sort: fn(&TriggerEvent) -> bool) -> bool {
    match event {
        TriggerEvent::OneOrMore(event)
        | TriggerEvent::FirstTime(event)
        | TriggerEvent::FirstTimeForIt(event)
        | TriggerEvent::CausedBy(_, event) => asks(event, sort),
        TriggerEvent::AnyOf(events) => events.iter().any(|event| asks(event, sort)),
        event => sort(event),
    }
}

/// Whether damage is dealt to one or more players.
fn is_of_players(event: &TriggerEvent) -> bool {
    matches!(event, TriggerEvent::Damage { to: DamageTo::Players(_), .. })
}

/// From which side things that are done at once make an ability trigger once: damage, by whatever it is dealt or to
/// whatever; blocking, whatever is blocked; counters, of whatever kinds.
pub(super) fn merged_by(event: &TriggerEvent, fact: &Fact) -> Option<MergeBy> {
    match (event, fact) {
        (TriggerEvent::Damage { source: Filter::Any, .. }, Fact::Damaged { .. }) => Some(MergeBy::Receiving),
        (TriggerEvent::Damage { to: DamageTo::Any, .. }, Fact::Damaged { .. }) => Some(MergeBy::Dealing),
        (TriggerEvent::Blocks(_), Fact::Blocked { .. }) => Some(MergeBy::Blocking),
        (TriggerEvent::PutsCounters(_, None, _), Fact::PutCounters { .. }) => Some(MergeBy::Counters),
        (TriggerEvent::AnyOf(events), _) => events.iter().find_map(|event| merged_by(event, fact)),
        (
            TriggerEvent::CausedBy(_, event) | TriggerEvent::FirstTime(event) | TriggerEvent::FirstTimeForIt(event),
            _,
        ) => merged_by(event, fact),
        _ => None,
    }
}
