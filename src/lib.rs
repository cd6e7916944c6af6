//! The rules of Magic: The Gathering as a `bevy_ecs` world: exact, deterministic, fast.
//!
//! A [`Game`] asks [decisions](model::decision::Decision) and takes [answers](model::decision::Answer) until it has an
//! [outcome](model::outcome::Outcome). All of its state is plain data in one [`World`](bevy_ecs::world::World), so that it
//! can be forked, hashed, saved and resumed at every decision. Cards are data, too: RON definitions in the
//! [vocabulary](cards::def) of the Comprehensive Rules, without Rust for a single card.
//!
//! # Features
//!
//! The default features `cli` and `play` are for the program `dracones`. A program that uses the library leaves them out:
//!
//! ```toml
//! dracones = { version = "0.1", default-features = false }
//! ```
//!
//! Without them there is no terminal, no command line, no signal handling and no package for any of these, and the library
//! builds for `wasm32-unknown-unknown`. It starts threads in [`tools::simulate::run()`], [`tools::matches`] and [`tools::soak`] only. The feature
//! `debug` puts names of systems and components into messages of `bevy_ecs`.
//!
//! # The model in a page
//!
//! ```
//! use dracones::prelude::*;
//!
//! // Definitions of cards are shared by all games of a process; a setup is what the games of a match have in common.
//! let db = CardDb::embedded();
//! let green = vec![("Forest", 24), ("Grizzly Bears", 24), ("Giant Growth", 12)];
//! let red = vec![("Mountain", 24), ("Goblin Guide", 24), ("Lightning Bolt", 12)];
//! let setup = GameSetup::from_names(&db, &[green, red]).unwrap();
//!
//! // Game 0 of seed 7. Together with the answers that determines everything that will happen.
//! let mut game = Game::new(&setup, 7, 0);
//! let person = Seat(0);
//! game.follow(person).unwrap();
//!
//! // The game stands still at its open decision until somebody answers. Here seat A is a person at a screen, and seat B
//! // answers at random.
//! let mut random = Stream::new(1, 1);
//! let mut stops = Stops::default();
//! while let Some(decision) = game.decision() {
//!     if decision.decider != person {
//!         let answer = decision.sample(&mut random);
//!         game.submit(answer).unwrap();
//!         continue;
//!     }
//!     // A view is all that the seat may know, as data that serialises. Where the person doesn't want to be asked, the
//!     // stops pass priority for them.
//!     let view = game.view(person);
//!     if let Some(pass) = stops.answer(&view) {
//!         game.reply(person, &pass).unwrap();
//!         continue;
//!     }
//!     // Otherwise the question says what can be clicked. This person clicks what comes last, and if that isn't enough
//!     // to make an answer, leaves it to chance.
//!     let question = view.question.expect("they are asked");
//!     let last = (question.options.len() as u16).checked_sub(1);
//!     let mut draft = Draft::new(question);
//!     let answer = match draft.click(&last.map_or(Click::Yes(true), Click::Option)) {
//!         Progress::Answer(answer) => answer,
//!         _ => draft.question().sample(&mut random),
//!     };
//!     // An illegal answer is an error and changes nothing.
//!     game.reply(person, &answer).unwrap();
//! }
//! assert!(game.outcome().is_over());
//!
//! // What happened, in order and as far as the person could see it: for animations and for the log.
//! let events = game.take_events(person);
//! assert!(events.iter().any(|event| event.text.is_some()));
//!
//! // A game is a value.
//! assert_eq!(game.fork().sync_hash(), game.sync_hash());
//! ```
//!
//! * **Decisions** have one of seven [shapes](model::decision::Shape) over a list of [choices](model::decision::Choice), and a
//!   [prompt](model::decision::Prompt) that says why. [Agents](agents::Agent) get them with a borrowed
//!   [`SeatView`](game::view::SeatView); [clients](game::client) get them as [questions](game::client::Question).
//! * **The agenda** holds what the game will still do, as [tasks](model::task::Task). The
//!   [driver](rules::driver::advance) pops a task and runs it; a task proposes a batch of [events](rules::events),
//!   pushes further tasks, or asks.
//! * **Objects** are entities behind numbers: an [`ObjectRef`](model::ids::ObjectRef) dies with each change of zones
//!   (CR 400.7). Rules read them through [`Board`](rules::reading::Board); [`move_objects`](rules::zones::move_objects)
//!   moves them while a game is played; nothing outside of [`rules::zones`] writes zones.
//! * **Continuous effects** are entities, too; the [layers](rules::layers) compute characteristics when something that
//!   an effect reads has changed. [`Game::explain`] says why something is what it is.
//! * **What a seat may not know** never reaches it: objects go by [`Handle`](model::ids::Handle)s outside of the rules.
//!
//! `docs/` in the repository has guides: how to write cards, scenarios, agents, clients and plugins. [`RulesPlugins`] puts the rules
//! into a bevy `App` of your own, and [`FactsPlugin`](rules::facts::FactsPlugin) tells
//! its systems and observers what happens.
//!
//! | module | what is in it |
//! | --- | --- |
//! | [`model`] | plain data: objects, zones, players, events, tasks, decisions |
//! | [`cards`] | definitions, their vocabulary, what they say in English |
//! | [`rules`] | what reads and changes the data |
//! | [`rules::reading`], [`rules::legal`] | filters, conditions, quantities; targets and legal actions (CR 115, 117.1) |
//! | [`rules::zones`], [`rules::events`] | moves (400), batches, replacement (614-616) |
//! | [`rules::triggers`], [`rules::resolving`] | triggered abilities (603), instructions (608.2, 609, 701) |
//! | [`rules::casting`], [`rules::mana`] | spells, abilities, costs (601, 602, 605, 608, 118) |
//! | [`rules::layers`] | continuous effects (611, 613) |
//! | [`rules::turn`], [`rules::combat`], [`rules::sba`] | turns and priority (500, 117), combat (506-511), state-based actions (704) |
//! | [`game`] | a game: [snapshots](game::snapshot), [what agents](game::view) and [clients](game::client) see |
//! | [`agents`] | policies that play |
//! | [`tools`] | scenarios, [replays](tools::replay), bulk games, matches, checks, decks |

pub mod agents;
pub mod cards;
pub mod game;
pub mod model;
pub mod prelude;
pub mod rules;
pub mod tools;

pub use bevy_app;
pub use bevy_ecs;
pub use game::{Deck, Game, GameSetup, UnknownSeat};
pub use rules::plugins::RulesPlugins;

/// The examples of the README and of the guides, as tests.
#[cfg(doctest)]
mod documents {
    #[doc = include_str!("../README.md")]
    struct Readme;
    #[doc = include_str!("../docs/agents.md")]
    struct Agents;
    #[doc = include_str!("../docs/clients.md")]
    struct Clients;
    #[doc = include_str!("../docs/plugins.md")]
    struct Plugins;
}
