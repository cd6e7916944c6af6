//! `dracones play`: what is played, by whom. The screen belongs to the program.

use super::fail::{CliError, guarded};
use super::output::{OutFile, Replace};
use super::{CardSource, ExitReason};
use clap::{Args, ValueEnum};
use dracones::agents::{AgentError, AgentMaker};
use dracones::cards::printable::shown;
use dracones::cards::{CardDb, files};
use dracones::game::{Game, GameSetup};
use dracones::model::ids::Seat;
use dracones::tools::decks::{DeckRules, load_deck};
use dracones::tools::replay::{Recording, anybody};
use dracones::tools::simulate::{First, Plan, ReplayError};
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};

/// The decks of a game without `--deck`: the person's, the agent's.
const DEFAULT_DECKS: [&str; 2] = ["red", "green"];

/// Who plays against you without `--agent`.
const OPPONENT: &str = "planner";

/// What files call the person who plays.
const PERSON: &str = "person";

#[derive(Args, Debug)]
pub(super) struct PlayArgs {
    /// Your deck, then the other's: the path of a file, or the name of an embedded deck. One deck plays against itself.
    #[arg(long = "deck", value_name = "DECK", conflicts_with = "resume")]
    decks: Vec<String>,
    /// Your opponent: `random`, `greedy`, `planner[:PLAYOUTS]` or `mcts[:BUDGET]`. BUDGET is the iterations a decision (500 by default) or
    /// a time such as `50ms`. [default: `planner`; of a saved game the one that played]
    #[arg(long, value_name = "NAME")]
    agent: Option<String>,
    /// The seed: equal seeds deal equal cards; random by default.
    #[arg(long, conflicts_with = "resume")]
    seed: Option<u64>,
    /// Continue a saved game.
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Who makes the mana that costs ask for: the game, or you. [default: auto]
    #[arg(long, value_enum, conflicts_with = "resume")]
    pay: Option<Pay>,
    /// Who takes the first turn: random, or the letter of a seat; yours is A.
    #[arg(long, default_value = "random", conflicts_with = "resume")]
    first: String,
    #[command(flatten)]
    rules: DeckRules,
    #[command(flatten)]
    source: CardSource,
}

/// Who makes mana.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Pay {
    /// The game makes and pays it.
    Auto,
    /// Players choose what makes mana.
    Hand,
}

/// A game of a person against an agent, new or resumed.
#[derive(Debug)]
pub(crate) struct PlaySession {
    /// The game, and what has been answered so far: nothing, or what a file has.
    pub recording: Recording,
    /// Where the person sits.
    pub person: Seat,
    /// Who plays for all other seats.
    pub agent: AgentMaker,
    /// The file that the game was saved to, if it was.
    pub file: Option<PathBuf>,
}

/// Saves a game to a file that appears whole or not at all; what was there is replaced.
///
/// # Errors
/// If it can't be written.
pub(crate) fn save_game(place: &Path, recording: &Recording, game: &Game) -> Result<(), CliError> {
    let mut out = OutFile::create(place, Replace::Yes, [])?;
    out.line(&recording.header())?;
    out.line(&recording.row(game))?;
    out.finish()
}

/// The next game after one: the same decks and agents, other cards dealt; the person sits where they sat, or in the next
/// seat, so that they play the deck of that seat.
pub(crate) fn again(recording: &Recording, person: Seat, agent: &AgentMaker, change_sides: bool) -> PlaySession {
    let before = recording.plan();
    let seats = before.seats() as u8;
    let now = if change_sides { Seat((person.0 + 1) % seats) } else { person };
    // The seed says which game comes next, so that a sequence of games can be played again.
    let plan = Plan { seed: before.seed.wrapping_add(1), ..before.clone() };
    let plan = plan.with_agent(person, agent.clone()).with_agent(now, anybody(PERSON));
    let (_, recording) = Recording::begin(&plan, 0);
    PlaySession { recording, person: now, agent: agent.clone(), file: None }
}

fn agent(name: &str) -> Result<AgentMaker, CliError> {
    name.trim().parse().map_err(|error: AgentError| CliError::input(error))
}

pub(super) fn run(
    args: &PlayArgs,
    play: impl FnOnce(PlaySession) -> Result<ExitReason, CliError>,
) -> Result<ExitReason, CliError> {
    let chosen = args.agent.as_deref().map(agent).transpose()?;
    let session = match &args.resume {
        Some(path) => resume(path, chosen, &args.source.load()?)?,
        None => begin(args, chosen)?,
    };
    play(session)
}

fn begin(args: &PlayArgs, chosen: Option<AgentMaker>) -> Result<PlaySession, CliError> {
    let first = First::parse(&args.first).map_err(|e| CliError::input(format!("--first: {e}")))?;
    let decks: Vec<&str> = match args.decks.as_slice() {
        [] => DEFAULT_DECKS.to_vec(),
        [one] => vec![one; 2],
        all => all.iter().map(String::as_str).collect(),
    };
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
    if let First::Seat(seat) = first
        && seat.index() >= cards.len()
    {
        return Err(CliError::input(format!(
            "--first: there is no seat {seat}; the last is {}",
            Seat(cards.len() as u8 - 1)
        )));
    }
    let mut setup = GameSetup::new(&db, &cards).map_err(CliError::input)?;
    setup.settings.auto_pay = args.pay != Some(Pay::Hand);
    let agent = match chosen {
        Some(agent) => agent,
        None => agent(OPPONENT)?,
    };
    let person = Seat(0);
    // Nothing but the number tells games of the same decks apart.
    let seed = args.seed.unwrap_or_else(|| RandomState::new().build_hasher().finish() >> 32);
    let plan = Plan { names, games: 1, seed, first, ..Plan::new(setup, &agent) }.with_agent(person, anybody(PERSON));
    let (_, recording) = Recording::begin(&plan, 0);
    Ok(PlaySession { recording, person, agent, file: None })
}

fn resume(path: &Path, chosen: Option<AgentMaker>, db: &CardDb) -> Result<PlaySession, CliError> {
    let place = |e: &dyn std::fmt::Display| CliError::input(format!("{}: {e}", shown(path)));
    let file = files::open(path).map_err(|e| place(&e))?;
    let read: Result<(Game, Recording), ReplayError> =
        guarded(shown(path), || Recording::read(BufReader::new(file), None, db))?;
    let (_, recording) = read.map_err(|e| place(&e))?;
    let who = recording.header().agents;
    let person = who.iter().position(|name| name == PERSON).unwrap_or(0);
    let agent = match chosen {
        Some(agent) => agent,
        // Of games of others the first agent that isn't the person's.
        None => {
            let others = who.iter().enumerate().filter(|(seat, _)| *seat != person);
            let known = others.filter_map(|(_, name)| AgentMaker::built_in(name)).next();
            known.map_or_else(|| agent(OPPONENT), Ok)?
        }
    };
    Ok(PlaySession { recording, person: Seat(person as u8), agent, file: Some(path.to_owned()) })
}
