//! Sentences of static abilities that families of cards say.
//!
//! | file | what |
//! | --- | --- |
//! | `abilities` | what has the activated abilities of others, abilities in quotes beside keywords, what can't be activated |
//! | `asks` | what static abilities ask: hands, counters, the top card of a library, what attacks |
//! | `copies` | what enters as a copy of something of a player |
//! | `costs` | spells that cost less or more, by what they are and from where they are cast |
//! | `natures` | colours, types and sizes that permanents have |
//! | `nouns` | lists of nouns, and what stands behind them |
//! | `permits` | cards that may be cast from the graveyard or from exile by their own words |
//! | `players` | what players can and can't do |
//! | `restraints` | what permanents can't do or be the target of |
//! | `sums` | numbers that static abilities count |
//! | `times` | when spells may be cast |

mod abilities;
mod asks;
mod copies;
mod costs;
mod natures;
mod nouns;
mod permits;
mod players;
mod restraints;
mod sums;
mod times;

use super::super::syntax::Rule;

/// All of them.
pub(super) fn rules() -> Vec<&'static [Rule]> {
    vec![
        abilities::RULES,
        asks::RULES,
        copies::RULES,
        costs::RULES,
        natures::RULES,
        nouns::RULES,
        permits::RULES,
        players::RULES,
        restraints::RULES,
        sums::RULES,
        times::RULES,
    ]
}
