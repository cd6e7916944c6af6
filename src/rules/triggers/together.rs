//! What happens to several things at once, and is one event (CR 603.2c).

use super::fire;
use super::matching::captured;
use crate::cards::CardTable;
use crate::cards::def::{DamageTo, Filter, TriggerEvent};
use crate::model::bindings::Bindings;
use crate::model::fact::Fact;
use crate::model::ids::{AbilityHandle, ObjectRef, Referent, SeatSet};
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
    let dealt = matches!(facts[at], Fact::Damaged { .. });
    let amount = |fact: &Fact| {
        // Of several sorts of events some look back, and others don't: it is one event all the same.
        let data =
            captured(board, bindings, event, fact, back).or_else(|| captured(board, bindings, event, fact, !back));
        let data = data.filter(|_| apart(event, fact) == apart(event, &facts[at]))?;
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

/// What a fact is about, where it is an event by itself for each: damage, unless it is said of one or more players, and attacks.
fn apart(event: &TriggerEvent, fact: &Fact) -> Option<Referent> {
    match fact {
        Fact::Damaged { target, .. } if !asks(event, is_of_players) => Some(*target),
        Fact::Attacked { target, .. } if asks(event, |e| matches!(e, TriggerEvent::Attacked { .. })) => Some(*target),
        _ => None,
    }
}

/// The objects and players that an event of one or more things happened to, from that fact on, each once.
pub(super) fn subjects(
    board: &impl Board,
    bindings: &Bindings,
    event: &TriggerEvent,
    (facts, at): (&[Fact], usize),
    back: bool,
) -> (Vec<ObjectRef>, SeatSet) {
    let (mut objects, mut players) = (Vec::new(), SeatSet::NONE);
    for fact in facts[at..].iter().filter(|fact| apart(event, fact) == apart(event, &facts[at])) {
        let data = captured(board, bindings, event, fact, back);
        let Some(data) = data.or_else(|| captured(board, bindings, event, fact, !back)) else { continue };
        let object = data.subject.and_then(Referent::object);
        objects.extend(object.filter(|object| !objects.contains(object)));
        if let Some(seat) = data.player {
            players.insert(seat);
        }
    }
    (objects, players)
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
fn merged_by(event: &TriggerEvent, fact: &Fact) -> Option<MergeBy> {
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

/// From whose point of view things that are done at once happen once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum MergeBy {
    /// What it is dealt to, whatever the sources.
    Receiving,
    /// Its source, whatever it is dealt to.
    Dealing,
    /// What blocks, whatever it blocks.
    Blocking,
    /// What gets counters, of whatever kinds.
    Counters,
}

/// Damage or counters from one point of view.
enum Merged {
    /// There is no other of that batch, or the fact is about something else.
    Alone,
    /// It is dealt together with other damage, or put with other counters: this much in all.
    InAll(Fact),
    /// It is a part of what was counted before.
    Before,
}

/// What a fact is, together with others of its batch, from each point of view.
pub(super) struct AtOnce {
    received: Merged,
    dealt: Merged,
    blocks: Merged,
    counters: Merged,
}

impl AtOnce {
    /// Of the fact at that place of its batch.
    pub(super) fn of_fact(facts: &[Fact], at: usize) -> Self {
        Self {
            received: merged(facts, at, MergeBy::Receiving),
            dealt: merged(facts, at, MergeBy::Dealing),
            blocks: blocks_before(facts, at),
            counters: counters_together(facts, at),
        }
    }

    /// What the fact is for an ability; `None` if an earlier one of the batch was it already.
    pub(super) fn seen_by<'a>(&'a self, table: &CardTable, ability: AbilityHandle, fact: &'a Fact) -> Option<&'a Fact> {
        let (when, _) = fire::parts(table.ability(ability))?;
        let merged = match merged_by(when, fact) {
            Some(MergeBy::Receiving) => &self.received,
            Some(MergeBy::Dealing) => &self.dealt,
            Some(MergeBy::Blocking) => &self.blocks,
            Some(MergeBy::Counters) => &self.counters,
            None => &Merged::Alone,
        };
        match merged {
            Merged::Alone => Some(fact),
            Merged::Before => None,
            Merged::InAll(all) => Some(all),
        }
    }
}

/// CR 603.2c, 120.4: being dealt damage by several sources at once happens once, as does dealing it to several things.
fn merged(facts: &[Fact], at: usize, side: MergeBy) -> Merged {
    let Fact::Damaged { source, target, combat, by, .. } = facts[at] else { return Merged::Alone };
    let share = |fact: &Fact| match fact {
        Fact::Damaged { source: dealer, target: to, amount, .. } => {
            let same = match side {
                MergeBy::Receiving => *to == target,
                MergeBy::Dealing => *dealer == source,
                MergeBy::Blocking | MergeBy::Counters => false,
            };
            same.then_some(*amount)
        }
        _ => None,
    };
    if facts[..at].iter().any(|f| share(f).is_some()) {
        return Merged::Before;
    }
    let shares = facts[at..].iter().filter_map(share);
    let (count, amount) = shares.fold((0, 0), |(count, sum), amount| (count + 1, sum + amount));
    if count > 1 { Merged::InAll(Fact::Damaged { source, target, amount, combat, by }) } else { Merged::Alone }
}

/// CR 603.2c: counters of several kinds that a player puts on something at once.
fn counters_together(facts: &[Fact], at: usize) -> Merged {
    let Fact::PutCounters { target, kind, by, .. } = facts[at] else { return Merged::Alone };
    let share = |fact: &Fact| match fact {
        Fact::PutCounters { target: to, by: player, count, .. } if *to == target && *player == by => Some(*count),
        _ => None,
    };
    if facts[..at].iter().any(|fact| share(fact).is_some()) {
        return Merged::Before;
    }
    let shares = facts[at..].iter().filter_map(share);
    let (several, count) = shares.fold((0, 0_u32), |(several, sum), n| (several + 1, sum.saturating_add(n)));
    if several > 1 { Merged::InAll(Fact::PutCounters { target, kind, count, by }) } else { Merged::Alone }
}

/// CR 509.3a: a creature that blocks several others blocks once.
fn blocks_before(facts: &[Fact], at: usize) -> Merged {
    let Fact::Blocked { blocker, .. } = facts[at] else { return Merged::Alone };
    let same = |fact: &Fact| matches!(fact, Fact::Blocked { blocker: other, .. } if *other == blocker);
    if facts[..at].iter().any(same) { Merged::Before } else { Merged::Alone }
}
