//! What instructions say.
//!
//! | file | what |
//! | --- | --- |
//! | `cards` | drawing, discarding, milling, looking, searching |
//! | `zones` | destroying, exiling, returning, sacrificing |
//! | `life` | damage and life |
//! | `states` | tapping, counters, fights, what is no zone |
//! | `making` | tokens and mana |
//! | `stack` | countering and copying |
//! | `lasting` | what lasts for a while |

mod cards;
mod lasting;
mod life;
mod making;
mod stack;
mod states;
mod zones;

use super::super::syntax::Rule;
pub(super) use lasting::{for_each, is_for_each};

/// All of them.
pub(super) fn rules() -> Vec<&'static [Rule]> {
    vec![cards::RULES, zones::RULES, life::RULES, states::RULES, making::RULES, stack::RULES, lasting::RULES]
}
