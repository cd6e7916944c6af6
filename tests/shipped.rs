//! How many cards there are, by format: what has been reached isn't lost.
//!
//! `UPDATE_EXPECT=1 cargo test --test shipped` writes numbers that have risen into the file.

use dracones::cards::{CardDb, Origin};
use dracones::tools::decks::formats::formats_of;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;

const PLACE: &str = "tests/data/shipped.txt";

fn counts() -> BTreeMap<String, usize> {
    let db = CardDb::embedded();
    let mut counts = BTreeMap::new();
    let mut count = |what: &str| *counts.entry(what.to_owned()).or_insert(0) += 1;
    for name in db.names() {
        count("cards");
        match db.origin(name) {
            Some(Origin::ByHand) => count("by-hand"),
            Some(Origin::Compiled) => count("compiled"),
            other => panic!("{name}: {other:?}"),
        }
        formats_of(name, &db).unwrap_or_default().into_iter().for_each(&mut count);
    }
    counts
}

#[test]
fn no_number_of_cards_falls() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(PLACE);
    let text = fs::read_to_string(&path).unwrap_or_default();
    let row = |line: &str| {
        let (what, number) =
            line.split_once(' ').unwrap_or_else(|| panic!("{PLACE}: a word and a number, not: {line}"));
        (what.to_owned(), number.trim().parse::<usize>().unwrap_or_else(|e| panic!("{PLACE}: {line}: {e}")))
    };
    let before: BTreeMap<String, usize> = text.lines().filter(|line| !line.starts_with('#')).map(row).collect();
    let after = counts();
    // A card that was written by hand may become a compiled one.
    let fallen = |what: &&String| *what != "by-hand" && after.get(*what).copied().unwrap_or(0) < before[*what];
    let fallen: Vec<&String> = before.keys().filter(fallen).collect();
    assert!(fallen.is_empty(), "{PLACE}: fewer cards of {fallen:?}: {before:?} before, {after:?} now");
    if before != after {
        let mut lines = String::from(
            "# How many cards the binary has, by format. A number may rise; tests/shipped.rs holds them.\n",
        );
        for (what, number) in &after {
            writeln!(lines, "{what} {number}").expect("a string grows");
        }
        let update = std::env::var_os("UPDATE_EXPECT").is_some();
        assert!(update, "{PLACE}: numbers have risen, UPDATE_EXPECT=1 writes them:\n{lines}");
        fs::write(path, lines).expect("the file can be written");
    }
}
