//! Text-changing effects on structured text (CR 612): every instance of a word becomes another one.
//!
//! A definition in which a word is replaced is a definition of its own, compiled like any other, with its abilities,
//! programs and effects in the same places. A game makes them as its text-changing effects need them, in
//! [`CardTable::reword`], and lists them in its snapshot.

use super::compile::{CompileError, definition};
use super::def::*;
use super::table::{CardTable, CardTableData};
use crate::model::ids::DefId;
use crate::model::snapshot::{Reworded, TextWord};
use derive_visitor::{DriveMut, Event, VisitorMut};
use std::sync::Arc;

/// What has no words inside.
macro_rules! wordless {
    ($($type:ty),* $(,)?) => {$(
        impl DriveMut for $type {
            fn drive_mut<V: VisitorMut>(&mut self, _: &mut V) {}
        }
    )*};
}

wordless!(Keyword, CounterKind, ManaType, CardTypes, Supertypes, CardName, SubtypeKind);

/// What is a word, or a set of them; and what other visitors look for.
macro_rules! words {
    ($($type:ty),* $(,)?) => {$(
        impl DriveMut for $type {
            fn drive_mut<V: VisitorMut>(&mut self, visitor: &mut V) {
                visitor.visit(self, Event::Enter);
                visitor.visit(self, Event::Exit);
            }
        }
    )*};
}

words!(Color, Subtype, TypeLine, Var, ManaCost);

/// Replaces a word wherever it meets it. A word only becomes another one of its kind.
#[derive(VisitorMut)]
#[visitor(Color(enter), Subtype(enter), TypeLine(enter))]
struct Replacing {
    old: TextWord,
    new: TextWord,
}

impl Replacing {
    fn enter_color(&mut self, color: &mut Color) {
        if let (TextWord::Color(old), TextWord::Color(new)) = (self.old, self.new)
            && *color == old
        {
            *color = new;
        }
    }

    fn enter_subtype(&mut self, subtype: &mut Subtype) {
        if let (TextWord::Subtype(old), TextWord::Subtype(new)) = (self.old, self.new)
            && *subtype == old
        {
            *subtype = new;
        }
    }

    fn enter_type_line(&mut self, line: &mut TypeLine) {
        if let (TextWord::Subtype(old), TextWord::Subtype(new)) = (self.old, self.new) {
            line.subtypes.replace(old, new);
        }
    }
}

/// A definition with a word replaced in its rules text, and in the type lines of what it makes.
fn reworded(card: &CardDef, old: TextWord, new: TextWord) -> CardDef {
    let mut card = card.clone();
    card.walk(&mut Replacing { old, new });
    card
}

impl CardTable {
    /// The definition that is another one with a word replaced, if the game has made it.
    pub fn find_reworded(&self, wanted: Reworded) -> Option<DefId> {
        let at = self.0.reworded.iter().position(|r| r.0 == wanted)?;
        Some(self.0.reworded[at].1)
    }

    /// The definition as it was before words were replaced.
    pub fn original(&self, def: DefId) -> DefId {
        let mut made = self.0.reworded.iter().filter(|(reworded, made)| *made == def && reworded.of != def);
        let of = made.next().map(|(reworded, _)| reworded.of);
        of.map_or(def, |of| self.original(of))
    }

    /// Whether a token is one that the abilities of a definition make.
    pub fn makes(&self, def: DefId, token: DefId) -> bool {
        let first = self.0.first_token[def.0 as usize];
        let many = self.def(def).tokens.len() as u16;
        (first..first + many).contains(&token.0)
    }

    /// Makes such a definition for this game.
    ///
    /// # Errors
    /// If it can't be compiled: with more words than a table can hold.
    pub fn reword(&mut self, wanted: Reworded) -> Result<DefId, CompileError> {
        if let Some(known) = self.find_reworded(wanted) {
            return Ok(known);
        }
        let tokens = Arc::clone(&self.0.tokens);
        let source = &self.def(wanted.of).source;
        let card = reworded(source, wanted.old, wanted.new);
        if card == *source {
            // CR 612.2: the word doesn't occur, and nothing changes.
            Arc::make_mut(&mut self.0).reworded.push((wanted, wanted.of));
            return Ok(wanted.of);
        }
        let made = definition(&card, &tokens)?;
        let data = Arc::make_mut(&mut self.0);
        let id = DefId(u16::try_from(data.defs.len()).map_err(|_| CompileError::TooLarge(data.defs.len()))?);
        data.reworded.push((wanted, id));
        CardTableData::extend(data, made);
        Ok(id)
    }
}
