//! The state of a game in its world: what there is once a game, and how it is reached.
//!
//! What there is once a game and nearly every rule names, zones, players, the turn, are the *parts* of the game: fields of
//! two components of one entity, [`GameParts`] for what is state and [`DerivedParts`] for what follows from it. A system
//! asks for them as `Single<&GameParts>`; code that has the world reads one as [`part`](ReadGame::part). What one plugin
//! keeps for itself is a resource.
//!
//! Functions of the rules take `&impl ReadGame` or `&mut impl EditGame`: the world, or the [`GameState`] that a system gets
//! from its parameter [`Changing`]. Only what runs schedules, makes entities, or keeps and restores whole games takes the
//! world itself.
//!
//! | file | what |
//! | --- | --- |
//! | `parts` | the entity of the game and its parts |
//! | `borrowed` | the state as rules read and change it: in a world, or in the parameters of a system |
//! | `rows` | the components of objects in the borrowed state, by number |
//! | `features` | which of the rules that can be left out are there |
//! | `fact_steps` | what plugins do as facts are recorded |
//! | `registered` | components and resources of plugins that are state of the game |
//! | `zone_moves` | the steps of a change of zones, and what plugins add to them |

mod borrowed;
mod fact_steps;
mod features;
mod parts;
pub(crate) mod registered;
mod rows;
mod zone_moves;

pub use crate::model::snapshot::GameParts;
pub(crate) use borrowed::Borrowing;
pub use borrowed::{Changing, Column, DerivedParts, EditGame, GameState, Part, ReadGame, Source};
pub use fact_steps::FactSteps;
pub(crate) use fact_steps::FactStepsApp;
pub(crate) use features::FeaturesApp;
pub use features::{Features, MissingRules};
pub(crate) use parts::TheGame;
pub use parts::{GameEntity, GameWorld};
pub(crate) use registered::Registered;
pub use registered::{AsResource, Keep, OnObjects, PluginState, StateApp, StateError};
pub use rows::Rows;
pub use zone_moves::{PlannedMove, ZoneMoveApp, ZoneMoveSet, ZoneMoveStep, ZoneMoves};
