//! All rules as one plugin group, for [`Game`](crate::Game) and for a client's own `App`.

use crate::rules::driver::TaskTable;
use crate::rules::state::{GameWorld, Registered};
use bevy_app::plugin_group;
use bevy_app::prelude::*;

plugin_group! {
    /// All rules of the game. Adding it to an `App` gives its world everything that
    /// [`setup`](crate::game::setup) and [`advance`](crate::rules::driver::advance) need.
    ///
    /// ```
    /// use bevy_app::prelude::*;
    /// use dracones::game;
    /// use dracones::model::decision::Pending;
    /// use dracones::prelude::*;
    /// use dracones::rules::driver::advance;
    ///
    /// let mut app = App::new();
    /// app.add_plugins(RulesPlugins);
    /// let db = CardDb::embedded();
    /// let setup = GameSetup::from_names(&db, &[vec![("Forest", 60)], vec![("Mountain", 60)]]).unwrap();
    /// // Game 0 of seed 7, which the first seat begins; it stands still at its first decision.
    /// game::setup(app.world_mut(), &setup, 7, 0, Seat(0)).unwrap();
    /// advance(app.world_mut());
    /// let decision = app.world().part::<Pending>().0.clone().unwrap();
    /// let answer = decision.sample(&mut Stream::new(1, 1));
    /// game::submit(app.world_mut(), answer).unwrap();
    /// ```
    ///
    /// | plugin | rules |
    /// | --- | --- |
    /// | `CorePlugin` | objects, zones, players, the agenda |
    /// | `LayersPlugin` | continuous effects and the layers (CR 611, 613) |
    /// | `EventsPlugin` | batches of events, replacement (614-616) |
    /// | `TriggersPlugin` | triggered abilities (603) |
    /// | `ResolvingPlugin` | instructions (608.2, 609, 701) |
    /// | `CastingPlugin` | spells, activated abilities, mana (601, 602, 605, 608) |
    /// | `TurnPlugin` | setting up, turns, priority (103, 117, 500-514) |
    /// | `CombatPlugin` | combat (506-511) |
    /// | `SbaPlugin` | state-based actions (704) |
    /// | `LeavingPlugin` | players who leave the game (104.3a, 800.4) |
    /// | `CommanderPlugin` | commanders (903) |
    /// | `PlanesPlugin` | planes and the planar die (311, 901) |
    /// | `SchemesPlugin` | schemes (314, 904) |
    ///
    /// Combat and the last three can be left out: `RulesPlugins.build().disable::<CombatPlugin>()`. A game that needs what was
    /// left out is refused when it is set up or restored ([`MissingRules`](crate::game::MissingRules)).
    pub struct RulesPlugins {
        :CorePlugin,
        crate::rules::layers:::LayersPlugin,
        crate::rules::events:::EventsPlugin,
        crate::rules::triggers:::TriggersPlugin,
        crate::rules::resolving:::ResolvingPlugin,
        crate::rules::casting:::CastingPlugin,
        crate::rules::turn:::TurnPlugin,
        crate::rules::combat:::CombatPlugin,
        crate::rules::sba:::SbaPlugin,
        crate::rules::leaving:::LeavingPlugin,
        crate::rules::variants:::CommanderPlugin,
        crate::rules::variants:::PlanesPlugin,
        crate::rules::variants:::SchemesPlugin,
    }
}

/// What all other plugins rest on.
#[derive(Default, Debug)]
pub struct CorePlugin;

impl Plugin for CorePlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<TaskTable>().init_resource::<Registered>();
        app.world_mut().init_game();
    }
}
