//! Sentences that few cards say.
//!
//! | file | what |
//! | --- | --- |
//! | `cards` | cards that chance picks, cards that came to a hand, tokens that copy each of several |
//! | `costs` | mana costs, what spells cost less or nothing, mana of the colours of an exiled card |
//! | `later` | what happens at the next main phase, what lasts, a library without cards, cards that are marked in exile |

mod cards;
mod costs;
mod later;

use super::super::syntax::Rule;

/// All of them.
pub(super) fn rules() -> Vec<&'static [Rule]> {
    vec![cards::RULES, costs::RULES, later::RULES]
}
