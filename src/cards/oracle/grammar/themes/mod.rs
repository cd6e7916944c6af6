//! Families of sentences that need more than one part of the grammar.
//!
//! | file | what |
//! | --- | --- |
//! | `kicked` | what holds if it was kicked |
//! | `kinds` | what objects are or become |
//! | `attacks` | who has to attack whom, what enters attacking; proliferating |
//! | `causes` | what spells and abilities of opponents cause |
//! | `choices` | colours, names and land types that are chosen |
//! | `copies` | copies with exceptions |
//! | `dungeons` | dungeons and the initiative |
//! | `elsewhere` | abilities that function in other zones |
//! | `swaps` | one thing instead of another |
//! | `exchanges` | exchanges of control |
//! | `evidence` | costs that are paid by a total, and what is the greatest |
//! | `limits` | what players can't untap, have to target or skip |
//! | `picks` | what each player chooses for themselves |
//! | `taxes` | what attacks and spells cost, what the top card of a library is |
//! | `searches` | searches of several zones |
//! | `shields` | shields that prevent the next damage; abilities that others may activate |
//! | `time` | cards in exile that come back later |
//! | `sagas` | chapters of Sagas |
//! | `sequels` | sentences that belong together |

mod attacks;
mod causes;
mod choices;
pub(super) mod copies;
mod dungeons;
pub(super) mod elsewhere;
mod evidence;
mod exchanges;
mod kicked;
mod kinds;
mod limits;
mod picks;
mod sagas;
mod searches;
mod sequels;
mod shields;
pub(super) mod swaps;
mod taxes;
mod time;

use super::super::syntax::Rule;
pub(in crate::cards::oracle) use evidence::is_evidence;
pub(in crate::cards::oracle) use swaps::instead;

/// All of them.
pub(super) fn rules() -> Vec<&'static [Rule]> {
    vec![
        swaps::RULES,
        taxes::RULES,
        attacks::RULES,
        causes::RULES,
        kicked::RULES,
        kinds::RULES,
        choices::RULES,
        copies::RULES,
        dungeons::RULES,
        elsewhere::RULES,
        searches::RULES,
        sagas::RULES,
        sequels::RULES,
        shields::RULES,
        evidence::RULES,
        exchanges::RULES,
        limits::RULES,
        picks::RULES,
        time::RULES,
    ]
}
