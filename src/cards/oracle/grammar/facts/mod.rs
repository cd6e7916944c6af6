//! What has happened this turn: conditions, numbers and what depends on them.
//!
//! | file | what |
//! | --- | --- |
//! | `happened` | what objects did or what was done to them, as conditions |
//! | `players` | what happened to players: life, damage, cards; what an ability did before |
//! | `harm` | more or less damage and life than there would be |
//! | `instead` | what happens instead of drawing, creating tokens and putting counters |
//! | `pairs` | paired creatures |
//! | `attacks` | who attacks whom |
//! | `faced` | villainous choices, time travel |
//! | `votes` | who votes more than once |
//! | `wounds` | what was dealt damage by what, and what is exiled instead of dying |
//! | `counted` | how many did something, and how much of it there was |

mod attacks;
mod counted;
mod faced;
mod happened;
mod harm;
mod instead;
mod pairs;
mod players;
mod votes;
mod wounds;

pub(super) use attacks::{attacked, either, is_against, is_attacked};
pub(super) use wounds::exiled_now;

use super::super::syntax::Rule;

/// All of them.
pub(super) fn rules() -> Vec<&'static [Rule]> {
    let mut all = vec![
        attacks::RULES,
        wounds::RULES,
        happened::RULES,
        happened::CASTING,
        players::RULES,
        counted::RULES,
        instead::RULES,
        instead::DRAWS,
        harm::RULES,
        pairs::RULES,
        faced::RULES,
        votes::RULES,
    ];
    all.extend(harm::SAID);
    all
}

use super::help::{with, without};
use crate::cards::def::{Deed, Filter, Objects};

/// Those that did it this turn and matched then.
pub(super) fn doers(deed: Deed, filter: Filter, more: &[Filter]) -> Objects {
    Objects::ThisTurn(deed, Box::new(more.iter().cloned().fold(filter, with)))
}

/// What matched, if it is that deed with these qualities at the end.
fn are_doers(objects: &Objects, deed: Deed, more: &[Filter]) -> Option<Filter> {
    match objects {
        Objects::ThisTurn(found, filter) if *found == deed => {
            more.iter().rev().try_fold((**filter).clone(), |filter, last| without(&filter, last))
        }
        _ => None,
    }
}
