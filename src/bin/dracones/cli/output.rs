//! A file that appears whole or not at all.

use super::CliError;
use dracones::cards::files;
use dracones::cards::printable::shown;
use std::fmt::Display;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Files in progress, for [`discard`].
static PARTIAL: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Whether a file that is there already may be replaced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Replace {
    /// It may be replaced.
    Yes,
    /// It may not; the message names `--force`.
    No,
}

impl Replace {
    /// [`Replace::Yes`] if `--force` was given.
    pub(super) fn if_forced(force: bool) -> Self {
        if force { Self::Yes } else { Self::No }
    }
}

/// A file in progress: written beside its place and renamed when it is finished. `-` is standard output.
pub(super) struct OutFile {
    place: PathBuf,
    writer: BufWriter<Box<dyn Write + Send>>,
    /// The file in progress; `None` if the place isn't a regular file (standard output, a pipe, a device), which is
    /// written directly.
    partial: Option<PathBuf>,
}

/// Whether a place is standard output.
pub(super) fn is_stdout(place: &Path) -> bool {
    place == Path::new("-")
}

/// Removes what is half-written: for a program that ends at once.
pub(super) fn discard() {
    // The holder of the lock only adds or removes a path.
    let partial = PARTIAL.lock().unwrap_or_else(PoisonError::into_inner);
    for path in partial.iter() {
        let _ = fs::remove_file(path);
    }
}

impl OutFile {
    /// Begins a file beside those that are read.
    ///
    /// # Errors
    /// If it couldn't be written, is one of those that are read, or is there already and may not be replaced.
    pub(super) fn create<'a>(
        place: &Path,
        replace: Replace,
        read: impl IntoIterator<Item = &'a Path>,
    ) -> Result<Self, CliError> {
        let cant = |why: &dyn Display| CliError::input(format!("can't write `{}`: {why}", shown(place)));
        let direct = |writer: Box<dyn Write + Send>| {
            Ok(Self { place: place.to_owned(), writer: BufWriter::new(writer), partial: None })
        };
        if is_stdout(place) {
            return direct(Box::new(io::stdout()));
        }
        if let Ok(own) = fs::canonicalize(place)
            && read.into_iter().any(|other| fs::canonicalize(other).is_ok_and(|other| other == own))
        {
            return Err(cant(&"it is also an input"));
        }
        let found = fs::metadata(place).ok();
        if found.as_ref().is_some_and(fs::Metadata::is_dir) {
            return Err(cant(&"it is a folder"));
        }
        if found.as_ref().is_some_and(|m| m.permissions().readonly()) {
            return Err(cant(&"it is read-only"));
        }
        if found.as_ref().is_some_and(|m| files::would_wait(place, m)) {
            return Err(cant(&files::NOT_REGULAR));
        }
        if found.as_ref().is_some_and(|m| !m.is_file()) {
            let file = File::options().write(true).open(place).map_err(|e| cant(&e))?;
            return direct(Box::new(file));
        }
        if found.is_some() && replace == Replace::No {
            return Err(cant(&"there is a file of that name; --force replaces it"));
        }
        let Some(name) = place.file_name() else { return Err(cant(&"it is not the name of a file")) };
        let mut partial_name = std::ffi::OsString::from(".");
        partial_name.push(name);
        partial_name.push(format!(".{}.partial", std::process::id()));
        let partial = place.with_file_name(partial_name);
        let file = File::create(&partial).map_err(|e| cant(&e))?;
        PARTIAL.lock().unwrap_or_else(PoisonError::into_inner).push(partial.clone());
        Ok(Self { place: place.to_owned(), writer: BufWriter::new(Box::new(file)), partial: Some(partial) })
    }

    /// Writes a value as a line of JSON.
    ///
    /// # Errors
    /// If the disk is full and the like.
    pub(super) fn line(&mut self, value: &impl serde::Serialize) -> io::Result<()> {
        serde_json::to_writer(&mut self.writer, value)?;
        self.writer.write_all(b"\n")
    }

    /// Writes a text.
    ///
    /// # Errors
    /// If the disk is full and the like.
    pub(super) fn text(&mut self, text: &str) -> io::Result<()> {
        self.writer.write_all(text.as_bytes())
    }

    /// Puts the file in its place.
    ///
    /// # Errors
    /// If the rest can't be written.
    pub(super) fn finish(mut self) -> Result<(), CliError> {
        let place = self.place.clone();
        let fail = |e: io::Error| match e.kind() {
            io::ErrorKind::BrokenPipe => CliError::Closed,
            _ => CliError::input(format!("can't write `{}`: {e}", shown(&place))),
        };
        self.writer.flush().map_err(fail)?;
        if let Some(partial) = &self.partial {
            fs::rename(partial, &self.place).map_err(fail)?;
            self.forget();
        }
        Ok(())
    }

    /// The file in progress is gone.
    fn forget(&mut self) {
        if let Some(gone) = self.partial.take() {
            PARTIAL.lock().unwrap_or_else(PoisonError::into_inner).retain(|path| *path != gone);
        }
    }
}

impl Write for OutFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

impl Drop for OutFile {
    fn drop(&mut self) {
        if let Some(partial) = &self.partial {
            // Nothing half-written stays.
            let _ = fs::remove_file(partial);
            self.forget();
        }
    }
}
