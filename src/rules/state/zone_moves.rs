//! The steps of a change of zones (CR 400.7): what moves, and where plugins hook in.

use super::{GameState, GameWorld};
use crate::model::ids::{ObjectRef, SeatSet};
use crate::model::object::{Object, ObjectKind};
use crate::model::zone::{Move, Moved, OtherCard, Zone};
use crate::rules::schedule::{ZonesChanged, strict_with_open};
use bevy_app::App;
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::{ScheduleConfigs, Schedules};
use bevy_ecs::system::ScheduleSystem;

/// The sets of steps in which objects that move at once change zones, in order. Each one is open: what a plugin adds to it
/// by [`ZoneMoveApp`] runs after what the rules do there and before the next set, for all objects that move, in the
/// order in which it was added.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ZoneMoveSet {
    /// Which moves can be made. A step may [refuse](PlannedMove::refuse) one.
    Admit,
    /// Last known information is kept (CR 113.7a, 608.2h). Everything is where it was, as the layers have it.
    Remember,
    /// What follows from leaving: removal from combat (CR 506.4), effects that go along (400.7a-c). The objects are still
    /// where they were.
    Leave,
    /// The objects are in the lists of their new zones.
    Relist,
    /// The objects are new ones, as they arrive (CR 400.7, 614.12).
    Arrive,
    /// It is settled who knows which cards they are (CR 400.2).
    Know,
}

/// How many sets there are.
const SETS: usize = 6;

/// A step of a change of zones, for all objects that move at once.
pub type ZoneMoveStep = fn(&mut GameState<'_>, &mut [PlannedMove<'_>]);

/// The steps that plugins have added to changes of zones.
///
/// These are functions and not systems of a schedule: objects are moved in the middle of a task, whose system has borrowed
/// the state already, so a step is given the state as it is borrowed. A set without steps costs one look at its list.
#[derive(Default)]
pub struct ZoneMoves {
    steps: [Vec<ZoneMoveStep>; SETS],
    /// Systems run after a task that has moved objects.
    followed: bool,
    /// What has moved since they ran.
    made: Vec<Moved>,
}

impl ZoneMoves {
    /// A step of a set, by its place.
    #[inline]
    pub(crate) fn step(&self, set: ZoneMoveSet, place: usize) -> Option<ZoneMoveStep> {
        self.steps[set as usize].get(place).copied()
    }
    /// Whether systems are to be told what has moved.
    #[inline]
    pub(crate) const fn is_followed(&self) -> bool {
        self.followed
    }
    /// Objects have moved.
    pub(crate) fn note(&mut self, moved: &[Moved]) {
        self.made.extend_from_slice(moved);
    }
    /// What has moved in the task that has just ended: for systems of [`ZonesChanged`].
    pub fn made(&self) -> &[Moved] {
        &self.made
    }
    /// Takes what the systems have seen off the list.
    pub(crate) fn forget(&mut self, seen: usize) {
        self.made.drain(..seen.min(self.made.len()));
    }
}

/// A move that is about to be made, of an object that is there and can make it.
pub struct PlannedMove<'a> {
    /// What was asked for.
    pub(crate) request: &'a Move,
    /// The object as it was before the move.
    pub(crate) old: Object,
    /// Where it really goes.
    pub(crate) to: Zone,
    pub(crate) entity: Entity,
    /// What sort of object it is by itself, whatever represents a permanent with it.
    pub(crate) kind: ObjectKind,
    /// Whether the move isn't made after all.
    pub(crate) refused: bool,
    /// It is face down before.
    pub(crate) was_face_down: bool,
    /// It is a card where cards are as they are printed, and no effect reaches it there.
    pub(crate) as_printed: bool,
    /// Whether the object has counters.
    pub(crate) counted: bool,
    /// Its counters go along (CR 122.2).
    pub(crate) keeps_counters: bool,
    /// Who knows it afterwards.
    pub(crate) known_to: SeatSet,
}

impl PlannedMove<'_> {
    /// What was asked for: why it moves, and how it enters.
    pub const fn request(&self) -> &Move {
        self.request
    }
    /// The object before it moves.
    pub const fn old(&self) -> &Object {
        &self.old
    }
    /// The zone that it moves to.
    pub const fn to(&self) -> Zone {
        self.to
    }
    /// The entity of the object.
    pub const fn entity(&self) -> Entity {
        self.entity
    }
    /// The object isn't moved. For steps of [`ZoneMoveSet::Admit`]: later ones are too late.
    pub fn refuse(&mut self) {
        self.refused = true;
    }
    /// What changes its place in a library stays the same object.
    pub const fn stays(&self) -> bool {
        matches!((self.old.zone, self.to), (Zone::Library(_), Zone::Library(_)))
    }
    /// The permanent that it represents with others, or did, if it isn't the one that has its slot (CR 701.42a, 712.21, 730.2).
    pub(crate) const fn with(&self) -> Option<ObjectRef> {
        match &self.request.other {
            OtherCard::Of(permanent) => Some(*permanent),
            _ => None,
        }
    }
    /// CR 701.42a, 730.2: whether it becomes a component of a permanent, which is in no zone by itself.
    pub(crate) const fn joins(&self) -> bool {
        self.with().is_some() && matches!(self.to, Zone::Outside) && !matches!(self.old.zone, Zone::Outside)
    }
    /// CR 730.2b: the permanent that a spell merges with.
    pub(crate) const fn merges_with(&self) -> Option<ObjectRef> {
        match self.old.zone {
            Zone::Stack if self.joins() => self.with(),
            _ => None,
        }
    }
    /// The object that it becomes; [`ObjectRef::NONE`] if it leaves the game.
    pub const fn new_object(&self) -> ObjectRef {
        match self.to {
            Zone::Outside if !self.joins() => ObjectRef::NONE,
            _ if self.stays() => self.request.object,
            _ => self.successor(),
        }
    }
    /// The new object of a change of zones.
    pub(crate) const fn successor(&self) -> ObjectRef {
        ObjectRef { id: self.old.id, incarnation: self.old.incarnation + 1 }
    }
    /// What it comes to.
    pub(crate) const fn moved(&self) -> Moved {
        let (from, to, with) = (self.old.zone, self.to, self.with());
        Moved { old: self.request.object, new: self.new_object(), from, to, cause: self.request.cause, with }
    }
}

/// Adds to changes of zones, while an app is built.
pub trait ZoneMoveApp {
    /// Adds a step to all changes of zones.
    ///
    /// It does the same to the same game each time, and moves nothing itself.
    ///
    /// ```
    /// use bevy_app::App;
    /// use dracones::RulesPlugins;
    /// use dracones::model::dirt::StateClass;
    /// use dracones::model::player::Players;
    /// use dracones::model::zone::Zone;
    /// use dracones::rules::schedule::mark_dirty;
    /// use dracones::rules::state::{EditGame, GameState, PlannedMove, ZoneMoveApp, ZoneMoveSet};
    ///
    /// /// A player whose permanent leaves the battlefield gains 1 life.
    /// fn mourn(game: &mut GameState<'_>, moves: &mut [PlannedMove<'_>]) {
    ///     for one in moves.iter().filter(|one| one.old().zone == Zone::Battlefield) {
    ///         game.part_mut::<Players>().get_mut(one.old().owner).life += 1;
    ///         mark_dirty(game, StateClass::LIFE);
    ///     }
    /// }
    ///
    /// let mut app = App::empty();
    /// app.add_plugins(RulesPlugins);
    /// app.add_zone_move_step(ZoneMoveSet::Leave, mourn);
    /// ```
    ///
    /// # Panics
    /// If the rules aren't there yet: add [`RulesPlugins`](crate::RulesPlugins) first.
    fn add_zone_move_step(&mut self, set: ZoneMoveSet, step: ZoneMoveStep) -> &mut Self;
    /// Adds a system to [`ZonesChanged`]: it runs right after a task of the rules that has moved objects, and before
    /// anything else happens. [`ZoneMoves::made`] says what has moved. Systems run in the order in which they were added; what
    /// they put off ([`Commands`]) is done when all have run.
    ///
    /// # Panics
    /// If the rules aren't there yet.
    fn add_zone_move_system<M>(&mut self, system: impl IntoScheduleConfigs<ScheduleSystem, M>) -> &mut Self;
}

/// Where systems of [`ZonesChanged`] stand, ordered by arrival.
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Followers;

/// The steps of a world while its app is built.
fn steps(app: &mut App) -> &mut ZoneMoves {
    let steps = app.world_mut().get_part_mut::<ZoneMoves>();
    steps.expect("changes of zones need the rules: add `RulesPlugins` first")
}

impl ZoneMoveApp for App {
    fn add_zone_move_step(&mut self, set: ZoneMoveSet, step: ZoneMoveStep) -> &mut Self {
        steps(self).steps[set as usize].push(step);
        self
    }
    fn add_zone_move_system<M>(&mut self, system: impl IntoScheduleConfigs<ScheduleSystem, M>) -> &mut Self {
        if !std::mem::replace(&mut steps(self).followed, true) {
            self.world_mut()
                .resource_mut::<Schedules>()
                .insert(strict_with_open(ZonesChanged, vec![Followers.intern()]));
        }
        let system: ScheduleConfigs<ScheduleSystem> = system.into_configs();
        self.add_systems(ZonesChanged, system.in_set(Followers))
    }
}
