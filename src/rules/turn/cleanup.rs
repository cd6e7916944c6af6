//! The cleanup step (CR 514), and what is forgotten once a turn is over.

use super::begin;
use crate::cards::def::{Rule, StepName};
use crate::model::agenda::Returned;
use crate::model::continuous::{ContinuousEffects, EffectOrigin};
use crate::model::decision::{Answer, Choice, Decision, Prompt, SetRule, Shape};
use crate::model::dirt::StateClass;
use crate::model::event::{Batch, Event};
use crate::model::ids::{ObjectRef, Seat};
use crate::model::object::{LastKnownTable, ThisTurn};
use crate::model::player::Players;
use crate::model::references::{Reference, References};
use crate::model::task::{LeavingTask, SbaTask, Task};
use crate::model::trigger::{DelayedTriggers, PendingTriggers};
use crate::model::turn::{PriorityTask, Turn, TurnTask};
use crate::model::zone::Zones;
use crate::rules::driver::{Flow, push};
use crate::rules::layers::{self, Ending};
use crate::rules::reading::{Board, Live, rules_for};
use crate::rules::schedule::mark_dirty;
use crate::rules::state::{EditGame, ReadGame};
use crate::rules::{events, sba, slots, triggers};

/// CR 402.2.
const HAND: i32 = 7;

/// CR 514.1: the active player discards down to their maximum hand size.
pub(super) fn cleanup(world: &mut impl EditGame) -> Flow {
    push(world, Task::Turn(TurnTask::CleanupEnd));
    ask_to_discard(world)
}

/// CR 514.1.
pub(super) fn ask_to_discard(world: &mut impl EditGame) -> Flow {
    let active = world.part::<Turn>().active;
    let count = world.part::<Zones>().own[active.index()].hand.len() as i32;
    if count == 0 || !world.part::<Players>().is_alive(active) {
        return Flow::Continue;
    }
    layers::expect_fresh(world);
    let Some(most) = maximum_hand_size(world, active) else { return Flow::Continue };
    if count <= most {
        return Flow::Continue;
    }
    push(world, Task::Turn(TurnTask::CleanupDiscard));
    let excess = (count - most) as u16;
    let options = hand(world, active).into_iter().map(Choice::Object).collect();
    let shape = Shape::ChooseSome { options, min: excess, max: excess, rule: SetRule::default() };
    Flow::Ask(Box::new(Decision::new(active, Prompt::CleanupDiscard, shape)))
}

/// CR 402.2, 613.11: normally seven; `None` without a maximum.
fn maximum_hand_size(world: &impl ReadGame, seat: Seat) -> Option<i32> {
    let board = Live::new(world);
    let rules = rules_for(&board, seat, |rule| match rule {
        Rule::NoMaximumHandSize(who) | Rule::MaximumHandSize(who, _) | Rule::HandSizeIs(who, _) => Some(*who),
        _ => None,
    });
    let mut most = Some(HAND);
    for (rule, bindings) in rules {
        most = match rule {
            Rule::MaximumHandSize(_, by) => most.map(|n| n.saturating_add(*by)),
            Rule::HandSizeIs(_, n) => Some(crate::rules::reading::value(&board, bindings, n)),
            _ => None,
        };
    }
    most.map(|n| n.max(0))
}

/// The chosen cards are discarded at once.
pub(super) fn discard(world: &mut impl EditGame) -> Flow {
    let answer = Returned::answer(world);
    let Answer::Some(places) = answer else { panic!("expected cards to discard, got {answer:?}") };
    let seat = world.part::<Turn>().active;
    let hand = hand(world, seat);
    let discard = |i: &u16| Event::Discard { seat, object: hand[*i as usize], cost: false };
    events::propose(world, Batch::of(places.iter().map(discard)));
    Flow::Continue
}

fn hand(world: &impl ReadGame, seat: Seat) -> Vec<ObjectRef> {
    let board = Live::new(world);
    board.zones().own[seat.index()].hand.iter().map(|id| board.object(*id).reference()).collect()
}

/// CR 514.2: damage wears off and effects end.
pub(super) fn finish(world: &mut impl EditGame) -> Flow {
    wear_off(world);
    layers::end_effects(world, Ending::Turn);
    triggers::end_of_turn(world);
    push(world, Task::Turn(TurnTask::CleanupCheck));
    if world.part::<Players>().anyone_left() {
        push(world, Task::Leaving(LeavingTask::Forsaken));
    }
    Flow::Continue
}

/// CR 514.3a: if state-based actions are performed or abilities have triggered, players get priority, and another cleanup
/// step follows.
pub(super) fn check(world: &mut impl EditGame) -> Flow {
    if !sba::finds_some(world) {
        return triggers(world);
    }
    push(world, Task::Turn(TurnTask::CleanupTriggers));
    let then = Some(Box::new(Task::Turn(TurnTask::CleanupAgain)));
    push(world, Task::Sba(SbaTask::Check { then }));
    Flow::Continue
}

/// CR 514.3a: places abilities that have triggered, if there are any; players get priority then, and another cleanup step follows.
pub(super) fn triggers(world: &mut impl EditGame) -> Flow {
    if let Some(placing) = triggers::placing(world) {
        again(world);
        push(world, placing);
    }
    Flow::Continue
}

/// CR 514.3a: players get priority, and another cleanup step follows.
pub(super) fn again(world: &mut impl EditGame) -> Flow {
    let turn = world.part_mut::<Turn>();
    turn.steps.push(StepName::Cleanup);
    let active = turn.active;
    push(world, Task::Priority(PriorityTask::Give(active)));
    Flow::Continue
}

/// CR 514.2: all damage marked on permanents is removed, regeneration shields end.
fn wear_off(world: &mut impl EditGame) {
    let worn = begin::permanents(world, |board, id| {
        let this_turn = board.this_turn(id);
        this_turn.damage != 0 || this_turn.regeneration != 0
    });
    if worn.is_empty() {
        return;
    }
    for id in worn {
        let this_turn = world.row_mut::<ThisTurn>(id);
        (this_turn.damage, this_turn.regeneration) = (0, 0);
    }
    mark_dirty(world, StateClass::DAMAGE);
}

/// Drops last known information that nothing can ask for any more: nothing is on the stack, nothing waits, and no
/// delayed trigger, continuous effect or permanent refers to it.
pub(super) fn forget(world: &mut impl EditGame) {
    let busy = !world.part::<Zones>().stack.is_empty() || !world.part::<PendingTriggers>().0.is_empty();
    if busy || world.part::<LastKnownTable>().0.is_empty() {
        return;
    }
    let mut kept = Vec::new();
    let mut keep_named = |reference| {
        if let Reference::Object(object) = reference {
            kept.push(object);
        }
    };
    for delayed in &world.part::<DelayedTriggers>().0 {
        // Cards that are to return are where they are; what they were before isn't asked.
        delayed.bindings.visit(&mut keep_named);
    }
    for id in &world.part::<ContinuousEffects>().order {
        let effect = slots::effect(world, *id);
        if effect.origin == EffectOrigin::Resolved {
            effect.visit(&mut keep_named);
        }
    }
    let board = Live::new(world);
    for id in &board.zones().battlefield {
        board.status(*id).visit(&mut keep_named);
        board.stack_entry(*id).visit(&mut keep_named);
    }
    let table = world.part_mut::<LastKnownTable>();
    if kept.is_empty() {
        table.0.clear();
        return;
    }
    // What is kept names others: what it became, what was attached to it, what it was in combat with.
    let mut keep = vec![false; table.0.len()];
    loop {
        let known = kept.len();
        for (row, keep) in table.0.iter().zip(&mut keep).filter(|(_, keep)| !**keep) {
            let object = row.object.reference();
            let next = ObjectRef { incarnation: object.incarnation + 1, ..object };
            *keep = kept.contains(&object) || kept.contains(&next);
            if *keep {
                row.visit(&mut |reference| {
                    if let Reference::Object(object) = reference {
                        kept.push(object);
                    }
                });
            }
        }
        if kept.len() == known {
            break;
        }
    }
    let mut keep = keep.into_iter();
    table.0.retain(|_| keep.next().unwrap_or(false));
}
