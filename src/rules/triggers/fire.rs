//! From facts to triggers (CR 603.2-603.4, 603.8, 605.4a).

use super::additional::Of;
use super::together::AtOnce;
use super::triggering::Watching;
use super::{additional, delayed, index, initiative, looking_back, matching, speed, together, triggering};
use crate::cards::def::{Condition, Duration, TriggerEvent};
use crate::cards::{Ability, AbilityKind, CardTable};
use crate::model::agenda::Agenda;
use crate::model::bindings::{Bindings, EVENT_PLAYERS, EVENTS, VOTED_ALIKE, VOTED_OTHERWISE, Value};
use crate::model::dirt::{Gates, StateClass};
use crate::model::fact::{Fact, FactMask, History};
use crate::model::ids::{AbilityHandle, AbilityKey, ObjectRef, Origin, ProgramHandle, SeatSet};
use crate::model::object::{AbilityInstance, StackEntry};
use crate::model::player::Players;
use crate::model::trigger::{
    AdditionalTriggers, Before, DelayedTriggers, OnEvent, PendingTrigger, PendingTriggers, TriggerIndex, TriggerTask,
};
use crate::model::zone::{Zone, Zones};
use crate::rules::driver;
use crate::rules::layers;
use crate::rules::reading::{self, Board, Live};
use crate::rules::schedule::mark_dirty;
use crate::rules::state::{EditGame, ReadGame};

/// Whether an ability could trigger on facts of these kinds, or on the state that they have led to.
pub(crate) fn could_match(world: &impl ReadGame, mask: FactMask) -> bool {
    world.part::<Gates>().open
        || index::could_watch(world, mask | FactMask::STATE)
        || mask.contains(FactMask::DAMAGED) && is_designated(world)
        || mask.contains(FactMask::LOST_LIFE) && speed::is_watched(world)
}

/// Whether a player is the monarch or has the initiative.
fn is_designated(world: &impl ReadGame) -> bool {
    let players = world.part::<Players>();
    players.monarch().is_some() || players.initiative().is_some()
}

/// CR 725.2: the ability without a source that triggers as a creature deals combat damage to the monarch.
fn coups(world: &mut impl EditGame, facts: &[Fact]) {
    let Some(monarch) = world.part::<Players>().monarch() else { return };
    let handle = world.part::<CardTable>().0.monarch[1];
    let table = world.part::<CardTable>().clone();
    let Some((when, _)) = parts(table.ability(handle)) else { return };
    let key = AbilityKey { object: ObjectRef::NONE, origin: Origin::Text, handle, nth: 0 };
    let board = Live::new(world);
    let mut fired = Vec::new();
    for fact in facts {
        let mut bindings = Bindings::new(monarch, ObjectRef::NONE);
        bindings.key = Some(key);
        bindings.event = matching::captured(&board, &bindings, when, fact, false);
        if bindings.event.is_some() {
            fired.push(PendingTrigger::new(key, bindings));
        }
    }
    world.part_mut::<PendingTriggers>().0.extend(fired);
}

/// Matches facts with the abilities that function now, what looks back with those that functioned right before. The layers
/// must be up to date.
pub(crate) fn match_after(world: &mut impl EditGame, facts: &[Fact], before: Option<Before>) {
    let mask = FactMask::of(facts);
    if mask.contains(FactMask::DAMAGED) {
        coups(world, facts);
        initiative::seized(world, facts);
    }
    let could = world.part::<Gates>().open || index::could_watch(world, mask | FactMask::STATE);
    let looked = before.as_ref().is_some_and(|before| !before.is_empty());
    if looked || could {
        index::refresh(world);
        delayed::prune(world, facts);
        let watched = world.part::<TriggerIndex>().mask;
        if watched.intersects(mask) || looked {
            let fired = fired(world, facts, mask, before);
            settle(world, fired);
        }
        // What has triggered may have changed what layers read of this turn. Then states are looked at when those are up to date,
        // at the latest before a player gets priority.
        if watched.contains(FactMask::STATE) && layers::is_fresh(world) {
            match_states(world);
        }
    }
    // Last, because it notes that the ability has triggered this turn, and layers may read what this turn has seen.
    if mask.contains(FactMask::LOST_LIFE) && speed::is_watched(world) {
        speed::raced(world, facts);
    }
}

/// What facts of the batch make trigger, in rules order: fact by fact, ability by ability, delayed ones last.
fn fired(world: &mut impl EditGame, facts: &[Fact], mask: FactMask, before: Option<Before>) -> Vec<PendingTrigger> {
    let mut now = index::rows_now(world, mask);
    // CR 603.10: for what doesn't look back those rules count that are in force afterwards.
    let rules_now = additional::rules(world);
    let mut rules_back = rules_now.clone();
    let functioning = now.len();
    let before = before.map(|before| {
        additional::add(&mut rules_back, before.more);
        before.rows
    });
    now.extend(facts.iter().flat_map(|fact| index::of_discarded(world, fact)));
    let back = before.as_deref().unwrap_or(&now[..functioning]);
    let table = world.part::<CardTable>().clone();
    let mut fired = Vec::new();
    for (i, fact) in facts.iter().enumerate() {
        let kind = fact.mask();
        let at_once = AtOnce::of_fact(facts, i);
        for (rows, rules, looks_back) in [(back, &rules_back, true), (&now[..], &rules_now, false)] {
            let may_trigger = |(_, instance, watch): &&Watching| {
                watch.intersects(kind) && may_look(&table, instance.handle, looks_back)
            };
            for (object, instance, _) in rows.iter().filter(may_trigger) {
                let Some(fact) = at_once.seen_by(&table, instance.handle, fact) else { continue };
                // What can't make it trigger is as if it weren't among what happened at once.
                let ability = Of { object: *object, ability: Some(instance.handle), looks_back };
                let (allowed, mut of) = (additional::allowed(world, rules, ability, facts), (facts, i));
                if let Some(allowed) = &allowed {
                    if additional::never(world, rules, ability, fact) {
                        continue;
                    }
                    let before = additional::allowed(world, rules, ability, &facts[..i]);
                    of = (allowed, before.map_or(0, |facts| facts.len()));
                }
                if let Some(trigger) = one(world, &table, (*object, *instance), (fact, of.0, of.1), looks_back) {
                    let more = more_times(world, rules, ability, &trigger.bindings, (fact, of.0, of.1));
                    let times = times(world, &table, &trigger, fact);
                    let trigger = triggering::followed(world, &table, &now, ability, trigger, (fact, of.0, of.1));
                    fired.extend(std::iter::repeat_n(trigger, times * (1 + more)));
                }
            }
        }
        delayed_ones(world, &table, (facts, i, &at_once), (&rules_back, &now), &mut fired);
    }
    fired
}

/// How many times an ability triggers on a fact, no more than it may this turn. They are counted as used.
fn times(world: &mut impl EditGame, table: &CardTable, trigger: &PendingTrigger, fact: &Fact) -> usize {
    let AbilityKind::Triggered { when, per_turn, .. } = &table.ability(trigger.key.handle).kind else { return 1 };
    let all = matching::times(&Live::new(world), when, trigger.key.object, fact);
    let Some(limit) = per_turn else { return all };
    let left = limit.saturating_sub(world.part::<History>().uses_of(trigger.key));
    let times = all.min(usize::from(left));
    (0..times).for_each(|_| count_use(world, trigger.key));
    times
}

/// CR 603.2d: how many additional times an ability triggers that triggers on a fact, which stands among others.
fn more_times(
    world: &impl ReadGame,
    rules: &[AdditionalTriggers],
    ability: Of,
    bindings: &Bindings,
    (fact, facts, at): (&Fact, &[Fact], usize),
) -> usize {
    if rules.is_empty() {
        return 0;
    }
    additional::times(world, rules, ability, &causes(world, ability, bindings, (fact, facts, at)))
}

/// The facts that are the event of an ability that triggers on a fact, which stands among others.
pub(super) fn causes<'a>(
    world: &impl ReadGame,
    ability: Of,
    bindings: &Bindings,
    (fact, facts, at): (&'a Fact, &'a [Fact], usize),
) -> Vec<&'a Fact> {
    let table = world.part::<CardTable>();
    let when = ability.ability.and_then(|handle| parts(table.ability(handle))).map(|(when, _)| when);
    let before = Bindings { event: None, ..bindings.clone() };
    let causes = when.map(|when| together::causes(&Live::new(world), &before, when, (facts, at), ability.looks_back));
    causes.filter(|causes| !causes.is_empty()).unwrap_or_else(|| vec![fact])
}

/// CR 603.10: whether an ability has an event that looks back, or one that doesn't.
fn may_look(table: &CardTable, ability: AbilityHandle, back: bool) -> bool {
    parts(table.ability(ability)).is_some_and(|(when, _)| looking_back::may_look(when, back))
}

/// One ability and one fact, which stands among others. The ability may look back or not, as `looks_back` says.
fn one(
    world: &impl ReadGame,
    table: &CardTable,
    (object, instance): (ObjectRef, AbilityInstance),
    (fact, facts, at): (&Fact, &[Fact], usize),
    looks_back: bool,
) -> Option<PendingTrigger> {
    let AbilityKind::Triggered { when, provided, only_if, per_turn, once, .. } = &table.ability(instance.handle).kind
    else {
        return None;
    };
    let board = Live::new(world);
    let before = facts.iter().find_map(|fact| match fact {
        Fact::LostControl { object: lost, by } if *lost == object && looks_back => Some(*by),
        _ => None,
    });
    // CR 603.10d: who controlled it right before.
    let mut bindings = Bindings::new(before.unwrap_or(board.view(object)?.chars.controller), object);
    board.note_granter(&mut bindings, instance.origin, instance.handle);
    if matches!(fact, Fact::Unlocked { .. } | Fact::RevealedAsDrawn { .. } | Fact::Enlisted(_)) {
        // CR 709.5h: in which half the ability stands; 607.2: to which permission or cost it is linked.
        bindings.key = Some(instance.key(object));
    }
    let mut event = matching::captured(&board, &bindings, when, fact, looks_back)?;
    let each = match when {
        TriggerEvent::FirstTime(each) | TriggerEvent::FirstTimeForIt(each) => each.as_ref(),
        each => each,
    };
    if let TriggerEvent::OneOrMore(_) = each {
        event.amount = together::all_at_once(&board, &bindings, each, facts, at, looks_back)?;
        if table.0.traits.asks_events {
            let (objects, seats) = together::subjects(&board, &bindings, each, (facts, at), looks_back);
            bindings.set(*EVENTS, Value::Objects(objects));
            bindings.set(*EVENT_PLAYERS, Value::Seats(seats));
        }
    } else if facts[..at].iter().any(|f| matching::happened_before(&board, &bindings, when, f, &event, looks_back)) {
        // One of the facts of the batch was the first one.
        return None;
    }
    if let Fact::Voted { choices } = fact {
        note_votes(&mut bindings, choices);
    }
    bindings.event = Some(event);
    capture(world, &mut bindings, object, instance);
    // CR 107.3j: an ability that the object has gained doesn't know it.
    if instance.origin == Origin::Text {
        bindings.x = known_x(&board, object, fact, bindings.cast.x);
    }
    let key = instance.key(object);
    // CR 603.4.
    let so = reading::holds(&board, &bindings, provided) && reading::holds(&board, &bindings, only_if);
    let fires = so && !is_used_up(world, key, per_turn.or(once.then_some(1)));
    fires.then(|| PendingTrigger::new(key, bindings))
}

/// CR 107.3f, m: abilities of a spell know its X, and of the permanent that it becomes those that trigger as it enters, if
/// it doesn't have them as a copy (107.3j); those that trigger as it is turned face up know that of its morph cost
/// (702.37f), those of a card that is cycled that of its cycling cost (702.29c).
fn known_x(board: &Live<'_>, object: ObjectRef, fact: &Fact, of_cast: i32) -> i32 {
    match fact {
        Fact::Moved { new, to: Zone::Battlefield, .. } if *new == object => {
            if board.status(object.id).own_face.is_some() { 0 } else { of_cast }
        }
        Fact::Turned { object: turned, up: true } if *turned == object => of_cast,
        Fact::Discarded { card, cycling: true, .. } if *card == object => {
            board.part::<Agenda>().transactions().next().map_or(0, |activation| activation.bindings.x)
        }
        _ if board.view(object).is_some_and(|v| v.object.zone == Zone::Stack) => of_cast,
        _ => 0,
    }
}

/// Who voted for what its controller voted for, and who for something else (CR 701.38): of each choice, who voted for it.
fn note_votes(bindings: &mut Bindings, choices: &[SeatSet]) {
    let of = |alike: bool| {
        let some = choices.iter().filter(|voters| voters.contains(bindings.you) == alike);
        Value::Seats(some.fold(SeatSet::NONE, |all, voters| SeatSet(all.0 | voters.0)))
    };
    let (alike, otherwise) = (of(true), of(false));
    bindings.set(*VOTED_ALIKE, alike);
    bindings.set(*VOTED_OTHERWISE, otherwise);
}

/// What an ability knows besides the event: its identity, how the permanent was cast (CR 400.7d).
pub(super) fn capture(world: &impl ReadGame, bindings: &mut Bindings, object: ObjectRef, instance: AbilityInstance) {
    bindings.key = Some(instance.key(object));
    if let Some(view) = Live::new(world).view(object) {
        bindings.cast = view.stack.cast.clone();
    }
}

/// Whether an ability with a limit a turn has reached it.
pub(super) fn is_used_up(world: &impl ReadGame, key: AbilityKey, per_turn: Option<u8>) -> bool {
    per_turn.is_some_and(|limit| world.part::<History>().uses_of(key) >= limit)
}

/// CR 603.2h: whether an ability has done this turn what it does only once each turn.
pub(crate) fn has_done(world: &impl ReadGame, key: AbilityKey) -> bool {
    is_used_up(world, key, Some(1))
}

fn use_once(world: &mut impl EditGame, table: &CardTable, trigger: &PendingTrigger) {
    if let AbilityKind::Triggered { per_turn: Some(_), .. } = table.ability(trigger.key.handle).kind {
        count_use(world, trigger.key);
    }
}

/// An ability has been used once more this turn.
pub(crate) fn count_use(world: &mut impl EditGame, key: AbilityKey) {
    world.part_mut::<History>().note_use(key);
    mark_dirty(world, StateClass::HISTORY);
}

/// CR 603.2h: an ability does what it does only once each turn. Whether this is the first time.
pub(crate) fn does_now(world: &mut impl EditGame, key: AbilityKey) -> bool {
    let first = !has_done(world, key);
    if first {
        count_use(world, key);
    }
    first
}

/// CR 603.7b: delayed ones trigger once, unless they have a duration; if their event occurs several times at once, their
/// controller will say for which.
fn delayed_ones(
    world: &mut impl EditGame,
    table: &CardTable,
    (facts, i, at_once): (&[Fact], usize, &AtOnce),
    (rules, now): (&[AdditionalTriggers], &[Watching]),
    fired: &mut Vec<PendingTrigger>,
) {
    let mut at = 0;
    while at < world.part::<DelayedTriggers>().0.len() {
        let fact = at_once.seen_by(table, world.part::<DelayedTriggers>().0[at].handle, &facts[i]);
        let found = fact.and_then(|fact| Some((fact, delayed::test(world, table, at, (fact, facts, i))?)));
        let Some((fact, mut trigger)) = found else {
            at += 1;
            continue;
        };
        let until = &world.part::<DelayedTriggers>().0[at].until;
        let once = until.as_ref().is_none_or(|until| *until == Duration::OnceThisTurn);
        if once {
            let later = i + 1..facts.len();
            let others = later.filter_map(|i| delayed::test(world, table, at, (&facts[i], facts, i))?.bindings.event);
            trigger
                .others
                .extend(others.filter(|other| trigger.bindings.event.map(|e| e.subject) != Some(other.subject)));
        }
        let waiting = world.part_mut::<DelayedTriggers>();
        if let OnEvent::Return { due, .. } | OnEvent::PhaseIn { due, .. } = &mut waiting.0[at].then {
            *due = true;
            // Nobody gets priority before it has happened.
            mark_dirty(world, StateClass::CEASING);
            at += 1;
            continue;
        }
        let ability = Of { object: trigger.bindings.this, ability: None, looks_back: true };
        if additional::never(world, rules, ability, fact) {
            at += 1;
            continue;
        }
        let times = if once { 1 } else { times(world, table, &trigger, fact) };
        let trigger = triggering::followed(world, table, now, ability, trigger, (fact, facts, i));
        fired.extend(std::iter::repeat_n(trigger, times));
        if once {
            world.part_mut::<DelayedTriggers>().0.remove(at);
            world.part_mut::<TriggerIndex>().stale = true;
        } else {
            at += 1;
        }
    }
}

/// Triggered mana abilities resolve at once (CR 605.4a); everything else waits.
pub(super) fn settle(world: &mut impl EditGame, fired: Vec<PendingTrigger>) {
    if fired.is_empty() {
        return;
    }
    let table = world.part::<CardTable>().clone();
    let (mana, others): (Vec<_>, Vec<_>) = fired.into_iter().partition(|t| is_mana(table.ability(t.key.handle)));
    for trigger in mana.into_iter().rev() {
        let handle = trigger.key.handle;
        let AbilityKind::Triggered { body, .. } = &table.ability(handle).kind else { continue };
        if let Some(mode) = body.modes.first() {
            let program = ProgramHandle { def: handle.def, index: mode.program };
            driver::start(world, program, trigger.bindings, 0);
        }
    }
    world.part_mut::<PendingTriggers>().0.extend(others);
}

fn is_mana(ability: &Ability) -> bool {
    matches!(ability.kind, AbilityKind::Triggered { is_mana: true, .. })
}

/// CR 603.8: state triggers, each of which doesn't trigger again before it has left the stack. A gate: if no ability of the
/// game's cards could watch the state, the index needn't be brought up to date for it.
pub(super) fn match_states(world: &mut impl EditGame) {
    if !world.part::<Gates>().open && !index::could_watch(world, FactMask::STATE) {
        return;
    }
    index::refresh(world);
    if !world.part::<TriggerIndex>().mask.contains(FactMask::STATE) {
        return;
    }
    let table = world.part::<CardTable>().clone();
    let fired: Vec<PendingTrigger> = index::rows_now(world, FactMask::STATE)
        .into_iter()
        .filter_map(|(object, instance, _)| state(world, &table, object, instance))
        .collect();
    for trigger in &fired {
        use_once(world, &table, trigger);
    }
    settle(world, fired);
}

fn state(
    world: &impl ReadGame,
    table: &CardTable,
    object: ObjectRef,
    instance: AbilityInstance,
) -> Option<PendingTrigger> {
    let AbilityKind::Triggered { when, provided, only_if, per_turn, once, .. } = &table.ability(instance.handle).kind
    else {
        return None;
    };
    let condition: &Condition = matching::state_of(when)?;
    let board = Live::new(world);
    let mut bindings = Bindings::new(board.view(object)?.chars.controller, object);
    board.note_granter(&mut bindings, instance.origin, instance.handle);
    capture(world, &mut bindings, object, instance);
    let key = instance.key(object);
    let holds = [condition, provided, only_if].into_iter().all(|c| reading::holds(&board, &bindings, c));
    let fires = holds && !is_used_up(world, key, per_turn.or(once.then_some(1))) && !is_under_way(world, key);
    fires.then(|| PendingTrigger::new(key, bindings))
}

/// Whether an ability has triggered and not yet left the stack. A copy of it is another object (CR 707.10).
fn is_under_way(world: &impl ReadGame, key: AbilityKey) -> bool {
    let waits = world.part::<PendingTriggers>().0.iter().any(|t| t.key == key);
    let is_it = |entry: &StackEntry| entry.ability == Some(key) && !entry.copied;
    let on_stack = || world.part::<Zones>().stack.iter().any(|id| is_it(world.row::<StackEntry>(*id)));
    let being_put = || {
        let mut tasks = world.part::<Agenda>().trigger_tasks();
        tasks.any(|task| matches!(task, TriggerTask::Put { trigger } if trigger.key == key))
    };
    waits || on_stack() || being_put()
}

/// What must hold as the event of an ability happens.
pub(super) fn provided(ability: &Ability) -> Option<&Condition> {
    match &ability.kind {
        AbilityKind::Triggered { provided, .. } => Some(provided),
        _ => None,
    }
}

/// The trigger event and the intervening "if" of an ability.
pub(super) fn parts(ability: &Ability) -> Option<(&TriggerEvent, &Condition)> {
    match &ability.kind {
        AbilityKind::Triggered { when, only_if, .. } => Some((when, only_if)),
        _ => None,
    }
}
