//! Instructions of triggered and activated abilities, by what they do.
//!
//! | file | what |
//! | --- | --- |
//! | `forms` | what a player may have something become, all colours, all creature types |
//! | `choosing` | any number of things, cards exiled with something, cards of one name or another |
//! | `counters` | counters of several kinds at once |
//! | `costs` | costs of two parts, of one of two, of X |
//! | `exiled` | cards of opponents in exile, cards that are cast and exiled |
//! | `foreach` | one target of each of several players |
//! | `moves` | what enters attached, what returns together, piles, cards sorted from the top, spells from hands of others |
//! | `quotes` | two abilities in quotes, tokens whose size an ability says, legends among tokens |
//! | `reflexes` | abilities that trigger on what has just been done |
//! | `sizes` | base power and toughness for a while, what holds for this combat |

mod choosing;
mod costs;
mod counters;
mod exiled;
mod foreach;
mod forms;
mod moves;
mod quotes;
mod reflexes;
mod sizes;

use super::super::syntax::Rule;

/// All of them.
pub(super) fn rules() -> Vec<&'static [Rule]> {
    let mut all = vec![forms::RULES, choosing::RULES, costs::RULES, counters::RULES, exiled::RULES, reflexes::RULES];
    all.extend([foreach::RULES, moves::RULES, quotes::RULES, sizes::RULES]);
    all.extend(reflexes::OF_ABILITIES);
    all
}
