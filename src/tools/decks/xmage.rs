//! XMage's `.dck`: `4 [SET:123] Name`, `SB: 4 [SET:123] Name`, `NAME:`, `AUTHOR:`.
//!
//! `LAYOUT` lines say how the deck editor arranges the cards that are listed anyway.
//! XMage has no section for commanders: it keeps them in the sideboard, and so do we.

use super::build::Builder;
use super::lines::{bracketed, comment, counted, note_name, split_count};
use super::source::{Piece, Source};
use super::{DeckError, DeckList, Section};

pub(super) fn parse(source: &Source<'_>) -> Result<DeckList, DeckError> {
    let mut deck = Builder::new(source);
    for line in source.lines().filter(|line| !line.is_empty()) {
        let read = read_line(&mut deck, line);
        deck.tell(read);
    }
    deck.finish()
}

fn read_line(deck: &mut Builder<'_, '_>, line: Piece<'_>) -> Result<(), DeckError> {
    if let Some(name) = line.after("NAME:") {
        return deck.name(name.text, name.span());
    }
    if let Some(note) = comment(line) {
        return note_name(deck, note);
    }
    if is_editor_line(line) {
        return Ok(());
    }
    let (section, card) = match line.after("SB:") {
        Some(card) => (Section::Sideboard, card),
        None => (Section::Main, line),
    };
    let (count, rest) = counted(deck.source, card)?;
    let name = printed(rest);
    let name = name.ok_or_else(|| deck.source.malformed(rest.span(), "`[SET:number]` and a card name"))?;
    deck.add_pieces(section, count, name)
}

/// Whether a text has what only XMage writes.
pub(super) fn fits(source: &Source<'_>) -> bool {
    source.lines().any(|line| {
        let card = line.after("SB:").unwrap_or(line);
        line.after("NAME:").is_some()
            || is_layout(line)
            || split_count(card).is_some_and(|(_, rest)| printed(rest).is_some())
    })
}

/// The name after `[SET:number]`.
fn printed(rest: Piece<'_>) -> Option<Piece<'_>> {
    let (printing, name) = bracketed(rest)?;
    let (set, number) = printing.split_once(':')?;
    (!set.is_empty() && !number.is_empty()).then_some(name)
}

fn is_editor_line(line: Piece<'_>) -> bool {
    line.after("AUTHOR:").is_some() || is_layout(line)
}

fn is_layout(line: Piece<'_>) -> bool {
    line.after("LAYOUT MAIN:").is_some() || line.after("LAYOUT SIDEBOARD:").is_some()
}
