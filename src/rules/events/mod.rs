//! Events (CR 700.1, 614-616): what is about to happen at once, what replaces it, what happened.
//!
//! What can be replaced or can trigger something goes through a [`Batch`](crate::model::event::Batch):
//! [`Event`](enum@crate::model::event::Event)s that are proposed together, replaced (616), performed together, logged
//! as [`Fact`](crate::model::fact::Fact)s, and matched by triggers (603) against the board right after (or, where they
//! look back, right before). What the batch did ([`BatchResult`](crate::model::event::BatchResult)) is
//! returned to the task that proposed it.
//!
//! | file | what |
//! | --- | --- |
//! | `run` | the task of a batch, phase by phase |
//! | `replace` | the loop of CR 616.1: one event after another, tier by tier |
//! | `applicable` | which replacement and prevention effects apply (614.1, 614.12, 615.1) |
//! | `replaced` | whether an event is one that such an effect is about |
//! | `apply` | what each does to the event; damage that is prevented (615) |
//! | `asks` | the choices that belong to it |
//! | `entering` | the permanent as it would be on the battlefield (614.12) |
//! | `possible` | which events can't happen (614.17) or would do nothing (614.7a) |
//! | `contained` | events within events (616.1g): destroying moves, creating tokens enters |
//! | `perform` | everything at once, one family of events a file |
//! | `record` | facts: the log, what the turn remembers, triggers |
//! | `blessing` | who gets the city's blessing (702.131) |
//! | `speed` | the speed of players (702.179) |
//! | `day_night`, `transform` | day and night (731), daybound and nightbound (702.145); double-faced permanents are turned over (701.27) |
//! | `exert` | exerting permanents (701.43) |
//! | `drawn` | cards that are revealed as they are drawn (702.94) |
//! | `dungeons`, `sagas` | rooms (309) and chapters (714) |
//! | `doors` | halves of permanents are locked and unlocked (709.5) |
//! | `outcome` | losing, leaving, and the end of the game (104, 800.4a) |
//!
//! # Invariants
//! * A replacement applies to an event once (614.5): the event carries the keys of those that have.
//! * "Can't" is tested before replacement (614.17).

mod applicable;
mod apply;
mod asks;
pub(crate) mod blessing;
mod contained;
pub(crate) mod day_night;
pub(crate) mod doors;
mod drawn;
pub(crate) mod dungeons;
mod entering;
pub(crate) mod exert;
mod outcome;
mod perform;
mod possible;
pub(crate) mod record;
mod replace;
mod replaced;
mod run;
pub(crate) mod sagas;
pub(crate) mod speed;
pub(crate) mod transform;

#[cfg(test)]
pub(crate) mod tests;

pub(crate) use applicable::is_replaced;
pub(crate) use apply::spells::in_words as rule_in_words;
pub use contained::draws;
pub(crate) use contained::lacks_host;
pub(crate) use drawn::offer_to_reveal;
pub use entering::{
    enter_tapped, enter_with_counters, enter_with_effect, entering_now, enters_as, is_entering, remember_choice,
};
pub use outcome::check_outcome;
pub(crate) use outcome::{anything_forsaken, concede, exile_forsaken, forget, leave_game};
pub(crate) use possible::{can_draw, can_happen, counters_on};
pub use record::record;
pub(crate) use replaced::damage_to_matches;
pub use run::{EventsPlugin, propose};
pub(crate) use run::{drop_batch, give_up, start};
