//! Trigger events (CR 603).
//!
//! | file | what |
//! | --- | --- |
//! | `basic` | the events of most abilities |
//! | `actions` | keyword actions, activating and copying as trigger events |
//! | `alone` | creatures that attack alone, that block at least one of some sort |
//! | `attacks` | who attacks whom |
//! | `casts` | spells by where they are cast from, the n-th of a sort, colours |
//! | `causes` | what spells and abilities of opponents cause |
//! | `counted` | events by their number: the n-th counter, how many attack, the first and the last |
//! | `curses` | Auras that enchant players |
//! | `firsts` | spells cast from elsewhere, the first spell in a turn of an opponent, cards discarded together |
//! | `hits` | damage by sources, to what it is dealt, and how much it is at least |
//! | `joined` | two events as one, and what else can be one of them |
//! | `made` | milling, creating tokens and becoming attached as trigger events |
//! | `moves` | what goes from one zone to another |
//! | `noncombat` | what triggers on damage that isn't combat damage |
//! | `onces` | what is done only once each turn |
//! | `reflexes` | abilities that trigger on what has just been done |
//! | `this_way` | abilities that trigger on a card that has just been discarded |
//! | `together` | what happens to one or more at once, and what else newer cards wait for |
//! | `turned` | the end of the game, life that is gained or lost, later spells of a turn, cards that are put somewhere |

mod actions;
mod alone;
pub(super) mod attacks;
mod basic;
pub(super) mod casts;
mod causes;
mod counted;
mod curses;
mod firsts;
mod hits;
mod joined;
mod made;
mod moves;
mod noncombat;
mod onces;
mod reflexes;
mod this_way;
pub(super) mod together;
mod turned;

use crate::cards::oracle::syntax::Rule;
pub(super) use basic::{aside, aside_event, deals, is_this};

/// All of them. What can be said in several ways is said as the first one does.
pub(super) fn rules() -> Vec<&'static [Rule]> {
    let mut all = vec![
        basic::RULES,
        causes::RULES,
        alone::RULES,
        made::RULES,
        together::RULES,
        actions::RULES,
        reflexes::RULES,
        attacks::RULES,
        counted::RULES,
        counted::NTH,
        turned::RULES,
        casts::RULES,
        hits::RULES,
        joined::RULES,
        moves::RULES,
        curses::RULES,
        noncombat::RULES,
        onces::RULES,
        firsts::RULES,
        this_way::RULES,
    ];
    all.extend(reflexes::OF_ABILITIES);
    all.extend(together::TOGETHER);
    all
}
