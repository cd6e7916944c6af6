//! Instructions of triggered and activated abilities.
//!
//! | file | what |
//! | --- | --- |
//! | `counters` | counters, as many as a number says, and what doubles |
//! | `courses` | one course or another |
//! | `digs` | cards of the top of your library that are looked at |
//! | `lasting` | what something becomes or can't do for a while, what may be played for a while |
//! | `parts` | what something is compared with, whose turn it is, what was discarded this way |
//! | `persons` | what is done to oneself or to the others, what was sacrificed |
//! | `tokens` | tokens that are copies, legends with names of their own |

mod counters;
mod courses;
mod digs;
mod lasting;
mod parts;
mod persons;
mod tokens;

use super::super::syntax::Rule;
pub(super) use digs::{dug, is_dug};

/// All of them.
pub(super) fn rules() -> Vec<&'static [Rule]> {
    let mut all =
        vec![counters::RULES, courses::RULES, digs::RULES, lasting::RULES, parts::RULES, persons::RULES, tokens::RULES];
    all.extend(counters::DOUBLED);
    all.extend(tokens::COPIES);
    all.extend(persons::EMPTY);
    all
}
