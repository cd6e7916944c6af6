//! Occasions: what triggers abilities, and what is paid for them.
//!
//! | file | what |
//! | --- | --- |
//! | `casts` | spells by where they are cast from, the n-th of a sort, colours |
//! | `counted` | events by their number: the n-th counter, how many attack, the first and the last |
//! | `hits` | damage by sources, to what it is dealt, and how much it is at least |
//! | `joined` | two events as one, and what else can be one of them |
//! | `made` | tokens that the rules define, for each of something |
//! | `moves` | what goes from one zone to another |
//! | `prices` | costs: one of two sorts, the card itself and something else |
//! | `turned` | the end of the game, life that is gained or lost, later spells of a turn, cards that are put somewhere |

mod casts;
mod counted;
mod hits;
mod joined;
mod made;
mod moves;
mod prices;
mod turned;

use super::super::syntax::Rule;

/// All of them.
pub(super) fn rules() -> Vec<&'static [Rule]> {
    let numbers = [counted::RULES, counted::NTH, turned::RULES];
    let others = [casts::RULES, hits::RULES, joined::RULES, made::RULES, moves::RULES, prices::RULES];
    numbers.into_iter().chain(others).collect()
}
