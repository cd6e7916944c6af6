//! Files and folders that users name, and what files of theirs may name.

use super::printable::shown;
use std::fs::{self, File, Metadata};
use std::io;
use std::path::{Component, Path, PathBuf};
use thiserror::Error;

/// What is said of a pipe, a socket, a device.
pub const NOT_REGULAR: &str = "it isn't a regular file";

/// Whether a path names what the program was started with: `/dev/stdin`, `/dev/fd/63` of a `<(..)`. Those are open already,
/// and may be pipes.
pub fn is_descriptor(path: &Path) -> bool {
    let process = || path.starts_with("/proc") && path.components().any(|part| part.as_os_str() == "fd");
    path.starts_with("/dev/fd")
        || ["/dev/stdin", "/dev/stdout", "/dev/stderr"].map(Path::new).contains(&path)
        || process()
}

/// Whether opening a file would wait for somebody on the other side: a pipe with a name, a socket.
pub fn would_wait(path: &Path, found: &Metadata) -> bool {
    #[cfg(unix)]
    let is_pipe = {
        use std::os::unix::fs::FileTypeExt;
        found.file_type().is_fifo() || found.file_type().is_socket()
    };
    #[cfg(not(unix))]
    let is_pipe = !found.is_file() && !found.is_dir();
    is_pipe && !is_descriptor(path)
}

/// Opens a file to read it. Anything but a regular file and what the program was started with is refused without being
/// opened: a pipe that nobody writes to would be waited for.
///
/// # Errors
/// What the system says; a folder, a pipe, a device.
pub fn open(path: &Path) -> io::Result<File> {
    let found = fs::metadata(path)?;
    if found.is_dir() {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder"));
    }
    if !found.is_file() && !is_descriptor(path) {
        return Err(io::Error::other(NOT_REGULAR));
    }
    File::open(path)
}

/// What is said of a link in a folder that leads out of it.
pub const LEADS_OUT: &str = "it is a link to a file outside of the folder; nothing of it is read";

/// The files below a folder.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Below {
    /// Those that are wanted, sorted: regular files, and links to regular files below the folder.
    pub files: Vec<PathBuf>,
    /// What is called like a wanted file and isn't read, sorted by path.
    pub refused: Vec<(PathBuf, NotRead)>,
}

/// Why something in a folder isn't read, although it is called like a file that is wanted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Error)]
pub enum NotRead {
    /// A link to a file that doesn't lie below the folder: nobody has named that one.
    #[error("{LEADS_OUT}")]
    LeadsOut,
    /// A link to something that isn't there, or to itself.
    #[error("it is a link that leads nowhere")]
    LeadsNowhere,
    /// A link to a folder whose name has the ending of a file. Links to folders aren't followed.
    #[error("it is a link to a folder, and those aren't followed")]
    ToFolder,
    /// A pipe, a socket, a device, or a link to one.
    #[error("{NOT_REGULAR}")]
    NotRegular,
}

/// The regular files below a folder whose paths are `wanted`. Folders are looked into, whatever they are called. Links to
/// folders aren't followed, so that a link to a folder above doesn't lead around in circles; links to files only if those
/// are below the folder. What is wanted by its path and isn't a regular file is told, not passed over; `wanted` isn't asked to
/// look into it.
///
/// # Errors
/// The folder that can't be read.
pub fn below(folder: &Path, wanted: &dyn Fn(&Path) -> bool) -> Result<Below, (PathBuf, io::Error)> {
    let real = fs::canonicalize(folder).map_err(|error| (folder.to_owned(), error))?;
    let (mut found, mut folders) = (Below::default(), vec![folder.to_owned()]);
    while let Some(folder) = folders.pop() {
        let failed = |error| (folder.clone(), error);
        for entry in fs::read_dir(&folder).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let path = entry.path();
            let kind = entry.file_type().map_err(failed)?;
            if kind.is_dir() {
                folders.push(path);
            } else if wanted(&path) {
                match not_read(&path, kind.is_symlink(), &real) {
                    None => found.files.push(path),
                    // A name without an ending says nothing of files.
                    Some(NotRead::ToFolder) if path.extension().is_none() => {}
                    Some(why) => found.refused.push((path, why)),
                }
            }
        }
    }
    found.files.sort();
    found.refused.sort();
    Ok(found)
}

/// Why what is called like a file isn't read; `real` is the folder without links.
fn not_read(path: &Path, is_link: bool, real: &Path) -> Option<NotRead> {
    match fs::metadata(path) {
        Err(_) if is_link => Some(NotRead::LeadsNowhere),
        // Reading it will say what is wrong.
        Err(_) => None,
        Ok(to) if to.is_dir() => Some(NotRead::ToFolder),
        Ok(to) if !to.is_file() => Some(NotRead::NotRegular),
        Ok(_) => (is_link && !is_below(path, real)).then_some(NotRead::LeadsOut),
    }
}

/// Whether a path leads, links followed, to something below a folder that is itself without links.
fn is_below(path: &Path, real: &Path) -> bool {
    fs::canonicalize(path).is_ok_and(|path| path.starts_with(real))
}

/// Whether a file that nobody has named is there: a regular one, or a link to one below its folder.
///
/// # Errors
/// If something of that name is there that isn't read.
pub fn beside(path: &Path) -> Result<bool, NotRead> {
    let Ok(found) = fs::symlink_metadata(path) else { return Ok(false) };
    if found.is_dir() {
        return Err(NotRead::NotRegular);
    }
    let real = fs::canonicalize(folder_of(path)).unwrap_or_default();
    not_read(path, found.is_symlink(), &real).map_or(Ok(true), Err)
}

/// The folder that a file is in.
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The folder below which files may name others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Root {
    /// Without links and `..`.
    folder: PathBuf,
    /// As it was named, for messages.
    name: String,
}

/// Why a path in a file leads nowhere. What it leads to isn't told.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum PlaceError {
    /// It isn't a relative path, or isn't written as one.
    #[error("expected {0}")]
    NotAPath(&'static str),
    /// It lies outside of the root, by itself or by a symbolic link.
    #[error("it is outside of {0}; `--root DIR` names another folder below which files are read")]
    Outside(String),
    /// It isn't there, or can't be read.
    #[error("{0}")]
    Unreadable(String),
    /// It is a folder, a pipe, a device.
    #[error("{NOT_REGULAR}")]
    NotAFile,
}

impl Root {
    /// A folder.
    ///
    /// # Errors
    /// One that doesn't exist, or isn't a folder.
    pub fn new(folder: &Path) -> io::Result<Self> {
        let real = fs::canonicalize(folder)?;
        if !real.is_dir() {
            return Err(io::Error::new(io::ErrorKind::NotADirectory, "it isn't a folder"));
        }
        Ok(Self { folder: real, name: format!("the folder {}", shown(folder)) })
    }

    /// The root of a file or folder that a user names, where no other is asked for: the current folder if the path lies
    /// below it, otherwise the folder itself or that of the file. The root of the file system is never taken as the
    /// current folder.
    ///
    /// # Errors
    /// A path that isn't there.
    pub fn of(path: &Path) -> io::Result<Self> {
        let folder = if path.is_dir() { path } else { folder_of(path) };
        let real = fs::canonicalize(folder)?;
        // Where there is no current folder, nothing lies below it.
        let current = std::env::current_dir().and_then(fs::canonicalize).ok();
        Ok(match current.filter(|current| current.parent().is_some() && real.starts_with(current)) {
            Some(current) => Self { folder: current, name: "the current folder".to_owned() },
            None => Self { folder: real, name: format!("the folder {}", shown(folder)) },
        })
    }

    /// What messages call it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Why a file that was found in a folder isn't read: it isn't a regular one, or a link that leads out of the root.
    pub fn refuses(&self, path: &Path) -> Option<NotRead> {
        not_read(path, path.is_symlink(), &self.folder)
    }

    /// The regular file below the root that a file means by a word. `..` is resolved in the words, then links are
    /// followed: nothing outside of the root is looked at but what a link below it leads to.
    ///
    /// # Errors
    /// A word that isn't a relative path, or leads to something else.
    pub fn place(&self, file: &Path, word: &str) -> Result<PathBuf, PlaceError> {
        let unreadable = |e: io::Error| PlaceError::Unreadable(e.to_string());
        let outside = || PlaceError::Outside(self.name.clone());
        if word.is_empty() {
            return Err(PlaceError::NotAPath("a path"));
        }
        if word.contains('\\') {
            return Err(PlaceError::NotAPath("a path with `/` between folders"));
        }
        let mut place = fs::canonicalize(folder_of(file)).map_err(unreadable)?;
        for part in Path::new(word).components() {
            match part {
                Component::Normal(name) => place.push(name),
                Component::CurDir => {}
                Component::ParentDir => {
                    place.pop();
                }
                Component::RootDir | Component::Prefix(_) => {
                    return Err(PlaceError::NotAPath("a path that begins at the folder of the file"));
                }
            }
        }
        if !place.starts_with(&self.folder) {
            return Err(outside());
        }
        let place = fs::canonicalize(&place).map_err(unreadable)?;
        if !place.starts_with(&self.folder) {
            return Err(outside());
        }
        // A pipe or a device isn't even opened.
        if fs::metadata(&place).map_err(unreadable)?.is_file() { Ok(place) } else { Err(PlaceError::NotAFile) }
    }
}
