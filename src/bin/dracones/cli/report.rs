//! `dracones report`.

use super::ExitReason;
use super::fail::CliError;
use super::output::{OutFile, Replace};
use crate::report::page;
use clap::Args;
use dracones::cards::printable::shown;
use dracones::tools::matches::{self, Extent, Report, Track};
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(super) struct ReportArgs {
    /// The folder of a run of `match --out`, or the folders of its parts. Of a run that isn't finished, the beginning is
    /// reported on.
    #[arg(required = true)]
    results: Vec<PathBuf>,
    /// The page: one file that needs nothing else; `-` is standard output.
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
    /// Replace the page if it exists.
    #[arg(long)]
    force: bool,
    /// How sure intervals are.
    #[arg(long, value_name = "P", default_value_t = 0.95)]
    confidence: f64,
}

pub(super) fn run(args: &ReportArgs) -> Result<ExitReason, CliError> {
    if !(args.confidence > 0.0 && args.confidence < 1.0) {
        let found = args.confidence;
        return Err(CliError::input(format!("--confidence: {found} (expected a number between 0 and 1)")));
    }
    let mut out = OutFile::create(&args.out, Replace::if_forced(args.force), [])?;
    let mut track = Track::new(args.confidence);
    let (manifest, signature, tally) = matches::merge(&args.results, Extent::Beginning, None, &mut |tally, _, _| {
        track.see(tally);
        Ok(())
    })?;
    if tally.games() == 0 {
        return Err(CliError::input(format!("{}: no game has been played yet", shown(&args.results[0]))));
    }
    let track = track.finish(&tally);
    let report = Report::new(&tally, None, args.confidence);
    let turns: Vec<(u32, u64)> = tally.turns().iter().collect();
    let text = page(&report, &manifest, signature.as_deref(), &track, &turns)
        .map_err(|error| CliError::input(format!("can't make the page: {error}")))?;
    out.text(&text)?;
    out.finish()?;
    Ok(ExitReason::Done)
}
