//! Files and folders that users name.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The regular files below a folder, sorted. Links to folders aren't followed, so that a link to a folder above doesn't
/// lead around in circles; what is no regular file (a pipe, a device) is left out.
///
/// # Errors
/// The folder that can't be read.
pub(crate) fn below(folder: &Path, wanted: &dyn Fn(&Path) -> bool) -> Result<Vec<PathBuf>, (PathBuf, io::Error)> {
    let (mut found, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = folders.pop() {
        let failed = |error| (folder.clone(), error);
        for entry in fs::read_dir(&folder).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let path = entry.path();
            if entry.file_type().map_err(failed)?.is_dir() {
                folders.push(path);
            } else if wanted(&path) && path.is_file() {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}
