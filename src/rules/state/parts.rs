//! The entity of the game.

use bevy_app::App;
use bevy_ecs::component::Mutable;
use bevy_ecs::prelude::*;

/// The entity of the game. There is one in a world with rules; its other components are the parts of the game.
#[derive(Component, Clone, Copy, Default, Debug)]
pub struct GameEntity;

/// Which entity that is.
#[derive(Resource, Clone, Copy, Debug)]
struct TheGame(Entity);

/// The parts of the game in a world: components of its [entity](GameEntity).
pub trait GameWorld {
    /// The entity of the game, with its parts.
    ///
    /// # Panics
    /// If the world has no rules.
    fn game(&self) -> EntityRef<'_>;
    /// A part of the game, if it has such a part.
    fn get_part<C: Component>(&self) -> Option<&C>;
    /// A part of the game, to write to, if it has such a part.
    fn get_part_mut<C: Component<Mutability = Mutable>>(&mut self) -> Option<Mut<'_, C>>;
    /// Gives the game a part, or replaces the one that it has.
    fn insert_part<C: Component>(&mut self, part: C);
    /// Gives the game a part if it has none of that type.
    fn init_part<C: Component + Default>(&mut self);
}

impl GameWorld for World {
    #[inline]
    #[track_caller]
    fn game(&self) -> EntityRef<'_> {
        self.entity(self.resource::<TheGame>().0)
    }
    #[inline]
    fn get_part<C: Component>(&self) -> Option<&C> {
        self.get(self.get_resource::<TheGame>()?.0)
    }
    #[inline]
    fn get_part_mut<C: Component<Mutability = Mutable>>(&mut self) -> Option<Mut<'_, C>> {
        let TheGame(entity) = *self.get_resource::<TheGame>()?;
        self.get_mut(entity)
    }
    fn insert_part<C: Component>(&mut self, part: C) {
        let entity = entity(self);
        self.entity_mut(entity).insert(part);
    }
    fn init_part<C: Component + Default>(&mut self) {
        let entity = entity(self);
        if !self.entity(entity).contains::<C>() {
            self.entity_mut(entity).insert(C::default());
        }
    }
}

/// The entity of the game; made if there is none yet.
fn entity(world: &mut World) -> Entity {
    if let Some(TheGame(entity)) = world.get_resource::<TheGame>() {
        return *entity;
    }
    let entity = world.spawn(GameEntity).id();
    world.insert_resource(TheGame(entity));
    entity
}

#[cold]
#[track_caller]
pub(super) fn missing<C>() -> ! {
    panic!("the game has no {}: the plugin that gives it one isn't there", std::any::type_name::<C>())
}

/// Gives the game parts while an app is built.
pub trait GameApp {
    /// Gives the game a part if it has none of that type.
    fn init_part<C: Component + Default>(&mut self) -> &mut Self;
    /// Gives the game a part, or replaces the one that it has.
    fn insert_part<C: Component>(&mut self, part: C) -> &mut Self;
}

impl GameApp for App {
    fn init_part<C: Component + Default>(&mut self) -> &mut Self {
        self.world_mut().init_part::<C>();
        self
    }
    fn insert_part<C: Component>(&mut self, part: C) -> &mut Self {
        self.world_mut().insert_part(part);
        self
    }
}
