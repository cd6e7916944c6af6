//! `dracones deck`, and decks as arguments.

use super::fail::Fail;
use super::formats::DeckRules;
use super::{CardSource, End};
use crate::cards::printable::shown;
use crate::cards::{CardDb, Definition, reaches_outside};
use crate::decks::{self, DeckList, Section, near_matches};
use crate::game::Deck;
use clap::Subcommand;
use include_dir::{Dir, include_dir};
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

static DECKS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/assets/decks");

#[derive(Subcommand, Debug)]
pub(super) enum DeckCommand {
    /// Check a deck: whether it can be read, its cards are known, and it is large enough.
    Check {
        /// The file of a deck, or the name of an embedded one.
        deck: String,
        #[command(flatten)]
        rules: DeckRules,
        #[command(flatten)]
        source: CardSource,
    },
    /// Print the list of a deck: a file that every deck builder reads.
    Show {
        /// The file of a deck, or the name of an embedded one.
        deck: String,
    },
    /// List the embedded decks.
    List,
}

pub(super) fn run(command: &DeckCommand) -> Result<End, Fail> {
    let mut out = io::stdout().lock();
    match command {
        DeckCommand::Check { deck, rules, source } => {
            let db = source.load()?;
            if let Some(note) = rules.note()? {
                let _ = writeln!(io::stderr(), "{note}");
            }
            let (name, list) = read(deck)?;
            check(&name, &list, &db, rules)?;
            let (main, side) = (list.count(Section::Main), list.count(Section::Sideboard));
            let commanders = list.count(Section::Commander);
            write!(out, "{name}: {main} cards")?;
            if commanders > 0 {
                write!(out, ", {commanders} in the command zone")?;
            }
            if side > 0 {
                write!(out, ", {side} in the sideboard")?;
            }
            writeln!(out, "; all cards are known")?;
        }
        DeckCommand::Show { deck } => {
            let (name, list) = read(deck)?;
            writeln!(out, "// Name: {}", list.name.as_deref().unwrap_or(&name))?;
            let parts = [(&list.commanders, "Commander"), (&list.main, "Deck"), (&list.sideboard, "Sideboard")];
            let named = |entries: &Vec<decks::DeckEntry>, part| {
                !entries.is_empty() && (part != "Deck" || !list.commanders.is_empty())
            };
            for (i, (entries, part)) in parts.into_iter().filter(|(entries, _)| !entries.is_empty()).enumerate() {
                if i > 0 {
                    writeln!(out)?;
                }
                if named(entries, part) {
                    writeln!(out, "{part}")?;
                }
                for entry in entries {
                    writeln!(out, "{} {}", entry.count, entry.name)?;
                }
            }
        }
        DeckCommand::List => {
            for (name, list) in embedded_decks() {
                let title = list.name.as_deref().unwrap_or(&name);
                writeln!(out, "{name:24} {:3} cards  {title}", list.count(Section::Main))?;
            }
        }
    }
    out.flush()?;
    Ok(End::Done)
}

/// The embedded decks with their names, in alphabetical order.
///
/// # Panics
/// If one can't be read, which the tests exclude.
pub fn embedded_decks() -> Vec<(String, DeckList)> {
    let mut all: Vec<(String, DeckList)> = DECKS
        .files()
        .map(|file| {
            let name = file.path().file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let text = file.contents_utf8().expect("embedded decks are UTF-8");
            let path = file.path().display().to_string();
            let list = decks::parse(&path, text).unwrap_or_else(|e| panic!("embedded deck: {e}"));
            (name, list)
        })
        .collect();
    all.sort_by(|a, b| a.0.cmp(&b.0));
    all
}

/// A deck by the path of its file or the name of an embedded one, with what to call it.
fn read(deck: &str) -> Result<(String, DeckList), Fail> {
    let path = Path::new(deck);
    if path.exists() {
        let list = decks::read(path).map_err(Fail::diagnostic)?;
        let stem = shown(Path::new(path.file_stem().unwrap_or_default()));
        let name = list.name.clone().unwrap_or(stem);
        return Ok((name, list));
    }
    let mut embedded = embedded_decks();
    if let Some(i) = embedded.iter().position(|(name, _)| name.eq_ignore_ascii_case(deck)) {
        return Ok(embedded.swap_remove(i));
    }
    let near = near_matches(deck, embedded.iter().map(|(name, _)| name.as_str()), 3);
    let hint = if near.is_empty() { String::new() } else { format!(" (did you mean {}?)", near.join(" or ")) };
    Err(Fail::input(format!(
        "there is no file `{deck}` and no embedded deck of that name{hint}; `dracones deck list` names those"
    )))
}

fn check(name: &str, list: &DeckList, db: &CardDb, rules: &DeckRules) -> Result<(), Fail> {
    decks::resolve(list, |card| db.get(card).is_some(), db.names())
        .map_err(|unknown| Fail::input(format!("{name}: {unknown}")))?;
    rules.check(name, list, db)
}

/// A deck to play with: by the path of its file or the name of an embedded one. Answers what to call it and its cards;
/// of the sideboard only if something in the deck reaches outside the game.
///
/// # Errors
/// A file that can't be read, unknown cards, a deck against the rules for decks.
pub fn load_deck(deck: &str, db: &CardDb, rules: &DeckRules) -> Result<(String, Deck), Fail> {
    let (name, list) = read(deck)?;
    check(&name, &list, db, rules)?;
    let copies = |entry: &decks::DeckEntry| {
        let card = Arc::clone(db.get(&entry.name).expect("all cards have been found"));
        std::iter::repeat_n(card, entry.count as usize)
    };
    let cards = |entries: &[decks::DeckEntry]| -> Vec<Arc<Definition>> { entries.iter().flat_map(copies).collect() };
    let mut deck = Deck { main: cards(&list.main), commanders: cards(&list.commanders), ..Deck::default() };
    if deck.main.iter().chain(&deck.commanders).any(|card| reaches_outside(&card.source)) {
        deck.sideboard = cards(&list.sideboard);
    }
    Ok((name, deck))
}
