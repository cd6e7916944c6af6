//! `dracones perft`.

use super::fail::{CliError, guarded};
use super::scenario::ScenarioArg;
use super::{CardSource, ExitReason};
use clap::Args;
use dracones::cards::printable::shown;
use dracones::tools::perft::perft;
use dracones::tools::scenario::{self, Case};
use std::io::{self, Write};
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(super) struct PerftArgs {
    /// A scenario file; counts from its set-up (from the end of its script with --after).
    file: PathBuf,
    /// Depth, in answers.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=64))]
    depth: u8,
    /// Count from the end of the script.
    #[arg(long)]
    after: bool,
    /// The most answers that a decision may have.
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    most: usize,
    #[command(flatten)]
    which: ScenarioArg,
    #[command(flatten)]
    source: CardSource,
}

pub(super) fn run(args: &PerftArgs) -> Result<ExitReason, CliError> {
    let db = args.source.load()?;
    let (file, number, variant) = args.which.pick(&args.file)?;
    let place = |e: &dyn std::fmt::Display| CliError::input(format!("{}: {e}", shown(&args.file)));
    let mut game = if args.after {
        let after = guarded(shown(&args.file), || scenario::after(&file, number, variant, &db))?;
        after.map_err(|error| CliError::diagnostic(*error))?.game
    } else {
        let position =
            guarded(shown(&args.file), || scenario::position(&file.scenarios[number], &Case::default(), &db))?;
        position.map_err(|e| place(&e))?.0
    };
    dracones::tools::perft::skip_forced(&mut game);
    let mut out = io::stdout().lock();
    for depth in 1..=usize::from(args.depth) {
        let leaves = guarded(shown(&args.file), || perft(&game, depth, args.most))?.map_err(|e| place(&e))?;
        writeln!(out, "{depth:2} {}", leaves.last().copied().unwrap_or(0))?;
        out.flush()?;
    }
    Ok(ExitReason::Done)
}
