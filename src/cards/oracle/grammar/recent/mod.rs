//! Families of sentences of newer cards.
//!
//! | file | what |
//! | --- | --- |
//! | `digs` | cards of the top of a library of which some are kept |
//! | `tokens` | tokens of several kinds |
//! | `states` | what conditions ask of objects, zones and the turn |
//! | `parts` | targets, groups and numbers |
//! | `events` | trigger events |
//! | `actions` | keyword actions, activating and copying as trigger events |
//! | `acts` | what spells and abilities do |
//! | `costs` | what spells cost, and when they may be cast |
//! | `blocks` | what has to be blocked |
//! | `plays` | cards that are played while something resolves, phases that are added |
//! | `day_night` | day and night, and what transforms into what |
//! | `excess` | excess damage |
//! | `families` | parties, what attacks together, what enters with more counters, manifesting |
//! | `forbidden` | what can't enter, can't be cast from where it is, doesn't trigger |
//! | `graves` | exile instead of graveyards, graveyards as a whole |
//! | `libraries` | the top card of the library, what is played from there and from graveyards |
//! | `limits` | what activating abilities costs, searching, how many spells of a sort, the legend rule |
//! | `mixed` | small families: targets of spells, counters that are doubled, what is exiled with a card |

mod actions;
mod acts;
mod blocks;
mod costs;
mod day_night;
mod digs;
mod events;
mod excess;
mod families;
pub(super) mod forbidden;
pub(super) mod graves;
mod libraries;
mod limits;
mod mixed;
mod parts;
mod plays;
pub(super) mod states;
mod tokens;

pub(super) use events::{of_together, several, together};
pub(super) use families::{grown, is_grown};

use super::super::syntax::Rule;

/// All of them.
pub(super) fn rules() -> Vec<&'static [Rule]> {
    let mut all = vec![acts::RULES, costs::RULES, digs::RULES, events::RULES, parts::RULES, states::RULES];
    all.extend(events::TOGETHER);
    all.extend([families::RULES, forbidden::RULES, forbidden::ENTERING, forbidden::DYING]);
    all.extend([actions::RULES, excess::RULES, limits::RULES]);
    all.push(tokens::RULES);
    all.extend([graves::RULES, libraries::RULES, mixed::RULES]);
    all.extend([blocks::RULES, plays::RULES, day_night::DAY, day_night::NIGHT, day_night::RULES]);
    all
}
