//! `dracones scenario`.

use super::fail::{guarded, told};
use super::{CardSource, CliError, ExitReason};
use clap::{Args, Subcommand};
use dracones::cards::CardDb;
use dracones::cards::printable::shown;
use dracones::tools::scenario::{self, After, Citations, File, Root, ScenarioError};
use serde_json::json;
use std::io::{self, Write};
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};

/// What to do with scenarios.
#[derive(Subcommand, Debug)]
pub(super) enum ScenarioCommand {
    /// Run scenario files, or all of a folder.
    Run(RunArgs),
    /// Say why an object is what it is at the end of a script, layer by layer.
    Explain(ExplainArgs),
    /// Print a table of the rules that scenarios cite, as Markdown.
    Cited {
        /// Files or folders.
        #[arg(value_name = "PATH", default_value = "tests/scenarios")]
        paths: Vec<PathBuf>,
        #[command(flatten)]
        root: RootFolder,
    },
}

/// The folder below which scenario files include others.
#[derive(Args, Debug)]
pub(super) struct RootFolder {
    /// The folder below which scenario files may include others. Without it, the current folder if the file or folder given
    /// is in it, otherwise the folder given or that of the file.
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
}

impl RootFolder {
    /// The root for a file or folder on the command line.
    fn of(&self, path: &Path) -> Result<Root, CliError> {
        let root = self.root.as_deref().map_or_else(|| Root::of(path), Root::new);
        root.map_err(|error| CliError::diagnostic(*error))
    }
}

#[derive(Args, Debug)]
pub(super) struct RunArgs {
    /// Files or folders.
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Print a line of JSON for each scenario.
    #[arg(long)]
    json: bool,
    /// Print what happens while a script runs: its steps, decisions with their answers, events.
    #[arg(long)]
    trace: bool,
    #[command(flatten)]
    root: RootFolder,
    #[command(flatten)]
    source: CardSource,
}

/// Which scenario of a file.
#[derive(Args, Debug)]
pub(super) struct ScenarioArg {
    /// Which scenario of the file: its number from 1, its title or a part of it. Not needed if there is only one.
    #[arg(long, value_name = "N|TITLE")]
    scenario: Option<String>,
    /// The variant that continues its script: number or title. Without it the script alone is played.
    #[arg(long, value_name = "N|TITLE")]
    variant: Option<String>,
    #[command(flatten)]
    root: RootFolder,
}

impl ScenarioArg {
    /// Whether any is given.
    pub(super) fn is_given(&self) -> bool {
        self.scenario.is_some() || self.variant.is_some() || self.root.root.is_some()
    }

    /// The scenario's file, its place there and that of the variant.
    pub(super) fn pick(&self, path: &Path) -> Result<(File, usize, Option<usize>), CliError> {
        let file = scenario::load(path, &self.root.of(path)?).map_err(|error| CliError::diagnostic(*error))?;
        let number = file.pick(self.scenario.as_deref()).map_err(CliError::input)?;
        let variant = self.variant.as_deref().map(|word| file.scenarios[number].pick_variant(word)).transpose();
        let variant = variant.map_err(CliError::input)?;
        Ok((file, number, variant))
    }

    /// Plays the script to its end.
    fn play(&self, path: &Path, db: &CardDb) -> Result<After, CliError> {
        let (file, number, variant) = self.pick(path)?;
        let after = guarded(shown(path), || scenario::after(&file, number, variant, db))?;
        after.map_err(|error| CliError::diagnostic(*error))
    }
}

#[derive(Args, Debug)]
pub(super) struct ExplainArgs {
    /// The file.
    file: PathBuf,
    /// The object: its label, or its name outside of libraries.
    #[arg(long, value_name = "LABEL")]
    object: String,
    #[command(flatten)]
    which: ScenarioArg,
    /// Print data instead of text, with names instead of numbers.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    source: CardSource,
}

fn explain(args: &ExplainArgs) -> Result<ExitReason, CliError> {
    let after = args.which.play(&args.file, &args.source.load()?)?;
    let explained = after.explain(&args.object).map_err(CliError::input)?;
    for error in &after.unmet {
        let _ = writeln!(io::stderr(), "note: {error}");
    }
    let mut out = io::stdout().lock();
    match args.json {
        true => writeln!(out, "{}", serde_json::to_string(&after.data(&explained)).map_err(CliError::input)?)?,
        false => write!(out, "{}", after.words(&explained))?,
    }
    out.flush()?;
    Ok(ExitReason::Done)
}

pub(super) fn run(command: &ScenarioCommand) -> Result<ExitReason, CliError> {
    match command {
        ScenarioCommand::Run(args) => run_all(args),
        ScenarioCommand::Explain(args) => explain(args),
        ScenarioCommand::Cited { paths, root } => cited(paths, root),
    }
}

fn cited(paths: &[PathBuf], root: &RootFolder) -> Result<ExitReason, CliError> {
    let roots = paths.iter().map(|path| Ok((path.clone(), root.of(path)?)));
    let roots = roots.collect::<Result<Vec<_>, CliError>>()?;
    let citations = Citations::of(&roots).map_err(|error| CliError::diagnostic(*error))?;
    let mut out = io::stdout().lock();
    write!(out, "{citations}")?;
    out.flush()?;
    Ok(ExitReason::Done)
}

/// How many scenarios passed and failed, and how many files couldn't be read.
#[derive(Default)]
struct Count {
    passed: u32,
    failed: u32,
    unread: u32,
}

fn run_all(args: &RunArgs) -> Result<ExitReason, CliError> {
    let db = args.source.load()?;
    // A root that isn't there is refused before anything is printed.
    let given = args.root.root.as_deref().map(Root::new).transpose().map_err(|error| CliError::diagnostic(*error))?;
    let mut out = io::stdout().lock();
    let mut count = Count::default();
    for path in &args.paths {
        let root = || given.clone().map_or_else(|| Root::of(path), Ok);
        let (files, root) = match scenario::files(path).and_then(|files| Ok((files, root()?))) {
            Ok(found) => found,
            Err(error) => {
                unread(args, &mut out, *error)?;
                count.unread += 1;
                continue;
            }
        };
        let is_folder = path.is_dir();
        for path in files {
            let checked = if is_folder { root.check(&path) } else { Ok(()) };
            match checked.and_then(|()| scenario::load(&path, &root)) {
                Ok(file) => run_file(args, &db, &file, &mut out, &mut count)?,
                Err(error) => {
                    unread(args, &mut out, *error)?;
                    count.unread += 1;
                }
            }
        }
    }
    if !args.json {
        let Count { passed, failed, unread } = count;
        write!(out, "{passed} passed, {failed} failed")?;
        writeln!(out, "{}", if unread > 0 { format!(", {unread} not read") } else { String::new() })?;
    }
    out.flush()?;
    Ok(match count {
        Count { unread: 1.., .. } => ExitReason::Unread,
        Count { failed: 1.., .. } => ExitReason::Errors,
        _ => ExitReason::Done,
    })
}

/// Tells of a file that can't be read.
fn unread(args: &RunArgs, out: &mut impl Write, error: ScenarioError) -> io::Result<()> {
    if args.json {
        let (file, text) = (&error.file, error.to_string());
        let mut row = json!({ "file": file, "read": false, "passed": false, "error": text });
        others(&mut row, &error);
        return writeln!(out, "{row}");
    }
    writeln!(out, "FAIL  {}: can't be read", error.file)?;
    writeln!(out, "{}\n", told(&error))
}

/// Adds the further mistakes of a file or scenario to its row.
fn others(row: &mut serde_json::Value, error: &ScenarioError) {
    if !error.others.is_empty() {
        let more = error.others.last().and_then(|last| last.more.clone());
        row["others"] = error.others.iter().map(ToString::to_string).chain(more).collect();
    }
}

fn run_file(args: &RunArgs, db: &CardDb, file: &File, out: &mut impl Write, count: &mut Count) -> io::Result<()> {
    for (i, one) in file.scenarios.iter().enumerate() {
        let (mut lines, mut written) = (Vec::new(), Ok(()));
        if args.trace && !args.json {
            writeln!(out, "run   {}: {}", file.path, one.title)?;
        }
        let mut say = |line: &str| {
            if args.json {
                lines.push(line.to_owned());
            } else if written.is_ok() {
                written = writeln!(out, "      {line}");
            }
        };
        let result = panic::catch_unwind(AssertUnwindSafe(|| match args.trace {
            true => scenario::trace(file, i, db, &mut say),
            false => scenario::run(file, i, db),
        }));
        written?;
        let passed = matches!(result, Ok(Ok(())));
        *if passed { &mut count.passed } else { &mut count.failed } += 1;
        let panicked = || format!("{}: {}: the engine panicked", file.path, one.title);
        if args.json {
            let error = match &result {
                Ok(Ok(())) => None,
                Ok(Err(error)) => Some(error.to_string()),
                Err(_) => Some(panicked()),
            };
            let mut row = json!({
                "file": file.path, "title": one.title, "read": true, "passed": passed, "error": error,
            });
            if let Ok(Err(error)) = result {
                row["differences"] = json!(error.differences);
                others(&mut row, &error);
            }
            if args.trace {
                row["trace"] = json!(lines);
            }
            writeln!(out, "{row}")?;
            continue;
        }
        match result {
            Ok(Ok(())) => writeln!(out, "ok    {}: {}", file.path, one.title)?,
            Ok(Err(error)) => {
                writeln!(out, "FAIL  {}: {}", file.path, one.title)?;
                writeln!(out, "{}\n", told(&*error))?;
            }
            Err(_) => writeln!(out, "FAIL  {}", panicked())?,
        }
    }
    Ok(())
}
