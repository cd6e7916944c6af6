//! The vocabulary of card files, as RON types.
//!
//! A definition is pure data in the terms of the Comprehensive Rules. There is no term for a single card, and no
//! term that stands for "anything else": what a card lacks is added here as a general term.
//!
//! | file | what |
//! | --- | --- |
//! | `card` | cards, faces, tokens |
//! | `types`, `subtype_names` | type lines |
//! | `mana` | colours, mana symbols and costs |
//! | `keywords` | keywords without parameters, kinds of counters |
//! | `keyword_ability` | keywords with parameters |
//! | `words` | how text refers to objects, players, groups, zones |
//! | `filter` | qualities of objects |
//! | `quantity` | numbers, conditions, steps |
//! | `ways` | by which keyword a spell is cast |
//! | `ability` | spell, activated, triggered and static abilities, targets |
//! | `trigger` | trigger events |
//! | `cost` | costs |
//! | `deck` | what abilities say about the deck before the game begins |
//! | `effect`, `parts` | instructions, and what they are made of |
//! | `spending` | what mana can be spent on |
//! | `modification` | what continuous effects do to objects and events |
//! | `rule` | what they do to the rules of the game |

mod ability;
mod card;
mod cost;
mod deck;
mod effect;
mod filter;
mod keyword_ability;
mod keywords;
mod mana;
mod modification;
mod parts;
mod quantity;
mod rule;
mod spending;
mod subtype_names;
mod trigger;
mod types;
mod ways;
mod words;

pub use ability::*;
pub use card::*;
pub use cost::*;
pub use deck::*;
pub use effect::*;
pub use filter::*;
pub use keyword_ability::*;
pub use keywords::*;
pub use mana::*;
pub use modification::*;
pub use parts::*;
pub use quantity::*;
pub use rule::*;
pub use spending::*;
pub use subtype_names::SUBTYPES;
pub use trigger::*;
pub use types::*;
pub use ways::*;
pub use words::*;
