//! The command line: arguments, subcommands, exit statuses.
//!
//! | status | meaning |
//! | --- | --- |
//! | 0 | done |
//! | 1 | done, but games ended in errors, or a replay differs, a scenario fails, a soak finds something |
//! | 2 | bad input: nothing was done, nothing half-written; or some of the scenario files couldn't be read |
//! | 130 | interrupted; what was done is written |

mod bench;
mod cards;
mod compare;
mod coverage;
mod decks;
mod fail;
mod import;
mod judged;
mod matches;
mod output;
mod perft;
mod play;
mod progress;
mod replay;
mod report;
mod scenario;
mod seen;
mod simulate;
mod soak;
mod survey;

pub(crate) use fail::CliError;
pub(crate) use play::{PlaySession, again, save_game};

use clap::{Args, Parser, Subcommand, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

/// The rules of Magic: The Gathering as a simulator.
#[derive(Parser, Debug)]
#[command(name = "dracones", version, about, propagate_version = true)]
#[command(after_help = "dracones is unofficial Fan Content permitted under the Fan Content Policy. \
Not approved or endorsed by Wizards.")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Play a game yourself, at the terminal, against an agent.
    Play(play::PlayArgs),
    /// Play many games between decks and report the results.
    Simulate(simulate::SimulateArgs),
    /// Play matches, gauntlets, matrices and tournaments in pairs of games, and report with intervals.
    Match(matches::MatchArgs),
    /// Put the parts of a run of `match` together, or report on a whole one.
    Merge(matches::MergeArgs),
    /// Write a report on a run of `match --out` as a page for a browser.
    Report(report::ReportArgs),
    /// Measure how fast this machine plays, and print a signature of how it plays.
    Bench(bench::BenchArgs),
    /// Play a game of a file of `simulate --out`, or of a folder of `match --out`, again and print its log.
    Replay(replay::ReplayArgs),
    /// Look at card definitions.
    #[command(subcommand)]
    Cards(cards::CardsCommand),
    /// Look at decks.
    #[command(subcommand)]
    Deck(decks::DeckCommand),
    /// Run scenarios: positions with a script and what is expected of it.
    #[command(subcommand)]
    Scenario(scenario::ScenarioCommand),
    /// Play random decks of all cards with everything checked, until the time is up or something breaks.
    Soak(soak::SoakArgs),
    /// Count the sequences of legal answers from a scenario's position on.
    Perft(perft::PerftArgs),
}

/// How results are printed when everything is over.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SummaryFormat {
    /// For people.
    Text,
    /// One JSON object.
    Json,
}

/// Where cards come from.
#[derive(Args, Debug, Clone)]
pub(crate) struct CardSource {
    /// Further cards: a folder (or file) of definitions, which replace embedded ones of the same name; or a file of texts of
    /// Scryfall or MTGJSON (`.json`, `.jsonl`, `.gz`), of which the cards that are needed are compiled.
    #[arg(long, value_name = "PATH")]
    cards: Option<PathBuf>,
}

/// How a run ended well.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ExitReason {
    /// All is done.
    Done,
    /// All is done, and something was wrong.
    Errors,
    /// Some of the input couldn't be read; the rest is done.
    Unread,
    /// Somebody interrupted it.
    Interrupted,
}

/// The number of threads that somebody asked for, or one for each core.
fn thread_count(asked: Option<usize>) -> Result<usize, CliError> {
    match asked {
        Some(0) => Err(CliError::input("0 threads: at least 1 is needed")),
        Some(threads) => Ok(threads),
        None => Ok(std::thread::available_parallelism().map_or(1, usize::from)),
    }
}

/// Runs a command line, the name of the program first. `play` lets a person play, with the screen and the keys that the
/// program has.
pub(crate) fn run(
    args: impl IntoIterator<Item = OsString>,
    play: impl FnOnce(PlaySession) -> Result<ExitReason, CliError>,
) -> ExitCode {
    let cli = match Cli::try_parse_from(args) {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version go to standard output, which may be closed already.
            let _ = error.print();
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
        }
    };
    let end = match cli.command {
        Command::Play(args) => play::run(&args, play),
        Command::Simulate(args) => simulate::run(&args),
        Command::Match(args) => matches::run(&args),
        Command::Merge(args) => matches::merge(&args),
        Command::Report(args) => report::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Cards(command) => cards::run(&command),
        Command::Deck(command) => decks::run(&command),
        Command::Scenario(command) => scenario::run(&command),
        Command::Soak(args) => soak::run(&args),
        Command::Perft(args) => perft::run(&args),
    };
    match end {
        Ok(ExitReason::Done) => ExitCode::SUCCESS,
        Ok(ExitReason::Errors) => ExitCode::from(1),
        Ok(ExitReason::Unread) => ExitCode::from(2),
        Ok(ExitReason::Interrupted) => ExitCode::from(130),
        Err(fail) => fail.report(),
    }
}
