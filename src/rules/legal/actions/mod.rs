//! What a player with priority can do (CR 117.1): play lands, cast spells, activate abilities.
//!
//! | file | what |
//! | --- | --- |
//! | `cache` | what is known until something changes |
//! | `summary` | the quick answer |
//! | `enumerate` | lands and spells, zone by zone |
//! | `abilities` | activated abilities |
//! | `offers` | what plugins let players do besides |
//! | `timing` | timing, summoning sickness, limits |

mod abilities;
mod cache;
mod enumerate;
mod offers;
mod summary;
mod timing;

pub(crate) use abilities::mana_abilities_now;
pub use cache::{LegalCache, actions, can_act, mana_abilities};
pub(crate) use cache::{Windows, look_for_actions, with_means};
pub use enumerate::lands_during_resolution;
pub use offers::Offers;
pub(crate) use offers::OffersApp;
pub(crate) use timing::is_sick;
pub use timing::{sorcery_time, split_second, summoning_sick, too_new, use_allowed};
