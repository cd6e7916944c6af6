//! `dracones merge`.

use super::ReportArgs;
use super::tables::Tables;
use crate::cli::bench::signature_form;
use crate::cli::output::{OutFile, Replace};
use crate::cli::{CardSource, CliError, ExitReason};
use clap::Args;
use dracones::cards::printable::{many, shown};
use dracones::tools::matches::{self, Extent, Manifest, MatchError, Pick, Report, RowsFile, RowsHeader};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

#[derive(Args, Debug)]
pub(in crate::cli) struct MergeArgs {
    /// The folders: parts of one run, or a whole one to report on.
    #[arg(required = true)]
    folders: Vec<PathBuf>,
    /// Write the whole run to this folder.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Replace the results of the folder of --out, the replays and the tables if there are some.
    #[arg(long)]
    force: bool,
    /// Refuse parts that were played by a machine with another signature (see `bench`), or by one that didn't say.
    #[arg(long, value_name = "HEX", value_parser = signature_form)]
    signature: Option<String>,
    /// Write replays to this folder, a file a game, which `dracones replay` reads. The games are played again.
    #[arg(long, value_name = "DIR")]
    replays: Option<PathBuf>,
    /// Of which games, with commas between: `all`, `lost:NAME`, `drawn`, `inconclusive`, `failed`, `sample:N`. `failed` by
    /// default.
    #[arg(long, value_name = "WHICH", requires = "replays", value_delimiter = ',')]
    replays_of: Vec<String>,
    #[command(flatten)]
    report: ReportArgs,
    #[command(flatten)]
    source: CardSource,
}

pub(in crate::cli) fn merge(args: &MergeArgs) -> Result<ExitReason, CliError> {
    args.report.check()?;
    let picks = picks(&args.replays_of)?;
    if let Some(folder) = &args.out
        && args.folders.iter().any(|input| same(input, folder))
    {
        return Err(CliError::input("--out: it is one of the folders that are merged"));
    }
    // What is there already is told before everything is read.
    if let Some(folder) = args.out.as_ref().filter(|folder| !args.force && folder.join("games.jsonl").exists()) {
        return Err(MatchError::There(shown(&folder.join("games.jsonl"))).into());
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
    if let Some(folder) = &args.replays {
        write_replays(args, &picks, folder)?;
    }
    let report = Report::new(&tally, None, args.report.confidence);
    tables.finish(&report)?;
    args.report.print(&report)?;
    Ok(if tally.errors() == 0 { ExitReason::Done } else { ExitReason::Errors })
}

fn picks(words: &[String]) -> Result<Vec<Pick>, CliError> {
    if words.is_empty() {
        return Ok(vec![Pick::Failed]);
    }
    words.iter().map(|word| word.parse().map_err(|error| CliError::input(format!("--replays-of: {error}")))).collect()
}

/// Writes the games that are picked, a file each.
fn write_replays(args: &MergeArgs, picks: &[Pick], folder: &Path) -> Result<(), CliError> {
    let cant = |error: &io::Error| CliError::input(format!("can't write to `{}`: {error}", shown(folder)));
    std::fs::create_dir_all(folder).map_err(|error| cant(&error))?;
    let db = args.source.load()?;
    let (mut written, mut refused) = (0u64, None);
    let played = matches::replays(&args.folders, picks, &db, &mut |game, replay| {
        let write = || {
            let place = folder.join(format!("game-{game}.jsonl"));
            let mut file = OutFile::create(&place, Replace::if_forced(args.force), [])?;
            file.line(&replay.header)?;
            file.line(&replay.row)?;
            file.finish()
        };
        written += 1;
        write().map_err(|error| {
            refused = Some(error);
            unwritable()
        })
    });
    if let Some(error) = refused {
        return Err(error);
    }
    played?;
    let _ = writeln!(io::stderr(), "{} in {}", many(written, "replay"), shown(folder));
    Ok(())
}

fn unwritable() -> MatchError {
    MatchError::Io { path: "the results".to_owned(), error: io::Error::other("a file can't be written") }
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
