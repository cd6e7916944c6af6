//! Lists of names, one a line, without counts: `Lightning Bolt`. Comments start with `//` or `#`.

use super::build::Builder;
use super::lines::{comment, split_count};
use super::source::Source;
use super::{DeckError, DeckFormat, DeckList, Section, detect};

/// Whether a text is such a list: no format of decks but plain text fits, and no line has a count.
pub(super) fn fits(source: &Source<'_>) -> bool {
    let plain = matches!(detect::detect(source), Ok(DeckFormat::Text));
    let mut lines = source.lines().filter(|line| !line.is_empty() && comment(*line).is_none());
    plain && lines.all(|line| split_count(line).is_none() && line.after("SB:").is_none())
}

pub(super) fn parse(source: &Source<'_>) -> Result<DeckList, DeckError> {
    let mut list = Builder::new(source);
    for line in source.lines().filter(|line| !line.is_empty() && comment(*line).is_none()) {
        list.add(Section::Main, ("1", line.span()), (line.text, line.span()))?;
    }
    list.finish()
}
