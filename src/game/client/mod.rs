//! What a client of the game needs: views, questions, clicks, stops and a stream of events.
//!
//! Everything that leaves here for a seat is data that serialises, with a schema of its own ([`VIEW_SCHEMA`]), and
//! tells nothing that the seat may not know (CR 400.2). Objects go by [`Handle`](crate::model::ids::Handle)s, which say
//! nothing about where a card was while nobody could follow it.
//!
//! | file | what |
//! | --- | --- |
//! | `visibility` | who looks, and what they see of an object |
//! | `view`, `build` | the schema of views, and how they are made |
//! | `describe` | abilities, costs and instructions as text |
//! | `question`, `sentence`, `asker` | decisions for people, what they are about and what each option means |
//! | `against` | which options work against those who choose |
//! | `clicks` | from clicks to answers |
//! | `remaining` | what is left of one's deck |
//! | `stops` | when priority is passed without asking |
//! | `event`, `feed` | the stream of events |
//! | `choice_text`, `log_text` | decisions and facts as text |
//! | `search` | a search of a library as one line |
//! | `numbers` | what tells permanents of the same name apart |
//! | `game` | all of it as methods of [`Game`](crate::Game) |

mod against;
mod asker;
mod build;
pub(crate) mod choice_text;
mod clicks;
pub mod describe;
mod event;
pub(crate) mod feed;
mod game;
pub(crate) mod log_text;
mod numbers;
mod question;
mod remaining;
mod search;
mod sentence;
mod stops;
mod view;
mod visibility;

pub use crate::rules::log::Numbers;
pub use build::{Detail, view};
pub use choice_text::Words;
pub use clicks::{Click, Draft, Progress};
pub use event::{ClientEvent, EventCause, GameEvent};
pub(crate) use feed::restart;
pub use feed::{Feed, follow, take_events, unfollow};
pub use log_text::tell;
pub(crate) use log_text::{counted, listed};
pub use question::{Act, Form, OptionView, Question};
pub use remaining::Remaining;
pub(crate) use sentence::about;
pub use stops::{Stops, Until};
pub use view::*;
pub use visibility::{Viewer, Visibility, VisibleObject, VisibleReferent};
