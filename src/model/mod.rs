//! Plain data: what a game is made of. Nothing here touches a `World`.

pub mod bindings;
pub(crate) mod by_field;
pub mod cast;
pub mod chosen;
pub mod combat;
pub mod commander;
pub mod continuous;
pub mod decision;
pub mod dirt;
pub mod entering;
pub mod event;
pub mod fact;
pub mod history;
pub mod ids;
pub mod mana;
pub mod object;
pub mod outcome;
pub mod player;
pub mod rare;
pub mod references;
pub mod rng;
pub mod saved;
pub mod snapshot;
pub mod task;
pub mod trigger;
pub mod turn;
pub mod zone;

pub use task::agenda;
