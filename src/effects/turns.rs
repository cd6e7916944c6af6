//! Extra turns and phases (CR 500.7, 500.8), winning and losing by an effect (104.2b, 104.3e).

use super::frame::Frame;
use super::step::{Step, seats};
use crate::cards::def::{StepName, Who};
use crate::events::Event;
use crate::outcome::Outcome;
use crate::player::{LossReason, Players};
use crate::turn::Turn;
use bevy_ecs::prelude::*;

/// CR 500.7: turns are added one at a time in APNAP order; the one added last is taken first.
pub(super) fn extra_turn(world: &mut World, frame: &Frame, who: Who) -> Step {
    let players = seats(world, frame, who);
    world.resource_mut::<Turn>().extra.extend(players);
    Step::Next
}

/// The steps of a combat phase, the first one last. The first-strike step is added when it turns out to be needed.
const COMBAT: [StepName; 5] = [
    StepName::EndCombat,
    StepName::CombatDamage,
    StepName::DeclareBlockers,
    StepName::DeclareAttackers,
    StepName::BeginCombat,
];

/// CR 500.8: a combat phase directly after this phase, and a main phase after that one if so.
pub(super) fn extra_combat(world: &mut World, main_phase: bool) -> Step {
    let mut turn = world.resource_mut::<Turn>();
    let mut at = turn.steps.len();
    if turn.step.is_combat() {
        // Behind the steps that are left of this combat phase, and before another one.
        let rest = |step: &StepName| step.is_combat() && *step != StepName::BeginCombat;
        while at > 0 && rest(&turn.steps[at - 1]) {
            at -= 1;
        }
    }
    let main = main_phase.then_some(StepName::PostcombatMain);
    turn.steps.splice(at..at, main.into_iter().chain(COMBAT));
    Step::Next
}

/// CR 104.2b: the game ends at once.
pub(super) fn win(world: &mut World, frame: &Frame, who: Who) -> Step {
    let winner = seats(world, frame, who).into_iter().find(|s| world.resource::<Players>().is_alive(*s));
    if let Some(seat) = winner {
        *world.resource_mut::<Outcome>() = Outcome::Win(seat);
    }
    Step::Next
}

/// CR 104.3e.
pub(super) fn lose(world: &mut World, frame: &mut Frame, who: Who) -> Step {
    if frame.phase > 0 {
        return Step::Next;
    }
    let lose = |seat| Event::Lose { seat, reason: LossReason::Effect };
    let events: Vec<Event> = seats(world, frame, who).into_iter().map(lose).collect();
    if events.is_empty() { Step::Next } else { frame.propose(1, events) }
}
