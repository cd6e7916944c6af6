//! What the XML formats share: a bounded parse, and elements and attributes with their places.
//!
//! # Invariants
//! - Document types are refused, so there are no entities to expand.
//! - Depth and attributes are bounded before the XML parser sees the text, nodes by it.

use roxmltree::{Document, Node, ParsingOptions};

use super::build::Builder;
use super::names::show;
use super::source::{Piece, Source, Span};
use super::{DeckError, DeckProblem, MAX_DEPTH};

/// The most `=` in a tag, and so attributes: the XML parser compares each with all others.
const MAX_EQUALS: usize = 128;
/// The most nodes of a document.
const MAX_NODES: u32 = 100_000;

/// Parses the text and checks the name of the root element.
pub(super) fn document<'a>(source: &Source<'a>, root: &str, expected: &'static str) -> Result<Document<'a>, DeckError> {
    bounds(source)?;
    let options = ParsingOptions { nodes_limit: MAX_NODES, ..ParsingOptions::default() };
    let document = Document::parse_with_options(source.text, options).map_err(|error| not_xml(source, &error))?;
    let found = document.root_element();
    if found.tag_name().name() == root { Ok(document) } else { Err(source.malformed(tag(source, found), expected)) }
}

/// The child elements of a node; text of its own, which it may not have, is told.
pub(super) fn elements<'d, 'a>(deck: &mut Builder<'_, '_>, node: Node<'d, 'a>) -> Vec<Node<'d, 'a>> {
    for text in node.children().filter(Node::is_text) {
        let stray = place(deck.source, text.range());
        if !stray.is_empty() {
            let wrong = deck.source.malformed(stray.span(), "an element");
            deck.tell(Err(wrong));
        }
    }
    node.children().filter(Node::is_element).collect()
}

/// Whether a node is, or has inside it, an element that lists a card.
pub(super) fn has_cards(node: Node<'_, '_>) -> bool {
    let card = |name: &str| name.eq_ignore_ascii_case("card") || name.eq_ignore_ascii_case("cards");
    node.descendants().any(|inner| inner.is_element() && card(inner.tag_name().name()))
}

/// The value of an attribute and its place.
pub(super) fn attribute<'d>(node: Node<'d, '_>, name: &str) -> Option<(&'d str, Span)> {
    let attribute = node.attributes().find(|attribute| attribute.name() == name)?;
    Some((attribute.value(), attribute.range_value().into()))
}

/// Like [`attribute`], when the format demands it.
pub(super) fn required<'d>(
    source: &Source<'_>,
    node: Node<'d, '_>,
    name: &str,
    expected: &'static str,
) -> Result<(&'d str, Span), DeckError> {
    attribute(node, name).ok_or_else(|| source.malformed(tag(source, node), expected))
}

/// The text of an element and its place, trimmed.
pub(super) fn text<'d>(source: &Source<'_>, node: Node<'d, '_>) -> (&'d str, Span) {
    match node.children().find(Node::is_text) {
        Some(child) => {
            let text = child.text().unwrap_or_default().trim();
            (text, place(source, child.range()).span())
        }
        None => ("", tag(source, node)),
    }
}

/// A part of the file as it is written, trimmed.
fn place<'a>(source: &Source<'a>, range: std::ops::Range<usize>) -> Piece<'a> {
    let text = source.slice(range.start, range.end);
    Piece { text, start: range.start }.trim()
}

/// The place of an element's opening tag.
pub(super) fn tag(source: &Source<'_>, node: Node<'_, '_>) -> Span {
    let range = node.range();
    let text = source.slice(range.start, range.end);
    let end = text.find('>').map_or(range.end, |at| range.start + at + 1);
    Span { start: range.start, end }
}

/// The name and the place of the first element of a text that looks like XML.
pub(super) fn root<'a>(source: &Source<'a>) -> Option<(&'a str, Span)> {
    let mut at = 0;
    while let Some((kind, span)) = next_tag(source.text, at) {
        if kind == Tag::Open || kind == Tag::Empty {
            let name = source.slice(span.start + 1, span.end);
            let end = name.find(|c: char| c.is_whitespace() || c == '/' || c == '>');
            return Some((name.get(..end?)?, span));
        }
        at = span.end;
    }
    None
}

fn not_xml(source: &Source<'_>, error: &roxmltree::Error) -> DeckError {
    let place = error.pos();
    let columns = |line: &str| {
        let column = usize::try_from(place.col).unwrap_or(usize::MAX).saturating_sub(1);
        line.char_indices().nth(column).map_or(line.len(), |(at, _)| at)
    };
    let row = usize::try_from(place.row).unwrap_or(usize::MAX);
    let at = source.offset_of(row, columns);
    let text = error.to_string();
    // The parser's own mention of the place would double ours.
    let reason = text.split(&format!(" at {place}")).collect::<String>();
    source.error((at..at + 1).into(), DeckProblem::Xml { reason: show(&reason) })
}

/// Checks depth and attributes without recursion and without trust in the text.
fn bounds(source: &Source<'_>) -> Result<(), DeckError> {
    let mut depth: usize = 0;
    let mut at = 0;
    while let Some((kind, span)) = next_tag(source.text, at) {
        match kind {
            Tag::Open => depth += 1,
            Tag::Close => depth = depth.saturating_sub(1),
            Tag::Empty | Tag::Other => {}
        }
        if depth > MAX_DEPTH {
            return Err(source.error(span, DeckProblem::TooDeep { limit: MAX_DEPTH }));
        }
        let equals = |text: &str| text.bytes().filter(|&byte| byte == b'=').count();
        if kind != Tag::Other && equals(source.slice(span.start, span.end)) > MAX_EQUALS {
            return Err(source.malformed(span, "a tag with few attributes"));
        }
        at = span.end;
    }
    Ok(())
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Tag {
    Open,
    Close,
    Empty,
    /// A comment, a declaration, an instruction or a block of plain text.
    Other,
}

/// The next `<...>` from a byte on, or `None` at the end or where XML is broken.
fn next_tag(text: &str, from: usize) -> Option<(Tag, Span)> {
    let start = from + text.get(from..)?.find('<')?;
    let rest = text.get(start..)?;
    let skipped = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>"), ("<!", ">")];
    if let Some((open, close)) = skipped.iter().find(|(open, _)| rest.starts_with(open)) {
        let end = open.len() + rest.get(open.len()..)?.find(close)? + close.len();
        return Some((Tag::Other, Span { start, end: start + end }));
    }
    // The end of the tag, past any `>` in a quoted value.
    let mut quote = None;
    let end = rest.bytes().position(|byte| match quote {
        Some(open) => {
            if byte == open {
                quote = None;
            }
            false
        }
        None if matches!(byte, b'"' | b'\'') => {
            quote = Some(byte);
            false
        }
        None => byte == b'>',
    })?;
    let inner = rest.get(1..end)?;
    let kind = match inner {
        _ if inner.starts_with('/') => Tag::Close,
        _ if inner.ends_with('/') => Tag::Empty,
        _ => Tag::Open,
    };
    Some((kind, Span { start, end: start + end + 1 }))
}
