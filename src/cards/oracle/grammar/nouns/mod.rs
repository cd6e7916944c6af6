//! What objects, players and targets are called.
//!
//! | file | what |
//! | --- | --- |
//! | `adjectives` | adjectives: colours, supertypes, states |
//! | `choosing` | any number of things, cards exiled with something, cards of one name or another |
//! | `foreach` | one target of each of several players |
//! | `givers` | what gave an ability, by its name |
//! | `groups` | targets, groups and numbers |
//! | `heads` | the heads of noun phrases: card types, subtypes, and lists of them |
//! | `lists` | lists of nouns, and what stands behind them |
//! | `marks` | targets and their numbers |
//! | `modifiers` | what stands after a noun: who controls it, what it has, what it was done to |
//! | `objects` | groups of objects, and what chooses among them |
//! | `phrases` | noun phrases without determiners: adjectives, a head, and what stands after it |
//! | `players` | players |
//! | `pronouns` | pronouns for persons |
//! | `references` | references: the card itself, what it is attached to, pronouns, "that creature" |
//! | `shares` | what shares a color or a type with something |
//! | `sorts` | historic, outlaws, monocolored; the n-th spell or card of players in a turn |
//! | `stack` | spells and abilities of yours as targets |
//! | `targets` | instances of "target" (CR 115): what can be chosen and how many |
//! | `together` | several objects with a condition on all of them; what they come to, how many different ones there are |

mod adjectives;
pub(super) mod choosing;
mod foreach;
mod givers;
mod groups;
pub(super) mod heads;
mod lists;
mod marks;
pub(super) mod modifiers;
pub(super) mod objects;
pub(super) mod phrases;
pub(super) mod players;
pub(super) mod pronouns;
pub(super) mod references;
mod shares;
pub(super) mod sorts;
mod stack;
pub(super) mod targets;
pub(super) mod together;

use crate::cards::oracle::syntax::Rule;

/// All of them. What can be said in several ways is said as the first one does.
pub(super) fn rules() -> Vec<&'static [Rule]> {
    let mut all = vec![
        heads::RULES,
        adjectives::RULES,
        modifiers::RULES,
        phrases::RULES,
        phrases::CARDS,
        phrases::SPELLS,
        phrases::SOURCES,
        targets::RULES,
        objects::RULES,
        references::RULES,
        players::RULES,
        pronouns::RULES,
        sorts::RULES,
        groups::RULES,
        choosing::RULES,
        foreach::RULES,
        givers::RULES,
        shares::RULES,
        together::RULES,
        marks::RULES,
        lists::RULES,
        stack::RULES,
    ];
    all.extend(references::THAT);
    all.extend(shares::QUALITIES);
    all.extend(stack::ABILITIES);
    all
}
