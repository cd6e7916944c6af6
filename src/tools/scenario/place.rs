//! Where in the text of a file something stands that was read from it.

/// Where the titles of scenarios stand in a text. What stands before belongs to other scenarios, which may call their
/// cards the same.
pub(super) struct Starts<'a> {
    text: &'a str,
    /// The end of the last title that was found.
    after: usize,
}

impl<'a> Starts<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, after: 0 }
    }

    /// The title of the next scenario; the end of the one before if it is written in another way.
    pub(super) fn next(&mut self, title: &str) -> usize {
        let quoted = format!("{title:?}");
        match self.text[self.after..].find(&quoted) {
            Some(at) => {
                let start = self.after + at;
                self.after = start + quoted.len();
                start
            }
            None => self.after,
        }
    }
}

/// Where a scenario whose title stands at `start` includes a file.
pub(super) fn place_of_include(text: &str, start: usize, word: &str) -> usize {
    let quoted = format!("{word:?}");
    let within = |from: usize| text[from..].find(&quoted).map(|at| from + at);
    within(start).or_else(|| within(0)).or_else(|| text[start..].find("include").map(|at| start + at)).unwrap_or(start)
}

/// Where, in bytes, a line of a script stands: the `step`-th of the `script`-th script of a scenario, which has `count` of
/// them after the `before` of the scenarios before it. The first is its own, the others are those of its variants, wherever
/// in the scenario its own stands.
pub(super) fn place(text: &str, before: usize, count: usize, (script, step): (usize, usize)) -> usize {
    let mut depth = 0usize;
    let starts = words(text).filter_map(|(i, c)| {
        match c {
            '[' | '(' | '{' => depth += 1,
            ']' | ')' | '}' => depth = depth.saturating_sub(1),
            's' if text[i..].starts_with("script:") => return Some((depth, i)),
            _ => {}
        }
        None
    });
    let mut starts: Vec<_> = starts.skip(before).take(count).collect();
    starts.sort_by_key(|(depth, _)| *depth);
    let Some(&(_, start)) = starts.get(script) else { return 0 };
    let (mut depth, mut seen) = (0usize, 0usize);
    let mut fresh = false;
    for (i, c) in words(&text[start..]) {
        let here = start + i;
        match c {
            '[' | '(' | '{' => {
                depth += 1;
                fresh |= depth == 1;
                if depth == 1 {
                    continue;
                }
            }
            ']' | ')' | '}' => depth = depth.saturating_sub(1),
            ',' if depth == 1 => {
                seen += 1;
                fresh = true;
                continue;
            }
            _ => {}
        }
        if fresh && !c.is_whitespace() {
            fresh = false;
            if seen == step {
                return here;
            }
        }
    }
    start
}

/// Where, in bytes, something of a set-up stands: before the `script`-th list called `script`, and after the one before.
/// The text of an entry is looked for in quotes, anything else as a field; the title if it stands in a shared part.
pub(super) fn place_in_set_up(text: &str, script: usize, word: Option<&str>) -> usize {
    let starts = || words(text).filter(|(i, c)| *c == 's' && text[*i..].starts_with("script:")).map(|(i, _)| i);
    let begin = if script == 0 { 0 } else { starts().nth(script - 1).unwrap_or(0) };
    let end = starts().nth(script).unwrap_or(text.len());
    let within = &text[begin..end];
    let title = || within.find("title:");
    let field = |word: &str| words(within).find(|(i, _)| within[*i..].starts_with(&format!("{word}:")));
    let found = word
        .and_then(|word| within.rfind(&format!("\"{word}\"")).map(|i| i + 1).or_else(|| field(word).map(|(i, _)| i)));
    begin + found.or_else(title).unwrap_or(0)
}

/// The characters of a text that aren't in strings or comments.
fn words(text: &str) -> impl Iterator<Item = (usize, char)> + '_ {
    let (mut string, mut comment, mut escaped, mut slash) = (false, false, false, false);
    text.char_indices().filter(move |(_, c)| {
        if comment {
            comment = *c != '\n';
            return false;
        }
        if string {
            string = *c != '"' || escaped;
            escaped = *c == '\\' && !escaped;
            return false;
        }
        comment = *c == '/' && slash;
        slash = *c == '/';
        string = *c == '"';
        !string && !comment
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_of_steps_are_found_before_and_after_the_variants() {
        let first = "Scenario(script: [D, E], variants: [(script: [A, (B)]), (script: [C])])";
        let last = "Scenario(variants: [(script: [A, (B)]), (script: [C])], title: \"script:\", script: [D, E])";
        for text in [first, last, &format!("[{first}, {last}]")] {
            let (before, start) = if text.starts_with('[') { (3, first.len()) } else { (0, 0) };
            let at = |script: usize, step: usize| {
                let at = place(text, before, 3, (script, step));
                assert!(at >= start, "{at}");
                text[at..].chars().next()
            };
            assert_eq!([at(0, 0), at(0, 1)], [Some('D'), Some('E')]);
            assert_eq!([at(1, 0), at(1, 1), at(2, 0)], [Some('A'), Some('('), Some('C')]);
        }
    }
}
