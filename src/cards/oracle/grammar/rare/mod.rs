//! Sentences that few cards say.
//!
//! | file | what |
//! | --- | --- |
//! | `barred` | counters that nobody can get or put on something |
//! | `bounds` | how many creatures attack, which abilities nobody activates, spells that others of a sort can't counter; base power |
//! | `cards` | cards that chance picks, cards that came to a hand, tokens that copy each of several |
//! | `costs` | mana costs, what spells cost less or nothing, mana of the colours of an exiled card |
//! | `counters` | counters of whatever kind: with them, counted, put, removed, moved |
//! | `crews` | what crews and saddles, damage as though nothing blocked, upkeep for which something is done |
//! | `curses` | Auras that enchant players |
//! | `firsts` | what the first spell of a sort costs that is cast each turn |
//! | `granted` | what has keywords and by which name, keywords for an own mana cost |
//! | `later` | what happens at the next main phase, what lasts, a library without cards, cards that are marked in exile |
//! | `lives` | life totals that can't change |
//! | `untils` | cards that are exiled or revealed until there is one of a sort |
//! | `together` | several objects with a condition on all of them; what they come to, how many different ones there are |
//! | `prepared` | preparation cards |
//! | `ranks` | the players who have the most or the least of something |
//! | `tolls` | what blocks cost |
//! | `shares` | what shares a color or a type with something |

mod barred;
mod bounds;
mod cards;
mod costs;
mod counters;
mod crews;
mod curses;
mod firsts;
mod granted;
mod later;
mod lives;
mod prepared;
mod ranks;
mod shares;
mod together;
mod tolls;
mod untils;

use super::super::syntax::Rule;
pub(super) use ranks::nobody_has_more;

/// All of them.
pub(super) fn rules() -> Vec<&'static [Rule]> {
    let mut all = vec![
        barred::RULES,
        bounds::RULES,
        cards::RULES,
        costs::RULES,
        counters::RULES,
        counters::COSTS,
        crews::RULES,
        curses::RULES,
        firsts::RULES,
        later::RULES,
        lives::RULES,
        shares::RULES,
        granted::RULES,
        granted::NAMES,
        untils::RULES,
        together::RULES,
        prepared::RULES,
        ranks::RULES,
        tolls::RULES,
    ];
    all.extend(shares::QUALITIES);
    all
}
