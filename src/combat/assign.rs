//! How one creature assigns its combat damage (CR 510.1a-d, 702.19).

use super::bands::is_met_by_banding;
use super::removal::is_attackable;
use super::{Assignment, Attacker};
use crate::cards::def::Keyword;
use crate::ids::{ObjectRef, Referent};
use crate::object::Restrictions;
use crate::reading::{Board, Live};
use bevy_ecs::prelude::*;

/// What a creature does with its damage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Plan {
    /// It assigns none.
    Nothing,
    /// It assigns all of it to one thing.
    All {
        /// To what.
        target: Referent,
        /// How much.
        amount: i32,
    },
    /// A player divides it.
    Divide {
        /// Among these; for trample the last one is what it attacks.
        targets: Vec<Referent>,
        /// How much in all.
        total: i32,
        /// How much each needs before the last one may get any.
        before_last: Vec<i32>,
    },
}

/// CR 510.1: what an attacking or blocking creature can do with its damage, after these assignments of others.
pub(super) fn plan(world: &World, source: ObjectRef, assigned: &[Assignment]) -> Plan {
    let board = Live::new(world);
    let amount = damage(&board, source);
    if amount <= 0 {
        return Plan::Nothing;
    }
    let combat = board.combat();
    if let Some(attacker) = combat.attacker(source) {
        let attacked = attacked(&board, attacker);
        if attacker.blocked != Some(true) {
            // CR 510.1b.
            return attacked.map_or(Plan::Nothing, |target| Plan::All { target, amount });
        }
        let blockers: Vec<Referent> = combat.blockers_of(source).map(Referent::Object).collect();
        // CR 702.22j: among its blockers, as the defending player likes; so nothing tramples over.
        let tramples = board.chars(source.id).has(Keyword::Trample) && !is_met_by_banding(&board, source);
        return match attacked.filter(|_| tramples) {
            Some(target) => trample(&board, source, blockers, target, amount, assigned),
            None => divide(blockers, amount),
        };
    }
    // CR 510.1d.
    let blocks = combat.blocker(source).map(|b| b.blocks.iter().copied());
    divide(blocks.into_iter().flatten().map(Referent::Object).collect(), amount)
}

/// CR 510.1a: as much as its power, or its toughness if a rule says so.
fn damage(board: &impl Board, source: ObjectRef) -> i32 {
    let chars = board.chars(source.id);
    let by_toughness = chars.restrictions.contains(Restrictions::DAMAGE_BY_TOUGHNESS);
    if by_toughness { chars.toughness } else { chars.power }
}

/// What an attacker attacks now: nothing if that has left combat (CR 506.4c) or the game (800.4e).
fn attacked(board: &impl Board, attacker: &Attacker) -> Option<Referent> {
    let there = match attacker.target {
        Referent::Player(seat) => board.players().is_alive(seat),
        Referent::Object(object) => !attacker.adrift && is_attackable(board, object, attacker.defender),
    };
    there.then_some(attacker.target)
}

/// CR 510.1c-d: freely among all that it blocks or is blocked by.
fn divide(targets: Vec<Referent>, total: i32) -> Plan {
    match targets.as_slice() {
        [] => Plan::Nothing,
        [target] => Plan::All { target: *target, amount: total },
        _ => Plan::Divide { targets, total, before_last: Vec::new() },
    }
}

/// CR 702.19b, d: what it attacks may get some once all blockers are assigned lethal damage.
fn trample(
    board: &impl Board,
    source: ObjectRef,
    blockers: Vec<Referent>,
    target: Referent,
    total: i32,
    assigned: &[Assignment],
) -> Plan {
    if blockers.is_empty() {
        return Plan::All { target, amount: total };
    }
    let lethal = |b: &Referent| b.object().map_or(0, |blocker| lethal(board, source, blocker, assigned));
    let before_last: Vec<i32> = blockers.iter().map(lethal).collect();
    let needed = before_last.iter().fold(0i32, |sum, n| sum.saturating_add(*n));
    if needed >= total {
        // Nothing is left over.
        return divide(blockers, total);
    }
    let mut targets = blockers;
    targets.push(target);
    Plan::Divide { targets, total, before_last }
}

/// CR 702.19b: how much a blocker lacks to have been assigned lethal damage, with the damage marked on it and what others
/// assign in this step; of a source with deathtouch one is enough (702.2c).
fn lethal(board: &impl Board, source: ObjectRef, blocker: ObjectRef, assigned: &[Assignment]) -> i32 {
    let deathtouch = |object: ObjectRef| board.chars(object.id).has(Keyword::Deathtouch);
    let mut needed = board.chars(blocker.id).toughness.saturating_sub(board.status(blocker.id).damage);
    for other in assigned.iter().filter(|a| a.target == Referent::Object(blocker)) {
        if deathtouch(other.source) {
            return 0;
        }
        needed = needed.saturating_sub(other.amount);
    }
    if deathtouch(source) { needed.clamp(0, 1) } else { needed.max(0) }
}
