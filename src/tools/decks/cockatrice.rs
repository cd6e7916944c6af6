//! Cockatrice's `.cod`: `<zone name="main">` with `<card number="4" name="Forest"/>`.
//!
//! `number` may be missing and is 1 then. The zone `tokens` isn't part of a deck.
//!
//! # Invariants
//! - Elements of newer versions that we don't know are ignored only if no card is in them.

use roxmltree::Node;

use super::build::Builder;
use super::source::{Source, show_quoted};
use super::{DeckError, DeckList, DeckProblem, Section, xml};

pub(super) fn parse(source: &Source<'_>) -> Result<DeckList, DeckError> {
    let document = xml::document(source, "cockatrice_deck", "the element <cockatrice_deck>")?;
    let mut deck = Builder::new(source);
    for element in xml::elements(&mut deck, document.root_element()) {
        let read = read_element(&mut deck, element);
        deck.tell(read);
    }
    deck.finish()
}

fn read_element(deck: &mut Builder<'_, '_>, element: Node<'_, '_>) -> Result<(), DeckError> {
    match element.tag_name().name() {
        "zone" => zone(deck, element),
        "deckname" => {
            let (name, span) = xml::text(deck.source, element);
            deck.name(name, span)
        }
        _ if xml::has_cards(element) => {
            Err(deck.source.malformed(xml::tag(deck.source, element), "the element <zone>"))
        }
        _ => Ok(()),
    }
}

fn zone(deck: &mut Builder<'_, '_>, zone: Node<'_, '_>) -> Result<(), DeckError> {
    let source = deck.source;
    let (name, span) = xml::required(source, zone, "name", "a zone with a name")?;
    let section = match name {
        "main" => Section::Main,
        "side" => Section::Sideboard,
        "tokens" => return Ok(()),
        _ => {
            let problem = DeckProblem::UnsupportedSection { section: show_quoted(name) };
            return Err(source.error(span, problem));
        }
    };
    for element in xml::elements(deck, zone) {
        let read = card(deck, section, element);
        deck.tell(read);
    }
    Ok(())
}

fn card(deck: &mut Builder<'_, '_>, section: Section, card: Node<'_, '_>) -> Result<(), DeckError> {
    let source = deck.source;
    if card.tag_name().name() != "card" {
        return Err(source.malformed(xml::tag(source, card), "the element <card>"));
    }
    let name = xml::required(source, card, "name", "a card with a name")?;
    let count = xml::attribute(card, "number").unwrap_or(("1", name.1));
    deck.add(section, count, name)
}
