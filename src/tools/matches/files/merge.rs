//! The rows of a run from all of its files, in the order of their numbers. Of each file a block is in memory, not more.

use super::super::error::MatchError;
use super::super::manifest::Manifest;
use super::super::row::GameRow;
use super::super::schedule;
use super::super::tally::Tally;
use super::folder::{read_manifest, rows_files};
use super::lines::RowsReader;
use crate::cards::printable::{many, shown};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::path::{Path, PathBuf};

/// How much of all files together is in memory, in bytes.
const MEMORY: usize = 8 * 1024 * 1024;

/// How many bytes of each of a number of files are read at a time.
fn block(files: usize) -> usize {
    (MEMORY / files.max(1)).clamp(4 * 1024, 256 * 1024)
}

/// How much of a run has to be there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// All of it.
    Whole,
    /// Its beginning: what comes behind the first missing pair isn't counted.
    Beginning,
}

/// A run from its files.
struct Parts {
    manifest: Manifest,
    readers: Vec<RowsReader>,
}

/// Gets each row with its line as it is in the file, and the count up to and with it.
pub type SeeRow<'a> = &'a mut dyn FnMut(&Tally, &GameRow, &str) -> Result<(), MatchError>;

/// Shows the rows of folders that together have a run in the order of their numbers, and counts them. `signature` is the
/// one that all machines must have that played a part of it.
///
/// # Errors
/// Folders of different runs, parts of machines with different signatures, rows that are missing or there twice, lines that
/// can't be read; what `see` answers.
pub fn merge(
    folders: &[PathBuf],
    extent: Extent,
    signature: Option<&str>,
    see: SeeRow<'_>,
) -> Result<(Manifest, Option<String>, Tally), MatchError> {
    let Parts { manifest, mut readers } = Parts::open(folders)?;
    let signature = same_signature(&readers, signature)?;
    let mut tally = Tally::new(&manifest, None);
    // The pair that comes next, how many there are, and the first that is missing.
    let (mut next, mut pairs, mut first_missing) = (0, 0, None);
    in_order(&mut readers, extent, &mut |row, line, path| {
        let pair = row.match_number / 2;
        if pair >= next {
            if pair > next {
                first_missing.get_or_insert(next);
            }
            (next, pairs) = (pair + 1, pairs + 1);
        }
        if first_missing.is_some() {
            return Ok(());
        }
        tally.add(row, line).map_err(|what| MatchError::Other { path: path.to_owned(), what })?;
        see(&tally, row, line)
    })?;
    if extent == Extent::Beginning {
        return Ok((manifest, signature, tally));
    }
    // A run that a test may end has no fixed number of pairs.
    let all = if manifest.sprt.is_some() { next.max(1) } else { schedule::units(&manifest) };
    if pairs < all {
        let (missing, first) = (all - pairs, first_missing.unwrap_or(next));
        let message = match missing {
            1 => format!("1 of {} is missing: pair {first}", many(all, "pair")),
            _ => format!("{missing} of {all} pairs are missing, the first of them pair {first}"),
        };
        return Err(MatchError::Incomplete(message));
    }
    if !tally.is_complete() {
        return Err(MatchError::Incomplete(format!("the run isn't finished: pair {} is the next", tally.next_unit())));
    }
    Ok((manifest, signature, tally))
}

impl Parts {
    fn open(folders: &[PathBuf]) -> Result<Self, MatchError> {
        let mut manifest: Option<(Manifest, &PathBuf)> = None;
        let mut files = Vec::new();
        for folder in folders {
            let own = read_manifest(folder)?;
            if let Some((first, place)) = &manifest
                && first.id != own.id
            {
                let what = format!("its run is {}; that of {} is {}", own.id, shown(place), first.id);
                return Err(MatchError::Other { path: shown(folder), what });
            }
            let its = rows_files(folder)?;
            if its.is_empty() {
                let what = "the folder has no files of games".to_owned();
                return Err(MatchError::Other { path: shown(folder), what });
            }
            files.extend(its);
            manifest.get_or_insert((own, folder));
        }
        let Some((manifest, _)) = manifest else { return Err(MatchError::Together("there is no folder to merge")) };
        let block = block(files.len());
        let readers = files.iter().map(|path| RowsReader::open(path, &manifest, block)).collect::<Result<_, _>>()?;
        Ok(Self { manifest, readers })
    }
}

/// The signature of all files, if they have one.
fn same_signature(readers: &[RowsReader], wanted: Option<&str>) -> Result<Option<String>, MatchError> {
    let (mut known, mut from) = (wanted.map(str::to_owned), "--signature".to_owned());
    for reader in readers {
        match (&reader.header().signature, &known) {
            (Some(own), Some(other)) if own != other => {
                let what = format!("it was played by a machine with the signature {own}; {from} has {other}");
                return Err(MatchError::Other { path: reader.shown(), what });
            }
            (None, _) if wanted.is_some() => {
                let what = "it doesn't say with which signature it was played".to_owned();
                return Err(MatchError::Other { path: reader.shown(), what });
            }
            (Some(own), None) => (known, from) = (Some(own.clone()), reader.shown()),
            (None, _) | (Some(_), Some(_)) => {}
        }
    }
    Ok(known)
}

/// A row that waits for its turn.
struct Waiting {
    row: GameRow,
    line: String,
}

/// The next row of a file, which must follow the one before.
fn following(reader: &mut RowsReader, extent: Extent, last: Option<u64>) -> Result<Option<Waiting>, MatchError> {
    let next = match reader.row() {
        Ok(Some((row, line))) => Waiting { line: line.to_owned(), row },
        Ok(None) => return Ok(None),
        // A line that is being written isn't a mistake.
        Err(MatchError::Incomplete(_)) if extent == Extent::Beginning => return Ok(None),
        Err(error) => return Err(error),
    };
    match last {
        Some(last) if last == next.row.game => Err(reader.wrong(format!("game {last} is there twice"))),
        Some(last) if last > next.row.game => {
            Err(reader.wrong(format!("game {} comes behind game {last}", next.row.game)))
        }
        _ => Ok(Some(next)),
    }
}

/// Shows the rows of all files in the order of their numbers, with the path of their file.
fn in_order(
    readers: &mut [RowsReader],
    extent: Extent,
    see: &mut dyn FnMut(&GameRow, &str, &str) -> Result<(), MatchError>,
) -> Result<(), MatchError> {
    let mut heads: Vec<Option<Waiting>> = Vec::new();
    for reader in readers.iter_mut() {
        heads.push(following(reader, extent, None)?);
    }
    let number = |(i, head): (usize, &Option<Waiting>)| head.as_ref().map(|head| Reverse((head.row.game, i)));
    let mut queue: BinaryHeap<Reverse<(u64, usize)>> = heads.iter().enumerate().filter_map(number).collect();
    let mut last: Option<(u64, usize)> = None;
    while let Some(Reverse((game, file))) = queue.pop() {
        if let Some((_, other)) = last.filter(|(last, _)| *last == game) {
            let other = readers[other].shown();
            return Err(readers[file].wrong(format!("game {game} is in {other}, too")));
        }
        let Some(head) = heads[file].take() else { continue };
        see(&head.row, &head.line, &readers[file].shown())?;
        last = Some((game, file));
        heads[file] = following(&mut readers[file], extent, Some(game))?;
        queue.extend(number((file, &heads[file])));
    }
    Ok(())
}

/// Shows the rows of a folder as far as they are there, in no order if the run has parts.
///
/// # Errors
/// Rows of another run, lines that can't be read.
pub fn rows_of(folder: &Path, manifest: &Manifest, see: &mut dyn FnMut(&GameRow)) -> Result<(), MatchError> {
    for path in rows_files(folder)? {
        let mut reader = RowsReader::open(&path, manifest, block(1))?;
        let mut last = None;
        while let Some(next) = following(&mut reader, Extent::Beginning, last)? {
            last = Some(next.row.game);
            see(&next.row);
        }
    }
    Ok(())
}
