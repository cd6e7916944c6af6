//! What cards say in fixed sentences: how lands enter, what an ability costs less, keyword actions and keywords that are given.
//!
//! | file | what |
//! | --- | --- |
//! | `lands` | what enters tapped, and unless what; mana in the colours of a commander |
//! | `less` | abilities that cost less to activate; forecast |
//! | `mana` | what is produced instead of mana; spells that cost less mana of some types |
//! | `numbers` | numbers that are chosen, odd and even ones |
//! | `events` | milling, creating tokens and becoming attached as trigger events |
//! | `given` | keywords with parameters that objects are given, beside others |
//! | `acts` | keyword actions |
//! | `commanders` | what can be a commander, and with which other one; words for commanders |
//! | `companions` | what the deck of a companion must be like |
//! | `persons` | pronouns for persons |
//! | `rooms` | Rooms, and their doors that are unlocked |

mod acts;
mod commanders;
mod companions;
mod events;
mod given;
mod lands;
mod less;
mod mana;
mod numbers;
mod persons;
mod rooms;

use super::super::syntax::Rule;

/// All of them.
pub(super) fn rules() -> Vec<&'static [Rule]> {
    vec![
        lands::RULES,
        less::RULES,
        given::RULES,
        acts::RULES,
        persons::RULES,
        commanders::RULES,
        companions::RULES,
        rooms::RULES,
        mana::RULES,
        numbers::RULES,
        events::RULES,
    ]
}
