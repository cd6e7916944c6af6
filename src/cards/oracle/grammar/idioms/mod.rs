//! Idioms: small families of sentences that older cards say their own way.
//!
//! | file | what |
//! | --- | --- |
//! | `alone` | creatures that attack alone, that block at least one of some sort |
//! | `anyone` | what any player may pay or have happen |
//! | `boards` | two states of one thing, amounts of damage, costs to attack, who has what |
//! | `casting` | when a spell can be cast, cards of a single graveyard, whom creatures attack |
//! | `coins` | coins that are flipped |
//! | `combat` | what attacks, blocks and is blocked, by whom and what the defending player controls |
//! | `echoes` | what is called back in other words, sentences that say two things at once |
//! | `finds` | what is searched for and exiled or stolen, cards with the name of something |
//! | `fogs` | damage that is prevented to and by the same thing, or redirected |
//! | `held` | targets that something happens to later |
//! | `offers` | what a player may do and what follows from it |
//! | `payments` | when abilities may be activated, costs that older cards name |
//! | `reveals` | cards of a hand that are shown, looked at, chosen from |
//! | `stores` | counters that are removed in any number; limits of activations |
//! | `sums` | halves and other numbers; tokens and cards with a name |
//! | `tribes` | creature types that are chosen |
//! | `turns` | what is turned face up or down, tapped for mana, done at the next end step |
//! | `wider` | hands that are seen, several things with one verb, abilities beside keywords |
//! | `words` | other words for what other rules say |

mod alone;
mod anyone;
mod boards;
mod casting;
mod coins;
mod combat;
mod echoes;
mod finds;
mod fogs;
mod held;
mod offers;
mod payments;
mod reveals;
mod stores;
mod sums;
mod tribes;
mod turns;
mod wider;
mod words;

use super::super::syntax::Rule;
pub(super) use boards::{basic_land, is_toll, toll};
pub(super) use held::{hold, is_held};

/// All of them.
pub(super) fn rules() -> Vec<&'static [Rule]> {
    vec![
        alone::RULES,
        anyone::RULES,
        boards::RULES,
        casting::RULES,
        coins::RULES,
        combat::RULES,
        echoes::RULES,
        finds::RULES,
        fogs::RULES,
        offers::RULES,
        payments::RULES,
        reveals::RULES,
        stores::RULES,
        sums::RULES,
        tribes::RULES,
        turns::RULES,
        wider::RULES,
        words::RULES,
    ]
}
