//! What changes of zones do to combat: steps of [`ZoneMoveSet`](crate::rules::state::ZoneMoveSet).

use super::{attack, remove_from_combat};
use crate::cards::def::StepName;
use crate::model::combat::{Attacker, Blocker, Combat};
use crate::model::dirt::StateClass;
use crate::model::ids::{ObjectRef, Referent, Seat};
use crate::model::object::{Object, ThisTurn};
use crate::model::player::Players;
use crate::model::turn::Turn;
use crate::model::zone::Zone;
use crate::rules::reading::{self, Live};
use crate::rules::schedule::mark_dirty;
use crate::rules::state::{EditGame, GameState, PlannedMove, ReadGame};

/// CR 506.4: what leaves the battlefield leaves combat.
pub(super) fn leave(world: &mut GameState<'_>, moves: &mut [PlannedMove<'_>]) {
    for one in moves.iter().filter(|one| one.old().zone == Zone::Battlefield) {
        let object = one.request().object;
        if is_in_combat(world, object) {
            remove_from_combat(world, object);
        }
    }
}

fn is_in_combat(world: &impl ReadGame, object: ObjectRef) -> bool {
    let combat = world.part::<Combat>();
    combat.attackers.iter().any(|a| a.object == object || a.target == Referent::Object(object))
        || combat.blockers.iter().any(|b| b.object == object)
}

/// CR 508.4: what enters attacking does, if there is a combat and what it attacks is still there (508.4a); after blockers
/// have been declared it is unblocked (508.4d). CR 509.4: what enters blocking blocks.
pub(super) fn arrive(world: &mut GameState<'_>, moves: &mut [PlannedMove<'_>]) {
    for one in moves.iter().filter(|one| one.to() == Zone::Battlefield) {
        if let Some((target, attacker)) = one.request().enter.as_ref().and_then(|e| Some((e.attacking?, e.controller)))
        {
            attack(world, one, target, attacker);
        }
        if let Some((blocked, defender)) = one.request().enter.as_ref().and_then(|e| Some((e.blocking?, e.controller)))
        {
            block(world, one, blocked, defender);
        }
    }
}

/// CR 509.4a: only a creature that still attacks the player, or something of theirs, is blocked. Whether it wasn't before is seen where
/// the move is reported.
fn block(world: &mut impl EditGame, one: &PlannedMove<'_>, blocked: ObjectRef, controller: Seat) {
    let attacks = |attacker: &Attacker| attacker.defender == controller;
    if !world.part::<Combat>().attacker(blocked).is_some_and(attacks) {
        return;
    }
    let blocker = Blocker { object: one.new_object(), controller, blocks: vec![blocked] };
    world.part_mut::<Combat>().blockers.push(blocker);
    mark_dirty(world, StateClass::COMBAT);
}

fn attack(world: &mut impl EditGame, one: &PlannedMove<'_>, target: Referent, controller: Seat) {
    let turn = world.part::<Turn>();
    if !turn.step.is_combat() || turn.active != controller || !can_be_attacked(world, target, controller) {
        return;
    }
    let late = matches!(
        world.part::<Turn>().step,
        StepName::DeclareBlockers | StepName::FirstStrikeDamage | StepName::CombatDamage | StepName::EndCombat
    );
    let object = one.new_object();
    let blocked = late.then_some(false);
    let attacker = Attacker { blocked, ..attack::attacker(&Live::new(world), object, target) };
    let defender = attacker.defender;
    world.part_mut::<Combat>().attackers.push(attacker);
    world.row_mut::<ThisTurn>(object.id).defender = Some(defender);
    mark_dirty(world, StateClass::COMBAT);
}

fn can_be_attacked(world: &impl ReadGame, target: Referent, attacker: Seat) -> bool {
    match target {
        Referent::Player(seat) => seat != attacker && world.part::<Players>().is_alive(seat),
        Referent::Object(object) => {
            let row = world.row::<Object>(object.id);
            row.reference() == object
                && row.zone == Zone::Battlefield
                && reading::defends(&Live::new(world), object.id).is_some_and(|defender| defender != attacker)
        }
    }
}
