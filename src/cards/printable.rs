//! Files whose text can be shown on a terminal: no control characters, none that can't be seen, not even as escapes.

use crate::decks::is_unsafe;
use std::fs::File;
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

/// Reads a file of at most `most` bytes; of one that is larger or has no end no more.
pub(crate) fn read(path: &Path, most: u64) -> io::Result<Result<String, u64>> {
    let mut text = String::new();
    let size = File::open(path)?.take(most + 1).read_to_string(&mut text)? as u64;
    Ok(if size > most { Err(size) } else { Ok(text) })
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
