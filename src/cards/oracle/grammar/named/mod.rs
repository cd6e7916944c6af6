//! What cards say in fixed sentences: how lands enter, what an ability costs less, keyword actions and keywords that are given.
//!
//! | file | what |
//! | --- | --- |
//! | `lands` | what enters tapped, and unless what; mana in the colours of a commander |
//! | `less` | abilities that cost less to activate; forecast |
//! | `mana` | what is produced instead of mana; spells that cost less mana of some types |
//! | `next` | the next spell of a turn |
//! | `numbers` | numbers that are chosen, odd and even ones |
//! | `dice` | dice that are rolled, their results and tables of results |
//! | `events` | milling, creating tokens and becoming attached as trigger events |
//! | `exert` | exerting as it attacks; exploring, conniving and exerting as trigger events |
//! | `given` | keywords with parameters that objects are given, beside others |
//! | `acts` | keyword actions |
//! | `bending` | airbending and earthbending |
//! | `commanders` | what can be a commander, and with which other one; words for commanders |
//! | `companions` | what the deck of a companion must be like |
//! | `persons` | pronouns for persons |
//! | `processes` | processes that are repeated |
//! | `rooms` | Rooms, and their doors that are unlocked |
//! | `sorts` | historic, outlaws, monocolored; the n-th spell or card of players in a turn |
//! | `types` | card types and creature types that are chosen, and what is of them |
//! | `spent` | what mana was spent to cast a spell; spells that have keywords while they are cast |

mod acts;
mod bending;
mod commanders;
mod companions;
mod dice;
mod events;
mod exert;
mod given;
mod lands;
mod less;
mod mana;
mod next;
mod numbers;
mod persons;
mod processes;
mod rooms;
mod sorts;
mod spent;
mod types;

pub(in crate::cards::oracle) use dice::is_course;

pub(super) use given::{is_keyword, keyword};
pub(super) use sorts::outlaw;
pub(super) use spent::given as spells_with;

use super::super::syntax::Rule;

/// All of them.
pub(super) fn rules() -> Vec<&'static [Rule]> {
    let mut all = vec![
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
        exert::RULES,
        next::RULES,
        processes::RULES,
        bending::RULES,
        dice::RULES,
        sorts::RULES,
        spent::RULES,
        types::RULES,
    ];
    all.extend(dice::DICE);
    all.extend(processes::AGAIN);
    all
}
