//! The rules of Magic: The Gathering as a `bevy_ecs` world: exact, deterministic, fast.
//!
//! A [`Game`] asks [decisions](decision::Decision) and takes [answers](decision::Answer) until it has an
//! [outcome](outcome::Outcome). All of its state is plain data in one [`World`](bevy_ecs::world::World), so that it
//! can be forked, hashed, saved and resumed at every decision. Cards are data, too: RON definitions in the
//! [vocabulary](cards::def) of the Comprehensive Rules, without Rust for a single card.
//!
//! | module | rules |
//! | --- | --- |
//! | [`object`], [`zones`], [`player`] | what there is (CR 109, 400, 102) |
//! | [`cards`] | definitions and their vocabulary |
//! | [`decision`] | the agenda, decisions, the driver |
//! | [`reading`], [`legal`] | filters, conditions, quantities; targets and legal actions |
//! | [`events`], [`triggers`] | batches, replacement (614-616), triggered abilities (603) |
//! | [`effects`] | instructions (608.2, 609, 701) |
//! | [`casting`], [`mana`] | spells, abilities, costs (601, 602, 605, 608, 118) |
//! | [`layers`] | continuous effects (611, 613) |
//! | [`turn`], [`combat`], [`sba`] | turns and priority (500, 117), combat (506-511), state-based actions (704) |
//! | [`replay`] | games as files: recorded, resumed, taken back |
//! | [`snapshot`], [`view`], [`log`] | saving, hashing, forking; what a seat knows; the stream of facts |

pub mod agents;
pub mod cards;
pub mod casting;
#[cfg(feature = "cli")]
pub mod cli;
pub mod combat;
pub mod decision;
pub mod decks;
pub mod effects;
pub mod events;
pub mod game;
pub mod ids;
pub mod layers;
pub mod legal;
pub mod log;
pub mod mana;
pub mod object;
pub mod outcome;
pub mod perft;
pub mod player;
pub mod plugins;
pub mod reading;
pub mod replay;
pub mod rng;
pub mod sba;
pub mod scenario;
pub mod schedule;
pub mod simulate;
pub mod snapshot;
pub mod soak;
pub mod triggers;
pub mod turn;
pub mod variants;
pub mod view;
pub mod zones;

pub use game::{Deck, Game, GameSetup};
pub use plugins::RulesPlugins;

/// The examples of the README, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
