//! Sentences of one rule or mechanic each.
//!
//! | file | what |
//! | --- | --- |
//! | `activating` | abilities that are activated as though creatures had haste, or at instant speed |
//! | `battles` | who protects a battle, what attacks one, what has a type on the battlefield only |
//! | `clashes` | clashing |
//! | `copies` | what becomes a copy for a while |
//! | `exiled` | cards that may be played for as long as they remain exiled |
//! | `hexproof` | hexproof from something, what can be a target despite it |
//! | `lasting` | mana that lasts |
//! | `levels` | what players keep as much of as who has the fewest |
//! | `modes` | how many modes may be chosen |
//! | `opening` | what is done with cards of opening hands |
//! | `turns` | turns that are skipped or ended, players who are controlled |

mod activating;
mod battles;
mod clashes;
mod copies;
mod exiled;
mod hexproof;
mod lasting;
mod levels;
mod modes;
mod opening;
mod turns;

use super::super::syntax::Rule;

/// All of them.
pub(super) fn rules() -> Vec<&'static [Rule]> {
    vec![
        activating::RULES,
        battles::RULES,
        clashes::RULES,
        copies::RULES,
        exiled::RULES,
        hexproof::RULES,
        lasting::RULES,
        levels::RULES,
        modes::RULES,
        opening::RULES,
        turns::RULES,
    ]
}
