//! `dracones cards coverage`: which cards of a user's decks there are.

use super::fail::CliError;
use dracones::cards::CardDb;
use dracones::cards::files::{self, Below};
use dracones::cards::printable::{many, shown};
use dracones::tools::decks::{self, DeckError, DeckList, UnknownCards, embedded_decks};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::path::Path;

/// What there is of one file.
#[derive(Serialize, Debug)]
struct Coverage {
    /// The file.
    file: String,
    /// How many different names it lists.
    names: usize,
    /// How many of those there are.
    shipped: usize,
    /// How many cards it lists, copies counted.
    cards: u32,
    /// How many of those there are.
    cards_shipped: u32,
    /// The unknown names, with copies and known names that are similar.
    missing: Vec<Missing>,
}

/// An unknown card.
#[derive(Serialize, Debug)]
struct Missing {
    name: String,
    copies: u32,
    near: Vec<String>,
    /// Why its text isn't accepted, if there is a text.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
}

/// Reports on a file or an embedded deck, or on every file of a folder and together.
pub(super) fn run(path: &Path, json: bool, db: &CardDb, out: &mut impl Write) -> Result<(), CliError> {
    let (mut all, mut unread) = (Vec::new(), Vec::new());
    if path.is_dir() {
        let Below { files, refused } = collect(path)?;
        unread.extend(refused.iter().map(|(path, why)| DeckError::not_read(path, *why)));
        if files.is_empty() && unread.is_empty() {
            return Err(CliError::input(format!("there are no files in `{}`", shown(path))));
        }
        // What isn't a deck doesn't keep the others from being told of.
        for file in &files {
            match decks::read_names(file) {
                Ok(list) => all.push(Coverage::of(shown(file), list, db)),
                Err(error) => unread.push(error),
            }
        }
    } else {
        let (name, list) = one(path)?;
        all.push(Coverage::of(name, list, db));
    }
    for one in &all {
        if json {
            writeln!(out, "{}", serde_json::to_string(one).map_err(CliError::input)?)?;
        } else {
            one.tell(out)?;
        }
    }
    if !json && path.is_dir() {
        total(&all, unread.len(), out)?;
    }
    out.flush()?;
    if unread.is_empty() { Ok(()) } else { Err(CliError::diagnostics(unread)) }
}

/// A file, standard input, or an embedded deck.
fn one(path: &Path) -> Result<(String, DeckList), CliError> {
    if path == Path::new("-") {
        let name = "standard input";
        return Ok((name.to_owned(), decks::read_names_from(name, io::stdin().lock()).map_err(CliError::diagnostic)?));
    }
    let word = path.to_string_lossy();
    let embedded = || embedded_decks().into_iter().find(|(name, _)| name.eq_ignore_ascii_case(&word));
    match (path.exists(), embedded()) {
        (false, Some((name, list))) => Ok((name, list)),
        _ => Ok((shown(path), decks::read_names(path).map_err(CliError::diagnostic)?)),
    }
}

/// The files of a folder and of its folders, in order; hidden ones are left out.
fn collect(folder: &Path) -> Result<Below, CliError> {
    let wanted = |path: &Path| {
        let within = path.strip_prefix(folder).unwrap_or(path);
        !within.ancestors().any(|part| part.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.')))
    };
    files::below(folder, &wanted).map_err(|(folder, e)| CliError::input(format!("{}: {e}", shown(&folder))))
}

impl Coverage {
    fn of(file: String, mut list: DeckList, db: &CardDb) -> Self {
        list.strip_comments(|card| db.get(card).is_some() || db.declined(card).is_some());
        let mut copies: BTreeMap<&str, u32> = BTreeMap::new();
        for (_, entry) in list.entries() {
            // Several spellings are one card.
            let name = db.get(&entry.name).map_or(entry.name.as_str(), |card| card.name.as_str());
            *copies.entry(name).or_default() += entry.count;
        }
        let mut near: BTreeMap<String, Vec<String>> = BTreeMap::new();
        if let Err(UnknownCards { cards }) = decks::resolve(&list, |card| db.get(card).is_some(), db.spellings()) {
            near.extend(cards.into_iter().map(|card| (card.name, card.near)));
        }
        let missing = |(name, near): (String, Vec<String>)| Missing {
            copies: copies.get(name.as_str()).copied().unwrap_or(0),
            why: db.declined(&name).map(|why| why.to_string()),
            near,
            name,
        };
        let missing: Vec<Missing> = near.into_iter().map(missing).collect();
        let cards: u32 = copies.values().sum();
        Self {
            file,
            names: copies.len(),
            shipped: copies.len() - missing.len(),
            cards,
            cards_shipped: cards - missing.iter().map(|m| m.copies).sum::<u32>(),
            missing,
        }
    }

    fn tell(&self, out: &mut impl Write) -> Result<(), CliError> {
        let Self { file, names, shipped, cards, cards_shipped, missing } = self;
        let (names, cards) = (many(*names, "name"), many(*cards, "card"));
        writeln!(out, "{file}: {shipped} of {names}, {cards_shipped} of {cards}")?;
        for Missing { name, copies, near, why } in missing {
            write!(out, "  missing: {copies} {name}")?;
            if let Some(why) = why {
                write!(out, " ({why})")?;
            } else if !near.is_empty() {
                write!(out, " (near: {})", near.join(", "))?;
            }
            writeln!(out)?;
        }
        Ok(())
    }
}

/// Over all files: what is whole, and which missing cards would serve most files.
fn total(all: &[Coverage], unread: usize, out: &mut impl Write) -> Result<(), CliError> {
    let whole = all.iter().filter(|c| c.missing.is_empty()).count();
    let mut wanted: BTreeMap<&str, u32> = BTreeMap::new();
    for missing in all.iter().flat_map(|c| &c.missing) {
        *wanted.entry(&missing.name).or_default() += 1;
    }
    let unread = if unread > 0 { format!(", {unread} not read") } else { String::new() };
    let (files, names) = (many(all.len(), "file"), many(wanted.len(), "name"));
    writeln!(out, "{files}: {whole} whole, {names} missing in all{unread}")?;
    let most: BTreeSet<_> = wanted.iter().map(|(name, files)| (std::cmp::Reverse(*files), *name)).collect();
    for (files, name) in most.iter().take(MOST_WANTED) {
        writeln!(out, "  in {}: {name}", many(files.0, "file"))?;
    }
    Ok(())
}

/// How many of the missing names that are in the most files are listed.
const MOST_WANTED: usize = 10;
