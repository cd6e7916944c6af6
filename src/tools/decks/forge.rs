//! Forge's `.dck`: sections in brackets, `Name=` under `[metadata]`, cards as `4 Name|SET|1`.
//!
//! Comments start with `;` or `#`. A `+` after the name is a foil.
//!
//! # Invariants
//! - Sections that a deck list has no room for (`[Planes]`, `[Schemes]`) may only be empty.

use super::build::Builder;
use super::lines::counted;
use super::source::{Piece, Source, show_quoted};
use super::{DeckError, DeckList, DeckProblem, Section};

/// The sections that Forge has and a deck list has not.
const UNSUPPORTED: [&str; 7] = ["avatar", "planes", "schemes", "conspiracy", "dungeon", "attractions", "contraptions"];

/// What the lines of a section are.
#[derive(Clone, Copy)]
enum Part<'a> {
    Start,
    Metadata,
    Cards(Section),
    Unsupported(&'a str),
    /// What is wrong with the section has been told.
    Told,
}

pub(super) fn parse(source: &Source<'_>) -> Result<DeckList, DeckError> {
    let mut deck = Builder::new(source);
    let mut part = Part::Start;
    for line in source.lines().filter(|line| !line.is_empty()) {
        if line.text.starts_with([';', '#']) {
            continue;
        }
        let read = if line.text.starts_with('[') {
            let found = section(line);
            part = found.unwrap_or(Part::Told);
            let expected = "a section like [metadata], [Commander], [Main] or [Sideboard]";
            found.map(drop).ok_or_else(|| source.malformed(line.span(), expected))
        } else {
            let read = read_line(&mut deck, part, line);
            // What a section as a whole is refused for is told once.
            if read.is_err() && matches!(part, Part::Start | Part::Unsupported(_)) {
                part = Part::Told;
            }
            read
        };
        deck.tell(read);
    }
    deck.finish()
}

fn read_line(deck: &mut Builder<'_, '_>, part: Part<'_>, line: Piece<'_>) -> Result<(), DeckError> {
    let source = deck.source;
    match part {
        Part::Start => Err(source.malformed(line.span(), "a section like [metadata] or [Main]")),
        Part::Metadata => {
            let pair = line.split_once('=');
            let (key, value) =
                pair.ok_or_else(|| source.malformed(line.span(), "a key and a value, like Name=Stompy"))?;
            if key.text.trim().eq_ignore_ascii_case("name") { deck.name(value.text, value.span()) } else { Ok(()) }
        }
        Part::Cards(section) => {
            let (count, rest) = counted(source, line)?;
            deck.add_pieces(section, count, name_of(rest))
        }
        Part::Unsupported(name) => {
            let problem = DeckProblem::UnsupportedSection { section: show_quoted(name) };
            Err(source.error(line.span(), problem))
        }
        Part::Told => Ok(()),
    }
}

/// Whether a text has a section of Forge's.
pub(super) fn fits(source: &Source<'_>) -> bool {
    source.lines().any(|line| matches!(section(line), Some(Part::Metadata | Part::Cards(_))))
}

fn section(line: Piece<'_>) -> Option<Part<'_>> {
    let name = line.text.strip_prefix('[')?.strip_suffix(']')?.trim();
    let part = match name.to_ascii_lowercase().as_str() {
        "metadata" => Part::Metadata,
        "main" => Part::Cards(Section::Main),
        "sideboard" => Part::Cards(Section::Sideboard),
        "commander" => Part::Cards(Section::Commander),
        other if UNSUPPORTED.contains(&other) => Part::Unsupported(name),
        _ => return None,
    };
    Some(part)
}

/// The name before the set, the picture and the marks of Forge.
fn name_of(rest: Piece<'_>) -> Piece<'_> {
    let name = rest.split_once('|').map_or(rest, |(name, _)| name.trim());
    match name.text.strip_suffix('+') {
        Some(plain) => name.split_at(plain.len()).0.trim(),
        None => name,
    }
}
