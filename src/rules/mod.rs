//! The rules: what reads and changes the data of a game.

pub mod casting;
pub mod combat;
pub mod driver;
pub(crate) mod ending;
pub mod events;
pub mod facts;
pub mod layers;
pub mod leaving;
pub mod legal;
pub mod log;
pub mod mana;
pub mod plugins;
pub(crate) mod prepared;
pub mod reading;
pub mod resolving;
pub mod sba;
pub mod schedule;
pub mod slots;
pub mod snapshot;
pub mod state;
pub mod triggers;
pub mod turn;
pub mod variants;
pub mod work;
pub mod zones;
