//! Extra turns and phases (CR 500.7, 500.8), ending them (724), winning and losing by an effect (104.2b, 104.3e).

use super::moving;
use super::step::{InstructionFlow, seats};
use crate::cards::def::{Destination, Rule, StepName, TurnPart, Who};
use crate::model::agenda::Agenda;
use crate::model::bindings::Frame;
use crate::model::dirt::StateClass;
use crate::model::event::{Cause, Event};
use crate::model::ids::{AbilityHandle, ObjectRef};
use crate::model::object::Object;
use crate::model::outcome::Outcome;
use crate::model::player::{LossReason, Players};
use crate::model::task::Task;
use crate::model::trigger::{PendingTriggers, WaitingFacts};
use crate::model::turn::{ExtraTurnWith, Turn, TurnTask};
use crate::model::zone::Zones;
use crate::rules::driver::push;
use crate::rules::reading::concerns;
use crate::rules::schedule::mark_dirty;
use crate::rules::state::EditGame;
use crate::rules::{ending, events};

/// CR 500.7: turns are added one at a time in APNAP order; the one added last is taken first.
pub(super) fn extra_turn(world: &mut impl EditGame, frame: &Frame, who: Who) -> InstructionFlow {
    let players = seats(world, frame, who);
    world.part_mut::<Turn>().extra.extend(players);
    InstructionFlow::Next
}

/// CR 500.7, 603.7a: an extra turn after this one, and what belongs to that turn.
pub(super) fn extra_turn_with(world: &mut impl EditGame, frame: &Frame, who: Who, handle: AbilityHandle) {
    for seat in seats(world, frame, who) {
        let turn = world.part_mut::<Turn>();
        let at = turn.extra.len() as u32;
        turn.extra.push(seat);
        turn.extra_with.push(ExtraTurnWith { at, handle, bindings: frame.bindings.clone() });
    }
}

/// CR 500.7: an extra turn after the next turn that they begin.
pub(super) fn extra_turn_after_next(world: &mut impl EditGame, frame: &Frame, who: Who) -> InstructionFlow {
    for seat in seats(world, frame, who) {
        let more = &mut world.part_mut::<Players>().get_mut(seat).turns_after_next;
        *more = more.saturating_add(1);
    }
    InstructionFlow::Next
}

/// CR 724.1, 724.2: the turn or the combat phase ends now. What has triggered and waits ceases to exist, all that is on the stack is
/// exiled, and all that was to be done in the step is given up.
pub(super) fn end_now(world: &mut impl EditGame, frame: &mut Frame, part: TurnPart) -> InstructionFlow {
    if frame.phase > 0 {
        return InstructionFlow::Next;
    }
    let turn = world.part_mut::<Turn>();
    if part == TurnPart::Combat {
        // CR 724.2g.
        if !turn.step.is_combat() {
            return InstructionFlow::Next;
        }
        while turn.steps.last().is_some_and(|step| stays_in_phase(turn.step, *step)) {
            turn.steps.pop();
        }
    } else {
        turn.steps.clear();
        turn.steps.push(StepName::Cleanup);
    }
    world.part_mut::<PendingTriggers>().0.clear();
    world.part_mut::<WaitingFacts>().0.clear();
    for task in world.part_mut::<Agenda>().cut_to_end_of_step() {
        if let Task::Batch(batch) = task {
            events::drop_batch(world, *batch);
        }
    }
    push(world, Task::Turn(TurnTask::Ending));
    let stack = &world.part::<Zones>().stack;
    let objects: Vec<ObjectRef> = stack.iter().map(|id| world.row::<Object>(*id).reference()).collect();
    let exile = |object| moving::event(world, frame, object, &Destination::Exile, Cause::Effect, None);
    let all: Vec<Event> = objects.into_iter().map(exile).collect();
    if all.is_empty() { InstructionFlow::Next } else { frame.propose(1, all) }
}

/// CR 614.10a: the next one that isn't skipped already.
pub(super) fn skip_next(world: &mut impl EditGame, frame: &Frame, who: Who, part: TurnPart) -> InstructionFlow {
    for seat in seats(world, frame, who) {
        let skips = &mut world.part_mut::<Players>().get_mut(seat).skips[part as usize];
        *skips = skips.saturating_add(1);
    }
    mark_dirty(world, StateClass::PLAYERS);
    InstructionFlow::Next
}

/// The steps of a combat phase, the first one last. The first-strike step is added when it turns out to be needed.
const COMBAT: [StepName; 5] = [
    StepName::EndCombat,
    StepName::CombatDamage,
    StepName::DeclareBlockers,
    StepName::DeclareAttackers,
    StepName::BeginCombat,
];

/// CR 500.8: a combat phase directly after this phase, and with `main_phase` a main phase after that one.
pub(super) fn extra_combat(world: &mut impl EditGame, main_phase: bool) -> InstructionFlow {
    let turn = world.part_mut::<Turn>();
    let mut at = turn.steps.len();
    // Behind the steps that are left of this phase.
    while at > 0 && stays_in_phase(turn.step, turn.steps[at - 1]) {
        at -= 1;
    }
    let mut main = StepName::PostcombatMain;
    if main_phase && let Some(first) = turn.steps[..at].iter_mut().find(|step| **step == StepName::PrecombatMain) {
        // CR 505.1a: the first main phase of the turn is the one that is added.
        std::mem::swap(first, &mut main);
    }
    turn.steps.splice(at..at, main_phase.then_some(main).into_iter().chain(COMBAT));
    InstructionFlow::Next
}

/// CR 500.1: whether a later step still belongs to the phase that a step belongs to.
const fn stays_in_phase(step: StepName, later: StepName) -> bool {
    match later {
        StepName::Untap | StepName::Upkeep | StepName::Draw => {
            matches!(step, StepName::Untap | StepName::Upkeep | StepName::Draw)
        }
        StepName::End | StepName::Cleanup => matches!(step, StepName::End | StepName::Cleanup),
        // With this step another combat phase begins.
        StepName::BeginCombat => false,
        StepName::PrecombatMain | StepName::PostcombatMain => false,
        StepName::DeclareAttackers
        | StepName::DeclareBlockers
        | StepName::FirstStrikeDamage
        | StepName::CombatDamage
        | StepName::EndCombat => step.is_combat(),
    }
}

/// CR 104.2b: the game ends at once, unless an effect says that the player can't win.
pub(super) fn win(world: &mut impl EditGame, frame: &Frame, who: Who) -> InstructionFlow {
    let cant = |rule: &Rule| match rule {
        Rule::CantWin(who) => Some(*who),
        _ => None,
    };
    let mut winners = seats(world, frame, who).into_iter().filter(|s| world.part::<Players>().is_alive(*s));
    let winner = winners.find(|s| !concerns(world, *s, cant));
    if let Some(seat) = winner {
        ending::end(world, Outcome::Win(seat));
    }
    InstructionFlow::Next
}

/// CR 104.3e.
pub(super) fn lose(world: &mut impl EditGame, frame: &mut Frame, who: Who) -> InstructionFlow {
    if frame.phase > 0 {
        return InstructionFlow::Next;
    }
    let lose = |seat| Event::Lose { seat, reason: LossReason::Effect };
    let events: Vec<Event> = seats(world, frame, who).into_iter().map(lose).collect();
    if events.is_empty() { InstructionFlow::Next } else { frame.propose(1, events) }
}
