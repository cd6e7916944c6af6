//! Keyword abilities (CR 702).
//!
//! | file | what |
//! | --- | --- |
//! | `basic` | keywords with parameters, and lines of keywords |
//! | `commanders` | what can be a commander, and with which other one; words for commanders |
//! | `companions` | what the deck of a companion must be like |
//! | `crews` | what crews and saddles, damage as though nothing blocked, upkeep for which something is done |
//! | `given` | keywords with parameters that objects are given, beside others |
//! | `granted` | what has keywords and by which name, keywords for an own mana cost |
//! | `hexproof` | hexproof from something, what can be a target despite it |
//! | `pairs` | paired creatures |
//! | `powers` | power-up abilities, teamwork, waterbend costs, what convoked a spell |
//! | `prepared` | preparation cards |
//! | `time` | cards in exile that come back later |

mod basic;
mod commanders;
mod companions;
mod crews;
pub(super) mod given;
mod granted;
mod hexproof;
mod pairs;
mod powers;
mod prepared;
mod time;

use crate::cards::oracle::syntax::Rule;

/// All of them. What can be said in several ways is said as the first one does.
pub(super) fn rules() -> Vec<&'static [Rule]> {
    let mut all = vec![
        basic::RULES,
        time::RULES,
        given::RULES,
        commanders::RULES,
        companions::RULES,
        pairs::RULES,
        crews::RULES,
        granted::RULES,
        granted::NAMES,
        prepared::RULES,
        hexproof::RULES,
        powers::RULES,
    ];
    all.extend(basic::COSTS);
    all
}
