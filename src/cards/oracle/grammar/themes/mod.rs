//! Families of sentences that need more than one part of the grammar.
//!
//! | file | what |
//! | --- | --- |
//! | `kinds` | what objects are or become |
//! | `choices` | colours, names and land types that are chosen |
//! | `copies` | copies with exceptions |
//! | `elsewhere` | abilities that function in other zones |
//! | `swaps` | one thing instead of another |
//! | `sequels` | sentences that belong together |

mod choices;
pub(super) mod copies;
mod elsewhere;
mod kinds;
mod sequels;
mod swaps;

use super::super::syntax::Rule;
pub(in crate::cards::oracle) use swaps::instead;

/// All of them.
pub(super) fn rules() -> Vec<&'static [Rule]> {
    vec![swaps::RULES, kinds::RULES, choices::RULES, copies::RULES, elsewhere::RULES, sequels::RULES]
}
