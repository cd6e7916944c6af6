//! Cards from their own text: a strict, reversible compiler of Oracle text to definitions.
//!
//! A card is accepted as a whole or declined with a place. [`compile`] accepts a card only if every token of its text was
//! read, prints back as it was, and means one thing.

mod card;
mod decline;
mod face;
mod grammar;
mod lex;
mod read;
mod syntax;
mod vars;

pub use card::{CardText, FaceText};
pub use decline::{Decline, Reason};
pub use face::compile;
