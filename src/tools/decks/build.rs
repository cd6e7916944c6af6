//! The only writer of a [`DeckList`]: what every format's cards go through.
//!
//! # Invariants
//! - The limits and the form of names are checked here and nowhere else.
//! - A mistake doesn't keep the others from being found: formats tell it here and continue with what follows.

use super::error::MOST_TOLD;
use super::names::{card_name, deck_name};
use super::source::{Piece, Source, Span, show_quoted};
use super::{DeckEntry, DeckError, DeckList, DeckProblem, MAX_COUNT, Section};
use crate::game::MAX_CARDS;

/// A deck under construction from a source.
pub(super) struct Builder<'s, 'a> {
    pub(super) source: &'s Source<'a>,
    deck: DeckList,
    total: u32,
    /// The first mistakes, in the order of the file.
    wrong: Vec<DeckError>,
    /// How many further mistakes there are.
    more: usize,
}

impl<'s, 'a> Builder<'s, 'a> {
    pub(super) fn new(source: &'s Source<'a>) -> Self {
        Self { source, deck: DeckList::default(), total: 0, wrong: Vec::new(), more: 0 }
    }

    /// Notes a mistake.
    pub(super) fn tell(&mut self, result: Result<(), DeckError>) {
        match result {
            Ok(()) => {}
            Err(error) if self.wrong.len() < MOST_TOLD => self.wrong.push(error),
            Err(_) => self.more += 1,
        }
    }

    /// Notes the name of the deck; of several, the first holds.
    pub(super) fn name(&mut self, text: &str, span: Span) -> Result<(), DeckError> {
        let name = deck_name(text).map_err(|problem| self.source.error(span, problem))?;
        self.deck.name = self.deck.name.take().or(name);
        Ok(())
    }

    /// Adds copies of a card; `count` and `name` are decoded, the spans say where they are.
    pub(super) fn add(&mut self, section: Section, count: (&str, Span), name: (&str, Span)) -> Result<(), DeckError> {
        let copies = self.count(count)?;
        let spelled = self.card_name(name)?;
        let before = self.total;
        self.total = before.saturating_add(copies);
        if self.total > MAX_CARDS {
            // It is told where the limit is passed, and nothing is kept from there on.
            let passed = || Err(self.source.error(count.1, DeckProblem::TooManyCards));
            return if before > MAX_CARDS { Ok(()) } else { passed() };
        }
        // Where a format spreads a card over lines, the name is what is looked for.
        let line = self.source.line_of(name.1.start);
        let entry = DeckEntry { count: copies, name: spelled, line };
        self.entries(section).push(entry);
        Ok(())
    }

    /// Adds copies of a card that the text has as it stands.
    pub(super) fn add_pieces(&mut self, section: Section, count: Piece<'_>, name: Piece<'_>) -> Result<(), DeckError> {
        self.add(section, (count.text, count.span()), (name.text, name.span()))
    }

    /// Notes a companion, and adds it to the sideboard, unless the sideboard lists as many already: Arena
    /// writes it in both places, and it is one card.
    pub(super) fn add_companion(&mut self, count: Piece<'_>, name: Piece<'_>) -> Result<(), DeckError> {
        let copies = self.count((count.text, count.span()))?;
        let spelled = self.card_name((name.text, name.span()))?;
        let same = |entry: &&DeckEntry| entry.name == spelled;
        let listed: u32 = self.deck.sideboard.iter().filter(same).map(|entry| entry.count).sum();
        if listed < copies {
            self.add_pieces(Section::Sideboard, count, name)?;
        }
        self.deck.companion = self.deck.sideboard.iter().position(|entry| entry.name == spelled);
        Ok(())
    }

    /// The deck, if nothing is wrong with it and it has cards to play with.
    pub(super) fn finish(self) -> Result<DeckList, DeckError> {
        if let Some(error) = DeckError::of_all(self.wrong, self.more) {
            return Err(error);
        }
        if self.deck.main.is_empty() {
            return Err(DeckError::of_file(self.source.file, DeckProblem::Empty));
        }
        Ok(self.deck)
    }

    fn entries(&mut self, section: Section) -> &mut Vec<DeckEntry> {
        match section {
            Section::Main => &mut self.deck.main,
            Section::Sideboard => &mut self.deck.sideboard,
            Section::Commander => &mut self.deck.commanders,
            Section::Maybeboard => &mut self.deck.maybeboard,
        }
    }

    fn count(&self, (text, span): (&str, Span)) -> Result<u32, DeckError> {
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let count = if digits { text.parse().ok() } else { None };
        count.filter(|count| (1..=MAX_COUNT).contains(count)).ok_or_else(|| {
            let found = show_quoted(text);
            self.source.error(span, DeckProblem::BadCount { found })
        })
    }

    fn card_name(&self, (text, span): (&str, Span)) -> Result<String, DeckError> {
        card_name(text).map_err(|problem| self.source.error(span, problem))
    }
}
