//! Every scenario under `tests/scenarios/` is a test of its own name. Those of `cards/` exercise the shipped cards: with
//! any ability of a card taken away, one of the card's scenarios must fail, and that is a test for each ability, too.

use dracones::Game;
use dracones::cards::CardDb;
use dracones::cards::check::read_files;
use dracones::cards::def::CardDef;
use dracones::rules::layers;
use dracones::tools::scenario::{self, File, Root};
use libtest_mimic::{Arguments, Failed, Trial};
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let mut trials = Vec::new();
    let shared = folder();
    let paths = scenario::files(&root().join("tests/scenarios")).unwrap_or_else(|e| panic!("{e}"));
    for path in paths {
        let name = path.strip_prefix(root().join("tests/scenarios")).expect("it was found there").with_extension("");
        let name = name.display().to_string();
        match scenario::load(&path, &shared) {
            Ok(file) => {
                let file = Arc::new(file);
                for (i, one) in file.scenarios.iter().enumerate() {
                    let shared = Arc::clone(&file);
                    let title = format!("{name}: {}", one.title);
                    trials.push(Trial::test(title, move || passes(&shared, i)));
                }
            }
            Err(error) => trials.push(Trial::test(name, move || Err(Failed::from(error.to_string())))),
        }
    }
    for card in shipped() {
        for ability in 0..card.abilities.len() {
            let card = card.clone();
            let title = format!("mutation: {} without ability {ability}", card.name);
            trials.push(Trial::test(title, move || is_missed(card, ability)));
        }
        trials.push(Trial::test(format!("exercised: {}", card.name), move || exercises(&card.name).map(|_| ())));
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// The folder of all fixtures, which share set-ups.
fn folder() -> Root {
    Root::new(&root().join("tests/scenarios")).unwrap_or_else(|e| panic!("{e}"))
}

fn passes(file: &File, number: usize) -> Result<(), Failed> {
    // Each layer pass that is skipped is run all the same, and must change nothing.
    let checked = |game: &mut Game| layers::check_skipped(game.world_mut());
    scenario::run_prepared(file, number, &CardDb::embedded(), &checked)
        .map_err(|e| Failed::from(format!("{:?}", miette::Report::new(*e))))
}

/// The definitions of all shipped cards, as files.
fn shipped() -> Vec<CardDef> {
    let (cards, errors) = read_files(&root().join("assets/cards")).unwrap_or_else(|errors| (Vec::new(), errors));
    assert!(errors.is_empty(), "{}", errors[0]);
    cards.into_iter().map(|(_, card)| card).collect()
}

/// The scenarios that say that they cover a card.
fn exercises(name: &str) -> Result<Vec<(File, usize)>, Failed> {
    let stem: String = name.to_lowercase().chars().filter(|c| *c != '\'').collect();
    let stem = stem.split(|c: char| !c.is_ascii_alphanumeric()).filter(|s| !s.is_empty()).collect::<Vec<_>>().join("_");
    let path = root().join("tests/scenarios/cards").join(&stem[..1]).join(stem).with_extension("ron");
    let file = scenario::load(Path::new(&path), &folder()).map_err(|e| Failed::from(e.to_string()))?;
    let covering: Vec<usize> =
        (0..file.scenarios.len()).filter(|i| file.scenarios[*i].covers.iter().any(|c| c == name)).collect();
    if covering.is_empty() {
        return Err(format!("no scenario of {} covers {name}", path.display()).into());
    }
    let load = |i| scenario::load(&path, &folder()).map(|file| (file, i)).map_err(|e| Failed::from(e.to_string()));
    covering.into_iter().map(load).collect()
}

/// With an ability taken away, some exercise of the card fails.
fn is_missed(mut card: CardDef, ability: usize) -> Result<(), Failed> {
    let name = card.name.clone();
    card.abilities.remove(ability);
    let Ok(db) = CardDb::embedded().with_cards(&[card]) else { return Ok(()) };
    // A card may be so broken that the engine gives up: that is missed, too.
    panic::set_hook(Box::new(|_| {}));
    let fails = exercises(&name)?
        .iter()
        .any(|(file, i)| !matches!(panic::catch_unwind(AssertUnwindSafe(|| scenario::run(file, *i, &db))), Ok(Ok(()))));
    if fails { Ok(()) } else { Err(format!("all exercises of {name} pass without its ability {ability}").into()) }
}
