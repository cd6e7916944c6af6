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
//! | `modes` | how many modes are chosen under a condition, blight as a cost |
//! | `opening` | what is done with cards of opening hands |
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
        entering::RULES,
        exiled::RULES,
        hexproof::RULES,
        lasting::RULES,
        levels::RULES,
        modes::RULES,
        opening::RULES,
        turns::RULES,
    ]
}
