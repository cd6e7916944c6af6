//! Placing triggered abilities (CR 603.3b-d).

use super::{fire, triggering};
use crate::model::agenda::Returned;
use crate::model::bindings::EventData;
use crate::model::decision::{Answer, Choice, Decision, Prompt, Settings, Shape};
use crate::model::fact::Fact;
use crate::model::ids::Seat;
use crate::model::outcome::{Inconclusive, Outcome};
use crate::model::player::Players;
use crate::model::task::Task;
use crate::model::trigger::{PendingTrigger, PendingTriggers, TriggerTask};
use crate::model::turn::Turn;
use crate::model::zone::Zones;
use crate::rules::casting;
use crate::rules::driver::{Flow, push};
use crate::rules::ending;
use crate::rules::log::EventLog;
use crate::rules::state::{EditGame, GameState};

/// CR 603.3: the task that places the abilities that wait, those of states included, if there are any.
pub fn placing(world: &mut impl EditGame) -> Option<Task> {
    fire::match_states(world);
    let followers = triggering::bring_forward(world);
    let waiting = if followers > 0 { followers } else { world.part::<PendingTriggers>().0.len() };
    (waiting > 0).then(|| round_of(u16::try_from(waiting).unwrap_or(u16::MAX)))
}

/// The task that places the first `round` of the abilities that wait.
fn round_of(round: u16) -> Task {
    Task::Trigger(Box::new(TriggerTask::Place { asked: None, round }))
}

fn next_round(world: &mut impl EditGame, round: u16) {
    push(world, round_of(round));
}

/// Runs the tasks of triggered abilities.
///
/// # Panics
/// If the task is not of triggered abilities.
pub(super) fn run(world: &mut GameState<'_>, task: Task) -> Flow {
    let Task::Trigger(task) = task else { panic!("only triggers are placed here, not {:?}", task.kind()) };
    match *task {
        TriggerTask::Place { asked, round } => place_next(world, asked, round),
        TriggerTask::Which { place, round } => {
            which(world, place as usize);
            next_round(world, round);
            Flow::Continue
        }
        TriggerTask::Put { trigger } => {
            put(world, trigger);
            Flow::Continue
        }
    }
}

/// A player has left the game while another one was asked: the rest of the round continues.
pub(super) fn again(world: &mut impl EditGame, task: Task, _: &Prompt) -> Flow {
    let Task::Trigger(task) = task else { panic!("only triggers are placed here, not {:?}", task.kind()) };
    match *task {
        TriggerTask::Place { round, .. } | TriggerTask::Which { round, .. } => next_round(world, round),
        put @ TriggerTask::Put { .. } => push(world, Task::Trigger(Box::new(put))),
    }
    Flow::Continue
}

/// CR 603.3b: the next player in APNAP order puts theirs, in an order of their choice.
fn place_next(world: &mut impl EditGame, asked: Option<Seat>, round: u16) -> Flow {
    let active = world.part::<Turn>().active;
    let seats: Vec<Seat> = world.part::<Players>().in_turn_order(active).collect();
    for seat in seats {
        let waiting = &world.part::<PendingTriggers>().0;
        let own: Vec<usize> =
            (0..waiting.len().min(round as usize)).filter(|i| waiting[*i].bindings.you == seat).collect();
        let Some(first) = own.first() else { continue };
        if let Some(open) = own.iter().find(|i| !waiting[**i].others.is_empty()) {
            let (trigger, place) = (&waiting[*open], *open as u16);
            let options = events_of(trigger).filter_map(|event| event.subject).map(Choice::from).collect();
            let prompt = Prompt::TriggerEvent(trigger.bindings.this);
            push(world, Task::Trigger(Box::new(TriggerTask::Which { place, round })));
            return Flow::Ask(Box::new(Decision::new(seat, prompt, Shape::ChooseOne(options))));
        }
        let alike = own.iter().all(|i| waiting[*i] == waiting[*first]);
        let order: Vec<usize> = if alike {
            own
        } else if asked == Some(seat) {
            match Returned::answer(world) {
                Answer::Order(order) => order.iter().map(|place| own[*place as usize]).collect(),
                other => panic!("expected an order of triggers, got {other:?}"),
            }
        } else {
            let options = own.iter().map(|i| Choice::Trigger(*i as u16)).collect();
            push(world, Task::Trigger(Box::new(TriggerTask::Place { asked: Some(seat), round })));
            return Flow::Ask(Box::new(Decision::new(seat, Prompt::OrderTriggers, Shape::Order(options))));
        };
        next_round(world, round - order.len() as u16);
        for trigger in take(world, &order).into_iter().rev() {
            push(world, Task::Trigger(Box::new(TriggerTask::Put { trigger })));
        }
        return Flow::Continue;
    }
    // CR 800.4d: what is left of the round belongs to players who have left.
    let waiting = world.part_mut::<PendingTriggers>();
    let rest = waiting.0.len().min(round as usize);
    waiting.0.drain(..rest);
    Flow::Continue
}

/// The events of which one made a delayed ability trigger.
fn events_of(trigger: &PendingTrigger) -> impl Iterator<Item = EventData> + '_ {
    trigger.bindings.event.into_iter().chain(trigger.others.iter().copied())
}

/// CR 603.7b: the controller has said for which event the ability triggered.
fn which(world: &mut impl EditGame, place: usize) {
    let Answer::One(chosen) = Returned::answer(world) else { panic!("one event is chosen") };
    let waiting = world.part_mut::<PendingTriggers>();
    let Some(trigger) = waiting.0.get_mut(place) else { return };
    let event = events_of(trigger).filter(|event| event.subject.is_some()).nth(chosen as usize);
    trigger.bindings.event = event.or(trigger.bindings.event);
    trigger.others.clear();
}

/// Takes triggers out of those that wait, in the order of `places`.
fn take(world: &mut impl EditGame, places: &[usize]) -> Vec<PendingTrigger> {
    let mut waiting: Vec<Option<PendingTrigger>> =
        std::mem::take(&mut world.part_mut::<PendingTriggers>().0).into_iter().map(Some).collect();
    let taken = places.iter().filter_map(|i| waiting[*i].take()).collect();
    world.part_mut::<PendingTriggers>().0 = waiting.into_iter().flatten().collect();
    taken
}

/// CR 603.3c-d: puts one on the stack; its modes and targets are chosen as for a spell.
fn put(world: &mut impl EditGame, mut trigger: PendingTrigger) {
    if world.part::<Zones>().stack.len() as u32 >= world.part::<Settings>().max_stack {
        ending::end(world, Outcome::Inconclusive(Inconclusive::Stack));
        return;
    }
    if !world.part::<Players>().is_alive(trigger.bindings.you) {
        return;
    }
    let source = trigger.key.object;
    let followers = std::mem::take(&mut trigger.followers);
    let object = casting::put_ability_on_stack(world, trigger.key, trigger.bindings);
    EventLog::aside(world, || Fact::Triggered { ability: object, source });
    triggering::placed(world, followers, object);
    casting::choose_targets_for(world, object);
}
