//! `dracones replay`.

use super::fail::{CliError, guarded};
use super::output::{OutFile, Replace, is_stdout};
use super::{CardSource, ExitReason, seen};
use clap::Args;
use dracones::cards::printable::{many, shown};
use dracones::cards::{CardDb, files};
use dracones::model::ids::Seat;
use dracones::tools::matches::{self, Replay};
use dracones::tools::scenario::export;
use dracones::tools::simulate::{Header, ReplayError, Row, find_row, play_on, position_at, record_to, replay};
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};

#[derive(Args, Debug)]
pub(super) struct ReplayArgs {
    /// A file of `simulate --out`, or a folder of `match --out`.
    file: PathBuf,
    /// The number of the game, from 0; the first of the file by default.
    #[arg(long, value_name = "I")]
    game: Option<u64>,
    /// Print the decisions too, and name the decision that differs.
    #[arg(long)]
    trace: bool,
    /// Only the first N decisions: the position after them is written to the file of --scenario or --save.
    #[arg(long, value_name = "N", conflicts_with = "trace")]
    at: Option<u32>,
    /// Write the position as a scenario fixture.
    #[arg(long, value_name = "OUT", requires = "at")]
    scenario: Option<PathBuf>,
    /// Write the game with its answers as a file of its own, up to --at: it can be continued from there.
    #[arg(long, value_name = "OUT", conflicts_with = "scenario")]
    save: Option<PathBuf>,
    /// Replace the file of --scenario or --save if there is one.
    #[arg(long)]
    force: bool,
    /// Continue an unfinished game. Its agents are replayed from the start, so the result equals that of an uninterrupted
    /// game.
    #[arg(long, conflicts_with_all = ["at", "scenario"])]
    play_on: bool,
    /// Print the game as a seat saw it, by its letter: its log, and the table at the end or after --at. Nothing that was
    /// hidden from the seat is told.
    #[arg(long, value_name = "SEAT", conflicts_with_all = ["trace", "scenario", "save", "play_on"])]
    seat: Option<String>,
    #[command(flatten)]
    source: CardSource,
}

pub(super) fn run(args: &ReplayArgs) -> Result<ExitReason, CliError> {
    let place = |e: &dyn std::fmt::Display| CliError::input(format!("{}: {e}", shown(&args.file)));
    let (header, row, line, db, title);
    if matches::is_run(&args.file) {
        db = args.source.load()?;
        let number = args.game.unwrap_or(0);
        let Replay { header: its, row: one } = matches::game(&args.file, number, &db)?;
        (header, row, line) = (its, one, 2);
        // The seed and the number within it are those of the pair, which nobody has asked for.
        title = format!("game {number} of the run {}", shown(&args.file));
    } else {
        let file = files::open(&args.file).map_err(|e| place(&e))?;
        (header, row, line) = find_row(BufReader::new(file), args.game).map_err(|e| place(&e))?;
        db = args.source.load()?;
        title = format!("game {} of seed {}", row.index, header.seed);
    }
    if let Some(seat) = &args.seat {
        return seen_by(args, seat, (&header, &row, line), &db);
    }
    if let (Some(at), Some(fixture)) = (args.at, &args.scenario) {
        return write_position(args, (&header, &row, line), &db, (at, fixture), &title);
    }
    if args.at.is_some() && args.save.is_none() {
        return Err(CliError::input("--at says after how many decisions: give --scenario or --save, too"));
    }
    if args.save.is_some() || args.play_on {
        return save(args, (&header, &row, line), &db);
    }
    // Nothing is told of what can't be played.
    let plan = if row.record.is_some() { header.plan_of_anybody(&db) } else { header.plan(&db) };
    plan.map_err(|e| place(&e))?;
    let out = io::stdout().lock();
    let mut out = io::BufWriter::new(out);
    for (seat, (deck, agent)) in header.seats.iter().zip(&header.agents).enumerate() {
        writeln!(out, "{} {deck} ({agent})", dracones::model::ids::Seat(seat as u8))?;
    }
    writeln!(out, "{title}, {} begins", row.first)?;
    let result = guarded(shown(&args.file), || {
        replay(&header, &row, line, &db, args.trace, &mut |line| writeln!(out, "{line}"))
    })?;
    let replayed = match result {
        Ok(replayed) => replayed,
        Err(ReplayError::Io(e)) => return Err(e.into()),
        Err(ReplayError::Refused(refused)) => {
            out.flush()?;
            return Ok(told(args, &refused));
        }
        Err(e) => return Err(place(&e)),
    };
    let again = replayed.again;
    match &again.winner {
        Some(winner) => writeln!(out, "{winner} wins: {}", again.why)?,
        None if again.why.is_empty() => writeln!(out, "{}", again.end)?,
        None => writeln!(out, "{}: {}", again.end, again.why)?,
    }
    let (turns, decisions) = (many(again.turns, "turn"), many(again.decisions, "decision"));
    writeln!(out, "{turns}, {decisions}, hash {}", again.hash)?;
    out.flush()?;
    let Some(difference) = replayed.difference else { return Ok(ExitReason::Done) };
    let mut message = format!("error: {difference}");
    if args.trace {
        message += &match difference.decision {
            Some(decision) => format!("; the first difference is at decision {decision}"),
            None => "; all answers are equal, the state differs".to_owned(),
        };
    }
    let _ = writeln!(io::stderr(), "{message}");
    Ok(ExitReason::Errors)
}

/// Prints a game as a seat saw it.
fn seen_by(
    args: &ReplayArgs,
    seat: &str,
    (header, row, line): (&Header, &Row, u64),
    db: &CardDb,
) -> Result<ExitReason, CliError> {
    let place = |e: &dyn std::fmt::Display| CliError::input(format!("{}: {e}", shown(&args.file)));
    let last = Seat(header.seats.len().saturating_sub(1) as u8);
    let unknown = || CliError::input(format!("--seat: there is no seat `{seat}`; they are A to {last}"));
    let seat = (0..=last.0).map(Seat).find(|one| one.to_string().eq_ignore_ascii_case(seat)).ok_or_else(unknown)?;
    let recorded = match guarded(shown(&args.file), || record_to(header, row, line, db, args.at))? {
        Ok((_, recorded)) => recorded,
        Err(ReplayError::Refused(refused)) => return Ok(told(args, &refused)),
        Err(ReplayError::Differs(difference)) => return Ok(told(args, &difference)),
        Err(e) => return Err(place(&e)),
    };
    let mut out = io::BufWriter::new(io::stdout().lock());
    for (i, agent) in header.agents.iter().enumerate() {
        let other = Seat(i as u8);
        // Which deck others play is theirs to show.
        let deck = header.seats.get(i).filter(|_| other == seat).map(|deck| format!(" {deck}")).unwrap_or_default();
        writeln!(out, "{other}{deck} ({agent})")?;
    }
    seen::tell(&recorded, seat, &mut out)?;
    out.flush()?;
    Ok(ExitReason::Done)
}

/// Tells where a game is another one than its file says.
fn told(args: &ReplayArgs, refused: &dyn std::fmt::Display) -> ExitReason {
    let _ = writeln!(io::stderr(), "error: {}: {refused}", shown(&args.file));
    ExitReason::Errors
}

/// Writes a game as a file of its own, cut off or played on.
fn save(args: &ReplayArgs, (header, row, line): (&Header, &Row, u64), db: &CardDb) -> Result<ExitReason, CliError> {
    let place = |e: &dyn std::fmt::Display| CliError::input(format!("{}: {e}", shown(&args.file)));
    let result = guarded(shown(&args.file), || {
        let (game, recording) = record_to(header, row, line, db, args.at)?;
        if args.play_on { play_on(header, &recording, db) } else { Ok((game, recording)) }
    })?;
    let (game, recording) = match result {
        Ok(recorded) => recorded,
        Err(ReplayError::Refused(refused)) => return Ok(told(args, &refused)),
        Err(ReplayError::Differs(difference)) => return Ok(told(args, &difference)),
        Err(e) => return Err(place(&e)),
    };
    if let Some(save) = &args.save {
        let mut out = OutFile::create(save, Replace::if_forced(args.force), [args.file.as_path()])?;
        out.line(&recording.header())?;
        out.line(&recording.row(&game))?;
        out.finish()?;
    }
    let row = recording.row(&game);
    // What goes to standard output as a file goes there alone.
    let quiet = args.save.as_deref().is_some_and(is_stdout);
    let mut out: Box<dyn Write> = if quiet { Box::new(io::stderr()) } else { Box::new(io::stdout().lock()) };
    let end = if row.why.is_empty() { row.end } else { format!("{}: {}", row.end, row.why) };
    let (turns, decisions) = (many(row.turns, "turn"), many(row.decisions, "decision"));
    writeln!(out, "{end}; {turns}, {decisions}, hash {}", row.hash)?;
    Ok(ExitReason::Done)
}

/// Writes the position after a number of decisions as a scenario fixture.
fn write_position(
    args: &ReplayArgs,
    (header, row, line): (&Header, &Row, u64),
    db: &CardDb,
    (at, fixture): (u32, &Path),
    game_title: &str,
) -> Result<ExitReason, CliError> {
    let place = |e: &dyn std::fmt::Display| CliError::input(format!("{}: {e}", shown(&args.file)));
    let found = guarded(shown(&args.file), || position_at(header, row, line, db, at))?;
    let (game, difference) = match found {
        Err(ReplayError::Refused(refused)) => return Ok(told(args, &refused)),
        found => found.map_err(|e| place(&e))?,
    };
    let mut stderr = io::stderr().lock();
    if let Some(difference) = difference {
        let _ = writeln!(stderr, "error: {difference}; no position is written");
        return Ok(ExitReason::Errors);
    }
    let title = format!("{game_title} after decision {at}");
    // The fixture is for those who have the embedded cards alone.
    let exported = guarded(shown(&args.file), || export(&game, &title, &CardDb::embedded()))?;
    let exported = exported.map_err(|e| place(&e))?;
    let text = exported.text().map_err(|e| place(&e))?;
    let mut out = OutFile::create(fixture, Replace::if_forced(args.force), [args.file.as_path()])?;
    out.text(&text)?;
    out.finish()?;
    for line in &exported.left_out {
        let _ = writeln!(stderr, "left out: {line}");
    }
    let turn = exported.scenario.turn;
    let mut out: Box<dyn Write> = if is_stdout(fixture) { Box::new(stderr) } else { Box::new(io::stdout().lock()) };
    writeln!(out, "{}: {title}: turn {} of P{}, {:?}", shown(fixture), turn.number, turn.active, turn.step)?;
    Ok(ExitReason::Done)
}
