//! The driver: pops a task, runs it, until a decision is open or the game is over.

use super::{Agenda, Answer, Choice, Decision, Flow, Inbox, Shape, Task, TaskTable};
use crate::leaving::LeavingTask;
use crate::outcome::{Inconclusive, Outcome};
use crate::player::Players;
use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

/// The open decision.
#[derive(Resource, Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Pending(pub Option<Box<Decision>>);

/// How a game is run; part of its state.
#[derive(Resource, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// Decisions with one possible answer are answered by the engine.
    pub skip_forced: bool,
    /// Mana is paid by the engine; otherwise players choose mana abilities and mana.
    pub auto_pay: bool,
    /// Spells and abilities can be begun whether or not there are the means to pay for them (CR 601.2): what is missing
    /// may be got on the way by mana abilities, and what can't be finished is taken back. For players who pay by hand.
    pub offer_unproven: bool,
    /// After so many turns the game ends as inconclusive.
    pub max_turns: u32,
    /// After so many decisions.
    pub max_decisions: u32,
    /// With so many objects.
    pub max_objects: u32,
    /// With so many objects on the stack.
    pub max_stack: u32,
    /// The starting life total (CR 103.4).
    pub life: i32,
    /// Which rules edition's order of sublayers is used.
    pub edition: RulesEdition,
    /// Owners are asked for the order of cards that go to a graveyard together (CR 404.3).
    pub order_graveyards: bool,
}

/// Which edition orders the sublayers of layer 7.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum RulesEdition {
    /// The pinned edition: counters belong to 7c, switching is 7d.
    #[default]
    Current,
    /// Counters are 7d, switching 7e.
    Classic,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            skip_forced: true,
            auto_pay: true,
            offer_unproven: false,
            max_turns: 400,
            max_decisions: 20_000,
            max_objects: 4_000,
            max_stack: 500,
            life: 20,
            edition: RulesEdition::Current,
            order_graveyards: false,
        }
    }
}

/// After so many tasks without a decision a game ends as inconclusive: somebody would wait for ever.
const MOST_TASKS: u32 = 300_000;

/// Runs the agenda until a decision is open ([`Pending`]) or the game is over ([`Outcome`]).
///
/// # Panics
/// If the agenda runs empty before the game is over: a broken task.
pub fn advance(world: &mut World) {
    let mut tasks = 0u32;
    let table = world.resource::<TaskTable>().clone();
    loop {
        if world.resource::<Outcome>().is_over() {
            return;
        }
        tasks += 1;
        if tasks > MOST_TASKS {
            *world.resource_mut::<Outcome>() = Outcome::Inconclusive(Inconclusive::Steps);
            return;
        }
        let task = world.resource_mut::<Agenda>().0.pop().expect("a game that isn't over has something to do");
        match table.get(task.kind())(world, task) {
            Flow::Continue => {}
            Flow::Ask(decision) => {
                if let Some(answer) = forced(&decision)
                    && world.resource::<Settings>().skip_forced
                {
                    world.resource_mut::<Inbox>().0 = Some(answer);
                    continue;
                }
                // CR 800.4f-h.
                if !world.resource::<Players>().is_alive(decision.player) {
                    crate::decision::push(world, Task::Leaving(LeavingTask::Find(decision)));
                    continue;
                }
                // Whoever is asked sees the game as it is now.
                crate::layers::refresh(world);
                world.resource_mut::<Pending>().0 = Some(decision);
                return;
            }
        }
    }
}

/// The one possible answer, if there is only one.
pub(crate) fn forced(decision: &Decision) -> Option<Answer> {
    if decision.cancellable {
        return None;
    }
    match &decision.shape {
        Shape::ChooseOne(options) => (options.len() == 1).then_some(Answer::One(0)),
        Shape::ChooseSome { options, min, max, rule } => {
            if options.is_empty() || *max == 0 {
                Some(Answer::Some(Vec::new()))
            } else if *min as usize == options.len() && rule.groups.is_empty() {
                Some(Answer::Some((0..options.len() as u16).collect()))
            } else {
                None
            }
        }
        Shape::Order(options) => (options.len() < 2).then(|| Answer::Order((0..options.len() as u16).collect())),
        Shape::Distribute { options, total, min_each, .. } => match options.len() {
            0 => Some(Answer::Distribute(Vec::new())),
            1 => Some(Answer::Distribute(vec![*total])),
            n if min_each * n as i32 == *total => Some(Answer::Distribute(vec![*min_each; n])),
            _ => None,
        },
        Shape::Number { min, max } => (min == max).then_some(Answer::Number(*min)),
        Shape::Confirm | Shape::Name => None,
    }
}

/// The option that an answer to `ChooseOne` names.
///
/// # Panics
/// If the answer has another shape: answers are checked before they reach a task.
pub fn chosen(options: &[Choice], answer: &Answer) -> Choice {
    match answer {
        Answer::One(i) => options[*i as usize].clone(),
        other => panic!("expected one option, got {other:?}"),
    }
}
