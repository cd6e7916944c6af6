//! `dracones match` and `dracones merge`.

use super::fail::CliError;
use super::output::{OutFile, Replace, discard, is_stdout};
use super::progress::{Progress, ProgressKind};
use super::{CardSource, ExitReason};
use clap::{Args, ValueEnum};
use dracones::cards::CardDb;
use dracones::cards::files::Root;
use dracones::cards::printable::shown;
use dracones::tools::decks::DeckRules;
use dracones::tools::matches::stats::Sprt;
use dracones::tools::matches::{
    self, CARD_COLUMNS, Caps, Deal, Description, Entry, GAME_COLUMNS, Manifest, MatchError, Report, RowsFile, RunWatch,
    Schedule, Shard, Tally,
};
use dracones::tools::simulate::quiet_panics;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// Set by Ctrl-C.
static STOP: AtomicBool = AtomicBool::new(false);

#[derive(Args, Debug)]
pub(super) struct MatchArgs {
    /// A description of the run, in RON (see docs/matches.md); options replace what it says.
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
    /// Continue the run of a folder.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["run", "players", "schedule", "pairs", "games", "best_of", "deal",
        "seed", "max_turns", "max_decisions", "sprt", "detail", "out", "force", "format", "allow_small"])]
    resume: Option<PathBuf>,
    /// Play a part of the run: `2/8` is the second of eight. In an array of jobs (SLURM_ARRAY_TASK_ID, JOB_COMPLETION_INDEX)
    /// `auto/8` is the part of this job. `dracones merge` puts parts together.
    #[arg(long, value_name = "I/N")]
    shard: Option<String>,
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

#[derive(Args, Debug)]
pub(super) struct MergeArgs {
    /// The folders: parts of one run, or a whole one to report on.
    #[arg(required = true)]
    folders: Vec<PathBuf>,
    /// Write the whole run to this folder.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Replace the results of the folder of --out if there are some.
    #[arg(long, requires = "out")]
    force: bool,
    #[command(flatten)]
    report: ReportArgs,
}

#[derive(Args, Debug)]
struct ReportArgs {
    /// How to report the results.
    #[arg(long, value_enum, default_value_t = SummaryFormat::Text)]
    summary: SummaryFormat,
    /// How sure intervals are.
    #[arg(long, value_name = "P", default_value_t = 0.95)]
    confidence: f64,
    /// Write a row a game to this file as CSV; `-` is standard output, and the report goes to standard error.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write win rates by card to this file as CSV, if the run tells cards.
    #[arg(long, value_name = "FILE")]
    csv_cards: Option<PathBuf>,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum SummaryFormat {
    Text,
    Json,
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

/// Writes CSV files as the report wants them.
struct Tables {
    games: Option<OutFile>,
    cards: Option<OutFile>,
}

impl Tables {
    fn create(args: &ReportArgs, force: bool) -> Result<Self, CliError> {
        let create = |place: &Option<PathBuf>, columns: &str| {
            let file = place.as_deref().map(|place| OutFile::create(place, Replace::if_forced(force), []));
            let mut file = file.transpose()?;
            if let Some(file) = &mut file {
                file.text(&format!("{columns}\n"))?;
            }
            Ok::<_, CliError>(file)
        };
        Ok(Self { games: create(&args.csv, GAME_COLUMNS)?, cards: create(&args.csv_cards, CARD_COLUMNS)? })
    }

    fn rows(&mut self, lines: &str) -> Result<(), CliError> {
        let Some(file) = &mut self.games else { return Ok(()) };
        for line in lines.lines() {
            let row = serde_json::from_str(line).map_err(CliError::input)?;
            file.text(&format!("{}\n", matches::game_line(&row)))?;
        }
        Ok(())
    }

    fn finish(self, report: &Report) -> Result<(), CliError> {
        if let Some(file) = self.games {
            file.finish()?;
        }
        if let Some(mut file) = self.cards {
            for card in &report.cards {
                file.text(&format!("{}\n", matches::card_line(card)))?;
            }
            file.finish()?;
        }
        Ok(())
    }
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
        if [&self.csv, &self.csv_cards].iter().any(|place| place.as_deref().is_some_and(is_stdout)) {
            writeln!(io::stderr(), "{text}")?;
        } else {
            let mut stdout = io::stdout().lock();
            writeln!(stdout, "{text}")?;
            stdout.flush()?;
        }
        Ok(())
    }
}

/// What is to be played: the run, what has been played of it, and where rows go.
fn begin(args: &MatchArgs, shard: Option<Shard>, db: &CardDb) -> Result<(Manifest, Tally, Option<RowsFile>), CliError> {
    if let Some(folder) = &args.resume {
        let manifest = matches::read_manifest(folder)?;
        manifest.check_build(&folder.to_string_lossy(), db)?;
        let (file, tally) = RowsFile::resume(folder, &manifest, shard)?;
        return Ok((manifest, tally, Some(file)));
    }
    let description = description(args)?;
    if let Some(note) = args.rules.note()? {
        let _ = writeln!(io::stderr(), "{note}");
    }
    let manifest = Manifest::of(&description, db)?;
    check_shard(&manifest, shard)?;
    let file = args.out.as_deref().map(|folder| RowsFile::create(folder, &manifest, shard, args.force)).transpose()?;
    let tally = Tally::new(&manifest, shard);
    Ok((manifest, tally, file))
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

pub(super) fn run(args: &MatchArgs) -> Result<ExitReason, CliError> {
    args.report.check()?;
    if args.threads == Some(0) {
        return Err(CliError::input("0 threads: at least 1 is needed"));
    }
    let shard = shard(args)?;
    if shard.is_some() && args.out.is_none() && args.resume.is_none() {
        return Err(CliError::input("--shard: a part of a run is of use in a folder only: give --out"));
    }
    if args.resume.is_some() && (args.report.csv.is_some() || args.report.csv_cards.is_some()) {
        return Err(CliError::input("--csv: of a run that is continued `dracones merge` writes tables"));
    }
    let db = args.source.load()?;
    let mut tables = Tables::create(&args.report, args.force)?;
    let (manifest, mut tally, mut file) = begin(args, shard, &db)?;
    quiet_panics();
    // Without a handler Ctrl-C just ends the program; what is written is whole all the same.
    let _ = ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) {
            discard();
            std::process::exit(130);
        }
    });
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let progress = Progress::new(args.progress, "pairs", tally.units_done(), tally.units());
    let watch = RunWatch { threads: args.threads.unwrap_or(cores), stop: &STOP, progress: &|done| progress.set(done) };
    let mut refused = None;
    let played = matches::run(&manifest, &db, shard, &mut tally, watch, &mut |lines| {
        if let Some(file) = &mut file {
            file.append(lines)?;
        }
        // A table that can't be written ends the run, and the rows stay.
        if let Err(error) = tables.rows(lines) {
            refused = Some(error);
            return Err(io::Error::other("a table can't be written"));
        }
        Ok(())
    });
    progress.finish();
    let saved = file.map(|mut file| file.finish()).transpose();
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

pub(super) fn merge(args: &MergeArgs) -> Result<ExitReason, CliError> {
    args.report.check()?;
    let (manifest, lines, tally) = matches::merge(&args.folders)?;
    let mut tables = Tables::create(&args.report, args.force)?;
    if let Some(folder) = &args.out {
        if args.folders.iter().any(|input| same(input, folder)) {
            return Err(CliError::input("--out: it is one of the folders that are merged"));
        }
        let mut file = RowsFile::create(folder, &manifest, None, args.force)?;
        file.append(&lines)?;
        file.finish()?;
    }
    tables.rows(&lines)?;
    let report = Report::new(&tally, None, args.report.confidence);
    tables.finish(&report)?;
    args.report.print(&report)?;
    Ok(if tally.errors() == 0 { ExitReason::Done } else { ExitReason::Errors })
}

fn same(one: &Path, other: &Path) -> bool {
    matches!((one.canonicalize(), other.canonicalize()), (Ok(a), Ok(b)) if a == b)
}
