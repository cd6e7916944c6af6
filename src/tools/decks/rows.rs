//! Many decks in a file, a JSON object a line: `{"format": "pauper", "main": [[4, "Island"]], "side": [[1, "Duress"]]}`, as
//! archives of tournaments have them. `format`, `side` and `commanders` may be left out.
//!
//! Each row goes through the plain text format, so that what holds of decks holds of it, too.

use super::source::show_quoted;
use super::{DeckError, DeckFormat, DeckList, DeckProblem, MAX_BYTES, parse_as};
use serde::Deserialize;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

/// The most decks of a file.
const MOST_ROWS: usize = 100_000;

#[derive(Deserialize)]
struct Row {
    format: Option<String>,
    main: Vec<(u32, String)>,
    #[serde(default)]
    side: Vec<(u32, String)>,
    #[serde(default)]
    commanders: Vec<(u32, String)>,
}

/// Reads decks from a file with one a line, each with its format in small letters if it has one.
///
/// # Errors
/// A file that can't be read, or a line that isn't a deck: the whole file is refused.
pub fn read_rows(path: impl AsRef<Path>) -> Result<Vec<(Option<String>, DeckList)>, DeckError> {
    let path = path.as_ref();
    let file = path.to_string_lossy();
    let unreadable = |reason| DeckError::of_file(&file, DeckProblem::Unreadable { reason });
    let mut reader = BufReader::new(crate::cards::files::open(path).map_err(unreadable)?);
    let (mut rows, mut line) = (Vec::new(), Vec::new());
    for number in 1.. {
        line.clear();
        // A line without an end is not read to it.
        let count = reader.by_ref().take(MAX_BYTES as u64 + 1).read_until(b'\n', &mut line).map_err(unreadable)?;
        if count == 0 {
            break;
        }
        if count > MAX_BYTES || rows.len() == MOST_ROWS {
            return Err(DeckError::of_file(&file, DeckProblem::TooLarge { limit: MAX_BYTES }));
        }
        if !line.trim_ascii().is_empty() {
            rows.push(row(&file, number, &line)?);
        }
    }
    Ok(rows)
}

fn row(file: &str, number: usize, line: &[u8]) -> Result<(Option<String>, DeckList), DeckError> {
    let place = format!("{file}:{number}");
    let row: Row = serde_json::from_slice(line).map_err(|error| {
        let expected = "an object with `main`, a list of pairs of a count and a name";
        DeckError::of_file(&place, DeckProblem::Malformed { expected, found: show_quoted(&error.to_string()) })
    })?;
    let mut text = String::new();
    for (heading, cards) in [("Commander", &row.commanders), ("Deck", &row.main), ("Sideboard", &row.side)] {
        if !cards.is_empty() {
            text.push_str(heading);
            for (count, name) in cards {
                // A line end in a name must not begin another card.
                text.push_str(&format!("\n{count} {}", name.replace(['\n', '\r'], "\u{b}")));
            }
            text.push_str("\n\n");
        }
    }
    let deck = parse_as(DeckFormat::Text, &place, &text)?;
    Ok((row.format.map(|format| format.to_lowercase()), deck))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::decks::{DeckEntry, Section};
    use std::fs;

    fn rows(text: &str) -> Result<Vec<(Option<String>, DeckList)>, DeckError> {
        let folder = tempfile::TempDir::new().unwrap();
        let path = folder.path().join("rows.jsonl");
        fs::write(&path, text).unwrap();
        read_rows(&path)
    }

    #[test]
    fn a_deck_a_line() {
        let text = "{\"format\": \"Pauper\", \"main\": [[4, \"Lim-D\u{fb}l's Vault\"], [2, \"Fire // Ice\"]], \"side\": [[1, \"Opt\"]]}\n\
                    \n{\"main\": [[99, \"Island\"]], \"commanders\": [[1, \"A, B\"]], \"date\": \"2026-01-01\"}";
        let read = rows(text).unwrap();
        let [(pauper, first), (None, second)] = &read[..] else { panic!("{read:?}") };
        assert_eq!(pauper.as_deref(), Some("pauper"));
        assert_eq!((first.count(Section::Main), first.count(Section::Sideboard)), (6, 1));
        assert_eq!(first.main[1].name, "Fire // Ice");
        assert_eq!((second.count(Section::Main), second.count(Section::Commander)), (99, 1));
        let DeckEntry { count, name, .. } = &second.commanders[0];
        assert_eq!((*count, name.as_str()), (1, "A, B"));
    }

    #[test]
    fn a_line_that_is_no_deck_is_told_with_its_number() {
        let good = "{\"main\": [[4, \"Island\"]]}\n";
        for bad in [
            "{\"main\": [[4]]}",
            "{\"main\": 3}",
            "{",
            "[]",
            "{\"main\": [[0, \"Opt\"]]}",
            "{\"main\": [[1, \"a\\n9 b\"]]}",
        ] {
            let error = rows(&format!("{good}{bad}")).unwrap_err().to_string();
            assert!(error.contains("rows.jsonl:2"), "{bad}: {error}");
        }
    }
}
