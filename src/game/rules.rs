//! Which rules games are played by: all of them, fewer, or more.

use super::{Game, GameSetup, SetupError};
use crate::cards::CardDb;
use crate::game::snapshot::{Snapshot, SnapshotError};
use crate::rules::plugins::RulesPlugins;
use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use std::sync::Arc;

/// Which rules games are played by: a function that adds plugins to an `App`.
///
/// A [`Game`] makes worlds for its forks by it, so that agents who look ahead play by the same rules. It is a plugin, too: a
/// client adds it to its own `App` instead of [`RulesPlugins`].
///
/// # Examples
/// ```
/// use dracones::bevy_app::App;
/// use dracones::game::Rules;
/// use dracones::prelude::*;
///
/// let rules = Rules::new(|app: &mut App| {
///     app.add_plugins(RulesPlugins);
///     // Plugins of your own follow here.
/// });
/// let db = CardDb::embedded();
/// let setup = GameSetup::from_names(&db, &[vec![("Forest", 60)], vec![("Mountain", 60)]]).unwrap();
/// let game = rules.game(&setup, 7, 0).unwrap();
/// assert_eq!(game.sync_hash(), Game::new(&setup, 7, 0).sync_hash());
/// ```
#[derive(Resource, Clone, Default)]
pub struct Rules(Option<Arc<Build>>);

/// What adds the plugins.
type Build = dyn Fn(&mut App) + Send + Sync;

impl std::fmt::Debug for Rules {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.0.is_some() { "Rules(..)" } else { "Rules" })
    }
}

impl Plugin for Rules {
    fn build(&self, app: &mut App) {
        match &self.0 {
            Some(build) => build(app),
            None => {
                app.add_plugins(RulesPlugins);
            }
        }
        app.insert_resource(self.clone());
    }
}

impl Rules {
    /// The rules that a function adds to an `App`: [`RulesPlugins`], perhaps without some of them, then plugins of others.
    /// It is called for every world that is made, and has to add the same plugins each time.
    pub fn new(build: impl Fn(&mut App) + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(build)))
    }

    /// A new game by these rules, number `number` of `seed`, up to its first decision, like [`Game::new`].
    ///
    /// # Errors
    /// If the setup needs rules that were left out.
    pub fn game(&self, setup: &GameSetup, seed: u64, number: u64) -> Result<Game, SetupError> {
        let mut game = Game { world: self.world(), cards: setup.cards };
        game.reset(setup, seed, number, None)?;
        Ok(game)
    }

    /// A game by these rules from a snapshot, like [`Game::restore`].
    ///
    /// # Errors
    /// As [`Game::restore`]; state of plugins that these rules don't have, or that the snapshot doesn't have; rules that
    /// were left out and are needed.
    pub fn restore(&self, snapshot: &Snapshot, db: &CardDb) -> Result<Game, SnapshotError> {
        let table = snapshot.table(db)?;
        let named = snapshot.check_all(&table)?;
        Game::with_state(self, snapshot, table, named)
    }

    /// The rules of a world.
    pub(crate) fn of(world: &World) -> Self {
        world.get_resource().cloned().unwrap_or_default()
    }

    /// Whether these are the same rules as others.
    pub(crate) fn are(&self, others: &Self) -> bool {
        match (&self.0, &others.0) {
            (Some(build), Some(other)) => Arc::ptr_eq(build, other),
            (None, None) => true,
            _ => false,
        }
    }

    /// A world with the rules and no game in it.
    pub(crate) fn world(&self) -> World {
        let mut app = App::empty();
        app.add_plugins(self.clone());
        app.finish();
        app.cleanup();
        std::mem::take(app.world_mut())
    }
}
