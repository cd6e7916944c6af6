//! `dracones replay`.

use super::fail::{Fail, guarded};
use super::output::OutFile;
use super::{CardSource, End};
use crate::cards::CardDb;
use crate::scenario::export;
use crate::simulate::{Header, Row, find_row, position_at, replay};
use clap::Args;
use std::fs::File;
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};

#[derive(Args, Debug)]
pub(super) struct ReplayArgs {
    /// A file of `simulate --out`.
    file: PathBuf,
    /// The number of the game, from 0.
    #[arg(long, value_name = "I")]
    game: u64,
    /// Print the decisions too, and name the decision that differs.
    #[arg(long)]
    trace: bool,
    /// The position after so many decisions, as a scenario fixture: it is written to the file of --scenario.
    #[arg(long, value_name = "N", requires = "scenario", conflicts_with = "trace")]
    at: Option<u32>,
    /// Where the fixture is written.
    #[arg(long, value_name = "OUT", requires = "at")]
    scenario: Option<PathBuf>,
    #[command(flatten)]
    source: CardSource,
}

pub(super) fn run(args: &ReplayArgs) -> Result<End, Fail> {
    let place = |e: &dyn std::fmt::Display| Fail::input(format!("{}: {e}", args.file.display()));
    let file = File::open(&args.file).map_err(|e| place(&e))?;
    if file.metadata().is_ok_and(|m| m.is_dir()) {
        return Err(place(&"it is a folder"));
    }
    let (header, row) = find_row(BufReader::new(file), args.game).map_err(|e| place(&e))?;
    let db = args.source.load()?;
    if let (Some(at), Some(fixture)) = (args.at, &args.scenario) {
        return write_position(args, &header, &row, &db, (at, fixture));
    }
    let out = io::stdout().lock();
    let mut out = io::BufWriter::new(out);
    for (seat, (deck, agent)) in header.seats.iter().zip(&header.agents).enumerate() {
        writeln!(out, "{} {deck} ({agent})", crate::ids::Seat(seat as u8))?;
    }
    writeln!(out, "game {} of seed {}, {} begins", row.index, header.seed, row.first)?;
    let result = replay(&header, &row, &db, args.trace, &mut |line| writeln!(out, "{line}"));
    let replayed = match result {
        Ok(replayed) => replayed,
        Err(crate::simulate::ReplayError::Io(e)) => return Err(e.into()),
        Err(e) => return Err(place(&e)),
    };
    let again = replayed.played.row(&header.plan(&db).map_err(|e| place(&e))?);
    match &again.winner {
        Some(winner) => writeln!(out, "{winner} wins: {}", again.why)?,
        None if again.why.is_empty() => writeln!(out, "{}", again.end)?,
        None => writeln!(out, "{}: {}", again.end, again.why)?,
    }
    writeln!(out, "{} turns, {} decisions, hash {}", again.turns, again.decisions, again.hash)?;
    out.flush()?;
    let Some(difference) = replayed.difference else { return Ok(End::Done) };
    let mut message = format!("error: {difference}");
    if args.trace {
        message += &match difference.decision {
            Some(decision) => format!("; decision {decision} is the first with another question or answer"),
            None => "; all answers are the same, the state is another".to_owned(),
        };
    }
    let _ = writeln!(io::stderr(), "{message}");
    Ok(End::Errors)
}

/// Writes the position after so many decisions as a scenario fixture.
fn write_position(
    args: &ReplayArgs,
    header: &Header,
    row: &Row,
    db: &CardDb,
    (at, fixture): (u32, &Path),
) -> Result<End, Fail> {
    let place = |e: &dyn std::fmt::Display| Fail::input(format!("{}: {e}", args.file.display()));
    let found = guarded(args.file.display(), || position_at(header, row, db, at))?;
    let (game, difference) = found.map_err(|e| place(&e))?;
    let mut stderr = io::stderr().lock();
    if let Some(difference) = difference {
        let _ = writeln!(stderr, "error: {difference}; no position is written");
        return Ok(End::Errors);
    }
    let title = format!("game {} of seed {} after decision {at}", row.index, header.seed);
    // The fixture is for those who have the embedded cards alone.
    let exported = guarded(args.file.display(), || export(&game, &title, &CardDb::embedded()))?;
    let exported = exported.map_err(|e| place(&e))?;
    let text = exported.text().map_err(|e| place(&e))?;
    let mut out = OutFile::create(fixture)?;
    out.text(&text)?;
    out.finish()?;
    for line in &exported.left_out {
        let _ = writeln!(stderr, "left out: {line}");
    }
    let turn = exported.scenario.turn;
    let mut out = io::stdout().lock();
    writeln!(out, "{}: {title}: turn {} of P{}, {:?}", fixture.display(), turn.number, turn.active, turn.step)?;
    Ok(End::Done)
}
