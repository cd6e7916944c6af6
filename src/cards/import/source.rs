//! Files as a stream of bytes: unpacked, counted, and cut off where a record doesn't end.

use super::{ImportError, MAX_RECORD};
use crate::cards::files;
use flate2::bufread::MultiGzDecoder;
use std::cell::Cell;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::Path;
use std::rc::Rc;

/// How much is looked at to tell what a file is, in bytes.
const HEAD: usize = 64 * 1024;

/// How far a file has been read.
#[derive(Debug, Default)]
pub(super) struct Meter {
    line: Cell<u64>,
    column: Cell<u64>,
    /// How many more bytes the record may have.
    left: Cell<u64>,
    failed: Cell<bool>,
}

impl Meter {
    /// A new record begins.
    pub(super) fn begin(&self) {
        self.left.set(MAX_RECORD);
    }
    /// Line and column of the last byte, from 1.
    pub(super) fn place(&self) -> (u64, u64) {
        (self.line.get() + 1, self.column.get().max(1))
    }
    /// Whether a record was too long.
    pub(super) fn is_over(&self) -> bool {
        self.left.get() == 0
    }
    /// Whether the file itself couldn't be read on.
    pub(super) fn has_failed(&self) -> bool {
        self.failed.get()
    }
}

/// A file that is being read.
pub(super) struct Source {
    inner: Box<dyn BufRead>,
    meter: Rc<Meter>,
    /// What comes before the rest: bytes that were read and put back, and why no more could be read.
    back: Cursor<Vec<u8>>,
    failed: Option<io::Error>,
    pub(super) is_packed: bool,
}

impl Source {
    /// Opens a file, compressed or not.
    pub(super) fn open(path: &Path) -> Result<Self, ImportError> {
        let unreadable = |error: io::Error| ImportError::unreadable(path, &error);
        let file = files::open(path).map_err(unreadable)?;
        // What has no end would be read forever, and nobody can look at it twice.
        if !file.metadata().map_err(unreadable)?.is_file() {
            return Err(ImportError::unreadable(path, &io::Error::other(files::NOT_REGULAR)));
        }
        let mut file = BufReader::with_capacity(HEAD, file);
        let is_packed = file.fill_buf().map_err(unreadable)?.starts_with(&[0x1f, 0x8b]);
        let inner: Box<dyn BufRead> = if is_packed {
            Box::new(BufReader::with_capacity(HEAD, MultiGzDecoder::new(file)))
        } else {
            Box::new(file)
        };
        let meter = Rc::new(Meter::default());
        meter.begin();
        Ok(Self { inner, meter, back: Cursor::default(), failed: None, is_packed })
    }

    pub(super) fn meter(&self) -> Rc<Meter> {
        Rc::clone(&self.meter)
    }

    /// The first bytes, without a byte order mark.
    pub(super) fn head(&mut self) -> io::Result<&[u8]> {
        if self.inner.fill_buf()?.starts_with("\u{feff}".as_bytes()) {
            self.inner.consume('\u{feff}'.len_utf8());
        }
        self.inner.fill_buf()
    }

    /// Reads on to the end of a line; `false` if nothing is left, or if it has to be read byte by byte. The bytes aren't counted
    /// before they are [passed](Self::pass).
    pub(super) fn line(&mut self, line: &mut Vec<u8>) -> bool {
        line.clear();
        let read = self.inner.by_ref().take(MAX_RECORD).read_until(b'\n', line);
        let whole = line.len() as u64 != MAX_RECORD;
        match read {
            Ok(_) if whole => !line.is_empty(),
            read => {
                self.put_back(std::mem::take(line));
                self.failed = read.err();
                false
            }
        }
    }

    /// Bytes that were read will be read again.
    pub(super) fn put_back(&mut self, bytes: Vec<u8>) {
        self.back = Cursor::new(bytes);
        // The end of the line before them has been read.
        if self.meter.column.get() > 0 {
            self.meter.line.set(self.meter.line.get() + 1);
            self.meter.column.set(0);
        }
    }

    /// Counts a line up to its end, where a record on it ends.
    pub(super) fn pass(&mut self, line: &[u8]) {
        let meter = &self.meter;
        if meter.column.get() > 0 {
            meter.line.set(meter.line.get() + 1);
        }
        meter.column.set(line.len() as u64);
    }
}

impl Read for Source {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        if self.meter.is_over() {
            return Err(io::Error::other("a record is too long"));
        }
        let most = usize::try_from(self.meter.left.get()).unwrap_or(usize::MAX).min(buf.len());
        let mut count = self.back.read(&mut buf[..most])?;
        if count == 0 && most > 0 {
            let read = self.failed.take().map_or_else(|| self.inner.read(&mut buf[..most]), Err);
            count = read.inspect_err(|_| self.meter.failed.set(true))?;
        }
        let meter = &self.meter;
        meter.left.set(meter.left.get() - count as u64);
        for byte in &buf[..count] {
            if *byte == b'\n' {
                meter.line.set(meter.line.get() + 1);
                meter.column.set(0);
            } else {
                meter.column.set(meter.column.get() + 1);
            }
        }
        Ok(count)
    }
}
