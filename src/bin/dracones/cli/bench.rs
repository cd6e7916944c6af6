//! `dracones bench`.

use super::fail::CliError;
use super::output::discard;
use super::{CardSource, ExitReason, SummaryFormat, thread_count};
use clap::Args;
use dracones::cards::CardDb;
use dracones::cards::printable::many;
use dracones::game::ENGINE;
use dracones::tools::bench;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Set by Ctrl-C.
static STOP: AtomicBool = AtomicBool::new(false);

/// The longest time that games are played, in seconds.
const LONGEST: f64 = 86_400.0;

#[derive(Args, Debug)]
pub(super) struct BenchArgs {
    /// How long to play for speed, in seconds; 0 prints the signature only.
    #[arg(long, value_name = "N", default_value_t = 10.0, allow_negative_numbers = true)]
    seconds: f64,
    /// How many threads to use; all cores by default.
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// End with status 1 if this machine has another signature.
    #[arg(long, value_name = "HEX", value_parser = signature_form)]
    signature: Option<String>,
    /// How to report the results.
    #[arg(long, value_enum, default_value_t = SummaryFormat::Text)]
    summary: SummaryFormat,
    #[command(flatten)]
    source: CardSource,
}

/// A signature as it is given on the command line.
///
/// # Errors
/// If it doesn't look like one.
pub(super) fn signature_form(text: &str) -> Result<String, String> {
    let digits = text.trim().to_ascii_lowercase();
    let is_one = digits.len() == 16 && digits.bytes().all(|c| c.is_ascii_hexdigit());
    is_one.then_some(digits).ok_or_else(|| "expected 16 hexadecimal digits, as `dracones bench` prints them".to_owned())
}

/// What to say if this machine has another signature than the one that is asked for.
fn difference(wanted: &str, own: &str) -> Option<String> {
    (own != wanted).then(|| {
        format!(
            "--signature: this machine has {own}, not {wanted}: it has another engine, other cards, or another arithmetic"
        )
    })
}

/// The signature of this machine, which must be the one that is asked for.
///
/// # Errors
/// If it has another one.
pub(super) fn check_signature(wanted: &str, db: &CardDb, stop: &AtomicBool) -> Result<String, CliError> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let own = bench::signature(db, threads, stop)?;
    difference(wanted, &own).map_or(Ok(own), |message| Err(CliError::input(message)))
}

pub(super) fn run(args: &BenchArgs) -> Result<ExitReason, CliError> {
    let threads = thread_count(args.threads)?;
    if !(0.0..=LONGEST).contains(&args.seconds) {
        return Err(CliError::input(format!("--seconds: {} (expected 0 to {LONGEST})", args.seconds)));
    }
    let db = args.source.load()?;
    let _ = ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) {
            discard();
            std::process::exit(130);
        }
    });
    let signature = bench::signature(&db, threads, &STOP)?;
    if let Some(message) = args.signature.as_deref().and_then(|wanted| difference(wanted, &signature)) {
        writeln!(io::stderr(), "error: {message}")?;
        return Ok(ExitReason::Errors);
    }
    let time = Duration::from_secs_f64(args.seconds);
    let speed = if time.is_zero() { None } else { Some(bench::speed(&db, threads, time, &STOP)?) };
    let version = env!("CARGO_PKG_VERSION");
    let mut out = io::stdout().lock();
    match args.summary {
        SummaryFormat::Text => {
            writeln!(out, "signature  {signature}")?;
            writeln!(out, "engine     {ENGINE}, version {version}")?;
            if let Some(speed) = speed {
                let (games, decisions) = (speed.games_per_second(), speed.decisions_per_second());
                let seconds = speed.time.as_secs_f64();
                writeln!(out, "speed      {games:.0} games a second, {decisions:.0} decisions a second")?;
                let (games, threads) = (many(speed.games, "game"), many(threads, "thread"));
                writeln!(out, "           {games} in {seconds:.1} s, {threads}, greedy")?;
            }
        }
        SummaryFormat::Json => {
            let line = serde_json::json!({
                "signature": signature, "engine": ENGINE, "version": version, "threads": threads,
                "games": speed.map(|speed| speed.games),
                "seconds": speed.map(|speed| speed.time.as_secs_f64()),
                "games_per_second": speed.map(|speed| speed.games_per_second()),
                "decisions_per_second": speed.map(|speed| speed.decisions_per_second()),
            });
            writeln!(out, "{line}")?;
        }
    }
    out.flush()?;
    Ok(if STOP.load(Ordering::Relaxed) { ExitReason::Interrupted } else { ExitReason::Done })
}
