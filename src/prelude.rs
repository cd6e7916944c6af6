//! The names that most programs need: cards, games, decisions and answers, views, agents.
//!
//! ```
//! use dracones::prelude::*;
//!
//! let db = CardDb::embedded();
//! let setup = GameSetup::from_names(&db, &[vec![("Forest", 60)], vec![("Mountain", 60)]]).unwrap();
//! assert!(!Game::new(&setup, 7, 0).outcome().is_over());
//! ```

pub use crate::agents::{Agent, AgentMaker, Greedy, Mcts, Random, stream};
pub use crate::cards::CardDb;
pub use crate::game::client::{Click, Draft, Progress, Stops};
pub use crate::game::view::SeatView;
pub use crate::game::{Deck, Game, GameSetup};
pub use crate::model::decision::{Answer, Choice, Decision, Prompt, Shape};
pub use crate::model::ids::{Handle, ObjectRef, Seat};
pub use crate::model::outcome::Outcome;
pub use crate::model::rng::Stream;
pub use crate::rules::plugins::RulesPlugins;
pub use crate::rules::state::{EditGame, GameWorld, ReadGame};
