//! MTGJSON's deck files: `data` with `mainBoard`, `sideBoard` and `commander`, lists of cards
//! of which `count` and `name` are read.
//!
//! `displayCommander` repeats the commander as an oversized card and `tokens` are no part of a
//! deck; both are dropped.
//!
//! # Invariants
//! - Boards that a deck list has no room for (`planes`, `schemes`) may only be empty.
//! - A key that is there twice is an error, not a choice.

use std::collections::BTreeSet;

use super::build::Builder;
use super::source::{Piece, Source, show_quoted};
use super::{DeckError, DeckList, DeckProblem, Section, json};

/// What a second value of a key is refused for.
const ONCE: &str = "each key once";

pub(super) fn parse(source: &Source<'_>) -> Result<DeckList, DeckError> {
    let document = json::document(source)?;
    let root = members(source, document, "an object with `data`")?;
    let data = required(source, document, &root, "data", "an object with `data`")?;
    let mut deck = Builder::new(source);
    let boards = members(source, data, "an object with `mainBoard`")?;
    required(source, data, &boards, "mainBoard", "an object with `mainBoard`")?;
    if let Some(name) = only(source, &boards, "name")? {
        let named = string(source, name).and_then(|text| deck.name(&text, name.span()));
        deck.tell(named);
    }
    let mut seen = BTreeSet::new();
    for (key, value) in &boards {
        if !seen.insert(key) {
            deck.tell(Err(source.malformed(value.span(), ONCE)));
            continue;
        }
        let section = match key.as_str() {
            "mainBoard" => Section::Main,
            "sideBoard" => Section::Sideboard,
            "commander" => Section::Commander,
            "displayCommander" | "tokens" => continue,
            _ => {
                deck.tell(refuse_board(source, key, *value));
                continue;
            }
        };
        let read = board(&mut deck, section, *value);
        deck.tell(read);
    }
    deck.finish()
}

fn board(deck: &mut Builder<'_, '_>, section: Section, value: Piece<'_>) -> Result<(), DeckError> {
    let source = deck.source;
    let expected = "a list of cards";
    let cards = json::elements(value).ok_or_else(|| source.malformed(value.span(), expected))?;
    for element in cards {
        let read = card(deck, section, element);
        deck.tell(read);
    }
    Ok(())
}

fn card(deck: &mut Builder<'_, '_>, section: Section, card: Piece<'_>) -> Result<(), DeckError> {
    let source = deck.source;
    let expected = "a card with `count` and `name`";
    let fields = members(source, card, expected)?;
    let count = required(source, card, &fields, "count", expected)?;
    let name = required(source, card, &fields, "name", expected)?;
    let spelled = string(source, name)?;
    deck.add(section, (count.text, count.span()), (&spelled, name.span()))
}

/// Refuses a list of things with counts that we don't know.
fn refuse_board(source: &Source<'_>, key: &str, value: Piece<'_>) -> Result<(), DeckError> {
    let cards = json::elements(value).unwrap_or_default();
    let counted =
        |card: &Piece<'_>| json::members(*card).is_some_and(|fields| fields.iter().any(|(key, _)| key == "count"));
    match cards.into_iter().find(counted) {
        Some(card) => {
            let problem = DeckProblem::UnsupportedSection { section: show_quoted(key) };
            Err(source.error(card.span(), problem))
        }
        None => Ok(()),
    }
}

type Members<'a> = Vec<(String, Piece<'a>)>;

fn members<'a>(source: &Source<'_>, value: Piece<'a>, expected: &'static str) -> Result<Members<'a>, DeckError> {
    json::members(value).ok_or_else(|| source.malformed(value.span(), expected))
}

/// The value of a key that may be missing, but not be there twice.
fn only<'a>(source: &Source<'_>, members: &Members<'a>, key: &str) -> Result<Option<Piece<'a>>, DeckError> {
    let mut values = members.iter().filter(|(name, _)| name == key).map(|&(_, value)| value);
    match (values.next(), values.next()) {
        (_, Some(second)) => Err(source.malformed(second.span(), ONCE)),
        (value, None) => Ok(value),
    }
}

fn required<'a>(
    source: &Source<'_>,
    object: Piece<'_>,
    members: &Members<'a>,
    key: &str,
    expected: &'static str,
) -> Result<Piece<'a>, DeckError> {
    only(source, members, key)?.ok_or_else(|| source.malformed(object.span(), expected))
}

fn string(source: &Source<'_>, value: Piece<'_>) -> Result<String, DeckError> {
    serde_json::from_str(value.text).map_err(|_| source.malformed(value.span(), "a text"))
}
