//! From tokens to text: spaces and capitals.

use super::{SELF, SHORT};
use memchr::memchr2;

/// The text of tokens. Capitals stand where a sentence, a quote or a part of a cost begins.
pub(in crate::cards::oracle) fn print(tokens: &[&str]) -> String {
    let mut out = String::with_capacity(tokens.iter().map(|token| token.len() + 1).sum());
    let costs = costs(tokens);
    let (mut quoted, mut inner) = (false, false);
    for (i, token) in tokens.iter().enumerate() {
        let before = i.checked_sub(1).map(|i| tokens[i]);
        // A comma after a quote stands within it.
        if *token == "," && before == Some("\"") && i > 1 && tokens[i - 2] == "." && !quoted {
            continue;
        }
        let comma = quoted && *token == "." && tokens.get(i + 1) == Some(&"\"") && tokens.get(i + 2) == Some(&",");
        let token = if comma { &"," } else { token };
        // A quote within a quote begins behind such a word, where none ends.
        let behind = matches!(before, Some("with" | "has" | "have" | "gain" | "gains" | "and"));
        let begins = *token == "\"" && quoted && !inner && behind;
        let ends = *token == "\"" && inner;
        // What ends with a quoted sentence needs no period.
        let outermost = !quoted || !inner && tokens.get(i + 1) == Some(&"\"");
        if *token == "." && before == Some("\"") && i > 1 && tokens[i - 2] == "." && outermost {
            continue;
        }
        // Nor does a quoted one that the sentence around it continues behind.
        let continued = |next: &&str| next.starts_with(|c: char| c.is_ascii_lowercase());
        let middle =
            quoted && *token == "." && tokens.get(i + 1) == Some(&"\"") && tokens.get(i + 2).is_some_and(continued);
        if middle {
            continue;
        }
        let opens = *token == "\"" && !quoted;
        let closes = *token == "\"" && quoted && !begins;
        // The sign behind the result with which a row of a table begins.
        let open = *token == "+" && tokens.get(i + 1) == Some(&"|");
        let tight = matches!(*token, "." | "," | ":" | ";" | "'s" | "'" | ")") || closes || open;
        let after_opening = before == Some("(") || before == Some("\"") && quoted;
        // The dash of a keyword's cost has no spaces, that of a list of modes has them.
        let list = |at: usize| tokens.get(at + 1).is_none_or(|next| *next == "\u{2022}") || of_mode(tokens, at);
        let dash = *token == "\u{2014}" && !list(i) || before == Some("\u{2014}") && !list(i - 1);
        let joined = matches!(before, Some("non-" | "Non-"));
        if i > 0 && !tight && !after_opening && !dash && !joined {
            out.push(' ');
        }
        let initial = match before {
            None | Some("." | ":" | "\u{2022}" | "\u{2014}" | "|") => true,
            // The legend rule is called by its name in quotes.
            Some("\"") => quoted && *token != "legend",
            Some(",") => costs[i],
            _ => false,
        };
        let token = if *token == "a" && tokens.get(i + 1).is_some_and(|next| vowel(next)) { "an" } else { token };
        let token = if begins || ends { "'" } else { token };
        let first = token.chars().next().unwrap_or(' ');
        // A keyword that is written like a title (CR 702.162).
        let titled = token == "than" && tokens.get(i + 1) == Some(&"Meets");
        let initial = initial || titled;
        if initial && first.is_ascii_lowercase() {
            out.push(first.to_ascii_uppercase());
            out.push_str(&token[1..]);
        } else {
            out.push_str(token);
        }
        quoted = opens || quoted && (!closes || ends);
        inner = begins || inner && !ends;
    }
    out
}

/// Whether a dash stands between the cost of a mode and what it does (CR 700.2h), after the cost of a prototype (718.1), or after
/// the number of a chapter (714.2), the word for an ability of a card in hand (702.57a), the condition of a companion (702.139a)
/// or what solves a Case (719.3a), after "boast" (702.142a), "exhaust" (702.177a) and "power-up", and before the options of a villainous
/// choice (701.55a).
fn of_mode(tokens: &[&str], dash: usize) -> bool {
    dash.checked_sub(2).is_some_and(|at| {
        matches!(tokens[at], "+" | "prototype" | "Prototype")
            || tokens[at] == "\u{2022}" && tokens[at + 1].starts_with('{')
    }) || dash.checked_sub(1).is_some_and(|at| {
        is_chapter(tokens[at])
            || tokens[at].starts_with("{P}")
            || matches!(tokens[at], "forecast" | "Forecast" | "companion" | "Companion" | "solve")
            || matches!(tokens[at], "boast" | "Boast" | "exhaust" | "Exhaust" | "power-up" | "Power-up")
            || tokens[at] == "choice" && at > 0 && tokens[at - 1] == "villainous"
    })
}

/// Whether a dash stands between two numbers: the results of a row of a table (CR 706.3a).
fn of_row(tokens: &[&str], dash: usize) -> bool {
    dash.checked_sub(1).is_some_and(|at| tokens[at].bytes().all(|b| b.is_ascii_digit()))
}

/// Whether it can be the number of a chapter.
pub(super) fn is_chapter(token: &str) -> bool {
    !token.is_empty() && token.bytes().all(|b| matches!(b, b'I' | b'V' | b'X')) && token != "X"
}

/// Which tokens are part of a cost: what stands before a colon, and what follows the dash of a keyword.
fn costs(tokens: &[&str]) -> Vec<bool> {
    let mut all = vec![false; tokens.len()];
    let mut start = 0;
    for (i, token) in tokens.iter().enumerate() {
        match *token {
            "." | "\u{2022}" => start = i + 1,
            "\"" => start = i + 1,
            ":" => {
                all[start..i].iter_mut().for_each(|c| *c = true);
                start = i + 1;
            }
            "\u{2014}" if of_mode(tokens, i) || of_row(tokens, i) => start = i + 1,
            "|" => start = i + 1,
            "\u{2014}" if tokens.get(i + 1).is_some_and(|next| *next != "\u{2022}") => {
                let end = tokens[i..].iter().position(|t| *t == ".").map_or(tokens.len(), |n| i + n);
                all[i..end].iter_mut().for_each(|c| *c = true);
                start = i + 1;
            }
            _ => {}
        }
    }
    all
}

/// The results of a row of a table: a number, two with a dash between them, or one with a plus sign (CR 706.3a).
fn is_range(word: &str) -> bool {
    let number = |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
    match word.split_once('\u{2014}') {
        Some((from, to)) => number(from) && number(to),
        None => number(word.strip_suffix('+').unwrap_or(word)),
    }
}

/// Whether a line is a row of a table of results.
pub(in crate::cards::oracle) fn is_row(line: &str) -> bool {
    line.split_once(" | ").is_some_and(|(range, _)| is_range(range))
}

/// The text with each row of a table of results in a line of its own.
pub(in crate::cards::oracle) fn with_rows(text: &str) -> String {
    let mut parts = text.split(" | ");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        if let Some(at) = out.rfind(' ').filter(|at| is_range(&out[at + 1..])) {
            out.replace_range(at..=at, "\n");
        }
        out += " | ";
        out += part;
    }
    out
}

/// The text with the card's names in it again.
pub(in crate::cards::oracle) fn with_names(text: &str, full: &str, short: &str) -> String {
    let mut out = String::with_capacity(text.len());
    // A name of one word has no shorter form.
    let short = if short.is_empty() { full } else { short };
    let mut rest = text;
    while let Some(at) = memchr2(SELF as u8, SHORT as u8, rest.as_bytes()) {
        out.push_str(&rest[..at]);
        out.push_str(if rest[at..].starts_with(SELF) { full } else { short });
        rest = &rest[at + 1..];
    }
    out.push_str(rest);
    out
}

/// Whether a word is spoken with a vowel first.
fn vowel(word: &str) -> bool {
    let small = word.to_lowercase();
    let like_you =
        small.starts_with("uni") && !small.starts_with("unin") || small.starts_with("one") || small.starts_with("eu");
    let number = small == "8" || small.starts_with("8/") || small.starts_with("11/") || small.starts_with("18/");
    let silent = small.starts_with("hour");
    !like_you && (small.starts_with(['a', 'e', 'i', 'o', 'u']) || silent) || number || matches!(word, "X" | "X/X")
}
