//! Families of sentences of newer cards.
//!
//! | file | what |
//! | --- | --- |
//! | `digs` | cards of the top of a library of which some are kept |
//! | `states` | what conditions ask of objects, zones and the turn |
//! | `parts` | targets, groups and numbers |
//! | `events` | trigger events |
//! | `acts` | what spells and abilities do |
//! | `costs` | what spells cost, and when they may be cast |

mod acts;
mod costs;
mod digs;
mod events;
mod parts;
mod states;

use super::super::syntax::Rule;

/// All of them.
pub(super) fn rules() -> Vec<&'static [Rule]> {
    let mut all = vec![acts::RULES, costs::RULES, digs::RULES, events::RULES, parts::RULES, states::RULES];
    all.extend(events::TOGETHER);
    all
}
