//! The combat damage step (CR 510).

use super::assign::{self, Plan, plan};
use super::{bands, first_strike};
use crate::model::agenda::Returned;
use crate::model::combat::{Assignment, Combat, CombatTask};
use crate::model::decision::{Answer, Choice, Decision, Prompt, Shape};
use crate::model::event::{Batch, Event};
use crate::model::ids::{ObjectRef, Seat};
use crate::model::player::Players;
use crate::model::task::Task;
use crate::model::turn::Turn;
use crate::rules::driver::{Flow, push};
use crate::rules::reading::{Board, Live};
use crate::rules::state::{EditGame, ReadGame};
use crate::rules::{events, layers};

/// CR 510.1: the creatures that assign damage in this step begin to do so; `first` in the first of two steps.
pub(crate) fn deal_damage(world: &mut impl EditGame, first: bool) -> Flow {
    layers::expect_fresh(world);
    let board = Live::new(world);
    let combat = board.combat();
    let deals = |object: &ObjectRef| first_strike::deals_damage(&board, *object, first);
    let attackers: Vec<ObjectRef> = combat.attackers.iter().map(|a| a.object).filter(deals).collect();
    // The active player first (CR 510.1).
    let mut rest = attackers;
    rest.sort_by_key(|attacker| assign::turn(&board, *attacker));
    for seat in board.players().in_turn_order(board.turn().active) {
        let own = combat.blockers.iter().filter(|b| b.controller == seat).map(|b| b.object);
        rest.extend(own.filter(deals));
    }
    if first {
        world.part_mut::<Combat>().struck_first.clone_from(&rest);
    }
    rest.reverse();
    let board = Live::new(world);
    let ask: Vec<ObjectRef> = rest.iter().copied().filter(|o| assign::as_unblocked(&board, *o).is_some()).collect();
    if ask.is_empty() { assign(world, rest, Vec::new(), None) } else { as_unblocked(world, ask, rest, Vec::new()) }
}

/// CR 510.1b-c: asks of the next attacker that may assign its damage as though it weren't blocked whether it does. What does so assigns
/// before all others.
pub(super) fn as_unblocked(
    world: &mut impl EditGame,
    mut ask: Vec<ObjectRef>,
    rest: Vec<ObjectRef>,
    assigned: Vec<Assignment>,
) -> Flow {
    while let Some(source) = ask.pop() {
        let board = Live::new(world);
        if assign::as_unblocked(&board, source).is_none() {
            continue;
        }
        let seat = divider(world, source);
        push(world, Task::Combat(CombatTask::Unblocked { ask, rest, assigned, asked: Some(source) }));
        return Flow::Ask(Box::new(Decision::new(seat, Prompt::AsUnblocked(source), Shape::Confirm)));
    }
    let there = |source: ObjectRef| Live::new(world).combat().attacker(source).is_some();
    let assigned = assigned.into_iter().filter(|row| there(row.source)).collect();
    assign(world, rest, assigned, None)
}

/// It is known of an attacker whether it assigns its damage as though it weren't blocked.
pub(super) fn decided(
    world: &mut impl EditGame,
    ask: Vec<ObjectRef>,
    mut rest: Vec<ObjectRef>,
    mut assigned: Vec<Assignment>,
    asked: Option<ObjectRef>,
) -> Flow {
    if let Some(source) = asked {
        let answer = Returned::answer(world);
        let Answer::Confirm(does) = answer else { panic!("expected whether it isn't blocked, got {answer:?}") };
        if let Some((target, amount)) = assign::as_unblocked(&Live::new(world), source).filter(|_| does) {
            rest.retain(|other| *other != source);
            assigned.push(Assignment { source, target, amount });
        }
    }
    as_unblocked(world, ask, rest, assigned)
}

/// CR 510.1a-d: creature after creature assigns its damage; whose controller can divide it is asked. CR 510.2: then all
/// is dealt at once.
pub(super) fn assign(
    world: &mut impl EditGame,
    mut rest: Vec<ObjectRef>,
    mut assigned: Vec<Assignment>,
    asked: Option<ObjectRef>,
) -> Flow {
    if let Some(source) = asked {
        let answer = Returned::answer(world);
        let Answer::Distribute(shares) = answer else { panic!("expected a division of damage, got {answer:?}") };
        let rows = assigned.iter_mut().filter(|row| row.source == source);
        rows.zip(shares).for_each(|(row, amount)| row.amount = amount);
        assigned.retain(|row| row.amount > 0);
    }
    while let Some(source) = rest.pop() {
        match plan(world, source, &assigned, &rest) {
            Plan::Nothing => {}
            Plan::All { target, amount } => assigned.push(Assignment { source, target, amount }),
            Plan::Divide { targets, total, before_last, lacks } => {
                let seat = divider(world, source);
                assigned.extend(targets.iter().map(|target| Assignment { source, target: *target, amount: 0 }));
                push(world, Task::Combat(CombatTask::Damage { rest, assigned, asked: Some(source) }));
                let options = targets.into_iter().map(Choice::from).collect();
                let shape = Shape::Distribute { options, total, min_each: 0, most: Vec::new(), before_last, lacks };
                return Flow::Ask(Box::new(Decision::new(seat, Prompt::CombatDamage(source), shape)));
            }
        }
    }
    // CR 800.4e: nothing is assigned to who has left.
    let players = world.part::<Players>();
    assigned.retain(|a| a.target.player().is_none_or(|seat| players.is_alive(seat)));
    if !assigned.is_empty() {
        let deal = |a: Assignment| Event::Damage { source: a.source, target: a.target, amount: a.amount, combat: true };
        events::propose(world, Batch::of(assigned.into_iter().map(deal)));
    }
    Flow::Continue
}

/// A player has left the game while a division was asked for: what is left is assigned by what is left (CR 800.4e).
pub(super) fn again(
    world: &mut impl EditGame,
    mut rest: Vec<ObjectRef>,
    mut assigned: Vec<Assignment>,
    asked: Option<ObjectRef>,
) -> Flow {
    rest.extend(asked);
    assigned.retain(|row| Some(row.source) != asked);
    let combat = world.part::<Combat>();
    let fights = |o: ObjectRef| combat.attacker(o).is_some() || combat.blocker(o).is_some();
    rest.retain(|source| fights(*source));
    assigned.retain(|row| fights(row.source) && row.target.object().is_none_or(|o| Live::new(world).is_current(o)));
    assign(world, rest, assigned, None)
}

/// CR 510.1c-d: who divides the damage of a creature; the active player for one who has left.
fn divider(world: &impl ReadGame, creature: ObjectRef) -> Seat {
    let seat = bands::divider(&Live::new(world), creature);
    if world.part::<Players>().is_alive(seat) { seat } else { world.part::<Turn>().active }
}
