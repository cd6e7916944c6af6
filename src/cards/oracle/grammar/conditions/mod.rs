//! Conditions.
//!
//! | file | what |
//! | --- | --- |
//! | `basic` | what most cards ask |
//! | `boards` | what static abilities ask: hands, counters, the top card of a library, what attacks |
//! | `casts` | what conditions ask of graveyards, of how a spell was cast, of equipment and of attacks |
//! | `compared` | what something is compared with, whose turn it is, what was discarded this way |
//! | `happened` | what objects did or what was done to them, as conditions |
//! | `players` | what happened to players: life, damage, cards; what an ability did before |
//! | `spells` | what conditions ask of X, of what was sacrificed and of what was done this way |
//! | `spent` | what mana was spent to cast a spell; spells that have keywords while they are cast |
//! | `states` | what conditions ask of objects, zones and the turn |
//! | `was` | what objects were as they last were where they were, and who controls them |
//! | `wounds` | what was dealt damage by what, and what is exiled instead of dying |

mod basic;
mod boards;
mod casts;
mod compared;
mod happened;
mod players;
mod spells;
pub(super) mod spent;
pub(super) mod states;
mod was;
pub(super) mod wounds;

use crate::cards::oracle::syntax::Rule;
pub(super) use basic::with_kicker;

/// All of them. What can be said in several ways is said as the first one does.
pub(super) fn rules() -> Vec<&'static [Rule]> {
    vec![
        basic::RULES,
        spent::RULES,
        states::RULES,
        compared::RULES,
        wounds::RULES,
        happened::RULES,
        happened::CASTING,
        players::RULES,
        spells::RULES,
        boards::RULES,
        casts::RULES,
        was::RULES,
    ]
}
