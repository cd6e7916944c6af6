//! `dracones replay`.

use super::fail::{CliError, guarded};
use super::output::{OutFile, Replace, is_stdout};
use super::{CardSource, ExitReason, judged, seen};
use clap::Args;
use dracones::cards::printable::{many, shown};
use dracones::cards::{CardDb, files};
use dracones::game::client::Viewer;
use dracones::model::ids::Seat;
use dracones::tools::matches::{self, Replay};
use dracones::tools::replay::Recording;
use dracones::tools::scenario::export;
use dracones::tools::simulate::{Header, ReplayError, Row, find_row, play_on, position_at, record_to, replay};
use serde_json::json;
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
    /// Print the decisions at which another answer was better, with the difference, and what each player gave up by them. All
    /// answers that matter are followed by greedy play until the end of the opponent's next turn, in the same deals of what the
    /// player didn't know.
    #[arg(long, conflicts_with_all = ["trace", "at", "scenario", "save", "play_on", "json"])]
    judge: bool,
    /// With --judge: how much better it must be, in percent of a game.
    #[arg(long, value_name = "PERCENT", default_value_t = 5.0, requires = "judge")]
    threshold: f64,
    /// With --judge: in how many deals answers are tried.
    #[arg(long, value_name = "N", default_value_t = 24, requires = "judge", value_parser = clap::value_parser!(u32).range(2..=10_000))]
    deals: u32,
    /// Print events as lines of JSON (see docs/clients.md): all, or what the seat of --seat was told.
    #[arg(long, conflicts_with_all = ["trace", "scenario", "save", "play_on"])]
    json: bool,
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
    if args.judge {
        return judge(args, (&header, &row, line), &db);
    }
    if args.seat.is_some() || args.json {
        return told_to(args, (&header, &row, line), &db);
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

/// The seat that is asked for, if one is.
fn seat_of(args: &ReplayArgs, header: &Header) -> Result<Option<Seat>, CliError> {
    let last = Seat(header.seats.len().saturating_sub(1) as u8);
    let named = |name: &String| {
        let unknown = || CliError::input(format!("--seat: there is no seat `{name}`; they are A to {last}"));
        (0..=last.0).map(Seat).find(|one| one.to_string().eq_ignore_ascii_case(name)).ok_or_else(unknown)
    };
    args.seat.as_ref().map(named).transpose()
}

/// The game as it was played, up to --at; `None` if it is another one than its file says, which has been told.
fn recorded(
    args: &ReplayArgs,
    (header, row, line): (&Header, &Row, u64),
    db: &CardDb,
) -> Result<Option<Recording>, CliError> {
    match guarded(shown(&args.file), || record_to(header, row, line, db, args.at))? {
        Ok((_, recorded)) => return Ok(Some(recorded)),
        Err(ReplayError::Refused(refused)) => told(args, &refused),
        Err(ReplayError::Differs(difference)) => told(args, &difference),
        Err(e) => return Err(CliError::input(format!("{}: {e}", shown(&args.file)))),
    };
    Ok(None)
}

/// Prints the decisions at which another answer was better.
fn judge(args: &ReplayArgs, (header, row, line): (&Header, &Row, u64), db: &CardDb) -> Result<ExitReason, CliError> {
    if !(0.0..=100.0).contains(&args.threshold) {
        return Err(CliError::input(format!("--threshold: {} (expected 0 to 100)", args.threshold)));
    }
    let only = seat_of(args, header)?;
    let Some(recorded) = recorded(args, (header, row, line), db)? else { return Ok(ExitReason::Errors) };
    let mut out = io::BufWriter::new(io::stdout().lock());
    for (seat, (deck, agent)) in header.seats.iter().zip(&header.agents).enumerate() {
        writeln!(out, "{} {deck} ({agent})", Seat(seat as u8))?;
    }
    judged::tell(&recorded, only, args.deals, args.threshold / 100.0, &mut out)?;
    out.flush()?;
    Ok(ExitReason::Done)
}

/// Prints a game as a seat saw it, or its events.
fn told_to(args: &ReplayArgs, (header, row, line): (&Header, &Row, u64), db: &CardDb) -> Result<ExitReason, CliError> {
    let seat = seat_of(args, header)?;
    let Some(recorded) = recorded(args, (header, row, line), db)? else { return Ok(ExitReason::Errors) };
    let mut out = io::BufWriter::new(io::stdout().lock());
    // Which deck others play is theirs to show.
    let deck = |of: Seat| header.seats.get(of.index()).filter(|_| seat.is_none_or(|seat| seat == of));
    let players = header.agents.iter().enumerate().map(|(i, agent)| (Seat(i as u8), deck(Seat(i as u8)), agent));
    match seat {
        Some(seat) if !args.json => {
            for (other, deck, agent) in players {
                let deck = deck.map(|deck| format!(" {deck}")).unwrap_or_default();
                writeln!(out, "{other}{deck} ({agent})")?;
            }
            seen::tell(&recorded, seat, &mut out)?;
        }
        _ => {
            let players = players.map(|(seat, deck, agent)| json!({ "seat": seat, "deck": deck, "agent": agent }));
            let players = players.collect::<Vec<_>>();
            writeln!(out, "{}", json!({ "players": players, "seen_by": seat, "first": row.first }))?;
            seen::events(&recorded, seat.map_or(Viewer::Everything, Viewer::Seat), &mut out)?;
        }
    }
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
    writeln!(out, "{}: {title}: turn {} of P{}, {}", shown(fixture), turn.number, turn.active, turn.step.in_words())?;
    Ok(ExitReason::Done)
}
