//! What objects become and have for a while.
//!
//! | file | what |
//! | --- | --- |
//! | `abilities` | what something becomes or can't do for a while, what may be played for a while |
//! | `becoming` | other types, colours, power and toughness |
//! | `both` | changes of two groups with one duration; creatures that are enchanted or enchantments |
//! | `choices` | colours, names and land types that are chosen |
//! | `forms` | what a player may have something become, all colours, all creature types |
//! | `lasting` | what lasts for a while |
//! | `mana` | what is produced instead of mana; spells that cost less mana of some types |
//! | `mana_kept` | mana that lasts |
//! | `rewording` | words of a text that are replaced by others |
//! | `rules` | rules for players, shields, numbers that are doubled |
//! | `shapes` | what creatures become for a while |
//! | `sizes` | base power and toughness for a while, what holds for this combat |
//! | `tribes` | creature types that are chosen |
//! | `turned` | what is turned face up or down, tapped for mana, done at the next end step |
//! | `types` | card types and creature types that are chosen, and what is of them |

mod abilities;
pub(super) mod becoming;
mod both;
mod choices;
mod forms;
pub(super) mod lasting;
mod mana;
mod mana_kept;
mod rewording;
pub(super) mod rules;
mod shapes;
mod sizes;
mod tribes;
mod turned;
mod types;

use crate::cards::oracle::syntax::Rule;

/// All of them. What can be said in several ways is said as the first one does.
pub(super) fn rules() -> Vec<&'static [Rule]> {
    let mut all = vec![
        becoming::RULES,
        lasting::RULES,
        rewording::RULES,
        choices::RULES,
        tribes::RULES,
        turned::RULES,
        mana::RULES,
        types::RULES,
        forms::RULES,
        sizes::RULES,
        abilities::RULES,
        both::RULES,
        mana_kept::RULES,
        rules::RULES,
        shapes::RULES,
    ];
    all.extend(both::BOTH);
    all.extend(rewording::PAIRS);
    all
}
