//! Lists of names, one a line, where not every line has a count: `Lightning Bolt`. Comments start with `//` or `#`.

use super::build::Builder;
use super::lines::{comment, split_count, without_set};
use super::sections::{header, is_group};
use super::source::{Piece, Source};
use super::{DeckError, DeckFormat, DeckList, Section, detect};

/// Whether a text is such a list: no format of decks but plain text fits, and some line has no count.
pub(super) fn fits(source: &Source<'_>) -> bool {
    let plain = matches!(detect::detect(source), Ok(DeckFormat::Text));
    plain && cards(source).any(|line| split_count(line).is_none())
}

/// The lines that name a card.
fn cards<'s>(source: &'s Source<'_>) -> impl Iterator<Item = Piece<'s>> {
    let lines = source.lines().map(|line| line.after("SB:").unwrap_or(line));
    lines.filter(|line| !line.is_empty() && comment(*line).is_none() && header(*line).is_none() && !is_group(*line))
}

pub(super) fn parse(source: &Source<'_>) -> Result<DeckList, DeckError> {
    let mut list = Builder::new(source);
    for line in cards(source) {
        let added = match split_count(line) {
            Some((count, name)) => list.add_pieces(Section::Main, count, without_set(name)),
            None => list.add(Section::Main, ("1", line.span()), (line.text, line.span())),
        };
        list.tell(added);
    }
    list.finish()
}
