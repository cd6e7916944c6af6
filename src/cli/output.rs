//! A file that appears whole or not at all.

use super::Fail;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// A file in progress: written beside its place and renamed when it is finished.
pub(super) struct OutFile {
    place: PathBuf,
    writer: BufWriter<File>,
    /// The file in progress; `None` if the place is no regular file (a pipe, a device), which is written directly.
    partial: Option<PathBuf>,
}

impl OutFile {
    /// Begins a file beside those that are read.
    ///
    /// # Errors
    /// If it couldn't be written, or is one of those that are read.
    pub(super) fn create<'a>(place: &Path, read: impl IntoIterator<Item = &'a Path>) -> Result<Self, Fail> {
        if let Ok(own) = fs::canonicalize(place)
            && read.into_iter().any(|other| fs::canonicalize(other).is_ok_and(|other| other == own))
        {
            return Err(Fail::input(format!("can't write `{}`: it is read, too", place.display())));
        }
        let fail = |e: io::Error| Fail::input(format!("can't write `{}`: {e}", place.display()));
        let found = fs::metadata(place).ok();
        if found.as_ref().is_some_and(fs::Metadata::is_dir) {
            return Err(Fail::input(format!("can't write `{}`: it is a folder", place.display())));
        }
        if found.as_ref().is_some_and(|m| m.permissions().readonly()) {
            return Err(Fail::input(format!("can't write `{}`: it is read-only", place.display())));
        }
        if found.is_some_and(|m| !m.is_file()) {
            let file = File::options().write(true).open(place).map_err(fail)?;
            return Ok(Self { place: place.to_owned(), writer: BufWriter::new(file), partial: None });
        }
        let Some(name) = place.file_name() else {
            return Err(Fail::input(format!("can't write `{}`: it is not the name of a file", place.display())));
        };
        let mut partial_name = std::ffi::OsString::from(".");
        partial_name.push(name);
        partial_name.push(format!(".{}.partial", std::process::id()));
        let partial = place.with_file_name(partial_name);
        let file = File::create(&partial).map_err(fail)?;
        Ok(Self { place: place.to_owned(), writer: BufWriter::new(file), partial: Some(partial) })
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
    pub(super) fn finish(mut self) -> Result<(), Fail> {
        let place = self.place.clone();
        let fail = |e: io::Error| Fail::input(format!("can't write `{}`: {e}", place.display()));
        self.writer.flush().map_err(fail)?;
        if let Some(partial) = &self.partial {
            fs::rename(partial, &self.place).map_err(fail)?;
            self.partial = None;
        }
        Ok(())
    }
}

impl Drop for OutFile {
    fn drop(&mut self) {
        if let Some(partial) = &self.partial {
            // Nothing half-written stays.
            let _ = fs::remove_file(partial);
        }
    }
}
