//! Where in a file words stand.

/// Where in a file: which ability, and which words within it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Path {
    /// The ability, from 0; `None` for the card as a whole.
    pub ability: Option<usize>,
    /// The words to find within it.
    pub words: String,
}

/// Line and column, from 1, of some words of a card file; the nearest place that can be found.
pub(in crate::cards) fn place(text: &str, path: &Path) -> (usize, usize) {
    let start = path.ability.map_or(0, |ability| {
        let start = text.find("abilities").unwrap_or(0);
        element(text, start, ability).unwrap_or(start)
    });
    let offset = text[start..].find(&path.words).map_or(start, |i| start + i);
    let line = text[..offset].matches('\n').count() + 1;
    let column = text[..offset].rfind('\n').map_or(offset, |i| offset - i - 1) + 1;
    (line, column)
}

/// Where the n-th element of the list that begins after `start` begins.
fn element(text: &str, start: usize, n: usize) -> Option<usize> {
    let (mut depth, mut seen, mut in_string, mut in_comment) = (0usize, 0usize, false, false);
    let mut previous = ' ';
    for (i, c) in text[start..].char_indices() {
        let here = start + i;
        if in_comment {
            in_comment = c != '\n';
        } else if in_string {
            in_string = c != '"' || previous == '\\';
        } else {
            match c {
                '"' => in_string = true,
                '/' if previous == '/' => in_comment = true,
                '[' | '(' | '{' => {
                    depth += 1;
                    if depth == 1 && n == 0 {
                        return Some(here + 1);
                    }
                }
                ']' | ')' | '}' => depth = depth.checked_sub(1)?,
                ',' if depth == 1 => {
                    seen += 1;
                    if seen == n {
                        return Some(here + 1);
                    }
                }
                _ => {}
            }
        }
        previous = c;
    }
    None
}
