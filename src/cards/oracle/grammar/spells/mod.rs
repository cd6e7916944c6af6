//! What instants and sorceries say.
//!
//! | file | what |
//! | --- | --- |
//! | `also` | words that only say that something comes besides, and other words for the same |
//! | `asked` | what conditions ask of X, of what was sacrificed and of what was done this way |
//! | `digs` | the top cards of the library |
//! | `duels` | two creatures that are chosen first and fight later |
//! | `every` | what happens for each of several objects |
//! | `finds` | cards that are looked for, and choices of several cards |
//! | `lasts` | rules for players, shields, numbers that are doubled |
//! | `marks` | targets and their numbers |
//! | `shapes` | what creatures become for a while |

mod also;
mod asked;
mod digs;
mod duels;
mod every;
mod finds;
mod lasts;
mod marks;
mod shapes;

use super::super::syntax::Rule;

/// All of them.
pub(super) fn rules() -> Vec<&'static [Rule]> {
    vec![
        also::RULES,
        asked::RULES,
        digs::RULES,
        duels::RULES,
        every::RULES,
        finds::RULES,
        lasts::RULES,
        marks::RULES,
        shapes::RULES,
    ]
}
