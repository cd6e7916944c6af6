//! Removal from combat (CR 506.4), and the end of combat (511.3).

use crate::cards::def::{CardTypes, Deed};
use crate::model::combat::{Attacker, Blocker, Combat};
use crate::model::dirt::StateClass;
use crate::model::fact::{Done, History};
use crate::model::ids::{ObjectRef, Referent, Seat, SeatSet};
use crate::model::zone::Zone;
use crate::rules::layers::{self, Ending};
use crate::rules::reading::{Board, Live};
use crate::rules::schedule::mark_dirty;
use crate::rules::state::EditGame;
use crate::rules::triggers;

/// CR 506.4: an effect removes a permanent from combat, as an attacker, a blocker, or what is attacked.
pub fn remove_from_combat(world: &mut impl EditGame, object: ObjectRef) {
    if remove(world.part_mut::<Combat>(), object, object) {
        mark_dirty(world, StateClass::COMBAT);
    }
}

/// Takes `creature` out as an attacker or blocker, and `attacked` as what is attacked. Answers whether anything changed.
fn remove(combat: &mut Combat, creature: ObjectRef, attacked: ObjectRef) -> bool {
    let before = (combat.attackers.len(), combat.blockers.len());
    combat.attackers.retain(|a| a.object != creature);
    combat.blockers.retain(|b| b.object != creature);
    let mut changed = before != (combat.attackers.len(), combat.blockers.len());
    if before.0 != combat.attackers.len() {
        combat.blockers.iter_mut().for_each(|b| b.blocks.retain(|a| *a != creature));
    }
    for attacker in &mut combat.attackers {
        if attacker.target == Referent::Object(attacked) && !attacker.attacks_nothing {
            attacker.attacks_nothing = true;
            changed = true;
        }
    }
    changed
}

/// CR 506.4: whatever has left the battlefield, changed controllers, phased out, or stopped being a creature, an attacked
/// planeswalker or an attacked battle is removed from combat. Answers whether anything was. The layers must be up to date.
pub(crate) fn prune(world: &mut impl EditGame) -> bool {
    let combat = world.part::<Combat>();
    if combat.attackers.is_empty() && combat.blockers.is_empty() {
        return false;
    }
    let board = Live::new(world);
    let active = board.turn().active;
    let is_out = |a: &&Attacker| !fights(&board, a.object, active);
    let blocks_no_more = |b: &&Blocker| !fights(&board, b.object, b.controller);
    let lost = |a: &Attacker| {
        let attacked = a.target.object().filter(|_| !a.attacks_nothing);
        attacked.filter(|o| !is_still_attackable(&board, *o, a))
    };
    let (attackers, blockers) = (combat.attackers.iter(), combat.blockers.iter());
    // CR 508.8, 506.3a: what was put onto the battlefield attacking counts if it is a creature.
    let declares = !combat.declared && attackers.clone().any(|a| !is_out(&a));
    // Mostly there are none.
    if !attackers.clone().any(|a| is_out(&a) || lost(a).is_some()) && !blockers.clone().any(|b| blocks_no_more(&b)) {
        if declares {
            world.part_mut::<Combat>().declared = true;
        }
        return false;
    }
    let attacked: Vec<ObjectRef> = attackers.clone().filter_map(lost).collect();
    let (attackers, blockers) = (attackers.filter(is_out), blockers.filter(blocks_no_more));
    let creatures: Vec<ObjectRef> = attackers.map(|a| a.object).chain(blockers.map(|b| b.object)).collect();
    let combat = world.part_mut::<Combat>();
    combat.declared |= declares;
    for creature in creatures {
        remove(combat, creature, ObjectRef::NONE);
    }
    for permanent in attacked {
        remove(combat, ObjectRef::NONE, permanent);
    }
    mark_dirty(world, StateClass::COMBAT);
    true
}

/// Whether an object is a creature on the battlefield that a player controls.
fn fights(board: &impl Board, object: ObjectRef, controller: Seat) -> bool {
    if !board.is_current(object) || board.object(object.id).zone != Zone::Battlefield {
        return false;
    }
    let chars = board.chars(object.id);
    let creature = chars.is_creature() && !chars.is(CardTypes::BATTLE);
    creature && chars.controller == controller && !board.status(object.id).phased_out
}

/// CR 506.4, 506.4e: whether a permanent that a creature attacks is still there to be attacked, under the same control, and still a
/// planeswalker or a battle. One that is only a planeswalker now must be its protector's, if it was attacked as a battle.
pub(super) fn is_still_attackable(board: &impl Board, object: ObjectRef, attacker: &Attacker) -> bool {
    if !board.is_current(object) || board.object(object.id).zone != Zone::Battlefield {
        return false;
    }
    let (chars, status) = (board.chars(object.id), board.status(object.id));
    let fits = match attacker.battle_of {
        Some(_) if !chars.is(CardTypes::BATTLE) => {
            chars.is(CardTypes::PLANESWALKER) && status.protector == Some(chars.controller)
        }
        _ => chars.is(CardTypes::PLANESWALKER | CardTypes::BATTLE),
    };
    fits && chars.controller == attacker.battle_of.unwrap_or(attacker.defender) && !status.phased_out
}

/// CR 511.3, 500.5a: the combat phase ends.
pub(crate) fn end(world: &mut impl EditGame) {
    layers::end_effects(world, Ending::Combat);
    triggers::end_of_combat(world);
    let combat = world.part::<Combat>();
    if *combat != Combat::default() {
        let combat = world.part_mut::<Combat>();
        combat.attackers.clear();
        combat.blockers.clear();
        combat.struck_first.clear();
        combat.declared = false;
        combat.attacked = SeatSet::NONE;
        combat.sole = None;
        combat.enlisted.clear();
        mark_dirty(world, StateClass::COMBAT);
    }
    let of_this_combat = |done: &Done| done.deed == Deed::AttackedThisCombat;
    if world.part::<History>().deeds.iter().any(of_this_combat) {
        world.part_mut::<History>().deeds.retain(|done| !of_this_combat(done));
        mark_dirty(world, StateClass::HISTORY);
    }
}
