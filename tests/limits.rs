//! Limits of size: files and folders in which a reader still finds what they look for.
//!
//! What exceeds a limit stands in a table with the reason. An entry that isn't needed any more is an error, too.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The most lines of a file.
const LINES: usize = 500;
/// The most files side by side in a folder, folders within it not counted.
const FILES: usize = 20;

/// Files that may have more lines.
const LONG_FILES: &[(&str, &str)] = &[
    ("cards/def/effect.rs", "the vocabulary of instructions: one enum"),
    ("cards/def/types.rs", "the types of the vocabulary: lists of names"),
    ("model/fact/mod.rs", "what can have happened: one enum"),
];

/// Folders that may have more files.
const WIDE_FOLDERS: &[(&str, &str)] = &[
    ("agents/greedy", "one opinion a file"),
    ("cards/text", "one part of the grammar a file"),
    ("rules/casting", "one step of casting a file (CR 601.2a-i)"),
    ("rules/resolving", "one family of instructions a file"),
    ("tools/decks", "one deck format a file"),
    ("tools/scenario", "one concern of the format a file"),
];

fn src() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The files of a folder and of those within it: by folder, each with its number of lines.
fn folders(folder: &Path, all: &mut BTreeMap<String, Vec<(String, usize)>>) {
    let name = |path: &Path| path.strip_prefix(src()).expect("it is below").display().to_string();
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("it can be read").path();
        if path.is_dir() {
            folders(&path, all);
        } else if path.extension().is_some_and(|e| e == "rs") {
            let lines = fs::read_to_string(&path).expect("it is text").lines().count();
            all.entry(name(folder)).or_default().push((name(&path), lines));
        }
    }
}

/// Compares what exceeds a limit with the table of exceptions.
fn compare(found: &BTreeMap<String, usize>, listed: &[(&str, &str)], limit: usize, unit: &str) -> Vec<String> {
    let mut wrong = Vec::new();
    for (name, size) in found {
        if !listed.iter().any(|(one, _)| one == name) {
            wrong.push(format!("src/{name} has {size} {unit}: at most {limit}"));
        }
    }
    for (name, _) in listed {
        if !found.contains_key(*name) {
            wrong.push(format!("src/{name} keeps the limit of {limit} {unit}: its exception can go"));
        }
    }
    wrong
}

#[test]
fn files_and_folders_keep_their_limits() {
    let mut all = BTreeMap::new();
    folders(&src(), &mut all);
    let long = all.values().flatten().filter(|(_, lines)| *lines > LINES).cloned().collect();
    let wide = all.iter().map(|(folder, files)| (folder.clone(), files.len())).filter(|(_, n)| *n > FILES).collect();
    let mut wrong = compare(&long, LONG_FILES, LINES, "lines");
    wrong.extend(compare(&wide, WIDE_FOLDERS, FILES, "files"));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
