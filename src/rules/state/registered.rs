//! State of plugins: what [`StateApp::register_state`] makes part of a game.
//!
//! A registered type is reset with a new game, forked, saved and restored, hashed, and searched for references like the
//! state of the rules. For each type there is a row of functions ([`Entry`]), in the order of names, so that it doesn't
//! matter in which order plugins were added. A world in which nothing is registered pays for none of it.

use super::{GameWorld, ReadGame};
use crate::model::ids::ObjectId;
use crate::model::references::{Reference, ReferenceMut, References};
use crate::model::saved::{SavedRows, SavedState, SavedValue};
use crate::rules::slots::Slots;
use crate::rules::state::EditGame;
use bevy_app::App;
use bevy_ecs::component::Mutable;
use bevy_ecs::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::any::TypeId;
use std::hash::{Hash, Hasher};

/// A component of objects, or a resource, that is state of a game; registered by [`StateApp::register_state`].
///
/// A component belongs to an object in the sense of CR 400.7: one that changes zones, or ceases to exist, has lost it when
/// the next task begins. What is to stay with a card stands in a resource, by [`ObjectId`].
///
/// # Examples
/// ```
/// use bevy_ecs::prelude::*;
/// use dracones::model::references::references;
/// use dracones::rules::state::{AsResource, PluginState};
/// use serde::{Deserialize, Serialize};
///
/// /// How often something was countered.
/// #[derive(Resource, Clone, Default, Hash, Serialize, Deserialize)]
/// struct Countered(u32);
///
/// references! {
///     struct Countered(times)
/// }
///
/// impl PluginState for Countered {
///     const NAME: &'static str = "example/countered";
///     type Kept = AsResource;
/// }
/// ```
pub trait PluginState:
    Component<Mutability = Mutable> + Clone + Hash + Serialize + DeserializeOwned + References
{
    /// What it is called in snapshots: the same in all versions of the plugin that can read each other's snapshots.
    const NAME: &'static str;
    /// Where it is kept: [`OnObjects`] or [`AsResource`].
    type Kept: Keep<Self>;
}

/// A component of objects; those that have none have no such state.
///
/// `#[component(storage = "SparseSet")]` on its type keeps the rules fast: entities of objects stay side by side.
#[derive(Debug)]
pub enum OnObjects {}

/// A resource. It is there, with its default value, when a game begins.
#[derive(Debug)]
pub enum AsResource {}

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::OnObjects {}
    impl Sealed for super::AsResource {}
}

/// Where state of a plugin is kept in a world: [`OnObjects`] and [`AsResource`].
pub trait Keep<T>: sealed::Sealed {
    /// Whether each object may have a value of its own.
    #[doc(hidden)]
    const ON_OBJECTS: bool;
    /// What it is as a new game begins.
    #[doc(hidden)]
    fn fresh() -> Option<T>;
}

impl<T: Component> Keep<T> for OnObjects {
    const ON_OBJECTS: bool = true;
    fn fresh() -> Option<T> {
        None
    }
}

impl<T: Resource + Default> Keep<T> for AsResource {
    const ON_OBJECTS: bool = false;
    fn fresh() -> Option<T> {
        Some(T::default())
    }
}

/// Why registered state of a snapshot can't be restored.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StateError {
    /// The snapshot has state that no plugin has registered here.
    #[error("the snapshot has the state `{0}`, which no plugin has registered here")]
    Unregistered(String),
    /// The snapshot doesn't have state that is registered here.
    #[error("a plugin has registered the state `{0}` here, and the snapshot doesn't have it")]
    Missing(String),
    /// It isn't what is registered under its name.
    #[error("the state `{name}` can't be read: {problem}")]
    Unreadable {
        /// What it is called.
        name: String,
        /// What is wrong with it.
        problem: String,
    },
}

/// Shows all references of a kind of state to an editor.
type EditReferences = fn(&mut World, &mut dyn FnMut(ReferenceMut<'_>));

/// What can be done with one registered type.
#[derive(Clone, Copy)]
struct Entry {
    name: &'static str,
    of: TypeId,
    on_objects: bool,
    reset: fn(&mut World),
    forget: fn(&mut World, Entity),
    copy: fn(&World, &mut World),
    save: fn(&World) -> SavedRows,
    load: fn(&mut World, &SavedRows) -> Result<(), String>,
    hash: fn(&World, &mut dyn Hasher),
    visit: fn(&World, &mut dyn FnMut(Reference)),
    visit_mut: EditReferences,
}

impl Entry {
    fn new<T: PluginState>() -> Self {
        Self {
            name: T::NAME,
            of: TypeId::of::<T>(),
            on_objects: T::Kept::ON_OBJECTS,
            reset: |world| {
                places::<T>(world, false).into_iter().for_each(|(_, at)| put::<T>(world, at, T::Kept::fresh()));
            },
            forget: |world, object| put::<T>(world, object, None),
            copy: copy_all::<T>,
            save: save_all::<T>,
            load: load_all::<T>,
            hash: |world, mut out| {
                for (id, at) in places::<T>(world, true) {
                    if let Some(value) = world.get::<T>(at) {
                        (id.0, value).hash(&mut out);
                    }
                }
            },
            visit: |world, show| {
                for (_, at) in places::<T>(world, true) {
                    if let Some(value) = world.get::<T>(at) {
                        value.visit(&mut |reference| show(reference));
                    }
                }
            },
            visit_mut: |world, edit| {
                for (_, at) in places::<T>(world, true) {
                    if let Some(mut value) = world.get_mut::<T>(at) {
                        value.visit_mut(&mut |reference| edit(reference));
                    }
                }
            },
        }
    }
}

/// Where a type can have values: the slots of all objects, or of those in use; or the entity of a resource
/// ([`Entity::PLACEHOLDER`] before it is there for the first time).
fn places<T: PluginState>(world: &World, used: bool) -> Vec<(ObjectId, Entity)> {
    if !T::Kept::ON_OBJECTS {
        let entity = world.component_id::<T>().and_then(|id| world.resource_entities().get(id));
        return vec![(ObjectId(0), entity.unwrap_or(Entity::PLACEHOLDER))];
    }
    let slots = world.part::<Slots>();
    let ids = (0..slots.len() as u32).map(ObjectId).filter(|id| !used || slots.is_used(*id));
    ids.map(|id| (id, slots.entity(id))).collect()
}

/// Gives a place a value, or takes it away. A resource that isn't there yet gets an entity.
fn put<T: PluginState>(world: &mut World, at: Entity, value: Option<T>) {
    match (value, world.get_entity_mut(at)) {
        (Some(value), Ok(mut entity)) => {
            entity.insert(value);
        }
        (Some(value), Err(_)) => {
            world.spawn(value);
        }
        (None, Ok(mut entity)) if entity.contains::<T>() => {
            entity.remove::<T>();
        }
        (None, _) => {}
    }
}

fn copy_all<T: PluginState>(from: &World, to: &mut World) {
    let sources = places::<T>(from, true);
    for (id, at) in places::<T>(to, false) {
        let source = sources.binary_search_by_key(&id, |(id, _)| *id).ok().and_then(|i| from.get::<T>(sources[i].1));
        match (source, to.get_mut::<T>(at)) {
            (Some(source), Some(mut target)) => target.clone_from(source),
            (source, target) => {
                if source.is_some() || target.is_some() {
                    put::<T>(to, at, source.cloned());
                }
            }
        }
    }
}

fn save_all<T: PluginState>(world: &World) -> SavedRows {
    let saved = |(id, at)| world.get::<T>(at).map(|value| (id, SavedValue::new(value)));
    let mut rows = places::<T>(world, true).into_iter().filter_map(saved);
    if T::Kept::ON_OBJECTS {
        SavedRows::Objects(rows.collect())
    } else {
        SavedRows::Resource(rows.next().map(|(_, v)| v))
    }
}

fn load_all<T: PluginState>(world: &mut World, rows: &SavedRows) -> Result<(), String> {
    let mut values: Vec<(ObjectId, T)> = match rows {
        SavedRows::Objects(rows) if T::Kept::ON_OBJECTS => {
            rows.iter().map(|(id, value)| Ok((*id, value.read()?))).collect::<Result<_, String>>()?
        }
        SavedRows::Resource(value) if !T::Kept::ON_OBJECTS => {
            value.iter().map(|value| Ok((ObjectId(0), value.read()?))).collect::<Result<_, String>>()?
        }
        SavedRows::Objects(_) => return Err("it is of objects, and a resource is registered".to_owned()),
        SavedRows::Resource(_) => return Err("it is a resource, and a component is registered".to_owned()),
    };
    for (id, at) in places::<T>(world, false) {
        let value = values.iter().position(|(of, _)| *of == id).map(|i| values.swap_remove(i).1);
        put::<T>(world, at, value);
    }
    match values.first() {
        Some((id, _)) => Err(format!("object {} has it twice, or isn't there", id.0)),
        None => Ok(()),
    }
}

/// The registered types of a world, by name. No state of a game.
#[derive(Resource, Clone, Default)]
pub(crate) struct Registered(Vec<Entry>);

/// Makes types of plugins state of the game.
pub trait StateApp {
    /// Makes a component of objects, or a resource, state of the game: from now on it is reset with a new game, copied
    /// with forks, in snapshots and hashes, and what it refers to is found with all other references. Components that
    /// aren't registered never matter to a game.
    ///
    /// The rules have to be there: plugins are added after [`RulesPlugins`](crate::RulesPlugins).
    ///
    /// # Panics
    /// If another type is registered under that name.
    fn register_state<T: PluginState>(&mut self) -> &mut Self;
}

impl StateApp for App {
    fn register_state<T: PluginState>(&mut self) -> &mut Self {
        let world = self.world_mut();
        let mut registered = world.get_resource_or_init::<Registered>();
        let entry = Entry::new::<T>();
        match registered.0.binary_search_by_key(&T::NAME, |entry| entry.name) {
            Ok(at) => assert!(registered.0[at].of == entry.of, "two types of state are called `{}`", T::NAME),
            Err(at) => registered.0.insert(at, entry),
        }
        let tells = tells(&registered.0);
        (entry.reset)(world);
        if let Some(slots) = world.get_part_mut::<Slots>() {
            slots.tell(tells);
        }
        self
    }
}

fn entries(world: &World) -> Vec<Entry> {
    world.get_resource::<Registered>().map(|registered| registered.0.clone()).unwrap_or_default()
}

/// Objects that become new ones are noted if components of objects are registered.
fn tells(entries: &[Entry]) -> bool {
    entries.iter().any(|entry| entry.on_objects)
}

/// A new game begins.
pub(crate) fn reset(world: &mut World) {
    world.part_mut::<Slots>().take_renewed();
    entries(world).iter().for_each(|entry| (entry.reset)(world));
}

/// Objects lose all that plugins have put on them.
pub(crate) fn forget(world: &mut World, objects: impl IntoIterator<Item = ObjectId>) {
    let entries = entries(world);
    if !tells(&entries) {
        return;
    }
    for id in objects {
        let entity = world.part::<Slots>().entity(id);
        entries.iter().filter(|entry| entry.on_objects).for_each(|entry| (entry.forget)(world, entity));
    }
}

/// Copies all registered state into another world. The target has at least as many slots. What is registered there is what
/// is registered here.
pub(crate) fn copy(from: &World, to: &mut World) {
    let (here, there) = (entries(from), entries(to));
    if here.is_empty() && there.is_empty() {
        return;
    }
    to.part_mut::<Slots>().take_renewed();
    if !here.iter().map(|entry| entry.of).eq(there.iter().map(|entry| entry.of)) {
        there.iter().for_each(|entry| (entry.reset)(to));
        to.insert_resource(Registered(here.clone()));
        to.part_mut::<Slots>().tell(tells(&here));
    }
    here.iter().for_each(|entry| (entry.copy)(from, to));
}

/// All registered state as data.
pub(crate) fn save(world: &World) -> Vec<SavedState> {
    entries(world).iter().map(|entry| SavedState { name: entry.name.to_owned(), rows: (entry.save)(world) }).collect()
}

/// Replaces all registered state.
///
/// # Errors
/// What is saved isn't what is registered. The world is good for another game only.
pub(crate) fn load(world: &mut World, saved: &[SavedState]) -> Result<(), StateError> {
    world.part_mut::<Slots>().take_renewed();
    let entries = entries(world);
    if let Some(state) = saved.iter().find(|state| !entries.iter().any(|entry| entry.name == state.name)) {
        return Err(StateError::Unregistered(state.name.clone()));
    }
    for entry in entries {
        let Some(state) = saved.iter().find(|state| state.name == entry.name) else {
            return Err(StateError::Missing(entry.name.to_owned()));
        };
        let unreadable = |problem| StateError::Unreadable { name: entry.name.to_owned(), problem };
        (entry.load)(world, &state.rows).map_err(unreadable)?;
    }
    Ok(())
}

/// Hashes all registered state.
pub(crate) fn hash(world: &World, out: &mut impl Hasher) {
    for entry in entries(world) {
        entry.name.hash(out);
        (entry.hash)(world, out);
    }
}

/// Shows all references of registered state.
pub(crate) fn visit(world: &World, show: &mut impl FnMut(Reference)) {
    entries(world).iter().for_each(|entry| (entry.visit)(world, show));
}

/// Shows all references of registered state to `edit`, which may replace them.
pub(crate) fn visit_mut(world: &mut World, edit: &mut impl FnMut(ReferenceMut<'_>)) {
    entries(world).iter().for_each(|entry| (entry.visit_mut)(world, edit));
}
