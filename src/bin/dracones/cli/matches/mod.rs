//! `dracones match` and `dracones merge`.

mod merge;
mod parquet;
mod tables;

pub(super) use merge::{MergeArgs, merge};

use super::bench::{check_signature, signature_form};
use super::fail::CliError;
use super::output::discard;
use super::progress::{Progress, ProgressKind};
use super::{CardSource, ExitReason, SummaryFormat, thread_count};
use clap::Args;
use dracones::cards::CardDb;
use dracones::cards::files::Root;
use dracones::cards::printable::shown;
use dracones::tools::decks::DeckRules;
use dracones::tools::matches::stats::Sprt;
use dracones::tools::matches::{
    self, Caps, Deal, Description, Entry, GameRow, Manifest, MatchError, Report, RowsFile, RowsHeader, RunWatch,
    Schedule, Shard, Tally, TrackPoint,
};
use dracones::tools::simulate::quiet_panics;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use tables::{TableArgs, Tables};

/// Set by Ctrl-C.
static STOP: AtomicBool = AtomicBool::new(false);

#[derive(Args, Debug, Clone)]
pub(super) struct MatchArgs {
    /// A description of the run, in RON (see docs/matches.md); options replace what it says. Or the `manifest.json` of a run, to
    /// play it once more.
    run: Option<PathBuf>,
    /// The folder below which the decks of the description lie. Without it, the current folder if the description is in it,
    /// otherwise the folder of the description.
    #[arg(long, value_name = "DIR", requires = "run")]
    root: Option<PathBuf>,
    /// A player: `DECK`, or `deck=DECK,agent=mcts:200,name=NAME,weight=2`. A deck is the path of a file or the name of an
    /// embedded deck.
    #[arg(long = "player", value_name = "PLAYER")]
    players: Vec<String>,
    /// Who plays whom: `match` (two players), `gauntlet` (the first against each other one), `matrix` (all against all) or
    /// `swiss:ROUNDS`.
    #[arg(long, value_name = "SCHEDULE")]
    schedule: Option<String>,
    /// How many pairs each two opponents play: 500 by default. In the two games of a pair the players change who begins.
    #[arg(long, value_name = "N", conflicts_with = "games")]
    pairs: Option<u64>,
    /// How many games (or matches of several games) each two opponents play: an even number.
    #[arg(long, value_name = "N")]
    games: Option<u64>,
    /// How many games a match has: 1, or 3 with sideboards.
    #[arg(long, value_name = "N")]
    best_of: Option<u8>,
    /// What the games of a pair have in common: `by-place` (who begins has the same shuffle in both) or `by-player` (each player
    /// has the same library in both).
    #[arg(long, value_name = "DEAL")]
    deal: Option<String>,
    /// The seed: game I of a run depends only on the run and I.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Stop a game as inconclusive after N turns.
    #[arg(long, value_name = "N")]
    max_turns: Option<u32>,
    /// Stop a game as inconclusive after N decisions.
    #[arg(long, value_name = "N")]
    max_decisions: Option<u32>,
    /// End a match as soon as a sequential test is decided: `p0=0.50,p1=0.53,alpha=0.05,beta=0.05`.
    #[arg(long, value_name = "TEST")]
    sprt: Option<String>,
    /// Tell which cards were in opening hands and drawn, and report win rates by card.
    #[arg(long)]
    detail: bool,
    /// Write the run and a row a game to this folder.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Replace the results of the folder of --out if there are some.
    #[arg(long, requires = "out")]
    force: bool,
    /// Continue the run of a folder. Tables are written by `dracones merge` then.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["run", "players", "schedule", "pairs", "games", "best_of", "deal",
        "seed", "max_turns", "max_decisions", "sprt", "detail", "out", "force", "format", "allow_small"])]
    resume: Option<PathBuf>,
    /// Play a part of the run: `2/8` is the second of eight. In an array of jobs (SLURM_ARRAY_TASK_ID, JOB_COMPLETION_INDEX)
    /// `auto/8` is the part of this job. `dracones merge` puts parts together.
    #[arg(long, value_name = "I/N")]
    shard: Option<String>,
    /// Refuse to play unless this machine has this signature (see `bench`), and write it beside the results.
    #[arg(long, value_name = "HEX", value_parser = signature_form)]
    signature: Option<String>,
    /// How many threads to use; all cores by default.
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// How to tell how far the run is: a bar on a terminal and nothing elsewhere (`auto`), lines of JSON, or nothing.
    #[arg(long, value_enum, default_value_t = ProgressKind::Auto)]
    progress: ProgressKind,
    #[command(flatten)]
    report: ReportArgs,
    #[command(flatten)]
    rules: DeckRules,
    #[command(flatten)]
    source: CardSource,
}

#[derive(Args, Debug, Clone)]
struct ReportArgs {
    /// How to report the results.
    #[arg(long, value_enum, default_value_t = SummaryFormat::Text)]
    summary: SummaryFormat,
    /// How sure intervals are.
    #[arg(long, value_name = "P", default_value_t = 0.95)]
    confidence: f64,
    #[command(flatten)]
    tables: TableArgs,
}

impl From<MatchError> for CliError {
    fn from(error: MatchError) -> Self {
        match error {
            MatchError::Placed(error) => Self::diagnostic(*error),
            MatchError::Deck(error) => error.into(),
            MatchError::Io { error, .. } if error.kind() == io::ErrorKind::BrokenPipe => Self::Closed,
            other => Self::input(other),
        }
    }
}

/// What the options say.
fn description(args: &MatchArgs) -> Result<Description, CliError> {
    let players: Vec<Entry> = args.players.iter().map(|text| text.parse()).collect::<Result<_, MatchError>>()?;
    let sprt = args.sprt.as_deref().map(str::parse::<Sprt>).transpose();
    let sprt = sprt.map_err(|error| CliError::input(format!("--sprt: {error}")))?;
    let line = Description {
        format: matches::RUN_FORMAT,
        players,
        schedule: args.schedule.as_deref().map(str::parse::<Schedule>).transpose()?,
        pairs: args.pairs,
        games: args.games,
        best_of: args.best_of,
        deal: args.deal.as_deref().map(str::parse::<Deal>).transpose()?,
        deck_format: args.rules.format.clone(),
        allow_small: args.rules.allow_small.then_some(true),
        caps: Caps { turns: args.max_turns, decisions: args.max_decisions },
        seed: args.seed,
        sprt,
        detail: args.detail.then_some(true),
    };
    match &args.run {
        Some(path) => {
            let unread = |path: &Path| {
                let path = shown(path);
                move |error: io::Error| CliError::input(format!("{path}: {error}"))
            };
            let root = match &args.root {
                Some(folder) => Root::new(folder).map_err(unread(folder))?,
                None => Root::of(path).map_err(unread(path))?,
            };
            Ok(Description::read(path, &root)?.with(line))
        }
        None => Ok(line),
    }
}

/// The part of the run that this process plays.
fn shard(args: &MatchArgs) -> Result<Option<Shard>, CliError> {
    let Some(text) = &args.shard else { return Ok(None) };
    let Some(of) = text.strip_prefix("auto/") else { return Ok(Some(text.parse()?)) };
    let number = |name: &str| std::env::var(name).ok().and_then(|value| value.trim().parse::<u64>().ok());
    // Arrays of Slurm are numbered as their owner likes, so that the first one is asked for, too.
    let slurm =
        number("SLURM_ARRAY_TASK_ID").map(|id| id.saturating_sub(number("SLURM_ARRAY_TASK_MIN").unwrap_or(1)) + 1);
    let job = slurm.or_else(|| number("JOB_COMPLETION_INDEX").map(|index| index + 1));
    let Some(job) = job else {
        return Err(CliError::input(
            "--shard auto/N: neither SLURM_ARRAY_TASK_ID nor JOB_COMPLETION_INDEX says which part this is",
        ));
    };
    Ok(Some(format!("{job}/{of}").parse()?))
}

impl ReportArgs {
    fn check(&self) -> Result<(), CliError> {
        if self.confidence > 0.0 && self.confidence < 1.0 {
            return Ok(());
        }
        Err(CliError::input(format!("--confidence: {} (expected a number between 0 and 1)", self.confidence)))
    }

    /// Prints a report.
    fn print(&self, report: &Report) -> Result<(), CliError> {
        let text = match self.summary {
            SummaryFormat::Text => report.to_string(),
            SummaryFormat::Json => serde_json::to_string(report).map_err(CliError::input)?,
        };
        if self.tables.use_stdout() {
            writeln!(io::stderr(), "{text}")?;
        } else {
            let mut stdout = io::stdout().lock();
            writeln!(stdout, "{text}")?;
            stdout.flush()?;
        }
        Ok(())
    }
}

/// Adds the rows of a pair to the tables.
fn add_rows(tables: &mut Tables, lines: &str) -> Result<(), CliError> {
    if !tables.want_games() {
        return Ok(());
    }
    for line in lines.lines() {
        let row: GameRow = serde_json::from_str(line).map_err(CliError::input)?;
        tables.game(&row)?;
    }
    Ok(())
}

/// The run that is to be played.
fn manifest(args: &MatchArgs, db: &CardDb) -> Result<Manifest, CliError> {
    if let Some(folder) = &args.resume {
        let manifest = matches::read_manifest(folder)?;
        manifest.check_build(&shown(folder), db)?;
        return Ok(manifest);
    }
    if let Some(path) = args.run.as_deref().filter(|path| path.extension().is_some_and(|end| end == "json")) {
        return again(path, args, db);
    }
    let description = description(args)?;
    if let Some(note) = args.rules.note()? {
        let _ = writeln!(io::stderr(), "{note}");
    }
    let manifest = Manifest::of(&description, db)?;
    for note in manifest.plans_for_nobody() {
        let _ = writeln!(io::stderr(), "note: {note}");
    }
    Ok(manifest)
}

/// What has been played of a run, and where rows go.
fn begin(
    args: &MatchArgs,
    manifest: &Manifest,
    shard: Option<Shard>,
    signature: Option<String>,
) -> Result<(Tally, Option<RowsFile>), CliError> {
    if let Some(folder) = &args.resume {
        let (file, tally) = RowsFile::resume(folder, manifest, shard, signature.as_deref())?;
        return Ok((tally, Some(file)));
    }
    let header = RowsHeader { signature, ..RowsHeader::new(&manifest.id, shard) };
    let create = |folder| RowsFile::create(folder, manifest, &header, args.force);
    let file = args.out.as_deref().map(create).transpose()?;
    Ok((Tally::new(manifest, shard), file))
}

/// The signature of this machine, if it was asked for.
fn signature(args: &MatchArgs, db: &CardDb) -> Result<Option<String>, CliError> {
    args.signature.as_deref().map(|wanted| check_signature(wanted, db, &STOP)).transpose()
}

/// The run of a manifest, to play it once more.
fn again(path: &Path, args: &MatchArgs, db: &CardDb) -> Result<Manifest, CliError> {
    let none = Description { format: matches::RUN_FORMAT, ..Description::default() };
    if description(&MatchArgs { run: None, ..args.clone() })? != none {
        return Err(CliError::input(format!(
            "{}: a manifest says everything about a run; options can't change it",
            shown(path)
        )));
    }
    let manifest = matches::read_manifest(path)?;
    manifest.check_build(&shown(path), db)?;
    Ok(manifest)
}

/// Runs whose course depends on their results can't be parted.
fn check_shard(manifest: &Manifest, shard: Option<Shard>) -> Result<(), CliError> {
    if shard.is_some() && (manifest.sprt.is_some() || matches::rounds(manifest.schedule) > 1) {
        return Err(CliError::input(
            "--shard: a run with --sprt or of several rounds depends on its own results: it has no parts",
        ));
    }
    Ok(())
}

/// How a run stands, in a few words and as fields: the score of the first of two players, or the leader; the test.
fn standing(manifest: &Manifest, tally: &Tally, confidence: f64) -> (String, serde_json::Value) {
    let now = TrackPoint::of(tally, confidence);
    let first = match &now.scores[..] {
        [_, _] => 0,
        all => (0..all.len()).max_by(|a, b| all[*a].rate.total_cmp(&all[*b].rate)).unwrap_or_default(),
    };
    let (name, score) = (&manifest.players[first].name, now.scores[first]);
    let mut words = format!("{name} {:.1} % [{:.1}, {:.1}]", score.rate * 100.0, score.low * 100.0, score.high * 100.0);
    if let Some(test) = tally.sprt() {
        words += &format!(", llr {:.2} of {:.2} to {:.2}", test.llr, test.lower, test.upper);
    }
    (words, serde_json::json!({ "player": name, "score": score, "sprt": tally.sprt() }))
}

pub(super) fn run(args: &MatchArgs) -> Result<ExitReason, CliError> {
    args.report.check()?;
    let threads = thread_count(args.threads)?;
    let shard = shard(args)?;
    if shard.is_some() && args.out.is_none() && args.resume.is_none() {
        return Err(CliError::input("--shard: a part of a run is of use in a folder only: give --out"));
    }
    if args.resume.is_some() && args.report.tables.is_any() {
        let options = args.report.tables.given().join(", ");
        return Err(CliError::input(format!(
            "{options}: with --resume no tables are written, because the first rows are there already: `dracones merge DIR \
             {options} ..` writes them when the run is whole"
        )));
    }
    let db = args.source.load()?;
    let manifest = manifest(args, &db)?;
    args.report.tables.check(&manifest)?;
    check_shard(&manifest, shard)?;
    let signature = signature(args, &db)?;
    let mut tables = Tables::create(&args.report.tables, &manifest.id, args.force)?;
    let (mut tally, mut file) = begin(args, &manifest, shard, signature)?;
    quiet_panics();
    // Without a handler Ctrl-C just ends the program; what is written is whole all the same.
    let _ = ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) {
            discard();
            std::process::exit(130);
        }
    });
    let progress = Progress::new(args.progress, "pairs", tally.units_done(), tally.units());
    let tell = |done: u64, tally: &Tally| {
        if progress.is_due() {
            progress.tell(standing(&manifest, tally, args.report.confidence));
        }
        progress.set(done);
    };
    let watch = RunWatch { threads, stop: &STOP, progress: &tell };
    let mut refused = None;
    let played = matches::run(&manifest, &db, shard, &mut tally, watch, &mut |lines| {
        if let Some(file) = &mut file {
            file.append(lines)?;
        }
        // A table that can't be written ends the run, and the rows stay.
        if let Err(error) = add_rows(&mut tables, lines) {
            refused = Some(error);
            return Err(io::Error::other("a table can't be written"));
        }
        Ok(())
    });
    progress.finish();
    let saved = file.map(RowsFile::finish).transpose();
    let report = Report::new(&tally, shard, args.report.confidence);
    args.report.print(&report)?;
    if let Some(error) = refused {
        return Err(error);
    }
    played?;
    saved?;
    tables.finish(&report)?;
    Ok(match (tally.is_complete(), tally.errors()) {
        (false, _) => ExitReason::Interrupted,
        (true, 0) => ExitReason::Done,
        (true, _) => ExitReason::Errors,
    })
}
