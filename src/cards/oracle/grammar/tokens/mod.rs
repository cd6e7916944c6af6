//! Tokens, copies and counters.
//!
//! | file | what |
//! | --- | --- |
//! | `becoming` | what becomes a copy of another object |
//! | `copies` | tokens that are copies, legends with names of their own |
//! | `counters` | counters of whatever kind: with them, counted, put, removed, moved |
//! | `exceptions` | copies with exceptions |
//! | `kinds` | counters of several kinds at once |
//! | `equipment` | tokens that are Equipment |
//! | `making` | tokens and mana |
//! | `numbers` | counters, as many as a number says, and what doubles |
//! | `of_players` | counters that players get, spells that cost less this turn, what had a mana value |
//! | `predefined` | tokens that the rules define, for each of something |
//! | `quotes` | two abilities in quotes, tokens of several colors, tokens that are attacking |
//! | `several` | tokens of several kinds |
//! | `sized` | tokens whose power and toughness are numbers as they are created |

mod becoming;
mod copies;
mod counters;
mod equipment;
pub(super) mod exceptions;
mod kinds;
pub(super) mod making;
pub(super) mod numbers;
mod of_players;
mod predefined;
mod quotes;
pub(super) mod several;
mod sized;

use crate::cards::oracle::syntax::Rule;

/// All of them. What can be said in several ways is said as the first one does.
pub(super) fn rules() -> Vec<&'static [Rule]> {
    let mut all = vec![
        making::RULES,
        exceptions::RULES,
        several::RULES,
        kinds::RULES,
        equipment::RULES,
        quotes::RULES,
        numbers::RULES,
        copies::RULES,
        predefined::RULES,
        counters::RULES,
        counters::COSTS,
        becoming::RULES,
        sized::RULES,
        of_players::RULES,
    ];
    all.extend(copies::COPIES);
    all.extend(numbers::DOUBLED);
    all
}
