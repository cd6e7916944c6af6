//! Sentences of one rule or mechanic each.
//!
//! | file | what |
//! | --- | --- |
//! | `activating` | when and with what abilities of permanents can be activated, which lands could produce mana of a type |
//! | `battles` | who protects a battle, what attacks one, what has a type on the battlefield only |
//! | `clashes` | clashes, tribute and awaken, how often something was kicked |
//! | `copies` | what becomes a copy of another object |
//! | `entering` | what a permanent is as it is put onto the battlefield |
//! | `exiled` | cards that may be played for as long as they remain exiled |
//! | `hexproof` | hexproof from something, what can be a target despite it |
//! | `lasting` | mana that lasts |
//! | `levels` | what players keep as much of as who has the fewest |
//! | `mirrors` | what enters as a copy of a card in a graveyard, tapped or not |
//! | `modes` | how many modes are chosen under a condition, modes that haven't been chosen, blight as a cost |
//! | `noncombat` | what triggers on damage that isn't combat damage |
//! | `onces` | what is done only once each turn |
//! | `opening` | what is done with cards of opening hands |
//! | `permits` | cards that may be cast from the graveyard by their own words |
//! | `powers` | power-up abilities, teamwork, waterbend costs, what convoked a spell |
//! | `sized` | tokens whose power and toughness are numbers as they are created |
//! | `tallies` | lands played and noncombat damage of a turn, life totals beside those at the start, {X} in mana costs, mana of any color for some costs |
//! | `turns` | turns that are skipped or ended, players who are controlled |

mod activating;
mod battles;
mod clashes;
mod copies;
mod entering;
mod exiled;
mod hexproof;
mod lasting;
mod levels;
mod mirrors;
mod modes;
mod noncombat;
mod onces;
mod opening;
mod permits;
mod powers;
mod sized;
mod tallies;
mod turns;

use super::super::syntax::Rule;

/// All of them.
pub(super) fn rules() -> Vec<&'static [Rule]> {
    vec![
        activating::RULES,
        battles::RULES,
        clashes::RULES,
        copies::RULES,
        entering::RULES,
        exiled::RULES,
        hexproof::RULES,
        lasting::RULES,
        levels::RULES,
        mirrors::RULES,
        modes::RULES,
        noncombat::RULES,
        onces::RULES,
        opening::RULES,
        permits::RULES,
        powers::RULES,
        sized::RULES,
        tallies::RULES,
        turns::RULES,
    ]
}
