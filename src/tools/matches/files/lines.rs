//! A file of rows, read line by line. It is open only while a block of it is read, so that any number of files can be read at
//! the same time.

use super::super::error::MatchError;
use super::super::manifest::{MATCH_FORMAT, Manifest};
use super::super::row::{GameRow, RowsHeader};
use crate::cards::printable::shown;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// The longest line that is read, in bytes: the answers of a broken game take some room.
const MAX_LINE: usize = 16 * 1024 * 1024;

/// A file of rows that is being read.
#[derive(Debug)]
pub(super) struct RowsReader {
    path: PathBuf,
    header: RowsHeader,
    /// How many bytes are read at a time.
    block: usize,
    /// Where the next block begins.
    offset: u64,
    buffer: Vec<u8>,
    /// What has been taken out of the buffer.
    taken: usize,
    /// The number of the line that was read last, from 1.
    line: u64,
}

impl RowsReader {
    /// Opens a file and reads its header; `block` is how many bytes are read at a time.
    ///
    /// # Errors
    /// No file, no header, the header of another run.
    pub(super) fn open(path: &Path, manifest: &Manifest, block: usize) -> Result<Self, MatchError> {
        let header = RowsHeader::new("", None);
        let (path, buffer) = (path.to_owned(), Vec::new());
        let mut reader = Self { path, header, block, offset: 0, buffer, taken: 0, line: 0 };
        let line = match reader.read_line() {
            Err(MatchError::Incomplete(_)) => Err(reader.wrong("the file has no header".to_owned())),
            other => other,
        }?;
        let Some((start, end)) = line else {
            return Err(reader.wrong("the file is empty: expected the line that names the run".to_owned()));
        };
        let header: RowsHeader =
            serde_json::from_str(reader.text(start, end)?).map_err(|error| reader.wrong(error.to_string()))?;
        if header.format != MATCH_FORMAT {
            return Err(reader.wrong(format!("the file has format {}", header.format)));
        }
        if header.manifest != manifest.id {
            let message = format!("the rows belong to the run {}, not to {}", header.manifest, manifest.id);
            return Err(reader.wrong(message));
        }
        Ok(Self { header, ..reader })
    }

    /// The header of the file.
    pub(super) fn header(&self) -> &RowsHeader {
        &self.header
    }

    /// The place behind the line that was read last, in bytes.
    pub(super) fn place(&self) -> u64 {
        self.offset - (self.buffer.len() - self.taken) as u64
    }

    /// The file, for messages.
    pub(super) fn shown(&self) -> String {
        shown(&self.path)
    }

    /// A mistake in the line that was read last.
    pub(super) fn wrong(&self, message: String) -> MatchError {
        MatchError::Line { path: self.shown(), line: self.line, message }
    }

    /// The next row, with its line as it is in the file.
    ///
    /// # Errors
    /// A line that isn't a row; a last line that is cut off is [`MatchError::Incomplete`].
    pub(super) fn row(&mut self) -> Result<Option<(GameRow, &str)>, MatchError> {
        let Some((start, end)) = self.read_line()? else { return Ok(None) };
        let text = self.text(start, end)?;
        let row = serde_json::from_str(text).map_err(|error| self.wrong(error.to_string()))?;
        Ok(Some((row, text)))
    }

    fn text(&self, start: usize, end: usize) -> Result<&str, MatchError> {
        std::str::from_utf8(&self.buffer[start..end]).map_err(|error| self.wrong(error.to_string()))
    }

    /// Where the next line lies in the buffer, without its end.
    fn read_line(&mut self) -> Result<Option<(usize, usize)>, MatchError> {
        self.line += 1;
        let mut seen = self.taken;
        loop {
            if let Some(length) = self.buffer[seen..].iter().position(|byte| *byte == b'\n') {
                let line = (self.taken, seen + length);
                self.taken = line.1 + 1;
                return Ok(Some(line));
            }
            self.buffer.drain(..self.taken);
            self.taken = 0;
            seen = self.buffer.len();
            if seen >= MAX_LINE {
                return Err(self.wrong(format!("it is longer than {MAX_LINE} bytes")));
            }
            if self.read_block()? == 0 {
                if self.buffer.is_empty() {
                    return Ok(None);
                }
                let (path, line) = (self.shown(), self.line);
                let what = format!("{path}:{line}: the line is cut off; --resume continues the run");
                return Err(MatchError::Incomplete(what));
            }
        }
    }

    /// Reads a block behind what is in the buffer: how many bytes there were.
    fn read_block(&mut self) -> Result<usize, MatchError> {
        let io = MatchError::io(&self.path);
        let mut file = crate::cards::files::open(&self.path).map_err(&io)?;
        file.seek(SeekFrom::Start(self.offset)).map_err(&io)?;
        let read = file.take(self.block as u64).read_to_end(&mut self.buffer).map_err(&io)?;
        self.offset += read as u64;
        Ok(read)
    }
}
