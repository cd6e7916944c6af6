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
//! | `lives` | life totals beside those at the start of the game |
//! | `modes` | how many modes are chosen under a condition, modes that haven't been chosen, blight as a cost |
//! | `onces` | what is done only once each turn |
//! | `opening` | what is done with cards of opening hands |
//! | `powers` | power-up abilities, teamwork, waterbend costs, what convoked a spell |
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
mod lives;
mod modes;
mod onces;
mod opening;
mod powers;
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
        lives::RULES,
        modes::RULES,
        onces::RULES,
        opening::RULES,
        powers::RULES,
        turns::RULES,
    ]
}
