//! `dracones cards compare`: what the compiler makes of texts, beside the definitions that are written by hand.

use super::ExitReason;
use super::fail::CliError;
use clap::Args;
use dracones::cards::import::{Entry, read};
use dracones::cards::oracle::{self, Golden};
use dracones::cards::printable::{many, shown};
use dracones::cards::{CardDb, Origin};
use std::collections::BTreeMap;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(super) struct CompareArgs {
    /// A file of texts of Scryfall or MTGJSON.
    file: PathBuf,
    /// The cards of these classes, too: `declined` with the reason, or the name of a way in which definitions are equivalent.
    #[arg(long, value_name = "CLASS")]
    list: Vec<String>,
}

pub(super) fn run(args: &CompareArgs, out: &mut impl Write) -> Result<ExitReason, CliError> {
    let db = CardDb::embedded();
    let mut classes: BTreeMap<&'static str, Vec<String>> = BTreeMap::new();
    let end = read(&args.file, &mut |entry| {
        if let Entry::Card(record) = entry
            && db.origin(&record.text.name) == Some(Origin::ByHand)
            && let Some(by_hand) = db.get(&record.text.name)
        {
            let (class, line) = match oracle::compile(&record.text) {
                Ok(compiled) => (oracle::compare(&compiled, &by_hand.source), record.text.name.clone()),
                Err(decline) => (Golden::Declined, decline.to_string()),
            };
            classes.entry(class.name()).or_default().push(line);
        }
        ControlFlow::Continue(())
    });
    end.map_err(CliError::diagnostic)?;
    let total: usize = classes.values().map(Vec::len).sum();
    writeln!(out, "{}: {} with a definition written by hand", shown(&args.file), many(total, "card"))?;
    for class in Golden::ALL {
        let cards = classes.get(class.name()).map_or(&[][..], Vec::as_slice);
        writeln!(out, "{:6} {}", cards.len(), class.name())?;
        // What is wrong is always told.
        if *class == Golden::Different || args.list.iter().any(|name| name == class.name()) {
            cards.iter().try_for_each(|line| writeln!(out, "       {line}"))?;
        }
    }
    out.flush()?;
    Ok(if classes.contains_key(Golden::Different.name()) { ExitReason::Errors } else { ExitReason::Done })
}
