//! What static abilities say (CR 604).
//!
//! | file | what |
//! | --- | --- |
//! | `basic` | what most of them say |
//! | `abilities` | what has the activated abilities of others, abilities in quotes beside keywords, what can't be activated |
//! | `blocks` | what has to be blocked |
//! | `boards` | two states of one thing, amounts of damage, costs to attack, who has what |
//! | `bounds` | how many creatures attack, which abilities nobody activates, spells that others of a sort can't counter; base power |
//! | `casting` | when a spell can be cast, cards of a single graveyard, whom creatures attack |
//! | `combat` | what attacks, blocks and is blocked, by whom and what the defending player controls |
//! | `forbidden` | what can't enter, can't be cast from where it is, doesn't trigger |
//! | `graveyards` | cards that may be cast from the graveyard by their own words |
//! | `kinds` | what objects are or become |
//! | `libraries` | the top card of the library, what is played from there and from graveyards |
//! | `limits` | what players can't untap, have to target or skip |
//! | `lives` | life totals that can't change |
//! | `natures` | colours, types and sizes that permanents have |
//! | `permits` | cards that may be cast from the graveyard or from exile by their own words |
//! | `players` | what players can and can't do |
//! | `restraints` | what permanents can't do or be the target of |
//! | `times` | when spells may be cast |
//! | `words` | other words for what other rules say |

mod abilities;
pub(super) mod basic;
pub(super) mod blocks;
pub(super) mod boards;
mod bounds;
mod casting;
mod combat;
mod forbidden;
mod graveyards;
mod kinds;
mod libraries;
mod limits;
mod lives;
mod natures;
mod permits;
pub(super) mod players;
mod restraints;
mod times;
mod words;

use crate::cards::oracle::syntax::Rule;
pub(super) use basic::{
    ability, affect, always, as_entering, choose, choose_but, chosen, color, copying, game_rule, is_own_cost, is_rule,
    own_cost, remembered, replace, replace_if, still, tapped, tapped_with,
};

/// All of them. What can be said in several ways is said as the first one does.
pub(super) fn rules() -> Vec<&'static [Rule]> {
    vec![
        basic::RULES,
        kinds::RULES,
        limits::RULES,
        boards::RULES,
        casting::RULES,
        combat::RULES,
        words::RULES,
        forbidden::RULES,
        forbidden::ENTERING,
        forbidden::DYING,
        libraries::RULES,
        blocks::RULES,
        bounds::RULES,
        lives::RULES,
        graveyards::RULES,
        abilities::RULES,
        natures::RULES,
        permits::RULES,
        players::RULES,
        restraints::RULES,
        times::RULES,
    ]
}
