//! The rules of Magic: The Gathering as a `bevy_ecs` world: exact, deterministic, fast.
//!
//! A [`Game`] asks [decisions](decision::Decision) and takes [answers](decision::Answer) until it has an
//! [outcome](outcome::Outcome). All of its state is plain data in one [`World`](bevy_ecs::world::World), so that it
//! can be forked, hashed, saved and resumed at every decision. Cards are data, too: RON definitions in the
//! [vocabulary](cards::def) of the Comprehensive Rules, without Rust for a single card.
//!
//! # The model in a page
//!
//! ```
//! use dracones::cards::CardDb;
//! use dracones::client::{Click, Draft, Progress, Stops};
//! use dracones::ids::Seat;
//! use dracones::rng::Stream;
//! use dracones::{Game, GameSetup};
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
//! game.follow(person);
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
//!     // A view is all that the seat may know, as data that serialises. Where the person doesn't want to be asked for
//!     // priority, passing goes without saying.
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
//! * **Decisions** have one of six [shapes](decision::Shape) over a list of [choices](decision::Choice), and a
//!   [prompt](decision::Prompt) that says why. [Agents](agents::Agent) get them with a borrowed
//!   [`SeatView`](view::SeatView); [clients](client) get them as [questions](client::Question).
//! * **The agenda** holds what the game will still do, as [tasks](decision::Task). The [driver](decision::advance) pops a
//!   task and runs it; a task proposes a batch of [events], pushes further tasks, or asks.
//! * **Objects** are entities behind numbers: an [`ObjectRef`](ids::ObjectRef) dies with each change of zones (CR 400.7).
//!   Rules read them through [`Board`](reading::Board); [`move_objects`](zones::move_objects) is the only writer of zones.
//! * **Continuous effects** are entities, too; the [layers] compute characteristics when something that an effect
//!   reads has changed. [`Game::explain`] says why something is what it is.
//! * **What a seat may not know** never reaches it: objects go by [`Handle`](ids::Handle)s outside of the rules.
//!
//! `docs/` in the repository has guides: how to write cards, scenarios, agents and clients. [`RulesPlugins`] puts the rules
//! into a bevy `App` of your own.
//!
//! | module | rules |
//! | --- | --- |
//! | [`object`], [`zones`], [`player`] | what there is (CR 109, 400, 102) |
//! | [`cards`] | definitions and their vocabulary |
//! | [`words`] | what definitions say, in English |
//! | [`decision`] | the agenda, decisions, the driver |
//! | [`reading`], [`legal`] | filters, conditions, quantities; targets and legal actions |
//! | [`events`], [`triggers`] | batches, replacement (614-616), triggered abilities (603) |
//! | [`effects`] | instructions (608.2, 609, 701) |
//! | [`casting`], [`mana`] | spells, abilities, costs (601, 602, 605, 608, 118) |
//! | [`layers`] | continuous effects (611, 613) |
//! | [`turn`], [`combat`], [`sba`] | turns and priority (500, 117), combat (506-511), state-based actions (704) |
//! | [`client`], [`view`], [`log`] | what seats may know: views, questions, events; the stream of facts |
//! | [`replay`] | games as files: recorded, resumed, taken back |
//! | [`snapshot`] | saving, hashing, forking |

pub mod agents;
pub mod cards;
pub mod casting;
#[cfg(feature = "cli")]
pub mod cli;
pub mod client;
pub mod combat;
pub mod decision;
pub mod decks;
pub mod effects;
pub mod events;
pub mod game;
pub mod ids;
pub mod layers;
pub mod leaving;
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
pub mod words;
pub mod zones;

pub use game::{Deck, Game, GameSetup};
pub use plugins::RulesPlugins;

/// The examples of the README, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
