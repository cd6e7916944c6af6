//! The folder of a run: a manifest, and files of rows. A file is only ever appended to, a whole pair at a time; what a crash
//! left behind of a line is cut off when the run is continued.
//!
//! | file | what |
//! | --- | --- |
//! | `manifest.json` | the run |
//! | `games.jsonl` | the rows of the run |
//! | `games-2-of-8.jsonl` | the rows of a part of it |

use super::error::MatchError;
use super::manifest::Manifest;
use super::row::{GameRow, RowsHeader, Shard};
use super::tally::Tally;
use crate::cards::files;
use crate::cards::printable::shown;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The manifest of a folder.
const MANIFEST: &str = "manifest.json";
/// The longest line that is read, in bytes: the answers of a broken game take some room.
const MAX_LINE: u64 = 16 * 1024 * 1024;
/// The largest manifest that is read, in bytes.
const MAX_MANIFEST: u64 = 64 * 1024 * 1024;

/// The file of the rows of a run or a part of it.
fn rows_path(folder: &Path, shard: Option<Shard>) -> PathBuf {
    match shard {
        Some(Shard { number, of }) => folder.join(format!("games-{number}-of-{of}.jsonl")),
        None => folder.join("games.jsonl"),
    }
}

/// Reads the manifest of a folder.
///
/// # Errors
/// If there is none, or it isn't one of this version, or was changed.
pub fn read_manifest(folder: &Path) -> Result<Manifest, MatchError> {
    let path = folder.join(MANIFEST);
    let mut text = String::new();
    let file = files::open(&path).map_err(MatchError::io(&path))?;
    file.take(MAX_MANIFEST).read_to_string(&mut text).map_err(MatchError::io(&path))?;
    let manifest: Manifest = serde_json::from_str(&text).map_err(|error| MatchError::Line {
        path: shown(&path),
        line: error.line() as u64,
        message: format!("column {}: {error}", error.column()),
    })?;
    manifest.check(&shown(&path))?;
    Ok(manifest)
}

/// Writes a file that appears whole or not at all.
fn write_whole(path: &Path, text: &str) -> Result<(), MatchError> {
    let partial = path.with_extension(format!("{}.partial", std::process::id()));
    let written = File::create(&partial).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()
    });
    written.and_then(|()| fs::rename(&partial, path)).map_err(|error| {
        let _ = fs::remove_file(&partial);
        MatchError::io(path)(error)
    })
}

/// A file of rows that is being written.
#[derive(Debug)]
pub struct RowsFile {
    path: PathBuf,
    file: File,
}

impl RowsFile {
    /// Begins the rows of a run, or of a part of it, in a folder that is made if need be.
    ///
    /// # Errors
    /// Results that are there already, unless `force` says that they may be replaced; parts of another run.
    pub fn create(folder: &Path, manifest: &Manifest, shard: Option<Shard>, force: bool) -> Result<Self, MatchError> {
        fs::create_dir_all(folder).map_err(MatchError::io(folder))?;
        let (path, beside) = (rows_path(folder, shard), folder.join(MANIFEST));
        if !force && path.exists() {
            return Err(MatchError::There(shown(&path)));
        }
        if beside.exists() && !(force && shard.is_none()) {
            // The parts of one run may lie in one folder.
            let there = read_manifest(folder)?;
            if there.id != manifest.id {
                let what = format!("the folder belongs to another run, {}; this is {}", there.id, manifest.id);
                return Err(MatchError::Other { path: shown(&beside), what });
            }
        }
        let text = serde_json::to_string_pretty(manifest).map_err(io::Error::other).map_err(MatchError::io(&beside))?;
        write_whole(&beside, &(text + "\n"))?;
        let mut header = serde_json::to_string(&RowsHeader::new(&manifest.id, shard))
            .map_err(io::Error::other)
            .map_err(MatchError::io(&path))?;
        header.push('\n');
        write_whole(&path, &header)?;
        Self::open(path)
    }

    /// Continues the rows of a run, or of a part of it: counts them, and cuts off what a crash left of a pair.
    ///
    /// # Errors
    /// No rows, rows of another run, a row that doesn't follow the one before.
    pub fn resume(folder: &Path, manifest: &Manifest, shard: Option<Shard>) -> Result<(Self, Tally), MatchError> {
        let path = rows_path(folder, shard);
        let (mut tally, mut whole) = (Tally::new(manifest, shard), None);
        // A pair is counted when all of its rows are there.
        let mut pair: Vec<(GameRow, String, u64)> = Vec::new();
        let mut ahead = tally.clone();
        let read = read_rows(&path, Some(manifest), &mut |line| match line {
            RowLine::Header(header, end) => {
                if header.shard != shard {
                    return Err("these are the rows of another part of the run".to_owned());
                }
                whole = Some(end);
                Ok(())
            }
            RowLine::Row(row, text, end) => {
                ahead.add(&row, text)?;
                pair.push((*row, text.to_owned(), end));
                if ahead.is_between_pairs() {
                    for (row, text, end) in pair.drain(..) {
                        tally.add(&row, &text)?;
                        whole = Some(end);
                    }
                }
                Ok(())
            }
        });
        match read {
            // What follows the last whole pair is played again.
            Ok(()) | Err(MatchError::Incomplete(_)) => {}
            Err(error) => return Err(error),
        }
        let Some(whole) = whole else {
            return Err(MatchError::Line { path: shown(&path), line: 1, message: "the file has no header".to_owned() });
        };
        let file = Self::open(path.clone())?;
        file.file.set_len(whole).map_err(MatchError::io(&path))?;
        Ok((file, tally))
    }

    fn open(path: PathBuf) -> Result<Self, MatchError> {
        let file = File::options().write(true).open(&path).map_err(MatchError::io(&path))?;
        let mut file = Self { path, file };
        file.file.seek(SeekFrom::End(0)).map_err(MatchError::io(&file.path))?;
        Ok(file)
    }

    /// Appends the rows of a pair.
    ///
    /// # Errors
    /// If the disk is full and the like.
    pub fn append(&mut self, lines: &str) -> io::Result<()> {
        self.file.seek(SeekFrom::End(0))?;
        self.file.write_all(lines.as_bytes())?;
        self.file.flush()
    }

    /// Makes sure that everything is on the disk.
    ///
    /// # Errors
    /// If it isn't.
    pub fn finish(&mut self) -> Result<(), MatchError> {
        self.file.sync_all().map_err(MatchError::io(&self.path))
    }
}

/// A line of a file of rows, with the place behind it in bytes.
enum RowLine<'l> {
    Header(RowsHeader, u64),
    Row(Box<GameRow>, &'l str, u64),
}

/// Reads a file of rows. A last line that is cut off is [`MatchError::Incomplete`].
fn read_rows(
    path: &Path,
    manifest: Option<&Manifest>,
    see: &mut dyn FnMut(RowLine<'_>) -> Result<(), String>,
) -> Result<(), MatchError> {
    let mut file = BufReader::new(files::open(path).map_err(MatchError::io(path))?);
    let (mut number, mut place, mut line) = (0, 0, Vec::new());
    loop {
        line.clear();
        number += 1;
        let wrong = |message: String| MatchError::Line { path: shown(path), line: number, message };
        let read = file.by_ref().take(MAX_LINE).read_until(b'\n', &mut line).map_err(MatchError::io(path))?;
        if read == 0 {
            return match number {
                1 => Err(wrong("the file is empty: expected the line that names the run".to_owned())),
                _ => Ok(()),
            };
        }
        place += read as u64;
        if line.pop() != Some(b'\n') {
            if read as u64 == MAX_LINE {
                return Err(wrong(format!("it is longer than {MAX_LINE} bytes")));
            }
            let what = format!("{}:{number}: the line is cut off; --resume continues the run", shown(path));
            return Err(MatchError::Incomplete(what));
        }
        let text = std::str::from_utf8(&line).map_err(|error| wrong(error.to_string()))?;
        let json = |error: serde_json::Error| wrong(error.to_string());
        let seen = if number == 1 {
            let header: RowsHeader = serde_json::from_str(text).map_err(json)?;
            if header.format != super::manifest::MATCH_FORMAT {
                return Err(wrong(format!("the file has format {}", header.format)));
            }
            if let Some(manifest) = manifest.filter(|manifest| manifest.id != header.manifest) {
                let message = format!("the rows belong to the run {}, not to {}", header.manifest, manifest.id);
                return Err(wrong(message));
            }
            see(RowLine::Header(header, place))
        } else {
            see(RowLine::Row(Box::new(serde_json::from_str(text).map_err(json)?), text, place))
        };
        seen.map_err(wrong)?;
    }
}

/// The files of rows of a folder, in order.
fn rows_files(folder: &Path) -> Result<Vec<PathBuf>, MatchError> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(MatchError::io(folder))? {
        let path = entry.map_err(MatchError::io(folder))?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name == "games.jsonl" || (name.starts_with("games-") && name.ends_with(".jsonl")) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// The rows of folders that together have a run: its manifest, its rows in order as they are in the files, and the count
/// of them. Folders of one run only, with no game missing and none there twice.
///
/// # Errors
/// Other manifests, rows that are missing or there twice, lines that can't be read.
pub fn merge(folders: &[PathBuf]) -> Result<(Manifest, String, Tally), MatchError> {
    let mut manifest: Option<(Manifest, &PathBuf)> = None;
    let mut rows: std::collections::BTreeMap<u64, (GameRow, String, String)> = std::collections::BTreeMap::new();
    for folder in folders {
        let own = read_manifest(folder)?;
        if let Some((first, place)) = &manifest
            && first.id != own.id
        {
            let what = format!("its run is {}; that of {} is {}", own.id, shown(place), first.id);
            return Err(MatchError::Other { path: shown(folder), what });
        }
        let files = rows_files(folder)?;
        if files.is_empty() {
            let what = "the folder has no files of games".to_owned();
            return Err(MatchError::Other { path: shown(folder), what });
        }
        for path in files {
            read_rows(&path, Some(&own), &mut |line| {
                let RowLine::Row(row, text, _) = line else { return Ok(()) };
                if let Some((.., other)) = rows.get(&row.game) {
                    return Err(format!("game {} is in {other}, too", row.game));
                }
                rows.insert(row.game, (*row, text.to_owned(), shown(&path)));
                Ok(())
            })?;
        }
        manifest.get_or_insert((own, folder));
    }
    let Some((manifest, _)) = manifest else { return Err(MatchError::Together("there is no folder to merge")) };
    let mut tally = Tally::new(&manifest, None);
    let mut text = String::new();
    let missing = missing(&manifest, rows.values().map(|(row, ..)| row.match_number / 2));
    if let (1.., Some(first)) = missing {
        let (count, of) = (missing.0, super::schedule::units(&manifest));
        let message = format!("{count} of {of} pairs are missing, the first of them pair {first}");
        return Err(MatchError::Incomplete(message));
    }
    for (row, line, path) in rows.values() {
        tally.add(row, line).map_err(|what| MatchError::Other { path: path.clone(), what })?;
        text.push_str(line);
        text.push('\n');
    }
    if !tally.is_complete() {
        return Err(MatchError::Incomplete(format!("the run isn't finished: pair {} is the next", tally.next_unit())));
    }
    Ok((manifest, text, tally))
}

/// How many pairs are missing, and the first of them. A run that a test may end has no fixed number of pairs.
fn missing(manifest: &Manifest, present: impl Iterator<Item = u64>) -> (u64, Option<u64>) {
    let present: std::collections::BTreeSet<u64> = present.collect();
    let all = match manifest.sprt {
        Some(_) => present.last().map_or(1, |last| last + 1),
        None => super::schedule::units(manifest),
    };
    let first = (0..all).find(|unit| !present.contains(unit));
    (all - present.range(..all).count() as u64, first)
}

/// Shows the rows of a folder as far as they are there, in no order if the run has parts.
///
/// # Errors
/// Rows of another run, lines that can't be read.
pub fn rows_of(folder: &Path, manifest: &Manifest, see: &mut dyn FnMut(&GameRow)) -> Result<(), MatchError> {
    for path in rows_files(folder)? {
        let read = read_rows(&path, Some(manifest), &mut |line| {
            if let RowLine::Row(row, ..) = line {
                see(&row);
            }
            Ok(())
        });
        match read {
            // A line that is being written isn't a mistake.
            Ok(()) | Err(MatchError::Incomplete(_)) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}
