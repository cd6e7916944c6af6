//! Sentences that belong together: who decides, what follows, what is done instead or later.
//!
//! | file | what |
//! | --- | --- |
//! | `also` | words that only say that something comes besides, and other words for the same |
//! | `anyone` | what any player may pay or have happen |
//! | `courses` | one course or another |
//! | `deaths` | what happens as something that was mentioned dies this turn |
//! | `duels` | two creatures that are chosen first and fight later |
//! | `echoes` | what is called back in other words, sentences that say two things at once |
//! | `every` | what happens for each of several objects |
//! | `held` | targets that something happens to later |
//! | `later` | what happens at the next main phase, what lasts, a library without cards, cards that are marked in exile |
//! | `levels` | what players keep as much of as who has the fewest |
//! | `modes` | how many modes are chosen under a condition, modes that haven't been chosen, blight as a cost |
//! | `offers` | what a player may do and what follows from it |
//! | `persons` | what is done to oneself or to the others, what was sacrificed |
//! | `picks` | what each player chooses for themselves |
//! | `processes` | processes that are repeated |
//! | `sequels` | sentences that belong together |
//! | `several` | what several players may do, each by themselves |
//! | `swaps` | one thing instead of another |

mod also;
mod anyone;
mod courses;
mod deaths;
mod duels;
mod echoes;
mod every;
pub(super) mod held;
mod later;
mod levels;
mod modes;
mod offers;
mod persons;
mod picks;
mod processes;
mod sequels;
pub(super) mod several;
pub(super) mod swaps;

use crate::cards::oracle::syntax::Rule;

/// All of them. What can be said in several ways is said as the first one does.
pub(super) fn rules() -> Vec<&'static [Rule]> {
    let mut all = vec![
        swaps::RULES,
        sequels::RULES,
        picks::RULES,
        anyone::RULES,
        echoes::RULES,
        offers::RULES,
        processes::RULES,
        courses::RULES,
        persons::RULES,
        later::RULES,
        levels::RULES,
        modes::RULES,
        also::RULES,
        duels::RULES,
        every::RULES,
        deaths::RULES,
    ];
    all.extend(persons::EMPTY);
    all.extend(processes::AGAIN);
    all
}
