//! Magic Online's `.dek`: `<Cards Quantity="4" Sideboard="false" Name="Forest"/>`.
//!
//! Its text export is plain text, see `text.rs`. Commanders are cards of the sideboard here.
//!
//! # Invariants
//! - Elements that we don't know are ignored only if no card is in them.

use roxmltree::Node;

use super::build::Builder;
use super::source::Source;
use super::{DeckError, DeckList, Section, xml};

pub(super) fn parse(source: &Source<'_>) -> Result<DeckList, DeckError> {
    let document = xml::document(source, "Deck", "the element <Deck>")?;
    let mut deck = Builder::new(source);
    for element in xml::elements(&mut deck, document.root_element()) {
        let read = cards(&mut deck, element);
        deck.tell(read);
    }
    deck.finish()
}

fn cards(deck: &mut Builder<'_, '_>, card: Node<'_, '_>) -> Result<(), DeckError> {
    let source = deck.source;
    if card.tag_name().name() != "Cards" {
        let expected = "the element <Cards>";
        return if xml::has_cards(card) { Err(source.malformed(xml::tag(source, card), expected)) } else { Ok(()) };
    }
    let count = xml::required(source, card, "Quantity", "cards with a Quantity")?;
    let name = xml::required(source, card, "Name", "cards with a Name")?;
    let section = match xml::attribute(card, "Sideboard") {
        Some((value, _)) if value.eq_ignore_ascii_case("true") => Section::Sideboard,
        Some((value, span)) if !value.eq_ignore_ascii_case("false") => {
            return Err(source.malformed(span, "true or false"));
        }
        _ => Section::Main,
    };
    deck.add(section, count, name)
}
