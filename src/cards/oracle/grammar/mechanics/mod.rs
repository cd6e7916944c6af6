//! Pieces of the game with rules of their own: dice, coins, dungeons, rooms, Sagas and others.
//!
//! | file | what |
//! | --- | --- |
//! | `battles` | who protects a battle, what attacks one, what has a type on the battlefield only |
//! | `bending` | airbending and earthbending |
//! | `clashes` | clashes, tribute and awaken, how often something was kicked |
//! | `coins` | coins that are flipped |
//! | `day_night` | day and night, and what transforms into what |
//! | `dice` | dice that are rolled, their results and tables of results |
//! | `dungeons` | dungeons and the initiative |
//! | `exert` | exerting as it attacks; exploring, conniving and exerting as trigger events |
//! | `rooms` | Rooms, and their doors that are unlocked |
//! | `sagas` | chapters of Sagas |
//! | `villains` | villainous choices, time travel |
//! | `votes` | who votes more than once |

mod battles;
mod bending;
mod clashes;
mod coins;
mod day_night;
pub(super) mod dice;
mod dungeons;
mod exert;
mod rooms;
mod sagas;
mod villains;
mod votes;

use crate::cards::oracle::syntax::Rule;

/// All of them. What can be said in several ways is said as the first one does.
pub(super) fn rules() -> Vec<&'static [Rule]> {
    let mut all = vec![
        dungeons::RULES,
        sagas::RULES,
        coins::RULES,
        rooms::RULES,
        exert::RULES,
        bending::RULES,
        dice::RULES,
        day_night::DAY,
        day_night::NIGHT,
        day_night::RULES,
        villains::RULES,
        votes::RULES,
        battles::RULES,
        clashes::RULES,
    ];
    all.extend(dice::DICE);
    all
}
