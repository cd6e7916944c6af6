//! `dracones merge`.

use super::ReportArgs;
use super::tables::Tables;
use crate::cli::bench::signature_form;
use crate::cli::{CliError, ExitReason};
use clap::Args;
use dracones::tools::matches::{self, Extent, Manifest, MatchError, Report, RowsFile, RowsHeader};
use std::io;
use std::path::{Path, PathBuf};

#[derive(Args, Debug)]
pub(in crate::cli) struct MergeArgs {
    /// The folders: parts of one run, or a whole one to report on.
    #[arg(required = true)]
    folders: Vec<PathBuf>,
    /// Write the whole run to this folder.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Replace the results of the folder of --out if there are some.
    #[arg(long, requires = "out")]
    force: bool,
    /// Refuse parts that were played by a machine with another signature (see `bench`), or by one that didn't say.
    #[arg(long, value_name = "HEX", value_parser = signature_form)]
    signature: Option<String>,
    #[command(flatten)]
    report: ReportArgs,
}

pub(in crate::cli) fn merge(args: &MergeArgs) -> Result<ExitReason, CliError> {
    args.report.check()?;
    if let Some(folder) = &args.out
        && args.folders.iter().any(|input| same(input, folder))
    {
        return Err(CliError::input("--out: it is one of the folders that are merged"));
    }
    // What is there already is told before everything is read.
    if let Some(folder) = args.out.as_ref().filter(|folder| !args.force && folder.join("games.jsonl").exists()) {
        return Err(MatchError::There(dracones::cards::printable::shown(&folder.join("games.jsonl"))).into());
    }
    let manifest = matches::read_manifest(&args.folders[0])?;
    args.report.tables.check(&manifest)?;
    let mut tables = Tables::create(&args.report.tables, &manifest.id, args.force)?;
    let mut refused = None;
    let (tally, signature) = {
        let mut see = |row: &matches::GameRow| tables.game(row).map_err(|error| refused = Some(error));
        let read = matches::merge(&args.folders, Extent::Whole, args.signature.as_deref(), &mut |_, row, _| {
            see(row).map_err(|()| unwritable())
        });
        match (refused, read) {
            (Some(error), _) => return Err(error),
            (None, read) => read.map(|(_, signature, tally)| (tally, signature))?,
        }
    };
    if let Some(folder) = &args.out {
        write(&args.folders, &manifest, signature, folder, args.force)?;
    }
    let report = Report::new(&tally, None, args.report.confidence);
    tables.finish(&report)?;
    args.report.print(&report)?;
    Ok(if tally.errors() == 0 { ExitReason::Done } else { ExitReason::Errors })
}

fn unwritable() -> MatchError {
    MatchError::Io { path: "the tables".to_owned(), error: io::Error::other("a table can't be written") }
}

/// Writes a run whose parts have been found to be whole; they are read a second time, so that they needn't be in memory.
fn write(
    folders: &[PathBuf],
    manifest: &Manifest,
    signature: Option<String>,
    folder: &Path,
    force: bool,
) -> Result<(), CliError> {
    let header = RowsHeader { signature, ..RowsHeader::new(&manifest.id, None) };
    let mut file = RowsFile::create_whole(folder, manifest, &header, force)?;
    let (mut lines, path) = (String::new(), folder.to_string_lossy().into_owned());
    let failed = |error| MatchError::Io { path: path.clone(), error };
    matches::merge(folders, Extent::Whole, None, &mut |_, _, line| {
        lines.push_str(line);
        lines.push('\n');
        if lines.len() > 64 * 1024 {
            file.append(&lines).map_err(failed)?;
            lines.clear();
        }
        Ok(())
    })?;
    file.append(&lines).map_err(failed)?;
    Ok(file.finish()?)
}

fn same(one: &Path, other: &Path) -> bool {
    matches!((one.canonicalize(), other.canonicalize()), (Ok(a), Ok(b)) if a == b)
}
