//! Who knows which card an object is, is said by `Object::is_known_to` alone: what names the field `Object::known_to`
//! otherwise is listed here.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// What keeps or carries the knowledge, or writes it, and why.
const KEEPS: &[(&str, &str)] = &[
    ("rules/state/zone_moves.rs", "a planned move carries who will know what it moves"),
    ("model/object/mod.rs", "the field, and `is_known_to`"),
    ("rules/zones", "who was told moves along with a card (400.2, 401.2, 406.3, 708.9)"),
    ("model/references/objects.rs", "the walk over all fields"),
    ("rules/snapshot/canonical.rs", "positions differ by who knows what"),
    ("rules/casting/kept.rs", "what is taken back isn't forgotten (733.1)"),
    ("rules/casting/undo.rs", "what is drawn meanwhile isn't seen (121.8)"),
    ("rules/layers/publish.rs", "players who may look are told, if they weren't (708.5)"),
    ("game/view/deal/scrub.rs", "whether a player was told of what is hidden now, not whether they could have looked"),
    ("tools/replay/timeline.rs", "whether somebody was told something since"),
    ("tools/scenario/status.rs", "what a scenario puts face down, its controller alone was told"),
];

/// The files with code below a folder, without tests.
fn files(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display())) {
        let path = entry.expect("it can be read").path();
        match (path.is_dir(), path.file_stem().and_then(|name| name.to_str())) {
            (_, Some("tests")) => {}
            (true, _) => files(&path, out),
            (false, _) => out.push(path),
        }
    }
}

/// Whether a line of code names the field. What is called is another `known_to`: what was chosen for an object.
fn names_the_field(line: &str) -> bool {
    let code = line.split("//").next().unwrap_or_default();
    code.match_indices("known_to").any(|(at, name)| {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let (before, after) = (code[..at].chars().next_back(), code[at + name.len()..].chars().next());
        !before.is_some_and(is_word) && !after.is_some_and(|c| is_word(c) || c == '(')
    })
}

#[test]
fn who_knows_an_object_is_said_in_one_function() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut all = Vec::new();
    files(&root, &mut all);
    let names_it = |file: &PathBuf| fs::read_to_string(file).is_ok_and(|text| text.lines().any(names_the_field));
    let found: BTreeSet<&Path> =
        all.iter().filter(|file| names_it(file)).filter_map(|file| file.strip_prefix(&root).ok()).collect();
    let listed: Vec<&str> = KEEPS.iter().map(|(place, _)| *place).collect();
    let new: Vec<&&Path> = found.iter().filter(|file| !listed.iter().any(|place| file.starts_with(place))).collect();
    assert!(new.is_empty(), "ask `Object::is_known_to` instead of reading `known_to`: {new:?}");
    let unused: Vec<&&str> = listed.iter().filter(|place| !found.iter().any(|file| file.starts_with(place))).collect();
    assert!(unused.is_empty(), "these no longer name `known_to`: {unused:?}");
}
