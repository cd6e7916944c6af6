//! Compiled definitions use only terms that a scenario exercises.

use dracones::cards::def::CardDef;
use dracones::cards::oracle::{HELD_BACK, terms};
use dracones::cards::{CardDb, Origin};
use dracones::tools::scenario::{self, Root};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

type Terms = BTreeSet<(&'static str, String)>;

fn files(folder: &Path, all: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, all);
        } else if path.extension().is_some_and(|e| e == "ron") {
            all.push(path);
        }
    }
}

/// The names of cards that a string of a set-up or a script may have: `bear = Grizzly Bears`, `3 Forest`.
fn names(text: &str) -> impl Iterator<Item = &str> {
    let strings = text.split('"').skip(1).step_by(2);
    strings.flat_map(|s| {
        let name = s.rsplit(" = ").next().unwrap_or(s);
        let counted = name.split_once(' ').filter(|(n, _)| n.parse::<u32>().is_ok()).map_or(name, |(_, rest)| rest);
        [s, name, counted]
    })
}

/// The terms of all definitions that scenarios play with: of cards that they name, and their own.
fn exercised(db: &CardDb) -> Terms {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios");
    let root = Root::of(&folder).unwrap();
    let (mut all, mut paths) = (Terms::new(), Vec::new());
    files(&folder, &mut paths);
    let mut seen = BTreeSet::new();
    for path in paths {
        let text = std::fs::read_to_string(&path).unwrap();
        for name in names(&text) {
            if let Some(card) = db.get(name)
                && seen.insert(card.name.clone())
            {
                all.extend(terms(&card.source));
            }
        }
        // What is only included by others has no scenarios of its own.
        if let Ok(file) = scenario::load(&path, &root) {
            let own: Vec<&CardDef> = file.scenarios.iter().flat_map(|s| &s.cards).collect();
            own.into_iter().for_each(|card| all.extend(terms(card)));
        }
    }
    all
}

#[test]
fn compiled_definitions_use_terms_that_scenarios_exercise() {
    let db = CardDb::embedded();
    let exercised = exercised(&db);
    assert!(exercised.len() > 300, "{}", exercised.len());
    let mut wrong: Vec<String> = Vec::new();
    let (mut compiled, mut told) = (0, Terms::new());
    for card in db.definitions().filter(|card| db.origin(&card.name) == Some(Origin::Compiled)) {
        compiled += 1;
        for term in terms(&card.source) {
            if !exercised.contains(&term) && told.insert(term.clone()) {
                wrong.push(format!("no scenario exercises `{}::{}` ({})", term.0, term.1, card.name));
            }
        }
    }
    for (kind, name) in HELD_BACK {
        if exercised.contains(&(*kind, (*name).to_owned())) {
            wrong.push(format!("`{kind}::{name}` is exercised: it needn't be held back"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(compiled > 10_000, "{compiled}");
}
