//! `dracones simulate`.

use super::fail::{CliError, guarded};
use super::output::{OutFile, Replace, discard, is_stdout};
use super::progress::{Progress, ProgressKind};
use super::scenario::ScenarioArg;
use super::{CardSource, ExitReason, SummaryFormat, thread_count};
use clap::Args;
use dracones::agents::{AgentError, AgentMaker};
use dracones::cards::printable::{many, shown};
use dracones::game::GameSetup;
use dracones::model::ids::Seat;
use dracones::rules::work;
use dracones::tools::decks::{DeckRules, load_deck};
use dracones::tools::simulate::{First, Plan, Start, StartError, Watch, quiet_panics, run as run_plan};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// The decks of a run without `--deck`.
const DEFAULT_DECKS: [&str; 2] = ["premodern-red", "premodern-green-white"];

/// Set by Ctrl-C.
static STOP: AtomicBool = AtomicBool::new(false);

#[derive(Args, Debug)]
pub(super) struct SimulateArgs {
    /// A deck for each seat: the path of a file, or the name of an embedded deck. One deck plays against itself.
    #[arg(long = "deck", value_name = "DECK")]
    decks: Vec<String>,
    /// Begin every game with the position after a script of this scenario file.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["decks", "first", "format", "allow_small"])]
    from: Option<PathBuf>,
    #[command(flatten)]
    which: ScenarioArg,
    /// How many games to play.
    #[arg(long, default_value_t = 1000)]
    games: u64,
    /// The seed: game I of a run depends only on the seed and I.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many threads to use; all cores by default.
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// The agents: `random`, `baseline`, `greedy`, `planner[:PLAYOUTS]` or `mcts[:BUDGET]`, one for all seats or one a seat.
    /// BUDGET is the iterations a decision (500 by default) or a time such as `50ms`. `greedy` plays worse than `planner`, but
    /// some fifteen times as many games a second.
    #[arg(long = "agent", value_name = "NAME", value_delimiter = ',', default_value = "planner")]
    agents: Vec<String>,
    /// Write a row a game to this file, as lines of JSON; `-` is standard output, and the summary goes to standard error.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Replace the file of --out if it exists.
    #[arg(long, requires = "out")]
    force: bool,
    /// Write all answers, too: games can be replayed without their agents, truncated and continued (see `replay`).
    #[arg(long, requires = "out")]
    record: bool,
    /// How to report the results.
    #[arg(long, value_enum, default_value_t = SummaryFormat::Text)]
    summary: SummaryFormat,
    /// Stop a game as inconclusive after N turns.
    #[arg(long, value_name = "N")]
    max_turns: Option<u32>,
    /// Who begins: alternate, random, or the letter of a seat.
    #[arg(long, default_value = "alternate")]
    first: String,
    #[command(flatten)]
    rules: DeckRules,
    #[command(flatten)]
    source: CardSource,
}

/// What is played, or what is wrong with the arguments.
fn plan(args: &SimulateArgs) -> Result<Plan, CliError> {
    if args.games == 0 {
        return Err(CliError::input("0 games: at least 1 is needed"));
    }
    let threads = thread_count(args.threads)?;
    if args.max_turns == Some(0) {
        return Err(CliError::input("0 turns: at least 1 is needed"));
    }
    let agent =
        |name: &String| name.trim().to_ascii_lowercase().parse().map_err(|error: AgentError| CliError::input(error));
    let agents: Vec<AgentMaker> = args.agents.iter().map(agent).collect::<Result<_, _>>()?;
    let mut plan = match &args.from {
        Some(path) => from_position(args, path, agents)?,
        None if args.which.is_given() => {
            return Err(CliError::input("--scenario, --variant and --root are about the file of --from"));
        }
        None => from_decks(args, agents)?,
    };
    if let Some(turns) = args.max_turns {
        plan.setup.settings.max_turns = turns;
    }
    (plan.games, plan.seed, plan.threads, plan.record) = (args.games, args.seed, threads, args.record);
    Ok(plan)
}

/// An agent a seat.
fn seated(mut agents: Vec<AgentMaker>, seats: usize) -> Result<Vec<AgentMaker>, CliError> {
    if agents.len() == 1 {
        agents = vec![agents[0].clone(); seats];
    }
    if agents.len() != seats {
        let given = agents.len();
        return Err(CliError::input(format!(
            "{} for {}: give one for all, or one a seat",
            many(given, "agent"),
            many(seats, "seat")
        )));
    }
    Ok(agents)
}

fn from_position(args: &SimulateArgs, path: &Path, agents: Vec<AgentMaker>) -> Result<Plan, CliError> {
    let db = args.source.load()?;
    let (file, number, variant) = args.which.pick(path)?;
    let start = guarded(shown(path), || Start::new(&file, number, variant, &db))?;
    let start = start.map_err(|error| match error {
        StartError::Script(error) => CliError::diagnostic(*error),
        other => CliError::input(other),
    })?;
    let agents = seated(agents, start.seats())?;
    Ok(start.plan(agents))
}

fn from_decks(args: &SimulateArgs, agents: Vec<AgentMaker>) -> Result<Plan, CliError> {
    let mut decks: Vec<&str> = args.decks.iter().map(String::as_str).collect();
    match decks.as_slice() {
        [] => decks.extend(DEFAULT_DECKS),
        [one] => decks = vec![*one; 2],
        _ => {}
    }
    let db = args.source.load()?;
    if let Some(note) = args.rules.note()? {
        let _ = writeln!(io::stderr(), "{note}");
    }
    let (mut names, mut cards) = (Vec::new(), Vec::new());
    for deck in decks {
        let (name, list) = load_deck(deck, &db, &args.rules)?;
        names.push(name);
        cards.push(list);
    }
    let setup = GameSetup::new(&db, &cards).map_err(CliError::input)?;
    let seats = cards.len();
    let agents = seated(agents, seats)?;
    let first = First::parse(&args.first).map_err(|e| CliError::input(format!("--first: {e}")))?;
    if let First::Seat(seat) = first
        && seat.index() >= seats
    {
        return Err(CliError::input(format!(
            "--first: there is no seat {seat}; the last is {}",
            Seat(seats as u8 - 1)
        )));
    }
    Ok(Plan {
        setup,
        names,
        agents,
        games: args.games,
        seed: args.seed,
        threads: 1,
        first,
        start: None,
        record: args.record,
    })
}

pub(super) fn run(args: &SimulateArgs) -> Result<ExitReason, CliError> {
    let plan = plan(args)?;
    let read = || args.decks.iter().map(Path::new).chain(args.from.as_deref());
    let create = |place| OutFile::create(place, Replace::if_forced(args.force), read());
    let mut out = args.out.as_deref().map(create).transpose()?;
    // What can't be written ends the run, but what was played is still told.
    let mut unwritten = None;
    if let Some(out) = &mut out {
        out.line(&plan.header()).map_err(|e| unwritable(args, &e))?;
    }
    quiet_panics();
    // Without a handler Ctrl-C just ends the program; nothing half-written stays but the partial file.
    let _ = ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) {
            discard();
            std::process::exit(130);
        }
    });
    let progress = Progress::new(ProgressKind::Auto, "games", 0, plan.games);
    let watch = Watch { stop: &STOP, progress: &|done| progress.set(done) };
    let summary = run_plan(&plan, watch, &mut |played| {
        if let (Some(out), None) = (&mut out, &unwritten)
            && let Err(error) = out.line(&played.row(&plan))
        {
            unwritten = Some(error);
            STOP.store(true, Ordering::Relaxed);
        }
        Ok(())
    })?;
    progress.finish();
    let written = match (unwritten, out) {
        (Some(error), _) => Err(unwritable(args, &error)),
        (None, Some(out)) => out.finish(),
        (None, None) => Ok(()),
    };
    let text = match args.summary {
        SummaryFormat::Text => summary.to_string(),
        SummaryFormat::Json => serde_json::to_string(&summary).map_err(CliError::input)?,
    };
    if args.out.as_deref().is_some_and(is_stdout) {
        writeln!(io::stderr(), "{text}")?;
    } else {
        let mut stdout = io::stdout().lock();
        writeln!(stdout, "{text}")?;
        stdout.flush()?;
    }
    print_work(summary.games)?;
    written?;
    Ok(match (summary.interrupted, summary.errors) {
        (true, _) => ExitReason::Interrupted,
        (false, 0) => ExitReason::Done,
        (false, _) => ExitReason::Errors,
    })
}

/// Prints how often the games had each sort of work done, in a build that counts it.
fn print_work(games: u64) -> io::Result<()> {
    let Some(counts) = work::counts() else { return Ok(()) };
    let mut out = io::stderr().lock();
    for (work, count) in counts {
        writeln!(out, "{:>12.1} a game  {}", count as f64 / games.max(1) as f64, work.name())?;
    }
    Ok(())
}

fn unwritable(args: &SimulateArgs, error: &io::Error) -> CliError {
    if error.kind() == io::ErrorKind::BrokenPipe {
        return CliError::Closed;
    }
    let place = args.out.as_deref().unwrap_or(std::path::Path::new("-"));
    CliError::input(format!("can't write `{}`: {error}", shown(place)))
}
