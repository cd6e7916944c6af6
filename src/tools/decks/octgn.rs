//! OCTGN's `.o8d`: `<section name="Main">` with `<card qty="4">Forest</card>`.
//!
//! # Invariants
//! - Sections that a deck list has no room for (`Planes/Schemes`) may only be empty.

use roxmltree::Node;

use super::build::Builder;
use super::source::{Source, show_quoted};
use super::{DeckError, DeckList, DeckProblem, Section, xml};

pub(super) fn parse(source: &Source<'_>) -> Result<DeckList, DeckError> {
    let document = xml::document(source, "deck", "the element <deck>")?;
    let mut deck = Builder::new(source);
    for element in xml::elements(&mut deck, document.root_element()) {
        let read = if element.tag_name().name() == "section" {
            section(&mut deck, element)
        } else if xml::has_cards(element) {
            Err(source.malformed(xml::tag(source, element), "the element <section>"))
        } else {
            Ok(())
        };
        deck.tell(read);
    }
    deck.finish()
}

fn section(deck: &mut Builder<'_, '_>, element: Node<'_, '_>) -> Result<(), DeckError> {
    let source = deck.source;
    let (name, span) = xml::required(source, element, "name", "a section with a name")?;
    let section = match name.to_ascii_lowercase().as_str() {
        "main" => Some(Section::Main),
        "sideboard" => Some(Section::Sideboard),
        "command zone" | "commander" => Some(Section::Commander),
        _ => None,
    };
    for element in xml::elements(deck, element) {
        let is_card = element.tag_name().name() == "card";
        let Some(section) = section.filter(|_| is_card) else {
            if is_card {
                // What the section as a whole is refused for is told once.
                let problem = DeckProblem::UnsupportedSection { section: show_quoted(name) };
                return Err(source.error(span, problem));
            }
            deck.tell(Err(source.malformed(xml::tag(source, element), "the element <card>")));
            continue;
        };
        let read = card(deck, section, element);
        deck.tell(read);
    }
    Ok(())
}

fn card(deck: &mut Builder<'_, '_>, section: Section, card: Node<'_, '_>) -> Result<(), DeckError> {
    let source = deck.source;
    if !card.children().all(|child| child.is_text()) {
        return Err(source.malformed(card.range().into(), "a card name and nothing else"));
    }
    let count = xml::required(source, card, "qty", "a card with a qty")?;
    deck.add(section, count, xml::text(source, card))
}
