//! Cards in hands, libraries, graveyards and exile: searched for, looked at, revealed, put elsewhere.
//!
//! | file | what |
//! | --- | --- |
//! | `digs` | the top cards of the library |
//! | `digs_by_number` | cards of the top of your library that are looked at |
//! | `digs_kept` | cards of the top of a library of which some are kept |
//! | `finds` | cards that are looked for, and choices of several cards |
//! | `from_exile` | cards of opponents in exile, cards that are cast and exiled |
//! | `hands` | hands that are revealed, and cards of them that are discarded or put back |
//! | `library` | what is looked for and put on top, shuffled in, sifted, milled |
//! | `looks` | cards that are looked at or revealed, and what becomes of them |
//! | `moves` | what enters attached, what returns together, piles, cards sorted from the top, spells from hands of others |
//! | `opening` | what is done with cards of opening hands |
//! | `playable` | cards that may be played for as long as they remain exiled |
//! | `random` | cards that chance picks, cards that came to a hand, tokens that copy each of several |
//! | `returns` | what returns to the battlefield with a counter |
//! | `revealing` | cards that are revealed from a library until there is one of a sort |
//! | `reveals` | cards of a hand that are shown, looked at, chosen from |
//! | `searches` | searches of several zones |
//! | `stolen` | what is searched for and exiled or stolen, cards with the name of something |
//! | `tops` | the top card of a library, revealed or looked at |
//! | `untils` | cards that are exiled or revealed until there is one of a sort |

mod digs;
pub(super) mod digs_by_number;
mod digs_kept;
mod finds;
mod from_exile;
mod hands;
mod library;
pub(super) mod looks;
mod moves;
mod opening;
mod playable;
mod random;
pub(super) mod returns;
mod revealing;
mod reveals;
mod searches;
mod stolen;
mod tops;
mod untils;

use crate::cards::oracle::syntax::Rule;

/// All of them. What can be said in several ways is said as the first one does.
pub(super) fn rules() -> Vec<&'static [Rule]> {
    vec![
        looks::RULES,
        library::RULES,
        revealing::RULES,
        searches::RULES,
        stolen::RULES,
        reveals::RULES,
        digs_kept::RULES,
        from_exile::RULES,
        moves::RULES,
        digs_by_number::RULES,
        random::RULES,
        untils::RULES,
        playable::RULES,
        opening::RULES,
        digs::RULES,
        finds::RULES,
        hands::RULES,
        returns::RULES,
        tops::RULES,
    ]
}
