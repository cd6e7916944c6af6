//! Sentences about sorts of things that other sentences name one of: two changes at once, the giver of an ability, numbers of what was
//! discarded or sacrificed.
//!
//! | file | what |
//! | --- | --- |
//! | `amounts` | "that many" of what was discarded or sacrificed before |
//! | `both` | changes of two groups with one duration; creatures that are enchanted or enchantments |
//! | `givers` | what gave an ability, by its name |

mod amounts;
mod both;
mod givers;

use super::super::syntax::Rule;

/// All of them.
pub(super) fn rules() -> Vec<&'static [Rule]> {
    let mut all = vec![amounts::RULES, both::RULES, givers::RULES];
    all.extend(both::BOTH);
    all
}
