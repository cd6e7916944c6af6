//! Sentences that few cards say.
//!
//! | file | what |
//! | --- | --- |
//! | `activating` | when abilities can be activated, which lands could produce a type of mana |
//! | `cards` | cards that chance picks, cards that came to a hand, tokens that copy each of several |
//! | `clashes` | clashes, tribute, awaken, times kicked, who has counters |
//! | `copies` | what becomes a copy |
//! | `costs` | mana costs, what spells cost less or nothing, mana of the colours of an exiled card |
//! | `counters` | counters of whatever kind: with them, counted, put, removed, moved |
//! | `crews` | what crews and saddles, damage as though nothing blocked, upkeep for which something is done |
//! | `curses` | Auras that enchant players |
//! | `firsts` | what the first spell of a sort costs that is cast each turn |
//! | `granted` | what has keywords and by which name, keywords for an own mana cost |
//! | `hexproof` | hexproof from a quality, and what is a target despite it |
//! | `lasting` | mana that lasts, and keywords that add it |
//! | `later` | what happens at the next main phase, what lasts, a library without cards, cards that are marked in exile |
//! | `modes` | how many modes under a condition, blight as a cost |
//! | `prepared` | preparation cards |
//! | `shares` | what shares a color or a type with something |
//! | `together` | several objects with a condition on all of them; what they come to, how many different ones there are |
//! | `untils` | cards that are exiled or revealed until there is one of a sort |

mod cards;
mod costs;
mod counters;
mod crews;
mod curses;
mod firsts;
mod granted;
mod later;
mod prepared;
mod shares;
mod together;
mod untils;

use super::super::syntax::Rule;

/// All of them.
pub(super) fn rules() -> Vec<&'static [Rule]> {
    let mut all = vec![
        cards::RULES,
        costs::RULES,
        counters::RULES,
        counters::COSTS,
        crews::RULES,
        curses::RULES,
        firsts::RULES,
        later::RULES,
        shares::RULES,
        granted::RULES,
        granted::NAMES,
        untils::RULES,
        together::RULES,
        prepared::RULES,
    ];
    all.extend(shares::QUALITIES);
    all
}
