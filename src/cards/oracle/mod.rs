//! Cards from their own text: a strict, reversible compiler of Oracle text to definitions.
//!
//! A card is accepted as a whole or declined with a place. [`compile`] accepts a card only if every token of its text was
//! read, prints back as it was, and means one thing, and if no word of it can be left out.
//!
//! | file | what |
//! | --- | --- |
//! | `card` | the text of a card, as bulk files have it |
//! | `face` | from cards to faces: type lines, costs, bodies |
//! | `cleave` | texts with words in square brackets |
//! | `levels`, `cases` | texts in parts: levelers, Classes and station cards, Cases |
//! | `speed`, `anchors` | max speed abilities, abilities with anchor words |
//! | `lex` | lines as tokens, and back |
//! | `syntax` | the kernel: rules, readings, meanings, words |
//! | `grammar` | the rules |
//! | `names` | what categories of phrases are called in messages |
//! | `paragraphs` | the paragraphs of a face and the places of their words |
//! | `read`, `vars`, `links` | the meaning of a face |
//! | `known` | lines that were read before |
//! | `terms` | the terms that a definition uses, and those that are held back |
//! | `unspoken` | keywords that no term says |
//! | `words` | from definitions to texts |
//! | `probe` | the deletion probe |
//! | `golden` | comparing with the shipped definitions |
//! | `decline` | why a card isn't accepted |

mod anchors;
mod card;
mod cases;
mod cleave;
mod decline;
mod face;
mod golden;
mod grammar;
mod known;
mod levels;
mod lex;
mod links;
mod names;
mod paragraphs;
mod probe;
mod read;
mod speed;
mod syntax;
mod terms;
mod unspoken;
mod vars;
mod words;

pub use card::{CardText, FaceText};
pub use decline::{Decline, Reason};
pub use face::{compile, compile_unproven};
pub use golden::{Golden, compare};
pub use terms::{HELD_BACK, terms};
pub use words::{text_of, words};
