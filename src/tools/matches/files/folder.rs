//! The folder of a run: a manifest, and files of rows. A file is only ever appended to, a whole pair at a time; what a crash
//! left behind of a line is cut off when the run is continued.
//!
//! | file | what |
//! | --- | --- |
//! | `manifest.json` | the run |
//! | `games.jsonl` | the rows of the run |
//! | `games-2-of-8.jsonl` | the rows of a part of it |
//! | `*.lock` | without content: they keep two processes from writing one file |

use super::super::error::MatchError;
use super::super::manifest::Manifest;
use super::super::row::{RowsHeader, Shard};
use super::super::tally::Tally;
use super::lines::RowsReader;
use super::lock::Lock;
use crate::cards::printable::shown;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The manifest of a folder.
const MANIFEST: &str = "manifest.json";
/// How many bytes are read at a time.
const BLOCK: usize = 256 * 1024;
/// The largest manifest that is read, in bytes.
const MAX_MANIFEST: u64 = 64 * 1024 * 1024;

/// The file of the rows of a run or a part of it.
fn rows_path(folder: &Path, shard: Option<Shard>) -> PathBuf {
    match shard {
        Some(Shard { number, of }) => folder.join(format!("games-{number}-of-{of}.jsonl")),
        None => folder.join("games.jsonl"),
    }
}

/// Reads the manifest of a folder, or a manifest that lies elsewhere.
///
/// # Errors
/// If there is none, or it isn't one of this version, or was changed.
pub fn read_manifest(place: &Path) -> Result<Manifest, MatchError> {
    let path = if place.is_file() { place.to_owned() } else { place.join(MANIFEST) };
    let mut text = String::new();
    if place.is_dir() && !path.exists() {
        let what = format!("there is no run in this folder: it has no {MANIFEST}, which `match --out` writes");
        return Err(MatchError::Other { path: shown(place), what });
    }
    let file = crate::cards::files::open(&path).map_err(MatchError::io(&path))?;
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

/// A file of rows that is being written. No other process writes it meanwhile.
#[derive(Debug)]
pub struct RowsFile {
    path: PathBuf,
    file: File,
    /// Where the file will be when it is finished, if it appears whole or not at all.
    place: Option<PathBuf>,
    _lock: Lock,
}

impl RowsFile {
    /// Begins the rows of a run, or of a part of it, in a folder that is made if need be. The header says which part it is.
    ///
    /// # Errors
    /// Results that are there already, unless `force` says that they may be replaced; parts of another run; another process
    /// that is writing them.
    pub fn create(folder: &Path, manifest: &Manifest, header: &RowsHeader, force: bool) -> Result<Self, MatchError> {
        let (path, lock) = Self::begin(folder, manifest, header.shard, force)?;
        write_whole(&path, &header_line(header, &path)?)?;
        let mut file = File::options().write(true).open(&path).map_err(MatchError::io(&path))?;
        file.seek(SeekFrom::End(0)).map_err(MatchError::io(&path))?;
        Ok(Self { path, file, place: None, _lock: lock })
    }

    /// Like [`create`](Self::create), but what is there is replaced only by [`finish`](Self::finish).
    ///
    /// # Errors
    /// The errors of `create`.
    pub fn create_whole(
        folder: &Path,
        manifest: &Manifest,
        header: &RowsHeader,
        force: bool,
    ) -> Result<Self, MatchError> {
        let (place, lock) = Self::begin(folder, manifest, header.shard, force)?;
        let path = place.with_extension(format!("{}.partial", std::process::id()));
        let mut file = File::create(&path).map_err(MatchError::io(&path))?;
        let written = file.write_all(header_line(header, &path)?.as_bytes());
        written.map_err(MatchError::io(&path))?;
        Ok(Self { path, file, place: Some(place), _lock: lock })
    }

    /// Takes the place of the rows, and writes the manifest beside it.
    fn begin(
        folder: &Path,
        manifest: &Manifest,
        shard: Option<Shard>,
        force: bool,
    ) -> Result<(PathBuf, Lock), MatchError> {
        fs::create_dir_all(folder).map_err(MatchError::io(folder))?;
        let (path, beside) = (rows_path(folder, shard), folder.join(MANIFEST));
        if !force && path.exists() {
            return Err(MatchError::There(shown(&path)));
        }
        let lock = Lock::of_rows(&path)?;
        // Who was faster has begun it meanwhile.
        if !force && path.exists() {
            return Err(MatchError::There(shown(&path)));
        }
        let _folder = Lock::of_folder(folder)?;
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
        Ok((path, lock))
    }

    /// Continues the rows of a run, or of a part of it: counts them, and cuts off what a crash left of a pair. `signature` is
    /// that of this machine, if it matters.
    ///
    /// # Errors
    /// No rows, rows of another run, a row that doesn't follow the one before, another process that is writing them, rows of a
    /// machine with another signature.
    pub fn resume(
        folder: &Path,
        manifest: &Manifest,
        shard: Option<Shard>,
        signature: Option<&str>,
    ) -> Result<(Self, Tally), MatchError> {
        let path = rows_path(folder, shard);
        if !path.exists() {
            return Err(MatchError::io(&path)(io::ErrorKind::NotFound.into()));
        }
        let lock = Lock::of_rows(&path)?;
        let mut reader = RowsReader::open(&path, manifest, BLOCK)?;
        if reader.header().shard != shard {
            return Err(reader.wrong("these are the rows of another part of the run".to_owned()));
        }
        if let Some(own) = signature
            && reader.header().signature.as_deref() != signature
        {
            let other = reader.header().signature.as_deref().unwrap_or("none");
            return Err(reader.wrong(format!("the signature of these rows is {other}; this machine has {own}")));
        }
        let (mut tally, mut whole) = (Tally::new(manifest, shard), reader.place());
        // A pair is counted when all of its rows are there.
        let (mut ahead, mut pair) = (tally.clone(), Vec::new());
        loop {
            let (row, text) = match reader.row() {
                Ok(Some((row, text))) => (row, text.to_owned()),
                // What follows the last whole pair is played again.
                Ok(None) | Err(MatchError::Incomplete(_)) => break,
                Err(error) => return Err(error),
            };
            ahead.add(&row, &text).map_err(|message| reader.wrong(message))?;
            pair.push((row, text));
            if ahead.is_between_pairs() {
                for (row, text) in pair.drain(..) {
                    tally.add(&row, &text).map_err(|message| reader.wrong(message))?;
                }
                whole = reader.place();
            }
        }
        let mut file = File::options().write(true).open(&path).map_err(MatchError::io(&path))?;
        file.set_len(whole).map_err(MatchError::io(&path))?;
        file.seek(SeekFrom::End(0)).map_err(MatchError::io(&path))?;
        Ok((Self { path, file, place: None, _lock: lock }, tally))
    }

    /// Appends the rows of a pair.
    ///
    /// # Errors
    /// If the disk is full and the like.
    pub fn append(&mut self, lines: &str) -> io::Result<()> {
        self.file.write_all(lines.as_bytes())?;
        self.file.flush()
    }

    /// Makes sure that everything is on the disk, and in its place.
    ///
    /// # Errors
    /// If it isn't.
    pub fn finish(mut self) -> Result<(), MatchError> {
        self.file.sync_all().map_err(MatchError::io(&self.path))?;
        match self.place.take() {
            Some(place) => fs::rename(&self.path, &place).map_err(MatchError::io(&place)),
            None => Ok(()),
        }
    }
}

impl Drop for RowsFile {
    fn drop(&mut self) {
        if self.place.is_some() {
            // Nothing half-written stays.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// The first line of a file of rows.
fn header_line(header: &RowsHeader, path: &Path) -> Result<String, MatchError> {
    let text = serde_json::to_string(header).map_err(io::Error::other).map_err(MatchError::io(path))?;
    Ok(text + "\n")
}

/// The files of rows of a folder, in order.
pub(super) fn rows_files(folder: &Path) -> Result<Vec<PathBuf>, MatchError> {
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
