//! `dracones deck`, and decks as arguments.

use super::fail::CliError;
use super::{CardSource, ExitReason};
use clap::Subcommand;
use dracones::cards::printable::many;
use dracones::tools::decks::shipped::{check, read};
use dracones::tools::decks::{self, DeckList, DeckRules, Section, embedded_decks};
use std::io::{self, Write};

#[derive(Subcommand, Debug)]
pub(super) enum DeckCommand {
    /// Check a deck: whether it can be read, its cards are known, and it is large enough.
    Check {
        /// The file of a deck, `-` for standard input, or the name of an embedded one.
        deck: String,
        #[command(flatten)]
        rules: DeckRules,
        #[command(flatten)]
        source: CardSource,
    },
    /// Print the list of a deck: a file that every deck builder reads.
    Show {
        /// The file of a deck, `-` for standard input, or the name of an embedded one.
        deck: String,
        #[command(flatten)]
        source: CardSource,
    },
    /// List the embedded decks.
    List,
}

/// A deck by the path of its file, `-` for standard input, or the name of an embedded one.
fn named(deck: &str) -> Result<(String, DeckList), CliError> {
    if deck != "-" {
        return Ok(read(deck)?);
    }
    let list = decks::read_from("standard input", io::stdin().lock()).map_err(CliError::diagnostic)?;
    Ok((list.name.clone().unwrap_or_else(|| "standard input".to_owned()), list))
}

pub(super) fn run(command: &DeckCommand) -> Result<ExitReason, CliError> {
    let mut out = io::stdout().lock();
    match command {
        DeckCommand::Check { deck, rules, source } => {
            let db = source.load()?;
            if let Some(note) = rules.note()? {
                let _ = writeln!(io::stderr(), "{note}");
            }
            let (name, mut list) = named(deck)?;
            check(&name, &mut list, &db, rules)?;
            let (main, side) = (list.count(Section::Main), list.count(Section::Sideboard));
            let commanders = list.count(Section::Commander);
            write!(out, "{name}: {}", many(main, "card"))?;
            if commanders > 0 {
                write!(out, ", {commanders} in the command zone")?;
            }
            if side > 0 {
                write!(out, ", {side} in the sideboard")?;
            }
            if let Some(companion) = list.companion() {
                write!(out, ", with {} as the companion", companion.name)?;
            }
            writeln!(out, "; all cards are known")?;
            let maybe = list.count(Section::Maybeboard);
            if maybe > 0 {
                writeln!(out, "the maybeboard of {} isn't part of the deck", many(maybe, "card"))?;
            }
        }
        DeckCommand::Show { deck, source } => {
            let db = source.load()?;
            let (name, mut list) = named(deck)?;
            list.strip_comments(|card| db.get(card).is_some() || db.declined(card).is_some());
            writeln!(out, "// Name: {}", list.name.as_deref().unwrap_or(&name))?;
            if let Some(companion) = list.companion() {
                writeln!(out, "Companion\n1 {}\n", companion.name)?;
            }
            let parts = [
                (&list.commanders, "Commander"),
                (&list.main, "Deck"),
                (&list.sideboard, "Sideboard"),
                (&list.maybeboard, "Maybeboard"),
            ];
            let headed = |entries: &Vec<decks::DeckEntry>, part| {
                !entries.is_empty() && (part != "Deck" || !list.commanders.is_empty() || list.companion.is_some())
            };
            for (i, (entries, part)) in parts.into_iter().filter(|(entries, _)| !entries.is_empty()).enumerate() {
                if i > 0 {
                    writeln!(out)?;
                }
                if headed(entries, part) {
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
    Ok(ExitReason::Done)
}
