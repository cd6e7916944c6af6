//! Idioms: small families of sentences that older cards say their own way.
//!
//! | file | what |
//! | --- | --- |
//! | `coins` | coins that are flipped |
//! | `combat` | what attacks, blocks and is blocked, by whom and what the defending player controls |
//! | `fogs` | damage that is prevented to and by the same thing, or redirected |
//! | `held` | targets that something happens to later |
//! | `offers` | what a player may do and what follows from it |
//! | `reveals` | cards of a hand that are shown, looked at, chosen from |
//! | `stores` | counters that are removed in any number; limits of activations |
//! | `tribes` | creature types that are chosen |
//! | `turns` | what is turned face up or down, tapped for mana, done at the next end step |
//! | `wider` | hands that are seen, several things with one verb, abilities beside keywords |
//! | `words` | other words for what other rules say |

mod coins;
mod combat;
mod fogs;
mod held;
mod offers;
mod reveals;
mod stores;
mod tribes;
mod turns;
mod wider;
mod words;

use super::super::syntax::Rule;
pub(super) use held::{hold, is_held};

/// All of them.
pub(super) fn rules() -> Vec<&'static [Rule]> {
    vec![
        coins::RULES,
        combat::RULES,
        fogs::RULES,
        offers::RULES,
        reveals::RULES,
        stores::RULES,
        tribes::RULES,
        turns::RULES,
        wider::RULES,
        words::RULES,
    ]
}
