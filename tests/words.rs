//! The English of comments, documents and messages: phrases that must not come back, each with what to write instead.
//!
//! Read are the comments and the string literals of all code, tests and examples included, the documents without their
//! samples, and `Cargo.toml`. The lines of a comment are read together, so that a line break hides nothing.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// Phrases that aren't to be in comments, messages and documents, in lower case, and what to write instead.
const PHRASES: &[(&str, &str)] = &[
    ("that is so", "that matches the filter, that holds"),
    ("that are so", "that match the filter"),
    ("is still so", "still holds"),
    ("so many", "N, the name of the parameter, or `how many ... at most` for a limit"),
    ("so much", "N, the name of the parameter, or `this much`"),
    ("so often", "N times, the name of the parameter, or `this often`"),
    ("so long", "the name of the parameter, or `this long`"),
    ("whoever", "the player who, a caller that"),
    ("anew", "again, from scratch; or another verb: rebuild, redraw, reset"),
    ("for ever", "forever"),
    ("goes on", "continues"),
    ("object in hand", "current object"),
    ("player in hand", "current player"),
    ("part in hand", "current part"),
    ("that there aren't", "unknown, missing"),
    ("that there isn't", "unknown, missing"),
    ("of its own accord", "by itself"),
    ("of their own accord", "by themselves"),
    ("in vain", "without success"),
    ("is no matter", "doesn't matter"),
];

/// Doc comments that say nothing.
const EMPTY: &[&str] = &[
    "Who.",
    "Whom.",
    "Whose.",
    "By whom.",
    "From whom.",
    "What.",
    "By what.",
    "For what.",
    "From what.",
    "Of what.",
    "On what.",
    "To what.",
    "Which.",
    "Of which kind.",
    "Where.",
    "From where.",
    "To where.",
    "Where to.",
    "When.",
    "Why.",
    "How.",
    "How many.",
    "How much.",
    "How often.",
    "Only if.",
];

/// What may follow "is no": "no longer", "no more than", ...
const AFTER_NO: &[&str] = &["longer", "more", "less", "fewer", "other"];

/// Rendered texts of cards have the words of the cards.
const CARD_TEXTS: &str = "src/cards/text";

/// A document that is written by the program, from the titles of scenarios.
const GENERATED: &str = "docs/cited.md";

/// This file, which has the phrases.
const PHRASEBOOK: &str = "tests/words.rs";

/// Folders with code, and folders with documents.
const CODE: &[&str] = &["src", "python/src", "fuzz/fuzz_targets", "tests", "examples", "benches"];
const DOCUMENTS: &[&str] = &["docs", "tests"];

/// Documents that are in none of these.
const FILES: &[&str] = &["README.md", "ARCHITECTURE.md", "CHANGELOG.md", "Cargo.toml"];

/// A piece of text with the line in which it begins; `lines` has the offset at which each further line begins.
#[derive(Default)]
struct Passage {
    text: String,
    first: usize,
    lines: Vec<usize>,
    is_doc: bool,
}

impl Passage {
    fn new(line: usize, text: &str, is_doc: bool) -> Self {
        Self { text: text.to_owned(), first: line, lines: Vec::new(), is_doc }
    }

    fn add(&mut self, text: &str) {
        self.text.push(' ');
        self.lines.push(self.text.len());
        self.text.push_str(text);
    }

    fn line_of(&self, at: usize) -> usize {
        self.first + self.lines.iter().filter(|start| **start <= at).count()
    }
}

/// The comments and the string literals of a file. A comment at the end of a line is a passage of its own.
fn of_code(text: &str) -> (Vec<Passage>, Vec<Passage>) {
    let (mut comments, mut strings): (Vec<Passage>, Vec<Passage>) = (Vec::new(), Vec::new());
    let mut marker = "";
    for (i, line) in text.lines().enumerate() {
        let trimmed = line.trim_start();
        let found = ["//!", "///", "//"].into_iter().find(|m| trimmed.starts_with(m));
        if let Some(found) = found {
            let words = trimmed[found.len()..].trim();
            match comments.last_mut() {
                Some(last) if marker == found => last.add(words),
                _ => comments.push(Passage::new(i + 1, words, found != "//")),
            }
            marker = found;
            continue;
        }
        marker = "";
        // Literals within one line are enough; a quote that is a character or escaped doesn't open one.
        let plain = line.replace("'\"'", "   ").replace("\\\"", "  ");
        let mut parts = plain.split('"');
        let outside = parts.next().unwrap_or_default();
        let mut last = outside;
        for (n, part) in parts.enumerate() {
            if n % 2 == 0 {
                strings.push(Passage::new(i + 1, part, false));
            }
            last = part;
        }
        if let Some((_, words)) = last.split_once("// ") {
            comments.push(Passage::new(i + 1, words.trim(), false));
        }
    }
    (comments, strings)
}

/// The paragraphs of a document, samples left out.
fn of_document(text: &str) -> Vec<Passage> {
    let mut passages: Vec<Passage> = Vec::new();
    let (mut sample, mut open) = (false, false);
    for (i, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            sample = !sample;
            open = false;
        } else if sample || line.trim().is_empty() {
            open = false;
        } else if let (Some(last), true) = (passages.last_mut(), open) {
            last.add(line);
        } else {
            passages.push(Passage::new(i + 1, line, false));
            open = true;
        }
    }
    passages
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Where a phrase stands in a text in lower case, as whole words.
fn places<'t>(text: &'t str, phrase: &'t str) -> impl Iterator<Item = usize> + 't {
    let whole = move |at: &usize| {
        let before = text[..*at].chars().next_back();
        let after = text[*at + phrase.len()..].chars().next();
        !before.is_some_and(is_word) && !after.is_some_and(is_word)
    };
    text.match_indices(phrase).map(|(at, _)| at).filter(whole)
}

/// Whether "is no" at a place is fine: "there is no", "is no longer", "is no more than".
fn is_usual(text: &str, at: usize) -> bool {
    let before = text[..at].trim_end();
    let after: String = text[at + "is no".len()..].trim_start().chars().take_while(|c| is_word(*c)).collect();
    before.ends_with("there") || AFTER_NO.contains(&after.as_str())
}

/// The faults of a comment or of a paragraph: line, what is there, what to write instead.
fn of_comment(passage: &Passage) -> Vec<(usize, String, &'static str)> {
    let mut found = Vec::new();
    let text = passage.text.to_ascii_lowercase();
    for (phrase, better) in PHRASES {
        found.extend(places(&text, phrase).map(|at| (passage.line_of(at), format!("\"{phrase}\""), *better)));
    }
    let no = places(&text, "is no").filter(|at| !is_usual(&text, *at));
    found.extend(no.map(|at| (passage.line_of(at), "\"is no ...\"".to_owned(), "isn't a")));
    if passage.is_doc && text.starts_with("the same") {
        let better = "what the item means by itself, with a link to the other: Like [`other`], ...";
        found.push((passage.first, "a doc comment that begins with \"The same\"".to_owned(), better));
    }
    if passage.is_doc && EMPTY.contains(&passage.text.trim()) {
        let better = "what the value means: The player who draws.";
        found.push((passage.first, format!("a doc comment that is only \"{}\"", passage.text.trim()), better));
    }
    found
}

/// The faults of a string literal.
fn of_message(passage: &Passage) -> Vec<(usize, String, &'static str)> {
    let text = passage.text.to_ascii_lowercase();
    let mut found: Vec<_> = PHRASES
        .iter()
        .filter(|(phrase, _)| places(&text, phrase).next().is_some())
        .map(|(phrase, better)| (passage.first, format!("\"{phrase}\" in a message"), *better))
        .collect();
    if places(&text, "is no").any(|at| !is_usual(&text, at)) {
        found.push((passage.first, "\"is no ...\" in a message".to_owned(), "isn't a"));
    }
    found
}

/// The files below a folder with an ending, in order.
fn files(folder: &Path, ending: &str, out: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("it can be read").path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            files(&path, ending, out);
        } else if path.extension().is_some_and(|e| e == ending) {
            out.push(path);
        }
    }
}

#[test]
fn plain_english() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths = Vec::new();
    CODE.iter().for_each(|folder| files(&root.join(folder), "rs", &mut paths));
    DOCUMENTS.iter().for_each(|folder| files(&root.join(folder), "md", &mut paths));
    paths.extend(FILES.iter().map(|file| root.join(file)));
    let (mut report, mut count) = (String::new(), 0);
    for path in &paths {
        let name = path.strip_prefix(root).expect("it is below").to_string_lossy().replace('\\', "/");
        if name == GENERATED || name == PHRASEBOOK {
            continue;
        }
        let text = fs::read_to_string(path).unwrap_or_else(|e| panic!("{name}: {e}"));
        let mut faults = Vec::new();
        if !name.ends_with(".rs") {
            of_document(&text).iter().for_each(|passage| faults.extend(of_comment(passage)));
        } else {
            let (comments, strings) = of_code(&text);
            comments.iter().for_each(|passage| faults.extend(of_comment(passage)));
            if !name.starts_with(CARD_TEXTS) {
                strings.iter().for_each(|passage| faults.extend(of_message(passage)));
            }
        }
        faults.sort();
        count += faults.len();
        for (line, what, better) in faults {
            writeln!(report, "{name}:{line}: {what}; write: {better}").expect("a string grows");
        }
    }
    assert!(count == 0, "{count} place(s) to mend:\n{report}");
}

#[test]
fn what_is_found() {
    let code = "/// The same for\n/// so\n/// many cards.\nfn f() {} // It is no card; there is no card.\nlet s = \"this is no card\";\n/// Who.\n";
    let (comments, strings) = of_code(code);
    let found: Vec<_> = comments.iter().flat_map(of_comment).chain(strings.iter().flat_map(of_message)).collect();
    let lines: Vec<usize> = found.iter().map(|(line, ..)| *line).collect();
    assert_eq!(lines, [2, 1, 4, 6, 5], "{found:?}");
    assert!(of_document("One.\n\n```text\nso many\n```\n").iter().all(|passage| of_comment(passage).is_empty()));
}
