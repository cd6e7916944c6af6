//! Plain text: `4 Name` or `4x Name`, as Magic Online exports it and players write it.
//!
//! Comments start with `//` or `#`; `// Name: Stompy` names the deck. `sections.rs` says where
//! the sideboard starts. A set in brackets behind a name is read and dropped.

use super::lines::without_set;
use super::sections::{self, Style};
use super::source::Source;
use super::{DeckError, DeckList};

pub(super) fn parse(source: &Source<'_>) -> Result<DeckList, DeckError> {
    sections::read(source, &Style { about: false, blanks: true, marks: true, name: |_, name| Ok(without_set(name)) })
}
