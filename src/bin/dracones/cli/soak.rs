//! `dracones soak`.

use super::fail::CliError;
use super::output::{OutFile, Replace, discard};
use super::{CardSource, ExitReason};
use clap::Args;
use dracones::cards::printable::{many, shown};
use dracones::cards::{CardDb, files};
use dracones::tools::simulate::{find_row, quiet_panics};
use dracones::tools::soak::{self, Broken, Soak, Watch};
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Set by Ctrl-C.
static STOP: AtomicBool = AtomicBool::new(false);

#[derive(Args, Debug)]
pub(super) struct SoakArgs {
    /// For how many minutes.
    #[arg(long, value_name = "M", default_value_t = 1.0)]
    minutes: f64,
    /// The seed: game I of a run depends only on the seed and I.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The number of the first game.
    #[arg(long, value_name = "I", default_value_t = 0)]
    first: u64,
    /// How many games at most.
    #[arg(long, value_name = "N")]
    games: Option<u64>,
    /// How many threads to use; all cores by default.
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Where files that reproduce failures are written: soak-SEED-GAME.jsonl.
    #[arg(long, value_name = "DIR", default_value = ".")]
    out: PathBuf,
    /// Only play the game of such a file again, with everything checked at every decision.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["minutes", "seed", "first", "games", "threads", "out"])]
    check: Option<PathBuf>,
    #[command(flatten)]
    source: CardSource,
}

pub(super) fn run(args: &SoakArgs) -> Result<ExitReason, CliError> {
    let db = args.source.load()?;
    quiet_panics();
    if let Some(file) = &args.check {
        return check(file, &db);
    }
    if !(args.minutes > 0.0 && args.minutes <= 100_000.0) {
        return Err(CliError::input("--minutes: more than 0, and at most 100000"));
    }
    if !args.out.is_dir() {
        return Err(CliError::input(format!("--out: `{}` isn't a folder", shown(&args.out))));
    }
    let _ = ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) {
            discard();
            std::process::exit(130);
        }
    });
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let soak = Soak {
        time: Duration::from_secs_f64(args.minutes * 60.0),
        seed: args.seed,
        first: args.first,
        games: args.games.unwrap_or(u64::MAX),
        threads: args.threads.unwrap_or(cores),
        ..Soak::default()
    };
    let report = soak::run(
        &soak,
        &db,
        Watch {
            stop: &STOP,
            failed: &|header, broken| {
                let place = args.out.join(format!("soak-{}-{}.jsonl", soak.seed, broken.row.index));
                let written = OutFile::create(&place, Replace::Yes, []).and_then(|mut out| {
                    out.line(header)?;
                    out.line(&broken.row)?;
                    out.finish()
                });
                tell(&place, broken);
                if let Err(fail) = written {
                    fail.report();
                }
            },
        },
    );
    let mut out = io::stdout().lock();
    writeln!(out, "{report}")?;
    out.flush()?;
    Ok(match (report.broken, report.stopped) {
        (1.., _) => ExitReason::Errors,
        (0, true) => ExitReason::Interrupted,
        (0, false) => ExitReason::Done,
    })
}

fn tell(place: &Path, broken: &Broken) {
    let probe = broken.probe.map(|probe| format!("{probe:?}: ")).unwrap_or_default();
    let message: String = broken.message.chars().take(2000).collect();
    let row = &broken.row;
    let _ = writeln!(
        io::stderr(),
        "FAIL  {}: game {} after {}: {probe}{}",
        shown(place),
        row.index,
        many(row.decisions, "decision"),
        message.escape_debug()
    );
}

fn check(file: &Path, db: &CardDb) -> Result<ExitReason, CliError> {
    let place = |e: &dyn std::fmt::Display| CliError::input(format!("{}: {e}", shown(file)));
    let open = files::open(file).map_err(|e| place(&e))?;
    let (header, row, _) = find_row(BufReader::new(open), None).map_err(|e| place(&e))?;
    let found = soak::check(&header, &row, db, Duration::from_secs(600)).map_err(|e| place(&e))?;
    let mut out = io::stdout().lock();
    match found {
        Some(broken) => {
            tell(file, &broken);
            let after = many(broken.row.decisions, "decision");
            writeln!(out, "soak: game {} breaks after {after}", row.index)?;
            Ok(ExitReason::Errors)
        }
        None => {
            writeln!(out, "soak: game {} holds for {}", row.index, many(row.decisions, "decision"))?;
            Ok(ExitReason::Done)
        }
    }
}
