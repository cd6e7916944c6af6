//! What the documents show of the command line is what it prints.
//!
//! Every `$ dracones ...` line of a fenced block in README.md and docs/*.md is run, those of a document one after the
//! other in a folder of its own, and the lines below it are what comes out, standard output first. A line `...` stands for
//! any lines; figures of speed are left out in that way.
//!
//! The folder has the files that the document gives: `<!-- file: NAME -->` before a fenced block makes that block the
//! file, `<!-- file: NAME`, its lines and `-->` is one that isn't shown. What is called `tests/...` comes from the
//! repository.
//!
//! `UPDATE_EXPECT=1 cargo test --test cli documents` writes what comes out into the documents.

use super::dracones;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A command of a document.
#[derive(Debug, PartialEq)]
struct Sample {
    /// The place of its line, from 0.
    line: usize,
    arguments: Vec<String>,
    /// How many lines below it are shown.
    shown: usize,
}

/// What a document asks for.
#[derive(Debug, Default, PartialEq)]
struct Samples {
    files: Vec<(String, String)>,
    commands: Vec<Sample>,
}

/// The words of a command line; quotes hold words together.
fn words(line: &str) -> Vec<String> {
    let quoted = line.split('"').enumerate();
    let parts = quoted.flat_map(|(i, part)| match i % 2 {
        1 => vec![part.to_owned()],
        _ => part.split_whitespace().map(str::to_owned).collect(),
    });
    parts.collect()
}

/// Reads what a document asks for.
fn samples(text: &str) -> Samples {
    let lines: Vec<&str> = text.lines().collect();
    let mut all = Samples::default();
    let (mut at, mut file) = (0, None);
    while at < lines.len() {
        let line = lines[at];
        at += 1;
        if let Some(rest) = line.strip_prefix("<!-- file: ") {
            if let Some(name) = rest.strip_suffix(" -->") {
                file = Some(name.to_owned());
                continue;
            }
            let end = at + lines[at..].iter().position(|l| *l == "-->").expect("a comment ends");
            all.files.push((rest.to_owned(), lines[at..end].join("\n") + "\n"));
            at = end;
        } else if line.starts_with("```") {
            let end = at + lines[at..].iter().position(|l| *l == "```").expect("a fenced block ends");
            match file.take() {
                Some(name) => all.files.push((name, lines[at..end].join("\n") + "\n")),
                None => commands(&lines, at..end, &mut all.commands),
            }
            at = end + 1;
        }
    }
    all
}

/// The commands of a fenced block.
fn commands(lines: &[&str], block: std::ops::Range<usize>, out: &mut Vec<Sample>) {
    let starts: Vec<usize> = block.clone().filter(|i| lines[*i].starts_with("$ ")).collect();
    for (n, start) in starts.iter().enumerate() {
        let end = starts.get(n + 1).copied().unwrap_or(block.end);
        let mut arguments = words(&lines[*start][2..]);
        assert_eq!(arguments.remove(0), "dracones", "line {}", start + 1);
        out.push(Sample { line: *start, arguments, shown: end - start - 1 });
    }
}

/// Whether lines that are shown are those that come out; `...` stands for any lines.
fn agree(shown: &[String], out: &[String]) -> bool {
    let Some(cut) = shown.iter().position(|line| line == "...") else { return shown == out };
    let (head, rest) = (&shown[..cut], &shown[cut + 1..]);
    out.starts_with(head) && (cut..=out.len()).any(|from| agree(rest, &out[from..]))
}

/// The lines to show of what comes out, cut where they were cut.
fn shortened(shown: &[String], out: &[String]) -> Vec<String> {
    let Some(cut) = shown.iter().position(|line| line == "...") else { return out.to_vec() };
    let tail = shown.len() - cut - 1;
    assert!(!shown[cut + 1..].contains(&"...".to_owned()), "a sample that is cut twice is to be mended by hand");
    if out.len() <= cut + tail {
        return out.to_vec();
    }
    [&out[..cut], &["...".to_owned()], &out[out.len() - tail..]].concat()
}

fn check(document: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = root.join(document);
    let text = fs::read_to_string(&path).unwrap();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let Samples { files, commands } = samples(&text);
    let folder = TempDir::new().unwrap();
    for (name, content) in files {
        fs::write(folder.path().join(name), content).unwrap();
    }
    let mut wrong = Vec::new();
    let mut results = Vec::new();
    for sample in &commands {
        for word in sample.arguments.iter().filter(|w| w.starts_with("tests/")) {
            let copy: PathBuf = folder.path().join(word);
            fs::create_dir_all(copy.parent().unwrap()).unwrap();
            fs::copy(root.join(word), copy).unwrap();
        }
        let arguments: Vec<&str> = sample.arguments.iter().map(String::as_str).collect();
        let (_, out, error) = dracones(folder.path(), &arguments);
        // A line that is empty at the end of a stream isn't shown.
        let out: Vec<String> = [out.trim_end(), error.trim_end()]
            .iter()
            .flat_map(|s| s.lines())
            .map(|line| line.trim_end().to_owned())
            .collect();
        let shown = &lines[sample.line + 1..][..sample.shown];
        if !agree(shown, &out) {
            wrong.push(format!("{document}:{}: {}\n{}", sample.line + 1, lines[sample.line], out.join("\n")));
            results.push((sample.line + 1, sample.shown, shortened(shown, &out)));
        }
    }
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        for (from, count, new) in results.into_iter().rev() {
            lines.splice(from..from + count, new);
        }
        fs::write(&path, lines.join("\n") + "\n").unwrap();
        return;
    }
    assert!(
        wrong.is_empty(),
        "these print something else (`UPDATE_EXPECT=1 cargo test --test cli documents` writes it):\n{}",
        wrong.join("\n\n")
    );
}

#[test]
fn the_readme_shows_what_is_printed() {
    check("README.md");
}

#[test]
fn the_guides_show_what_is_printed() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let mut names: Vec<String> = fs::read_dir(docs)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.ends_with(".md") && name != "cited.md")
        .collect();
    names.sort();
    assert!(names.contains(&"scenarios.md".to_owned()), "{names:?}");
    names.iter().for_each(|name| check(&format!("docs/{name}")));
}

#[test]
fn samples_are_found_compared_and_cut() {
    let text = "<!-- file: a.ron -->\n```ron\nA()\n```\n<!-- file: b.txt\n4 B\n-->\n```text\n$ dracones x \"y z\"\nout\n...\nend\n$ dracones w\n```\n";
    let found = samples(text);
    assert_eq!(found.files, [("a.ron".to_owned(), "A()\n".to_owned()), ("b.txt".to_owned(), "4 B\n".to_owned())]);
    let [first, second] = &found.commands[..] else { panic!("{found:?}") };
    assert_eq!((first.line, first.shown, second.shown), (8, 3, 0));
    assert_eq!(first.arguments, ["x", "y z"]);
    let lines = |words: &[&str]| words.iter().map(|w| (*w).to_owned()).collect::<Vec<_>>();
    let (shown, out) = (lines(&["out", "...", "end"]), lines(&["out", "1", "2", "end"]));
    assert!(agree(&shown, &out) && agree(&shown, &lines(&["out", "end"])) && agree(&[], &[]));
    for other in [lines(&["out", "1"]), lines(&["1", "end"]), lines(&["out", "end", "1"])] {
        assert!(!agree(&shown, &other));
    }
    assert_eq!(shortened(&shown, &lines(&["a", "b", "c", "d"])), ["a", "...", "d"]);
}
