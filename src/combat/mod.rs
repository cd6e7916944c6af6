//! Combat (CR 506-511).
//!
//! | file | what |
//! | --- | --- |
//! | `attack` | declaring attackers (CR 508) |
//! | `bands` | bands (508.1e, 702.22) |
//! | `block` | declaring blockers (509) |
//! | `evasion` | which creature can block which (509.1b and evasion keywords of 702) |
//! | `require` | how many blocking requirements can be obeyed (509.1c) |
//! | `damage` | the combat damage step (510) |
//! | `assign` | how one creature assigns its damage (510.1, 702.19) |
//! | `removal` | removal from combat (506.4), the end of combat (511.3) |
//! | `rules` | rules with parameters for one object (613.11) |
//!
//! Data enters by the turn, which begins the steps; [`Combat`] says who attacks and blocks until the phase ends.
//!
//! # Invariants
//! * Nobody is asked to declare attackers or blockers who has none.
//! * [`Combat`] is empty outside the combat phase.

mod assign;
mod attack;
mod bands;
mod block;
mod damage;
mod evasion;
mod removal;
mod require;
mod rules;
#[cfg(test)]
mod tests;

pub(crate) use attack::declare_attackers;
pub use attack::{able_attackers, attackable};
pub(crate) use block::declare_blockers;
pub(crate) use damage::{deal_damage, strikes_first};
pub use evasion::can_block;
pub use removal::remove_from_combat;
pub(crate) use removal::{end, prune};

use crate::decision::{Choice, Flow, Prompt, Task, TaskKind, TaskTable, push};
use crate::ids::{ObjectRef, Referent, Seat, SeatSet};
use bevy_app::{App, Plugin};
use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

/// The combat that is going on.
#[derive(Resource, Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Combat {
    /// Attacking creatures, in the order of their declaration.
    pub attackers: Vec<Attacker>,
    /// Blocking creatures and what each blocks.
    pub blockers: Vec<Blocker>,
    /// Creatures that had first strike or double strike as the first of two damage steps began (CR 510.4).
    pub struck_first: Vec<ObjectRef>,
    /// Whether attackers have been declared or put in this combat (CR 508.8).
    pub declared: bool,
}

/// An attacking creature.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Attacker {
    /// The creature.
    pub object: ObjectRef,
    /// What it attacks.
    pub target: Referent,
    /// The player who is attacked, or whose permanent is (CR 508.5).
    pub defender: Seat,
    /// What it attacked has been removed from combat: it attacks nothing (CR 506.4c).
    pub adrift: bool,
    /// Blocked, unblocked, or not yet either (CR 509.1h).
    pub blocked: Option<bool>,
    /// The band that it is in, by its number (CR 702.22c); it leaves it by leaving combat (702.22f).
    pub band: Option<u16>,
}

/// A creature that is being declared as an attacker.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Declared {
    /// The creature.
    pub object: ObjectRef,
    /// What it attacks.
    pub target: Referent,
    /// The band that it is in, by its number.
    pub band: Option<u16>,
}

/// A blocking creature.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Blocker {
    /// The creature.
    pub object: ObjectRef,
    /// Who controlled it as it was declared: if that changes, it leaves combat (CR 506.4).
    pub controller: Seat,
    /// The attackers that it blocks.
    pub blocks: Vec<ObjectRef>,
}

impl Combat {
    /// An attacking creature.
    pub fn attacker(&self, object: ObjectRef) -> Option<&Attacker> {
        self.attackers.iter().find(|a| a.object == object)
    }
    /// A blocking creature.
    pub fn blocker(&self, object: ObjectRef) -> Option<&Blocker> {
        self.blockers.iter().find(|b| b.object == object)
    }
    /// The creatures that block an attacker, in the order of their declaration.
    pub fn blockers_of(&self, attacker: ObjectRef) -> impl Iterator<Item = ObjectRef> + '_ {
        self.blockers.iter().filter(move |b| b.blocks.contains(&attacker)).map(|b| b.object)
    }
}

/// Damage that a creature has been assigned to deal (CR 510.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Assignment {
    /// By what.
    pub source: ObjectRef,
    /// To what.
    pub target: Referent,
    /// How much.
    pub amount: i32,
}

/// Tasks of combat.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum CombatTask {
    /// CR 508.1: the active player declares attackers.
    DeclareAttackers,
    /// The attackers are chosen, from these options.
    Attackers {
        /// What was offered.
        options: Vec<Choice>,
    },
    /// CR 508.1e: a band is chosen.
    Bands {
        /// Which attacks what, with the bands so far.
        attacks: Vec<Declared>,
        /// What is attacked by no more bands.
        done: Vec<Referent>,
        /// What the creatures attack that were asked for.
        asked: Referent,
    },
    /// They are tapped, and become attacking creatures (CR 508.1k).
    Attacking {
        /// Which attacks what.
        attacks: Vec<Declared>,
    },
    /// CR 509.1, 802.4: the next defending player.
    DeclareBlockers {
        /// Who has declared.
        done: SeatSet,
    },
    /// The blockers of a player are chosen, from these options.
    Blockers {
        /// Who has declared, this player included.
        done: SeatSet,
        /// Who was asked.
        asked: Seat,
        /// What was offered.
        options: Vec<Choice>,
    },
    /// CR 510.1: damage is assigned creature by creature, then dealt at once.
    Damage {
        /// Creatures still to assign, the next one last.
        rest: Vec<ObjectRef>,
        /// What has been assigned; nothing yet where a division was asked for.
        assigned: Vec<Assignment>,
        /// The creature whose division was asked for.
        asked: Option<ObjectRef>,
    },
}

/// Combat.
#[derive(Default, Debug)]
pub struct CombatPlugin;

impl Plugin for CombatPlugin {
    fn build(&self, app: &mut App) {
        let world = app.world_mut();
        world.init_resource::<Combat>();
        let mut table = world.resource_mut::<TaskTable>();
        table.register(TaskKind::Combat, run);
        table.register_again(TaskKind::Combat, again);
    }
}

/// A player has left the game while another one was asked: the declaration or the assignment begins again.
fn again(world: &mut World, task: Task, _: &Prompt) -> Flow {
    let Task::Combat(task) = task else { panic!("combat runs its own tasks only, not {task:?}") };
    match task {
        CombatTask::Attackers { .. } | CombatTask::Bands { .. } => attack::declare_attackers(world),
        CombatTask::Blockers { mut done, asked, .. } => {
            done.remove(asked);
            block::declare_blockers(world, done)
        }
        CombatTask::Damage { rest, assigned, asked } => damage::again(world, rest, assigned, asked),
        CombatTask::DeclareAttackers | CombatTask::Attacking { .. } | CombatTask::DeclareBlockers { .. } => {
            push(world, Task::Combat(task));
            Flow::Continue
        }
    }
}

/// Runs a task of combat.
fn run(world: &mut World, task: Task) -> Flow {
    let Task::Combat(task) = task else { panic!("combat runs its own tasks only, not {task:?}") };
    match task {
        CombatTask::DeclareAttackers => attack::declare_attackers(world),
        CombatTask::Attackers { options } => attack::chosen(world, &options),
        CombatTask::Bands { attacks, done, asked } => bands::chosen(world, attacks, done, asked),
        CombatTask::Attacking { attacks } => attack::attack(world, &attacks),
        CombatTask::DeclareBlockers { done } => block::declare_blockers(world, done),
        CombatTask::Blockers { done, asked, options } => block::chosen(world, done, asked, &options),
        CombatTask::Damage { rest, assigned, asked } => damage::assign(world, rest, assigned, asked),
    }
}
