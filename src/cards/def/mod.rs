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

use derive_visitor::{DriveMut, Event, VisitorMut, visitor_enter_fn_mut};
use std::any::Any;

/// Walks through a definition, or a part of one, and all its parts. The code is there once for all visitors: with one copy for each,
/// the program would be more than a megabyte larger.
pub trait Walk: DriveMut {
    /// Walks through it with a visitor.
    fn walk(&mut self, visitor: &mut dyn VisitorMut) {
        self.drive_mut(&mut Erased(visitor));
    }
    /// Calls `look` for each part whose type is `T`, outer parts first.
    fn each<T: Any>(&mut self, look: impl FnMut(&mut T)) {
        self.walk(&mut visitor_enter_fn_mut(look));
    }
}

impl<P: DriveMut> Walk for P {}

/// A visitor of whatever type.
struct Erased<'a>(&'a mut dyn VisitorMut);

impl VisitorMut for Erased<'_> {
    fn visit(&mut self, item: &mut dyn Any, event: Event) {
        self.0.visit(item, event);
    }
}
