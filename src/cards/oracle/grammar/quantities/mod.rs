//! Numbers.
//!
//! | file | what |
//! | --- | --- |
//! | `basic` | numbers and durations of most cards |
//! | `amounts` | "that many" of what was discarded or sacrificed before |
//! | `as_many` | as many as a number says: cards that are searched for, costs, halves, and X that is said behind |
//! | `chosen` | numbers that are chosen, odd and even ones |
//! | `counts` | numbers: of opponents, of different names, of mana that was spent; what enters with as many counters |
//! | `greatest` | who controls what has the greatest power or toughness |
//! | `halves` | halves and other numbers; tokens and cards with a name |
//! | `letters` | X, and what it is |
//! | `ranks` | the players who have the most or the least of something |
//! | `sums` | numbers that static abilities count |
//! | `tallies` | lands played and noncombat damage of a turn, life totals beside those at the start, {X} in mana costs, mana of any color for some costs |
//! | `this_turn` | how many did something, and how much of it there was |

mod amounts;
mod as_many;
pub(super) mod basic;
mod chosen;
mod counts;
mod greatest;
pub(super) mod halves;
pub(super) mod letters;
pub(super) mod ranks;
pub(super) mod sums;
mod tallies;
mod this_turn;

use crate::cards::oracle::syntax::Rule;

/// All of them. What can be said in several ways is said as the first one does.
pub(super) fn rules() -> Vec<&'static [Rule]> {
    let mut all = vec![
        basic::RULES,
        halves::RULES,
        chosen::RULES,
        this_turn::RULES,
        as_many::RULES,
        amounts::RULES,
        ranks::RULES,
        tallies::RULES,
        sums::RULES,
        counts::RULES,
    ];
    all.extend(greatest::GREATEST);
    all
}
