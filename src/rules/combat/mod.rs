//! Combat (CR 506-511).
//!
//! | file | what |
//! | --- | --- |
//! | `afford` | how much can attack or block for a cost, and declarations that were refused (508.1, 509.1) |
//! | `alone` | creatures that can't attack or block alone (506.5) |
//! | `attack` | declaring attackers (CR 508) |
//! | `bands` | bands (508.1e, 702.22) |
//! | `block` | declaring blockers (509) |
//! | `enlist` | which creatures are tapped for attackers (508.1g, 702.154) |
//! | `exert` | which attackers are exerted (508.1g, 701.43d) |
//! | `evasion` | which creature can block which (509.1b and evasion keywords of 702) |
//! | `require` | how many blocking requirements can be obeyed (509.1c) |
//! | `damage` | the combat damage step (510) |
//! | `first_strike` | first strike and double strike: two combat damage steps (510.4) |
//! | `assign` | how one creature assigns its damage (510.1, 702.19) |
//! | `limit` | how many creatures can attack (508.1c-d) |
//! | `removal` | removal from combat (506.4), the end of combat (511.3) |
//! | `rules` | rules with parameters for one object (613.11) |
//! | `tax` | what it costs to attack (508.1d, 508.1g-j) and to block (509.1c-f) |
//! | `zones` | what leaves, and what enters attacking (506.4, 508.4) |
//!
//! Data enters by the turn, which begins the steps; [`Combat`](crate::model::combat::Combat) says who attacks and blocks until the phase ends.
//!
//! # Invariants
//! * Nobody is asked to declare attackers or blockers who has none.
//! * `Combat` is empty outside the combat phase.

mod afford;
mod alone;
mod assign;
mod attack;
mod bands;
mod block;
mod damage;
mod enlist;
mod evasion;
mod exert;
mod first_strike;
mod limit;
mod removal;
mod require;
mod rules;
mod tax;
#[cfg(test)]
mod tests;
mod zones;

pub use attack::{able_attackers, attackable};
pub(crate) use attack::{attacker, declare_attackers};
pub(crate) use block::{become_blocked, declare_blockers};
pub(crate) use damage::deal_damage;
pub use evasion::can_block;
pub(crate) use evasion::can_block_on;
pub(crate) use first_strike::has_two_steps;
pub use removal::remove_from_combat;
pub(crate) use removal::{end, prune};

use crate::model::combat::CombatTask;
use crate::model::decision::Prompt;
use crate::model::task::{Task, TaskKind};
use crate::rules::driver::{Flow, TaskApp, push};
use crate::rules::state::{EditGame, Features, FeaturesApp, GameState, ZoneMoveApp, ZoneMoveSet};
use bevy_app::{App, Plugin};

/// Combat. Without it turns have no combat phase.
#[derive(Default, Debug)]
pub struct CombatPlugin;

impl Plugin for CombatPlugin {
    fn build(&self, app: &mut App) {
        app.add_feature(Features::COMBAT);
        app.add_task_runner(TaskKind::Combat, run).add_asking_again(TaskKind::Combat, again);
        app.add_zone_move_step(ZoneMoveSet::Leave, zones::leave);
        app.add_zone_move_step(ZoneMoveSet::Arrive, zones::arrive);
    }
}

/// A player has left the game while another one was asked: the declaration or the assignment begins again.
fn again(world: &mut impl EditGame, task: Task, _: &Prompt) -> Flow {
    let Task::Combat(task) = task else { panic!("combat runs its own tasks only, not {task:?}") };
    match task {
        CombatTask::Attackers { .. } | CombatTask::Bands { .. } => attack::declare_attackers(world),
        CombatTask::Blockers { mut done, asked, .. } => {
            done.remove(asked);
            block::declare_blockers(world, done)
        }
        CombatTask::Exert { attacks, asked, taxed } => exert::choose(world, attacks, asked.unwrap_or(0), taxed),
        CombatTask::Enlist { attacks, taxed, .. } => enlist::begin(world, attacks, taxed),
        CombatTask::Unblocked { mut ask, rest, assigned, asked } => {
            ask.extend(asked);
            damage::as_unblocked(world, ask, rest, assigned)
        }
        CombatTask::Damage { rest, assigned, asked } => damage::again(world, rest, assigned, asked),
        CombatTask::DeclareAttackers
        | CombatTask::Attacking { .. }
        | CombatTask::Refused { .. }
        | CombatTask::Declaration { .. }
        | CombatTask::Taxed { .. }
        | CombatTask::TaxedBlocks { .. }
        | CombatTask::DeclareBlockers { .. } => {
            push(world, Task::Combat(task));
            Flow::Continue
        }
    }
}

/// Runs a task of combat.
fn run(world: &mut GameState<'_>, task: Task) -> Flow {
    let Task::Combat(task) = task else { panic!("combat runs its own tasks only, not {task:?}") };
    match task {
        CombatTask::DeclareAttackers => attack::declare_attackers(world),
        CombatTask::Attackers { options } => attack::chosen(world, &options),
        CombatTask::Bands { attacks, done, asked } => bands::chosen(world, attacks, done, asked),
        CombatTask::Attacking { attacks } => attack::attack(world, &attacks),
        CombatTask::Exert { attacks, asked: None, taxed } => exert::choose(world, attacks, 0, taxed),
        CombatTask::Exert { attacks, asked: Some(at), taxed } => exert::chosen(world, attacks, at, taxed),
        CombatTask::Enlist { attacks, asked: None, taxed, .. } => enlist::choose(world, attacks, 0, taxed),
        CombatTask::Enlist { attacks, asked: Some(at), options, taxed } => {
            enlist::chosen(world, attacks, at, &options, taxed)
        }
        CombatTask::Taxed { attacks, asked } => tax::pay(world, attacks, asked),
        CombatTask::Declaration { attacks, begun, before } => tax::declare(world, attacks, begun, before),
        CombatTask::DeclareBlockers { done } => block::declare_blockers(world, done),
        CombatTask::Blockers { done, asked, options } => block::chosen(world, done, asked, &options),
        CombatTask::TaxedBlocks { done, of, blocks, asked } => tax::pay_for_blocks(world, (done, of), blocks, asked),
        CombatTask::Unblocked { ask, rest, assigned, asked } => damage::decided(world, ask, rest, assigned, asked),
        CombatTask::Damage { rest, assigned, asked } => damage::assign(world, rest, assigned, asked),
        // Something else has been declared.
        CombatTask::Refused { .. } => Flow::Continue,
    }
}
