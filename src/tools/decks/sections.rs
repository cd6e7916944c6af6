//! Lists of `4 Name` in sections, as players paste them: plain text, Arena, `.dec`, `.mwDeck`.
//!
//! A section starts with its header (`Sideboard`, `Deck:`, `//Commander`, `Sideboard (15)`), with `SB:` for one
//! line, or, if the file has neither a header nor an `SB:` for its sideboard, with the first
//! blank line after cards of the main deck. In a file that does mark its sideboard, or has headings of groups
//! (`Creatures (20)`, `Lands:`, `Sorceries: 8`), blank lines only group cards. What stands under `Maybeboard` isn't
//! part of the deck. Tags (`#burn`) say nothing about the deck; `*CMDR*` marks a commander in any section.
//!
//! # Invariants
//! - A third group of cards in a file without marks is an error: which group would be the
//!   sideboard is anyone's guess.

use super::build::Builder;
use super::lines::{comment, counted, note_name, split_count};
use super::source::{Piece, Source, show_quoted};
use super::{DeckError, DeckList, DeckProblem, Section};
use crate::cards::near::near_matches;

const MAIN: Part = Part::Cards(Section::Main);
const SIDE: Part = Part::Cards(Section::Sideboard);
const MAYBE: Part = Part::Cards(Section::Maybeboard);

/// What tells the formats apart.
pub(super) struct Style {
    /// Whether a blank line can start the sideboard.
    pub(super) blanks: bool,
    /// Whether there is an `About` section that names the deck.
    pub(super) about: bool,
    /// Whether deck builders leave tags and marks of commanders behind names.
    pub(super) marks: bool,
    /// Cuts what stands after the count down to the name.
    pub(super) name: for<'a> fn(&Source<'_>, Piece<'a>) -> Result<Piece<'a>, DeckError>,
}

/// The part of a list that a header starts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// Lines about the deck, not cards.
    About,
    /// The card that may join from the sideboard.
    Companion,
    /// A section of the deck.
    Cards(Section),
}

/// The part that a line is the header of.
pub(super) fn header(line: Piece<'_>) -> Option<Part> {
    let word = uncounted(line.text);
    let is = |names: &[&str]| names.iter().any(|name| name.eq_ignore_ascii_case(word));
    if is(&["deck", "main", "main deck", "maindeck", "mainboard"]) {
        Some(Part::Cards(Section::Main))
    } else if is(&["sideboard", "side"]) {
        Some(Part::Cards(Section::Sideboard))
    } else if is(&["commander", "commanders"]) {
        Some(Part::Cards(Section::Commander))
    } else if is(&["maybeboard", "maybe board", "considering"]) {
        Some(MAYBE)
    } else if is(&["companion"]) {
        Some(Part::Companion)
    } else if is(&["about"]) {
        Some(Part::About)
    } else {
        None
    }
}

/// A heading without its colon and the number of its cards: `Lands` of `Lands (24):`, `Lands: 24`, `Lands - 24`, `Lands [24]`.
fn uncounted(text: &str) -> &str {
    const MARKS: [char; 5] = [':', '-', '\u{2013}', '\u{2014}', '='];
    let text = text.strip_suffix(':').unwrap_or(text).trim_end();
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let brackets = [('(', ')'), ('[', ']')];
    let bracketed = |(open, close)| text.strip_suffix(close).and_then(|rest| rest.rsplit_once(open));
    if let Some((word, count)) = brackets.into_iter().find_map(bracketed) {
        return if digits(count.trim()) { word.trim_end().trim_end_matches(MARKS).trim_end() } else { text };
    }
    let word = text.trim_end_matches(|c: char| c.is_ascii_digit());
    let head = word.trim_end();
    let apart = word.len() < text.len() && (head.len() < word.len() || head.ends_with(MARKS));
    if apart { head.trim_end_matches(MARKS).trim_end() } else { text }
}

/// Whether a line is the heading of a group within a section: `Creatures (20)`, `Instants:`, `Other spells`.
pub(super) fn is_group(line: Piece<'_>) -> bool {
    const GROUPS: [&str; 12] = [
        "creature",
        "land",
        "instant",
        "sorcery",
        "enchantment",
        "artifact",
        "planeswalker",
        "battle",
        "spell",
        "other",
        "token",
        "permanent",
    ];
    let word = uncounted(line.text).to_ascii_lowercase();
    let singular = |word: &str| match word.strip_suffix("ies") {
        Some(stem) => format!("{stem}y"),
        None => word.strip_suffix('s').unwrap_or(word).to_owned(),
    };
    // `Noncreature spells`, `Instants and sorceries`, `Basic lands`.
    let is_word = |word: &str| {
        let word = singular(word);
        let word = word.strip_prefix("non").unwrap_or(&word);
        GROUPS.contains(&word) || matches!(word, "and" | "&" | "basic" | "nonbasic" | "legendary")
    };
    // A single word that stands alone could be meant as a card; with a colon, a number or in the plural it isn't.
    let marked = word.len() < line.text.len() || word.ends_with('s');
    marked && !word.is_empty() && word.split([' ', '/', ',']).filter(|w| !w.is_empty()).all(is_word)
}

/// The heading that a line could be meant as: `Sideboard` for `Sidebord:`.
fn near_heading(line: Piece<'_>) -> Option<&'static str> {
    const HEADINGS: [&str; 16] = [
        "Deck",
        "Main",
        "Mainboard",
        "Sideboard",
        "Commander",
        "Companion",
        "Maybeboard",
        "Considering",
        "Creatures",
        "Lands",
        "Instants",
        "Sorceries",
        "Enchantments",
        "Artifacts",
        "Planeswalkers",
        "Spells",
    ];
    let word = uncounted(line.text);
    let plain = word.starts_with(|c: char| c.is_alphabetic());
    near_matches(word, HEADINGS.into_iter().filter(|_| plain), 1).first().copied()
}

/// Like [`header`], also as a comment. `// Companion` and `// About` are only comments.
fn any_header(line: Piece<'_>) -> Option<Part> {
    match comment(line) {
        Some(note) => header(note).filter(|part| matches!(part, Part::Cards(_))),
        None => header(line),
    }
}

/// Reads a list of cards in sections.
pub(super) fn read(source: &Source<'_>, style: &Style) -> Result<DeckList, DeckError> {
    let marks = |line: Piece<'_>| line.after("SB:").is_some() || any_header(line) == Some(SIDE);
    let marked = !style.blanks || source.lines().any(|line| marks(line) || is_group(line));
    let mut list = List { deck: Builder::new(source), companion: None, part: MAIN, filled: false, unclear: false };
    for line in source.lines() {
        let part = any_header(line).filter(|&part| part != Part::About || style.about);
        if line.is_empty() {
            list.blank(marked);
        } else if let Some(part) = part {
            (list.part, list.filled, list.unclear) = (part, false, false);
        } else if is_group(line) {
            // It says nothing that the cards below it don't say.
        } else if let Some(note) = comment(line) {
            let noted = note_name(&mut list.deck, note);
            list.deck.tell(noted);
        } else {
            let read = list.line(style, line);
            list.deck.tell(read);
        }
    }
    if let Some((count, name)) = list.companion {
        let added = list.deck.add_companion(count, name);
        list.deck.tell(added);
    }
    list.deck.finish()
}

/// A list of cards as far as it has been read.
struct List<'s, 'a> {
    deck: Builder<'s, 'a>,
    companion: Option<(Piece<'a>, Piece<'a>)>,
    part: Part,
    /// Whether the part has lines of its own.
    filled: bool,
    /// Whether a sideboard that a blank line started has been ended by another.
    unclear: bool,
}

impl<'a> List<'_, 'a> {
    fn blank(&mut self, marked: bool) {
        match self.part {
            _ if !self.filled => {}
            MAIN if !marked => (self.part, self.filled) = (SIDE, false),
            SIDE if !marked => self.unclear = true,
            MAIN | SIDE | MAYBE => {}
            // A companion, commanders and what is about the deck are single groups.
            _ => (self.part, self.filled) = (MAIN, false),
        }
    }

    fn line(&mut self, style: &Style, line: Piece<'a>) -> Result<(), DeckError> {
        let source = self.deck.source;
        if let Some(card) = line.after("SB:") {
            let card = if style.marks { untagged(card) } else { card };
            let (count, name) = counted(source, card)?;
            return self.deck.add_pieces(Section::Sideboard, count, (style.name)(source, name)?);
        }
        if std::mem::take(&mut self.unclear) {
            let expected = "a `Sideboard` line, as several blank lines leave the sideboard unclear";
            return Err(source.malformed(line.span(), expected));
        }
        self.filled = true;
        if self.part == Part::About {
            let (word, name) = line.split_once(' ').unwrap_or(line.split_at(line.text.len()));
            if !word.text.eq_ignore_ascii_case("name") {
                return Err(source.malformed(line.span(), "`Name` and the name of the deck"));
            }
            return self.deck.name(name.text, name.span());
        }
        let line = if style.marks { untagged(line) } else { line };
        let (count, name) = match (split_count(line), near_heading(line)) {
            (None, Some(near)) => {
                let found = show_quoted(line.text);
                return Err(source.error(line.span(), DeckProblem::Heading { found, near }));
            }
            _ => counted(source, line)?,
        };
        let (name, commands) = if style.marks { commander(name) } else { (name, false) };
        let name = (style.name)(source, name)?;
        match self.part {
            Part::Cards(_) if commands => self.deck.add_pieces(Section::Commander, count, name),
            Part::Cards(section) => self.deck.add_pieces(section, count, name),
            _ if self.companion.is_some() => Err(source.malformed(line.span(), "one companion")),
            _ => {
                self.companion = Some((count, name));
                Ok(())
            }
        }
    }
}

/// A line without the tags of deck builders: `#burn #!reach`.
fn untagged(line: Piece<'_>) -> Piece<'_> {
    line.text.find(" #").map_or(line, |tags| line.split_at(tags).0.trim())
}

/// A card without the mark of deck builders for commanders, and whether it had that.
fn commander(card: Piece<'_>) -> (Piece<'_>, bool) {
    const MARK: &str = "*CMDR*";
    match card.text.rfind(' ') {
        Some(at) if card.text[at + 1..].eq_ignore_ascii_case(MARK) => (card.split_at(at).0.trim(), true),
        _ => (card, false),
    }
}
