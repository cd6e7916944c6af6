//! `dracones scenario`.

use super::{CardSource, End, Fail};
use crate::scenario::{self, ScenarioError};
use clap::{Args, Subcommand};
use std::io::{self, Write};
use std::panic::{self, AssertUnwindSafe};
use std::path::PathBuf;

/// What to do with scenarios.
#[derive(Subcommand, Debug)]
pub(super) enum ScenarioCommand {
    /// Run scenario files, or all of a folder.
    Run(RunArgs),
}

#[derive(Args, Debug)]
pub(super) struct RunArgs {
    /// Files or folders.
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Print a line of JSON for each scenario.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    source: CardSource,
}

pub(super) fn run(command: &ScenarioCommand) -> Result<End, Fail> {
    let ScenarioCommand::Run(args) = command;
    let db = args.source.load()?;
    let wrong = |error: Box<ScenarioError>| Fail::diagnostic(*error);
    let mut files = Vec::new();
    for path in &args.paths {
        for file in scenario::files(path).map_err(wrong)? {
            files.push(scenario::load(&file).map_err(wrong)?);
        }
    }
    let mut out = io::stdout().lock();
    let (mut passed, mut failed) = (0, 0);
    for file in &files {
        for (i, one) in file.scenarios.iter().enumerate() {
            let result = panic::catch_unwind(AssertUnwindSafe(|| scenario::run(file, i, &db)));
            let error = match &result {
                Ok(Ok(())) => None,
                Ok(Err(error)) => Some(error.to_string()),
                Err(_) => Some(format!("{}: {}: the engine panicked", file.path, one.title)),
            };
            if error.is_none() {
                passed += 1;
            } else {
                failed += 1;
            }
            if args.json {
                let row = serde_json::json!({
                    "file": file.path, "title": one.title, "passed": error.is_none(), "error": error,
                });
                writeln!(out, "{row}")?;
                continue;
            }
            match (error, result) {
                (None, _) => writeln!(out, "ok    {}: {}", file.path, one.title)?,
                (Some(_), Ok(Err(error))) => {
                    writeln!(out, "FAIL  {}: {}", file.path, one.title)?;
                    writeln!(out, "{:?}", miette::Report::new(*error))?;
                }
                (Some(error), _) => writeln!(out, "FAIL  {error}")?,
            }
        }
    }
    if !args.json {
        writeln!(out, "{passed} passed, {failed} failed")?;
    }
    Ok(if failed == 0 { End::Done } else { End::Errors })
}
