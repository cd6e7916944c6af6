//! `dracones cards coverage`: which cards of a user's decks there are.

use super::fail::Fail;
use crate::cards::CardDb;
use crate::decks::{self, UnknownCards};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

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
    /// The names that there aren't, with copies and near names that there are.
    missing: Vec<Missing>,
}

/// A card that there isn't.
#[derive(Serialize, Debug)]
struct Missing {
    name: String,
    copies: u32,
    near: Vec<String>,
}

/// Reports on a file, or on every file of a folder and together.
pub(super) fn run(path: &Path, json: bool, db: &CardDb, out: &mut impl Write) -> Result<(), Fail> {
    let mut files = Vec::new();
    if path.is_dir() {
        collect(path, &mut files)?;
        if files.is_empty() {
            return Err(Fail::input(format!("there are no files in `{}`", path.display())));
        }
    } else {
        files.push(path.to_path_buf());
    }
    let all = files.iter().map(|file| of_file(file, db)).collect::<Result<Vec<_>, _>>()?;
    for one in &all {
        if json {
            writeln!(out, "{}", serde_json::to_string(one).map_err(Fail::input)?)?;
        } else {
            one.tell(out)?;
        }
    }
    if !json && all.len() > 1 {
        total(&all, out)?;
    }
    Ok(())
}

/// The files of a folder and of its folders, in order; hidden ones are left out.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), Fail> {
    let wrong = |e| Fail::input(format!("{}: {e}", folder.display()));
    let mut entries = Vec::new();
    for entry in fs::read_dir(folder).map_err(wrong)? {
        entries.push(entry.map_err(wrong)?.path());
    }
    entries.sort();
    for path in entries {
        if path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.')) {
            continue;
        }
        if path.is_dir() {
            collect(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}

fn of_file(file: &Path, db: &CardDb) -> Result<Coverage, Fail> {
    let list = decks::read_names(file).map_err(Fail::diagnostic)?;
    let mut copies: BTreeMap<&str, u32> = BTreeMap::new();
    for (_, entry) in list.entries() {
        *copies.entry(&entry.name).or_default() += entry.count;
    }
    let mut near: BTreeMap<String, Vec<String>> = BTreeMap::new();
    if let Err(UnknownCards { cards }) = decks::resolve(&list, |card| db.get(card).is_some(), db.names()) {
        near.extend(cards.into_iter().map(|card| (card.name, card.near)));
    }
    let missing: Vec<Missing> = near
        .into_iter()
        .map(|(name, near)| Missing { copies: copies.get(name.as_str()).copied().unwrap_or(0), name, near })
        .collect();
    let cards: u32 = copies.values().sum();
    Ok(Coverage {
        file: file.display().to_string(),
        names: copies.len(),
        shipped: copies.len() - missing.len(),
        cards,
        cards_shipped: cards - missing.iter().map(|m| m.copies).sum::<u32>(),
        missing,
    })
}

impl Coverage {
    fn tell(&self, out: &mut impl Write) -> Result<(), Fail> {
        let Self { file, names, shipped, cards, cards_shipped, missing } = self;
        writeln!(out, "{file}: {shipped} of {names} names, {cards_shipped} of {cards} cards")?;
        for Missing { name, copies, near } in missing {
            write!(out, "  missing: {copies} {name}")?;
            if !near.is_empty() {
                write!(out, " (near: {})", near.join(", "))?;
            }
            writeln!(out)?;
        }
        Ok(())
    }
}

/// Over all files: what is whole, and which missing cards would serve most files.
fn total(all: &[Coverage], out: &mut impl Write) -> Result<(), Fail> {
    let whole = all.iter().filter(|c| c.missing.is_empty()).count();
    let mut wanted: BTreeMap<&str, u32> = BTreeMap::new();
    for missing in all.iter().flat_map(|c| &c.missing) {
        *wanted.entry(&missing.name).or_default() += 1;
    }
    writeln!(out, "{} files: {whole} whole, {} names missing in all", all.len(), wanted.len())?;
    let most: BTreeSet<_> = wanted.iter().map(|(name, files)| (std::cmp::Reverse(*files), *name)).collect();
    for (files, name) in most.iter().take(MOST_WANTED) {
        writeln!(out, "  in {} files: {name}", files.0)?;
    }
    Ok(())
}

/// So many of the missing names that are in the most files are listed.
const MOST_WANTED: usize = 10;
