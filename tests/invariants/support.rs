//! What several tests share: embedded decks as setups, random play. What must hold of a position is in `dracones::tools::soak`.

use dracones::cards::CardDb;
use dracones::model::ids::ObjectId;
use dracones::model::references::{ReferenceMut, References};
use dracones::model::rng::Stream;
use dracones::model::zone::Zones;
use dracones::tools::soak;
use dracones::{Game, GameSetup};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The folder of the crate.
pub(crate) fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The shipped decks by name.
pub(crate) fn decks() -> BTreeMap<String, Vec<(String, u32)>> {
    let mut decks = BTreeMap::new();
    for entry in std::fs::read_dir(root().join("assets/decks")).unwrap() {
        let path = entry.unwrap().path();
        let list = dracones::tools::decks::read(&path).unwrap();
        let cards = list.main.iter().map(|e| (e.name.clone(), e.count)).collect();
        decks.insert(path.file_stem().unwrap().to_string_lossy().into_owned(), cards);
    }
    decks
}

/// A setup of two shipped decks.
pub(crate) fn setup_of(a: &str, b: &str) -> GameSetup {
    let decks = decks();
    let list = |name: &str| decks[name].iter().map(|(n, c)| (n.as_str(), *c)).collect::<Vec<_>>();
    GameSetup::from_names(&CardDb::embedded(), &[list(a), list(b)]).unwrap()
}

/// How far apart the decks of a pair stand in the alphabet.
const APART: [usize; 3] = [0, 7, 16];

/// Each shipped deck against itself and against four others: one pair of every seven or so that there are.
pub(crate) fn pairs() -> Vec<(String, String)> {
    let names: Vec<String> = decks().into_keys().collect();
    let other = |i: usize, apart: usize| names[(i + apart) % names.len()].clone();
    (0..names.len()).flat_map(|i| APART.map(|apart| (names[i].clone(), other(i, apart)))).collect()
}

/// Plays a game out at random and checks every position of it; `about` names the game where something doesn't hold.
pub(crate) fn play_checked(game: &mut Game, rng: &mut Stream, about: &str) {
    soak::play_checked(game, rng).unwrap_or_else(|problem| panic!("{about}, {problem}"));
}

/// Two objects change places in the lists of zones. Nobody but the rules writes to these, so they are renumbered.
pub(crate) fn change_places(zones: &mut Zones, one: ObjectId, other: ObjectId) {
    zones.visit_mut(&mut |reference| {
        if let ReferenceMut::Slot(id) = reference {
            if *id == one {
                *id = other;
            } else if *id == other {
                *id = one;
            }
        }
    });
}
