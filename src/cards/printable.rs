//! Files whose text can be shown on a terminal: no control characters, none that can't be seen, not even as escapes.

use std::io::{self, Read};
use std::path::Path;

/// The place, in bytes, of the first such character of a RON text, raw or as an escape in a string, and which it is.
pub(crate) fn first_unsafe(text: &str) -> Option<(usize, char)> {
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        if c == '\\' {
            let rest = &text[at + 1..];
            if let Some(escaped) = escaped(rest)
                && is_unsafe(escaped)
            {
                return Some((at, escaped));
            }
            // A second backslash begins no escape.
            if rest.starts_with('\\') {
                chars.next();
            }
        } else if is_unsafe(c) && !matches!(c, '\n' | '\r' | '\t') {
            return Some((at, c));
        }
    }
    None
}

/// The character that an escape stands for.
fn escaped(rest: &str) -> Option<char> {
    let digits = match rest.as_bytes().first()? {
        b'x' => rest.get(1..3)?,
        b'u' => rest.get(1..)?.strip_prefix('{')?.split('}').next()?,
        b'0' => return Some('\0'),
        b'r' => return Some('\r'),
        b'b' => return Some('\u{8}'),
        _ => return None,
    };
    char::from_u32(u32::from_str_radix(digits, 16).ok()?)
}

/// What is said of it.
pub(crate) fn unsafe_message(c: char) -> String {
    format!("the character U+{:04X} has no place in a text that people are shown", u32::from(c))
}

/// The name of a file or folder for people: what could steer a terminal is escaped.
pub fn shown(path: &Path) -> String {
    let mut text = String::new();
    for c in path.to_string_lossy().chars() {
        if is_unsafe(c) { text.extend(c.escape_default()) } else { text.push(c) }
    }
    text
}

/// Reads a file of at most `most` bytes, without a byte order mark; of one that is larger no more. A pipe with a name or a
/// device isn't opened.
pub(crate) fn read(path: &Path, most: u64) -> io::Result<Result<String, u64>> {
    let mut text = String::new();
    let size = super::files::open(path)?.take(most + 1).read_to_string(&mut text)? as u64;
    if text.starts_with('\u{feff}') {
        text.drain(..'\u{feff}'.len_utf8());
    }
    Ok(if size > most { Err(size) } else { Ok(text) })
}

/// The longest line that a message repeats whole, in bytes.
const LONGEST_LINE: usize = 400;
/// How much of a longer one is repeated on each side of the mistake.
const AROUND: usize = 120;

/// A text for a message about a byte of it, and where that byte is now: of a very long line only what is around it.
pub(crate) fn excerpt(text: &str, offset: usize) -> (String, usize) {
    let offset = (0..=offset.min(text.len())).rev().find(|i| text.is_char_boundary(*i)).unwrap_or(0);
    let start = text[..offset].rfind('\n').map_or(0, |i| i + 1);
    let end = text[offset..].find('\n').map_or(text.len(), |i| offset + i);
    let long = |line: &str| line.len() > LONGEST_LINE;
    if !long(&text[start..end]) {
        // Messages repeat the lines before and after, too.
        let near = |line: &str| if long(line) { "..." } else { line }.to_owned();
        let before: Vec<String> = text[..start].split('\n').map(near).collect();
        let before = before.join("\n");
        let after: Vec<String> = text[end..].split('\n').map(near).collect();
        let place = before.len() + (offset - start);
        return (format!("{before}{}{}", &text[start..end], after.join("\n")), place);
    }
    let from = (start..=offset).find(|i| offset - i <= AROUND && text.is_char_boundary(*i)).unwrap_or(offset);
    let to = (offset..=end).rev().find(|i| i - offset <= AROUND && text.is_char_boundary(*i)).unwrap_or(offset);
    let lines = "\n".repeat(text[..start].matches('\n').count());
    let place = lines.len() + 3 + (offset - from);
    (format!("{lines}...{}...", &text[from..to]), place)
}

/// A message with very long words cut.
pub(crate) fn shorten(message: &str) -> String {
    const LONGEST_WORD: usize = 200;
    if message.len() <= LONGEST_WORD {
        return message.to_owned();
    }
    let word = |word: &str| match word.char_indices().nth(LONGEST_WORD) {
        Some((end, _)) => format!("{}...`", &word[..end]),
        None => word.to_owned(),
    };
    message.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// A number of things: `1 pair`, `2 pairs`, `0 copies`. The noun is given in the singular.
pub fn many(n: impl TryInto<u64>, noun: &str) -> String {
    // A number of things isn't negative; what doesn't fit is many.
    let n = n.try_into().unwrap_or(u64::MAX);
    let stem = || noun.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'o', 'u']));
    match (n, stem()) {
        (1, _) => format!("1 {noun}"),
        (n, Some(stem)) => format!("{n} {stem}ies"),
        (n, None) if ["s", "x", "ch", "sh"].iter().any(|end| noun.ends_with(end)) => format!("{n} {noun}es"),
        (n, None) => format!("{n} {noun}s"),
    }
}

/// Whether a character may act on a terminal or hide in a name.
pub fn is_unsafe(c: char) -> bool {
    // Most are ASCII.
    if c.is_ascii() {
        return c.is_ascii_control();
    }
    c.is_control()
        || matches!(
            c,
            // Soft hyphen and fillers; zero widths, marks of direction, separators of lines;
            // joiners and isolates; byte order mark; annotations; tags.
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180e}'
            | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{3164}' | '\u{feff}' | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_steers_a_terminal_is_found_raw_and_escaped() {
        assert_eq!(first_unsafe("name: \"Æther \\\"Vial\\\"\",\n\t// \u{2014} ok"), None);
        assert_eq!(first_unsafe("ab\u{1b}[2J"), Some((2, '\u{1b}')));
        for escape in ["\\x1b", "\\x1B", "\\u{1b}", "\\u{202e}", "\\u{00001b}", "\\0", "\\r", "\\\\\\x07"] {
            assert!(first_unsafe(&format!("name: \"a{escape}\"")).is_some(), "{escape}");
        }
        assert_eq!(first_unsafe("a \\\\x1b"), None);
        assert_eq!(first_unsafe("a \\u{e9} \\n \\t"), None);
    }
}
