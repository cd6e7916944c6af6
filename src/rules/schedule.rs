//! All schedule labels and sets, and the dirt that decides when they run.

use crate::model::dirt::{Dirt, Gates, StateClass};
use crate::model::ids::{Seat, SeatSet};
use crate::rules::state::EditGame;
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::graph::DiGraph;
use bevy_ecs::schedule::{
    FlattenedDependencies, InternedSystemSet, LogLevel, NodeId, ScheduleBuildError, ScheduleBuildPass,
    ScheduleBuildSettings, ScheduleGraph, ScheduleLabel, SingleThreadedExecutor, SystemKey, SystemSetKey,
};
use bevy_platform::hash::FixedHasher;
use indexmap::IndexSet;

/// The layers of CR 613, once from the start for all objects that they reach.
#[derive(ScheduleLabel, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Layers;

/// The stages of [`Layers`], in order. Each one is open: what others add to it runs after what the rules do there, and
/// before the next one, in the order in which it was added
/// ([`ContinuousEffectApp`](crate::rules::layers::ContinuousEffectApp)).
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LayerSystems {
    /// Builds the working table from copiable values before effects, and the list of effects.
    Gather,
    /// Layer 1a: copiable values (CR 613.2a).
    L1aCopy,
    /// Layer 1b: face-down spells and permanents (CR 613.2b).
    L1bFaceDown,
    /// Layer 2: control (CR 613.1b).
    L2Control,
    /// Layer 3: text (CR 613.1c).
    L3Text,
    /// Layer 4: types (CR 613.1d).
    L4Type,
    /// Layer 5: colours (CR 613.1e).
    L5Color,
    /// Layer 6: abilities (CR 613.1f).
    L6Ability,
    /// Layer 7a: power and toughness that a card defines (CR 613.4a).
    L7aDefine,
    /// Layer 7b: power and toughness that are set (CR 613.4b).
    L7bSet,
    /// Layer 7c: changes of power and toughness; counters, too, in the current edition (CR 613.4c).
    L7cModify,
    /// Layer 7d of the classic edition: counters. In the current edition they are part of 7c.
    L7dCounters,
    /// Switching of power and toughness: layer 7d in the current edition (CR 613.4d), 7e in the classic one.
    L7eSwitch,
    /// After the layers: effects on players (CR 613.10).
    Players,
    /// After the layers: effects on the rules of the game (CR 613.11).
    Rules,
    /// Writes what changed to the objects.
    Publish,
}

impl LayerSystems {
    /// All of them, in order.
    pub const ALL: [Self; 16] = [
        Self::Gather,
        Self::L1aCopy,
        Self::L1bFaceDown,
        Self::L2Control,
        Self::L3Text,
        Self::L4Type,
        Self::L5Color,
        Self::L6Ability,
        Self::L7aDefine,
        Self::L7bSet,
        Self::L7cModify,
        Self::L7dCounters,
        Self::L7eSwitch,
        Self::Players,
        Self::Rules,
        Self::Publish,
    ];
}

/// What systems of others do right after a task that has moved objects from zone to zone
/// ([`ZoneMoveApp`](crate::rules::state::ZoneMoveApp)). The schedule is made when the first one is added.
#[derive(ScheduleLabel, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ZonesChanged;

/// One check of state-based actions (CR 704.3).
#[derive(ScheduleLabel, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct StateBasedActions;

/// The sets of [`StateBasedActions`].
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SbaSystems {
    /// One system a family of CR 704.5 looks and proposes: those of the rules, and then those that a plugin has added
    /// ([`StateBasedActionApp`](crate::rules::sba::StateBasedActionApp)), in the order in which they were added.
    Look,
    /// What was proposed becomes a task.
    Propose,
}

/// Orders the systems of open sets that nothing else orders: as they were added. Strangers need not know each other.
#[derive(Debug)]
struct InOrderOfArrival {
    open: Vec<InternedSystemSet>,
    members: Vec<(SystemSetKey, Vec<SystemKey>)>,
}

impl ScheduleBuildPass for InOrderOfArrival {
    type EdgeOptions = ();

    fn add_dependency(&mut self, _: NodeId, _: NodeId, _: Option<&()>) {}

    fn collapse_set(
        &mut self,
        set: SystemSetKey,
        systems: &IndexSet<SystemKey, FixedHasher>,
        _: &DiGraph<NodeId>,
    ) -> impl Iterator<Item = (NodeId, NodeId)> {
        self.members.push((set, systems.iter().copied().collect()));
        std::iter::empty()
    }

    fn build(
        &mut self,
        _: &mut World,
        graph: &mut ScheduleGraph,
        mut dependencies: FlattenedDependencies<'_>,
    ) -> Result<(), ScheduleBuildError> {
        for (key, mut rest) in std::mem::take(&mut self.members) {
            if !graph.system_sets.get(key).is_some_and(|set| self.open.iter().any(|open| **open == *set)) {
                continue;
            }
            // Keys grow as systems are added.
            rest.sort();
            let mut last = None;
            while !rest.is_empty() {
                // The earliest that no other one of the set must precede: so there is never a cycle.
                let free =
                    |system: &SystemKey| !rest.iter().any(|o| o != system && reaches(&dependencies, *o, *system));
                let first = rest.iter().position(free).expect("the graph has no cycles");
                let next = rest.remove(first);
                if let Some(before) = last.replace(next) {
                    dependencies.add_edge(before, next);
                }
            }
        }
        Ok(())
    }
}

/// Whether one system is bound to run before another one.
fn reaches(dependencies: &FlattenedDependencies<'_>, from: SystemKey, to: SystemKey) -> bool {
    let (mut open, mut seen) = (vec![from], vec![from]);
    while let Some(system) = open.pop() {
        for next in dependencies.neighbors(system) {
            if next == to {
                return true;
            }
            if !seen.contains(&next) {
                seen.push(next);
                open.push(next);
            }
        }
    }
    false
}

/// Like [`strict`], with sets that are open to systems of others.
pub(crate) fn strict_with_open(label: impl ScheduleLabel, open: Vec<InternedSystemSet>) -> Schedule {
    let mut schedule = strict(label);
    schedule.add_build_pass(InOrderOfArrival { open, members: Vec::new() });
    schedule
}

/// A schedule that runs on one thread and refuses ambiguities.
pub fn strict(label: impl ScheduleLabel) -> Schedule {
    let mut schedule = Schedule::new(label);
    schedule.set_executor(SingleThreadedExecutor::new());
    schedule.set_build_settings(ScheduleBuildSettings {
        ambiguity_detection: LogLevel::Error,
        hierarchy_detection: LogLevel::Error,
        ..Default::default()
    });
    schedule
}

/// Runs a schedule like [`World::run_schedule`], but a panic within leaves it in the world.
///
/// # Panics
/// If the world has no such schedule, or it is running.
pub(crate) fn run_kept(world: &mut World, label: impl ScheduleLabel) {
    struct Running<'w> {
        world: &'w mut World,
        schedule: Option<Schedule>,
    }
    impl Drop for Running<'_> {
        fn drop(&mut self) {
            if let Some(mut schedule) = self.schedule.take() {
                if std::thread::panicking() {
                    // The old one remembers which systems have run, and would leave them out next time.
                    schedule.set_executor(SingleThreadedExecutor::new());
                }
                self.world.resource_mut::<Schedules>().insert(schedule);
            }
        }
    }
    let schedule = world.resource_mut::<Schedules>().remove(label);
    assert!(schedule.is_some(), "the world has no such schedule, or it is running");
    let mut running = Running { world, schedule };
    let Running { world, schedule: Some(schedule) } = &mut running else { return };
    schedule.run(world);
}

/// Opens all [gates](Gates) of the game of a world: from now on nothing is skipped. For tests.
pub fn open_gates(world: &mut impl EditGame) {
    world.part_mut::<Gates>().open = true;
    world.part_mut::<Dirt>().layers_read = StateClass::all();
}

/// Notes that state of these classes has changed: layers, state-based actions and what players can do are looked at again
/// if they read it. To be called wherever the rules write to a part of the state.
#[inline]
pub fn mark_dirty(world: &mut impl EditGame, inputs: StateClass) {
    let dirt = world.part_mut::<Dirt>();
    dirt.layers |= inputs;
    dirt.sba |= inputs;
    dirt.legal |= inputs;
    if inputs.contains(StateClass::HANDS) {
        dirt.hands = SeatSet::ALL;
    }
}

/// Notes that the hand of a player has changed, like [`mark_dirty`]: what other players can do with theirs stays known.
#[inline]
pub(crate) fn mark_hand(world: &mut impl EditGame, seat: Seat) {
    let dirt = world.part_mut::<Dirt>();
    dirt.layers |= StateClass::HANDS;
    dirt.sba |= StateClass::HANDS;
    dirt.legal |= StateClass::HANDS;
    dirt.hands.insert(seat);
}
