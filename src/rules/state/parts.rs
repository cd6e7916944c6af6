//! The entity of the game.

use super::{Borrowing, DerivedParts, GameParts, Part};
use bevy_ecs::prelude::*;

/// The entity of the game. There is one in a world with rules; its other components are the parts of the game.
#[derive(Component, Clone, Copy, Default, Debug)]
pub struct GameEntity;

/// Which entity that is.
#[derive(Resource, Clone, Copy, Debug)]
pub(crate) struct TheGame(Entity);

/// The parts of the game in a world: what is in the components of its [entity](GameEntity).
pub trait GameWorld {
    /// The entity of the game.
    ///
    /// # Panics
    /// If the world has no rules.
    fn game(&self) -> EntityRef<'_>;
    /// The parts of the game that are its state.
    ///
    /// # Panics
    /// If the world has no rules.
    fn parts(&self) -> &GameParts;
    /// The parts of the game, to write to.
    ///
    /// # Panics
    /// If the world has no rules.
    fn parts_mut(&mut self) -> (&mut GameParts, &mut DerivedParts);
    /// The parts of the game that are its state, to write to.
    ///
    /// # Panics
    /// If the world has no rules.
    fn state_mut(&mut self) -> &mut GameParts;
    /// A part of the game; `None` in a world without rules.
    fn get_part<C: Part>(&self) -> Option<&C>;
    /// A part of the game, to write to; `None` in a world without rules.
    fn get_part_mut<C: Part>(&mut self) -> Option<&mut C>;
    /// Replaces a part of the game.
    ///
    /// # Panics
    /// If the world has no rules.
    fn insert_part<C: Part>(&mut self, part: C);
    /// Makes the entity of the game, with parts as they are before a game, if the world has none.
    fn init_game(&mut self);
}

impl GameWorld for World {
    #[inline]
    #[track_caller]
    fn game(&self) -> EntityRef<'_> {
        self.entity(self.resource::<TheGame>().0)
    }
    fn parts(&self) -> &GameParts {
        self.game().get().unwrap_or_else(|| missing::<GameParts>())
    }
    fn parts_mut(&mut self) -> (&mut GameParts, &mut DerivedParts) {
        let TheGame(entity) = *self.resource::<TheGame>();
        let (parts, derived) = self
            .entity_mut(entity)
            .into_components_mut::<(&mut GameParts, &mut DerivedParts)>()
            .unwrap_or_else(|_| missing::<GameParts>());
        (parts.into_inner(), derived.into_inner())
    }
    fn state_mut(&mut self) -> &mut GameParts {
        let TheGame(entity) = *self.resource::<TheGame>();
        self.get_mut::<GameParts>(entity).unwrap_or_else(|| missing::<GameParts>()).into_inner()
    }
    #[inline]
    fn get_part<C: Part>(&self) -> Option<&C> {
        C::of_entity(self.entity(self.get_resource::<TheGame>()?.0))
    }
    #[inline]
    fn get_part_mut<C: Part>(&mut self) -> Option<&mut C> {
        let TheGame(entity) = *self.get_resource::<TheGame>()?;
        C::of_entity_mut(self.entity_mut(entity).into_mutable())
    }
    fn insert_part<C: Part>(&mut self, part: C) {
        *self.get_part_mut().unwrap_or_else(|| missing::<C>()) = part;
    }
    fn init_game(&mut self) {
        if self.get_resource::<TheGame>().is_none() {
            let entity = self.spawn((GameEntity, GameParts::default(), DerivedParts::default())).id();
            self.insert_resource(TheGame(entity));
            self.init_resource::<Borrowing>();
        }
    }
}

#[cold]
#[track_caller]
pub(super) fn missing<C>() -> ! {
    panic!("the world has no rules, and no {}", std::any::type_name::<C>())
}
