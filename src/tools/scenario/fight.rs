//! A combat that a set-up begins in.

use super::def::Scenario;
use super::names::{Labels, get, player};
use crate::cards::def::StepName;
use crate::model::combat::{Attacker, Blocker, Combat};
use crate::model::ids::{ObjectRef, Referent, Seat};
use crate::model::object::{Characteristics, Object, ThisTurn};
use crate::model::turn::Turn;
use crate::rules::combat;
use crate::rules::reading::Live;
use crate::rules::state::{EditGame, ReadGame};
use bevy_ecs::prelude::*;

/// Puts the attackers and blockers of a set-up into combat. The layers must be up to date.
///
/// # Errors
/// If there is no such permanent or player, or no combat.
pub(super) fn set(
    world: &mut impl EditGame,
    labels: &Labels,
    scenario: &Scenario,
    without: &[String],
) -> Result<(), String> {
    let there = |(a, b): &&(String, String)| !without.contains(a) && !without.contains(b);
    let (attackers, blockers) = (&scenario.attackers, &scenario.blockers);
    if attackers.is_empty() && blockers.is_empty() {
        return Ok(());
    }
    let step = scenario.turn.step;
    let declared = matches!(step, StepName::DeclareBlockers | StepName::CombatDamage | StepName::EndCombat);
    if !declared && (step != StepName::DeclareAttackers || !blockers.is_empty()) {
        return Err(format!("there are no such `attackers` and `blockers` in {step:?}"));
    }
    let active = world.part::<Turn>().active;

    let mut fight = Combat { declared: true, ..Combat::default() };
    for (word, target) in attackers.iter().filter(there) {
        let object = permanent(world, labels, word)?;
        let target = match player(world, target) {
            Some(seat) => Referent::Player(seat),
            None => Referent::Object(permanent(world, labels, target)?),
        };
        let board = Live::new(world);
        let blocked = declared.then_some(false);
        let attacker = Attacker { blocked, ..combat::attacker(&board, object, target) };
        let defender = attacker.defender;
        if controller(world, object) != active || defender == active || fight.attacker(object).is_some() {
            return Err(format!("`{word}` can't attack so: creatures of P{} attack others, once each", active.0 + 1));
        }
        if let Referent::Player(seat) = target {
            fight.attacked.insert(seat);
        }
        fight.attackers.push(attacker);
        let this_turn = world.row_mut::<ThisTurn>(object.id);
        (this_turn.attacked, this_turn.defender) = (true, Some(defender));
    }
    for (word, attacker) in blockers.iter().filter(there) {
        let (object, attacker) = (permanent(world, labels, word)?, permanent(world, labels, attacker)?);
        let Some(row) = fight.attackers.iter_mut().find(|a| a.object == attacker) else {
            return Err(format!("`{word}` blocks what doesn't attack"));
        };
        row.blocked = Some(true);
        let controller = controller(world, object);
        if controller == active {
            return Err(format!("`{word}` can't block: it is under the control of the active player"));
        }
        match fight.blockers.iter_mut().find(|b| b.object == object) {
            Some(known) => known.blocks.push(attacker),
            None => fight.blockers.push(Blocker { object, controller, blocks: vec![attacker] }),
        }
    }
    *world.part_mut::<Combat>() = fight;
    crate::game::snapshot::invalidate(world);
    Ok(())
}

fn permanent(world: &impl ReadGame, labels: &Labels, word: &str) -> Result<ObjectRef, String> {
    labels.permanent(world, word).map(|id| get::<Object>(world, id).reference())
}

fn controller(world: &impl ReadGame, object: ObjectRef) -> Seat {
    world.row::<Characteristics>(object.id).controller
}
