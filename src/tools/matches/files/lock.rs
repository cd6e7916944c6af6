//! Keeps two processes from writing one file.
//!
//! A lock lies on a file of its own beside the rows, so that rows can be read while they are written. The system takes it
//! away when its process ends, however it ends. The file stays; it has no content.

use super::super::error::MatchError;
use crate::cards::printable::shown;
use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;

/// A lock that is held until it is dropped.
#[derive(Debug)]
pub(super) struct Lock {
    /// `None` on a file system that knows no locks.
    _file: Option<File>,
}

impl Lock {
    /// Takes the lock of a file of rows.
    ///
    /// # Errors
    /// If another process holds it.
    pub(super) fn of_rows(rows: &Path) -> Result<Self, MatchError> {
        let path = rows.with_extension("lock");
        let file = open(&path)?;
        match file.try_lock() {
            Ok(()) => Ok(Self { _file: Some(file) }),
            Err(TryLockError::WouldBlock) => {
                let what = "another process is writing these results".to_owned();
                Err(MatchError::Other { path: shown(rows), what })
            }
            Err(TryLockError::Error(error)) => without(error, &path),
        }
    }

    /// Takes the lock of a folder, waiting for those who make the folder at the same time.
    ///
    /// # Errors
    /// If the file of the lock can't be written.
    pub(super) fn of_folder(folder: &Path) -> Result<Self, MatchError> {
        let path = folder.join("manifest.lock");
        let file = open(&path)?;
        match file.lock() {
            Ok(()) => Ok(Self { _file: Some(file) }),
            Err(error) => without(error, &path),
        }
    }
}

fn open(path: &Path) -> Result<File, MatchError> {
    File::options().create(true).truncate(false).write(true).open(path).map_err(MatchError::io(path))
}

/// A file system without locks is used without them.
fn without(error: io::Error, path: &Path) -> Result<Lock, MatchError> {
    if error.kind() == io::ErrorKind::Unsupported {
        return Ok(Lock { _file: None });
    }
    Err(MatchError::io(path)(error))
}
