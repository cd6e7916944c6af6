//! The state of a game in its world: what there is once a game, and how it is reached.
//!
//! What there is once a game and nearly every rule names, zones, players, the turn, is a component of one entity, the
//! game's: the *parts* of the game. A system asks for one as `Single<&Zones>`; code that has the world as
//! [`part`](GameWorld::part). What one plugin keeps for itself is a resource.
//!
//! | file | what |
//! | --- | --- |
//! | `parts` | the entity of the game and its parts |
//! | `borrowed` | the state as rules read and change it: in a world, or in the parameters of a system |

mod borrowed;
mod parts;

pub use borrowed::{AllParts, Changing, Column, EditGame, GameState, Part, ReadGame, Source};
pub use parts::{GameApp, GameEntity, GameWorld};
