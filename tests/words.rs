//! The English of comments, documents and messages: phrases that must not come back, each with what to write instead. And the
//! paths in documents: what they name exists.
//!
//! Read are the comments and the string literals of all code, tests and examples included, the documents without their
//! samples, and `Cargo.toml`. The lines of a comment are read together, so that a line break hides nothing.

use std::collections::BTreeSet;
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
    ("what is so", "what holds"),
    ("something is so", "a condition holds"),
    ("is so already", "is tapped already, or whatever the rule makes of it"),
    ("nought", "0"),
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

/// Folders whose entries can be named as they are from there: `rules/zones` is `src/rules/zones`.
const ROOTS: &[&str] = &["", "src", "src/rules", "tests"];

/// Endings of files of this repository that documents name without saying where they are.
const ENDINGS: &[&str] = &[".rs", ".md"];

/// What a build writes. Documents may name files there, which a fresh clone doesn't have.
const BUILT: &str = "target/";

/// What a document says in backticks, outside of samples: the line and the text.
fn in_backticks(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for passage in of_document(text) {
        let mut at = 0;
        for (n, part) in passage.text.split('`').enumerate() {
            if n % 2 == 1 {
                found.push((passage.line_of(at), part.to_owned()));
            }
            at += part.len() + 1;
        }
    }
    found
}

/// The path in the repository that a text in backticks names, if it names one; an error if it looks like a path and nothing
/// is there. `near` are the folders of the paths that the document named before it, the last one last.
fn named_path(root: &Path, text: &str, near: &[PathBuf]) -> Result<Option<PathBuf>, ()> {
    if text.starts_with(BUILT)
        || text.starts_with(['/', '.']) && !root.join(text).exists()
        || text.contains(|c: char| !(is_word(c) || "./-".contains(c)))
    {
        return Ok(None);
    }
    let roots = ROOTS.iter().map(PathBuf::from);
    let found = roots.clone().chain(near.iter().rev().cloned()).map(|folder| folder.join(text));
    if let Some(path) = found.into_iter().find(|path| text.contains(['/', '.']) && root.join(path).exists()) {
        return Ok(Some(path));
    }
    let head = text.split('/').next().unwrap_or_default();
    let in_folder = text.contains('/') && roots.clone().any(|folder| root.join(folder).join(head).is_dir());
    let is_file = ENDINGS.iter().any(|ending| text.len() > ending.len() && text.ends_with(ending));
    if in_folder || is_file || text.ends_with('/') { Err(()) } else { Ok(None) }
}

/// The paths that a document names, and the lines with names of files and folders that don't exist.
fn paths_of(root: &Path, document: &str) -> (Vec<PathBuf>, Vec<String>) {
    let text = fs::read_to_string(root.join(document)).unwrap_or_else(|e| panic!("{document}: {e}"));
    let (mut named, mut wrong) = (Vec::new(), Vec::new());
    let mut near: Vec<PathBuf> = Vec::new();
    for (line, part) in in_backticks(&text) {
        match named_path(root, &part, &near) {
            Ok(Some(path)) => {
                let folder = if root.join(&path).is_dir() { &path } else { path.parent().unwrap_or(&path) };
                near.extend(folder.parent().map(Path::to_path_buf));
                near.push(folder.to_path_buf());
                named.push(path);
            }
            Ok(None) => {}
            Err(()) => wrong.push(format!("{document}:{line}: `{part}`")),
        }
    }
    (named, wrong)
}

/// Files and folders that documents name exist.
#[test]
fn paths_in_documents_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths = Vec::new();
    files(&root.join("docs"), "md", &mut paths);
    paths.retain(|path| !path.ends_with(GENERATED));
    paths.extend(["README.md", "ARCHITECTURE.md"].map(|file| root.join(file)));
    let (mut count, mut wrong) = (0, Vec::new());
    for path in paths {
        let name = path.strip_prefix(root).expect("it is below").to_string_lossy().replace('\\', "/");
        let (named, missing) = paths_of(root, &name);
        count += named.len();
        wrong.extend(missing);
    }
    assert!(count > 100, "{count} paths");
    assert!(wrong.is_empty(), "not in the repository:\n{}", wrong.join("\n"));
}

/// The code map of ARCHITECTURE.md names every file and folder of each wing.
#[test]
fn the_code_map_names_each_entry() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (named, _) = paths_of(root, "ARCHITECTURE.md");
    let mut missing = Vec::new();
    for wing in ["model", "cards", "rules", "game", "agents", "tools"] {
        let folder = Path::new("src").join(wing);
        for entry in fs::read_dir(root.join(&folder)).expect("it is a folder") {
            let path = folder.join(entry.expect("it can be read").file_name());
            if !path.ends_with("mod.rs") && !named.contains(&path) {
                missing.push(path.display().to_string());
            }
        }
    }
    missing.sort();
    assert!(missing.is_empty(), "not in the code map of ARCHITECTURE.md:\n{}", missing.join("\n"));
}

/// The names in the first column of a table of files in the documentation of a module.
fn of_table(text: &str) -> Option<Vec<String>> {
    let rows = text.lines().skip_while(|line| !line.starts_with("//! | file |")).skip(2);
    let cells: Vec<&str> = rows.map_while(|line| line.strip_prefix("//! | ")?.split(" |").next()).collect();
    let names = |cell: &&str| -> Vec<String> { cell.split('`').skip(1).step_by(2).map(str::to_owned).collect() };
    (!cells.is_empty()).then(|| cells.iter().flat_map(names).collect())
}

/// Where a module says which file has what, it names each file and folder of its own, and nothing else.
#[test]
fn tables_of_files_are_whole() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let (mut all, mut report, mut tables) = (Vec::new(), String::new(), 0);
    files(&src, "rs", &mut all);
    for path in all {
        let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let folder = if path.ends_with("mod.rs") {
            path.parent().expect("it is in one").to_owned()
        } else {
            path.with_extension("")
        };
        let (Some(named), Ok(entries)) = (of_table(&text), fs::read_dir(&folder)) else { continue };
        let named: BTreeSet<String> =
            named.iter().map(|name| name.split('/').next().unwrap_or_default().to_owned()).collect();
        let stem = |entry: fs::DirEntry| entry.path().file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let there: BTreeSet<String> = entries.map(|entry| stem(entry.expect("it can be read"))).collect();
        let there: BTreeSet<String> =
            there.into_iter().filter(|name| !["mod", "tests"].contains(&name.as_str())).collect();
        tables += 1;
        for name in named.symmetric_difference(&there) {
            let what = if there.contains(name) { "isn't in the table of" } else { "isn't there, but in the table of" };
            let _ = writeln!(report, "`{name}` {what} {}", path.strip_prefix(&src).expect("it is below").display());
        }
    }
    assert!(tables > 30, "only {tables} tables are found");
    assert!(report.is_empty(), "{report}");
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

#[test]
fn what_is_a_path() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let named = |text: &str| named_path(root, text, &[PathBuf::from("src/model")]);
    assert_eq!(named("rules/zones/"), Ok(Some(PathBuf::from("src/rules/zones/"))));
    assert_eq!(named("ids.rs"), Ok(Some(PathBuf::from("src/model/ids.rs"))));
    assert_eq!(named("turn::priority"), Ok(None));
    assert_eq!(named("and/or"), Ok(None));
    for missing in ["src/rules/zones.rs", "tests/missing.ron", "nowhere.rs", "rules/effects", "effects/"] {
        assert_eq!(named(missing), Err(()), "{missing}");
    }
}
