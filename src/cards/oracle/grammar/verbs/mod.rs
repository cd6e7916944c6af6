//! What instructions say.
//!
//! | file | what |
//! | --- | --- |
//! | `becoming` | other types, colours, power and toughness |
//! | `hands` | cards that are looked at or revealed, and what becomes of them |
//! | `cards` | drawing, discarding, milling, looking, searching |
//! | `zones` | destroying, exiling, returning, sacrificing |
//! | `life` | damage and life |
//! | `states` | tapping, counters, fights, what isn't a zone |
//! | `making` | tokens and mana |
//! | `spending` | what mana can be spent on |
//! | `stack` | countering and copying |
//! | `letters` | X, and what it is |
//! | `lasting` | what lasts for a while |
//! | `revealing` | cards that are revealed from a library until there is one of a sort |
//! | `library` | what is looked for and put on top, shuffled in, sifted, milled |
//! | `actions` | keyword actions that are several instructions |
//! | `rewording` | words of a text that are replaced by others |
//! | `players` | the monarch, unspent mana, what players do one by one |
//! | `several` | what several players may do, each by themselves |
//! | `play` | what players may and can't do for a while, and shields |

pub(super) mod actions;
pub(super) mod becoming;
pub(super) mod cards;
mod hands;
mod lasting;
pub(super) mod letters;
mod library;
mod life;
mod making;
mod play;
mod players;
mod revealing;
mod rewording;
pub(super) mod several;
pub(super) mod spending;
mod stack;
mod states;
pub(super) mod zones;

use super::super::syntax::Rule;
pub(super) use hands::{Dig, dig, is_dig, peeled, strip};
pub(super) use lasting::{for_each, is_for_each};
pub(super) use making::is_few;

/// All of them.
pub(super) fn rules() -> Vec<&'static [Rule]> {
    let mut all = vec![
        becoming::RULES,
        hands::RULES,
        cards::RULES,
        zones::RULES,
        life::RULES,
        states::RULES,
        making::RULES,
        spending::RULES,
        stack::RULES,
        lasting::RULES,
        library::RULES,
        play::RULES,
        players::RULES,
        actions::RULES,
        rewording::RULES,
        revealing::RULES,
    ];
    all.extend(rewording::PAIRS);
    all
}
