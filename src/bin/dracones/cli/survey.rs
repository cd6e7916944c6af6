//! `dracones cards coverage` of a file of texts: by format, in decks, and what would help most.

use super::ExitReason;
use super::fail::CliError;
use dracones::cards::import::Library;
use dracones::cards::printable::{many, shown};
use dracones::tools::coverage::{Coverage, GroupCoverage, Next, collect, coverage};
use std::io::Write;
use std::path::Path;

/// Reports on a file of texts, and on decks made of its cards.
pub(super) fn run(
    path: &Path,
    decks: Option<&Path>,
    top: usize,
    threads: usize,
    json: bool,
    out: &mut impl Write,
) -> Result<ExitReason, CliError> {
    let unread_folder = |folder: &Path, e: std::io::Error| CliError::input(format!("{}: {e}", shown(folder)));
    let (groups, unread) = match decks {
        Some(folder) => collect(folder).map_err(|e| unread_folder(folder, e))?,
        None => Default::default(),
    };
    if let Some(folder) = decks.filter(|_| groups.is_empty() && unread.is_empty()) {
        return Err(CliError::input(format!("there are no decks in `{}`", shown(folder))));
    }
    let library = Library::read(path).map_err(CliError::diagnostic)?;
    let all = coverage(library, &groups, threads);
    if json {
        writeln!(out, "{}", serde_json::to_string(&all).map_err(CliError::input)?)?;
    } else {
        tell(&shown(path), &all, top, out)?;
    }
    out.flush()?;
    if unread.is_empty() { Ok(ExitReason::Done) } else { Err(CliError::diagnostics(unread)) }
}

/// `n` of `all` in percent.
fn percent(n: usize, all: usize) -> f64 {
    if all == 0 { 0.0 } else { n as f64 * 100.0 / all as f64 }
}

fn tell(file: &str, all: &Coverage, top: usize, out: &mut impl Write) -> Result<(), CliError> {
    let Coverage { cards, playable, accepted, by_hand, skipped, formats, decks, next } = all;
    let share = percent(*playable, *cards);
    writeln!(out, "{file}: {}, {playable} of them can be played ({share:.1} %)", many(*cards, "card"))?;
    writeln!(out, "  {accepted} compiled from their text, {by_hand} with a definition written by hand")?;
    for (kind, count) in skipped {
        writeln!(out, "  skipped: {count} {kind}")?;
    }
    if !formats.is_empty() {
        writeln!(out, "\n{:16} {:>7} {:>9}", "format", "cards", "playable")?;
    }
    for row in formats {
        let share = percent(row.playable, row.cards);
        writeln!(out, "{:16} {:7} {:9} {share:5.1} %", row.format, row.cards, row.playable)?;
    }
    if !decks.is_empty() {
        writeln!(out, "\n{:16} {:>7} {:>9} {:>9} {:>9}", "decks", "number", "whole", "main only", "copies")?;
    }
    for GroupCoverage { name, decks, whole, whole_main, copies, copies_playable, .. } in decks {
        let share = percent(*copies_playable as usize, *copies as usize);
        writeln!(out, "{name:16} {decks:7} {whole:9} {whole_main:9} {share:7.1} %")?;
    }
    for GroupCoverage { name, missing, .. } in decks.iter().filter(|group| !group.missing.is_empty()) {
        writeln!(out, "\nmost wanted in {name}")?;
        for card in missing.iter().take(top.min(MOST_WANTED)) {
            writeln!(out, "  in {}: {}", many(card.decks, "deck"), card.name)?;
        }
    }
    if !next.is_empty() {
        writeln!(out, "\nwhat to do next")?;
        writeln!(out, "{:>7} {:>7} {:>7}  obstacle", "alone", "cards", "copies")?;
    }
    for Next { obstacle, alone, cards, copies, example } in next.iter().take(top) {
        writeln!(out, "{alone:7} {cards:7} {copies:7}  {obstacle} ({example})")?;
    }
    if next.len() > top {
        writeln!(out, "... and {} more (see --top)", next.len() - top)?;
    }
    Ok(())
}

/// How many of the missing cards of a group are listed at most.
const MOST_WANTED: usize = 5;
