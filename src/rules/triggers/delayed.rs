//! Delayed and reflexive triggered abilities (CR 603.7, 603.12).

use super::{fire, matching, together};
use crate::cards::CardTable;
use crate::cards::def::{Duration, StepName, TriggerEvent, Who};
use crate::model::agenda::Agenda;
use crate::model::bindings::{Bindings, EventData};
use crate::model::fact::Fact;
use crate::model::ids::{AbilityHandle, AbilityKey, Origin, Referent, Seat};
use crate::model::trigger::{
    DelayedTrigger, DelayedTriggers, OnEvent, PendingTrigger, PendingTriggers, TriggerIndex, TriggerTask,
};
use crate::model::turn::Turn;
use crate::rules::reading::{self, Live};
use crate::rules::state::{EditGame, ReadGame};

/// CR 603.7a: sets up a delayed triggered ability. Without a duration it triggers once.
pub fn add_delayed(world: &mut impl EditGame, handle: AbilityHandle, bindings: Bindings, until: Option<Duration>) {
    let made = world.part::<Turn>().number;
    world.part_mut::<DelayedTriggers>().0.push(DelayedTrigger {
        handle,
        bindings,
        until,
        made,
        then: OnEvent::Trigger,
    });
    world.part_mut::<TriggerIndex>().stale = true;
}

/// CR 603.12: a reflexive ability triggers right away, because what it waits for has just been done.
pub fn reflexive(world: &mut impl EditGame, handle: AbilityHandle, mut bindings: Bindings) {
    let table = world.part::<CardTable>().clone();
    let ability = table.ability(handle);
    let (Some((_, only_if)), Some(provided)) = (fire::parts(ability), fire::provided(ability)) else { return };
    let board = Live::new(world);
    if ![provided, only_if].into_iter().all(|condition| reading::holds(&board, &bindings, condition)) {
        return;
    }
    let key = key(handle, &bindings);
    forget_choices(&mut bindings, key);
    world.part_mut::<PendingTriggers>().0.push(PendingTrigger::new(key, bindings));
}

fn key(handle: AbilityHandle, bindings: &Bindings) -> AbilityKey {
    AbilityKey { object: bindings.this, origin: Origin::Text, handle, nth: 0 }
}

/// A new ability has modes and targets of its own; what it knows of those that its maker had stands in variables.
fn forget_choices(bindings: &mut Bindings, key: AbilityKey) {
    bindings.key = Some(key);
    bindings.modes.clear();
    bindings.targets.clear();
    bindings.stack = None;
    bindings.it = None;
}

/// Whether a delayed ability triggers on a fact, which stands among others.
pub(super) fn test(
    world: &impl ReadGame,
    table: &CardTable,
    at: usize,
    (fact, facts, i): (&Fact, &[Fact], usize),
) -> Option<PendingTrigger> {
    let delayed = &world.part::<DelayedTriggers>().0[at];
    let (when, only_if) = fire::parts(table.ability(delayed.handle))?;
    let provided = fire::provided(table.ability(delayed.handle))?;
    let board = Live::new(world);
    let captured = |back| {
        let event = matching::captured(&board, &delayed.bindings, when, fact, back)?;
        if !matches!(when, TriggerEvent::OneOrMore(_)) {
            return Some(event);
        }
        // CR 603.2c.
        let amount = together::all_at_once(&board, &delayed.bindings, when, facts, i, back)?;
        Some(EventData { amount, ..event })
    };
    let event = captured(true).or_else(|| captured(false))?;
    let mut bindings = delayed.bindings.clone();
    bindings.event = Some(merged(bindings.event, event));
    let key = key(delayed.handle, &bindings);
    forget_choices(&mut bindings, key);
    let holds = |condition| reading::holds(&board, &bindings, condition);
    (holds(provided) && holds(only_if)).then(|| PendingTrigger::new(key, bindings))
}

/// A step that begins happens to no object: "it" is still what it was when the ability was made.
fn merged(made: Option<EventData>, now: EventData) -> EventData {
    match (made, now.subject) {
        (Some(made), Some(Referent::Player(_)) | None) if now.source.is_none() && now.amount == 0 => {
            EventData { player: now.player, ..made }
        }
        _ => now,
    }
}

/// CR 514.2: what lasts until end of turn ends.
pub fn end_of_turn(world: &mut impl EditGame) {
    let turn = world.part::<Turn>();
    let (active, number) = (turn.active, turn.number);
    retain(world, |world, delayed| match &delayed.until {
        Some(Duration::EndOfTurn | Duration::OnceThisTurn | Duration::EndOfCombat) => false,
        Some(Duration::UntilEndOfNextTurnOf(who)) => number == delayed.made || !is(world, delayed, *who, active),
        _ => true,
    });
}

/// CR 500.5a, 511.2: what lasts until end of combat ends with the combat phase, also if another one follows.
pub fn end_of_combat(world: &mut impl EditGame) {
    if !world.part::<DelayedTriggers>().0.is_empty() {
        retain(world, |_, delayed| delayed.until != Some(Duration::EndOfCombat));
    }
}

/// Ends those whose duration is over as a step begins, or whose condition no longer holds (CR 611.2b).
pub(super) fn prune(world: &mut impl EditGame, facts: &[Fact]) {
    if world.part::<DelayedTriggers>().0.is_empty() {
        return;
    }
    let begun = facts.iter().find_map(|fact| match fact {
        Fact::Began { step, active } => Some((*step, *active)),
        _ => None,
    });
    let number = world.part::<Turn>().number;
    retain(world, |world, delayed| match (&delayed.until, begun) {
        (Some(Duration::UntilTurnOf(who)), Some((_, active))) => {
            number == delayed.made || !is(world, delayed, *who, active)
        }
        (Some(Duration::UntilUpkeepOf(who)), Some((StepName::Upkeep, active)))
        | (Some(Duration::UntilEndStepOf(who)), Some((StepName::End, active))) => !is(world, delayed, *who, active),
        (Some(Duration::While(condition)), _) => reading::lasts(&Live::new(world), &delayed.bindings, condition),
        _ => true,
    });
}

fn is(world: &impl ReadGame, delayed: &DelayedTrigger, who: Who, seat: Seat) -> bool {
    reading::means(&Live::new(world), &delayed.bindings, who, seat)
}

/// CR 800.4m: what lasts until a turn, or a point in a turn, of a player who has left ends when that turn would have begun.
pub(crate) fn turn_never_of(world: &mut impl EditGame, seat: Seat) {
    retain(world, |world, delayed| match &delayed.until {
        Some(
            Duration::UntilTurnOf(who)
            | Duration::UntilUpkeepOf(who)
            | Duration::UntilEndStepOf(who)
            | Duration::UntilEndOfNextTurnOf(who)
            | Duration::NextTurnOf(who)
            | Duration::NextUntapStepOf(who),
        ) => !is(world, delayed, *who, seat),
        _ => true,
    });
}

fn retain<G: EditGame>(world: &mut G, keep: impl Fn(&G, &DelayedTrigger) -> bool) {
    let mut waiting = std::mem::take(&mut world.part_mut::<DelayedTriggers>().0);
    let before = waiting.len();
    waiting.retain(|delayed| keep(world, delayed));
    if waiting.len() != before {
        world.part_mut::<TriggerIndex>().stale = true;
    }
    world.part_mut::<DelayedTriggers>().0 = waiting;
}

/// CR 800.4d: what a player who has left the game would control isn't put on the stack.
pub fn forget_player(world: &mut impl EditGame, seat: Seat) {
    let waiting = std::mem::take(&mut world.part_mut::<PendingTriggers>().0);
    // Those that are being put on the stack are the first ones.
    let theirs: Vec<usize> = (0..waiting.len()).filter(|i| waiting[*i].bindings.you == seat).collect();
    for task in world.part_mut::<Agenda>().trigger_tasks_mut() {
        if let TriggerTask::Place { round, .. } | TriggerTask::Which { round, .. } = task {
            *round -= theirs.iter().filter(|i| **i < usize::from(*round)).count() as u16;
        }
    }
    let others = waiting.into_iter().filter(|trigger| trigger.bindings.you != seat).collect();
    world.part_mut::<PendingTriggers>().0 = others;
    // CR 610.3, 800.4a: what comes back isn't an ability of theirs.
    retain(world, |_, delayed| delayed.bindings.you != seat || delayed.then != OnEvent::Trigger);
}
