//! Sentences that cards of many sets say.
//!
//! | file | what |
//! | --- | --- |
//! | `asked` | what conditions ask of graveyards, of how a spell was cast, of equipment and of attacks |
//! | `counts` | numbers: of opponents, of different names, of mana that was spent; what enters with as many counters |
//! | `deaths` | what happens as something that was mentioned dies this turn |
//! | `events` | spells cast from elsewhere, the first spell in a turn of an opponent, cards discarded together |
//! | `gets` | counters that players get, spells that cost less this turn, what had a mana value |
//! | `greatest` | who controls what has the greatest power or toughness |
//! | `hands` | hands that are revealed, and cards of them that are discarded or put back |
//! | `numbers` | costs of as much mana as a number says |
//! | `paid` | costs of two things that are said as one, Grandeur, what opponents pay to target something |
//! | `returns` | what returns to the battlefield with a counter |
//! | `stack` | spells and abilities of yours as targets |
//! | `tops` | the top card of a library, revealed or looked at |

mod asked;
mod counts;
mod deaths;
mod events;
mod gets;
mod greatest;
mod hands;
mod numbers;
mod paid;
mod returns;
mod stack;
mod tops;

use super::super::syntax::Rule;

/// All of them.
pub(super) use returns::{is_once_more, once_more};

pub(super) fn rules() -> Vec<&'static [Rule]> {
    let mut all = vec![
        asked::RULES,
        counts::RULES,
        deaths::RULES,
        events::RULES,
        gets::RULES,
        hands::RULES,
        numbers::RULES,
        paid::RULES,
        returns::RULES,
        stack::RULES,
        tops::RULES,
    ];
    all.extend(stack::ABILITIES);
    all.extend(greatest::GREATEST);
    all
}
